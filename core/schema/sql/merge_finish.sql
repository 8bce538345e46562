-- Purpose: stores the names of all inputs. Parameters: none. Result: none.
INSERT INTO main.string SELECT id, value FROM temp.merged_string ORDER BY id;

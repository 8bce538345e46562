-- Purpose: takes over names that are new, and notes the new id of each. Parameters: none. Result: none.
INSERT OR IGNORE INTO temp.merged_string (value) SELECT value FROM source.string ORDER BY id;
DELETE FROM temp.string_id;
INSERT INTO temp.string_id SELECT s.id, m.id FROM source.string s JOIN temp.merged_string m ON m.value = s.value;

-- Purpose: adds one row to table operation. Parameters: the columns in order. Result: none.
INSERT INTO operation VALUES (?);

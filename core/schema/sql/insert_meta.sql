-- Purpose: adds one row to table meta. Parameters: the columns in order. Result: none.
INSERT INTO meta VALUES (?, ?);

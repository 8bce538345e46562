-- Purpose: adds one row to table instant. Parameters: the columns in order. Result: none.
INSERT INTO instant VALUES (?, ?, ?, ?);

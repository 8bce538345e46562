-- Purpose: adds one row to table string. Parameters: the columns in order. Result: none.
INSERT INTO string VALUES (?, ?);

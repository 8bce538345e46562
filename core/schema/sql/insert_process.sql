-- Purpose: adds one row to table process. Parameters: the columns in order. Result: none.
INSERT INTO process VALUES (?, ?, ?, ?, ?, ?);

-- Purpose: adds one row to table slice. Parameters: the columns in order. Result: none.
INSERT INTO slice VALUES (?, ?, ?, ?, ?, ?, ?);

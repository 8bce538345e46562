-- Purpose: adds one row to table slice_arg. Parameters: the columns in order. Result: none.
INSERT INTO slice_arg VALUES (?, ?, ?, ?);

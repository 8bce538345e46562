-- Purpose: adds one row to table iteration. Parameters: the columns in order. Result: none.
INSERT INTO iteration VALUES (?, ?, ?, ?, ?, ?);

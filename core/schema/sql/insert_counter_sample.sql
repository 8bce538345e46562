-- Purpose: adds one row to table counter_sample. Parameters: the columns in order. Result: none.
INSERT INTO counter_sample VALUES (?, ?, ?, ?);

-- Purpose: adds one row to table link. Parameters: the columns in order. Result: none.
INSERT INTO link VALUES (?, ?, ?, ?, ?);

-- Purpose: adds one row to table track. Parameters: the columns in order. Result: none.
INSERT INTO track VALUES (?, ?, ?, ?, ?, ?, ?, ?);

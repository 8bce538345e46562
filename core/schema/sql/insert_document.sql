-- Purpose: adds one row to table document. Parameters: the columns in order. Result: none.
INSERT INTO document VALUES (?, ?, ?);

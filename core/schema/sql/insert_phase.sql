-- Purpose: adds one row to table phase. Parameters: the columns in order. Result: none.
INSERT INTO phase VALUES (?, ?, ?, ?, ?);

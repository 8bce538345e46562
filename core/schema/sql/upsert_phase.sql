-- Purpose: adds one row to table phase, or replaces the one with its key. Parameters: the columns in order. Result: none.
INSERT OR REPLACE INTO phase VALUES (?, ?, ?, ?, ?);

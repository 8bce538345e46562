-- Purpose: adds one row to table meta, or replaces the one with its key. Parameters: the columns in order. Result: none.
INSERT OR REPLACE INTO meta VALUES (?, ?);

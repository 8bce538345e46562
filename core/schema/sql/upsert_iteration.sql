-- Purpose: adds one row to table iteration, or replaces the one with its key. Parameters: the columns in order. Result: none.
INSERT OR REPLACE INTO iteration VALUES (?, ?, ?, ?, ?, ?);

-- Purpose: adds one row to table diagnostic, or replaces the one with its key. Parameters: the columns in order. Result: none.
INSERT OR REPLACE INTO diagnostic VALUES (?, ?, ?, ?);

-- Purpose: one fact of an input. Parameters: its key. Result: its value; no row if there is none.
SELECT value FROM source.meta WHERE key = ?;

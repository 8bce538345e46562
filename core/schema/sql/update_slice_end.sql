-- Purpose: ends a slice that was stored as unfinished. Parameters: duration in ns, slice id. Result: none.
UPDATE slice SET duration_ns = ?, flags = 0 WHERE id = ?;

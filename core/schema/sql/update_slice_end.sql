-- Purpose: ends a slice that was stored as unfinished. Parameters: duration in ns, slice id. Result: none.
UPDATE slice SET duration_ns = ?, flags = flags & ~1 WHERE id = ?;

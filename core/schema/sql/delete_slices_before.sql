-- Purpose: forgets the oldest finished slices, but those that last into what is kept. Parameters: slice id, trace time in ns. Result: none.
DELETE FROM slice WHERE id < ? AND flags & 1 = 0 AND start_ns + duration_ns < ?;

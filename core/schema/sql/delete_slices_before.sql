-- Purpose: forgets the oldest finished slices, but those that last into what is kept, and the last one, on whose id the next follows. Parameters: slice id, trace time in ns. Result: none.
DELETE FROM slice WHERE id < min(?, (SELECT max(id) FROM slice)) AND flags & 1 = 0 AND start_ns + duration_ns < ?;

-- Purpose: forgets the oldest finished slices, but not the last one, on whose id the next follows. Parameters: slice id. Result: none.
DELETE FROM slice WHERE id < min(?, (SELECT max(id) FROM slice)) AND flags & 1 = 0;

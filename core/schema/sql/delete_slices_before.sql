-- Purpose: forgets the oldest finished slices. Parameters: slice id. Result: none.
DELETE FROM slice WHERE id < ? AND flags & 1 = 0;

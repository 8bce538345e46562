-- Purpose: forgets rows of table operation whose slice is gone. Parameters: the slice id up to which slices were forgotten. Result: none.
DELETE FROM operation WHERE slice_id < ? AND NOT EXISTS (SELECT 1 FROM slice WHERE slice.id = slice_id);

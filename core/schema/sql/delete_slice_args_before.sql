-- Purpose: forgets rows of table slice_arg whose slice is gone. Parameters: the slice id up to which slices were forgotten. Result: none.
DELETE FROM slice_arg WHERE slice_id < ? AND NOT EXISTS (SELECT 1 FROM slice WHERE slice.id = slice_id);

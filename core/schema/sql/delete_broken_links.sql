-- Purpose: forgets links one end of which is gone. Parameters: none. Result: none.
DELETE FROM link WHERE NOT EXISTS (SELECT 1 FROM slice WHERE id = from_slice_id) OR NOT EXISTS (SELECT 1 FROM slice WHERE id = to_slice_id);

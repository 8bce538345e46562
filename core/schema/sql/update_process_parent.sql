-- Purpose: says which process started another one. Parameters: id of the parent, id of the child. Result: none.
UPDATE process SET parent_id = ? WHERE id = ?;

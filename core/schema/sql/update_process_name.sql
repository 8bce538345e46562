-- Purpose: gives a process another name. Parameters: string id, process id. Result: none.
UPDATE process SET name_id = ? WHERE id = ?;

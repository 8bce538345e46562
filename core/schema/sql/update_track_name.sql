-- Purpose: gives a track another name. Parameters: string id, track id. Result: none.
UPDATE track SET name_id = ? WHERE id = ?;

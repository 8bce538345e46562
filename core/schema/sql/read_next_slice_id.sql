-- Purpose: the first slice id from a given one on. Parameters: id. Result: that id, NULL if there is none.
SELECT min(id) FROM slice WHERE id >= ?;

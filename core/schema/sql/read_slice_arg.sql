-- Purpose: the arguments of one slice. Parameters: slice id. Result: name and value as JSON text, in order.
SELECT n.value, a.value FROM slice_arg a JOIN string n ON n.id = a.name_id WHERE a.slice_id = ? ORDER BY a.position;

-- Purpose: the arguments of all slices. Parameters: none. Result: slice id, name, value as JSON text, in order.
SELECT a.slice_id, n.value, a.value FROM slice_arg a JOIN string n ON n.id = a.name_id ORDER BY a.slice_id, a.position;

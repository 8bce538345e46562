-- Purpose: all tracks. Parameters: none. Result: the columns of the table in order.
SELECT id, process_id, kind, name_id, tid, device, stream, sort_index FROM track ORDER BY id;

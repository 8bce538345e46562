-- Purpose: all iterations, those without a slice first. Parameters: none. Result: the columns of the table in order.
SELECT process_id, number, start_ns, duration_ns, slice_id FROM iteration ORDER BY slice_id, id;

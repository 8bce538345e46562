-- Purpose: all phases. Parameters: none. Result: the columns of the table in order.
SELECT process_id, name_id, start_ns, duration_ns FROM phase ORDER BY id;

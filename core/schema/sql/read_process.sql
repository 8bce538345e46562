-- Purpose: all processes. Parameters: none. Result: the columns of the table in order.
SELECT id, parent_id, pid, name_id, rank, sort_index FROM process ORDER BY id;

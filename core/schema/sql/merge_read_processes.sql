-- Purpose: the processes of an input. Parameters: none. Result: id, parent id, pid, in order.
SELECT id, parent_id, pid FROM source.process ORDER BY id;

-- Purpose: the processes of the result of a merge. Parameters: none. Result: pid, parent's pid, name, in order.
SELECT p.pid, q.pid, coalesce(n.value, '') FROM process p LEFT JOIN process q ON q.id = p.parent_id LEFT JOIN string n ON n.id = p.name_id ORDER BY p.id;

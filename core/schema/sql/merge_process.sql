-- Purpose: takes over the processes of an input. Parameters: offset of process ids. Result: none.
INSERT INTO main.process SELECT s.id + ?1, p.id + ?1, s.pid, coalesce(n.id, -1), s.rank, s.sort_index + ?1
FROM source.process s LEFT JOIN source.process p ON p.id = s.parent_id LEFT JOIN temp.string_id n ON n.source_id = s.name_id ORDER BY s.id;

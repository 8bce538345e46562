-- Purpose: takes over the phases of an input. Parameters: offset of process ids, of phase ids, shift in ns. Result: none.
INSERT INTO main.phase SELECT s.id + ?2, coalesce(p.id + ?1, -1), coalesce(n.id, -1), s.start_ns + ?3, s.duration_ns
FROM source.phase s LEFT JOIN source.process p ON p.id = s.process_id LEFT JOIN temp.string_id n ON n.source_id = s.name_id ORDER BY s.id;

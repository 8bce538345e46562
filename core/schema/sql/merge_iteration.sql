-- Purpose: takes over the iterations of an input. Parameters: offset of process ids, of iteration ids, of slice ids, shift in ns. Result: none.
INSERT INTO main.iteration SELECT s.id + ?2, coalesce(p.id + ?1, -1), s.number, s.start_ns + ?4, s.duration_ns, iif(s.slice_id IS NULL, NULL, coalesce(o.id + ?3, -1))
FROM source.iteration s LEFT JOIN source.process p ON p.id = s.process_id LEFT JOIN source.slice o ON o.id = s.slice_id ORDER BY s.id;

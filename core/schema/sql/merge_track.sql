-- Purpose: takes over the tracks of an input. Parameters: offset of process ids, of track ids. Result: none.
INSERT INTO main.track SELECT s.id + ?2, coalesce(p.id + ?1, -1), s.kind, coalesce(n.id, -1), s.tid, s.device, s.stream, s.sort_index
FROM source.track s LEFT JOIN source.process p ON p.id = s.process_id LEFT JOIN temp.string_id n ON n.source_id = s.name_id ORDER BY s.id;

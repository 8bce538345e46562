-- Purpose: takes over the slices of an input. Parameters: offset of track ids, of slice ids, shift in ns. Result: none.
INSERT INTO main.slice SELECT s.id + ?2, coalesce(t.id + ?1, -1), s.start_ns + ?3, s.duration_ns, coalesce(n.id, -1), s.category, s.flags
FROM source.slice s LEFT JOIN source.track t ON t.id = s.track_id LEFT JOIN temp.string_id n ON n.source_id = s.name_id ORDER BY s.id;

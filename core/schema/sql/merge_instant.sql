-- Purpose: takes over the instants of an input. Parameters: offset of track ids, of instant ids, shift in ns. Result: none.
INSERT INTO main.instant SELECT s.id + ?2, coalesce(t.id + ?1, -1), s.time_ns + ?3, coalesce(n.id, -1)
FROM source.instant s LEFT JOIN source.track t ON t.id = s.track_id LEFT JOIN temp.string_id n ON n.source_id = s.name_id ORDER BY s.id;

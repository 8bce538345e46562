-- Purpose: takes over the counter samples of an input. Parameters: offset of track ids, shift in ns. Result: none.
INSERT INTO main.counter_sample SELECT coalesce(t.id + ?1, -1), s.time_ns + ?2, s.value, s.total
FROM source.counter_sample s LEFT JOIN source.track t ON t.id = s.track_id ORDER BY s.rowid;

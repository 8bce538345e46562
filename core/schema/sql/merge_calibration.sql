-- Purpose: takes over the calibration of an input. Parameters: offset of calibration ids. Result: none.
INSERT INTO main.calibration SELECT s.id + ?1, s.kind, iif(s.name_id IS NULL, NULL, coalesce(n.id, -1)), s.mean_ns, s.low_ns, s.high_ns, s.samples
FROM source.calibration s LEFT JOIN temp.string_id n ON n.source_id = s.name_id ORDER BY s.id;

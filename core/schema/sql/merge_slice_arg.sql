-- Purpose: takes over the arguments of slices. Parameters: offset of slice ids. Result: none.
INSERT INTO main.slice_arg SELECT s.slice_id + ?1, s.position, coalesce(n.id, -1), s.value
FROM source.slice_arg s JOIN source.slice o ON o.id = s.slice_id LEFT JOIN temp.string_id n ON n.source_id = s.name_id ORDER BY s.slice_id, s.position;

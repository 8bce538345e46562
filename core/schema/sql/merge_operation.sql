-- Purpose: takes over which slices are operations. Parameters: offset of slice ids. Result: none.
INSERT INTO main.operation SELECT s.slice_id + ?1 FROM source.operation s JOIN source.slice o ON o.id = s.slice_id ORDER BY s.slice_id;

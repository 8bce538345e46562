-- Purpose: takes over the links of an input. Parameters: offset of slice ids, of link ids. Result: none.
INSERT INTO main.link SELECT s.id + ?2, s.kind, coalesce(a.id + ?1, -1), coalesce(b.id + ?1, -1), s.correlation
FROM source.link s LEFT JOIN source.slice a ON a.id = s.from_slice_id LEFT JOIN source.slice b ON b.id = s.to_slice_id ORDER BY s.id;

-- Purpose: takes over facts; one that contradicts a fact of an input before is stored as process.ID.KEY. Parameters: id of the input's first process in the result. Result: none.
INSERT OR IGNORE INTO main.meta SELECT iif(m.value <> s.value, 'process.' || ?1 || '.' || s.key, s.key), s.value
FROM source.meta s LEFT JOIN main.meta m ON m.key = s.key ORDER BY s.key;

-- Purpose: takes over the documents of a simulation whose kind is new. Parameters: none. Result: none.
INSERT OR IGNORE INTO main.document SELECT kind, name, content FROM source.document ORDER BY kind;

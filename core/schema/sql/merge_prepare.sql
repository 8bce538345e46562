-- Purpose: the tables that a merge needs while it runs: all names so far with their new ids, and the new id of each name of the current input. Parameters: none. Result: none.
CREATE TEMP TABLE merged_string (id INTEGER PRIMARY KEY, value TEXT NOT NULL UNIQUE) STRICT;
CREATE TEMP TABLE string_id (source_id INTEGER PRIMARY KEY, id INTEGER NOT NULL) STRICT;

-- Purpose: the range of slice ids; one subquery each, because SQLite answers both at once by reading the whole table. Parameters: none. Result: smallest and largest id, NULL without slices.
SELECT (SELECT min(id) FROM slice), (SELECT max(id) FROM slice);

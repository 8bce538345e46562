-- Purpose: the range of slice ids. Parameters: none. Result: smallest and largest id, NULL without slices.
SELECT min(id), max(id) FROM slice;

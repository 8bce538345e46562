-- Purpose: what a merge made. Parameters: none. Result: slices, operations, first start and last end in ns of slices that count (NULL without).
SELECT (SELECT count(*) FROM slice), (SELECT count(*) FROM operation), min(start_ns), max(start_ns + duration_ns) FROM slice WHERE flags & 2 = 0;

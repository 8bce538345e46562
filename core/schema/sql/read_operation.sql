-- Purpose: the ids of all slices that are operations. Parameters: none. Result: the columns of the table in order.
SELECT slice_id FROM operation ORDER BY slice_id;

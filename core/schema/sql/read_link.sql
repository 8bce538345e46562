-- Purpose: all links. Parameters: none. Result: the columns of the table in order.
SELECT kind, from_slice_id, to_slice_id, correlation FROM link ORDER BY id;

-- Purpose: all instants (time in ns). Parameters: none. Result: the columns of the table in order.
SELECT track_id, time_ns, name_id FROM instant ORDER BY id;

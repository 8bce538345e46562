-- Purpose: all counter samples (time in ns). Parameters: none. Result: the columns of the table in order.
SELECT track_id, time_ns, value, total FROM counter_sample ORDER BY rowid;

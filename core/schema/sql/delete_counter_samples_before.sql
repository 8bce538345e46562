-- Purpose: forgets old samples. Parameters: trace time in ns. Result: none.
DELETE FROM counter_sample WHERE time_ns < ?;

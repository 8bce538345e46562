-- Purpose: forgets old instants. Parameters: trace time in ns. Result: none.
DELETE FROM instant WHERE time_ns < ?;

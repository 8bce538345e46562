-- Purpose: all costs of events. Parameters: none. Result: the columns of the table in order.
SELECT id, kind, name_id, mean_ns, low_ns, high_ns, samples FROM calibration ORDER BY id;

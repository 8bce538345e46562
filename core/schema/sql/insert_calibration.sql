-- Purpose: adds one row to table calibration; it gets the next id. Parameters: kind, string id or NULL, mean, lower and upper end of the interval in ns, number of measurements. Result: none.
INSERT INTO calibration VALUES (NULL, ?, ?, ?, ?, ?, ?);

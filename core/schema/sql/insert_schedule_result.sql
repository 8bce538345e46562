-- Purpose: adds one row to table schedule_result. Parameters: the columns in order. Result: none.
INSERT INTO schedule_result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

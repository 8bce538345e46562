-- Purpose: adds one row to table diagnostic. Parameters: the columns in order. Result: none.
INSERT INTO diagnostic VALUES (?, ?, ?, ?);

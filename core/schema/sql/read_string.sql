-- Purpose: all names. Parameters: none. Result: the columns of the table in order.
SELECT id, value FROM string ORDER BY id;

-- Purpose: all facts. Parameters: none. Result: the columns of the table in order.
SELECT key, value FROM meta ORDER BY key;

-- Purpose: all diagnostics. Parameters: none. Result: the columns of the table in order.
SELECT id, severity, count, first FROM diagnostic ORDER BY id;

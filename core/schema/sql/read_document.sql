-- Purpose: the documents of a simulation. Parameters: none. Result: the columns of the table in order.
SELECT kind, name, content FROM document ORDER BY kind;

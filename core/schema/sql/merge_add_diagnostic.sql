-- Purpose: counts a problem of the merge. Parameters: the columns in order. Result: none.
INSERT INTO main.diagnostic VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET count = count + excluded.count;

-- Purpose: takes over the diagnostics of an input; counts add up, the first case stays. Parameters: none. Result: none.
INSERT INTO main.diagnostic SELECT id, severity, count, first FROM source.diagnostic WHERE true ORDER BY id
ON CONFLICT (id) DO UPDATE SET count = count + excluded.count;

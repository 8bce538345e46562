-- Purpose: the slices with ids in a range (start and duration in ns). Parameters: first and last id. Result: the columns of the table in order.
SELECT id, track_id, start_ns, duration_ns, name_id, category, flags FROM slice WHERE id BETWEEN ? AND ? ORDER BY id;

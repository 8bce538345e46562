-- Purpose: what to add to the ids of an input so that they follow those of the result; ids of the result start at 1. Parameters: none. Result: offsets for process, track, slice, phase, iteration, instant, link, calibration and schedule_result.
SELECT coalesce((SELECT max(id) FROM main.process), 0) - coalesce((SELECT min(id) FROM source.process), 1) + 1,
    coalesce((SELECT max(id) FROM main.track), 0) - coalesce((SELECT min(id) FROM source.track), 1) + 1,
    coalesce((SELECT max(id) FROM main.slice), 0) - coalesce((SELECT min(id) FROM source.slice), 1) + 1,
    coalesce((SELECT max(id) FROM main.phase), 0) - coalesce((SELECT min(id) FROM source.phase), 1) + 1,
    coalesce((SELECT max(id) FROM main.iteration), 0) - coalesce((SELECT min(id) FROM source.iteration), 1) + 1,
    coalesce((SELECT max(id) FROM main.instant), 0) - coalesce((SELECT min(id) FROM source.instant), 1) + 1,
    coalesce((SELECT max(id) FROM main.link), 0) - coalesce((SELECT min(id) FROM source.link), 1) + 1,
    coalesce((SELECT max(id) FROM main.calibration), 0) - coalesce((SELECT min(id) FROM source.calibration), 1) + 1,
    coalesce((SELECT max(id) FROM main.schedule_result), 0) - coalesce((SELECT min(id) FROM source.schedule_result), 1) + 1;

-- Purpose: takes over results of schedules. Parameters: offset of their ids. Result: none.
INSERT INTO main.schedule_result SELECT s.id + ?1, s.scheduler, s.seed, s.semantics, s.feasible, s.makespan_s, s.period_s, s.throughput_samples_per_s, s.cost_usd, s.events, s.extrapolated
FROM source.schedule_result s ORDER BY s.id;

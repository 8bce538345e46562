-- Purpose: what simulated schedules achieved, in the order of their ids. Parameters: none. Result: the columns of the
-- table in order, without the id; makespan and period in seconds.
SELECT scheduler, seed, semantics, feasible, makespan_s, period_s, throughput_samples_per_s, cost_usd, events, extrapolated
FROM schedule_result ORDER BY id;

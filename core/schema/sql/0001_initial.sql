-- Schema version 1 of a Heteroscope trace database (*.hscope).
-- Parameters: none. Result: none.
-- A comment after a column is its description in docs/FILE_FORMAT.md, which is generated from this file.

-- Facts about the run: the command, the host, versions, and metadata such as algorithm and environment.
CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY, -- name of the fact, e.g. source_format, command, host, meta.algorithm
    value TEXT NOT NULL            -- its value as text
) STRICT;

-- Every name, once. Names are data: never interpreted as rich text or SQL.
CREATE TABLE string (
    id INTEGER PRIMARY KEY, -- referred to by the columns called *name_id
    value TEXT NOT NULL     -- valid UTF-8
) STRICT;

-- A process of the recorded program.
CREATE TABLE process (
    id INTEGER PRIMARY KEY,    -- identity within this file; an operating system's pid is not one
    parent_id INTEGER,         -- process that started it, NULL if unknown
    pid INTEGER,               -- the operating system's process id, NULL if unknown
    name_id INTEGER NOT NULL,  -- name shown, from string
    rank INTEGER,              -- rank in a distributed run, NULL if none
    sort_index INTEGER NOT NULL -- order among processes when shown
) STRICT;

-- A coarse stage of a process.
CREATE TABLE phase (
    id INTEGER PRIMARY KEY,       -- identity
    process_id INTEGER NOT NULL,  -- its process
    name_id INTEGER NOT NULL,     -- name, from string
    start_ns INTEGER NOT NULL,    -- start, trace time in ns
    duration_ns INTEGER NOT NULL  -- length in ns
) STRICT;

-- One numbered training step of a process.
CREATE TABLE iteration (
    id INTEGER PRIMARY KEY,       -- identity
    process_id INTEGER NOT NULL,  -- its process
    number INTEGER NOT NULL,      -- the step's number as the program counts
    start_ns INTEGER NOT NULL,    -- start, trace time in ns
    duration_ns INTEGER NOT NULL, -- length in ns
    slice_id INTEGER              -- the slice that marks it in the source, NULL if none
) STRICT;

-- A row of the timeline: a CPU thread, a GPU stream, a counter, or a profiler's marker row.
CREATE TABLE track (
    id INTEGER PRIMARY KEY,     -- identity
    process_id INTEGER NOT NULL, -- its process
    kind INTEGER NOT NULL,      -- 0 thread, 1 GPU stream, 2 counter, 3 marker
    name_id INTEGER NOT NULL,   -- name shown, from string; may be the empty string
    tid INTEGER,                -- the operating system's thread id, NULL if none
    device INTEGER,             -- device number of a GPU stream, NULL otherwise
    stream INTEGER,             -- stream (queue) number of a GPU stream, NULL otherwise
    sort_index INTEGER NOT NULL -- order within the process when shown
) STRICT;

-- One slice: a named stretch of time on a track. Ordered by track, start, longest first, sequence.
CREATE TABLE slice (
    id INTEGER PRIMARY KEY,       -- identity
    track_id INTEGER NOT NULL,    -- its track
    start_ns INTEGER NOT NULL,    -- start, trace time in ns
    duration_ns INTEGER NOT NULL, -- length in ns, 0 or more
    name_id INTEGER NOT NULL,     -- name, from string
    category INTEGER NOT NULL,    -- 0 python, 1 native, 2 simulator, 3 backend, 4 gpu_api, 5 gpu_sync, 6 gpu_kernel, 7 gpu_memcpy, 8 gpu_memset, 9 collective, 10 overhead, 11 annotation (shown, never counted)
    flags INTEGER NOT NULL        -- bit 0: end never recorded; bit 1: not part of the wall time; bits 2 to 4: recorded by 0 another profiler, 1 the program's own scopes, 2 the LibTorch hook, 3 the Python hook, 4 the GPU API hook, 5 the LibTorch hook: an operator that autograd numbers, 6 the LibTorch hook: a part of a backward pass
) STRICT;

-- The arguments of a slice, one row each. Loaded only when a slice is looked at.
CREATE TABLE slice_arg (
    slice_id INTEGER NOT NULL, -- its slice
    position INTEGER NOT NULL, -- order within the slice, from 0
    name_id INTEGER NOT NULL,  -- name, from string
    value TEXT NOT NULL,       -- value as JSON text (a string in quotes, a number, a list)
    PRIMARY KEY (slice_id, position)
) STRICT, WITHOUT ROWID;

-- Marks a slice of category annotation as one of the user's own operations.
CREATE TABLE operation (
    slice_id INTEGER PRIMARY KEY -- the slice that is an operation
) STRICT;

-- A point in time without length.
CREATE TABLE instant (
    id INTEGER PRIMARY KEY,    -- identity
    track_id INTEGER NOT NULL, -- its track
    time_ns INTEGER NOT NULL,  -- trace time in ns
    name_id INTEGER NOT NULL   -- name, from string
) STRICT;

-- A sample of a counter track. Progress is a counter called progress with value done and a total.
CREATE TABLE counter_sample (
    track_id INTEGER NOT NULL, -- its track (kind 2)
    time_ns INTEGER NOT NULL,  -- trace time in ns
    value REAL NOT NULL,       -- value from this time on
    total REAL                 -- for progress: what value counts towards; NULL otherwise
) STRICT;

-- An arrow between two slices.
CREATE TABLE link (
    id INTEGER PRIMARY KEY,         -- identity
    kind INTEGER NOT NULL,          -- 0 launch, 1 forward-backward, 2 fork, 3 join, 4 transfer, 5 other flow
    from_slice_id INTEGER NOT NULL, -- slice it leaves
    to_slice_id INTEGER NOT NULL,   -- slice it enters
    correlation INTEGER             -- the profiler's correlation id, NULL if none
) STRICT;

-- What one recording event costs, as calibration measured it.
CREATE TABLE calibration (
    id INTEGER PRIMARY KEY,    -- identity
    kind TEXT NOT NULL,        -- annotation, python_annotation, scope, python, torch, torch_autograd, torch_backward, gpu_api or cupti: the whole cost of one event; the same with _inside: the part that lies in its slice; with _dormant: what it costs while nothing is recorded
    name_id INTEGER,           -- API the figure is for, NULL for all
    mean_ns REAL NOT NULL,     -- mean cost per event in ns
    low_ns REAL NOT NULL,      -- lower end of the 95% interval in ns
    high_ns REAL NOT NULL,     -- upper end of the 95% interval in ns
    samples INTEGER NOT NULL   -- number of measurements
) STRICT;

-- What was wrong with the input or lost while recording, counted.
CREATE TABLE diagnostic (
    id TEXT NOT NULL PRIMARY KEY, -- stable name of the problem
    severity TEXT NOT NULL,       -- info, notice, data_loss or error
    count INTEGER NOT NULL,       -- how often it occurred
    first TEXT NOT NULL           -- the first case with its position
) STRICT;

-- The documents of a simulation, verbatim.
CREATE TABLE document (
    kind TEXT NOT NULL PRIMARY KEY, -- cluster, workload or placement
    name TEXT NOT NULL,             -- its name
    content TEXT NOT NULL           -- JSON text
) STRICT;

-- What a simulated schedule achieved.
CREATE TABLE schedule_result (
    id INTEGER PRIMARY KEY,                 -- identity
    scheduler TEXT NOT NULL,                -- which scheduler placed the layers
    seed INTEGER NOT NULL,                  -- its seed
    semantics TEXT NOT NULL,                -- analytic or network
    feasible INTEGER NOT NULL,              -- 1 if the throughput floor is met
    makespan_s REAL,                        -- simulated seconds from first start to last end
    period_s REAL,                          -- seconds per sample of the slowest stage
    throughput_samples_per_s REAL,          -- samples per second in the steady state
    cost_usd REAL,                          -- cost of the whole training in USD
    events INTEGER,                         -- number of events the engine processed
    extrapolated INTEGER                    -- 1 if the end was extrapolated from the steady state
) STRICT;

-- Slices with their names, for people who query the file.
CREATE VIEW slices AS
SELECT s.id, p.id AS process_id, pn.value AS process, s.track_id, tn.value AS track, n.value AS name,
       CASE s.category WHEN 0 THEN 'python' WHEN 1 THEN 'native' WHEN 2 THEN 'simulator' WHEN 3 THEN 'backend'
           WHEN 4 THEN 'gpu_api' WHEN 5 THEN 'gpu_sync' WHEN 6 THEN 'gpu_kernel' WHEN 7 THEN 'gpu_memcpy'
           WHEN 8 THEN 'gpu_memset' WHEN 9 THEN 'collective' WHEN 10 THEN 'overhead' ELSE 'annotation' END AS category,
       s.start_ns, s.duration_ns, s.start_ns + s.duration_ns AS end_ns, t.device, t.stream
FROM slice s JOIN track t ON t.id = s.track_id JOIN process p ON p.id = t.process_id
    JOIN string n ON n.id = s.name_id JOIN string tn ON tn.id = t.name_id JOIN string pn ON pn.id = p.name_id;

-- The user's operations with their names.
CREATE VIEW operations AS
SELECT s.* FROM operation o JOIN slices s ON s.id = o.slice_id;

-- Tracks with their names.
CREATE VIEW tracks AS
SELECT t.id, pn.value AS process, tn.value AS name,
       CASE t.kind WHEN 0 THEN 'thread' WHEN 1 THEN 'gpu_stream' WHEN 2 THEN 'counter' ELSE 'marker' END AS kind,
       t.tid, t.device, t.stream
FROM track t JOIN process p ON p.id = t.process_id JOIN string tn ON tn.id = t.name_id
    JOIN string pn ON pn.id = p.name_id;

-- Arguments with their names.
CREATE VIEW slice_args AS
SELECT a.slice_id, a.position, n.value AS name, a.value FROM slice_arg a JOIN string n ON n.id = a.name_id;

-- Counter samples with their names.
CREATE VIEW counter_samples AS
SELECT pn.value AS process, tn.value AS counter, c.time_ns, c.value, c.total
FROM counter_sample c JOIN track t ON t.id = c.track_id JOIN process p ON p.id = t.process_id
    JOIN string tn ON tn.id = t.name_id JOIN string pn ON pn.id = p.name_id;

-- Links with the names at both ends.
CREATE VIEW links AS
SELECT l.id, CASE l.kind WHEN 0 THEN 'launch' WHEN 1 THEN 'forward_backward' WHEN 2 THEN 'fork' WHEN 3 THEN 'join'
           WHEN 4 THEN 'transfer' ELSE 'flow' END AS kind,
       l.from_slice_id, a.name AS from_name, l.to_slice_id, b.name AS to_name, l.correlation
FROM link l JOIN slices a ON a.id = l.from_slice_id JOIN slices b ON b.id = l.to_slice_id;

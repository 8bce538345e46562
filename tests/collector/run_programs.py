#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Runs programs that record, and looks at what they recorded.

    run_programs.py HSCOPE PROGRAMS_FOLDER LIBRARY CASE

A case is a function test_CASE below. Exit code 77 (skipped) if the machine does not allow the case.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from recording import SKIPPED, Failure, Recording, expect, expect_true


class Skip(Exception):
    """The machine does not allow the test; says why."""


def counts(recording):
    """Slices in the file plus those that it says are lost."""
    return recording.value("SELECT count(*) FROM slice") + recording.problems().get("recording_events_lost", 0)


# ---- Bad input


def test_unbalanced(recording, _):
    seen, _ = recording.run("bad_input", "unbalanced", recording.trace)
    expect(seen["stop"], 0, "stop")
    recording.check_whole()
    expect(recording.value("SELECT count(*) FROM slice"), seen["scopes"], "slices")
    problems = recording.problems()
    expect(problems["recording_end_without_begin"], 4, "ends without begin")
    expect(problems["recording_end_out_of_order"], 2, "ends out of order")
    expect(problems["recording_argument_without_scope"], 2, "arguments without scope")
    expect(problems["recording_scope_left_open"], 1, "scopes left open")


def test_deep(recording, _):
    seen, _ = recording.run("bad_input", "deep", recording.trace)
    recording.check_whole()
    expect(counts(recording), seen["scopes"], "slices and losses")
    expect(recording.value("SELECT count(*) FROM slices WHERE name = 'afterwards'"), 1, "slices afterwards")
    expect(recording.value("SELECT count(*) FROM slice WHERE flags & 1"), 0, "unfinished slices")


def test_names(recording, _):
    seen, _ = recording.run("bad_input", "names", recording.trace)
    recording.check_whole()
    expect(recording.value("SELECT count(*) FROM slice"), seen["scopes"], "slices")
    names = recording.names()
    expect(names.count("(unknown name)"), 2, "unknown names")
    expect(names.count("(more names)"), 2, "names without room")
    expect(names.count("a\ufffdb"), 1, "names with a NUL")
    expect(names.count("\ufffd\ufffd caf\ufffd"), 1, "names that are not UTF-8")
    expect(max(len(name) for name in names), 4096, "longest name")
    problems = recording.problems()
    expect(problems["recording_names_unknown"], 2, "unknown names counted")
    # Interned once; as a text with one byte more; as a text argument.
    expect(problems["recording_names_shortened"], 3, "shortened names counted")
    expect_true(problems["recording_names_repaired"] >= 5, f"repaired names counted: {problems}")
    expect_true(recording.value("SELECT count(*) FROM slice_arg") == 3, "arguments")


def test_million_names(recording, _):
    seen, _ = recording.run("bad_input", "million_names", recording.trace)
    recording.check_whole()
    expect(counts(recording), seen["scopes"], "slices and losses")
    expect_true(recording.value("SELECT count(*) FROM string") <= 200_010, "the table of names is bounded")
    expect_true(recording.problems()["recording_names_refused"] > 500_000, "refused names are counted")


def test_many_threads(recording, _):
    seen, _ = recording.run("bad_input", "many_threads", recording.trace)
    recording.check_whole()
    expect(counts(recording), seen["scopes"], "slices and losses")
    tracks = recording.value("SELECT count(*) FROM track WHERE kind = 0")
    expect(recording.value("SELECT count(DISTINCT track_id) FROM slice"), tracks, "threads with a slice")


def test_values(recording, _):
    seen, _ = recording.run("bad_input", "values", recording.trace)
    recording.check_whole()
    expect(recording.value("SELECT count(*) FROM slice"), seen["scopes"], "slices")
    expect(recording.value("SELECT count(*) FROM counter_sample"), 6, "samples")
    expect(sorted(row[0] for row in recording.query("SELECT value FROM slice_arg")), ['"-inf"', '"inf"', '"nan"'],
           "arguments")
    expect(recording.value("SELECT count(*) FROM link WHERE kind = 5"), 3, "links")


def check_full(recording, seen, error):
    expect(seen["start"], 0, "start")
    expect(seen["flush"], 4, "flush")
    expect(seen["stop"], 4, "stop")
    expect(error.count("heteroscope: recording to"), 1, "sentences on the error output")
    recording.opens()
    problems = recording.problems()
    slices = recording.value("SELECT count(*) FROM slice")
    missing = problems["recording_write_failed"] + problems.get("recording_events_lost", 0)
    expect_true(slices > 0 and problems["recording_write_failed"] > 0, f"{slices} slices, {problems}")
    # Scopes that began after recording had stopped by itself are in neither.
    expect_true(slices + missing <= seen["scopes"], f"{slices} + {missing} of {seen['scopes']}")


def test_file_size_limit(recording, _):
    seen, error = recording.run("bad_input", "file_size_limit", recording.trace)
    check_full(recording, seen, error)


def test_full_disk(recording, _):
    disk = recording.folder / "disk"
    disk.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], capture_output=True, check=False)
    if mount.returncode != 0:
        raise Skip("mounting a small tmpfs is not permitted here")
    try:
        recording.trace = disk / "trace.hscope"
        seen, error = recording.run("bad_input", "full_disk", recording.trace)
        check_full(recording, seen, error)
    finally:
        subprocess.run(["umount", disk], check=True)


def test_unwritable(recording, _):
    (recording.folder / "folder.hscope").mkdir()
    (recording.folder / "file").write_text("not a folder", encoding="utf-8")
    recording.trace.write_text("mine", encoding="utf-8")
    for path in ("missing/trace.hscope", "/proc/trace.hscope", "folder.hscope", "file/trace.hscope", "trace.hscope",
                 "x" * 5000, "x" * 300):
        seen, error = recording.run("bad_input", "names", path)
        expect(seen["start"], 4, f"start of {path[:30]}")
        expect(seen["stop"], 3, f"stop of {path[:30]}")
        expect(error.count("heteroscope: not recording: "), 1, f"sentences about {path[:30]}: {error}")
    expect(recording.trace.read_text(encoding="utf-8"), "mine", "the file that was there")


def test_read_only_folder(recording, _):
    folder = recording.folder / "read_only"
    folder.mkdir()
    folder.chmod(0o555)
    options = {}
    if os.getuid() == 0:  # to whom everything is writable
        programs = recording.folder / "programs"
        programs.mkdir()
        shutil.copy(recording.programs / "bad_input", programs)
        for path in (recording.folder, programs):
            path.chmod(0o755)
        recording.programs = programs
        options = {"user": 65534, "group": 65534, "extra_groups": []}
        reachable = subprocess.run([programs / "bad_input"], capture_output=True, check=False, **options)
        if reachable.returncode != 2:
            raise Skip("another user cannot run the test program and its library here")
    seen, error = recording.run("bad_input", "names", folder / "trace.hscope", **options)
    expect(seen["start"], 4, "start")
    expect(error.count("heteroscope: not recording: "), 1, "sentences on the error output")
    expect(list(folder.iterdir()), [], "files in the folder")


# ---- Control


def test_not_started(recording, _):
    seen, _ = recording.run("control", "not_started", recording.trace)
    expect(seen, {"flush_before": 3, "stop_before": 3, "start": 0, "start_again": 2, "stop": 0, "flush_after": 3,
                  "stop_after": 3, "recording_after": 0}, "statuses")
    recording.check_whole()
    expect(recording.names(), ["recorded"], "slices")
    expect(recording.value("SELECT value FROM meta WHERE key = 'meta.key'"), "value", "a fact from before the start")


def test_invalid(recording, _):
    seen, error = recording.run("control", "invalid", recording.trace)
    expect(seen, {"size_small": 1, "size_large": 1, "signal": 1, "buffer": 1, "older": 0, "stop": 0}, "statuses")
    expect(error.count("heteroscope: not recording: "), 4, "sentences on the error output")
    expect(recording.names(), ["recorded"], "slices")


def test_pauses(recording, _):
    recording.run("control", "pauses", recording.trace)
    recording.check_whole()
    expect(recording.names(), ["begun", "ended while paused", "inside of one left out"], "slices")
    expect(recording.value("SELECT count(*) FROM slice WHERE flags & 1"), 0, "unfinished slices")
    expect(recording.problems(), {}, "diagnostics")


def test_by_signal(recording, _):
    seen, _ = recording.run("control", "by_signal", recording.trace)
    expect(seen, {"start": 0, "recording_paused": 0, "recording_resumed": 1, "stop": 0, "given_back": 1}, "what it saw")
    expect(recording.names(), ["after", "before"], "slices")


def test_timed(recording, _):
    seen, _ = recording.run("control", "timed", recording.trace)
    expect(seen, {"start": 0, "recording_delayed": 0, "stop": 0}, "what it saw")
    expect(recording.names(), ["ends late", "in time"], "slices")
    expect(recording.value("SELECT count(*) FROM slice WHERE flags & 1"), 0, "unfinished slices")


def test_size_cap(recording, _):
    seen, _ = recording.run("control", "size_cap", recording.trace)
    recording.check_whole()
    size = recording.trace.stat().st_size
    expect_true(4 << 20 <= size < 16 << 20, f"the file has {size} bytes")
    problems = recording.problems()
    expect(problems["recording_size_limit"], 1, "diagnostic")
    told = problems.get("recording_beyond_size_limit", 0) + counts(recording)
    # Recording can end just before the last hundred begin, or anywhere among them.
    expect_true(seen["scopes"] - 100 <= told <= seen["scopes"], f"the file tells {told} of {seen['scopes']} scopes")


def test_last_only(recording, _):
    seen, _ = recording.run("control", "last_only", recording.trace)
    recording.check_whole()
    first, last, kept = recording.query("SELECT min(number), max(number), count(*) FROM iteration")[0]
    expect(last, seen["scopes"], "the last iteration")
    expect_true(first > 1, f"the first iteration is still {first}")
    expect(kept, last - first + 1, "iterations without a gap")
    expect(recording.value("SELECT count(*) FROM operations"), 1, "the operation around all")
    cut = recording.value("SELECT min(start_ns) FROM iteration")
    for table in ("instant", "counter_sample"):
        expect_true(recording.value(f"SELECT min(time_ns) FROM {table}") > cut - 50_000_000, f"old rows in {table}")


def test_restarts(recording, _):
    seen, error = recording.run("control", "restarts", recording.trace)
    expect(error, "", "error output")
    for i in range(seen["times"]):
        trace = f"{recording.trace}.{i}"
        recording.check_whole(trace)
        expect(recording.names(trace), ["open", "other thread", "whole"], "slices")
        expect(recording.value("SELECT count(*) FROM slice WHERE flags & 1", trace), 1, "unfinished slices")


def test_storm(recording, _):
    seen, error = recording.run("control", "storm", recording.trace)
    expect(error, "", "error output")
    for i in range(seen["times"]):
        recording.check_whole(f"{recording.trace}.{i}")


def test_joins_in(recording, _):
    own = recording.folder / "own.hscope"
    seen, _ = recording.run("control", "joins_in", own,
                            environment={"HSCOPE_RECORD": "1", "HSCOPE_OUTPUT": str(recording.trace)})
    expect(seen, {"recording": 1, "start": 0, "start_again": 2, "stop": 0}, "what it saw")
    expect_true(not own.exists(), "the environment chose the file")
    expect(recording.names(), ["recorded"], "slices")


def test_by_environment(recording, _):
    environment = {"HSCOPE_RECORD": "1", "HSCOPE_OUTPUT": str(recording.trace), "HSCOPE_START_PAUSED": "1",
                   "HSCOPE_BUFFER_BYTES": "1000000", "HSCOPE_FLUSH_MS": "20"}
    for name in ("SIGUSR2", "USR2", str(int(signal.SIGUSR2))):
        recording.trace.unlink(missing_ok=True)
        seen, error = recording.run("control", "by_environment", "", environment={**environment, "HSCOPE_CONTROL_SIGNAL": name})
        expect(seen, {"recording_at_first": 0, "recording_resumed": 1, "recording_paused": 0, "stop": 0}, name)
        expect(error, "", "error output")
        expect(recording.names(), ["recorded"], "slices")


def test_record_only(recording, _):
    # What is written: the slices with who recorded them (bits 2 to 4), arguments, counters.
    scope, operator, argument_of_both = ("scope", 1), ("operator", 2), 2
    marks, annotations = [("iteration 1", 1)], [("operation", 1), ("python operation", 3)]
    for only, slices, arguments, counters in (
            (None, [*marks, *annotations, scope, operator], argument_of_both, 1),
            ("marks", marks, 0, 0),
            ("annotations", annotations, 0, 1),
            ("marks,scopes", [*marks, scope], 1, 0),
            ("torch", [operator], 1, 0),
            ("gpu_api", [], 0, 0)):
        recording.trace.unlink(missing_ok=True)
        seen, error = recording.run("control", "record_only", recording.trace,
                                    environment={} if only is None else {"HSCOPE_RECORD_ONLY": only})
        expect(seen, {"wants_torch": int(only in (None, "torch")), "start": 0, "stop": 0}, only)
        expect(error, "", "error output")
        rows = recording.query("SELECT s.value, flags / 4 FROM slice JOIN string s ON s.id = name_id ORDER BY slice.id")
        expect(sorted(map(tuple, rows)), sorted(slices), f"slices of {only}")
        expect(recording.value("SELECT count(*) FROM slice_arg"), arguments, f"arguments of {only}")
        expect(recording.value("SELECT count(*) FROM counter_sample"), counters, f"counters of {only}")
        expect(recording.problems(), {}, f"problems of {only}")


def test_bad_environment(recording, _):
    for name in ("KILL", "SIGSTOP", "9", "-1", "USR3", "usr2", "12x", "1000"):
        seen, error = recording.run("control", "joins_in", recording.trace,
                                    environment={"HSCOPE_RECORD": "1", "HSCOPE_CONTROL_SIGNAL": name})
        expect(seen, {"recording": 0, "start": 1, "start_again": 1, "stop": 3}, name)
        expect_true(f"not recording: HSCOPE_CONTROL_SIGNAL is {name}, which is no signal" in error, error)
        expect_true(not recording.trace.exists(), "no file is made")
    seen, error = recording.run("control", "joins_in", recording.trace,
                                environment={"HSCOPE_RECORD": "1", "HSCOPE_RECORD_ONLY": "marks,torches"})
    expect((seen["recording"], seen["start"]), (0, 1), "a group that does not exist")
    expect_true("not recording: HSCOPE_RECORD_ONLY has torches, which is none of marks," in error, error)
    # Numbers that are none are as good as none, and one that is too large is cut to what is possible.
    recording.run("control", "joins_in", "unused",
                  environment={"HSCOPE_RECORD": "1", "HSCOPE_OUTPUT": str(recording.trace), "HSCOPE_DELAY_MS": "soon",
                               "HSCOPE_DURATION_MS": "-5", "HSCOPE_LAST_MS": "99999999999999999999",
                               "HSCOPE_MAX_BYTES": "", "HSCOPE_BUFFER_BYTES": "1", "HSCOPE_FLUSH_MS": "x"})
    expect(recording.names(), ["recorded"], "slices")


# ---- Processes


def test_same_file(recording, _):
    seen, error = recording.run("process_life", "same_file", recording.trace)
    refused = seen["rounds"] * (seen["processes"] - 1)
    expect((seen["started"], seen["refused"]), (seen["rounds"], refused), "processes that record, and others")
    expect(error.count("exists already"), refused, "sentences on the error output")
    for i in range(seen["rounds"]):
        recording.check_whole(f"{recording.trace}.{i}")
        expect(recording.names(f"{recording.trace}.{i}"), ["winner"], "slices")


def test_without_thread(recording, _):
    seen, error = recording.run("process_life", "without_thread", recording.trace)
    # The second start finds the path free: the first left no file behind.
    expect(seen, {"start": 5, "start_again": 0, "stop": 0}, "statuses")
    expect(error.count("heteroscope: not recording: "), 1, f"sentences on the error output: {error}")
    expect(recording.names(), ["recorded"], "slices")
    recording.check_whole()


def test_forks(recording, _):
    seen, error = recording.run("process_life", "forks", recording.trace)
    killed = seen.pop("killed_child")
    expect(os.WTERMSIG(killed), signal.SIGKILL, "signal of the killed child")
    expect(set(seen.values()), {0}, f"statuses {seen}")
    expect(error, "", "error output")
    names = recording.names()
    expect([name for name in names if name != "busy"], ["around", "parent"], "slices of the parent")
    recording.check_whole()
    children = [path for path in recording.folder.glob("trace.*.hscope")]
    # They end like any program, so the object of the test program is destroyed in each.
    expect(sorted(name for path in children for name in recording.names(path) if name != "static destructor"),
           ["child", "child's thread", "grandchild", "killed child"], "slices of its children")
    expect(recording.names(f"{recording.trace}.other"), ["own file", "static destructor"], "slices of the child that starts")


def test_many_forks(recording, _):
    seen, error = recording.run("process_life", "many_forks", recording.trace)
    expect((seen["bad"], seen["stop"], error), (0, 0, ""), "children")
    recording.check_whole()


def test_thread_ends(recording, _):
    seen, _ = recording.run("process_life", "thread_ends", recording.trace)
    recording.check_whole()
    names = recording.names()
    expect((names.count("in time"), names.count("open"), names.count("thread_local destructor")),
           (seen["threads"],) * 3, "slices")
    late = recording.problems().get("recording_after_thread_end", 0)
    expect(names.count("late") + late, 3 * seen["threads"], "late slices and those that were too late")


def test_signals(recording, _):
    seen, _ = recording.run("process_life", "signals", recording.trace)
    recording.check_whole()
    expect_true(seen["handled"] > 0, "the handler ran")
    problems = recording.problems()
    unknown = set(problems) - {"recording_events_lost", "recording_argument_without_scope",
                               "recording_clock_backwards"}
    expect(unknown, set(), f"diagnostics {problems}")
    lost = problems.get("recording_events_lost", 0)
    expect(lost, seen["lost"], "losses")
    slices = recording.value("SELECT count(*) FROM slice")
    # An argument that found no room is counted as an event, too.
    expect_true(slices <= seen["scopes"] <= slices + lost, f"{slices} slices, {lost} lost of {seen['scopes']}")
    expect(recording.value("SELECT count(*) FROM slice WHERE flags & 1"), 0, "unfinished slices")


def test_first_in_handler(recording, _):
    recording.run("process_life", "first_in_handler", recording.trace)
    expect_true("afterwards" in recording.names(), "slices after the handler")


def test_leaves(recording, _):
    recording.run("process_life", "leaves", recording.trace)
    recording.opens()
    expect(recording.names(), ["flushed"], "slices")


def test_leaves_at_once(recording, _):
    recording.run("process_life", "leaves_at_once", recording.trace)
    recording.opens()
    facts = dict(recording.query("SELECT key, value FROM meta"))
    # Without these it could not be merged with the files of other processes.
    expect_true({"boot_id", "realtime_offset_ns", "parent_pid"} <= set(facts), f"facts {sorted(facts)}")


def test_exits(recording, _):
    recording.run("process_life", "exits", recording.trace)
    recording.check_whole()
    expect(recording.names(), ["at work", "atexit", "static destructor"], "slices")


def test_becomes_another(recording, _):
    recording.run("process_life", "becomes_another", recording.trace)
    expect(recording.names(), ["flushed"], "slices")


def test_crashes(recording, _):
    recording.run("process_life", "crashes", recording.trace, status=-signal.SIGABRT)
    expect(recording.names(), ["flushed"], "slices")


def test_loaded_twice(recording, library):
    copy = recording.folder / "copy.so"
    shutil.copy(library, copy)
    seen, error = recording.run("loaded_twice", library, copy, recording.trace)
    expect(seen, {"start_0": 0, "start_1": 4, "stop_0": 0, "stop_1": 3}, "statuses")
    expect(error.count("exists already"), 1, f"sentences on the error output: {error}")
    recording.check_whole()
    expect(recording.names(), ["first"], "slices")


def main(arguments):
    if len(arguments) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    hscope, programs, library, case = arguments
    with Recording(hscope, programs) as recording:
        try:
            globals()["test_" + case](recording, pathlib.Path(library).resolve())
        except Skip as reason:
            print(f"skipped: {reason}")
            return SKIPPED
        except (Failure, json.JSONDecodeError, KeyError) as failure:
            print(f"{case}: {failure!r}" if isinstance(failure, KeyError) else f"{case}: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What `hscope record` does with processes: exit status, signals, children, deaths.

Usage: check_record.py HSCOPE PROGRAMS, the latter the folder with recorded_steps.
"""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

HSCOPE = ""
PROGRAM = ""
SANITIZE = os.environ.get("HSCOPE_SANITIZE", "")
NO_THREAD_AFTER_FORK = "ThreadSanitizer does not support a thread that is started after a fork of several threads"
SLICES = 8  # of one run of the steps: two iterations, two operations, four scopes


class Record(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="record_")
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def start(self, *arguments, command=None, **options):
        return subprocess.Popen(
            [HSCOPE, "record", *arguments, "--", *(command or [PROGRAM])], cwd=self.path, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def record(self, *arguments, command):
        """Exit status, output and error output of a recording."""
        process = self.start(*arguments, command=command)
        output, error = process.communicate(timeout=60)
        return process.returncode, output, error

    def rows(self, sql, name="trace.hscope"):
        database = sqlite3.connect(f"file:{self.path / name}?mode=ro", uri=True)
        try:
            return database.execute(sql).fetchall()
        finally:
            database.close()

    def left(self):
        return sorted(path.name for path in self.path.iterdir())

    def test_passes_on_the_exit_status(self):
        status, output, error = self.record(command=[PROGRAM, "steps", "7"])
        self.assertEqual(7, status)
        self.assertEqual("done\n", output)
        self.assertIn("ended with status 7", error)
        self.assertEqual([(SLICES,)], self.rows("SELECT count(*) FROM slice"))
        self.assertEqual(["trace.hscope"], self.left())

    def test_forwards_a_signal_and_keeps_what_was_recorded(self):
        process = self.start(command=[PROGRAM, "wait", "9"])
        self.assertEqual("ready\n", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60)
        self.assertEqual((9, "done\n"), (process.returncode, output))
        self.assertEqual([(SLICES,)], self.rows("SELECT count(*) FROM slice"))

    def test_reports_a_deadly_signal_as_shells_do(self):
        status, _, error = self.record(command=[PROGRAM, "kill"])
        self.assertEqual(128 + signal.SIGKILL, status)
        self.assertIn("was killed by signal 9", error)
        self.assertIn("recording_not_closed", error)
        self.assertEqual([(SLICES,)], self.rows("SELECT count(*) FROM slice"))
        self.assertEqual(["trace.hscope"], self.left())

    def test_collects_what_a_signal_to_the_whole_group_leaves(self):
        # A terminal signals the whole group; a child without a handler dies of it, and we go on.
        process = self.start(command=[PROGRAM, "wait"], start_new_session=True)
        self.assertEqual("ready\n", process.stdout.readline())
        os.killpg(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=60)
        self.assertEqual(128 + signal.SIGINT, process.returncode)
        self.assertIn("was killed by signal 2", error)
        self.assertIn("recording_not_closed", error)

    @unittest.skipIf("address" in SANITIZE, "gcc 12's sanitizer does not make its allocator ready for a fork")
    @unittest.skipIf("thread" in SANITIZE, NO_THREAD_AFTER_FORK)
    def test_follows_forks(self):
        before = time.monotonic_ns()
        status, _, _ = self.record(command=[PROGRAM, "fork"])
        after = time.monotonic_ns()
        self.assertEqual(0, status)
        processes = self.rows("SELECT id, parent_id, pid FROM process ORDER BY id")
        self.assertEqual(2, len(processes))
        self.assertEqual((None, processes[0][0]), (processes[0][1], processes[1][1]))
        counts = self.rows("SELECT t.process_id, count(*) FROM slice s JOIN track t ON t.id = s.track_id GROUP BY 1")
        self.assertEqual([(1, SLICES), (2, SLICES)], counts)
        # One clock, which is ours too: the child starts after its parent did.
        starts = [row[0] for row in self.rows(
            "SELECT min(start_ns) FROM slice s JOIN track t ON t.id = s.track_id GROUP BY t.process_id ORDER BY 1")]
        self.assertTrue(before < starts[0] < starts[1] < after)

    def test_follows_children_of_programs_that_are_not_recorded(self):
        status, _, _ = self.record(command=["sh", "-c", f"{PROGRAM}; {PROGRAM} steps 3"])
        self.assertEqual(3, status)
        self.assertEqual([(2,)], self.rows("SELECT count(*) FROM process"))

    def test_knows_a_child_that_leaves_before_anything_is_written(self):
        status, output, _ = self.record("--json", command=[PROGRAM, "leave"])
        result = json.loads(output)
        self.assertEqual((0, []), (status, result["left_out"]))
        first, second = (process["pid"] for process in result["processes"])
        self.assertEqual([None, first], [process["parent_pid"] for process in result["processes"]])
        self.assertNotEqual(first, second)

    def test_keeps_both_lives_of_a_process_that_becomes_another_program(self):
        status, _, _ = self.record(command=[PROGRAM, "exec", "4"])
        self.assertEqual(4, status)
        self.assertEqual([(2 * SLICES,)], self.rows("SELECT count(*) FROM slice"))

    @unittest.skipIf("thread" in SANITIZE, NO_THREAD_AFTER_FORK)
    def test_leaves_out_a_child_that_outlives_the_command(self):
        status, output, _ = self.record("--json", command=[PROGRAM, "outlive"])
        result = json.loads(output)
        self.assertEqual(0, status)
        self.assertEqual(1, len(result["processes"]))
        self.assertEqual(1, len(result["left_out"]))
        self.assertIn("still recording", result["left_out"][0]["reason"])
        folder = pathlib.Path(result["run_folder"])
        self.assertTrue(pathlib.Path(result["left_out"][0]["file"]).exists())
        os.kill(int(pathlib.Path(result["left_out"][0]["file"]).stem.split(".")[-1]), signal.SIGKILL)
        run = subprocess.run([HSCOPE, "merge", *map(str, sorted(folder.glob("*.hscope"))), "-o", "all.hscope"],
                             cwd=self.path, check=False, capture_output=True)
        self.assertEqual(0, run.returncode, run.stderr)
        self.assertEqual([(2 * SLICES,)], self.rows("SELECT count(*) FROM slice", "all.hscope"))

    def test_says_what_is_wrong_with_a_command(self):
        status, _, error = self.record(command=["./not-there"])
        self.assertEqual((127, "hscope: cannot run ./not-there: No such file or directory\n"), (status, error))
        (self.path / "text").write_text("no program\n")
        status, _, error = self.record(command=["./text"])
        self.assertEqual((126, "hscope: cannot run ./text: Permission denied\n"), (status, error))
        self.assertEqual(["text"], self.left())

    def test_says_that_nothing_was_recorded(self):
        status, _, error = self.record(command=["true"])
        self.assertEqual(1, status)
        self.assertIn("true recorded nothing: link it with libhscope_collector", error)
        status, _, error = self.record(command=["sh", "-c", "exit 5"])
        self.assertEqual(5, status)
        self.assertIn("recorded nothing", error)
        self.assertEqual([], self.left())

    def test_passes_arguments_on_unchanged(self):
        words = ["", "--json", "--", "[a,b]", "a b", "record", "%%", "-o"]
        status, output, _ = self.record(command=["printf", "%s\\n", *words])
        self.assertEqual((1, "\n".join(words) + "\n"), (status, output))

    def test_pauses_and_resumes_by_a_signal(self):
        status, _, error = self.record("--start-paused", "--control-signal", "USR2", command=[PROGRAM, "signal"])
        self.assertEqual(0, status, error)
        self.assertEqual([(SLICES,)], self.rows("SELECT count(*) FROM slice"))
        status, _, error = self.record("--control-signal", "KILL", command=[PROGRAM])
        self.assertEqual(2, status)
        self.assertIn("KILL is neither USR1 nor USR2", error)

    def test_records_a_part_of_the_time(self):
        self.record("--delay", "30", command=[PROGRAM])
        self.assertEqual([(0,)], self.rows("SELECT count(*) FROM slice"))


if __name__ == "__main__":
    HSCOPE, PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()), str(pathlib.Path(sys.argv[2]).resolve() / "recorded_steps")
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

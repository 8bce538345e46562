#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What `hscope record --torch` records of a program that knows nothing of the recorder.

Usage: check_torch.py HSCOPE PROGRAMS, the latter the folder with torch_steps. Exit status 77 (skipped) without it.
"""

import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HSCOPE = ""
PROGRAM = ""
BACKEND = 3
FORWARD_BACKWARD = 1
PASSES = 2  # one on each of two threads


class RecordTorch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="record_")
        cls.addClassCleanup(cls.folder.cleanup)
        run = subprocess.run([HSCOPE, "record", "--torch", "--shapes", "--json", "--", PROGRAM], cwd=cls.folder.name,
                             capture_output=True, text=True, check=False, timeout=100)
        cls.status, cls.error = run.returncode, run.stderr
        cls.summary = json.loads(run.stdout)
        cls.database = sqlite3.connect(pathlib.Path(cls.folder.name) / "trace.hscope")
        cls.addClassCleanup(cls.database.close)

    def rows(self, sql, *parameters):
        return self.database.execute(sql, parameters).fetchall()

    def count(self, name):
        return self.rows("SELECT count(*) FROM slices WHERE name = ? AND category = 'backend'", name)[0][0]

    def test_leaves_the_program_as_it_is(self):
        self.assertEqual(0, self.status)
        self.assertEqual("24\n" * PASSES, self.error)  # its output; the recorder says nothing
        self.assertEqual([], self.summary["diagnostics"])
        self.assertEqual(1, len(self.summary["processes"]))

    def test_records_operators_of_both_passes(self):
        for name in ("aten::linear", "aten::addmm", "aten::relu", "aten::sum"):
            self.assertGreaterEqual(self.count(name), PASSES, name)
        self.assertEqual(PASSES, self.count("AddmmBackward0"))
        self.assertEqual(PASSES, self.count("ReluBackward0"))
        self.assertEqual([], self.rows("SELECT * FROM slice WHERE category <> ?", BACKEND))
        self.assertEqual([], self.rows("SELECT * FROM slice WHERE flags <> 0"))

    def test_nests_operators_as_they_call_each_other(self):
        inside = self.rows("""SELECT count(*) FROM slices a JOIN slices b ON a.track_id = b.track_id
            AND a.start_ns <= b.start_ns AND b.end_ns <= a.end_ns WHERE a.name = 'aten::linear' AND b.name = 'aten::addmm'""")
        self.assertEqual([(PASSES,)], inside)
        crossing = self.rows("""SELECT count(*) FROM slices a JOIN slices b ON a.track_id = b.track_id
            WHERE a.start_ns < b.start_ns AND b.start_ns < a.end_ns AND a.end_ns < b.end_ns""")
        self.assertEqual([(0,)], crossing)

    def test_links_forward_operators_to_their_backward_nodes(self):
        pairs = self.rows("""SELECT n.value, m.value FROM link l JOIN slice f ON f.id = l.from_slice_id
            JOIN slice t ON t.id = l.to_slice_id JOIN string n ON n.id = f.name_id JOIN string m ON m.id = t.name_id
            WHERE l.kind = ? AND f.track_id = t.track_id AND f.start_ns < t.start_ns""", FORWARD_BACKWARD)
        for pair in (("aten::addmm", "AddmmBackward0"), ("aten::relu", "ReluBackward0"), ("aten::sum", "SumBackward0")):
            self.assertEqual(PASSES, pairs.count(pair), f"{pair} in {pairs}")

    def test_keeps_shapes_and_sequence_numbers(self):
        shapes = self.rows("""SELECT a.value FROM slice_args a JOIN slices s ON s.id = a.slice_id
            WHERE s.name = 'aten::linear' AND a.name = 'shapes'""")
        self.assertEqual([('"[[4,3],[2,3],[2]]"',)] * PASSES, shapes)
        self.assertEqual([(PASSES,)], self.rows("""SELECT count(*) FROM slice_args a JOIN slices s ON s.id = a.slice_id
            WHERE s.name = 'AddmmBackward0' AND a.name = 'sequence'"""))

    def test_leaves_programs_without_torch_alone(self):
        run = subprocess.run(
            [HSCOPE, "record", "--torch", "-o", "none.hscope", "--", "sh", "-c", "grep -c hscope_collector /proc/self/maps"],
            cwd=self.folder.name, capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual("0\n", run.stdout)
        self.assertIn("recorded nothing", run.stderr)


class Demo(unittest.TestCase):
    def test_records_and_reports_the_bundled_training(self):
        if not (pathlib.Path(HSCOPE).parent / "rl_training").exists():
            self.skipTest("rl_training was not built (Debian: libbox2d-dev)")
        with tempfile.TemporaryDirectory(prefix="demo_") as folder:
            run = subprocess.run([HSCOPE, "demo", "--out", "made", "--steps", "2048"], cwd=folder, capture_output=True,
                                 text=True, check=False, timeout=100)
            self.assertEqual(0, run.returncode, run.stderr)
            self.assertIn("$ hscope report made/training.hscope", run.stdout)
            database = sqlite3.connect(pathlib.Path(folder) / "made" / "training.hscope")
            self.addCleanup(database.close)
            operations = {row[0] for row in database.execute("SELECT DISTINCT name FROM operations")}
            categories = {row[0] for row in database.execute("SELECT DISTINCT category FROM slices")}
            links, = database.execute("SELECT count(*) FROM link WHERE kind = ?", (FORWARD_BACKWARD,)).fetchone()
        self.assertLessEqual({"inference", "simulation", "backpropagation"}, operations)
        self.assertLessEqual({"simulator", "backend"}, categories)
        self.assertGreater(links, 0)


if __name__ == "__main__":
    HSCOPE, PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()), str(pathlib.Path(sys.argv[2]).resolve() / "torch_steps")
    if not pathlib.Path(PROGRAM).exists():
        print("skipped: built without LibTorch, so there is no program to record (Debian: libtorch-dev)")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What `hscope record --torch` records of a program that knows nothing of the recorder.

Usage: check_torch.py HSCOPE PROGRAMS, the latter the folder with torch_steps. Exit status 77 (skipped) without it.
"""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HSCOPE = ""
PROGRAM = ""
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
        others = self.rows("SELECT name, category FROM slices WHERE category <> 'backend'")
        self.assertEqual([("measuring what recording costs", "overhead")] * 3, others)
        self.assertEqual([], self.rows("SELECT * FROM slice WHERE flags & 1"))

    def test_measures_what_an_operator_costs(self):
        # Twice 21 rounds of 32 operators, none of which is in the recording. A node of a backward pass is two events.
        costs = self.rows("SELECT kind, samples FROM calibration WHERE kind LIKE 'torch%' ORDER BY kind")
        once = 2 * 21 * 32
        self.assertEqual([("torch", once), ("torch_autograd", once), ("torch_autograd_inside", once),
                          ("torch_backward", 2 * once), ("torch_backward_inside", 2 * once), ("torch_inside", once)], costs)
        self.assertEqual([], self.rows("SELECT * FROM calibration WHERE NOT (low_ns <= mean_ns AND mean_ns <= high_ns)"))
        first = self.rows("SELECT min(start_ns) FROM slices WHERE category = 'backend'")
        self.assertLessEqual(self.rows("SELECT max(end_ns) FROM slices WHERE category = 'overhead'"), first)

    def test_tells_operators_by_what_recording_them_costs(self):
        hooks = dict(self.rows("""SELECT n.value, group_concat(DISTINCT (s.flags >> 2 & 7) - 1) FROM slice s
            JOIN string n ON n.id = s.name_id GROUP BY s.name_id"""))
        self.assertEqual("1", hooks["aten::ones"])  # makes no node: autograd does not number it
        self.assertEqual("4", hooks["aten::linear"])
        for name in ("AddmmBackward0", "torch::autograd::AccumulateGrad", "autograd::engine::evaluate_function: AddmmBackward0"):
            self.assertEqual("5", hooks[name], name)

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


class Refusals(unittest.TestCase):
    """What makes the hook stay away; the program must not feel it."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="record_")
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        self.refused = pathlib.Path(PROGRAM).parent / "refused"

    def run_program(self, *command, status=0, output="24\n" * PASSES, preload=(), **environment):
        """Records a program the way `hscope record --torch` does; gives what was said on the error output."""
        libraries = [str(pathlib.Path(HSCOPE).parents[1] / "lib" / "libhscope_preload.so"), *map(str, preload)]
        run = subprocess.run(command or [PROGRAM], cwd=self.path, capture_output=True, text=True, check=False, timeout=100,
                             env={**os.environ, "HSCOPE_RECORD": "1", "HSCOPE_OUTPUT": "trace.hscope",
                                  "HSCOPE_HOOKS": "torch", "LD_PRELOAD": ":".join(libraries), **environment})
        self.assertEqual((status, output), (run.returncode, run.stdout), run.stderr)
        return run.stderr

    def slices(self):
        with contextlib.closing(sqlite3.connect(f"file:{self.path / 'trace.hscope'}?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM slice").fetchone()[0]

    def test_says_that_the_hook_is_missing(self):
        error = self.run_program(HSCOPE_LIBRARY_PATH=str(self.path))
        self.assertEqual(1, error.count("heteroscope: not recording operators of LibTorch: "), error)
        self.assertIn(f"{self.path}/libhscope_torch.so", error)
        self.assertEqual(0, self.slices())

    def test_refuses_a_file_that_is_no_hook(self):
        (self.path / "libhscope_torch.so").write_text("no library")
        error = self.run_program(HSCOPE_LIBRARY_PATH=str(self.path))
        self.assertEqual(1, error.count("heteroscope: not recording operators of LibTorch: "), error)
        self.assertEqual(0, self.slices())

    def test_refuses_a_library_of_another_name(self):
        error = self.run_program("true", output="", preload=[self.refused / "libtorch_cpu.so.9"])
        self.assertRegex(error, r"not recording operators of LibTorch: .*/libtorch_cpu\.so\.9 is not the "
                                r"libtorch_cpu\.so\S* that the hook was built for\n$")
        self.assertEqual(0, self.slices())

    def test_refuses_another_version_of_the_same_name(self):
        error = self.run_program(preload=[self.refused / "liblater_torch.so"])
        self.assertRegex(error, r"not recording operators of LibTorch: the hook was built for version \S+, "
                                r"but the program has 1\.99\.0\n$")
        self.assertEqual(0, self.slices())

    def test_takes_its_name_out_of_a_list(self):
        for hooks, is_loaded in (("", False), ("torchvision", False), (",,nothing,torch", True)):
            (self.path / "trace.hscope").unlink(missing_ok=True)
            self.assertEqual("", self.run_program(HSCOPE_HOOKS=hooks))
            self.assertEqual(is_loaded, self.slices() > 0, hooks)

    def test_records_shapes_only_if_told_so(self):
        self.assertEqual("", self.run_program(HSCOPE_TORCH_SHAPES="yes"))
        with contextlib.closing(sqlite3.connect(self.path / "trace.hscope")) as database:
            names = {row[0] for row in database.execute("SELECT DISTINCT name FROM slice_args")}
        self.assertEqual({"sequence"}, names)

    def test_hscope_says_where_the_hook_can_be_had(self):
        alone = self.path / "hscope"
        shutil.copy(HSCOPE, alone)
        run = subprocess.run([alone, "record", "--torch", "--", PROGRAM], cwd=self.path, capture_output=True, text=True,
                             check=False, timeout=60)
        self.assertEqual((1, ""), (run.returncode, run.stdout))
        self.assertIn("operators of LibTorch cannot be recorded: libhscope_torch.so was not found: it is in the package "
                      "heteroscope-torch", run.stderr)
        self.assertEqual(["hscope"], [path.name for path in self.path.iterdir()])


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

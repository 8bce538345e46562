#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What `hscope record --torch` records of a training in Python, as Debian's python3-torch runs it.

Usage: check_python.py HSCOPE. Exit status 77 (skipped) without that package or without the hook.
"""

import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HSCOPE = ""
PYTHON = "/usr/bin/python3"
PROGRAM = pathlib.Path(__file__).resolve().parent / "programs" / "train_steps.py"
STEPS = 2
FORWARD_BACKWARD = 1


class RecordPython(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="record_")
        cls.addClassCleanup(cls.folder.cleanup)
        run = subprocess.run([HSCOPE, "record", "--torch", "--json", "--", PYTHON, "-B", PROGRAM], cwd=cls.folder.name,
                             capture_output=True, text=True, check=False, timeout=200)
        cls.status, cls.error = run.returncode, run.stderr
        cls.summary = json.loads(run.stdout)
        cls.database = sqlite3.connect(pathlib.Path(cls.folder.name) / "trace.hscope")
        cls.addClassCleanup(cls.database.close)

    def rows(self, sql, *parameters):
        return self.database.execute(sql, parameters).fetchall()

    def test_leaves_the_program_as_it_is(self):
        self.assertEqual(3, self.status)
        self.assertEqual("26\n", self.error)  # its output; neither it nor the recorder says more

    def test_merges_the_worker_that_leaves_without_a_word(self):
        self.assertEqual([], self.summary["left_out"])
        self.assertEqual([("recording_not_closed", 1)],
                         [(problem["id"], problem["count"]) for problem in self.summary["diagnostics"]])
        parents = [process["parent_pid"] for process in self.summary["processes"]]
        main = self.summary["processes"][0]["pid"]
        self.assertEqual([None, main], parents)

    def test_records_operators_forward_and_backward(self):
        found = dict(self.rows("SELECT name, count(*) FROM slices WHERE category = 'backend' GROUP BY name"))
        for name in ("aten::addmm", "AddmmBackward0"):
            self.assertEqual(2 * STEPS, found.get(name), name)  # two layers
        for name in ("aten::relu", "ReluBackward0", "MeanBackward0"):
            self.assertEqual(STEPS, found.get(name), name)
        self.assertEqual([(STEPS,)], self.rows("SELECT count(*) FROM slices WHERE name = 'train step' AND category = 'native'"))
        self.assertEqual([], self.rows("SELECT * FROM slice WHERE flags & 1 AND track_id = 1"))

    def test_links_forward_to_backward(self):
        pairs = self.rows("""SELECT f.name, t.name FROM link l JOIN slices f ON f.id = l.from_slice_id
            JOIN slices t ON t.id = l.to_slice_id WHERE l.kind = ? AND f.start_ns < t.start_ns""", FORWARD_BACKWARD)
        self.assertEqual(2 * STEPS, pairs.count(("aten::addmm", "AddmmBackward0")), pairs)
        self.assertEqual(STEPS, pairs.count(("aten::relu", "ReluBackward0")), pairs)


def reason_to_skip():
    if not (pathlib.Path(HSCOPE).parents[1] / "lib" / "libhscope_torch.so").exists():
        return "built without LibTorch, so there is no hook (Debian: libtorch-dev)"
    found = subprocess.run([PYTHON, "-c", "import torch"], capture_output=True, check=False)
    return None if found.returncode == 0 else f"{PYTHON} has no module torch (Debian: python3-torch)"


if __name__ == "__main__":
    HSCOPE = str(pathlib.Path(sys.argv[1]).resolve())
    reason = reason_to_skip()
    if reason:
        print("skipped: " + reason)
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])

# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Runs Python code as users record it, and reads what came of it."""

import contextlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import unittest

PYTHON = "/usr/bin/python3"
HSCOPE = ""
PACKAGE = ""  # the folder for PYTHONPATH

# Code that scripts may use: what takes a while, told in milliseconds of this thread.
PRELUDE = """
import time
import heteroscope

def work(ms):
    end = time.thread_time_ns() + int(ms * 1e6)
    while time.thread_time_ns() < end:
        pass
"""


class RecordedScript(unittest.TestCase):
    """A test in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="python_")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.said = ""

    def write(self, code, name="script.py"):
        script = self.path / name
        script.write_text(PRELUDE + textwrap.dedent(code), encoding="utf-8")
        return script

    def run_plain(self, code, *options, status=0, **environment):
        """Runs code with the package but without a recording; gives what it printed."""
        variables = {**os.environ, "PYTHONPATH": PACKAGE, **environment}
        run = subprocess.run([PYTHON, "-B", *options, self.write(code)], cwd=self.path, capture_output=True, text=True,
                             check=False, timeout=60, env=variables)
        self.assertEqual(status, run.returncode, run.stderr)
        self.said = run.stderr
        return run.stdout

    def record(self, code, *options, python=(), status=0, **environment):
        """Records code with `hscope record --python`; gives what it printed."""
        run = subprocess.run([HSCOPE, "record", "--python", "--force", *options, "--", PYTHON, "-B", *python,
                              self.write(code)], cwd=self.path, capture_output=True, text=True, check=False, timeout=120,
                             env={**os.environ, **environment})
        self.assertEqual(status, run.returncode, run.stderr)
        self.said = run.stderr
        return run.stdout

    def rows(self, sql, *parameters, name="trace.hscope"):
        with contextlib.closing(sqlite3.connect(f"file:{self.path / name}?mode=ro", uri=True)) as database:
            return database.execute(sql, parameters).fetchall()

    def counts(self, category):
        """How many scopes of a category have which name."""
        return dict(self.rows("SELECT name, count(*) FROM slices WHERE category = ? GROUP BY name", category))

    def operations(self):
        """Names of operations by begin, each with that of the one around it."""
        return self.rows("""SELECT o.name, (SELECT a.name FROM operations a WHERE a.track_id = o.track_id AND a.id < o.id
            AND a.start_ns <= o.start_ns AND a.end_ns >= o.end_ns ORDER BY a.id DESC LIMIT 1)
            FROM operations o ORDER BY o.start_ns, o.id""")

    def report(self):
        """Milliseconds by operation and active categories."""
        run = subprocess.run([HSCOPE, "report", "--json", "trace.hscope"], cwd=self.path, capture_output=True, text=True,
                             check=True, timeout=60)
        found = {}
        for row in json.loads(run.stdout)["rows"]:
            key = (row["operation"], *row["categories"])
            found[key] = found.get(key, 0) + row["time_ns"] / 1e6
        return found


def main(package, hscope):
    """Runs the tests of the calling file."""
    global PACKAGE, HSCOPE
    PACKAGE, HSCOPE = str(pathlib.Path(package).resolve()), str(pathlib.Path(hscope).resolve())
    unittest.main(module="__main__", argv=[sys.argv[0], *sys.argv[3:]])

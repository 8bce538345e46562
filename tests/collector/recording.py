# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What the tests of whole recordings share: running a program that records, and reading its trace with hscope."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

SKIPPED = 77
TIMEOUT_S = 240


class Failure(Exception):
    """A test did not find what it expected."""


def expect(actual, expected, what):
    if actual != expected:
        raise Failure(f"{what}: {actual!r} instead of {expected!r}")


def expect_true(condition, what):
    if not condition:
        raise Failure(what)


class Recording:
    """A folder in which programs record, and hscope to read what they wrote."""

    def __init__(self, hscope, programs):
        self.hscope = pathlib.Path(hscope).resolve()
        self.programs = pathlib.Path(programs).resolve()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hscope_recording_"))
        self.trace = self.folder / "trace.hscope"
        (self.folder / "home").mkdir()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self, **more):
        """That of the programs: nothing of the user's settings."""
        home = str(self.folder / "home")
        keep = {name: value for name, value in os.environ.items()
                if name.endswith("SAN_OPTIONS") or name in ("PATH", "LD_LIBRARY_PATH")}
        return {**keep, "LC_ALL": "C.UTF-8", "HOME": home, "XDG_CACHE_HOME": home + "/cache", **more}

    def run(self, program, *arguments, status=0, environment=None, **options):
        """Runs a test program to its end; gives its "name=number" lines and its error output."""
        run = subprocess.run([self.programs / program, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=TIMEOUT_S, check=False,
                             env=self.environment(**(environment or {})), **options)
        error = run.stderr.decode("utf-8", "backslashreplace")
        if run.returncode != status:
            raise Failure(f"{program} {' '.join(map(str, arguments))} ended with {run.returncode}: {error}")
        lines = run.stdout.decode("utf-8", "backslashreplace").splitlines()
        return {name: int(number) for name, _, number in (line.partition("=") for line in lines)}, error

    def ask_hscope(self, *arguments):
        run = subprocess.run([self.hscope, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                             timeout=TIMEOUT_S, check=False, env=self.environment())
        if run.returncode != 0:
            raise Failure(f"hscope {' '.join(map(str, arguments))}: {run.stderr.decode('utf-8', 'backslashreplace')}")
        return run.stdout.decode("utf-8")

    def query(self, sql, trace=None):
        """The rows of a query."""
        answer = json.loads(self.ask_hscope("query", trace or self.trace, sql, "--json", "--limit", "1000000"))
        return [list(row.values()) if isinstance(row, dict) else row
                for row in (answer["rows"] if isinstance(answer, dict) else answer)]

    def value(self, sql, trace=None):
        return self.query(sql, trace)[0][0]

    def names(self, trace=None):
        """The names of all slices, sorted."""
        return sorted(row[0] for row in self.query("SELECT name FROM slices", trace))

    def problems(self, trace=None):
        return dict(self.query("SELECT id, count FROM diagnostic", trace))

    def opens(self, trace=None):
        """hscope can load it, and its sums hold."""
        json.loads(self.ask_hscope("info", trace or self.trace, "--json"))

    def check_whole(self, trace=None):
        """A file that was closed: nothing lies beside it."""
        path = pathlib.Path(trace or self.trace)
        left = [name for name in os.listdir(path.parent) if name.startswith(path.name + "-")]
        expect(left, [], "files beside the trace")
        self.opens(path)

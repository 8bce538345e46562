#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Runs golden cases: hscope's output must be what a file says.

    run_golden.py HSCOPE CASE... [--shared DIR] [--programs DIR]

A case is a folder:
    command.txt         arguments of hscope, one run per line, quoted as in a shell; # begins a comment line
    expected.txt        standard output of all runs (no file: nothing)
    expected_error.txt  standard error of all runs (no file: nothing)
    expected_exit       exit code of each run, separated by blanks (no file, or too short: 0)
    normalise.txt       what differs from run to run, one `REGEX => TEXT` per line, replaced in both outputs
and any input files. Placeholders in command.txt: {dir} the case's folder, {tmp} a fresh folder in which hscope runs,
{shared} the folder with the real traces, {programs} the folder with programs to record; outputs are compared with these
paths replaced by the placeholders.

Besides, no run may change a file in the case's folder or add one. Exit code 77 (skipped) if a case needs a shared
or programs folder that is not there.
"""

import argparse
import dataclasses
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

SKIPPED = 77
TIMEOUT_S = 60


@dataclasses.dataclass
class Outcome:
    output: str
    error: str
    exits: list
    changed: list  # names of files in the case's folder that a run changed or added


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def commands(case):
    lines = (case / "command.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def normalised(case, text):
    path = case / "normalise.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        pattern, _, replacement = line.partition(" => ")
        text = re.sub(pattern, replacement, text)
    return text


def run_case(hscope, case, shared, programs=None):
    """Runs all commands of a case; None if it needs a folder that is not there."""
    lines = commands(case)
    for placeholder, folder in (("{shared}", shared), ("{programs}", programs)):
        if any(placeholder in line for line in lines) and not (folder and folder.is_dir()):
            return None
    before = contents(case)
    with tempfile.TemporaryDirectory(prefix="golden_") as folder:
        tmp = pathlib.Path(folder).resolve()
        (tmp / "home").mkdir()
        places = {"{dir}": str(case), "{tmp}": str(tmp)}
        if shared:
            places["{shared}"] = str(shared)
        if programs:
            places["{programs}"] = str(programs)
        environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(tmp / "home"),
                       "XDG_CACHE_HOME": str(tmp / "home/cache"), "TMPDIR": str(tmp / "home")}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"):
            if name in os.environ:
                environment[name] = os.environ[name]
        output, error, exits = "", "", []
        for line in lines:
            arguments = []
            for argument in shlex.split(line):
                for placeholder, place in places.items():
                    argument = argument.replace(placeholder, place)
                arguments.append(argument)
            run = subprocess.run([hscope, *arguments], cwd=tmp, env=environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, timeout=TIMEOUT_S, check=False)
            output += run.stdout.decode("utf-8", "backslashreplace")
            error += run.stderr.decode("utf-8", "backslashreplace")
            exits.append(run.returncode)
        # The longest path first: one may lie inside another.
        for placeholder, place in sorted(places.items(), key=lambda entry: -len(entry[1])):
            output = output.replace(place, placeholder)
            error = error.replace(place, placeholder)
    after = contents(case)
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return Outcome(normalised(case, output), normalised(case, error), exits, changed)


def expectation(case, name):
    path = case / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def expected_exits(case, count):
    exits = [int(word) for word in expectation(case, "expected_exit").split()]
    return exits + [0] * (count - len(exits))


def check(hscope, case, shared, programs):
    """Prints what differs. Returns True, False or None (skipped)."""
    outcome = run_case(hscope, case, shared, programs)
    if outcome is None:
        print(f"skipped: {case.name} needs the shared folder with the real traces (set HSCOPE_SHARED), or built programs")
        return None
    same = True
    for name, text in (("expected.txt", outcome.output), ("expected_error.txt", outcome.error)):
        expected = expectation(case, name)
        if text != expected:
            same = False
            sys.stdout.writelines(difflib.unified_diff(
                expected.splitlines(keepends=True), text.splitlines(keepends=True), str(case / name), "hscope"))
            print()
    if outcome.exits != expected_exits(case, len(outcome.exits)):
        same = False
        print(f"exit codes: expected {expected_exits(case, len(outcome.exits))}, hscope {outcome.exits}")
    if outcome.changed:
        same = False
        print(f"hscope changed the folder of its input: {', '.join(outcome.changed)}")
    return same


def main():
    parser = argparse.ArgumentParser(description="Runs golden cases.")
    parser.add_argument("hscope", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("cases", nargs="+", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--shared", type=lambda text: pathlib.Path(text).resolve() if text else None)
    parser.add_argument("--programs", type=lambda text: pathlib.Path(text).resolve() if text else None)
    options = parser.parse_args()
    results = [check(options.hscope, case, options.shared, options.programs) for case in options.cases]
    if False in results:
        return 1
    return SKIPPED if None in results else 0


if __name__ == "__main__":
    sys.exit(main())

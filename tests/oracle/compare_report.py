#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Compares `hscope report --format json` with the oracle, row by row, in both attributions.

    compare_report.py HSCOPE FILE                    a trace; exit code 77 (skipped) if it is not there
    compare_report.py HSCOPE --random FIRST LAST     random traces of these seeds

Exit code 1 and a list of differences if they disagree.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

import breakdown_oracle

SKIPPED = 77
SHOWN = 40


def table(report):
    """Both parts of a report as {key: value}; processes that share a name count together."""
    rows, transitions = {}, collections.Counter()
    for row in report["rows"]:
        key = (row["process"], row["phase"], row["operation"], "+".join(row["categories"]) or "idle", row["resource"],
               "asynchronous" if row["asynchronous"] else "wall")
        before = rows.get(key, (0, 0, 0))
        rows[key] = tuple(total + row[field] for total, field in zip(before, ("time_ns", "low_ns", "high_ns")))
    for row in report["transitions"]:
        transitions[row["process"], row["operation"], row["iteration"], row["category"]] += row["count"]
    return rows, transitions


def differences(got, expected):
    """Sentences; empty if equal."""
    for field in ("attribution", "corrected", "wall_ns"):
        if got[field] != expected[field]:
            yield f"{field}: hscope {got[field]}, oracle {expected[field]}"
    for what, ours, theirs in zip(("row", "transition"), table(got), table(expected)):
        for key in sorted(set(ours) | set(theirs), key=str):
            if ours.get(key) != theirs.get(key):
                yield f"{what} {' | '.join(map(str, key))}: hscope {ours.get(key)}, oracle {theirs.get(key)}"
    sizes = len(got["rows"]), len(set(map(str, got["rows"])))
    if sizes[0] != sizes[1]:
        yield f"{sizes[0] - sizes[1]} rows are printed twice"


def compare(hscope, path):
    expected = breakdown_oracle.compute(path)
    failed = False
    for attribution, report in expected.items():
        command = [hscope, "report", "--format", "json", "--attribution", attribution, str(path)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            print(f"{' '.join(command)}\nexit {run.returncode}: {run.stderr}")
            return False
        found = list(differences(json.loads(run.stdout), report))
        failed = failed or bool(found)
        print(f"{attribution}: {len(report['rows'])} rows, {len(report['transitions'])} transitions, "
              f"{len(found)} differences")
        for line in found[:SHOWN]:
            print("  " + line)
        if len(found) > SHOWN:
            print(f"  and {len(found) - SHOWN} more")
    return not failed


def compare_random(hscope, seed):
    generator = pathlib.Path(__file__).with_name("random_trace.py")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"random_{seed}.json"
        subprocess.run([sys.executable, "-B", generator, str(seed), path], check=True)
        same = compare(hscope, path)
    if not same:
        print(f"The input: {generator.name} {seed} out.json")
    return same


def main():
    parser = argparse.ArgumentParser(description="Compares hscope report with the oracle.")
    parser.add_argument("hscope")
    parser.add_argument("file", nargs="?", type=pathlib.Path)
    parser.add_argument("--random", type=int, nargs=2, metavar=("FIRST", "LAST"))
    options = parser.parse_args()

    if options.random:
        seeds = range(options.random[0], options.random[1] + 1)
        same = all([compare_random(options.hscope, seed) for seed in seeds])
    elif not options.file.exists():
        print(f"skipped: {options.file} is not there (set HSCOPE_SHARED to the folder with traces/kineto)")
        return SKIPPED
    else:
        same = compare(options.hscope, options.file)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())

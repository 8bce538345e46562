#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the idle time of GPU streams in `hscope report --json` with numbers of another program.

    check_idle.py HSCOPE FILE EXPECTED.json

EXPECTED.json holds, by file name and stream, host wait, kernel wait and other in the unit `unit_ns`, and the length
`kernel_wait_below_ns` that divides the latter two. Exit code 77 (skipped) if FILE is not there.
"""

import json
import pathlib
import subprocess
import sys

SKIPPED = 77
PARTS = ("host_wait_ns", "kernel_wait_ns", "other_ns")


def main():
    hscope, path, expectations = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    if not path.exists():
        print(f"skipped: {path} is not there (set HSCOPE_SHARED to the folder with traces/kineto)")
        return SKIPPED
    oracle = json.loads(expectations.read_text(encoding="utf-8"))
    expected = {int(stream): [part * oracle["unit_ns"] for part in parts]
                for stream, parts in oracle["files"][path.name].items()}
    command = [hscope, "report", "--json", "--kernel-wait-below", str(oracle["kernel_wait_below_ns"]), str(path)]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    found = {}
    for device in report["gpu_truth"]["devices"]:
        for stream in device["streams"]:
            found[stream["stream"]] = [stream["idle"][part] for part in PARTS]
            if stream["busy_ns"] + sum(found[stream["stream"]]) != stream["active_ns"]:
                print(f"stream {stream['stream']}: busy and idle time do not add up")
                return 1
    for stream in sorted(expected.keys() | found.keys()):
        if expected.get(stream) != found.get(stream):
            print(f"stream {stream}: hscope {found.get(stream)}, expected {expected.get(stream)}")
    return 0 if expected == found else 1


if __name__ == "__main__":
    sys.exit(main())

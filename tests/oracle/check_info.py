#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Compares `hscope info --json` with known numbers: slices, wall time, and per device slices, busy and sum.

    check_info.py HSCOPE FILE EXPECTED.json

EXPECTED.json holds the numbers of one file, or of many under "files", by file name. Exit code 77 (skipped) if FILE is
not there.
"""

import json
import pathlib
import subprocess
import sys

SKIPPED = 77
FIELDS = ("slices", "wall_ns", "operations", "launched")
DEVICE_FIELDS = ("device", "slices", "busy_ns", "sum_ns")


def differences(got, expected):
    for field in FIELDS:
        # `launched` is not part of the stable output: compared where it is printed.
        if field in expected and (field in got or field != "launched") and got.get(field) != expected[field]:
            yield f"{field}: hscope {got.get(field)}, expected {expected[field]}"
    ours = [{field: device.get(field) for field in DEVICE_FIELDS} for device in got["gpu"]]
    if ours != expected["gpu"]:
        yield f"gpu: hscope {ours}, expected {expected['gpu']}"


def main():
    hscope, path, expectations = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    if not path.exists():
        print(f"skipped: {path} is not there (set HSCOPE_SHARED to the folder with traces/kineto)")
        return SKIPPED
    expected = json.loads(expectations.read_text(encoding="utf-8"))
    if "files" in expected:
        expected = expected["files"][path.name]
    run = subprocess.run([hscope, "info", "--json", str(path)], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        print(f"exit {run.returncode}: {run.stderr}")
        return 1
    found = list(differences(json.loads(run.stdout), expected))
    print("\n".join(found) if found else f"{path.name}: as expected")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

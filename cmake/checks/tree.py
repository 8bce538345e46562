# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What the checks share: the repository's root, its files, and how findings are reported."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = ("build/", ".cache/", ".git/")


def files(*suffixes: str) -> list[str]:
    """Paths of the working tree's files relative to the root, sorted; without build output."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
        found = {path for path in listed if path and (ROOT / path).is_file()}
    except (OSError, subprocess.CalledProcessError):  # an unpacked source archive has no git
        found = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()}
    return sorted(path for path in found if not path.startswith(NOT_OURS) and path.endswith(suffixes or ("",)))


def read(path: str) -> str:
    """The text of a file given relative to the root."""
    return (ROOT / path).read_text(encoding="utf-8")


def finish(check: str, findings: list[str], looked_at: str) -> int:
    """Prints the findings, or what was looked at, and returns the exit status."""
    for finding in findings:
        print(finding, file=sys.stderr)
    if findings:
        print(f"{check}: {len(findings)} problem(s) in {looked_at}", file=sys.stderr)
        return 1
    print(f"{check}: {looked_at}, no problem")
    return 0

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that no C++ file is longer than its kind may be. clang-tidy limits the functions.

A file that is too long is split by its reasons to change, never into parts with numbers.
"""

import re
import sys

import tree

# (what the path looks like, limit in lines); the first match counts.
LIMITS = [
    (r"tests/.*", 900),
    (r".*\.(h|hpp)", 300),
    (r".*\.(c|cpp)", 600),
]

# Longer files that were accepted with a reason: path -> lines they have. This list may only shrink.
EXCEPTIONS: dict[str, int] = {}


def main() -> int:
    findings = []
    sources = tree.files(".h", ".hpp", ".c", ".cpp")
    for path in sources:
        lines = tree.read(path).count("\n")
        limit = EXCEPTIONS.get(path) or next(limit for pattern, limit in LIMITS if re.fullmatch(pattern, path))
        if lines > limit:
            findings.append(f"{path}: {lines} lines, at most {limit} are allowed")
        elif path in EXCEPTIONS and lines < EXCEPTIONS[path]:
            findings.append(f"{path}: shrank to {lines} lines; lower its number in EXCEPTIONS or remove it")
    findings += [f"EXCEPTIONS: {path} no longer exists; remove it" for path in EXCEPTIONS if path not in sources]
    return tree.finish("sizes", findings, f"{len(sources)} files")


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that each source file names its copyright holder and the licence of its folder in its first lines."""

import re
import sys

import tree

APACHE = "Apache-2.0"
GPL = "GPL-3.0-or-later"

# Longest matching start of the path decides. REUSE.toml says the same for files that cannot carry a comment.
LICENCES = {
    "": {APACHE},
    "app/": {GPL},
    "app/cli/": {APACHE},
    "tests/": {APACHE, GPL},
}

SOURCES = (".h", ".hpp", ".c", ".cpp", ".py", ".sh", ".cmake", ".in")
OTHERS = (".ci/run",)
HEAD_LINES = 5


def licences_of(path: str) -> set[str]:
    """The licences of which a path must name one. Build files may be under either: they do not get into a program."""
    if path.endswith(".cmake"):
        return {APACHE, GPL}
    return LICENCES[max((start for start in LICENCES if path.startswith(start)), key=len)]


def main() -> int:
    findings = []
    sources = [*tree.files(*SOURCES), *(path for path in OTHERS if (tree.ROOT / path).exists())]
    for path in sources:
        allowed = licences_of(path)
        head = "\n".join(tree.read(path).splitlines()[:HEAD_LINES])
        named = re.search(r"SPDX-License-Identifier: (\S+)", head)
        if "SPDX-FileCopyrightText: " not in head:
            findings.append(f"{path}: no line 'SPDX-FileCopyrightText: The Heteroscope authors' at its top")
        if named is None:
            findings.append(f"{path}: no line 'SPDX-License-Identifier: {' or '.join(sorted(allowed))}' at its top")
        elif named.group(1) not in allowed:
            findings.append(f"{path}: names {named.group(1)}, its folder is {' or '.join(sorted(allowed))}")
    for licence in (APACHE, GPL):
        if not (tree.ROOT / "LICENSES" / f"{licence}.txt").is_file():
            findings.append(f"LICENSES/{licence}.txt: missing")
    return tree.finish("spdx", findings, f"{len(sources)} files")


if __name__ == "__main__":
    sys.exit(main())

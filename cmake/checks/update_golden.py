#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Rewrites the expectations of golden cases from what hscope does now. Review the difference: a wrong one is a bug.

    update_golden.py HSCOPE [CASE...] [--shared DIR] [--programs DIR]

Without cases: all of tests/golden.
"""

import argparse
import pathlib
import sys

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "tests" / "golden"
sys.path.insert(0, str(GOLDEN))
sys.dont_write_bytecode = True

import run_golden  # noqa: E402


def rewrite(path, text):
    if text:
        path.write_text(text, encoding="utf-8")
    else:
        path.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description="Rewrites the expectations of golden cases.")
    parser.add_argument("hscope", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("cases", nargs="*", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--shared", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--programs", type=lambda text: pathlib.Path(text).resolve())
    options = parser.parse_args()
    for case in options.cases or sorted(path.parent for path in GOLDEN.glob("*/*/command.txt")):
        outcome = run_golden.run_case(options.hscope, case, options.shared, options.programs)
        name = case.relative_to(GOLDEN)
        if outcome is None:
            print(f"{name}: skipped, it needs --shared or --programs")
        elif outcome.changed:
            print(f"{name}: hscope changed the folder of its input ({', '.join(outcome.changed)}); not updated")
            return 1
        else:
            rewrite(case / "expected.txt", outcome.output)
            rewrite(case / "expected_error.txt", outcome.error)
            exits = " ".join(map(str, outcome.exits)) if any(outcome.exits) else ""
            rewrite(case / "expected_exit", exits + "\n" if exits else "")
            print(f"{name}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())

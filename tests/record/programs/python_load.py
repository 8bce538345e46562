#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""python_load.py ITERATIONS CALLS

Iterations of an operation `search` with CALLS calls of wrapped functions in C, each in an operation `step` of its own,
and of an operation `rest` with as many calls of a function that nobody wrapped.
"""

import math
import sys

import heteroscope


def main():
    iterations, calls = (int(argument) for argument in sys.argv[1:3])
    plain = math.factorial
    heteroscope.wrap_module(math, names="factorial")
    step, search, rest = (heteroscope.operation(name) for name in ("step", "search", "rest"))
    for number in range(iterations):
        with heteroscope.iteration(number):
            with search:
                for _ in range(calls):
                    with step:
                        math.factorial(20)
            with rest:
                for _ in range(calls):
                    plain(20)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Holds the oracle against breakdowns that were worked out by hand."""

import json
import pathlib
import tempfile
import unittest

import breakdown_oracle

X1 = pathlib.Path(__file__).parent.parent / "golden/report/x1/input.json"
PYTHON, BACKEND, API, GPU = "python", "backend", "gpu_api", "gpu_kernel"


def rows_us(report):
    """{(operation, *categories): us}; asynchronous rows have "async" before their categories."""
    found = {}
    for row in report["rows"]:
        marker = ("async",) if row["asynchronous"] else ()
        found[(row["operation"], *marker, *row["categories"])] = row["time_ns"] / 1000
    return found


def breakdown(events, attribution="launch"):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "trace.json"
        path.write_text(json.dumps(events), encoding="utf-8")
        return breakdown_oracle.compute(path, (attribution,))[attribution]


def x(cat, name, tid, start, end, pid=1, **args):
    return {"ph": "X", "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": start, "dur": end - start, "args": args}


class Oracle(unittest.TestCase):
    maxDiff = None

    def test_x1_launch(self):
        self.assertEqual(rows_us(breakdown_oracle.compute(X1)["launch"]), {
            ("train", PYTHON): 20,
            ("inference", PYTHON): 5, ("inference", BACKEND): 3, ("inference", API): 7, ("inference", API, GPU): 3,
            ("inference", BACKEND, GPU): 2, ("inference", PYTHON, GPU): 10, ("inference", "async", GPU): 4,
            ("backprop", PYTHON): 5, ("backprop", BACKEND): 5, ("backprop", API): 5, ("backprop", API, GPU): 10,
            ("backprop", BACKEND, GPU): 5, ("backprop", PYTHON, GPU): 20, ("backprop", "async", GPU): 5,
            ("(no launch)", "async", GPU): 10, ("(outside)", PYTHON): 5, ("(outside)",): 5})

    def test_x1_time(self):
        self.assertEqual(rows_us(breakdown_oracle.compute(X1)["time"]), {
            ("train", PYTHON): 13, ("train", PYTHON, GPU): 7,
            ("inference", PYTHON): 5, ("inference", BACKEND): 3, ("inference", API): 7, ("inference", API, GPU): 3,
            ("inference", BACKEND, GPU): 2, ("inference", PYTHON, GPU): 10,
            ("backprop", PYTHON): 1, ("backprop", BACKEND): 5, ("backprop", API): 5, ("backprop", API, GPU): 10,
            ("backprop", BACKEND, GPU): 5, ("backprop", PYTHON, GPU): 24,
            ("(outside)", GPU): 5, ("(outside)", PYTHON): 2, ("(outside)", PYTHON, GPU): 3})

    def test_innermost_slice_of_a_thread_counts(self):
        report = breakdown([x("python_function", "f", 1, 0, 10), x("cpu_op", "g", 1, 2, 8),
                            x("cuda_runtime", "h", 1, 4, 5)])
        self.assertEqual(rows_us(report), {("(outside)", PYTHON): 4, ("(outside)", BACKEND): 5, ("(outside)", API): 1})

    def test_backward_thread_inherits_from_the_forward_thread(self):
        arrow = {"cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 1}
        report = breakdown([
            x("operation", "early", 3, 0, 2), x("operation", "learn", 1, 0.5, 20), x("cpu_op", "forward", 1, 1, 3),
            x("cpu_op", "before", 2, 4, 5), x("cpu_op", "backward", 2, 10, 15),
            {"ph": "s", "tid": 1, "ts": 1, **arrow}, {"ph": "f", "tid": 2, "ts": 10, **arrow}])
        self.assertEqual(rows_us(report), {("early",): 1, ("learn", BACKEND): 7, ("(outside)",): 11,
                                           ("(outside)", BACKEND): 1})

    def test_operations_at_once_form_one_row(self):
        report = breakdown([x("operation", "b", 1, 0, 10), x("operation", "a", 2, 2, 6), x("cpu_op", "f", 1, 0, 4),
                            x("python_function", "g", 2, 2, 8)])
        self.assertEqual(rows_us(report), {("b", BACKEND): 2, ("a + b", PYTHON, BACKEND): 2, ("a", PYTHON): 2,
                                           ("b", PYTHON): 2, ("b",): 2})

    def test_transitions(self):
        report = breakdown([
            x("user_annotation", "ProfilerStep#4", 1, 0, 5), x("operation", "a", 1, 0, 9),
            x("python_function", "f", 1, 0, 4), x("cuda_runtime", "cudaLaunchKernel", 1, 1, 2, correlation=1),
            x("python_function", "g", 1, 4, 6), x("kernel", "k", 7, 3, 6, pid=0, correlation=1),
            x("kernel", "k", 7, 6, 7, pid=0, correlation=1), x("kernel", "k", 20, 6.5, 8, pid=0, correlation=1)])
        counts = {(t["operation"], t["iteration"], t["category"]): t["count"] for t in report["transitions"]}
        self.assertEqual(counts, {("a", 4, PYTHON): 2, ("a", 4, API): 1, ("a", 4, GPU): 1, ("a", None, GPU): 1})

    def test_decimal_times_are_exact(self):
        self.assertEqual(breakdown_oracle.nanoseconds("1712195495519689.047"), 1712195495519689047)
        self.assertEqual(breakdown_oracle.nanoseconds("0.0005"), 0)
        self.assertEqual(breakdown_oracle.nanoseconds("0.0015"), 2)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""How the package `heteroscope` gets into programs: `hscope record --python`, other interpreters, missing parts, LibTorch.

Usage: check_package.py PACKAGE HSCOPE, the folder for PYTHONPATH and the program.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import recorded_script
from recorded_script import PYTHON, RecordedScript

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECTION = "## Record a Python program"
STEPS = 'with heteroscope.operation("a"): pass'


def has_torch():
    libraries = pathlib.Path(recorded_script.HSCOPE).parents[1] / "lib" / "libhscope_torch.so"
    return libraries.exists() and subprocess.run([PYTHON, "-c", "import torch"], capture_output=True,
                                                 check=False).returncode == 0


class Package(RecordedScript):
    def record_plainly(self, script, *options, **environment):
        return subprocess.run([recorded_script.HSCOPE, "record", *options, "--", PYTHON, "-B", script], cwd=self.path,
                              capture_output=True, text=True, check=False, timeout=60, env={**os.environ, **environment})

    def test_is_found_by_record_and_by_its_path(self):
        self.record(STEPS)
        self.assertEqual([("a", None)], self.operations())
        (self.path / "trace.hscope").unlink()
        run = self.record_plainly(self.write(STEPS), PYTHONPATH=recorded_script.PACKAGE)
        self.assertEqual((0, ""), (run.returncode, run.stdout), run.stderr)
        self.assertEqual([("a", None)], self.operations())

    def test_leaves_the_path_of_the_user(self):
        (self.path / "mine").mkdir()
        (self.path / "mine" / "own_module.py").write_text("", encoding="utf-8")
        self.record("import own_module, os; print(os.environ['PYTHONPATH'])", PYTHONPATH=str(self.path / "mine"))

    def test_is_the_recorder_of_the_process(self):
        # With --torch the recorder is preloaded; the package must not bring a second one.
        printed = self.record("""
            maps = {line.split()[-1] for line in open("/proc/self/maps") if "libhscope_collector" in line}
            print(len(maps), heteroscope.is_recording())
            """, *(["--torch"] if has_torch() else []))
        self.assertEqual("1 True\n", printed)

    def test_says_what_is_missing_when_nothing_was_recorded(self):
        (self.path / "script.py").write_text("print('ran')", encoding="utf-8")
        run = self.record_plainly("script.py", "--python")
        self.assertEqual((1, "ran\n"), (run.returncode, run.stdout))
        self.assertIn("recorded nothing: no Python program imported heteroscope", run.stderr)

    def test_says_that_the_interpreter_is_another(self):
        # The same package, as an interpreter sees it that it was not built for.
        copy = self.path / "other" / "heteroscope"
        shutil.copytree(pathlib.Path(recorded_script.PACKAGE) / "heteroscope", copy)
        built, = copy.glob("_heteroscope.*.so")
        built.rename(copy / built.name.replace(".cpython-", ".cpython-9"))
        run = subprocess.run([PYTHON, "-B", "-c", "import heteroscope"], cwd=self.path, capture_output=True, text=True,
                             check=False, env={**os.environ, "PYTHONPATH": str(copy.parent)})
        self.assertEqual(1, run.returncode)
        self.assertRegex(run.stderr, r"ImportError: heteroscope cannot record this Python: it was built for cpython-9\S+, "
                                     r"but this is cpython-3\d+ \(/usr/bin/python3\S*\)\n$")

    def test_says_that_the_recorder_is_missing(self):
        copy = self.path / "other" / "heteroscope"
        shutil.copytree(pathlib.Path(recorded_script.PACKAGE) / "heteroscope", copy)
        built, = copy.glob("_heteroscope.*.so")
        built.write_bytes(built.read_bytes().replace(b"libhscope_collector.so", b"libhscope_collector.no"))
        run = subprocess.run([PYTHON, "-B", "-c", "import heteroscope"], cwd=self.path, capture_output=True, text=True,
                             check=False, env={**os.environ, "PYTHONPATH": str(copy.parent)})
        self.assertEqual(1, run.returncode)
        self.assertRegex(run.stderr, r"ImportError: heteroscope cannot record this Python: the recorder library is missing "
                                     r"\(Debian: package heteroscope\): libhscope_collector\.no\S* cannot open")

    def test_says_where_the_package_can_be_had(self):
        shutil.copy(recorded_script.HSCOPE, self.path / "hscope")
        run = subprocess.run([self.path / "hscope", "record", "--python", "--", PYTHON], cwd=self.path,
                             capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(1, run.returncode)
        self.assertIn("the Python package heteroscope was not found: it is in the package python3-heteroscope", run.stderr)
        self.assertEqual(["hscope"], [path.name for path in self.path.iterdir()])

    def test_runs_the_example_of_the_readme(self):
        text = (ROOT / "README.md").read_text(encoding="utf-8").partition(SECTION)[2].partition("\n## ")[0]
        code, = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        command, = re.findall(r"^hscope (record .*) -- python3 train\.py$", text, re.MULTILINE)
        (self.path / "train.py").write_text(code, encoding="utf-8")
        run = subprocess.run([recorded_script.HSCOPE, *command.split(), "--", PYTHON, "-B", "train.py"], cwd=self.path,
                             capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((0, ""), (run.returncode, run.stdout), run.stderr)
        (output,) = re.findall(r"-o (\S+)", command)
        (self.path / output).rename(self.path / "trace.hscope")
        report = self.report()
        self.assertIn(("inference", "backend"), report)
        self.assertIn(("simulation", "simulator"), report)
        self.assertIn(("inference", "python"), report)


class Torch(RecordedScript):
    def test_is_refused_with_a_reason(self):
        printed = self.run_plain("""
            try:
                heteroscope.enable_torch()
            except RuntimeError as error:
                print(error)
            """)
        self.assertRegex(printed, "^the operators of LibTorch cannot be recorded: "
                                  "(there is none in this process; import torch before|heteroscope was built without LibTorch)\n$")

    def test_of_another_name_is_refused(self):
        if not has_torch():
            self.skipTest("there is no LibTorch, or no python3-torch")
        other = self.path / "libtorch_cpu.so"
        built = subprocess.run(["cc", "-shared", "-x", "c", "/dev/null", "-o", other], check=False, capture_output=True)
        self.assertEqual(0, built.returncode, built.stderr)
        printed = self.run_plain(f"""
            import ctypes
            ctypes.CDLL("{other}")
            try:
                heteroscope.enable_torch()
            except RuntimeError as error:
                print(error)
            """)
        self.assertRegex(printed, r"cannot be recorded: /\S*/libtorch_cpu\.so is not the libtorch_cpu\.so\S+ that the hook "
                                  r"was built for\n$")

    def test_records_operators_from_then_on(self):
        if not has_torch():
            self.skipTest("there is no LibTorch, or no python3-torch")
        self.record("""
            import torch
            torch.set_num_threads(1)
            weights = torch.ones(2, 2, requires_grad=True)
            torch.relu(weights)
            heteroscope.enable_torch()
            heteroscope.enable_torch()
            with heteroscope.operation("forward"):
                loss = (weights @ weights).sum()
            with heteroscope.operation("backpropagation"):
                loss.backward()
            """)
        found = self.counts("backend")
        self.assertEqual((1, 1, None), (found.get("aten::matmul"), found.get("MmBackward0"), found.get("aten::relu")))
        report = self.report()
        for operation in ("forward", "backpropagation"):
            self.assertIn((operation, "backend"), report)
            self.assertIn((operation, "python"), report)
        self.assertEqual([("MmBackward0",), ("SumBackward0",)], self.rows("""SELECT t.name FROM link l
            JOIN slices t ON t.id = l.to_slice_id WHERE l.kind = 1 ORDER BY 1"""))

    def test_reports_a_missing_hook(self):
        if not has_torch():
            self.skipTest("there is no LibTorch, or no python3-torch")
        printed = self.run_plain("""
            import torch
            try:
                heteroscope.enable_torch()
            except RuntimeError as error:
                print(error)
            """, HSCOPE_LIBRARY_PATH=str(self.path))
        self.assertIn("libhscope_torch.so was not found (Debian: package heteroscope-torch)", printed)

    def test_reports_a_missing_hook_for_gpus(self):
        printed = self.run_plain("""
            try:
                heteroscope.enable_gpu()
            except RuntimeError as error:
                print(error)
            """, HSCOPE_LIBRARY_PATH=str(self.path))
        self.assertIn("GPUs cannot be recorded", printed)


if __name__ == "__main__":
    recorded_script.main(*sys.argv[1:3])

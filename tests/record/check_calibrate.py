#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What `hscope calibrate`, `validate-correction` and `report --correct` do; not how long anything takes.

Usage: check_calibrate.py HSCOPE PROGRAMS, the latter the folder with recorded_steps and scope_load.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

HSCOPE = ""
PROGRAMS = pathlib.Path()
LOAD = ("20", "1000", "50")  # 20 iterations of 1,000 scopes


class Calibrate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="calibrate_")
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)

    def hscope(self, *arguments, status=0):
        run = subprocess.run([HSCOPE, *arguments], cwd=self.path, text=True, stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=100, check=False)
        self.assertEqual(status, run.returncode, run.stderr)
        return run.stdout, run.stderr

    def load(self, *extra):
        return ["--", str(PROGRAMS / "scope_load"), *LOAD, *extra]

    def calibrate(self):
        self.hscope("calibrate", "--repetitions", "3", "--force", "-o", "model.json", *self.load())
        return json.loads((self.path / "model.json").read_text())

    def store(self, model):
        (self.path / "model.json").write_text(json.dumps(model))

    def report(self, *arguments):
        return json.loads(self.hscope("report", "trace.hscope", "--json", *arguments)[0])

    def test_a_model_is_stored_and_used(self):
        model = self.calibrate()
        self.assertEqual("heteroscope-calibration", model["format"])
        self.assertEqual([str(PROGRAMS / "scope_load"), *LOAD], model["command"])
        costs = {cost["kind"]: cost for cost in model["costs"]}
        self.assertEqual(3, costs["scope"]["samples"])
        self.assertTrue(model["machine"].endswith("processors"))
        self.hscope("record", "-o", "trace.hscope", *self.load())
        plain, corrected = self.report(), self.report("--correct", "model.json")
        self.assertEqual((False, True), (plain["corrected"], corrected["corrected"]))
        self.assertEqual(plain["wall_ns"], corrected["recorded_wall_ns"])
        self.assertLessEqual(corrected["wall_ns"], plain["wall_ns"])
        self.assertEqual(corrected["wall_ns"], sum(row["time_ns"] for row in corrected["rows"]))
        for row in corrected["rows"]:
            self.assertTrue(0 <= row["low_ns"] <= row["time_ns"] <= row["high_ns"], row)
        removed = {entry["kind"]: entry for entry in corrected["overhead"]}
        self.assertEqual(20 * 1000, removed["scope"]["events"])
        self.assertEqual(plain["transitions"], corrected["transitions"])
        text, _ = self.hscope("report", "trace.hscope", "--correct", "model.json")
        self.assertIn("without recording", text)
        self.assertIn("95% interval", text)

    def test_a_single_run_has_a_model_of_its_own(self):
        # Long enough that the recorder measures: it does so once 20 ms have passed.
        self.hscope("record", "-o", "trace.hscope", "--", str(PROGRAMS / "scope_load"), "200", "1000", "1000")
        corrected = self.report("--correct", "recorded")
        self.assertEqual(["annotation", "scope"], [entry["kind"] for entry in corrected["overhead"]])
        other = self.report("--correct", "recorded", "--method", "rlscope")
        self.assertTrue(other["corrected"])
        self.assertLessEqual(other["wall_ns"], corrected["recorded_wall_ns"])
        self.assertEqual([], corrected["overhead_not_known"])

    def test_validates(self):
        self.calibrate()
        # Long enough that the recorder measures, too.
        program = ["--", str(PROGRAMS / "scope_load"), "20", "1000", "4000"]
        output, _ = self.hscope("validate-correction", "--calibration", "model.json", "--rounds", "2", "--json", *program)
        results = json.loads(output)
        self.assertEqual(["calibration", "single run"], [result["method"] for result in results])
        for result in results:
            self.assertEqual(2, result["runs"])
            self.assertEqual({"work", "rest"}, set(result["operations"]))
            for times in (result, *result["operations"].values()):
                self.assertTrue(times["bias_low"] <= times["bias_percent"] <= times["bias_high"])
                self.assertAlmostEqual(
                    100 * (times["corrected_s"] - times["uninstrumented_s"]) / times["uninstrumented_s"], times["bias_percent"])
                self.assertEqual(times["bias_high"] - times["bias_low"] <= 4, times["conclusive"])
        # Both are tried on the same runs.
        self.assertEqual(*(result["instrumented_s"] for result in results))
        text, _ = self.hscope("validate-correction", "--single-run", "--rounds", "2", *program)
        self.assertEqual(["whole", "rest", "work"], [line.split()[0] for line in text.splitlines() if " none " in line])

    def test_compares_two(self):
        model = self.calibrate()
        cost = next(cost for cost in model["costs"] if cost["kind"] == "scope")
        changed = {**cost, "mean_ns": cost["high_ns"] + 30, "low_ns": cost["high_ns"] + 10, "high_ns": cost["high_ns"] + 50}
        (self.path / "other.json").write_text(json.dumps({**model, "machine": "an abacus", "costs": [changed]}))
        same = json.loads(self.hscope("compare-calibrations", "model.json", "model.json", "--json")[0])
        self.assertTrue(all(entry["agree"] for entry in same["costs"].values()))
        self.assertEqual({}, same["different"])
        compared = json.loads(self.hscope("compare-calibrations", "model.json", "other.json", "--json")[0])
        self.assertFalse(compared["costs"]["scope"]["agree"])
        self.assertEqual(changed["mean_ns"], compared["costs"]["scope"]["second"]["mean_ns"])
        self.assertIsNone(compared["costs"]["annotation"]["second"])
        self.assertIsNone(compared["costs"]["annotation"]["agree"])
        self.assertEqual({"machine": [model["machine"], "an abacus"]}, compared["different"])
        text, _ = self.hscope("compare-calibrations", "model.json", "other.json")
        self.assertRegex(text, r"scope .* disagree\n")
        self.assertIn("made with another machine", text)
        self.assertIn("not known", text)

    def test_refuses_a_model_of_another_machine(self):
        model = self.calibrate()
        self.hscope("record", "-o", "trace.hscope", *self.load())
        self.store({**model, "machine": "an abacus"})
        _, error = self.hscope("report", "trace.hscope", "--correct", "model.json", status=1)
        self.assertIn("the calibration is for the machine an abacus, but the trace was recorded with", error)
        self.store({**model, "hooks": "torch 0.1"})
        self.hscope("report", "trace.hscope", "--correct", "model.json")  # the trace has no hooks to compare with

    def test_refuses_a_broken_model(self):
        model = self.calibrate()
        self.hscope("record", "-o", "trace.hscope", *self.load())
        cost = model["costs"][0]
        for broken, said in (
                ({**model, "format": "else"}, '/format: expected "heteroscope-calibration"'),
                ({**model, "more": 1}, "/more: unknown field"),
                ({key: model[key] for key in model if key != "costs"}, "/costs: expected an array, but the field is missing"),
                ({**model, "span_s": "long"}, '/span_s: expected a number above 0, found "long"'),
                ({**model, "costs": [{**cost, "kind": "luck"}]}, '/costs/0/kind: expected a kind of overhead, found "luck"'),
                ({**model, "costs": [{**cost, "mean_ns": -1}]}, "/costs/0/mean_ns: expected a number of at least 0"),
                ({**model, "costs": [{**cost, "high_ns": -1}]}, "/costs/0: expected inside_ns <= mean_ns and low_ns"),
                ({**model, "costs": [{**cost, "repetitions_ns": 1}]}, "/costs/0/repetitions_ns: expected an array")):
            self.store(broken)
            _, error = self.hscope("report", "trace.hscope", "--correct", "model.json", status=1)
            self.assertIn(said, error)
        (self.path / "model.json").write_text("{")
        _, error = self.hscope("report", "trace.hscope", "--correct", "model.json", status=1)
        self.assertIn("model.json: line 1, column 2: not valid JSON", error)
        _, error = self.hscope("report", "trace.hscope", "--correct", "nowhere.json", status=1)
        self.assertIn("nowhere.json: there is no such file", error)

    def test_says_why_a_program_cannot_be_calibrated(self):
        _, error = self.hscope("calibrate", "--", str(PROGRAMS / "recorded_steps"), "steps", "7", status=1)
        self.assertIn("ended with status 7", error)
        _, error = self.hscope("calibrate", "--", "true", status=1)
        self.assertIn("recorded nothing", error)
        # One iteration more each time.
        script = 'echo >> runs; exec "$0" "$(wc -l < runs)" 100 10'
        _, error = self.hscope("calibrate", "--repetitions", "3", "--", "sh", "-c", script,
                               str(PROGRAMS / "scope_load"), status=1)
        self.assertRegex(error, r"does not do the same each time: its runs have \d+ to [\d ]+ \w+ events, \d+.\d% apart")
        self.assertFalse((self.path / "calibration.json").exists())

    def test_keeps_a_model_that_is_there(self):
        self.store({})
        _, error = self.hscope("calibrate", "-o", "model.json", *self.load(), status=1)
        self.assertIn("model.json", error)
        self.assertEqual("{}", (self.path / "model.json").read_text())

    def test_needs_a_measurement_to_correct(self):
        self.hscope("record", "-o", "trace.hscope", "--", str(PROGRAMS / "recorded_steps"))
        _, error = self.hscope("report", "trace.hscope", "--correct", "recorded", status=1)
        self.assertIn("the trace does not say what recording cost", error)


if __name__ == "__main__":
    HSCOPE, PROGRAMS = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how good the correction of overhead is on a number of programs, and writes docs/VALIDATION.md.

    validate_corrections.py BUILD [--sb3 PYTHON] [--rounds N] [--again]

BUILD is the folder of a release build, PYTHON one that has Stable-Baselines3. It takes about an hour on a machine that must
have nothing else to do. Each workload's result is kept in BUILD/validation, so that an interrupted run goes on where it was;
--again measures everything anew.
"""

import argparse
import dataclasses
import datetime
import json
import math
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "VALIDATION.md"
REMARKS = ROOT / "tests" / "validation" / "remarks.md"  # by hand: what the figures mean
MOST_BIAS, MOST_MEAN_BIAS, WIDEST, GREAT_INFLATION = 5, 2, 2, 1.3
LEAST_REMOVED, MOST_REMOVED = 90, 110
SECONDS_PER_ROUND = 8  # for a calibration at most
EXTRA_SCOPES, INVARIANCE_RUNS = (0, 10, 1000, 100_000), 25


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    what: str
    hooks: tuple  # how it is recorded
    command: tuple  # {bin}, {programs}, {tests}, {python}, {examples} are replaced

    def arguments(self, places):
        return [argument.format(**places) for argument in self.command]


TORCH, SHAPES, BOTH = ("--torch",), ("--torch", "--shapes"), ("--python", "--torch")


def trainer(algorithm, environment, steps):
    return Workload(f"{algorithm} {environment}", "trainer in C++, operators of LibTorch", TORCH,
                    ("{bin}/rl_training", "--algorithm", algorithm, "--environment", environment, "--steps", str(steps)))


WORKLOADS = (
    trainer("ppo", "walker", 16384),
    trainer("a2c", "cartpole", 40000),
    trainer("ddpg", "hopper", 800),
    trainer("td3", "half-cheetah", 1000),
    trainer("sac", "walker", 500),
    Workload("small network", "classifier in C++ with batches of 16, operators of LibTorch", TORCH,
             ("{bin}/mlp_training", "--iterations", "2000", "--batch", "16", "--width", "16")),
    Workload("small network, shapes", "the same with the sizes of all inputs", SHAPES,
             ("{bin}/mlp_training", "--iterations", "1500", "--batch", "16", "--width", "16")),
    Workload("operators", "operators of LibTorch on four numbers", TORCH, ("{programs}/torch_load", "10", "20000", "10000000")),
    Workload("operators, shapes", "the same with the sizes of all inputs", SHAPES,
             ("{programs}/torch_load", "10", "15000", "10000000")),
    Workload("scopes", "770,000 scopes in a second", (), ("{programs}/scope_load", "200", "5000", "200")),
    Workload("burst of scopes", "7 million scopes in a second, for a fifth of one", ("--buffer", "512"),
             ("{programs}/scope_load", "40", "25000", "20")),
    Workload("calls from Python", "an operation and a wrapped call each 300 ns", ("--python", "--buffer", "512"),
             ("/usr/bin/python3", "{tests}/record/programs/python_load.py", "15", "50000")),
    Workload("SB3 PPO", "Stable-Baselines3 on CartPole-v1: Python, operations, operators of PyTorch", BOTH,
             ("{python}", "-B", "{examples}/sb3_training.py", "--algorithm", "ppo", "--environment", "CartPole-v1", "--steps",
              "2048")),
    Workload("SB3 SAC", "Stable-Baselines3 on Pendulum-v1: Python, operations, operators of PyTorch", BOTH,
             ("{python}", "-B", "{examples}/sb3_training.py", "--algorithm", "sac", "--environment", "Pendulum-v1", "--steps",
              "200")),
)


def measure(workload, places, rounds):
    command = [str(places["bin"] / "hscope"), "validate-correction", *workload.hooks, "--rounds", str(rounds), "--precision",
               "0.7", "--repetitions", str(rounds), "--limit", str(SECONDS_PER_ROUND * rounds), "--json", "--",
               *workload.arguments(places)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return {"refused": run.stderr.strip().splitlines()[-1]}
    return {"methods": json.loads(run.stdout), "notices": run.stderr.strip().splitlines()}


def operation_times(hscope, trace, *options):
    """Time of each operation and half of its interval, in ns."""
    report = json.loads(subprocess.run([hscope, "report", trace, "--json", *options], capture_output=True, check=True).stdout)
    times = {}
    for row in report["rows"]:
        time, half = times.get(row["operation"], (0, 0))
        times[row["operation"]] = (time + row["time_ns"], half + (row["high_ns"] - row["low_ns"]) / 2)
    return times


def median_and_half_width(values, halves):
    """The median with half of its 95% interval: a bootstrap over the runs, and the model's own."""
    random_numbers = random.Random(1)
    medians = sorted(statistics.median(random_numbers.choices(values, k=len(values))) for _ in range(1000))
    return statistics.median(values), math.hypot((medians[974] - medians[25]) / 2, statistics.median(halves))


def measure_invariance(places):
    """scope_load with more and more scopes inside `work` and beside it and `rest`, each corrected by what it measured."""
    hscope, found = str(places["bin"] / "hscope"), {}
    with tempfile.TemporaryDirectory() as folder:
        trace = str(pathlib.Path(folder) / "trace.hscope")
        for _ in range(INVARIANCE_RUNS):
            for extra in EXTRA_SCOPES:
                subprocess.run([hscope, "record", "--force", "-o", trace, "--", str(places["programs"] / "scope_load"), "20", "100",
                                "4000", str(extra)], capture_output=True, check=True)
                recorded, corrected = operation_times(hscope, trace), operation_times(hscope, trace, "--correct", "recorded")
                for operation in ("work", "rest"):
                    runs = found.setdefault(str(extra), {}).setdefault(operation, {"recorded": [], "corrected": [], "half": []})
                    runs["recorded"].append(recorded[operation][0])
                    runs["corrected"].append(corrected[operation][0])
                    runs["half"].append(corrected[operation][1])
    return found


def invariance(found):
    rows = []
    for extra, operations_found in found.items():
        cells = [f"{int(extra):,}"]
        for runs in operations_found.values():
            recorded, _ = median_and_half_width(runs["recorded"], [0])
            corrected, half = median_and_half_width(runs["corrected"], runs["half"])
            cells += [f"{recorded / 1e6:.2f} ms", f"{corrected / 1e6:.2f} ± {half / 1e6:.2f} ms"]
        rows.append(cells)
    return table(["more scopes", "`work`, recorded", "corrected", "`rest`, recorded", "corrected"], rows)


def percent(value):
    return f"{value:+.1f}%"


def bias(result):
    half = (result["bias_high"] - result["bias_low"]) / 2
    text = f"{percent(result['bias_percent'])} ± {half:.1f}"
    return text if result["conclusive"] else f"{text}, inconclusive"


def seconds(value):
    return f"{value:.3f} s" if value >= 1 else f"{1000 * value:.1f} ms"


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def method_cells(methods):
    """The bias and the share of overhead removed, of both ways to know the costs."""
    cells = []
    for method in methods:
        if "refused" in method:
            cells += ["refused", ""]
        else:
            cells += [bias(method), f"{method['overhead_removed_percent']:.0f}%"]
    return cells


def summary_of(results, which):
    rows = [result["methods"][which] for result in results.values() if "methods" in result]
    rows = [row for row in rows if "refused" not in row]
    if not rows:
        return ["0", *[""] * 6]
    biases = [abs(row["bias_percent"]) for row in rows]
    greatest = [row for row in rows if row["instrumented_s"] / row["uninstrumented_s"] >= GREAT_INFLATION]

    def removed(some):
        within = sum(LEAST_REMOVED <= row["overhead_removed_percent"] <= MOST_REMOVED for row in some)
        return f"{within} of {len(some)}"

    return [str(len(rows)), f"{sum(value <= MOST_BIAS for value in biases)} of {len(rows)}",
            f"{statistics.mean(biases):.1f}%", f"{max(biases):.1f}%", removed(rows), removed(greatest),
            str(sum(not row["conclusive"] for row in rows))]


def whole_runs(results):
    rows = []
    for name, result in results.items():
        if "refused" in result:
            rows.append([name, "", "refused: " + result["refused"], "", "", "", "", "", ""])
            continue
        first = next(method for method in result["methods"] if "refused" not in method)
        inflation = first["instrumented_s"] / first["uninstrumented_s"]
        rows.append([name, str(first["runs"]),
                     seconds(first["uninstrumented_s"]), seconds(first["instrumented_s"]) + f", {inflation:.2f} x",
                     percent(first["uncorrected_bias_percent"]), *method_cells(result["methods"])])
    return table(["workload", "rounds", "without recording", "recorded", "not corrected", "calibration", "removed", "single run",
                  "removed"], rows)


def operations(results):
    rows = []
    for name, result in results.items():
        usable = [method for method in result.get("methods", []) if "refused" not in method]
        for operation in sorted(usable[0]["operations"]) if usable else []:
            first = usable[0]["operations"][operation]
            cells = [cell for method in result["methods"]
                     for cell in (["refused"] if "refused" in method else [bias(method["operations"][operation])])]
            rows.append([name, operation, seconds(first["uninstrumented_s"]), seconds(first["instrumented_s"]),
                         percent(first["uncorrected_bias_percent"]), *cells])
    return table(["workload", "operation", "without recording", "recorded", "not corrected", "calibration", "single run"], rows)


def not_measured(results):
    missing = [load.name for load in WORKLOADS if load.name not in results]
    return f"\nNot measured here: {', '.join(missing)}.\n" if missing else ""


def machine():
    model = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.processor())
    count = sum(line.startswith("processor") for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines())
    return f"{model}, {count} processors"


def document(results, invariance_found, rounds):
    notices = sorted({f"- {name}: {line.removeprefix('hscope: ')}" for name, result in results.items()
                      for line in result.get("notices", []) if line.startswith("hscope: ")})
    what = "\n".join(f"| {load.name} | {load.what} | `{' '.join(load.hooks)}` | "
                     f"`{' '.join(argument.split('/')[-1].strip('{}') for argument in load.command)}` |"
                     for load in WORKLOADS).replace("| `` |", "| |")
    return f"""# How good the correction is

Written by `tests/validation/validate_corrections.py` on {datetime.date.today().isoformat()}; do not edit. To measure on a machine
that has nothing else to do:

```sh
cmake --build --preset release
tests/validation/validate_corrections.py build/release
```

With `--sb3 PYTHON`, a Python that has Stable-Baselines3, the last two workloads are measured, too. Each workload is one call of
`hscope validate-correction`: a calibration, then rounds of a run without recording, one with operations alone and one with
everything, in turns; {rounds} of them, and more where the first result was too uncertain (`--rounds`, `--only`). [CORRECTION.md](CORRECTION.md) says how a correction is made
and where its intervals come from.

Machine: {machine()}.

## Whole runs

Time from the first iteration's start to the last one's end. A bias is what the corrected time has too much or too little,
relative to the time without recording, with half of its 95% interval in points; where that is more than {WIDEST} the row says
inconclusive. "Removed" is the share of the overhead that the correction took out. `calibration` knows the costs from runs of the
same program just before, `single run` from what the recorder measured in the corrected run itself.

{whole_runs(results)}
| | workloads | bias of {MOST_BIAS}% or less | mean of the biases | greatest bias | {LEAST_REMOVED} to {MOST_REMOVED}% removed | of those recorded {GREAT_INFLATION} x slower or more | inconclusive |
| --- | --- | --- | --- | --- | --- | --- | --- |
| calibration | {" | ".join(summary_of(results, 0))} |
| single run | {" | ".join(summary_of(results, 1))} |
| goal | 10 or more | all | {MOST_MEAN_BIAS}% or less | {MOST_BIAS}% or less | all | all of 4 or more | 0 |

Means are of sizes, without signs. A bias within the goal whose row says inconclusive is not shown to be within it.
{not_measured(results)}
## By operation

Exclusive time of each operation in the whole run. Without recording means a run of which operations alone are recorded, less
what those cost by the same model.

{operations(results)}
## What else is marked

The time of an operation must not depend on what else is marked in it and beside it. `scope_load 20 100 4000 N` does the same
work each time, with N more scopes that contain nothing: half of them inside the operation `work`, half beside it and `rest`.
Each run is corrected by what it measured itself. Medians of {INVARIANCE_RUNS} runs in turns, with the 95% interval of the runs and of
the costs.

{invariance(invariance_found) if invariance_found else "Not measured here." + chr(10)}
## Workloads

| workload | what | recorded with | command |
| --- | --- | --- | --- |
{what}

## What the command said

{chr(10).join(notices) if notices else "Nothing beside the results."}

{REMARKS.read_text()}
## Not verified

No workload has a GPU: what recording adds to calls into CUDA, and CUPTI's own share, were not measured.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--sb3", metavar="PYTHON", help="a Python that has Stable-Baselines3")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--again", action="store_true", help="measure what was measured before, too")
    parser.add_argument("--only", metavar="NAME", help="measure this workload, and keep what is there of the others")
    options = parser.parse_args()
    build = options.build.resolve()
    kept = build / "validation"
    kept.mkdir(exist_ok=True)
    places = {"bin": build / "bin", "programs": build / "tests" / "programs", "tests": ROOT / "tests",
              "examples": ROOT / "collector" / "python" / "examples", "python": options.sb3 or ""}
    results = {}
    for number, workload in enumerate(WORKLOADS):
        file = kept / f"{workload.name.replace(' ', '_')}.json"
        is_wanted = (options.again or not file.exists()) and options.only in (None, workload.name)
        if is_wanted and (options.sb3 or "{python}" not in workload.command):
            print(f"{number + 1} of {len(WORKLOADS)}: {workload.name}", file=sys.stderr, flush=True)
            file.write_text(json.dumps(measure(workload, places, options.rounds), indent=1))
        if file.exists():
            results[workload.name] = json.loads(file.read_text())
    file = kept / "invariance.json"
    if (options.again or not file.exists()) and options.only is None:
        print("what else is marked", file=sys.stderr, flush=True)
        file.write_text(json.dumps(measure_invariance(places), indent=1))
    DOCUMENT.write_text(document(results, json.loads(file.read_text()) if file.exists() else {}, options.rounds))


if __name__ == "__main__":
    main()

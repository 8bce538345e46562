#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Compares `hscope schedule` with proven optima.

    check_scenarios.py HSCOPE SCENARIOS [FIRST LAST]

SCENARIOS has workloads/, clusters/ and expected.csv (see its README.md); FIRST and LAST choose rows, from 1. Each row is
scheduled with `exact`: the cost must be the expected one, a certificate must hold before verify-placement, and an
infeasible row must name the highest throughput. `cpu-only`, `gpu-only` and `greedy` must be what one can get on a single
type, or cost no less than the optimum. Exit code 77 (skipped) without SCENARIOS.
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
PRECISION = 1e-6


def hscope(program, *arguments):
    run = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=100, check=False)
    return run.returncode, run.stdout, run.stderr


def near(found, expected):
    return found is not None and abs(found / float(expected) - 1) <= PRECISION


def problems_of(program, scenarios, row, folder):
    problem = ["--workload", scenarios / "workloads" / f"{row['workload']}.json",
               "--cluster", scenarios / "clusters" / f"{row['cluster']}.json",
               "--throughput-limit", row["throughput_limit_samples_per_s"],
               "--charge-boundary-traffic", row["charge_boundary_traffic"]]
    output = folder / "placement.json"
    status, text, error = hscope(program, "schedule", *problem, "--scheduler", "exact", "--json", "--force", "-o", output)
    placement = json.loads(text) if text else None
    if placement is None:
        yield f"no output: {error}"
        return
    if row["cost_usd"] == "infeasible":
        if status != 1 or placement["feasible"] or placement["stages"]:
            yield "should be infeasible"
        if not near(placement.get("highest_throughput_samples_per_s"), row["highest_throughput_samples_per_s"]):
            yield f"reaches {placement.get('highest_throughput_samples_per_s')}"
        return
    if status != 0:
        yield f"exit code {status}: {error}"
        return
    if placement["proven_optimal"]:
        if not near(placement["cost_usd"], row["cost_usd"]):
            yield f"costs {placement['cost_usd']}, not {row['cost_usd']}"
    elif row["limits_bind"] != "yes":
        yield "is not proven"
    elif not placement["lower_bound_usd"] <= float(row["cost_usd"]) * (1 + PRECISION) <= placement["cost_usd"] * (1 + 2 * PRECISION):
        yield f"{row['cost_usd']} is not between {placement['lower_bound_usd']} and {placement['cost_usd']}"
    status, text, error = hscope(program, "verify-placement", *problem, "--placement", output, "--json")
    if status != 0:
        yield f"does not hold: {error}"
    elif row["limits_bind"] != "yes" and json.loads(text)["optimality"] != "certified":
        yield f"is {json.loads(text)['optimality']}"
    for scheduler, column in (("cpu-only", "cpu_only_cost_usd"), ("gpu-only", "gpu_only_cost_usd"), ("greedy", "")):
        _, text, error = hscope(program, "schedule", *problem, "--scheduler", scheduler, "--json")
        cost = json.loads(text)["cost_usd"]
        expected = row[column] if column else ""
        if column and (cost is None) != (expected in ("", "infeasible")):
            yield f"{scheduler} costs {cost}, not {expected}"
        elif column and cost is not None and not near(cost, expected):
            yield f"{scheduler} costs {cost}, not {expected}"
        elif cost is not None and cost < float(row["cost_usd"]) * (1 - PRECISION):
            yield f"{scheduler} costs {cost}, less than the optimum {row['cost_usd']}"


def main():
    program, scenarios = sys.argv[1], pathlib.Path(sys.argv[2])
    first, last = (int(sys.argv[3]), int(sys.argv[4])) if len(sys.argv) > 4 else (1, 10**9)
    if not (scenarios / "expected.csv").exists():
        print(f"skipped: {scenarios} is not there")
        return SKIPPED
    with open(scenarios / "expected.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[first - 1:last]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            for problem in problems_of(program, scenarios, row, pathlib.Path(folder)):
                failed += 1
                print(f"{row['row']} {row['workload']} on {row['cluster']}: {problem}")
    print(f"{len(rows)} rows, {failed} problems")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())

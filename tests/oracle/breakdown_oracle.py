#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Computes the breakdown of a Chrome or Kineto JSON trace from its definition, slowly and independently of core/.

    breakdown_oracle.py FILE [--attribution launch|time]

Prints the JSON that `hscope report --format json` must print. The method shares nothing with the streaming one: all
boundaries of a process cut its wall time into elementary intervals, slices are painted over them in nesting order (so
the innermost stays visible), and the definition (docs/ARCHITECTURE.md, "The breakdown") is evaluated for each one.

Where the definition leaves a choice, this file chose:
 1. Operations are the same if their names are: a kernel that an `inference` launched and that runs in the next
    `inference` joins it.
 2. Work launched outside all operations joins instants outside all operations; `(no launch)` never joins.
 3. "Outside counts only if no thread is in an operation" looks at the threads that have an active slice.
 4. Inheritance is followed from thread to thread; a chain that returns to a thread it has been at ends outside. A
    forward-backward link within one thread, between processes, or back in time is not followed; of two that end at the
    same place and time the later one in the file counts (random_trace.py avoids them).
 5. The thread that nothing active falls back to, too, inherits if it has no open operation.
 6. Asynchronous rows have the set of categories that the launching operation has running apart from the instant.
 7. Slices of length zero are never active, open or running, so they cause no transition.
 8. A transition on the GPU belongs to the iteration in which the slice starts, not in which it was launched.
 9. Of several iterations open at once the latest started counts.
10. A slice whose category is not known is not counted on a pid that otherwise holds GPU slices only.
11. Of equally busy processes the first in the file is the busiest; "the first" launch is the earliest. Correlation 0
    is none.
12. A profiler's own overhead rows often carry made-up thread ids: those of a process form one thread of their own, and
    a process that has nothing else gives them to the busiest one.
"""

import argparse
import bisect
import collections
import decimal
import gzip
import json
import pathlib
import re

CATEGORIES = ("python", "native", "simulator", "backend", "gpu_api", "gpu_sync", "gpu_kernel", "gpu_memcpy",
              "gpu_memset", "collective", "overhead", "annotation")
GPU = {"gpu_kernel", "gpu_memcpy", "gpu_memset", "collective"}
OUTSIDE, NO_LAUNCH = "(outside)", "(no launch)"
OVERHEAD = object()  # the thread that holds a process's overhead rows
PSEUDO = {"Spans", "Traces"}

decimal.getcontext().prec = 60
Slice = collections.namedtuple("Slice", "pid tid start end name category order correlation")


def read_events(path):
    data = pathlib.Path(path).read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    trace = json.loads(data.decode("utf-8-sig", "replace"), parse_float=decimal.Decimal, strict=False)
    return trace["traceEvents"] if isinstance(trace, dict) else trace


def nanoseconds(value):
    """Microseconds as a decimal number or text -> ns, half to even."""
    scaled = decimal.Decimal(value).scaleb(3)
    return int(scaled.quantize(decimal.Decimal(1), decimal.ROUND_HALF_EVEN))


def identity(value):
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d+", value) else value


def category_of(cat, name):
    """What a slice counts as; None if the category has no meaning here."""
    if cat in CATEGORIES:
        return cat
    if cat in ("cpu_op", "Operator"):
        return "backend"
    if cat == "python_function":
        return "python"
    if cat == "Runtime" or cat.endswith(("_runtime", "_driver")):
        return "gpu_sync" if "Synchronize" in name else "gpu_api"
    if cat in ("kernel", "Kernel", "mtia_ccp_events"):
        return "collective" if name.startswith("nccl") else "gpu_kernel"
    if cat in ("Memcpy", "Memset"):
        return "gpu_" + cat.lower()
    if cat in ("gpu_user_annotation", "cuda_sync", "Trace"):
        return "annotation"
    return None


def is_operation(cat, name):
    return cat in ("user_annotation", "operation") or cat == "Operator" and (
        re.match(r"Optimizer.*#", name) is not None or name.startswith("enumerate(DataLoader)#"))


class Trace:
    def __init__(self, path):
        self.slices, self.operations, self.iterations = [], [], []
        self.names, self.links = {}, []
        self.wall = None
        unknown, open_begins, flows = [], collections.defaultdict(list), {}
        complete = []
        for order, event in enumerate(read_events(path)):
            if not isinstance(event, dict):
                continue
            phase, pid, tid = event.get("ph"), identity(event.get("pid")), identity(event.get("tid"))
            if phase == "M" and event.get("name") == "process_name":
                self.names[pid] = event["args"]["name"]
            elif phase == "X":
                start = nanoseconds(event["ts"])
                complete.append((event, pid, tid, start, start + max(0, nanoseconds(event.get("dur") or 0)), order))
            elif phase == "B":
                open_begins[pid, tid].append((event, nanoseconds(event["ts"]), order))
            elif phase == "E" and open_begins[pid, tid]:
                begin, start, began = open_begins[pid, tid].pop()
                complete.append((begin, pid, tid, start, max(start, nanoseconds(event["ts"])), began))
            elif phase in ("s", "f") and event.get("cat") == "fwdbwd":
                key = (event.get("name"), str(event.get("id")))
                flows.setdefault(key, {})[phase] = (nanoseconds(event["ts"]), order, pid, tid)
        last = max((c[4] for c in complete), default=0)
        for (pid, tid), begins in open_begins.items():
            complete += [(begin, pid, tid, start, max(start, last), order) for begin, start, order in begins]

        for event, pid, tid, start, end, order in complete:
            cat, name = event.get("cat") or "", str(event.get("name", ""))
            if pid in PSEUDO:
                continue
            self.wall = (min(start, self.wall[0]), max(end, self.wall[1])) if self.wall else (start, end)
            correlation = (event.get("args") or {}).get("correlation")
            step = re.fullmatch(r"ProfilerStep#(\d+)", name)
            row = Slice(pid, tid, start, end, name, category_of(cat, name), order, correlation)
            if step and cat in ("user_annotation", "operation", "Operator"):
                self.iterations.append(row._replace(name=int(step[1])))
            elif is_operation(cat, name):
                self.operations.append(row)
            elif row.category is None:
                unknown.append(row._replace(category="native"))
            elif row.category != "annotation":
                self.slices.append(row)
        devices = {s.pid for s in self.slices if s.category in GPU} - {
            s.pid for s in self.slices if s.category not in GPU} - {o.pid for o in self.operations}
        self.slices += [s for s in unknown if s.pid not in devices]
        for ends in flows.values():
            if (len(ends) == 2 and ends["s"][2] == ends["f"][2] and ends["s"][3] != ends["f"][3] and
                    ends["s"][0] <= ends["f"][0]):
                time, order, pid, tid = ends["f"]
                self.links.append((time, order, pid, tid, ends["s"][3]))
        self.assign_gpu()

    def assign_gpu(self):
        """Gives every GPU slice its process and its launch, and every overhead row its process."""
        cpu = [s for s in self.slices if s.category not in GPU and s.category != "overhead"]
        seen = {}
        for row in sorted(cpu + self.operations, key=lambda s: s.order):
            seen.setdefault(row.pid, 0)
        for row in cpu:
            seen[row.pid] += 1
        gpu = [s for s in self.slices if s.category in GPU]
        self.processes = list(seen) or list(dict.fromkeys(s.pid for s in self.slices))
        busiest = max(seen, key=lambda pid: seen[pid]) if seen else None
        for i, row in enumerate(self.slices):
            if row.category == "overhead":
                self.slices[i] = row._replace(pid=row.pid if row.pid in seen or not seen else busiest, tid=OVERHEAD)
        launches = collections.defaultdict(list)
        for row in cpu:
            if row.category in ("gpu_api", "gpu_sync") and row.correlation:
                launches[row.correlation].append(row)
        self.gpu = collections.defaultdict(list)  # process -> [(slice, launch or None)]
        for row in gpu:
            candidates = sorted(launches.get(row.correlation, ()), key=lambda s: (s.start, s.order))
            before = [s for s in candidates if s.start <= row.start]
            launch = before[-1] if before else candidates[0] if candidates else None
            process = launch.pid if launch else busiest if seen else row.pid
            self.gpu[process].append((row, launch))


class Process:
    """One process, its wall time cut into elementary intervals; every state is a list with one entry for each."""

    def __init__(self, trace, pid):
        self.pid = pid
        cpu = [s for s in trace.slices if s.pid == pid and s.category not in GPU]
        operations = [o for o in trace.operations if o.pid == pid]
        iterations = [i for i in trace.iterations if i.pid == pid]
        links = sorted(link for link in trace.links if link[2] == pid)
        gpu = trace.gpu[pid]
        times = set(trace.wall)
        for row in cpu + operations + iterations + [row for row, _ in gpu]:
            times.update((row.start, row.end))
        times.update(link[0] for link in links if trace.wall[0] <= link[0] <= trace.wall[1])
        self.times = sorted(times)
        self.count = len(self.times) - 1
        self.at = {time: i for i, time in enumerate(self.times)}

        threads = list(dict.fromkeys(row.tid for row in cpu + operations))
        self.active = {tid: self.paint([s for s in cpu if s.tid == tid], lambda s: s.category) for tid in threads}
        self.opened = {tid: self.paint([o for o in operations if o.tid == tid], lambda o: o.name) for tid in threads}
        self.iteration = self.paint(iterations, lambda i: i.name)
        self.source = {tid: [None] * self.count for tid in threads}
        for time, _, _, tid, forward in links:
            first = bisect.bisect_left(self.times, time)
            if tid in self.source:
                self.source[tid][first:] = [forward] * (self.count - first)
        self.root = min(operations, key=nesting_order).tid if operations else None
        self.running = {}  # (operation that launched it, category) -> slices
        for row, launch in gpu:
            owner = NO_LAUNCH
            if launch:
                owner = self.operation(launch.tid, bisect.bisect_right(self.times, launch.start) - 1)
            self.running.setdefault((owner, row.category), []).append(row)

    def paint(self, rows, value):
        cells = [None] * self.count
        for row in sorted(rows, key=nesting_order):
            first, last = self.at[row.start], self.at[row.end]
            cells[first:last] = [value(row)] * (last - first)
        return cells

    def operation(self, tid, i):
        """The operation that thread `tid` is in during interval `i`, its own or inherited."""
        visited = set()
        while tid is not None and tid in self.opened and tid not in visited and i < self.count:
            if self.opened[tid][i] is not None:
                return self.opened[tid][i]
            visited.add(tid)
            tid = self.source[tid][i] if self.source[tid][i] is not None else self.root
        return OUTSIDE

    def instant_operations(self, i):
        """The operations of the threads at work, or else of the root thread."""
        busy = [tid for tid in self.active if self.active[tid][i] is not None]
        found = {self.operation(tid, i) for tid in busy or [self.root]}
        return found - {OUTSIDE} or {OUTSIDE}

    def rows(self, attribution):
        """(operation, categories, asynchronous) -> ns"""
        total = collections.Counter()
        lit = {}
        for key, slices in self.running.items():
            lit[key] = bytearray(self.count)
            for row in slices:
                first, last = self.at[row.start], self.at[row.end]
                lit[key][first:last] = b"\1" * (last - first)
        for i in range(self.count):
            length = self.times[i + 1] - self.times[i]
            inside = self.instant_operations(i)
            categories = {cells[i] for cells in self.active.values() if cells[i] is not None}
            apart = collections.defaultdict(set)
            for (owner, category), cells in lit.items():
                if cells[i]:
                    if attribution == "time" or owner in inside:
                        categories.add(category)
                    else:
                        apart[owner].add(category)
            total[" + ".join(sorted(inside)), ordered(categories), False] += length
            for owner, others in apart.items():
                total[owner, ordered(others), True] += length
        return total

    def transitions(self):
        """(operation, iteration, category) -> count"""
        count = collections.Counter()
        for tid, cells in self.active.items():
            for i, category in enumerate(cells):
                if category is not None and (i == 0 or cells[i - 1] != category):
                    count[self.operation(tid, i), self.iteration[i], category] += 1
        for (owner, category), slices in self.running.items():
            reached = None
            for start, end in sorted((row.start, row.end) for row in slices if row.start < row.end):
                if reached is None or start >= reached:
                    count[owner, self.iteration[self.at[start]], category] += 1
                    reached = end
                reached = max(reached, end)
        return count


def nesting_order(row):
    return row.start, -row.end, row.order


def ordered(categories):
    return tuple(sorted(categories, key=CATEGORIES.index))


def resource(categories):
    gpu, cpu = bool(GPU & set(categories)), bool(set(categories) - GPU)
    return {(False, False): "none", (True, False): "cpu", (False, True): "gpu", (True, True): "cpu+gpu"}[cpu, gpu]


def compute(path, attributions=("launch", "time")):
    """One report for each attribution."""
    trace = Trace(path)
    reports = {a: {"attribution": a, "corrected": False, "wall_ns": 0, "rows": [], "transitions": []}
               for a in attributions}
    if trace.wall is None:
        return reports
    for report in reports.values():
        report["wall_ns"] = trace.wall[1] - trace.wall[0]
    for pid in trace.processes:
        process = Process(trace, pid)
        name = trace.names.get(pid)
        transitions = process.transitions()
        for attribution, report in reports.items():
            for (operation, categories, asynchronous), time in process.rows(attribution).items():
                if time:
                    report["rows"].append({
                        "process": name, "pid": pid, "phase": None, "operation": operation,
                        "categories": list(categories), "resource": resource(categories),
                        "asynchronous": asynchronous, "time_ns": time, "low_ns": time, "high_ns": time})
            for (operation, iteration, category), count in transitions.items():
                report["transitions"].append({"process": name, "pid": pid, "operation": operation,
                                              "iteration": iteration, "category": category, "count": count})
    for report in reports.values():
        report["rows"].sort(key=lambda r: (str(r["pid"]), r["operation"], r["asynchronous"],
                                           [CATEGORIES.index(c) for c in r["categories"]]))
        report["transitions"].sort(key=lambda r: (str(r["pid"]), r["operation"], r["iteration"] is not None,
                                                  r["iteration"] or 0, CATEGORIES.index(r["category"])))
    return reports


def main():
    parser = argparse.ArgumentParser(description="The breakdown of a trace, computed from its definition.")
    parser.add_argument("file")
    parser.add_argument("--attribution", choices=("launch", "time"), default="launch")
    options = parser.parse_args()
    print(json.dumps(compute(options.file, (options.attribution,))[options.attribution], indent=1))


if __name__ == "__main__":
    main()

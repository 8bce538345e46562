#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a random but valid Kineto trace that is full of ties: equal starts, equal ends, touching and empty slices.

    random_trace.py SEED OUT.json

Two or three processes with several threads, nested slices and operations, now and then slices that cross, GPU streams
of two devices with overlapping kernels, launches (some missing, some ambiguous), forward-backward arrows, iterations,
rows that are shown but not counted, and events in any order.
"""

import json
import random
import sys

CPU = ["python_function", "cpu_op", "cuda_runtime", "cuda_driver", "native", "simulator", "overhead", "gpu_sync", "",
       "some_other"]
GPU = ["kernel", "gpu_memcpy", "gpu_memset", "collective"]
OPERATIONS = ["inference", "simulation", "backpropagation", "forward"]


def micros(time):
    """Times are counted in quarters of a microsecond: many ties, but not only whole numbers."""
    return time / 4


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.events = []
        self.correlation = 0
        self.launches = []
        self.arrow_ends = set()
        self.length = self.random.choice([40, 120, 400])

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def add(self, cat, name, pid, tid, start, end, **args):
        event = {"ph": "X", "name": name, "pid": pid, "tid": tid, "ts": micros(start), "dur": micros(end - start)}
        if cat:
            event["cat"] = cat
        if args:
            event["args"] = args
        self.events.append(event)

    def point(self, start, end):
        return self.random.randint(start, end)

    def nest(self, pid, tid, start, end, depth):
        """Slices and operations inside [start, end], each inside its parent."""
        at = start
        while at < end and depth < 6:
            if self.chance(35):
                at += self.point(0, max(1, (end - at) // 3))
            stop = self.point(at, min(end, at + max(1, (end - start) // (1 + depth))))
            self.place(pid, tid, at, stop)
            if stop > at and self.chance(70):
                self.nest(pid, tid, at, stop, depth + 1)
            at = stop if stop > at or self.chance(50) else at + 1

    def place(self, pid, tid, start, stop):
        if self.chance(18):
            return self.add(self.random.choice(["user_annotation", "operation"]), self.random.choice(OPERATIONS), pid,
                            tid, start, stop)
        cat = self.random.choice(CPU)
        if cat in ("cuda_runtime", "cuda_driver"):
            if self.chance(90):  # else the same one again: which call launched the kernel is decided by time
                self.correlation += 1
            name = self.random.choice(["cudaLaunchKernel", "cudaStreamSynchronize"])
            self.launches.append((start, stop, self.correlation))
            return self.add(cat, name, pid, tid, start, stop, correlation=self.correlation)
        return self.add(cat, "f", pid, tid, start, stop)

    def process(self, pid):
        threads = [pid * 10 + i for i in range(self.random.randint(1, 3))]
        self.add("native", "main", pid, threads[0], 0, self.point(1, self.length))
        for tid in threads:
            begin = self.point(0, self.length // 2)
            self.nest(pid, tid, begin, self.point(begin, self.length), 0)
            for _ in range(self.random.randint(0, 2)):  # slices that cross others
                start = self.point(0, self.length - 1)
                self.place(pid, tid, start, self.point(start, self.length))
        at = self.point(0, 5)
        number = 0
        while at < self.length and self.chance(80):
            stop = self.point(at, min(self.length, at + self.length // 3))
            self.add("user_annotation", f"ProfilerStep#{number}", pid, threads[0], at, stop)
            at = stop + self.point(0, 3)
            number += 1
        for number in range(self.random.randint(0, 4)):
            self.arrow(pid, threads, number)
        self.events.append({"ph": "M", "name": "process_name", "pid": pid, "tid": 0, "args": {"name": f"p{pid}"}})

    def arrow(self, pid, threads, number):
        """From a slice of one thread to a later one of another, at the starts of both; never two to the same place."""
        slices = [e for e in self.events if e["ph"] == "X" and e["pid"] == pid and e["dur"] > 0 and
                  e.get("cat") in ("python_function", "cpu_op")]
        if len(threads) < 2 or not slices:
            return
        source, target = sorted(self.random.choices(slices, k=2), key=lambda e: e["ts"])
        place = target["tid"], target["ts"]
        if source["tid"] != target["tid"] and source["ts"] < target["ts"] and place not in self.arrow_ends:
            self.arrow_ends.add(place)
            for phase, end in (("s", source), ("f", target)):
                self.events.append({"ph": phase, "cat": "fwdbwd", "name": "fwdbwd", "id": pid * 100 + number,
                                    "pid": pid, "tid": end["tid"], "ts": end["ts"], "bp": "e"})

    def device_work(self):
        for start, stop, correlation in self.launches:
            if self.chance(75):
                begin = self.point(start, stop + 6)
                self.gpu(begin, begin + self.point(0, self.length // 5), correlation)
        for _ in range(self.random.randint(0, 3)):  # launched before the recording began
            begin = self.point(0, self.length)
            self.gpu(begin, begin + self.point(0, 9), 1_000_000)
        begin = self.point(0, self.length)
        self.add("cuda_sync", "Stream Sync", 0, 7, begin, begin + 3)
        self.add("gpu_user_annotation", "inference", 0, 7, begin, begin + 40)
        self.add("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", -1000, 9000)

    def gpu(self, start, end, correlation):
        device, stream = self.random.randint(0, 1), self.random.choice([7, 7, 20])
        cat = self.random.choice(GPU)
        name = "ncclDevKernel_AllReduce" if self.chance(15) else "kernel"
        self.add(cat, name, device, stream, start, end, device=device, stream=stream, correlation=correlation)


def main():
    seed, path = int(sys.argv[1]), sys.argv[2]
    generator = Generator(seed)
    for pid in range(11, 11 + generator.random.randint(1, 3)):
        generator.process(pid)
    generator.device_work()
    generator.random.shuffle(generator.events)
    with open(path, "w", encoding="utf-8") as out:
        out.write("[\n" + ",\n".join(json.dumps(event) for event in generator.events) + "\n]\n")


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""A tiny machine with threads and GPU streams that leaves a trace as PyTorch's profiler (Kineto) writes it.

Times are integer nanoseconds. Nothing here reads a clock, and random numbers are integers, so the same seed gives the
same bytes on every computer.
"""

import contextlib
import json
import random

GPU_CATEGORIES = ("kernel", "gpu_memcpy", "gpu_memset")

# Durations in percent of the typical one: most are close to it, a few are much longer.
SPREAD = (71, 78, 83, 86, 89, 91, 93, 95, 97, 98, 99, 100, 101, 103, 105, 107, 110, 113, 117, 122, 129, 140, 163, 230)


class Thread:
    """A CPU thread: `now` moves forward as it works, slices nest like calls."""

    def __init__(self, trace, pid, tid, name):
        self.trace, self.pid, self.tid, self.name = trace, pid, tid, name
        self.now = 0

    def work(self, typical_ns):
        self.now += self.trace.spread(typical_ns)

    def wait_until(self, time_ns):
        self.now = max(self.now, time_ns)

    @contextlib.contextmanager
    def slice(self, cat, name, args=None, edge_ns=0):
        """What happens inside the `with` is inside the slice; `edge_ns`: time before and after it."""
        start = self.now
        self.now += edge_ns and self.trace.spread(edge_ns)
        yield
        self.now += edge_ns and self.trace.spread(edge_ns)
        self.trace.add_slice(cat, name, self.pid, self.tid, start, self.now, {} if args is None else args)

    def leaf(self, cat, name, typical_ns, args=None):
        """A slice without children; `typical_ns` 0 gives a slice of length zero."""
        with self.slice(cat, name, args):
            if typical_ns:
                self.work(typical_ns)

    def op(self, name, **more):
        """An operator of the framework."""
        args = {"External id": self.trace.next_id("External id"), "Record function id": 0, **more,
                "Ev Idx": self.trace.next_id("Ev Idx")}
        return self.slice("cpu_op", name, args, edge_ns=450)

    def frame(self, name):
        """A Python function."""
        return self.slice("python_function", name, {"Python id": self.trace.next_id("Python id"),
                                                    "Ev Idx": self.trace.next_id("Ev Idx")}, edge_ns=380)

    def annotation(self, name):
        """One of the user's operations."""
        return self.slice("user_annotation", name, {"External id": self.trace.next_id("External id"),
                                                    "Ev Idx": self.trace.next_id("Ev Idx")}, edge_ns=610)


class Stream:
    """A queue of one GPU. Work starts after its launch and after its predecessor."""

    def __init__(self, trace, device, number):
        self.trace, self.device, self.number = trace, device, number
        self.free_at = 0
        self.last = None  # interval of the latest kernel

    def enqueue(self, ready_ns, typical_ns, early_ns=0):
        """`early_ns`: how long before its predecessor's end it may start (programmatic dependent launch)."""
        start = max(ready_ns + 900 + self.trace.below(1400), self.free_at - early_ns)
        end = start + self.trace.spread(typical_ns)
        self.free_at = max(self.free_at, end)
        self.last = (start, end)
        return start, end


class KinetoTrace:
    """Collects events; `write_json` prints them in the order and layout of Kineto's own writer."""

    def __init__(self, seed, base_time_ns):
        self.random = random.Random(seed)
        self.base_time_ns = base_time_ns
        self.slow_percent = 100  # everything takes this much of its usual time
        self.ids = {}
        self.threads = []
        self.streams = []
        self.slices = []  # (cat, name, pid, tid, start, end, args)
        self.instants = []  # (pid, tid, time, name, cat, args)
        self.counters = []  # (pid, time, name, args)
        self.flows = []  # (cat, id, pid, tid, time, phase)

    def next_id(self, what):
        self.ids[what] = self.ids.get(what, 0) + 1
        return self.ids[what]

    def below(self, limit):
        return self.random.randrange(limit)

    def spread(self, typical_ns):
        percent = SPREAD[self.below(len(SPREAD))]
        value = typical_ns * percent * self.slow_percent // 10_000
        return max(1, value + self.below(typical_ns // 16 + 2) - typical_ns // 32)

    def thread(self, pid, tid, name):
        self.threads.append(Thread(self, pid, tid, name))
        return self.threads[-1]

    def stream(self, device, number):
        self.streams.append(Stream(self, device, number))
        return self.streams[-1]

    def add_slice(self, cat, name, pid, tid, start, end, args):
        self.slices.append((cat, name, pid, tid, start, end, args))

    def add_memory_instant(self, thread, size, total):
        args = {"Ev Idx": self.next_id("Ev Idx"), "Device Type": 1, "Device Id": 0,
                "Addr": 140_188_288_000_000 + 512 * total, "Bytes": size,
                "Total Allocated": total, "Total Reserved": 2_147_483_648}
        self.instants.append((thread.pid, thread.tid, thread.now, "[memory]", "cpu_instant_event", args))

    def add_flow(self, cat, number, source, target):
        """`source`, `target`: (pid, tid, time)."""
        self.flows.append((cat, number, *source, "s"))
        self.flows.append((cat, number, *target, "f"))

    # What happens on the GPU.

    def launch(self, thread, stream, name, typical_ns, grid=(32, 1, 1), block=(128, 1, 1), registers=32, shared=0,
               api="cudaLaunchKernel", early_ns=0, cost_ns=4_300):
        """A kernel and the call that launches it. Returns the kernel's interval."""
        blocks_per_sm = grid[0] * grid[1] * grid[2] * 100 // 108
        args = {"queued": 0, "device": stream.device, "context": 1, "stream": stream.number,
                "registers per thread": registers, "shared memory": shared,
                "blocks per SM": Decimal2(blocks_per_sm), "warps per SM": Decimal2(blocks_per_sm * block[0] // 32),
                "grid": list(grid), "block": list(block),
                "est. achieved occupancy %": min(100, blocks_per_sm * block[0] // 2048)}
        return self._submit(thread, stream, "kernel", name, typical_ns, args, api, 211, cost_ns, early_ns)

    def copy(self, thread, stream, kind, size, typical_ns, cost_ns=5_200):
        names = {"HtoD": "Memcpy HtoD (Pinned -> Device)", "DtoH": "Memcpy DtoH (Device -> Pageable)",
                 "DtoD": "Memcpy DtoD (Device -> Device)"}
        return self._submit(thread, stream, "gpu_memcpy", names[kind], typical_ns, self._transfer(stream, size),
                            "cudaMemcpyAsync", 41, cost_ns)

    def fill(self, thread, stream, size, typical_ns):
        return self._submit(thread, stream, "gpu_memset", "Memset (Device)", typical_ns, self._transfer(stream, size),
                            "cudaMemsetAsync", 51, 3_100)

    def synchronize(self, thread, stream):
        """Waits until `stream` is empty; Kineto adds a row on the GPU's side of it."""
        correlation = self.next_id("correlation")
        with thread.slice("cuda_runtime", "cudaStreamSynchronize", {"cbid": 131, "correlation": correlation}):
            start = thread.now
            thread.work(1_400)
            thread.wait_until(stream.free_at + self.spread(2_100))
        self.add_slice("cuda_sync", "Stream Sync", stream.device, stream.number, start + 300, thread.now - 200,
                       {"cuda_sync_kind": "Stream Sync", "stream": stream.number, "correlation": correlation,
                        "device": stream.device, "context": 1})

    def record_event(self, thread):
        thread.leaf("cuda_runtime", "cudaEventRecord", 900, {"cbid": 135, "correlation": self.next_id("correlation")})

    def wait_event(self, thread, waiting, awaited):
        """Work on `waiting` that comes later starts after all that `awaited` holds now."""
        correlation = self.next_id("correlation")
        thread.leaf("cuda_runtime", "cudaStreamWaitEvent", 800, {"cbid": 147, "correlation": correlation})
        waiting.free_at = max(waiting.free_at, awaited.free_at)

    def _transfer(self, stream, size):
        return {"device": stream.device, "context": 1, "stream": stream.number, "bytes": size}

    def _submit(self, thread, stream, cat, name, typical_ns, args, api, cbid, cost_ns, early_ns=0):
        correlation = self.next_id("correlation")
        external = self.ids.get("External id", 0)
        called = thread.now
        thread.leaf("cuda_runtime", api, cost_ns,
                    {"External id": external, "cbid": cbid, "correlation": correlation})
        start, end = stream.enqueue(thread.now, typical_ns, early_ns)
        args = {"External id": external, **args, "correlation": correlation}
        if "bytes" in args:
            args["memory bandwidth (GB/s)"] = Decimal2(args["bytes"] * 100 // (end - start))
        self.add_slice(cat, name, stream.device, stream.number, start, end, args)
        self.add_flow("ac2g", correlation, (thread.pid, thread.tid, called), (stream.device, stream.number, start))
        return start, end

    def mirror_annotations(self):
        """Adds the rows with which Kineto repeats operations on a stream: 1 ns wider than their kernels."""
        by_external = {}
        launches = {}
        for cat, _, pid, tid, start, end, args in self.slices:
            if cat == "cuda_runtime":
                launches[args["correlation"]] = (pid, tid, start)
        for cat, _, device, stream, start, end, args in self.slices:
            if cat in GPU_CATEGORIES:
                by_external.setdefault((device, stream), []).append((launches[args["correlation"]], start, end))
        mirrored = []
        for cat, name, pid, tid, start, end, args in self.slices:
            if cat != "user_annotation" or name.startswith("ProfilerStep#"):
                continue
            for (device, stream), work in by_external.items():
                inside = [(s, e) for (p, t, at), s, e in work if (p, t) == (pid, tid) and start <= at < end]
                if inside:
                    mirrored.append(("gpu_user_annotation", name, device, stream, min(s for s, _ in inside) - 1,
                                     max(e for _, e in inside) + 1, {"External id": args["External id"]}))
        self.slices += mirrored

    # What the file is.

    def json_text(self, head, processes):
        """`head`: top-level fields; `processes`: (pid, name, label, sort index)."""
        first = min(s[4] for s in self.slices)
        last = max(s[5] for s in self.slices)
        arrows = {(number, pid, tid): flow_text(cat, number, pid, tid, time, phase)
                  for cat, number, pid, tid, time, phase in self.flows if cat == "ac2g"}
        events = []
        for cat, name, pid, tid, start, end, args in self._file_order():
            events.append(slice_text(cat, name, pid, tid, start, end, args))
            arrow = arrows.get((args.get("correlation"), pid, tid))
            if arrow and cat != "cuda_sync":  # a launch and its kernel are followed by their half of the arrow
                events.append(arrow)
        events += [flow_text(*flow) for flow in self.flows if flow[0] != "ac2g"]
        for pid, tid, time, name, cat, args in self.instants:
            events.append(f'  {{\n    "ph": "i", "cat": "{cat}", "s": "t", "name": "{name}",\n'
                          f'    "pid": {pid}, "tid": {tid},\n    "ts": {micros(time)},\n'
                          f'    "args": {{\n      {fields(args)}\n    }}\n  }}')
        for pid, time, name, args in self.counters:
            events.append(f'  {{\n    "ph": "C", "name": "{name}", "pid": {pid}, "ts": {micros(time)}, '
                          f'"args": {{ {fields(args)} }}\n  }}')
        for pid, name, label, order in processes:
            events += [meta("process_name", first, pid, 0, {"name": name}),
                       meta("process_labels", first, pid, 0, {"labels": label}),
                       meta("process_sort_index", first, pid, 0, {"sort_index": order})]
        for order, thread in enumerate(self.threads):
            events += [meta("thread_name", first, thread.pid, thread.tid, {"name": thread.name}),
                       meta("thread_sort_index", first, thread.pid, thread.tid, {"sort_index": order})]
        for stream in self.streams:
            events += [meta("thread_name", first, stream.device, stream.number, {"name": f"stream {stream.number} "}),
                       meta("thread_sort_index", first, stream.device, stream.number, {"sort_index": stream.number})]
        begin = micros(first - 12_345)
        events += [f'  {{\n    "ph": "X", "cat": "Trace", "ts": {begin}, "dur": {micros(last - first + 34_567)},\n'
                   '    "pid": "Spans", "tid": "PyTorch Profiler",\n    "name": "PyTorch Profiler (0)",\n'
                   '    "args": {\n      "Op count": 0\n    }\n  }',
                   meta("process_sort_index", first - 12_345, "Spans", 0, {"sort_index": 536870912}),
                   '  {\n    "name": "Iteration Start: PyTorch Profiler", "ph": "i", "s": "g",\n'
                   f'    "pid": "Traces", "tid": "Trace PyTorch Profiler", "ts": {begin}\n  }}',
                   '  {\n    "name": "Record Window End", "ph": "i", "s": "g",\n'
                   f'    "pid": "", "tid": "", "ts": {micros(last + 22_222)}\n  }}']
        lines = [f'  "{key}": {json.dumps(value)}' for key, value in head.items()]
        return "{\n" + ",\n".join(lines) + ',\n  "traceEvents": [\n' + ",\n".join(events) + "\n  ]\n}\n"

    def _file_order(self):
        """Kineto first writes what the framework saw, then what the GPU's driver reported: not sorted by time."""
        driver = ("cuda_runtime", "cuda_sync", "gpu_user_annotation") + GPU_CATEGORIES
        return sorted(self.slices, key=lambda s: (s[0] in driver, s[4] if s[0] in driver else s[5]))

    # What is true of it.

    def facts(self):
        """Numbers that a reader of the file must find, taken from the lists above and not from the file."""
        devices = {}
        for cat, _, device, _, start, end, _ in self.slices:
            if cat in GPU_CATEGORIES:
                devices.setdefault(device, []).append((start, end))
        return {
            "slices": len(self.slices) + 1,  # and the profiler's own span
            "instants": len(self.instants) + 2,  # and the profiler's own two
            "counter_samples": sum(len(args) for _, _, _, args in self.counters),
            "wall_ns": max(s[5] for s in self.slices) - min(s[4] for s in self.slices),
            "operations": sum(s[0] == "user_annotation" and not s[1].startswith("ProfilerStep#") for s in self.slices),
            "iterations": sum(s[1].startswith("ProfilerStep#") for s in self.slices),
            "launched": sum(s[0] in GPU_CATEGORIES for s in self.slices),
            "gpu": [{"device": device, "slices": len(work), "busy_ns": union_ns(work),
                     "sum_ns": sum(end - start for start, end in work)} for device, work in sorted(devices.items())],
        }


class Decimal2(int):
    """A number of hundredths; printed with two decimals, so that no float is needed."""


def fields(args):
    return ", ".join(f"{json.dumps(key)}: {value // 100}.{value % 100:02}" if isinstance(value, Decimal2)
                     else f"{json.dumps(key)}: {json.dumps(value)}" for key, value in args.items())


def micros(time_ns):
    return f"{time_ns // 1000}.{time_ns % 1000:03}"


def meta(name, time, pid, tid, args):
    return (f'  {{\n    "name": "{name}", "ph": "M", "ts": {micros(time)}, "pid": {json.dumps(pid)}, "tid": {tid},\n'
            f'    "args": {{\n      {fields(args)}\n    }}\n  }}')


def slice_text(cat, name, pid, tid, start, end, args):
    return (f'  {{\n    "ph": "X", "cat": "{cat}", "name": {json.dumps(name)}, "pid": {pid}, "tid": {tid},\n'
            f'    "ts": {micros(start)}, "dur": {micros(end - start)},\n'
            f'    "args": {{\n      {fields(args)}\n    }}\n  }}')


def flow_text(cat, number, pid, tid, time, phase):
    binding = ', "bp": "e"' if phase == "f" else ""
    return (f'  {{\n    "ph": "{phase}", "id": {number}, "pid": {pid}, "tid": {tid}, "ts": {micros(time)},\n'
            f'    "cat": "{cat}", "name": "{cat}"{binding}\n  }}')


def union_ns(intervals):
    """Length of the union of half-open intervals."""
    total, reached = 0, None
    for start, end in sorted(intervals):
        if reached is None or start > reached:
            reached = start
        if end > reached:
            total += end - reached
            reached = end
    return total

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Records programs that use a GPU which a stand-in for libcupti makes up, and looks at what they recorded.

    gpu_programs.py HSCOPE PROGRAMS_FOLDER HOOK STAND_INS_FOLDER CASE

A case is a function test_CASE below. The stand-in (stand_ins/stand_in_cupti.h) tells the hook of calls and hands it
records with the real layouts; nothing here says how a real GPU behaves.
"""

import ctypes
import json
import pathlib
import subprocess
import sys

from recording import SKIPPED, Failure, Recording, expect, expect_true

MANGLED = "_ZN6kernel3addIfEEvPT_i"
READABLE = "void kernel::add<float>(float*, int)"
NOT_ALLOWED, TAKEN = 35, 39  # CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, .._MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED


class Gpu:
    """Runs gpu_program with the stand-in."""

    def __init__(self, recording, hook, stand_ins):
        self.recording = recording
        self.hook = hook
        self.stand_ins = stand_ins

    def environment(self, **more):
        return {"HSCOPE_LIBRARY_PATH": str(self.hook.parent), "HSCOPE_CUPTI_LIBRARY": str(self.stand_ins / "libcupti.so"),
                "HSCOPE_NVML_LIBRARY": str(self.stand_ins / "libnvidia-ml.so"), **more}

    def run(self, case, **environment):
        seen, error = self.recording.run("gpu_program", case, self.recording.trace,
                                         environment=self.environment(**environment))
        expect(seen["start"], 0, "start")
        expect(seen["again"], seen["attach"], "a second attach")
        self.recording.check_whole()
        return seen, error

    def work(self):
        """What GPUs did: (category, name, device, stream), in the order of time."""
        return self.recording.query("SELECT category, name, device, stream FROM slices WHERE device IS NOT NULL "
                                    "ORDER BY start_ns, id")

    def arguments(self, name):
        return {key: json.loads(value) for key, value in self.recording.query(
            f"SELECT a.name, a.value FROM slice_args a JOIN slices s ON s.id = a.slice_id WHERE s.name = '{name}'")}

    def check_links(self):
        """Each piece of work is linked with one call, and began after it."""
        rows = self.recording.query(
            "SELECT s.id, count(l.id), min(s.start_ns - c.start_ns) FROM slices s LEFT JOIN links l ON l.to_slice_id = s.id "
            "AND l.kind = 'launch' LEFT JOIN slices c ON c.id = l.from_slice_id WHERE s.device IS NOT NULL GROUP BY s.id")
        for slice_id, links, after in rows:
            expect(links, 1, f"links of slice {slice_id}")
            expect_true(after >= 0, f"slice {slice_id} began {-after} ns before its call")
        return len(rows)

    def facts(self):
        return dict(self.recording.query("SELECT key, value FROM meta"))

    def refusal(self, trace=None):
        """Why the file says that GPUs are not recorded."""
        return self.recording.value("SELECT first FROM diagnostic WHERE id = 'recording_gpu_not_recorded'", trace)

    def check_refused(self, case, sentence, attach, **environment):
        """Nothing of GPUs, one sentence, and everything else."""
        seen, error = self.run(case, **environment)
        expect(seen["attach"], attach, "attach")
        expect(error.count("not recording GPUs"), 1, f"sentences on the error output: {error}")
        expect_true(sentence in error, f"{sentence!r} in {error!r}")
        expect_true(sentence in self.refusal(), f"{sentence!r} in the file")
        expect(self.recording.problems()["recording_gpu_not_recorded"], 1, "what the file says")
        expect(self.work(), [], "work of GPUs")
        expect_true("the program's own" in self.recording.names(), "the program's own scopes")


# ---- What is recorded


def test_every_kind(gpu):
    gpu.run("every_kind", HSCOPE_GPU_EXTERNAL="1")
    expect(sorted(map(tuple, gpu.work())), sorted([
        ("gpu_kernel", READABLE, 0, 7), ("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 8),
        ("gpu_memcpy", "Memcpy PtoP (GPU 0 -> GPU 1)", 0, 8), ("gpu_memset", "Memset (Device)", 0, 7),
        ("collective", "ncclDevKernel_AllReduce", 1, 9), ("gpu_memcpy", "Memcpy DtoH (Pinned -> Device)", 0, 7)]), "work")
    expect(gpu.check_links(), 6, "pieces of work")
    kernel = gpu.arguments(READABLE)
    expect(kernel, {"grid": [80, 2, 1], "block": [256, 1, 1], "registers per thread": 40, "static shared memory": 1024,
                    "dynamic shared memory": 49152}, "arguments of the kernel")
    expect(gpu.arguments("Memcpy HtoD (Pinned -> Device)")["bytes"], 1 << 20, "bytes of the copy")
    expect(gpu.arguments("Memset (Device)")["value"], 255, "value of the memset")
    calls = dict(gpu.recording.query("SELECT name, category FROM slices WHERE category IN ('gpu_api', 'gpu_sync') "
                                     "AND name LIKE 'cuda%'"))
    expect(calls, {"cudaLaunchKernel": "gpu_api", "cudaMemcpyAsync": "gpu_api", "cudaMemcpyPeerAsync": "gpu_api",
                   "cudaMemsetAsync": "gpu_api", "cudaStreamSynchronize": "gpu_sync", "cudaMemcpy": "gpu_sync"}, "calls")
    expect(gpu.arguments("cudaStreamSynchronize"), {"waits for": "stream", "stream": 8}, "what a call waited for")
    expect(gpu.arguments("cudaLaunchKernel")["external correlation"], 77, "the program's own id")
    overhead = dict(gpu.recording.query("SELECT name, track FROM slices WHERE category = 'overhead'"))
    expect(overhead["CUPTI: flushing buffers"], "main", "the thread of an overhead")
    expect(overhead["CUPTI: instrumentation"], "profiler overhead", "the track of an overhead of nobody's")
    facts = gpu.facts()
    expect(facts["meta.gpu_0"], "Stand-in GPU, compute capability 9.0, 132 multiprocessors, 80.0 GiB", "the device")
    expect(facts["meta.gpu_0_context_1_default_stream"], "7", "the context")
    expect(gpu.recording.problems(), {}, "problems")
    tracks = gpu.recording.query("SELECT name FROM tracks WHERE kind = 'gpu_stream' ORDER BY name")
    expect(tracks, [["GPU 0 stream 7"], ["GPU 0 stream 8"], ["GPU 1 stream 9"]], "tracks")


def test_nested(gpu):
    gpu.run("nested")
    calls = gpu.recording.query("SELECT name FROM slices WHERE category = 'gpu_api'")
    expect([row[0] for row in calls if "Launch" in row[0]], ["cudaLaunchKernel"], "calls")
    expect(gpu.check_links(), 1, "kernels")


def test_out_of_order(gpu):
    gpu.run("out_of_order")
    expect(gpu.check_links(), 300, "kernels")
    # As the loader has them: in order, and none cut because it crosses another one.
    info = json.loads(gpu.recording.ask_hscope("info", gpu.recording.trace, "--json"))
    expect([(row["device"], row["slices"]) for row in info["gpu"]], [(0, 150), (1, 150)], "devices")
    expect([row["id"] for row in info["diagnostics"]], [], "diagnostics")


def test_graph(gpu):
    gpu.run("graph")
    expect(gpu.check_links(), 100, "kernels")
    expect(gpu.recording.value("SELECT count(DISTINCT from_slice_id) FROM link"), 1, "launches")
    expect(gpu.arguments(READABLE)["graph id"], 5, "the graph")


def test_whole_graph(gpu):
    gpu.run("graph", HSCOPE_GPU_GRAPHS="whole")
    expect_true(["gpu_kernel", "CUDA graph", 0, 7] in gpu.work(), "the graph as one slice")


def test_threads(gpu):
    gpu.run("threads")
    expect(gpu.check_links(), 8000, "kernels")
    expect(gpu.recording.problems(), {}, "problems")


def test_pauses(gpu):
    gpu.run("pauses")
    expect(gpu.check_links(), 2, "kernels of calls that were recorded")
    expect(gpu.recording.value("SELECT count(*) FROM slices WHERE name = 'cudaLaunchKernel'"), 2, "calls")


def test_pauses_without_calls(gpu):
    gpu.run("pauses", HSCOPE_RECORD_ONLY="marks,gpu_work")
    expect(len(gpu.work()), 2, "kernels")


def test_record_only(gpu):
    gpu.run("graph", HSCOPE_RECORD_ONLY="marks,gpu_api")
    expect(gpu.work(), [], "work without gpu_work")
    expect(gpu.recording.value("SELECT count(*) FROM slices WHERE name = 'cudaGraphLaunch'"), 1, "calls")


def test_work_only(gpu):
    gpu.run("graph", HSCOPE_RECORD_ONLY="marks,gpu_work")
    expect(len(gpu.work()), 100, "work")
    expect(gpu.recording.value("SELECT count(*) FROM slices WHERE category = 'gpu_api'"), 0, "calls without gpu_api")


def test_utilisation(gpu):
    gpu.run("utilisation")
    samples = gpu.recording.query("SELECT DISTINCT counter, value FROM counter_samples")
    expect(samples, [["GPU 3 by NVML (%)", 42]], "what NVML said")
    report = json.loads(gpu.recording.ask_hscope("report", gpu.recording.trace, "--json"))
    expect([(row["device"], row["nvml_utilisation"]) for row in report["gpu_truth"]["devices"]], [(3, 0.42)], "in the report")


def test_call_cost(gpu):
    gpu.recording.run("injected_program", environment=gpu.environment(
        HSCOPE_RECORD="1", HSCOPE_OUTPUT=str(gpu.recording.trace), CUDA_INJECTION64_PATH=str(gpu.hook)))
    costs = dict(gpu.recording.query("SELECT kind, mean_ns FROM calibration"))
    expect_true({"gpu_api", "gpu_api_inside"} <= set(costs), f"costs {sorted(costs)}")
    expect(gpu.recording.value("SELECT count(*) FROM slices WHERE name = 'cuGetErrorName'"), 0,
           "calls that measured, in the file")


# ---- What is lost, and said


def test_dropped(gpu):
    gpu.run("dropped")
    expect(gpu.check_links(), 1, "kernels")
    expect(gpu.recording.problems(), {"recording_gpu_work_lost": 18}, "problems")


def test_flush(gpu):
    seen, _ = gpu.run("flush")
    expect(seen["flush"], 0, "flush")
    expect(gpu.check_links(), 1, "a kernel that was running then")
    expect(gpu.recording.problems(), {}, "problems")


def test_hands_over(gpu):
    seen, _ = gpu.run("hands_over")
    expect(seen["buffers"], 1, "buffers that were handed over while the program ran")
    expect(gpu.check_links(), 1, "kernels")


def test_stop(gpu):
    seen, _ = gpu.run("stop")
    expect(seen["stop"], 0, "stop")
    expect(gpu.check_links(), 1, "kernels that had ended")
    expect(gpu.recording.problems()["recording_gpu_work_lost"], 1, "the one that had not")


def test_buffer_full(gpu):
    seen, _ = gpu.run("buffer_full")
    expect_true(seen["buffers"] > 2, f"several buffers, not {seen['buffers']}")
    expect(gpu.check_links(), 20_000, "kernels")
    expect(gpu.recording.problems(), {}, "problems")


def test_forks(gpu):
    seen, _ = gpu.run("forks")
    expect(seen["child_status"], 0, "the child's end")
    expect(gpu.check_links(), 2, "kernels in the parent's file")
    children = [path for path in gpu.recording.folder.glob("trace.*.hscope")]
    expect(len(children), 1, "files of the child")
    expect(gpu.recording.names(children[0]), ["cudaLaunchKernel", "in the child"], "slices of the child")
    why = gpu.refusal(children[0])
    expect_true("forked" in why, why)


def test_restarts(gpu):
    seen, _ = gpu.run("restarts")
    expect((seen["held_between"], seen["second_start"], seen["held_again"]), (0, 0, 1), "what the hook holds")
    expect(gpu.check_links(), 1, "kernels of the first recording")
    second = gpu.recording.folder / "second.hscope"
    expect([row[0] for row in gpu.recording.query("SELECT category FROM slices ORDER BY start_ns", second)],
           ["gpu_api", "gpu_kernel"], "the second recording")


def test_forks_between(gpu):
    seen, _ = gpu.run("forks_between")
    expect(seen["child_status"], 50, "the child starts, and cannot attach")
    why = gpu.refusal(gpu.recording.folder / "child.hscope")
    expect_true("forked" in why, why)


def test_stop_in_call(gpu):
    seen, _ = gpu.run("stop_in_call")
    expect(seen["second_start"], 0, "second start")
    second = gpu.recording.folder / "second.hscope"
    expect(gpu.recording.names(second), sorted(["cudaLaunchKernel", READABLE] * 2), "calls after that")
    expect(gpu.recording.value("SELECT count(*) FROM link", second), 2, "links")


def test_allowed_later(gpu):
    """What one recording may not have the next one may: the file of that says nothing of it."""
    seen, error = gpu.run("restarts", STAND_IN_TAKEN_UNTIL="2")
    expect(seen["attach"], 5, "attach")
    expect_true("another profiler" in error, error)
    expect_true("another profiler" in gpu.refusal(), "the first file")
    second = gpu.recording.folder / "second.hscope"
    expect(gpu.recording.problems(second), {}, "problems of the second file")
    expect(gpu.recording.value("SELECT count(*) FROM link", second), 1, "links of the second file")


# ---- The clock


def test_mapped_clock(gpu):
    gpu.run("clocks", STAND_IN_NO_TIMESTAMPS="1")
    expect(gpu.recording.value("SELECT count(*) FROM slices WHERE device IS NOT NULL"), 20, "kernels")
    # The stand-in's clock starts centuries away; a kernel lies at its call.
    rows = gpu.recording.query("SELECT s.start_ns - c.start_ns, s.start_ns - c.end_ns FROM links l JOIN slices s ON "
                               "s.id = l.to_slice_id JOIN slices c ON c.id = l.from_slice_id")
    expect(len(rows), 20, "links")
    allowed_ns = 5_000_000
    for after_begin, after_end in rows:
        expect_true(after_begin > -allowed_ns and after_end < allowed_ns, f"{after_begin} and {after_end} ns from the call")
    facts = gpu.facts()
    expect_true({"meta.gpu_clock_residual_ns", "meta.gpu_clock_drift_ppm"} <= set(facts), f"facts {sorted(facts)}")


# ---- Versions and refusals


def check_version(gpu, version):
    test_every_kind_with = gpu.environment
    gpu.environment = lambda **more: test_every_kind_with(STAND_IN_VERSION=str(version), **more)
    test_every_kind(gpu)
    expect(gpu.facts()["meta.cupti_version"], str(version), "the version in the file")


def test_version_18(gpu):
    check_version(gpu, 18)


def test_version_21(gpu):
    check_version(gpu, 21)


def test_version_24(gpu):
    check_version(gpu, 24)


def test_version_28(gpu):
    check_version(gpu, 28)


def test_unknown_version(gpu):
    gpu.check_refused("every_kind", "version 140000", 5, STAND_IN_VERSION="140000")


def test_old_version(gpu):
    gpu.check_refused("every_kind", "version 17", 5, STAND_IN_VERSION="17")


def test_another_profiler(gpu):
    gpu.check_refused("every_kind", "another profiler", 5, STAND_IN_SUBSCRIBE=str(TAKEN))


def test_not_allowed(gpu):
    gpu.check_refused("every_kind", "may not profile", 0, STAND_IN_ENABLE=str(NOT_ALLOWED))
    calls = gpu.recording.value("SELECT count(*) FROM slices WHERE category IN ('gpu_api', 'gpu_sync')")
    expect_true(calls >= 7, f"calls are recorded: {calls}")


def test_no_library(gpu):
    gpu.check_refused("every_kind", "/nowhere/libcupti.so", 5, HSCOPE_CUPTI_LIBRARY="/nowhere/libcupti.so")


def test_no_driver(gpu):
    """A program that knows nothing of CUDA, on a machine that has none."""
    try:
        ctypes.CDLL("libcuda.so.1")
        print("skipped: this machine has a driver")
        return SKIPPED
    except OSError:
        pass
    program = gpu.recording.programs / "attaches"
    run = subprocess.run([program, gpu.recording.trace], env=gpu.recording.environment(**gpu.environment()),
                         capture_output=True, check=False, timeout=60)
    expect(run.returncode, 5, "attach")
    error = run.stderr.decode()
    expect(error.count("not recording GPUs: there is no driver"), 1, error)
    expect_true("attached or not" in gpu.recording.names(), "the program's own scopes")
    return 0


def test_no_hook(gpu):
    gpu.check_refused("every_kind", "libhscope_cupti.so", 5, HSCOPE_LIBRARY_PATH=str(gpu.recording.folder))


def test_no_callbacks(gpu):
    seen, error = gpu.run("every_kind", STAND_IN_CALLBACKS="15")
    expect(seen["attach"], 5, "attach")
    expect_true("a result of the stand-in" in error, error)
    expect(len(gpu.work()), 6, "work is recorded without calls")


# ---- Programs that nobody can change


def run_hscope(gpu, *arguments, status=0, **environment):
    """hscope for a command that finds the stand-ins; gives what it printed."""
    run = subprocess.run([gpu.recording.hscope, *arguments], env=gpu.recording.environment(**gpu.environment(**environment)),
                         capture_output=True, check=False, timeout=240, cwd=gpu.recording.folder)
    expect(run.returncode, status, f"hscope {arguments[0]}: {run.stderr.decode()}")
    return run.stdout.decode(), run.stderr.decode()


def record(gpu, *command, **environment):
    run_hscope(gpu, "record", "--gpu", "-o", gpu.recording.trace, "--", *command, **environment)


def test_injected(gpu):
    record(gpu, gpu.recording.programs / "injected_program")
    expect(gpu.check_links(), 50, "kernels, not waited for by the program")
    expect(gpu.work()[0][:2], ["gpu_kernel", "step(float*, int)"], "a kernel")


def test_injected_python(gpu):
    record(gpu, "/usr/bin/python3", "-c", "import ctypes; cuda = ctypes.CDLL('libcuda.so.1'); cuda.cuInit(0); "
           "cuda.launchKernels(10)", LD_LIBRARY_PATH=str(gpu.stand_ins))
    expect(gpu.check_links(), 10, "kernels")


def test_other_injection(gpu):
    program = gpu.recording.programs / "injected_program"
    _, error = run_hscope(gpu, "record", "--gpu", "-o", gpu.recording.trace, "--", program, status=1,
                          CUDA_INJECTION64_PATH="/opt/other/libprofiler.so")
    expect_true("CUDA_INJECTION64_PATH names /opt/other/libprofiler.so" in error, error)


def test_calibrate(gpu):
    program = gpu.recording.programs / "injected_program"
    model = gpu.recording.folder / "model.json"
    run_hscope(gpu, "calibrate", "--gpu", "--repetitions", "2", "-o", model, "--", program)
    costs = {(cost["kind"], cost.get("api", "")): cost for cost in json.loads(model.read_text())["costs"]}
    expect_true({("cupti", "cudaLaunchKernel"), ("cupti", ""), ("gpu_api", "")} <= set(costs), f"costs {sorted(costs)}")
    record(gpu, program)
    out, _ = run_hscope(gpu, "report", gpu.recording.trace, "--correct", model, "--json")
    removed = {row["kind"]: row["events"] for row in json.loads(out)["overhead"]}
    expect(removed["cupti"], removed["gpu_api"], "calls that CUPTI's share is taken from")
    # By the recorder's own measurement nobody knows CUPTI's share, which the report says.
    out, _ = run_hscope(gpu, "report", gpu.recording.trace, "--correct", "recorded", "--json")
    expect([row["kind"] for row in json.loads(out)["overhead_not_known"]], ["cupti"], "unknown costs")


def test_nvtx(gpu):
    program = gpu.recording.programs / "nvtx_program"
    if not program.exists():
        print("skipped: there are no headers of NVTX")
        return SKIPPED
    record(gpu, program)
    expect([row[0] for row in gpu.recording.query("SELECT name FROM operations ORDER BY start_ns")],
           ["step", "fo\u0308rward", "inner"], "operations")
    expect(gpu.recording.query("SELECT name, category FROM slices WHERE category <> 'annotation' ORDER BY start_ns"),
           [["NCCL: reduce", "backend"], ["NCCL: gather", "backend"], ["NCCL: outer", "backend"]], "ranges of a library")
    instants = gpu.recording.query("SELECT s.value FROM instant i JOIN string s ON s.id = i.name_id ORDER BY i.time_ns")
    expect(instants, [["here"], ["overlapping"]], "marks")
    expect(gpu.recording.problems(), {}, "problems")


def main(arguments):
    if len(arguments) != 5:
        print(__doc__, file=sys.stderr)
        return 2
    hscope, programs, hook, stand_ins, case = arguments
    with Recording(hscope, programs) as recording:
        gpu = Gpu(recording, pathlib.Path(hook).resolve(), pathlib.Path(stand_ins).resolve())
        try:
            return globals()["test_" + case](gpu) or 0
        except (Failure, json.JSONDecodeError, KeyError) as failure:
            print(f"{case}: {failure!r}" if isinstance(failure, KeyError) else f"{case}: {failure}")
            return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the example trace that ships with Heteroscope: a TD3 agent learns to hop.

    generate_example.py OUT_DIR [--seed N] [--iterations N]

OUT_DIR/example.json.gz is a trace as PyTorch's profiler writes it; OUT_DIR/example.expected.json holds what is true of
it by construction (for tests). The same arguments give the same bytes.

The run: the process `trainer` picks actions (operation inference), steps one environment itself while the process
`simulator` steps the others (simulation), and learns from what it saw (backpropagation, with forward, backward and
optimizer inside). Look for
  - a kernel of inference on stream 17 that is still running in the next operation: the two attributions differ,
  - kernels of stream 7 that overlap, because one may start before the other ends,
  - batches copied on stream 13 while stream 7 computes, gradients reduced on stream 20,
  - a GPU that waits for the simulator,
  - slow first iterations, and now and then an evaluation that learns nothing.
"""

import argparse
import gzip
import json
import pathlib

from kineto_writer import KinetoTrace

TRAINER, SIMULATOR = 41207, 41215
EVALUATE_EVERY = 10
WARM_UP_PERCENT = {1: 420, 2: 210, 3: 140}

SGEMM = "ampere_sgemm_64x32_sliced1x4_tn"
SGEMM_LARGE = "ampere_sgemm_128x64_nn"
SPLIT_K = "void splitKreduce_kernel<32, 16, int, float, float, float, float, true, false, false>"
RELU = ("void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::launch_clamp_scalar("
        "at::TensorIteratorBase&, c10::Scalar, c10::Scalar, at::native::detail::ClampLimits)::{lambda()#1}>")
TANH = "void at::native::vectorized_elementwise_kernel<4, at::native::tanh_kernel_cuda(at::TensorIteratorBase&)>"
MSE = "void at::native::vectorized_elementwise_kernel<4, at::native::mse_kernel_cuda(at::TensorIteratorBase&)>"
MEAN = "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float>, 4> >"
THRESHOLD = ("void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::"
             "threshold_kernel_impl<float>(at::TensorIteratorBase&, float, float)>")
FOREACH = "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<TensorListMetadata<{}>, AdamFunctor>"
ALL_REDUCE = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*, unsigned long, ncclWork*)"


class Run:
    def __init__(self, seed):
        self.trace = trace = KinetoTrace(seed, base_time_ns=1_726_000_000_000_000_000)
        self.main = trace.thread(TRAINER, TRAINER, "main thread")
        self.autograd = trace.thread(TRAINER, 41233, "pt_autograd_0")
        self.simulator = trace.thread(SIMULATOR, SIMULATOR, "main thread")
        self.compute = trace.stream(0, 7)
        self.copies = trace.stream(0, 13)
        self.side = trace.stream(0, 17)
        self.reduce = trace.stream(0, 20)
        self.loaded_kernels = set()
        self.allocated = 268_435_456
        self.return_sum = 0
        self.main.now = self.autograd.now = 5_341_882_640_517  # since the base time
        self.simulator.now = self.main.now + 3_211
        self.simulator_idle_since = self.simulator.now

    def iterate(self, count):
        for number in range(1, count + 1):
            self.trace.slow_percent = WARM_UP_PERCENT.get(number, 100)
            with self.main.annotation(f"ProfilerStep#{number}"):
                self.main.work(9_000)
                if number % EVALUATE_EVERY == 0:
                    self.evaluate()
                else:
                    self.train(number)
            self.trace.counters.append((TRAINER, self.main.now, "episode return",
                                        {"return": self.next_return(number)}))
            self.main.work(14_000)
        self.rest_simulator(self.main.now)

    def next_return(self, number):
        self.return_sum += 3 + number // 4 + self.trace.below(9)
        return self.return_sum

    def train(self, number):
        for _ in range(2):
            self.inference()
            self.simulation(steps=2)
        with self.main.annotation("backpropagation"):
            with self.main.frame("TD3.update"):
                self.backpropagation(number)

    def evaluate(self):
        with self.main.annotation("evaluation"), self.main.frame("evaluate_policy"):
            for _ in range(3):
                self.select_action()
                self.step_environments(steps=4, name="env.step (eval)")

    # Acting.

    def inference(self):
        with self.main.annotation("inference"):
            self.select_action()
            self.novelty_bonus()

    def select_action(self):
        main, trace = self.main, self.trace
        with main.frame("Actor.select_action"):
            main.work(6_500)
            self.to_device(self.compute, 8_192, 2_300)
            with main.frame("Actor.forward"):
                main.work(8_000)
                for layer in range(3):
                    self.linear(f"nn.Module: Linear_{layer}", self.compute, SGEMM, 7_200)
                    self.activation(TANH if layer == 2 else RELU, self.compute)
            main.work(3_000)
            with main.op("aten::to"), main.op("aten::_to_copy"):
                main.work(3_600)
                main.leaf("cpu_op", "aten::empty_strided", 1_900)
                with main.op("aten::copy_"):
                    main.work(2_100)
                    trace.copy(main, self.compute, "DtoH", 3_072, 1_900)
                    trace.synchronize(main, self.compute)
                    main.work(900)
            main.leaf("python_function", "ndarray.clip", 5_200)

    def novelty_bonus(self):
        """Nobody waits for its result: it runs on while the environments are stepped."""
        main = self.main
        with main.frame("Curiosity.bonus"):
            main.work(4_000)
            with main.op("aten::linear"), main.op("aten::addmm"):
                main.work(6_200)
                self.trace.launch(main, self.side, SGEMM_LARGE, 165_000, grid=(64, 8, 1), block=(128, 1, 1),
                                  registers=122, shared=49_152)
                main.work(1_700)

    def simulation(self, steps):
        with self.main.annotation("simulation"):
            self.step_environments(steps, "env.step")

    def step_environments(self, steps, name):
        main, simulator = self.main, self.simulator
        with main.frame("Hopper.step"):
            main.work(3_000)
            main.leaf("native", "send", 7_500)
            self.rest_simulator(main.now + 4_200)
            with simulator.annotation("simulation"), simulator.slice("simulator", name):
                for _ in range(steps):
                    simulator.work(2_400)
                    self.physics(simulator, 148_000)
                    simulator.leaf("python_function", "Hopper.observe", 13_000)
                simulator.work(2_600)
            self.simulator_idle_since = simulator.now
            self.physics(main, 171_000)
            main.leaf("native", "clip_reward", 0 if self.trace.below(3) else 300)
            with main.slice("native", "recv (waits for simulator)"):
                main.work(5_000)
                main.wait_until(simulator.now + 6_300)
            main.leaf("python_function", "ReplayBuffer.add", 21_000)

    def rest_simulator(self, until):
        """The simulator waits in `recv` from its last answer to the next request."""
        simulator = self.simulator
        simulator.work(3_500)
        with simulator.slice("native", "recv (waits for trainer)"):
            simulator.wait_until(until)
        simulator.work(1_800)

    def physics(self, thread, typical_ns):
        with thread.slice("simulator", "mj_step"):
            thread.work(typical_ns // 9)
            for name, share in (("mj_kinematics", 16), ("mj_collision", 30), ("mj_solve", 22), ("mj_integrate", 12)):
                thread.leaf("native", name, typical_ns * share // 100)
                thread.work(typical_ns // 60)

    # Learning.

    def backpropagation(self, number):
        main, trace = self.main, self.trace
        main.work(7_000)
        if self.copies.free_at == 0:
            self.load_batch()
        trace.wait_event(main, self.side, self.copies)
        with main.annotation("forward"):
            with main.frame("CriticTarget.forward"):
                self.network(self.side, 7_800)
            trace.wait_event(main, self.compute, self.copies)
            tape = []
            for critic in ("Critic_0.forward", "Critic_1.forward"):
                with main.frame(critic):
                    tape += self.network(self.compute, 9_600)
            trace.wait_event(main, self.compute, self.side)
            with main.frame("mse_loss"), main.op("aten::mse_loss"):
                main.work(3_300)
                trace.launch(main, self.compute, MSE, 3_400, grid=(4, 1, 1))
                with main.op("aten::mean"):
                    main.work(4_000)
                    trace.launch(main, self.compute, MEAN, 6_100, block=(512, 1, 1), shared=2_048)
        with main.annotation("backward"):
            self.backward(tape)
        with main.annotation("optimizer"):
            self.optimizer_step(("4", "3", "4"), 27_000)
        self.load_batch()
        if number % 2 == 0:
            with main.frame("Actor.update"):
                with main.annotation("forward"), main.frame("Actor.forward"):
                    tape = self.network(self.compute, 6_900)
                with main.annotation("backward"):
                    self.backward(tape)
                with main.annotation("optimizer"):
                    self.optimizer_step(("4", "3"), 24_000)
        if number % 4 == 1:
            self.read_loss()

    def load_batch(self):
        """Copies the next batch while the optimizer's kernels still run."""
        with self.main.frame("ReplayBuffer.sample"):
            self.main.leaf("python_function", "numpy.random.Generator.integers", 9_000)
            for size in (188_416, 51_200, 188_416, 4_096):
                self.to_device(self.copies, size, 4_000 + size // 20)

    def network(self, stream, kernel_ns):
        tape = []
        for layer in range(3):
            tape.append(("Addmm", self.linear(f"nn.Module: Linear_{layer}", stream, SGEMM_LARGE, kernel_ns)))
            if layer < 2:
                tape.append(("Threshold", self.activation(RELU, stream)))
        self.allocated += 1_048_576
        self.trace.add_memory_instant(self.main, 1_048_576, self.allocated)
        return tape

    def linear(self, module, stream, kernel, kernel_ns):
        """Returns when the operator started and its number on the autograd tape."""
        main, trace = self.main, self.trace
        sequence = trace.next_id("Sequence number")
        with main.frame(module), main.op("aten::linear", **{"Input Dims": [[256, 256], [256, 256], [256]]}):
            main.work(2_300)
            main.leaf("cpu_op", "aten::t", 2_700)
            started = main.now
            with main.op("aten::addmm", **{"Sequence number": sequence, "Fwd thread id": 0}):
                main.work(4_800)
                self.first_use(main, kernel)
                trace.launch(main, stream, kernel, kernel_ns, grid=(8, 4, 1), registers=86, shared=24_576)
                main.work(900)
                if kernel is SGEMM_LARGE:  # adds the parts up; may start while the last of them still run
                    trace.launch(main, stream, SPLIT_K, 3_900, grid=(16, 1, 1), registers=24, early_ns=2_900,
                                 api="cudaLaunchKernelExC", cost_ns=2_700)
                main.work(600)
        return started, sequence

    def activation(self, kernel, stream):
        main = self.main
        sequence = self.trace.next_id("Sequence number")
        started = main.now
        with main.op("aten::tanh" if kernel is TANH else "aten::relu",
                     **{"Sequence number": sequence, "Fwd thread id": 0}):
            main.work(3_300)
            self.first_use(main, kernel)
            self.trace.launch(main, stream, kernel, 2_400, grid=(64, 1, 1))
            main.work(1_100)
        return started, sequence

    def first_use(self, thread, kernel):
        if kernel not in self.loaded_kernels:
            self.loaded_kernels.add(kernel)
            thread.leaf("overhead", "Lazy Function Loading", 64_000)

    def to_device(self, stream, size, typical_ns):
        main = self.main
        with main.op("aten::to"), main.op("aten::_to_copy"):
            main.work(2_900)
            main.leaf("cpu_op", "aten::empty_strided", 1_700)
            with main.op("aten::copy_"):
                main.work(1_800)
                self.trace.copy(main, stream, "HtoD", size, typical_ns)
                main.work(700)

    def backward(self, tape):
        """Runs on the autograd thread while the main thread waits."""
        main, worker, trace = self.main, self.autograd, self.trace
        with main.frame("Tensor.backward"):
            main.work(11_000)
            with main.slice("native", "wait for engine"):
                main.work(2_000)
                worker.wait_until(main.now + 7_900)
                done = self.compute.free_at
                for position, (kind, forward) in enumerate(reversed(tape)):
                    self.backward_node(kind, forward)
                    if position % 5 == 4:
                        done = self.all_reduce()
                worker.work(2_500)
                main.wait_until(worker.now + 5_100)
        self.compute.free_at = max(self.compute.free_at, done)

    def backward_node(self, kind, forward):
        worker, trace = self.autograd, self.trace
        started, sequence = forward
        with worker.op(f"autograd::engine::evaluate_function: {kind}Backward0"):
            worker.work(1_900)
            trace.add_flow("fwdbwd", sequence, (self.main.pid, self.main.tid, started),
                           (worker.pid, worker.tid, worker.now))
            with worker.op(f"{kind}Backward0", **{"Sequence number": sequence, "Fwd thread id": 1}):
                worker.work(2_300)
                if kind == "Threshold":
                    with worker.op("aten::threshold_backward"):
                        worker.work(3_100)
                        trace.launch(worker, self.compute, THRESHOLD, 2_700, grid=(64, 1, 1))
                else:
                    for _ in range(2):
                        with worker.op("aten::mm"):
                            worker.work(4_400)
                            early = 1_900 if trace.below(3) == 0 else 0
                            trace.launch(worker, self.compute, SGEMM_LARGE, 8_900, grid=(4, 8, 1), registers=98,
                                         shared=32_768, early_ns=early,
                                         api="cudaLaunchKernelExC" if early else "cudaLaunchKernel")
        if kind == "Addmm":
            with worker.op("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad"):
                worker.work(1_200)
                with worker.op("torch::autograd::AccumulateGrad"):
                    worker.work(900)
                    worker.leaf("cpu_op", "aten::detach", 0 if trace.below(6) == 0 else 700)
        worker.work(600)

    def all_reduce(self):
        """Reduces a bucket of gradients over all ranks. Returns when it is done."""
        worker, trace = self.autograd, self.trace
        with worker.op("c10d::allreduce_"), worker.op("nccl:all_reduce"):
            worker.work(3_800)
            trace.record_event(worker)
            trace.wait_event(worker, self.reduce, self.compute)
            _, end = trace.launch(worker, self.reduce, ALL_REDUCE, 26_000, grid=(2, 1, 1), block=(512, 1, 1),
                                  registers=96, shared=12_288, api="cudaLaunchKernelExC", cost_ns=7_100)
            trace.record_event(worker)
        return end

    def optimizer_step(self, lists, kernel_ns):
        """Its last kernel is still running when the next operation begins."""
        main, trace = self.main, self.trace
        with main.frame("Adam.step"):
            main.work(5_200)
            for count in lists:
                with main.op("aten::_fused_adam_"):
                    main.work(7_700)
                    trace.launch(main, self.compute, FOREACH.format(count), kernel_ns, grid=(72, 1, 1),
                                 block=(512, 1, 1), registers=40)
                    main.work(1_300)
        with main.frame("Adam.zero_grad"), main.op("aten::zero_"):
            main.work(2_600)
            trace.fill(main, self.compute, 1_576_960, 3_300)

    def read_loss(self):
        main, trace = self.main, self.trace
        with main.frame("Tensor.item"), main.op("aten::item"), main.op("aten::_local_scalar_dense"):
            main.work(1_900)
            trace.copy(main, self.compute, "DtoH", 4, 1_400)
            trace.synchronize(main, self.compute)
        if trace.below(2) == 0:
            main.leaf("overhead", "Activity Buffer Request", 33_000)


def build(seed, iterations):
    run = Run(seed)
    run.iterate(iterations)
    run.trace.mirror_annotations()
    return run.trace


def head(trace):
    device = {"id": 0, "name": "NVIDIA A100-SXM4-40GB", "totalGlobalMem": 42_298_834_944, "computeMajor": 8,
              "computeMinor": 0, "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048, "regsPerBlock": 65536,
              "warpSize": 32, "sharedMemPerBlock": 49152, "numSms": 108, "regsPerMultiprocessor": 65536,
              "sharedMemPerBlockOptin": 166_912, "sharedMemPerMultiprocessor": 167_936}
    return {"schemaVersion": 1, "deviceProperties": [device],
            "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 2, "nccl_version": "2.20.5"},
            "cuda_runtime_version": 12_040, "cuda_driver_version": 12_040, "record_shapes": 1, "profile_memory": 1,
            "traceName": "td3_hopper.json", "displayTimeUnit": "ms", "baseTimeNanoseconds": trace.base_time_ns}


def main():
    parser = argparse.ArgumentParser(description="Writes Heteroscope's example trace.")
    parser.add_argument("out_dir", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--iterations", type=int, default=40)
    options = parser.parse_args()

    trace = build(options.seed, options.iterations)
    text = trace.json_text(head(trace), [(TRAINER, "trainer", "CPU", 1), (SIMULATOR, "simulator", "CPU", 2),
                                         (0, "trainer", "GPU 0", 5_000_000)])
    options.out_dir.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress(text.encode(), 9, mtime=0)
    (options.out_dir / "example.json.gz").write_bytes(packed)
    (options.out_dir / "example.expected.json").write_text(json.dumps(trace.facts(), indent=2) + "\n")


if __name__ == "__main__":
    main()

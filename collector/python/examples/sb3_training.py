#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Trains an agent of Stable-Baselines3 with its operations marked: inference, simulation and backpropagation.

    hscope record --python -o ppo.hscope -- python3 sb3_training.py --algorithm ppo --environment CartPole-v1
    hscope report ppo.hscope

Backend calls are recorded by wrapping PyTorch's C functions; with --backend hook, or under `hscope record --torch`, by
LibTorch's own hook, which also sees what one operator calls inside of another. See README.md beside this file.
"""

import argparse
import os

import gymnasium
import stable_baselines3
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor

import heteroscope

ALGORITHMS = {"ppo": stable_baselines3.PPO, "sac": stable_baselines3.SAC}


def wrap_backend():
    """Lets calls into PyTorch's C functions be scopes of category backend."""
    heteroscope.wrap_module(torch)
    heteroscope.wrap_module(torch.nn.functional)
    heteroscope.wrap_module(torch._C._nn)
    # Those of tensors, among them the arithmetic that optimizers do; not what only looks at one.
    heteroscope.wrap_module(torch.Tensor, names="(?!is_|has_|get_|dim|size|stride|numel|requires|data_ptr)[a-z].*"
                                                "|__(r?(add|sub|mul|truediv|pow)|neg|matmul|getitem)__")
    # The engine of the backward pass is an object in C that cannot be changed; what calls it can.
    heteroscope.wrap_module(torch.autograd, names="backward|grad", every_callable=True)


def mark_operations(agent):
    """Makes operations of an agent's methods: what acts, what steps the environment, what learns."""
    inference = heteroscope.operation("inference")
    if isinstance(agent, stable_baselines3.PPO):
        agent.policy.forward = inference(agent.policy.forward)
    else:
        agent._sample_action = inference(agent._sample_action)
    agent.env.step = heteroscope.operation("simulation")(agent.env.step)
    agent.train = heteroscope.operation("backpropagation")(agent.train)


class Progress(BaseCallback):
    """Numbers the iterations, each a rollout and what is learnt from it, and reports how far the training is."""

    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.iteration = None
        self.number = 0

    def _on_rollout_start(self):
        self._end_iteration()
        self.iteration = heteroscope.iteration(self.number)
        self.iteration.__enter__()
        self.number += 1

    def _on_step(self):
        return True

    def _on_rollout_end(self):
        heteroscope.progress(self.num_timesteps, self.steps)

    def _on_training_end(self):
        self._end_iteration()

    def _end_iteration(self):
        if self.iteration is not None:
            self.iteration.__exit__(None, None, None)
            self.iteration = None


def main():
    parser = argparse.ArgumentParser(description="Trains an agent of Stable-Baselines3 with its operations marked.")
    parser.add_argument("--algorithm", choices=sorted(ALGORITHMS), default="ppo")
    parser.add_argument("--environment", default="CartPole-v1", help="a name that gymnasium knows")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--backend", choices=("wrap", "hook", "none"), default=None,
                        help="how calls of the backend are recorded; default: wrap, none under hscope record --torch")
    options = parser.parse_args()

    torch.set_num_threads(1)
    is_preloaded = "torch" in os.environ.get("HSCOPE_HOOKS", "").split(",")
    backend = options.backend or ("none" if is_preloaded else "wrap")
    if backend == "wrap":
        wrap_backend()
    elif backend == "hook":
        heteroscope.enable_torch()
    heteroscope.metadata("algorithm", options.algorithm)
    heteroscope.metadata("environment", options.environment)

    environment = gymnasium.make(options.environment)
    heteroscope.wrap_simulator(environment.unwrapped)
    agent = ALGORITHMS[options.algorithm]("MlpPolicy", Monitor(environment), seed=options.seed, device="cpu")
    mark_operations(agent)
    heteroscope.phase("training")
    agent.learn(options.steps, callback=Progress(options.steps))
    heteroscope.phase("evaluation")
    returns = [episode["r"] for episode in agent.ep_info_buffer]
    print(f"{options.algorithm} on {options.environment}: {agent.num_timesteps} steps, mean return of the last "
          f"{len(returns)} episodes {sum(returns) / max(len(returns), 1):.1f}")


if __name__ == "__main__":
    main()

# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Environments with gymnasium's interface, and without its dependencies."""


class Counting:
    """Counts its steps; an episode never ends."""

    def __init__(self):
        self.steps = 0

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None):
        del seed
        return [self.steps], {}

    def step(self, action):
        self.steps += 1
        return [action], 1.0, False, False, {}


class Limited:
    """Cuts episodes off."""

    def __init__(self, env, limit):
        self.env = env
        self.limit = limit
        self.elapsed = 0

    @property
    def unwrapped(self):
        return self.env.unwrapped

    def reset(self, **options):
        self.elapsed = 0
        return self.env.reset(**options)

    def step(self, action):
        observation, reward, terminated, _, info = self.env.step(action)
        self.elapsed += 1
        return observation, reward, terminated, self.elapsed >= self.limit, info

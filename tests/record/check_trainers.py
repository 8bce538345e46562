#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Each algorithm of rl_training on each environment: it runs, says so in JSON, and marks its work.

Usage: check_trainers.py HSCOPE RL_TRAINING.
"""

import contextlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

HSCOPE = ""
TRAINING = ""
ENVIRONMENTS = {"cartpole": "CartPole::step", "half-cheetah": "b2World::Step", "hopper": "b2World::Step",
                "walker": "b2World::Step"}
SHORT = ("--steps", "100", "--seed", "3", "--environments", "2")
# Algorithm -> the steps that it takes (asked for 100 of two environments), its iterations, and its operations.
# On-policy: whole rollouts of 128 or 5 steps in each environment, with one estimate of what the last states are worth.
# Off-policy: one step in each environment; the first ten steps are random, then each one is learned from.
OFF_POLICY = {"simulation": 50, "inference": 45, "replay": 90, "backpropagation": 90}
ALGORITHMS = {
    "ppo": (256, 1, {"simulation": 128, "backpropagation": 1}),
    "a2c": (100, 10, {"simulation": 50, "backpropagation": 10}),
    "ddpg": (100, 50, OFF_POLICY),
    "td3": (100, 50, OFF_POLICY),
    "sac": (100, 50, OFF_POLICY),
}


def train(*arguments):
    return subprocess.run([TRAINING, *arguments], capture_output=True, text=True, check=False, timeout=100)


class Trainers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="trainers_")
        self.addCleanup(self.folder.cleanup)
        self.said = {}

    def record(self, algorithm, environment):
        """What a short recorded training said, and an open trace of it."""
        trace = pathlib.Path(self.folder.name) / f"{algorithm}.hscope"
        run = subprocess.run([HSCOPE, "record", "--force", "-o", trace, "--", TRAINING, "--json", "--algorithm", algorithm,
                              "--environment", environment, *SHORT],
                             capture_output=True, text=True, check=False, timeout=100)
        self.assertEqual(0, run.returncode, run.stderr)
        return json.loads(run.stdout), contextlib.closing(sqlite3.connect(trace))

    def check_pair(self, algorithm, environment):
        steps, iterations, operations = ALGORITHMS[algorithm]
        said, opened = self.record(algorithm, environment)
        self.said[algorithm, environment] = said
        self.assertEqual((algorithm, environment, 2, 3, steps, iterations),
                         tuple(said[key] for key in ("algorithm", "environment", "environments", "seed", "steps", "iterations")))
        self.assertGreater(said["random_mean_return"], 0)
        self.assertAlmostEqual(said["mean_return"] / said["random_mean_return"], said["ratio"], places=6)
        with opened as database:
            counts = dict(database.execute("SELECT name, count(*) FROM operations GROUP BY name"))
            self.assertEqual(iterations, database.execute("SELECT count(*) FROM iteration").fetchone()[0])
            # The random policy's steps come before the first iteration.
            inside, = database.execute("""SELECT count(*) FROM slices WHERE name = ? AND category = 'simulator'
                AND start_ns >= (SELECT min(start_ns) FROM slices WHERE name = 'iteration 0')""",
                                       (ENVIRONMENTS[environment],)).fetchone()
            self.assertEqual([], database.execute("SELECT id FROM slice WHERE flags & 1").fetchall())
            self.assertEqual([], database.execute("SELECT * FROM diagnostic").fetchall())
        self.assertEqual(steps, inside)
        self.assertEqual(set(operations) | {"inference"}, set(counts))
        for operation, expected in operations.items():
            self.assertEqual(expected, counts[operation], operation)

    def test_each_algorithm_learns_in_each_environment(self):
        for algorithm in ALGORITHMS:
            for environment in ENVIRONMENTS:
                with self.subTest(algorithm=algorithm, environment=environment):
                    self.check_pair(algorithm, environment)
        # The recorder changes none of the numbers, and the same seed gives the same ones.
        for pair in (("a2c", "walker"), ("sac", "cartpole")):
            alone = json.loads(train("--json", "--algorithm", pair[0], "--environment", pair[1], *SHORT).stdout)
            self.assertEqual({**self.said[pair], "training_seconds": 0}, {**alone, "training_seconds": 0})


class CommandLine(unittest.TestCase):
    def test_help_names_all(self):
        run = train("--help")
        self.assertEqual(0, run.returncode)
        words = run.stdout.replace(",", " ").split()
        for name in (*ALGORITHMS, *ENVIRONMENTS):
            self.assertIn(name, words)

    def test_says_what_there_is(self):
        for option, kind, known in (("--algorithm", "algorithm", "a2c, ddpg, ppo, sac, td3"),
                                    ("--environment", "environment", "cartpole, half-cheetah, hopper, walker")):
            run = train(option, "dqn")
            self.assertEqual(2, run.returncode)
            self.assertEqual(f"rl_training: there is no {kind} called 'dqn'; choose from: {known}\n", run.stderr)

if __name__ == "__main__":
    HSCOPE, TRAINING = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

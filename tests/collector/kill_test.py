#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Kills a recording program at random times; every database opens and holds all up to the last flush.

    kill_test.py HSCOPE PROGRAMS_FOLDER [--kills N] [--seed N]

The program, generator, counts by itself what it records. Once with one thread and the smallest buffer, so that events
are lost; once with two threads and enough room, so that none may be.
"""

import argparse
import array
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import time

from recording import Failure, Recording, expect, expect_true

SIGNALS = (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM)
LONGEST_S = 0.25
SHIFT = 32


def no_core_file():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def record_and_kill(recording, threads, buffer_bytes, kill, delay):
    """What the generator counted: a list (begun, flushed, lost) per thread."""
    counts = recording.folder / "counts"
    for old in recording.folder.glob("trace.hscope*"):
        old.unlink()
    counts.unlink(missing_ok=True)
    arguments = [recording.programs / "generator", recording.trace, counts, str(threads), str(buffer_bytes)]
    with subprocess.Popen(arguments, cwd=recording.folder, stdout=subprocess.PIPE, env=recording.environment(),
                          preexec_fn=no_core_file) as process:
        expect(process.stdout.readline(), b"recording\n", "first words of the generator")
        time.sleep(delay)
        os.kill(process.pid, kill)
        expect(process.wait(timeout=60), -kill, "what ended the generator")
    numbers = array.array("Q", counts.read_bytes())
    return [tuple(numbers[3 * i:3 * i + 3]) for i in range(threads)]


def check(recording, counted):
    """Compares the file with the generator's counts; gives how many iterations had been flushed."""
    recording.opens()
    rows = recording.value("SELECT count(*) FROM iteration")
    for thread, (_, flushed, lost) in enumerate(counted):
        first = thread << SHIFT
        present = recording.value(
            f"SELECT count(*) FROM iteration WHERE number >= {first} AND number < {first + flushed}")
        expect(present + lost, flushed, f"rows and losses of thread {thread}")
    told = recording.problems().get("recording_events_lost", 0)
    expect_true(told >= max(lost for _, _, lost in counted), "the file tells fewer losses than the library did")
    begun = sum(begun for begun, _, _ in counted)
    expect_true(rows + told <= begun, f"{rows} rows and {told} losses, but only {begun} began")
    broken = recording.value("SELECT count(*) FROM iteration WHERE slice_id NOT IN (SELECT id FROM slice)")
    expect(broken, 0, "iterations without their slice")
    return sum(flushed for _, flushed, _ in counted), told


def main():
    parser = argparse.ArgumentParser(description="Kills a recording program at random times.")
    parser.add_argument("hscope", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    flushed, lost = 0, 0
    with Recording(options.hscope, options.programs) as recording:
        for number in range(options.kills):
            kill = SIGNALS[number % len(SIGNALS)]
            delay = dice.uniform(0, LONGEST_S)
            threads, buffer_bytes = ((1, 1), (2, 0))[number // len(SIGNALS) % 2]
            try:
                more = check(recording, record_and_kill(recording, threads, buffer_bytes, kill, delay))
            except Failure as failure:
                print(f"kill {number} by {kill.name} after {1000 * delay:.1f} ms, seed {options.seed}: {failure}")
                return 1
            flushed += more[0]
            lost += more[1]
    print(f"{options.kills} kills: {flushed} iterations flushed, {lost} lost and counted")
    return 0


if __name__ == "__main__":
    sys.exit(main())

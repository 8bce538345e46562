#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What operations, iterations and the like of the package `heteroscope` record.

Usage: check_annotations.py PACKAGE HSCOPE, the folder for PYTHONPATH and the program.
"""

import unittest

import recorded_script
from recorded_script import RecordedScript

BY_PYTHON = 3 << 2  # slice.flags: complete, and recorded by the hook of Python
OUT_OF_ORDER = "SELECT value FROM meta WHERE key = 'meta.python_ends_out_of_order'"


class Operations(RecordedScript):
    def test_nest(self):
        self.record("""
            with heteroscope.operation("outer"):
                with heteroscope.operation("inner"):
                    with heteroscope.operation("outer"):
                        pass
                with heteroscope.operation("inner"):
                    pass
            """)
        self.assertEqual([("outer", None), ("inner", "outer"), ("outer", "inner"), ("inner", "outer")],
                         self.operations())
        self.assertEqual([(BY_PYTHON,)], self.rows("SELECT DISTINCT flags FROM slice"))

    def test_decorate_functions_and_methods(self):
        printed = self.record("""
            class Agent:
                @heteroscope.operation("act")
                def act(self, a, *, b=1):
                    "Acts."
                    return a + b

            @heteroscope.operation("learn")
            def learn(*steps: int) -> int:
                return sum(steps)

            import inspect
            agent = Agent()
            print(agent.act(1), agent.act(1, b=2), Agent.act(agent, 3), learn(1, 2, 3))
            print(Agent.act.__name__, Agent.act.__qualname__, Agent.act.__doc__, learn.__module__, learn.__annotations__)
            print(inspect.signature(agent.act), inspect.signature(learn), inspect.isfunction(learn))
            """)
        self.assertEqual(["2 3 4 6", "act Agent.act Acts. __main__ {'steps': <class 'int'>, 'return': <class 'int'>}",
                          "(a, *, b=1) (*steps: int) -> int True"], printed.splitlines())
        self.assertEqual([("act", None)] * 3 + [("learn", None)], self.operations())

    def test_decorate_nothing_that_runs_later(self):
        printed = self.run_plain("""
            def generator(): yield
            async def coroutine(): pass
            async def both(): yield
            for wrong in (generator, coroutine, both, 3):
                try:
                    heteroscope.operation("x")(wrong)
                except TypeError as error:
                    print(error)
            """)
        self.assertEqual(3, printed.count("cannot decorate a generator or coroutine"))
        self.assertIn("decorates a function, not int", printed)

    def test_end_with_an_exception_that_passes(self):
        printed = self.record("""
            @heteroscope.operation("decorated")
            def fails():
                raise KeyError("key")
            try:
                with heteroscope.operation("outer"):
                    fails()
            except KeyError as error:
                print(repr(error))
            with heteroscope.operation("after"):
                pass
            """)
        self.assertEqual("KeyError('key')\n", printed)
        self.assertEqual([("outer", None), ("decorated", "outer"), ("after", None)], self.operations())

    def test_are_one_object_per_name(self):
        printed = self.run_plain("""
            import pickle
            first, text = heteroscope.operation("a"), type("Text", (str,), {})("a")
            print(heteroscope.operation("a") is first, heteroscope.operation(text) is first, first, first.name)
            print(pickle.loads(pickle.dumps(first)) is first, heteroscope.operation(name="b") if False else "")
            try:
                heteroscope.operation(3)
            except TypeError as error:
                print(error)
            """)
        self.assertEqual(["True True operation('a') a", "True ", "a name is a str, not int"], printed.splitlines())

    def test_have_any_text_as_name(self):
        self.record("""
            for name in ("größe 学习 🎲", "", "lone \\ud800", "a" * 5000, "NUL \\0 in it"):
                with heteroscope.operation(name):
                    pass
            """)
        names = [name for name, _ in self.operations()]
        self.assertEqual(["größe 学习 🎲", "", "lone ?", "a" * 4096], names[:4])
        self.assertTrue(names[4].startswith("NUL "), names[4])

    def test_may_have_more_names_than_there_is_room(self):
        self.record("""
            for number in range(70000):
                with heteroscope.operation(f"name {number}"):
                    pass
            print(heteroscope.is_recording())
            """, HSCOPE_BUFFER_BYTES="67108864")
        lost = sum(row[0] for row in self.rows("SELECT count FROM diagnostic WHERE id = 'recording_events_lost'"))
        (found,), = self.rows("SELECT count(*) FROM operations")
        self.assertEqual(70000, found + lost)
        (named,), = self.rows("SELECT count(DISTINCT name) FROM operations WHERE name LIKE 'name %'")
        self.assertLess(60000 - lost, named)

    def test_are_counted_exactly_on_many_threads(self):
        self.record("""
            import threading
            def run(number):
                with heteroscope.operation(f"thread {number}"):
                    for _ in range(500):
                        with heteroscope.operation("same"):
                            pass
            threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            """)
        self.assertEqual([("same", 4000)] + [(f"thread {number}", 1) for number in range(8)],
                         self.rows("SELECT name, count(*) FROM operations GROUP BY name ORDER BY name"))
        # Python's time on such a thread is that of its operation.
        self.assertEqual([(8,)], self.rows("""SELECT count(*) FROM slices p JOIN operations o ON o.track_id = p.track_id
            AND o.start_ns >= p.start_ns AND o.end_ns <= p.end_ns WHERE p.name = 'python' AND o.name LIKE 'thread %'"""))


class WrongOrder(RecordedScript):
    GENERATORS = """
        def held(name):
            with heteroscope.operation(name):
                yield
        first, second = held("first"), held("second")
        next(first); next(second)
        first.close()
        with heteroscope.operation("after"):
            pass
        second.close()
        """

    def test_of_generators_is_put_right_and_told(self):
        self.record(self.GENERATORS)
        self.assertEqual([("first", None), ("second", "first"), ("after", None)], self.operations())
        self.assertEqual([("2",)], self.rows(OUT_OF_ORDER))
        self.assertIn("RuntimeWarning: operation('first') ends before what began later on the same thread", self.said)
        self.assertIn("RuntimeWarning: operation('second') is not open on this thread", self.said)

    def test_can_be_made_an_error(self):
        self.record(self.GENERATORS, python=("-W", "error::RuntimeWarning"), status=1)
        self.assertIn("RuntimeWarning: operation('first') ends before what began later", self.said)

    def test_of_tasks_is_put_right(self):
        self.record("""
            import asyncio
            async def task(name, turns):
                with heteroscope.operation(name):
                    for _ in range(turns):
                        await asyncio.sleep(0)
            async def run():
                await asyncio.gather(task("one", 1), task("two", 2))
            asyncio.run(run())
            with heteroscope.operation("after"):
                pass
            """)
        self.assertEqual([("one", None), ("two", "one"), ("after", None)], self.operations())
        self.assertEqual([("2",)], self.rows(OUT_OF_ORDER))

    def test_of_threads_is_told(self):
        self.record("""
            import threading
            operation = heteroscope.operation("moved")
            operation.__enter__()
            thread = threading.Thread(target=operation.__exit__, args=(None, None, None))
            thread.start(); thread.join()
            operation.__exit__(None, None, None)
            """)
        self.assertEqual([("moved", None)], self.operations())
        self.assertEqual([("1",)], self.rows(OUT_OF_ORDER))

    def test_does_not_happen_by_itself(self):
        self.record("""
            for _ in range(100):
                with heteroscope.iteration(1), heteroscope.operation("a"), heteroscope.operation("b"):
                    pass
            """)
        self.assertEqual([], self.rows(OUT_OF_ORDER))
        self.assertNotIn("Warning", self.said)


class PythonTime(RecordedScript):
    def test_is_what_operations_do_outside_of_calls(self):
        self.record("""
            import zlib
            heteroscope.wrap_module(zlib, "backend", names="compress")
            data = bytes(range(256)) * 40000
            with heteroscope.operation("outer"):
                work(20)
                zlib.compress(data)
                with heteroscope.operation("inner"):
                    work(10)
            """)
        report = self.report()
        # The scope `python` covers all; what was in the call, and in the inner operation, comes off.
        (outer, inner, call), = self.rows("""SELECT (SELECT duration_ns FROM slices WHERE name = 'outer') / 1e6,
            (SELECT duration_ns FROM slices WHERE name = 'inner') / 1e6,
            (SELECT duration_ns FROM slices WHERE name = 'zlib.compress') / 1e6""")
        self.assertAlmostEqual(outer - inner - call, report[("outer", "python")], 5)
        self.assertAlmostEqual(call, report[("outer", "backend")], 5)
        self.assertAlmostEqual(inner, report[("inner", "python")], 5)
        self.assertGreaterEqual(report[("outer", "python")], 20)
        self.assertGreaterEqual(report[("inner", "python")], 10)
        self.assertNotIn(("outer",), report)  # nothing idle

    def test_goes_on_between_operations_of_the_main_thread(self):
        self.record("""
            with heteroscope.operation("a"): pass
            work(10)
            with heteroscope.operation("b"): pass
            """)
        report = self.report()
        self.assertGreaterEqual(report[("(outside)", "python")], 10)
        self.assertEqual([(BY_PYTHON,)], self.rows("SELECT DISTINCT flags FROM slice"))
        # From the import on, and to the end.
        self.assertEqual([(2,)], self.rows("""SELECT count(*) FROM operations WHERE start_ns >=
            (SELECT min(start_ns) FROM slices WHERE name = 'python') AND end_ns <=
            (SELECT max(end_ns) FROM slices WHERE name = 'python')"""))

    def test_begins_with_the_first_operation_after_a_pause(self):
        self.record("""
            import os, signal
            with heteroscope.operation("paused"): pass
            os.kill(os.getpid(), signal.SIGUSR2)
            with heteroscope.operation("a"): work(2)
            work(2)
            with heteroscope.operation("b"): work(2)
            """, "--start-paused", "--control-signal", "USR2")
        self.assertEqual([("a", None), ("b", None)], self.operations())
        report = self.report()
        self.assertNotIn(("a",), report)
        self.assertGreaterEqual(report[("(outside)", "python")], 2)


    def test_pauses_with_the_recording(self):
        self.record("""
            with heteroscope.operation("a"): pass
            heteroscope.pause()
            with heteroscope.operation("paused"): work(2)
            work(2)
            heteroscope.resume()
            with heteroscope.operation("b"): pass
            """)
        self.assertEqual([("a", None), ("b", None)], self.operations())
        self.assertEqual([], self.rows("""SELECT * FROM slices WHERE name = 'python' AND start_ns <
            (SELECT start_ns FROM operations WHERE name = 'a') AND end_ns > (SELECT start_ns FROM operations WHERE name = 'b')"""))

    def test_is_cut_so_that_the_last_seconds_stand_for_themselves(self):
        self.record("""
            begin = time.monotonic()
            while time.monotonic() - begin < 3.5:
                with heteroscope.operation("a"): time.sleep(0.01)
            """, "--last", "1")
        (length,), = self.rows("SELECT (max(end_ns) - min(start_ns)) / 1e9 FROM slices")
        (recorded,), = self.rows("SELECT (max(end_ns) - min(start_ns)) / 1e9 FROM operations")
        # The cut is at most a second, and the step of a thread that had to wait, before what is kept.
        self.assertLess(length, recorded + 2)


class Others(RecordedScript):
    def test_iterations_phases_counters_progress_and_facts(self):
        self.record("""
            heteroscope.phase("warm-up")
            heteroscope.metadata("algorithm", "ppo")
            heteroscope.metadata("steps", 5)
            for number in (7, -1, 2**62):
                with heteroscope.iteration(number) as iteration:
                    heteroscope.counter("return", number / 2)
                    heteroscope.counter("whole", True)
            heteroscope.phase(None)
            heteroscope.phase("training")
            heteroscope.progress(1, 4)
            heteroscope.progress(4.0, 4.0)
            """)
        self.assertEqual([(7,), (-1,), (2**62,)], self.rows("SELECT number FROM iteration ORDER BY start_ns"))
        self.assertEqual([("warm-up",), ("training",)],
                         self.rows("SELECT s.value FROM phase p JOIN string s ON s.id = p.name_id ORDER BY p.start_ns"))
        self.assertEqual([("meta.algorithm", "ppo"), ("meta.steps", "5")],
                         self.rows("SELECT key, value FROM meta WHERE key LIKE 'meta.%' ORDER BY key"))

    def test_take_nothing_else(self):
        printed = self.run_plain("""
            for wrong in (lambda: heteroscope.counter("a"), lambda: heteroscope.counter("a", "b"),
                          lambda: heteroscope.progress(1), lambda: heteroscope.progress("a", 1),
                          lambda: heteroscope.phase(1), lambda: heteroscope.iteration("a"),
                          lambda: heteroscope.metadata("a"), lambda: heteroscope.Operation("a")):
                try:
                    print("accepted", wrong())
                except TypeError as error:
                    print("refused")
            """)
        self.assertEqual(["refused"] * 8, printed.splitlines())


class Recording(RecordedScript):
    ALL = """
        heteroscope.phase("a"); heteroscope.counter("a", 1); heteroscope.progress(1, 2); heteroscope.metadata("a", 1)
        heteroscope.pause(); heteroscope.resume(); heteroscope.stop()
        @heteroscope.operation("a")
        def run(): return 5
        with heteroscope.iteration(1), heteroscope.operation("b"):
            print(run(), heteroscope.is_recording())
        """

    def test_is_not_needed(self):
        self.assertEqual("5 False\n", self.run_plain(self.ALL))
        self.assertEqual("", self.said)
        self.assertEqual(["script.py"], [path.name for path in self.path.iterdir()])

    def test_starts_and_stops_in_the_program(self):
        printed = self.run_plain("""
            import pathlib
            with heteroscope.operation("before"):
                heteroscope.start(pathlib.Path("one.hscope"))
                print(heteroscope.is_recording())
                with heteroscope.operation("first"):
                    work(1)
            heteroscope.stop()
            with heteroscope.operation("between"):
                pass
            heteroscope.start(b"two.hscope")
            with heteroscope.operation("second"):
                work(1)
            for path in ("three.hscope", None):
                try:
                    heteroscope.start(path)
                except RuntimeError as error:
                    print(error)
            heteroscope.stop()
            try:
                heteroscope.start("one.hscope")
            except OSError as error:
                print(error)
            """)
        self.assertEqual(["True", "this process is being recorded already", "this process is being recorded already",
                          "the recording cannot be written; the reason is on the error output"], printed.splitlines())
        self.assertIn("one.hscope", self.said)
        self.assertNotIn("Warning", self.said)
        for file, name in (("one.hscope", "first"), ("two.hscope", "second")):
            self.assertEqual([(name,)], self.rows("SELECT name FROM operations", name=file))
            self.assertEqual([(1,)], self.rows("""SELECT count(*) FROM operations o JOIN slices p ON p.name = 'python'
                AND p.start_ns <= o.start_ns AND p.end_ns >= o.end_ns""", name=file))

    def test_leaves_out_what_is_not_wanted(self):
        code = """
            import math
            print(heteroscope.wrap_module(math, names="sqrt"))
            with heteroscope.operation("a"):
                math.sqrt(4)
            """
        for only, wrapped, names in (("annotations", 0, ["a"]), ("python", 1, ["math.sqrt", "python"]), ("torch", 0, [])):
            self.assertEqual(f"{wrapped}\n", self.record(code, HSCOPE_RECORD_ONLY=only))
            recorded = self.rows("SELECT name FROM slices WHERE category <> 'overhead' ORDER BY name")
            self.assertEqual([(name,) for name in names], recorded, only)

    def test_measures_what_recording_costs(self):
        for only, kinds in (("", ["python", "python_annotation"]), ("python", ["python"]), ("annotations", [])):
            self.record('with heteroscope.operation("a"): pass', HSCOPE_RECORD_ONLY=only)
            # Twice 21 rounds of 32 events each, none of which is in the recording.
            self.assertEqual([(kind, 2 * 21 * 32) for kind in kinds], self.rows(
                "SELECT kind, samples FROM calibration WHERE kind IN ('python', 'python_annotation') ORDER BY kind"), only)
            self.assertEqual(0 if only == "python" else 1, len(self.rows("SELECT * FROM operations")), only)

    def test_goes_on_in_a_fork(self):
        self.record("""
            import os, sys, multiprocessing
            with heteroscope.operation("parent"):
                child = os.fork()
                if child == 0:
                    with heteroscope.operation("child"):
                        work(2)
                else:
                    os.waitpid(child, 0)
            if child == 0:
                with heteroscope.operation("child, later"):
                    pass
                sys.exit()
            def run():
                with heteroscope.operation("worker"):
                    work(2)
            worker = multiprocessing.get_context("fork").Process(target=run)
            worker.start(); worker.join()
            """)
        self.assertEqual(
            [(1, "parent"), (2, "child"), (2, "child, later"), (3, "worker")],
            self.rows("SELECT process_id, name FROM operations ORDER BY process_id, start_ns"))
        self.assertEqual([], self.rows(OUT_OF_ORDER))
        report = self.report()
        self.assertGreaterEqual(report[("child", "python")], 2)
        self.assertGreaterEqual(report[("worker", "python")], 2)

    def test_is_closed_by_workers_however_they_start(self):
        self.record("""
            import multiprocessing
            def run(how):
                with heteroscope.operation(how):
                    pass
            if __name__ == "__main__":
                for how in ("fork", "spawn", "forkserver"):
                    worker = multiprocessing.get_context(how).Process(target=run, args=(how,))
                    worker.start(); worker.join()
            """)
        self.assertEqual([("fork",), ("forkserver",), ("spawn",)], self.rows("SELECT name FROM operations ORDER BY name"))
        self.assertNotIn("recording_not_closed", self.said)

    def test_ends_with_the_interpreter_whatever_is_open(self):
        self.record("""
            import atexit, threading
            atexit.register(lambda: heteroscope.operation("at exit")(lambda: None)())
            class Late:
                def __del__(self):
                    with operation: pass
            operation, late = heteroscope.operation("late"), Late()
            held = heteroscope.operation("never ended").__enter__()
            def wait():
                with heteroscope.operation("daemon"):
                    threading.Event().wait()
            threading.Thread(target=wait, daemon=True).start()
            while not heteroscope.is_recording(): pass
            """)
        self.assertLessEqual({"never ended", "at exit"}, {name for name, _ in self.operations()})


if __name__ == "__main__":
    import sys

    recorded_script.main(*sys.argv[1:3])

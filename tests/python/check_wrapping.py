#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""What wrap_module() and wrap_simulator() record, and that programs do not see what stands in for their functions.

Usage: check_wrapping.py PACKAGE HSCOPE, the folder for PYTHONPATH and the program.
"""

import json
import pathlib
import shutil
import sys

import recorded_script
from recorded_script import RecordedScript

HERE = pathlib.Path(__file__).resolve().parent


class WrapModule(RecordedScript):
    def test_records_each_call_of_a_real_module(self):
        # The interpreter's own profiler counts the same calls of the functions as they are.
        printed = self.record("""
            import json, sys, zlib
            counted = {}
            def profile(frame, event, argument):
                if event == "c_call" and argument.__module__ == "zlib":
                    counted[argument.__name__] = counted.get(argument.__name__, 0) + 1
            def calls():
                for size in range(50):
                    data = bytes(size)
                    assert zlib.decompress(zlib.compress(data, level=size % 10)) == data
                    if size % 3:
                        zlib.crc32(data, 5)
                        zlib.adler32(*[data])
            sys.setprofile(profile)
            calls()
            sys.setprofile(None)
            print(heteroscope.wrap_module(zlib))
            calls()
            print(json.dumps({f"zlib.{name}": count for name, count in counted.items()}))
            """)
        wrapped, counted = printed.splitlines()
        self.assertEqual("6", wrapped)
        self.assertEqual(100 + 2 * 33, sum(json.loads(counted).values()))
        self.assertEqual(json.loads(counted), self.counts("backend"))

    def test_takes_names_and_categories(self):
        printed = self.record("""
            import math, re
            print(heteroscope.wrap_module(math, "simulator", names="sq.*"), math.sqrt(4), math.sin(0))
            print(heteroscope.wrap_module(math, "native", names=re.compile("sin|sqrt")), math.sqrt(4), math.sin(0))
            print(heteroscope.wrap_module(math, names="no such"))
            try:
                heteroscope.wrap_module(math, "engine")
            except ValueError as error:
                print(error)
            """)
        self.assertEqual(["1 2.0 0.0", "1 2.0 0.0", "0", "'engine' is no category; they are python, native, simulator, "
                          "backend, gpu_api, gpu_sync"], printed.splitlines())
        self.assertEqual({"math.sqrt": 2}, self.counts("simulator"))
        self.assertEqual({"math.sin": 1}, self.counts("native"))

    def test_wraps_what_is_written_in_python_only_if_told(self):
        (self.path / "library.py").write_text("from textwrap import dedent\nfrom math import sin\nLIMIT = int\n"
                                              "def own(): return dedent('a')\nclass Kind: pass\n", encoding="utf-8")
        printed = self.record("""
            import library
            kind = library.Kind
            print(heteroscope.wrap_module(library), heteroscope.wrap_module(library, every_callable=True))
            print(library.own(), library.sin(0), library.Kind is kind, library.LIMIT is int)
            """)
        self.assertEqual(["1 1", "a 0.0 True True"], printed.splitlines())
        self.assertEqual({"library.own": 1, "library.sin": 1}, self.counts("backend"))

    def test_wraps_methods_of_classes(self):
        printed = self.record("""
            import sqlite3
            class Connection(sqlite3.Connection):
                def twice(self): return 2
                @staticmethod
                def three(value): return value + 2
                @classmethod
                def four(cls): return 4
                size = property(lambda self: 5)
            print(heteroscope.wrap_module(Connection, names="execute|commit|close|__enter__|__exit__"))
            print(heteroscope.wrap_module(Connection, every_callable=True, names="twice|three|four|size"))
            with sqlite3.connect(":memory:", factory=Connection) as connection:
                rows = connection.execute("SELECT ?", (7,)).fetchall()
            print(rows, connection.twice(), Connection.twice(connection), Connection.three(1), connection.three(1),
                  connection.four(), connection.size)
            connection.close()
            try:
                connection.execute("SELECT 1")
            except sqlite3.ProgrammingError as error:
                print(error)
            print(heteroscope.unwrap_module(Connection), "execute" in vars(Connection), Connection.three(1))
            try:
                heteroscope.wrap_module(sqlite3.Connection, names="execute")
                heteroscope.wrap_module(int, names="bit_length")
            except TypeError as error:
                print(error)
            """)
        self.assertEqual(["5", "2", "[(7,)] 2 2 3 3 4 5", "Cannot operate on a closed database.", "7 False 3"],
                         printed.splitlines()[:5])
        self.assertRegex(printed.splitlines()[5], "the functions of <class '.*'> cannot be replaced: ")
        self.assertEqual({f"__main__.Connection.{name}": count for name, count in
                          {"execute": 2, "__enter__": 1, "__exit__": 1, "close": 1, "twice": 2, "three": 2}.items()},
                         self.counts("backend"))

    def test_is_undone(self):
        printed = self.record("""
            import math
            before = dict(vars(math))
            heteroscope.wrap_module(math)
            changed = sum(vars(math)[name] is not before[name] for name in before)
            print(changed == heteroscope.unwrap_module(math), changed > 30)
            print(all(vars(math)[name] is before[name] for name in before), heteroscope.unwrap_module(math))
            math.sqrt(4)
            """)
        self.assertEqual(["True True", "True 0"], printed.splitlines())
        self.assertEqual({}, self.counts("backend"))

    def test_lets_exceptions_pass(self):
        printed = self.record("""
            import math
            heteroscope.wrap_module(math)
            with heteroscope.operation("a"):
                for call in (lambda: math.sqrt(-1), lambda: math.sqrt("a"), lambda: math.sqrt(), lambda: math.sqrt(x=1)):
                    try:
                        call()
                    except (ValueError, TypeError) as error:
                        print(error)
            with heteroscope.operation("b"):
                math.sqrt(1)
            """)
        self.assertEqual(["math domain error", "must be real number, not str",
                          "math.sqrt() takes exactly one argument (0 given)", "math.sqrt() takes no keyword arguments"],
                         printed.splitlines())
        self.assertEqual({"math.sqrt": 5}, self.counts("backend"))
        self.assertEqual([("a", None), ("b", None)], self.operations())

    def test_keeps_scopes_balanced_when_a_call_leaves_an_operation_open(self):
        self.record("""
            def held():
                with heteroscope.operation("held"):
                    yield 1
            import operator
            heteroscope.wrap_module(operator, names="length_hint|concat|truth")
            class Odd:
                def __bool__(self):
                    next(self.generator)
                    return True
            odd = Odd(); odd.generator = held()
            with heteroscope.operation("outer"):
                operator.truth(odd)
                with heteroscope.operation("inner"):
                    pass
            odd.generator.close()
            """)
        self.assertEqual([("outer", None), ("held", "outer"), ("inner", "outer")], self.operations())
        self.assertIn("operation('held') is not open on this thread", self.said)

    def test_is_exact_on_several_threads(self):
        self.record("""
            import math, threading
            heteroscope.wrap_module(math, names="sqrt|floor")
            def run():
                for number in range(1000):
                    math.floor(math.sqrt(number))
            threads = [threading.Thread(target=run) for _ in range(4)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            """)
        self.assertEqual({"math.sqrt": 4000, "math.floor": 4000}, self.counts("backend"))


class Likeness(RecordedScript):
    def test_of_a_builtin(self):
        printed = self.run_plain("""
            import copy, functools, inspect, math, pickle, types, weakref
            original = math.gcd, math.hypot, math.pow
            signature, text = inspect.signature(math.pow), math.pow.__doc__
            heteroscope.wrap_module(math)
            print(math.pow is not original[2], math.pow == original[2], original[2] == math.pow,
                  {original[2]: 1}.get(math.pow), math.pow != math.gcd)
            print(math.pow.__name__, math.pow.__qualname__, math.pow.__module__, math.pow.__self__ is math,
                  math.pow.__doc__ == text, inspect.signature(math.pow) == signature, math.pow.__text_signature__)
            print(callable(math.pow), isinstance(math.pow, types.BuiltinFunctionType), inspect.isbuiltin(math.pow),
                  inspect.isroutine(math.pow))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                assert pickle.loads(pickle.dumps(math.pow, protocol)) is math.pow
            print(copy.copy(math.pow) is math.pow, copy.deepcopy([math.pow])[0] is math.pow, weakref.ref(math.pow)() is math.pow)
            class Holder:
                power = math.pow
            print(Holder().power(2, 3), functools.wraps(math.pow)(lambda: 0).__name__, repr(math.pow))
            math.pow.note = 1
            print(math.pow.note, vars(math.pow), hasattr(math.pow, "missing"))
            dumped = pickle.dumps(math.gcd)
            heteroscope.unwrap_module(math)
            print(pickle.loads(dumped) is math.gcd is original[0])
            """)
        self.assertEqual(
            ["True True True 1 True", "pow pow math True True True ($module, x, y, /)", "True True True True",
             "True True True", "8.0 pow <recorded <built-in function pow>>", "1 {'note': 1} False", "True"],
            printed.splitlines())

    def test_of_functions_and_methods_in_python(self):
        (self.path / "library.py").write_text("def own(a, b=2, *, c): 'Owns.'; return a\n"
                                              "class Kind:\n    def do(self, a): return a\n", encoding="utf-8")
        printed = self.run_plain("""
            import inspect, library, pickle
            heteroscope.wrap_module(library, every_callable=True)
            heteroscope.wrap_module(library.Kind, every_callable=True)
            print(inspect.signature(library.own), library.own.__doc__, library.own.__code__.co_name, inspect.isfunction(library.own))
            print(inspect.signature(library.Kind.do), inspect.signature(library.Kind().do), library.Kind().do(3))
            print(pickle.loads(pickle.dumps(library.own)) is library.own, pickle.loads(pickle.dumps(library.Kind.do)) is library.Kind.do)
            print(pickle.loads(pickle.dumps(library.Kind().do))(4), library.own(1, c=3))
            """)
        self.assertEqual(["(a, b=2, *, c) Owns. own True", "(self, a) (a) 3", "True True", "4 1"], printed.splitlines())

    def test_of_reference_counts(self):
        printed = self.run_plain("""
            import gc, math, sys, weakref
            class Kind:
                def do(self): pass
            kind = weakref.ref(Kind)
            heteroscope.wrap_module(Kind, every_callable=True)
            env = heteroscope.wrap_simulator(Kind(), names=["do"])
            heteroscope.wrap_module(math)
            gc.collect()
            before = sys.getrefcount(None), len(gc.get_objects())
            for _ in range(1000):
                env.do(); Kind().do(); math.sqrt(4)
                heteroscope.operation("a")(math.sqrt)(4)
                with heteroscope.operation("b"), heteroscope.iteration(1): pass
            gc.collect()
            print(abs(sys.getrefcount(None) - before[0]) < 20, abs(len(gc.get_objects()) - before[1]) < 20)
            del Kind, env
            gc.collect()
            print(kind())
            """)
        self.assertEqual(["True True", "None"], printed.splitlines())


class WrapSimulator(RecordedScript):
    def setUp(self):
        super().setUp()
        shutil.copy(HERE / "fake_environment.py", self.path)

    def test_records_an_environment_as_it_is_given(self):
        printed = self.record("""
            import fake_environment
            env = fake_environment.Limited(fake_environment.Counting(), limit=5)
            print(heteroscope.wrap_simulator(env) is env, heteroscope.wrap_simulator(env) is env)
            steps, resets = 0, 0
            for episode in range(3):
                observation, _ = env.reset(seed=episode); resets += 1
                done = False
                with heteroscope.operation("simulation"):
                    while not done:
                        observation, reward, terminated, truncated, _ = env.step(1); steps += 1
                        done = terminated or truncated
            print(steps, resets, env.unwrapped.steps)
            """)
        self.assertEqual(["True True", "15 3 15"], printed.splitlines())
        self.assertEqual({"Counting.step": 15, "Counting.reset": 3}, self.counts("simulator"))
        self.assertIn(("simulation", "simulator"), self.report())

    def test_records_a_class_of_environments_and_stops(self):
        printed = self.record("""
            import fake_environment
            heteroscope.wrap_simulator(fake_environment.Counting)
            envs = [fake_environment.Limited(fake_environment.Counting(), 2) for _ in range(3)]
            for env in envs:
                env.reset(); env.step(0); env.step(0)
            print(heteroscope.unwrap_module(fake_environment.Counting))
            envs[0].step(0)
            """)
        self.assertEqual("2\n", printed)
        self.assertEqual({"fake_environment.Counting.step": 6, "fake_environment.Counting.reset": 3},
                         self.counts("simulator"))

    def test_gives_copies_of_an_environment_methods_of_their_own(self):
        printed = self.record("""
            import copy, fake_environment, pickle
            env = heteroscope.wrap_simulator(fake_environment.Counting())
            for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                other.step(0); other.step(0)
                print(env.steps, other.steps)
            heteroscope.unwrap_module(env)
            env.step(0)
            print(env.steps, vars(env))
            """)
        self.assertEqual(["0 2", "0 2", "1 {'steps': 1}"], printed.splitlines())
        self.assertEqual({"Counting.step": 4}, self.counts("simulator"))

    def test_records_a_library_and_refuses_what_is_none(self):
        printed = self.record("""
            import cmath
            print(heteroscope.wrap_simulator(cmath) is cmath, cmath.sqrt(-1))
            class Physics:
                def advance(self): return 1
            print(heteroscope.wrap_simulator(Physics(), names=("advance",)).advance())
            for wrong in (3, object()):
                try:
                    heteroscope.wrap_simulator(wrong)
                except TypeError as error:
                    print(error)
            """)
        self.assertEqual(["True 1j", "1", "3 is no simulator: it has no method step or reset"], printed.splitlines()[:3])
        self.assertEqual({"cmath.sqrt": 1, "Physics.advance": 1}, self.counts("simulator"))


if __name__ == "__main__":
    recorded_script.main(*sys.argv[1:3])

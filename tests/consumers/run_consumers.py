#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Uses the recorder library as other projects do.

    run_consumers.py CASE --hscope FILE --build DIR --library FILE --cc FILE --cxx FILE [--flags FLAGS]

installed   installs the library into a folder, builds a project with find_package() and one with pkg-config there
demo        installs everything into a folder, and runs `hscope demo` there
readme      compiles and runs the programs that README.md shows
symbols     compares the exported symbols with tests/golden/collector/symbols.txt, and looks at what it is linked with
programs    runs the consumers that the build has made
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
SYMBOLS = ROOT / "tests/golden/collector/symbols.txt"
FOREIGN = re.compile(r"lib(Qt|torch|c10|cu|nv|fmt|simdjson|boost)\w*")
SKIPPED = 77
SECTION = "## Record your own program"


class Failure(Exception):
    """A command failed or printed something else than expected."""


class Skip(Exception):
    """The build lacks what the case is about; says what."""


def run(*command, folder, **more):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **more}
    done = subprocess.run([str(word) for word in command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=240, check=False)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def slices(options, trace, folder):
    """How many slices the trace has."""
    rows = json.loads(run(options.hscope, "query", trace, "SELECT count(*) FROM slice", "--json", folder=folder))
    rows = rows["rows"] if isinstance(rows, dict) else rows
    return list(rows[0].values())[0] if isinstance(rows[0], dict) else rows[0][0]


def check_slices(options, program, expected, folder, **more):
    """Runs a consumer and counts what it recorded."""
    trace = folder / (pathlib.Path(program).name + ".hscope")
    run(program, trace, folder=folder, **more)
    found = slices(options, trace, folder)
    if found != expected:
        raise Failure(f"{program}: {found} slices instead of {expected}")


def case_programs(options, folder):
    programs = options.build / "tests/consumers"
    for program, expected in (("functions_c99", 10), ("functions_disabled", 4), ("scopes_cpp17", 14),
                              ("scopes_cpp20", 14), ("scopes_disabled", 8)):
        check_slices(options, programs / program, expected, folder)
    run(programs / "without_library", folder=folder)


def case_installed(options, folder):
    prefix = folder / "elsewhere"
    run("cmake", "--install", options.build, "--prefix", folder / "prefix", "--component", "collector", folder=folder)
    (folder / "prefix").rename(prefix)  # it works wherever it is moved to
    flags = shlex.split(options.flags)
    joined = " ".join(flags)
    run("cmake", "-G", "Ninja", "-S", HERE / "installed", "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_C_COMPILER={options.cc}", f"-DCMAKE_CXX_COMPILER={options.cxx}", f"-DCMAKE_C_FLAGS={joined}",
        f"-DCMAKE_CXX_FLAGS={joined}", "-DCMAKE_BUILD_TYPE=Release", folder=folder)
    run("cmake", "--build", folder / "build", folder=folder)
    check_slices(options, folder / "build/scopes", 14, folder)
    check_slices(options, folder / "build/functions", 10, folder)
    package, = prefix.rglob("heteroscope.pc")
    found = shlex.split(run("pkg-config", "--cflags", "--libs", "heteroscope", folder=folder,
                            PKG_CONFIG_PATH=str(package.parent)))
    program = folder / "by_pkg_config"
    run(options.cc, "-std=c99", *flags, HERE / "c99/functions.c", HERE / "c99/macros.c", *found, "-o", program,
        folder=folder)
    check_slices(options, program, 10, folder, LD_LIBRARY_PATH=str(package.parents[1]))


def case_demo(options, folder):
    if not (options.build / "lib/libhscope_torch.so").exists() or not (options.build / "bin/rl_training").exists():
        raise Skip("built without LibTorch or Box2D (Debian: libtorch-dev libbox2d-dev)")
    prefix = folder / "elsewhere"
    run("cmake", "--install", options.build, "--prefix", folder / "prefix", folder=folder)
    (folder / "prefix").rename(prefix)
    programs = prefix / options.hscope.relative_to(options.build).parent
    shown = run(programs / "hscope", "demo", "--out", "made", "--steps", "2048", folder=folder)
    if str(prefix) not in shown:
        raise Failure(f"the demo records another program than the installed one:\n{shown}")
    rows = run(options.hscope, "query", "made/training.hscope", "SELECT count(*) > 0 FROM slices WHERE name = 'aten::addmm'",
               folder=folder)
    if rows.split()[-1] != "1":
        raise Failure(f"the demo recorded no operators:\n{rows}")


def case_readme(options, folder):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text.partition(SECTION)[2].partition("\n## ")[0]
    blocks = re.findall(r"^```(c|cpp)\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    if sorted(language for language, _ in blocks) != ["c", "cpp"]:
        raise Failure(f"README.md: '{SECTION}' does not show one program in C and one in C++")
    for language, code in blocks:
        source = folder / f"readme.{language}"
        source.write_text(code, encoding="utf-8")
        compiler, standard = (options.cc, "c99") if language == "c" else (options.cxx, "c++17")
        run(compiler, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *shlex.split(options.flags),
            "-I", ROOT / "collector/include", source, "-L", options.library.parent, "-lhscope_collector",
            "-o", folder / language, folder=folder)
        trace = folder / "trace.hscope"
        run(folder / language, folder=folder, LD_LIBRARY_PATH=str(options.library.parent))
        if slices(options, trace, folder) < 2:
            raise Failure(f"README.md: the {language} program recorded nothing")
        trace.unlink()


def case_symbols(options, folder):
    listed = run("nm", "-D", "--defined-only", options.library, folder=folder)
    found = "".join(sorted(line.split(maxsplit=2)[2] + "\n" for line in listed.splitlines()))
    expected = SYMBOLS.read_text(encoding="utf-8")
    if found != expected:
        raise Failure("".join(difflib.unified_diff(expected.splitlines(keepends=True), found.splitlines(keepends=True),
                                                   str(SYMBOLS), "library"))
                      + "A symbol that is removed or changed needs another SOVERSION.")
    foreign = FOREIGN.findall(run("ldd", options.library, folder=folder))
    if foreign:
        raise Failure(f"the library is linked with {', '.join(foreign)}")


def main():
    parser = argparse.ArgumentParser(description="Uses the recorder library as other projects do.")
    parser.add_argument("case", choices=("installed", "demo", "readme", "symbols", "programs"))
    for name in ("hscope", "build", "library", "cc", "cxx"):
        parser.add_argument("--" + name, type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--flags", default="", help="for compilers, such as sanitizers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hscope_consumer_") as folder:
        try:
            globals()["case_" + options.case](options, pathlib.Path(folder))
        except Failure as failure:
            print(failure)
            return 1
        except Skip as reason:
            print(f"skipped: {reason}")
            return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())

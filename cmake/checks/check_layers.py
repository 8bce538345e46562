#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that each folder includes only what its layer may use. The rules are the tables below.

Usage: check_layers.py [--table]
--table prints the rules as a Markdown table instead of checking.
"""

import re
import sys
from pathlib import PurePosixPath

import tree

# Foreign headers by name; what matches nothing here and has no slash is the standard library.
FOREIGN = {
    "expected": r"tl/expected\.hpp",
    "sqlite": r"sqlite3(ext)?\.h",
    "simdjson": r"simdjson(\.h|/.*)",
    "boost": r"boost/.*",
    "zlib": r"z(lib|conf)\.h",
    "fmt": r"fmt/.*",
    "cli11": r"CLI/.*",
    "json": r"nlohmann/.*",
    "box2d": r"box2d/.*",
    "torch": r"(torch|ATen|c10|caffe2)/.*",
    "cuda": r"cu(da|pti|bla|dnn).*\.h",
    "python": r"(Python|structmember)\.h",
    "qttest": r"(QtTest(/.*)?|QTest|QSignalSpy|QAbstractItemModelTester|QTestEvent\w*)",
    "qtcharts": r"(QtCharts(/.*)?|Q\w*(Chart|Series|Axis|Legend|BarSet|PieSlice|BoxSet|CandlestickSet)\w*)",
    "qtsvg": r"(QtSvg(/.*)?|QSvg(Renderer|Generator))",
    "qtsvgwidgets": r"(QtSvgWidgets(/.*)?|QSvgWidget|QGraphicsSvgItem)",
    "qobject": r"(QObject|QtCore/QObject|QtCore|QtGui)",
    "qtwidgets": None,  # the names in qt_widgets.txt
    "qt": r"Q\w+|Qt(Core|Gui)/.*|qt?\w+\.h",  # Qt Core and Gui
    "rapidcheck": r"rapidcheck(\.h|/.*)",
    "benchmark": r"benchmark/.*",
}

QT_VALUES = {"qt"}
QT_MODELS = {"qt", "qobject"}
QT_ALL = QT_MODELS | {"qtwidgets", "qtcharts", "qtsvg", "qtsvgwidgets"}
CORE = {"core/base", "core/schema", "core/store", "core/database", "core/import", "core/analysis", "core/correction", "core/export"}
SIMULATOR = {"simulator/engine", "simulator/model", "simulator/sched", "simulator/verify", "simulator/io"}

# Folder -> (our folders it may include besides itself, foreign headers it may include).
# A file belongs to the longest folder that its path starts with; a folder without a rule is an error.
RULES: dict[str, tuple[set[str], set[str]]] = {
    "core/base": (set(), {"expected"}),
    "core/schema": ({"core/base"}, set()),
    "core/sqlite": ({"core/base"}, {"sqlite"}),
    "core/database": ({"core/base", "core/schema", "core/sqlite"}, {"fmt"}),
    "core/store": ({"core/base", "core/schema"}, set()),
    "core/import": (
        {"core/base", "core/schema", "core/sqlite", "core/database", "core/store"}, {"simdjson", "boost", "zlib", "fmt"}),
    "core/analysis": ({"core/base", "core/schema", "core/store"}, set()),
    "core/correction": (
        {"core/base", "core/schema", "core/store", "core/analysis"}, {"fmt"}),
    "core/export": (
        {"core/base", "core/schema", "core/sqlite", "core/database", "core/store", "core/analysis"}, {"fmt"}),
    "collector/include": (set(), set()),
    "collector/src": ({"collector/include", "core/base", "core/schema", "core/sqlite", "core/database"}, set()),
    "collector/preload": (set(), set()),
    "collector/cupti": ({"collector/include"}, {"cuda"}),
    "collector/torch": ({"collector/include"}, {"torch"}),
    "collector/python": ({"collector/include"}, {"python"}),
    "collector/examples/environments": ({"collector/examples", "collector/include"}, {"box2d"}),
    "collector/examples/algorithms": (
        {"collector/examples", "collector/examples/environments", "collector/include"}, {"torch"}),
    "collector/examples": (
        {"collector/examples/environments", "collector/examples/algorithms", "collector/include"},
        {"torch", "cli11", "json"}),
    "simulator/model": ({"core/base"}, set()),
    "simulator/verify": ({"core/base", "simulator/model"}, {"fmt"}),
    "simulator/engine": ({"core/base", "simulator/model"}, set()),
    "simulator/sched": ({"core/base", "simulator/model", "simulator/engine", "simulator/rl"}, {"boost", "fmt"}),
    "simulator/io": (CORE | SIMULATOR, {"json", "simdjson", "fmt"}),
    "simulator/rl": (set(), {"torch"}),
    "simulator/training": ({"core/base", "simulator/model", "simulator/sched", "simulator/rl"}, {"fmt", "cli11"}),
    "app/cli": (CORE | SIMULATOR | {"core/sqlite"}, {"fmt", "cli11", "json"}),
    "app/timeline": ({"core/base", "core/schema", "core/store", "core/analysis"}, QT_VALUES),
    "app/drawing": ({"core/base", "simulator/model"}, QT_VALUES),
    "app/models": (CORE | SIMULATOR | {"app/timeline", "app/drawing"}, QT_MODELS),
    "app/commands": (CORE | SIMULATOR | {"app/timeline", "app/drawing", "app/models"}, QT_MODELS),
    "app/widgets": (CORE | SIMULATOR | {"app/timeline", "app/drawing", "app/models", "app/commands"}, QT_ALL),
    "app": ({"core/base", "app/timeline", "app/models", "app/widgets"}, QT_ALL),
    "resources/examples": (CORE, {"fmt", "boost", "zlib", "json"}),
    "tests/support": (CORE | {"core/sqlite", "app/timeline", "app/models"}, QT_MODELS | {"qttest", "rapidcheck"}),
    "tests/core": (
        CORE | {"core/sqlite", "tests/support", "app/cli"}, {"qttest", "qt", "qobject", "sqlite", "json", "fmt"}),
    "tests/simulator": (
        CORE | SIMULATOR | {"core/sqlite", "simulator/rl", "tests/support"}, {"qttest", "qt", "qobject", "json", "fmt"}),
    "tests/app": (
        CORE | SIMULATOR | {"tests/support", "app/cli", "app/timeline", "app/drawing", "app/models", "app/widgets",
                            "app/commands"},
        QT_ALL | {"qttest", "json", "fmt"}),
    "tests/collector": (
        CORE | {"core/sqlite", "tests/support", "collector/src", "collector/include", "collector/examples/environments",
                "collector/examples/algorithms", "collector/cupti"},
        {"qttest", "qt", "qobject"}),
    "tests/property": (
        CORE | SIMULATOR | {"core/sqlite", "tests/support", "app/timeline", "app/drawing"},
        {"rapidcheck", "qttest", "qt", "qobject", "fmt"}),
    "tests/record": ({"collector/include"}, {"torch"}),
    "tests/fuzz": (CORE, set()),
    "tests/bench": (
        CORE | SIMULATOR | {"collector/include", "collector/src", "core/sqlite", "tests/support", "tests/collector",
                            "app/timeline", "app/drawing", "app/models", "app/widgets"},
        QT_ALL | {"benchmark", "simdjson", "fmt"}),
    "tests/consumers": ({"collector/include"}, set()),
}

# Headers that cmake writes into the build folder, by the folder their name starts with.
GENERATED = {"core/schema/schema_sql.h": "core/schema", "app/version.h": "app", "core/base/version.h": "core/base"}

# "file includes header": an existing breach with the reason. This list may only shrink.
EXCEPTIONS: dict[str, str] = {
    "tests/bench/bench_timeline.cpp includes tests/app/random_trace.h": "a generator that belongs into tests/support",
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_of(path: str) -> str | None:
    """The rule that a path falls under."""
    matching = [folder for folder in RULES if path.startswith(folder + "/")]
    return max(matching, key=len, default=None)


def foreign_name(header: str, widgets: set[str]) -> str | None:
    """Which foreign library a header belongs to; None for the standard library and the system."""
    plain = header.removeprefix("QtWidgets/")
    if header.startswith("QtWidgets") or plain in widgets:
        return "qtwidgets"
    for name, pattern in FOREIGN.items():
        if pattern and re.fullmatch(pattern, header):
            return name
    return None


def our_path(path: str, header: str) -> str:
    """The repository path that a quoted include means."""
    if header.startswith("hscope/"):
        return "collector/include/" + header
    beside = str(PurePosixPath(path).parent / header)
    return beside if "/" not in header and (tree.ROOT / beside).exists() else header


def check_file(path: str, widgets: set[str]) -> list[str]:
    """Breaches of the rules in one file."""
    own = folder_of(path)
    if own is None:
        return [f"{path}: no layer rule covers this folder; add one to cmake/checks/check_layers.py"]
    ours, foreign = RULES[own]
    findings = []
    for quote, header in INCLUDE.findall(tree.read(path)):
        name = foreign_name(header, widgets)
        if name is not None:
            reason = None if name in foreign else f"{own} may not use {name}"
        elif quote == '"':
            target = our_path(path, header)
            layer = GENERATED.get(target) or folder_of(target)
            if layer is None:  # written by moc, uic or rcc beside the object file
                reason = None if re.fullmatch(r"(\w+\.moc|moc_\w+\.cpp|ui_\w+\.h)", header) else "unknown folder"
            else:
                reason = None if layer == own or layer in ours else f"{own} may not include {layer}"
        else:
            reason = None
        breach = f"{path} includes {header}"
        if reason and breach not in EXCEPTIONS:
            findings.append(f"{breach}: {reason}")
    return findings


def print_table() -> None:
    """The rules in Markdown."""
    print("| folder | may include | foreign headers |\n|---|---|---|")
    for folder, (ours, foreign) in RULES.items():
        print(f"| {folder} | {', '.join(sorted(ours)) or '-'} | {', '.join(sorted(foreign)) or '-'} |")


def main(arguments: list[str]) -> int:
    if arguments == ["--table"]:
        print_table()
        return 0
    widgets = {word for line in tree.read("cmake/checks/qt_widgets.txt").splitlines()
               if not line.startswith("#") for word in line.split()}
    sources = [path for path in tree.files(".h", ".hpp", ".cpp", ".c")]
    findings = [finding for path in sources for finding in check_file(path, widgets)]
    for breach in EXCEPTIONS:
        path, header = breach.split(" includes ")
        if path not in sources or header not in {name for _, name in INCLUDE.findall(tree.read(path))}:
            findings.append(f"EXCEPTIONS: '{breach}' no longer exists; remove it")
    return tree.finish("layers", findings, f"{len(sources)} files")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the checks: each one finds what it is for, and lets pass what is right."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True

import check_docs
import check_layers
import check_sizes
import check_spdx
import generate_file_format
import tree

REPOSITORY = tree.ROOT


class InAnEmptyTree(unittest.TestCase):
    """Each test works in a repository of its own that has nothing but the files it writes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        patch = mock.patch.object(tree, "ROOT", self.root)
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def result(self, check, *arguments):
        """Exit status and error output of a check's main()."""
        with contextlib.redirect_stderr(io.StringIO()) as errors, contextlib.redirect_stdout(io.StringIO()):
            status = check.main(*arguments)
        return status, errors.getvalue()


class Layers(InAnEmptyTree):
    WIDGETS = {"QWidget"}

    def findings(self, path, *includes):
        self.write(path, "".join(f"#include {name}\n" for name in includes))
        return [finding.split(": ")[-1] for finding in check_layers.check_file(path, self.WIDGETS)]

    def test_lower_layers_and_the_standard_library_may_be_included(self):
        self.assertEqual([], self.findings("core/store/a.cpp", '"core/base/time.h"', "<vector>", '"core/store/a.h"'))

    def test_higher_layers_may_not(self):
        self.assertEqual(["core/store may not include core/import"],
                         self.findings("core/store/a.cpp", '"core/import/open_trace.h"'))

    def test_sqlite_is_for_its_wrapper_only(self):
        self.assertEqual([], self.findings("core/sqlite/a.cpp", "<sqlite3.h>"))
        self.assertEqual(["core/import may not use sqlite"], self.findings("core/import/a.cpp", "<sqlite3.h>"))

    def test_the_command_line_has_no_qt(self):
        self.assertEqual(["app/cli may not use qt"], self.findings("app/cli/a.cpp", "<QString>"))
        self.assertEqual(["app/cli may not use qobject"], self.findings("app/cli/a.cpp", "<QtCore/QObject>"))

    def test_models_have_no_widgets_or_charts(self):
        self.assertEqual(["app/models may not use qtwidgets", "app/models may not use qtcharts"],
                         self.findings("app/models/a.h", "<QWidget>", "<QtCharts/QChart>"))

    def test_a_folder_without_a_rule_is_reported(self):
        self.assertIn("no layer rule covers this folder", check_layers.check_file("elsewhere/a.cpp", set())[0])


class Sizes(InAnEmptyTree):
    def test_each_kind_of_file_has_its_limit(self):
        for path, limit in (("core/a.h", 300), ("core/a.cpp", 600), ("tests/core/tst_a.cpp", 900)):
            self.write(path, "\n" * limit)
        self.assertEqual((0, ""), self.result(check_sizes))
        self.write("core/a.h", "\n" * 301)
        status, errors = self.result(check_sizes)
        self.assertEqual(1, status)
        self.assertIn("core/a.h: 301 lines, at most 300 are allowed", errors)

    def test_an_exception_may_only_shrink(self):
        self.write("core/a.h", "\n" * 310)
        with mock.patch.object(check_sizes, "EXCEPTIONS", {"core/a.h": 310}):
            self.assertEqual((0, ""), self.result(check_sizes))
        with mock.patch.object(check_sizes, "EXCEPTIONS", {"core/a.h": 320}):
            self.assertIn("shrank to 310", self.result(check_sizes)[1])


class Spdx(InAnEmptyTree):
    HEAD = "// SPDX-FileCopyrightText: The Heteroscope authors\n// SPDX-License-Identifier: {}\n"

    def setUp(self):
        super().setUp()
        self.write("LICENSES/Apache-2.0.txt", "x")
        self.write("LICENSES/GPL-3.0-or-later.txt", "x")

    def test_the_folder_decides_the_licence(self):
        self.write("core/a.h", self.HEAD.format("Apache-2.0"))
        self.write("app/cli/a.h", self.HEAD.format("Apache-2.0"))
        self.write("app/widgets/a.h", self.HEAD.format("GPL-3.0-or-later"))
        self.assertEqual((0, ""), self.result(check_spdx))
        self.write("core/b.h", self.HEAD.format("GPL-3.0-or-later"))
        self.assertIn("core/b.h: names GPL-3.0-or-later", self.result(check_spdx)[1])

    def test_a_missing_line_is_reported(self):
        self.write("core/a.cpp", "int x;\n")
        self.assertEqual(1, self.result(check_spdx)[0])


class Docs(InAnEmptyTree):
    def test_links_and_paths_must_exist(self):
        self.write("docs/A.md", "# A\n## Some heading\n[a](B.md) [b](#some-heading) `core/x` `core/y` `build/z` `n/a`\n")
        self.write("core/x.h", "")
        text = tree.read("docs/A.md")
        self.assertEqual(["docs/A.md: link to B.md: no such file"], check_docs.check_links("docs/A.md", text))
        self.assertEqual(["docs/A.md: `core/y`: no such file"], check_docs.check_paths("docs/A.md", text, {"core"}))

    def test_commands_must_be_in_the_help(self):
        self.write("README.md", "| `hscope info FILE` | x |\n```sh\nhscope dance\n```\nThe program hscope is nice.\n")
        self.write("hscope", "#!/bin/sh\necho 'info  prints'\n")
        (self.root / "hscope").chmod(0o755)
        self.assertEqual(["README.md: hscope dance is not in hscope --help"],
                         check_docs.check_commands(str(self.root / "hscope")))


    def test_output_shown_must_be_printed(self):
        self.write("README.md", "```console\n$ hscope info 'a b'\n  info a b\nmore\n```\n")
        self.write("hscope", "#!/bin/sh\necho \"  $*\"\n")
        (self.root / "hscope").chmod(0o755)
        self.assertEqual(["README.md: 'more' is not printed by the command above it"],
                         check_docs.check_output(str(self.root / "hscope")))


class FileFormat(InAnEmptyTree):
    HEADER = "kApplicationId = 0x41424344;\nkSchemaVersion = {};\n"

    def test_comments_become_descriptions(self):
        self.write("core/schema/schema.h", self.HEADER.format(2))
        self.write("core/schema/sql/0001_initial.sql",
                   "-- A thing.\nCREATE TABLE thing (\n    id INTEGER PRIMARY KEY, -- identity\n"
                   "    size INTEGER NOT NULL -- length in ns, 0 | more\n) STRICT;\n"
                   "-- Things.\nCREATE VIEW things AS SELECT id FROM thing;\n")
        self.write("core/schema/sql/0002_colour.sql", "ALTER TABLE thing ADD COLUMN colour TEXT; -- its colour\n")
        text = generate_file_format.generate()
        self.assertIn("| `size` | INTEGER | length in ns, 0 \\| more |", text)
        self.assertIn("| `colour` | TEXT, may be NULL | its colour |", text)
        self.assertIn("Things. Columns: `id`.", text)
        self.assertIn('(the letters "ABCD")', text)

    def test_a_column_without_a_comment_is_an_error(self):
        self.write("core/schema/schema.h", self.HEADER.format(1))
        self.write("core/schema/sql/0001_initial.sql", "-- A thing.\nCREATE TABLE thing (\n    id INTEGER\n) STRICT;\n")
        status, errors = self.result(generate_file_format, [])
        self.assertEqual(1, status)
        self.assertIn("no description for ('thing', 'id')", errors)


class Tables(unittest.TestCase):
    def test_every_layer_that_a_rule_names_has_a_rule(self):
        named = {folder for ours, _ in check_layers.RULES.values() for folder in ours}
        self.assertLessEqual(named, set(check_layers.RULES))

    def test_every_foreign_library_that_a_rule_names_is_known(self):
        named = {library for _, foreign in check_layers.RULES.values() for library in foreign}
        self.assertLessEqual(named, set(check_layers.FOREIGN))

    def test_the_list_of_widgets_is_there(self):
        self.assertIn("QMainWindow", (REPOSITORY / "cmake/checks/qt_widgets.txt").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()

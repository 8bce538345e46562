#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Heteroscope authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that what the documents mention exists.

Usage: check_docs.py [HSCOPE]
- Each link and each path in backticks leads to a file or folder of this repository.
- Each `--preset NAME` is one of CMakePresets.json.
- docs/FILE_FORMAT.md is what the schema says.
- With the path of a built hscope: each `hscope COMMAND` of README.md is in `hscope --help` and has a help of its own,
  and a command in a `console` block prints the lines that stand below it.
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path, PurePosixPath

import generate_file_format
import tree

# What a path may lack in prose: `core/import/open_trace` means the pair of files.
ENDINGS = ("", ".h", ".cpp", ".py", ".hpp")
# Made by a build, or a pattern that stands for several files.
NOT_CHECKED = re.compile(r"^(\./)?build/|\.\.\.|[<>*{}$]|\bNAME\b|\bUNIT\b|<unit>")
CODE_BLOCK = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def exists(path: str) -> bool:
    """True if a path relative to the root, possibly without its ending, is there."""
    return any((tree.ROOT / (path + ending)).exists() for ending in ENDINGS)


def resolved(document: str, target: str) -> str:
    """A link's target relative to the root."""
    parts: list[str] = []
    for part in (*PurePosixPath(document).parent.parts, *target.split("/")):
        if part == "..":
            if not parts:
                return "../" + target
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def anchors(document: str) -> set[str]:
    """The anchors that a document's headings make."""
    text = CODE_BLOCK.sub("", tree.read(document))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def check_links(document: str, prose: str) -> list[str]:
    """Links and images that lead nowhere."""
    findings = []
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = resolved(document, path) if path else document
        if not (tree.ROOT / target).exists():
            findings.append(f"{document}: link to {link}: no such file")
        elif anchor and target.endswith(".md") and anchor not in anchors(target):
            findings.append(f"{document}: link to {link}: no such heading")
    return findings


def check_paths(document: str, prose: str, top_level: set[str]) -> list[str]:
    """Paths in backticks that do not exist."""
    findings = []
    for span in re.findall(r"`([^`\n]+)`", prose):
        word = span.split(" ")[0]
        path = word.removeprefix("./").rstrip("/")
        first = path.split("/")[0]
        is_path = "/" in path and (first in top_level or word.startswith("./"))
        if is_path and not NOT_CHECKED.search(word) and not exists(path) and not exists(resolved(document, path)):
            findings.append(f"{document}: `{span}`: no such file")
    return findings


def check_presets(document: str, text: str) -> list[str]:
    """Preset names that CMakePresets.json does not have."""
    presets = json.loads(tree.read("CMakePresets.json"))
    names = {preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")}
    used = set(re.findall(r"--preset[ =]([a-z][\w-]*)", text))
    return [f"{document}: no preset is called {name}" for name in sorted(used - names)]


def check_commands(hscope: str) -> list[str]:
    """Commands of README.md that the program does not have."""
    used = sorted(set(re.findall(r"(?:^|[`|/]|&& )hscope ([a-z][a-z-]*)", tree.read("README.md"), re.MULTILINE)))
    overview = subprocess.run([hscope, "--help"], capture_output=True, text=True, check=False)
    if overview.returncode != 0:
        return [f"{hscope} --help: exit status {overview.returncode}"]
    findings = []
    for command in used:
        own = subprocess.run([hscope, command, "--help"], capture_output=True, text=True, check=False)
        if not re.search(rf"\b{command}\b", overview.stdout):
            findings.append(f"README.md: hscope {command} is not in hscope --help")
        elif own.returncode != 0:
            findings.append(f"README.md: hscope {command} --help: exit status {own.returncode}")
    return findings if used else ["README.md: mentions no hscope command"]


def check_output(hscope: str) -> list[str]:
    """Lines that README.md shows below a command and that the command does not print."""
    findings = []
    for block in re.findall(r"^```console\n(.*?)^```", tree.read("README.md"), re.MULTILINE | re.DOTALL):
        printed: list[str] = []
        for line in block.splitlines():
            if line.startswith("$ hscope "):
                command = [hscope, *shlex.split(line)[2:]]
                printed = subprocess.run(
                    command, capture_output=True, text=True, check=False, cwd=tree.ROOT).stdout.splitlines()
            elif line not in printed:
                findings.append(f"README.md: '{line}' is not printed by the command above it")
    return findings


def main(arguments: list[str]) -> int:
    documents = tree.files(".md")
    top_level = {path.split("/")[0] for path in tree.files() if "/" in path}
    findings = []
    for document in documents:
        text = COMMENT.sub("", tree.read(document))
        prose = CODE_BLOCK.sub("", text)
        findings += check_links(document, prose)
        findings += check_paths(document, prose, top_level)
        findings += check_presets(document, text)
    if generate_file_format.main(["--check"]) != 0:
        findings.append("docs/FILE_FORMAT.md: out of date")
    if arguments:
        hscope = str(Path(arguments[0]).resolve())
        findings += check_commands(hscope) + check_output(hscope)
    return tree.finish("docs", findings, f"{len(documents)} documents")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

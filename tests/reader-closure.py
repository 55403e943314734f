#!/usr/bin/env python3
"""Counts the files and lines that a reader of Dynamic Tree Splitting opens.

They are all files of this workspace that crates/smp/src/dts calls, directly or indirectly. CI fails if they exceed a
limit.

Every item that a `use` declaration names is a call, wherever the workspace defines it. A file that only re-exports a
name (`pub use`) does not count. An imported type counts with its whole file. The script misses two kinds of calls:
methods whose trait or type no `use` names, and paths in the code itself. It skips tests, crates from outside the
workspace, the delays that tests inject (`chaos`), loom's replacements, and what systems other than Linux have.
`rules.rs` is the interface for algorithms from outside. A reader can skip it, but it counts.

    tests/reader-closure.py          # the sums
    tests/reader-closure.py --files  # each file with its lines, and the first file that names it
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
START = ROOT / "crates/smp/src/dts"
MOST_FILES, MOST_LINES = 40, 6_000

# Parts that only tests change, and rooms of systems other than Linux.
LEFT_OUT = {"chaos.rs", "atomic.rs", "heap.rs", "elsewhere.rs", "windows.rs", "queues.rs", "page.rs", "parked.rs"}

CRATES = {
    "crate": "crates/smp/src",
    "cleave_smp": "crates/smp/src",
    "cleave_sync": "crates/sync/src",
    "cleave_shared_memory": "crates/shared-memory/src",
}


def source(path):
    """Returns the code of a file before its tests."""
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines[:-1]):
        if line.startswith("#[cfg(") and "test" in line and re.match(r"(pub(\(\w+\))? )?mod \w*tests? \{", lines[number + 1]):
            return lines[:number]
    return lines


def split(names):
    """Splits a list at the commas outside braces."""
    parts, depth, part = [], 0, ""
    for character in names:
        depth += (character == "{") - (character == "}")
        if character == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += character
    return [name for name in [*parts, part.strip()] if name]


def flat(tree):
    """Returns all paths of a `use` declaration."""
    head, brace, rest = tree.partition("{")
    if not brace:
        return [tree.split(" as ")[0].strip()]
    return [head + path for part in split(rest.rsplit("}", 1)[0]) for path in flat(part)]


def uses(path):
    """Returns the paths that a file names, each with whether the file re-exports it."""
    text = "\n".join(line for line in source(path) if not line.lstrip().startswith("//"))
    text = re.sub(r"#\[cfg\((test|loom|not\(unix\)|not\(target_os = \"linux\"\))\)\]\s*(pub(\([\w ]+\))? )?(use|mod) [^;]*;", "", text)
    declarations = re.findall(r"^\s*(pub(?:\([\w ]+\))? )?use ([^;]+);", text, re.M)
    named = [(path.replace("::self", ""), bool(public)) for public, tree in declarations
             for path in flat(re.sub(r"\s+", " ", tree).replace(" {", "{").replace("{ ", "{"))]
    return named + [(path, False) for path in re.findall(r"\bcleave_(?:sync|shared_memory)::\w+", text)]


def module_file(folder, name):
    """Returns the file of a module. Of the rooms of several systems it is Linux's."""
    rooms = (f"{name}.rs", f"{name}/mod.rs", f"{name}/linux.rs", f"{name}/linux/mod.rs")
    for file in (folder / room for room in rooms):
        if file.is_file():
            return file
    return None


def children(file):
    """Returns the folder of the submodules of a file."""
    return file.parent if file.name in ("mod.rs", "lib.rs") else file.parent / file.stem


def parent(file):
    folder = file.parent.parent if file.name == "mod.rs" else file.parent
    for name in ("mod.rs", "lib.rs"):
        if (folder / name).is_file():
            return folder / name
    return module_file(folder.parent, folder.name)


def resolve(file, path, seen=frozenset()):
    """Returns the files that define the item of a path. There are none outside the workspace."""
    steps = path.split("::")
    if steps[0] in CRATES:
        base = next(kin for kin in file.parents if kin.name == "src") if steps[0] == "crate" else ROOT / CRATES[steps[0]]
        at, steps = base / "lib.rs", steps[1:]
    elif steps[0] in ("super", "self"):
        at = file
        while steps and steps[0] in ("super", "self"):
            at = parent(at) if steps[0] == "super" else at
            steps = steps[1:]
    elif module_file(children(file), steps[0]):
        at = file
    else:
        return set()
    while steps and (inner := module_file(children(at), steps[0])):
        at, steps = inner, steps[1:]
    if not steps:
        return {at}
    if (at, steps[0]) in seen:
        return set()
    found = set()
    for other, public in uses(at):
        last = other.split("::")[-1]
        if public and last in (steps[0], "*"):
            target = other if last != "*" else other[:-1] + steps[0]
            found |= resolve(at, target, seen | {(at, steps[0])})
    return found or {at}


def closure():
    first = {path: "" for path in sorted(START.glob("*.rs")) if path.name != "tests.rs"}
    waiting = list(first)
    while waiting:
        file = waiting.pop()
        for path, public in uses(file):
            # A reader opens a file for its definitions if it is more than a list of modules.
            if public and file.name in ("mod.rs", "lib.rs") and file.parent != START:
                continue
            for target in resolve(file, path):
                if target not in first and target.name not in LEFT_OUT:
                    first[target] = file.relative_to(ROOT)
                    waiting.append(target)
    return first


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", action="store_true", help="list the files")
    arguments = parser.parse_args()
    found = closure()
    lengths = {file: len(source(file)) for file in found}
    if arguments.files:
        for file in sorted(found):
            print(f"{lengths[file]:5} {file.relative_to(ROOT)}  {found[file]}")
    files, lines = len(found), sum(lengths.values())
    print(f"a reader of Dynamic Tree Splitting opens {files} files with {lines} lines")
    if files > MOST_FILES or lines > MOST_LINES:
        sys.exit(f"the limit is {MOST_FILES} files and {MOST_LINES} lines")


if __name__ == "__main__":
    main()

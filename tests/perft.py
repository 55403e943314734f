#!/usr/bin/env python3
"""Counts the positions of data/perft.epd with the released program. The tests of the workspace run a different build
of the move generator.

    tests/perft.py [ENGINE [NODES]]

ENGINE defaults to target/release/cleave. The script counts each position
to the greatest depth with at most NODES nodes, 5 million by default.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENGINE = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/cleave")
NODES = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000_000



def questions():
    """Returns each position with its depth and the expected count."""
    for line in (ROOT / "data/perft.epd").read_text().splitlines():
        if line and not line.startswith("#"):
            fen, *counts = line.split(" ;")
            known = [(int(depth[1:]), int(count)) for depth, count in map(str.split, counts)]
            yield fen, *max((item for item in known if item[1] <= NODES), default=min(known))


def ask(engine, command):
    engine.stdin.write(command)
    engine.stdin.flush()


total = 0
# The end of the input would stop a count.
with subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
    ask(engine, "variant fischerandom\n")
    for fen, depth, count in questions():
        ask(engine, f"setboard {fen}\nperft {depth}\n")
        answers = (re.match(r"(\d+) in ", line) for line in engine.stdout)
        nodes = next((int(answer[1]) for answer in answers if answer), None)
        if nodes != count:
            sys.exit(f"perft: {fen}: {nodes} at depth {depth}, expected {count}")
        total += nodes
    ask(engine, "quit\n")
print(f"perft: all counts are right, {total} nodes")

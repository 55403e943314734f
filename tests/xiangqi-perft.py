#!/usr/bin/env python3
"""Compares the perft of each root move with Fairy-Stockfish for the positions of data/xiangqi/perft.txt.

    apt-get install fairy-stockfish
    cargo build --release -p cleave-xiangqi --example xiangqi-perft
    tests/xiangqi-perft.py [PERFT]
"""

import pathlib
import re
import shutil
import subprocess
import sys

DEPTH = 4
ROOT = pathlib.Path(__file__).parent.parent
OURS = sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/examples/xiangqi-perft"


def ours(fen):
    out = subprocess.run([OURS, str(DEPTH), fen], capture_output=True, text=True, check=True).stdout
    one_up = lambda square: f"{square[0]}{int(square[1]) + 1}"
    moves = re.findall(r"^(..)(..): (\d+)$", out, re.MULTILINE)
    return {one_up(start) + one_up(end): int(count) for start, end, count in moves}


def theirs(program, fen):
    commands = f"setoption name UCI_Variant value xiangqi\nposition fen {fen}\ngo perft {DEPTH}\nquit\n"
    out = subprocess.run([program], input=commands, capture_output=True, text=True, check=True).stdout
    return {move: int(count) for move, count in re.findall(r"^([a-i]\d+[a-i]\d+): (\d+)$", out, re.MULTILINE)}


def main():
    program = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
    lines = (ROOT / "data/xiangqi/perft.txt").read_text().splitlines()
    fens = [line.split(";")[0] for line in lines if not line.startswith("#")]
    for fen in fens:
        one, other = ours(fen), theirs(program, fen)
        assert one and one == other, f"{fen}\nours:   {one}\ntheirs: {other}"
    print(f"{len(fens)} positions, every root move to depth {DEPTH}: the counts are equal")


if __name__ == "__main__":
    main()

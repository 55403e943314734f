#!/usr/bin/env python3
"""Plays games of cleave-gpu against GNU Chess and reports every error: an illegal move, a crash, a late move.

    tests/gpu-games.py [PROGRAM [GAMES [SECONDS]]]

PROGRAM defaults to target/release/cleave-gpu. Needs a device, GNU Chess and python-chess. The searches alternate.
"""
import collections
import os
import pathlib
import random
import sys
import time

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/cleave-gpu")
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 20
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 0.2
# The time by which a move may exceed its limit, on a busy machine.
GRACE = 1.0

# The path of GNU Chess in Debian.
os.environ["PATH"] += ":/usr/games"


def opening(number):
    """Returns the start position after four random moves. The number determines the moves."""
    board, dice = chess.Board(), random.Random(number)
    for _ in range(4):
        board.push(dice.choice(list(board.legal_moves)))
    return board


def play(ours, theirs, number):
    """Plays a game. python-chess refuses illegal moves. Returns our result and the time of our slowest move."""
    board, white, slowest = opening(number // 2), number % 2 == 0, 0.0
    while not board.is_game_over(claim_draw=True) and board.fullmove_number < 100:
        engine = ours if board.turn == white else theirs
        start = time.monotonic()
        move = engine.play(board, chess.engine.Limit(time=SECONDS), game=number).move
        if engine is ours:
            slowest = max(slowest, time.monotonic() - start)
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        board.push(move)
    result = board.result(claim_draw=True)
    if result in ("*", "1/2-1/2"):
        return "draw", slowest
    return ("win" if (result == "1-0") == white else "loss"), slowest


def main():
    results = collections.Counter()
    with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=60) as ours, \
            chess.engine.SimpleEngine.popen_uci(["gnuchess", "--uci"], timeout=60) as theirs:
        for number in range(GAMES):
            search = ("batch", "windows", "warp")[number % 3]
            ours.configure({"Search": search, "Captures": 0 if search == "warp" else 4})
            # Compile the kernel before the clock runs.
            ours.ping()
            result, slowest = play(ours, theirs, number)
            print(f"game {number + 1}, {search}: {result}, slowest move {slowest:.2f} s", flush=True)
            assert slowest < SECONDS + GRACE, f"a move took {slowest:.2f} s"
            results[result] += 1
    print(", ".join(f"{count} {name}" for name, count in results.items()))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Plays cleave-xiangqi against another program with clocks. pyffish is the referee.

    tests/xiangqi-match.py [--games N] [--time BASE+INCREMENT] [--at-once N] OPPONENT [OPTION=VALUE ...]

OPPONENT is a UCI program, or 'xboard:PROGRAM' for an xboard program. The options are the opponent's. --own OPTION=VALUE
sets an option of cleave-xiangqi, and --program FILE is its path. Each opening is played with both colours. It has random
moves, after which our program at depth 8 gives neither side more than 60. The script fails if cleave-xiangqi plays an
illegal move, exceeds its time or dies. It needs the packages pyffish and, for the opponents, fairy-stockfish and
hoichess.
"""
import argparse
import collections
import math
import pathlib
import queue
import random
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pyffish

ROOT = pathlib.Path(__file__).resolve().parent.parent
VARIANT = "xiangqi"
START = pyffish.start_fen(VARIANT)
# The time in seconds by which a program may be late, because other programs use the machine too.
GRACE = 0.2


class Program:
    """A process that reads and writes lines."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait_for(self, beginning, seconds):
        end = time.monotonic() + seconds
        while True:
            line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            if line is None:
                raise EOFError("the program has ended")
            if line.startswith(beginning):
                return line

    def close(self):
        self.process.kill()
        self.process.wait()


class Uci(Program):
    def __init__(self, command, options):
        super().__init__(command)
        self.send("uci")
        self.wait_for("uciok", 20)
        for option in [f"UCI_Variant={VARIANT}", *options]:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")
        self.send("ucinewgame")
        self.send("isready")
        self.wait_for("readyok", 20)

    def move(self, moves, clocks, increment):
        self.send(f"position startpos moves {' '.join(moves)}")
        red, black = (int(clock * 1000) for clock in clocks)
        plus = int(increment * 1000)
        start = time.monotonic()
        self.send(f"go wtime {red} btime {black} winc {plus} binc {plus}")
        move = self.wait_for("bestmove", clocks[len(moves) % 2] + 10).split()[1]
        return move, time.monotonic() - start

    def value(self, moves):
        """Returns the value for the side to move at depth 8, in centipawns."""
        self.send(f"position startpos moves {' '.join(moves)}")
        self.send("go depth 8")
        value = 0
        while True:
            line = self.wait_for(("info", "bestmove"), 20)
            words = line.split()
            if words[0] == "bestmove":
                return value
            if "cp" in words:
                value = int(words[words.index("cp") + 1])


class Xboard(Program):
    """An xboard program. It counts ranks from 0."""

    def __init__(self, command, base, increment):
        super().__init__(command)
        for line in ("xboard", "protover 2", "new", f"variant {VARIANT}"):
            self.send(line)
        minutes, seconds = divmod(base, 60)
        self.send(f"level 0 {int(minutes)}:{int(seconds):02} {increment:g}")
        time.sleep(0.3)
        self.is_forced, self.known = False, 0

    def move(self, moves, clocks, _):
        side = len(moves) % 2
        news = moves[self.known:]
        if len(news) != 1 or not self.known:
            self.send("force")
            self.is_forced = True
        if not self.is_forced:
            self.tell_clocks(clocks, side)
        start = time.monotonic()
        for move in news:
            self.send(shifted(move, -1))
        if self.is_forced:
            self.tell_clocks(clocks, side)
            self.send("go")
            self.is_forced = False
        move = shifted(self.wait_for("move ", clocks[side] + 10).split()[1], 1)
        self.known = len(moves) + 1
        return move, time.monotonic() - start

    def tell_clocks(self, clocks, side):
        self.send(f"time {int(clocks[side] * 100)}")
        self.send(f"otim {int(clocks[1 - side] * 100)}")


def shifted(move, by):
    """Returns a move with all its ranks shifted."""
    middle = next(index for index in range(1, len(move)) if move[index].isalpha())
    return "".join(square[0] + str(int(square[1:]) + by) for square in (move[:middle], move[middle:]))


def opening(number, judge):
    """Returns moves that lead to a balanced position. The number determines them."""
    dice = random.Random(number)
    while True:
        moves = []
        for _ in range(6):
            moves.append(dice.choice(pyffish.legal_moves(VARIANT, START, moves)))
        if not is_over(moves)[0] and abs(judge.value(moves)) <= 60:
            return moves


def is_over(moves):
    """Returns whether the game is over, and red's points."""
    legal = pyffish.legal_moves(VARIANT, START, moves)
    is_end, value = (True, -1) if not legal else pyffish.is_optional_game_end(VARIANT, START, moves)
    if not is_end and pyffish.has_insufficient_material(VARIANT, START, moves) == (True, True):
        is_end, value = True, 0
    for_red = value if len(moves) % 2 == 0 else -value
    return is_end, 0.5 + 0.5 * ((for_red > 0) - (for_red < 0))


def play(moves, red, black, base, increment):
    """Plays a game. Returns red's points, the program at fault if the game did not end by the rules, and the least time
    on the clocks."""
    clocks, least = [base, base], [base, base]
    while len(moves) < 400:
        is_end, points = is_over(moves)
        if is_end:
            return points, None, least
        side = len(moves) % 2
        lost = float(side == 1)
        try:
            move, seconds = (red, black)[side].move(moves, clocks, increment)
        except (queue.Empty, EOFError) as error:
            return lost, (side, f"no move: {error!r}"), least
        clocks[side] -= seconds
        least[side] = min(least[side], clocks[side])
        if clocks[side] < -GRACE:
            return lost, (side, f"too late by {-clocks[side]:.2f} s"), least
        if move not in pyffish.legal_moves(VARIANT, START, moves):
            return lost, (side, f"{move} is illegal"), least
        clocks[side] = max(clocks[side], 0) + increment
        moves.append(move)
    return 0.5, None, least


def elo(share):
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else math.copysign(math.inf, share - 0.5)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--time", default="2+0.02")
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--program", default=str(ROOT / "target/release/cleave-xiangqi"))
    parser.add_argument("--own", action="append", default=[])
    parser.add_argument("opponent")
    parser.add_argument("options", nargs="*")
    arguments = parser.parse_args()
    base, increment = map(float, arguments.time.split("+"))
    points, faults, lock = collections.Counter(), [], threading.Lock()

    def ours():
        return Uci([arguments.program], ["Hash=64", *arguments.own])

    def theirs():
        kind, _, program = arguments.opponent.rpartition(":")
        if kind == "xboard":
            return Xboard([program], base, increment)
        return Uci([program], ["Hash=64", *arguments.options])

    def game(number):
        programs = [ours(), theirs()]
        try:
            moves = opening(arguments.seed + number // 2, programs[0])
            programs[0].send("ucinewgame")
            is_red = number % 2 == 0
            of_red, fault, least = play(list(moves), *(programs if is_red else programs[::-1]), base, increment)
        finally:
            for program in programs:
                program.close()
        with lock:
            share = of_red if is_red else 1 - of_red
            points[share] += 1
            ours_least, theirs_least = least if is_red else least[::-1]
            if fault is not None:
                whose = "ours" if (fault[0] == 0) == is_red else "theirs"
                print(f"game {number + 1}: {whose}: {fault[1]}", flush=True)
                faults.extend([fault[1]] if whose == "ours" else [])
            played = sum(points.values())
            score = (points[1] + points[0.5] / 2) / played
            print(f"game {number + 1}: {share:g}, least {ours_least:.2f} and {theirs_least:.2f} s; +{points[1]} ={points[0.5]} -{points[0]}: "
                  f"{100 * score:.1f} %, {elo(score):+.0f} Elo", flush=True)

    with ThreadPoolExecutor(arguments.at_once) as pool:
        list(pool.map(game, range(arguments.games)))
    if faults:
        raise SystemExit(f"cleave-xiangqi: {'; '.join(faults)}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Uses GNU Go 3.8 as referee and opponent of our Go. Needs the package gnugo.

    tests/go-gnugo.py --seed 7 truth FOLDER --games 1000
    CLEAVE_GO_TRUTH=FOLDER cargo nextest run -p cleave-games truth

plays random games to their end and writes them into FOLDER/games.txt, with data from GNU Go:
size;moves;FNV-1a of the legal moves before each move, sorted and joined by spaces, and a space;Black's area less White's

    tests/go-gnugo.py match --games 20 --own "--seconds 1 --threads 1" [--opponent COMMAND]

plays against GNU Go at level 1, or against another GTP program. Each opening of two random moves is played with
both colours. GNU Go judges the games.
"""

import argparse
import math
import pathlib
import random
import shlex
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

REFEREE = "gnugo --mode gtp --chinese-rules --positional-superko"
OWN = "target/release/examples/gtp"
COLUMNS = "ABCDEFGHJKLMN"
COLOURS = ("black", "white")


class Program:
    """A GTP process."""

    def __init__(self, command, size, komi):
        path = shlex.split(command.replace("gnugo ", "/usr/games/gnugo ", 1))
        self.process = subprocess.Popen(
            path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1
        )
        for setting in f"boardsize {size}", "clear_board", f"komi {komi}":
            self.ask(setting)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        answer = ""
        while not answer.endswith("\n\n"):
            line = self.process.stdout.readline()
            if not line:
                raise EOFError(f"a program ended at '{command}'")
            answer += line
        if not answer.startswith("="):
            raise ValueError(f"the answer to '{command}' is '{answer.strip()}'")
        return answer[1:].strip()

    def close(self):
        self.process.kill()
        self.process.wait()


def area(score):
    """Returns the value of a score such as B+3.5 or 0, for Black."""
    return float(score[2:]) * (1 if score[0] == "B" else -1) if "+" in score else 0.0


def is_eye(vertex, size, own, other):
    """Returns whether a point is an eye by the rule of the playouts. Its neighbours are own stones, and at most one
    diagonal is the opponent's. The edge counts as one."""
    column, row = COLUMNS.index(vertex[0]), int(vertex[1:])

    def near(steps):
        points = [(column + x, row + y) for x, y in steps]
        return [f"{COLUMNS[x]}{y}" if 0 <= x < size and 1 <= y <= size else None for x, y in points]

    diagonals = near([(1, 1), (1, -1), (-1, 1), (-1, -1)])
    others = sum(point in other for point in diagonals) + (None in diagonals)
    return all(point is None or point in own for point in near([(0, 1), (1, 0), (0, -1), (-1, 0)])) and others < 2


def random_game(rng):
    size = rng.choice([5, 6, 7, 9, 9, 13])
    gnugo = Program(REFEREE, size, 0)
    moves, checksum = [], 0xCBF29CE484222325
    while moves[-2:] != ["pass", "pass"] and len(moves) < 6 * size * size:
        colour, opponent = COLOURS[len(moves) % 2], COLOURS[1 - len(moves) % 2]
        legal = sorted(move for move in gnugo.ask(f"all_legal {colour}").split() if move.upper() != "PASS")
        for byte in (" ".join(legal) + " ").encode():
            checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
        own, other = (set(gnugo.ask(f"list_stones {it}").split()) for it in (colour, opponent))
        good = [move for move in legal if not is_eye(move, size, own, other)]
        moves.append(rng.choice(good) if good else "pass")
        gnugo.ask(f"play {colour} {moves[-1]}")
    score = area(gnugo.ask("final_score"))
    gnugo.close()
    return f"{size};{' '.join(moves)};{checksum:016x};{score:.0f}"


def truth(arguments):
    arguments.folder.mkdir(parents=True, exist_ok=True)
    rng, end = random.Random(arguments.seed), time.monotonic() + arguments.minutes * 60
    with open(arguments.folder / "games.txt", "w") as file:
        for _ in range(arguments.games):
            print(random_game(rng), file=file)
            if time.monotonic() > end:
                break


def play(arguments, number):
    """Plays a game. Returns whether our program won, the number of moves, and the result."""
    size, komi = arguments.size, 7.5
    own_command = f"{arguments.program} {arguments.own} --seed {number}"
    own, opponent = Program(own_command, size, komi), Program(arguments.opponent, size, komi)
    referee = Program(REFEREE, size, komi)
    rng = random.Random(f"{arguments.seed} {number // 2}")
    places = [f"{COLUMNS[rng.randrange(2, size - 2)]}{rng.randrange(3, size - 1)}" for _ in range(2)]
    if places[0] == places[1]:
        places.pop()
    players, moves = (own, opponent) if number % 2 == 0 else (opponent, own), []
    while moves[-2:] != ["pass", "pass"] and len(moves) < 4 * size * size:
        place, colour = len(moves) % 2, COLOURS[len(moves) % 2]
        is_opening = len(moves) < len(places)
        move = places[len(moves)] if is_opening else players[place].ask(f"genmove {colour}").lower()
        if move == "resign":
            winner, end = 1 - place, "resignation"
            break
        for program in own, opponent, referee:
            if program is not players[place] or is_opening:
                program.ask(f"play {colour} {move}")
        moves.append(move)
    else:
        end = referee.ask("final_score")
        winner = 0 if area(end) > 0 else 1
    for program in own, opponent, referee:
        program.close()
    return players[winner] is own, len(moves), end


def match(arguments):
    subprocess.run(["cargo", "build", "--quiet", "--release", "-p", "cleave-games", "--example", "gtp"], check=True)
    won = 0
    with ThreadPoolExecutor(arguments.at_once) as games:
        results = games.map(lambda number: play(arguments, number), range(arguments.games))
        for played, (is_won, length, end) in enumerate(results, start=1):
            won += is_won
            share = won / played
            error = math.sqrt(share * (1 - share) / played)
            result = f"{'won' if is_won else 'lost'} by {end} after {length} moves"
            print(f"{played}: {result}; {won} of {played}, {100 * share:.0f} ± {100 * error:.0f} %", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("truth")
    command.set_defaults(run=truth)
    command.add_argument("folder", type=pathlib.Path)
    command.add_argument("--games", type=int, default=1000)
    command.add_argument("--minutes", type=float, default=20, help="the time limit of the match")
    command = commands.add_parser("match")
    command.set_defaults(run=match)
    command.add_argument("--games", type=int, default=20)
    command.add_argument("--size", type=int, default=9)
    command.add_argument("--own", default="--seconds 1", help="options of our program")
    command.add_argument("--program", default=OWN)
    command.add_argument("--opponent", default="gnugo --mode gtp --level 1 --chinese-rules --positional-superko")
    command.add_argument("--at-once", type=int, default=1)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()

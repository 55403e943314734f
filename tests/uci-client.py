#!/usr/bin/env python3
"""Drives the engine over UCI with python-chess, an independent client. Reports every error: an illegal move, a move
other than the last one shown, a missing answer, a loss on time.

    tests/uci-client.py [ENGINE [SEARCHES]]

ENGINE defaults to target/release/cleave. SEARCHES is the number of searches stopped at random times, 500 by default.
Needs python-chess: 'pip install chess'.
"""
import pathlib
import random
import subprocess
import sys
import time

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENGINE = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/cleave")
SEARCHES = int(sys.argv[2]) if len(sys.argv) > 2 else 500

# Positions with a mate in this number of moves for the side to move.
MATES = {"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1": 1, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1": 2,
         "2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1": 5}


def check(condition, *what):
    if not condition:
        sys.exit(f"uci-client: {' '.join(map(str, what))}")


def start(**options):
    engine = chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=60)
    engine.configure(options)
    return engine


def random_board(rng, plies, chess960=False):
    """Returns a position after some random moves in which the game continues."""
    while True:
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over():
            return board


def options_are_taken_to_their_bounds():
    """Sets each option as a GUI's dialog would. Sizes keep their values."""
    with start() as engine:
        for name, option in engine.options.items():
            if option.is_managed() or name in ("Hash", "Threads"):
                continue
            values = {"spin": (option.min, option.max, option.default), "check": (True, False),
                      "combo": tuple(option.var or ()), "button": (None,), "string": ("",)}
            for value in values[option.type]:
                engine.configure({name: value})
        check(engine.play(chess.Board(), chess.engine.Limit(depth=5)).move, "no move after options")


def games(rng, chess960):
    """Lets the engine ponder against itself. Some moves of the opponent are random, so that the engine has pondered on
    another move. python-chess refuses illegal moves."""
    board = random_board(rng, 4, chess960)
    clock = [8.0, 8.0]
    with start(Hash=16) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < 160:
            limit = chess.engine.Limit(white_clock=clock[0], black_clock=clock[1], white_inc=0.05, black_inc=0.05)
            side, began = not board.turn, time.monotonic()
            result = engine.play(board, limit, ponder=True, info=chess.engine.INFO_ALL)
            clock[side] += 0.05 - (time.monotonic() - began)
            check(clock[side] > 0, "lost on time:", board.fen())
            if "pv" in result.info:
                check(result.info["pv"][0] == result.move, "plays", result.move, "shows", result.info["pv"])
            board.push(result.move)
            if not board.is_game_over():
                # python-chess turns the ponder search into a hit if this is the expected move.
                expected = result.ponder if result.ponder and rng.random() < 0.6 else None
                board.push(expected or rng.choice(list(board.legal_moves)))
                time.sleep(0.02)


def analysis_ends_when_it_is_told_to(rng):
    with start(Hash=16) as engine:
        for number in range(10):
            board = random_board(rng, 6, number % 2 == 1)
            with engine.analysis(board, multipv=3) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 9:
                        break
            lines = engine.analyse(board, chess.engine.Limit(depth=9), multipv=3)
            first = [info["pv"][0] for info in lines]
            scores = [info["score"].relative for info in lines]
            check(len(set(first)) == min(3, board.legal_moves.count()), first)
            check(scores == sorted(scores, reverse=True), first, scores)
            check(engine.play(board, chess.engine.Limit(time=0.05)).move in board.legal_moves)


def limits_are_kept(rng):
    with start(Hash=16) as engine:
        for _ in range(20):
            board = random_board(rng, rng.randrange(40), rng.random() < 0.5)
            some = rng.sample(list(board.legal_moves), min(3, board.legal_moves.count()))
            result = engine.play(board, chess.engine.Limit(nodes=3000), root_moves=some)
            check(result.move in some, result.move, "is not one of", some)
            info = engine.analyse(board, chess.engine.Limit(depth=5, time=20))
            check(info["depth"] == 5, "depth", info["depth"])
            info = engine.analyse(board, chess.engine.Limit(nodes=5000))
            check(info["nodes"] <= 5000, "nodes", info["nodes"])
        for fen, moves in MATES.items():
            info = engine.analyse(chess.Board(fen), chess.engine.Limit(mate=moves))
            check(info["score"].relative == chess.engine.Mate(moves), fen, info["score"])


def xboard_speaks_to_it_too(rng):
    """Checks the options in the protocol of xboard. There python-chess reads a name up to the first space."""
    with chess.engine.SimpleEngine.popen_xboard(ENGINE, timeout=60) as engine:
        for name in ("MultiPV", "OwnBook", "ClearHash", "MoveOverhead", "BookFile"):
            check(name in engine.options, name, "is not among", list(engine.options))
        engine.configure({"OwnBook": False, "ClearHash": None, "MoveOverhead": 30})
        board = random_board(rng, 4)
        for _ in range(10):
            if board.is_game_over():
                break
            result = engine.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
            check(result.info.get("seldepth", 0) > 0 and result.info.get("nps", 0) > 0, result.info)
            board.push(result.move)


class Raw:
    """Drives the engine directly, without a client."""

    def __init__(self):
        self.process = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.until("uciok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start):
        lines = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self.process.stdout.readline().rstrip("\n"))
            check(lines[-1], "the engine has ended after", lines)
        return lines


def searches_are_stopped_at_random(rng):
    engine, shown = Raw(), 0
    engine.send("setoption name Hash value 4")
    for number in range(SEARCHES):
        if number % 100 == 0:
            chess960 = number % 200 == 100
            threads = 2 if number % 300 == 200 else 1
            engine.send("ucinewgame", f"setoption name UCI_Chess960 value {str(chess960).lower()}",
                        f"setoption name Threads value {threads}")
        board = random_board(rng, rng.randrange(60), chess960)
        fen = board.root().fen()
        # Not board.uci(move): it uses the current place of the king, and would write another move as castling.
        moves = " ".join(move.uci() for move in board.move_stack)
        ponder = rng.random() < 0.3
        engine.send(f"position fen {fen} moves {moves}", "go ponder wtime 100 btime 100" if ponder else "go infinite")
        time.sleep(rng.random() ** 3 * 0.05)
        engine.send(*rng.choice((["stop"], ["isready", "stop"], ["stop", "isready"],
                                 ["ponderhit"] if ponder else ["stop"])))
        lines = engine.until("bestmove")
        best = lines[-1].split()[1]
        check(chess.Move.from_uci(best) in board.legal_moves, best, "in", board.fen(), lines)
        lines = [line for line in lines if " multipv 1 " in line]
        if lines:
            shown += 1
            check(f" pv {best}" in lines[-1], "plays", best, "shows", lines[-1])
    check(shown > SEARCHES // 2, "only", shown, "searches have shown a line")
    engine.send("isready", "isready", "quit")
    check(engine.process.wait(5) == 0, "status", engine.process.returncode)


def every_line_of_a_team_can_be_played(rng):
    """Checks that the lines of a team are legal while it ends one search of the root and begins the next."""
    engine = Raw()
    engine.send("setoption name Hash value 16", "setoption name Threads value 2")
    for _ in range(200):
        board = random_board(rng, rng.randrange(8, 40))
        engine.send("position fen " + board.fen(), "go depth 11")
        for line in engine.until("bestmove"):
            shown = board.copy(stack=False)
            for move in line.partition(" pv ")[2].split():
                check(chess.Move.from_uci(move) in shown.legal_moves, move, "in", line, "of", board.fen())
                shown.push_uci(move)
    engine.send("quit")
    check(engine.process.wait(5) == 0, "status", engine.process.returncode)


def main():
    seed = random.randrange(1 << 32)
    print(f"seed {seed}, python-chess {chess.__version__}", flush=True)
    rng = random.Random(seed)
    for name, run in (("options", options_are_taken_to_their_bounds),
                      ("limits", lambda: limits_are_kept(rng)),
                      ("analysis", lambda: analysis_ends_when_it_is_told_to(rng)),
                      ("a game with pondering", lambda: games(rng, False)),
                      ("a game of chess960", lambda: games(rng, True)),
                      (f"{SEARCHES} searches stopped at random", lambda: searches_are_stopped_at_random(rng)),
                      ("lines of a team", lambda: every_line_of_a_team_can_be_played(rng)),
                      ("xboard's protocol", lambda: xboard_speaks_to_it_too(rng))):
        began = time.monotonic()
        run()
        print(f"{name}: ok ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()

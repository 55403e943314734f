#!/usr/bin/env python3
"""Writes pyffish's data for random xiangqi positions and for games with repetitions, for the tests of cleave-xiangqi.

    pip install pyffish==0.0.90
    tests/xiangqi-truth.py FOLDER --positions 10000 --games 2000 --seed 7
    CLEAVE_XIANGQI_TRUTH=FOLDER cargo test -p cleave-xiangqi --test all truth

positions.txt: FEN;in check (0 or 1);number of legal moves;CRC-32 of the sorted moves;a move;the same in WXF
games.txt:     FEN;moves;win, draw or loss for the side to move at the end, or -
"""

import argparse
import pathlib
import random
import subprocess
import zlib

import pyffish as sf

VARIANT = "xiangqi"


def occupied(fen):
    """Returns the squares with a piece, as pyffish names them."""
    found = set()
    for rank, row in zip(range(10, 0, -1), fen.split()[0].split("/")):
        file = 0
        for character in row:
            if character.isdigit():
                file += int(character)
            else:
                found.add(f"{'abcdefghi'[file]}{rank}")
                file += 1
    return found


def walk(rng):
    """Yields FENs of random games without end. The players prefer captures."""
    while True:
        fen = sf.start_fen(VARIANT)
        for _ in range(rng.randrange(20, 200)):
            yield fen
            legal = sf.legal_moves(VARIANT, fen, [])
            if not legal:
                break
            if rng.random() < 0.35:
                pieces = occupied(fen)
                legal = [move for move in legal if squares(move)[1] in pieces] or legal
            fen = sf.get_fen(VARIANT, fen, [rng.choice(legal)])


def position_line(rng, fen):
    legal = sorted(sf.legal_moves(VARIANT, fen, []))
    check = int(sf.gives_check(VARIANT, fen, []))
    crc = zlib.crc32(" ".join(legal).encode())
    move = rng.choice(legal) if legal else "-"
    wxf = sf.get_san(VARIANT, fen, move, False, sf.NOTATION_XIANGQI_WXF) if legal else "-"
    return f"{fen};{check};{len(legal)};{crc};{move};{wxf}"


def squares(move):
    cut = next(i for i in range(1, len(move)) if move[i].isalpha())
    return move[:cut], move[cut:]


def game_line(game):
    fen, moves = game.split(";")
    ended, value = sf.is_optional_game_end(VARIANT, fen, moves.split())
    return f"{game};{'-' if not ended else 'win' if value > 0 else 'loss' if value < 0 else 'draw'}"


def games(count, seed):
    """Yields games with repetitions. About half of them have a winner."""
    command = ["cargo", "run", "-q", "--release", "-p", "cleave-xiangqi", "--example", "cycles"]
    written = subprocess.run([*command, str(20 * count), str(seed)], stdout=subprocess.PIPE, text=True, check=True)
    decided, drawn = [], []
    for game in written.stdout.splitlines():
        line = game_line(game)
        (drawn if line.endswith(";draw") else decided).append(line)
        if min(len(decided), len(drawn)) >= count // 2:
            break
    return decided[: count // 2] + drawn[: count - count // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--positions", type=int, default=1500)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    fens = walk(rng)
    with open(arguments.folder / "positions.txt", "w") as file:
        for _ in range(arguments.positions):
            print(position_line(rng, next(fens)), file=file)
    (arguments.folder / "games.txt").write_text("\n".join(games(arguments.games, arguments.seed)) + "\n")


if __name__ == "__main__":
    main()

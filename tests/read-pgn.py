#!/usr/bin/env python3
"""Reads a PGN file with python-chess. Prints a line for each game, with the moves of all variations, the result
and the last position of the main line. Fails if a game has an error."""

import sys

import chess.pgn


def moves(node):
    return sum(1 + moves(child) for child in node.variations)


def main(path):
    sys.setrecursionlimit(10_000)
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            if game.errors:
                sys.exit(f"{game.headers}: {game.errors}")
            fen = game.end().board().fen(en_passant="legal")
            print(moves(game), game.headers["Result"], fen)


main(sys.argv[1])

"""The chess engine Cleave for Python.

`speedup` measures how much sooner a team of workers reaches a depth than one worker does. `record` records what
every worker of a team does. Both run in virtual time: the result is the same on every machine, for any number of
workers. `perft` counts lines of legal moves, and `evaluate` evaluates a position. `PATH` is the engine as a program
that speaks UCI:

    chess.engine.SimpleEngine.popen_uci(cleave.PATH)
"""

import os

from ._cleave import ALGORITHMS, Recording, __version__, evaluate, perft, record, speedup

__all__ = ["ALGORITHMS", "PATH", "Recording", "evaluate", "perft", "record", "speedup"]

#: The path of the engine, a program that speaks UCI and the protocol of xboard.
PATH: str = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "bin", "cleave.exe" if os.name == "nt" else "cleave"
)

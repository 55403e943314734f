#!/usr/bin/env python3
"""Installs the Python package in a fresh virtual environment, and uses it.

    tests/wheel.py [WHEEL] [--lab PROGRAM]

WHEEL defaults to the newest in target/wheels, where `cargo xtask wheel` puts it. PROGRAM defaults to cargo xtask;
target/debug/cleave-lab has the same commands. python-chess is installed from where pip finds it.
"""

import argparse
import ast
import doctest
import html.parser
import inspect
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import venv
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "crates/python"
MIDDLEGAME = "2rqr1k1/1b1nbppp/pp1ppn2/8/2PNP3/1PN2P2/PB1Q2PP/2RR1BK1 b - -"
ENDGAME = "8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - -"
# Searches for hours.
ENDLESS = 60


def check(condition, *what):
    if not condition:
        sys.exit(f"wheel: {' '.join(map(str, what))}")


def raises(kind, words, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except kind as error:
        check(words in str(error), f"'{error}' does not say '{words}'")
    else:
        check(False, f"no {kind.__name__} that says '{words}'")


def the_engine_plays():
    for board in chess.Board(), chess.Board.from_chess960_pos(100):
        with chess.engine.SimpleEngine.popen_uci(cleave.PATH, timeout=60) as engine:
            move = engine.play(board, chess.engine.Limit(depth=6)).move
            check(move in board.legal_moves, move, "is not legal")
    version = subprocess.run(["cleave", "--version"], capture_output=True, text=True, check=True).stdout
    check(cleave._cleave.__version__ in version, version)


def moves_are_counted():
    check(cleave.perft(chess.STARTING_FEN, 4) == 197_281, "perft 4")
    check([cleave.perft(chess.Board(), depth) for depth in (0, 5)] == [1, 4_865_609], "perft 0 and 5")
    check(cleave.perft(chess.Board.from_chess960_pos(0), 3) > 1000, "perft of chess960")


def both_sides_are_evaluated_alike():
    for fen in chess.STARTING_FEN, MIDDLEGAME, ENDGAME:
        board = chess.Board(fen + " 0 1" if fen.endswith("-") else fen)
        for network in True, False:
            values = [cleave.evaluate(position, network=network) for position in (board, board.mirror())]
            check(values[0] == values[1], fen, "network" if network else "by hand", values)
    queen_up = "4k3/8/8/8/8/8/8/K2Q4 {} - - 0 1"
    check(cleave.evaluate(queen_up.format("w")) > 500 > -500 > cleave.evaluate(queen_up.format("b")), "a queen")


def speedups_are_those_of_the_laboratory(lab, scratch):
    """Each figure of a row, to the digits that the laboratory keeps."""
    workers, depth, seeds = [1, 4, 16], 8, 2
    for name, fen in ("middlegame", MIDDLEGAME), ("endgame", ENDGAME):
        epd, file = scratch / f"{name}.epd", scratch / f"{name}.jsonl"
        epd.write_text(fen + "\n")
        for algorithm in "dts", "lazy":
            file.unlink(missing_ok=True)
            options = {"backend": "virtual", "workers": "1,4,16", "algorithm": algorithm, "depth": depth,
                       "seeds": seeds, "positions": epd, "out": file}
            words = [f"--{option}={value}" for option, value in options.items()]
            shown = subprocess.run([*lab, "speedup", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
            _, *searches = map(json.loads, file.read_text().splitlines())
            teams = [search for search in searches if "team" in search]
            alone = {search["seed"]: search for search in searches if "team" not in search}
            rows = cleave.speedup(fen, workers, algorithm, depth=depth, seeds=seeds)
            check(len(rows) == len(teams) == len(workers) * seeds, len(rows), "rows")
            for row in rows:
                of_row = [team for team in teams
                          if (team["team"]["workers"], team["seed"]) == (row["workers"], row["seed"])]
                (team,), figures = of_row, of_row[0]["figures"]
                sequential = alone[row["seed"]]
                expected = {
                    "algorithm": algorithm, "depth": depth, "nodes": team["nodes"], "value": team["value"],
                    "seconds": team["time"] / 1e9, "sequential_seconds": sequential["time"] / 1e9,
                    "sequential_nodes": sequential["nodes"], "splits": figures["splits"],
                    "joins": figures["joins"], "aborts": figures["aborts"],
                }
                found = {key: row[key] for key in expected}
                check(found == expected, found, "instead of", expected)
                check(abs(row["idle"] - figures["idle_share"]) < 1e-6, row["idle"], figures["idle_share"])
                check(row["speedup"] == sequential["time"] / team["time"], "speed-up")
                check(row["node_ratio"] == team["nodes"] / sequential["nodes"], "node ratio")
            # The geometric mean over the seeds is what the command prints.
            of_16 = [row["speedup"] for row in rows if row["workers"] == 16]
            mean = f"{(of_16[0] * of_16[1]) ** 0.5:.2f}"
            check(mean in shown, mean, "is not in", shown)


def recordings_are_those_of_the_laboratory(lab, scratch):
    page, events = scratch / "page.html", scratch / "events"
    options = {"fen": MIDDLEGAME, "depth": 7, "workers": 5, "algorithm": "ybwc", "seed": 3, "jitter": 9,
               "html": page, "out": events}
    subprocess.run([*lab, "record", *(f"--{option}={value}" for option, value in options.items())],
                   cwd=ROOT, capture_output=True, check=True)
    recording = cleave.record(MIDDLEGAME, 5, "ybwc", depth=7, seed=3, jitter=9)
    check(recording.html() == page.read_text(), "another page")
    check(bytes(recording) == events.read_bytes(), "other events")
    saved = scratch / "saved.html"
    recording.save(saved)
    check(saved.read_text() == page.read_text(), "another file")
    about = recording.about
    check((about["workers"], about["algorithm"], about["depth"]) == (5, "ybwc", 7), about)
    check(recording.speedup == about["sequential"]["time"] / about["time"], recording.speedup)
    check("5 workers by ybwc" in repr(recording), recording)
    frame = Frame()
    frame.feed(recording._repr_html_())
    check(frame.pages == [recording.html()], "the frame has another page")


class Frame(html.parser.HTMLParser):
    """Reads the pages in frames."""

    def __init__(self):
        super().__init__()
        self.pages = []

    def handle_starttag(self, tag, attributes):
        if tag == "iframe":
            self.pages.append(dict(attributes)["srcdoc"])


def bad_arguments_are_refused():
    start, mated = chess.STARTING_FEN, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
    for call in cleave.speedup, cleave.record, cleave.evaluate, lambda fen: cleave.perft(fen, 3):
        raises(ValueError, "Black has 0 kings", call, "8/8/8/8/8/8/8/4K3 w - - 0 1")
        raises(ValueError, "'nonsense'", call, "nonsense")
        raises(TypeError, "a FEN or an object with a method fen()", call, 7)
    for call in cleave.speedup, cleave.record:
        raises(ValueError, "no legal move", call, mated)
        raises(ValueError, "no algorithm is called 'best'; expected one of dts", call, start, algorithm="best")
        raises(ValueError, "depth is 0; expected 1 to 200", call, start, depth=0)
        raises(ValueError, "jitter is 101; expected 0 to 100", call, start, jitter=101)
        raises(ValueError, "hash is -1; expected 1 to", call, start, hash=-1)
        raises(TypeError, "as an integer", call, start, depth="deep")
    raises(ValueError, "workers is 0; expected 1 to 256", cleave.speedup, start, workers=[1, 0])
    raises(ValueError, "workers is 257; expected 1 to 256", cleave.speedup, start, workers=[257])
    raises(TypeError, "not iterable", cleave.speedup, start, workers=3)
    raises(ValueError, "seeds is 0", cleave.speedup, start, seeds=0)
    raises(ValueError, "workers is 257; expected 1 to 256", cleave.record, start, workers=257)
    raises(ValueError, "depth is -1; expected 0 to 40", cleave.perft, start, -1)
    raises(OSError, "", cleave.record(start, 2, depth=3).save, "/no such folder/page.html")
    check(cleave.evaluate(mated) <= 0 and cleave.perft(mated, 3) == 0, "a mate is no error")
    check(cleave.speedup(start, workers=[], depth=1) == [], "no team")


def long_calls_are_interrupted():
    """Other threads run meanwhile, and Ctrl-C ends each within a second: of processor time, since the machine may be busy."""
    ticks = []

    def tick():
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    calls = {
        "speedup, sequential": lambda: cleave.speedup(MIDDLEGAME, [4], depth=ENDLESS),
        # The sequential search of these few plies takes no time.
        "speedup, 256 workers": lambda: cleave.speedup(MIDDLEGAME, [256] * 1000, depth=8, hash=1),
        "record": lambda: cleave.record(MIDDLEGAME, depth=ENDLESS),
        "perft": lambda: cleave.perft(MIDDLEGAME, 12),
    }
    for name, call in calls.items():
        done, pressed = threading.Event(), []
        threading.Thread(target=tick).start()

        def press():
            pressed.extend([time.monotonic(), time.process_time()])
            os.kill(os.getpid(), signal.SIGINT)

        ticks.clear()
        threading.Timer(1.0, press).start()
        try:
            call()
            check(False, name, "ended by itself")
        except KeyboardInterrupt:
            late, busy = time.monotonic() - pressed[0], time.process_time() - pressed[1]
        finally:
            done.set()
        check(busy < 1 and late < 30, f"{name}: {late:.2f} s from Ctrl-C to the exception, {busy:.2f} s of them busy")
        check(len(ticks) > 5, name, "lets no other thread run:", len(ticks))
        print(f"  {name}: ends {1000 * late:.0f} ms after Ctrl-C")


def what_the_documentation_says_is_true():
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    functions = [cleave.speedup, cleave.record, cleave.perft, cleave.evaluate]
    for function in functions:
        for test in finder.find(function, function.__name__, module=False, globs={}):
            runner.run(test)
    check(runner.tries >= 10 and runner.failures == 0, runner.failures, "of", runner.tries, "examples fail")
    found = doctest.testfile(str(PACKAGE / "README.md"), module_relative=False)
    check(found.attempted >= 8 and found.failed == 0, found)


def types_are_complete():
    """What the stub declares is what the module has."""
    folder = pathlib.Path(cleave.__file__).parent
    check((folder / "py.typed").exists(), "py.typed")
    stub = {item.name: item for item in ast.parse((folder / "_cleave.pyi").read_text()).body
            if isinstance(item, (ast.FunctionDef, ast.ClassDef))}
    for name in "speedup", "record", "perft", "evaluate":
        of_stub = [argument.arg for argument in stub[name].args.args + stub[name].args.kwonlyargs]
        defaults = [ast.literal_eval(value) for value in stub[name].args.defaults + stub[name].args.kw_defaults]
        parameters = inspect.signature(getattr(cleave, name)).parameters
        check(of_stub == list(parameters), name, of_stub)
        found = [value.default for value in parameters.values() if value.default is not value.empty]
        check(defaults == found, name, defaults, found)
    row = [item.target.id for item in stub["Row"].body if isinstance(item, ast.AnnAssign)]
    check(row == list(cleave.speedup(MIDDLEGAME, [1], depth=2)[0]), row)
    members = {item.name for item in stub["Recording"].body if isinstance(item, ast.FunctionDef)}
    missing = members - set(dir(cleave.Recording))
    check(not missing, missing)


def the_name_says_what_it_needs(wheel):
    """A wheel whose name promises an old C library needs no newer one, neither in the engine nor in the bindings."""
    promised = re.search(r"manylinux_2_(\d+)_", wheel.name)
    if not promised:
        return
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            if name.endswith(".so") or "/bin/" in name:
                needed = [int(version) for version in re.findall(rb"GLIBC_2\.(\d+)", packed.read(name))]
                check(max(needed, default=0) <= int(promised[1]), f"{name} needs glibc 2.{max(needed, default=0)}:", wheel.name)


def in_fresh_environment(wheel, arguments):
    """Starts this script again, by the Python of a virtual environment that has the wheel."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = pathlib.Path(folder, "Scripts" if os.name == "nt" else "bin")
        pip = [programs / "python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        subprocess.run([*pip, wheel, "chess"], check=True)
        path = os.pathsep.join([str(programs), os.environ["PATH"]])
        environment = {**os.environ, "PATH": path, "CLEAVE_WHEEL_IS_INSTALLED": "1"}
        sys.exit(subprocess.run([programs / "python", __file__, *arguments], env=environment, cwd=folder).returncode)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wheel", nargs="?", type=pathlib.Path)
    parser.add_argument("--lab", type=pathlib.Path)
    arguments = parser.parse_args()
    if "CLEAVE_WHEEL_IS_INSTALLED" not in os.environ:
        wheels = sorted((ROOT / "target/wheels").glob("*.whl"), key=lambda file: file.stat().st_mtime)
        wheel = arguments.wheel or (wheels[-1] if wheels else None)
        check(wheel, "no wheel in target/wheels; 'cargo xtask wheel' builds one")
        the_name_says_what_it_needs(wheel)
        lab = ["--lab", str(arguments.lab.resolve())] if arguments.lab else []
        in_fresh_environment(wheel, lab)
    lab = [str(arguments.lab)] if arguments.lab else ["cargo", "xtask"]
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        steps = [
            the_engine_plays, moves_are_counted, both_sides_are_evaluated_alike,
            lambda: speedups_are_those_of_the_laboratory(lab, scratch),
            lambda: recordings_are_those_of_the_laboratory(lab, scratch),
            bad_arguments_are_refused, long_calls_are_interrupted, what_the_documentation_says_is_true,
            types_are_complete,
        ]
        for step in steps:
            step()
    print("wheel: all is well")


if __name__ == "__main__":
    if "CLEAVE_WHEEL_IS_INSTALLED" in os.environ:
        import chess
        import chess.engine
        import cleave
    main()

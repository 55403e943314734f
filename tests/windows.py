#!/usr/bin/env python3
"""Runs the Windows programs under Wine and reports every error: a wrong signature, a late answer, a file that is not
read or written, a program that does not end.

    tests/windows.py [FOLDER [CHECK...]]

FOLDER holds cleave.exe, cleave-launcher.exe and cleave-xiangqi.exe, by default target/x86_64-pc-windows-gnu/cross. Each
CHECK is the name of a function below; without one, all checks run. Needs the Debian packages wine64 and
gcc-mingw-w64-x86-64, python-chess, and for the game of xboard what tests/xboard-game.sh needs.
"""
import contextlib
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tty

import chess
import chess.engine
import chess.pgn

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/x86_64-pc-windows-gnu/cross").resolve()
CHECKS = []

# Longer than any answer here takes on a busy machine, in seconds.
LONG = 60

# The time between 'stop' and the move, in seconds.
SOON = 0.2

# A folder of Windows with spaces and umlauts.
TABLES = "C:\\Endspiele für Könige"


def check(condition, *what):
    if not condition:
        sys.exit(f"windows: {' '.join(map(str, what))}")


def listed(function):
    """Adds a function to the checks, which run in their order here."""
    CHECKS.append(function)
    return function


def find_wine():
    places = os.environ["PATH"].split(os.pathsep) + ["/usr/lib/wine"]
    found = [path for name in ("wine64", "wine") for path in (shutil.which(name, path=os.pathsep.join(places)),) if path]
    check(found, "there is no wine64")
    return found[0]


class Windows:
    """A folder in which Wine keeps its drive C, removed at the end."""

    def __init__(self):
        self.wine = find_wine()
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="cleave-windows-"))
        self.drive = self.home / "wine/drive_c"
        self.environment = {**os.environ, "WINEPREFIX": str(self.home / "wine"), "WINEDEBUG": "-all",
                            "WINEDLLOVERRIDES": "mscoree,mshtml=", "LC_ALL": "C.UTF-8", "HOME": str(self.home)}
        for name in ("DISPLAY", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "RUST_LOG"):
            self.environment.pop(name, None)
        # The folder of a new user, and the stub beside the system's libraries.
        subprocess.run([self.wine, "wineboot", "-i"], env=self.environment, check=True, timeout=300,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.compile("bcryptprimitives.c", "windows/system32/bcryptprimitives.dll", "-shared", "-ladvapi32")

    def compile(self, source, path, *options):
        """Compiles a program or library for drive C."""
        command = ["x86_64-w64-mingw32-gcc", "-O1", str(ROOT / "tests/windows" / source), "-o", str(self.drive / path), *options]
        subprocess.run(command, check=True, timeout=LONG)

    def command(self, *arguments, program="cleave.exe"):
        path = program if re.search(r"[\\/]", program) else str(FOLDER / program)
        return [self.wine, path, *arguments]

    def run(self, *arguments, text="", **more):
        """Runs a command to its end. Returns its status, output and errors."""
        done = subprocess.run(self.command(*arguments, **more), input=text.encode(), env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=5 * LONG, cwd=self.drive)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def succeed(self, *arguments, **more):
        """Runs a command that must not fail, and returns its output."""
        status, output, errors = self.run(*arguments, **more)
        check(status == 0, arguments, "ends with", status, output, errors)
        return output

    def close(self):
        """Ends what Wine has left running, which writes files for a moment more."""
        subprocess.run([self.wine, "wineboot", "-k"], env=self.environment, timeout=LONG,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(10):
            shutil.rmtree(self.home, ignore_errors=True)
            if not self.home.exists():
                break
            time.sleep(1)


class Program:
    """A running program: its input, and its lines of output as they come."""

    def __init__(self, windows, *arguments, end="\n", **more):
        self.end, self.said, self.lines = end, [], queue.Queue()
        self.process = subprocess.Popen(windows.command(*arguments, **more), stdin=subprocess.PIPE, cwd=windows.drive,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=windows.environment)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\r\n"))
        self.lines.put(None)

    def send(self, *lines):
        self.process.stdin.write("".join(line + self.end for line in lines).encode())
        self.process.stdin.flush()

    def until(self, pattern, patience=LONG):
        """Waits for a line in which the pattern is found. Returns the lines up to it."""
        lines, end = [], time.monotonic() + patience
        while not lines or not re.search(pattern, lines[-1]):
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                sys.exit(f"windows: no '{pattern}' after {self.said[-10:]}")
            check(line is not None, "the program has ended after", self.said[-10:])
            lines.append(line)
            self.said.append(line)
        return lines

    def mapped_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"^VmData:\s*(\d+) kB", status, re.M)[1]) // 1024

    def must_end(self, patience=LONG):
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
            sys.exit(f"windows: the program does not end after {self.said[-10:]}")
        check(status == 0, "status", status, "after", self.said[-10:])

    def quit(self):
        self.send("quit")
        self.must_end()


def uci(windows, *options, **more):
    """Starts the program and speaks UCI with it, with these options."""
    program = Program(windows, **more)
    program.send("uci")
    program.until("^uciok$")
    program.send(*(f"setoption name {option}" for option in options), "isready")
    program.until("^readyok$")
    return program


@listed
def signature(windows):
    wanted = (ROOT / "data/bench.txt").read_text().split()[-1]
    last = windows.succeed("bench").strip().splitlines()[-1]
    check(last.startswith(wanted + " nodes"), "bench says", last, "instead of", wanted)
    print(f"  {last}")


@listed
def answers(windows):
    """The words of UCI, at their times. Lines may end as Windows ends them."""
    for workers in (1, 2):
        program = uci(windows, "Oversubscribe value true", f"Threads value {workers}", "Hash value 64", end="\r\n")
        late = []
        for _ in range(5):
            program.send("position startpos moves e2e4", "go infinite")
            program.until(" depth 6 ")
            began = time.monotonic()
            program.send("stop")
            move = program.until("^bestmove ")[-1].split()[1]
            late.append(time.monotonic() - began)
            check(chess.Move.from_uci(move) in chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").legal_moves,
                  move, "is illegal")
        # A busy machine delays some.
        check(sorted(late)[2] < SOON, f"'stop' takes {late} s with {workers} workers")
        print("  stop with", workers, "workers:", ", ".join(f"{1000 * time:.0f} ms" for time in late))
        program.send("go ponder wtime 1000 btime 1000")
        program.until(" depth 6 ")
        time.sleep(1.5)
        check(not any(line and line.startswith("bestmove") for line in program.lines.queue), "a move while it ponders")
        began = time.monotonic()
        program.send("ponderhit")
        program.until("^bestmove ")
        check(time.monotonic() - began < 1.5, "late after 'ponderhit'")
        program.send("go infinite")
        program.until(" depth 3 ")
        program.quit()


@listed
def ends(windows):
    """Ends when its input ends, be it silent or searching."""
    for lines in ((), ("uci",), ("uci", "go infinite"), ("xboard", "protover 2")):
        program = Program(windows)
        program.send(*lines)
        if lines:
            program.until("^uciok$|done=1")
        program.process.stdin.close()
        program.must_end(LONG)


@listed
def large_table(windows):
    """1 GiB, without a complaint."""
    program = uci(windows, "Hash value 1")
    before = program.mapped_mib()
    program.send("setoption name Hash value 1024", "position startpos", "go depth 10")
    said = program.until("^bestmove ")
    check(not any(line.startswith("info string") for line in said), said)
    check(1000 < (more := program.mapped_mib() - before) < 1100, more, "MiB more")
    program.quit()


@listed
def backend(windows):
    """Workers are threads, and the program says so."""
    program = uci(windows, "Backend value fork", "Threads value 2")
    check(any("threads: this system cannot fork" in line for line in program.said), program.said)
    program.send("position startpos", "go depth 10")
    program.until("^bestmove ")
    program.quit()


@listed
def endgame_tables(windows):
    """Tables in two folders: one on drive C with spaces and umlauts, one on another drive."""
    (folder := windows.drive / TABLES.split("\\", 1)[1]).mkdir()
    (other := windows.home / "mehr Türme").mkdir()
    for file in (ROOT / "data/syzygy").iterdir():
        shutil.copy(file, other if file.name.startswith("KR") else folder)
    path = f"{TABLES};Z:{str(other).replace('/', chr(92))}"
    by_line = uci(windows, f"SyzygyPath value {path}")
    by_argument = Program(windows, "--option", f"SyzygyPath={path}")
    by_argument.send("uci", "isready")
    by_argument.until("^readyok$")
    for program in (by_line, by_argument):
        for pieces in ("Q", "R"):
            program.send("ucinewgame", f"position fen 8/8/8/8/8/2k5/8/K2{pieces}4 w - - 0 1", "go depth 8")
            said = program.until("^bestmove ")
            check(re.search(r" tbhits [1-9]", " ".join(said)), "no table is used:", program.said[:20], said)
        program.quit()


@listed
def files(windows):
    """What the program reads and writes: games, books, logs, settings."""
    drive = windows.drive
    (drive / "zwei Partien.pgn").write_bytes(
        b'[White "A"]\r\n\r\n1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n[White "C"]\r\n\r\n1. e4 {mine} e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2\r\n')
    windows.succeed("annotate", "zwei Partien.pgn", "--depth", "5", "--output", "C:\\out.pgn", "--html", "out.html")
    with open(drive / "out.pgn") as games:
        annotated = [chess.pgn.read_game(games) for _ in range(2)]
    check(all(game and not game.errors for game in annotated), annotated)
    check("[%eval " in (drive / "out.pgn").read_text() and "<section>" in (drive / "out.html").read_text())
    windows.succeed("book", "make", "zwei Partien.pgn", "--min-games", "1", "-o", "buch.bin")
    shown = windows.succeed("book", "show", "buch.bin", "e4")
    check("e5" in shown, shown)
    windows.succeed("book", "learn", "buch.bin", "zwei Partien.pgn")
    (drive / "suite.epd").write_text("6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"mate\";\r\n")
    check("1 of 1" in (said := windows.succeed("test", "suite.epd", "--depth", "4")), said)
    check('"pv"' in (said := windows.succeed("analyse", chess.STARTING_FEN, "--depth", "6")), said)
    # The folder of settings is made by hand, that of logs by the program.
    known = windows.succeed("config")
    (folder := drive / f"users/{os.environ.get('USER', 'root')}/AppData/Roaming/cleave").mkdir(parents=True)
    (folder / "cleave.toml").write_text("Hash = 5\r\n")
    check("Hash = 5" in (said := windows.succeed("config")) and "Hash = 5" not in known, said)
    (drive / "logs").mkdir()
    logs = ("-o", "GameLog=1", "-o", "LogFolder=C:\\logs", "--log", "C:\\logs\\all.log")
    played = Program(windows, "--console", *logs)
    played.send("force", "e4", "e5", "quit")
    played.must_end()
    game = (drive / "logs/game.001").read_text()
    check("1. e4 e5" in game, game)
    check((drive / "logs/log.001").exists() and (drive / "logs/all.log").stat().st_size > 0, "no log")
    again = Program(windows, "--console", *logs, "--resume")
    again.send("force", "Nf3", "quit")
    again.must_end()
    check("2. Nf3" in (game := (drive / "logs/game.001").read_text()), game, again.said)


@listed
def saved_table(windows):
    """The table goes to a file and comes back in another program. A file of another kind stays as it is."""
    file, folder = "C:\\Größe 1\\meine Züge", windows.drive / "Größe 1"
    folder.mkdir()
    script = ("position startpos moves e2e4 e7e5 g1f3", "go depth 12")

    def search(before=(), after=()):
        """Returns the nodes of a search in a program of its own, and what the program says of the file."""
        program = uci(windows, f"Hash File value {file}", *before)
        program.send(*script)
        nodes = re.search(r" nodes (\d+)", program.until("^bestmove ")[-2])[1]
        program.send(*(f"setoption name {button}" for button in after), "isready")
        program.until("^readyok$")
        program.quit()
        return int(nodes), [line for line in program.said if line.startswith("info string") and "meine" in line]

    # The second time, the file is there.
    first, said = search(after=("Save Hash", "Save Hash"))
    check(len(said) == 2 and all(line.endswith(f" entries of the table are saved in {file}") for line in said), said)
    again, loaded = search(before=("Load Hash",))
    check(loaded == [said[0].replace("saved in", "loaded from")], loaded, "after", said)
    check(again < first / 4, again, "of", first, "nodes")
    check([path.name for path in folder.iterdir()] == ["meine Züge"], list(folder.iterdir()))
    # A damaged table is not loaded.
    saved = folder / "meine Züge"
    saved.write_bytes(saved.read_bytes()[:-1] + b"?")
    _, said = search(before=("Load Hash",))
    check(len(said) == 1 and "cannot load" in said[0] and "damaged" in said[0], said)
    # A slip of the fingers.
    saved.write_bytes(b"1. e4 *")
    _, said = search(after=("Save Hash",))
    check(len(said) == 1 and "it is there and is no saved table" in said[0], said)
    check(saved.read_bytes() == b"1. e4 *", "the file is replaced")


def move_at_ctrl_c(windows, path):
    """Presses Ctrl-C while this program searches: it moves, and goes on until its input ends."""
    windows.compile("ctrl-c.c", "ctrl-c.exe")
    program = Program(windows, str(path), "--console", program="C:\\ctrl-c.exe")
    program.until(r"^ *6/")
    program.process.stdin.write(b"x")
    program.process.stdin.flush()
    program.until("My move")
    time.sleep(1)
    program.process.stdin.close()
    program.must_end()


@listed
def interrupts(windows):
    """Ctrl-C makes the program move at once. From another program it comes as a byte of the input."""
    move_at_ctrl_c(windows, FOLDER / "cleave.exe")
    program = Program(windows, "--console")
    program.send("st 1000", "go")
    program.until(r"^ *6/")
    program.process.stdin.write(b"\x03")
    program.process.stdin.flush()
    program.until("My move")
    program.quit()


@listed
def launcher(windows):
    """The program that archives have in bin starts a build in lib/cleave, and ends as the build does."""
    place = windows.home / "archive"
    for folder in ("bin", "lib/cleave"):
        (place / folder).mkdir(parents=True)
    started = place / "bin/cleave.exe"
    shutil.copy(FOLDER / "cleave-launcher.exe", started)
    for build in ("pext", "avx2", "x86-64"):
        shutil.copy(FOLDER / "cleave.exe", place / f"lib/cleave/cleave-{build}.exe")
    for argument in ("--version", "--no-such-option"):
        by_launcher, directly = (windows.run(argument, program=str(path)) for path in (started, FOLDER / "cleave.exe"))
        check(by_launcher[:2] == directly[:2], argument, by_launcher, "instead of", directly)
    move_at_ctrl_c(windows, started)


@listed
def console(windows):
    """Lines are edited at a terminal: Backspace, Tab, Ctrl-C."""
    keyboard, terminal = os.openpty()
    # As Wine sets it, but before the first key.
    tty.setraw(terminal)
    program = subprocess.Popen(windows.command("--hash", "1"), stdin=terminal, stdout=terminal, stderr=terminal,
                               env={**windows.environment, "TERM": "xterm"}, start_new_session=True)
    os.close(terminal)
    screen = queue.Queue()

    def read():
        with contextlib.suppress(OSError):
            while shown := os.read(keyboard, 4096):
                screen.put(shown.decode())
    threading.Thread(target=read, daemon=True).start()
    for keys, answer in (("", "Type a move"), ("setbx\x7f\t 4k3/8/8/8/8/8/8/4K2R w K - 0 1\r", "White to move"),
                         ("fen\r", "4K2R w K"), ("st 1000\rgo\r", "nodes  line"), ("\x03", "My move")):
        os.write(keyboard, keys.encode())
        shown = ""
        while answer not in shown:
            try:
                shown += screen.get(timeout=LONG)
            except queue.Empty:
                sys.exit(f"windows: no '{answer}' in {shown!r}")
    os.write(keyboard, b"quit\r")
    check(program.wait(LONG) == 0, "status", program.returncode)


@listed
def xiangqi(windows):
    for hello, ready in (("uci", "uciok"), ("ucci", "ucciok")):
        program = Program(windows, program="cleave-xiangqi.exe", end="\r\n")
        program.send(hello)
        program.until(f"^{ready}$")
        program.send("position startpos", "go depth 6")
        program.until("^bestmove [a-i][0-9]+[a-i][0-9]+")
        program.quit()


@listed
def games(windows):
    """Short games against itself through python-chess, which refuses illegal moves, by both protocols."""
    os.environ.update(windows.environment)
    for start in (chess.engine.SimpleEngine.popen_uci, chess.engine.SimpleEngine.popen_xboard):
        board, clock = chess.Board(), [6.0, 6.0]
        with start(windows.command(), timeout=LONG) as engine:
            while not board.is_game_over(claim_draw=True) and board.ply() < 60:
                limit = chess.engine.Limit(white_clock=clock[0], black_clock=clock[1], white_inc=0.05, black_inc=0.05)
                side, began = not board.turn, time.monotonic()
                result = engine.play(board, limit)
                clock[side] += 0.05 - (time.monotonic() - began)
                check(clock[side] > 0, "lost on time:", board.fen())
                check(result.move or result.resigned or result.draw_offered, "no move in", board.fen())
                if result.move is None:
                    break
                board.push(result.move)
        check(board.ply() >= 20, "only", board.ply(), "moves")


@listed
def xboard(windows):
    """A whole game by the real xboard."""
    script = windows.home / "cleave"
    script.write_text(f'#!/bin/sh\nexec "{windows.wine}" "{FOLDER}/cleave.exe" "$@"\n')
    script.chmod(0o755)
    subprocess.run([ROOT / "tests/xboard-game.sh", str(script), "fairymax", "1"], check=True, timeout=900,
                   env={**windows.environment, "TC": "0:15"}, stdout=subprocess.DEVNULL)


def main():
    chosen = [function for function in CHECKS if not sys.argv[2:] or function.__name__ in sys.argv[2:]]
    windows = Windows()
    try:
        for function in chosen:
            began = time.monotonic()
            function(windows)
            print(f"{function.__name__}: ok ({time.monotonic() - began:.1f} s)", flush=True)
    finally:
        windows.close()


if __name__ == "__main__":
    main()

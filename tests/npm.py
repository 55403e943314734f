#!/usr/bin/env python3
"""Uses the npm package of `cargo xtask npm` in headless Chromium with chromedriver, as pages do.

    tests/npm.py [--package FOLDER]

needs chromium and chromedriver (Debian: chromium-driver), and python-chess.
"""

import argparse
import contextlib
import functools
import http.server
import os
import pathlib
import re
import statistics
import sys
import threading
import time

import chess

from browser import Browser, check, driver, until

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))

# How a page gets its engine: by the function of the package, or by a worker of its own.
WAYS = {
    "createEngine": "import { createEngine } from './browser.mjs'; const engine = createEngine();",
    "a worker": "const engine = new Worker('cleave.js');",
    "a worker that is a module": "const engine = new Worker('cleave.js', { type: 'module' });",
    "a module elsewhere": "const engine = new Worker('cleave.js#/elsewhere/cleave.wasm');",
}

# How a page gets an engine with threads, if it is cross-origin isolated.
THREADED_WAYS = WAYS | {
    "a module elsewhere": "const engine = new Worker('cleave.js#/elsewhere/cleave-threads.wasm');",
}

# What isolates a page. Its workers need the second header, too.
OPENER_POLICY = ("Cross-Origin-Opener-Policy", "same-origin")
EMBEDDER_POLICY = ("Cross-Origin-Embedder-Policy", "require-corp")

PAGE = """<!doctype html><link rel="icon" href="data:,"><script type="module">
WAY
const [lines, all] = [[], []];
engine.onmessage = ({ data }) => {
  lines.push([data, performance.now()]);
  all.push(data);
};
engine.onerror = ({ message }) => lines.push([`error ${message}`, performance.now()]);
let sent = 0;
window.post = (...texts) => {
  lines.length = 0;
  sent = performance.now();
  texts.forEach((text) => engine.postMessage(text));
};
window.lines = () => lines.map(([line]) => line);
window.allLines = () => all;
window.answer = (start) => lines.find(([line]) => line.startsWith(start));
window.delay = (start) => window.answer(start)[1] - sent;
document.documentElement.dataset.ready = 'yes';
</script>"""


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves the package, and pages for each way to use it: /page0 and so on, and the same isolated: /isolated0."""

    def do_GET(self):
        path = self.path.split("?")[0]
        if page := re.fullmatch("/(page|isolated)([0-9]+)", path):
            ways = WAYS if page[1] == "page" else THREADED_WAYS
            headers = [] if page[1] == "page" else [OPENER_POLICY]
            self.answer("text/html", PAGE.replace("WAY", list(ways.values())[int(page[2])]).encode(), headers)
        elif path.startswith("/elsewhere/"):
            file = pathlib.Path(self.directory) / path.removeprefix("/elsewhere/")
            self.answer("application/octet-stream", file.read_bytes())
        else:
            super().do_GET()

    def answer(self, kind, body, headers=()):
        self.send_response(200)
        for name, value in [("Content-Type", kind), ("Content-Length", str(len(body))), *headers]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def end_headers(self):
        self.send_header(*EMBEDDER_POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Server, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def ask(browser, start, *lines):
    """Sends lines, and returns the answer that begins so."""
    browser.script("post(...arguments)", *lines)
    if not until(browser, f"answer({start!r}) !== undefined"):
        return f"no {start} in {browser.script('return lines()')[-5:]}"
    return browser.script("return answer(arguments[0])[0]", start)


def delay(browser, start, *lines):
    """Sends lines, and returns the milliseconds until the answer that begins so."""
    ask(browser, start, *lines)
    return browser.script("return delay(arguments[0])", start)


def plays(browser):
    """Plays 20 plies against itself, by a clock."""
    board = chess.Board()
    while board.ply() < 20:
        moves = " ".join(move.uci() for move in board.move_stack)
        answer = ask(browser, "bestmove", f"position startpos moves {moves}", "go wtime 2000 btime 2000")
        try:
            board.push_uci(answer.split()[1])
        except (ValueError, IndexError):
            check("a game against itself has legal moves", False, answer, board.fen())
            return
    check("a game against itself has legal moves", True)


def times_of_round(browser):
    """Searches, and returns the milliseconds until it answers isready, and stop."""
    ask(browser, "info depth 6 ", "position startpos", "go infinite")
    return delay(browser, "readyok", "isready"), delay(browser, "bestmove", "stop")


def hears_at_once(browser):
    """Answers while it searches."""
    delays = []
    # On a busy machine a round may be late by what others do.
    while len(delays) < 20:
        delays.append(times_of_round(browser))
        if max(delays[-1]) < 100:
            break
    check(f"it answers isready and stop within 100 ms: {max(delays[-1]):.0f} ms", max(delays[-1]) < 100, delays)


def team_hears(browser):
    """Answers while its team searches. Four threads may share one processor with whatever else runs."""
    rounds = [times_of_round(browser) for _ in range(7)]
    ready, stopped = map(statistics.median, zip(*rounds))
    check(f"a team answers isready within {ready:.0f} ms and stop within {stopped:.0f} ms (medians, at most 2 s)",
          max(ready, stopped) < 2000, rounds)


def has_one_thread(browser):
    """Says that it cannot have more."""
    lines = browser.script("return allLines()")
    said = "info string one thread: this page is not cross-origin isolated"
    check("a page that is not isolated learns that it has one thread", said in lines, lines)


def splits(browser):
    """Searches with four workers, each of which takes part."""
    ask(browser, "readyok", "setoption name Oversubscribe value true", "setoption name Threads value 4", "debug on", "isready")
    # On a busy machine a worker may start late.
    for _ in range(20):
        ask(browser, "bestmove", "position startpos", "go movetime 2000")
        lines = browser.script("return lines()")
        nodes = [found[1] for line in lines if (found := re.search(r" worker \d: (\S+) nodes", line))]
        if "0" not in nodes:
            break
    check(f"each of four workers searches: {', '.join(nodes)} nodes", len(nodes) == 4 and "0" not in nodes, lines)


def worker_threads():
    """Counts the threads of workers in the browsers that this test has started: Chromium names them."""
    children, count, waiting = {}, 0, [os.getpid()]
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = stat.read_text().rpartition(")")[2].split()[1]
            children.setdefault(int(parent), []).append(int(stat.parent.name))
    while waiting:
        process = waiting.pop()
        waiting += children.get(process, [])
        for name in pathlib.Path(f"/proc/{process}/task").glob("*/comm"):
            with contextlib.suppress(OSError):
                count += name.read_text().startswith("DedicatedWorker")
    return count


def ends(browser, workers):
    """Leaves no worker behind after 'quit': neither the engine's nor one of its threads."""
    ask(browser, "readyok", "isready")
    before = worker_threads()
    began = time.monotonic()
    browser.script("post('quit')")
    while (left := worker_threads()) and time.monotonic() < began + 60:
        time.sleep(0.1)
    check(f"'quit' ends all {before} workers in {time.monotonic() - began:.1f} s", before >= workers and not left, before, left)


def use_pages_with_one_thread(browser, address):
    for number, way in enumerate(WAYS):
        browser.open(f"{address}/page{number}")
        check(f"the engine speaks UCI by {way}", ask(browser, "uciok", "uci") == "uciok",
              browser.script("return lines()"))
        if way == "a worker":
            has_one_thread(browser)
    hears_at_once(browser)
    plays(browser)
    bad = ask(browser, "readyok", "tea", "go tea", "position startpos moves e2e5", "x" * 100_000, "isready")
    check("nonsense does not stop it", bad == "readyok", bad)
    ends(browser, 1)


def use_pages_with_threads(browser, address):
    for number, _ in enumerate(THREADED_WAYS):
        browser.open(f"{address}/isolated{number}")
        splits(browser)
    team_hears(browser)
    plays(browser)
    # The engine's, that of its main thread, and those of its team.
    ends(browser, 5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", type=pathlib.Path, default=TARGET / "npm/cleave-chess")
    address = serve(parser.parse_args().package)
    with driver() as driver_address:
        for use in [use_pages_with_one_thread, use_pages_with_threads]:
            browser = Browser(driver_address)
            use(browser, address)
            browser.check_console()
            browser.end()
    sys.exit(check.failed)


main()

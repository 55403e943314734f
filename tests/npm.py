#!/usr/bin/env python3
"""Uses the npm package of `cargo xtask npm` in headless Chromium with chromedriver, as pages do.

    tests/npm.py [--package FOLDER]

needs chromium and chromedriver (Debian: chromium-driver), and python-chess.
"""

import argparse
import functools
import http.server
import os
import pathlib
import sys
import threading
import time

import chess

from browser import Browser, check, start_driver, until

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))

# How a page gets its engine: by the function of the package, or by a worker of its own.
WAYS = {
    "createEngine": "import { createEngine } from './browser.mjs'; const engine = createEngine();",
    "a worker": "const engine = new Worker('cleave.js');",
    "a worker that is a module": "const engine = new Worker('cleave.js', { type: 'module' });",
    "a module elsewhere": "const engine = new Worker('cleave.js#/elsewhere/engine.wasm');",
}

PAGE = """<!doctype html><link rel="icon" href="data:,"><script type="module">
WAY
const lines = [];
engine.onmessage = ({ data }) => lines.push([data, performance.now()]);
engine.onerror = ({ message }) => lines.push([`error ${message}`, performance.now()]);
let sent = 0;
window.post = (...texts) => {
  lines.length = 0;
  sent = performance.now();
  texts.forEach((text) => engine.postMessage(text));
};
window.lines = () => lines.map(([line]) => line);
window.answer = (start) => lines.find(([line]) => line.startsWith(start));
window.delay = (start) => window.answer(start)[1] - sent;
document.documentElement.dataset.ready = 'yes';
</script>"""


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves the package, and a page for each way to use it."""

    def do_GET(self):
        path = self.path.split("?")[0]
        if path.startswith("/page"):
            self.answer("text/html", PAGE.replace("WAY", list(WAYS.values())[int(path[5:])]).encode())
        elif path == "/elsewhere/engine.wasm":
            self.answer("application/octet-stream", (pathlib.Path(self.directory) / "cleave.wasm").read_bytes())
        else:
            super().do_GET()

    def answer(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

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


def hears(browser):
    """Answers while it searches."""
    delays = []
    # On a busy machine a round may be late by what others do.
    while len(delays) < 20:
        browser.script("post('position startpos', 'go infinite')")
        time.sleep(0.3)
        delays.append([delay(browser, "readyok", "isready"), delay(browser, "bestmove", "stop")])
        if max(delays[-1]) < 100:
            break
    check(f"it answers isready and stop within 100 ms: {max(delays[-1]):.0f} ms", max(delays[-1]) < 100, delays)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", type=pathlib.Path, default=TARGET / "npm/cleave-chess")
    address = serve(parser.parse_args().package)
    driver, driver_address = start_driver()
    try:
        browser = Browser(driver_address)
        for number, way in enumerate(WAYS):
            browser.open(f"{address}/page{number}")
            check(f"the engine speaks UCI by {way}", ask(browser, "uciok", "uci") == "uciok",
                  browser.script("return lines()"))
        hears(browser)
        plays(browser)
        bad = ask(browser, "readyok", "tea", "go tea", "position startpos moves e2e5", "x" * 100_000, "isready")
        check("nonsense does not stop it", bad == "readyok", bad)
        complaints = browser.complaints()
        check("no error on the console", not complaints, complaints)
        browser.post("", None, "DELETE")
    finally:
        driver.terminate()
        driver.wait()
    sys.exit(check.failed)


main()

#!/usr/bin/env python3
"""Opens pages of `cargo xtask record --html` in headless Chromium with chromedriver, and uses them.

    tests/window.py [--lab PROGRAM] [--module FILE] [--shots FOLDER]

needs chromium and chromedriver (Debian: chromium-driver), and python-chess for the game. PROGRAM defaults to cargo xtask;
target/debug/cleave-lab has the same command. FILE defaults to the output of `cargo module`. If its target is not
installed, the script skips the laboratory and the game.
"""

import argparse
import base64
import gzip
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import window_truth
from browser import Browser, check, driver, until

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = []


def build_module():
    """Returns the program for the page, or None if its target is not installed."""
    target = "wasm32-unknown-unknown"
    library = subprocess.run(["rustc", "--print=target-libdir", "--target", target], cwd=ROOT, check=True,
                             capture_output=True, text=True).stdout.strip()
    if not pathlib.Path(library).exists():
        print(f"skipped: laboratory and game; install their target with `rustup target add {target}`")
        return None
    subprocess.run(["cargo", "module", "--quiet"], cwd=ROOT, check=True)
    target_folder = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target_folder / target / "dist/cleave_window.wasm"


def record(page, *arguments):
    command = [*PROGRAM, "record", "--html", str(page), *arguments]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return page.as_uri()


def uses(browser, url):
    """Opens a recording and tests all its buttons and keys."""
    browser.open(url)
    check("the page opens from a file", browser.script("return document.documentElement.dataset.ready") == "yes",
          browser.text("fault"))
    check("the block of the first handover is shown", "finished" in browser.text("blockbox"))
    check("the page shows where the other workers went", "Where the others went" in browser.text("blockbox"))
    before = browser.text("storybox")
    browser.click("next")
    check("a step leads to another event", browser.text("storybox") != before)
    before = browser.text("storybox")
    browser.keys("\ue012\ue012")
    check("the arrow keys step", browser.text("storybox") != before)
    browser.click("play")
    time.sleep(1.2)
    browser.click("play")
    check("the page plays and pauses", browser.text("play") == "Play")
    picture = "return document.getElementById('lanes').toDataURL()"
    before = browser.script(picture)
    browser.click("in")
    closer = browser.script(picture)
    check("the page zooms", closer != before)
    lane = browser.script("const b = document.getElementById('lanes').getBoundingClientRect();"
                          "return [b.x + b.width / 2, b.y + b.height / 2].map(Math.round)")
    moves = [{"type": "pointerMove", "x": lane[0], "y": lane[1]}, {"type": "pointerDown", "button": 0},
             {"type": "pointerMove", "x": lane[0] - 150, "y": lane[1], "duration": 100},
             {"type": "pointerUp", "button": 0}]
    browser.post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})
    browser.frame()
    check("the page pans by the pointer", browser.script(picture) != closer)
    moments = browser.script("return document.querySelectorAll('#moments button').length")
    check("the page has several moments", moments >= 5, moments)
    browser.script("document.querySelector('#moments .m-cutoff').click()")
    browser.frame()
    browser.click("link")
    link, now, block = browser.script("return location.href"), browser.text("now"), browser.text("blockbox")
    browser.open(link)
    check("a link opens at its moment", browser.text("now") == now, link, browser.text("now"), now)
    check("the link shows its block", browser.text("blockbox") == block)
    for odd in ("t=1e999", "b=1.5&t=0", "w=1", "b=1e999&w=1e999", "t=" + 9999 * "9"):
        browser.open(f"{url}#{odd}")
        shown = browser.script("return document.body.innerText")
        check("a link with odd numbers shows the recording", "NaN" not in shown and "undefined" not in shown
              and browser.script("return document.documentElement.dataset.ready") == "yes", odd[:20])
    browser.open(link)
    number = browser.script("const node = document.querySelector('.tree .node');"
                            "node.dispatchEvent(new MouseEvent('click', {bubbles: true}));"
                            "return node.dataset.block")
    browser.frame()
    browser.press(".tree .node rect")
    check("the block under the pointer has its board and confidence", "confidence" in browser.text("peek"))
    check("a block of the tree can be chosen", f"Block {number}," in browser.text("blockbox"), number)
    check("the account has the speed-up", "speed-up" in browser.text("accountbox"))
    check("the page reports a missing program", "This page shows its recording only" in browser.text("try")
          and "algorithm" not in browser.text("try"))
    check("every sentence is complete", not any(word in browser.script("return document.body.innerText")
                                            for word in ("undefined", "NaN", "null")))


def fits(browser, url, shots):
    """Checks sizes and colour schemes."""
    for width in (360, 1600):
        for scheme in ("light", "dark"):
            browser.open(url, width, 900, scheme)
            wide = browser.script("return document.documentElement.scrollWidth")
            check(f"the page is at most {width} pixels wide, {scheme}", wide <= width, wide)
            ground = browser.script("return getComputedStyle(document.body).backgroundColor")
            is_dark = sum(map(int, ground.strip("rgb()").split(","))) < 300
            check(f"the colour scheme is {scheme}", is_dark == (scheme == "dark"), ground)
            if shots:
                browser.shot(shots / f"{width}-{scheme}.png")


def is_smooth(browser, url):
    """Checks that a long recording pans without dropping frames, by the time to draw one. Other programs may use the
    machine for a second."""
    browser.open(url)
    measure = """
        const done = arguments[0], lanes = document.getElementById('lanes'), times = [];
        document.getElementById('whole').click();
        for (let i = 0; i < 4; i++) document.getElementById('in').click();
        const draw = (left) => {
          if (!left) {
            times.sort((a, b) => a - b);
            return done([Number(document.documentElement.dataset.events), times.at(-1), times[times.length >> 1]]);
          }
          const wheel = new WheelEvent('wheel', {deltaX: left % 40 < 20 ? 40 : -40, cancelable: true});
          lanes.dispatchEvent(wheel);
          const start = performance.now();
          requestAnimationFrame(() => { times.push(performance.now() - start); draw(left - 1); });
        };
        draw(60);"""
    medians = []
    while len(medians) < 10 and not any(median < 1000 / 60 + 4 for median in medians):
        events, slowest, median = browser.later(measure)
        print(f"     {events} events: a frame takes {median:.1f} ms, at most {slowest:.1f}")
        medians.append(median)
    check("the recording is long", events >= 100_000, events)
    check("a frame takes less than a sixtieth of a second", medians[-1] < 1000 / 60 + 4, medians)


def refuses(browser, page, folder):
    """Checks that the page only reports a broken log."""
    text = page.read_text()
    for name, events in [
        ("cut short", b"\x01"),
        ("of another version", b"\x09"),
    ]:
        begin = text.index('id="events">') + len('id="events">')
        end = text.index("</script>", begin)
        broken = folder / "broken.html"
        broken.write_text(text[:begin] + base64.b64encode(gzip.compress(events)).decode() + text[end:])
        browser.open(broken.as_uri())
        fault = browser.text("fault")
        check(f"a recording that is {name} is refused with the reason", "cannot be shown" in fault, fault)


def set_field(browser, part, value):
    browser.script("const field = document.getElementById(arguments[0]); field.value = arguments[1];"
                   "field.dispatchEvent(new Event('change', {bubbles: true}))", part, value)


def searches(browser, url, folder):
    """Searches in the page, and compares the recording with that of the command."""
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    browser.open(url)
    check("the program in the page starts", until(browser, "document.querySelector('#playboard svg') !== null"),
          browser.text("fault"), browser.text("gamestate"))
    set_field(browser, "fen", "8/8/8/8/8/8/8/4K3 w - - 0 1")
    check("a position with no king is refused", until(browser, "gamestate.innerText.includes('Black has 0 kings')"))
    set_field(browser, "fen", fen)
    until(browser, f"gamestate.innerText.startsWith('White') && document.getElementById('fen').value === '{fen}'")
    for algorithm in browser.script("return [...document.getElementById('algorithm').options].map((row) => row.value)"):
        workers, depth, seed = ("64", "6", "0") if algorithm == "dts" else ("7", "5", "3")
        for part, value in ("algorithm", algorithm), ("workers", workers), ("depth", depth), ("seed", seed):
            set_field(browser, part, value)
        browser.click("search")
        until(browser, "document.getElementById('search').textContent === 'Search'")
        found = browser.later("""fetch(document.getElementById('save').href).then((saved) => saved.arrayBuffer())
            .then((bytes) => arguments[0](Array.from(new Uint8Array(bytes))))""")
        out = folder / "native.cleave"
        jitter = "10" if seed != "0" else "0"
        record(folder / "native.html", "--out", str(out), "--fen", fen, "--algorithm", algorithm, "--workers", workers,
               "--depth", depth, "--seed", seed, "--jitter", jitter)
        check(f"{algorithm} records the same in the page and by the command, {len(found)} bytes",
              bytes(found) == out.read_bytes(), browser.text("progress"))
    check("the page shows its recording", "7 workers, depth 5" in browser.text("title"), browser.text("title"))
    for part, value in ("workers", "256"), ("depth", "30"):
        set_field(browser, part, value)
    browser.click("search")
    check("a search shows its progress", until(browser, "progress.textContent.startsWith('depth ')"), browser.text("progress"))
    browser.click("search")
    check("the search is cancelled", until(browser, "progress.textContent === 'cancelled'"), browser.text("progress"))


def plays(browser, url, shots):
    """Plays a whole game by clicks on the board. python-chess is the referee."""
    import chess
    import chess.pgn

    browser.open(url)
    until(browser, "document.querySelector('#playboard svg') !== null")
    set_field(browser, "rating", "2000")
    browser.click("newgame")
    set_field(browser, "side", "black")
    board, dice = chess.Board(), random.Random(7)

    def shows(position):
        fen = position.fen(en_passant="fen").split(" ")
        shown = browser.script("return document.getElementById('fen').value").split(" ")
        return shown[:3] == fen[:3] and shown[4:] == fen[4:]

    until(browser, "document.getElementById('fen').value.startsWith('rnbqkbnr/pppppppp/8/8/8/8/')")
    right, thoughts = True, 0
    while right and not board.is_game_over(claim_draw=False):
        move = dice.choice(sorted(board.legal_moves, key=str))
        browser.press(f"#playboard [data-square='{move.from_square}']")
        targets = browser.script("return document.querySelectorAll('#playboard .target').length")
        right = targets == len({other.to_square for other in board.legal_moves if other.from_square == move.from_square})
        browser.press(f"#playboard [data-square='{move.to_square}']")
        if move.promotion:
            browser.press(f"#gamestate [data-move='{move}']")
        board.push(move)
        plies = board.ply() + (not board.is_game_over())
        if not until(browser, "document.getElementById('moves').innerText.split(' ').filter((word) => !word.endsWith('.'))"
                              f".length >= {plies}"):
            break
        reply = browser.script("return document.getElementById('moves').innerText").split()[-1]
        if not board.is_game_over():
            board.push_san(reply)
            thoughts += "Cleave: " in browser.text("gamestate")
        right = right and shows(board)
    result = board.result()
    check(f"a whole game is played by clicks: {board.fullmove_number} moves, {result}", right and board.is_game_over(),
          board.fen(), browser.text("gamestate"))
    check("value and line are shown after each reply", thoughts > 5 and thoughts >= board.ply() // 2 - 1, thoughts)
    check("the page shows the result", result in browser.text("gamestate"), browser.text("gamestate"))
    if shots:
        browser.shot(shots / "game.png")
    browser.click("pgn")
    text = browser.script("return document.getElementById('pgntext').value")
    game = chess.pgn.read_game(io.StringIO(text))
    check("python-chess reads the PGN", not game.errors and game.end().board().fen() == board.fen()
          and game.headers["Result"] == result and game.headers["Black"] == "Cleave 2000", text)
    browser.click("takeback")
    check("a move is taken back", until(browser, "gamestate.innerText.startsWith('White')"), browser.text("gamestate"))
    set_field(browser, "move", "Qa9")
    check("an impossible move is refused", until(browser, "gamestate.innerText.startsWith('Not possible')"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shots", type=pathlib.Path, help="folder for pictures of the page")
    parser.add_argument("--lab", help="program that records")
    parser.add_argument("--module", type=pathlib.Path, help="program for the page")
    arguments = parser.parse_args()
    shots, program = arguments.shots, [arguments.lab] if arguments.lab else ["cargo", "xtask"]
    PROGRAM.extend(program)
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
    module = arguments.module or build_module()
    with driver() as address:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            browser = Browser(address)
            page = folder / "dts.html"
            url = record(page, "--depth", "9", "--workers", "8", "--seed", "1", "--jitter", "5")
            uses(browser, url)
            for truth in window_truth.ALL:
                browser.open(url)
                truth(browser, check)
            fits(browser, url, shots)
            for algorithm in ("lazy", "aphid", "ybwc"):
                other = record(folder / "other.html", "--depth", "6", "--workers", "4", "--algorithm", algorithm)
                browser.open(other)
                check(f"{algorithm} opens", browser.script("return document.documentElement.dataset.ready") == "yes")
                window_truth.adds_up(browser, check)
            killed = record(folder / "killed.html", "--depth", "10", "--workers", "8", "--kill", "3@2.6")
            browser.open(killed)
            window_truth.tells_of_a_death(browser, check, 3, 2.6e6)
            window_truth.adds_up(browser, check)
            is_smooth(browser, record(folder / "long.html", "--depth", "15", "--workers", "12"))
            if module:
                full = record(folder / "full.html", "--depth", "6", "--workers", "4", "--module", str(module))
                searches(browser, full, folder)
                plays(browser, full, shots)
                fits(browser, full, shots)
            browser.check_console()
            refuses(browser, page, folder)
            browser.end()
    sys.exit(check.failed)


main()

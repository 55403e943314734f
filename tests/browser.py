"""Headless Chromium by chromedriver, without libraries."""

import base64
import contextlib
import json
import socket
import subprocess
import sys
import time
import urllib.request


class Browser:
    """A session of chromedriver, by the WebDriver standard."""

    def __init__(self, driver):
        self.base = f"{driver}/session"
        arguments = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars",
                     # A page that was left would go on with its workers.
                     "--disable-features=BackForwardCache"]
        options = {"args": arguments}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        found = self.post("", {"capabilities": {"alwaysMatch": wanted}})
        self.base += f"/{found['sessionId']}"

    def post(self, path, body, method="POST"):
        data = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def script(self, text, *values):
        return self.post("/execute/sync", {"script": text, "args": list(values)})

    def later(self, text, *values):
        return self.post("/execute/async", {"script": text, "args": list(values)})

    def open(self, url, width=1600, height=1000, scheme="light"):
        self.cdp("Emulation.setEmulatedMedia",
                 {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.cdp("Emulation.setDeviceMetricsOverride",
                 {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.post("/url", {"url": "about:blank"})
        self.post("/url", {"url": url})
        shown = "document.getElementById('fault')?.hidden === false"
        check("the page begins", until(self, f"document.documentElement.dataset.ready === 'yes' || {shown}"), url)
        self.frame()

    def cdp(self, command, values):
        return self.post("/goog/cdp/execute", {"cmd": command, "params": values})

    def shot(self, path):
        size = self.script("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": self.script("return innerWidth"), "height": size, "scale": 1}
        picture = self.cdp("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
        path.write_bytes(base64.b64decode(picture["data"]))

    def text(self, part):
        return self.script("return document.getElementById(arguments[0]).innerText", part)

    def click(self, part):
        self.script("document.getElementById(arguments[0]).click()", part)
        self.frame()

    def frame(self):
        self.later("const done = arguments[0]; requestAnimationFrame(() => setTimeout(done, 20))")

    def press(self, selector):
        """Moves the pointer to the middle of an element, and clicks."""
        x, y = self.script("const part = document.querySelector(arguments[0]); part.scrollIntoView({block: 'center'});"
                           "const b = part.getBoundingClientRect();"
                           "return [b.x + b.width / 2, b.y + b.height / 2].map(Math.round)", selector)
        moves = [{"type": "pointerMove", "x": x, "y": y}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}]
        self.post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})
        self.frame()

    def keys(self, text):
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self.post("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": keys}]})
        self.frame()

    def check_console(self):
        log = self.post("/se/log", {"type": "browser"})
        complaints = [entry["message"] for entry in log if entry["level"] == "SEVERE"]
        check("no error on the console", not complaints, complaints)

    def end(self):
        self.post("", None, "DELETE")


def start_driver():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
    for _ in range(100):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=1)
            return process, f"http://127.0.0.1:{port}"
        except OSError:
            time.sleep(0.1)
    process.kill()
    sys.exit("chromedriver does not answer")


@contextlib.contextmanager
def driver():
    """Starts chromedriver, and ends it. Yields its address."""
    process, address = start_driver()
    try:
        yield address
    finally:
        process.terminate()
        process.wait()


def check(what, holds, *details):
    print(f"{'ok  ' if holds else 'FAIL'} {what}", *([] if holds else details))
    if not holds:
        check.failed = True


check.failed = False


def until(browser, condition, seconds=60):
    """Waits until a script returns true."""
    for _ in range(seconds * 20):
        if browser.script(f"return {condition}"):
            return True
        time.sleep(0.05)
    return False

#!/usr/bin/env python3
"""Checks the folder that `cargo xtask site` writes: its links, its search, and how its pages look in headless Chromium.

    tests/site.py FOLDER [--shots FOLDER]

needs chromium and chromedriver (Debian: chromium-driver). --shots keeps a picture of each page of the book, light and
dark, wide and narrow.
"""

import argparse
import html.parser
import pathlib
import sys
import urllib.parse

from browser import Browser, check, driver, until

# Wide and narrow, light and dark.
LOOKS = [(1400, 900, "light"), (1400, 900, "dark"), (390, 800, "light")]

# What loads by itself, beside links that a reader follows.
LOADED = {"script": "src", "img": "src", "link": "href", "source": "srcset", "iframe": "src"}


class Links(html.parser.HTMLParser):
    """The links of a page, what it loads, and the places in it that a link may name."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.places = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.places.update(filter(None, [attributes.get("id"), attributes.get("name")]))
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if attributes.get(LOADED.get(tag)) and attributes.get("rel") != "canonical":
            self.loads.append(attributes[LOADED[tag]])


def is_remote(link):
    return bool(urllib.parse.urlsplit(link).scheme) or link.startswith("//")


def broken(pages, page, link):
    """Returns whether a link leads to no file, or to no place in its page."""
    parts = urllib.parse.urlsplit(link)
    target = (page.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else page
    if target.is_dir():
        target /= "index.html"
    if target not in pages:
        return not target.is_file()
    # Lines of a source page, and a variant or field that its page shows with another.
    is_of_api = "api" in target.parts
    return bool(parts.fragment) and not is_of_api and urllib.parse.unquote(parts.fragment) not in pages[target].places


def resolve(folder):
    files = [file.resolve() for file in folder.rglob("*.html")]
    # rustdoc checks its own links.
    pages = {file: Links(file.read_text()) for file in files if "api" not in file.relative_to(folder.resolve()).parts}
    for file, found in pages.items():
        name = file.relative_to(folder.resolve())
        remote = [link for link in found.loads if is_remote(link) and not link.startswith("data:")]
        check(f"{name} loads nothing from elsewhere", not remote, remote)
        local = [link for link in found.links + found.loads if not is_remote(link)]
        dead = [link for link in local if broken(pages, file, link)]
        # The page for a missing page stands at any address.
        check(f"all {len(local)} links of {name} lead somewhere", not dead or name.name == "404.html", dead)
    return len(pages)


def show(browser, url, width, height, scheme):
    browser.cdp("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.cdp("Emulation.setDeviceMetricsOverride", metrics)
    browser.post("/url", {"url": url})
    until(browser, "document.readyState === 'complete'")
    browser.frame()


def look(browser, folder, shots):
    """Opens each page of the book in each look."""
    browser.cdp("Network.enable", {})
    for page in sorted(folder.glob("*.html")) + sorted(folder.glob("*/*.html")):
        name = page.relative_to(folder)
        if name.parts[0] in ("recordings", "api", "files") or name.name in ("404.html", "print.html", "toc.html"):
            continue
        for width, height, scheme in LOOKS:
            show(browser, page.as_uri(), width, height, scheme)
            across = browser.script("return document.documentElement.scrollWidth")
            check(f"{name} fits into {width} pixels", across <= width, across)
            broken = browser.script("return [...document.images].filter(it => it.complete && !it.naturalWidth)"
                                    ".map(it => it.currentSrc || it.src)")
            check(f"{name} shows its pictures, {scheme}", not broken, broken)
            if shots:
                browser.shot(shots / f"{str(name).replace('/', '-')}-{width}-{scheme}.png")
        used = browser.script("return performance.getEntriesByType('resource').map(it => it.name)"
                              ".filter(it => !it.startsWith('file:') && !it.startsWith('data:'))")
        check(f"{name} needs no network", not used, used)


def search(browser, folder):
    """Looks for a word by the search of the book."""
    show(browser, (folder / "play.html").as_uri(), *LOOKS[0])
    browser.keys("/")
    is_open = "document.activeElement?.id === 'mdbook-searchbar' || document.activeElement?.id === 'searchbar'"
    check("a key opens the search", until(browser, is_open, 10))
    browser.keys("ThreadWait")
    found = "document.querySelectorAll('.searchresults li, #searchresults li, #mdbook-searchresults li').length"
    check("the search finds a word of the book", until(browser, f"{found} > 0", 20), browser.script(f"return {found}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.shots:
        arguments.shots.mkdir(parents=True, exist_ok=True)
    count = resolve(arguments.folder)
    check("the folder has the book", count > 20, count)
    with driver() as address:
        browser = Browser(address)
        look(browser, arguments.folder.resolve(), arguments.shots)
        search(browser, arguments.folder.resolve())
        browser.check_console()
        browser.end()
    sys.exit(check.failed)


main()

"""Compares the text of a page of a recording with its events. `tests/window.py` uses it.

The script of the page decodes the events. This module computes the rest again, by another method.
"""

import re

UNITS = {"ns": 1, "µs": 1e3, "ms": 1e6}

# Returns, for a block number, the workers in the block, the time of its value, and the steps and departures of every
# worker.
EVENTS = """
    const [number, done] = arguments;
    unpack(document.getElementById('events').textContent).then((bytes) => {
      const { workers, entries } = decode(bytes);
      const steps = Array.from({ length: workers }, () => []), left = Array.from({ length: workers }, () => []);
      let made = -1, slot = -1, isOpen = false, end = Infinity;
      const members = new Set();
      for (const entry of entries) {
        if ('mark' in entry) continue;
        steps[entry.worker].push([entry.from, entry.to]);
        let returned = -1;
        for (const { kind, at, block } of entry.deeds) {
          if (kind === 'returned') returned = at;
          if (kind === 'left') left[entry.worker].push(returned);
          if (kind === 'made' || kind === 'rooted') {
            made += 1;
            if (made === number) [slot, isOpen] = [block, true];
          }
          if (!isOpen || block !== slot) continue;
          if (kind === 'joined' || kind === 'took') members.add(entry.worker);
          if (['finished', 'settled', 'cancelled'].includes(kind)) end = Math.min(end, at);
          if (kind === 'cleared') isOpen = false;
        }
      }
      done([[...members].sort((a, b) => a - b), end, steps, left]);
    });"""


def nanoseconds(text):
    """Returns a time as the page writes it, and its maximum rounding error."""
    number, unit = re.match(r"([\d.]+) (ns|µs|ms)", text).groups()
    digits = len(number.partition(".")[2])
    return float(number) * UNITS[unit], 0.51 * UNITS[unit] / 10**digits


def is_near(text, time):
    shown, rounding = nanoseconds(text)
    return abs(shown - time) <= rounding


def idleness(steps, begin, end):
    """Returns the time between these two in which a worker had no step."""
    busy = sum(max(0, min(to, end) - max(at, begin)) for at, to in steps)
    return end - begin - busy


def choose(browser, number):
    browser.script("const field = document.getElementById('find'); field.value = arguments[0];"
                   "field.dispatchEvent(new Event('change', {bubbles: true}))", number)
    browser.frame()


def tells_where_the_others_went(browser, check):
    """Checks that the page distinguishes workers that went straight to other work from workers that were idle first."""
    moments = browser.script("return JSON.parse(document.getElementById('about').textContent).moments")
    numbers = sorted({moment["block"] for moment in moments if moment["kind"] in ("handover", "chain", "cutoff")})
    seen = {"straight": 0, "idle": 0}
    for number in numbers:
        choose(browser, number)
        members, end, steps, left = browser.later(EVENTS, number)
        text = browser.text("blockbox")
        begun, joined = (re.search(pattern, text).group(1) for pattern in (r"begun\s+by (.*) at", r"joined\s+by (.*)"))
        shown = sorted({int(worker) for worker in re.findall(r"\d+", begun + " " + joined)})
        check(f"block {number} names all its workers", set(members) <= set(shown), members, shown)
        named = re.findall(r"^Worker (\d+) (?:left|→|\()", text, re.M) + re.findall(
            r"\d+", " ".join(re.findall(r"finished\s+by worker \d+|cutoff\s+by worker \d+|Still in it .*", text)))
        check(f"block {number} shows where each worker went", set(members) <= set(map(int, named)), members, named)
        rows = browser.script("""return [...document.querySelectorAll('#blockbox .others li')].map((row) =>
            [row.innerText, Number(row.querySelector('a')?.dataset.at ?? -1)])""")
        for row, at in (row for row in rows if re.match(r"Worker \d+ left", row[0]) and row[1] >= 0):
            worker, before = re.match(r"Worker (\d+) left ([\d.]+ ..) before", row).groups()
            worker = int(worker)
            out = max(time for time in left[worker] if time < at)
            idle = idleness(steps[worker], out, at)
            says_idle = re.search(r"idle for ([\d.]+ ..)", row)
            seen["idle" if says_idle else "straight"] += 1
            right = is_near(says_idle.group(1), idle) if says_idle else idle == 0
            is_after = " after " in row
            right = right and is_near(before, end - out) and (not says_idle or is_after == (at >= end))
            if not right:
                check(f"block {number} is right that: {row}", False, out, at, end, idle)
    print(f"     {seen['straight']} went straight to other work, {seen['idle']} were idle first")
    check("the page shows both workers with work at once and idle ones, as the events do", min(seen.values()) > 0, seen)


def adds_up(browser, check):
    """Checks that the figures of the account add up to workers times time, and give the speed-up."""
    about = browser.script("return JSON.parse(document.getElementById('about').textContent)")
    rows = browser.script("""return [...document.querySelectorAll('#accountbox tbody tr, #accountbox tfoot tr')].map((row) =>
        [...row.cells].slice(1).map((cell) => Number.parseFloat(cell.innerText.replace('−', '-'))))""")
    *parts, (whole, percent) = rows
    check("the account adds up to its total", abs(sum(ms for ms, _ in parts) - whole) < 1e-6, rows)
    check("the shares add up to 100", abs(sum(share for _, share in parts) - 100) < 1e-6 and percent == 100, rows)
    check("the total is workers times time", abs(whole - about["workers"] * about["time"] / 1e6) < 1e-3, whole)
    named = browser.script("return [...document.querySelectorAll('#accountbox [data-spent]')].map((row) => row.dataset.spent)")
    spent = dict(zip(named, (ms for ms, _ in parts)))
    # The account names every charge. The rest can only be steps that ran beyond the end.
    check("no time is left over", spent.get("beyond", 0) <= 0.001, spent)
    check("every charge is shown", all(abs(spent[name] - about["spent"][name] / 1e6) < 0.0015
                                           for name in about["spent"] if name in spent), spent, about["spent"])
    share = parts[0][0] / whole
    shown = float(re.search(r"speed-up (\d+\.\d+)", browser.text("accountbox")).group(1))
    check("the account explains the speed-up", abs(about["workers"] * share - shown) < 0.006, share, shown)


def shows_cutoffs(browser, check):
    """Checks that a cutoff names the stopped workers, and that the cursor does not hide its lines."""
    browser.press("#moments .m-cutoff")
    title = browser.script("return document.querySelector('#moments .m-cutoff').innerText")
    count = int(re.search(r"stops (\d+)", title).group(1))
    summary = re.search(rf"The cutoff stopped {count}\n((?:Worker .*\n?)*)", browser.text("blockbox"))
    rows = summary.group(1).strip().split("\n") if summary else []
    check("the block of a cutoff names the stopped workers", len(rows) == count, title, browser.text("blockbox"))
    story = browser.script("return document.querySelector('#storybox .current').innerText")
    named = re.search(r"stops (workers?.*) in block", story)
    check("the story names the same workers", named is not None and sorted(re.findall(r"\d+", named.group(1))) == sorted(
        re.match(r"Worker (\d+)", row).group(1) for row in rows), story, rows)
    at = int(re.search(r"block (\d+) stops", title).group(1))
    check("each is said to be elsewhere, or idle, after it", all(
        re.search(r"→ (block \d+ after|idle )", row) and f"→ block {at} " not in row for row in rows), rows)
    red = browser.script("""
        const [r, g, b] = [1, 3, 5].map((i) => Number.parseInt(colour('abort').slice(i, i + 2), 16));
        const lanes = document.getElementById('lanes'), middle = Math.round(24 + (lanes.width - 24) / 2);
        const { data } = lanes.getContext('2d').getImageData(middle - 1, 0, 3, lanes.height);
        let red = 0;
        for (let i = 0; i < data.length; i += 4) {
          red += Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 60;
        }
        return red;""")
    check("the cross of a cutoff is visible through the cursor", red > 3, red)
    for _ in range(2):
        mark = browser.script("return colour('mark')")
        parts = [int(mark[i:i + 2], 16) for i in (1, 3, 5)]
        check(f"the cursor has no colour with a meaning: {mark}", max(parts) - min(parts) < 40)
        browser.click("look")


def obeys(browser, check):
    """Checks keys after a click, a line under the pointer, and a block that stays."""
    browser.press("#moments .m-handover")
    browser.keys(" ")
    check("space plays after a click on a moment", browser.text("play") == "Pause")
    browser.keys(" ")
    check("space pauses", browser.text("play") == "Play")
    number = browser.script("return document.getElementById('find').value")
    heading = f"Block {number},"
    check("the field has the number of the block that is shown", heading in browser.text("blockbox"), number)
    browser.keys("\ue014" * 12)
    check("the block stays while the arrow keys step", heading in browser.text("blockbox"), number)
    browser.click("follow")
    browser.keys("\ue014" * 12)
    now = browser.script("return document.getElementById('find').value")
    check("the block follows the story on demand", f"Block {now}," in browser.text("blockbox") and now != number, now)
    browser.click("follow")
    browser.press("#lanes")
    check("a line shows the work of the worker under the pointer", re.match(r"Worker \d+ at ", browser.text("hover")),
          browser.text("hover"))
    check("no link to a missing program", browser.script("return document.getElementById('trylink').hidden"))


def dashes(browser, check):
    """Checks that blocks of the next iteration are dashed until it is adopted."""
    moments = browser.script("return JSON.parse(document.getElementById('about').textContent).moments")
    at = next(moment["at"] for moment in moments if moment["kind"] == "adoption")
    dashed = []
    for time in (at - 1, at + 1):
        browser.script(f"location.hash = '#t={time}'")
        browser.frame()
        dashed.append(browser.script("""return [...document.querySelectorAll('.node')].map((node) =>
            [node.dataset.block, node.classList.contains('next')])"""))
    before, after = (dict(nodes) for nodes in dashed)
    both = [before[block] and not after[block] for block in before if block in after and before[block] != after[block]]
    check("the next iteration is dashed until it is adopted", both and all(both), before, after)


def tells_of_a_death(browser, check, worker, at):
    """Checks that the team misses and replaces a killed worker, in the story, in the lanes and at the lost blocks."""
    browser.press("#moments .m-death")
    title = browser.script("return document.querySelector('#moments .m-death').innerText")
    lost = int(re.search(rf"Worker {worker} is killed and replaced; (\d+) blocks? (?:is|are) lost", title).group(1))
    current = "return document.querySelector('#storybox .current').innerText"
    check("the moment of a death opens at it", f"Worker {worker} is killed in block" in browser.script(current),
          browser.script(current))
    now = browser.text("now")
    check("a worker dies at the set time, at the end of its step", at <= nanoseconds(now)[0] < at + 5000, now, at)

    def goes_to(time):
        browser.script(f"location.hash = '#t={time}'")
        browser.frame()

    missed = int(5e6 * (at // 5e6 + 1))
    # The main worker looks between two steps.
    goes_to(missed + 50_000)
    looked, rounding = nanoseconds(browser.script("return document.querySelector('#storybox .current time').title"))
    goes_to(looked - 2 * rounding)
    alive = browser.script("return [...document.querySelectorAll('.tree .node')].map((node) => Number(node.dataset.block))")
    check("all blocks in use at the alarm are lost", len(alive) == lost > 0, alive, title)
    goes_to(missed + 50_000)
    story = browser.script(current)
    check("the main worker misses it at its next look",
          re.search(rf"Worker 0 has looked whether all are alive, missed worker {worker}, and raised the alarm: .* {lost} block", story),
          story)
    choose(browser, alive[0])
    check("a lost block shows the death", "when all left it: a worker had died" in browser.text("blockbox"),
          browser.text("blockbox"))
    hover = """
        location.hash = `#t=${arguments[0]}&w=100000`;
        requestAnimationFrame(() => setTimeout(() => {
          const lanes = document.getElementById('lanes'), box = lanes.getBoundingClientRect();
          const { left, top, row } = laneFrame(lanes, { workers: arguments[2] });
          lanes.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, clientX: box.x + left + (box.width - left) / 2,
            clientY: box.y + top + (arguments[1] + 0.5) * row }));
          arguments[3]([document.getElementById('hover').innerText, document.querySelectorAll('.tree .node').length]);
        }, 50));"""
    workers = browser.script("return JSON.parse(document.getElementById('about').textContent).workers")
    for time, who, text in ((missed - 1000, worker, "dead since"), (missed + 1e5, worker, "another takes its place"),
                            (missed + 1e5, 0, f"has left all that it had, since worker {worker} is dead")):
        shown, blocks = browser.later(hover, time, who, workers)
        check(f"the lane of worker {who} says: {text}", text in shown, shown)
        check("no block is in use after the alarm", (blocks == 0) == (time > missed), blocks)
    goes_to(missed + 4_900_000 + 2_000)
    story = browser.text("storybox")
    check("another takes its place, and the root is put into a block again", re.search(
        rf"A new worker {worker} takes the place of the dead one, and the iteration begins again.*puts the root into block",
        story, re.S), story)


ALL = (tells_where_the_others_went, adds_up, shows_cutoffs, obeys, dashes)

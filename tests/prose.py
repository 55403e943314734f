#!/usr/bin/env python3
"""Measures how easy README and the book are to read, and fails if they become harder.

Prints the words of a sentence, the share of sentences above 28 words, and the hard turns in 100 sentences. A hard turn is a
phrase that a reader must decode, such as 'that of' or 'who is told'. Tables, code, headings and generated pages do not count.

  tests/prose.py            measures README.md and book/src
  tests/prose.py PATH...    measures other pages or folders
  tests/prose.py --show 9   also shows the nine worst sentences
"""
import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "book/src"]
# Programs write these, or they are lists of links.
SKIPPED = {"crafty-commands.md", "SUMMARY.md"}
LONG = 28
LIMITS = {"words a sentence": 17.0, "percent above 28 words": 10.0, "hard turns in 100 sentences": 5.0}

HARD = [re.compile(pattern, re.IGNORECASE) for pattern in (
    r"^(what|who|whose|where|which|how many|how much|of)\b(?!.*\?$)",
    r"\b(that|those) of\b",
    r"\bof (which|whom)\b",
    r"\b(whoever|whatever|whichever|whom|whereof|thereof|wherein)\b",
    r"\b(some|no|any|every)body\b",
    r"\b(is|are|was|were) (told|had|wanted|heard)\b",
    r"\b(so|as) many(?! as)\b",
    r"\bto be (had|told|found|seen)\b",
    r"\bbesides?\b",
    r"\bone (that|which|whose|who)\b",
    r"\bsays? so\b",
    r", what (is|was|it|they|has|had|follows|remains)\b",
)]


def paragraphs(text):
    """Yields paragraphs and items of lists, without tables, code, headings, comments and HTML."""
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    lines, is_code = [], False
    for line in text.splitlines() + [""]:
        if line.lstrip().startswith("```"):
            is_code = not is_code
        is_prose = not is_code and not re.match(r"\s*([|#<`]{3}|[|#<]|$|```)", line)
        if lines and (not is_prose or re.match(r"\s*([-*+]|\d+\.)\s", line)):
            yield " ".join(lines)
            lines = []
        if is_prose:
            lines.append(re.sub(r"^\s*([-*+]|\d+\.)\s+", "", line).strip())


def sentences(text):
    """Yields the sentences of a page, with links as their texts and quoted code as a word."""
    for paragraph in paragraphs(text):
        paragraph = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
        paragraph = re.sub(r"`[^`]*`", "Code", paragraph).replace("**", "")
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z(])", paragraph):
            if len(sentence.split()) >= 4:
                yield sentence


def files(paths):
    for path in map(pathlib.Path, paths):
        found = sorted(path.rglob("*.md")) if path.is_dir() else [path]
        yield from (file for file in found if file.name not in SKIPPED and "measured" not in file.parts)


def measure(texts):
    """Returns the three figures of some pages, and their sentences, worst first."""
    rows = []
    for name, text in texts:
        for sentence in sentences(text):
            hard = sum(bool(pattern.search(sentence)) for pattern in HARD)
            rows.append((len(sentence.split()) + 15 * hard, len(sentence.split()), hard, name, sentence))
    count = max(len(rows), 1)
    figures = (sum(row[1] for row in rows) / count, 100 * sum(row[1] > LONG for row in rows) / count,
               100 * sum(row[2] for row in rows) / count)
    return figures, sorted(rows, reverse=True)


def test():
    """Checks the measure itself."""
    figures, rows = measure([("page", "# A title\n\nOne two three four. What is had is that of a\nworker.\n\n| a | table |\n\n"
                              "```\nnot this text of code\n```\n- one more item here `with code`\n")])
    assert [row[1] for row in sorted(rows, key=lambda row: row[4])] == [4, 8, 5], rows
    assert [round(figure, 1) for figure in figures] == [5.7, 0.0, 100.0], figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=[ROOT / page for page in PAGES])
    parser.add_argument("--show", type=int, default=0, metavar="N", help="the N worst sentences")
    arguments = parser.parse_args()
    test()
    figures, rows = measure((str(file), file.read_text()) for file in files(arguments.paths))
    for (name, limit), figure in zip(LIMITS.items(), figures):
        print(f"{figure:5.1f} {name}, at most {limit:.0f}")
    for _, words, _, name, sentence in rows[:arguments.show]:
        print(f"{words:3d} {name}: {sentence}")
    sys.exit(any(figure > limit for figure, limit in zip(figures, LIMITS.values())))


main()

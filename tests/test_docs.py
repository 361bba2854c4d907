"""The documentation says what there is, and what it says is so.

A comment before a block of code in `docs/` says what the block is; nobody sees it on the page:

    file: PATH           the block is the file docs/gallery/PATH
    gallery: KIND        the block is the plate of that element kind, without its first line
    fields, record       declared fields and a record that has them; read together, there is no finding
    checks               the checks of the garden game; all of them hold
    face                 (a part of) a face of the garden game; it composes without a finding
    whole: PATH          a file laid over the garden game's layouts; there is no finding
    $ WORDS              the block is what the command says in the garden game's folder
    says CODE: EDITS     the block is the first finding with that code after edits of the garden game, or of the
                         fields and record above: FILE || OLD || NEW ;; FILE || OLD || NEW $ WORDS

With PAWPRINT_UPDATE_DOCS=1 the blocks of the last two are written anew. Read them then.
"""

import importlib.util
import os
import re
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import click
import pytest
import typer
from typer.testing import CliRunner

from pawprint import workflow
from pawprint.base import expression, reader
from pawprint.base.diagnostic import CODES, Findings
from pawprint.base.length import mm
from pawprint.base.reader import Node
from pawprint.base.source import Source
from pawprint.base.take import Take
from pawprint.catalog.checks import FORMS
from pawprint.catalog.fields import FIELD_TYPES
from pawprint.catalog.library import load_library
from pawprint.check.declared import forms
from pawprint.compose import face as _kinds  # noqa: F401  (the kinds of elements enter the registry)
from pawprint.compose.cover import cover_fields
from pawprint.compose.element import KINDS, STYLE_WORDS, Element, ElementReader
from pawprint.compose.layouts import Layouts
from pawprint.compose.svgprofile import ELEMENTS as SVG_ELEMENTS
from pawprint.compose.svgprofile import PRESENTATION, WORDS
from pawprint.impose.nup import fit
from pawprint.impose.plan import Plan
from pawprint.terminal.app import app
from pawprint.terminal.report import FORMATS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GALLERY = DOCS / "gallery"
PAGES = sorted(DOCS.glob("*.md"))
READMES = [ROOT / "catalog" / "README.md", ROOT / "layouts" / "README.md"]
UPDATE = os.environ.get("PAWPRINT_UPDATE_DOCS") == "1"

each_page = pytest.mark.parametrize("page", [*PAGES, *READMES], ids=lambda path: f"{path.parent.name}/{path.name}")
each_kind = pytest.mark.parametrize("kind", KINDS)


# --- pages --------------------------------------------------------------------------------------------------


class Block(NamedTuple):
    """A fenced block; *start* and *end* of its text in the page, *under* the heading above it."""

    page: Path
    mark: str
    language: str
    text: str
    start: int
    end: int
    line: int
    under: str

    @property
    def place(self) -> str:
        return f"{self.page.name}:{self.line}"


_FENCE = re.compile(r"^(?:<!-- ([^\n]*) -->\n)?```([a-z]*)\n(.*?)^```$", re.M | re.S)
_HEADING = re.compile(r"^(#{1,6}) (.+)$", re.M)


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page."""
    text = text_of(page)
    found = []
    for match in _FENCE.finditer(text):
        above = [heading[2] for heading in headings(text) if heading.start() < match.start()]
        line = text.count("\n", 0, match.start(3)) + 1
        found.append(
            Block(page, match[1] or "", match[2], match[3], match.start(3), match.end(3), line, above[-1] if above else "")
        )
    return found


def headings(text: str) -> list[re.Match[str]]:
    """The headings of a page; a # in a block of code is none."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    return [h for h in _HEADING.finditer(text) if not any(start <= h.start() < end for start, end in fences)]


def section(page: str, title: str) -> str:
    """What stands under a heading, down to the next one of its rank or higher."""
    text = text_of(DOCS / page)
    found = headings(text)
    for number, heading in enumerate(found):
        if heading[2].strip() == title:
            below = [h.start() for h in found[number + 1 :] if len(h[1]) <= len(heading[1])]
            return text[heading.end() : below[0] if below else len(text)]
    raise AssertionError(f"docs/{page} has no heading '{title}'")


def named(text: str) -> list[str]:
    """What the first cells of the tables in *text* name in `code`."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]


def first_words(text: str) -> list[str]:
    """The same without what follows in one code: `--paper PAPER` is `--paper`."""
    return [word.split()[0] for name in named(text) for word in name.split(", ")]


ALL_BLOCKS = [block for page in [*PAGES, *READMES] for block in blocks(page)]


def marked(*kinds: str) -> pytest.MarkDecorator:
    """Runs a test for each block whose mark begins with one of *kinds*."""
    chosen = [block for block in ALL_BLOCKS if block.mark.startswith(kinds)]
    assert chosen, f"no block is marked {kinds}"
    return pytest.mark.parametrize("block", chosen, ids=lambda block: f"{block.place} {block.mark}"[:70])


# --- the games of the gallery -------------------------------------------------------------------------------


class Folder:
    """A folder with the garden game in it, to be changed and then read by the commands.

    Args:
        path: an empty folder; the current one while commands run.
    """

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        shutil.copytree(GALLERY / "catalog" / "garden", path / "catalog" / "garden")
        shutil.copytree(GALLERY / "layouts", path / "layouts", ignore=shutil.ignore_patterns("gallery"))
        fonts = Layouts([workflow.bundled("layouts")], Findings()).fonts
        for name in ("Pixel-Regular.ttf", "Pixel-Bold.ttf"):  # some font of one's own
            (path / "layouts" / "fonts").mkdir(exist_ok=True)
            shutil.copyfile(fonts["text"]["regular"].path, path / "layouts" / "fonts" / name)
        monkeypatch.chdir(path)
        monkeypatch.setenv("NO_COLOR", "1")

    def write(self, file: str, text: str) -> None:
        path = self.path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))

    def edit(self, file: str, old: str, new: str) -> None:
        """Put *new* in place of *old*, or make the file of it where *old* is empty."""
        if old:
            text = (self.path / file).read_text(encoding="utf-8")
            assert text.count(old) >= 1, f"{file} has no {old!r}"
            new = text.replace(old, new, 1)
        self.write(file, new)

    def fields(self, declared: str, record: str) -> None:
        """A game of one record with these fields, and places that it may refer to."""
        game = "id: garden\ntitle: Garden\nlanguages: [en, fr]\ncomponents:\n"
        for name, fields in (("animals", declared), ("places", "")):
            game += f"  {name}:\n    file: cards.yaml\n    stock: poker\n    face: garden/plain\n    fields:\n"
            game += indented(fields, 6) if fields else "      {}\n"
        self.write("catalog/garden/game.yaml", game)
        places = "\nplaces:\n  - {id: hedge}\n  - {id: meadow}\n  - {id: pond}\n"
        self.write("catalog/garden/cards.yaml", f"animals:\n  - id: toad\n{indented(record, 4)}{places}")
        self.write("layouts/faces/garden/plain.yaml", "palette: garden\n")

    def run(self, words: str) -> str:
        """What `pawprint WORDS` says."""
        result = CliRunner().invoke(app, words.split())
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.output

    def findings(self, words: str = "check garden") -> list[str]:
        """The findings of `pawprint WORDS`, each as it is printed."""
        found: list[str] = []
        for line in self.run(words).splitlines(keepends=True):
            if re.match(r"(\S+:\d+:\d+: )?(error|warning)\[", line):
                found.append(line)
            elif found and re.match(r" *\d* \||  = help", line):
                found[-1] += line
        return found


def indented(text: str, by: int) -> str:
    return "".join(" " * by + line if line.strip() else line for line in text.splitlines(keepends=True))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    return Folder(tmp_path, monkeypatch)


def agrees(block: Block, said: str) -> None:
    """*said* is what stands in the block, or is written there."""
    if said == block.text:
        return
    if UPDATE:
        text = text_of(block.page)
        now = next(b for b in blocks(block.page) if (b.mark, b.text, b.line) == (block.mark, block.text, block.line) or b.start == block.start)
        block.page.write_text(text[: now.start] + said + text[now.end :], encoding="utf-8")
        return
    assert said == block.text, f"{block.place} is out of date; with PAWPRINT_UPDATE_DOCS=1 it is written anew"

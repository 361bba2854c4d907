"""The documentation says what there is, and what it says is so.

A comment before a block of code in `docs/` says what the block is; nobody sees it on the page:

    file: PATH           the block is the file docs/gallery/PATH; on a page of the cookbook, PATH beside the page
    begins: PATH         the block is the beginning of that file
    gallery: KIND        the block is the plate of that element kind, without its first line
    fields, record       declared fields and a record that has them; read together, there is no finding
    checks               the checks of the garden game; all of them hold
    face                 (a part of) a face of the garden game; it composes without a finding
    component            the block declares face and back of the animals; faces above it are written, too
    whole: PATH          a file laid over the garden game's layouts; there is no finding
    $ WORDS              the block is what the command says in the garden game's folder
    new: WORDS           the same in the folder of a new game
    plays: WORDS         the same of a garden game with an engine and checks that need it; of several commands,
                         separated by ;; the last one
    inserted             the block is added to the garden game's declaration for the commands of `own`
    laid: FILE           the block is that file in the garden game's folder for the commands of `own`
    products: NAME       the block has the products of that print service, as the test writes them
    own: EDITS $ WORDS   the block is what the command says there, after edits as for `says`; of several commands,
                         separated by ;; the last one; of its lines the first N, if `| N` follows
    sample: NAME         the commands of `own` on this page run in a new game with that sample, without its examples
    parts: FILE          the block replaces the parts of FILE that have the same names, for the commands of `own`
    stand, situation     rules and a situation for the examples in tables, see `play/page_examples.py`
    tried                parts of rules put into those of `stand`: there is no finding, and games keep all promises
    effect               the field of a card in that game
    csv: FILE            the block is a table that the commands of the page find in the garden game's folder
    says CODE: EDITS     the block is the first finding with that code after edits of the garden game, or of the
                         fields and record above: FILE || OLD || NEW ;; FILE || OLD || NEW $ WORDS

With PAWPRINT_UPDATE_DOCS=1 blocks that tell what the program says are written anew. Read them then.
"""

import os
import re
import shutil
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from export.faults import restricted_font
from helpers import picture_script
from pawprint.catalog.fields import FIELD_TYPES
from pawprint.catalog.library import load_library
from pawprint.check.kinds import CHECK_KINDS
from pawprint.cli._report import FORMATS
from pawprint.cli.app import app
from pawprint.core.diagnostics import CODES, Findings
from pawprint.core.length import mm
from pawprint.core.source import Source
from pawprint.export.services._presets import PRODUCT_KINDS, ServiceProduct, read_service
from pawprint.graphics.svg._profile import ELEMENTS as SVG_ELEMENTS
from pawprint.graphics.svg._profile import PRESENTATION
from pawprint.pieces import composer as _kinds  # noqa: F401  (the kinds of elements enter the registry)
from pawprint.pieces.basic_elements import STYLE_WORDS
from pawprint.pieces.cover import cover_fields
from pawprint.pieces.element_base import Element, ElementReader
from pawprint.pieces.kinds import ELEMENT_KINDS
from pawprint.pieces.layouts import Layouts
from pawprint.play.language._expression_functions import FUNCTIONS
from pawprint.play.language.rule_words import PART_KEYS, STEP_WORDS, TOP_KEYS
from pawprint.production import pipeline
from pawprint.sheets.nup import fit
from pawprint.sheets.plan import Duplex, SheetPlan
from pawprint.sheets.poster import split
from pawprint.source import reader
from pawprint.source.field_reader import MappingReader
from pawprint.source.reader import Node
from pawprint.source.templates import expressions
from pawprint.typography.languages import set_text
from play.garden import plant
from play.page_examples import ExampleGame, merged, plain, rows, with_parts
from plugins import Packages

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
GALLERY = DOCS / "gallery"
COOKBOOK = DOCS / "cookbook"
PAGES = sorted([*DOCS.glob("*.md"), *DOCS.glob("notation/*.md"), *DOCS.glob("fr/*.md"), *COOKBOOK.rglob("*.md")])
READMES = [ROOT / "catalog" / "README.md", ROOT / "layouts" / "README.md", GALLERY / "README.md"]
UPDATE = os.environ.get("PAWPRINT_UPDATE_DOCS") == "1"

each_page = pytest.mark.parametrize("page", [*PAGES, *READMES], ids=lambda path: f"{path.parent.name}/{path.name}")
each_kind = pytest.mark.parametrize("kind", [*ELEMENT_KINDS])


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


def blocks(page: Path) -> tuple[Block, ...]:
    """The fenced blocks of a page as it is now."""
    return _blocks(page, text_of(page))


@cache
def _blocks(page: Path, text: str) -> tuple[Block, ...]:
    found = []
    for match in _FENCE.finditer(text):
        above = [heading[2] for heading in headings(text) if heading.start() < match.start()]
        line = text.count("\n", 0, match.start(3)) + 1
        found.append(
            Block(
                page, match[1] or "", match[2], match[3], match.start(3), match.end(3), line, above[-1] if above else ""
            )
        )
    return tuple(found)


@cache
def headings(text: str) -> tuple[re.Match[str], ...]:
    """The headings of a page; a # in a block of code is none."""
    fences = [match.span() for match in _FENCE.finditer(text)]
    return tuple(h for h in _HEADING.finditer(text) if not any(start <= h.start() < end for start, end in fences))


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


def coded(text: str) -> set[str]:
    """Everything in `code` that is not a block."""
    return set(re.findall(r"`([^`]+)`", _FENCE.sub("", text)))


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


@cache
def font_file() -> Path:
    """A font of the bundled layouts."""
    return Layouts([pipeline.bundled("layouts")], Findings()).fonts["text"]["regular"].path


class Folder:
    """A folder with the garden game in it, to be changed and then read by the commands.

    Args:
        path: an empty folder; the current one while commands run.
    """

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        shutil.copytree(GALLERY / "catalog" / "garden", path / "catalog" / "garden")
        shutil.copytree(GALLERY / "layouts", path / "layouts", ignore=shutil.ignore_patterns("gallery"))
        (path / "layouts" / "Locked.ttf").write_bytes(restricted_font())
        for name in ("Pixel-Regular.ttf", "Pixel-Bold.ttf"):  # some font of one's own
            (path / "layouts" / "fonts").mkdir(exist_ok=True)
            shutil.copyfile(font_file(), path / "layouts" / "fonts" / name)
        monkeypatch.chdir(path)
        plant(monkeypatch)
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("PAWPRINT_CONFIG", str(path))
        self.packages = Packages(path / "packages", monkeypatch)
        self.packages.install_project(DOCS / "plugin")

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

    def sample(self, name: str) -> None:
        """The garden game of a sample in place of the one of the gallery, without its examples."""
        for part in ("catalog", "layouts"):
            shutil.rmtree(self.path / part)
        self.run(f"new garden --rules {name}")
        for path in (self.path / "garden").iterdir():
            path.rename(self.path / path.name)
        for part in ("scenarios", "reference"):
            shutil.rmtree(self.path / "catalog" / "garden" / part)

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
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    folder = Folder(tmp_path, monkeypatch)
    yield folder
    folder.packages.uninstall()


def agrees(block: Block, said: str) -> None:
    """*said* is what stands in the block, or is written there."""
    if said == block.text:
        return
    if UPDATE:
        text = text_of(block.page)
        now = next(b for b in blocks(block.page) if (b.mark, b.text, b.under) == (block.mark, block.text, block.under))
        block.page.write_text(text[: now.start] + said + text[now.end :], encoding="utf-8")
        return
    assert said == block.text, f"{block.place} is out of date; with PAWPRINT_UPDATE_DOCS=1 it is written anew"


# --- what the blocks say ------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_every_block_of_yaml_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if block.language == "yaml":
            findings = Findings()
            reader.read_yaml(Source(block.place, block.text), findings)
            assert not list(findings), block.place


@marked("file: ")
def test_file_of_the_gallery_or_of_a_recipe_matches_its_page(block: Block) -> None:
    agrees(block, text_of(folder_of(block) / block.mark.removeprefix("file: ")))


@marked("begins: ")
def test_beginning_of_a_file_matches_its_page(block: Block) -> None:
    text = text_of(folder_of(block) / block.mark.removeprefix("begins: "))
    agrees(block, "".join(text.splitlines(keepends=True)[: block.text.count("\n")]))


def folder_of(block: Block) -> Path:
    """The folder of the files that the page quotes."""
    return block.page.parent if block.page.is_relative_to(COOKBOOK) else GALLERY


@pytest.mark.parametrize("kind", [*ELEMENT_KINDS, "bars", "effects"])
def test_example_of_an_element_is_its_plate(kind: str) -> None:
    (block,) = [block for block in ALL_BLOCKS if block.mark == f"gallery: {kind}"]
    plate = text_of(GALLERY / "layouts" / "faces" / "gallery" / f"{kind}.yaml")
    first, _, rest = plate.partition("\n")
    assert first == "extends: gallery/ground"
    assert block.under == {"bars": "Templates", "effects": "Rich text"}.get(kind, kind)
    agrees(block, rest)


@marked("record")
def test_record_with_the_declared_fields_is_good(block: Block, folder: Folder) -> None:
    folder.fields(fields_above(block).text, block.text)
    assert folder.findings() == []


def fields_above(block: Block) -> Block:
    return [b for b in blocks(block.page) if b.mark == "fields" and b.start < block.start][-1]


@marked("checks")
def test_checks_of_an_example_hold(block: Block, folder: Folder) -> None:
    game = text_of(folder.path / "catalog" / "garden" / "game.yaml").partition("checks:\n")[0]
    folder.write("catalog/garden/game.yaml", game + "checks:\n" + indented(block.text, 2))
    said = folder.run("check garden --list")
    assert "no findings" in said
    assert "failed" not in said


@marked("face")
def test_face_of_an_example_composes(block: Block, folder: Folder) -> None:
    folder.write("layouts/faces/garden/animal.yaml", f"palette: garden\n{block.text}")
    assert folder.findings() == []


@marked("component")
def test_declaration_of_an_example_can_be_used(block: Block, folder: Folder) -> None:
    for other in blocks(block.page):
        if other.under == block.under and other.mark.startswith("whole: "):
            folder.write(other.mark.removeprefix("whole: "), other.text)
    face, back = block.text.splitlines()
    folder.edit("catalog/garden/game.yaml", "face: garden/animal", face)
    folder.edit("catalog/garden/game.yaml", "back: garden/back", back)
    assert folder.findings() == []


@marked("boxes")
def test_boxes_of_an_example_build(block: Block, folder: Folder) -> None:
    for other in blocks(block.page):
        if other.under == block.under and other.mark.startswith("whole: "):
            folder.write(other.mark.removeprefix("whole: "), other.text)
    folder.edit("catalog/garden/game.yaml", "checks:", f"boxes:\n{indented(block.text, 2)}\nchecks:")
    assert folder.findings() == []
    assert "1 sheet of A4" in folder.run("build garden --only boxes --no-cache")


@marked("whole: ")
def test_file_of_an_example_can_be_used(block: Block, folder: Folder) -> None:
    folder.write(block.mark.removeprefix("whole: "), block.text)
    assert folder.findings() == []


@marked("$ ")
def test_command_prints_the_output_on_the_page(block: Block, folder: Folder) -> None:
    for table in blocks(block.page):
        if table.mark.startswith("csv: "):
            folder.write(table.mark.removeprefix("csv: "), table.text)
    agrees(block, folder.run(block.mark.removeprefix("$ ")))


@pytest.fixture(scope="module")
def new_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "my-game"
    assert CliRunner().invoke(app, ["new", str(folder)]).exit_code == 0
    return folder


@marked("new: ")
def test_command_in_a_new_game_prints_the_output_on_the_page(
    block: Block, new_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(new_game)
    agrees(block, CliRunner().invoke(app, block.mark.removeprefix("new: ").split()).stdout)


@each_page
def test_table_ends_before_a_heading(page: Path) -> None:
    assert re.findall(r"^\|.*\n#.*", _FENCE.sub("", text_of(page)), re.M) == []


def test_site_has_every_page_once() -> None:
    listed = re.findall(r"^ +- (?:[^:\n]*: )?(\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
    names = [page.relative_to(DOCS) for page in PAGES]
    pages = {name.as_posix() for name in names if "catalog" not in name.parts} | {"decisions/README.md"}
    assert sorted(listed) == sorted({*pages, "ARCHITECTURE.md", "CONTRIBUTING.md"})


#: What makes the garden a game that can be played, for the page about playing.
PLAYED = """
  - {id: G-3, about: no animal is there twice, needs: play}
  - {id: G-4, about: every animal is played, needs: play, happens: used, to: animals}
  - {id: G-5, about: no seat wins much more often, needs: play, seats: 1.5, severity: warning}
  - {id: G-6, about: the same seed plays the same game, needs: play, repeats: games}
"""


@marked("plays: ")
def test_report_matches_the_page(block: Block, folder: Folder) -> None:
    game = "catalog/garden/game.yaml"
    folder.edit(game, "languages: [en]", "languages: [en]\nrules: {engine: garden}")
    folder.write(game, text_of(folder.path / game).rstrip() + PLAYED)
    for words in block.mark.removeprefix("plays: ").split(" ;; "):
        said = folder.run(words)
    agrees(block, said)


@marked("own: ")
def test_own_rules_behave_as_on_the_page(block: Block, folder: Folder) -> None:
    here = [(one.mark, one.under) for one in blocks(block.page)]  # the page may have been written anew meanwhile
    for one in blocks(block.page)[: here.index((block.mark, block.under))]:
        kind, _, file = one.mark.partition(": ")
        if kind == "inserted":
            folder.edit("catalog/garden/game.yaml", "languages: [en]\n", f"languages: [en]\n{one.text}")
        elif kind == "sample":
            folder.sample(file)
        elif kind == "laid":
            folder.write(file, one.text)
        elif kind == "parts":
            folder.write(file, with_parts((folder.path / file).read_text(encoding="utf-8"), one.text))
    edits, _, words = block.mark.removeprefix("own: ").partition("$ ")
    words, _, lines = words.partition(" | ")
    for edit in filter(str.strip, edits.split(" ;; ")):
        file, old, new = (unescaped(part) for part in edit.split(" || "))
        folder.edit(file.strip(), old, new.rstrip())
    for command in words.split(" ;; "):
        said = folder.run(command)
    agrees(block, "".join(said.splitlines(keepends=True)[: int(lines)]) if lines else said)


@marked("says ")
def test_finding_matches_the_page(block: Block, folder: Folder) -> None:
    code, edits = block.mark.removeprefix("says ").split(": ", 1)
    edits, _, words = edits.partition(" $ ")
    record = [b for b in blocks(block.page) if b.mark == "record" and b.under == block.under]
    if record:
        folder.fields(fields_above(record[0]).text, record[0].text)
    for edit in filter(str.strip, edits.split(" ;; ")):
        file, old, new = (unescaped(part) for part in edit.split(" || "))
        folder.edit(file.strip(), old, new)
    found = folder.findings(words or "check garden")
    said = next((text for text in found if f"[{code}]" in text.splitlines()[0]), None)
    assert said, f"{block.place}: no finding {code} among {found}"
    agrees(block, said)


@pytest.fixture
def example_game(folder: Folder) -> ExampleGame:
    folder.sample("garden")
    page = {block.mark: block.text for block in blocks(DOCS / "own-rules.md")}
    return ExampleGame(
        folder.path / "catalog" / "garden", *(page[one] for one in ("stand", "situation", "effect", "functions"))
    )


def as_steps(text: str) -> Any:
    """The steps in a cell of a table: one, or several in [ ]."""
    return plain(text if text.startswith("[") else f"[{text}]")


@marked("tried")
def test_parts_of_own_rules_can_be_used(block: Block, folder: Folder, example_game: ExampleGame) -> None:
    example_game.game(merged(example_game.stand, plain(block.text)))
    assert "keep all promises" in folder.run("rules test garden")


def test_steps_of_own_rules_match_their_table(example_game: ExampleGame) -> None:
    table = list(rows(section("own-rules.md", "Steps")))
    game = example_game.tried([as_steps(row.examples[0]) for row in table])
    for number, row in enumerate(table):
        *actions, facts = row.then or ("{}",)
        example_game.play(game, [f"try_{number} heron", *actions], plain(facts))


ROWS = [(title, row) for title in ("Zones", "Values", "Who wins") for row in rows(section("own-rules.md", title))]


@pytest.mark.parametrize(("title", "row"), ROWS, ids=lambda one: one if isinstance(one, str) else one.examples[0][:40])
def test_examples_of_a_part_of_own_rules_can_be_used(
    title: str, row: Any, folder: Folder, example_game: ExampleGame
) -> None:
    part = plain(row.examples[0])
    parts = {"Zones": {"zones": {**part, "discard": {}}}, "Values": {"values": part}}.get(title, part)
    example_game.game(merged(example_game.stand, parts), played=title != "Zones")  # nothing is in some of them
    assert title == "Zones" or "keep all promises" in folder.run("rules test garden")


def test_expressions_of_own_rules_match_their_table(example_game: ExampleGame) -> None:
    pairs = [pair for row in rows(section("own-rules.md", "Expressions")) for pair in zip(*row, strict=True)]
    values = [plain(value) for _, value in pairs]
    steps: list[list[Any]] = []
    for number, (text, _) in enumerate(pairs):
        listed = isinstance(values[number], list)
        told = [{"event": f"shown_{number}", "of": ["item" if listed else text]}]
        steps.append([{"each": "item", "in": text, "do": told}] if listed else told)
    game = example_game.tried(steps)
    for number, (text, _) in enumerate(pairs):
        played = example_game.play(game, [f"try_{number} heron"], {})
        found = [event[1] for event in played.shown[-1].events if event[0] == f"shown_{number}"]
        value = values[number]
        assert found == (value if isinstance(value, list) else [value]), text


def unescaped(text: str) -> str:
    """`\\n` a new line, `\\xE9` that byte, `<<9 x>>` nine times x."""
    text = re.sub(r"<<(\d+) (.+?)>>", lambda match: match[2] * int(match[1]), text.replace("\\n", "\n"))
    return re.sub(r"\\x([89A-F][0-9A-F])", lambda match: chr(0xDC00 + int(match[1], 16)), text)


# --- nothing is left out ------------------------------------------------------------------------------------


def test_every_kind_of_element_has_a_section_in_the_order_of_the_contents() -> None:
    text = text_of(DOCS / "layouts.md")
    titles = [h[2] for h in headings(text) if h[1] == "###" and h[2] in ELEMENT_KINDS]
    assert sorted(titles) == sorted(ELEMENT_KINDS)
    assert re.findall(r"\[([a-z-]+)\]\(#\1\)", text)[: len(titles)] == titles


class Recorder(ElementReader):
    """Notes which properties an element asks for."""

    def __init__(self, kind: str) -> None:
        node = reader.read_yaml(Source("", f"kind: {kind}\n"), Findings())
        assert isinstance(node, reader.MappingNode)
        self.asked: list[str] = []
        super().__init__(node, kind, Findings(), Layouts((), Findings()), {}, {})

    def node_of(self, key: str, required: bool = False) -> Node | None:
        self.asked.append(key)
        return super().node_of(key, required)

    def allow(self, *keys: str) -> None:
        self.asked.extend(keys)
        super().allow(*keys)


def common_properties() -> set[str]:
    take = Recorder("any")
    Element(take)
    return set(take.asked)


def test_properties_of_all_elements_are_documented() -> None:
    text = section("layouts.md", "Elements").partition("\n### ")[0]
    assert set(named(text)) == common_properties()


@each_kind
def test_properties_of_each_element_are_documented(kind: str) -> None:
    take = Recorder(kind)
    make = ELEMENT_KINDS.get(kind)
    assert make is not None
    make(take)
    assert set(named(section("layouts.md", kind))) == set(take.asked) - common_properties()


def test_every_word_of_a_style_is_documented() -> None:
    assert set(named(section("layouts.md", "Styles"))) == {"extends", *STYLE_WORDS}


@pytest.mark.parametrize(
    ("title", "what"),
    [("Stocks", "stock 'x'"), ("Papers", "paper 'x'"), ("Fonts", "font family 'x'"), ("Faces", "face 'x'")],
)
def test_words_of_small_files_are_documented(title: str, what: str, asked: dict[str, set[str]], tmp_path: Path) -> None:
    for name, entry in (("stocks", "{}"), ("papers", "{}"), ("fonts", "{regular: {file: x.ttf}}")):
        (tmp_path / f"{name}.yaml").write_text(f"{name}:\n  x: {entry}\n")
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "x.yaml").write_text("about: nothing\n")
    Layouts([tmp_path], Findings()).face("x", None)
    words = asked[what] | asked.get("'regular' of font family 'x'", set()) if title == "Fonts" else asked[what]
    assert words <= set(named(section("layouts.md", title)))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """What is read -> the words that are asked for."""
    words: dict[str, set[str]] = {}
    node_of: Callable[..., Any] = MappingReader.node_of

    def recorded(take: MappingReader, key: str, required: bool = False) -> Any:
        words.setdefault(take.what, set()).add(key)
        return node_of(take, key, required)

    monkeypatch.setattr(MappingReader, "node_of", recorded)
    return words


def test_every_word_of_a_game_is_documented(asked: dict[str, set[str]], folder: Folder) -> None:
    more = "sources:\n  own: {kind: designed}\neditions:\n  plain: {}\n"
    folder.edit("catalog/garden/game.yaml", "components:", more + "components:")
    load_library(folder.path / "catalog", Findings())
    tables = section("catalog.md", "The file game.yaml")
    assert asked["game"] | asked["game 'garden'"] | asked["component 'animals'"] == set(first_words(tables)) - {
        "boards"
    }
    assert asked["source 'own'"] == set(named(section("catalog.md", "Where facts come from")))
    assert asked["edition 'plain'"] == set(named(section("catalog.md", "Several editions")))


@pytest.mark.parametrize("kind", [*FIELD_TYPES])
def test_every_type_of_field_and_its_words_are_documented(
    kind: str, asked: dict[str, set[str]], folder: Folder
) -> None:
    text = section("catalog.md", kind)
    assert re.search(r"\[" + kind + r"\]", text_of(DOCS / "catalog.md")) or kind
    for declared in (f"{{type: {kind}}}", *([f"{{{kind}: animals}}"] if kind in ("ref", "inverse") else [])):
        folder.fields(f"f: {declared}\n", "f: 1\n")
        load_library(folder.path / "catalog", Findings())
    common = set(named(section("catalog.md", "Fields").partition("\n### ")[0]))
    assert common == {"optional", "default", "about"}
    assert asked["field 'f'"] - common - {"type"} == set(named(text))
    assert "says" in [block.mark.split()[0] for block in ALL_BLOCKS if block.under == kind and block.mark]


@pytest.mark.parametrize("form", list(CHECK_KINDS))
def test_every_form_of_check_and_its_words_are_documented(form: str) -> None:
    text = section("checks.md", form)
    assert set(named(text)) == {form, *(word.name for word in CHECK_KINDS[form].words)}
    assert "```yaml" in text


def test_every_word_of_own_rules_is_documented() -> None:
    page = "own-rules.md"
    steps = [as_steps(row.examples[0]) for row in rows(section(page, "Steps"))]
    tried = [block.text for block in blocks(DOCS / page) if block.mark == "tried"]
    used = {word for word in STEP_WORDS if word in str(steps) or any(f"{word}: " in text for text in tried)}
    assert used == {*STEP_WORDS}
    in_table = {*named(section(page, "Steps"))} | coded(section(page, "Steps"))
    for word in STEP_WORDS:
        for key in (*STEP_WORDS[word].needed, *STEP_WORDS[word].optional):
            assert any(f"{key}:" in text for text in (*in_table, *tried)), (word, key)


def test_every_function_of_own_rules_is_documented() -> None:
    assert {name for name in FUNCTIONS if f"`{name}(" in section("own-rules.md", "Expressions")} == {*FUNCTIONS}


def test_every_key_of_own_rules_is_documented() -> None:
    tables = section("own-rules.md", "All keys").split("\n\n")
    top, below = [table for table in tables if table.strip().startswith("|")]
    assert set(named(top)) == {*TOP_KEYS}
    listed = {
        cells[1].strip().split()[-1]: set(re.findall(r"`([^`]+)`", cells[2]))
        for cells in (line.split("|") for line in below.splitlines()[2:])
    }
    assert listed == {part: {*keys} for part, keys in PART_KEYS.items()}


def test_every_filter_is_documented() -> None:
    environment = expressions._environment()
    assert set(named(section("layouts.md", "Templates"))) == set(environment.filters)


def test_table_of_typography_is_true() -> None:
    rows = [line.strip("| ").split(" | ") for line in section("layouts.md", "Typography").splitlines()]
    typed = [(row[0].strip("`"), *row[1:]) for row in rows if len(row) == 3 and row[0].count("`") == 2]
    checked = [row for row in typed if row[1][-1] in "”t…4"]
    assert len(checked) == 4
    for words, english, french in checked:
        assert set_text(words, "en") == english
        assert re.sub("[\u00a0\u202f]", " ", set_text(words, "fr")) == french


#: Read, and then refused or left out.
NOT_DRAWN = {"foreignObject"}


def test_elements_and_attributes_of_drawings_are_documented() -> None:
    text = section("layouts.md", "Drawings and images")
    assert {*SVG_ELEMENTS, *PRESENTATION} - NOT_DRAWN <= coded(text)


def test_every_field_of_the_cover_is_documented(folder: Folder) -> None:
    game = load_library(folder.path / "catalog", Findings()).games["garden"]
    pieces = [(game.components["animals"], record) for record in game.all_records]
    fields = cover_fields(game, "en", pieces, 1, 9, "off", "A4")
    table = section("printing.md", "The cover page")
    assert set(named(table)) == set(fields)
    assert {f"item.{name}" for name in fields["components"][0]} <= coded(table)


def test_bundled_stocks_and_papers_are_documented() -> None:
    layouts = Layouts([pipeline.bundled("layouts")], Findings())
    rows = [
        line.split(" | ") for line in section("layouts.md", "Stocks").splitlines() if " mm x " in line and "|" in line
    ]
    assert {row[0].strip("| `"): row[1:3] for row in rows} == {
        stock.name: [str(stock.trim), str(stock.safe)] for stock in layouts.stocks.values()
    }
    assert set(layouts.papers) <= coded(section("layouts.md", "Papers"))


def test_table_of_sheets_is_true() -> None:
    layouts = Layouts([pipeline.bundled("layouts")], Findings())
    lines = [line for line in section("printing.md", "How many fit").splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]
    assert [row[0] for row in rows] == list(layouts.stocks)
    for row in rows:
        for title, cell in list(zip(head, row, strict=True))[1:-1]:
            paper, _, how = title.partition(", ")
            args = {"duplex": "gutterfold"} if how == "folded" else {"bleed": mm(3)} if how else {}
            assert cell == slots(layouts, row[0], paper, **args), (row[0], title)


def slots(layouts: Layouts, stock: str, paper: str, duplex: str = "long-edge", **more: Any) -> str:
    known, make = layouts.papers[paper], layouts.stocks[stock]
    how = Duplex.OFF if make.stand else Duplex(duplex)  # a strip has both sides on it
    plan = SheetPlan(paper=known.size, margin=known.margin, duplex=how, **more)
    grid, tiling = fit(plan, make.cut), split(plan, make.cut)
    return str(grid.slots) if grid else f"1/{tiling.sheets}" if tiling else "0"


def codes_documented() -> Iterator[tuple[str, str]]:
    """(group, code) of each finding, in the order of the page."""
    group = ""
    for heading in headings(text_of(DOCS / "findings.md")):
        if heading[1] == "##":
            group = heading[2]
        elif heading[1] == "###":
            yield group, heading[2]


def test_every_finding_is_documented_once_and_in_order() -> None:
    documented = list(codes_documented())
    assert sorted(code for _, code in documented) == sorted(CODES)
    groups = list(dict.fromkeys(group for group, _ in documented))
    assert documented == sorted(documented, key=lambda entry: (groups.index(entry[0]), entry[1]))


@pytest.mark.parametrize("code", CODES)
def test_finding_has_its_severity_its_meaning_and_an_example(code: str) -> None:
    text = section("findings.md", code)
    severity, meaning = CODES[code]
    words = text.partition("<!--")[0].split()
    assert " ".join(words).lower().startswith(f"*{severity.value}.* {meaning.lower()}.")
    assert len(words) <= 26, "the severity, and 25 words for the meaning and what to do"
    (block,) = [block for block in ALL_BLOCKS if block.page.name == "findings.md" and block.under == code]
    assert block.mark.startswith(f"says {code}: ")


@marked("products: ")
def test_all_products_of_a_service_are_listed(block: Block) -> None:
    service = read_service(Layouts([pipeline.bundled("layouts")], Findings()), block.mark.split()[1], Findings())
    assert service is not None
    agrees(block, "\n".join(product_lines(kind, service.products.values()) for kind in PRODUCT_KINDS))


def product_lines(kind: str, products: Iterable[ServiceProduct]) -> str:
    """The products of a kind and their sizes, three to a line."""
    found = sorted(((product, size_of(product)) for product in products if product.kind == kind), key=by_unit)
    cells = [f"{product.name} {size}".ljust(42) for product, size in found]
    lines = ["".join(cells[start : start + 3]).rstrip() for start in range(0, len(cells), 3)]
    return f"{kind}\n" + "".join(f"  {line}\n" for line in lines)


def size_of(product: ServiceProduct) -> str:
    return " x ".join(f"{side.mm:g}" for side in product.trim) if product.trim else f"{product.pixels} px"


def by_unit(entry: tuple[ServiceProduct, str]) -> bool:
    return entry[1].endswith("px")


def test_print_service_of_the_page_can_be_used(folder: Folder) -> None:
    (block,) = [block for block in ALL_BLOCKS if block.mark == "whole: layouts/services/press.yaml"]
    folder.write(block.mark.removeprefix("whole: "), block.text)
    assert "7 files" in folder.run("export service garden --name press")
    assert (folder.path / "export/garden/service/en/animals/faces/001-face-snail.png").is_file()


# --- commands -----------------------------------------------------------------------------------------------

COMMAND: Any = typer.main.get_command(app)


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its words: `table export` for one of a group."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


COMMANDS = dict(commands(COMMAND))


def options(command: Any) -> set[str]:
    return {
        name
        for parameter in command.params
        if parameter.param_type_name == "option"
        for name in (*parameter.opts, *parameter.secondary_opts)
    }


def options_of_several(page_section: str, group: str = "") -> Iterator[tuple[list[str], Callable[[str], bool]]]:
    """The options in a table whose second column lists commands, and the test for a command that has them."""
    for line in page_section.splitlines():
        if line.startswith("| `--"):
            cell = line.split(" | ")[1]
            listed, _, excepted = cell.partition(" but not ")
            within = [group] if cell == "all" else [group + command for command in sorted(coded(listed))]
            yield first_words(line), partial(is_listed, within, [group + command for command in coded(excepted)])


def is_listed(within: list[str], excepted: list[str], name: str) -> bool:
    return any(f"{name} ".startswith(f"{command.strip()} ") for command in within) and name not in excepted


def shared_options(name: str) -> set[str]:
    """The options of a command that are in a table of several commands."""
    tables = [*options_of_several(section("commands.md", "Options of many commands"))]
    targets = section("commands.md", "pawprint export").partition("\n### ")[0]
    tables += options_of_several(targets, "export ")
    shared = {option for found, has in tables if has(name) for option in found}
    if name == "print":
        shared |= set(first_words(section("commands.md", "pawprint build"))) - {"--changed"}
    return shared


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_its_options_are_documented(name: str) -> None:
    text = section("commands.md", f"pawprint {name}")
    shared = shared_options(name)
    assert shared <= options(COMMANDS[name])
    assert set(first_words(text)) == options(COMMANDS[name]) - shared
    assert re.search(r"^pawprint " + name, text, re.M)


def test_common_options_are_documented() -> None:
    text = text_of(DOCS / "commands.md").partition("\n## ")[0]
    assert options(COMMAND) | {"--help"} == {word for word in named(text) if word.startswith("-")}


def test_formats_of_findings_are_documented() -> None:
    assert set(FORMATS) <= coded(section("commands.md", "pawprint check"))


def test_pages_name_only_existing_options() -> None:
    known = set.union(options(COMMAND), {"--help"}, *(options(command) for command in COMMANDS.values()))
    for script in (DOCS / "make_pictures.py", ROOT / "tests/bench/peers.py"):  # pages name options of these, too
        known |= set(re.findall(r"--[a-z]+", script.read_text(encoding="utf-8")))
    for page in [*PAGES, *READMES]:
        for option in re.findall(r"(?<![\w(-])--[a-z][a-z-]*", text_of(page)):
            assert option in known, f"{page.name}: {option}"


# --- pictures and links -------------------------------------------------------------------------------------


def pictures_in(page: Path) -> list[str]:
    found = re.findall(r"!\[[^\]]+\]\(([^)]+)\)|<(?:img|source) [^>]*src(?:set)?=\"([^\"]+)\"", text_of(page))
    return [markdown or html for markdown, html in found]


#: The first bytes of pictures; those of scenes, which look like photographs, are JPEG.
STARTS = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff", ".webp": b"RIFF"}


def most_bytes(name: str) -> int:
    if name.startswith("element-"):
        return 25_000
    if name.endswith(".webp"):
        return 2_500_000
    return 200_000 if name == "front.jpg" else 150_000 if name.startswith("preview-") else 60_000


def test_every_picture_exists_and_is_small_enough() -> None:
    shown = [(page.parent / name).resolve() for page in [*PAGES, ROOT / "README.md"] for name in pictures_in(page)]
    assert sorted(set(shown)) == sorted((DOCS / "img").resolve().iterdir()), "a picture is missing, or shown nowhere"
    for path in shown:
        data = path.read_bytes()
        assert data.startswith(STARTS[path.suffix]), path.name
        assert len(data) <= most_bytes(path.name), path.name


@each_kind
def test_every_element_has_its_picture(kind: str) -> None:
    assert f"](img/element-{kind}.png)" in section("layouts.md", kind)


@pytest.mark.parametrize("name", ["element-panel.png", "sheet-grid.png"])
def test_redrawn_picture_has_the_same_size(name: str) -> None:
    made = next(row.make() for row in picture_script().pictures() if row.name == name)
    assert made[16:24] == (DOCS / "img" / name).read_bytes()[16:24], "width and height"
    assert struct.unpack(">II", made[16:24]) > (100, 100)


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    text = _FENCE.sub("", text_of(page))
    for target in re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", text):
        if target.startswith(("https://", "http://")):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(there), f"{page.name}: {target}"


def anchors(page: Path) -> set[str]:
    """What links to headings of *page* look like, as code hosts make them."""
    return {re.sub(r"[^\w -]", "", heading[2].lower()).strip().replace(" ", "-") for heading in headings(text_of(page))}


# --- the gallery itself -------------------------------------------------------------------------------------


def test_gallery_builds_without_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    folders = f"--catalog {GALLERY / 'catalog'} --layouts {GALLERY / 'layouts'}"
    runner = CliRunner()
    checked = runner.invoke(app, ["check", *folders.split()])
    assert "no findings" in checked.output, checked.output
    built = runner.invoke(app, ["build", *folders.split(), "--bleed", "3mm", "--out", str(tmp_path), "--quiet"])
    assert (built.exit_code, built.output) == (0, "")
    assert {path.name for path in tmp_path.rglob("*.pdf")} >= {
        "gallery-boards-en-a4-bleed-3mm.pdf", "gallery-cards-plate-en-a4-bleed-3mm.pdf",
        "gallery-cards-poker-en-a4-bleed-3mm.pdf", "gallery-tiles-en-a4-bleed-3mm.pdf",
        "gallery-tokens-en-a4-bleed-3mm.pdf", "garden-cards-en-a4-bleed-3mm.pdf",
        "gallery-reference-en-a4.pdf", "garden-reference-en-a4.pdf",
    }  # fmt: skip


@each_kind
def test_gallery_has_a_plate_for_every_element(kind: str) -> None:
    game = load_library(GALLERY / "catalog", Findings()).games["gallery"]
    assert game.components[kind].faces == (f"gallery/{kind}",)
    assert [record.id for record in game.pieces(kind)] == [kind]

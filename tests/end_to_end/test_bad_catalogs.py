"""Every fault gives its finding: the right one, at the right place, once, with what to do about it.

The cases stand in `bad_catalogs/`; its README says how they are written. At the end of this file are the faults that
no file in a repository should carry, and wishes that no game can fulfil.
"""

import re
import struct
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from export.faults import FAULTS
from pawprint.catalog.library import load_game
from pawprint.check import playtest
from pawprint.check.playable import check_rules
from pawprint.cli.app import app
from pawprint.core.diagnostics import CODES, Diagnostic, Findings, Severity
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, export
from pawprint.interchange.spreadsheets import worksheet_files as tables
from pawprint.interchange.spreadsheets.exchange import plan_import
from pawprint.play import scenario
from pawprint.play.simulation import WorkerPool
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import Calibration, PrinterProfile
from play.garden import plant
from strategies import examples

FOLDER = Path(__file__).parents[1] / "bad_catalogs"
CASES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "base")

#: `#! 17 unknown-reference: did you mean 'fox'?`
_NOTE = re.compile(r"#! (\d+) ([a-z-]+): (.*?)(?= *#! \d|$)")
#: `den/art/fox.svg:3:4 bad-svg: words`
_LINE = re.compile(r"(-|\S+:\d+:\d+) ([a-z-]+): (.*)")

#: No fault may take longer; a guard against what never ends, not a measurement.
PATIENCE = 5.0


class Expected(NamedTuple):
    """A finding: where, which, and words from its message or help."""

    place: str
    code: str
    words: str

    @classmethod
    def of(cls, line: str) -> "Expected":
        """From `FILE:LINE:COLUMN code: words`, or `- code: words` for a finding without a place."""
        match = _LINE.fullmatch(line)
        assert match, f"'{line}' is not FILE:LINE:COLUMN code: words"
        return cls(*match.groups())

    def meets(self, finding: Diagnostic) -> bool:
        place = "-" if finding.span is None else str(finding.span)
        return (place, finding.code) == (self.place, self.code) and self.words in f"{finding.message} {finding.help}"


def notes(folder: Path) -> Iterator[Expected]:
    """What the files of a case say should be found."""
    for path in sorted(folder.rglob("*.yaml")):
        name = path.relative_to(folder).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for column, code, words in _NOTE.findall(line):
                yield Expected(f"{name}:{number}:{column}", code, words.strip())
    listed = folder / "expected.txt"
    if listed.is_file():
        yield from map(Expected.of, listed.read_text(encoding="utf-8").splitlines())


def found() -> tuple[Diagnostic, ...]:
    """What checking and then building the catalog in the current folder finds."""
    workspace = pipeline.load(Path(), [Path("layouts")])
    pipeline.check(workspace)
    findings, _ = pipeline.build_all(Path(), [Path("layouts")], (), BuildOptions())
    workspace.findings.extend(findings)
    return workspace.findings.sorted()


def shown(*findings: Diagnostic) -> str:
    return "\n".join(f"{one.span or '-'} {one.code}: {one.message} (help: {one.help})" for one in findings)


def hold(expected: list[Expected], findings: tuple[Diagnostic, ...]) -> None:
    """Every finding is expected, every expectation is met, and all findings help."""
    left = [*expected]
    for finding in findings:
        met = next((one for one in left if one.meets(finding)), None)
        assert met, f"not expected:\n{shown(finding)}\nstill expected: {left}"
        left.remove(met)
        assert finding.help or finding.code == "bad-svg", f"no help:\n{shown(finding)}"
    assert not left, f"not found: {left}; only\n{shown(*findings)}"


def found_by_build(*options: str) -> tuple[Diagnostic, ...]:
    """What checking finds, and then the command that builds; if there is an error, that command writes nothing."""
    workspace = pipeline.load(Path(), [Path("layouts")])
    pipeline.check(workspace)
    build_all, findings = pipeline.build_all, workspace.findings

    def build(catalog: Path, layouts: list[Path], *rest: Any) -> tuple[tuple[Diagnostic, ...], list[Print]]:
        built, prints = build_all(catalog, layouts[:1], *rest)  # without the bundled ones
        findings.extend(built)
        return built, prints

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "build_all", build)
        folders = ["--catalog", ".", "--layouts", "layouts", "--out", "out"]
        done = CliRunner().invoke(app, ["build", *folders, *options])
    failed = any(finding.severity is Severity.ERROR for finding in findings)
    assert (done.exit_code, "nothing was written" in done.stderr) == (failed, failed), done.output
    assert Path("out").exists() == (done.stdout != "") == (not failed)
    return findings.sorted()


@pytest.fixture
def patience() -> Iterator[None]:
    started = time.process_time()
    yield
    assert time.process_time() - started < PATIENCE


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("case", CASES)
def test_fault_is_found(case: str, den: Callable[..., Path]) -> None:
    den(FOLDER / case)
    expected = [*notes(FOLDER / case)]
    assert expected, f"{case} expects nothing: write a note beside the fault"
    hold(expected, found_by_build("--no-cache"))


# --- made here: what no file in a repository should carry ---------------------------------------------------

CARDS = (FOLDER / "base" / "den" / "cards.yaml").read_text(encoding="utf-8")
RECORD = b"animals:\n  - {id: fox, level: 2, diet: meat, name: %b}\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
WITH_IMAGE = b"palette: den\nelements:\n  - {kind: image, image: map.png, size: [9 mm, 9 mm]}\n"


def png(width: int, height: int) -> bytes:
    """The beginning of a picture of that size, and nothing of the picture."""
    header = struct.pack(">4sIIBBBBB", b"IHDR", width, height, 8, 2, 0, 0, 0)
    chunks = [
        struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body)) for body in (header, b"IDAT")
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


#: name -> the files that differ from those of the base game, and what is found.
MADE: dict[str, tuple[dict[str, bytes], list[str]]] = {
    "not UTF-8": (
        {"den/cards.yaml": CARDS.encode("latin-1")},
        ["den/cards.yaml:2:29 file-unreadable: byte 0xE8 cannot be read"],
    ),
    "UTF-16": (
        {"den/cards.yaml": CARDS.encode("utf-16")},
        ["den/cards.yaml:1:1 file-unreadable: save the file as UTF-8"],
    ),
    "a folder instead of a file": (
        {"den/game.yaml/x": b""},
        ["den/game.yaml:1:1 file-unreadable: cannot be read"],
    ),
    "a folder instead of a component's file": (
        {"den/cards.yaml/x": b""},
        ["den/game.yaml:9:5 file-missing: there is no file cards.yaml"],
    ),
    "NUL": (
        {"den/cards.yaml": CARDS.replace("Hare", "Ha\0re").encode()},
        ["den/cards.yaml:2:41 yaml-syntax: remove the control character"],
    ),
    "escape": (
        {"den/cards.yaml": CARDS.replace("Hare", "Ha\x1b[2Jre").encode()},
        ["den/cards.yaml:2:41 yaml-syntax: remove the control character"],
    ),
    "200 000 brackets": (
        {"den/cards.yaml": b"animals: " + b"[" * 200_000},
        ["den/cards.yaml:1:49 yaml-too-deep: nested more than 40 levels deep"],
    ),
    "200 000 braces": (
        {"den/cards.yaml": b"animals: " + b"{a: " * 200_000},
        ["den/cards.yaml:1:166 yaml-too-deep: nested more than 40 levels deep"],
    ),
    "200 000 dashes": (
        {"den/cards.yaml": b"- " * 200_000},
        ["den/cards.yaml:1:81 yaml-too-deep: nested more than 40 levels deep"],
    ),
    "a text of 10 MB": (
        {"den/cards.yaml": RECORD % (b"x" * 10_000_000)},
        ["den/cards.yaml:1:1 file-too-large: 10.0 MB"],
    ),
    "a text of 1 MB": (
        {"den/cards.yaml": RECORD % (b"x" * 1_000_000)},
        ["den/cards.yaml:2:43 file-too-large: a text of 1,000,000 characters"],
    ),
    "a name of 49 000 letters": (
        {"den/cards.yaml": RECORD % (b"x" * 49_000)},
        ["den/cards.yaml:2:43 overset: mm too wide"],
    ),
    "a name of 16 000 words": (
        {"den/cards.yaml": RECORD % (b"ab " * 16_000)},
        ["den/cards.yaml:2:43 overset: mm too high"],
    ),
    "a drawing that is not UTF-8": (
        {"den/art/fox.svg": SVG + b"<title>\xe9</title></svg>"},
        ["den/art/fox.svg:1:68 bad-svg: save the file as UTF-8"],
    ),
    "a drawing of 250 000 lines": (
        {"den/art/fox.svg": SVG + b'<path d="M0 0' + b"L1 1" * 250_000 + b'"/></svg>'},
        ["den/art/fox.svg:1:70 bad-svg: more than 100000 segments"],
    ),
    "a drawing of 5 MB": (
        {"den/art/fox.svg": SVG + b"<title>" + b"x" * 5_000_000 + b"</title></svg>"},
        ["den/art/fox.svg:1:1 bad-svg: is larger than 4 MB"],
    ),
    "a drawing of 20 000 groups": (
        {"den/art/fox.svg": SVG + b"<g>" * 20_000},
        ["den/art/fox.svg:1:239 bad-svg: more than 60 deep"],
    ),
    "a drawing of 30 000 circles": (
        {"den/art/fox.svg": SVG + b'<circle r="1"/>' * 30_000},
        ["den/art/fox.svg:1:300047 bad-svg: more than 20000 elements"],
    ),
    "an empty drawing": (
        {"den/art/fox.svg": b""},
        ["den/art/fox.svg:1:1 bad-svg: no element found"],
    ),
    "a picture of 177 million pixels": (
        {"layouts/faces/animal.yaml": WITH_IMAGE, "den/images/map.png": png(13_300, 13_300)},
        ["layouts/faces/animal.yaml:3:6 bad-image: 13300 x 13300 pixels; 175 million are the limit of PNG files"],
    ),
    "a picture of 3600 million pixels": (
        {"layouts/faces/animal.yaml": WITH_IMAGE, "den/images/map.png": png(60_000, 60_000)},
        ["layouts/faces/animal.yaml:3:6 bad-image: 'map.png'"],
    ),
    "a picture without size": (
        {"layouts/faces/animal.yaml": WITH_IMAGE, "den/images/map.png": png(0, 0)},
        ["layouts/faces/animal.yaml:3:6 bad-image: 'map.png'"],
    ),
}


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize("name", MADE)
def test_generated_fault_is_reported(name: str, den: Callable[..., Path]) -> None:
    files, expected = MADE[name]
    den(files)
    hold([Expected.of(line) for line in expected], found_by_build())


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize(
    "text", ["animals: []\n" + "a: 1\n" * 50_000, "animals:\n" + "- {}\n" * 50_000], ids=["keys", "records"]
)
def test_countless_faults_end(text: str, den: Callable[..., Path]) -> None:
    den({"den/cards.yaml": text})
    assert 1 <= len(found()) <= 10_000


# --- wishes that no game can fulfil -------------------------------------------------------------------------

DESK = PrinterProfile(
    name="desk",
    calibrations=(Calibration(paper=Size(mm(210), mm(297)), flip="long-edge", misregistration=Misregistration(1.0)),),
)
WISHES: list[tuple[dict[str, Any], str]] = [
    ({"games": ["denn"]}, "- unknown-game: did you mean 'den'?"),
    ({"components": ("animal",)}, "- unknown-component: did you mean 'animals'?"),
    ({"cards": ("animals/hara",)}, "- unknown-piece: did you mean 'hare'?"),
    ({"languages": ("frr",)}, "- unknown-language: did you mean 'fr'?"),
    ({"edition": "core"}, "- unknown-edition: the game has no editions"),
    ({"paper": "A44"}, "- unknown-paper: did you mean 'A4'?"),
    ({"printer": PrinterProfile(name="desk")}, "- printer-not-set: pawprint printer calibrate --paper A4 --flip long"),
    ({"printer": DESK}, "- bleed-too-small: moves backs by up to 1.00 mm; their bleed is 0 mm"),
    ({"sleeves": "thick"}, "- unknown-sleeve: there are none yet"),
    ({"paper": "1x1mm"}, "- unknown-paper: sides are from 40 mm to 2000 mm"),
    ({"paper": "99999999999999999999999999999x1m"}, "- unknown-paper: papers are A4; or WxH"),
]


@pytest.mark.parametrize(("wish", "expected"), WISHES, ids=str)
def test_wish_that_cannot_be_fulfilled_is_a_finding(
    wish: dict[str, Any], expected: str, den: Callable[..., Path]
) -> None:
    den()
    games = wish.pop("games", ())
    findings, prints = pipeline.build_all(Path(), [Path("layouts")], games, BuildOptions(**wish))
    hold([Expected.of(expected)], findings)
    assert games or not prints or findings


#: Options of `pawprint export cut`.
CUT = [
    ({"machine": "siluette"}, "- unknown-machine: did you mean 'silhouette'?"),
    ({"paper": "70x60mm"}, "den/game.yaml:9:12 too-large-to-cut: take a larger paper"),
    ({"skip": tuple(map(str, range(1, 19)))}, "den/game.yaml:9:12 places-skipped: name fewer places with --skip"),
    ({"paper": "900x900mm"}, "- does-not-fit: take a smaller paper"),
]


@pytest.mark.parametrize(("wish", "expected"), CUT, ids=str)
def test_sheets_that_no_machine_can_cut_are_a_finding(
    wish: dict[str, Any], expected: str, den: Callable[..., Path]
) -> None:
    den()
    workspace = pipeline.load(Path(), [Path("layouts"), pipeline.bundled("layouts")])
    assert [*export(workspace, EXPORTERS["cut"](**wish), ExportOptions())] == []
    hold([Expected.of(expected)], workspace.findings.sorted())


#: Copies of a card, and what `pawprint export pcio` finds.
ROOMS = [(1300, "- room-too-large: leave components out with --component")]


@pytest.mark.parametrize(("copies", "expected"), ROOMS)
def test_room_with_more_things_than_its_table_opens_is_a_finding(
    copies: int, expected: str, den: Callable[..., Path]
) -> None:
    cards = (FOLDER / "base" / "den" / "cards.yaml").read_text(encoding="utf-8")
    den({"den/cards.yaml": cards.replace("id: hare,", f"id: hare, copies: {copies},")})
    workspace = pipeline.load(Path(), [Path("layouts"), pipeline.bundled("layouts")])
    assert [*export(workspace, EXPORTERS["pcio"](dpi=20), ExportOptions(languages=("fr",)))]  # type: ignore[call-arg]
    hold([Expected.of(expected)], workspace.findings.sorted())


# --- scenarios ----------------------------------------------------------------------------------------------

#: What stands in a scenario, and what is found.
SCENARIOS = [
    ("clans: {G: {values: [1], chief: {does: fly-away}}}", "2:44 unknown-effect: known are dodge, extra-attack"),
    ("clans: {G: {values: [1]}, R: {value: 2}}", "2:48 bad-scenario: did you mean 'values'?"),
    ("clans: {G: {values: [1]}, R: {values: [2]}}", "3:16 scenario-failed: over should be false; it is true"),
]


@pytest.mark.parametrize(("fixture", "expected"), SCENARIOS)
def test_fault_of_a_scenario_is_found(fixture: str, expected: str, den: Callable[..., Path]) -> None:
    lines = ["game: pocket-cats", f"fixture: {{{fixture}}}", "expect: {over: false}", "state: {board: [[G1]]}"]
    den({"x.yaml": "\n".join(lines)})
    findings = Findings()
    read = scenario.read_scenario(Path("x.yaml"), findings)
    assert read is not None
    scenario.check_scenario(read, lambda name: None, findings)
    hold([Expected.of(f"x.yaml:{expected}")], findings.sorted())


# --- spreadsheets -------------------------------------------------------------------------------------------

#: Tables of the animals, and what importing them finds.
TABLES = [
    ("name.en,level\nFox,2\n", "t.csv:1:1 bad-table: its first row names the columns: id, name.fr"),
    ('id,level\nfox,"2\n', "t.csv:2:5 bad-table: add a quote after it"),
    ("id,levle\nfox,2\n", "t.csv:1:4 unknown-column: did you mean 'level'?"),
    ("id,tint\nhare,02-Jan\n", "t.csv:2:6 converted-cell: format the cell as text"),
    ("id,level,diet\nrabbit,1,plants\nfox,2,meat\n", "t.csv:2:1 renamed-id: ids are changed in the YAML"),
    ("id,prey\nhare,fox\n", "t.csv:2:6 cannot-edit: the anchor &none, which is used elsewhere"),
    ("id,diet\nfox,moat\n", "t.csv:2:5 unknown-choice: did you mean 'meat'?"),
]


@pytest.mark.parametrize(("table", "expected"), TABLES)
def test_fault_of_a_table_is_found(table: str, expected: str, den: Callable[..., Path]) -> None:
    shared = "prey: &none [], tint: 1-2"
    cards = CARDS.replace("shy: true", f"shy: true, {shared}").replace("prey: [hare]", "prey: *none")
    den({"den/cards.yaml": cards, "t.csv": table})
    findings = Findings()
    game = load_game(Path("den"), findings)
    assert game is not None
    sheets = tables.read_file(Path("t.csv"), findings)
    plan_import(game, [(game.components["animals"], sheet) for sheet in sheets], findings)
    hold([Expected.of(expected)], findings.sorted())


# --- playing ------------------------------------------------------------------------------------------------

#: Fields of the three animals of a game that is played, and what is found.
PLAYED = [
    ("{level: 1, copies: 9}", "{level: 2, prey: [a], copies: 9}", "{level: 3, copies: 2}",
     ["cards.yaml:4:6 card-unplayed: playing it is never legal"]),
    ("{level: 1}", "{level: 1}", "{level: 1}", ["game.yaml:4:9 game-broken: 3 cards are too few"]),
    ("{level: 1, copies: 9}", "{level: 1, copies: 0}", "{level: 1, copies: 0}",
     ["game.yaml:4:9 loss-forced: player 2 of 2 players loses 600 of 600 games without ever having a choice",
      "game.yaml:4:9 seat-unfair: player 2 of 2 players wins 0.0%"]),
]  # fmt: skip


@pytest.mark.parametrize(("one", "two", "three", "expected"), PLAYED)
def test_fault_that_playing_finds(
    one: str, two: str, three: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    (tmp_path / "x").mkdir()
    monkeypatch.chdir(tmp_path / "x")
    fields = "{level: int, prey: {type: list, of: {ref: animals}}}"
    declared = f"components:\n  animals: {{kind: data, file: cards.yaml, fields: {fields}}}\n"
    Path("game.yaml").write_text(f"id: x\ntitle: X\nlanguages: [en]\nrules: {{engine: garden}}\n{declared}")
    records = [f"  - {{id: {name}, {rest[1:]}\n" for name, rest in zip("abc", (one, two, three), strict=True)]
    Path("cards.yaml").write_text("animals:\n" + "".join(records))
    findings = Findings()
    game = load_game(Path(), findings)
    assert game is not None
    with WorkerPool(1) as crew:
        playtest.play(game, (), findings, crew, games=200)
    hold([Expected.of(one) for one in expected], findings.sorted())


#: Checks of a game with the events `play` and `eat`, and what is found without playing it.
ASKED = [
    ("happens: eats", "33 unknown-event: did you mean 'eat'?"),
    ("happens: [eat.1, eat.3], to: animals", "41 unknown-event: did you mean 'eat.2'?"),
    ("never: sleep", "31 unknown-event: events are eat, eat.1, eat.2, play"),
    ("happens: used", "33 unknown-event: give it to: a component"),
    ("happens: eat, to: animals, by: \"'late'\"", "33 unknown-event: 'eat late', which the rules never emit"),
    ("same: mercie, without: animals.prey", "30 unknown-event: did you mean 'mercy'?"),
]


@pytest.mark.parametrize(("asked", "expected"), ASKED)
def test_check_of_an_unreported_event_is_reported(
    asked: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    (tmp_path / "x").mkdir()
    monkeypatch.chdir(tmp_path / "x")
    fields = "{level: {type: int, default: 1}, prey: {type: list, of: {ref: animals}}}"
    declared = f"components:\n  animals: {{kind: data, file: cards.yaml, fields: {fields}}}\nchecks:\n"
    fine = "- {id: B, needs: play, happens: [used, eat, eat.2], to: animals}\n- {id: C, needs: play, never: eat}\n"
    checks = f"- {{id: A, needs: play, {asked}}}\n{fine}"
    Path("game.yaml").write_text(f"id: x\ntitle: X\nlanguages: [en]\nrules: {{engine: garden}}\n{declared}{checks}")
    Path("cards.yaml").write_text("animals: [{id: a, copies: 6}]\n")
    findings = Findings()
    game = load_game(Path(), findings)
    assert game is not None, [*findings]
    check_rules(game, findings)
    hold([Expected.of(f"game.yaml:8:{expected}")], findings.sorted())


#: Rulebooks of a den with the options `fault` and `mercy`, and what is found in them.
RULEBOOKS = [
    ("{{ assume(mercy=true) }}", "11 rule-differs: the game is played with 'false'"),
    ("{{ assume(mercy='no') }}", "11 unknown-choice: it can be false, true"),
    ("{{ assume(merci=true) }}", "11 unknown-field: did you mean 'mercy'?"),
    ("{% if rules.mercy %}None.{% endif %}", "13 rule-not-covered: nothing is written here for the value 'false'"),
    ('{% if rules.fault == "crahs" %}{% else %}{% endif %}', "23 unknown-choice: did you mean '\"crash\"'?"),
]


@pytest.mark.parametrize(("text", "expected"), RULEBOOKS)
def test_rulebook_that_contradicts_the_options(
    text: str, expected: str, den: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    game = (FOLDER / "base" / "den" / "game.yaml").read_text(encoding="utf-8")
    cards = (FOLDER / "base" / "den" / "cards.yaml").read_text(encoding="utf-8")
    den({
        "den/game.yaml": game.replace("components:", "rules: {engine: garden}\ncomponents:", 1),
        "den/cards.yaml": cards.replace("level: 1", "level: 1, copies: 6"),
        "den/rulebook/en.md": f"# Den\n\n{text}\n",
        "den/rulebook/fr.md": f"# Terrier\n\n{text.replace('None', 'Rien')}\n",
    })  # fmt: skip
    en, fr = (Expected.of(f"den/rulebook/{language}.md:3:{expected}") for language in ("en", "fr"))
    hold([en, fr], found())


# --- faults that nobody thought of --------------------------------------------------------------------------

#: What may stand where something else should.
ODD = [
    *(None, "", " ", "x", 0, -1, 2.5, 1e300, 10**30, True, "no", [], {}, [[]], [{}], {"a": 1}, ["a"], [1, 2]),
    *("{{ name }}", "{{ prey }}", "{{ level / 0 }}", "{{", "{% if", "1 mm", "-5 mm", "100%", "fill", "auto", "#fff"),
    *("ink", "none", "fox", "animals", "animal", "a:b", "../x", "\0", "\x1b", "é", "x" * 300, "9" * 400, "a\nb", "**"),
    *({"by": "level"}, {"by": "prey", 1: "ink"}, {"fr": "a"}, {"fr": "a", "en": "b"}, {"not": "level"}, ":nope:"),
    *(["1 mm", "1 mm"], ["0", "0"], ["-1 mm", "200%"], ["fill", "auto"]),
]  # fmt: skip
FILES = sorted(path.relative_to(FOLDER / "base").as_posix() for path in (FOLDER / "base").rglob("*.yaml"))


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where in plain data something stands."""
    yield path
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield from places(value, (*path, key))


def spoiled(data: Any, draw: st.DataObject) -> Any:
    """*data* with something odd in one place, or without what was there."""
    *way, last = draw.draw(st.sampled_from([path for path in places(data) if path]))
    parent = data
    for step in way:
        parent = parent[step]
    if draw.draw(st.booleans()):
        parent[last] = draw.draw(st.sampled_from(ODD))
    else:
        value = parent.pop(last)
        if isinstance(parent, dict):
            parent[draw.draw(st.sampled_from(["x", "name", "id", "kind", "when", "size", "copies"]))] = value
    return data


@examples(25)
@given(st.lists(st.sampled_from(FILES), min_size=1, max_size=3, unique=True), st.data())
def test_no_catalog_breaks_the_program(den: Callable[..., Path], names: list[str], data: st.DataObject) -> None:
    files = {}
    for name in names:
        content = yaml.safe_load((FOLDER / "base" / name).read_text(encoding="utf-8"))
        files[name] = yaml.safe_dump(spoiled(content, data), allow_unicode=True)
    den(files)
    for finding in found():
        assert finding.help or finding.code == "bad-svg", shown(finding)


# --- the cases as a whole -----------------------------------------------------------------------------------


#: Codes whose faults need more than files of a catalog, and the tests that have them.
ELSEWHERE = {
    "plugin-failed": "test_plugins.py",
    "layouts-changed": "pieces/test_shared_layouts.py",
    "bad-profile": "export/test_offset.py",
    "ink-limit": "export/test_offset.py",
    "spot-covered": "export/test_offset.py",
    "unknown-service": "export/test_service_presets.py",
    "bad-rules": "play/test_broken_rules.py",
    "rules-fault": "cli/test_own_rules.py",
    "bad-po": "interchange/test_translations.py",
    "lost-placeholder": "interchange/test_translations.py",
    "stale-translation": "interchange/test_translations.py",
    "translation-differs": "interchange/test_translations.py",
    "rule-not-named": "play/test_sentences.py",
    "sentence-differs": "play/test_sentences.py",
    "sentence-language": "play/test_sentences.py",
    "unknown-rule": "play/test_sentences.py",
    "unknown-text": "interchange/test_translations.py",
}


def test_every_code_has_a_fault_that_gives_it() -> None:
    shown = {note.code for case in CASES for note in notes(FOLDER / case)}
    shown |= {Expected.of(line).code for _, lines in MADE.values() for line in lines}
    shown |= {Expected.of(line).code for _, line in WISHES}
    shown |= {Expected.of(line).code for _, line in (*CUT, *ROOMS)}
    shown |= {Expected.of(f"x.yaml:{line}").code for _, line in SCENARIOS}
    shown |= {Expected.of(line).code for *_, lines in PLAYED for line in lines}
    shown |= {Expected.of(f"x.yaml:8:{line}").code for _, line in ASKED}
    shown |= {Expected.of(line).code for _, line in TABLES}
    shown |= {Expected.of(f"x.md:3:{line}").code for _, line in RULEBOOKS}
    shown |= {fault.code for fault in FAULTS.values()}
    for code, file in ELSEWHERE.items():
        assert re.search(rf'"{code}"|\[{code}\]', (FOLDER.parent / file).read_text(encoding="utf-8"))
    assert set(CODES) == shown | {*ELSEWHERE}


def test_cases_are_many() -> None:
    assert len(CASES) + len(MADE) >= 45

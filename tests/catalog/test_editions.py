"""Games that are printed in several ways: what is in which edition, and how often."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from catalog.toy import Read
from helpers import Toy, blocks, words
from pawprint.catalog.jsonschema import game_schema
from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game, RecordView
from pawprint.check.evaluation import run_checks
from pawprint.cli.app import app
from pawprint.core.diagnostics import Findings
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

Reader = Callable[..., Read]

EDITIONS = "editions: {core: {title: {fr: Base, en: Core}}, more: {title: More, about: With more.}}\n"
FIELDS = "prey: {type: list, of: {ref: beasts}}\nfoe: {ref: beasts, optional: true}\nhunters: {inverse: prey}\n"
RECORDS = """
    - {id: fox, copies: 3, prey: [hare, mouse], foe: mouse}
    - {id: hare, copies: {core: 2, more: 0}}
    - {id: mouse, editions: [more]}
    - {id: newt, editions: more, copies: {core: 1, more: 4}, prey: [mouse]}
"""


def counted(game: Game) -> dict[str, int]:
    return {record.id: record.copies_in(game.edition) for record in game.all_records}


def test_game_is_read_in_a_single_edition(read: Reader) -> None:
    result = read(FIELDS, RECORDS, EDITIONS)
    assert [*result.findings] == []
    assert [*result.game.editions] == ["core", "more"]
    core, more = result.game.each_edition()
    assert core is result.game
    assert (core.edition, more.edition) == ("core", "more")
    assert (core.other_edition, more.other_edition) == ("", "more")
    assert counted(core) == {"fox": 3, "hare": 2}
    assert counted(more) == {"fox": 3, "hare": 0, "mouse": 1, "newt": 4}
    assert result.game.each_edition("more")[0].edition == "more"
    assert result.game.each_edition("less") == ()
    assert [*core.find("mouse")] == []


def test_fields_of_other_editions_are_hidden(read: Reader) -> None:
    result = read(FIELDS, RECORDS, EDITIONS)
    core, more = (RecordView(result.record("fox"), "en", edition) for edition in ("core", "more"))
    assert ([*map(str, core["prey"])], core["foe"]) == (["hare"], None)
    assert ([*map(str, more["prey"])], str(more["foe"])) == (["hare", "mouse"], "mouse")
    assert [*map(str, more["foe"]["hunters"])] == ["fox", "newt"]
    assert [more["prey"][0]["copies"], core["prey"][0]["copies"]] == [0, 2]


def test_more_editions_than_allowed_are_a_finding(read: Reader) -> None:
    assert read(more="editions: {" + ", ".join(f"e{n}: {{}}" for n in range(50)) + "}\n").faults == []
    (fault,) = read(more="editions: {" + ", ".join(f"e{n}: {{}}" for n in range(90)) + "}\n").faults
    assert fault.endswith("out-of-range")


def test_game_without_editions_has_a_single_edition(read: Reader) -> None:
    game = read().game
    assert (game.edition, game.other_edition, game.full_title("fr")) == ("", "", "Toy")
    assert game.each_edition() == (game,)
    assert game.each_edition("core") == ()
    assert game.common_fields("en") == {
        "language": "en",
        "game": "Toy",
        "version": "0",
        "edition": "",
        "edition_title": "",
    }


def test_titles(read: Reader) -> None:
    core, more = read(more=EDITIONS).game.each_edition()
    assert [core.full_title("fr"), more.full_title("fr")] == ["Toy", "Toy · More"]
    assert core.common_fields("fr")["edition_title"] == "Base"
    assert more.editions["more"].about["fr"] == "With more."
    assert core.editions["core"].about["en"] == ""


def test_component_may_belong_to_some_editions_only(tmp_path: Path) -> None:
    toy = Toy(
        tmp_path,
        game="id: toy\ntitle: Toy\nlanguages: [en]\neditions: {core: {}, more: {}, most: {}}\ncomponents:\n"
        "  beasts: {stock: toy, face: toy/beast, editions: [more, most]}\n",
        cards="beasts: [{id: fox}, {id: hen, editions: [core, most]}, {id: mole, editions: [core]}]",
    )
    findings = Findings()
    game = load_library(toy.catalog, findings).games["toy"]
    assert [*findings] == []
    found = {one.edition: [record.id for record in one.all_records] for one in game.each_edition()}
    assert found == {"core": [], "more": ["fox", "mole"], "most": ["fox", "hen", "mole"]}


def test_schema_knows_the_editions(read: Reader) -> None:
    beasts = game_schema(read(FIELDS, RECORDS, EDITIONS).game)["properties"]["beasts"]["items"]["properties"]
    number, each = beasts["copies"]["anyOf"]
    assert number["type"] == "integer"
    assert each["required"] == ["core", "more"]
    assert beasts["editions"]["anyOf"][0] == {"enum": ["core", "more"]}
    plain = game_schema(read().game)["properties"]["beasts"]["items"]["properties"]
    assert plain["copies"]["type"] == "integer"
    assert "editions" not in plain


# --- checks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "edition", "status", "messages"),
    [
        ("sum: copies, over: beasts, equals: 5, edition: core", "", "ok", []),
        ("sum: copies, over: beasts, equals: 5, edition: core", "more", "not applicable", []),
        ("sum: copies, over: beasts, equals: 5", "core", "ok", []),
        ("count: beasts, equals: 2", "", "failed", ["there are 4 beasts; it should be 2 in the edition 'more'"]),
        ("count: beasts, equals: 2", "core", "ok", []),
        ("count: beasts, equals: 9, edition: more", "", "failed", ["there are 4 beasts; it should be 9"]),
        ("each: beasts, that: 'copies < 3'", "core", "failed", ["'fox' does not satisfy copies < 3"]),
        (
            "each: beasts, that: 'copies < 3'",
            "",
            "failed",
            ["'fox' does not satisfy copies < 3", "'newt' does not satisfy copies < 3 in the edition 'more'"],
        ),
        ("each: beasts, that: \"edition == 'core' or copies\"", "core", "ok", []),
        ("expect: \"edition == 'core'\"", "", "failed", ["edition == 'core' does not hold in the edition 'more'"]),
        ("unique: beasts.copies, edition: core", "", "ok", []),
        ("values: beasts.copies, only: [2, 3]", "core", "ok", []),
    ],
)
def test_every_edition_is_checked(read: Reader, check: str, edition: str, status: str, messages: list[str]) -> None:
    result = read(FIELDS, RECORDS, f"{EDITIONS}checks:\n  - {{id: C, {check}}}\n")
    (state,) = run_checks(result.game, result.findings, edition)
    assert state.status == status
    assert [found.message.removeprefix("C: ") for found in result.findings.sorted()] == messages


# --- printing -----------------------------------------------------------------------------------------------

GAME = """
    id: toy
    title: Toy
    languages: [en]
    editions: {core: {}, more: {title: With more}}
    components:
      beasts: {stock: toy, face: toy/beast, back: toy/back, fields: {name: text, friend: {ref: beasts, optional: true}}}
"""
CARDS = """
    beasts:
      - {id: fox, name: Fox, copies: {core: 1, more: 2}, friend: hen}
      - {id: hen, name: Hen, editions: [more]}
"""
FACE = """
    - {kind: text, text: "{{ name }} {{ edition }}", at: [6 pt, 6 pt]}
    - {kind: text, text: "{{ edition_title }}", at: [6 pt, 30 pt], when: {edition: more}}
    - {kind: text, text: "{{ friend.name }}", at: [6 pt, 60 pt], when: friend}
"""
BACK = {"toy/back": "palette: toy\nelements: [{kind: panel, fill: {by: edition, core: sky, more: rust}}]"}


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    toy = Toy(tmp_path, FACE, game=GAME, cards=CARDS, faces=BACK, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    return toy


def texts(toy: Toy, edition: str) -> list[str]:
    table = toy.table()
    (fox,) = table.game.find("fox")
    face = table.composer.face(table.game.in_edition(edition), fox, "en")
    assert face is not None, [*table.findings]
    return [" ".join(words(block)) for block in blocks(face)]


def test_faces_know_their_edition(toy: Toy) -> None:
    assert texts(toy, "core") == ["Fox core"]
    assert texts(toy, "more") == ["Fox more", "With more", "Hen"]


def test_files_of_another_edition_have_their_own_names(toy: Toy, tmp_path: Path) -> None:
    found, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions(cover=False))
    assert [made.name for made in prints] == ["toy-cards-en-a4.pdf"]
    assert (prints[0].edition, prints[0].pieces) == ("", 1)
    more, others = pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions(cover=False, edition="more"), 2)
    assert [made.name for made in others] == ["toy-more-cards-en-a4.pdf"]
    assert (others[0].edition, others[0].pieces) == ("more", 3)
    assert [*found, *more] == []

    written = [path.name for path, _ in pipeline.write_prints([*prints, *others], tmp_path / "out")]
    assert written == ["toy-cards-en-a4.pdf", "toy-more-cards-en-a4.pdf"]
    manifest = json.loads((tmp_path / "out/toy/MANIFEST.json").read_text(encoding="utf-8"))
    assert {name: entry.get("edition") for name, entry in manifest["files"].items()} == {
        "sheets/toy-cards-en-a4.pdf": None,
        "sheets/toy-more-cards-en-a4.pdf": "more",
    }
    assert manifest["components"] == {
        "beasts": {"kinds": 1, "pieces": 1},
        "more/beasts": {"kinds": 2, "pieces": 3},
    }
    assert [*manifest["faces"]] == ["en", "more/en"]
    assert manifest["faces"]["more/en"]["beasts/fox"]["copies"] == 2


def run_command(toy: Toy, words: str) -> tuple[int, str]:
    folders = f"--catalog {toy.catalog} --layouts {toy.own}"
    result = CliRunner().invoke(app, [*words.split(), *folders.split()])
    return result.exit_code, result.output


def test_commands_accept_an_edition(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(toy.folder)
    assert run_command(toy, "check --edition more") == (0, "toy: 2 records, no findings\n")
    assert run_command(toy, "check")[0] == 0
    assert run_command(toy, "show toy fox --dpi 30 --edition more") == (0, "fox-en-more.png\n")
    assert run_command(toy, "show toy fox --dpi 30 --back") == (0, "fox-en-back.png\n")
    code, said = run_command(toy, "show toy hen --dpi 30")
    assert code == 1
    assert "it is in the edition more; name one with --edition" in said
    for command in ("check --edition moer", "show toy fox --edition moer", "build --edition moer"):
        code, said = run_command(toy, command)
        assert code == 1
        assert "unknown-edition" in said
        assert "did you mean 'more'?" in said


# --- what is never printed ----------------------------------------------------------------------------------


def test_data_are_read_and_never_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAME.replace("friend: {ref: beasts, optional: true}", "friend: {ref: habits, optional: true}")
    game += "      habits: {kind: data, fields: {name: text}}\n"
    cards = """
        beasts: [{id: fox, name: Fox, friend: sleep}]
        habits: [{id: sleep, name: Sleep}, {id: fox, name: Fox}]
    """
    toy = Toy(tmp_path, FACE, game=game, cards=cards, faces=BACK, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    monkeypatch.chdir(tmp_path)
    assert texts(toy, "core") == ["Fox core", "Sleep"]
    assert run_command(toy, "check") == (0, "toy: 3 records, no findings\n")
    _, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions(cover=False))
    assert [made.components for made in prints] == [{"beasts": (1, 1)}]
    assert run_command(toy, "show toy fox --dpi 30")[0] == 0
    assert run_command(toy, "show toy sleep --dpi 30")[0] == 1

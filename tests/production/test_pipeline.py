"""The whole road: what is loaded, checked, built and shown, and what is said when it cannot be."""

import io
import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, target
from hypothesis import strategies as st
from PIL import Image

from helpers import BACK, CARDS, GAME, TWO_INKS, WITH_BACK, Toy
from pawprint.core.length import mm
from pawprint.pieces.lower import Lowering
from pawprint.press.sheet_pdf import write
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.sheets.imposition import Piece, one_up
from pawprint.typography.metrics import Metrics
from strategies import elements, examples

FACE = """
    - {kind: panel, fill: moss, bleeds: true}
    - {kind: art, art: "{{ art }}", at: [10 pt, 40 pt], size: [52 pt, 60 pt], colours: {accent: rust}}
    - {kind: text, text: "{{ name }}", at: [6 pt, 6 pt], colour: paper, size: [60 pt, 20 pt], style: {size: 9 pt}}
"""
PAPERS = "papers: {A4: {size: 210 mm x 297 mm}, Tiny: {size: 60 mm x 60 mm}}"
PLAIN = BuildOptions(cover=False)


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    made = Toy(tmp_path, FACE, game=WITH_BACK, faces=BACK, fonts=True)
    made.write("layouts/papers.yaml", PAPERS)
    return made


def load(toy: Toy) -> pipeline.Workspace:
    return pipeline.load(toy.catalog, toy.layout_folders)


def build(toy: Toy, choice: BuildOptions = PLAIN, jobs: int = 1):
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice, jobs)
    return [finding.code for finding in findings], prints


# --- loading and checking -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["catalog", "layouts"])
def test_games_and_layouts_come_with_the_package(kind: str) -> None:
    folder = pipeline.bundled(kind)
    assert folder.is_dir()
    assert any(folder.rglob("*.yaml"))


def test_good_game_has_no_findings(toy: Toy) -> None:
    workspace = load(toy)
    assert pipeline.check(workspace) == {"toy": ()}
    assert [*workspace.findings] == []


def test_component_without_a_back_has_no_findings(toy: Toy) -> None:
    toy.write("catalog/toy/game.yaml", GAME)
    workspace = load(toy)
    pipeline.check(workspace)
    assert [*workspace.findings] == []


def test_check_finds_what_composing_finds_in_every_language(toy: Toy) -> None:
    toy.write(
        "catalog/toy/cards.yaml", CARDS.replace("en: Hen", "en: An Extraordinarily Long Hen").replace("Taupe", "დათვი")
    )
    workspace = load(toy)
    pipeline.check(workspace)
    assert {finding.code for finding in workspace.findings} == {"overset", "missing-glyph"}


def test_check_looks_at_every_back_that_differs(toy: Toy) -> None:
    toy.write("layouts/faces/toy/back.yaml", "palette: toy\nelements: [{kind: icon, icon: '{{ id }}'}]")
    workspace = load(toy)
    pipeline.check(workspace)
    assert [finding.code for finding in workspace.findings] == ["missing-icon"] * 3


# --- building -----------------------------------------------------------------------------------------------


def test_file_for_each_language(toy: Toy) -> None:
    codes, prints = build(toy)
    assert codes == []
    assert [made.name for made in prints] == ["toy-cards-fr-a4.pdf", "toy-cards-en-a4.pdf"]
    assert all(made.data.startswith(b"%PDF-1.7") for made in prints)


def test_only_requested_languages_are_built(toy: Toy) -> None:
    _, prints = build(toy, replace(PLAIN, languages=("en",)))
    assert [made.language for made in prints] == ["en"]


def test_any_number_of_processes_prints_the_same_files(toy: Toy) -> None:
    toy.write("catalog/tay/game.yaml", WITH_BACK.replace("id: toy", "id: tay"))
    toy.write("catalog/tay/cards.yaml", CARDS)
    for art in ("fox", "hen", "mole"):
        toy.write(f"layouts/art/tay/{art}.svg", TWO_INKS)
    codes, one = build(toy)
    _, two = build(toy, jobs=2)
    assert codes == []
    assert [(made.game, made.language) for made in one] == [("tay", "fr"), ("tay", "en"), ("toy", "fr"), ("toy", "en")]
    assert one == two


def test_any_number_of_processes_finds_the_same(toy: Toy) -> None:
    toy.write(
        "catalog/toy/cards.yaml", CARDS.replace("Poule", "Une poule extraordinaire").replace("Taupe", "Une **taupe")
    )
    (toy.own / "art" / "toy" / "fox.svg").unlink()
    one, _ = pipeline.build_all(toy.catalog, toy.layout_folders, (), PLAIN, 1)
    two, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), PLAIN, 2)
    assert [str(finding.span) + finding.message for finding in one] == [str(f.span) + f.message for f in two]
    assert {finding.code for finding in one} == {"overset", "bad-markup", "missing-art"}
    assert prints == []


@pytest.mark.parametrize(
    "change", [("level: 1", "level: 10"), ("Poule", "'დათვი'"), ("name: {fr: Poule", "nome: {fr: Poule")]
)
def test_faulty_game_builds_nothing(toy: Toy, change: tuple[str, str]) -> None:
    toy.write("catalog/toy/cards.yaml", CARDS.replace(*change))
    codes, prints = build(toy)
    assert codes
    assert prints == []


def test_broken_invariant_stops_a_build_but_not_a_draft(toy: Toy) -> None:
    toy.write("catalog/toy/game.yaml", WITH_BACK + "    checks: [{id: T-1, sum: copies, over: [beasts], equals: 7}]\n")
    codes, prints = build(toy)
    assert (codes, prints) == (["check-failed"], [])
    codes, prints = build(toy, replace(PLAIN, draft=True))
    assert (codes, len(prints)) == ([], 2)


def test_missing_pictures_stop_a_build_but_not_a_draft(toy: Toy) -> None:
    (toy.own / "art" / "toy" / "fox.svg").unlink()
    codes, prints = build(toy)
    assert (codes, prints) == (["missing-art"], [])
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), replace(PLAIN, draft=True))
    assert [(finding.code, finding.is_error) for finding in findings] == [("missing-art", False)]
    assert len(prints) == 2


@pytest.mark.parametrize("change", [("level: 1", "level: 10"), ("Poule", "'დათვი'"), ("Poule", "Poule " * 40)])
@pytest.mark.parametrize("how", ["draft", "proof"])
def test_pieces_with_errors_are_on_the_sheets_of_a_draft_or_proof(toy: Toy, change: tuple[str, str], how: str) -> None:
    toy.write("catalog/toy/cards.yaml", CARDS.replace(*change))
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), replace(PLAIN, **{how: True}))
    assert {piece.id for finding in findings for piece in finding.pieces} == {"hen"}
    assert [made.pieces for made in prints] == [6, 6]


@pytest.mark.parametrize("how", ["draft", "proof"])
def test_draft_replaces_font_that_cannot_be_used(toy: Toy, how: str) -> None:
    toy.write("layouts/fonts.yaml", "fonts: {text: {regular: {file: text.ttf}}}")
    toy.write("layouts/text.ttf", "<html>")
    codes, prints = build(toy, replace(PLAIN, **{how: True}))
    assert codes == ["missing-font"]
    assert len(prints) == 2


def test_finding_about_the_data_of_a_piece_names_the_piece(toy: Toy) -> None:
    toy.write("catalog/toy/cards.yaml", CARDS.replace("level: 1", "level: 10"))
    for jobs in (1, 2):
        findings, _ = pipeline.build_all(toy.catalog, toy.layout_folders, (), PLAIN, jobs)
        assert [tuple(piece) for finding in findings for piece in finding.pieces] == [("toy", "beasts", "hen")]


@pytest.mark.parametrize(
    ("choice", "code", "help"),
    [
        (BuildOptions(languages=("fi",)), "unknown-language", ""),
        (BuildOptions(components=("beest",)), "unknown-component", "did you mean 'beasts'?"),
        (BuildOptions(cards=("fax",)), "unknown-piece", "did you mean 'fox'?"),
        (BuildOptions(cards=("beasts/fax",)), "unknown-piece", "did you mean 'fox'?"),
        (BuildOptions(cards=("dens/fox",)), "unknown-piece", "did you mean 'beasts/fox'?"),
        (BuildOptions(paper="A44"), "unknown-paper", "did you mean 'A4'?"),
        (BuildOptions(paper="10x10mm"), "unknown-paper", "sides are from"),
        (BuildOptions(paper="3000x10mm"), "unknown-paper", "sides are from"),
        (BuildOptions(paper="Tiny", duplex="gutterfold"), "does-not-fit", "larger paper"),
    ],
)
def test_impossible_choices_are_refused(toy: Toy, choice: BuildOptions, code: str, help: str) -> None:
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), replace(choice, cover=False))
    assert [finding.code for finding in findings] == [code]
    assert help in findings[0].help
    assert prints == []


def test_unknown_game(toy: Toy) -> None:
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, ("tory",), PLAIN)
    assert [(finding.code, finding.help) for finding in findings] == [("unknown-game", "did you mean 'toy'?")]
    assert prints == []


def test_progress_is_reported_and_reaches_its_end(toy: Toy) -> None:
    told: list[tuple[str, int, int]] = []
    pipeline.build_all(toy.catalog, toy.layout_folders, (), PLAIN, 1, lambda *what: told.append(what))
    for language in ("fr", "en"):
        last = [what for what in told if language in what[0]][-1]
        assert last[1] == last[2] == 3


# --- the bundled games --------------------------------------------------------------------------------------


def test_layouts_may_override_bundled_layouts(tmp_path: Path) -> None:
    toy = Toy(tmp_path, FACE, game=WITH_BACK, faces=BACK, below=[pipeline.bundled("layouts")])
    codes, prints = build(toy, BuildOptions(kinds=("cards",)))
    assert codes == []
    assert [made.pages for made in prints] == [4, 4], "the cover and its empty back, the faces and theirs"


# --- anything at all ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def metrics(tmp_path_factory: pytest.TempPathFactory) -> Metrics:
    toy = Toy(tmp_path_factory.mktemp("fonts"), fonts=True)
    return pipeline.load(toy.catalog, toy.layout_folders).metrics


def printed(face: list[object], metrics: Metrics) -> bool:
    """Whether a layout can be printed; if so, it is, and the file is looked at."""
    with tempfile.TemporaryDirectory() as folder:
        toy = Toy(Path(folder), game=WITH_BACK, faces=BACK, fonts=True)
        toy.write("layouts/images/broken.png", "no image")
        Image.new("RGB", (4, 2)).save(toy.write("layouts/images/photo.png", ""))
        toy.write("layouts/faces/toy/beast.yaml", json.dumps({"palette": "toy", "elements": face}, ensure_ascii=False))
        table = toy.table(metrics, mm(3))
        made = [table.composer.face(table.game, record, "fr") for record in table.game.all_records]
        if table.findings.failed:
            return False
        lowering = Lowering()
        sides = [side for one in made if one for side in one_up(Piece(lowering.drawing(one)), mm(3), marks=True)]
        assert len(sides) == 3
        with pikepdf.open(io.BytesIO(write(sides, title="Toy", language="fr"))) as pdf:
            assert pdf.check_pdf_syntax() == []
            for page in pdf.pages:
                pikepdf.parse_content_stream(page)
            for thing in pdf.objects:
                if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                    pikepdf.parse_content_stream(thing)
        return True


@examples(60)
@given(face=st.lists(elements(), min_size=1, max_size=3))
def test_any_sound_layout_is_printed_or_too_full(metrics: Metrics, face: list[object]) -> None:
    """Never a traceback, and never a file that a reader of PDF would refuse."""
    target(float(printed(face, metrics)))


@examples(40)
@given(face=st.lists(elements(shaky=True), min_size=1, max_size=3))
def test_any_shaky_layout_is_printed_or_refused(metrics: Metrics, face: list[object]) -> None:
    printed(face, metrics)

"""Documents from their sources to files: on which paper, under which name, folded or cut."""

import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import page as validators
import pikepdf
import pytest

from helpers import CARDS, GAME, Toy, extracted
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import DrawBox, Group, Paint
from pawprint.graphics.traverse import Page
from pawprint.press.manifest import Print
from pawprint.production import _documents as documents
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.production.snapshot import paperwork
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import Calibration, PrinterProfile

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt]}"
RULEBOOK = """
    ---
    title: {title}
    {paper}
    ---
    # {title}

    There are {{{{ count("beasts") }}}} beasts.

    \\pagebreak

    ## Second page

    \\pagebreak

    ## Third page
"""
ONLY = BuildOptions(kinds=("rulebook",), languages=("en",))


def make(folder: Path, paper: str = "", **change: str) -> Toy:
    toy = Toy(folder, FACE, below=[pipeline.bundled("layouts")], **change)  # type: ignore[arg-type]
    for language, title in (("en", "Rules"), ("fr", "Règles")):
        toy.write(f"catalog/toy/rulebook/{language}.md", RULEBOOK.format(title=title, paper=paper))
    return toy


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return make(tmp_path)


def build(toy: Toy, choice: BuildOptions = ONLY, jobs: int = 1) -> list[Print]:
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice, jobs)
    assert findings == ()
    return prints


def codes(toy: Toy, choice: BuildOptions) -> list[tuple[str, str]]:
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice)
    assert prints == []
    return [(finding.code, finding.help) for finding in findings]


def sizes(made: Print) -> list[tuple[float, float]]:
    import pypdfium2

    document = pypdfium2.PdfDocument(made.data)
    found = [(round(sheet.get_width(), 1), round(sheet.get_height(), 1)) for sheet in document]
    document.close()
    return found


# --- files ----------------------------------------------------------------------------------------------------


def test_documents_come_after_the_sheets_of_their_language(toy: Toy) -> None:
    prints = build(toy, BuildOptions())
    kinds = [(made.language, made.kind) for made in prints]
    assert kinds[:2] == [("fr", "cards"), ("fr", "rulebook")]
    assert kinds.index(("en", "cards")) == len(kinds) // 2
    assert {"rulebook", "reference"} <= {kind for _, kind in kinds}


def test_any_number_of_jobs_prints_the_same_files(toy: Toy) -> None:
    assert build(toy, BuildOptions(), jobs=2) == build(toy, BuildOptions())


@pytest.mark.parametrize(
    ("choice", "kinds"),
    [
        (BuildOptions(kinds=("cards",)), {"cards"}),
        (BuildOptions(kinds=("rulebook",)), {"rulebook"}),
        (BuildOptions(kinds=("reference", "cards")), {"reference", "cards"}),
        (BuildOptions(components=("beasts",)), {"cards"}),
        (BuildOptions(cards=("fox",)), {"cards"}),
        (BuildOptions(one_up=True), {"cards"}),
        (BuildOptions(one_up=True, kinds=("rulebook",)), {"rulebook"}),
    ],
)
def test_requested_documents_are_built(toy: Toy, choice: BuildOptions, kinds: set[str]) -> None:
    assert {made.kind for made in build(toy, choice)} == kinds


def test_document_is_tagged_and_cached(toy: Toy) -> None:
    for made in build(toy, BuildOptions(kinds=("rulebook", "reference"))):
        for profile in ("2a", "ua1"):
            report = validators.validate_pdf_bytes(made.data, profile=profile)
            assert report.is_compliant, (made.name, report.failures)


def test_numbers_come_from_the_catalog(toy: Toy) -> None:
    (made,) = build(toy)
    assert "There are 6 beasts." in extracted(made.data)[0]


def test_low_ink_has_its_own_file(toy: Toy) -> None:
    (plain,) = build(toy)
    (spared,) = build(toy, BuildOptions(kinds=("rulebook",), languages=("en",), low_ink=True))
    assert (plain.name, spared.name) == ("toy-rulebook-en-a5.pdf", "toy-rulebook-en-a5-low-ink.pdf")
    assert validators.validate_pdf_bytes(spared.data, profile="ua1").is_compliant


def test_manifest_lists_documents(toy: Toy, tmp_path: Path) -> None:
    import json

    [*pipeline.write_prints(build(toy), tmp_path / "out")]
    manifest = json.loads((tmp_path / "out" / "toy" / "MANIFEST.json").read_text())
    (entry,) = manifest["files"].values()
    assert {name: entry[name] for name in entry if name not in ("sha256", "bytes")} == {
        "language": "en",
        "kind": "rulebook",
        "of": "rulebook",
        "paper": "A5",
        "pages": 3,
    }
    assert (manifest["faces"], manifest["components"]) == ({}, {}), "no pieces are on it"


def test_sheets_alone_do_not_wait_for_documents(toy: Toy) -> None:
    code = (
        "import sys; from pawprint.__main__ import main\n"
        f"sys.argv[1:] = ['build', '--only', 'cards', '-q', '--catalog', {str(toy.catalog)!r},"
        f" '--layouts', {str(toy.own)!r}, '--out', {str(toy.folder / 'out')!r}]\n"
        "try:\n    main()\nfinally:\n"
        "    print([name for name in sys.modules if 'markdown_it' in name or 'pawprint.documents' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", done.stderr


# --- paper ----------------------------------------------------------------------------------------------------


def test_rulebook_is_half_as_large_as_the_paper(toy: Toy) -> None:
    names = {
        paper: build(toy, BuildOptions(kinds=("rulebook",), languages=("en",), paper=paper))[0]
        for paper in ("A4", "Letter")
    }
    assert {paper: (made.name, made.paper) for paper, made in names.items()} == {
        "A4": ("toy-rulebook-en-a5.pdf", "A5"),
        "Letter": ("toy-rulebook-en-half-letter.pdf", "half-Letter"),
    }
    assert sizes(names["A4"]) == [(419.5, 595.3)] * 3
    assert sizes(names["Letter"]) == [(396.0, 612.0)] * 3


def test_document_may_have_its_own_paper(tmp_path: Path) -> None:
    for paper, name in (("full", "a4"), ("half", "a5"), ("a3", "a3"), ("120x180mm", "120x180mm")):
        (made,) = build(make(tmp_path / name, f"paper: {paper}"))
        assert made.name == f"toy-rulebook-en-{name}.pdf"


def test_unknown_paper_is_reported_at_its_use(tmp_path: Path) -> None:
    toy = make(tmp_path, "paper: A44")
    ((code, help),) = codes(toy, ONLY)
    assert code == "unknown-paper"
    assert "did you mean 'A4'?" in help


# --- folded and cut -------------------------------------------------------------------------------------------

BOOKLET = BuildOptions(kinds=("rulebook",), languages=("en",), booklet=True)


def test_booklet_has_two_pages_to_a_side(toy: Toy) -> None:
    (made,) = build(toy, BOOKLET)
    assert made.name == "toy-rulebook-en-a4-booklet.pdf"
    assert (made.paper, made.duplex, made.pages, made.sheets) == ("A4", "long-edge", 2, 1)
    assert sizes(made) == [(841.9, 595.3)] * 2
    outside, inside = extracted(made.data)
    assert "There are 6 beasts" in outside
    assert "Third page" in inside
    assert "Second page" in inside


def test_booklet_leaves_other_documents_unchanged(toy: Toy) -> None:
    plain = build(toy, BuildOptions(kinds=("reference",)))
    both = build(toy, BuildOptions(kinds=("reference", "rulebook"), booklet=True))
    assert [made for made in both if made.kind == "reference"] == plain


def test_pages_too_large_for_a_booklet_are_reported(tmp_path: Path) -> None:
    toy = make(tmp_path, "paper: A4")
    ((code, help),) = codes(toy, BOOKLET)
    assert (code, help) == ("does-not-fit", "let the document begin with 'paper: half', or print on larger paper")
    (made,) = build(toy, BuildOptions(kinds=("rulebook",), languages=("en",), booklet=True, paper="A3"))
    assert made.sheets == 1


def test_creep_changes_the_booklet_only_inside(tmp_path: Path) -> None:
    toy = make(tmp_path)
    (plain,) = build(toy, BOOKLET)
    (moved,) = build(toy, BuildOptions(kinds=("rulebook",), languages=("en",), booklet=True, creep=mm(0.3)))
    assert moved.data == plain.data, "a single sheet is around no other"


def test_shaped_pages_are_cut_out_and_rectangles_have_bleed() -> None:
    ops = (DrawBox(0, 0, 9, 9, Paint()),)
    page = Page(Size(mm(40), mm(40)), ops)
    book = SimpleNamespace(manuscript=SimpleNamespace(name="aid"), document=SimpleNamespace(pages=[page]))
    bleed = Insets.even(mm(3))
    triangle = PieceOutline(path=(("M", 0, 0), ("L", 90, 0), ("L", 0, 90), ("Z",)))
    (whole,) = documents._drawings(book, bleed=bleed)  # type: ignore[arg-type]
    assert (whole.ops, whole.bleed) == (ops, bleed)
    (cut,) = documents._drawings(book, triangle, bleed)  # type: ignore[arg-type]
    (group,) = cut.ops
    assert isinstance(group, Group)
    assert (group.ops, group.clip) == (ops, triangle.path)
    assert cut.bleed == Insets()


@pytest.mark.parametrize("players", ["{min: 2, max: 5}", "[2, 5]"])
def test_document_on_a_card_is_printed_for_every_player(tmp_path: Path, players: str) -> None:
    game = (Path(__file__).parents[1] / "helpers.py").read_text().split('GAME = """')[1].split('"""')[0]
    toy = make(tmp_path, game=game.replace('version: "7"', 'version: "7"\n    players: ' + players))
    back = '{% if language == "en" %}\n\\pagebreak\n\nScore.\n{% endif %}\n'
    for language, title, text in (("en", "Aid", "Turn a card."), ("fr", "Aide", "Tournez une carte.")):
        source = f"---\npaper: tarot\n---\n# {title}\n\n{text}\n\n{back}"
        toy.write(f"catalog/toy/reference/aid.{language}.md", source)
    prints = build(toy, BuildOptions(kinds=("reference",)))
    english, french = (
        next(made for made in prints if made.name == f"toy-aid-{language}-a4.pdf") for language in ("en", "fr")
    )
    face, back = extracted(english.data)[:2]
    assert face.count("Turn a card.") == 1, "the other copies are pictures"
    assert back.count("Score.") == 1
    assert english.sheets == 2
    assert "".join(extracted(french.data)).count("Tournez une carte.") == 1
    with pikepdf.open(io.BytesIO(french.data)) as pdf:
        copies = [page.Contents.read_bytes().count(b" Do") for page in pdf.pages]
        tops = [(float(one.destination[3]), float(pdf.pages[0].MediaBox[3])) for one in pdf.open_outline().root]
    assert tops
    assert all(top == pytest.approx(height) for top, height in tops), "a sheet is shown from its upper edge"
    assert copies == [3, 1], "with the first, four on a sheet, and one for the fifth player"
    for made in (english, french):
        assert validators.validate_pdf_bytes(made.data, profile="ua1").is_compliant
        assert validators.validate_pdf_bytes(made.data, profile="2a").is_compliant
    assert (french.duplex, french.pages, french.sheets) == ("off", 2, 2), "a card of one page has no back"
    pages = next(made for made in prints if made.name == "toy-aid-en-tarot.pdf")
    assert (pages.pages, pages.sheets) == (2, 0)
    assert validators.validate_pdf_bytes(pages.data, profile="ua1").is_compliant
    apart = build(toy, BuildOptions(kinds=("reference",), languages=("en",), one_up=True))
    assert [made.name for made in apart if "aid" in made.name] == ["toy-aid-en-tarot.pdf"], "for a print service"


def test_backs_of_cards_are_corrected_for_a_printer_and_still_read_well(tmp_path: Path) -> None:
    toy = make(tmp_path)
    text = "---\npaper: tarot\n---\n# Aid\n\nTurn a card.\n\n\\pagebreak\n\n[Score](https://example.org).\n"
    for language in ("en", "fr"):
        toy.write(f"catalog/toy/reference/aid.{language}.md", text)
    off, paper = Misregistration(dx=2.0), Size(mm(210), mm(297))
    known = Calibration(paper=paper, flip="long-edge", misregistration=off)
    usual = BuildOptions(kinds=("reference",), languages=("en",))
    files = [
        next(made for made in build(toy, options) if "-aid-en-a4" in made.name)
        for options in (usual, replace(usual, printer=PrinterProfile(name="desk", calibrations=(known,))))
    ]
    with pikepdf.open(io.BytesIO(files[0].data)) as pdf:
        copies = [page.Contents.read_bytes().count(b" Do") for page in pdf.pages]
    assert copies == [0, 0], "a game that does not say how many players there are gets one card"
    assert [made.name for made in files] == ["toy-aid-en-a4.pdf", "toy-aid-en-a4-for-desk.pdf"]
    assert [*paperwork(files[1:], {})] == [], "what is for one printer is not remembered as the document"
    with pikepdf.open(io.BytesIO(files[0].data)) as one, pikepdf.open(io.BytesIO(files[1].data)) as other:
        assert one.pages[0].Contents.read_bytes() == other.pages[0].Contents.read_bytes()
        before, after = (float(pdf.pages[1].Annots[0].Rect[0]) for pdf in (one, other))
    assert after - before == pytest.approx(mm(2).pt, abs=0.01), "2 mm to the right as one reads the back"
    assert extracted(files[0].data) == extracted(files[1].data)
    assert validators.validate_pdf_bytes(files[1].data, profile="ua1").is_compliant


# --- check ----------------------------------------------------------------------------------------------------


def test_check_finds_what_building_would(toy: Toy) -> None:
    path = toy.catalog / "toy" / "rulebook" / "en.md"
    path.write_text(path.read_text().replace("beasts", "beests"))
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    pipeline.check(workspace)
    found = workspace.findings.sorted()
    assert found
    assert all(finding.span is not None and "rulebook/en.md" in finding.span.source.name for finding in found)
    built, _ = pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions())
    assert [finding.code for finding in built] == [finding.code for finding in found]


def test_automatic_documents_use_every_font_of_the_layouts(tmp_path: Path) -> None:
    # Bitter, the family slab, has the letter \u01c9; Source Sans, the family text of the list, does not.
    face = FACE[:-1] + ", style: {font: slab}}"
    cards = CARDS.replace("Fox", "\u01c9eto").replace("Renard", "\u01c9eto")
    game = GAME + "\n    documents: {lists: [card-list]}\n"
    toy = Toy(tmp_path, face, below=[pipeline.bundled("layouts")], cards=cards, game=game)
    (made,) = [made for made in build(toy, BuildOptions(languages=("en",), cover=False)) if "card-list" in made.name]
    assert "\u01c9eto" in "".join(extracted(made.data))


def test_failed_automatic_document_does_not_stop_the_cards(tmp_path: Path) -> None:
    face = "- {kind: panel, fill: '#406020'}"
    game = GAME + "\n    documents: {lists: [card-list]}\n"
    toy = Toy(tmp_path, face, below=[pipeline.bundled("layouts")], cards=CARDS.replace("Fox", "დათვი"), game=game)
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), BuildOptions(languages=("en",)))
    assert {finding.code for finding in findings} == {"document-left-out"}
    assert not any(finding.is_error for finding in findings)
    names = [made.name for made in prints]
    assert "toy-cards-en-a4.pdf" in names
    assert not any("card-list" in name for name in names)
    wanted = BuildOptions(languages=("en",), kinds=("card-list",))
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), wanted)
    assert "missing-glyph" in {finding.code for finding in findings if finding.is_error}, "it was asked for"
    assert prints == []

"""Files for a print shop: pages, boxes, inks and findings, read back by pikepdf."""

import csv
import shutil
import subprocess
from collections import Counter
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from helpers import GAME, PALETTES, Toy
from pawprint.core.diagnostics import Diagnostic
from pawprint.core.length import mm
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, export
from pawprint.press.file_metadata import COATED_PROFILE, SRGB_PROFILE
from pawprint.press.pdfx_check import pdfx_faults
from pawprint.production import pipeline

FACE = """- {kind: panel, fill: sky, bleeds: true}
- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt], style: {size: 9 pt}}"""


def exported(
    toy: Toy, components: tuple[str, ...] = (), **options: object
) -> tuple[dict[str, bytes], tuple[Diagnostic, ...]]:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    common = ExportOptions(languages=("en",), components=components)
    files = dict(export(workspace, EXPORTERS["offset"](**options), common))
    return files, tuple(workspace.findings.sorted())


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def contents(data: bytes) -> list[bytes]:
    with opened(data) as pdf:
        return [page.obj.Contents.read_bytes() for page in pdf.pages]


def streams(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """The pages, and the forms of the first one."""
    return [page.obj for page in pdf.pages] + [form for _, form in pdf.pages[0].Resources.XObject.items()]


def test_each_copy_of_each_piece_has_a_page_for_its_face_and_a_page_for_its_back(toy: Toy) -> None:
    files, findings = exported(toy)
    assert findings == ()
    assert {*files} == {"en/beasts.pdf", "en/die-lines/toy.pdf", "en/ink.csv"}
    pages = contents(files["en/beasts.pdf"])
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    copies = [record.copies_in("") for record in workspace.library.games["toy"].pieces("beasts")]
    assert len(pages) == 2 * sum(copies)
    faces, backs = pages[::2], pages[1::2]
    assert list(Counter(faces).values()) == copies
    assert len({*backs}) == 1


def test_pages_are_as_large_as_the_piece_with_its_bleed(toy: Toy) -> None:
    for bleed in (0, 3, 5):
        files, _ = exported(toy, bleed=mm(bleed))
        with opened(files["en/beasts.pdf"]) as pdf:
            edge = bleed * 72 / 25.4
            for page in pdf.pages:
                boxes = [[float(side) for side in page.obj[key]] for key in ("/MediaBox", "/BleedBox", "/TrimBox")]
                whole = [0, 0, 72 + 2 * edge, 144 + 2 * edge]
                trim = [edge, edge, 72 + edge, 144 + edge]
                for box, expected in zip(boxes, (whole, whole, trim), strict=True):
                    assert box == pytest.approx(expected, abs=0.002)


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_every_file_passes_the_check_of_its_standard(toy: Toy, standard: str) -> None:
    toy.write("layouts/faces/toy/back.yaml", "palette: toy\nelements: [{kind: panel, fill: rust, opacity: 0.5}]\n")
    files, _ = exported(toy, standard=standard)
    for path, data in files.items():
        if path.endswith(".pdf"):
            assert pdfx_faults(data, standard) == []


def test_fronts_and_backs_may_be_separate_and_share_a_back(toy: Toy) -> None:
    together, _ = exported(toy)
    pages = len(contents(together["en/beasts.pdf"])) // 2
    files, _ = exported(toy, fronts_and_backs="separate")
    assert len(contents(files["en/beasts-fronts.pdf"])) == len(contents(files["en/beasts-backs.pdf"])) == pages
    files, _ = exported(toy, fronts_and_backs="separate", shared_back_once=True)
    assert len(contents(files["en/beasts-backs.pdf"])) == 1
    files, _ = exported(toy, shared_back_once=True)
    assert len(contents(files["en/beasts.pdf"])) == pages + 1


def test_different_backs_are_never_left_out(toy: Toy) -> None:
    back = "palette: toy\nelements: [{kind: text, text: '{{ name }}', size: [60 pt, 20 pt]}]\n"
    toy.write("layouts/faces/toy/back.yaml", back)
    files, _ = exported(toy, fronts_and_backs="separate", shared_back_once=True)
    assert len(contents(files["en/beasts-backs.pdf"])) == len(contents(files["en/beasts-fronts.pdf"]))


def spots(data: bytes) -> set[str]:
    with opened(data) as pdf:
        found = pdf.pages[0].Resources.get("/ColorSpace", {})
        return {str(space[1]) for space in found.values()}


def test_die_lines_are_apart_or_on_each_page(toy: Toy) -> None:
    files, _ = exported(toy)
    assert (spots(files["en/beasts.pdf"]), spots(files["en/die-lines/toy.pdf"])) == (set(), {"/die-cut"})
    files, _ = exported(toy, die_line="page", die_ink="CutContour")
    assert spots(files["en/beasts.pdf"]) == {"/CutContour"}
    assert {*files} == {"en/beasts.pdf", "en/ink.csv"}
    files, _ = exported(toy, die_line="none")
    assert {*files} == {"en/beasts.pdf", "en/ink.csv"}


def test_die_line_follows_the_outline_and_standees_have_folds(toy: Toy) -> None:
    toy.write("layouts/stocks.yaml", "stocks: {toy: {trim: 72 pt x 144 pt, safe: 2 pt, stand: fold, foot: 20 pt}}")
    files, findings = exported(toy)
    assert findings == ()
    assert spots(files["en/die-lines/toy.pdf"]) == {"/die-cut", "/Crease"}
    with opened(files["en/beasts.pdf"]) as pdf:
        edge = 3 * 72 / 25.4
        assert [float(side) for side in pdf.pages[0].TrimBox] == pytest.approx(
            [edge, edge, 72 + edge, 2 * (144 + 20) + edge], abs=0.002
        )


def test_nets_of_boxes_have_die_lines_with_cuts_and_folds_and_no_guides(toy: Toy) -> None:
    box = "\n    boxes:\n      box: {kind: tuckbox, holds: beasts, panels: {front: toy/back}}\n"
    toy.write("catalog/toy/game.yaml", GAME.rstrip() + box)
    files, findings = exported(toy)
    assert findings == ()
    assert {*files} >= {"en/box.pdf", "en/die-lines/box.pdf"}
    assert spots(files["en/die-lines/box.pdf"]) == {"/die-cut", "/Crease"}
    with opened(files["en/box.pdf"]) as net, opened(files["en/die-lines/box.pdf"]) as die:
        assert net.pages[0].TrimBox == die.pages[0].TrimBox
        operators = {str(operator) for stream in streams(net) for _, operator in pikepdf.parse_content_stream(stream)}
    assert "f" in operators
    assert not {"S", "Tj", "TJ"} & operators  # neither lines to fold along nor words about glue
    assert "en/box.pdf" not in exported(toy, components=("beasts",))[0]


def rust(inks: str) -> str:
    """The palette, its colour `rust` printed with *inks*."""
    return PALETTES.replace("rust: '#a04020'", f"rust: {{rgb: '#a04020', {inks}}}")


def test_foil_is_a_separate_plate(toy: Toy) -> None:
    toy.write("layouts/palettes.yaml", rust("spot: Foil, overprint: true"))
    files, findings = exported(toy)
    assert findings == ()
    assert spots(files["en/beasts.pdf"]) == {"/Foil"}


def test_spot_ink_that_transparency_covers_is_a_finding_without_transparency_only(toy: Toy) -> None:
    toy.write("layouts/palettes.yaml", rust("spot: Foil"))
    veil = "{kind: panel, fill: sky, opacity: 0.5, bleeds: true}"
    back = f"palette: toy\nelements: [{{kind: panel, fill: rust, bleeds: true}}, {veil}]\n"
    toy.write("layouts/faces/toy/back.yaml", back)
    assert exported(toy)[1] == ()
    ((finding),) = exported(toy, standard="x1a")[1]
    assert finding.code == "spot-covered"
    assert "the back of 'fox'" in finding.message


def test_too_much_ink_is_found_with_the_piece_and_the_place(toy: Toy) -> None:
    toy.write("layouts/palettes.yaml", rust("cmyk: [90, 80, 70, 90]"))
    spot = "\n- {kind: panel, fill: rust, at: [30 pt, 60 pt], size: [20 pt, 10 pt], when: shy}"
    toy.write("layouts/faces/toy/beast.yaml", f"palette: toy\nelements:\n{FACE}{spot}\n")
    toy.write("layouts/faces/toy/back.yaml", "palette: toy\nelements: [{kind: panel, fill: sky, bleeds: true}]\n")
    files, (finding,) = exported(toy)
    assert files == {}, "no file has more ink than its limit"
    assert (finding.code, finding.is_error) == ("ink-limit", True)
    assert finding.message == (
        "the face of 'fox' has 330 % of ink 10.6 mm from the left and 21.3 mm from the top, and 300 % is the limit;"
        " 25.3 mm² are above it"
    )
    assert [piece.id for piece in finding.pieces] == ["fox"]
    assert finding.span is not None
    assert finding.span.source.name.endswith("cards.yaml")
    assert exported(toy, ink=340)[1] == ()


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_black_text_on_a_dark_ground_respects_the_limit(toy: Toy, standard: str) -> None:
    toy.write("layouts/palettes.yaml", rust("cmyk: [90, 30, 60, 20]"))
    panel = FACE.replace("fill: sky", "fill: rust")
    toy.write("layouts/faces/toy/beast.yaml", f"palette: toy\nelements:\n{panel}\n")
    for limit, most in ((300, {"280"}), (240, {"200"})):
        files, findings = exported(toy, standard=standard, ink=limit)
        assert {finding.code for finding in findings} <= {"low-contrast"}
        rows = list(csv.reader(StringIO(files["en/ink.csv"].decode("utf-8-sig"))))[1:]
        assert {row[4] for row in rows if row[3] == "face"} == most
        if shutil.which("gs"):
            (toy.folder / "beasts.pdf").write_bytes(files["en/beasts.pdf"])
            assert round(most_ink(toy.folder / "beasts.pdf")) in range(int(*most) - 1, int(*most) + 2)


def most_ink(path: Path) -> float:
    """The largest sum of the inks on the first page, in percent, by Ghostscript."""
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiff32nc", "-r150", "-dLastPage=1"]
    subprocess.run([*command, f"-sOutputFile={path.with_suffix('.tif')}", str(path)], check=True)
    with Image.open(path.with_suffix(".tif")) as picture:
        pixels: Any = picture.getcolors(1 << 20)
    return max(sum(inks) for _, inks in pixels) / 2.55


def test_ink_of_each_page_is_in_a_table(toy: Toy) -> None:
    files, _ = exported(toy)
    rows = list(csv.reader(StringIO(files["en/ink.csv"].decode("utf-8-sig"))))
    assert rows[0][:5] == ["file", "page", "piece", "side", "most %"]
    assert len(rows) - 1 == len(contents(files["en/beasts.pdf"]))
    assert [row[2:4] for row in rows[1:3]] == [["fox", "face"], ["fox", "back"]]
    most, cyan, yellow = (float(rows[1][column]) for column in (4, 7, 9))
    assert 100 < most < 300  # black text on the sky
    assert cyan > 30 > 20 > yellow


def test_black_text_is_black_ink_on_the_exported_page(toy: Toy) -> None:
    files, _ = exported(toy)
    with opened(files["en/beasts.pdf"]) as pdf:
        ink: list[float] = []
        texts = []
        for stream in streams(pdf):
            for operands, operator in pikepdf.parse_content_stream(stream):
                if str(operator) == "k":
                    ink = [float(part) for part in operands]
                elif str(operator) in ("Tj", "TJ"):
                    texts.append(ink)
    assert texts
    assert all(ink == [0, 0, 0, 1] for ink in texts)


@pytest.mark.parametrize(
    ("data", "words"),
    [(None, "No such file"), (b"text", "no ICC profile"), (SRGB_PROFILE.read_bytes(), "not of a printer for CMYK")],
)
def test_profile_that_cannot_be_used_is_a_finding(toy: Toy, data: bytes | None, words: str) -> None:
    path = toy.folder / "press.icc"
    if data is not None:
        path.write_bytes(data)
    files, (finding,) = exported(toy, profile=str(path))
    assert files == {}
    assert finding.code == "bad-profile"
    assert words in finding.message


def test_older_standard_knows_only_the_older_profiles(toy: Toy) -> None:
    data = bytearray(COATED_PROFILE.read_bytes())
    data[8] = 4
    (toy.folder / "press.icc").write_bytes(bytes(data))
    _, (finding,) = exported(toy, profile=str(toy.folder / "press.icc"), standard="x1a")
    assert (finding.code, "version 4" in finding.message) == ("bad-profile", True)


def test_profile_of_the_user_is_embedded(toy: Toy) -> None:
    path = toy.folder / "press.icc"
    path.write_bytes(COATED_PROFILE.read_bytes())
    files, _ = exported(toy, profile=str(path))
    with opened(files["en/beasts.pdf"]) as pdf:
        intent = pdf.Root.OutputIntents[0]
        assert (intent.OutputConditionIdentifier, intent.Info) == ("Custom", "Coated FOGRA39L")
        assert "/RegistryName" not in intent


def test_same_game_same_bytes(toy: Toy) -> None:
    assert exported(toy)[0] == exported(toy)[0]


def test_pages_are_checked_like_those_for_print_services(toy: Toy) -> None:
    toy.write("layouts/faces/toy/back.yaml", "palette: toy\nelements: [{kind: panel, fill: rust}]\n")
    ((finding),) = exported(toy)[1]
    assert finding.code == "bleed-missing"
    assert "the offset printer wants 3.0 mm of it beyond the cut" in finding.message
    assert str(finding.span).endswith("layouts/faces/toy/back.yaml:2:13")

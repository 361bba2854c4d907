"""QR codes: an independent decoder reads them back from rendered pages, and what it could not read is reported."""

from pathlib import Path

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from helpers import Table, Toy, items, rasters, rounded
from pawprint.core.colour import BLACK, WHITE
from pawprint.core.diagnostics import Diagnostic
from pawprint.graphics.ops import DrawBox, DrawPath
from pawprint.pieces.placed import Turned
from pawprint.pieces.qr_code import MIN_MODULE, _encoded, _outline
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

PT = 72 / 25.4
LONG = "https://example.org/cards/"


def table(tmp_path: Path, *elements: str) -> Table:
    return Toy(tmp_path, "\n".join(f"- {{kind: qr, {element}}}" for element in elements)).table()


def code_of(table: Table, identity: str = "fox") -> tuple[Turned, DrawBox, DrawPath]:
    """The only code of a face: the whole, its background and its modules."""
    (whole,) = items(table.face(identity))
    assert isinstance(whole, Turned)
    ground, modules = whole.items
    assert isinstance(ground, DrawBox)
    assert isinstance(modules, DrawPath)
    return whole, ground, modules


def decoded(image: Image.Image) -> set[tuple[str, str]]:
    """(format, text) of each code that the decoder finds in a picture; it takes no inverted ones."""
    return {(found.format.name, found.text) for found in zxingcpp.read_barcodes(image, try_invert=False)}


# --- read back from the page ---------------------------------------------------------------------------------

PRINTED = f"""
- {{kind: panel, fill: moss}}
- {{kind: qr, text: '{LONG}{{{{ id }}}}?level={{{{ level }}}}', at: [6 pt, 6 pt], size: [60 pt, 60 pt]}}
- {{kind: qr, text: 'Été {{{{ level }}}}', level: H, colour: moss, at: [6 pt, 70 pt], size: [60 pt, 40 pt], turn: 30}}
- {{kind: qr, text: 'A-{{{{ level }}}}', micro: true, at: [20 pt, 112 pt], size: [30 pt, 28 pt]}}
"""


@pytest.mark.parametrize("low_ink", [False, True])
def test_decoder_reads_each_code_of_a_printed_page(tmp_path: Path, low_ink: bool) -> None:
    toy = Toy(tmp_path, PRINTED, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    choice = BuildOptions(languages=("fr",), kinds=("cards",), low_ink=low_ink, cover=False)
    (sheets,) = pipeline.build(workspace, choice)
    assert [*workspace.findings] == []
    (page,) = rasters(sheets.data, 300)
    assert decoded(page) == {
        *(("QRCode", f"{LONG}{name}?level={level}") for name, level in (("fox", 4), ("hen", 1), ("mole", 0))),
        *(("QRCode", f"Été {level}") for level in (4, 1, 0)),
        *(("MicroQRCode", f"A-{level}") for level in (4, 1, 0)),
    }


def drawn(path: tuple[tuple[str | float, ...], ...], modules: int) -> list[list[int]]:
    """How often a path in modules winds round the middle of each module."""
    edges, start = [], (0.0, 0.0)
    for kind, *point in path:
        if kind == "M":
            first = start = tuple(point)  # type: ignore[assignment]
            continue
        end = first if kind == "Z" else tuple(point)
        edges.append((start, end))
        start = end  # type: ignore[assignment]
    return [
        [
            sum(
                (1 if y1 < y0 else -1)
                for (x0, y0), (x1, y1) in edges
                if x0 == x1 and x0 < column + 0.5 and min(y0, y1) < row + 0.5 < max(y0, y1)
            )
            for column in range(modules)
        ]
        for row in range(modules)
    ]


def squares(side: int) -> st.SearchStrategy[list[list[bool]]]:
    row = st.lists(st.booleans(), min_size=side, max_size=side)
    return st.lists(row, min_size=side, max_size=side)


@settings(deadline=None)
@given(st.integers(1, 6).flatmap(squares))
def test_outline_covers_exactly_the_dark_modules(matrix: list[list[bool]]) -> None:
    path = _outline(matrix)
    assert drawn(path, len(matrix)) == [[int(dark) for dark in row] for row in matrix]


def test_touching_modules_are_a_single_area() -> None:
    """Two areas side by side would show a hairline between them in some viewers."""
    square = _outline([[True, True], [True, True]])
    assert square == (("M", 0, 0), ("L", 2, 0), ("L", 2, 2), ("L", 0, 2), ("Z",))
    ring = _outline([[True, True, True], [True, False, True], [True, True, True]])
    assert [segment[0] for segment in ring].count("M") == 2


# --- place and properties -----------------------------------------------------------------------------------


def test_code_is_a_square_in_the_middle_of_its_box_with_its_quiet_zone(tmp_path: Path) -> None:
    whole, ground, modules = code_of(table(tmp_path, "text: ABC, at: [6 pt, 20 pt], size: [60 pt, 58 pt]"))
    assert rounded(ground.box) == (7, 20, 58, 58)
    assert (ground.paint.fill, modules.paint.fill, whole.keep) == (WHITE, BLACK, True)
    # 21 modules, and 4 on each side: 2 pt each
    xs = [segment[1] for segment in modules.path if len(segment) > 1]
    ys = [segment[2] for segment in modules.path if len(segment) > 1]
    assert [round(float(edge), 6) for edge in (min(xs), max(xs), min(ys), max(ys))] == [15, 57, 28, 70]


@pytest.mark.parametrize(
    ("element", "modules"),
    [
        ("text: 'https://example.org/a/b'", 25),
        ("text: 'https://example.org/a/b', level: H", 29),
        ("text: '12345', micro: true", 13),
        ("text: '12345', micro: true, level: Q", 17),
    ],
)
def test_higher_level_and_a_longer_text_need_more_modules(tmp_path: Path, element: str, modules: int) -> None:
    shown = table(tmp_path, f"{element}, quiet_zone: 10, at: [0, 0], size: [60 pt, 60 pt]")
    _, ground, code = code_of(shown)
    left = min(float(segment[1]) for segment in code.path if len(segment) > 1)
    assert round(left - ground.box.x, 6) == round(60 / (modules + 20) * 10, 6)
    assert shown.codes == []


def test_code_without_a_text_is_not_drawn(tmp_path: Path) -> None:
    game = "text: '{% if shy %}{{ name }}{% endif %}'"
    assert items(table(tmp_path, game).face("hen")) == ()


def test_code_that_all_pieces_have_is_composed_once(tmp_path: Path) -> None:
    shown = table(tmp_path, "text: https://example.org")
    assert shown.face("fox").shared is shown.face("hen").shared
    assert len(shown.face("fox").shared.items) == 1


# --- findings -----------------------------------------------------------------------------------------------


def finding(tmp_path: Path, element: str, code: str) -> Diagnostic:
    shown = table(tmp_path, element)
    shown.face()
    return shown.the_finding(code)


def test_module_that_is_too_small_to_be_printed_is_a_finding(tmp_path: Path) -> None:
    least = 29 * MIN_MODULE
    assert table(tmp_path, f"text: ABC, size: [{least + 0.01} mm, {least + 0.01} mm]").codes == []
    found = finding(tmp_path, f"text: ABC, size: [{least * 0.9} mm, {least} mm]", "small-module")
    assert "0.30 mm wide; 0.33 mm is the least" in found.message


@pytest.mark.parametrize(
    "colours",
    ["colour: sky", "background: moss", "colour: paper, background: ink"],
)
def test_colours_that_a_reader_cannot_distinguish_are_a_finding(tmp_path: Path, colours: str) -> None:
    assert "55% is the least" in finding(tmp_path, f"text: ABC, {colours}", "low-contrast").message


@pytest.mark.parametrize("element", ["text: '{{ name }} en anglais ou non', micro: true", f"text: {'x' * 3000}"])
def test_text_that_is_too_long_is_a_finding(tmp_path: Path, element: str) -> None:
    assert "characters are too many" in finding(tmp_path, element, "overset").message


@pytest.mark.parametrize(
    ("element", "code"),
    [
        ("level: M", "missing-field"),
        ("text: a, quiet_zone: 3", "out-of-range"),
        ("text: a, micro: true, quiet_zone: 1", "out-of-range"),
        ("text: a, level: X", "unknown-choice"),
        ("text: a, level: H, micro: true", "unknown-choice"),
    ],
)
def test_properties_that_no_code_can_have_are_findings(tmp_path: Path, element: str, code: str) -> None:
    assert finding(tmp_path, element, code)


def test_same_text_is_encoded_once() -> None:
    assert _encoded("owl", "M", False) is _encoded("owl", "M", False)

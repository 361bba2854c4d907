"""`pawprint export cut`, from YAML to the pixels of the sheets and the lines of the cut files."""

import io
import math
from pathlib import Path
from textwrap import dedent

import ezdxf.filemanagement
import numpy
import pytest
import shapely
import svgelements
from PIL import Image
from shapely.geometry import Polygon as Measured

from helpers import MM, Toy
from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.export.cut_files import find_machine
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, OptionError, export
from pawprint.press.png import render
from pawprint.production import pipeline
from pawprint.production.box_sheets import nets_of
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.sheets.machine_sheet import MarkShape
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import Calibration, PrinterProfile
from pawprint.sheets.printers.profile_files import printers_folder, profile_path, write_profile

STOCKS = """
    stocks:
      card: {trim: 63.5 mm x 88.9 mm, safe: 3 mm, corner: 3 mm}
      sharp: {trim: 50 mm x 60 mm, safe: 3 mm}
      disc: {trim: 20 mm x 20 mm, safe: 2 mm, outline: circle}
      hex: {trim: 50 mm x 43.3 mm, safe: 2 mm, outline: hexagon}
      shield: {trim: 40 mm x 48 mm, safe: 2 mm, outline: {path: M0 0H10V6C10 9 7 11 5 12C3 11 0 9 0 6Z}}
      stand: {trim: 30 mm x 50 mm, safe: 2 mm, stand: fold}
      label: {trim: 30 mm x 20 mm, safe: 2 mm, sheet: labels}
      board: {trim: 300 mm x 280 mm, safe: 2 mm}
"""
SHAPES = ("card", "sharp", "disc", "hex", "shield", "stand", "label")
GAME = """
    id: toy
    title: Toy
    version: "7"
    languages: [en]
    credits: Us
    components:
      pieces: {kind: cards, stock: SHAPE, face: toy/face, back: toy/back}
"""
FACES = {
    "toy/face": "palette: toy\nelements: [{kind: panel, fill: moss, bleeds: true}]",
    "toy/back": "palette: toy\nelements: [{kind: panel, fill: rust, bleeds: true}]",
}
LABELS = "paper: A4\nplaces: [{at: [40 mm, 40 mm], turn: 20}, {at: [80 mm, 60 mm], turn: -75}]"
#: Rows and columns of a picture from each of its corners inwards, from the top left on, clockwise.
ON, BACK = slice(None), slice(None, None, -1)
CORNERS = ((ON, ON), (ON, BACK), (BACK, BACK), (BACK, ON))
#: Ten pixels to the millimetre.
DPI = 254


def toy_of(folder: Path, shape: str, copies: int) -> Toy:
    cards = f"pieces: [{{id: one, copies: {copies}}}]"
    toy = Toy(folder, game=GAME.replace("SHAPE", shape), cards=cards, stocks=STOCKS, faces=FACES, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    toy.write("layouts/sheets/labels.yaml", LABELS)
    return toy


def cut(toy: Toy, **options: object) -> tuple[dict[str, bytes], list[str]]:
    """The files, and the codes of findings."""
    workspace = pipeline.load(toy.catalog, [*toy.layout_folders, bundled("layouts")])
    files = dict(export(workspace, EXPORTERS["cut"](**options), ExportOptions()))  # type: ignore[arg-type]
    return files, [finding.code for finding in workspace.findings]


def picture(pdf: bytes, page: int) -> "numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.int16]]":
    return numpy.asarray(Image.open(io.BytesIO(render(pdf, page, DPI))).convert("RGB")).astype(numpy.int16)


def cuts(svg: bytes, layer: str = "cut") -> list[svgelements.Path]:
    document = svgelements.SVG.parse(io.BytesIO(svg), ppi=25.4)
    (group,) = [one for one in document if isinstance(one, svgelements.Group) and one.id == layer]
    return [path for path in group.select() if isinstance(path, svgelements.Path)]


def area(path: svgelements.Path) -> Measured:
    strokes = [segment for segment in path if not isinstance(segment, svgelements.Move)]
    return Measured([segment.point(index / 20) for segment in strokes for index in range(20)])


@pytest.mark.parametrize("shape", SHAPES)
def test_every_cut_surrounds_the_art_of_its_piece(tmp_path: Path, shape: str) -> None:
    files, findings = cut(toy_of(tmp_path, shape, 3), machine="silhouette", bleed=mm(1))
    assert findings == []
    (pdf,) = [data for name, data in files.items() if name.endswith(".pdf")]
    (svg,) = [data for name, data in files.items() if name.endswith("sheet-1.svg") or name.endswith("sheets-1-2.svg")]
    page = picture(pdf, 0)
    moss = (page[:, :, 1] - page[:, :, 2] > 40) & (page[:, :, 0] < 140)
    outlines = [area(path) for path in cuts(svg)]
    assert len(outlines) == (2 if shape == "label" else 3)
    rows, columns = numpy.nonzero(moss)
    for outline in outlines:
        left, top, right, bottom = (round(side * 10) for side in outline.bounds)
        middle = outline.centroid
        if shape != "stand":
            inside = moss[top + 2 : bottom - 2, left + 2 : right - 2].mean()
            assert inside > 0.98 * outline.area / ((bottom - top - 4) * (right - left - 4) / 100)
        assert moss[round(middle.y * 10) + 20, round(middle.x * 10)]
    reach = 1.15 if shape not in ("hex", "shield") else 1.4
    grown = [outline.buffer(reach, join_style="mitre") for outline in outlines]
    step = max(len(rows) // 2000, 1)
    x, y = columns[::step] / 10, rows[::step] / 10
    assert shapely.intersects(shapely.union_all(grown), shapely.box(x, y, x + 0.1, y + 0.1)).all()


@pytest.mark.parametrize("machine", ["silhouette", "inkscape-silhouette", "cameo5", "summa", "laser"])
def test_corners_for_sensors_contain_only_marks(tmp_path: Path, machine: str) -> None:
    files, findings = cut(toy_of(tmp_path, "disc", 140), machine=machine)
    assert findings == []
    folder = f"{machine}/en/toy-cards-en-a4"
    assert f"{folder}-sheet-2.svg" in files, "so the first one is full"
    page = picture(files[f"{folder}.pdf"], 0)
    found = find_machine([bundled("layouts")], machine, Findings())
    assert found is not None
    assert found.marks is not None
    reach = int(found.marks.reach.mm * 10) - 1
    for shape, (rows, columns) in zip(found.marks.corners, CORNERS, strict=True):
        corner = page[rows][:reach, columns][:, :reach]
        if shape is not MarkShape.NONE:
            assert (corner.max(axis=2) - corner.min(axis=2)).max() < 10  # no colour
            assert corner.min() < 90
    back = picture(files[f"{folder}.pdf"], 1)[:130, :130]
    grey = (back.max(axis=2) < 90) & (back.max(axis=2) - back.min(axis=2) < 30)
    assert grey.sum() == 0  # no mark on the back


@pytest.mark.parametrize("machine", ["silhouette", "inkscape-silhouette", "cameo5", "silhouette-original", "summa"])
def test_printed_marks_match_the_cut_file(tmp_path: Path, machine: str) -> None:
    files, _ = cut(toy_of(tmp_path, "disc", 1), machine=machine)
    page = picture(files[f"{machine}/en/toy-cards-en-a4.pdf"], 0)
    found = find_machine([bundled("layouts")], machine, Findings())
    assert found is not None
    assert found.marks is not None
    half = found.marks.line.mm / 2
    marks = cuts(files[f"{machine}/en/toy-cards-en-a4-sheet-1.svg"], "marks")
    assert len(marks) == sum(shape is not MarkShape.NONE for shape in found.marks.corners)
    for left, top, right, bottom in (mark.bbox() for mark in marks):
        area = (left - half, top - half, right + half, bottom + half)
        x, y, x1, y1 = (round(side * 10) for side in (area[0] - 1, area[1] - 1, area[2] + 1, area[3] + 1))
        rows, columns = numpy.nonzero(page[y:y1, x:x1].max(axis=2) < 128)
        inked = (columns.min() + x, rows.min() + y, columns.max() + 1 + x, rows.max() + 1 + y)
        assert [side / 10 for side in inked] == pytest.approx(area, abs=0.11)


def test_backs_are_exactly_behind_the_cuts_of_their_faces(tmp_path: Path) -> None:
    files, _ = cut(toy_of(tmp_path, "hex", 4), machine="silhouette", bleed=mm(0))
    pdf = files["silhouette/en/toy-cards-en-a4.pdf"]
    face, back = picture(pdf, 0), picture(pdf, 1)[:, ::-1]
    moss = (face[:, :, 1] - face[:, :, 2] > 40) & (face[:, :, 0] < 140)
    rust = back[:, :, 0] - back[:, :, 2] > 60
    assert moss.sum() > 100_000
    assert (moss ^ rust).sum() < 0.004 * moss.sum()


def test_sheets_that_are_cut_alike_share_a_file(tmp_path: Path) -> None:
    files, _ = cut(toy_of(tmp_path, "card", 20), machine="silhouette")
    assert sorted(files) == [
        "silhouette/en/toy-cards-en-a4-sheet-3.dxf",
        "silhouette/en/toy-cards-en-a4-sheet-3.svg",
        "silhouette/en/toy-cards-en-a4-sheets-1-2.dxf",
        "silhouette/en/toy-cards-en-a4-sheets-1-2.svg",
        "silhouette/en/toy-cards-en-a4.pdf",
    ]
    counts = {name: len(cuts(data)) for name, data in files.items() if name.endswith("svg")}
    assert sorted(counts.values()) == [4, 8]


@pytest.mark.parametrize("shape", ["card", "stand", "hex"])
def test_faces_that_an_earlier_export_has_stored_give_the_same_files(tmp_path: Path, shape: str) -> None:
    toy, store = toy_of(tmp_path, shape, 3), Store(tmp_path / "cache", "1")
    usual, _ = cut(toy)
    for _ in range(2):
        workspace = pipeline.load(toy.catalog, [*toy.layout_folders, bundled("layouts")])
        assert dict(export(workspace, EXPORTERS["cut"](), ExportOptions(store=store))) == usual


def test_only_the_requested_pieces_are_cut(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "card", 4)
    toy.write("catalog/toy/cards.yaml", "pieces: [{id: one, copies: 4}, {id: two, copies: 2}]")
    workspace = pipeline.load(toy.catalog, [*toy.layout_folders, bundled("layouts")])
    files = dict(export(workspace, EXPORTERS["cut"](), ExportOptions(cards=("two",))))
    assert len(cuts(files["silhouette/en/toy-cards-en-a4-sheet-1.svg"])) == 2


def test_standee_has_its_folds_in_the_cut_file(tmp_path: Path) -> None:
    files, _ = cut(toy_of(tmp_path, "stand", 2), machine="laser", kerf=mm(0))
    svg = files["laser/en/toy-cards-en-a4-sheet-1.svg"]
    assert [path.length() for path in cuts(svg, "fold")] == [pytest.approx(30, abs=0.01)] * 6
    assert str(cuts(svg)[0].stroke) == "#000000"


def test_net_of_a_box_is_cut_with_its_window_first_and_has_its_folds(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "card", 60)
    boxes = "boxes: {box: {kind: tuckbox, window: 30 mm x 40 mm, slits: true, panels: {front: toy/face}}}"
    toy.write("catalog/toy/game.yaml", f"{dedent(GAME.replace('SHAPE', 'card'))}{boxes}\n")
    files, findings = cut(toy, kerf=mm(0))
    assert findings == []
    svg = files["silhouette/en/toy-box-en-a4-sheet-1.svg"]
    game = pipeline.load(toy.catalog, toy.layout_folders)
    ((_, (net,)),) = nets_of(game.library.games["toy"], game.composer(mm(3)), BuildOptions())
    window, outline = cuts(svg)
    assert all(isinstance(path[-1], svgelements.Close) for path in (window, outline))
    assert len(cuts(svg, "slit")) == 2
    with io.StringIO(files["silhouette/en/toy-box-en-a4-sheet-1.dxf"].decode()) as stream:
        lines = ezdxf.filemanagement.read(stream).modelspace()
    assert [line.closed for line in lines.query('LWPOLYLINE[layer=="CUT"]')] == [True, True]
    assert [line.closed for line in lines.query('LWPOLYLINE[layer=="SLIT"]')] == [False, False]
    left, top, right, bottom = window.bbox()
    assert sorted((right - left, bottom - top)) == pytest.approx([30, 40], abs=0.01)
    left, top, right, bottom = outline.bbox()
    assert sorted((right - left, bottom - top)) == pytest.approx(sorted(side.mm for side in net.size), abs=0.01)
    assert area(outline).contains(area(window))
    folds = [path.length() for path in cuts(svg, "fold")]
    assert sorted(folds) == pytest.approx(
        sorted(math.dist((f.start.x.mm, f.start.y.mm), (f.end.x.mm, f.end.y.mm)) for f in net.folds), abs=0.01
    )
    page = picture(files["silhouette/en/toy-box-en-a4.pdf"], 0)
    middle = area(outline).centroid
    assert page[round(middle.y * 10) - 250 : round(middle.y * 10) + 250].min() < 120  # there is art
    assert "silhouette/en/toy-box-en-a4-sheet-1.dxf" in files


def test_options_change_the_lines_but_not_the_marks(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "card", 8)
    name = "silhouette/en/toy-cards-en-a4-sheet-1.svg"
    usual, _ = cut(toy)
    moved, _ = cut(toy, offset="0.3mm,-0.2mm", kerf=mm(0.2), skip=("1", "8"))
    assert len(cuts(moved["silhouette/en/toy-cards-en-a4-sheet-1.svg"])) == 6
    assert [one.bbox() for one in cuts(usual[name], "marks")] == [one.bbox() for one in cuts(moved[name], "marks")]
    (left, top, *_), (x, y, *_) = cuts(usual[name])[1].bbox(), cuts(moved[name])[0].bbox()
    assert (x - left, y - top) == pytest.approx((0.3 - 0.1, -0.2 - 0.1), abs=0.01)


def test_program_that_prints_gets_pictures_without_margins(tmp_path: Path) -> None:
    files, findings = cut(toy_of(tmp_path, "card", 3), machine="cricut")
    assert findings == []
    face = Image.open(io.BytesIO(files["cricut/en/toy-cards-en-a4-sheet-1-face.png"]))
    assert face.mode == "RGBA"
    width, height = (round(side / 300 * 25.4, 1) for side in face.size)
    assert sorted((width, height)) == pytest.approx([63.5 * 2 + 3, 88.9 * 2 + 3], abs=0.2)
    alpha = numpy.asarray(face)[:, :, 3]
    assert alpha[0, 0] == 0  # a round corner
    assert alpha[200, 200] == 255
    assert "cricut/en/toy-cards-en-a4-sheet-1-back.png" in files


def test_only_backs_are_corrected_for_a_printer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWPRINT_CONFIG", str(tmp_path / "config"))
    off = Misregistration(dx=0.6, dy=-0.4)
    known = Calibration(paper=Size(mm(210), mm(297)), flip="long-edge", misregistration=off)
    profile = PrinterProfile(name="desk", calibrations=(known,))
    write_profile(profile, profile_path("desk", printers_folder()))
    toy = toy_of(tmp_path, "sharp", 3)
    plain, _ = cut(toy, bleed=mm(1))
    made, findings = cut(toy, bleed=mm(1), printer="desk")
    assert findings == []
    name = "silhouette/en/toy-cards-en-a4"
    assert {path: data for path, data in made.items() if not path.endswith(".pdf")} == {
        path: data for path, data in plain.items() if not path.endswith(".pdf")
    }
    pages = [(picture(plain[f"{name}.pdf"], page), picture(made[f"{name}-for-desk.pdf"], page)) for page in (0, 1)]
    assert (pages[0][0] == pages[0][1]).all()
    usual, moved = (numpy.nonzero(page[:, :, 0] - page[:, :, 2] > 60) for page in pages[1])
    axis = known.axis
    matrix = off.correction(axis, known.paper)
    assert moved[1].min() - usual[1].min() == pytest.approx(matrix[4] / MM * 10, abs=1)
    assert moved[0].min() - usual[0].min() == pytest.approx(matrix[5] / MM * 10, abs=1)
    assert abs(matrix[4]) > 1
    _, findings = cut(toy, bleed=mm(0), printer="desk")
    assert findings == ["bleed-too-small"]


def test_printer_that_is_not_measured_is_wrong_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWPRINT_CONFIG", str(tmp_path / "config"))
    with pytest.raises(OptionError, match="begin with pawprint printer calibrate"):
        cut(toy_of(tmp_path, "card", 1), printer="desk")


def test_marks_that_the_printer_does_not_reach_are_a_warning(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "card", 1)
    assert cut(toy, margin="3mm,3mm,9mm,3mm")[1] == []
    files, findings = cut(toy, margin="3mm,3mm,14mm,3mm")
    assert findings == ["marks-lost"]
    assert files


def test_machine_that_reads_the_back_has_its_marks_and_lines_there(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "shield", 1)
    text = (bundled("layouts") / "machines" / "silhouette.yaml").read_text(encoding="utf-8")
    toy.write("layouts/machines/flipped.yaml", f"{text}\nreads: back\n")
    files, findings = cut(toy, machine="flipped")
    assert findings == []
    usual, _ = cut(toy, machine="silhouette")
    name = "en/toy-cards-en-a4-sheet-1.svg"
    (one,), (other,) = cuts(usual[f"silhouette/{name}"]), cuts(files[f"flipped/{name}"])
    left, top, right, bottom = one.bbox()
    assert other.bbox() == pytest.approx((210 - right, top, 210 - left, bottom), abs=0.01)
    back = picture(files["flipped/en/toy-cards-en-a4.pdf"], 1)
    assert back[100:150, 100:150].max() < 60  # the square at the top left
    face = picture(files["flipped/en/toy-cards-en-a4.pdf"], 0)
    assert face[100:150, 100:150].min() > 200


def test_user_can_declare_a_machine(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "card", 1)
    toy.write("layouts/machines/plotter.yaml", "driver: My {plotter}\nmargin: 15 mm\nfiles: [svg]\n")
    files, findings = cut(toy, machine="plotter")
    assert findings == []
    assert sorted(files) == ["plotter/en/toy-cards-en-a4-sheet-1.svg", "plotter/en/toy-cards-en-a4.pdf"]


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ({"machine": "siluette"}, ["unknown-machine"]),
        ({"machine": "../machines/laser"}, ["unknown-machine"]),
        ({"paper": "A44"}, ["unknown-paper"]),
        ({"paper": "500x700mm"}, ["does-not-fit"]),
    ],
)
def test_impossible_export_is_a_finding(tmp_path: Path, options: dict[str, object], codes: list[str]) -> None:
    assert cut(toy_of(tmp_path, "card", 1), **options) == ({}, codes)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"offset": "1mm"}, "write 0.3mm,-0.2mm"),
        ({"offset": "1mm,6mm"}, "more than 5 mm"),
        ({"margin": "5"}, "for example 5mm"),
        ({"margin": "50.5mm"}, "not from 0 to 50 mm"),
        ({"skip": ("one",)}, "write 1,8"),
        ({"skip": ("0",)}, "write 1,8"),
        ({"skip": ("9" * 5000,)}, "write 1,8"),
    ],
)
def test_invalid_option_is_wrong_usage(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        EXPORTERS["cut"](**options)


def test_place_that_no_sheet_has_cannot_be_skipped(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "card", 1)
    files, findings = cut(toy, skip=("8",))
    assert (len(files), findings) == (3, [])
    with pytest.raises(OptionError, match="there is no place 9; sheets of toy have 8 places at most"):
        cut(toy, skip=("1", "9"))


def test_pieces_that_do_not_fit_between_marks_are_left_out_with_a_warning(tmp_path: Path) -> None:
    assert cut(toy_of(tmp_path, "board", 1)) == ({}, ["too-large-to-cut"])


@pytest.mark.parametrize(("fault", "code"), [("art: owwl", "missing-art"), ("shy: maybe", "wrong-type")])
def test_only_sheets_of_pieces_with_errors_are_left_out(tmp_path: Path, fault: str, code: str) -> None:
    toy = toy_of(tmp_path, "card", 1)
    fields = "fields: {art: {type: art}, shy: {type: flag}}"
    seals = "      seals: {kind: tiles, stock: disc, face: toy/back, file: seals.yaml}"
    game = GAME.replace("SHAPE", "card").replace("back: toy/back}", f"back: toy/back, file: cards.yaml, {fields}}}")
    toy.write("catalog/toy/game.yaml", dedent(game + seals))
    toy.write("catalog/toy/cards.yaml", f"pieces: [{{id: one}}, {{id: two, {fault}}}]\n")
    for name in ("one", "two"):
        toy.write(f"layouts/art/toy/{name}.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>')
    toy.write("catalog/toy/seals.yaml", "seals: [{id: three}]\n")
    toy.write("layouts/faces/toy/face.yaml", "palette: toy\nelements: [{kind: art, art: '{{ art }}', when: art}]")
    files, findings = cut(toy, machine="laser")
    assert findings == [code]
    assert [name for name in files if name.endswith(".pdf")] == ["laser/en/toy-tiles-en-a4.pdf"]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("margin: 5 mm", "missing-field", "has no 'driver'"),
        ("driver: x\nspeed: 5", "unknown-field", "has no field 'speed'"),
        ("driver: x\nmargin: 5", "bad-length", "no unit"),
        ("driver: x\nkerf: 3 mm", "out-of-range", "write 0 mm to 2 mm"),
        ("driver: x\nmarks: {corners: [angle], inset: 1 mm, line: 1 mm, arm: 5 mm}", "wrong-type", "write four"),
        ("driver: x\nmarks: {corners: [angel, none, none, none], inset: 1 mm, line: 1 mm}", "unknown-choice", "angle"),
        ("driver: x\nmarks: {corners: [angle, none, none, none], inset: 1 mm, line: 1 mm}", "missing-field", "'arm'"),
        (
            "driver: x\nmarks: {corners: [square, none, none, none], inset: 1 mm, line: 0 mm}",
            "missing-field",
            "'square'",
        ),
        ("driver: x\nfiles: [studio3]", "unknown-choice", "svg"),
        ("driver: x\ncolours: {cut: red}", "bad-colour", "#rrggbb"),
        ("driver: x\nmats: {large: huge}", "bad-length", "huge"),
        ("[]", "wrong-type", "a mapping"),
    ],
)
def test_fault_of_a_machine_is_found_in_its_file(tmp_path: Path, text: str, code: str, words: str) -> None:
    toy = toy_of(tmp_path, "card", 1)
    toy.write("layouts/machines/plotter.yaml", text)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    assert [*export(workspace, EXPORTERS["cut"](machine="plotter"), ExportOptions())] == []  # type: ignore[call-arg]
    (finding,) = workspace.findings
    assert finding.code == code
    assert words in f"{finding.message} {finding.help}"
    assert finding.span is not None
    assert finding.span.source.name.endswith("plotter.yaml")


def test_bridges_hold_pieces_in_their_sheet(tmp_path: Path) -> None:
    toy = toy_of(tmp_path, "disc", 40)
    files, found = cut(toy, machine="silhouette", bridge=mm(0.6), duplex="off")
    assert not found
    svg = next(data for name, data in files.items() if name.endswith(".svg"))
    lines = cuts(svg)
    assert len(lines) % 3 == 0
    starts = [line.point(0) for line in lines]
    stops = [line.point(1) for line in lines]
    for piece in range(0, len(lines), 3):
        for one, other in ((0, 1), (1, 2), (2, 0)):
            gap = math.dist(stops[piece + one], starts[piece + other])
            assert gap == pytest.approx(0.6, abs=0.01)
    discs = [
        Measured([tuple(line.point(step / 24)) for line in lines[piece : piece + 3] for step in range(25)])
        for piece in range(0, len(lines), 3)
    ]
    assert min(one.distance(other) for index, one in enumerate(discs) for other in discs[:index]) >= 5.99

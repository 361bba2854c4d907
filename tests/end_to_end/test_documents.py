"""The documents of the bundled games: all that a build makes, as two other programs judge it."""

import io
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import outloud
import page as validators
import pdfua
import pikepdf
import pytest
from outloud.model import Document

from helpers import extracted
from pawprint.documents.declarations import piece_names
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

GAMES = sorted(folder.name for folder in pipeline.bundled("catalog").iterdir() if (folder / "game.yaml").is_file())
Unjudged = Callable[..., Iterator[tuple[str, bytes]]]
each_game = pytest.mark.parametrize("game", GAMES)

_made: dict[str, list[Print]] = {}

_parse = pikepdf.parse_content_stream
_forms: dict[bytes, list[tuple[list[object], str]]] = {}


def documents(game: str) -> list[Print]:
    """The documents of a game in all its languages; made once."""
    if game not in _made:
        workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [game])
        prints = list(pipeline.build(workspace, BuildOptions(kinds=pipeline.DOCUMENTS)))
        assert [one.code for one in workspace.findings] == []
        _made[game] = prints
    return _made[game]


def files(game: str) -> list[tuple[str, bytes]]:
    """The names and bytes of these documents."""
    return [(made.name, made.data) for made in documents(game)]


@each_game
def test_every_language_has_the_same_documents(game: str) -> None:
    by_language: dict[str, list[str]] = {}
    for made in documents(game):
        by_language.setdefault(made.language, []).append(made.name.replace(f"-{made.language}-", "-"))
    assert len(by_language) > 1
    assert len({tuple(names) for names in by_language.values()}) == 1
    assert {made.kind for made in documents(game)} == {"rulebook", "reference"}


@pytest.mark.parametrize("profile", ["2a", "ua1"])
@each_game
def test_they_are_valid(game: str, profile: str, unjudged: Unjudged) -> None:
    for name, content in unjudged(f"page-validation {version('page-validation')} {profile}", files(game)):
        report = validators.validate_pdf_bytes(content, profile=profile)
        assert sorted({failure.rule_id for failure in report.failures}) == [], name


def _parse_once(content: pikepdf.Object) -> object:
    """As `pikepdf.parse_content_stream`, but the same form is parsed once, and only to what `outloud` looks at.

    It walks each form wherever it is drawn, and icons are drawn hundreds of times. Of a path it wants to know only how
    far it reaches, so a long one becomes one operator with its outermost points.
    """
    if not isinstance(content, pikepdf.Stream):
        return _parse(content)
    data = content.read_bytes()
    if data not in _forms:
        _forms[data] = kept = []
        path: list[list[float]] = []
        for operands, operator in ((operands, str(operator)) for operands, operator in _parse(content)):
            if operator in ("m", "l", "c", "v", "y"):
                path.append([float(operand) for operand in operands])
                kept.append((path[-1], operator))
            elif operator not in ("h", "rg", "RG", "g", "G", "w"):
                corners = _hull({point for step in path for point in zip(step[::2], step[1::2], strict=True)})
                if len(path) > 2 and len(corners) > 2 and (len(kept) == len(path) or kept[-len(path) - 1][1] != "re"):
                    kept[-len(path) :] = [([number for point in corners for number in point], "c")]
                path = []
                kept.append(([*operands], operator))
    return _forms[data]


def _hull(points: set[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the convex hull: however the points are moved and turned, these are the outermost ones."""
    corners: list[tuple[float, float]] = []
    for way in (sorted(points), sorted(points, reverse=True)):
        half: list[tuple[float, float]] = []
        for x, y in way:
            while len(half) > 1 and (half[-1][0] - half[-2][0]) * (y - half[-2][1]) <= (half[-1][1] - half[-2][1]) * (
                x - half[-2][0]
            ):
                half.pop()
            half.append((x, y))
        corners += half[:-1]
    return corners


@pytest.mark.parametrize(
    ("form", "kinds"),
    [
        (b"0.5 0 0 2 1 3 cm 1 0 0 rg 0 0 m 1 2 3 4 5 6 c 4 0 l 2 1 l h f 0 0 m 4 4 l S", ["path", "line"]),
        (b"/P <</MCID 3>> BDC 1 2 3 4 re 9 9 m 7 8 l 8 7 l S EMC 1 1 m 2 1 l 2 2 l 5 5 re f", ["rect", "path"]),
        (b"0.8 0.6 -0.6 0.8 0 0 cm 0 0 m 5 0 l 5 5 l 0 5 l 2 2 l B 3 3 m 4 4 l 5 5 l f", ["path", "path"]),
    ],
)
def test_forms_that_are_parsed_once_are_heard_as_before(
    form: bytes, kinds: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "forms.pdf"
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        page.add_resource(pdf.make_stream(form, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form), "/XObject", "/F")
        page.Contents = pdf.make_stream(b"/Artifact BMC /F Do EMC q 2 0 0 2 0 0 cm /F Do Q")
        pdf.save(file)
    heard = []
    for parse in (_parse, _parse_once):
        monkeypatch.setattr(pikepdf, "parse_content_stream", parse)
        with closing(Document(str(file))) as document:
            heard.append(document.content(0))
    assert [path.kind for path in heard[0].paths] == kinds * 2
    assert heard[1] == heard[0]


@each_game
def test_another_checker_accepts_the_documents(
    game: str, tmp_path: Path, unjudged: Unjudged, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is found is only this:

    - TAG-002, words of artifacts: running heads, which name the title and the chapter that the document names, and the
      line at the edge of a sheet of cards. It takes title and chapter for one line of prose if both are long. Cards in
      the picture on the cover of a rulebook have words, too; that picture is decoration.
    - TBL-010, more than three rows of heads: the titles of groups in a list. It assumes that such a table was scanned.
      Here each of these rows is one cell across the table, and all cells below it name their heads.
    - TBL-014, a warning: ruled lines around text without a table, on a proof: the lines are those of small faces.
    """
    monkeypatch.setattr(pikepdf, "parse_content_stream", _parse_once)
    of_cards = {made.name for made in documents(game) if made.sheets}
    for name, content in unjudged(f"outloud {version('outloud')}", files(game)):
        file = tmp_path / name
        file.write_bytes(content)
        report = outloud.check(file)
        assert report.error is None, name
        with pikepdf.open(file) as pdf:
            heads = [str(pdf.docinfo.Title), *_titles(pdf.open_outline().root)]
            for found in report.sorted_findings():
                if found.rule == "TAG-002":
                    words = str(found.evidence)
                    if "-rulebook-" in name and found.page == 1:
                        continue
                    assert _is_of_margin(words, heads) or (name in of_cards and "Pawprint" in words), (name, words)
                elif found.rule == "TBL-010":
                    assert " against " not in found.message, (name, found.message)
                    _check_groups(pdf)
                else:
                    assert (found.rule, name.partition("-proof-")[1]) == ("TBL-014", "-proof-"), (name, found)


def _titles(items: Iterable[pikepdf.OutlineItem]) -> Iterator[str]:
    for item in items:
        yield item.title
        yield from _titles(item.children)


def _is_of_margin(words: str, heads: list[str]) -> bool:
    """Whether a line is the title of the document and a heading or the number of the page, as running lines are."""
    words = re.sub(r" \d+/\d+$", "", words)
    rest = {" ".join(words.replace(head, "", 1).split()) for head in heads if head in words}
    return not rest.isdisjoint({*heads, ""})


def _check_groups(pdf: pikepdf.Pdf) -> None:
    """In tables with several rows of heads, each row but the first is one cell, and data name all their heads."""
    for element in pdf.objects:
        if not isinstance(element, pikepdf.Dictionary) or element.get("/S") != "/Table":
            continue
        rows = [[*row.K] if isinstance(row.K, pikepdf.Array) else [row.K] for row in element.K if row.S == "/TR"]
        heads = [row for row in rows if all(cell.S == "/TH" for cell in row)]
        if len(heads) > 3:
            assert all(len(row) == 1 and int(row[0].A.ColSpan) == len(rows[0]) for row in heads[1:])
            assert all("/Headers" in cell.A for row in rows for cell in row if cell.S == "/TD")


@each_game
def test_second_checker_finds_no_fault(game: str, tmp_path: Path, unjudged: Unjudged) -> None:
    for name, content in unjudged(f"pdfua {version('pdfua')}", files(game)):
        file = tmp_path / name
        file.write_bytes(content)
        assert [*pdfua.validate(str(file)).findings] == [], name


@each_game
def test_pictures_are_described_without_unreadable_names(game: str) -> None:
    """No ids of records, and none of the names that scenarios have for species and players."""
    workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [game])
    declared = workspace.library.games[game]
    known = {*piece_names(declared).values()}
    ids = {id.replace("-", " ") for records in declared.records.values() for id in records if re.search(r"-\w*\d", id)}
    hidden = {name for id in ids for name in (id, id.capitalize()) if name not in known}
    for made in documents(game):
        with pikepdf.open(io.BytesIO(made.data)) as pdf:
            for element in pdf.objects:
                if isinstance(element, pikepdf.Dictionary) and "/Alt" in element:
                    alt = str(element.Alt)
                    assert alt[:1] == alt[:1].upper(), (made.name, alt)
                    assert "  " not in alt, (made.name, alt)
                    assert " ," not in alt, (made.name, alt)
                    assert not re.search(r"(^|\. )[A-Z]\d?( ?:| may | attacks | peut | attaque )", alt), (
                        made.name,
                        alt,
                    )
                    assert not [name for name in hidden if re.search(rf"(^|[–:,.] ){name}", alt)], (made.name, alt)


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
@each_game
def test_qpdf_finds_no_fault(game: str, tmp_path: Path) -> None:
    for made in documents(game):
        file = tmp_path / made.name
        file.write_bytes(made.data)
        done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout


@each_game
def test_every_page_has_words_and_every_rulebook_a_way_through(game: str, unjudged: Unjudged) -> None:
    rulebooks = {made.name for made in documents(game) if made.kind == "rulebook"}
    assert rulebooks
    for name, content in unjudged(f"PDFium {version('pypdfium2')}", files(game)):
        pages = extracted(content)
        assert all(page.strip() for page in pages), name
        assert not any("\ufffd" in page or "\u00ad" in page for page in pages), name
        if name in rulebooks:
            with pikepdf.open(io.BytesIO(content)) as pdf:
                links = [link for sheet in pdf.pages for link in sheet.get("/Annots", [])]
                assert links, "a table of contents at least"
                assert len([*pdf.open_outline().root]) > 0

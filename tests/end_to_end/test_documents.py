"""The documents of the bundled games: all that a build makes, as two other programs judge it."""

import io
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

import outloud
import page as validators
import pdfua
import pikepdf
import pytest

from helpers import extracted
from pawprint.build import pipeline
from pawprint.build.options import BuildOptions
from pawprint.documents.declarations import piece_names
from pawprint.press.manifest import Print

GAMES = sorted(folder.name for folder in pipeline.bundled("catalog").iterdir() if (folder / "game.yaml").is_file())
Unjudged = Callable[..., Iterator[tuple[str, bytes]]]
each_game = pytest.mark.parametrize("game", GAMES)

_made: dict[str, list[Print]] = {}


def documents(game: str) -> list[Print]:
    """The documents of a game in all its languages; made once."""
    if game not in _made:
        workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [game])
        prints = list(pipeline.build(workspace, BuildOptions(kinds=pipeline.DOCUMENTS)))
        assert [*workspace.findings] == []
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


@each_game
def test_another_checker_hears_them_as_they_are_meant(game: str, tmp_path: Path, unjudged: Unjudged) -> None:
    """What is found is only this:

    - TAG-002, words of artifacts: running heads, which name the title and the chapter that the document names, and the
      line at the edge of a sheet of cards. It takes title and chapter for one line of prose if both are long.
    - TBL-010, more than three rows of heads: the titles of groups in a list. It assumes that such a table was scanned.
      Here each of these rows is one cell across the table, and all cells below it name their heads.
    - TBL-014, a warning: ruled lines around text without a table, on a proof: the lines are those of small faces.
    """
    of_cards = {made.name for made in documents(game) if made.sheets}
    for name, content in unjudged(f"outloud {version('outloud')}", files(game)):
        file = tmp_path / name
        file.write_bytes(content)
        report = outloud.check(file)
        with pikepdf.open(file) as pdf:
            heads = [str(pdf.docinfo.Title), *_titles(pdf.open_outline().root)]
            for found in report.sorted_findings():
                if found.rule == "TAG-002":
                    words = str(found.evidence)
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
    """Whether a line is the title of the document and a heading, as running heads are."""
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
def test_a_second_checker_finds_no_fault(game: str, tmp_path: Path, unjudged: Unjudged) -> None:
    for name, content in unjudged(f"pdfua {version('pdfua')}", files(game)):
        file = tmp_path / name
        file.write_bytes(content)
        assert [*pdfua.validate(str(file)).findings] == [], name


@each_game
def test_pictures_are_described_without_names_that_nobody_reads(game: str) -> None:
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

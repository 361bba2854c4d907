"""The bundled games for cutting machines: what is cut out is what the catalog counts."""

import io
import re
from collections import Counter

import ezdxf
import pypdfium2
import pytest
import svgelements

from pawprint.core.files import bundled
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, export
from pawprint.production import pipeline

#: Each with a machine. Where pieces are cut is the same in all languages; one game shows that none is left out.
GAMES = {"food-chain": "summa", "fooden": "silhouette", "lake-ecosystem": "laser", "pocket-cats": "cameo5"}
IN_ALL_LANGUAGES = "pocket-cats"
_SHEETS = re.compile(r"(.+)-sheets?-(\d+)(?:-(\d+))?\.(svg|dxf)")


def lines(svg: bytes) -> list[svgelements.Path]:
    """Those of the layer `cut`."""
    document = svgelements.SVG.parse(io.BytesIO(svg), ppi=25.4)
    (group,) = [one for one in document if isinstance(one, svgelements.Group) and one.id == "cut"]
    return [path for path in group.select() if isinstance(path, svgelements.Path)]


def is_closed(path: svgelements.Path) -> bool:
    return isinstance(path[-1], svgelements.Close)


@pytest.mark.parametrize(("name", "machine"), GAMES.items())
def test_as_many_pieces_are_cut_out_as_the_catalog_counts(name: str, machine: str) -> None:
    workspace = pipeline.load(bundled("catalog"), [bundled("layouts")], [name])
    (game,) = (loaded.each_edition("")[0] for loaded in workspace.library.games.values())
    languages = game.languages if name == IN_ALL_LANGUAGES else game.languages[:1]
    options = ExportOptions(languages=() if name == IN_ALL_LANGUAGES else languages)
    files = dict(export(workspace, EXPORTERS["cut"](machine=machine), options))  # type: ignore[call-arg]
    assert {finding.code for finding in workspace.findings} <= {"too-large-to-cut"}
    left_out = [finding.message.split()[1] for finding in workspace.findings]
    assert left_out == (["boards-lake-board"] if name == "lake-ecosystem" else [])  # larger than the paper
    expected = sum(
        record.copies_in(game.edition)
        for component in game.components.values()
        if component.faces and f"{component.kind}-{component.stock}" not in left_out
        for record in game.pieces(component.name)
    )
    cut: Counter[tuple[str, str]] = Counter()
    sheets: Counter[str] = Counter()
    for path, data in files.items():
        if (match := _SHEETS.fullmatch(path)) is None:
            continue
        if "-box-" in path:
            assert is_closed(lines(data)[-1]) if path.endswith("svg") else layer(data)
            continue
        batch, first, last, form = match[1], int(match[2]), int(match[3] or match[2]), match[4]
        found = lines(data) if form == "svg" else layer(data)
        assert form == "dxf" or all(map(is_closed, found))
        cut[path.split("/")[1], form] += len(found) * (last - first + 1)
        sheets[batch] = max(sheets[batch], last)
    assert set(cut.values()) == {expected}
    assert {language for language, _ in cut} == set(languages)
    for language in languages:
        assert f"{machine}/{language}/{name}-box-{language}-a4-sheet-1.svg" in files
    for batch, count in sheets.items():
        pages = len(pypdfium2.PdfDocument(files[f"{batch}.pdf"]))
        assert pages in (count, 2 * count)


def layer(dxf: bytes) -> list[object]:
    document = ezdxf.read(io.StringIO(dxf.decode()))
    assert not document.audit().has_issues
    return [*document.modelspace().query('LWPOLYLINE[layer=="CUT"]')]

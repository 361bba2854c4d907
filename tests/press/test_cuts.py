"""Texts may mix the cuts of families as they like: each letter is drawn in its own cut, as wide as that cut has it."""

import io
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import uharfbuzz as hb
from hypothesis import example, given
from hypothesis import strategies as st

import pawprint
from pawprint.press.fonts import FontBook
from press import cuts
from press.cuts import FILES, Text
from strategies import examples

#: What fonts call a cut in the file -> the cut.
CUTS = {
    "SourceSans3_400wght": FILES["text"]["regular"],
    "SourceSans3_700wght": FILES["text"]["bold"],
    "SourceSans3Italic_400wght": FILES["text"]["italic"],
    "SourceSans3Italic_700wght": FILES["text"]["bold-italic"],
    "Baloo2_800wght": FILES["title"]["bold"],
    "Bitter_400wght": FILES["serif"]["regular"],
}
#: Letters with kerning, a composed one, and a word that `title` lacks, so that it is set in `text`.
letters = st.lists(st.sampled_from([*"aeAVT,é", " ", "\n", " \u03a9 "]), min_size=1, max_size=8).map("".join)
parts = st.tuples(letters, st.booleans(), st.booleans())
texts: st.SearchStrategy[Text] = st.tuples(
    st.booleans(),
    st.sampled_from([*FILES]),
    st.booleans(),
    st.booleans(),
    st.lists(parts, min_size=1, max_size=4),
)
pages = st.lists(texts, min_size=1, max_size=6)
#: A text that is wholly bold beside the same letters in regular.
EVENT: list[Text] = [
    (in_document, "text", False, False, [("Event Avatar", bold, italic)])
    for in_document in (False, True)
    for bold in (True, False)
    for italic in (True, False)
]

fonts = FontBook(FILES)


@given(pages)
@example(EVENT)
@examples(25)
def test_each_glyph_has_the_width_of_its_cut(texts: list[Text]) -> None:
    with pikepdf.open(io.BytesIO(cuts.page(texts, fonts))) as pdf:
        drawn = {name for name, _ in shown(pdf)}
        assert drawn <= {*embedded(pdf)}
        for name, font in embedded(pdf).items():
            widths = dict(widths_of(font))
            assert widths == {glyph: pytest.approx(advance(name, glyph), abs=0.051) for glyph in widths}
            assert widths.keys() >= {glyph for cut, glyph in shown(pdf) if cut == name}


@given(pages)
@example(EVENT)
@examples(25)
def test_each_letter_is_drawn_in_its_cut(texts: list[Text]) -> None:
    wanted: Counter[tuple[str, str]] = Counter()
    for _, family, bold, italic, runs in texts:
        for letters, run_bold, run_italic in runs:
            for word in letters.split():
                name = cut_for(family, bold or run_bold, italic or run_italic, word)
                wanted.update((name, letter) for letter in word)
    with pikepdf.open(io.BytesIO(cuts.page(texts, fonts))) as pdf:
        meanings = {name: meanings_of(font) for name, font in embedded(pdf).items()}
        letters_drawn = Counter((name, meanings[name][glyph]) for name, glyph in shown(pdf))
    assert {key: count for key, count in letters_drawn.items() if key[1] not in " -\u00ad"} == wanted


@pytest.fixture(scope="module")
def hashes() -> Iterator[Callable[[list[Text]], set[str]]]:
    """Makes a page in several processes, each with a hash seed of its own, and returns the hashes of the files."""
    paths = [Path(pawprint.__file__).parents[1], Path(cuts.__file__).parents[1]]
    workers = [
        subprocess.Popen(
            [sys.executable, cuts.__file__],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONHASHSEED": seed},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "2")
    ]

    def ask(worker: subprocess.Popen[str], texts: list[Text]) -> str:
        assert worker.stdin
        assert worker.stdout
        print(json.dumps(texts), file=worker.stdin, flush=True)
        return worker.stdout.readline().strip()

    yield lambda texts: {ask(worker, texts) for worker in workers}
    for worker in workers:
        worker.communicate()


@given(texts=pages)
@example(texts=EVENT)
@examples(25)
def test_bytes_do_not_depend_on_the_hash_seed(hashes: Callable[[list[Text]], set[str]], texts: list[Text]) -> None:
    assert hashes(texts) == {sha256(cuts.page(texts, fonts)).hexdigest()}


# --- another reader -----------------------------------------------------------------------------------------


def cut_for(family: str, bold: bool, italic: bool, word: str) -> str:
    """What the file calls the font of *word* in this style."""
    if family == "text" or (family == "title" and "\u03a9" in word):
        return f"SourceSans3{'Italic' if italic else ''}_{700 if bold else 400}wght"
    return {"title": "Baloo2_800wght", "serif": "Bitter_400wght"}[family]


@cache
def opened(cut: str) -> Any:
    """The font of *cut*, as HarfBuzz reads it."""
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(CUTS[cut].path))))
    font.set_variations(dict(CUTS[cut].axes))
    return font


def advance(cut: str, glyph: int) -> float:
    """The width of a glyph in thousandths of an em."""
    font = opened(cut)
    return 1000 * font.get_glyph_h_advance(glyph) / font.face.upem


def embedded(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """The fonts of the page by their names, without the tags of the subsets."""
    return {str(font.BaseFont)[8:]: font for font in pdf.pages[0].Resources.get("/Font", {}).values()}


def widths_of(font: Any) -> Iterator[tuple[int, float]]:
    """(glyph, width) as the font dictionary has it."""
    entries = iter(font.DescendantFonts[0].W)
    for first in entries:
        for place, width in enumerate(next(entries)):
            yield int(first) + place, float(width)


def meanings_of(font: Any) -> dict[int, str]:
    """What characters the glyphs of a font stand for."""
    rows = re.findall(rb"<(\w{4})> <(\w+)>", font.ToUnicode.read_bytes())
    return {int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in rows}


def shown(pdf: pikepdf.Pdf) -> list[tuple[str, int]]:
    """(font, glyph) for each glyph on the page."""
    fonts = pdf.pages[0].Resources.get("/Font", {})
    found: list[tuple[str, int]] = []
    name = ""
    for operands, operator in pikepdf.parse_content_stream(pdf.pages[0]):
        if str(operator) == "Tf":
            name = str(fonts[str(operands[0])].BaseFont)[8:]
        elif str(operator) in ("Tj", "TJ"):
            strings: Any = operands if str(operator) == "Tj" else operands[0]
            for string in strings:
                if isinstance(string, pikepdf.String):
                    codes = bytes(string)
                    found += [(name, codes[at] << 8 | codes[at + 1]) for at in range(0, len(codes), 2)]
    return found

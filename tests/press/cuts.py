"""A page of texts that mix the cuts of several families.

Run as a program, it reads such texts, one page to a line, and answers each line with the hash of the file.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise

from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box
from pawprint.core.source import Source, Span
from pawprint.documents.content import TextRun
from pawprint.documents.typeset._paragraphs import ParagraphSetter
from pawprint.documents.typeset.structure import marked
from pawprint.graphics.ops import DrawText
from pawprint.press.fonts import FontBook, FontFile
from pawprint.typography.text_style import RunStyle, TextStyle
from pawprint.typography.textbox import TextSetter
from press import sample

#: Letters of one cut: the characters, bold, italic.
Part = tuple[str, bool, bool]
#: A text: whether it stands in a document, not on a face; family, bold and italic of its style; its parts.
Text = tuple[bool, str, bool, bool, list[Part]]

#: Where each cut comes from: `text` has all four, `title` only a bold one, `serif` only a regular one.
FILES = {
    "text": {
        "regular": FontFile(sample.SOURCE_SANS, {"wght": 400}),
        "bold": FontFile(sample.SOURCE_SANS, {"wght": 700}),
        "italic": FontFile(sample.SOURCE_SANS_ITALIC, {"wght": 400}),
        "bold-italic": FontFile(sample.SOURCE_SANS_ITALIC, {"wght": 700}),
    },
    "title": {"bold": FontFile(sample.BALOO, {"wght": 800})},
    "serif": {"regular": FontFile(sample.BITTER, {"wght": 400})},
}
WIDTH, SIZE = 90.0, 8.0


def page(texts: list[Text], book: FontBook) -> bytes:
    """A file with one page that shows *texts* one below the other."""
    ops: list[DrawText] = []
    for number, (in_document, *text) in enumerate(texts):
        ops += (_of_document if in_document else _of_face)(*text, 20.0 + 40 * number, book)
    return sample.page(*ops)


def _of_face(family: str, bold: bool, italic: bool, parts: list[Part], y: float, book: FontBook) -> Iterator[DrawText]:
    style = TextStyle(family, size=SIZE, min_size=SIZE, bold=bold, italic=italic, hyphenate=True)
    block = TextSetter(book).set(_markup(parts), style, Box(10, y, WIDTH, 1000), BLACK, "en", lambda name: None)  # type: ignore[arg-type]
    for line in block.lines:
        for x, face, words, gap, *_ in line.fragments:
            yield DrawText(x, line.y, face, SIZE, BLACK, words, gap)


def _of_document(
    family: str, bold: bool, italic: bool, parts: list[Part], y: float, book: FontBook
) -> Iterator[DrawText]:
    style = TextStyle(family=family, size=SIZE, bold=bold, italic=italic, hyphenate=True)
    runs = tuple(TextRun("text", text, RunStyle(*style)) for text, *style in parts)
    shaper = ParagraphSetter(book, "en", lambda name, span: None, lambda letters, family, span: None, None)  # type: ignore[arg-type]
    marks = marked("P", runs, BLACK, BLACK)[1]
    for number, line in enumerate(shaper.lines(shaper.shape(runs, style, marks, AT), WIDTH).lines):
        for op in [item.op for item in line.fragment.items]:
            if isinstance(op, DrawText):
                yield op._replace(x=10 + op.x, y=y + 10 * number)


AT = Span(Source("cuts", "\n"), 0, 1)


def _markup(parts: list[Part]) -> str:
    """*parts* as rich text."""
    text = ""
    for (_, was_bold, was_italic), (letters, bold, italic) in pairwise(
        [("", False, False), *parts, ("", False, False)]
    ):
        text += "**" * (bold != was_bold) + "*" * (italic != was_italic) + letters
    return text


if __name__ == "__main__":
    fonts = FontBook(FILES)
    for line in sys.stdin:
        print(sha256(page(json.loads(line), fonts)).hexdigest(), flush=True)

"""The outside of a PDF file: objects and their numbers, on top of ReportLab's document layer.

ReportLab numbers the objects, places them and writes catalog, information, cross references and trailer.
What stands in an object is written here as bytes: its dictionary classes take 20 to 30 microseconds each,
which for a few hundred pages is more than all of their contents.
"""

import zlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from reportlab.pdfbase import pdfdoc

#: 1.7 is ISO 32000-1:2008.
VERSION = (1, 7)

#: Of zlib. On text-heavy sheets level 4 takes 40 % less time and makes files 8 % larger.
LEVEL = 4

#: What a printer dialog calls the side to flip on, and PDF's word for it.
DUPLEX = {
    "simplex": "Simplex",
    "long-edge": "DuplexFlipLongEdge",
    "short-edge": "DuplexFlipShortEdge",
}


@lru_cache(maxsize=2048)
def _compressed(stream: bytes) -> bytes:
    """*stream* by zlib; remembered, since the files of a game in several languages have most drawings in common."""
    return zlib.compress(stream, LEVEL)


class _Object(pdfdoc.PDFObject):
    """An object that is bytes already."""

    __RefOnly__ = 1

    def __init__(self, body: bytes) -> None:
        self.body = body

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.body


class PdfFile:
    """A PDF file that is being put together.

    Args:
        language: of its text, as BCP 47 writes it: `fr`, `en-GB`.
    """

    def __init__(self, language: str) -> None:
        document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=VERSION, lang=language)
        self._document = cast(Any, document)  # its type stubs know few of its attributes
        self._document.Catalog.Outlines = None
        self.pages = self._number(self._document.Pages)

    def _number(self, thing: pdfdoc.PDFObject) -> str:
        name = self._document.Reference(thing).name
        return f"{self._document.idToObjectNumberAndVersion[name][0]} 0 R"

    def string(self, text: str) -> str:
        """*text* as a PDF string, in PDF's own encoding or UTF-16."""
        body: bytes = pdfdoc.PDFString(text).format(self._document)
        return body.decode("latin-1")

    def add(self, entries: str, stream: bytes | None = None, packed: bool = False) -> str:
        """Add a dictionary, or a stream with it, and return the reference to it.

        Args:
            entries: what stands between `<<` and `>>`.
            stream: compressed here unless it is *packed*, that is, *entries* names its filter.
        """
        return self._number(_Object(self._body(entries, stream, packed)))

    def _body(self, entries: str, stream: bytes | None, packed: bool) -> bytes:
        if stream is None:
            return f"<<{entries}>>".encode("latin-1")
        if not packed:
            stream = _compressed(stream)
            entries += "/Filter/FlateDecode"
        self._document.updateSignature(stream)
        return b"<<%b/Length %d>>\nstream\n%b\nendstream" % (entries.encode("latin-1"), len(stream), stream)

    def reserve(self) -> tuple[str, Callable[[str], None]]:
        """A reference to a dictionary whose entries come later, and the function that takes them."""
        blank = _Object(b"null")

        def fill(entries: str) -> None:
            blank.body = self._body(entries, None, False)

        return self._number(blank), fill

    def fonts(self, fonts: dict[str, str]) -> str:
        """The dictionary of all fonts, name -> reference; ReportLab keeps one in every document."""
        basic = self._document.idToObject[pdfdoc.BasicFonts]
        basic.dict.update(fonts)
        return self._number(basic)

    def page(self, entries: str) -> str:
        """Add a page."""
        page = _Object(self._body(f"/Type/Page/Parent {self.pages}{entries}", None, False))
        self._document.addPage(page)
        return self._number(page)

    def outline(self, entries: list[tuple[str, str]]) -> None:
        """Bookmarks, without levels: (text, reference of the page)."""
        if not entries:
            return
        root = pdfdoc.PDFDictionary()
        parent = self._number(root)
        reserved = [self.reserve() for _ in entries]
        last = len(entries) - 1
        for at, ((text, page), (_, fill)) in enumerate(zip(entries, reserved, strict=True)):
            around = f"/Prev {reserved[at - 1][0]}" if at else ""
            around += f"/Next {reserved[at + 1][0]}" if at < last else ""
            fill(f"/Title{self.string(text)}/Parent {parent}/Dest[{page}/Fit]{around}")
        for key, value in ("First", reserved[0][0]), ("Last", reserved[last][0]), ("Count", last + 1):
            root[key] = value
        self._document.Catalog.Outlines = root

    def finish(self, *, title: str, subject: str, author: str, keywords: str, duplex: str | None) -> bytes:
        """The whole file. Dates are fixed and its id depends on its contents, so same sheets, same bytes.

        Raises:
            ValueError: *duplex* is none of `DUPLEX`.
        """
        document, info = self._document, self._document.info
        info.title, info.subject, info.author, info.keywords = title, subject, author, keywords
        info.creator = "Pawprint"
        info.invariant = 1
        info.digest(document.signature)
        preferences = pdfdoc.ViewerPreferencesPDFDictionary()
        preferences["DisplayDocTitle"] = "true"
        preferences["PrintScaling"] = "None"
        if duplex is not None:
            if duplex not in DUPLEX:
                raise ValueError(f"duplex is one of {', '.join(DUPLEX)}, not '{duplex}'")
            preferences["Duplex"] = DUPLEX[duplex]
        document.Catalog.ViewerPreferences = preferences
        data: bytes = document.format()
        return data

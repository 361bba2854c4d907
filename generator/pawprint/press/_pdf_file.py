"""The structure of a PDF file: objects and their numbers, on top of ReportLab's document layer.

ReportLab numbers the objects, places them and writes catalog, information, cross references and trailer.
The contents of objects are written here as bytes: ReportLab's dictionary classes take 20 to 30 microseconds each, which
for a few hundred pages is more than all page contents take.
"""

import zlib
from collections.abc import Callable
from itertools import accumulate
from struct import pack
from typing import TYPE_CHECKING, Any, cast

from pawprint.press._reportlab_layer import document_layer

if TYPE_CHECKING:
    from reportlab.pdfbase import pdfdoc
else:
    pdfdoc = document_layer()

#: 1.7 is ISO 32000-1:2008.
VERSION = (1, 7)

#: Of zlib. On text-heavy sheets level 4 takes 40 % less time and makes files 8 % larger.
LEVEL = 4

#: Objects in one stream: readers unpack all of them to get one.
_PACKED = 200

#: What a printer dialog calls the side to flip on, and PDF's word for it.
DUPLEX = {
    "simplex": "Simplex",
    "long-edge": "DuplexFlipLongEdge",
    "short-edge": "DuplexFlipShortEdge",
}


def compressed(stream: bytes) -> bytes:
    """*stream* by zlib."""
    return zlib.compress(stream, LEVEL)


class _Object(pdfdoc.PDFObject):
    """An object that is bytes already."""

    __RefOnly__ = 1

    def __init__(self, body: bytes, is_stream: bool = False) -> None:
        self.body = body
        self.is_stream = is_stream

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.body


class _Catalog(pdfdoc.PDFCatalog):
    """The root of a file, which may have *entries* that ReportLab does not know."""

    entries = ""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        body: bytes = super().format(document)
        return body.rstrip().removesuffix(b">>") + self.entries.encode("latin-1") + b">>" if self.entries else body


class _Information(pdfdoc.PDFInfo):
    """What a file says about itself, with *entries* that ReportLab does not know."""

    entries = ""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        body: bytes = super().format(document)
        return body.rstrip().removesuffix(b">>") + self.entries.encode("latin-1") + b">>" if self.entries else body


class PdfFile:
    """A PDF file that is being put together.

    Args:
        language: of its text, as BCP 47 writes it: `fr`, `en-GB`.
        version: of PDF.
    """

    def __init__(self, language: str, version: tuple[int, int] = VERSION) -> None:
        document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=version, lang=language)
        self._document = cast(Any, document)  # its type stubs know few of its attributes
        catalog = cast(Any, _Catalog())
        catalog.Pages, catalog.Lang = self._document.Catalog.Pages, self._document.Catalog.Lang
        self._document.Catalog = catalog
        self._document.info = _Information()
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
            stream: compressed here unless it is *packed*, that is, compressed already, or not to be.
        """
        return self._number(_Object(self._body(entries, stream, packed), stream is not None))

    def _body(self, entries: str, stream: bytes | None, packed: bool) -> bytes:
        if stream is None:
            return f"<<{entries}>>".encode("latin-1")
        if not packed:
            stream = compressed(stream)
            entries += "/Filter/FlateDecode"
        self._document.updateSignature(stream)
        # Some readers look for the end themselves, and take a carriage return before it for a part of it.
        end = b"\r\n" if stream.endswith(b"\r") else b"\n"
        return b"<<%b/Length %d>>\nstream\n%b%bendstream" % (entries.encode("latin-1"), len(stream), stream, end)

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

    def reserve_page(self) -> tuple[str, Callable[[str], None]]:
        """Add a page that others refer to before its entries are known; see `reserve`."""
        page = _Object(b"null")

        def fill(entries: str) -> None:
            page.body = self._body(f"/Type/Page/Parent {self.pages}{entries}", None, False)

        self._document.addPage(page)
        return self._number(page), fill

    def catalog(self, entries: str) -> None:
        """Further *entries* of the root."""
        self._document.Catalog.entries += entries

    def information(self, entries: str) -> None:
        """Further *entries* of what the file says about itself."""
        self._document.info.entries += entries

    @property
    def digest(self) -> str:
        """Of all streams so far; 32 hexadecimal digits."""
        return str(self._document.signature.hexdigest())

    @property
    def producer(self) -> str:
        """The program that wrote the file, as it says itself."""
        return str(self._document.info.producer)

    @property
    def date(self) -> str:
        """When the file says it was made: always the same moment, in the form of ISO 8601."""
        return "{}-{:02}-{:02}T{:02}:{:02}:{:02}+00:00".format(*self._document._timeStamp.YMDhms)

    def outline(self, entries: list[tuple[str, str, int]]) -> None:
        """Bookmarks: (text, destination, level from 1). One that is deeper than the one before it lies within it."""
        if not entries:
            return
        root = pdfdoc.PDFDictionary()
        parents = [self._number(root)]  # of the levels that are open
        reserved = [self.reserve() for _ in entries]
        inside: dict[str, list[int]] = {}  # the entries within each, by their places
        levels: list[int] = []
        for at, (_, _, level) in enumerate(entries):
            while levels and levels[-1] >= level:
                levels.pop()
                parents.pop()
            inside.setdefault(parents[-1], []).append(at)
            levels.append(level)
            parents.append(reserved[at][0])
        for parent, places in inside.items():
            for here, at in enumerate(places):
                text, destination, _ = entries[at]
                around = f"/Prev {reserved[places[here - 1]][0]}" if here else ""
                around += f"/Next {reserved[places[here + 1]][0]}" if here < len(places) - 1 else ""
                within = inside.get(reserved[at][0])
                if within:  # the sign says that a viewer shows them only on demand
                    around += f"/First {reserved[within[0]][0]}/Last {reserved[within[-1]][0]}/Count {-len(within)}"
                reserved[at][1](f"/Title{self.string(text)}/Parent {parent}/Dest[{destination}]{around}")
        top = inside[self._number(root)]
        for key, value in ("First", reserved[top[0]][0]), ("Last", reserved[top[-1]][0]), ("Count", len(top)):
            root[key] = value
        self._document.Catalog.Outlines = root

    def finish(
        self, *, title: str, subject: str, author: str, keywords: str, duplex: str | None, packed: bool = False
    ) -> bytes:
        """The whole file. Dates are fixed and its id depends on its contents, so same sheets, same bytes.

        Args:
            packed: put objects into streams, which makes files of many small objects a quarter as large.

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
        data: bytes = self._packed() if packed else document.format()
        return data

    def _packed(self) -> bytes:
        """The file with its objects in compressed streams, and its cross references in one (ISO 32000-1, 7.5.7)."""
        document = self._document
        root, info = self._number(document.Catalog), self._number(document.info)
        file = bytearray(b"%%PDF-%d.%d\n%%\xe2\xe3\xcf\xd3\n" % VERSION)
        places: dict[int, tuple[int, int, int]] = {0: (0, 0, 0xFFFF)}  # kind, then two numbers that depend on it
        small: list[tuple[int, bytes]] = []
        number = 0
        while (number := number + 1) in document.numberToId:  # formatting may add more
            thing = document.idToObject[document.numberToId[number]]
            body = thing.format(document)
            if isinstance(thing, _Object) and thing.is_stream:
                places[number] = (1, len(file), 0)
                file += b"%d 0 obj\n%b\nendobj\n" % (number, body)
            else:
                small.append((number, body.strip()))
        for start in range(0, len(small), _PACKED):
            batch = small[start : start + _PACKED]
            offsets = [0, *accumulate(len(body) + 1 for _, body in batch)]
            head = b" ".join([b"%d %d" % (one, at) for (one, _), at in zip(batch, offsets, strict=False)])
            stream = head + b"\n" + b"\n".join([body for _, body in batch])
            places |= {one: (2, number, at) for at, (one, _) in enumerate(batch)}
            places[number] = (1, len(file), 0)
            body = self._body(f"/Type/ObjStm/N {len(batch)}/First {len(head) + 1}", stream, False)
            file += b"%d 0 obj\n%b\nendobj\n" % (number, body)
            number += 1
        places[number] = (1, len(file), 0)
        rows = b"".join([pack(">BIH", *places[one]) for one in range(number + 1)])
        identity = document.signature.hexdigest()
        entries = f"/Type/XRef/Size {number + 1}/W[1 4 2]/Root {root}/Info {info}/ID[<{identity}><{identity}>]"
        body = self._body(entries, rows, False)
        return bytes(file) + b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (number, body, len(file))

"""The structure of a PDF file: pages, objects, outline and metadata. `pydyf` numbers the objects and writes the file.

The contents of objects are written here as text, which is faster than dictionaries of objects.
"""

import zlib
from codecs import BOM_UTF16_BE
from collections.abc import Callable
from hashlib import md5
from io import BytesIO

import pydyf

from pawprint.press.file_metadata import PDF_DATE, xmp_packet

#: 1.7 is ISO 32000-1:2008.
VERSION = (1, 7)

#: The zlib level. On text-heavy sheets level 4 takes 40 % less time and makes files 8 % larger.
LEVEL = 4

#: The value of each duplex option in PDF: the side on which print dialogs flip the paper.
DUPLEX = {
    "simplex": "Simplex",
    "long-edge": "DuplexFlipLongEdge",
    "short-edge": "DuplexFlipShortEdge",
}

PRODUCER = "pydyf"


def compressed(stream: bytes) -> bytes:
    """*stream* by zlib."""
    return zlib.compress(stream, LEVEL)


def pdf_string(text: str) -> str:
    """*text* as a string object, in ASCII or UTF-16."""
    if text.isascii() and text.isprintable():
        return str(pydyf.String(text).data, "ascii")
    return f"<{(BOM_UTF16_BE + text.encode('utf-16-be')).hex()}>"


class _Dictionary(pydyf.Object):  # type: ignore[misc]  # pydyf has no types
    """A dictionary with *entries* that are written already."""

    def __init__(self, entries: str = "") -> None:
        super().__init__()
        self.entries = entries

    def fill(self, entries: str) -> None:
        """Add *entries*."""
        self.entries += entries

    @property
    def data(self) -> bytes:
        return f"<<{self.entries}>>".encode("ascii")


class _Stream(pydyf.Stream):  # type: ignore[misc]
    """A stream with the *entries* of its dictionary; both are written already."""

    def __init__(self, entries: str, content: bytes) -> None:
        super().__init__()
        self.entries, self.content = entries, content

    @property
    def data(self) -> bytes:
        content = self.content
        # Some readers search for the end and count a carriage return before it as a part of the line break.
        end = b"\r\n" if content.endswith(b"\r") else b"\n"
        return b"<<%b/Length %d>>\nstream\n%b%bendstream" % (self.entries.encode(), len(content), content, end)


class PdfFile:
    """A PDF file in the making.

    Args:
        language: of its text, as BCP 47 writes it: `fr`, `en-GB`.
        version: of PDF.

    Attributes:
        catalog: the root of the file, name -> value as PDF writes it; callers may add entries.
        information: the information dictionary; callers may add entries.
    """

    def __init__(
        self,
        language: str,
        version: tuple[int, int] = VERSION,
        *,
        title: str = "",
        subject: str = "",
        author: str = "",
        keywords: str = "",
    ) -> None:
        self._pdf = pydyf.PDF()
        self._version = "{}.{}".format(*version)
        self._texts = {"title": title, "subject": subject, "author": author, "keywords": keywords}
        self._language = language
        self.catalog, self.information = self._pdf.catalog, self._pdf.info
        self.catalog["Lang"] = pdf_string(language)
        texts = {**self._texts, "creator": "Pawprint", "producer": PRODUCER}
        self.information.update({name.capitalize(): pdf_string(text) for name, text in texts.items()})
        self.information.update({"CreationDate": f"({PDF_DATE})", "ModDate": f"({PDF_DATE})", "Trapped": "/False"})

    def _reference(self, thing: pydyf.Object) -> str:
        return str(thing.reference, "ascii")

    def add(self, entries: str, stream: bytes | None = None, packed: bool = False) -> str:
        """Add a dictionary, or a stream with it, and return the reference to it.

        Args:
            entries: the text between `<<` and `>>`.
            stream: is compressed here, unless it is *packed*: compressed already, or not to be compressed.
        """
        if stream is None:
            thing: pydyf.Object = _Dictionary(entries)
        elif packed:
            thing = _Stream(entries, stream)
        else:
            thing = _Stream(f"{entries}/Filter/FlateDecode", compressed(stream))
        self._pdf.add_object(thing)
        return self._reference(thing)

    def reserve(self) -> tuple[str, Callable[[str], None]]:
        """A reference to a dictionary whose entries come later, and the function that adds them."""
        blank = _Dictionary()
        self._pdf.add_object(blank)
        return self._reference(blank), blank.fill

    def reserve_page(self) -> tuple[str, Callable[[str], None]]:
        """Add a page whose entries come later; see `reserve`."""
        page = _Dictionary(f"/Type/Page/Parent {self._reference(self._pdf.pages)}")
        self._pdf.add_page(page)
        return self._reference(page), page.fill

    def page(self, entries: str) -> str:
        """Add a page."""
        reference, fill = self.reserve_page()
        fill(entries)
        return reference

    @property
    def digest(self) -> str:
        """A digest of all objects so far; 32 hexadecimal digits."""
        objects = b"".join([thing.data for thing in self._pdf.objects if thing.free != "f"])
        return md5(objects, usedforsecurity=False).hexdigest()

    def describe(self, claims: str) -> None:
        """Add the information of the file as XMP.

        Args:
            claims: further `rdf:Description` elements: the standards that the file follows.
        """
        packet = xmp_packet(claims, language=self._language, producer=PRODUCER, **self._texts)
        self.catalog["Metadata"] = self.add("/Type/Metadata/Subtype/XML", packet, packed=True)

    def outline(self, entries: list[tuple[str, str, int]]) -> None:
        """Bookmarks: (text, destination, level from 1). An entry belongs to the last one before it of a lower level."""
        if not entries:
            return
        root, fill_root = self.reserve()
        parents = [root]  # of the open levels
        reserved = [self.reserve() for _ in entries]
        children: dict[str, list[int]] = {}  # indices of the entries in each parent
        levels: list[int] = []
        for index, (_, _, level) in enumerate(entries):
            while levels and levels[-1] >= level:
                levels.pop()
                parents.pop()
            children.setdefault(parents[-1], []).append(index)
            levels.append(level)
            parents.append(reserved[index][0])

        def ends(parent: str) -> str:
            first, last = children[parent][0], children[parent][-1]
            return f"/First {reserved[first][0]}/Last {reserved[last][0]}"

        for parent, siblings in children.items():
            for here, at in enumerate(siblings):
                text, destination, _ = entries[at]
                reference, fill = reserved[at]
                links = f"/Prev {reserved[siblings[here - 1]][0]}" if here else ""
                links += f"/Next {reserved[siblings[here + 1]][0]}" if here < len(siblings) - 1 else ""
                if reference in children:  # a negative count: viewers show the entries within it on demand
                    links += f"{ends(reference)}/Count {-len(children[reference])}"
                fill(f"/Title{pdf_string(text)}/Parent {parent}/Dest[{destination}]{links}")
        fill_root(f"{ends(root)}/Count {len(children[root])}")
        self.catalog["Outlines"] = root

    def finish(self, duplex: str | None = None, packed: bool = False) -> bytes:
        """The whole file. Its dates are fixed and its identifier depends on its contents, so same sheets, same bytes.

        Args:
            duplex: a key of `DUPLEX`, or None.
            packed: put objects into a stream, which makes files of many small objects a quarter as large.

        Raises:
            ValueError: *duplex* is not in `DUPLEX`.
        """
        preferences = "/DisplayDocTitle true/PrintScaling/None"
        if duplex is not None:
            if duplex not in DUPLEX:
                raise ValueError(f"duplex is one of {', '.join(DUPLEX)}, not '{duplex}'")
            preferences += f"/Duplex/{DUPLEX[duplex]}"
        self.catalog["ViewerPreferences"] = f"<<{preferences}>>"
        output = BytesIO()
        self._pdf.write(output, self._version, identifier=True, compress=packed)
        return output.getvalue()

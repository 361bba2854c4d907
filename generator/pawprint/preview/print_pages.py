"""Files that print, as pages to look at: made in the other process, kept until something changes."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.build.options import BuildOptions
from pawprint.build.pipeline import DOCUMENTS
from pawprint.press.png import PageImages
from pawprint.preview.session import Session
from pawprint.preview.worker import Worker

if TYPE_CHECKING:
    from pawprint.press.manifest import Print

#: What can be asked for -> the kinds of `BuildOptions`.
KINDS = {"sheets": ("cards", "tiles", "tokens", "boards"), "documents": DOCUMENTS}
#: So many files are kept, the last ones; each may have some megabytes.
MOST_FILES = 24
#: Dots per inch of pages.
DPI = 110


class PagesRequest(NamedTuple):
    """Which files: *what* is a word of `KINDS`."""

    what: str
    game: str
    language: str
    edition: str
    paper: str
    low_ink: bool


class _Shelf(NamedTuple):
    number: int
    revision: int
    files: list[Print]


class Prints:
    """Makes files and pages when they are looked at.

    Args:
        desk: tells when something changes.
        settler: makes them.
    """

    def __init__(self, desk: Session, settler: Worker) -> None:
        self._desk, self._settler = desk, settler
        self._shelves: dict[PagesRequest, _Shelf] = {}
        self._numbers = 0
        self._drawing = Lock()

    def files(self, wish: PagesRequest) -> dict[str, Any]:
        """The files of *wish* as plain data, the last good ones where errors are in the way of new ones.

        Raises:
            KeyError: there is no such game, or no such kind of files.
        """
        revision = self._desk.revision(wish.game)
        shelf = self._shelves.get(wish)
        stale = False
        if shelf is None or shelf.revision != revision:
            choice = BuildOptions(
                kinds=KINDS[wish.what],
                languages=(wish.language,),
                edition=wish.edition,
                paper=wish.paper,
                low_ink=wish.low_ink,
            )
            findings, files = self._settler.make(wish.game, choice).result()
            failed = any(finding.severity.value == "error" for finding in findings)
            if not failed:
                self._numbers += 1
                self._shelves.pop(wish, None)
                shelf = self._shelves[wish] = _Shelf(self._numbers, revision, files)
                while sum(len(kept.files) for kept in self._shelves.values()) > MOST_FILES and len(self._shelves) > 1:
                    del self._shelves[next(iter(self._shelves))]
            stale = failed
        number, files = (shelf.number, shelf.files) if shelf else (0, [])
        return {
            "number": number,
            "stale": stale,
            "files": [
                {"name": made.name, "pages": made.pages, "sheets": made.sheets, "pieces": made.pieces} for made in files
            ],
        }

    def _file(self, number: int, index: int) -> Print:
        files = next(shelf.files for shelf in self._shelves.values() if shelf.number == number)
        return files[index]

    def pdf(self, number: int, index: int) -> bytes:
        """A file of a shelf.

        Raises:
            LookupError, StopIteration: it is not there, or no more.
        """
        return self._file(number, index).data

    def page(self, number: int, index: int, page: int) -> bytes:
        """A page of it as PNG; raises the same."""
        data = self.pdf(number, index)
        with self._drawing, PageImages(data) as pages:
            return pages.png(page, DPI)

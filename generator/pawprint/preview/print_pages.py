"""Game -> the PDF files that `pawprint build` would write, and images of their pages; made in the worker process."""

from __future__ import annotations

from threading import Lock
from typing import Any, NamedTuple

from pawprint.press.manifest import Print
from pawprint.press.png import PageImages
from pawprint.preview.session import Session
from pawprint.preview.worker import Worker
from pawprint.production.options import HTML, PDF, BuildOptions
from pawprint.production.pipeline import DOCUMENTS

#: View of the page -> kinds of `BuildOptions`.
PRINTS = {"sheets": ("cards", "tiles", "tokens", "boards"), "documents": DOCUMENTS, "rulebook": ("rulebook",)}
#: The most files in memory; each may have several megabytes. The oldest are dropped.
MAX_FILES = 24
#: Dots per inch of page images, and of those that are enlarged.
DPI, LARGE_DPI = 110, 220


class PagesRequest(NamedTuple):
    """Which files to make: *what* is a key of `PRINTS`."""

    what: str
    game: str
    language: str
    edition: str
    paper: str
    low_ink: bool


class _PrintedFiles(NamedTuple):
    number: int
    revision: int
    files: list[Print]


class PrintPages:
    """Makes files and page images on demand.

    Args:
        session: its revisions say when a file is outdated.
        worker: the process that makes the files.
    """

    def __init__(self, session: Session, worker: Worker) -> None:
        self.session, self.worker = session, worker
        self._made: dict[PagesRequest, _PrintedFiles] = {}
        self._numbers = 0
        self._drawing = Lock()

    def files(self, request: PagesRequest) -> dict[str, Any]:
        """The files of *request* as plain data; the last good ones if errors prevent new ones.

        Raises:
            KeyError: there is no such game, or no such kind of files.
        """
        revision = self.session.revision(request.game)
        made = self._made.get(request)
        stale = False
        if made is None or made.revision != revision:
            choice = BuildOptions(
                kinds=PRINTS[request.what],
                languages=(request.language,),
                edition=request.edition,
                paper=request.paper,
                low_ink=request.low_ink,
                draft=True,
                forms=(HTML,) if request.what == "rulebook" else (PDF,),
            )
            findings, files = self.worker.make(request.game, choice).result()
            stale = not files and any(finding.is_error for finding in findings)
            if not stale:
                self._numbers += 1
                self._made.pop(request, None)
                made = self._made[request] = _PrintedFiles(self._numbers, revision, files)
                while sum(len(entry.files) for entry in self._made.values()) > MAX_FILES and len(self._made) > 1:
                    del self._made[next(iter(self._made))]
        number, files = (made.number, made.files) if made else (0, [])
        return {
            "number": number,
            "stale": stale,
            "files": [
                {
                    "name": file.name,
                    "base": f"print/{number}/{index}",
                    "pages": file.pages,
                    "sheets": file.sheets,
                    "pieces": file.pieces,
                    "size": file.page,
                }
                for index, file in enumerate(files)
            ],
        }

    def _file(self, number: int, index: int) -> Print:
        files = next(made.files for made in self._made.values() if made.number == number)
        return files[index]

    def pdf(self, number: int, index: int) -> bytes:
        """The bytes of a file, by the number in `files` and its index there.

        Raises:
            LookupError, StopIteration: there is no such file, or it was dropped.
        """
        return self._file(number, index).data

    def rulebook(self, game: str, language: str, edition: str) -> bytes:
        """The rulebook as a web page.

        Raises:
            LookupError, StopIteration: there is none.
        """
        found = self.files(PagesRequest("rulebook", game, language, edition, "A4", False))
        names = [file["name"] for file in found["files"]]
        return self.pdf(found["number"], next(index for index, name in enumerate(names) if name.endswith(".html")))

    @property
    def progress(self) -> dict[str, Any]:
        """What is being made; see `Worker.progress`."""
        return self.worker.progress

    def page(self, number: int, index: int, page: int, dpi: int = DPI) -> bytes:
        """A page of a file as PNG; raises the same errors as `pdf`."""
        data = self.pdf(number, index)
        with self._drawing, PageImages(data) as pages:
            return pages.png(page, dpi)

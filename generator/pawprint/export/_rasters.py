"""Drawings -> raster pictures of an exact size in pixels, for every exporter.

This process writes the drawings as pages of PDF files, as for printing, and other processes draw these pages. What is
equal is drawn once, and what an earlier export has drawn comes from the store.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import NamedTuple

from pawprint.core.colour import WHITE, Colour
from pawprint.core.length import ZERO, Length
from pawprint.graphics.ops import Drawing
from pawprint.press.fingerprint import Fingerprints
from pawprint.press.images import QUALITY
from pawprint.press.sheet_pdf import write
from pawprint.production.cache.source_digests import digest, file_digest
from pawprint.production.cache.store import Store
from pawprint.sheets.imposition import Piece, one_up

#: Suffixes of raster pictures -> their forms, as `RasterRequest` has them.
RASTERS = {"png": "png", "jpg": "jpeg", "webp": "webp"}
#: All suffixes.
FORMS = (*RASTERS, "svg", "pdf")
#: The most pixels of a picture.
MAX_PIXELS = 100_000_000


#: Pages of a file that one process draws in one go, and pixels of all of them, unless one alone has more.
_PAGES, _PIXELS = 12, 16_000_000
#: Width, height, form, transparency, ground and quality of a picture; see `RasterRequest`.
_Look = tuple[int, int, str, bool, Colour, int]
#: So many files for each process are written ahead.
_AHEAD = 2
#: Pictures that are remembered after they were returned, since many pieces have the same back.
_REMEMBERED = 8


class RasterRequest(NamedTuple):
    """A raster picture to make.

    Attributes:
        width, height: of the whole picture in pixels.
        bleed: how much of the art beyond the trim is in the picture, on all sides.
        form: `png`, `jpeg` or `webp`.
        transparent: where nothing is drawn; not in JPEG.
        ground: the colour where nothing is drawn, unless it is transparent.
        quality: of JPEG and WebP, 1 to 100.
    """

    drawing: Drawing
    width: int
    height: int
    bleed: Length = ZERO
    form: str = "png"
    transparent: bool = False
    ground: Colour = WHITE
    quality: int = QUALITY

    @classmethod
    def at_resolution(
        cls, drawing: Drawing, dpi: int, bleed: Length = ZERO, form: str = "png", transparent: bool = False
    ) -> RasterRequest:
        """A picture with *dpi* pixels to the inch."""
        trim = drawing.trim
        width, height = (max(1, round((side.pt + 2 * bleed.pt) * dpi / 72)) for side in (trim.width, trim.height))
        return cls(drawing, width, height, bleed, form, transparent)


def rasters(
    requests: Iterable[RasterRequest],
    language: str,
    fonts: Iterable[Path],
    jobs: int = 1,
    store: Store | None = None,
) -> Iterator[bytes]:
    """The pictures of *requests*, in their order, drawn from the same PDF as for printing.

    They depend neither on the number of processes nor on the store. Requests are read when they are needed, and no more
    pictures are kept than the processes are busy with.

    Args:
        language: of the texts on them.
        fonts: the files of all fonts that may be on them.
        jobs: how many processes draw.
        store: the pictures of earlier exports; None if none are kept.
    """
    maker = _RasterMaker(language, fonts, jobs, store)
    try:
        yield from maker.pictures(requests)
    finally:
        maker.close()


def draw_pages(pdf: bytes, looks: tuple[_Look, ...]) -> list[bytes]:
    """The pictures of all pages of a PDF file."""
    from pawprint.press.png import PageImages

    with PageImages(pdf) as pages:
        return [pages.picture(number, *look) for number, look in enumerate(looks)]


class _Batch(NamedTuple):
    """Pictures that one process draws in one go; *drawn* has them, or will."""

    keys: tuple[str, ...]
    drawn: Future[list[bytes]] | list[bytes]


class _RasterMaker:
    def __init__(self, language: str, fonts: Iterable[Path], jobs: int, store: Store | None) -> None:
        self._language = language
        self._jobs, self._store = jobs, store
        self._fonts = [file_digest(path) for path in sorted(fonts)] if self._store is not None else []
        self._fingerprints = Fingerprints()
        self._waiting: dict[str, RasterRequest] = {}  # for the next batch
        self._batches: deque[_Batch] = deque()
        self._drawn: OrderedDict[str, bytes] = OrderedDict()
        self._wanted: Counter[str] = Counter()  # how often each picture has still to be returned
        self._pool: Executor | None = None

    def pictures(self, requests: Iterable[RasterRequest]) -> Iterator[bytes]:
        order: deque[str] = deque()
        most = _PAGES * (_AHEAD * self._jobs + 1)
        for request in requests:
            order.append(self._want(request))
            while order and (order[0] in self._drawn or len(order) > most):
                yield self._take(order.popleft())
        self._begin_batch()
        while order:
            yield self._take(order.popleft())

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        if self._store is not None:
            self._store.trim()

    def _key(self, request: RasterRequest) -> str:
        look = (request.width, request.height, request.bleed.grains, *request[4:])
        return digest("raster", self._fonts, self._language, self._fingerprints.of(request.drawing), look)

    def _want(self, request: RasterRequest) -> str:
        """Have a picture drawn unless it is already; its key."""
        key = self._key(request)
        self._wanted[key] += 1
        if self._wanted[key] > 1 or key in self._drawn:
            return key
        stored = None if self._store is None else self._store.get(key)
        if stored is not None:
            self._drawn[key] = stored
            return key
        pixels = sum(waiting.width * waiting.height for waiting in (*self._waiting.values(), request))
        if self._waiting and (pixels > _PIXELS or len(self._waiting) >= _PAGES):
            self._begin_batch()
        self._waiting[key] = request
        return key

    def _take(self, key: str) -> bytes:
        while key not in self._drawn:
            if key in self._waiting:
                self._begin_batch()
            self._finish_batch()
        self._wanted[key] -= 1
        self._drawn.move_to_end(key)
        done = [drawn for drawn in self._drawn if not self._wanted[drawn]]
        picture = self._drawn[key]
        for drawn in done[:-_REMEMBERED]:
            del self._drawn[drawn], self._wanted[drawn]
        return picture

    def _begin_batch(self) -> None:
        """Have drawn what waits."""
        if not self._waiting:
            return
        if len(self._batches) >= _AHEAD * self._jobs:
            self._finish_batch()
        requests = self._waiting.values()
        pages = [one_up(Piece(request.drawing), request.bleed, marks=False)[0] for request in requests]
        pdf = write(pages, title="", language=self._language)
        looks = tuple((request.width, request.height, *request[4:]) for request in requests)
        if self._jobs == 1:
            drawn: Future[list[bytes]] | list[bytes] = draw_pages(pdf, looks)
        else:
            drawn = self._processes().submit(draw_pages, pdf, looks)
        self._batches.append(_Batch(tuple(self._waiting), drawn))
        self._waiting.clear()

    def _finish_batch(self) -> None:
        keys, drawn = self._batches.popleft()
        for key, picture in zip(keys, drawn if isinstance(drawn, list) else drawn.result(), strict=True):
            self._drawn[key] = picture
            if self._store is not None:
                self._store.put(key, picture)

    def _processes(self) -> Executor:
        if self._pool is None:
            from pawprint.core.workers import process_pool

            self._pool = process_pool(self._jobs)
        return self._pool

"""What all files that are printed of one game in one language have in common: its faces, its covers, the cache."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Insets
from pawprint.core.length import mm
from pawprint.graphics.ops import AnyDrawing, Drawing, Op
from pawprint.graphics.passes.presentation import Presentation, Presenter
from pawprint.pieces.composer import Composer, side_name
from pawprint.pieces.cover import cover_label
from pawprint.pieces.layouts import Paper
from pawprint.pieces.lower import Lowering, stored_drawing
from pawprint.pieces.placed import AnyFace, Face, PlacedText, StoredFace, covered_box
from pawprint.pieces.slug_line import slug_line
from pawprint.press.content_stream import ContentStreams
from pawprint.press.fingerprint import Fingerprints
from pawprint.press.manifest import Print
from pawprint.production.cache._face_cache import FaceCache
from pawprint.production.cache.print_cache import PrintCache
from pawprint.production.options import BuildOptions
from pawprint.production.printed_file import FileContents, printed_file
from pawprint.sheets.plan import Flip
from pawprint.sheets.sheet import Placement, Side
from pawprint.typography.languages import printed_word
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextSetter

#: Called with a word for what is being done, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]


class SharedResources:
    """What the languages of a game share when they are printed one after the other: drawings with their symbols."""

    def __init__(self) -> None:
        self.lowering = Lowering()
        self.presenter = Presenter()
        self.fingerprints = Fingerprints()
        self.streams = ContentStreams()


class PrintedFaces:
    """The faces of one game in one language.

    Args:
        shared: one for all languages of the game.
        cache: faces of earlier builds; None composes all of them.
        keep: remember composed faces, because documents show them again.
        composed_only: never return a stored face, because operations of all faces are needed.

    Attributes:
        streams: what the press has written of them, in earlier builds too.
    """

    def __init__(
        self,
        composer: Composer,
        game: Game,
        language: str,
        shared: SharedResources | None = None,
        cache: FaceCache | None = None,
        *,
        keep: bool = False,
        composed_only: bool = False,
    ) -> None:
        self.composer, self.game, self.language = composer, game, language
        self.shared = shared or SharedResources()
        self.streams = ContentStreams(cache.contents if cache else None, self.shared.streams)
        self._cache = cache
        self._fingerprints = cache.fingerprints if cache else {}
        self._composed: dict[tuple[Record, str], Face | None] | None = {} if keep else None
        self._composed_only = composed_only

    def side(self, record: Record, side: str) -> AnyFace | None:
        """See `pawprint.pieces.placed.PieceFaces`; a stored face can be shown without bleed."""
        stored = self._stored(record, side)
        if stored is not None and self.streams.has(replace(stored_drawing(stored), bleed=Insets())):
            return stored
        return self.composed(record, side)

    def find(self, record: Record, side: str) -> AnyFace | None:
        """The `face` or `back` of *record*; None if it has none, or after a finding.

        What is stored of a stored face is at least its fingerprint.
        """
        return self._stored(record, side) or self.composed(record, side)

    def composed(self, record: Record, side: str) -> Face | None:
        """The same with everything that is placed on it, even if it is stored."""
        if self._composed is None:
            return self._compose(record, side)
        key = record, side
        if key not in self._composed:
            self._composed[key] = self._compose(record, side)
        return self._composed[key]

    def _compose(self, record: Record, side: str) -> Face | None:
        face = self.composer.side(self.game, record, self.language, side)
        if face is None or self._cache is None:
            return face
        key = self._cache.find(self.game, record, side)
        if not key and face.reads is not None:
            key = self._cache.add(record, side, face.reads)
        component = self.game.components[record.component]
        layout = self.composer.layout_name(self.game, record, self.language, side) or ""
        return replace(face, shared_key=self._cache.shared_key(component, layout), key=key)

    def _stored(self, record: Record, side: str) -> StoredFace | None:
        composer, component = self.composer, self.game.components[record.component]
        if self._cache is None or self._composed_only or not component.sides(side):
            return None
        key = self._cache.find(self.game, record, side)
        stock = composer.stock_of(component)
        layout = composer.layout_name(self.game, record, self.language, side) if key else ""
        if not layout or stock is None:
            return None
        name, bleed = side_name(record, self.language, side), Insets.even(composer.bleed)
        shared_key = self._cache.shared_key(component, layout)
        return StoredFace(name, stock.trim, bleed, Insets.even(stock.safe), stock.outline_of(side), shared_key, key)

    def fingerprint(self, drawing: AnyDrawing) -> str:
        """The fingerprint of a drawing of one of these faces; empty if it is a stored one, and its is not known."""
        bleed = drawing.bleed
        sides = (bleed.top, bleed.right, bleed.bottom, bleed.left)
        key = drawing.key and " ".join([drawing.key, *(str(side.grains) for side in sides)])
        found = self._fingerprints.get(key, "") if key else ""
        if not found and isinstance(drawing, Drawing):
            found = self.shared.fingerprints.of(drawing)
            if key:
                self._fingerprints[key] = found
        return found


class Run:
    """Prints one game in one language.

    Args:
        faces: of the game in that language; findings go to those of their composer.
        paper: to print on.
        progress: may be None.
        files: of earlier builds, if any.
    """

    def __init__(
        self,
        faces: PrintedFaces,
        paper: Paper,
        options: BuildOptions,
        progress: Progress | None = None,
        files: PrintCache | None = None,
    ) -> None:
        self.faces, self.paper, self.options = faces, paper, options
        self.game, self.language, self.composer = faces.game, faces.language, faces.composer
        self.lowering, self.presenter = faces.shared.lowering, faces.shared.presenter
        self.cache, self._progress = files, progress

    @cached_property
    def covers(self) -> "CoverPages":
        return CoverPages(self)

    @property
    def low_ink(self) -> tuple[str, ...]:
        """The word for low ink in the names of files, if it is asked for."""
        return ("low-ink",) if self.options.low_ink else ()

    def stored(self, content: tuple[object, ...], make: Callable[[], Iterable[Print]]) -> list[Print]:
        """The files of *make*: those of an earlier build, if *content* and the records that they show are the same."""
        if self.cache is None:
            return list(make())
        return self.cache.find_or_make_showing(self.cache.key(*content), self.language, make)

    def write(self, contents: FileContents) -> Print | None:
        """The file with *contents*; see `printed_file`."""
        streams = self.faces.streams
        return printed_file(self.game, self.language, self.options, contents, self.composer.findings, streams)

    def slug(self, name: str, number: int, total: int, side: str, note: str = "") -> tuple[Op, ...]:
        """The line beside the pieces that names a sheet; see `slug_line`."""
        line = slug_line(self.composer.setter, self.game, name, self.language, number, total, side, note)
        return self.lowering.ops(line)

    def report(self, name: str, done: int = 1, total: int = 1) -> None:
        """Say how much of the file *name* is done."""
        if self._progress:
            self._progress(f"{self.game.id} {name} {self.language}", done, total)


# --- Cover pages: covers and lists before the sheets of a file, and the test of the second side at the foot of covers -


#: The cover's ruler is 100 mm long, and needs a little air.
SMALLEST_COVER = mm(125)
#: The margins left and right of the test, as a part of the width of the paper; the least distance from what is above,
#: and how far it keeps off the margin of the paper, in mm.
_SIDE, _ABOVE, _BELOW = 0.085, 4.0, 1.0
#: Paper of less height than this has no room for pictures of pieces.
_TALL = mm(260)
_STEPS = ("print", "light", "read", "pin", "use")


class CoverPages:
    """Makes pages of faces as large as the paper; with less ink if the options of *run* say so."""

    def __init__(self, run: Run) -> None:
        self._run, self._size = run, run.paper.size
        self._composer = run.composer.showing(run.faces)
        self._tests: dict[Flip, tuple[tuple[Op, ...], tuple[Op, ...]]] = {}

    def page(self, name: str, fields: dict[str, Any]) -> Side | None:
        """The face *name*; None after a finding, and on paper that is too small for a cover."""
        face = self._face(name, fields)
        return self._page(face) if face else None

    def cover(self, fields: dict[str, Any], flip: Flip | None) -> list[Side]:
        """The face `cover`; where sheets *flip*, with a test of their second side, and with another page behind it that
        keeps the first sheet on a leaf of its own.

        None on paper that is too small for the ruler.
        """
        face = self._face("cover", fields)
        if face is None:
            return []
        cover = self._page(face)
        if flip is None:
            return [cover]
        front, back = self._second_side(face, flip)
        if not front and fields.get("samples"):
            return self.cover({**fields, "samples": ()}, flip)  # the test is worth more than the pictures
        return [cover._replace(ops=front), Side(cover.size, (), back)]

    def _face(self, name: str, fields: dict[str, Any]) -> Face | None:
        size, game, language = self._size, self._run.game, self._run.language
        if min(size.width, size.height) < SMALLEST_COVER:
            return None
        if fields.get("samples") and size.height >= _TALL:  # pieces are shown where nothing else needs the room
            apart = Findings()
            face = self._composer.with_findings(apart).page(game, name, size, language, fields)
            if not any(finding.code == "overset" for finding in apart):
                self._composer.findings.extend(apart)
                return face
        if fields.get("samples"):
            fields = {**fields, "samples": ()}
        return self._composer.page(game, name, size, language, fields)

    def _page(self, face: Face) -> Side:
        whole = Box(0.0, 0.0, self._size.width.pt, self._size.height.pt)
        drawing = self._run.lowering.drawing(face)
        if self._run.options.low_ink:
            drawing = self._run.presenter.drawing(drawing, Presentation(low_ink=True), Insets())
        placement = Placement(drawing, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), whole)
        return Side(self._size, (placement,), (), cover_label(self._run.language))

    def _second_side(self, cover: Face, flip: Flip) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
        """The test, on the cover and behind it; nothing where *cover* leaves it no room."""
        from pawprint.sheets.printers.second_side import HEIGHT, LEAST_WIDTH

        size, drawn = self._size, covered_box(cover.items)
        lower = max(self._run.paper.margin).mm + _BELOW
        top = size.height.mm - lower - HEIGHT - _ABOVE
        if size.width.mm < LEAST_WIDTH or (drawn is not None and drawn.bottom > mm(top).pt):
            return (), ()
        if flip not in self._tests:
            self._tests[flip] = self._test(flip, lower)
        return self._tests[flip]

    def _test(self, flip: Flip, lower: float) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
        from pawprint.sheets.printers.second_side import SecondSideText, second_side

        language, size = self._run.language, self._size
        steps = tuple(printed_word(f"second side {step}", language) for step in _STEPS)
        text = SecondSideText(printed_word("second side", language), steps, printed_word("second side back", language))
        words = captions(self._composer.setter, self._run.lowering, language)
        return second_side(size, flip, text, words, size.width.mm * _SIDE, lower)


def captions(
    setter: TextSetter, lowering: Lowering, language: str
) -> Callable[[str, TextStyle, Box, Colour], tuple[Op, ...]]:
    """A function that sets a text in *language* into a box on a sheet, in points, in the fonts of the layouts."""

    def caption(text: str, style: TextStyle, box: Box, ink: Colour) -> tuple[Op, ...]:
        return lowering.ops((PlacedText(setter.set(text, style, box, ink, language, lambda _: None)),))

    return caption

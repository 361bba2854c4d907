"""The faces of one game in one language for printing: found in the cache, or composed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pawprint.catalog.model import Game, Record
from pawprint.core.geometry import Insets
from pawprint.graphics.ops import AnyDrawing, Drawing
from pawprint.graphics.passes.presentation import Presenter
from pawprint.pieces.composer import Composer, side_name
from pawprint.pieces.lower import Lowering, stored_drawing
from pawprint.pieces.placed import AnyFace, Face, StoredFace
from pawprint.press.content_stream import ContentStreams
from pawprint.press.fingerprint import Fingerprints

if TYPE_CHECKING:
    from pawprint.production.cache._face_cache import FaceCache


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
        self._fingerprints: dict[str, str] = cache.fingerprints if cache else {}
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

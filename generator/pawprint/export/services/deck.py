"""The pieces of a game -> decks as a print service makes them: products, numbers, names and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pawprint.build.image_options import ImageOptions
from pawprint.catalog.model import RecordView
from pawprint.core.length import ZERO
from pawprint.export.export_source import BACK, FACE
from pawprint.export.file_names import NamePattern
from pawprint.export.services.canvas import bleed_of, on_canvas
from pawprint.export.services.choose_product import ProductFit, fit_of, reason_left_out

if TYPE_CHECKING:
    from pawprint.catalog.model import Component, Record
    from pawprint.core.geometry import Size
    from pawprint.core.piece_outline import PieceOutline
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_source import ExportPiece, ExportSource
    from pawprint.export.services.presets import Service, ServiceProduct
    from pawprint.faces.stocks import Stock

#: The folders of a deck.
FACES, BACKS = "faces", "backs"


class DeckPiece(NamedTuple):
    """A piece of a deck.

    Attributes:
        trim, outline: of the piece, which the product may differ from by a hair.
        number: from 1, in the order of the deck.
        face, back: on the canvas of the product; no back for a piece without one.
        face_file, back_file: paths within the deck's folder; several pieces may have the same back, or none.
    """

    component: Component
    record: Record
    fit: ProductFit
    trim: Size
    outline: PieceOutline
    number: int
    copies: int
    face: Drawing
    back: Drawing | None
    face_file: str
    back_file: str

    @property
    def sides(self) -> Iterator[tuple[str, Drawing, str]]:
        """`face` or `back`, its drawing and its file."""
        yield FACE, self.face, self.face_file
        if self.back is not None:
            yield BACK, self.back, self.back_file


class ServiceDeck(NamedTuple):
    """Pieces of one product, in their order.

    Attributes:
        name: of its folder.
    """

    name: str
    product: ServiceProduct
    pieces: tuple[DeckPiece, ...]

    @property
    def quantity(self) -> int:
        """How many pieces are made, copies counted."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def components(self) -> tuple[Component, ...]:
        """The components that its pieces are of."""
        return tuple({piece.component.name: piece.component for piece in self.pieces}.values())


class DeckPlan(NamedTuple):
    """What a service makes of a game in one language.

    Attributes:
        left_out: the components that it does not make.
    """

    decks: tuple[ServiceDeck, ...]
    left_out: tuple[Component, ...]


def plan_decks(source: ExportSource, service: Service) -> DeckPlan:
    """The decks of the game; components without a product are left out, after a finding or because the game says so."""
    fits, stocks, left_out = _fits(source, service)
    if not fits:
        return DeckPlan((), left_out)
    bleed = max([bleed_of(fit, stocks[name].trim) for name, fit in fits.items()], default=ZERO)
    composer = source.composer(bleed)
    groups: dict[str, _DeckFiles] = {}
    for piece in source.pieces(ImageOptions(bleed=bleed)):
        fit = fits.get(piece.component.name)
        if fit is not None:
            name = piece.component.name if service.decks == "component" else fit.product.name
            group = groups.setdefault(name, _DeckFiles(source, service))
            group.add(piece, fit, stocks[piece.component.name], composer.back_is_common(piece.component))
    decks = [ServiceDeck(name, group.pieces[0].fit.product, tuple(group.pieces)) for name, group in groups.items()]
    parts = [part for deck in decks for part in _parts(deck, service.most)]
    return DeckPlan(tuple(_in_entries(part, source, service) for part in parts), left_out)


class _DeckFiles:
    """The pieces of one deck, with the files of their sides."""

    def __init__(self, source: ExportSource, service: Service) -> None:
        self.pieces: list[DeckPiece] = []
        self._source, self._service = source, service
        self._names = NamePattern(service.names, ("id",)), NamePattern(service.names, ("id",))
        self._common: dict[tuple[tuple[str, ...], str], str] = {}

    def add(self, piece: ExportPiece, fit: ProductFit, stock: Stock, common: bool) -> None:
        """Add a piece.

        Args:
            common: all pieces of its component have the same back.
        """
        number = len(self.pieces) + 1
        back = None if piece.back is None or fit.product.sides == 1 else on_canvas(piece.back, fit, BACK)
        back_file = ""
        if back is not None and common:
            # The number of the first piece that has it keeps several of them in the order of the deck.
            name = "back" if self._service.decks == "component" else f"{number:03}-back"
            file = f"{BACKS}/{name}.{self._service.suffix}"
            back_file = self._common.setdefault((piece.component.backs, stock.name), file)
        elif back is not None:
            back_file = f"{BACKS}/{self._name(piece, number, BACK)}"
        self.pieces.append(
            DeckPiece(
                component=piece.component,
                record=piece.record,
                fit=fit,
                trim=stock.trim,
                outline=stock.outline,
                number=number,
                copies=piece.copies,
                face=on_canvas(piece.face, fit, FACE),
                back=back,
                face_file=f"{FACES}/{self._name(piece, number, FACE)}",
                back_file=back_file,
            )
        )

    def _name(self, piece: ExportPiece, number: int, side: str) -> str:
        source, record = self._source, piece.record
        name = RecordView(record, source.language, source.game.edition).fields().get("name")
        parts: dict[str, str | int] = {
            "game": source.game.id,
            "edition": source.game.edition,
            "language": source.language,
            "component": piece.component.name,
            "id": record.id,
            "name": name if isinstance(name, str) and name else record.id,
            "side": side,
            "number": number,
            "copy": 1,
        }
        return self._names[side == BACK].path(parts, self._service.suffix)


def _fits(
    source: ExportSource, service: Service
) -> tuple[dict[str, ProductFit], dict[str, Stock], tuple[Component, ...]]:
    """The products of the components by their names, their stocks, and the components that are not made."""
    fits: dict[str, ProductFit] = {}
    stocks: dict[str, Stock] = {}
    left_out: list[Component] = []
    composer = source.composer(ZERO)
    asked = {component.name for component, _ in source.records}
    for component in (one for one in source.components if one.name in asked):
        stock = composer.stock_of(component)
        if stock is None:
            continue
        fit = fit_of(service, component, stock, source.workspace.findings)
        if fit is None:
            left_out.append(component)
            if reason := reason_left_out(service, component):
                source.note(f"{component.name} are left out: {reason}")
        else:
            fits[component.name], stocks[component.name] = fit, stock
    return fits, stocks, tuple(left_out)


def _parts(deck: ServiceDeck, most: int | None) -> Iterator[ServiceDeck]:
    """*deck* in parts of at most *most* pieces each; the copies of a piece may come into two parts."""
    if most is None or deck.quantity <= most:
        yield deck
        return
    parts: list[list[DeckPiece]] = [[]]
    room = most
    for piece in deck.pieces:
        left = piece.copies
        while left:
            if not room:
                parts.append([])
                room = most
            here = min(left, room)
            parts[-1].append(piece._replace(copies=here))
            left, room = left - here, room - here
    for number, pieces in enumerate(parts, 1):
        yield ServiceDeck(f"{deck.name}-{number}", deck.product, tuple(pieces))


def _in_entries(deck: ServiceDeck, source: ExportSource, service: Service) -> ServiceDeck:
    """*deck* with several entries for each piece of which the service does not take so many in one."""
    most = service.copies
    if most is None or all(piece.copies <= most for piece in deck.pieces):
        return deck
    entries: list[DeckPiece] = []
    for piece in deck.pieces:
        starts = range(0, piece.copies, most)
        entries += [piece._replace(copies=min(most, piece.copies - start)) for start in starts]
        if len(starts) > 1:
            limit = f"{service.title} makes at most {most} of one"
            source.note(f"'{piece.record.id}' is listed {len(starts)} times in '{deck.name}': {limit}")
    return deck._replace(pieces=tuple(entries))

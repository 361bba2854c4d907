"""The pieces of a game -> decks as a print service makes them: products, numbers, names and pictures."""

from collections.abc import Iterator
from typing import NamedTuple

from pawprint.catalog.model import Component, Record, RecordView
from pawprint.core.affine import Matrix
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.core.registry import suggest
from pawprint.export._file_names import NamePattern
from pawprint.export.export_source import BACK, FACE, ExportPiece, ExportSource
from pawprint.export.services._presets import PDF, Service, ServiceProduct, product_for
from pawprint.graphics.ops import Drawing, Group, Layer, UseDrawing
from pawprint.pieces.stocks import Stock
from pawprint.production.options import ImageOptions

# (component, its stock) -> the product of a print service that it is: as the game says, or by the trim size.


#: In `products` of a component: this service does not make it.
NONE = "none"
#: Sizes in inches and in millimetres are the same size if they differ by less.
_SAME = mm(0.1)
#: By so much a piece in a picture may differ from the product that the game names: its art keeps its size.
_NEAR = mm(1)
#: How many products a finding names.
_NEAREST = 3


class ProductFit(NamedTuple):
    """A product, and how a piece lies on it.

    Attributes:
        turned: the piece lies on its side.
    """

    product: ServiceProduct
    turned: bool

    @property
    def trim(self) -> Size | None:
        """The size of the product, as the piece lies on it."""
        trim = self.product.trim
        return trim.turned() if trim and self.turned else trim


def fit_of(service: Service, component: Component, stock: Stock, findings: Findings) -> ProductFit | None:
    """The product that *component* is; None if the service makes no such thing, or after a finding."""
    named = component.products.get(service.name)
    if named == NONE:
        return None
    if named is not None:
        return _named(service, component, stock, named, findings)
    if service.any_size:
        return None if stock.stand else ProductFit(product_for(service, stock), False)
    candidates = [product for product in service.products.values() if product.kind != "other"]
    found = [
        fit
        for product in candidates
        if not stock.stand and product.cuts(stock.outline, stock.trim)
        if (fit := _fit(product, stock.trim, _SAME, service.form != PDF)) is not None
    ]
    if found:
        return min(found, key=lambda fit: fit.product.kind != component.kind)  # the first one of its kind
    if all(product.kind != component.kind for product in candidates):
        return None  # a service for cards makes no tokens, whatever their size
    findings.add(
        "no-product",
        f"{service.title} makes nothing of the size of component '{component.name}', {_size(stock)}",
        component.span("stock"),
        f"{_nearest(service, stock)}: take a stock of that size, or write products: {{{service.name}: NAME}} "
        f"with the name of a product, or {NONE}",
    )
    return None


def reason_left_out(service: Service, component: Component) -> str:
    """Why there is no product for *component*, where that is not a fault; empty where `fit_of` reports it."""
    named = component.products.get(service.name)
    if named == NONE:
        return f"its products say {service.name}: {NONE}"
    if named is not None:
        return ""
    if service.any_size:
        return f"{service.title} makes nothing that stands"
    made = {product.kind for product in service.products.values()}
    return f"{service.title} makes no {component.kind}" if component.kind not in made else ""


def _named(service: Service, component: Component, stock: Stock, name: str, findings: Findings) -> ProductFit | None:
    """The fit of the product that the game names; None after a finding."""
    span = component.span("products", service.name)
    product = service.products.get(name)
    if product is None:
        help = suggest(name, service.products, "products are")
        findings.add("unknown-product", f"{service.title} has no product '{name}'", span, help)
        return None
    fit = None
    if product.trim is not None and not stock.stand and product.cuts(stock.outline, stock.trim):
        fit = _fit(product, stock.trim, _tolerance(service), service.form != PDF)
    if fit is None:
        findings.add(
            "no-product",
            f"component '{component.name}' is {_size(stock)}, and {name} of {service.title} is {_shape(product)}",
            span,
            f"{_nearest(service, stock)}: name one that differs by {_tolerance(service)} at most, or write {NONE}",
        )
    return fit


def _tolerance(service: Service) -> Length:
    """By how much a product that is named may differ; the pages of a PDF file have exactly the size of the piece."""
    return _SAME if service.form == PDF else _NEAR


def _fit(product: ServiceProduct, trim: Size, most: Length, turns: bool) -> ProductFit | None:
    """How a piece of size *trim* lies on the product, if no side differs by more than *most*.

    Args:
        turns: it may lie on its side.
    """
    if product.trim is None:
        return None
    for turned in (False, True) if turns else (False,):
        if _difference(product.trim.turned() if turned else product.trim, trim) <= most:
            return ProductFit(product, turned)
    return None


def _difference(first: Size, second: Size) -> Length:
    across, down = (abs(a.grains - b.grains) for a, b in zip(first, second, strict=True))
    return Length(max(across, down))


def _nearest(service: Service, stock: Stock) -> str:
    """The nearest products in words; those of the same shape before all others."""
    sized = [product for product in service.products.values() if product.trim is not None and product.kind != "other"]
    alike = [product for product in sized if product.cuts(stock.outline, stock.trim)] or sized

    def distance(product: ServiceProduct) -> Length:
        trim = product.trim
        return min(_difference(turned_trim, stock.trim) for turned_trim in (trim, trim.turned())) if trim else Length(0)

    nearest = sorted(alike, key=distance)[:_NEAREST]
    if not nearest:
        return f"{service.title} has no products with a size"
    words = ", ".join(f"{product.name} ({product.size})" for product in nearest)
    return f"the nearest {'are' if len(nearest) > 1 else 'is'} {words}"


def _size(stock: Stock) -> str:
    if stock.stand:
        return f"a strip of {stock.cut} to be folded"
    if stock.outline.is_disc(stock.trim):
        return f"a disc of {stock.trim.width}"
    return f"{stock.trim}" if stock.outline.is_rectangle(stock.trim) else f"{stock.trim}, and no rectangle"


def _shape(product: ServiceProduct) -> str:
    if product.trim is None:
        return "a flat sheet that has no size of its own"
    return (
        product.size
        if product.outline == "rectangle"
        else f"{product.size}, a {product.outline}".replace("a other", "of another shape")
    )


# Drawing of a piece -> the drawing of the whole picture that a service wants: the piece in the middle, with bleed.


def bleed_of(fit: ProductFit, trim: Size) -> Length:
    """How far the art of a piece of size *trim* must reach beyond it, to fill the picture of the product."""
    canvas = fit.product.canvas
    whole = canvas.turned() if fit.turned else canvas
    return max(ZERO, *((outer - inner).half() + Length(1) for outer, inner in zip(whole, trim, strict=True)))


def placing(fit: ProductFit, trim: Size, side: str) -> Matrix:
    """The matrix from the face of a piece of size *trim* to the canvas of its product, in points.

    A piece that lies on its side is turned clockwise, and its back the other way: turned over, both are upright.
    """
    middle_x, middle_y = fit.product.canvas.width.pt / 2, fit.product.canvas.height.pt / 2
    across, down = trim.width.pt / 2, trim.height.pt / 2
    if not fit.turned:
        return (1.0, 0.0, 0.0, 1.0, middle_x - across, middle_y - down)
    if side == "back":
        return (0.0, -1.0, 1.0, 0.0, middle_x - down, middle_y + across)
    return (0.0, 1.0, -1.0, 0.0, middle_x + down, middle_y - across)


def on_canvas(drawing: Drawing, fit: ProductFit, side: str) -> Drawing:
    """*drawing*, with its bleed, in the middle of the canvas of its product."""
    matrix = placing(fit, drawing.trim, side)
    key = drawing.key and f"{drawing.key} on {' '.join(f'{number:.4f}' for number in matrix)}"
    art = Layer((Group((UseDrawing(drawing),), matrix),), key)
    return Drawing(drawing.name, fit.product.canvas, Insets(), art, RECTANGLE)


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
    for component in (component for component in source.components if component.name in asked):
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

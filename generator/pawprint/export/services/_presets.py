"""`layouts/services/NAME.yaml` -> Service: what a print service makes, and in which form it takes the art."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, inch, mm
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.export._file_names import NamePattern
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.stocks import Stock
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import Node, SequenceNode

#: What a product may be made for: the kinds of components, or none of them.
PRODUCT_KINDS = ("cards", "tiles", "tokens", "boards", "other")
OUTLINES = ("rectangle", "circle", "hexagon", "other")
PDF = "pdf"
FORMS = ("png", "jpeg", PDF)
#: What one deck is made of: the pieces of a component, or all pieces of a product.
DECKS = ("component", "product")
#: In which order the pages of a PDF file are.
FACES_FIRST, BACKS_FIRST = "faces-first", "backs-first"
COLOURS = ("rgb", "cmyk")
#: How files are called if the service does not say.
_NAMES = "{number:03}-{id}-{side}"
#: A picture may have so many pixels; a board of 70 cm at 300 dpi has half of them.
_MAX_PIXELS = 120_000_000
_FOLDER = "services"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
#: Lengths in pixels are rounded, so that a canvas may be smaller than its trim by half a pixel.
_ROUNDING = 0.06


class PictureSize(NamedTuple):
    """The size of a picture."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width} x {self.height}"


class ServiceProduct(NamedTuple):
    """Something that a service makes.

    Attributes:
        name: as the service calls it, or what its files are called by.
        kind: the components that it is made for; `other` for none without being named.
        outline: one of `OUTLINES`.
        trim: finished size; None for flat sheets, such as boxes, whose pixels are all that is known.
        pixels: of the whole picture, bleed included.
        canvas: the size of the whole picture on paper.
        safe: how far text stays away from the cut.
        sides: 1 or 2, that are printed.
        upload: how the service calls this type of product when files are uploaded; may be empty.
    """

    name: str
    kind: str
    outline: str
    trim: Size | None
    pixels: PictureSize
    canvas: Size
    safe: Length
    sides: int
    upload: str
    span: Span

    @property
    def size(self) -> str:
        """The finished size in words."""
        return "a flat sheet" if self.trim is None else str(self.trim)

    def cuts(self, outline: PieceOutline, trim: Size) -> bool:
        """True if a piece with that *outline* has the shape of the product."""
        if self.outline == "circle":
            return outline.is_disc(trim)
        if self.outline in ("hexagon", "other"):
            return bool(outline.path)
        return outline.is_rectangle(trim)


@dataclass(frozen=True, kw_only=True)
class Service:
    """A print service.

    Attributes:
        name: of its file; *title* and *site* are for people; *about* says what is not certain.
        dpi: of the pictures. *form*: of the files, one of `FORMS`. *colours*: one of `COLOURS`.
        pages: of PDF files, `faces-first` or `backs-first`, for each piece.
        ink: the most of all inks together, in percent, in PDF files.
        bleed, safe: where a product does not say its own.
        text: the smallest text, and *line* the thinnest line, in points.
        resolution: the least of raster images, in dots per inch.
        most: pieces of one deck; None for no limit.
        copies: the largest quantity of one entry of a deck; None for no limit.
        decks: one of `DECKS`.
        names: the pattern of the names of files; see `NamePattern`.
        any_size: it makes pieces of all sizes.
        cardstocks: what cards are printed on, by short names.
        steps: what a person does there.
    """

    name: str
    title: str
    span: Span
    site: str = ""
    about: str = ""
    dpi: int = 300
    form: str = "png"
    colours: str = "rgb"
    bleed: Length
    safe: Length
    pages: str = FACES_FIRST
    ink: int = 300
    text: float = 5.0
    line: float = 0.25
    resolution: int = 250
    most: int | None = None
    copies: int | None = None
    decks: str = "component"
    names: str = _NAMES
    any_size: bool = False
    cardstocks: Mapping[str, str]
    steps: tuple[str, ...] = ()
    products: Mapping[str, ServiceProduct]

    @property
    def suffix(self) -> str:
        """How the names of pictures end."""
        return "jpg" if self.form == "jpeg" else "png"


def service_names(layouts: Layouts) -> list[str]:
    """The services that the layouts have."""
    return sorted({path.stem for folder in _folders(layouts) for path in (folder / _FOLDER).glob("*.yaml")})


def read_service(layouts: Layouts, name: str, findings: Findings) -> Service | None:
    """The service *name* of the first folder of layouts that has it; None after a finding."""
    folders = [folder for folder in _folders(layouts) if (folder / _FOLDER / f"{name}.yaml").is_file()]
    if not folders or not _NAME.fullmatch(name):
        help = suggest(name, service_names(layouts), "services are")
        findings.add("unknown-service", f"there is no print service '{name}'", None, help)
        return None
    return _ServiceFile(name, folders[0], findings).service()


def _folders(layouts: Layouts) -> tuple[Path, ...]:
    return (*layouts.folders, bundled("layouts"))


class _ServiceFile:
    def __init__(self, name: str, folder: Path, findings: Findings) -> None:
        self.name, self.folder, self.findings = name, folder, findings
        self.dpi, self.bleed, self.safe = 300, mm(3), mm(3)

    def service(self) -> Service | None:
        """The service; None after a finding."""
        findings, before = self.findings, self.findings.count
        node = reader.read_yaml_file(self.folder / _FOLDER / f"{self.name}.yaml", findings, self.folder)
        if node is None:
            return None
        fields = FieldReader(node, f"print service '{self.name}'", findings)
        self.dpi = fields.integer("dpi", 72, 2400) or self.dpi
        self.bleed = self._length(fields, "bleed", self.bleed)
        self.safe = self._length(fields, "safe", self.safe)
        any_size = fields.flag("any_size")
        service = Service(
            name=self.name,
            span=node.span,
            title=fields.text("title", required=True) or self.name,
            site=fields.text("site") or "",
            about=fields.text("about") or "",
            dpi=self.dpi,
            form=fields.choice("form", FORMS) or "png",
            colours=fields.choice("colours", COLOURS) or "rgb",
            bleed=self.bleed,
            safe=self.safe,
            pages=fields.choice("pages", (FACES_FIRST, BACKS_FIRST)) or FACES_FIRST,
            ink=fields.integer("ink", 200, 400) or 300,
            text=fields.number("text", 0, 72) or 5.0,
            line=fields.number("line", 0, 10) or 0.25,
            resolution=fields.integer("resolution", 30, 2400) or 250,
            most=fields.integer("most", 1, 100_000),
            copies=fields.integer("copies", 1, 100_000),
            decks=fields.choice("decks", DECKS) or "component",
            names=self._names(fields),
            any_size=any_size,
            cardstocks=self._cardstocks(fields),
            steps=fields.texts("steps"),
            products={
                product.name: product
                for name, key, node in fields.entries("products", required=not any_size)
                if (product := self._product(name, key.span, node)) is not None
            },
        )
        fields.finish()
        return service if findings.count == before else None

    def _cardstocks(self, fields: FieldReader) -> dict[str, str]:
        found = {
            name: scalars.text(node, f"'{name}' of 'cardstocks'", self.findings)
            for name, _, node in fields.entries("cardstocks")
        }
        return {name: text for name, text in found.items() if text is not None}

    def _names(self, fields: FieldReader) -> str:
        pattern = fields.text("names") or _NAMES
        try:
            NamePattern(pattern)
        except ValueError as error:
            span = fields.value_span("names")
            self.findings.add("bad-product", f"'names' of {fields.what}: {error}", span, f"write '{_NAMES}'")
        return pattern

    def _product(self, name: str, span: Span, node: Node) -> ServiceProduct | None:
        what = f"product '{name}'"
        if not _NAME.fullmatch(name):
            self.findings.add("bad-id", f"'{name}' cannot be the name of a product", span, "use letters and digits")
            return None
        fields = FieldReader(node, what, self.findings)
        trim = fields.value("trim", scalars.size)
        pixels = self._pixels(fields)
        bleed = self._length(fields, "bleed", self.bleed)
        product = None
        if pixels is None and trim is not None:
            sides = ((side + 2 * bleed).mm / 25.4 * self.dpi for side in trim)
            pixels = PictureSize(*(math.floor(side + 0.5) for side in sides))
        if pixels is not None:
            canvas = Size(*(inch(side / self.dpi) for side in pixels))
            product = ServiceProduct(
                name=name,
                kind=fields.choice("kind", PRODUCT_KINDS) or "other",
                outline=fields.choice("outline", OUTLINES) or "rectangle",
                trim=trim,
                pixels=pixels,
                canvas=canvas,
                safe=self._length(fields, "safe", self.safe),
                sides=fields.integer("sides", 1, 2) or 2,
                upload=fields.text("upload") or "",
                span=span,
            )
        elif fields.ok and "pixels" not in fields and "trim" not in fields:
            self.findings.add("missing-field", f"{what} has neither trim nor pixels", span, "add trim: 63 mm x 88 mm")
        fields.allow("about", "kind", "outline", "safe", "sides", "upload")
        fields.finish()
        return None if product is None or not self._is_possible(product) else product

    def _is_possible(self, product: ServiceProduct) -> bool:
        trim, canvas = product.trim, product.canvas
        if trim is None:
            return True
        if any(whole.mm < side.mm - _ROUNDING for whole, side in zip(canvas, trim, strict=True)):
            message = f"product '{product.name}': its picture, {canvas.width.mm:.1f} x {canvas.height.mm:.1f} mm, "
            message += f"is smaller than its trim, {trim}"
            self.findings.add("bad-product", message, product.span, f"{self.dpi} pixels are an inch")
            return False
        if product.safe * 2 > min(trim):
            message = f"product '{product.name}': nothing is left inside its safe zone"
            self.findings.add("bad-product", message, product.span, "write a smaller safe")
            return False
        if product.outline == "circle" and trim.width != trim.height:
            message = f"product '{product.name}' is a circle, so its sides must be equal"
            self.findings.add("bad-product", message, product.span, "write the diameter twice")
            return False
        return True

    def _pixels(self, fields: FieldReader) -> PictureSize | None:
        node = fields.node_of("pixels")
        if node is None:
            return None
        what = f"'pixels' of {fields.what}"
        if not isinstance(node, SequenceNode) or len(node.items) != 2:
            scalars.wrong_type(node, what, "two numbers", self.findings, "write [825, 1125]")
            return None
        sides = [scalars.integer(item, what, self.findings, 1, 40_000) for item in node.items]
        if sides[0] is None or sides[1] is None:
            return None
        if sides[0] * sides[1] > _MAX_PIXELS:
            message = f"{what}: {sides[0]} x {sides[1]} are too many"
            self.findings.add("out-of-range", message, node.span, f"{_MAX_PIXELS // 1_000_000} million are the limit")
            return None
        return PictureSize(sides[0], sides[1])

    def _length(self, fields: FieldReader, key: str, otherwise: Length) -> Length:
        length = fields.length(key)
        if length is None:
            return otherwise
        if length < ZERO or length > mm(25):
            message = f"'{key}' of {fields.what} is {length}"
            self.findings.add("out-of-range", message, fields.value_span(key), "write 0 mm to 25 mm")
            return otherwise
        return length


def product_for(service: Service, stock: Stock) -> ServiceProduct:
    """A product of a service that makes all sizes, for pieces of *stock*."""
    trim, outline = stock.trim, stock.outline
    canvas = Size(*(side + 2 * service.bleed for side in trim))
    pixels = PictureSize(*(math.floor(side.mm / 25.4 * service.dpi + 0.5) for side in canvas))
    name = f"{trim.width.mm:g}x{trim.height.mm:g}"
    shape = "other" if outline.path else "circle" if outline.is_disc(trim) else "rectangle"
    return ServiceProduct(name, "other", shape, trim, pixels, canvas, stock.safe, 2, "", service.span)

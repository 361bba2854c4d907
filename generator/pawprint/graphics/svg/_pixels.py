"""What PDF cannot draw as vectors -> images, drawn by resvg: filters, blend modes and markers.

Only the element concerned becomes an image; the rest of the drawing stays sharp. resvg is imported only for a drawing
that needs it, and only draws what has been counted before, so that a drawing cannot occupy it.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.paths import RawPath
from pawprint.core.picture import Bitmap, Item
from pawprint.core.raster import data_uri, visible_part
from pawprint.graphics.svg._areas import Extents
from pawprint.graphics.svg._element_references import References
from pawprint.graphics.svg._profile import INHERITED, MARKERS, POKER_CARD
from pawprint.graphics.svg.svg_report import SvgReport
from pawprint.graphics.svg.xml_elements import SvgDocument, SvgElement
from pawprint.graphics.svg.xml_tree import XmlElement

#: Dots per inch of a drawing that is printed 63 mm long, as wide as a poker card, and the longer side in pixels. The
#: lower ones are for filters that would take too long.
RESOLUTIONS = {600: 1500, 400: 1000, 300: 750, 200: 500, 120: 300}
LONGEST_SIDE = RESOLUTIONS[600]
#: Primitives of all filters of a file, the largest number in one, and elements of a file that become images.
MAX_PRIMITIVES, MAX_NUMBER, MAX_IMAGES = 200, 500, 6
#: The time that one image may take, in nanoseconds, and what resvg takes for a pixel: of any primitive,
#: of each pixel that feMorphology or feConvolveMatrix looks at, of each octave of feTurbulence.
MAX_WORK = 15e9
_ANY_WORK, _PIXEL_WORK, _OCTAVE_WORK = 600, 10, 300
#: The same for a layer as large as the drawing, and for a shape; and the time for an element or a segment of a path.
_LAYER_WORK, _SHAPE_WORK, _PART_WORK = 100, 1, 5_000
#: Properties that make a layer of an element, with their values that do not.
_LAYERED = (("opacity", 1.0), ("mix-blend-mode", "normal"), ("isolation", "auto"))

_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
_NAMESPACE = re.compile(rb"""\sxmlns:[\w.-]+\s*=\s*(?:"[^"]*"|'[^']*')""")
_NAME = re.compile(rb"[^\s/>]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_ISOLATING = ("opacity", "filter", "mask", "clip-path")


class TooManyImages(Exception):
    """So many elements would be images that the drawing has to be one."""


class Pixels:
    """Draws elements of one document as images."""

    def __init__(self, document: SvgDocument, references: References, report: SvgReport, length: float) -> None:
        self._length = length
        self._document, self._references, self._report = document, references, report
        self._count = self._counting = 0
        self._blended = {*_blended(document.root)}
        self._filters: dict[str, list[XmlElement]] | None = None
        self._notes: list[tuple[int, str, str]] = []

    def reason(self, node: SvgElement) -> str:
        """Why *node* cannot be drawn as vectors; empty if it can."""
        style = node.style
        reference = style.get("filter")
        if reference is not None:
            target = self._document.ids.get(reference.id)
            if target is not None and target.tag == "filter":
                return "a filter"
        if node in self._blended:
            return "a blend mode"
        markers = (style.get(name) for name in MARKERS)
        return "a marker" if node.outline and any(markers) else ""

    @contextmanager
    def only_counting(self) -> Iterator[None]:
        """Draw no images meanwhile, since what is drawn becomes a part of one."""
        self._counting += 1
        yield
        self._counting -= 1

    def image(self, node: SvgElement, outer: Matrix, why: str) -> list[Item]:
        """*node* with all that is in it, under *outer*, as an image; nothing after a finding.

        Raises:
            Refused: what resvg would read is out of bounds.
            TooManyImages: there have been as many as there may be; `whole` is what is left.
        """
        if self._counting:
            return [_PLACEHOLDER]
        self._count += 1
        if self._count > MAX_IMAGES:
            raise TooManyImages
        return self._image(node, outer, f"{why} of {node.tag}", f"{node.tag} has {why}, which")

    def whole(self) -> list[Item]:
        """The whole drawing as an image; nothing after a finding.

        Raises:
            Refused: what resvg would read is out of bounds.
        """
        root = self._document.root
        self._notes.clear()
        said = f"more than {MAX_IMAGES} elements have filters, blend modes or markers, so that the whole drawing"
        return self._image(root, IDENTITY, "the drawing", said)

    def tell(self) -> None:
        """Add the findings about what is printed as an image."""
        for note in self._notes:
            self._report.note(*note)

    def _image(self, node: SvgElement, outer: Matrix, what: str, said: str) -> list[Item]:
        import resvg_py

        if self._filters is None:
            self._filters = self._checked()
        x, y, width, height = self._document.view
        sides = {dpi: round(side * self._length / POKER_CARD) for dpi, side in RESOLUTIONS.items()}
        dpi = next((dpi for dpi in sides if self._work(node, sides[dpi]) <= MAX_WORK), 0)
        if not dpi:
            raise self._report.refuse(node.at, f"drawing {what} would take too long", "save it as PNG")
        scale = sides[dpi] / max(width, height)
        pixels = max(1, round(width * scale)), max(1, round(height * scale))
        try:
            png = resvg_py.svg_to_bytes(svg_string=self._alone(node, outer, pixels), skip_system_fonts=True)
        except ValueError as error:
            self._report.add(node.at, f"{what} cannot be drawn: {error}", "draw it in another way")
            return []
        rest = "" if node is self._document.root else "; the rest of the drawing stays sharp at any size"
        help = f"this is sharp up to a length of {self._length * dpi / 600:g} mm{rest}"
        self._notes.append((node.at, f"{said} is printed as an image of {dpi} dpi", help))
        part = visible_part(bytes(png))
        if part is None:
            return []
        data, (left, top, right, bottom) = part
        across, down = width / pixels[0], height / pixels[1]
        place = (x + left * across, y + top * down, (right - left) * across, (bottom - top) * down)
        return [Bitmap(*place, data_uri(data))]

    def _alone(self, node: SvgElement, outer: Matrix, pixels: tuple[int, int]) -> str:
        """The document with *node* alone, everything else being there to be referred to."""
        raw, root = self._document.raw, self._document.root
        tag = _TAG.match(raw, root.at)
        assert tag, "the file has been read"
        end = tag.end() if tag[0].endswith(b"/>") else raw.rfind(b"</")
        view = " ".join(f"{number:g}" for number in self._document.view)
        size = f'viewBox="{view}" width="{pixels[0]}" height="{pixels[1]}" preserveAspectRatio="none"'
        names = "".join({name.decode() for name in _NAMESPACE.findall(tag[0])} - {_XLINK})
        head = f'{raw[: root.at].decode()}<svg xmlns="http://www.w3.org/2000/svg" {_XLINK} {names} {size}'
        if node is root:
            return f"{head}{_attributes(node.written)}>{self._between(tag.end(), end)}</svg>"
        style: dict[str, str] = {}
        for around in reversed([*node.ancestors]):
            style.update((name, text) for name, text in around.written.items() if name in INHERITED)
        id = _quoted(node.id or _UNNAMED)
        shown = f'<g transform="{_matrix(outer)}"{_attributes(style)}><use xlink:href="#{id}"/></g>'
        return f"{head}><defs>{self._between(tag.end(), end, node)}</defs>{shown}</svg>"

    def _between(self, start: int, end: int, named: SvgElement | None = None) -> str:
        """The file's text from byte *start* to *end*, with outlines of its texts; and with an id of *named*."""
        raw = self._document.raw
        edits: list[tuple[int, int, str]] = []
        for text in self._document.texts:
            id = text.id or (_UNNAMED if text is named else "")
            name = _NAME.match(raw, text.at + 1)
            stop = raw.find(b"</" + name[0], text.at) if name else -1
            paths = "".join(
                f'<path d="{_path_data(part.outline)}"{_attributes(part.written)}/>' for part in text.children
            )
            own = f' id="{_quoted(id)}"' * bool(id) + f' transform="{_matrix(text.matrix)}"{_attributes(text.written)}'
            if stop >= 0:
                edits.append((text.at, raw.index(b">", stop) + 1, f"<g{own}>{paths}</g>"))
        if named is not None and not named.id and named not in self._document.texts:
            name = _NAME.match(raw, named.at + 1)
            assert name, "the file has been read"
            edits.append((name.end(), name.end(), f' id="{_UNNAMED}"'))
        parts: list[str] = []
        for first, last, put in sorted(edits):
            parts += [raw[start:first].decode(), put]
            start = last
        return "".join(parts) + raw[start:end].decode()

    def _work(self, node: SvgElement, side: int) -> float:
        """About how many nanoseconds resvg takes for *node*, in a drawing whose longer side has so many pixels."""
        _, _, width, height = self._document.view
        scale = side / max(width, height)
        pixels = max(1.0, scale * scale * width * height)
        layer = _LAYER_WORK * self._overlap

        def own(element: SvgElement) -> float:
            effect = element.style.get("filter")
            primitives = (self._filters or {}).get(effect.id, ()) if effect else ()
            work = sum(_work_per_pixel(primitive, scale) for primitive in primitives)
            layers = layer * any(element.style.get(name, plain) != plain for name, plain in _LAYERED)
            parts = _PART_WORK * (1 + len(element.outline)) / pixels
            return work + layers + _SHAPE_WORK * bool(element.outline) + parts

        return pixels * self._references.total(own, layer)[node]

    @cached_property
    def _overlap(self) -> float:
        """How many times as large as the drawing its layers may be: as large as what is in them, within bounds."""
        box = Extents(self._document.ids).of(self._document.root)
        x, y, width, height = self._document.view
        if box is None:
            return 1.0
        across = min(box.right, x + 3 * width) - max(box.x, x - 2 * width)
        down = min(box.bottom, y + 3 * height) - max(box.y, y - 2 * height)
        return max(1.0, across * down / (width * height))

    def _checked(self) -> dict[str, list[XmlElement]]:
        """The primitives of each filter, if resvg may draw of the file: it reads nothing from outside, and its filters
        are bounded.

        Raises:
            Refused: it may not.
        """
        primitives = 0
        filters: dict[str, list[XmlElement]] = {}
        for written in _all(self._document.xml):
            own = [part for part in written.children if part.tag.startswith("fe")]
            if own:
                filters.setdefault(written.attributes.get("id", ""), []).extend(own)
            link = written.attributes.get("href", written.attributes.get("xlink:href", "#")).strip()
            if written.tag != "a" and not link.startswith(("#", "data:image/png", "data:image/jp")):
                raise self._report.refuse(
                    written.at, f"{written.tag} leads out of the file", "write #id with the id of one of its elements"
                )
            if written.tag.startswith("fe"):
                primitives += 1
                sizes = (written.attributes.get(name, "") for name in ("stdDeviation", "radius", "order", "numOctaves"))
                if any(float(number) > MAX_NUMBER for text in sizes for number in _NUMBER.findall(text[:100])):
                    raise self._report.refuse(
                        written.at, f"{written.tag} has a number above {MAX_NUMBER}", "choose a smaller one"
                    )
        if primitives > MAX_PRIMITIVES:
            message = f"the filters of the file have more than {MAX_PRIMITIVES} parts"
            raise self._report.refuse(self._document.root.at, message, "save it as PNG")
        return filters


def _work_per_pixel(primitive: XmlElement, scale: float) -> float:
    """About how many nanoseconds resvg takes for each pixel, of which *scale* are a unit long."""
    names = {"feMorphology": "radius", "feConvolveMatrix": "order", "feTurbulence": "numOctaves"}
    written = primitive.attributes.get(names.get(primitive.tag, ""), "")
    numbers = [float(number) for number in _NUMBER.findall(written[:100])] or [0.0]
    across, down = numbers[0], numbers[-1]
    match primitive.tag:
        case "feMorphology":
            return _ANY_WORK + _PIXEL_WORK * (2 * across * scale + 1) * (2 * down * scale + 1)
        case "feConvolveMatrix":
            return _ANY_WORK + 2 * _PIXEL_WORK * across * down
        case "feTurbulence":
            return _ANY_WORK + _OCTAVE_WORK * (across + 1)
    return _ANY_WORK


_PLACEHOLDER = Bitmap(0.0, 0.0, 0.0, 0.0, "")
#: The id of an element that has none of its own.
_UNNAMED = "drawn-as-an-image"
_XLINK = ' xmlns:xlink="http://www.w3.org/1999/xlink"'


def _blended(node: SvgElement) -> Iterator[SvgElement]:
    """The elements that have to be drawn as a whole because things in them blend with each other."""
    for child in node.children:
        yield from _blended(child)
        if child.style.get("mix-blend-mode", "normal") != "normal":
            yield next((around for around in child.ancestors if _isolates(around)), child)


def _isolates(node: SvgElement) -> bool:
    return (
        node.parent is None
        or node.style.get("isolation") == "isolate"
        or any(node.style.get(name, 1.0) not in (1.0, None) for name in _ISOLATING)
    )


def _all(node: XmlElement) -> Iterator[XmlElement]:
    yield node
    for child in node.children:
        yield from _all(child)


def _attributes(style: Mapping[str, str]) -> str:
    return "".join(f' {name}="{_quoted(text)}"' for name, text in style.items())


def _matrix(matrix: Matrix) -> str:
    return f"matrix({' '.join(f'{number:.9g}' for number in matrix)})"


def _path_data(path: RawPath) -> str:
    return "".join(kind + " ".join(f"{number:.6g}" for number in numbers) for kind, *numbers in path)


def _quoted(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")

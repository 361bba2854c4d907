"""Sides of sheets -> the bytes of a PDF file.

What is used in several places is stored once as a form; everything else is written directly into its page.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from pawprint.core.colour import Colour, SeparatedColour
from pawprint.core.geometry import Box
from pawprint.graphics.ops import AnyDrawing, Shading
from pawprint.press._pdf_file import VERSION, PdfFile
from pawprint.press._resources import Resources
from pawprint.press.content_stream import ContentStream, ContentStreams, identity_of
from pawprint.press.portable_stream import EXACT, POINTS, ink_shares
from pawprint.sheets.sheet import Side

if TYPE_CHECKING:
    from pawprint.press.pdfx import PrintIntent


def write(
    sides: Iterable[Side],
    *,
    title: str,
    language: str,
    subject: str = "",
    author: str = "",
    keywords: str = "",
    duplex: str | None = None,
    contents: ContentStreams | None = None,
    progress: Callable[[int], None] | None = None,
    intent: "PrintIntent | None" = None,
) -> bytes:
    """A PDF file with one page for each side. Same sides, same bytes.

    Args:
        title: shown in the title bar of a viewer.
        language: of the text, as BCP 47 writes it: `fr`, `en-GB`.
        duplex: what print dialogs start with: `long-edge`, `short-edge`, `simplex`; None leaves it to them.
        contents: of layers that were written before, for other files; takes what is written for this one.
        progress: called after each page with the number of pages written so far.
        intent: how it is printed, where all drawings and marks are separated; None for the colours of the screen.

    Raises:
        ValueError: no sides; a coordinate that is no place on paper; an image above 40 megapixels; *duplex*.
        TypeError: a typeface that has no font file (one made for tests).
    """
    pages = tuple(sides)
    if not pages:
        raise ValueError("a PDF file needs at least one side")
    version = intent.version if intent else VERSION
    file = PdfFile(language, version, title=title, subject=subject, author=author, keywords=keywords)
    resources, uses = Resources(), _uses(pages)
    contents = contents or ContentStreams()
    dictionary, fill = file.reserve()
    streams: dict[str, str] = {}
    entries: list[str] = []
    for side in pages:
        content = ContentStream(resources, contents, Box(0, 0, side.size.width.pt, side.size.height.pt))
        content.side(side, uses)
        text = content.text()
        stream = streams.get(text)
        if stream is None:
            stream = streams[text] = file.add("", text.encode("latin-1"))
        entries.append(f"{_boxes(side)}/Resources {dictionary}/Contents {stream}")
        if progress is not None:
            progress(len(entries))
    entries_of_all, mixing = add_resources(file, dictionary, resources, intent=intent)
    fill(entries_of_all)
    references = [file.page(entry + mixing) for entry in entries]
    file.outline([(side.label, f"{page}/Fit", 1) for side, page in zip(pages, references, strict=True) if side.label])
    if intent is not None:
        intent.declare(file)
    return file.finish(duplex)


def _uses(pages: tuple[Side, ...]) -> Counter[object]:
    """How often each drawing, lower layer and group of marks is placed; layers as `identity_of` has them."""
    drawings: Counter[AnyDrawing] = Counter(placement.drawing for side in pages for placement in side.placements)
    uses: Counter[object] = Counter(drawings)
    uses.update(identity_of(drawing.common) for drawing in drawings)
    uses.update(side.ops for side in pages)
    return uses


def _boxes(side: Side) -> str:
    """The page boxes, which count y upwards (print shops look for trim and bleed)."""
    number = POINTS
    height = side.size.height.pt
    text = f"/MediaBox[0 0 {number[side.size.width.pt]} {number[height]}]"
    for name, box in (("BleedBox", side.bleed), ("TrimBox", side.trim)):
        if box is not None:
            corners = (box.x, height - box.bottom, box.right, height - box.y)
            text += f"/{name}[{' '.join(number[corner] for corner in corners)}]"
    return text


def add_resources(
    file: PdfFile, dictionary: str, resources: Resources, rgb: bool = False, intent: "PrintIntent | None" = None
) -> tuple[str, str]:
    """Add fonts, forms and all else that content refers to.

    Args:
        rgb: bring all images to the colours of the screen.
        intent: bring them to its inks.

    Returns:
        the entries of the resource *dictionary*, and what each page needs beside it.
    """
    # Colours of see-through parts are mixed as they are written: as the screen has them, or in inks.
    space = "/DeviceCMYK" if intent else "/DeviceRGB"
    all_mixing = f"/Group<</S/Transparency/CS{space}>>"
    mixing = all_mixing if resources.states or resources.masks else ""
    images: dict[str, str] = {}
    for path, name in resources.images.items():
        from pawprint.press.images import add_image

        images[name], has_alpha = add_image(file, path, rgb, intent.profile if intent else None)
        mixing = all_mixing if has_alpha else mixing
    forms: dict[str, str] = {}
    for form, (name, stream) in resources.forms.items():
        box = form.box
        corners = " ".join(EXACT[corner] for corner in (box.x, box.y, box.right, box.bottom))
        greys = intent is not None and form in resources.masks  # masks are not separated
        flat = f"/Group<</S/Transparency/CS{'/DeviceGray' if greys else space}/I true>>" if form.flat else ""
        forms[name] = file.add(
            f"/Type/XObject/Subtype/Form/BBox[{corners}]/Resources {dictionary}{flat}/Filter/FlateDecode",
            stream,
            packed=True,
        )
    fonts = {name: embedded for font in resources.fonts.values() for name, embedded in font.embed(file).items()}
    states = {
        name: f"<</Type/ExtGState/ca {POINTS[fill]}/CA {POINTS[stroke]}>>"
        for (fill, stroke), name in resources.states.items()
    }
    for form, name in resources.masks.items():
        shown = forms[resources.forms[form][0]]
        states[name] = f"<</Type/ExtGState/SMask<</Type/Mask/S/Luminosity/G {shown}>>>>"
    shadings = {name: file.add(_shading(shading)) for shading, name in resources.shadings.items()}
    parts = {"Font": fonts, "XObject": forms | images, "ExtGState": states, "Shading": shadings}
    if intent is not None:
        parts |= {"ExtGState": states | intent.states, "ColorSpace": intent.spaces()}
    text = ""
    for kind, things in parts.items():
        if things:
            text += f"/{kind}<<{''.join(f'/{name} {thing}' for name, thing in things.items())}>>"
    return text, mixing


def _shading(shading: Shading) -> str:
    """The dictionary of a gradient, which goes on beyond its ends."""

    def listed(numbers: Iterable[float]) -> str:
        return " ".join(EXACT[value] for value in numbers)

    def colour(ink: Colour) -> str:
        return ink_shares(ink.inks) if isinstance(ink, SeparatedColour) else listed(part / 255 for part in ink)

    stops = [(0.0, shading.stops[0][1]), *shading.stops, (1.0, shading.stops[-1][1])]
    pairs = [(start, end) for start, end in pairwise(stops) if start[0] < end[0]]
    pieces = [
        f"<</FunctionType 2/Domain[0 1]/C0[{colour(before)}]/C1[{colour(after)}]/N 1>>"
        for (_, before), (_, after) in pairs
    ]
    if len(pieces) == 1:
        function = pieces[0]
    else:
        bounds = listed(end[0] for _, end in pairs[:-1])
        encode = " ".join(["0 1"] * len(pieces))
        stitched = f"/Functions[{''.join(pieces)}]/Bounds[{bounds}]/Encode[{encode}]"
        function = f"<</FunctionType 3/Domain[0 1]{stitched}>>"
    x1, y1, x2, y2, radius = shading.x1, shading.y1, shading.x2, shading.y2, shading.radius
    focus = shading.focus or (x1, y1, 0.0)
    kind, place = (2, (x1, y1, x2, y2)) if radius is None else (3, (*focus, x1, y1, radius))
    coordinates = f"/Coords[{listed(place)}]/Extend[true true]"
    space = "/DeviceCMYK" if isinstance(shading.stops[0][1], SeparatedColour) else "/DeviceRGB"
    return f"/ShadingType {kind}/ColorSpace{space}{coordinates}/Function {function}"

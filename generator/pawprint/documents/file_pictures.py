"""`art/NAME.svg` or `images/NAME.png` -> a picture of a document."""

from collections.abc import Iterable
from pathlib import PurePath

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.core.image_reader import SUFFIXES
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.faces.image_resolution import CoarseImage, coarse_image, coarse_images
from pawprint.faces.placed import Placed, PlacedImage, PlacedPicture
from pawprint.templates.sandbox import TemplateFault
from pawprint.typeset.blocks import BlockArt
from pawprint.yamlio import reader, scalars

#: Folders of pictures, and the endings of the files that are read from them.
_ENDINGS = {"art": (".svg", *SUFFIXES), "images": SUFFIXES}


def file_picture(renderer: DiagramRenderer, file: str, room: tuple[float, float], alt: str, span: Span) -> BlockArt:
    """The picture in *file*, as large as *room* (width and height in points) lets it be.

    Raises:
        Fault: there is no such file, or it cannot be read.
    """
    folder, _, name = file.partition("/")
    stem, dot, ending = name.rpartition(".")
    if scalars.escapes_folder(file):
        raise TemplateFault("path-outside", f"'{file}' leads out of its folder", "name a file in art/ or images/", file)
    if dot + ending.lower() not in _ENDINGS.get(folder, ()):
        help = "write art/NAME.svg, or images/NAME.png for an image of pixels"
        raise TemplateFault("missing-art", f"'{file}' is no picture", help, file)
    drawings, game = renderer.composer.layouts.drawings, renderer.game
    if not drawings.has(*(("art", stem) if ending.lower() == "svg" else ("images", name)), game):
        images = drawings.names("images", game)
        stems = {*drawings.names("art", game)} - {PurePath(image).stem for image in images}
        help = suggest(file, [*(f"art/{one}.svg" for one in stems), *(f"images/{one}" for one in images)], "there are")
        raise TemplateFault("missing-art", f"there is no picture '{file}'", help or "put it into images/", file)
    placed = _drawing if ending.lower() == "svg" else _image
    item, width, height, faults = placed(renderer, name, file, room)
    for fault in faults:
        renderer.composer.findings.add("low-resolution", f"'{file}': {fault.message}", span, fault.help)
    return BlockArt(width, height, (item,), alt, span)


#: A picture at its size, its width and height, and what is wrong with its images.
_Sized = tuple[Placed, float, float, Iterable[CoarseImage]]


def _drawing(renderer: DiagramRenderer, name: str, file: str, room: tuple[float, float]) -> _Sized:
    drawings, game = renderer.composer.layouts.drawings, renderer.game
    picture = drawings.picture("art", PurePath(name).stem, game, renderer.composer.setter.shaper)
    if picture is None:  # which has been reported
        raise TemplateFault("missing-art", f"'{file}' cannot be drawn", "see the finding about it", file)
    scale = min(room[0] / picture.width, room[1] / picture.height)
    matrix = (scale, 0.0, 0.0, scale, -picture.x * scale, -picture.y * scale)
    item = PlacedPicture(picture, matrix, _colours(renderer, picture, file))
    return item, picture.width * scale, picture.height * scale, coarse_images(picture, matrix)


def _image(renderer: DiagramRenderer, name: str, file: str, room: tuple[float, float]) -> _Sized:
    path = renderer.composer.layouts.drawings.image(name, renderer.game)
    if path is None:  # which has been reported
        raise TemplateFault("missing-art", f"'{file}' cannot be read", "see the finding about it", file)
    try:
        facts = renderer.composer.metrics.image_facts(path)
    except ValueError as error:
        raise TemplateFault("bad-image", f"'{file}': {error}", "save it as PNG or JPEG", file) from None
    for note in facts.notes:
        at = Span(Source(reader.display_path(path), ""), 0, 0)
        renderer.composer.findings.add(note.code, f"'{file}' {note.message}", at, note.help)
    scale = min(room[0] / facts.width, room[1] / facts.height)
    box = Box(0.0, 0.0, facts.width * scale, facts.height * scale)
    fault = coarse_image(str(path), facts, (box.width, box.height), IDENTITY)
    return PlacedImage(str(path), box, box), box.width, box.height, [fault] if fault else []


def _colours(renderer: DiagramRenderer, picture: Picture, file: str) -> tuple[tuple[str, Colour], ...]:
    """A colour of the game's palette for every name that a drawing uses."""
    palette = renderer.palette
    colours = []
    for name in picture.colours:
        colour = palette.get(name) or (palette.get("ink", BLACK) if name == CURRENT else None)
        if colour is None:
            message = f"'{file}' uses the colour '{name}', which is not in the palette"
            raise TemplateFault("bad-colour", message, suggest(name, palette, "colours are"), file)
        colours.append((name, colour))
    return tuple(colours)

"""`art/NAME.svg` or `images/NAME.png` -> a picture of a document."""

from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.faces.placed import Placed, PlacedImage, PlacedPicture
from pawprint.templates.sandbox import TemplateFault
from pawprint.typeset.blocks import BlockArt
from pawprint.yamlio import scalars

#: Folders of pictures, and the endings of the files that are read from them.
_ENDINGS = {"art": (".svg",), "images": (".png", ".jpg", ".jpeg")}


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
    found = _drawing(renderer, stem, file) if folder == "art" else _image(renderer, name, file)
    width, height = found[1]
    scale = min(room[0] / width, room[1] / height)
    if isinstance(found[0], Picture):
        picture = found[0]
        matrix = (scale, 0.0, 0.0, scale, -picture.x * scale, -picture.y * scale)
        item: Placed = PlacedPicture(picture, matrix, _colours(renderer, picture, file))
    else:
        box = Box(0.0, 0.0, width * scale, height * scale)
        item = PlacedImage(found[0], box, box)
    return BlockArt(width * scale, height * scale, (item,), alt, span)


def _drawing(renderer: DiagramRenderer, stem: str, file: str) -> tuple[Picture, tuple[float, float]]:
    drawings, game = renderer.composer.layouts.drawings, renderer.game
    picture = drawings.picture("art", stem, game, renderer.composer.setter.shaper)
    if picture is None:
        if drawings.has("art", stem, game):  # which has been reported
            raise TemplateFault("missing-art", f"'{file}' cannot be drawn", "see the finding about it", file)
        names = [f"art/{name}.svg" for name in drawings.names("art", game)]
        raise TemplateFault("missing-art", f"there is no picture '{file}'", suggest(file, names, "there are"), file)
    return picture, (picture.width, picture.height)


def _image(renderer: DiagramRenderer, name: str, file: str) -> tuple[str, tuple[float, float]]:
    drawings = renderer.composer.layouts.drawings
    path = drawings.image(name, renderer.game)
    if path is None:
        raise TemplateFault("missing-art", f"there is no picture '{file}'", "put it into images/", file)
    try:
        across, down = renderer.composer.metrics.image_size(path)
    except ValueError as error:
        raise TemplateFault("bad-image", f"'{file}': {error}", "save it as PNG or JPEG", file) from None
    return str(path), (float(across), float(down))


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

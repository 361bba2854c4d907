"""Helpers for pictures without a rules engine: a table that the author describes, and drawings of files."""

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.core.image_reader import SUFFIXES
from pawprint.core.length import mm
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.documents._helper_context import HelperContext, helper
from pawprint.documents._markdown import Product
from pawprint.documents.content import BlockArt, TextRun
from pawprint.documents.diagram_figures import LARGEST, DiagramRenderer
from pawprint.documents.helpers import pictured
from pawprint.documents.namespace import Pieces
from pawprint.graphics.ops import DrawImage
from pawprint.pieces.image_resolution import CoarseImage, coarse_image, coarse_images
from pawprint.pieces.placed import Placed, PlacedPicture
from pawprint.source import reader, scalars
from pawprint.source.templates.sandbox import TemplateFault
from pawprint.typography.text_style import BOLD

if TYPE_CHECKING:
    from pawprint.documents._scene_reader import Scene


# --- `art/NAME.svg` or `images/NAME.png` -> a picture of a document ---------------------------------------------------


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
    return DrawImage(*box, str(path)), box.width, box.height, [fault] if fault else []


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


# --- scene helpers ----------------------------------------------------------------------------------------------------


#: Of a figure, if nothing is said: the column of an A5 page.
_WIDTH, _HEIGHT = mm(105), mm(88)
#: The scene that shows the table before the first turn, in a game without an engine.
SETUP = "setup"


@helper("scene", "scene")
def scene(
    context: HelperContext,
    what: Any,
    *,
    caption: Any = None,
    width: Any = "",
    height: Any = "",
    scale: float = LARGEST,
) -> Product:
    """A picture of a table, from `scenes/NAME.yaml` of the game or from a mapping.

    Args:
        caption: that of the scene, if left out.
        scale: the largest scale of the pieces.
    """
    from pawprint.documents._scene_drawing import scene_diagram
    from pawprint.documents._scene_reader import node_of, read_scene

    here = context.here("scene")
    if not isinstance(scale, (int, float)) or not 0.02 <= scale <= 1:
        raise TemplateFault("bad-template", f"a scale of {scale}", "write 0.02 to 1", "scale")
    if isinstance(what, dict):
        called = "the scene"
        found = read_scene(node_of(_plain(what), context.here), called, context.game, context.findings)
    else:
        called = f"scene '{what}'"
        found = _scene_named(context, str(what), here)
    if found is None:
        return Product()
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    diagram = scene_diagram(found, called, context.renderer, context.findings, room, scale)
    if diagram is None:
        return Product()
    art = context.renderer.art([diagram], *room, here, scale)
    if caption is None:
        caption = context.in_language(found.caption) if found.caption is not None else ""
    return pictured(context, (art,), caption)


def _scene_named(context: HelperContext, name: str, span: Span) -> "Scene | None":
    """The scene in the file of that name, read once; None after a finding."""
    from pawprint.documents._scene_reader import read_scene

    known: dict[str, Scene] = context.game.memory("scenes")
    if name not in known:
        path = context.game.folder / "scenes" / f"{name}.yaml"
        node = reader.read_yaml_file(path, context.findings, context.game.root) if _is_scene(context, name) else None
        if node is None:
            context.vet("scene", name, 0)
            return None
        found = read_scene(node, f"scene '{name}'", context.game, context.findings)
        if found is None:
            return None
        known[name] = found
    return known[name]


def _is_scene(context: HelperContext, name: str) -> bool:
    return name in {path.stem for path in (context.game.folder / "scenes").glob("*.yaml")}


def _plain(value: Any) -> Any:
    """A value of an expression with the names of pieces in place of the pieces."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, Pieces):
        return value.component
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    record = getattr(value, "record", None)
    return value if record is None else f"{record.component}.{record.id}"


@helper("spot", "spot")
def spot(context: HelperContext, name: str, scene: str = "") -> Product:
    """The letter or number of a place in a figure: in the one of a scene, or else in that of the setup."""
    span = context.here(name)
    if not scene and context.examples.has_setup():
        signs: Mapping[str, str] | None = context.examples.setup_signs(context.spots, span)
        where = "the figure of the setup"
        if signs is None:
            return Product()
    else:
        found = _scene_named(context, scene or SETUP, span)
        if found is None:
            return Product()
        from pawprint.documents._scene_drawing import scene_signs

        signs, where = scene_signs(found), f"scene '{scene or SETUP}'"
    if name not in signs:
        raise TemplateFault("bad-figure", f"{where} has no place '{name}'", suggest(name, signs, "places are"), name)
    return Product(words=(TextRun("text", signs[name], BOLD),))


@helper("picture", "picture")
def picture(
    context: HelperContext,
    file: str,
    *,
    width: Any = "",
    height: Any = "",
    alt: Any = None,
    decorative: bool = False,
    caption: Any = "",
) -> Product:
    """A drawing or an image of a file.

    Args:
        alt: what it shows, in words; required unless it is only decoration.
    """

    said = context.text(alt) if alt is not None else ""
    if not said and not decorative:
        help = 'write alt="what it shows", or decorative=true'
        raise TemplateFault("missing-alt", f"the picture '{file}' has no alternative text", help, file)
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    art = file_picture(context.renderer, str(file), room, "" if decorative else said, context.here(str(file)))
    return pictured(context, (art,), caption)

"""Helpers for pictures without a rules engine: a table that the author describes, and drawings of files."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pawprint.core.length import mm
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents.diagram_figures import LARGEST
from pawprint.documents.helper_context import HelperContext, helper
from pawprint.documents.helpers import pictured
from pawprint.documents.markdown import Product
from pawprint.documents.namespace import Pieces
from pawprint.templates.sandbox import TemplateFault
from pawprint.typeset.blocks import TextRun
from pawprint.yamlio import reader

if TYPE_CHECKING:
    from pawprint.documents.scene_reader import Scene

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
    from pawprint.documents.scene_drawing import scene_diagram
    from pawprint.documents.scene_reader import node_of, read_scene

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
    from pawprint.documents.scene_reader import read_scene

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
        from pawprint.documents.scene_drawing import scene_signs

        signs, where = scene_signs(found), f"scene '{scene or SETUP}'"
    if name not in signs:
        raise TemplateFault("bad-figure", f"{where} has no place '{name}'", suggest(name, signs, "places are"), name)
    return Product(words=(TextRun("text", signs[name], bold=True),))


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
    from pawprint.documents.file_pictures import file_picture

    said = context.text(alt) if alt is not None else ""
    if not said and not decorative:
        help = 'write alt="what it shows", or decorative=true'
        raise TemplateFault("missing-alt", f"the picture '{file}' has no alternative text", help, file)
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    art = file_picture(context.renderer, str(file), room, "" if decorative else said, context.here(str(file)))
    return pictured(context, (art,), caption)

"""Helpers for pictures: faces of pieces, examples, scenes, files and webs."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from pawprint.catalog.model import Record
from pawprint.core.affine import IDENTITY
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box
from pawprint.core.image_reader import SUFFIXES
from pawprint.core.length import mm
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.documents._helper_context import ALONE, AMONG, HelperContext, helper
from pawprint.documents._markdown import Product, said
from pawprint.documents._source_checks import check_names
from pawprint.documents._text_helpers import field_of, filtered
from pawprint.documents.content import BlockArt, FigureBlock, Listing, Paragraph, TextRun
from pawprint.documents.diagram_figures import LARGEST, MM, DiagramRenderer
from pawprint.documents.namespace import Pieces, component_of, name_of, piece
from pawprint.graphics.ops import DrawImage
from pawprint.pieces.image_resolution import CoarseImage, coarse_image, coarse_images
from pawprint.pieces.placed import Placed, PlacedPicture
from pawprint.play.diagram import (
    DiagramCanvas,
    DiagramPiece,
    DiagramText,
    DiagramTrunk,
    DiagramWords,
    PieceName,
    TableBox,
    listed,
)
from pawprint.source import reader, scalars
from pawprint.source.templates.sandbox import TemplateFault
from pawprint.typography.languages import printed_words
from pawprint.typography.text_style import BOLD

if TYPE_CHECKING:
    from pawprint.documents._scene_reader import Scene

# --- Faces of pieces --------------------------------------------------------------------------------------------------


@helper("card", "piece")
def card(context: HelperContext, what: Any, *, width: Any = "", caption: Any = "", side: str = "face") -> Product:
    """The face of a piece."""
    return _figure(context, [what], width or ALONE, caption, side)


@helper("back", "piece")
def back(context: HelperContext, what: Any, *, width: Any = "", caption: Any = "") -> Product:
    """The back of a piece."""
    return _figure(context, [what], width or ALONE, caption, "back")


@helper("cards", "piece")
def cards(context: HelperContext, what: Any, *, width: Any = "", caption: Any = "", side: str = "face") -> Product:
    """The faces of several pieces side by side."""
    return _figure(context, list(what), width or AMONG, caption, side)


def _figure(context: HelperContext, wanted: list[Any], width: Any, caption: Any, side: str) -> Product:
    if side not in ("face", "back"):
        raise TemplateFault("bad-template", f"a piece has no side '{side}'", "write face or back", "side")
    if len(wanted) > 60:
        raise TemplateFault("bad-template", f"{len(wanted)} pieces in one figure", "show at most 60")
    across = width.pt if hasattr(width, "pt") else context.length(width, ALONE)
    arts = [context.art(piece(context.game, identity), across, side) for identity in wanted]
    return pictured(context, tuple(art for art in arts if art is not None), caption)


def pictured(context: HelperContext, arts: tuple[BlockArt, ...], caption: Any) -> Product:
    """A figure of *arts*; nothing if there are none."""
    if not arts:
        return Product()
    words = context.words(caption)
    check_names(said(words), arts, context.game, context.language, context.here("caption"), context.findings)
    return Product(blocks=(FigureBlock(arts, words, context.here(""), numbered=bool(words)),), arts=arts)


@helper("anatomy")
def anatomy(
    context: HelperContext,
    what: Any,
    parts: Mapping[Any, Any],
    *,
    width: Any = "",
    caption: Any = "",
    side: str = "face",
    first: int = 1,
) -> Product:
    """A piece with numbered callouts, and what they say in a list.

    Args:
        parts: id of an element of the face, or (x, y) in millimetres -> its explanation.
        first: the lowest number.
    """
    from pawprint.documents._callouts import anatomy as drawn

    record, span = piece(context.game, what), context.here("anatomy")
    texts = {target: context.words(text) for target, text in parts.items()}
    for target in texts:
        number = (
            isinstance(target, tuple) and len(target) == 2 and all(isinstance(part, (int, float)) for part in target)
        )
        if not (number or isinstance(target, str)):
            help = "write the id of an element, or (12, 30) for millimetres from the top left"
            raise TemplateFault("bad-template", f"a callout cannot point at '{target}'", help, "anatomy")
    said_of = {target: context.said(words) for target, words in texts.items()}
    name = f"{context.title(record.component)} – {name_of(context.view(record))}"
    if not isinstance(first, int) or first < 1:
        raise TemplateFault("bad-template", f"'{first}' is not a number to begin with", "write first=4", "anatomy")
    long = context.length(width, mm(44))
    made = drawn(context.renderer, record, name, said_of, long, span, context.findings, side, first)
    if made is None:
        return Product()
    art, order = made[0]._replace(shows=((record.component, record.id),)), made[1]
    words_of = {said_of[target]: words for target, words in texts.items()}
    items = tuple((Paragraph(words_of[text], span),) for text in order)
    title = context.words(caption)
    check_names(said(title), (art,), context.game, context.language, span, context.findings)
    figure = FigureBlock((art,), title, span, "side", bool(title))
    return Product(blocks=(figure, Listing(items, span, numbered=True, start=first)), arts=(art,))


# --- Worked examples, and the table before the first turn -------------------------------------------------------------

#: The size of a figure, if the document does not give it: the column of an A5 page.
_WIDTH, _HEIGHT = mm(105), mm(88)


@helper("example", "scenario")
def example(
    context: HelperContext,
    name: str,
    *,
    caption: Any = None,
    step: Any = None,
    edition: str = "",
    width: Any = "",
    height: Any = "",
) -> Product:
    """A scenario as a figure, played while the document is made; it is drawn only as it came out.

    Args:
        caption: what the scenario says that it shows, if left out.
        step: number of a step, or several of them for pictures side by side.
    """
    span = context.here(name)
    steps: list[Any] = list(step) if isinstance(step, (tuple, list)) else [step]
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    examples = context.examples
    made = [
        examples.figure(name, span, step=number, edition=edition, width=room[0], height=room[1]) for number in steps
    ]
    if caption is None:
        caption = examples.about(name, span)
    return pictured(context, tuple(art for art in made if art is not None), caption)


@helper("setup")
def setup(
    context: HelperContext, *, players: int, caption: Any = "", edition: str = "", width: Any = "", height: Any = ""
) -> Product:
    """The table before the first turn, with a letter at each place that the document refers to by `spot`."""
    if not isinstance(players, int):
        raise TemplateFault("bad-template", "players is a number", "write players=3", "players")
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    art = context.examples.setup(
        players, context.here("setup"), spots=context.spots, edition=edition, width=room[0], height=room[1]
    )
    return pictured(context, (art,) if art is not None else (), caption)


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
        help = suggest(
            file, [*(f"art/{known}.svg" for known in stems), *(f"images/{image}" for image in images)], "there are"
        )
        raise TemplateFault("missing-art", f"there is no picture '{file}'", help or "put it into images/", file)
    placed = _drawing if ending.lower() == "svg" else _image
    item, width, height, faults = placed(renderer, name, file, room)
    for fault in faults:
        renderer.composer.findings.add("low-resolution", f"'{file}': {fault.message}", span, fault.help)
    return BlockArt(width, height, (item,), alt, span)


#: A picture at its size, its width and height, and the faults of its images.
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


# --- Scenes, and pictures of files ------------------------------------------------------------------------------------

#: The scene that shows the table before the first turn, in a game without an engine.
SETUP = "setup"


@helper("scene", "scene")
def scene(
    context: HelperContext, what: Any, *, caption: Any = None, width: Any = "", height: Any = "", scale: float = LARGEST
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
        alt: its content in words; required unless it is only decoration.
    """

    said = context.text(alt) if alt is not None else ""
    if not said and not decorative:
        help = 'write alt="what it shows", or decorative=true'
        raise TemplateFault("missing-alt", f"the picture '{file}' has no alternative text", help, file)
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    art = file_picture(context.renderer, str(file), room, "" if decorative else said, context.here(str(file)))
    return pictured(context, (art,), caption)


# --- Webs: records in two rows, and lines from each to all that it names ----------------------------------------------

#: The width of a card in a web, if the document does not give it.
_CARD = mm(16)
#: Trunks are so far apart at least; millimetres.
_NARROW = 1.2
#: Cards in one web.
_MOST = 40
#: (card, trunk) -> x at which they meet.
Ports = Mapping[tuple[str, str], float]


@helper("web", "component")
def web(
    context: HelperContext,
    component: str,
    field: str,
    *,
    where: str = "",
    card: Any = "",
    keep: float = 1.0,
    width: Any = "",
    height: Any = "",
    caption: Any = "",
) -> Product:
    """The pieces of a component in two rows, with lines from each to all that its *field* names.

    The beginnings of chains are at the left, their ends at the right.

    Args:
        card: the width of each card.
        keep: the share of its height that is shown, from the top.
    """
    name, here = component_of(context.game, component), context.here("web")
    records = [view.record for view in filtered(context, name, where)]
    if not isinstance(keep, (int, float)) or not 0.1 <= keep <= 1:
        raise TemplateFault("bad-template", f"keep is {keep}", "write a share of the height: 0.1 to 1", "keep")
    if len(records) > _MOST:
        raise TemplateFault("bad-figure", f"{len(records)} cards in one web", f"show at most {_MOST}", component)
    named = {record.id: _named(context, record, field) for record in records}
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    scale = context.length(card, _CARD, "card") / MM / context.renderer.size(name)[0]
    space = context.renderer.space(room[0])
    canvas = DiagramCanvas(space)
    pieces = [DiagramPiece(name, record.id, 0.0, 0.0, keep=float(keep)) for record in records]
    if not pieces:
        return Product()
    _, _, wide, high = canvas.box(pieces[0])
    boxes = _places(_ranked(named), wide, high, (room[0] / MM / scale, room[1] / MM / scale))
    canvas.pieces += [piece._replace(x=boxes[piece.id][0], y=boxes[piece.id][1]) for piece in pieces]
    _connect(canvas, boxes, named, (high, room[1] / MM / scale - high), _NARROW / scale, component)
    canvas.alt_texts += _sentences(name, named)
    return pictured(context, (context.renderer.art([canvas.done()], *room, here, scale),), caption)


def _connect(
    canvas: DiagramCanvas,
    boxes: Mapping[str, TableBox],
    named: Mapping[str, Sequence[str]],
    between: tuple[float, float],
    narrow: float,
    component: str,
) -> None:
    """A trunk to each card that others name, between the two rows."""
    ends = {source: [other for other in boxes if other != source and source in named[other]] for source in boxes}
    ends = {source: others for source, others in ends.items() if others}
    ports = _ports(boxes, ends)
    order = _lanes(boxes, ends, ports)
    step = (between[1] - between[0]) / (len(order) + 1)
    if _overlap([*boxes.values()]) or (order and step < narrow):
        help = "make the figure larger, or card= smaller"
        raise TemplateFault("bad-figure", "the cards of the web lie on each other", help, component)

    def at(card: str, trunk: str) -> tuple[float, float]:
        return ports[card, trunk], between[1] if boxes[card][1] else between[0]

    for number, trunk in enumerate(order):
        starts = tuple([at(other, trunk) for other in ends[trunk]])
        canvas.trunks.append(DiagramTrunk(*at(trunk, trunk), between[0] + step * (number + 1), starts, number))


def _named(context: HelperContext, record: Record, field: str) -> list[str]:
    """The ids of the records that the field of a record names."""
    value = field_of(context.view(record), field)
    values = value if isinstance(value, (list, tuple)) else [value]
    records = [getattr(item, "record", None) for item in values if item is not None]
    if any(item is None for item in records):
        message = f"'{field}' of '{record.id}' does not name records"
        raise TemplateFault("bad-figure", message, "name a field that is a ref, a list of refs, or an inverse", field)
    return [item.id for item in records if item is not None]


def _ranked(named: Mapping[str, Sequence[str]]) -> list[str]:
    """The ids, by the length of the longest chain below each."""
    lengths: dict[str, int] = {}

    def length(identity: str, above: tuple[str, ...]) -> int:
        if identity not in lengths:
            below = [lower for lower in named[identity] if lower in named and lower not in above and lower != identity]
            lengths[identity] = 1 + max([length(lower, (*above, identity)) for lower in below], default=-1)
        return lengths[identity]

    return sorted(named, key=lambda key: length(key, ()))


def _places(ids: Sequence[str], width: float, height: float, room: tuple[float, float]) -> dict[str, TableBox]:
    """The boxes of cards in two rows, one above the other, from the left to the right."""
    step = (room[0] - width) / max(-(-len(ids) // 2) - 1, 1)
    low = room[1] - height
    return {
        identity: (number // 2 * step, 0.0 if number % 2 else low, width, height) for number, identity in enumerate(ids)
    }


def _ports(boxes: Mapping[str, TableBox], ends: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], float]:
    """(card, trunk) -> x at which the trunk meets the card; the two cards of a column share none."""

    def middle(trunk: str) -> float:
        return sum(boxes[box][0] for box in (trunk, *ends[trunk])) / (1 + len(ends[trunk]))

    columns: dict[float, list[tuple[str, str]]] = {}
    for trunk, others in ends.items():
        for box in (trunk, *others):
            columns.setdefault(boxes[box][0], []).append((box, trunk))
    found: dict[tuple[str, str], float] = {}
    for left, ports in columns.items():
        ports.sort(key=lambda port: middle(port[1]))
        for number, port in enumerate(ports):
            found[port] = left + boxes[port[0]][2] * (number + 0.5) / len(ports)
    return found


def _lanes(boxes: Mapping[str, TableBox], ends: Mapping[str, Sequence[str]], ports: Ports) -> list[str]:
    """The trunks from the top to the bottom, in the order in which few lines cross."""
    stubs = {
        trunk: [(ports[box, trunk], boxes[box][1] == 0.0) for box in (trunk, *others)] for trunk, others in ends.items()
    }
    reach = {trunk: (min(found)[0], max(found)[0]) for trunk, found in stubs.items()}

    def crossings(over: str, under: str) -> int:
        (left, right), (start, end) = reach[over], reach[under]
        return sum(above and left < x < right for x, above in stubs[under]) + sum(
            not above and start < x < end for x, above in stubs[over]
        )

    order = sorted(ends, key=lambda trunk: sum(not above for _, above in stubs[trunk]) / len(stubs[trunk]))
    for _ in order:  # by then each has found its place
        for at in range(len(order) - 1):
            first, two = order[at : at + 2]
            if crossings(two, first) < crossings(first, two):
                order[at : at + 2] = two, first
    return order


def _overlap(boxes: Sequence[TableBox]) -> bool:
    for number, (x, y, width, height) in enumerate(boxes):
        for left, top, *_ in boxes[:number]:
            if abs(left - x) < width and abs(top - y) < height:
                return True
    return False


def _sentences(component: str, named: Mapping[str, Sequence[str]]) -> list[DiagramText]:
    """`Toad: Snail, Beetle` for each that names others."""
    words = printed_words().words["scene named"]
    return [
        DiagramWords(words, (PieceName(component, eater), listed([PieceName(component, other) for other in others])))
        for eater, others in named.items()
        if others
    ]

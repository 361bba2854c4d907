"""The kind `figure`: a picture composed from parts, chosen and varied by the piece's own data.

A file of the folder `figures` says which parts, in drawing order, and on which joints of which others they stand.
What may vary is seeded by a text of the piece, its id as a rule: the same piece looks the same for ever, and two
pieces look like two drawings by one hand.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from pawprint.catalog.fields import Field
from pawprint.catalog.model import Game, RecordView
from pawprint.core.affine import Matrix
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.picture import Picture
from pawprint.core.registry import suggest
from pawprint.pieces._figure_geometry import Bend, FigurePart, FlatLook, Joint, PlacedPart, Recipe, joined
from pawprint.pieces._layout_check import check_values
from pawprint.pieces._properties import HasProperties, Property
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.element_base import ELEMENT_KINDS, ElementReader, tints_of
from pawprint.pieces.picture_elements import DrawnElement
from pawprint.pieces.placed import PlacedPicture
from pawprint.source import scalars
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.templates.expressions import ExpressionError
from pawprint.source.value_schemas import TEXT, Schema, any_of, takes

# --- The seed of a figure -> numbers: the same text gives the same ones on every machine and for ever -----------------


def random_numbers(seed: str) -> Iterator[float]:
    """Numbers from 0 to below 1, without end."""
    count = 0
    while True:
        digest = blake2b(f"{seed}/{count}".encode(), digest_size=32).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big") / 2**32
        count += 1


def is_mirrored(side: str | None, seed: str) -> bool:
    """True if the value of `mirror:` is `yes`, or if it is `maybe` and the seed chooses to mirror."""
    return side == "yes" or (side == "maybe" and next(random_numbers(seed)) < 0.5)


def seeded_bend(seed: str, wobble: float, width: float, height: float) -> Bend:
    """How a figure with a frame of this size is bent, by up to *wobble* units."""
    numbers = random_numbers(f"{seed}/bend")
    p1, p2, p3, q1, q2, q3 = (round((next(numbers) * 2 - 1) * wobble, 3) for _ in range(6))
    return Bend(width / 2, height / 2, max(width, height) / 2, (p1, p2, p3, q1, q2, q3))


# --- figure -----------------------------------------------------------------------------------------------------------


#: A figure of more parts is a mistake; so is a part that is so much larger or further away than its figure.
MAX_PIECES = 400
_FAR = 50.0
_NAME = re.compile(r"[A-Za-z_]\w*")

#: A number, or from where to where the seed chooses one.
_Range = tuple[float, float]


class _Instance(NamedTuple):
    part: FigurePart
    matrix: Matrix
    colours: tuple[tuple[str, str], ...]
    opacity: float
    lines: bool = False


class FigureStep(HasProperties):
    """One entry of a figure's list of parts."""

    def __init__(self, reader: ElementReader, index: int) -> None:
        identity = reader.node_of("id")
        name = None if identity is None else scalars.identifier(identity, f"'id' of {reader.what}", reader.findings)
        self.id = name or f"#{index}"
        self.what = f"part '{name}'" if name else reader.what
        self.span = reader.node.span
        self.lines_of = reader.name("lines_of")
        if "lines_of" not in reader.node.entries:
            reader.require("part")
        self.luck = reader.name("luck", self.id)
        self.names = reader.read("part", _names, None, lambda text: tuple(text.split()))
        self.on = reader.read("on", _names, None, lambda text: tuple(text.split()))
        self.at = reader.read("at", _pair)
        self.scale = _range(reader, "scale", 1.0, 0.01, 20)
        self.turn = _range(reader, "turn", 0.0, -360, 360)
        self.stretch = _range(reader, "stretch", 1.0, 0.05, 20)
        self.mirror = reader.word("mirror", ("no", "yes", "maybe"), "no")
        self.clip = reader.name("clip")
        self.opacity = reader.number("opacity", 1.0, 0, 1)
        self.colours = reader.colours()
        self.each = reader.path("each") if "each" in reader.node.entries else None
        self.optional = reader.flag("optional")
        inside = "clip" in reader.node.entries or "lines_of" in reader.node.entries
        self.flat = reader.word("flat", ("yes", "no", "omit", "only"), "omit" if inside else "yes")
        self.when = reader.condition()
        reader.allow("about")
        reader.finish()


class FigureRules:
    """A figure file, read with the palette of one face.

    Attributes:
        size: the size of its frame, in user units; parts may reach beyond.
        steps: in drawing order.
    """

    def __init__(self, reader: ElementReader) -> None:
        self.size = reader.value("size", _pair) or (100.0, 100.0)
        self.seed = reader.name("seed")
        self.wobble = reader.number("wobble", 0.0, 0, 100)
        self.line = reader.number("line", 1.0, 0.05, 20)
        self.least_line = reader.length("least_line")
        self.taper = reader.number("taper", 0.0, 0, 100)
        self.mirror = reader.word("mirror", ("no", "yes", "maybe"), "no")
        self.colours = reader.colours()
        steps: list[FigureStep] = []
        reader.describe("parts", {"type": "array"})
        node = reader.node_of("parts")
        reader.require("parts")
        if node is not None and not isinstance(node, SequenceNode):
            scalars.wrong_type(node, f"'parts' of {reader.what}", "a list", reader.findings, "write each part after - ")
        for item in node.items if isinstance(node, SequenceNode) else ():
            if isinstance(item, MappingNode):
                steps.append(FigureStep(reader.of(item, f"part {len(steps) + 1}"), len(steps)))
            else:
                scalars.wrong_type(item, "a part", "a mapping", reader.findings, "write {part: NAME, on: body.wing}")
        self.steps = tuple(steps)
        self._words = frozenset(_words(reader.node))
        self._localised: dict[str, bool] = {}
        self.by_id = {step.id: step for step in steps}
        reader.allow("about")
        reader.finish()

    def scale_in(self, box: Box) -> float:
        """Points for each of its units, where its frame fits *box*."""
        return min(box.width / self.size[0], box.height / self.size[1])

    def is_localised(self, game: Game) -> bool:
        """True if it may look different in another language: where it names a field of *game* that has words."""
        if game.id not in self._localised:
            fields = (field for component in game.components.values() for field in component.fields.values())
            spoken = {"language", "label", "game", "edition_title", *_spoken(fields)}
            self._localised[game.id] = not self._words.isdisjoint(spoken)
        return self._localised[game.id]


class _FigureBuilder:
    """Finds out for one piece which parts stand where."""

    def __init__(self, figure: FigureRules, scene: PlacingContext, seed: str, flat: bool) -> None:
        self.figure = figure
        self.scene = scene
        self.seed = seed
        self.flat = flat
        self._stand: dict[str, list[_Instance] | None] = {}

    def pieces(self) -> Iterator[PlacedPart]:
        """Every part in its place, bottom first."""
        for step in self.figure.steps:
            flat = step.flat.get(self.scene)
            instances = () if flat == ("omit" if self.flat else "only") else self._instances(step)
            clip = self._clip(step) if instances else None
            for part, matrix, colours, opacity, lines in instances:
                yield PlacedPart(part, matrix, colours, clip, opacity, lines, self.flat and flat == "yes")

    def _instances(self, step: FigureStep) -> list[_Instance]:
        if step.id not in self._stand:
            self._stand[step.id] = None  # while it is being found out
            self._stand[step.id] = list(self._place(step))
        instances = self._stand[step.id]
        if instances is None:
            message = f"{step.what} stands on a part that stands on it"
            self.scene.report("missing-anchor", message, step.span, "let one of them stand on something else")
        return instances or []

    def _place(self, step: FigureStep) -> Iterator[_Instance]:
        scene = self.scene
        path = None if step.each is None else step.each.get(scene)
        if not path:
            yield from self._place_one(step, scene, 0)
            return
        for index, item in enumerate(scene.entries(path, "each", step.what, step.span)):
            yield from self._place_one(step, scene.with_item(item, index + 1), index)

    def _place_one(self, step: FigureStep, scene: PlacingContext, index: int) -> Iterator[_Instance]:
        if step.when is not None and not step.when.holds(scene):
            return
        again = step.lines_of.get(scene)
        if again:
            below = self.figure.by_id.get(again)
            if below is None:
                help = suggest(again, self.figure.by_id, "parts are")
                scene.report(
                    "missing-anchor", f"{step.what} draws the lines of '{again}', which is no part", step.span, help
                )
            else:
                yield from (instance._replace(lines=True) for instance in self._instances(below))
            return
        names = step.names.get(scene)
        if not names:
            return
        numbers = random_numbers(f"{self.seed}/{step.luck.get(scene)}/{index}")
        part = self._part(step, scene, names[int(next(numbers) * len(names))])
        if part is None:
            return
        own = tints_of(step.colours, scene)
        colours = tuple((name, str(own[name])) for name in part.picture.colours if name in own)
        opacity = step.opacity.get(scene) or 0.0
        side = step.mirror.get(scene)
        for arrow in self._arrows(step, scene, part):
            mirror = side == "yes" or (side == "maybe" and next(numbers) < 0.5)
            scale, turn, stretch = (
                low + (high - low) * next(numbers)
                for low, high in (prop.get(scene) or (1.0, 1.0) for prop in (step.scale, step.turn, step.stretch))
            )
            matrix = joined(part.root, arrow, scale, turn, stretch, mirror)
            if max(map(abs, matrix)) > _FAR * max(self.figure.size):
                scene.report(
                    "out-of-range", f"{step.what} is far too large, or far away", step.span, "look at its scale"
                )
                return
            yield _Instance(part, matrix, colours, opacity)

    def _part(self, step: FigureStep, scene: PlacingContext, name: str) -> FigurePart | None:
        part = scene.layouts.drawings.part(name, scene.game, scene.setter.shaper)
        if part is None and not scene.layouts.drawings.has("parts", name, scene.game):
            help = suggest(name, scene.layouts.drawings.names("parts", scene.game), "parts are")
            scene.report("missing-art", f"{step.what}: there is no part '{name}'", step.span, help)
        return part

    def _arrows(self, step: FigureStep, scene: PlacingContext, part: FigurePart) -> tuple[Joint, ...]:
        """What the part is laid upon: arrows of the first part in `on` that is there and has them."""
        wanted = step.on.get(scene) or ()
        if not wanted:
            x, y = step.at.get(scene) or (part.root.x, part.root.y)
            dx, dy = part.root.to_x - part.root.x, part.root.to_y - part.root.y
            return (Joint(x, y, x + dx, y + dy),)
        for name in wanted:
            other, _, anchor = name.partition(".")
            below = self.figure.by_id.get(other)
            if below is None:
                help = suggest(other, self.figure.by_id, "parts are")
                scene.report("missing-anchor", f"{step.what} stands on '{other}', which is no part", step.span, help)
                return ()
            arrows = tuple(
                arrow.under(matrix) for part, matrix, *_ in self._instances(below) for arrow in part.arrows(anchor)
            )
            if arrows:
                return arrows
        if not step.optional.get(scene):
            message = f"{step.what} finds none of {', '.join(wanted)} to stand on"
            scene.report("missing-anchor", message, step.span, "add such an arrow to the part, or optional: true")
        return ()

    def _clip(self, step: FigureStep) -> tuple[FigurePart, Matrix] | None:
        name = step.clip.get(self.scene)
        if not name:
            return None
        below = self.figure.by_id.get(name)
        instance = next(iter(self._instances(below)), None) if below is not None else None
        if instance is not None and instance.part.silhouette is not None:
            return instance.part, instance.matrix
        message = f"{step.what} is clipped to '{name}', which is no part with a silhouette"
        self.scene.report("missing-anchor", message, step.span, suggest(name, self.figure.by_id, "parts are"))
        return None


@ELEMENT_KINDS("figure")
class FigureElement(DrawnElement):
    """A picture composed from parts by a file of the `figures` folder."""

    folder = "figures"
    code = "missing-art"
    takes_tint = False

    def __init__(self, reader: ElementReader) -> None:
        super().__init__(reader)
        reader.require("figure")
        self.name = reader.name("figure")
        self.seed = reader.name("seed")
        self.align = reader.word("align", ("center", "top", "bottom"), "center")
        self.mirror = reader.flag("mirror")
        self.crop = reader.flag("crop")
        self.flat = reader.colour("flat")
        self.flat_line = reader.colour("flat_line")
        self.record = reader.path("of", required=False)
        self.piece = reader.name("piece")
        if {"of", "piece"} <= reader.node.entries.keys():
            message = f"{reader.what} has both 'of' and 'piece'"
            reader.findings.add("unknown-field", message, reader.node.span, "leave one of them out")
        self._face = reader
        self._palette = tuple(reader.palette.items())  # one tuple for the keys of all figures
        self._figures: dict[tuple[str, str], FigureRules | None] = {}

    @property
    def constant(self) -> bool:
        return False

    def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
        name, shown = self.name.get(scene), self._shown(scene)
        figure = self._figure(name, shown) if name and shown else None
        if name is None or shown is None or figure is None or not min(box.width, box.height) > 0:
            return
        seed = self.seed.get(shown) or figure.seed.get(shown) or ""
        least = (figure.least_line.get(shown) or 0.0) / figure.scale_in(box)
        picture = self._picture(name, figure, seed, shown, round(least, 2))
        if picture.items:
            self._put(shown, picture, figure, box, out, is_mirrored(figure.mirror.get(shown), f"{seed}/mirror"))

    def _shown(self, scene: PlacingContext) -> PlacingContext | None:
        """The scene with the record that is drawn, which `of` or `piece` may name; None if there is none."""
        name = self.piece.get(scene)
        if name:
            record = scene.find_piece(name, self.what, self.span)
            return scene.showing_piece(record) if record else None
        path = self.record.get(scene)
        if not path:
            return scene
        try:
            value = scene.scope.look_up(path)
        except ExpressionError as error:
            scene.report("bad-template", f"'of' of {self.what}: {error}", self.span, error.help)
            return None
        if isinstance(value, RecordView):
            return scene.showing(value)
        if value not in (None, ""):
            message = f"'of' of {self.what} is no record: '{value}'"
            scene.report(
                "bad-template", message, self.span, "name a field of type ref, or item in a repeat over such fields"
            )
        return None

    def _picture(self, name: str, figure: FigureRules, seed: str, scene: PlacingContext, least: float) -> Picture:
        """The picture for the piece of *scene*; found out once for all elements and languages that show the same."""
        if scene.record is None or "item" in scene.scope.fields:
            return self._assembled(name, figure, seed, scene, least)  # what it is made from has no name to keep it by
        language = scene.language if figure.is_localised(scene.game) else ""
        flat = self._flat_look(scene)
        key = (name, seed, flat, least, scene.record, scene.game.edition, language, self._palette)
        known = scene.layouts.drawings.figures
        if key not in known:
            known[key] = self._assembled(name, figure, seed, scene, least)
        return known[key]

    def _assembled(self, name: str, figure: FigureRules, seed: str, scene: PlacingContext, least: float) -> Picture:
        flat = self._flat_look(scene)
        pieces = tuple(islice(_FigureBuilder(figure, scene, seed, flat is not None).pieces(), MAX_PIECES + 1))
        if len(pieces) > MAX_PIECES:
            message = f"figure '{name}' has more than {MAX_PIECES} parts"
            scene.report("out-of-range", message, self.span, "draw some of them as one part")
            return scene.layouts.drawings.assembled(Recipe(name, (), 1.0, None))
        line, wobble = figure.line.get(scene) or 1.0, figure.wobble.get(scene) or 0.0
        bend = seeded_bend(seed, wobble, *figure.size) if wobble else None
        taper = figure.taper.get(scene) or 0.0
        return scene.layouts.drawings.assembled(Recipe(name, pieces, line, bend, flat, taper, least))

    def _flat_look(self, scene: PlacingContext) -> FlatLook | None:
        fill, line = self.flat.get(scene), self.flat_line.get(scene)
        return None if fill is None else FlatLook(str(fill), None if line is None else str(line))

    def _figure(self, name: str, scene: PlacingContext) -> FigureRules | None:
        key = (name, scene.game.id)
        if key not in self._figures:
            node = scene.layouts.drawings.figure(name, scene.game)
            figure = None
            if node is not None:
                # Several elements of a face, and other faces with its palette, show the same figure.
                read, key_of_rules = scene.layouts.drawings.figure_rules, (node, self._palette)
                if key_of_rules not in read:
                    read[key_of_rules] = FigureRules(self._face.of(node, f"figure '{name}'"))
                figure = read[key_of_rules]
                if scene.record is not None:
                    check_values(
                        figure.steps, scene.game, scene.game.components[scene.record.component], scene.findings
                    )
            elif not scene.layouts.drawings.has("figures", name, scene.game):
                help = suggest(name, scene.layouts.drawings.names("figures", scene.game), "figures are")
                scene.report("missing-art", f"{self.what}: there is no figure '{name}'", self.span, help)
            self._figures[key] = figure
        return self._figures[key]

    def _put(
        self, scene: PlacingContext, picture: Picture, figure: FigureRules, box: Box, out: Out, mirrored: bool
    ) -> None:
        """Place *picture* so that the figure's frame, not all that is drawn, fits *box*."""
        width, height = figure.size
        scale = figure.scale_in(box)
        x = box.x + (box.width - width * scale) / 2
        y = box.y + (box.height - height * scale) * {"top": 0.0, "bottom": 1.0}.get(self.align.get(scene) or "", 0.5)
        across, start = (-scale, x + width * scale) if bool(self.mirror.get(scene)) != mirrored else (scale, x)
        matrix = (across, 0.0, 0.0, scale, start, y)
        colours = self.tints(scene, picture, None, tints_of(figure.colours, scene))
        opacity = self.opacity.get(scene) or 0.0
        out.append(PlacedPicture(picture, matrix, colours, box if self.crop.get(scene) else None, opacity))


def _words(node: Node) -> Iterator[str]:
    """Every name in the templates, lookups and conditions of *node*."""
    if isinstance(node, ScalarNode):
        yield from _NAME.findall(node.text)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from _words(item)
    else:
        for key, value in node.entries.items():
            if key != "about":
                yield from (key, *_words(value))


def _spoken(fields: Iterable[Field]) -> Iterator[str]:
    """The names of fields that differ between languages, inner ones too."""
    for field in fields:
        if field.entry is not None:
            yield from _spoken([replace(field.entry, name=field.name)])
        elif field.inner:
            yield from _spoken(field.inner.values())
        elif field.by_language:
            yield field.name


@takes(any_of(TEXT, {"type": "array", "items": TEXT}))
def _names(node: Node, what: str, findings: Findings) -> tuple[str, ...]:
    """One name, or several that the seed, or what is there, chooses from."""
    nodes = node.items if isinstance(node, SequenceNode) else [node]
    texts = [scalars.text(item, f"a name in {what}", findings) for item in nodes]
    return tuple(text for text in texts if text is not None)


@takes({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2})
def _pair(node: Node, what: str, findings: Findings) -> tuple[float, float] | None:
    if isinstance(node, SequenceNode) and len(node.items) == 2:
        low, high = (scalars.number(item, what, findings) for item in node.items)
        return None if low is None or high is None else (low, high)
    scalars.wrong_type(node, what, "two numbers", findings, "write [50, 92]")
    return None


def _limits(least: float, most: float) -> Schema:
    number = {"type": "number", "minimum": least, "maximum": most}
    return any_of(number, {"type": "array", "items": number, "minItems": 2, "maxItems": 2})


@takes(_limits)
def _number_or_range(node: Node, what: str, findings: Findings, least: float, most: float) -> _Range | None:
    nodes = node.items if isinstance(node, SequenceNode) else [node]
    if isinstance(node, SequenceNode) and len(nodes) != 2:
        scalars.wrong_type(node, what, "two numbers", findings, "write [0.9, 1.1]")
        return None
    values = [scalars.number(item, what, findings, least, most) for item in nodes]
    sound = [value for value in values if value is not None]
    return (sound[0], sound[-1]) if sound else None


def _range(reader: ElementReader, key: str, default: float, least: float, most: float) -> Property[_Range]:
    return reader.read(key, partial(_number_or_range, least=least, most=most), (default, default))

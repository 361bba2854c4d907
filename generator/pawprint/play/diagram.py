"""States of games -> diagrams: the pieces on the table with frames, arrows and labels, as plain data.

Lengths are millimetres of the real table, x to the right and y downwards. The `DiagramBuilder` of a game makes diagrams
of its states; documents draw them with the faces of the pieces. `DiagramSpace` has the sizes of pieces, from the
layouts.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, Union

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry, suggest
from pawprint.play.engine import Action, Event, Json, Rules, State
from pawprint.play.notation import Notation
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader

# --- The words of diagrams, in YAML -> texts by language --------------------------------------------------------------

# words:
#   deck: {en: "Deck: {0}", fr: "Pioche : {0}"}


#: Word -> language -> text.
Texts = Mapping[str, Mapping[str, str]]

_PLACE = re.compile(r"\{(\d)\}")


def diagram_texts(path: Path, game: Game, findings: Findings) -> Texts:
    """The words in *path*, with what a file of that name changes in the folder of *game*; read once for each game."""
    known: dict[Path, Texts] = game.memory("diagram texts")
    if path not in known:
        texts = {word: dict(languages) for word, languages in _bundled(path).items()}
        own = game.folder / path.name
        if own.is_file():
            for word, languages in _read(own, texts, findings, game.root).items():
                texts[word] |= languages
        known[path] = texts
    return known[path]


@cache
def _bundled(path: Path) -> Texts:
    findings = Findings()
    texts = _read(path, None, findings)
    assert not len(findings), f"{path.name} of an engine has faults"
    return texts


def _read(path: Path, known: Texts | None, findings: Findings, root: Path | None = None) -> dict[str, dict[str, str]]:
    """The texts in a file.

    Args:
        known: the words that there are; any if None.
        root: the folder that links must not lead out of; None where any place will do.
    """
    node_of_file = reader.read_yaml_file(path, findings, root)
    if node_of_file is None:
        return {}
    field_reader = FieldReader(node_of_file, "the words of diagrams", findings)
    texts: dict[str, dict[str, str]] = {}
    for word, key, node in field_reader.entries("words"):
        if known is not None and word not in known:
            message = f"the diagrams of this game have no word '{word}'"
            findings.add("unknown-field", message, key.span, suggest(word, known, "words are"))
            continue
        texts[word] = {}
        languages = FieldReader(node, f"the word '{word}'", findings).node
        for language, text in languages.entries.items() if isinstance(languages, reader.MappingNode) else ():
            value = scalars.text(text, f"'{word}' in '{language}'", findings)
            if value is None:
                continue
            if known is not None and {*_PLACE.findall(value)} != (wanted := {*_PLACE.findall(known[word]["en"])}):
                places = " and ".join(f"{{{number}}}" for number in sorted(wanted)) or "no places in braces"
                message = f"'{word}' in '{language}' should have {places}"
                findings.add(
                    "bad-figure", message, text.span, f"in English it is: {known[word]['en']}" if known else ""
                )
                continue
            texts[word][language] = value
    field_reader.finish()
    return texts


R = TypeVar("R", bound=Rules)
S = TypeVar("S", bound=State)

#: Gap within a group, gap between groups, and height of a line of text; millimetres.
NEAR, FAR, LINE = 3.0, 9.0, 9.0


class PieceName(NamedTuple):
    """The printed name of a piece, or another of its fields."""

    component: str
    id: str
    field: str = "name"


class DiagramWords(NamedTuple):
    """A text in each language, with `{0}`, `{1}` for the *parts*; English is used for a missing language."""

    texts: Mapping[str, str]
    parts: "tuple[DiagramText, ...]" = ()


#: A text: words, the name of a piece, or something that is the same in every language.
DiagramText = Union[DiagramWords, PieceName, str, int]


class DiagramPiece(NamedTuple):
    """A piece on the table.

    Attributes:
        x, y: its top left before it is turned.
        side: `face` or `back`.
        turn: degrees clockwise, about its middle.
        faded: it is gone, or does not matter.
        keep: the share of its height that is shown, from the top.
    """

    component: str
    id: str
    x: float
    y: float
    side: str = "face"
    turn: float = 0.0
    faded: bool = False
    keep: float = 1.0


class DiagramRegion(NamedTuple):
    """An area with a title above its top left corner: a player's, or a place on the table such as `water`."""

    x: float
    y: float
    width: float
    height: float
    title: DiagramText = ""
    kind: str = "place"


class DiagramFrame(NamedTuple):
    """A frame around something: `focus`, `good`, `bad`, or `one` and `two` for what belongs to a player.

    Attributes:
        badge: with a sign at its top right corner: a tick for `good`, a cross for `bad`.
    """

    x: float
    y: float
    width: float
    height: float
    kind: str = "focus"
    badge: bool = False


class DiagramArrow(NamedTuple):
    """From one place to another: `eats`, `refused` (it would, but may not), `moves`, `lies` (on what it preys), `good`,
    or `one` and `two` for what a player does."""

    x1: float
    y1: float
    x2: float
    y2: float
    kind: str = "eats"


class DiagramTrunk(NamedTuple):
    """Lines from several places that run together at the height *lane*, with one tip at (x, y).

    Attributes:
        number: of its look; see `FigureInks.of_trunk`.
    """

    x: float
    y: float
    lane: float
    starts: tuple[tuple[float, float], ...]
    number: int


class DiagramLabel(NamedTuple):
    """A line of text; *x* is its start, its middle or its end, by *align*, *y* its top."""

    x: float
    y: float
    says: DiagramText
    align: str = "left"
    strong: bool = False


class DiagramSpot(NamedTuple):
    """A sign in a disc, beside the point (x, y).

    Attributes:
        name: of the place, by which texts refer to it; places with the same name have one sign.
        says: what the disc says, in place of a letter or number of its own.
    """

    x: float
    y: float
    name: str
    says: str = ""


class DiagramTarget(NamedTuple):
    """A place that a player points at, on a table that is played on.

    Attributes:
        name: by which the actions that are about it find it; see `PlayTable.targets`.
        says: a description of the place, for screen readers.
    """

    x: float
    y: float
    width: float
    height: float
    name: str
    says: DiagramText = ""


class Diagram(NamedTuple):
    """A part of the table.

    Attributes:
        pieces: the lowest first.
        alt_texts: sentences that describe it to readers who cannot see it.
        spots: in the order of their signs.
        numbered: whether signs are numbers; otherwise they are letters.
        targets: none in documents.
        trunks: only in webs.
    """

    width: float
    height: float
    pieces: tuple[DiagramPiece, ...]
    regions: tuple[DiagramRegion, ...] = ()
    frames: tuple[DiagramFrame, ...] = ()
    arrows: tuple[DiagramArrow, ...] = ()
    labels: tuple[DiagramLabel, ...] = ()
    alt_texts: tuple[DiagramText, ...] = ()
    spots: tuple[DiagramSpot, ...] = ()
    numbered: bool = False
    targets: tuple[DiagramTarget, ...] = ()
    trunks: tuple[DiagramTrunk, ...] = ()

    @property
    def signs(self) -> dict[str, str]:
        """The name of each spot -> its letter or number."""
        names = dict.fromkeys(spot.name for spot in self.spots if not spot.says)
        return {name: sign_of(number, self.numbered) for number, name in enumerate(names)}


def sign_of(place: int, numbered: bool = False) -> str:
    """The sign of the spot at this place in the order: A to Z and then AA, or 1, 2, 3."""
    if numbered:
        return str(place + 1)
    rounds, letter = divmod(place, 26)
    return chr(ord("A") + letter) * (rounds + 1)


class DiagramSpace(NamedTuple):
    """What diagrams are made for.

    Attributes:
        size: component -> width and height of its pieces.
        width: so much stands beside each other; what is wider goes on below where it can.
    """

    size: Callable[[str], tuple[float, float]]
    width: float
    game: Game

    def first(self, component: str, field: str = "", value: str = "") -> str:
        """The first piece of *component* whose *field* has that value; its id, or *value* if there is none."""
        for record in self.game.pieces(component):
            if not field or record.values.get(field) == value:
                return record.id
        return value or component


class DiagramMoment(NamedTuple):
    """What a diagram shows: a situation, or the change from one to another.

    Attributes:
        before: None where nothing has happened.
        events: on the way from *before* to *after*.
        refused: the reason why it is illegal, if that was asked.
        found: the answer to a question for legal actions, as the notation lists it; else None.
        kind: of the step, as scenarios have it; "" for a situation.
    """

    before: State | None
    after: State
    events: tuple[Event, ...] = ()
    action: Action | None = None
    refused: str = ""
    found: tuple[Any, ...] | None = None
    kind: str = ""


class DiagramBuilder(Generic[R, S]):
    """Makes diagrams of the states of one game; each engine has a subclass.

    Args:
        notation: has read the situation, and knows the names of the players.

    Attributes:
        texts: word -> language -> text.
    """

    words_file: ClassVar[Path]

    def __init__(self, notation: Notation[R, S], space: DiagramSpace, findings: Findings) -> None:
        self.notation = notation
        self.rules: R = notation.rules
        self.space = space
        self.texts = diagram_texts(self.words_file, space.game, findings)

    def words(self, word: str, *parts: DiagramText) -> DiagramWords:
        return DiagramWords(self.texts[word], parts)

    def show(self, moment: DiagramMoment) -> tuple[Diagram, ...]:
        """One diagram, or two: before and after."""
        raise NotImplementedError

    def begin(self, setup: Json) -> Diagram:
        """The table at the beginning of a game with this `Rules.setup`."""
        raise NotImplementedError


#: Diagram builders by the name of the engine.
DIAGRAM_BUILDERS: "Registry[type[DiagramBuilder[Any, Any]]]" = Registry("diagram builder")


class DiagramCanvas:
    """Builds a diagram: parts have any coordinates; `done` moves them to the top left."""

    def __init__(self, space: DiagramSpace, line: float = LINE) -> None:
        self.space = space
        self.line = line
        self.pieces: list[DiagramPiece] = []
        self.regions: list[DiagramRegion] = []
        self.frames: list[DiagramFrame] = []
        self.arrows: list[DiagramArrow] = []
        self.labels: list[DiagramLabel] = []
        self.alt_texts: list[DiagramText] = []
        self.spots: list[DiagramSpot] = []
        self.targets: list[DiagramTarget] = []
        self.trunks: list[DiagramTrunk] = []

    def box(self, piece: DiagramPiece) -> "TableBox":
        """Left, top, width and height of the visible part of a piece."""
        width, height = self.space.size(piece.component)
        height *= piece.keep
        if piece.turn % 180 == 0:
            return piece.x, piece.y, width, height
        cos, sin = abs(math.cos(math.radians(piece.turn))), abs(math.sin(math.radians(piece.turn)))
        across, down = width * cos + height * sin, width * sin + height * cos
        return piece.x + (width - across) / 2, piece.y + (height - down) / 2, across, down

    def frame(self, piece: DiagramPiece, kind: str = "focus", badge: bool = False) -> None:
        self.frames.append(DiagramFrame(*self.box(piece), kind, badge))

    def target(self, piece: DiagramPiece, name: str, says: DiagramText = "") -> None:
        """A piece that a player points at; by default it says its name."""
        self.targets.append(DiagramTarget(*self.box(piece), name, says or PieceName(piece.component, piece.id)))

    def arrow(self, start: DiagramPiece, end: DiagramPiece, kind: str = "eats") -> None:
        """An arrow from the edge of one piece to the inside of another."""
        self.arrows.append(arrow_between(self.box(start), self.box(end), kind))

    def add(self, other: Diagram, x: float, y: float) -> None:
        self.pieces += [piece._replace(x=piece.x + x, y=piece.y + y) for piece in other.pieces]
        self.regions += [region._replace(x=region.x + x, y=region.y + y) for region in other.regions]
        self.frames += [frame._replace(x=frame.x + x, y=frame.y + y) for frame in other.frames]
        self.arrows += [_shifted(arrow, x, y) for arrow in other.arrows]
        self.labels += [label._replace(x=label.x + x, y=label.y + y) for label in other.labels]
        self.alt_texts += other.alt_texts
        self.spots += [spot._replace(x=spot.x + x, y=spot.y + y) for spot in other.spots]
        self.targets += [target._replace(x=target.x + x, y=target.y + y) for target in other.targets]
        for trunk in other.trunks:
            starts = tuple([(left + x, top + y) for left, top in trunk.starts])
            self.trunks.append(trunk._replace(x=trunk.x + x, y=trunk.y + y, lane=trunk.lane + y, starts=starts))

    def done(self) -> Diagram:
        boxes = [*map(self.box, self.pieces)]
        line = self.line
        boxes += [
            (region.x, region.y - (line if region.title else 0), region.width, region.height) for region in self.regions
        ]
        boxes += [
            (region.x, region.y + (line if region.title else 0), region.width, region.height) for region in self.regions
        ]
        boxes += [(frame.x, frame.y, frame.width, frame.height) for frame in self.frames]
        boxes += [(target.x, target.y, target.width, target.height) for target in self.targets]
        boxes += [_reach(label, line) for label in self.labels]
        left, top = min([box[0] for box in boxes], default=0.0), min([box[1] for box in boxes], default=0.0)
        right = max([box[0] + box[2] for box in boxes], default=0.0)
        low = max([box[1] + box[3] for box in boxes], default=0.0)
        moved = DiagramCanvas(self.space)
        moved.add(self._as_it_is(0.0, 0.0), -left, -top)
        return moved._as_it_is(right - left, low - top)

    def _as_it_is(self, width: float, height: float) -> Diagram:
        return Diagram(
            width, height, tuple(self.pieces), tuple(self.regions), tuple(self.frames), tuple(self.arrows),
            tuple(self.labels), tuple(self.alt_texts), tuple(self.spots), targets=tuple(self.targets),
            trunks=tuple(self.trunks),
        )  # fmt: skip


#: Left, top, width and height; millimetres.
TableBox = tuple[float, float, float, float]


def arrow_between(start: TableBox, end: TableBox, kind: str) -> DiagramArrow:
    """An arrow from the edge of one box to the inside of another."""
    x1, y1 = _middle(start)
    x2, y2 = _middle(end)
    return DiagramArrow(*_towards(start, x2, y2, 0.75), *_towards(end, x1, y1, 0.6), kind)


def _shifted(arrow: DiagramArrow, x: float, y: float) -> DiagramArrow:
    return arrow._replace(x1=arrow.x1 + x, y1=arrow.y1 + y, x2=arrow.x2 + x, y2=arrow.y2 + y)


def _reach(label: DiagramLabel, line: float) -> TableBox:
    """The approximate box of a label: there are no font metrics here."""
    width = text_width(label.says, line)
    return label.x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[label.align], label.y, width, line


def text_width(says: DiagramText, line: float = LINE) -> float:
    """The approximate width of a line of text, in the longest language."""
    return 0.42 * line * _length(says)


def _length(part: DiagramText) -> int:
    """The approximate number of letters, in the longest language."""
    if isinstance(part, DiagramWords):
        return max([len(text) - 3 * len(part.parts) for text in part.texts.values()], default=0) + sum(
            map(_length, part.parts)
        )
    return 12 if isinstance(part, PieceName) else len(str(part))


def _middle(box: TableBox) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _towards(box: TableBox, x: float, y: float, share: float) -> tuple[float, float]:
    """The point between the centre of *box* and its edge, at *share* of the distance, in the direction of (x, y)."""
    middle_x, middle_y = _middle(box)
    along, down = x - middle_x, y - middle_y
    reach = max(abs(along) / (box[2] / 2), abs(down) / (box[3] / 2)) or 1.0
    return middle_x + along / reach * share, middle_y + down / reach * share


def listed(names: Sequence[DiagramText]) -> DiagramWords:
    """Names separated by commas."""
    return DiagramWords({"en": ", ".join(f"{{{number}}}" for number in range(len(names)))}, tuple(names))


def mentioned(found: tuple[Any, ...] | None) -> frozenset[str]:
    """The words in the answers to a question for legal actions: the names of all that an action may be about."""
    return frozenset(word for answer in found or () for word in str(answer).split())


def row_of(parts: Sequence[Diagram], space: DiagramSpace, gap: float = FAR) -> Diagram:
    """Diagrams side by side, wrapped to further rows."""
    sketch = DiagramCanvas(space)
    x = y = height = 0.0
    for part in parts:
        if x and x + part.width > space.width:
            x, y, height = 0.0, y + height + gap, 0.0
        sketch.add(part, x, y)
        x, height = x + part.width + gap, max(height, part.height)
    return sketch.done()


def column_of(parts: Iterable[Diagram], space: DiagramSpace, gap: float = FAR) -> Diagram:
    """Diagrams below each other, centred."""
    every = [part for part in parts if part.width]
    widest = max([part.width for part in every], default=0.0)
    sketch = DiagramCanvas(space)
    y = 0.0
    for part in every:
        sketch.add(part, (widest - part.width) / 2, y)
        y += part.height + gap
    return sketch.done()


def surround(middle: Diagram, players: Sequence[Diagram], space: DiagramSpace) -> Diagram:
    """Players around the *middle*: the first one at the lower edge, the others clockwise."""
    below = (len(players) + 1) // 2 if len(players) > 2 else 1
    lower, upper = players[:below], players[below:]
    line = space._replace(width=1e6)
    return column_of([row_of([*upper], line), middle, row_of([*reversed(lower)], line)], space)

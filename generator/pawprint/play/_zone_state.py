"""The state of a game whose pieces lie in zones: all that is the same in every such game.

A state is plain data: the pieces of each zone, points by seat, and values by name. So copying, writing, and who knows
what follow from the declared zones, and the rules of a game only say what happens.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.play.engine import END, Action, Event, Json, Rng

#: Who sees the pieces of a zone: all players, the player who has it, or none of them.
OPEN, OWNER, HIDDEN = "open", "owner", "hidden"
#: Of a grid: all see the cards that lie face up, and only those who have looked the others.
FACE = "face"


class Zone(NamedTuple):
    """A place for pieces.

    Attributes:
        seen: by whom: `OPEN`, `OWNER`, `HIDDEN`, or `FACE`.
        titles: language -> what people call it; its name by default.
        pile: whether its pieces are drawn on top of each other.
        words: the words for each of which there is one.
    """

    name: str
    seen: str = OPEN
    each: bool = False
    titles: Mapping[str, str] = {}
    pile: bool = False
    words: tuple[str, ...] = ()


class GridCell(NamedTuple):
    """A card that lies on a place of a grid.

    Attributes:
        row, column: from 0.
        turned: quarter turns, clockwise.
        known: the seats that know it although it lies face down.
    """

    id: str
    place: str
    row: int
    column: int
    up: bool
    turned: int
    known: frozenset[int]


class ZoneLayout(NamedTuple):
    """Where the zones of a game with so many players are in a state.

    Attributes:
        names: by place; those of players are called `hand 0`, `hand 1`, those of words `row sun`.
        places: name of a declared zone -> the place of it, or of that of the first player.
        seen: by place: whether all see it, whose seat sees it (-1 for nobody).
    """

    names: tuple[str, ...]
    places: Mapping[str, int]
    seen: tuple[tuple[bool, int], ...]

    def sees(self, seat: int, place: int) -> bool:
        """Whether *seat* sees the pieces there."""
        everyone, owner = self.seen[place]
        return everyone or owner == seat


def zone_layout(zones: Sequence[Zone], players: int) -> ZoneLayout:
    """The places of *zones*, in their order."""
    names: list[str] = []
    places: dict[str, int] = {}
    seen: list[tuple[bool, int]] = []
    for zone in zones:
        places[zone.name] = len(names)
        for seat in range(players) if zone.each else (-1,) * (len(zone.words) or 1):
            part = seat if zone.each else zone.words[len(names) - places[zone.name]] if zone.words else ""
            names.append(f"{zone.name} {part}".rstrip())
            seen.append((zone.seen == OPEN, seat if zone.seen == OWNER else -1))
    return ZoneLayout(tuple(names), places, tuple(seen))


class ZoneState:
    """A game in play; see `State` in `play/engine.py` for what it keeps.

    Attributes:
        places: the pieces of each zone, in the order of `ZoneLayout.names`.
        points: by seat; `scores` are negative where the lowest ones win.
        values: whatever else the rules remember, by name: numbers, texts, and lists of them. All players know them.
        seat: who is to act: a seat from 0, `CHANCE`, or `END`.
        left: the most actions that may still follow.
    """

    __slots__ = ("_legal", "_values", "events", "layout", "left", "places", "points", "rules", "seat")

    def __init__(self, rules: Any, players: int) -> None:
        self.rules = rules
        self.layout = rules.layout(players)
        self.places: list[list[Any]] = [[] for _ in self.layout.names]
        self.points = [0] * players
        self._values: dict[str, Any] = {}
        self.seat = 0
        self.left = rules.max_decisions
        self.events: list[Event] | None = None
        self._legal: tuple[Action, ...] | None = None

    @property
    def players(self) -> int:
        return len(self.points)

    @property
    def values(self) -> dict[str, Any]:
        """What the rules remember."""
        return self._values

    def remembers(self, name: str) -> bool:
        """Whether the rules remember a value with that name."""
        return name in self.values

    def remember(self, name: str, value: Json) -> None:
        """Give a value that the rules remember another one, for a situation.

        Raises:
            ValueError: it cannot have this one.
        """
        self._values[name] = value

    @property
    def contents(self) -> dict[str, list[str]]:
        """Zone -> the ids of its pieces; zones of players are called `hand 0`, `hand 1`."""
        return dict(zip(self.layout.names, self.places, strict=True))

    def cells(self, name: str) -> list[GridCell] | None:
        """The cards of a zone that is a grid; None for other zones."""
        return None

    def lay_cells(self, name: str, cells: Sequence[GridCell]) -> None:
        """Lay these cards on the grid *name*, and no others, for a situation.

        Raises:
            ValueError: a place is outside of it.
        """
        raise NotImplementedError

    def zone(self, name: str, seat: int | None = None) -> list[Any]:
        """The pieces in a zone, in the order in which they came; of a *seat*, where each player has one."""
        if seat is None and name not in self.layout.places:
            return self.places[self.layout.names.index(name)]
        return self.places[self.layout.places[name] + (seat or 0)]

    def zones_of(self, zone: Zone, seat: int) -> list[str]:
        """The names of what *zone* is for a seat in `contents`, or for all if *seat* is -1."""
        return [f"{zone.name} {seat}" if seat >= 0 else zone.name]

    def move(self, piece: Any, source: list[Any], target: list[Any]) -> None:
        """Move one piece to the end of another zone.

        Raises:
            ValueError: it is not in the zone *source*.
        """
        if piece not in source:
            raise ValueError(f"there is no '{piece}' where it should be taken from")
        source.remove(piece)
        target.append(piece)

    def move_all(self, source: list[Any], target: list[Any]) -> None:
        """Move all pieces to the end of another zone."""
        target.extend(source)
        source.clear()

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % len(self.points)

    def emit(self, name: str, *details: Any) -> None:
        """Report an event that the rules declare."""
        if self.events is not None:
            self.events.append((name, *details))

    def actor(self) -> int:
        return self.seat

    def legal_actions(self) -> Sequence[Action]:
        if self._legal is None:
            self._legal = () if self.seat == END else self.rules.sorted_actions(self)
        return self._legal

    def why_not(self, action: Action) -> str:
        return "" if action in self.legal_actions() else self.rules.refusal_of(self, action)

    def apply(self, action: Action) -> None:
        self._legal = None
        self.left -= 1
        self.rules.do(self, action)
        self._legal = None

    def copy(self) -> "ZoneState":
        state: ZoneState = self._twin()
        state._values = {name: _copied(value) for name, value in self._values.items()}
        return state

    def _twin(self) -> Any:
        """A copy without the values."""
        state = self.__class__.__new__(self.__class__)
        state.rules, state.layout, state.seat, state.left = self.rules, self.layout, self.seat, self.left
        state.events, state._legal = None, self._legal
        state.places = [pieces[:] for pieces in self.places]
        state.points = self.points[:]
        return state

    def scores(self) -> tuple[int, ...]:
        return tuple([-points for points in self.points] if self.rules.lowest_wins else self.points)

    def returns(self) -> tuple[float, ...]:
        shares: tuple[float, ...] = self.rules.shares(self)
        return shares

    def observation(self, seat: int) -> Json:
        return {
            "zones": self.zones(seat), "points": [*self.points], "values": _copied(self.values),
            "actor": self.seat, "left": self.left,
        }  # fmt: skip

    def chance(self, rng: Rng) -> Action:
        outcomes: Sequence[Action] = self.rules.all_outcomes(self)
        return rng.pick(outcomes)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        rules, layout = self.rules, self.layout
        hidden = [pieces for place, pieces in enumerate(self.places) if not layout.sees(seat, place)]
        pools: dict[str, list[Any]] = {}  # each piece keeps the back that it has
        backs = [[rules.back_of(rules.id_of(piece)) for piece in pieces] for pieces in hidden]
        for pieces, components in zip(hidden, backs, strict=True):
            for piece, component in zip(pieces, components, strict=True):
                pools.setdefault(component, []).append(piece)
        for component in sorted(pools):
            pools[component].sort()
            rng.shuffle(pools[component])
        for pieces, components in zip(hidden, backs, strict=True):
            pieces[:] = [pools[component].pop() for component in components]
        self._legal = None

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        """Zone -> its pieces; without their ids where *seat* does not see them."""
        rules, layout = self.rules, self.layout
        return {
            name: [
                {"id": rules.id_of(piece)}
                if seat is None or layout.sees(seat, place)
                else {"component": rules.back_of(rules.id_of(piece))}
                for piece in self.places[place]
            ]
            for place, name in enumerate(layout.names)
        }

    def progress(self) -> tuple[int, ...]:
        return (self.left,)

    def dump(self) -> Json:
        return {
            "zones": {name: [*pieces] for name, pieces in self.contents.items()}, "points": [*self.points],
            "values": _copied(self.values), "seat": self.seat, "left": self.left,
        }  # fmt: skip

    def restore(self, dump: Json) -> "ZoneState":
        """Become the state of which `dump` made *dump*."""
        self.places = [[*dump["zones"][name]] for name in self.layout.names]
        self.points = [*dump["points"]]
        self._values = _copied(dump["values"])
        self.seat, self.left, self._legal = dump["seat"], dump["left"], None
        return self


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(item) for item in value]
    return value

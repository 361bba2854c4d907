"""The state of a game whose pieces lie in zones: all that is the same in every such game.

A state is plain data: the pieces of each zone, points by seat, and values by name. So copying, writing, and who knows
what follow from the declared zones, and the rules of a game only say what happens.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pawprint.rules.engine import END, Action, Event, Json, Rng

#: Who sees the pieces of a zone: all players, the player who has it, or none of them.
OPEN, OWNER, HIDDEN = "open", "owner", "hidden"


class Zone(NamedTuple):
    """A place for pieces.

    Attributes:
        seen: by whom: `OPEN`, `OWNER` or `HIDDEN`.
        each: whether each player has one.
        titles: language -> what people call it; its name by default.
        pile: whether its pieces are drawn on top of each other.
    """

    name: str
    seen: str = OPEN
    each: bool = False
    titles: Mapping[str, str] = {}
    pile: bool = False


class GameOfZones(Protocol):
    """What a state asks of its rules; see `ZoneRules`."""

    max_decisions: int
    lowest_wins: bool

    def zone_names(self, players: int) -> list[str]:
        """The names of all zones, in their order."""

    def component_of(self, piece: str) -> str:
        """The component of a piece."""

    def sees(self, seat: int, zone: str) -> bool:
        """Whether *seat* sees the pieces of *zone*."""

    def sorted_actions(self, state: "ZoneState") -> tuple[Action, ...]:
        """The legal actions; where chance is to decide, what may happen."""

    def all_outcomes(self, state: "ZoneState") -> Sequence[Action]:
        """What may happen, each as often as it is likely."""

    def refusal_of(self, state: "ZoneState", action: Action) -> str:
        """Why *action* is not legal."""

    def act(self, state: "ZoneState", action: str) -> None:
        """Do *action*."""

    def shares(self, state: "ZoneState") -> tuple[float, ...]:
        """The shares of the win."""


class ZoneState:
    """A game in play; see `State` in `rules/engine.py` for what it keeps.

    Attributes:
        contents: zone -> the ids of its pieces; zones of players are called `hand 0`, `hand 1`.
        points: by seat; `scores` are negative where the lowest ones win.
        values: whatever else the rules remember, by name: numbers, texts, and lists of them. All players know them.
        seat: who is to act: a seat from 0, `CHANCE`, or `END`.
        left: the most actions that may still follow.
    """

    __slots__ = ("_legal", "contents", "events", "left", "points", "rules", "seat", "values")

    def __init__(self, rules: GameOfZones, players: int) -> None:
        self.rules = rules
        self.contents: dict[str, list[str]] = {name: [] for name in rules.zone_names(players)}
        self.points = [0] * players
        self.values: dict[str, Any] = {}
        self.seat = 0
        self.left = rules.max_decisions
        self.events: list[Event] | None = None
        self._legal: tuple[Action, ...] | None = None

    # --- for the rules of a game ----------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.points)

    def zone(self, name: str, seat: int | None = None) -> list[str]:
        """The pieces in a zone, in the order in which they came; of a *seat*, where each player has one."""
        return self.contents[name if seat is None else f"{name} {seat}"]

    def move(self, piece: str, source: list[str], target: list[str]) -> None:
        """Move one piece to the end of another zone.

        Raises:
            ValueError: it is not in the zone *source*.
        """
        if piece not in source:
            raise ValueError(f"there is no '{piece}' where it should be taken from")
        source.remove(piece)
        target.append(piece)

    def move_all(self, source: list[str], target: list[str]) -> None:
        """Move all pieces to the end of another zone."""
        target.extend(source)
        source.clear()

    def next_seat(self, seat: int) -> int:
        """The seat after *seat*, clockwise."""
        return (seat + 1) % len(self.points)

    def emit(self, name: str, *details: Any) -> None:
        """Report an event that the rules declare."""
        if self.events is not None:
            self.events.append((name, *details))

    # --- the game in play: see `State` ----------------------------------------------------------------------

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
        self.rules.act(self, str(action))
        self._legal = None

    def copy(self) -> "ZoneState":
        state = ZoneState.__new__(ZoneState)
        state.rules, state.seat, state.left, state.events, state._legal = self.rules, self.seat, self.left, None, None
        state.contents = {name: [*pieces] for name, pieces in self.contents.items()}
        state.points = [*self.points]
        state.values = {name: _copied(value) for name, value in self.values.items()}
        return state

    def scores(self) -> tuple[int, ...]:
        return tuple([-points for points in self.points] if self.rules.lowest_wins else self.points)

    def returns(self) -> tuple[float, ...]:
        return self.rules.shares(self)

    def observation(self, seat: int) -> Json:
        return {
            "zones": self.zones(seat), "points": [*self.points], "values": _copied(self.values),
            "actor": self.seat, "left": self.left,
        }  # fmt: skip

    def chance(self, rng: Rng) -> Action:
        return rng.pick(self.rules.all_outcomes(self))

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        rules = self.rules
        hidden = [pieces for name, pieces in self.contents.items() if not rules.sees(seat, name)]
        pools: dict[str, list[str]] = {}  # each piece keeps the back that it has
        for pieces in hidden:
            for piece in pieces:
                pools.setdefault(rules.component_of(piece), []).append(piece)
        for component in sorted(pools):
            pools[component].sort()
            rng.shuffle(pools[component])
        for pieces in hidden:
            pieces[:] = [pools[rules.component_of(piece)].pop() for piece in pieces]
        self._legal = None

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        """Zone -> its pieces; without their ids where *seat* does not see them."""
        rules = self.rules
        return {
            name: [
                {"id": piece} if seat is None or rules.sees(seat, name) else {"component": rules.component_of(piece)}
                for piece in pieces
            ]
            for name, pieces in self.contents.items()
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
        self.contents = {name: [*dump["zones"][name]] for name in self.contents}
        self.points, self.values = [*dump["points"]], _copied(dump["values"])
        self.seat, self.left, self._legal = dump["seat"], dump["left"], None
        return self


def _copied(value: Any) -> Any:
    """An independent copy of plain data."""
    if isinstance(value, dict):
        return {name: _copied(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(one) for one in value]
    return value

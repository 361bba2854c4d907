"""The state of a game whose rules are data: what the program of the rules changes."""

from collections import Counter
from collections.abc import Sequence
from operator import sub
from typing import Any

from pawprint.play._zone_state import GridCell, Zone, ZoneState
from pawprint.play.engine import CHANCE, END, Action, Json, Rng, ScoreChanges, resampled
from pawprint.play.language import forest
from pawprint.play.language._entry_values import changed_values, read_values
from pawprint.play.language._hidden_cards import read_known, resample_unknown, written_known
from pawprint.play.language.grid import (
    grid_cells,
    lay_cells,
    read_grid,
    shown_grid,
    turned_by_chance,
    written_grid,
)  # fmt: skip
from pawprint.play.language.groups import (
    group_cards,
    group_numbers,
    read_groups,
    shown_groups,
    written_groups,
)  # fmt: skip
from pawprint.play.language.python_calls import foreseen


class DataState(ZoneState):
    """A game in play whose rules are data.

    Attributes:
        v: the values that the rules declare, by place.
        f: what loops and names remember, by register.
        pc: the place where the game waits.
        below, above, token: by card of a forest, see `forest`.
        up, turned, looked, down: by place of a grid, see `grid`.
        g: the parts of groups, see `groups`.
        k: by zone what all know of hidden cards: a list of them, or how many of them at the bottom; empty where no rule
            makes anything known.
        chosen: what players have chosen in secret, by seat; None where nobody does.
    """

    __slots__ = (
        "above", "below", "chosen", "covered", "down", "f", "g", "k", "looked", "own", "pc", "program", "roots",
        "there", "token", "tokened", "turn", "turned", "up", "v",
    )  # fmt: skip

    rules: Any

    def __init__(self, rules: Any, players: int) -> None:
        super().__init__(rules, players)
        self.program = rules.program(players)
        self.v: list[Any] = [0] * self.program.value_count
        self.f: list[Any] = [0] * self.program.registers
        self.pc = -1
        self.turn = 0
        self.chosen: list[Any] | None = None
        nodes = len(self.program.records.kind_of) if self.program.has_forest else 0
        self.below, self.token = [-2] * nodes, [-1] * nodes
        self.above: list[tuple[int, ...]] = [()] * nodes
        self.there = self.roots = self.covered = self.tokened = 0
        self.own = [0] * players
        grid = self.program.grid
        size = len(grid.places.names) if grid is not None else 0
        self.up, self.turned, self.looked = [0] * size, [0] * size, [0] * size
        self.down: list[int] = []
        if grid is not None:
            self.places[grid.at] = [None] * size
        self.k: list[Any] = self.program.nothing_known(self.layout)
        self.g: list[dict[int, Any]] = [{} for _ in range(self.program.group_size)]

    @property
    def values(self) -> dict[str, Any]:
        ids, pieces = self.rules.records.ids, self.program.piece_values
        found = {
            name: ids[self.v[place]] if place in pieces and self.v[place] is not None else self.v[place]
            for name, place in self.program.value_places.items()
        }
        for name, place in self.program.value_places.items() if self.program.place_values else ():
            if place in self.program.place_values and self.v[place] is not None:
                found[name] = self.rules.place_names[self.v[place]]
        return found | changed_values(self, ids)

    @property
    def asked(self) -> tuple[str, ...]:
        wait = self.program.waits.get(self.pc)
        return () if wait is None else tuple(self.program.verbs[verb].name for verb in wait.verbs)

    @property
    def phase(self) -> str:
        """The part of the game in which somebody decides; empty if nobody does, or it has no name."""
        wait = self.program.waits.get(self.pc)
        return "" if wait is None else wait.phase

    def remembers(self, name: str) -> bool:
        return name in self.program.value_places or any(
            value.key(name) is not None for value in self.program.card_values.values()
        )

    def remember(self, name: str, value: Json) -> None:
        if name not in self.program.value_places:
            read_values(self, {name: value})
            return
        place = self.program.value_places[name]
        if place in self.program.piece_values and value is not None:
            if value not in self.rules.records.kinds:
                raise ValueError(f"there is no card '{value}'")
            value = self.rules.records.kinds[value]
        elif place in self.program.place_values and value is not None:
            if value not in self.rules.place_names:
                raise ValueError(f"there is no place '{value}'")
            value = self.rules.place_names.index(value)
        elif not isinstance(value, int | str | None):
            raise ValueError("this should be a number or a word")
        self.v[place] = value

    @property
    def contents(self) -> dict[str, list[str]]:
        """Zone -> the ids of its pieces; those of groups are called `A1 traits`."""
        ids, kinds, program = self.rules.records.ids, self.rules.records.kind_of, self.program
        found: dict[str, list[str]] = {}
        for place, (name, pieces) in enumerate(zip(self.layout.names, self.places, strict=True)):
            if place in program.group_places:
                found |= {group.name: [ids[kind] for kind in group.kinds] for group in group_cards(self, place)}
            elif program.grid is not None and place == program.grid.at:
                found[name] = [ids[kind] for kind in pieces if kind is not None]
            else:
                found[name] = [ids[kinds[piece] if place == program.forest_place else piece] for piece in pieces]
        return found

    def cells(self, name: str) -> list[GridCell] | None:
        grid = self.program.grid
        return grid_cells(self, grid) if grid is not None and grid.name == name else None

    def lay_cells(self, name: str, cells: Sequence[GridCell]) -> None:
        lay_cells(self, self.program.grid, cells)

    def zones_of(self, zone: Zone, seat: int) -> list[str]:
        place = self.layout.places[zone.name] + max(seat, 0)
        if place in self.program.group_places:
            return [group.name for group in group_cards(self, place)]
        return super().zones_of(zone, seat)

    def copy(self) -> "DataState":
        state = self.__class__.__new__(self.__class__)
        state.rules, state.layout, state.program = self.rules, self.layout, self.program
        state.seat, state.left, state.pc, state.turn = self.seat, self.left, self.pc, self.turn
        state.events, state._legal, state._values = None, self._legal, self._values
        state.places = [pieces[:] for pieces in self.places]
        state.points, state.v, state.f = self.points[:], self.v[:], self.f[:]
        state.g = [part.copy() for part in self.g] if self.g else self.g
        state.k = [known.copy() if known.__class__ is not int else known for known in self.k] if self.k else self.k
        state.chosen = None if self.chosen is None else self.chosen[:]
        state.below, state.above, state.token, state.own = self.below, self.above, self.token, self.own
        if self.below:
            state.below, state.above, state.token = self.below[:], self.above[:], self.token[:]
            state.own = self.own[:]
        state.up, state.turned, state.looked, state.down = self.up, self.turned, self.looked, self.down
        if self.up:
            state.up, state.turned, state.looked = self.up[:], self.turned[:], self.looked[:]
            state.down = self.down[:]
        state.there, state.roots, state.covered, state.tokened = self.there, self.roots, self.covered, self.tokened
        return state

    def scores(self) -> tuple[int, ...]:
        points: tuple[int, ...] = self.rules.scores(self)
        return points

    def legal_actions(self) -> Sequence[Action]:
        if self._legal is None:
            self._legal = () if self.seat == END else self.rules.sorted_actions(self)
        return self._legal

    def why_not(self, action: Action) -> str:
        if self.seat == CHANCE and self.program.waits[self.pc].shuffled:
            order: Any = self.legal_actions()[0]
            if self.program.waits[self.pc].laid and isinstance(action, tuple):  # in any of four ways
                action = tuple(part % len(self.rules.records.ids) if isinstance(part, int) else part for part in action)
            fits = isinstance(action, tuple) and sorted(map(str, action)) == sorted(map(str, order))
            rule = self.program.waits[self.pc].rule or self.rules.first_rule
            return "" if fits else f"{rule}: the cards are shuffled first"
        return super().why_not(action)

    def apply(self, action: Action) -> None:
        self._legal = None
        self.left -= 1
        program = self.program
        if program.costly:
            self.rules.do(self, action)
            return
        try:
            block = program.resume[self.pc](self, action)
            if block >= 0:
                program.go_on(self, block)
        except Exception as error:
            raise self.rules.fault_of(program, error) from error

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        """Zone -> its pieces; without their ids where *seat* does not see them, and does not know them either."""
        rules, layout, place_of_forest = self.rules, self.layout, self.program.forest_place
        kinds, names, component = rules.records.kind_of, self.program.node_names, rules.back_of
        found: dict[str, list[Json]] = {}
        for place, name in enumerate(layout.names):
            pieces = self.places[place]
            if place in self.program.group_places:
                found |= shown_groups(self, place, seat)
                continue
            if place == place_of_forest:
                found[name] = [
                    {
                        "id": rules.records.ids[kinds[node]], "node": names[node],
                        "on": names[self.below[node]] if self.below[node] >= 0 else None, "owner": self.token[node],
                    }
                    for node in pieces
                ]  # fmt: skip
                continue
            if self.program.grid is not None and place == self.program.grid.at:
                found[name] = shown_grid(self, self.program.grid, seat)
                continue
            sees = seat is None or layout.sees(seat, place)
            known = self.k[place] if self.k else 0
            if isinstance(known, dict):
                found[name] = [
                    {"id": rules.id_of(piece)}
                    if seat is None or known.get(piece, 0) >> seat & 1
                    else {"component": component(rules.id_of(piece))}
                    for piece in pieces
                ]
                continue
            if known.__class__ is list:  # a hand: those that all know come first
                pieces = [*known, *sorted((Counter(pieces) - Counter(known)).elements())]
                known = len(known)
            found[name] = [
                {"id": rules.id_of(piece)} if sees or index < known else {"component": component(rules.id_of(piece))}
                for index, piece in enumerate(pieces)
            ]
        return found

    def observation(self, seat: int) -> Json:
        seen = super().observation(seat) | {"waits": self.pc}
        if self.program.groups:
            seen["groups"] = group_numbers(self)
        if self.chosen is not None:
            seen["chosen"] = [
                None if action is None else self.rules.describe(action) if who == seat else True
                for who, action in enumerate(self.chosen)
            ]
        return seen

    def chance(self, rng: Rng) -> Action:
        if not self.program.waits[self.pc].shuffled:
            return super().chance(rng)
        order: Any = [*self.legal_actions()[0]]  # type: ignore[misc]
        rng.shuffle(order)
        if self.program.waits[self.pc].laid:
            order = turned_by_chance(order, self.program.turnable, rng)
        return tuple(order)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        resample_unknown(self, seat, rng)
        if self.chosen is None:
            return
        actor, legal = self.seat, self.program.legal[self.pc]
        for who, action in enumerate(self.chosen):
            if action is not None and who != seat:
                self.seat = who
                self.chosen[who] = rng.pick(legal(self))
        self.seat = actor

    def score_changes(self, legal: Sequence[Any], rng: Rng | None) -> ScoreChanges:
        program, scoring = self.program, self.program.scoring
        if program.spec.outlook and self.chosen is None:
            return foreseen(self, legal, rng)
        known: Any = resampled(self, rng)  # in any case, for its random numbers
        if program.worths:
            peeked = program.peeked[self.seat]
            worths = (known if peeked else self)._worths(legal)
            opponents_differ = len(self.points) > 2 and any(
                worth is not None and worth.count(0) < len(worth) - 1 for worth in worths
            )
            return worths, known if peeked or None in worths or opponents_differ else self
        if scoring is None or self.chosen is not None:
            return (None,) * len(legal), known
        nothing, shift = (0,) * len(self.points), program.width * program.fields
        changes = [self._gain(action) if action >> shift in scoring else nothing for action in legal]
        return changes, known if None in changes else self

    def _worths(self, legal: Sequence[Any]) -> list[tuple[int, ...] | None]:
        """How actions say that they change the scores; None of those that do not."""
        program, seat = self.program, self.seat
        shift, sign = program.width * program.fields, -1 if self.rules.lowest_wins else 1
        changes: list[tuple[int, ...] | None] = []
        made: dict[Any, tuple[int, ...] | None] = {None: None}
        for action in legal:
            worth = program.worth.get(action >> shift)
            own: Any = None if worth is None else worth(self, seat, action)
            if own not in made:
                every = (
                    own
                    if isinstance(own, tuple)
                    else [own if player == seat else 0 for player in range(len(self.points))]
                )
                made[own] = tuple([sign * value for value in every])
            changes.append(made[own])
        return changes

    def _gain(self, action: Any) -> tuple[int, ...] | None:
        """How an action changes the scores; None if only doing it shows that."""
        program = self.program
        number = action >> program.width * program.fields
        if number not in program.gains:
            return None
        before, points, events = self.scores(), self.points, self.events
        v, self.events = self.v, None
        self.v, self.points = v[:], points[:]
        try:
            program.run[f"gain_{number}"](self, self.seat, *self.rules.parts_of(action)[1])
            return tuple(map(sub, self.scores(), before))
        finally:
            self.v, self.points, self.events = v, points, events

    def dump(self) -> Json:
        program, ids, zones = self.program, self.rules.records.ids, dict[str, list[str]]()
        grid, forest_place = -1 if program.grid is None else program.grid.at, program.forest_place
        for place, (name, pieces) in enumerate(zip(self.layout.names, self.places, strict=True)):
            if place == forest_place:
                zones[name] = [ids[self.rules.records.kind_of[node]] for node in pieces]
            elif place != grid and place not in program.group_places:
                zones[name] = [ids[kind] for kind in pieces] if pieces else []
        names = program.node_names
        lying = [
            [names[node], self.below[node], self.token[node]] for node in self.places[forest_place]
        ] if program.has_forest else []  # fmt: skip
        return {
            "zones": zones, "points": [*self.points], "values": [*self.v],
            "seat": self.seat, "left": self.left, "waits": self.pc, "turn": self.turn,
            "registers": [*self.f], "chosen": self.chosen, "forest": lying, "known": written_known(self.k, ids),
        } | self._written_parts()  # fmt: skip

    def _written_parts(self) -> dict[str, Json]:
        """Groups, a grid, and values of cards, where there are such."""
        grid, groups, found = self.program.grid, self.program.groups, dict[str, Json]()
        if groups:
            found["groups"] = written_groups(self)
        if grid is not None:
            found["grid"] = written_grid(self, grid)
        if self.program.card_values:
            found["of cards"] = changed_values(self, self.rules.records.ids)
        return found

    def restore(self, dump: Json) -> "DataState":
        """Become the state of which `dump` made *dump*."""
        zones, kind_of = dump["zones"], self.rules.records.kinds.__getitem__
        grid = self.program.grid
        self.places = [[*map(kind_of, zones[name])] if zones.get(name) else [] for name in self.layout.names]
        if grid is not None:
            self.places[grid.at] = [None] * len(self.up)
            read_grid(self, grid, dump["grid"])
        read_groups(self, dump.get("groups", {}))
        self.points, self.v = [*dump["points"]], [*dump["values"]]
        self.seat, self.left, self.pc, self.turn = dump["seat"], dump["left"], dump["waits"], dump["turn"]
        self.f = [tuple(register) if isinstance(register, list) else register for register in dump["registers"]]
        read_values(self, dump.get("of cards", {}))
        self.chosen = None if dump["chosen"] is None else [*dump["chosen"]]
        self.k = read_known(dump["known"], self.rules.records.kinds)
        if dump["forest"]:
            nodes = {name: node for node, name in enumerate(self.program.node_names)}
            self.places[self.program.forest_place] = [nodes[name] for name, _, _ in dump["forest"]]
            forest.count_all(self, [(nodes[name], below, seat) for name, below, seat in dump["forest"]])
        self._legal = None
        return self

"""The state of a game whose rules are data: what the program of the rules changes."""

from collections import Counter
from collections.abc import Sequence
from operator import sub
from typing import Any

from pawprint.rules.engine import CHANCE, END, Action, Json, Rng, ScoreChanges, resampled
from pawprint.rules.language import forest
from pawprint.rules.zone_state import ZoneState


class DataState(ZoneState):
    """A game in play whose rules are data.

    Attributes:
        v: the values that the rules declare, by place.
        f: what loops and names remember, by register.
        pc: the place where the game waits.
        turn: who has the next turn.
        below, above, token: by card of a forest, see `forest`.
        k: by zone what all know of hidden cards: a list of them, or how many of them at the bottom; empty where no rule
            makes anything known.
        chosen: what players have chosen in secret, by seat; None where nobody does.
    """

    __slots__ = (
        "above", "below", "chosen", "covered", "f", "k", "own", "pc", "program", "roots", "there", "token", "tokened",
        "turn", "v",
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
        self.k: list[Any] = self.program.nothing_known(self.layout)

    @property
    def values(self) -> dict[str, Any]:
        """What the rules remember, by name; of each player, by names such as `coins 0`."""
        ids, pieces = self.rules.records.ids, self.program.piece_values
        return {
            name: ids[self.v[place]] if place in pieces and self.v[place] is not None else self.v[place]
            for name, place in self.program.value_places.items()
        }

    def remember(self, name: str, value: Json) -> None:
        place = self.program.value_places[name]
        if place in self.program.piece_values and value is not None:
            if value not in self.rules.records.kinds:
                raise ValueError(f"there is no card '{value}'")
            value = self.rules.records.kinds[value]
        elif not isinstance(value, int | str | None):
            raise ValueError("this should be a number or a word")
        self.v[place] = value

    @property
    def contents(self) -> dict[str, list[str]]:
        """Zone -> the ids of its pieces."""
        ids, kinds = self.rules.records.ids, self.rules.records.kind_of
        place_of_forest = self.program.forest_place
        return {
            name: [ids[kinds[piece]] for piece in pieces]
            if place == place_of_forest
            else [ids[piece] for piece in pieces]
            for place, (name, pieces) in enumerate(zip(self.layout.names, self.places, strict=True))
        }

    def copy(self) -> "DataState":
        state: DataState = self._twin()
        state.program, state.pc, state.turn = self.program, self.pc, self.turn
        state.v, state.f = self.v[:], self.f[:]
        state.below, state.above, state.token = self.below[:], self.above[:], self.token[:]
        state.there, state.roots, state.covered = self.there, self.roots, self.covered
        state.tokened, state.own = self.tokened, self.own[:]
        state.k = [known[:] if known.__class__ is list else known for known in self.k]
        state.chosen = None if self.chosen is None else self.chosen[:]
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
            fits = isinstance(action, tuple) and sorted(map(str, action)) == sorted(map(str, order))
            return "" if fits else self.rules.refusal_of(self, action)
        return super().why_not(action)

    def apply(self, action: Action) -> None:
        self._legal = None
        self.left -= 1
        program = self.program
        if program.costly:
            self.rules.do(self, action)
            return
        try:
            program.step(self, action)
        except Exception as error:
            raise self.rules.fault_of(program, error) from error

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        """Zone -> its pieces; without their ids where *seat* does not see them, and does not know them either."""
        rules, layout, place_of_forest = self.rules, self.layout, self.program.forest_place
        kinds, names, component = rules.records.kind_of, self.program.node_names, rules.back_of
        found: dict[str, list[Json]] = {}
        for place, name in enumerate(layout.names):
            pieces = self.places[place]
            if place == place_of_forest:
                found[name] = [
                    {
                        "id": rules.records.ids[kinds[node]], "node": names[node],
                        "on": names[self.below[node]] if self.below[node] >= 0 else None, "owner": self.token[node],
                    }
                    for node in pieces
                ]  # fmt: skip
                continue
            sees = seat is None or layout.sees(seat, place)
            known = self.k[place] if self.k else 0
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
        if self.chosen is not None:
            seen["chosen"] = [
                None if one is None else self.rules.describe(one) if who == seat else True
                for who, one in enumerate(self.chosen)
            ]
        return seen

    def chance(self, rng: Rng) -> Action:
        if not self.program.waits[self.pc].shuffled:
            return super().chance(rng)
        order: Any = [*self.legal_actions()[0]]  # type: ignore[misc]
        rng.shuffle(order)
        return tuple(order)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        self._resample_unknown(seat, rng)
        if self.chosen is None:
            return
        actor, legal = self.seat, self.program.legal[self.pc]
        for who, one in enumerate(self.chosen):
            if one is not None and who != seat:
                self.seat = who
                self.chosen[who] = rng.pick(legal(self))
        self.seat = actor

    def hidden_draws(self, seat: int) -> int:
        """How many random numbers `resample_hidden` takes, but for what others have chosen in secret."""
        rules, places, k = self.rules, self.places, self.k
        hidden = self.program.hidden_from[seat]
        if rules.one_back:
            count = -1
            for place in hidden:
                count += len(places[place])
                if k:
                    known = k[place]
                    count -= len(known) if known.__class__ is list else known
            return max(0, count)
        unknown: dict[str, int] = {}
        for place in hidden:
            seen: Any = k[place] if k else 0
            pieces = self.places[place]
            rest = Counter(pieces) - Counter(seen) if seen.__class__ is list else Counter(pieces[seen:])
            for piece, count in rest.items():
                back = rules.back_of(rules.id_of(piece))
                unknown[back] = unknown.get(back, 0) + count
        return sum(count - 1 for count in unknown.values())

    def score_changes(self, legal: Sequence[Any], rng: Rng | None) -> ScoreChanges:
        """See `LookaheadState`: only some actions change what the score depends on, and only these need to be tried."""
        scoring = self.program.scoring
        if scoring is None or self.chosen is not None:
            return (None,) * len(legal), resampled(self, rng)
        nothing, shift = (0,) * len(self.points), self.program.width * self.program.fields
        changes = [self._gain(action) if action >> shift in scoring else nothing for action in legal]
        if None in changes:
            return changes, resampled(self, rng)
        if rng is not None:
            rng.draw(self.hidden_draws(self.seat))
        return changes, self

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

    def _resample_unknown(self, seat: int, rng: Rng) -> None:
        """Shuffle what *seat* neither sees nor knows, so that no piece comes to a zone where it never lies."""
        rules, layout = self.rules, self.layout
        ids, back_of = rules.records.ids, rules.back_of
        unknown: list[tuple[int, list[int], list[int]]] = []  # place, known pieces, the others
        pools: dict[str, list[int]] = {}
        for place, pieces in enumerate(self.places):
            if place == self.program.forest_place or layout.sees(seat, place):
                continue
            known = self.k[place] if self.k else 0
            if known.__class__ is list:
                first, rest = [*known], [*(Counter(pieces) - Counter(known)).elements()]
            else:
                first, rest = pieces[:known], pieces[known:]
            unknown.append((place, first, rest))
            for piece in rest:
                pools.setdefault(back_of(ids[piece]), []).append(piece)
        for name in sorted(pools):
            pools[name].sort()
            rng.shuffle(pools[name])
        for place, first, rest in sorted(unknown, key=lambda one: layout.names[one[0]].split()[0] not in rules.allowed):
            allowed = rules.allowed.get(layout.names[place].split()[0])
            dealt = [self._dealt(pools[back_of(ids[piece])], allowed) for piece in rest]
            self.places[place] = [*first, *dealt]
        self._legal = None

    def _dealt(self, pool: list[int], allowed: frozenset[str] | None) -> int:
        """The next piece of a pool that may lie in a zone."""
        at = -1
        if allowed is not None:
            components = self.rules.records.components
            at = next((-n for n, piece in enumerate(reversed(pool), 1) if components[piece] in allowed), -1)
        return pool.pop(at)

    def dump(self) -> Json:
        names = self.program.node_names
        lying = [
            [names[node], self.below[node], self.token[node]] for node in self.places[self.program.forest_place]
        ] if self.program.has_forest else []  # fmt: skip
        return {
            "zones": self.contents, "points": [*self.points], "values": [*self.v],
            "seat": self.seat, "left": self.left, "waits": self.pc, "turn": self.turn,
            "registers": [*self.f], "chosen": self.chosen, "forest": lying, "known": self.k,
        }  # fmt: skip

    def restore(self, dump: Json) -> "DataState":
        """Become the state of which `dump` made *dump*."""
        kinds = self.rules.records.kinds
        self.places = [[kinds[one] for one in dump["zones"][name]] for name in self.layout.names]
        self.points, self.v = [*dump["points"]], [*dump["values"]]
        self.seat, self.left, self.pc, self.turn = dump["seat"], dump["left"], dump["waits"], dump["turn"]
        self.f = [tuple(one) if isinstance(one, list) else one for one in dump["registers"]]
        self.chosen = None if dump["chosen"] is None else [*dump["chosen"]]
        self.k = [[*known] if isinstance(known, list) else known for known in dump["known"]]
        if dump["forest"]:
            nodes = {name: node for node, name in enumerate(self.program.node_names)}
            self.places[self.program.forest_place] = [nodes[name] for name, _, _ in dump["forest"]]
            forest.count_all(self, [(nodes[name], below, seat) for name, below, seat in dump["forest"]])
        self._legal = None
        return self

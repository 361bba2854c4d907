"""The state of a game whose rules are data: what the program of the rules changes."""

from collections.abc import Sequence
from typing import Any

from pawprint.rules.engine import CHANCE, END, Action, Json, Rng
from pawprint.rules.zone_state import ZoneState


class DataState(ZoneState):
    """A game in play whose rules are data.

    Attributes:
        v: the values that the rules declare, by place.
        f: what loops and names remember, by register.
        pc: the place where the game waits.
        turn: who has the next turn.
        chosen: what players have chosen in secret, by seat; None where nobody does.
    """

    __slots__ = ("chosen", "f", "pc", "program", "turn", "v")

    rules: Any

    def __init__(self, rules: Any, players: int) -> None:
        super().__init__(rules, players)
        self.program = rules.program(players)
        self.v: list[Any] = [0] * self.program.value_count
        self.f: list[Any] = [0] * self.program.registers
        self.pc = -1
        self.turn = 0
        self.chosen: list[Any] | None = None

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
        ids = self.rules.records.ids
        return {
            name: [ids[piece] for piece in pieces] for name, pieces in zip(self.layout.names, self.places, strict=True)
        }

    def copy(self) -> "DataState":
        state: DataState = self._twin()
        state.program, state.pc, state.turn = self.program, self.pc, self.turn
        state.v, state.f = self.v[:], self.f[:]
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
        self.rules.do(self, action)

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
        super().resample_hidden(seat, rng)
        if self.chosen is None:
            return
        actor, legal = self.seat, self.program.legal[self.pc]
        for who, one in enumerate(self.chosen):
            if one is not None and who != seat:
                self.seat = who
                self.chosen[who] = rng.pick(legal(self))
        self.seat = actor

    def dump(self) -> Json:
        return {
            "zones": self.contents, "points": [*self.points], "values": [*self.v],
            "seat": self.seat, "left": self.left, "waits": self.pc, "turn": self.turn,
            "registers": [*self.f], "chosen": self.chosen,
        }  # fmt: skip

    def restore(self, dump: Json) -> "DataState":
        """Become the state of which `dump` made *dump*."""
        kinds = self.rules.records.kinds
        self.places = [[kinds[one] for one in dump["zones"][name]] for name in self.layout.names]
        self.points, self.v = [*dump["points"]], [*dump["values"]]
        self.seat, self.left, self.pc, self.turn = dump["seat"], dump["left"], dump["waits"], dump["turn"]
        self.f = [tuple(one) if isinstance(one, list) else one for one in dump["registers"]]
        self.chosen = None if dump["chosen"] is None else [*dump["chosen"]]
        self._legal = None
        return self

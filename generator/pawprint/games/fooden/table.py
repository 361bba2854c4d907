"""What lies on the table of FOODEN, for figures, the play page and scenarios."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pawprint.games.fooden.rules import EFFECTS, FOODS, ROWS
from pawprint.play.engine import CHANCE, END
from pawprint.play.language.data_state import DataState

#: An action that is asked for -> the stage; where only the first of them is, another one.
_STAGES = {"choose": "choose", "lay": "lay", "add": "act", "keep": "foresee", "to place": "shift", "name": "name"}
_ALONE = {"introduce": "join", "discard": "renew"}


class FoodenTable:
    """A situation. Creatures, objectives and action cards are their kinds; a food and a row are words.

    Attributes:
        leader: the seat that holds the pawn; season, round: from 0, and from 1; vp: tokens in the Reserve.
        points: VP tokens by seat.
    """

    def __init__(self, state: DataState) -> None:
        self.state = state
        self.values: Mapping[str, Any] = state.values
        self.seats, self.points = state.players, state.points
        self.leader, self.season, self.round = self.values["leader"], self.values["season"], self.values["round"]
        self.vp = self.values["vp"]
        self.deck, self.lab, self.discard, self.survivors = (
            state.zone(name) for name in ("deck", "lab", "discard", "survivors")
        )
        self.rows = {row: state.zone(f"nature {row}") for row in ROWS}
        self.food = {row: self.values[f"food {row}"] for row in ROWS}
        self.reserve = {food: self.values[f"reserve {food}"] for food in FOODS}

    @cached_property
    def everyone(self) -> list[int]:
        return [card for row in self.rows.values() for card in row]

    @property
    def stage(self) -> str:
        """What is decided: choose, lay, act, join, renew, foresee, shift, shuffle, name; or over."""
        state = self.state
        if state.seat in (CHANCE, END):
            return "shuffle" if state.seat == CHANCE else "over"
        wait = state.program.waits.get(state.pc)
        asked = [] if wait is None else [state.program.verbs[verb].name for verb in wait.verbs]
        if len(asked) == 1 and asked[0] in _ALONE:
            return _ALONE[asked[0]]
        return next((stage for verb, stage in _STAGES.items() if verb in asked), "lay")

    @property
    def season_name(self) -> str:
        names = self.state.rules.spec.words["seasons"]
        return str(names[self.season % len(names)])

    @property
    def moving(self) -> int:
        """The creature that is shifted; -1 if none is."""
        moving = self.values["moving"]
        return -1 if moving is None else self.state.rules.piece_of(moving)

    @property
    def pending(self) -> list[str]:
        return [effect for effect in EFFECTS if self.values[f"due {effect}"]]

    @property
    def looked(self) -> Sequence[int]:
        return [card for seat in range(self.seats) for card in self.state.zone("looked", seat)]

    def name(self, kind: int) -> str:
        found: str = self.state.rules.records.ids[kind]
        return found

    def force(self, creature: int) -> int:
        name = self.name(creature)
        force: int = self.values.get(f"force {name}", self.state.rules.cards[name]["force"])
        return force

    def stand(self, creature: int) -> str:
        """How a creature stands: hungry, satiated, inverted or dead."""
        return str(self.values.get(f"stand {self.name(creature)}", "hungry"))

    def cubes(self, creature: int) -> dict[str, int]:
        return {food: self.values.get(f"cubes {self.name(creature)} {food}", 0) for food in FOODS}

    def tokens(self, creature: int) -> list[int]:
        counts = [self.values.get(f"tokens {self.name(creature)} {seat}", 0) for seat in range(self.seats)]
        return [seat for seat, count in enumerate(counts) for _ in range(count)]

    def purse(self, seat: int) -> dict[str, int]:
        return {food: self.values[f"purse {seat} {food}"] for food in FOODS}

    def hand(self, seat: int) -> list[int]:
        """The action cards that a player has not played, without one that is laid face down."""
        laid = self.laid(seat)
        return [card for card in sorted(self.state.zone("hand", seat)) if card != laid]

    def laid(self, seat: int) -> int:
        """The action card of this round of a player; -1 if there is none."""
        chosen = None if self.state.chosen is None else self.state.chosen[seat]
        found = None if chosen is None else self.state.rules.parts_of(chosen)
        return found[1][0] if found is not None else next(iter(self.state.zone("laid", seat)), -1)

    def objectives(self, seat: int) -> list[int]:
        return sorted([*self.state.zone("goals", seat), *self.state.zone("revealed", seat)])

    def organisation(self, seat: int) -> str | None:
        found: str | None = self.values[f"organisation {seat}"]
        return found

    def pays(self, objective: int) -> int:
        name = self.name(objective)
        base = self.state.rules.cards[name]["score"].get("base") or 0
        paid: int = self.values.get(f"paid {name}", base)
        return paid

    def belongings(self, seat: int) -> tuple[Any, ...]:
        """What a player has, to compare with another situation."""
        return self.purse(seat), self.points[seat], self.hand(seat), self.leader == seat

    def steps_to_prey(self, hunter: int) -> dict[int, int]:
        """Each creature that a hunter of Nature could eat -> the steps to it; FO-4.16, FO-4.17."""
        program, rules = self.state.program, self.state.rules
        edible, trait = program.card_table("edible")[hunter], rules.cards[self.name(hunter)]["trait"]
        backward = trait is not None and trait["effects"].get("hunts_back") and not rules.chosen["simple"]
        places = {card: (ROWS.index(row), place) for row, line in self.rows.items() for place, card in enumerate(line)}
        if hunter not in places:
            return {}
        row, column = places[hunter]
        steps = {}
        for prey, (other, place) in places.items():
            if edible[prey] and (place < column if backward else place >= column):
                apart = abs(other - row), abs(place - column)
                steps[prey] = sum(apart) if rules.chosen["metric"] == "manhattan" else max(apart)
        return steps

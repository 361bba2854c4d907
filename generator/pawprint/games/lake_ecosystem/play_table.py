"""The lake game to play: the lake, every species to point at, the hand, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from pawprint.games.lake_ecosystem.diagram import TRAIT_GAP, LakeDiagrams
from pawprint.games.lake_ecosystem.rules import LakeEcosystem
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.play.data_play_table import DataPlayTable
from pawprint.play.diagram import Diagram, DiagramCanvas, DiagramTarget, DiagramText
from pawprint.play.engine import Action
from pawprint.play.language.data_state import DataState
from pawprint.play.language.rule_types import RuleType
from pawprint.play.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, PlayPanel, Series


@PLAY_TABLES("lake-ecosystem")
class LakePlayTable(DataPlayTable[LakeEcosystem]):
    """The table of the lake game."""

    words_file = Path(__file__).with_name("play.yaml")
    pointing: ClassVar[Mapping[str, str]] = {
        "play": "hand {card}", "as a trait": "species {s}", "as population": "species {s}", "feed": "species {s}",
        "attack": "species {s}, species {t}",
    }  # fmt: skip
    over = "EL-5.3"
    sections: ClassVar[Mapping[str, str]] = {
        "EL-1": "card", "EL-2": "setup", "EL-3": "turn", "EL-3.1": "gathering", "EL-3.2": "gathering",
        "EL-3.3": "gathering", "EL-3.4": "adaptation", "EL-3.5": "adaptation", "EL-3.6": "adaptation",
        "EL-3.7": "adaptation", "EL-3.8": "adaptation", "EL-3.9": "feeding", "EL-3.10": "feeding",
        "EL-3.11": "feeding", "EL-3.12": "attack", "EL-3.13": "locks", "EL-3.14": "locks", "EL-3.15": "bite",
        "EL-3.16": "bite", "EL-3.17": "attack", "EL-3.18": "extinction", "EL-3.19": "clean-up",
        "EL-3.20": "clean-up", "EL-3.21": "clean-up", "EL-3.22": "clean-up", "EL-4": "extinction", "EL-5": "end",
        "EL-6": "score", "EL-8": "effects",
    }  # fmt: skip
    diagrams: LakeDiagrams

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        return self._panels(LakeTable(state), seat, state.scores())

    def _panels(self, state: LakeTable, seat: int | None, scores: Sequence[int]) -> Iterator[PlayPanel]:
        lake, player = self.diagrams.water(state), self.diagrams.player_name
        lake = lake._replace(regions=tuple(region._replace(title="") for region in lake.regions), alt_texts=())
        yield PlayPanel(TABLE, self.words("lake"), lake, tuple(self._lake_notes(state)))
        first = state.active if seat is None else seat
        for who in [(first + step) % state.players for step in range(state.players)]:
            for species in state.rows[who]:
                title = self.words("of", player(who), self._species_name(state, species))
                notes = tuple(self._species_notes(state, species, seat))
                yield PlayPanel(TABLE, title, self._species(state, species), notes, who)
            if (seat is None or seat == who) and state.hands[who]:
                yield PlayPanel(HAND, self.words("hand-of", player(who)), self._hand(state, who), (), who)
        for who in range(state.players):
            notes = (
                self.words("score", scores[who]),
                self.words("mat", state.bags[who]),
                self.words("cards", len(state.hands[who])),
            )
            mat = DiagramCanvas(self.space)
            self.diagrams.food(mat, state.bags[who], 0.0, 0.0, 1.0)
            yield PlayPanel(PLAYER, player(who), mat.done(), notes, who)

    def _lake_notes(self, state: LakeTable) -> Iterator[DiagramText]:
        yield self.words("food", state.lake)
        yield self.words("bank", state.bank)
        yield self.words("deck", len(state.state.zone("deck")))
        if discard := state.state.zone("discard"):
            yield self.words("discard", len(discard))
        if state.last:
            yield self.words("last", state.last, state.turn)
        else:
            yield self.words("turn-number", state.turn)

    def _species(self, state: LakeTable, species: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        right, high = self.diagrams.species(sketch, state, species, 0.0, 0.0)
        about = self._population(state, species), self._traits(state, species)
        says = self.words("described", self._species_name(state, species), *about)
        sketch.targets.append(DiagramTarget(0.0, 0.0, right - TRAIT_GAP, high, f"species {state.name(species)}", says))
        return sketch.done()

    def _species_notes(self, state: LakeTable, species: int, seat: int | None) -> Iterator[DiagramText]:
        yield self._population(state, species)
        known = state.known(species)
        if known and seat in (None, state.owner(species)):
            yield self.words("known", self.diagrams.kind_names(known))

    def _population(self, state: LakeTable, species: int) -> DiagramText:
        population = state.population(species)
        if state.state.phase != "feeding" or state.owner(species) != state.active:
            return self.words("population-only", population)
        return self.words("population", population, state.food(species))

    def _traits(self, state: LakeTable, species: int) -> DiagramText:
        kinds = state.traits(species)
        return self.words("traits", self.diagrams.kind_names(kinds)) if kinds else self.words("no-traits")

    def _hand(self, state: LakeTable, seat: int) -> Diagram:
        hand = state.hands[seat]
        sketch = self.line(hand, "hand", "in-hand")
        if state.held(seat) >= 0:
            sketch.frame(sketch.pieces[hand.index(state.held(seat))])
        return sketch.done()

    def _species_name(self, state: LakeTable, species: int) -> DiagramText:
        return self.words("species", state.name(species))

    def part_of_reason(self, part: str) -> DiagramText:
        known = part in self.rules.cards or part.isdecimal()
        return super().part_of_reason(part) if known else self.words("species", part)

    def part(self, choice: str, kind: RuleType, value: int, state: DataState) -> DiagramText:
        return self.rules.word(kind, value) if choice in ("s", "t") else super().part(choice, kind, value, state)

    def question_parts(self, state: DataState) -> Iterator[DiagramText]:
        return map(self.diagrams.kind_name, state.zone("held", state.seat) if state.seat >= 0 else ())

    def parts(self, action: Action, state: DataState, done: bool = False) -> list[DiagramText]:
        trait = done and self.chosen(action)[0] == "as a trait"
        held = state.zone("held", state.seat) if trait else ()
        return [*super().parts(action, state), *map(self.diagrams.kind_name, held)]

    def series(self, state: DataState) -> Iterator[Series]:
        """All meals from the lake if it has enough for everyone, or else all that one species may take."""
        table = LakeTable(state)
        hunger = {}
        for action in state.legal_actions() if table.state.phase == "feeding" and state.actor() >= 0 else ():
            verb, chosen = self.chosen(action)
            if verb == "feed":
                species = table.zone.group_of(chosen["s"]) or 0
                hunger[action] = (chosen["s"], table.population(species) - table.food(species))
        # A species with fat tissue may take food without being hungry: that stays a choice.
        hungry = [action for action, (_, cards) in hunger.items() for _ in range(cards)]
        if len({*hungry}) > 1 and len(hungry) <= table.lake:
            yield Series(self.words("feed-all", len(hungry)), tuple(hungry))
            return
        for action, (name, cards) in hunger.items():
            meals = min(cards, table.lake)
            if meals > 1:
                yield Series(self.words("feed-times", name, meals), (action,) * meals)

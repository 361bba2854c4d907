"""The lake game to play: the lake, every species to point at, the hand, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from pawprint.core.diagnostics import Findings
from pawprint.games.lake_ecosystem.diagram import SEEN, LakeDiagrams
from pawprint.games.lake_ecosystem.rules import LakeEcosystem
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.rules.diagram import (
    NEAR,
    Diagram,
    DiagramBuilder,
    DiagramCanvas,
    DiagramPiece,
    DiagramTarget,
    DiagramText,
    DiagramWords,
    PieceName,
    listed,
)
from pawprint.rules.engine import END, Action, Event
from pawprint.rules.language.data_state import DataState
from pawprint.rules.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question, Series
from pawprint.rules.zone_play_table import refusal_texts

#: How much of a card is seen below the next one of the same population.
_STEP = 0.3


#: Action -> the words of its button, and of the record of the game.
_SAYS = {
    "done": "done", "as a new species": "alone", "as population": "place", "as a trait": "gain", "feed": "feed",
    "attack": "attack",
}  # fmt: skip
_TOLD = {
    "done": "did-stop", "as a new species": "did-alone", "as population": "did-place", "feed": "did-feed",
    "attack": "did-attack",
}  # fmt: skip


@PLAY_TABLES("lake-ecosystem")
class LakePlayTable(PlayTable[LakeEcosystem, DataState]):
    """The table of the lake game."""

    words_file = Path(__file__).with_name("play.yaml")
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

    def __init__(self, diagrams: DiagramBuilder[LakeEcosystem, DataState], findings: Findings) -> None:
        super().__init__(diagrams, findings)
        self.texts = {**self.texts, **refusal_texts(self.rules)}

    # --- what lies there ------------------------------------------------------------------------------------

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        return self._panels(LakeTable(state), seat, state.scores())

    def _panels(self, state: LakeTable, seat: int | None, scores: Sequence[int]) -> Iterator[PlayPanel]:
        yield PlayPanel(TABLE, self.words("lake"), self._lake(state), tuple(self._lake_notes(state)))
        first = state.active if seat is None else seat
        for who in [(first + step) % state.players for step in range(state.players)]:
            for species in state.rows[who]:
                title = self.words("of", self.diagrams.player_name(who), self._species_name(state.name(species)))
                notes = tuple(self._species_notes(state, species, seat))
                yield PlayPanel(TABLE, title, self._species(state, species), notes, who)
            if (seat is None or seat == who) and state.hands[who]:
                yield PlayPanel(
                    HAND, self.words("hand-of", self.diagrams.player_name(who)), self._hand(state, who), (), who
                )
        for who in range(state.players):
            notes = (
                self.words("score", scores[who]),
                self.words("mat", state.bags[who]),
                self.words("cards", len(state.hands[who])),
            )
            yield PlayPanel(PLAYER, self.diagrams.player_name(who), self._mat(state, who), notes, who)

    def _lake(self, state: LakeTable) -> Diagram:
        water = self.diagrams.water(state)
        regions = tuple(region._replace(title="") for region in water.regions)
        sketch = DiagramCanvas(self.space)
        sketch.add(water._replace(regions=regions, alt_texts=()), 0.0, 0.0)
        return sketch.done()

    def _lake_notes(self, state: LakeTable) -> Iterator[DiagramText]:
        yield self.words("food", state.lake)
        yield self.words("bank", state.bank)
        yield self.words("deck", len(state.deck))
        if state.discard:
            yield self.words("discard", len(state.discard))
        if state.last:
            yield self.words("last", state.last, state.turn)
        else:
            yield self.words("turn-number", state.turn)

    def _species(self, state: LakeTable, species: int) -> Diagram:
        """A species: its population face down, one card over the other, its food on it, and its traits."""
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("cards")
        down = self.space.size("food")[1]
        population, fed = state.population(species), state.food(species)
        for place in range(population):
            back = DiagramPiece("cards", self.space.first("cards"), place * width * _STEP, 0.0, "back", keep=SEEN)
            sketch.pieces.append(back)
        for place in range(fed):
            left = min(place, population - 1) * width * _STEP + 2 + (place >= population) * width / 2
            sketch.pieces.append(self.diagrams.food_token(place, left, height * SEEN - down - 3))
        right = (population - 1) * width * _STEP + width
        x = right + NEAR
        for kind in state.traits(species):
            sketch.pieces.append(DiagramPiece("cards", self.rules.records.ids[kind], x, 0.0, keep=SEEN))
            right = x + width
            x = right + 1
        name = self._species_name(state.name(species))
        says = self.words("described", name, self._population(state, species), self._traits(state, species))
        sketch.targets.append(
            DiagramTarget(0.0, 0.0, right, height * SEEN, f"species {state.name(species)}", says)
        )  # fmt: skip
        return sketch.done()

    def _species_notes(self, state: LakeTable, species: int, seat: int | None) -> Iterator[DiagramText]:
        yield self._population(state, species)
        known = state.known(species)
        if known and seat in (None, state.owner(species)):
            yield self.words("known", listed([*map(self._card, known)]))

    def _population(self, state: LakeTable, species: int) -> DiagramWords:
        population = state.population(species)
        if state.phase != "feeding" or state.owner(species) != state.active:
            return self.words("population-only", population)
        return self.words("population", population, state.food(species))

    def _traits(self, state: LakeTable, species: int) -> DiagramText:
        kinds = state.traits(species)
        return self.words("traits", listed([*map(self._card, kinds)])) if kinds else self.words("no-traits")

    def _hand(self, state: LakeTable, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("cards")
        held = state.held(seat)
        for place, kind in enumerate(state.hands[seat]):
            card = DiagramPiece("cards", self.rules.records.ids[kind], place * (width + NEAR), 0.0)
            sketch.pieces.append(card)
            sketch.target(card, f"hand {self.rules.records.ids[kind]}", self.words("in-hand", self._card(kind)))
            if kind == held:
                sketch.frame(card)
                held = -1
        return sketch.done()

    def _mat(self, state: LakeTable, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        across, down = self.space.size("food")
        for number in range(state.bags[seat]):
            line, place = divmod(number, 8)
            sketch.pieces.append(self.diagrams.food_token(number, place * (across + 1), line * (down + 1)))
        return sketch.done()

    # --- words ----------------------------------------------------------------------------------------------

    def player(self, seat: int, state: DataState) -> DiagramText:
        return self.diagrams.player_name(seat)

    def _species_name(self, name: str) -> DiagramWords:
        return self.words("species", name)

    def _card(self, kind: int) -> PieceName:
        return PieceName("traits", self.rules.records.ids[kind])

    def _piece(self, card: str) -> PieceName:
        return PieceName("traits", card)

    def part_of_reason(self, part: str) -> DiagramText:
        if part in self.rules.cards:
            return self._piece(part)
        return self.words("species", part) if not part.isdecimal() else part

    def question(self, state: DataState) -> Question:
        table = LakeTable(state)
        if state.actor() == END:
            return Question(self.words("over"), "EL-5.3")
        if table.phase != "adaptation":
            return Question(self.words("ask-feed"), "EL-3.9")
        held = table.held(table.active)
        if held >= 0:
            return Question(self.words("ask-place", self._card(held)), "EL-3.5")
        return Question(self.words("ask-take"), "EL-3.4")

    def says(self, action: Action, state: DataState) -> DiagramText:
        verb, chosen = self._chosen(action)
        if verb == "as a trait" and "old" in chosen:
            return self.words("replace", chosen["s"], self._piece(chosen["old"]))
        if verb == "play":
            return self.words("take", self._piece(chosen["card"]))
        return self.words(_SAYS[verb], *chosen.values())

    def _chosen(self, action: Action) -> tuple[str, dict[str, str]]:
        """The name of an action, and what is chosen, without what is nothing."""
        found = self.rules.named(action)
        assert found is not None
        return found[0].name, {name: word for name, word in found[1].items() if word != "nothing"}

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        followed = [*self._followed(deed.events)]
        if isinstance(deed.action, tuple):
            return (self.words("shuffled"), *followed)
        assert isinstance(deed.before, DataState)
        return (self._told(deed.action, LakeTable(deed.before), deed.own), *followed)

    def _told(self, action: Action, before: LakeTable, own: bool) -> DiagramText:
        verb, chosen = self._chosen(action)
        if verb == "play":
            return self.words("did-take", self._piece(chosen["card"])) if own else self.words("did-take-secretly")
        if verb != "as a trait":
            return self.words(_TOLD[verb], *chosen.values())
        card = self._card(before.held(before.active))
        if "old" in chosen:
            return self.words("did-replace", chosen["s"], card, self._piece(chosen["old"]))
        return self.words("did-gain", chosen["s"], card)

    def _followed(self, events: Sequence[Event]) -> Iterator[DiagramText]:
        for name, *details in events:
            match name, details:
                case "turn", [seat, number]:
                    yield self.words("turn", self.diagrams.player_name(seat), number)
                case "fertile", [_, species]:
                    yield self.words("grows", species)
                case "long neck", [_, species]:
                    yield self.words("from-bank", species)
                case "eat", [_, species, tokens]:
                    yield self.words("eats", species, tokens)
                case "horns", [_, hunter, prey]:
                    yield self.words("horns", hunter, prey)
                case "scavenge", [_, species]:
                    yield self.words("scavenges", species)
                case "starve", [_, species, cards]:
                    yield self.words("starves", species, cards)
                case "extinct", [_, species, *_]:
                    yield self.words("extinct", species)
                case "deck empty", [_, last]:
                    yield self.words("deck-empty", last)

    # --- meals ----------------------------------------------------------------------------------------------

    def series(self, state: DataState) -> Iterator[Series]:
        """All meals from the lake if it has enough for everyone, or else all that one species may take."""
        table = LakeTable(state)
        hunger = {}
        for action in state.legal_actions() if table.phase == "feeding" and state.actor() >= 0 else ():
            verb, chosen = self._chosen(action)
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

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: DataState) -> tuple[str, ...]:
        verb, chosen = self._chosen(action)
        if verb == "play":
            return (f"hand {chosen['card']}",)
        return tuple(f"species {name}" for part, name in chosen.items() if part in ("s", "t"))

    def meant(self, targets: Sequence[str], state: DataState) -> Action | None:
        named = [name.partition(" ")[::2] for name in targets]
        if not named:
            return None
        sort, name = named[0]
        if sort == "hand":
            words = f"play {name}"
        elif len(named) > 1:
            words = f"attack {named[1][1]} with {name}"
        else:
            words = f"as a trait of {name}" if LakeTable(state).phase == "adaptation" else f"feed {name}"
        try:
            return self.rules.parse(words)
        except ValueError:
            return None

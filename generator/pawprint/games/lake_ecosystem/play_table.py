"""The lake game to play: the lake, every species to point at, the hand, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pawprint.games.lake_ecosystem.actions import (
    ADAPTATION,
    ALONE,
    ATTACK,
    DONE,
    FEED,
    FEEDING,
    GAIN,
    KIND,
    KNOWN,
    MASK,
    PLACE,
    REPLACE,
    ROW,
    SPECIES,
    TAKE,
    species_name,
    species_of,
    verb_of,
)
from pawprint.games.lake_ecosystem.diagram import SEEN, LakeDiagrams
from pawprint.games.lake_ecosystem.rules import LakeEcosystem
from pawprint.games.lake_ecosystem.state import LakeState
from pawprint.rules.diagram import (
    NEAR,
    Diagram,
    DiagramCanvas,
    DiagramPiece,
    DiagramTarget,
    DiagramText,
    DiagramWords,
    PieceName,
    listed,
)
from pawprint.rules.engine import END, Action, Event
from pawprint.rules.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question, Series

#: How much of a card is seen below the next one of the same population.
_STEP = 0.3


@PLAY_TABLES("lake-ecosystem")
class LakePlayTable(PlayTable[LakeEcosystem, LakeState]):
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

    # --- what lies there ------------------------------------------------------------------------------------

    def panels(self, state: LakeState, seat: int | None) -> Iterator[PlayPanel]:
        yield PlayPanel(TABLE, self.words("lake"), self._lake(state), tuple(self._lake_notes(state)))
        first = state.seat if seat is None else seat
        for who in [(first + step) % state.players for step in range(state.players)]:
            for species in state.rows[who]:
                title = self.words("of", self.player(who, state), self._species_name(species))
                notes = tuple(self._species_notes(state, species, seat))
                yield PlayPanel(TABLE, title, self._species(state, species), notes, who)
            if (seat is None or seat == who) and any(state.hands[who]):
                yield PlayPanel(HAND, self.words("hand-of", self.player(who, state)), self._hand(state, who), (), who)
        for who in range(state.players):
            notes = (
                self.words("score", state.scores()[who]),
                self.words("mat", state.bags[who]),
                self.words("cards", sum(state.hands[who])),
            )
            yield PlayPanel(PLAYER, self.player(who, state), self._mat(state, who), notes, who)

    def _lake(self, state: LakeState) -> Diagram:
        water = self.diagrams.water(state)
        regions = tuple(region._replace(title="") for region in water.regions)
        sketch = DiagramCanvas(self.space)
        sketch.add(water._replace(regions=regions, alt_texts=()), 0.0, 0.0)
        return sketch.done()

    def _lake_notes(self, state: LakeState) -> Iterator[DiagramText]:
        yield self.words("food", state.lake)
        yield self.words("bank", state.bank)
        yield self.words("deck", len(state.deck) - state.top)
        if state.discard:
            yield self.words("discard", len(state.discard))
        if state.last:
            yield self.words("last", state.last, state.turn)
        else:
            yield self.words("turn-number", state.turn)

    def _species(self, state: LakeState, species: int) -> Diagram:
        """A species: its population face down, one card over the other, its food on it, and its traits."""
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("cards")
        down = self.space.size("food")[1]
        population, fed = len(state.people[species]), state.fed.get(species, 0)
        for place in range(population):
            back = DiagramPiece("cards", self.space.first("cards"), place * width * _STEP, 0.0, "back", keep=SEEN)
            sketch.pieces.append(back)
        for place in range(fed):
            left = min(place, population - 1) * width * _STEP + 2 + (place >= population) * width / 2
            sketch.pieces.append(self.diagrams.food_token(place, left, height * SEEN - down - 3))
        right = (population - 1) * width * _STEP + width
        x = right + NEAR
        for kind in self._kinds(state.traits[species]):
            sketch.pieces.append(DiagramPiece("cards", self.rules.box.ids[kind], x, 0.0, keep=SEEN))
            right = x + width
            x = right + 1
        name = self._species_name(species)
        says = self.words("described", name, self._population(state, species), self._traits(state, species))
        sketch.targets.append(
            DiagramTarget(0.0, 0.0, right, height * SEEN, f"species {species_name(species)}", says)
        )  # fmt: skip
        return sketch.done()

    def _species_notes(self, state: LakeState, species: int, seat: int | None) -> Iterator[DiagramText]:
        yield self._population(state, species)
        known = [card & KIND for card in state.people[species] if card & KNOWN]
        if known and seat in (None, species >> ROW):
            yield self.words("known", listed([*map(self._card, known)]))

    def _population(self, state: LakeState, species: int) -> DiagramWords:
        population = len(state.people[species])
        if species not in state.fed:
            return self.words("population-only", population)
        return self.words("population", population, state.fed[species])

    def _traits(self, state: LakeState, species: int) -> DiagramText:
        kinds = self._kinds(state.traits[species])
        return self.words("traits", listed([*map(self._card, kinds)])) if kinds else self.words("no-traits")

    def _kinds(self, bits: int) -> list[int]:
        return [kind for kind in range(self.rules.width) if bits >> kind & 1]

    def _hand(self, state: LakeState, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("cards")
        cards = [kind for kind, count in enumerate(state.hands[seat]) for _ in range(count)]
        held = state.held if seat == state.seat else -1
        for place, kind in enumerate(cards):
            card = DiagramPiece("cards", self.rules.box.ids[kind], place * (width + NEAR), 0.0)
            sketch.pieces.append(card)
            sketch.target(card, f"hand {self.rules.box.ids[kind]}", self.words("in-hand", self._card(kind)))
            if kind == held:
                sketch.frame(card)
                held = -1
        return sketch.done()

    def _mat(self, state: LakeState, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        across, down = self.space.size("food")
        for number in range(state.bags[seat]):
            line, place = divmod(number, 8)
            sketch.pieces.append(self.diagrams.food_token(number, place * (across + 1), line * (down + 1)))
        return sketch.done()

    # --- words ----------------------------------------------------------------------------------------------

    def player(self, seat: int, state: LakeState) -> DiagramText:
        return self.diagrams.player_name(seat)

    def _species_name(self, species: int) -> DiagramWords:
        return self.words("species", species_name(species))

    def _card(self, kind: int) -> PieceName:
        return PieceName("traits", self.rules.box.ids[kind])

    def part_of_reason(self, part: str) -> DiagramText:
        ids = self.rules.box.ids
        traits = part.split(", ")
        if all(one in ids for one in traits):
            return listed([self._card(ids.index(one)) for one in traits])
        return self.words("species", part) if not part.isdecimal() else part

    def question(self, state: LakeState) -> Question:
        if state.actor() == END:
            return Question(self.words("over"), "EL-5.3")
        if state.phase != ADAPTATION:
            return Question(self.words("ask-feed"), "EL-3.9")
        if state.held >= 0:
            return Question(self.words("ask-place", self._card(state.held)), "EL-3.5")
        return Question(self.words("ask-take"), "EL-3.4")

    def says(self, action: Action, state: LakeState) -> DiagramText:
        assert isinstance(action, int)
        verb, first, second = verb_of(action), action >> SPECIES & MASK, action & MASK
        if verb == DONE:
            return self.words("done")
        if verb == TAKE:
            return self.words("take", self._card(second))
        if verb == ALONE:
            return self.words("alone")
        if verb == FEED:
            return self.words("feed", species_name(second))
        if verb == ATTACK:
            return self.words("attack", species_name(first), species_name(second))
        if second >= REPLACE:
            return self.words("replace", species_name(first), self._card(second - REPLACE))
        return self.words("gain" if second else "place", species_name(first))

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        followed = [*self._followed(deed.events)]
        if isinstance(deed.action, tuple):
            return (self.words("shuffled"), *followed)
        before: Any = deed.before
        assert isinstance(deed.action, int)
        return (self._told(deed.action, before, deed.own), *followed)

    def _told(self, action: int, before: LakeState, own: bool) -> DiagramText:
        verb, first, second = verb_of(action), action >> SPECIES & MASK, action & MASK
        if verb == DONE:
            return self.words("did-stop")
        if verb == TAKE:
            return self.words("did-take", self._card(second)) if own else self.words("did-take-secretly")
        if verb == ALONE:
            return self.words("did-alone")
        if verb == FEED:
            return self.words("did-feed", species_name(second))
        if verb == ATTACK:
            return self.words("did-attack", species_name(first), species_name(second))
        name = species_name(first)
        if second >= REPLACE:
            return self.words("did-replace", name, self._card(before.held), self._card(second - REPLACE))
        return self.words("did-gain", name, self._card(before.held)) if second else self.words("did-place", name)

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

    def series(self, state: LakeState) -> Iterator[Series]:
        """All meals from the lake if it has enough for everyone, or else all that one species may take."""
        if state.phase != FEEDING:
            return
        hunger = {
            species: len(state.people[species]) - state.fed[species]
            for species in [action & MASK for action in state.legal_actions() if verb_of(action) == FEED]
        }
        # A species with fat tissue may take food without being hungry: that stays a choice.
        hungry = [FEED | species for species, cards in hunger.items() for _ in range(cards)]
        if len({*hungry}) > 1 and len(hungry) <= state.lake:
            yield Series(self.words("feed-all", len(hungry)), tuple(hungry))
            return
        for species, cards in hunger.items():
            meals = min(cards, state.lake)
            if meals > 1:
                yield Series(self.words("feed-times", species_name(species), meals), (FEED | species,) * meals)

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: LakeState) -> tuple[str, ...]:
        assert isinstance(action, int)
        verb, first, second = verb_of(action), action >> SPECIES & MASK, action & MASK
        if verb == TAKE:
            return (f"hand {self.rules.box.ids[second]}",)
        if verb == PLACE:
            return (f"species {species_name(first)}",)
        if verb == FEED:
            return (f"species {species_name(second)}",)
        if verb == ATTACK:
            return f"species {species_name(first)}", f"species {species_name(second)}"
        return ()

    def meant(self, targets: Sequence[str], state: LakeState) -> Action | None:
        sorts = [name.partition(" ")[::2] for name in targets]
        if not sorts:
            return None
        if sorts[0][0] == "hand":
            return TAKE | self.rules.box.ids.index(sorts[0][1]) if sorts[0][1] in self.rules.box.ids else None
        try:
            species = [species_of(name) for sort, name in sorts if sort == "species"]
        except ValueError:
            return None
        if not species:
            return None
        if len(species) > 1:
            return ATTACK | species[0] << SPECIES | species[1]
        if state.phase == ADAPTATION:
            return PLACE | species[0] << SPECIES | GAIN
        return FEED | species[0]

"""FOODEN to play: Nature, the laboratory and the cubes to point at, the action cards, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pawprint.games.fooden import actions as verbs
from pawprint.games.fooden.actions import (
    ACTING,
    CHOOSING,
    FORESEEING,
    JOINING,
    LAYING,
    NAMING,
    OVER,
    RENEWING,
    SHIFTING,
    effects_in,
)
from pawprint.games.fooden.cards import (
    ADD_FOOD,
    BARTER,
    EFFECTS,
    FEED,
    FOODS,
    FORESEE,
    INTRODUCE,
    LEAD,
    RECALL,
    RENEW,
    REVEAL,
    ROWS,
    SUPPLY,
)
from pawprint.games.fooden.diagram import SEEN, FoodenDiagrams
from pawprint.games.fooden.rules import Fooden
from pawprint.games.fooden.state import FoodenState
from pawprint.games.fooden.view import knows_objectives, sees_laid
from pawprint.rules.diagram import NEAR, Diagram, DiagramCanvas, DiagramPiece, DiagramText, PieceName, listed
from pawprint.rules.engine import Action, Event
from pawprint.rules.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question

#: Stage -> the word for what is decided in it, and the rule.
_QUESTIONS = {
    CHOOSING: ("ask-choose", "FO-2.3"),
    LAYING: ("ask-lay", "FO-4.4"),
    ACTING: ("ask-act", "FO-4.7"),
    JOINING: ("ask-join", "FO-7.9"),
    RENEWING: ("ask-renew", "FO-5.1"),
    FORESEEING: ("ask-foresee", "FO-5.1"),
    SHIFTING: ("ask-shift", "FO-5.1"),
    NAMING: ("ask-name", "FO-6.4"),
}
#: Creatures that lie beside each other outside Nature.
_IN_LINE = 6
#: Cubes of each kind that are drawn before a number stands for the rest.
_MOST_CUBES = 10


@PLAY_TABLES("fooden")
class FoodenPlayTable(PlayTable[Fooden, FoodenState]):
    """The table of FOODEN."""

    words_file = Path(__file__).with_name("play.yaml")
    sections: ClassVar[Mapping[str, str]] = {
        "FO-1": "creature", "FO-2": "setup", "FO-3": "placing", "FO-4": "season", "FO-4.1": "phase-1",
        "FO-4.2": "phase-1", "FO-4.3": "phase-1", "FO-4.4": "phase-2", "FO-4.5": "phase-2", "FO-4.6": "phase-2",
        "FO-4.7": "phase-2", "FO-5": "organisations", "FO-5.1": "organisations", "FO-6": "end", "FO-6.2": "objectives",
        "FO-7": "traits", "FO-8": "variants",
    }  # fmt: skip
    diagrams: FoodenDiagrams

    # --- what lies there ------------------------------------------------------------------------------------

    def panels(self, state: FoodenState, seat: int | None) -> Iterator[PlayPanel]:
        names = state.cards.season_names
        season = self._season(names[state.season % len(names)])
        nature = self.words("nature-after") if state.stage in (NAMING, OVER) else self.words("nature", season)
        yield PlayPanel(TABLE, nature, self._nature(state))
        if state.lab:
            yield PlayPanel(TABLE, self.words("lab"), self._creatures(state.lab, "in-lab"))
        if state.looked and seat in (None, state.seat):
            yield PlayPanel(TABLE, self.words("looked-at"), self._creatures(state.looked, ""))
        for who in range(state.seats) if seat is None else (seat,):
            if state.hands[who]:
                yield PlayPanel(HAND, self.words("hand-of", self.player(who, state)), self._hand(state, who), (), who)
        if seat is not None:
            title = self.words("cubes-of", self.player(seat, state))
            yield PlayPanel(HAND, title, self._cubes(state, seat), (), seat)
        for who in range(state.seats):
            if state.objectives[who] and (seat is None or knows_objectives(state, seat, who)):
                title = self.words("objectives-of", self.player(who, state))
                pays = tuple(self._pays(state, who))
                yield PlayPanel(HAND, title, self._objectives(state, who), pays, who)
        yield PlayPanel(TABLE, self.words("reserve"), self._reserve(state), (self.words("vp-left", state.vp),))
        if state.survivors:
            yield PlayPanel(TABLE, self.words("survivors"), self._creatures(state.survivors, "survived"))
        if state.discard:
            yield PlayPanel(TABLE, self.words("discard"), self._creatures(state.discard, "discarded"))
        left = (self.words("deck-left", len(state.deck)),)
        yield PlayPanel(TABLE, self.words("deck"), self._deck(state), left)
        for who in range(state.seats):
            about = tuple(self._notes(state, who, seat))
            cubes = self._cubes(state, who)._replace(targets=()) if who != seat else Diagram(0.0, 0.0, ())
            yield PlayPanel(PLAYER, self.player(who, state), cubes, about, who)

    def _nature(self, state: FoodenState) -> Diagram:
        sketch = DiagramCanvas(self.space)
        sketch.add(self.diagrams.rows_of_nature(state, range(len(ROWS)), {}, ()), 0.0, 0.0)
        heads = [piece for piece in sketch.pieces if piece.component == "nature"]
        creatures = [piece for piece in sketch.pieces if piece.component == "creatures"]
        for row, head in enumerate(heads):
            sketch.target(head, f"row {ROWS[row]}", self.words("row-of", PieceName("nature", head.id)))
        for creature, card in zip([one for line in state.rows for one in line], creatures, strict=True):
            says = self.words("with-force", self.diagrams.creature_name(creature), state.force(creature))
            sketch.target(card, f"creature {state.name(creature)}", says)
        return sketch.done()

    def _creatures(self, creatures: Sequence[int], word: str) -> Diagram:
        """Creatures side by side.

        Args:
            word: says where they are.
        """
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("creatures")
        for number, creature in enumerate(creatures):
            line, place = divmod(number, _IN_LINE)
            card = self.diagrams.creature_card(creature, place * (width + NEAR), line * (height * SEEN + NEAR))
            sketch.pieces.append(card)
            name = self.diagrams.creature_name(creature)
            sketch.target(
                card, f"creature {self.rules.cards.names[creature]}", self.words(word, name) if word else name
            )  # fmt: skip
        return sketch.done()

    def _hand(self, state: FoodenState, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("actions")
        for place, action in enumerate(state.hands[seat]):
            card = state.cards.actions[state.about[action]]
            piece = DiagramPiece("actions", card.id, place * (width + NEAR), 0.0)
            sketch.pieces.append(piece)
            sketch.target(piece, f"card {card.name}")
        return sketch.done()

    def _objectives(self, state: FoodenState, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("objectives")
        for place, number in enumerate(state.objectives[seat]):
            name = state.cards.objectives[number].id
            sketch.pieces.append(DiagramPiece("objectives", name, place * (width + NEAR), 0.0))
        return sketch.done()

    def _pays(self, state: FoodenState, seat: int) -> Iterator[DiagramText]:
        """What the objectives of a player pay for the survivors so far."""
        tally = state.cards.tally(state.survivors)
        for objective in [state.cards.objectives[number] for number in state.objectives[seat]]:
            yield self.words("pays", PieceName("objectives", objective.id), objective.pays(tally))

    def _deck(self, state: FoodenState) -> Diagram:
        sketch = DiagramCanvas(self.space)
        back = DiagramPiece("creatures", self.space.first("creatures"), 0.0, 0.0, "back", keep=SEEN)
        if state.deck:
            sketch.pieces.append(back)
        sketch.target(back, "deck", self.words("deck"))
        return sketch.done()

    def _reserve(self, state: FoodenState) -> Diagram:
        return self._cubes_of(state.reserve, "reserve", "reserve-cube")

    def _cubes(self, state: FoodenState, seat: int) -> Diagram:
        return self._cubes_of(state.purses[seat], "cube", "your-cube")

    def _cubes_of(self, amounts: Sequence[int], target: str, word: str) -> Diagram:
        """A line of cubes for each food."""
        sketch = DiagramCanvas(self.space)
        side = self.space.size("cubes")[0]
        for line, food in enumerate(food for food in FOODS if amounts[food]):
            for place in range(min(amounts[food], _MOST_CUBES)):
                cube = DiagramPiece("cubes", self._cube(food).id, place * (side + 1), line * (side + NEAR))
                sketch.pieces.append(cube)
                if not place:
                    sketch.target(cube, f"{target} {ROWS[food]}", self.words(word, self._cube(food)))
        return sketch.done()

    def _notes(self, state: FoodenState, seat: int, viewer: int | None) -> Iterator[DiagramText]:
        if state.stage in (NAMING, OVER):
            yield self.words("score", state.scores()[seat])
        if state.organisations[seat] >= 0:
            name = state.cards.organisations[state.organisations[seat]]
            yield self.words("organisation", PieceName("organisations", name))
        yield self.words("vp", state.points[seat])
        for food in FOODS:
            if state.purses[seat][food]:
                yield self.words("cube-count", self._cube(food), state.purses[seat][food])
        if state.leader == seat:
            yield self.words("leads")
        if state.laid[seat] >= 0:
            seen = viewer is None or sees_laid(state, viewer, seat)
            yield self.words("card-now", self._card(state.laid[seat])) if seen else self.words("has-laid")

    # --- words ----------------------------------------------------------------------------------------------

    def player(self, seat: int, state: FoodenState) -> DiagramText:
        return self.diagrams.player_name(seat)

    def _season(self, name: str) -> DiagramText:
        return self.words(name) if name in self.texts else name

    def _cube(self, food: int) -> PieceName:
        return PieceName("cubes", self.space.first("cubes", "food", ROWS[food]))

    def _card(self, card: int) -> PieceName:
        return PieceName("actions", self.rules.cards.actions[card].id)

    def _effect(self, effect: int) -> PieceName:
        return PieceName("action-icons", EFFECTS[effect])

    def part_of_reason(self, part: str) -> DiagramText:
        if part.startswith("seat "):
            return self.diagrams.player_name(int(part.removeprefix("seat ")))
        if part in ROWS:
            return self._cube(ROWS.index(part))
        cards = self.rules.cards
        if part in cards.numbers:
            return self.diagrams.creature_name(cards.numbers[part])
        effects = [EFFECTS.index(one) for one in part.split(" or ") if one in EFFECTS]
        names = {card.name: PieceName("actions", card.id) for card in cards.actions}
        return listed([self._effect(effect) for effect in effects]) if effects else names.get(part, part)

    def question(self, state: FoodenState) -> Question:
        word, rule = _QUESTIONS.get(state.stage, ("over", "FO-6.1"))
        parts: tuple[DiagramText, ...] = ()
        if state.stage == LAYING:
            parts = (state.round,)
        elif state.stage == ACTING:
            parts = (listed([self._how(effect) for effect in effects_in(state.pending)]),)
        elif state.stage == SHIFTING:
            parts = (self.diagrams.creature_name(state.moving),)
        return Question(self.words(word, *parts), rule)

    def _how(self, effect: int) -> DiagramText:
        return self.words("how", self._effect(effect), self.words(f"how-{EFFECTS[effect]}"))

    def says(self, action: Action, state: FoodenState) -> DiagramText:
        assert isinstance(action, int)
        verb, about = self.rules.words.verb[action], self.rules.words.about[action]
        if verb < len(EFFECTS):
            return self._says_effect(verb, about)
        if verb == verbs.KEEP:
            return self.words("keep", self.diagrams.creature_name(about))
        if verb == verbs.SINK:
            return self.words("sink", self.diagrams.creature_name(about))
        if verb == verbs.TO:
            return self.words("to", self.diagrams.creature_name(self._at(about, state)))
        if verb == verbs.CHOOSE:
            return self.words("choose", PieceName("organisations", self.rules.cards.organisations[about]))
        if verb == verbs.LAY:
            return self.words("lay", self._card(about))
        return self.words("name", self.player(about, state))

    def _says_effect(self, effect: int, about: int) -> DiagramText:
        name = self._effect(effect)
        if effect in (ADD_FOOD, SUPPLY):
            return self.words("does", name, self._cube(about))
        if effect in (REVEAL, LEAD, FORESEE):
            return name
        if effect == BARTER:
            return self.words("does-swap", name, *map(self._cube, divmod(about, 4)))
        if effect == FEED:
            food, creature = divmod(about, len(self.rules.cards.creatures))
            return self.words("does-feed", name, self._cube(food), self.diagrams.creature_name(creature))
        return self.words("does", name, self.diagrams.creature_name(about))

    def _at(self, place: int, state: FoodenState) -> int:
        """The creature at a place of the row in which one is being shifted."""
        return state.rows[state.row[state.moving]][place]

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        followed = [*self._followed(deed.events)]
        if not isinstance(deed.action, int):
            return (self.words("shuffled"), *followed)
        before: Any = deed.before
        return (self._told(deed.action, before, deed.own), *followed)

    def _told(self, action: int, before: FoodenState, own: bool) -> DiagramText:
        verb, about = self.rules.words.verb[action], self.rules.words.about[action]
        if verb < len(EFFECTS):
            return self.words("applied", self._says_effect(verb, about))
        if verb in (verbs.KEEP, verbs.SINK):
            word = "kept" if verb == verbs.KEEP else "sunk"
            return self.words(word, self.diagrams.creature_name(about)) if own else self.words(f"{word}-secretly")
        if verb == verbs.TO:
            return self.words("moved", about + 1)
        if verb == verbs.CHOOSE:
            return self.words("chose", PieceName("organisations", self.rules.cards.organisations[about]))
        if verb == verbs.LAY:
            return self.words("laid", self._card(about)) if own else self.words("laid-secretly")
        return self.words("named", self.player(about, before))

    def _followed(self, events: Sequence[Event]) -> Iterator[DiagramText]:
        cards, player = self.rules.cards, self.diagrams.player_name
        actions = {card.name: number for number, card in enumerate(cards.actions)}

        def creature(name: str) -> DiagramText:
            return self.diagrams.creature_name(cards.numbers[name])

        for name, *details in events:
            match name, details:
                case "season", [season]:
                    yield self.words("season", self._season(season))
                case "plays", [seat, card, _]:
                    yield self.words("plays", player(seat), self._card(actions[card]))
                case "skips", [seat, effect]:
                    yield self.words("skips", player(seat), PieceName("action-icons", effect))
                case "gains", [seat, _]:
                    yield self.words("gains", player(seat))
                case (("revealed" | "added" | "survives" | "dies"), [one]):
                    yield self.words(name, creature(one))
                case "eats", [one, _]:
                    yield self.words("eats", creature(one))
                case "attacks", [hunter, prey, *_]:
                    yield self.words("attacks", creature(hunter), creature(prey))
                case "trait", [one, trait]:
                    yield self.words("trait", creature(one), PieceName("traits", trait))
                case "fate", [one, "inverted"]:
                    yield self.words("upside-down", creature(one))

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: FoodenState) -> tuple[str, ...]:
        assert isinstance(action, int)
        verb, about = self.rules.words.verb[action], self.rules.words.about[action]
        names = self.rules.cards.names
        if verb == ADD_FOOD:
            return f"cube {ROWS[about]}", f"row {ROWS[about]}"
        if verb == SUPPLY:
            return f"reserve {ROWS[about]}", f"row {ROWS[about]}"
        if verb == BARTER:
            given, taken = divmod(about, 4)
            return f"cube {ROWS[given]}", f"row {ROWS[taken]}"
        if verb == FEED:
            food, creature = divmod(about, len(names))
            return f"cube {ROWS[food]}", f"creature {names[creature]}"
        if verb in (REVEAL, FORESEE):
            return ("deck",)
        if verb == verbs.LAY:
            return (f"card {self.rules.cards.actions[about].name}",)
        if verb == verbs.TO:
            return (f"creature {names[self._at(about, state)]}",)
        return () if verb in (LEAD, verbs.CHOOSE, verbs.NAME) else (f"creature {names[about]}",)

    def meant(self, targets: Sequence[str], state: FoodenState) -> Action | None:
        first, cards = self.rules.words.first, self.rules.cards
        said = dict(name.partition(" ")[::2] for name in targets)
        if "deck" in said:
            return first[REVEAL]
        if "card" in said:
            numbers = [number for number, card in enumerate(cards.actions) if card.name == said["card"]]
            return first[verbs.LAY] + numbers[0] if numbers else None
        foods = {sort: ROWS.index(name) for sort, name in said.items() if name in ROWS}
        creature = cards.numbers.get(said.get("creature", ""))
        if "cube" in foods:
            if creature is not None:
                return first[FEED] + len(cards.creatures) * foods["cube"] + creature
            taken = foods.get("row", foods["cube"])
            swapped = taken != foods["cube"]
            return first[BARTER] + 4 * foods["cube"] + taken if swapped else first[ADD_FOOD] + taken
        if "reserve" in foods:
            return first[SUPPLY] + foods["reserve"]
        if "row" in foods:
            return first[ADD_FOOD] + foods["row"]
        return None if creature is None else self._meant_creature(creature, state)

    def _meant_creature(self, creature: int, state: FoodenState) -> Action:
        """What pointing at a creature means now."""
        first = self.rules.words.first
        if state.stage == SHIFTING:
            row = state.rows[state.row[state.moving]]
            return first[verbs.TO] + (row.index(creature) if creature in row else len(row))
        if state.stage == FORESEEING:
            return first[verbs.KEEP] + creature
        if state.stage == RENEWING:
            return first[RENEW] + creature
        return first[INTRODUCE if creature in state.lab else RECALL] + creature

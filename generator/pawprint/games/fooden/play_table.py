"""FOODEN to play: Nature, the laboratory and the cubes to point at, the action cards, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from pawprint.core.diagnostics import Findings
from pawprint.games.fooden.diagram import SEEN, FoodenDiagrams
from pawprint.games.fooden.rules import EFFECTS, FOODS, ROWS, Fooden
from pawprint.games.fooden.table import FoodenTable
from pawprint.rules.diagram import (
    NEAR,
    Diagram,
    DiagramBuilder,
    DiagramCanvas,
    DiagramPiece,
    DiagramText,
    PieceName,
    listed,
)
from pawprint.rules.engine import Action, Event
from pawprint.rules.language.data_state import DataState
from pawprint.rules.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question
from pawprint.rules.zone_play_table import refusal_texts

#: Stage -> the rule about what is decided in it.
_QUESTIONS = {
    "choose": "FO-2.3", "lay": "FO-4.4", "act": "FO-4.7", "join": "FO-7.9", "renew": "FO-5.1", "foresee": "FO-5.1",
    "shift": "FO-5.1", "name": "FO-6.4",
}  # fmt: skip
#: Action -> the effect that it is, where that is called otherwise.
_EFFECT_OF = {"add": "add-food", "swap": "barter", "discard": "renew"}
#: Creatures that lie beside each other outside Nature.
_IN_LINE = 6
#: Cubes of each kind that are drawn before a number stands for the rest.
_MOST_CUBES = 10


@PLAY_TABLES("fooden")
class FoodenPlayTable(PlayTable[Fooden, DataState]):
    """The table of FOODEN."""

    words_file = Path(__file__).with_name("play.yaml")
    sections: ClassVar[Mapping[str, str]] = {
        "FO-1": "creature", "FO-2": "setup", "FO-3": "placing", "FO-4": "season", "FO-4.1": "phase-1",
        "FO-4.2": "phase-1", "FO-4.3": "phase-1", "FO-4.4": "phase-2", "FO-4.5": "phase-2", "FO-4.6": "phase-2",
        "FO-4.7": "phase-2", "FO-5": "organisations", "FO-5.1": "organisations", "FO-6": "end", "FO-6.2": "objectives",
        "FO-7": "traits", "FO-8": "variants",
    }  # fmt: skip
    diagrams: FoodenDiagrams

    def __init__(self, diagrams: DiagramBuilder[Fooden, DataState], findings: Findings) -> None:
        super().__init__(diagrams, findings)
        self.texts = {**refusal_texts(self.rules), **self.texts}

    # --- what lies there ------------------------------------------------------------------------------------

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        return self._panels(FoodenTable(state), seat)

    def _panels(self, state: FoodenTable, seat: int | None) -> Iterator[PlayPanel]:
        over = state.stage in ("name", "over")
        nature = self.words("nature-after") if over else self.words("nature", self._season(state.season_name))
        yield PlayPanel(TABLE, nature, self._nature(state))
        if state.lab:
            yield PlayPanel(TABLE, self.words("lab"), self._creatures(sorted(state.lab), "in-lab"))
        if state.looked and seat in (None, state.state.seat):
            yield PlayPanel(TABLE, self.words("looked-at"), self._creatures(sorted(state.looked), ""))
        for who in range(state.seats) if seat is None else (seat,):
            if state.hand(who):
                title = self.words("hand-of", self.diagrams.player_name(who))
                yield PlayPanel(HAND, title, self._hand(state, who), (), who)
        if seat is not None:
            title = self.words("cubes-of", self.diagrams.player_name(seat))
            yield PlayPanel(HAND, title, self._cubes(state, seat), (), seat)
        for who in range(state.seats):
            if state.objectives(who) and (seat in (None, who) or over):
                title = self.words("objectives-of", self.diagrams.player_name(who))
                pays = tuple(
                    self.words("pays", PieceName("objectives", self.diagrams.face(one)), state.pays(one))
                    for one in state.objectives(who)
                )
                yield PlayPanel(HAND, title, self._objectives(state, who), pays, who)
        reserve = self._cubes_of(state.reserve, "reserve", "reserve-cube")
        yield PlayPanel(TABLE, self.words("reserve"), reserve, (self.words("vp-left", state.vp),))
        if state.survivors:
            yield PlayPanel(TABLE, self.words("survivors"), self._creatures(state.survivors, "survived"))
        if state.discard:
            yield PlayPanel(TABLE, self.words("discard"), self._creatures(state.discard, "discarded"))
        left = (self.words("deck-left", len(state.deck)),)
        yield PlayPanel(TABLE, self.words("deck"), self._deck(state), left)
        for who in range(state.seats):
            about = tuple(self._notes(state, who, seat))
            cubes = self._cubes(state, who)._replace(targets=()) if who != seat else Diagram(0.0, 0.0, ())
            yield PlayPanel(PLAYER, self.diagrams.player_name(who), cubes, about, who)

    def _nature(self, state: FoodenTable) -> Diagram:
        sketch = DiagramCanvas(self.space)
        sketch.add(self.diagrams.rows_of_nature(state, ROWS, {}, ()), 0.0, 0.0)
        heads = [piece for piece in sketch.pieces if piece.component == "nature"]
        creatures = [piece for piece in sketch.pieces if piece.component == "creatures"]
        for row, head in zip(ROWS, heads, strict=True):
            sketch.target(head, f"row {row}", self.words("row-of", PieceName("nature", head.id)))
        for creature, card in zip(state.everyone, creatures, strict=True):
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
            sketch.target(card, f"creature {self.rules.id_of(creature)}", self.words(word, name) if word else name)
        return sketch.done()

    def _hand(self, state: FoodenTable, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("actions")
        for place, card in enumerate(state.hand(seat)):
            piece = DiagramPiece("actions", self.diagrams.face(card), place * (width + NEAR), 0.0)
            sketch.pieces.append(piece)
            sketch.target(piece, f"card {state.name(card)}")
        return sketch.done()

    def _objectives(self, state: FoodenTable, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("objectives")
        for place, one in enumerate(state.objectives(seat)):
            sketch.pieces.append(DiagramPiece("objectives", self.diagrams.face(one), place * (width + NEAR), 0.0))
        return sketch.done()

    def _deck(self, state: FoodenTable) -> Diagram:
        sketch = DiagramCanvas(self.space)
        back = DiagramPiece("creatures", self.space.first("creatures"), 0.0, 0.0, "back", keep=SEEN)
        if state.deck:
            sketch.pieces.append(back)
        sketch.target(back, "deck", self.words("deck"))
        return sketch.done()

    def _cubes(self, state: FoodenTable, seat: int) -> Diagram:
        return self._cubes_of(state.purse(seat), "cube", "your-cube")

    def _cubes_of(self, amounts: Mapping[str, int], target: str, word: str) -> Diagram:
        """A line of cubes for each food."""
        sketch = DiagramCanvas(self.space)
        side = self.space.size("cubes")[0]
        for line, food in enumerate(food for food in FOODS if amounts[food]):
            for place in range(min(amounts[food], _MOST_CUBES)):
                cube = DiagramPiece("cubes", self._cube(food).id, place * (side + 1), line * (side + NEAR))
                sketch.pieces.append(cube)
                if not place:
                    sketch.target(cube, f"{target} {food}", self.words(word, self._cube(food)))
        return sketch.done()

    def _notes(self, state: FoodenTable, seat: int, viewer: int | None) -> Iterator[DiagramText]:
        if state.stage in ("name", "over"):
            yield self.words("score", state.state.scores()[seat])
        organisation = state.organisation(seat)
        if organisation is not None:
            yield self.words("organisation", PieceName("organisations", organisation))
        yield self.words("vp", state.points[seat])
        for food, count in state.purse(seat).items():
            if count:
                yield self.words("cube-count", self._cube(food), count)
        if state.leader == seat:
            yield self.words("leads")
        if state.laid(seat) >= 0:
            seen = viewer in (None, seat) or state.stage != "lay"
            card = PieceName("actions", self.diagrams.face(state.laid(seat)))
            yield self.words("card-now", card) if seen else self.words("has-laid")

    # --- words ----------------------------------------------------------------------------------------------

    def player(self, seat: int, state: DataState) -> DiagramText:
        return self.diagrams.player_name(seat)

    def _season(self, name: str) -> DiagramText:
        return self.words(name) if name in self.texts else name

    def _cube(self, food: str) -> PieceName:
        return PieceName("cubes", self.space.first("cubes", "food", food))

    def _named(self, word: str) -> DiagramText:
        """What a word of an action names."""
        if word in FOODS:
            return self._cube(word)
        if word in self.rules.cards:
            return PieceName(self.rules.component_of(word), self.rules.face(word))
        known = self.rules.records.kind_named(word, ["organisations"])
        return word if known is None else PieceName("organisations", word)

    def part_of_reason(self, part: str) -> DiagramText:
        return self.diagrams.player_name(int(part)) if part.isdecimal() else self._named(part)

    def question(self, state: DataState) -> Question:
        table = FoodenTable(state)
        stage = table.stage
        parts: tuple[DiagramText, ...] = ()
        if stage == "lay":
            parts = (table.round,)
        elif stage == "act":
            how = [
                self.words("how", PieceName("action-icons", effect), self.words(f"how-{effect}"))
                for effect in table.pending
            ]
            parts = (listed(how),)
        elif stage == "shift":
            parts = (self.diagrams.creature_name(table.moving),)
        known = stage in _QUESTIONS
        return Question(self.words(f"ask-{stage}" if known else "over", *parts), _QUESTIONS.get(stage, "FO-6.1"))

    def _chosen(self, action: Action) -> tuple[str, list[str]]:
        """The name of an action, and what is chosen."""
        found = self.rules.named(action)
        assert found is not None
        return found[0].name, [*found[1].values()]

    def says(self, action: Action, state: DataState) -> DiagramText:
        verb, chosen = self._chosen(action)
        effect = _EFFECT_OF.get(verb, verb)
        if effect in EFFECTS:
            name, parts = PieceName("action-icons", effect), [*map(self._named, chosen)]
            word = {"barter": "does-swap", "feed": "does-feed"}.get(effect, "does")
            return self.words(word, name, *parts) if parts else name
        if verb == "to place":
            return self.words("to", self.diagrams.creature_name(self._at(int(chosen[0]), state)))
        if verb == "name":
            return self.words("name", self.diagrams.player_name(int(chosen[0])))
        return self.words(verb, self._named(chosen[0]))

    def _at(self, place: int, state: DataState) -> int:
        """The creature at a place, from 1, of the row in which one is being shifted."""
        table = FoodenTable(state)
        return self._row(table)[place - 1]

    def _row(self, table: FoodenTable) -> Sequence[int]:
        """The row in which a creature is being shifted."""
        return table.rows[self.rules.cards[table.name(table.moving)]["diet"]]

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        followed = [*self._followed(deed.events)]
        if isinstance(deed.action, tuple):
            return (self.words("shuffled"), *followed)
        assert isinstance(deed.before, DataState)
        return (self._told(deed.action, deed.before, deed.own), *followed)

    def _told(self, action: Action, before: DataState, own: bool) -> DiagramText:
        verb, chosen = self._chosen(action)
        if _EFFECT_OF.get(verb, verb) in EFFECTS:
            return self.words("applied", self.says(action, before))
        word = {"keep": "kept", "sink": "sunk", "choose": "chose", "lay": "laid", "name": "named"}.get(verb, "moved")
        if verb in ("keep", "sink", "lay") and not own:
            return self.words(f"{word}-secretly")
        if verb == "to place":
            return self.words(word, int(chosen[0]))
        if verb == "name":
            return self.words(word, self.diagrams.player_name(int(chosen[0])))
        return self.words(word, self._named(chosen[0]))

    def _followed(self, events: Sequence[Event]) -> Iterator[DiagramText]:
        player, named = self.diagrams.player_name, self._named
        for name, *details in events:
            match name, details:
                case "season", [season]:
                    yield self.words("season", self._season(season))
                case "plays", [seat, card, _]:
                    yield self.words("plays", player(seat), named(card))
                case "skips", [seat, effect]:
                    yield self.words("skips", player(seat), PieceName("action-icons", effect))
                case "gains", [seat, _]:
                    yield self.words("gains", player(seat))
                case (("revealed" | "added" | "survives" | "dies"), [one]):
                    yield self.words(name, named(one))
                case "eats", [one, _]:
                    yield self.words("eats", named(one))
                case "attacks", [hunter, prey, *_]:
                    yield self.words("attacks", named(hunter), named(prey))
                case "trait", [one, trait]:
                    yield self.words("trait", named(one), PieceName("traits", trait))
                case "fate", [one, "inverted"]:
                    yield self.words("upside-down", named(one))

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: DataState) -> tuple[str, ...]:
        verb, chosen = self._chosen(action)
        if verb in ("add", "swap"):
            return f"cube {chosen[0]}", f"row {chosen[-1]}"
        if verb == "supply":
            return f"reserve {chosen[0]}", f"row {chosen[0]}"
        if verb == "feed":
            return f"cube {chosen[0]}", f"creature {chosen[1]}"
        if verb in ("reveal", "foresee"):
            return ("deck",)
        if verb == "lay":
            return (f"card {chosen[0]}",)
        if verb == "to place":
            return (f"creature {self.rules.id_of(self._at(int(chosen[0]), state))}",)
        return () if verb in ("lead", "choose", "name") else (f"creature {chosen[0]}",)

    def meant(self, targets: Sequence[str], state: DataState) -> Action | None:
        said = dict(name.partition(" ")[::2] for name in targets)
        try:
            return self.rules.parse(self._meant(said, FoodenTable(state)))
        except ValueError:
            return None

    def _meant(self, said: Mapping[str, str], table: FoodenTable) -> str:
        """What pointing at something means now, as logs write it; empty for nothing."""
        creature, row = said.get("creature", ""), said.get("row", "")
        if "deck" in said:
            return "reveal"
        if "card" in said:
            return f"lay {said['card']}"
        if "cube" in said:
            if creature:
                return f"feed {said['cube']} to {creature}"
            return f"swap {said['cube']} for {row}" if row not in ("", said["cube"]) else f"add {said['cube']}"
        if "reserve" in said or row:
            return f"supply {said['reserve']}" if "reserve" in said else f"add {row}"
        if not creature or creature not in self.rules.cards:
            return ""
        kind = self.rules.piece_of(creature)
        if table.stage == "shift":
            line = self._row(table)
            return f"to place {line.index(kind) + 1 if kind in line else len(line) + 1}"
        verb = {"foresee": "keep", "renew": "discard"}.get(table.stage, "introduce" if kind in table.lab else "recall")
        return f"{verb} {creature}"

"""FOODEN to play: Nature, the laboratory and the cubes to point at, the action cards, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from pawprint.games.fooden.diagram import SEEN, FoodenDiagrams
from pawprint.games.fooden.rules import EFFECTS, FOODS, ROWS, Fooden
from pawprint.games.fooden.table import FoodenTable
from pawprint.play.data_play_table import DataPlayTable
from pawprint.play.diagram import NEAR, Diagram, DiagramCanvas, DiagramPiece, DiagramText, PieceName, listed
from pawprint.play.engine import Action
from pawprint.play.language.data_state import DataState
from pawprint.play.language.rule_types import RuleType
from pawprint.play.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, PlayPanel

#: Action -> the effect that it is, where that is called otherwise.
_EFFECT_OF = {"add": "add-food", "swap": "barter", "discard": "renew"}
#: Stage -> the rule that explains what is decided in it, where the rules only name that of all cards.
_EXPLAINED = {"act": "FO-4.7", "renew": "FO-5.1", "foresee": "FO-5.1", "shift": "FO-5.1"}
#: Creatures that lie beside each other outside Nature.
_IN_LINE = 6
#: Cubes of each kind that are drawn before a number stands for the rest.
_MOST_CUBES = 10


@PLAY_TABLES("fooden")
class FoodenPlayTable(DataPlayTable[Fooden]):
    """The table of FOODEN."""

    words_file = Path(__file__).with_name("play.yaml")
    pointing: ClassVar[Mapping[str, str]] = {
        "add": "cube {cube}, row {cube}", "swap": "cube {cube}, row {other}", "supply": "reserve {cube}, row {cube}",
        "feed": "cube {cube}, creature {creature}", "reveal": "deck", "foresee": "deck", "lay": "card {card}",
        **dict.fromkeys(
            ("introduce", "recall", "rescue", "shift", "sponsor", "discard", "keep", "sink"), "creature {creature}"
        ),
    }  # fmt: skip
    over = "FO-6.1"
    sections: ClassVar[Mapping[str, str]] = {
        "FO-1": "creature", "FO-2": "setup", "FO-3": "placing", "FO-4": "season", "FO-4.1": "phase-1",
        "FO-4.2": "phase-1", "FO-4.3": "phase-1", "FO-4.4": "phase-2", "FO-4.5": "phase-2", "FO-4.6": "phase-2",
        "FO-4.7": "phase-2", "FO-5": "organisations", "FO-5.1": "organisations", "FO-6": "end", "FO-6.2": "objectives",
        "FO-7": "traits", "FO-8": "variants",
    }  # fmt: skip
    diagrams: FoodenDiagrams

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        return self._panels(FoodenTable(state), seat)

    def _panels(self, state: FoodenTable, seat: int | None) -> Iterator[PlayPanel]:
        over, player = state.stage in ("name", "over"), self.diagrams.player_name
        nature = self.words("nature-after") if over else self.words("nature", self.word(state.season_name))
        yield PlayPanel(TABLE, nature, self._nature(state))
        if state.lab:
            yield self._creatures("lab", sorted(state.lab), "in-lab")
        if state.looked and seat in (None, state.state.seat):
            yield self._creatures("looked-at", sorted(state.looked))
        for who in range(state.seats) if seat is None else (seat,):
            if state.hand(who):
                cards = self.line(state.hand(who), "card").done()
                yield PlayPanel(HAND, self.words("hand-of", player(who)), cards, (), who)
        if seat is not None:
            cubes = self._cubes(state.purse(seat), "cube", "your-cube")
            yield PlayPanel(HAND, self.words("cubes-of", player(seat)), cubes, (), seat)
        for who in range(state.seats):
            if state.objectives(who) and (seat in (None, who) or over):
                mine, named = state.objectives(who), self.diagrams.kind_name
                pays = tuple(self.words("pays", named(card), state.pays(card)) for card in mine)
                yield PlayPanel(HAND, self.words("objectives-of", player(who)), self.line(mine).done(), pays, who)
        reserve = self._cubes(state.reserve, "reserve", "reserve-cube")
        yield PlayPanel(TABLE, self.words("reserve"), reserve, (self.words("vp-left", state.vp),))
        if state.survivors:
            yield self._creatures("survivors", state.survivors, "survived")
        if state.discard:
            yield self._creatures("discard-pile", state.discard, "discarded")
        yield PlayPanel(TABLE, self.words("deck"), self._deck(state), (self.words("deck-left", len(state.deck)),))
        for who in range(state.seats):
            cubes = Diagram(0.0, 0.0, ()) if who == seat else self._cubes(state.purse(who))
            yield PlayPanel(PLAYER, player(who), cubes, tuple(self._notes(state, who, seat)), who)

    def _nature(self, state: FoodenTable) -> Diagram:
        sketch = DiagramCanvas(self.space)
        sketch.add(self.diagrams.rows_of_nature(state, ROWS, {}, ()), 0.0, 0.0)
        heads = [piece for piece in sketch.pieces if piece.component == "nature"]
        creatures = [piece for piece in sketch.pieces if piece.component == "creatures"]
        for row, head in zip(ROWS, heads, strict=True):
            sketch.target(head, f"row {row}", self.words("row-of", PieceName("nature", head.id)))
        for creature, card in zip(state.everyone, creatures, strict=True):
            says = self.words("with-force", self.diagrams.kind_name(creature), state.force(creature))
            sketch.target(card, f"creature {state.name(creature)}", says)
        return sketch.done()

    def _creatures(self, title: str, creatures: Sequence[int], word: str = "") -> PlayPanel:
        """Creatures side by side; *word* says where they are."""
        cards = self.line(creatures, "creature", word, keep=SEEN, per=_IN_LINE)
        return PlayPanel(TABLE, self.words(title), cards.done())

    def _deck(self, state: FoodenTable) -> Diagram:
        sketch = DiagramCanvas(self.space)
        back = DiagramPiece("creatures", self.space.first("creatures"), 0.0, 0.0, "back", keep=SEEN)
        sketch.pieces += [back] if state.deck else []
        sketch.target(back, "deck", self.words("deck"))
        return sketch.done()

    def _cubes(self, amounts: Mapping[str, int], target: str = "", word: str = "") -> Diagram:
        sketch = DiagramCanvas(self.space)
        side = self.space.size("cubes")[0]
        for line, food in enumerate(food for food in FOODS if amounts[food]):
            cubes = self.diagrams.cubes(food, min(amounts[food], _MOST_CUBES), 0.0, line * (side + NEAR))
            sketch.pieces += cubes
            if target:
                sketch.target(cubes[0], f"{target} {food}", self.words(word, self.word(food)))
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
                yield self.words("cube-count", self.word(food), count)
        if state.leader == seat:
            yield self.words("leads")
        if state.laid(seat) >= 0:
            seen = viewer in (None, seat) or state.stage != "lay"
            card = self.diagrams.kind_name(state.laid(seat))
            yield self.words("card-now", card) if seen else self.words("has-laid")

    def word(self, name: str) -> DiagramText:
        if name in EFFECTS:
            return PieceName("action-icons", name)
        return self.diagrams.cube_name(name) if name in FOODS else super().word(name)

    def part_of_reason(self, part: str) -> DiagramText:
        organisation = self.rules.records.kind_named(part, ["organisations"])
        if organisation is not None:
            return self.diagrams.kind_name(organisation)
        return self.diagrams.player_name(int(part)) if part.isdecimal() else super().part_of_reason(part)

    def question_parts(self, state: DataState) -> Iterator[DiagramText]:
        table = FoodenTable(state)
        if table.stage == "lay":
            yield table.round
        elif table.stage == "act":
            yield listed(
                [self.words("how", self.word(choice), self.words(f"how-{choice}")) for choice in table.pending]
            )
        elif table.stage == "shift":
            yield self.diagrams.kind_name(table.moving)

    def question_rule(self, state: DataState) -> str:
        return _EXPLAINED.get(FoodenTable(state).stage) or super().question_rule(state)

    def says(self, action: Action, state: DataState) -> DiagramText:
        name, _ = self.chosen(action)
        effect, parts = _EFFECT_OF.get(name, name), self.parts(action, state)
        if effect not in EFFECTS:
            return super().says(action, state)
        word = name if name in self.texts else "does"
        return self.words(word, self.word(effect), *parts) if parts else self.word(effect)

    def part(self, choice: str, kind: RuleType, value: int, state: DataState) -> DiagramText:
        if choice == "place_":
            return self.diagrams.kind_name(self._row(state)[value - 1])
        return super().part(choice, kind, value, state)

    def _row(self, state: DataState) -> Sequence[int]:
        table = FoodenTable(state)
        return table.rows[self.rules.cards[table.name(table.moving)]["diet"]]

    def parts(self, action: Action, state: DataState, done: bool = False) -> list[DiagramText]:
        name, chosen = self.chosen(action)
        return [*chosen.values()] if done and name == "to place" else super().parts(action, state)

    def targets(self, action: Action, state: DataState) -> tuple[str, ...]:
        name, chosen = self.chosen(action)
        if name == "to place":
            return (f"creature {self.rules.id_of(self._row(state)[int(chosen['place_']) - 1])}",)
        return super().targets(action, state)

    def meant(self, targets: Sequence[str], state: DataState) -> Action | None:
        creature = targets[0].removeprefix("creature ") if targets else ""
        if "to place" in state.asked and creature in self.rules.cards:
            line = [*map(self.rules.id_of, self._row(state))]
            return self.rules.parse(f"to place {line.index(creature) + 1 if creature in line else len(line) + 1}")
        found = super().meant(targets, state)
        name, chosen = ("", {}) if found is None else self.chosen(found)
        away = name == "introduce" and chosen["creature"] not in state.contents["lab"]
        return self.rules.parse(f"recall {chosen['creature']}") if away else found

"""Pocket Cats to play: the square with its tiles to point at, the clan cards, and all actions in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pawprint.games.pocket_cats.cards import CAT, DIRECTIONS, DOG, PLACES, SIDE
from pawprint.games.pocket_cats.diagram import CatsDiagrams
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.play.data_play_table import DataPlayTable
from pawprint.play.diagram import DiagramCanvas, DiagramPiece, DiagramText, DiagramWords, listed
from pawprint.play.engine import Action, Event
from pawprint.play.language.data_state import DataState
from pawprint.play.language.rule_types import PLACE, RuleType
from pawprint.play.play_table import PLAY_TABLES, PLAYER, TABLE, PlayPanel, Question

#: Phase -> the rule that explains what is decided in it, where the rules only say that it is.
_EXPLAINED = {"exchange": "PC-3.2", "before dogs": "PC-5.5"}
#: How many clan cards lie beside each other.
_CLANS_IN_LINE = 4


@PLAY_TABLES("pocket-cats")
class CatsPlayTable(DataPlayTable[PocketCats]):
    """The table of Pocket Cats."""

    words_file = Path(__file__).with_name("play.yaml")
    pointing: ClassVar[Mapping[str, str]] = {
        "choose": "clan {card}", "reveal": "{place}", "look": "{place}", "exchange": "{there}",
    }  # fmt: skip
    over = "PC-3.6"
    sections: ClassVar[Mapping[str, str]] = {
        "PC-1": "pieces", "PC-2": "setup", "PC-2.1": "choosing", "PC-2.2": "choosing", "PC-2.3": "choosing",
        "PC-2.4": "clans", "PC-2.5": "choosing", "PC-3": "turn", "PC-3.5": "timing", "PC-3.6": "end", "PC-4": "end",
        "PC-4.1": "dogs", "PC-4.1b": "timing", "PC-4.2": "capture", "PC-4.3": "score", "PC-5": "timing",
        "PC-7": "clans", "PC-I": "turn",
    }  # fmt: skip
    diagrams: CatsDiagrams

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        table = CatsTable(state)
        if not table.laid:
            yield from self._clans_to_choose(table, seat)
            return
        yield PlayPanel(TABLE, self.words("square"), self._square(table, seat))
        scores = state.scores()
        for who in (0, 1):
            points = self.words("points" if table.phase == "over" else "points-now", scores[who])
            lines = (points,) if self.rules.chosen["powers"] == "on" else (points, self.words("no-powers"))
            card = self.line([table.first_clan + table.clans[who]])
            yield PlayPanel(PLAYER, self.player(who, state), card.done(), lines, who)

    def _square(self, state: CatsTable, seat: int | None) -> Any:
        sketch = DiagramCanvas(self.space)
        tiles: dict[int, DiagramPiece] = {}
        for place in range(PLACES):
            kind = state.square[place]
            if kind is None:
                continue
            tile, says = self.diagrams.tile(state, place), self._name_at(state, place)
            if tile.side == "back":
                if state.phase != "over" and state.knows(seat, place):
                    tile = tile._replace(side="face", faded=True)
                    says = self.words("looked", self._tile(kind, state))
                else:
                    tile = tile._replace(component="cats", id=self.space.first("cats"))
            tiles[place] = tile
            sketch.pieces.append(tile)
            name = self.rules.place_names[place]
            sketch.target(tile, name, self.words("at", says, self._place(place)))
        if state.phase in ("lay", "turn", "exchange"):
            sketch.frame(tiles[state.at])
        if state.phase == "over":
            self.diagrams.end(sketch, state, tiles)
        return sketch.done()

    def _clans_to_choose(self, state: CatsTable, seat: int | None) -> Iterator[PlayPanel]:
        whose = max(0, state.state.seat) if seat is None else seat
        offered = [state.first_clan + clan for clan in state.offered(whose)]
        yield PlayPanel(TABLE, self.words("clans"), self.line(offered, "clan", per=_CLANS_IN_LINE).done())
        for who in (0, 1):
            picked = state.state.zone("picked", who) if seat in (None, who) else []
            own = self.line([*state.state.zone("clan", who), *picked][:1])
            yield PlayPanel(PLAYER, self.player(who, state.state), own.done(), (), who)

    def _place(self, place: int) -> DiagramWords:
        return self.words("place", place // SIDE + 1, place % SIDE + 1)

    def _tile(self, tile: int, state: CatsTable) -> DiagramText:
        """What a tile is called; of a dog, also how it lies, as its name says how it is printed."""
        name = self.diagrams.kind_name(tile)
        turned = state.turned[state.square.index(tile)] if tile in state.square else 0
        if not turned:
            return name
        arrows = [(arrow + 2 * turned) % len(DIRECTIONS) for arrow in self.rules.tiles.arrows[tile]]
        return self.words(f"lies-{turned}", name, listed([self.words(f"points-{arrow}") for arrow in sorted(arrows)]))

    def _name_at(self, state: CatsTable, place: int) -> DiagramText:
        tile = state.square[place]
        if tile is not None and (state.up[place] or state.is_out(place)):
            return self._tile(tile, state)
        return self.words("face-down")

    def part_of_reason(self, part: str) -> DiagramText:
        places = self.rules.place_names
        return self._place(places.index(part)) if part in places else super().part_of_reason(part)

    def player(self, seat: int, state: DataState) -> DiagramText:
        table = CatsTable(state)
        return self.words("player", seat + 1) if -1 in table.clans else self.diagrams.clan_name(table, seat)

    def question(self, state: DataState) -> Question:
        if CatsTable(state).phase == "before dogs":
            return Question(self.words("ask before"), self.question_rule(state))
        return super().question(state)

    def question_rule(self, state: DataState) -> str:
        return _EXPLAINED.get(CatsTable(state).phase) or super().question_rule(state)

    def question_parts(self, state: DataState) -> Iterator[DiagramText]:
        table = CatsTable(state)
        if table.phase == "exchange":
            yield self._tile(table.square[table.at] or 0, table)

    def parts(self, action: Action, state: DataState, done: bool = False) -> list[DiagramText]:
        (name, chosen), table = self.diagrams.deed(action), CatsTable(state)
        parts = super().parts(action, state)
        if name == "exchange":
            parts = [self._name_at(table, chosen[1]), self._place(chosen[1])]
        shown = done and name in ("reveal", "exchange")
        return [self._tile(table.square[chosen[0]] or 0, table), *parts] if shown else parts

    def part(self, choice: str, kind: RuleType, value: int, state: DataState) -> DiagramText:
        return self._place(value) if kind.kind == PLACE else super().part(choice, kind, value, state)

    def told(self, action: Action, before: DataState, own: bool) -> Iterable[DiagramText]:
        return super().told(action, before, own or self.rules.chosen["mode"] != "limited")

    def followed(self, events: Iterable[Event], before: DataState) -> Iterator[DiagramText]:
        for event in events:
            if event[0] != "claim":
                yield from super().followed((event,), before)
                continue
            _, prey, first, two, taker = event
            if taker >= 0:
                attacks = (first, two) if taker == 0 else (two, first)
                yield self.words("captures", self.player(taker, before), self.diagrams.piece_name(prey), *attacks)

    def targets(self, action: Action, state: DataState) -> tuple[str, ...]:
        name, chosen = self.diagrams.deed(action)
        square = state.zone("square")
        if name in self.pointing or not chosen or chosen[0] not in square:
            return super().targets(action, state)
        return (self.rules.place_names[square.index(chosen[0])],)

    def meant(self, targets: Sequence[str], state: DataState) -> Action | None:
        name, table, places = targets[0] if targets else "", CatsTable(state), self.rules.place_names
        tile = table.square[places.index(name)] if name in places else None
        if tile is None:
            return super().meant(targets, state) if name.startswith("clan ") else None
        word, kind = self.rules.tiles.ids[tile], self.rules.tiles.kind[tile]
        said = f"reveal {name}"
        if table.phase == "exchange":
            said = f"exchange {places[table.at]} with {name}"
        elif table.phase == "look":
            said = f"look at {name}"
        elif table.phase == "lay":
            said = f"lay {word} upright"
        elif table.phase in ("turn", "before dogs") and kind == DOG:
            said = f"turn {word} right"
        elif table.phase == "after dogs" and kind == CAT:
            said = f"revive {word}"
        return self.rules.parse(said)

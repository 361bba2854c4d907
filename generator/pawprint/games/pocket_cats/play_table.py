"""Pocket Cats to play: the square with its tiles to point at, the clan cards, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pawprint.games.pocket_cats.cards import CAT, DIRECTIONS, DOG, PLACES, SIDE
from pawprint.games.pocket_cats.diagram import GAP, CatsDiagrams
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.rules.diagram import DiagramCanvas, DiagramPiece, DiagramText, DiagramWords, PieceName, listed
from pawprint.rules.engine import Action
from pawprint.rules.language.data_state import DataState
from pawprint.rules.play_table import PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question

#: Phase -> the word for what is decided in it, and the rule.
_QUESTIONS = {
    "choose": ("ask-choose", "PC-2.1"),
    "lay": ("ask-lay", "PC-2.8"),
    "turn": ("ask-turn", "PC-3.5"),
    "exchange": ("ask-exchange", "PC-3.2"),
    "look": ("ask-look", "PC-3.5"),
    "reveal": ("ask-reveal", "PC-3.1"),
    "before dogs": ("ask-before", "PC-5.5"),
    "after dogs": ("ask-revive", "PC-4.1b"),
    "over": ("over", "PC-3.6"),
    "deal": ("shuffling", "PC-2.6"),
}
#: Verb -> the words for what can be done, and for what has been done.
_SAYS = {"reveal": "reveal", "look": "look", "leave it": "leave", "choose": "choose", "revive": "revive"}
_TOLD = {"lay": "turned", "turn": "turned", "revive": "revived", "leave it": "left", "look": "looked-at"}
#: What is chosen for a dog -> the number of quarter turns in the names of words.
_QUARTERS = {"upright": 0, "to the right": 1, "upside down": 2, "to the left": 3, "right": 1, "round": 2, "left": 3}
#: How many clan cards lie beside each other.
_CLANS_IN_LINE = 4


@PLAY_TABLES("pocket-cats")
class CatsPlayTable(PlayTable[PocketCats, DataState]):
    """The table of Pocket Cats."""

    words_file = Path(__file__).with_name("play.yaml")
    sections: ClassVar[Mapping[str, str]] = {
        "PC-1": "pieces", "PC-2": "setup", "PC-2.1": "choosing", "PC-2.2": "choosing", "PC-2.3": "choosing",
        "PC-2.4": "clans", "PC-2.5": "choosing", "PC-3": "turn", "PC-3.5": "timing", "PC-3.6": "end", "PC-4": "end",
        "PC-4.1": "dogs", "PC-4.1b": "timing", "PC-4.2": "capture", "PC-4.3": "score", "PC-5": "timing",
        "PC-7": "clans", "PC-I": "turn",
    }  # fmt: skip
    diagrams: CatsDiagrams

    # --- what lies there ------------------------------------------------------------------------------------

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        table = CatsTable(state)
        if not table.laid:
            yield from self._clans_to_choose(table, seat)
            return
        yield PlayPanel(TABLE, self.words("square"), self._square(table, seat))
        scores = state.scores()
        for who in (0, 1):
            points = self.words("points" if table.phase == "over" else "points-now", scores[who])
            card = DiagramCanvas(self.space)
            card.pieces.append(DiagramPiece("clans", table.clan_name(who), 0.0, 0.0))
            lines = (points,) if self.rules.chosen["powers"] == "on" else (points, self.words("no-powers"))
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
        width, height = self.space.size("clans")
        whose = max(0, state.state.seat) if seat is None else seat
        sketch = DiagramCanvas(self.space)
        for number, clan in enumerate(state.offered(whose)):
            line, place = divmod(number, _CLANS_IN_LINE)
            name = self.rules.tiles.clans[clan].id
            piece = DiagramPiece("clans", name, place * (width + GAP), line * (height + GAP))
            sketch.pieces.append(piece)
            sketch.target(piece, f"clan {name}")
        yield PlayPanel(TABLE, self.words("clans"), sketch.done())
        for who in (0, 1):
            own = DiagramCanvas(self.space)
            picked = state.state.zone("picked", who)
            if state.clans[who] >= 0 or (picked and seat in (None, who)):
                name = state.clan_name(who) if state.clans[who] >= 0 else self.rules.records.ids[picked[0]]
                own.pieces.append(DiagramPiece("clans", name, 0.0, 0.0))
            yield PlayPanel(PLAYER, self.player(who, state.state), own.done(), (), who)

    # --- words ----------------------------------------------------------------------------------------------

    def _place(self, place: int) -> DiagramWords:
        return self.words("place", place // SIDE + 1, place % SIDE + 1)

    def _tile(self, tile: int, state: CatsTable) -> DiagramText:
        """What a tile is called; of a dog, also how it lies, as its name says how it is printed."""
        name = self.diagrams.tile_name(tile)
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
        if part in self.rules.place_names:
            return self._place(self.rules.place_names.index(part))
        ids = self.rules.records.ids
        if part in ids[len(self.rules.tiles.ids) :]:
            return PieceName("clans", part)
        return self.diagrams.tile_name(ids.index(part)) if part in ids else part

    def player(self, seat: int, state: DataState) -> DiagramText:
        table = CatsTable(state)
        return self.words("player", seat + 1) if -1 in table.clans else self.diagrams.clan_name(table, seat)

    def question(self, state: DataState) -> Question:
        table = CatsTable(state)
        word, rule = _QUESTIONS[table.phase]
        tile = table.square[table.at] if table.phase == "exchange" else None
        return Question(self.words(word, *(() if tile is None else (self._tile(tile, table),))), rule)

    def says(self, action: Action, state: DataState) -> DiagramText:
        verb, chosen = self.diagrams.deed(action)
        if verb in ("lay", "turn"):
            return self.words(f"{verb}-{_QUARTERS[chosen[1]]}", self.diagrams.tile_name(chosen[0]))
        if verb == "exchange":
            return self.words("exchange", self._name_at(CatsTable(state), chosen[1]), self._place(chosen[1]))
        return self.words(_SAYS[verb], *(self._chosen(verb, one) for one in chosen))

    def _chosen(self, verb: str, one: int) -> DiagramText:
        if verb == "choose":
            return PieceName("clans", self.rules.records.ids[one])
        return self.diagrams.tile_name(one) if verb in ("lay", "turn", "revive") else self._place(one)

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        assert isinstance(deed.before, DataState)
        return (self._told(deed.action, CatsTable(deed.before), deed.own), *self._followed(deed))

    def _told(self, action: Action, before: CatsTable, own: bool) -> DiagramText:
        verb, chosen = self.diagrams.deed(action)
        if verb == "reveal":
            return self.words("revealed", self._tile(before.square[chosen[0]] or 0, before), self._place(chosen[0]))
        if verb == "exchange":
            here, there = chosen
            tile, partner = self._tile(before.square[here] or 0, before), self._name_at(before, there)
            return self.words("exchanged", tile, partner, self._place(there))
        if verb == "choose":
            secret = self.rules.chosen["mode"] == "limited" and not own
            return self.words("chose-secretly") if secret else self.words("chose", self._chosen(verb, chosen[0]))
        if verb not in _TOLD:
            return self.words("shuffled")
        return self.words(_TOLD[verb], *(self._chosen(verb, one) for one in chosen[:1]))

    def _followed(self, deed: Deed) -> Iterator[DiagramText]:
        assert isinstance(deed.before, DataState)
        number, before = self.rules.tiles.ids.index, CatsTable(deed.before)
        for name, *details in deed.events:
            if name == "eliminated":
                yield self.words("eliminated", self.diagrams.tile_name(number(details[0])))
            elif name == "claim" and details[3] >= 0:
                prey, one, two, taker = details
                attacks = (one, two) if taker == 0 else (two, one)
                clan = self.diagrams.clan_name(before, taker)
                yield self.words("captures", clan, self.diagrams.tile_name(number(prey)), *attacks)
            elif name == "points":
                yield self.words("scored", self.diagrams.clan_name(before, details[0]), details[1])

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: DataState) -> tuple[str, ...]:
        verb, chosen = self.diagrams.deed(action)
        if verb == "choose":
            return (f"clan {self.rules.records.ids[chosen[0]]}",)
        if verb in ("reveal", "look", "exchange"):
            return (self.rules.place_names[chosen[-1]],)
        square = state.zone("square")
        return (self.rules.place_names[square.index(chosen[0])],) if chosen and chosen[0] in square else ()

    def meant(self, targets: Sequence[str], state: DataState) -> Action | None:
        name, table = targets[0] if targets else "", CatsTable(state)
        if name.startswith("clan "):
            return self.rules.parse(f"choose {name.removeprefix('clan ')}")
        tile = table.square[self.rules.place_names.index(name)] if name in self.rules.place_names else None
        if tile is None:
            return None
        word, kind = self.rules.tiles.ids[tile], self.rules.tiles.kind[tile]
        said = f"reveal {name}"
        if table.phase == "exchange":
            said = f"exchange {self.rules.place_names[table.at]} with {name}"
        elif table.phase == "look":
            said = f"look at {name}"
        elif table.phase == "lay":
            said = f"lay {word} upright"
        elif table.phase in ("turn", "before dogs") and kind == DOG:
            said = f"turn {word} right"
        elif table.phase == "after dogs" and kind == CAT:
            said = f"revive {word}"
        return self.rules.parse(said)

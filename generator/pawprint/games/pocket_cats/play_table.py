"""Pocket Cats to play: the square with its tiles to point at, the clan cards, and all actions in words."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pawprint.games.pocket_cats.actions import (
    AFTER,
    BEFORE,
    CHOOSE,
    CHOOSING,
    EXCHANGING,
    LAY,
    LAYING,
    LOOK,
    LOOKING,
    NAMES,
    OVER,
    PASS,
    REVEALING,
    REVIVE,
    SWAP,
    TURN,
    TURNING,
    place_name,
)
from pawprint.games.pocket_cats.cards import CAT, DIRECTIONS, DOG, NOTHING, PLACES, SIDE
from pawprint.games.pocket_cats.diagram import GAP, CatsDiagrams
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.state import CatsState
from pawprint.games.pocket_cats.view import knows
from pawprint.rules.diagram import DiagramCanvas, DiagramPiece, DiagramText, DiagramWords, PieceName, listed
from pawprint.rules.engine import Action, Event
from pawprint.rules.play_table import PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question

#: Phase -> the word for what is decided in it, and the rule.
_QUESTIONS = {
    CHOOSING: ("ask-choose", "PC-2.1"),
    LAYING: ("ask-lay", "PC-2.8"),
    TURNING: ("ask-turn", "PC-3.5"),
    EXCHANGING: ("ask-exchange", "PC-3.2"),
    LOOKING: ("ask-look", "PC-3.5"),
    REVEALING: ("ask-reveal", "PC-3.1"),
    BEFORE: ("ask-before", "PC-5.5"),
    AFTER: ("ask-revive", "PC-4.1b"),
    OVER: ("over", "PC-3.6"),
}
#: How many clan cards lie beside each other.
_CLANS_IN_LINE = 4


@PLAY_TABLES("pocket-cats")
class CatsPlayTable(PlayTable[PocketCats, CatsState]):
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

    def panels(self, state: CatsState, seat: int | None) -> Iterator[PlayPanel]:
        if state.phase == CHOOSING:
            yield from self._clans_to_choose(state, seat)
            return
        yield PlayPanel(TABLE, self.words("square"), self._square(state, seat))
        scores = state.scores()
        for who in (0, 1):
            points = self.words("points" if state.phase == OVER else "points-now", scores[who])
            card = DiagramCanvas(self.space)
            card.pieces.append(DiagramPiece("clans", self.diagrams.clan_of(state, who), 0.0, 0.0))
            lines = (points,) if self.rules.chosen["powers"] == "on" else (points, self.words("no-powers"))
            yield PlayPanel(PLAYER, self.player(who, state), card.done(), lines, who)

    def _square(self, state: CatsState, seat: int | None) -> Any:
        table = self.diagrams
        sketch = DiagramCanvas(self.space)
        tiles: dict[int, DiagramPiece] = {}
        for place in range(PLACES):
            if table.kind_at(state, place) == NOTHING:
                continue
            tile = table.tile(state, place)
            says = self._name_at(state, place)
            if tile.side == "back":
                says = self.words("face-down")
                if state.phase != OVER and knows(state, seat, place):
                    tile = tile._replace(side="face", faded=True)
                    says = self.words("looked", self._tile(state.square[place], state))
                else:
                    tile = tile._replace(component="cats", id=self.space.first("cats"))
            tiles[place] = tile
            sketch.pieces.append(tile)
            sketch.target(tile, place_name(place), self.words("at", says, self._place(place)))
        if state.phase in (LAYING, TURNING, EXCHANGING):
            sketch.frame(tiles[state.at])
        if state.phase == OVER:
            table.end(sketch, state, tiles)
        return sketch.done()

    def _clans_to_choose(self, state: CatsState, seat: int | None) -> Iterator[PlayPanel]:
        width, height = self.space.size("clans")
        whose = state.seat if seat is None else seat
        sketch = DiagramCanvas(self.space)
        for number, clan in enumerate(state.hands[whose]):
            line, place = divmod(number, _CLANS_IN_LINE)
            name = self.rules.cards.clans[clan].id
            piece = DiagramPiece("clans", name, place * (width + GAP), line * (height + GAP))
            sketch.pieces.append(piece)
            sketch.target(piece, f"clan {name}")
        yield PlayPanel(TABLE, self.words("clans"), sketch.done())
        for who in (0, 1):
            own = DiagramCanvas(self.space)
            if state.clans[who] >= 0 and (self.rules.mode != "limited" or seat in (None, who)):
                own.pieces.append(DiagramPiece("clans", self.diagrams.clan_of(state, who), 0.0, 0.0))
            yield PlayPanel(PLAYER, self.player(who, state), own.done(), (), who)

    # --- words ----------------------------------------------------------------------------------------------

    def _place(self, place: int) -> DiagramWords:
        return self.words("place", place // SIDE + 1, place % SIDE + 1)

    def _tile(self, tile: int, state: CatsState) -> DiagramText:
        """What a tile is called; of a dog, also how it lies, as its name says how it is printed."""
        name, turned = self.diagrams.tile_name(tile), state.turned[tile]
        if not turned:
            return name
        arrows = [(arrow + 2 * turned) % len(DIRECTIONS) for arrow in self.rules.cards.arrows[tile]]
        return self.words(f"lies-{turned}", name, listed([self.words(f"points-{arrow}") for arrow in sorted(arrows)]))

    def _name_at(self, state: CatsState, place: int) -> DiagramText:
        if state.up[place] or place in state.out:
            return self._tile(state.square[place], state)
        return self.words("face-down")

    def part_of_reason(self, part: str) -> DiagramText:
        if part in NAMES:
            return self._place(NAMES[part])
        if part in self.rules.clan_number:
            return PieceName("clans", part)
        return self.diagrams.tile_name(self.rules.cards.ids.index(part))

    def player(self, seat: int, state: CatsState) -> DiagramText:
        return self.words("player", seat + 1) if state.phase == CHOOSING else self.diagrams.clan_name(state, seat)

    def question(self, state: CatsState) -> Question:
        word, rule = _QUESTIONS[state.phase]
        parts = (self._tile(state.square[state.at], state),) if state.phase == EXCHANGING else ()
        return Question(self.words(word, *parts), rule)

    def says(self, action: Action, state: CatsState) -> DiagramText:
        assert isinstance(action, int)
        if action < SWAP:
            return self.words("reveal", self._place(action))
        if action < LOOK:
            there = action % PLACES
            return self.words("exchange", self._name_at(state, there), self._place(there))
        if action < PASS:
            return self.words("look", self._place(action - LOOK))
        if action == PASS:
            return self.words("leave")
        if action < LAY:
            return self.words("choose", self._clan(action))
        if action < REVIVE:
            dog, by = divmod(action - (TURN if action >= TURN else LAY), 4)
            return self.words(f"{'turn' if action >= TURN else 'lay'}-{by}", self.diagrams.tile_name(dog))
        return self.words("revive", self.diagrams.tile_name(action - REVIVE))

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        before: Any = deed.before
        action = deed.action
        assert isinstance(action, int)
        return (self._told(action, before, deed.own), *self._followed(before, deed.events))

    def _told(self, action: int, before: CatsState, own: bool) -> DiagramText:
        tile_name = self.diagrams.tile_name
        if action < SWAP:
            return self.words("revealed", self._tile(before.square[action], before), self._place(action))
        if action < LOOK:
            there = action % PLACES
            tile, partner = self._tile(before.square[before.at], before), self._name_at(before, there)
            return self.words("exchanged", tile, partner, self._place(there))
        if action < PASS:
            return self.words("looked-at", self._place(action - LOOK))
        if action == PASS:
            return self.words("left")
        if action < LAY:
            secret = self.rules.mode == "limited" and not own
            return self.words("chose-secretly") if secret else self.words("chose", self._clan(action))
        if action < REVIVE:
            return self.words("turned", tile_name((action - (TURN if action >= TURN else LAY)) // 4))
        return self.words("revived", tile_name(action - REVIVE))

    def _followed(self, before: CatsState, events: Sequence[Event]) -> Iterator[DiagramText]:
        number = self.rules.cards.ids.index
        for name, *details in events:
            if name == "eliminated":
                yield self.words("eliminated", self.diagrams.tile_name(number(details[0])))
            elif name == "claim" and details[3] >= 0:
                prey, one, two, taker = details
                attacks = (one, two) if taker == 0 else (two, one)
                clan = self.diagrams.clan_name(before, taker)
                yield self.words("captures", clan, self.diagrams.tile_name(number(prey)), *attacks)
            elif name == "points":
                yield self.words("scored", self.diagrams.clan_name(before, details[0]), details[1])

    def _clan(self, action: int) -> PieceName:
        return PieceName("clans", self.rules.cards.clans[action - CHOOSE].id)

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: CatsState) -> tuple[str, ...]:
        assert isinstance(action, int)
        if action < SWAP:
            return (place_name(action),)
        if action < LOOK:
            return (place_name(action % PLACES),)
        if action < PASS:
            return (place_name(action - LOOK),)
        if action == PASS:
            return ()
        if action < LAY:
            return (f"clan {self.rules.cards.clans[action - CHOOSE].id}",)
        tile = (action - REVIVE) if action >= REVIVE else (action - (TURN if action >= TURN else LAY)) // 4
        return (place_name(state.square.index(tile)),)

    def meant(self, targets: Sequence[str], state: CatsState) -> Action | None:
        name = targets[0] if targets else ""
        if name.startswith("clan "):
            return CHOOSE + self.rules.clan_number[name.removeprefix("clan ")]
        if name not in NAMES or state.phase == CHOOSING:
            return None
        place = NAMES[name]
        tile = state.square[place]
        if state.phase == EXCHANGING:
            return SWAP + PLACES * state.at + place
        if state.phase == LOOKING:
            return LOOK + place
        if state.phase == LAYING:
            return LAY + 4 * tile
        kind = self.rules.cards.kind[tile]
        if state.phase in (TURNING, BEFORE) and kind == DOG:
            return TURN + 4 * tile + 1
        return REVIVE + tile if state.phase == AFTER and kind == CAT else place

"""Pocket Cats drawn: the square of tiles, what is exchanged in it, and at its end who bites and who takes what."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pawprint.games.pocket_cats.actions import (
    CHOOSING,
    LAY,
    LOOK,
    OVER,
    PASS,
    REVIVE,
    SWAP,
    TURN,
)
from pawprint.games.pocket_cats.cards import CAT, DOG, NOTHING, PLACES, PREY, SIDE, TOUCHING
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.scoring import bites, claims
from pawprint.games.pocket_cats.state import CatsState
from pawprint.rules.diagram import (
    DIAGRAM_BUILDERS,
    FAR,
    LINE,
    Diagram,
    DiagramBuilder,
    DiagramCanvas,
    DiagramFrame,
    DiagramLabel,
    DiagramMoment,
    DiagramPiece,
    DiagramRegion,
    DiagramSpot,
    DiagramText,
    DiagramWords,
    PieceName,
    column_of,
    listed,
)
from pawprint.rules.engine import Json

#: Between tiles.
GAP = 2.0
#: In a square of so many tiles at most it is shown cat by cat who attacks what.
FEW = 9

#: Clan cards beside each other.
_CLANS = 4

_COMPONENTS = {CAT: "cats", PREY: "prey", DOG: "dogs"}
_SIDES = ("one", "two")


@DIAGRAM_BUILDERS("pocket-cats")
class CatsDiagrams(DiagramBuilder[PocketCats, CatsState]):
    """Squares of Pocket Cats."""

    words_file = Path(__file__).with_name("diagram.yaml")

    def show(self, moment: DiagramMoment) -> tuple[Diagram, ...]:
        after: Any = moment.after
        before: Any = moment.before
        if before is not None and moment.kind == "do":
            return (self._square(before, (moment.action,)), self._square(after, since=before))
        asked: tuple[Any, ...] = () if moment.action is None else (moment.action,)
        if moment.kind == "which":
            asked = tuple(before.legal_actions()) if before is not None else ()
            return (self._square(before or after, asked, choice=True),)
        return (self._square(after if before is None else before, asked, refused=bool(moment.refused)),)

    def begin(self, setup: Json) -> Diagram:
        state: Any = self.rules.start(setup)
        while state.phase == CHOOSING:
            state.apply(state.legal_actions()[0])
        clans = []
        for seat in (0, 1):
            sketch = DiagramCanvas(self.space)
            width, _ = self.space.size("clans")
            sketch.pieces.append(DiagramPiece("clans", self.clan_of(state, seat), 0.0, LINE + 2))
            sketch.labels.append(DiagramLabel(width / 2, 0.0, self.clan_name(state, seat), "center", strong=True))
            sketch.spots.append(DiagramSpot(0.0, LINE + 2, "clans"))
            title = self.words("player", seat + 1)
            sketch.alt_texts.append(self.words("score", title, self.clan_name(state, seat)))
            clans.append(sketch.done())
        square = self._square(state)
        middle = PLACES // 2
        card = self.tile(state, middle)
        square = square._replace(spots=(DiagramSpot(0.0, 0.0, "square"), DiagramSpot(card.x, card.y, "middle")))
        sketch = DiagramCanvas(self.space)
        x = 0.0
        for part in (clans[0], square, clans[1]):
            sketch.add(part, x, (max(square.height, part.height) - part.height) / 2)
            x += part.width + FAR
        return sketch.done()

    # --- the square -----------------------------------------------------------------------------------------

    def _square(
        self,
        state: CatsState,
        actions: tuple[Any, ...] = (),
        *,
        refused: bool = False,
        choice: bool = False,
        since: CatsState | None = None,
    ) -> Diagram:
        """The tiles, what is done with them, and how it ends."""
        if state.phase == CHOOSING:
            return self._choosing(state)
        sketch = DiagramCanvas(self.space)
        tiles: dict[int, DiagramPiece] = {}
        for place in range(PLACES):
            if self.kind_at(state, place) != NOTHING:
                tiles[place] = self.tile(state, place)
        sketch.pieces += tiles.values()
        self._describe_rows(sketch, state, tiles)
        for action in actions:
            self._deed(sketch, state, action, tiles, refused, choice)
        says = self.words("may-not-go") if refused else self.words("may-go") if choice else self.words("goes")
        self._describe_moves(sketch, state, actions, tiles, says)
        if since is not None:
            for place, tile in tiles.items() if since.phase != CHOOSING else ():
                changed = state.square[place] != since.square[place] or tile.turn != self.tile(since, place).turn
                if state.phase != OVER and changed:
                    sketch.frame(tile)
        if state.phase == OVER:
            self.end(sketch, state, tiles)
        return sketch.done()

    def _choosing(self, state: CatsState) -> Diagram:
        """The clan cards that a player may choose from, or has chosen."""
        parts = []
        width, height = self.space.size("clans")
        for seat in (0, 1):
            sketch = DiagramCanvas(self.space)
            clans = (state.clans[seat],) if state.clans[seat] >= 0 else state.hands[seat]
            names = [self.rules.cards.clans[clan].id for clan in clans]
            for number, name in enumerate(names):
                line, place = divmod(number, _CLANS)
                sketch.pieces.append(DiagramPiece("clans", name, place * (width + GAP), line * (height + GAP)))
            title = self.words("player", seat + 1)
            across = max(1, min(len(names), _CLANS)) * (width + GAP) - GAP
            sketch.regions.append(DiagramRegion(0.0, 0.0, across, max(height, LINE), title, "hand"))
            sketch.alt_texts.append(self.words("score", title, listed([PieceName("clans", name) for name in names])))
            parts.append(sketch.done())
        return column_of(parts, self.space)

    def kind_at(self, state: CatsState, place: int) -> int:
        """What the tile at *place* is; `NOTHING` where none lies."""
        tile = state.square[place]
        return state.pairing.kind[tile] if tile < len(self.rules.cards.ids) else NOTHING

    def tile(self, state: CatsState, place: int) -> DiagramPiece:
        """The tile at *place*, where it lies in the square."""
        width, height = self.space.size("cats")
        row, column = divmod(place, SIDE)
        kind, tile = self.kind_at(state, place), state.square[place]
        up = state.up[place] or place in state.out
        turn = 90.0 * state.turned[tile] if kind == DOG and up else 0.0
        return DiagramPiece(
            _COMPONENTS[kind], self.rules.cards.ids[tile], column * (width + GAP), row * (height + GAP),
            "face" if up else "back", turn, place in state.out,
        )  # fmt: skip

    # --- what is done ---------------------------------------------------------------------------------------

    def _deed(
        self,
        sketch: DiagramCanvas,
        state: CatsState,
        action: int,
        tiles: dict[int, DiagramPiece],
        refused: bool,
        choice: bool,
    ) -> None:
        if action < SWAP:
            if not choice:
                self._asked(sketch, tiles.get(action), refused)
        elif action < LOOK:
            here, there = divmod(action - SWAP, PLACES)
            if here not in tiles or there not in tiles:
                return
            if choice:
                sketch.frame(tiles[here], "good")
                sketch.frame(tiles[there], "focus")
            else:
                sketch.arrow(tiles[here], tiles[there], "refused" if refused else "moves")
        elif action < PASS:
            self._asked(sketch, tiles.get(action - LOOK), refused)
        elif action >= LAY:
            tile = (action - REVIVE) if action >= REVIVE else (action - (TURN if action >= TURN else LAY)) // 4
            if tile in state.square:
                where = state.square.index(tile)
                if action < REVIVE and not choice:
                    sketch.alt_texts.append(self.words("turned", self.name_at(state, where)))
                self._asked(sketch, tiles.get(where), refused)

    def _asked(self, sketch: DiagramCanvas, tile: DiagramPiece | None, refused: bool) -> None:
        if tile is not None:
            sketch.frame(tile, "bad" if refused else "focus", badge=refused)

    def _describe_moves(
        self,
        sketch: DiagramCanvas,
        state: CatsState,
        actions: Sequence[int],
        tiles: dict[int, DiagramPiece],
        says: DiagramWords,
    ) -> None:
        """Where each tile goes, or may go."""
        places: dict[int, list[DiagramText]] = {}
        for action in actions:
            here, there = divmod(action - SWAP, PLACES)
            if SWAP <= action < LOOK and here in tiles and there in tiles:
                place = self.words("place", there // SIDE + 1, there % SIDE + 1)
                places.setdefault(here, []).append(place)
        for here, goals in places.items():
            sketch.alt_texts.append(says._replace(parts=(self.name_at(state, here), listed(goals))))

    # --- the end --------------------------------------------------------------------------------------------

    def end(self, sketch: DiagramCanvas, state: CatsState, tiles: dict[int, DiagramPiece]) -> None:
        """Bites, captured prey, points."""
        up = state.up[:]
        for place in state.out:
            up[place] = 1
        for dog, place in bites(state.pairing, state.square, up, state.turned):
            if place in state.out:
                lair = state.square.index(dog)
                sketch.arrow(tiles[lair], tiles[place], "eats")
                sketch.alt_texts.append(self.words("eliminates", self.name_at(state, lair), self.name_at(state, place)))
        few = len(tiles) <= FEW
        for _, place, one, two, taker in claims(state.pairing, state.square, state.up):
            if taker >= 0:
                sketch.frame(tiles[place], _SIDES[taker])
            elif few:
                sketch.frame(tiles[place], "bad", badge=True)
            if few and one + two:
                self._attackers(sketch, state, place, tiles)
        if state.result is not None:
            self._points(sketch, state, max(tile.y for tile in tiles.values()) + self.space.size("cats")[1] + 5)

    def _attackers(self, sketch: DiagramCanvas, state: CatsState, prey: int, tiles: dict[int, DiagramPiece]) -> None:
        """The cats that touch a prey."""
        for near in TOUCHING[prey]:
            if near in tiles and state.up[near] and self.kind_at(state, near) == CAT:
                sketch.arrow(tiles[near], tiles[prey], _SIDES[state.pairing.side[state.square[near]]])

    def _points(self, sketch: DiagramCanvas, state: CatsState, y: float) -> None:
        assert state.result is not None
        wide = SIDE * self.space.size("cats")[0]
        few = len(sketch.pieces) <= FEW
        for seat in (0, 1):
            x, top = (0.0, y + seat * LINE) if few else (seat * wide / 2, y)
            sketch.frames.append(DiagramFrame(x + 2, top + 2, 5.0, 5.0, _SIDES[seat]))
            points = state.result.points[seat]
            score = self.words("score", self.clan_name(state, seat), points)
            sketch.labels.append(DiagramLabel(x + 12, top, score, strong=True))
            names = [self.tile_name(tile) for tile in state.result.prey[seat]]
            taken: DiagramText = listed(names) if names else self.words("nothing")
            sketch.alt_texts.append(self.words("takes", self.clan_name(state, seat), taken, points))

    # --- names ----------------------------------------------------------------------------------------------

    def clan_of(self, state: CatsState, seat: int) -> str:
        """The id of the clan of *seat*."""
        return self.rules.cards.clans[state.clans[seat]].id

    def clan_name(self, state: CatsState, seat: int) -> PieceName:
        """The name of the clan of *seat*."""
        return PieceName("clans", self.clan_of(state, seat))

    def tile_name(self, tile: int) -> DiagramText:
        """What a tile is called."""
        kind, name, value = self.rules.cards.kind[tile], self.rules.cards.ids[tile], self.rules.value[tile]
        if kind == DOG:
            return PieceName(_COMPONENTS[kind], name)
        field = "clan" if kind == CAT else "kind"
        return self.words("cat", PieceName(_COMPONENTS[kind], name, field), value)

    def name_at(self, state: CatsState, place: int) -> DiagramText:
        """What the tile at *place* is called, as all players see it."""
        if state.up[place] or place in state.out:
            return self.tile_name(state.square[place])
        return self.words("face-down")

    def _describe_rows(self, sketch: DiagramCanvas, state: CatsState, tiles: dict[int, DiagramPiece]) -> None:
        for row in range(SIDE):
            here = [place for place in tiles if place // SIDE == row]
            if any(state.up[place] for place in here):
                names = [self.name_at(state, place) for place in here]
                sketch.alt_texts.append(self.words("row", row + 1, listed(names)))

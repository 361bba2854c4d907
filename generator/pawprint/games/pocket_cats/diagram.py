"""Pocket Cats drawn: the square of tiles, what is exchanged in it, and at its end who bites and who takes what."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, SIDE, TOUCHING
from pawprint.games.pocket_cats.cat_calls import claims_of
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.play import diagram as diagrams
from pawprint.play.data_diagrams import DataDiagrams
from pawprint.play.engine import CHANCE, Json, Rng

#: Between tiles.
GAP = 2.0
#: In a square of so many tiles at most it is shown cat by cat who attacks what.
FEW = 9

#: Clan cards beside each other.
_CLANS = 4

_SIDES = ("one", "two")


@diagrams.DIAGRAM_BUILDERS("pocket-cats")
class CatsDiagrams(DataDiagrams[PocketCats]):
    """Squares of Pocket Cats."""

    words_file = Path(__file__).with_name("diagram.yaml")

    def show(self, moment: diagrams.DiagramMoment) -> tuple[diagrams.Diagram, ...]:
        after: Any = None if moment.after is None else CatsTable(moment.after)  # type: ignore[arg-type]
        before: Any = None if moment.before is None else CatsTable(moment.before)  # type: ignore[arg-type]
        if before is not None and moment.kind == "do":
            return (self._square(before, (moment.action,)), self._square(after, since=before))
        asked: tuple[Any, ...] = () if moment.action is None else (moment.action,)
        if moment.kind == "which":
            asked = tuple(before.state.legal_actions()) if before is not None else ()
            return (self._square(before or after, asked, choice=True),)
        return (self._square(after if before is None else before, asked, refused=bool(moment.refused)),)

    def begin(self, setup: Json) -> diagrams.Diagram:
        beginning, rng = self.rules.start(setup), Rng("the setup of a figure")
        while not CatsTable(beginning).laid or beginning.seat == CHANCE:
            chance = beginning.seat == CHANCE
            beginning.apply(beginning.chance(rng) if chance else beginning.legal_actions()[0])
        state = CatsTable(beginning)
        clans = []
        for seat in (0, 1):
            sketch = diagrams.DiagramCanvas(self.space)
            width, _ = self.space.size("clans")
            sketch.pieces.append(diagrams.DiagramPiece("clans", state.clan_name(seat), 0.0, diagrams.LINE + 2))
            sketch.labels.append(
                diagrams.DiagramLabel(width / 2, 0.0, self.clan_name(state, seat), "center", strong=True)
            )
            sketch.spots.append(diagrams.DiagramSpot(0.0, diagrams.LINE + 2, "clans"))
            title = self.words("player", seat + 1)
            sketch.alt_texts.append(self.words("score", title, self.clan_name(state, seat)))
            clans.append(sketch.done())
        square = self._square(state)
        middle = PLACES // 2
        card = self.tile(state, middle)
        square = square._replace(
            spots=(diagrams.DiagramSpot(0.0, 0.0, "square"), diagrams.DiagramSpot(card.x, card.y, "middle"))
        )
        sketch = diagrams.DiagramCanvas(self.space)
        x = 0.0
        for part in (clans[0], square, clans[1]):
            sketch.add(part, x, (max(square.height, part.height) - part.height) / 2)
            x += part.width + diagrams.FAR
        return sketch.done()

    def _square(
        self,
        state: CatsTable,
        actions: tuple[Any, ...] = (),
        *,
        refused: bool = False,
        choice: bool = False,
        since: CatsTable | None = None,
    ) -> diagrams.Diagram:
        if not state.laid:
            return self._choosing(state)
        sketch = diagrams.DiagramCanvas(self.space)
        tiles: dict[int, diagrams.DiagramPiece] = {}
        for place in range(PLACES):
            if state.square[place] is not None:
                tiles[place] = self.tile(state, place)
        sketch.pieces += tiles.values()
        self._describe_rows(sketch, state, tiles)
        for action in actions:
            self._deed(sketch, state, action, tiles, refused, choice)
        says = self.words("may-not-go") if refused else self.words("may-go") if choice else self.words("goes")
        self._describe_moves(sketch, state, actions, tiles, says)
        if since is not None:
            for place, tile in tiles.items() if since.laid and state.phase != "over" else ():
                if state.square[place] != since.square[place] or tile.turn != self.tile(since, place).turn:
                    sketch.frame(tile)
        if state.phase == "over":
            self.end(sketch, state, tiles)
        return sketch.done()

    def _choosing(self, state: CatsTable) -> diagrams.Diagram:
        parts = []
        width, height = self.space.size("clans")
        for seat in (0, 1):
            sketch = diagrams.DiagramCanvas(self.space)
            clans = [state.clans[seat]] if state.clans[seat] >= 0 else state.offered(seat)
            names = [self.rules.tiles.clans[clan].id for clan in clans]
            for number, name in enumerate(names):
                line, place = divmod(number, _CLANS)
                sketch.pieces.append(diagrams.DiagramPiece("clans", name, place * (width + GAP), line * (height + GAP)))
            title = self.words("player", seat + 1)
            across = max(1, min(len(names), _CLANS)) * (width + GAP) - GAP
            sketch.regions.append(diagrams.DiagramRegion(0.0, 0.0, across, max(height, diagrams.LINE), title, "hand"))
            sketch.alt_texts.append(
                self.words("score", title, diagrams.listed([diagrams.PieceName("clans", name) for name in names]))
            )
            parts.append(sketch.done())
        return diagrams.column_of(parts, self.space)

    def tile(self, state: CatsTable, place: int) -> diagrams.DiagramPiece:
        width, height = self.space.size("cats")
        row, column = divmod(place, SIDE)
        tile, out = state.square[place], state.is_out(place)
        assert tile is not None
        up = state.up[place] or out
        turn = 90.0 * state.turned[place] if up else 0.0
        return diagrams.DiagramPiece(
            self.rules.records.components[tile], self.rules.tiles.ids[tile], column * (width + GAP),
            row * (height + GAP), "face" if up else "back", turn, out,
        )  # fmt: skip

    def _deed(
        self,
        sketch: diagrams.DiagramCanvas,
        state: CatsTable,
        action: Any,
        tiles: dict[int, diagrams.DiagramPiece],
        refused: bool,
        choice: bool,
    ) -> None:
        verb, chosen = self.deed(action)
        if verb in ("reveal", "look"):
            if verb == "look" or not choice:
                self._asked(sketch, tiles.get(chosen[0]), refused)
        elif verb == "exchange":
            here, there = chosen
            if here not in tiles or there not in tiles:
                return
            if choice:
                sketch.frame(tiles[here], "good")
                sketch.frame(tiles[there], "focus")
            else:
                sketch.arrow(tiles[here], tiles[there], "refused" if refused else "moves")
        elif verb in ("lay", "turn", "revive") and chosen[0] in state.square:
            where = state.square.index(chosen[0])
            if verb != "revive" and not choice:
                sketch.alt_texts.append(self.words("turned", self.name_at(state, where)))
            self._asked(sketch, tiles.get(where), refused)

    def deed(self, action: Any) -> tuple[str, list[Any]]:
        found = self.rules.parts_of(action)
        return ("", []) if found is None else (found[0].name, found[1])

    def _asked(self, sketch: diagrams.DiagramCanvas, tile: diagrams.DiagramPiece | None, refused: bool) -> None:
        if tile is not None:
            sketch.frame(tile, "bad" if refused else "focus", badge=refused)

    def _describe_moves(
        self,
        sketch: diagrams.DiagramCanvas,
        state: CatsTable,
        actions: Sequence[Any],
        tiles: dict[int, diagrams.DiagramPiece],
        says: diagrams.DiagramWords,
    ) -> None:
        places: dict[int, list[diagrams.DiagramText]] = {}
        for verb, chosen in map(self.deed, actions):
            if verb == "exchange" and chosen[0] in tiles and chosen[1] in tiles:
                place = self.words("place", chosen[1] // SIDE + 1, chosen[1] % SIDE + 1)
                places.setdefault(chosen[0], []).append(place)
        for here, goals in places.items():
            sketch.alt_texts.append(says._replace(parts=(self.name_at(state, here), diagrams.listed(goals))))

    def end(self, sketch: diagrams.DiagramCanvas, state: CatsTable, tiles: dict[int, diagrams.DiagramPiece]) -> None:
        shown = [-1 if tile is None else tile for tile in state.square]
        before = [tile if state.up[place] or state.is_out(place) else -1 for place, tile in enumerate(shown)]
        for dog, place in state.tally.bites(before, state.turned):
            if state.is_out(place):
                lair = shown.index(dog)
                sketch.arrow(tiles[lair], tiles[place], "eats")
                sketch.alt_texts.append(self.words("eliminates", self.name_at(state, lair), self.name_at(state, place)))
        few = len(tiles) <= FEW
        for _, place, first, two, taker in claims_of(state.state):
            if taker >= 0:
                sketch.frame(tiles[place], _SIDES[taker])
            elif few:
                sketch.frame(tiles[place], "bad", badge=True)
            if few and first + two:
                self._attackers(sketch, state, place, tiles)
        if tiles:
            self._points(sketch, state, max(tile.y for tile in tiles.values()) + self.space.size("cats")[1] + 5)

    def _attackers(
        self, sketch: diagrams.DiagramCanvas, state: CatsTable, prey: int, tiles: dict[int, diagrams.DiagramPiece]
    ) -> None:
        for near in TOUCHING[prey]:
            if near in tiles and state.up[near] and state.kind_at(near) == CAT:
                sketch.arrow(tiles[near], tiles[prey], _SIDES[state.tally.side[state.square[near] or 0]])

    def _points(self, sketch: diagrams.DiagramCanvas, state: CatsTable, y: float) -> None:
        width = SIDE * self.space.size("cats")[0]
        few = len(sketch.pieces) <= FEW
        for seat in (0, 1):
            x, top = (0.0, y + seat * diagrams.LINE) if few else (seat * width / 2, y)
            sketch.frames.append(diagrams.DiagramFrame(x + 2, top + 2, 5.0, 5.0, _SIDES[seat]))
            points = state.state.scores()[seat] - state.state.points[seat]
            score = self.words("score", self.clan_name(state, seat), points)
            sketch.labels.append(diagrams.DiagramLabel(x + 12, top, score, strong=True))
            names = [self.kind_name(claim[0]) for claim in claims_of(state.state) if claim[4] == seat]
            taken: diagrams.DiagramText = diagrams.listed(names) if names else self.words("nothing")
            sketch.alt_texts.append(self.words("takes", self.clan_name(state, seat), taken, points))

    def clan_name(self, state: CatsTable, seat: int) -> diagrams.PieceName:
        return diagrams.PieceName("clans", state.clan_name(seat))

    def kind_name(self, kind: int) -> diagrams.DiagramText:
        cards, name = self.rules.tiles, super().kind_name(kind)
        assert isinstance(name, diagrams.PieceName)
        if kind >= len(cards.ids) or cards.kind[kind] == DOG:
            return name
        return self.words("cat", name._replace(field="clan" if cards.kind[kind] == CAT else "kind"), cards.value[kind])

    def name_at(self, state: CatsTable, place: int) -> diagrams.DiagramText:
        tile = state.square[place]
        if tile is not None and (state.up[place] or state.is_out(place)):
            return self.kind_name(tile)
        return self.words("face-down")

    def _describe_rows(
        self, sketch: diagrams.DiagramCanvas, state: CatsTable, tiles: dict[int, diagrams.DiagramPiece]
    ) -> None:
        for row in range(SIDE):
            here = [place for place in tiles if place // SIDE == row]
            if any(state.up[place] for place in here):
                names = [self.name_at(state, place) for place in here]
                sketch.alt_texts.append(self.words("row", row + 1, diagrams.listed(names)))

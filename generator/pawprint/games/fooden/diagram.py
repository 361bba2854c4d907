"""FOODEN drawn: the rows of Nature with their cubes, who eats whom, and what lies beside them."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pawprint.games.fooden.rules import FOODS, ROWS, Fooden
from pawprint.games.fooden.table import FoodenTable
from pawprint.play.data_diagrams import DataDiagrams
from pawprint.play.diagram import (
    DIAGRAM_BUILDERS,
    LINE,
    NEAR,
    Diagram,
    DiagramCanvas,
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
    mentioned,
    row_of,
)
from pawprint.play.engine import Json
from pawprint.play.language.data_state import DataState

#: The upper part of a card that is shown: the picture, the numbers and the name.
SEEN = 0.6
#: Of the card at the head of a row only the picture.
_NATURE = 0.53
#: Creatures that there is room for beside the cards of Nature at the beginning.
_ROOM = 3
#: Width of the number beside a kind of piece, in millimetres.
_COUNT = 25.0
#: Where the first season is on its card, as shares of the width and height.
_FIRST_SEASON = (0.27, 0.2)
#: More cubes than that are never side by side.
_MANY_CUBES = 99
#: Cards of a pile that are shown before the rest is a number.
_MANY = 9


@DIAGRAM_BUILDERS("fooden")
class FoodenDiagrams(DataDiagrams[Fooden]):
    """Situations of FOODEN."""

    words_file = Path(__file__).with_name("diagram.yaml")

    def show(self, moment: DiagramMoment) -> tuple[Diagram, ...]:
        assert isinstance(moment.after, DataState)
        after = FoodenTable(moment.after)
        before = FoodenTable(moment.before) if isinstance(moment.before, DataState) else None
        if before is None or moment.kind in ("ask", "which", ""):
            return (self._table(before or after, possible=mentioned(moment.found)),)
        told = {event[0] for event in moment.events}
        if told & {"fate", "survives", "dies"}:
            return (self._table(before, events=moment.events, after=after),)
        if moment.kind == "run":
            return (self._table(after, since=before),)
        return (self._table(before, beside=after), self._table(after, since=before, beside=before))

    def begin(self, setup: Json) -> Diagram:
        state = FoodenTable(self.rules.load(setup))
        wide = self.space._replace(width=1e6)
        laboratory = [_spotted(card, "lab", LINE + 2) for card in self._pile("lab", state.lab)]
        above = row_of([_spotted(self.deck(state), "deck"), *laboratory], wide)
        below = row_of([self._empty_nature(state), column_of([self._season(), self._reserve(state)], self.space)], wide)
        players = [self._player(state, seat, whole=True) for seat in range(state.seats)]
        return row_of([column_of([above, below], self.space), column_of(players, self.space)], wide)

    def _empty_nature(self, state: FoodenTable) -> Diagram:
        """Nature before any creature is in it: the room to the right of its cards is free."""
        sketch = DiagramCanvas(self.space)
        sketch.add(self.rows_of_nature(state, ROWS, {}, ()), 0.0, 0.0)
        rows = sketch.done()
        room = _ROOM * (self.space.size("creatures")[0] + NEAR)
        region = DiagramRegion(-NEAR, -NEAR, rows.width + room, rows.height + 2 * NEAR, self.words("nature"))
        sketch.regions.append(region)
        return _spotted(sketch.done(), "nature", LINE + 2)

    def _season(self) -> Diagram:
        sketch = DiagramCanvas(self.space)
        sketch.pieces.append(DiagramPiece("season", self.space.first("season"), 0.0, 0.0))
        width, height = self.space.size("season")
        token_width, token_height = self.space.size("season-token")
        x, y = (share * side for share, side in zip(_FIRST_SEASON, (width, height), strict=True))
        token = self.space.first("season-token")
        sketch.pieces.append(DiagramPiece("season-token", token, x - token_width / 2, y - token_height / 2))
        return _spotted(sketch.done(), "season")

    def _reserve(self, state: FoodenTable) -> Diagram:
        """The cubes of each kind and the victory point tokens that no player has, as one of each and a number."""
        sketch = DiagramCanvas(self.space)
        cubes = [("cubes", self.space.first("cubes", "food", food), state.reserve[food]) for food in FOODS]
        stock = [*cubes, ("vp", self.space.first("vp"), state.vp)]
        line = max(self.space.size(component)[1] for component, _, _ in stock) + NEAR
        column = max(self.space.size(component)[0] for component, _, _ in stock) + NEAR
        things: list[DiagramText] = []
        for number, (component, name, count) in enumerate(stock):
            row, place = divmod(number, 2)
            x, y = place * (column + _COUNT), row * line
            sketch.pieces.append(DiagramPiece(component, name, x, y))
            top = y + self.space.size(component)[1] / 2 - LINE / 2
            sketch.labels.append(DiagramLabel(x + self.space.size(component)[0] + NEAR, top, f"× {count}", "left"))
            things.append(_times(count, PieceName(component, name)))
        width, height = 2 * (column + _COUNT), line * -(-len(stock) // 2)
        sketch.regions.append(DiagramRegion(-NEAR, -NEAR, width + NEAR, height + NEAR, self.words("reserve")))
        sketch.alt_texts.append(self.words("has", self.words("reserve"), listed(things)))
        sketch.spots.append(DiagramSpot(width - 2 * NEAR, 0.0, "reserve"))
        return sketch.done()

    # --- the table ------------------------------------------------------------------------------------------

    def _table(
        self,
        state: FoodenTable,
        *,
        events: Sequence[Any] = (),
        after: FoodenTable | None = None,
        since: FoodenTable | None = None,
        beside: FoodenTable | None = None,
        possible: frozenset[str] = frozenset(),
    ) -> Diagram:
        """What the situation mentions.

        Args:
            events, after: of Phases 3 and 4, which are shown in the rows as they were before.
            since: what was not there then is framed.
            beside: whatever this other situation mentions is shown as well.
            possible: the creatures that an action may be about, which are framed.
        """
        fates = self._fates(state, events, after)
        others = [shown for shown in (beside, since) if shown is not None]
        rows = [row for row in ROWS if any(shown.rows[row] or shown.food[row] for shown in (state, *others))]
        everywhere = self._everywhere(state)
        fresh = {*everywhere} - {*self._everywhere(since)} if since is not None else set()
        choices = [(zone, card) for zone, card in everywhere if state.name(card) in possible]
        fresh |= {*choices}
        parts = []
        if rows:
            attacks = [(event[1], event[2]) for event in events if event[0] == "attacks"]
            parts.append(self.rows_of_nature(state, rows, fates, attacks, fresh))
        piles = [*self._pile("lab", state.lab, fresh)]
        left = after or state
        if len(left.survivors) and (not events or not rows):
            piles += self._pile("survivors", left.survivors, fresh)
        if state.discard and not events:
            piles += self._pile("discard", state.discard, fresh)
        if state.looked or any(shown.looked for shown in others):
            piles.append(self.deck(state))
        parts += [row_of(piles, self.space)] if piles else []
        players = [
            self._player(left, seat)
            for seat in range(state.seats)
            if any(left.belongings(seat) != other.belongings(seat) for other in others)
            or (left.survivors and left.objectives(seat))
        ]
        if not parts and not players:  # a table with nothing on it
            players = [self.deck(state), *(self._player(left, seat) for seat in range(state.seats))]
        parts += [row_of(players, self.space)] if players else []
        table = self._arranged(parts)
        if not choices:
            return table
        says = self.words("possible", self.kind_names([card for _, card in choices]))
        return table._replace(alt_texts=(*table.alt_texts, says))

    def _arranged(self, parts: list[Diagram]) -> Diagram:
        """Beside each other where that fits, else below."""
        if sum(part.width for part in parts) + 9.0 * len(parts) <= self.space.width:
            return row_of(parts, self.space)
        return column_of(parts, self.space)

    def _everywhere(self, state: FoodenTable) -> list[tuple[str, int]]:
        zones = [("lab", state.lab), ("discard", state.discard), ("survivors", state.survivors)]
        zones += [(f"row {row} {at}", [card]) for row, line in state.rows.items() for at, card in enumerate(line)]
        return [(zone, creature) for zone, creatures in zones for creature in creatures]

    def _fates(self, state: FoodenTable, events: Sequence[Any], after: FoodenTable | None) -> dict[int, str]:
        """What has become of each creature, by its last event; *after* has what no event tells."""
        number = {state.name(card): card for card in state.everyone}
        fates: dict[int, str] = {}
        for event in events:
            if event[0] == "fate":
                fates[number[event[1]]] = event[2]
            elif event[0] in ("survives", "dies") and event[1] in number:
                fates[number[event[1]]] = event[0]
        attacked = [number[event[2]] for event in events if event[0] == "attacks"]
        for prey in attacked:  # no event has the fate of a prey whose turn is over
            if fates.get(prey) == "dies":
                fates[prey] = "dead"
            elif fates.get(prey) != "survives" and after is not None:
                fates[prey] = after.stand(prey)
        return fates

    def rows_of_nature(
        self,
        state: FoodenTable,
        rows: Sequence[str],
        fates: dict[int, str],
        attacks: Sequence[tuple[str, str]],
        fresh: Any = (),
    ) -> Diagram:
        """Nature: one row for each diet, the strongest creature left."""
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("creatures")
        across = self.space.size("nature")[0]
        step = height * SEEN + NEAR
        cards: dict[str, DiagramPiece] = {}
        for line, row in enumerate(rows):
            y = line * step
            nature = self.space.first("nature", "diet", row)
            sketch.pieces.append(DiagramPiece("nature", nature, 0.0, y, keep=_NATURE))
            for place, creature in enumerate(state.rows[row]):
                card = self.piece(creature, across + 2 * NEAR + place * (width + NEAR), y, keep=SEEN)
                fate = fates.get(creature, "")
                turned = 180.0 if fate == "inverted" else 0.0
                gone = fate in ("dead", "dies")
                cards[state.name(creature)] = card._replace(turn=turned, faded=gone)
                sketch.pieces.append(cards[state.name(creature)])
                if fate:
                    sketch.frame(card, "good" if fate in ("satiated", "survives") else "bad", badge=True)
                if (f"row {row} {place}", creature) in fresh:
                    sketch.frame(card)
                self._on(sketch, state, creature, card)
            self._cubes(sketch, state.food[row], row, 3.0, y + height * _NATURE, across - 6)
            self._describe_row(sketch, state, row)
        for hunter, prey in attacks:
            if hunter in cards and prey in cards:
                sketch.arrow(cards[hunter], cards[prey])
                sketch.alt_texts.append(self.words("attacks", *map(self.piece_name, (hunter, prey))))
        if len(attacks) == 1:
            self._steps(sketch, state, attacks[0][0], cards)
        for fate in dict.fromkeys(fates.values()):
            if f"fate-{fate}" in self.texts:
                shared = [creature for creature, its in fates.items() if its == fate]
                sketch.alt_texts.append(self.words(f"fate-{fate}", self.kind_names(shared)))
        return sketch.done()

    def _steps(self, sketch: DiagramCanvas, state: FoodenTable, hunter: str, cards: dict[str, DiagramPiece]) -> None:
        """How far each possible prey of the one that hunts is away, where there are several."""
        steps = state.steps_to_prey(self.rules.piece_of(hunter))
        if len(steps) < 2:
            return
        for prey, away in steps.items():
            card = cards[state.name(prey)]
            _, _, width, height = sketch.box(card)
            sketch.spots.append(DiagramSpot(card.x + width * 0.84, card.y + height * 0.72, f"steps {prey}", str(away)))
        told = [DiagramWords({"en": "{0} {1}"}, (self.kind_name(prey), away)) for prey, away in steps.items()]
        sketch.alt_texts.append(self.words("steps", listed(told)))

    def _cubes(self, sketch: DiagramCanvas, count: int, row: str, x: float, low: float, room: float) -> None:
        side = self.space.size("cubes")[0] + 1
        per = max(1, int(room // side))
        sketch.pieces += self.cubes(row, count, x, low - -(-count // per) * side - 1, per)

    def _on(self, sketch: DiagramCanvas, state: FoodenTable, creature: int, card: DiagramPiece) -> None:
        _, _, width, height = sketch.box(card)
        for food in FOODS:
            self._cubes(sketch, state.cubes(creature)[food], food, card.x + 3, card.y + height, width)
        across, down = self.space.size("vp")
        right, top = card.x + width - across - 2, card.y + height - down - 1
        stars = range(len(state.tokens(creature)))
        sketch.pieces += [DiagramPiece("vp", self.space.first("vp"), right - place * 9, top) for place in stars]

    # --- beside the rows ------------------------------------------------------------------------------------

    def _pile(self, zone: str, creatures: Sequence[int], fresh: Any = ()) -> list[Diagram]:
        """The creatures of a zone side by side, below its name; nothing if it is empty."""
        if not creatures:
            return []
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("creatures")
        shown = creatures[-_MANY:]
        per = max(1, int((self.space.width - NEAR) // (width + NEAR)))
        per = -(-len(shown) // -(-len(shown) // per))  # lines of about equal length
        title = self.words(zone)
        for number, creature in enumerate(shown):
            line, place = divmod(number, per)
            card = self.piece(creature, NEAR + place * (width + NEAR), NEAR + line * (height * SEEN + NEAR), keep=SEEN)
            sketch.pieces.append(card)
            if (zone, creature) in fresh:
                sketch.frame(card)
        lines, broad = -(-len(shown) // per), min(len(shown), per)
        sketch.regions.append(
            DiagramRegion(0.0, 0.0, broad * (width + NEAR) + NEAR, lines * (height * SEEN + NEAR) + NEAR, title)
        )
        sketch.alt_texts.append(self.words("row", title, self.kind_names(shown)))
        return [sketch.done()]

    def deck(self, state: FoodenTable) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("creatures")
        deck = self.words("deck", len(state.deck))
        back = DiagramPiece("creatures", self.space.first("creatures"), 0.0, 0.0, "back", keep=SEEN)
        self.stack(sketch, back, deck, width / 2, height * SEEN + 2)
        sketch.alt_texts.append(deck)
        return sketch.done()

    def _player(self, state: FoodenTable, seat: int, whole: bool = False) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("objectives")
        side, star = self.space.size("cubes")[0], self.space.size("vp")[0]
        x = NEAR
        high = height * SEEN
        scored = state.objectives(seat) if whole or state.survivors else ()
        for number in scored:
            if whole:
                sketch.spots += _first_of("objectives", sketch, seat, x)
                sketch.pieces.append(self.piece(number, x, NEAR, "back", SEEN))
                x += width * 0.2
            else:
                sketch.pieces.append(self.piece(number, x, NEAR))
                high = height
                x += width + NEAR
        x += width * 0.8 + NEAR if whole and scored else 0.0
        if whole:
            hand = state.hand(seat)
            for card in hand:
                sketch.spots += _first_of("actions", sketch, seat, x)
                sketch.pieces.append(self.piece(card, x, NEAR, "back", SEEN))
                x += width * 0.12
            x += width * 0.88 + NEAR if hand else 0.0
        foods = [food for food, count in state.purse(seat).items() for _ in range(count)]
        per = max(1, -(-len(foods) // 2))
        for place, food in enumerate(foods):
            line, column = divmod(place, per)
            sketch.pieces += self.cubes(food, 1, x + column * (side + 1), NEAR + line * (side + 1))
        if whole and foods and seat == 0:
            sketch.spots.append(DiagramSpot(x, NEAR + 2 * (side + 1), "cubes"))
        wide = per * (side + 1) if foods else 0.0
        low = NEAR + 2 * (side + 1) + 1 if foods else NEAR
        for place in range(state.points[seat]):
            sketch.pieces.append(DiagramPiece("vp", self.space.first("vp"), x + place * star * 0.6, low))
            wide = max(wide, (place * 0.6 + 1) * star)
        if whole and state.leader == seat:
            across, down = self.space.size("leader")
            sketch.spots.append(DiagramSpot(x + wide + NEAR, NEAR, "leader"))
            sketch.pieces.append(DiagramPiece("leader", self.space.first("leader"), x + wide + NEAR, NEAR))
            wide += across + NEAR
            high = max(high, down)
        if not (scored or whole):
            high = low + (star if state.points[seat] else 0.0)
        name: DiagramText = self.player_name(seat)
        title = self.words("score", name, state.state.scores()[seat]) if scored and not whole else name
        sketch.regions.append(DiagramRegion(0.0, 0.0, max(x + wide + NEAR, 30.0), high + 2 * NEAR, title, "hand"))
        shown = () if whole else [*map(self.kind_name, scored)]
        things = listed([*self._things(state, seat, foods), *shown])
        if title is not name:
            sketch.alt_texts.append(self.words("points", name, state.state.scores()[seat], things))
        else:
            sketch.alt_texts.append(self.words("has", name, things) if things.parts else name)
        return sketch.done()

    def _things(self, state: FoodenTable, seat: int, foods: Sequence[str]) -> list[DiagramText]:
        held = Counter(map(self.cube_name, foods))
        things: list[DiagramText] = [_times(count, cube) for cube, count in held.items()]
        if state.points[seat]:
            things.append(_times(state.points[seat], PieceName("vp", self.space.first("vp"))))
        return things

    # --- names ----------------------------------------------------------------------------------------------

    def cube_name(self, food: str) -> PieceName:
        return PieceName("cubes", self.space.first("cubes", "food", food))

    def cubes(self, food: str, count: int, x: float, y: float, per: int = _MANY_CUBES) -> list[DiagramPiece]:
        step, cube = self.space.size("cubes")[0] + 1, self.space.first("cubes", "food", food)
        places = [divmod(number, per) for number in range(count)]
        return [DiagramPiece("cubes", cube, x + place * step, y + line * step) for line, place in places]

    def _describe_row(self, sketch: DiagramCanvas, state: FoodenTable, row: str) -> None:
        who = self.kind_names(state.rows[row]) if state.rows[row] else self.words("empty")
        name = PieceName("nature", self.space.first("nature", "diet", row))
        sketch.alt_texts.append(self.words("row", name, who))


def _spotted(part: Diagram, name: str, below: float = 0.0) -> Diagram:
    """*part* with a sign at its corner, or that far below it."""
    return part._replace(spots=(DiagramSpot(0.0, below, name),))


def _first_of(name: str, sketch: DiagramCanvas, seat: int, x: float) -> tuple[DiagramSpot, ...]:
    """The sign of what lies at *x* before the first player, if nothing there has one yet."""
    there = seat != 0 or any(spot.name == name for spot in sketch.spots)
    return () if there else (DiagramSpot(x, NEAR, name),)


def _times(count: int, name: DiagramText) -> DiagramWords:
    return DiagramWords({"en": "{0} × {1}"}, (count, name))

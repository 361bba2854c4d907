"""The lake game drawn: species with their population, traits and food, the lake, and who attacks whom."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pawprint.games.lake_ecosystem.rules import LakeEcosystem
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.play.data_diagrams import DataDiagrams
from pawprint.play.diagram import (
    DIAGRAM_BUILDERS,
    LINE,
    NEAR,
    Diagram,
    DiagramArrow,
    DiagramCanvas,
    DiagramFrame,
    DiagramLabel,
    DiagramMoment,
    DiagramPiece,
    DiagramRegion,
    DiagramSpot,
    DiagramText,
    PieceName,
    listed,
    surround,
)
from pawprint.play.engine import Json
from pawprint.play.language.data_state import DataState

#: The upper part of a card that is shown.
SEEN = 0.62
#: After a population, and after each trait; millimetres.
TRAIT_GAP = 1.0
#: How much of a card is seen below the next one of the same population.
_STEP = 0.36
#: Where the board has room for the deck and for the bank, in parts of its width and height.
_JETTY, _SAND = (0.13, 0.3), (0.915, 0.51)
#: The middle of the lower jetty, for the discard pile, in parts of the height of the board.
_DISCARD = 0.69
#: Between the species of a player and the hand.
_APART = 8.0
#: Food tokens beside each other.
_PER = 8


@DIAGRAM_BUILDERS("lake-ecosystem")
class LakeDiagrams(DataDiagrams[LakeEcosystem]):
    """Situations of the lake game."""

    words_file = Path(__file__).with_name("diagram.yaml")
    _called: dict[str, DiagramText]

    def show(self, moment: DiagramMoment) -> tuple[Diagram, ...]:
        assert isinstance(moment.after, DataState)
        after = LakeTable(moment.after)
        before = LakeTable(moment.before) if isinstance(moment.before, DataState) else None
        attacks = [(event[2], event[3]) for event in moment.events if event[0] == "attack"]
        if moment.kind == "ask" and before is not None:
            attack = self._attack(moment.action)
            return (self._table(before, [] if attack is None else [attack], refused=bool(moment.refused)),)
        if moment.kind == "which" and before is not None:
            found = [self._attack(action) for action in before.state.legal_actions()]
            return (self._table(before, [table for table in found if table]),)
        if before is None:
            return (self._table(after),)
        return (self._table(before, attacks, beside=after, done=True), self._table(after, since=before, beside=before))

    def begin(self, setup: Json) -> Diagram:
        rules, sketch = self.rules, DiagramCanvas(self.space)
        wide, high = self.space.size("lake")
        if "lake" in self.space.game.records:
            sketch.pieces.append(DiagramPiece("lake", self.space.first("lake"), 0.0, 0.0))
        width, height = self.space.size("cards")
        x, y = wide * _JETTY[0] - width / 2, high * _JETTY[1] - height / 2
        deck = self.words("deck", len(rules.all_pieces()))
        self.stack(sketch, self.piece(0, x, y, "back"), deck, -3.6 * LINE, high * _JETTY[1] - LINE / 2)
        sketch.spots += [DiagramSpot(0.0, 0.0, "lake"), DiagramSpot(x, y, "deck")]
        discard = high * _DISCARD
        sketch.spots.append(DiagramSpot(x, discard - height / 2, "discard"))
        across, down = self.space.size("food")
        x, y = wide * _SAND[0] - across - 0.5, high * _SAND[1] - 2 * down - 1.5
        sketch.spots.append(DiagramSpot(x, y, "bank"))
        self.food(sketch, 8, x, y, 1.0, 2)
        bank = self.words("bank", rules.box.tokens)
        sketch.labels.append(DiagramLabel(wide + 4.6 * LINE, high * _SAND[1] - LINE / 2, bank, "center"))
        sketch.alt_texts += [self.words("lake"), deck, bank]
        mats = [self._mat(seat) for seat in range(len(rules.start(setup).scores()))]
        names = [name for mat in mats for name in mat.alt_texts]
        sketch.alt_texts.append(self.words("mats", listed(names)))
        return surround(sketch.done(), [mat._replace(alt_texts=()) for mat in mats], self.space)

    def _mat(self, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        mats = [record.id for record in self.space.game.pieces("mats")] if "mats" in self.space.game.records else []
        name: DiagramText = self.player_name(seat)
        if seat < len(mats):
            sketch.pieces.append(DiagramPiece("mats", mats[seat], 0.0, 0.0))
            name = PieceName("mats", mats[seat])
        if seat == 0:
            sketch.spots.append(DiagramSpot(0.0, 0.0, "mat"))
        sketch.alt_texts.append(name)
        return sketch.done()

    def _table(
        self,
        state: LakeTable,
        attacks: Sequence[tuple[str, str]] = (),
        *,
        refused: bool = False,
        done: bool = False,
        since: LakeTable | None = None,
        beside: LakeTable | None = None,
    ) -> Diagram:
        """The players' species around the lake.

        Args:
            since: what was otherwise then is framed.
            beside: what this other situation has is shown as well, if only as nothing.
        """
        places: dict[str, tuple[int, DiagramFrame]] = {}
        both = [table for table in (state, beside) if table is not None]
        self._called = self._species_names(both)
        parts: list[Diagram] = []
        seats = [*range(state.active + 1, state.players), *range(state.active)]
        bare = not any(table.lake or any(table.rows) or any(table.bags) or any(table.hands) for table in both)
        for seat in (*seats, -1, state.active):
            if seat < 0:
                if bare or any(table.lake for table in both):
                    parts.append(self.water(state))
            elif bare or any(table.rows[seat] or table.bags[seat] or table.hands[seat] for table in both):
                here: dict[str, DiagramFrame] = {}
                parts.append(self._player(state, seat, here, since, beside))
                places |= {name: (len(parts) - 1, frame) for name, frame in here.items()}
        sketch = DiagramCanvas(self.space)
        widest = max([part.width for part in parts], default=0.0)
        y = 0.0
        for number, part in enumerate(parts):
            x = (widest - part.width) / 2
            sketch.add(part, x, y)
            for name, (where, frame) in places.items():
                if where == number:
                    places[name] = (-1, frame._replace(x=frame.x + x, y=frame.y + y))
            y += part.height + LINE
        for hunter, prey in dict.fromkeys(attacks):
            if hunter in places and prey in places:
                self._bite(sketch, places[hunter][1], places[prey][1], refused)
                says = (
                    self.words("may-not-attack")
                    if refused
                    else self.words("attacks")
                    if done
                    else self.words("may-attack")
                )
                sketch.alt_texts.append(says._replace(parts=(self._called[hunter], self._called[prey])))
        return sketch.done()

    def _bite(self, sketch: DiagramCanvas, hunter: DiagramFrame, prey: DiagramFrame, refused: bool) -> None:
        x1, y1 = hunter.x + hunter.width / 2, hunter.y + hunter.height / 2
        x2, y2 = prey.x + prey.width / 2, prey.y + prey.height / 2
        if abs(y1 - y2) < hunter.height / 2:  # neighbours
            x1 = hunter.x + (hunter.width * 0.8 if x2 > x1 else 12)
            x2 = prey.x + (12 if x2 > x1 else prey.width * 0.8)
        elif y2 < y1:
            y1, y2 = hunter.y + 8, prey.y + prey.height * 0.72
        else:
            y1, y2 = hunter.y + hunter.height * 0.8, prey.y + 12
        sketch.arrows.append(DiagramArrow(x1, y1, x2, y2, "refused" if refused else "eats"))

    def water(self, state: LakeTable) -> Diagram:
        sketch = DiagramCanvas(self.space)
        across, down = self.space.size("food")
        self.food(sketch, state.lake, 6.0, 5.0, 2.0)
        lines, broad = max(1, -(-state.lake // _PER)), min(max(state.lake, 4), _PER)
        sketch.regions.append(
            DiagramRegion(0.0, 0.0, broad * (across + 2) + 10, lines * (down + 2) + 8, self.words("lake"), "water")
        )
        sketch.alt_texts.append(self.words("food", state.lake))
        return sketch.done()

    def _player(
        self,
        state: LakeTable,
        seat: int,
        here: dict[str, DiagramFrame],
        since: LakeTable | None,
        beside: LakeTable | None,
    ) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("cards")
        x = NEAR
        rows = [*state.rows[seat]]
        for species in rows if beside is None else sorted({*rows, *beside.rows[seat]}):
            if species not in state:
                if since is not None and species in since:
                    sketch.alt_texts.append(self.words("extinct", self._called[state.name(species)]))
                continue
            here[state.name(species)] = self._named_species(sketch, state, species, x, since)
            x += here[state.name(species)].width + 3 * NEAR
        x = x - 2 * NEAR if x > NEAR else width + NEAR
        title = name = self.player_name(seat)
        if any(table.bags[seat] for table in (state, beside) if table is not None):
            title = self.words("title", title, self.words("bag", state.bags[seat]))
        sketch.regions.append(DiagramRegion(0.0, 0.0, x, height * SEEN + 2 * NEAR, title, "hand"))
        if title is not name:
            sketch.alt_texts.append(title)
        self._hand(sketch, state, seat, x + _APART)
        return sketch.done()

    def _hand(self, sketch: DiagramCanvas, state: LakeTable, seat: int, x: float) -> None:
        """The hand of a player, apart: face down it would look like a population."""
        width, height = self.space.size("cards")
        hand = len(state.hands[seat])
        if not hand:
            return
        cards = state.hands[seat][:6]
        side = "face" if hand <= 6 and seat == state.active else "back"
        step = width * (0.7 if hand <= 3 else 0.4)
        for place, kind in enumerate(cards):
            sketch.pieces.append(self.piece(kind, x + NEAR + place * step, NEAR, side, SEEN))
        says = self.words("hand", hand)
        broad = (len(cards) - 1) * step + width + 2 * NEAR
        sketch.regions.append(DiagramRegion(x, 0.0, broad, height * SEEN + 2 * NEAR, says, "hand"))
        sketch.alt_texts.append(says)

    def species(
        self, sketch: DiagramCanvas, state: LakeTable, species: int, x: float, y: float, since: LakeTable | None = None
    ) -> tuple[float, float]:
        """A species from a point: its population face down, one card over the other, then its traits.

        Args:
            since: what was otherwise then is framed.

        Returns:
            Its width, with the gap after it, and its height.
        """
        width, height = self.space.size("cards")
        left, pop, traits = x, state.population(species), state.traits(species)
        was = (since.population(species), since.traits(species)) if since is not None else None
        for place in range(pop):
            card = DiagramPiece("cards", self.space.first("cards"), x + place * width * _STEP, y, "back", keep=SEEN)
            sketch.pieces.append(card)
            if was is not None and place >= was[0]:
                sketch.frame(card)
        for place in range(state.food(species)):
            top = y + height * SEEN - self.space.size("food")[1] - 3
            sketch.pieces.append(self.food_token(place, x + min(place, pop) * width * _STEP + 1.5, top))
        x += (pop - 1) * width * _STEP + width + TRAIT_GAP
        for kind in traits:
            card = self.piece(kind, x, y, keep=SEEN)
            sketch.pieces.append(card)
            if was is not None and kind not in was[1] and was[0]:
                sketch.frame(card)
            x += width + TRAIT_GAP
        return x - left, height * SEEN

    def _named_species(
        self, sketch: DiagramCanvas, state: LakeTable, species: int, x: float, since: LakeTable | None
    ) -> DiagramFrame:
        """A species with its description; where it is."""
        where = DiagramFrame(x, NEAR, *self.species(sketch, state, species, x, NEAR, since))
        traits = state.traits(species)
        names = self.kind_names(traits) if traits else self.words("no-traits")
        called, about = self._called[state.name(species)], (state.population(species), state.food(species))
        sketch.alt_texts.append(self.words("species", called, *about, names))
        return where

    def food(self, sketch: DiagramCanvas, count: int, x: float, y: float, gap: float, per: int = _PER) -> None:
        across, down = self.space.size("food")
        for number in range(count):
            line, place = divmod(number, per)
            sketch.pieces.append(self.food_token(number, x + place * (across + gap), y + line * (down + gap)))

    def food_token(self, number: int, x: float, y: float) -> DiagramPiece:
        tokens = self.rules.box.token_ids
        return DiagramPiece("food", tokens[(number * 41) % len(tokens)], x, y)

    def _attack(self, action: Any) -> tuple[str, str] | None:
        found = self.rules.named(action)
        return (found[1]["s"], found[1]["t"]) if found is not None and found[0].name == "attack" else None

    def _species_names(self, states: Sequence[LakeTable]) -> dict[str, DiagramText]:
        """What readers call each species: by its player, and by its place if the player has several."""
        players = self.notation.names
        named: dict[str, DiagramText] = {}
        for seat in range(states[0].players):
            rows = states[0].rows[seat]
            every = rows if len(states) == 1 else sorted({species for state in states for species in state.rows[seat]})
            word = f"species-{players[seat]}" if seat < len(players) else ""
            owned = self.words(word) if word in self.texts else self.words("species-of", seat + 1)
            for number, species in enumerate(every, 1):
                called = self.words("numbered", owned, number) if len(every) > 1 else owned
                named[states[0].name(species)] = called
        return named

    def kind_name(self, kind: int) -> PieceName:
        return PieceName("traits", self.rules.records.ids[kind])

"""Food Chain drawn: trees of cards, what is eaten above and half covered by what eats it, with the players' tokens."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pawprint.games.food_chain.rules import FoodChain
from pawprint.play.data_diagrams import DataDiagrams
from pawprint.play.diagram import (
    DIAGRAM_BUILDERS,
    NEAR,
    Diagram,
    DiagramArrow,
    DiagramCanvas,
    DiagramMoment,
    DiagramPiece,
    DiagramRegion,
    DiagramSpot,
    DiagramText,
    PieceName,
    column_of,
    listed,
    row_of,
    surround,
)
from pawprint.play.engine import Json
from pawprint.play.language.data_state import DataState

#: The upper part of a card that stays in sight when another lies on it: the picture and the name.
SEEN = 0.655

#: Of more trees than that only those are shown that an action is about.
_FEW = 3

#: What actions call the cards on the table that they are about.
_NODES = {"food", "hunter", "piece"}
#: Action -> the words for it; eating has its own.
_DONE = {"hunt": "hunts", "switch": "switched", "back off": "leaves", "chase": "leaves"}


@DIAGRAM_BUILDERS("food-chain")
class FoodChainDiagrams(DataDiagrams[FoodChain]):
    """Tables of Food Chain."""

    words_file = Path(__file__).with_name("diagram.yaml")

    def show(self, moment: DiagramMoment) -> tuple[Diagram, ...]:
        after: Any = moment.after
        before: Any = moment.before
        if moment.action is None:
            return (self._table(before or after, None, found=moment.found),)
        if before is None or moment.kind == "ask":
            return (self._table(before or after, moment.action, refused=bool(moment.refused)),)
        return (self._table(before, moment.action), self._table(after, None, since=before, done=moment.action))

    def begin(self, setup: Json) -> Diagram:
        state: Any = self.rules.start(setup)
        roots = _roots(state)
        starts = [self.tree(state, node)[0] for node in roots]
        deck = DiagramCanvas(self.space)
        width, height = self.space.size("organisms")
        title = self.words("deck", len(state.zone("deck")))
        self.stack(deck, self.back(0.0, 0.0), title, width / 2, height * SEEN + 2)
        deck.alt_texts.append(self.words("on-ground", listed([self.held_name(state, node) for node in roots])))
        deck.spots.append(DiagramSpot(0.0, -2.4, "deck"))
        starts[:1] = [start._replace(spots=(DiagramSpot(0.0, 0.0, "start"),)) for start in starts[:1]]
        middle = row_of([deck.done(), *starts], self.space._replace(width=1e6))
        return surround(middle, [self._player(state, seat) for seat in range(state.players)], self.space)

    def _table(
        self,
        state: DataState,
        action: Any,
        *,
        refused: bool = False,
        since: DataState | None = None,
        done: Any = None,
        found: tuple[Any, ...] | None = None,
    ) -> Diagram:
        """The trees, the hands and piles that matter, and what is done.

        Args:
            since, done: the table before, and what was done there.
        """
        trees = [self.tree(state, node) for node in _roots(state)]
        touched = self._touched(since or state, action if action is not None else done)
        fresh = set() if since is None else {*state.zone("table")} - {*since.zone("table")}
        if touched and len(trees) > _FEW:
            trees = [tree for tree in trees if not {*tree[1]}.isdisjoint(touched | fresh)] or trees
        trees.sort(key=lambda tree: -tree[0].width)
        sketch = DiagramCanvas(self.space)
        sketch.add(row_of([tree for tree, _ in trees], self.space), 0.0, 0.0)
        order = [node for _, nodes in trees for node in nodes]
        laid = [piece for piece in sketch.pieces if piece.component != "tokens"]
        cards = dict(zip(order, laid, strict=True))
        for node in sorted(fresh):
            sketch.frame(_seen(cards[node]))
        ground = [self.held_name(state, nodes[0]) for _, nodes in trees]
        sketch.alt_texts.insert(0, self.words("on-ground", listed(ground)))
        actions = [action] if action is not None else []
        if found is not None:
            actions = [self.rules.parse(words) for words in found]
        for numbers in actions:
            self._deed(sketch, state, numbers, cards, refused)
        parts = [sketch.done()]
        parts += [part for part in self._sides(state, action, since) if part.width]
        return column_of(parts, self.space)

    def _touched(self, state: DataState, action: Any) -> set[int]:
        """The nodes of the trees that an action is about; none for none."""
        named = self.deed(action)[1]
        found: set[int] = set()
        for word in _NODES & named.keys():
            node = named[word]
            if node in state.zone("table"):
                while state.below[node] >= 0:
                    node = state.below[node]
                found |= {*self._above(state, node)}
        return found

    def _above(self, state: DataState, node: int) -> list[int]:
        return [node, *[node_above for kid in state.above[node] for node_above in self._above(state, kid)]]

    def tree(self, state: DataState, root: int) -> tuple[Diagram, list[int]]:
        sketch = DiagramCanvas(self.space)
        cards: dict[int, DiagramPiece] = {}
        self._grow(state, root, 0.0, 0.0, cards)
        sketch.pieces += cards.values()
        for node, card in cards.items():
            if state.below[node] >= 0:
                self._points(sketch, card, cards[state.below[node]])
        for node, card in cards.items():
            if state.token[node] >= 0:
                sketch.pieces.append(self._token(card, state.token[node]))
            if state.below[node] >= 0:
                says = self.words("preys-on", self.held_name(state, node), self.name_of(state.below[node]))
                sketch.alt_texts.append(says)
        return sketch.done(), [*cards]

    def _breadth(self, state: DataState, node: int) -> float:
        kids = [self._breadth(state, kid) for kid in state.above[node]]
        return max(self.space.size("organisms")[0], sum(kids) + NEAR * (len(kids) - 1))

    def _grow(self, state: DataState, node: int, x: float, y: float, cards: dict[int, DiagramPiece]) -> None:
        """Each card covers the lower part of what it preys on, as on a real table."""
        width, height = self.space.size("organisms")
        kids = state.above[node]
        whole = self._breadth(state, node)
        used = sum(self._breadth(state, kid) for kid in kids) + NEAR * (len(kids) - 1)
        card = self.piece(self.rules.records.kind_of[node], x + (whole - width) / 2, y, keep=1.0 if kids else SEEN)
        cards[node] = card  # below those that follow
        left = x + (whole - used) / 2
        for kid in kids:
            self._grow(state, kid, left, y + height * SEEN, cards)
            left += self._breadth(state, kid) + NEAR
        if kids:  # in the middle of what preys on it
            cards[node] = card._replace(x=(cards[kids[0]].x + cards[kids[-1]].x) / 2)

    def _points(self, sketch: DiagramCanvas, card: DiagramPiece, food: DiagramPiece) -> None:
        """An arrow from a card that lies beside what it preys on, and not on it."""
        width, height = self.space.size("organisms")
        apart = card.x - food.x
        if abs(apart) < width * 0.9:
            return
        side = food.x + width if apart > 0 else food.x
        start = side + (16 if apart > 0 else -16) if abs(apart) < width * 1.5 else card.x + width / 2
        inside = -5 if apart > 0 else 5
        sketch.arrows.append(DiagramArrow(start, card.y + 3, side + inside, food.y + height * 0.42, "lies"))

    def _token(self, card: DiagramPiece, owner: int) -> DiagramPiece:
        width, height = self.space.size("organisms")
        across, down = self.space.size("tokens")
        return DiagramPiece(
            "tokens", self.colour(owner), card.x + width - across * 0.94, card.y + height * 0.5 - down * 0.55
        )

    def _deed(
        self, sketch: DiagramCanvas, state: DataState, action: int, cards: dict[int, DiagramPiece], refused: bool
    ) -> None:
        verb, named = self.deed(action)
        kind = "bad" if refused else "good"
        what = named.get("food", named.get("piece", -1))
        if verb == "eat":
            hunter = named["hunter"]
            if hunter in cards and what in cards:
                sketch.frame(_seen(cards[what]), "focus")
                sketch.frame(_seen(cards[hunter]), kind, badge=True)
                if abs(cards[hunter].x - cards[what].x) > 0.9 * self.space.size("organisms")[0]:
                    sketch.arrow(cards[hunter], cards[what], "refused" if refused else "eats")
            says = "may-not-eat" if refused else "may-eat"
            sketch.alt_texts.append(self.words(says, self.name_of(hunter), self.name_of(what)))
        elif what in cards:
            sketch.frame(_seen(cards[what]), kind, badge=True)
            played = [self.kind_name(named["card"])] if "card" in named else []
            sketch.alt_texts.append(self.words(_DONE[verb], *played, self.name_of(what)))

    def _sides(self, state: DataState, action: Any, since: DataState | None) -> list[Diagram]:
        """The hand of the player who plays a card, and the piles of eaten cards."""
        parts = []
        for seat in range(state.players):
            plays = action is not None and seat == state.seat and state.zone("hand", seat)
            hand, eaten, name = sorted(state.zone("hand", seat)), state.zone("pile", seat), self.player_name(seat)
            if since is not None and (len(eaten) > len(since.zone("pile", seat)) or self.captured(state, seat)):
                says = [self.words("has-eaten", name, self.kind_names(eaten))] if eaten else []
                parts.append(self._box(self.words("pile", name), eaten, self.captured(state, seat), says))
            elif plays or (since is not None and hand != sorted(since.zone("hand", seat))):
                parts.append(self._box(name, hand, (), [self._cards_in_hand(seat, len(hand))]))
        return [row_of(parts, self.space)] if parts else []

    def _box(
        self, title: DiagramText, kinds: Sequence[int], owners: Sequence[int], says: Sequence[DiagramText]
    ) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("organisms")
        across, down = self.space.size("tokens")
        x = NEAR
        for kind in kinds:
            sketch.pieces.append(self.piece(kind, x, NEAR, keep=SEEN))
            x += width + NEAR
        for owner in owners:
            sketch.pieces.append(DiagramPiece("tokens", self.colour(owner), x, NEAR + (height * SEEN - down) / 2))
            x += across + NEAR
        x += 0 if sketch.pieces else width + NEAR
        sketch.regions.append(DiagramRegion(0.0, 0.0, x, height * SEEN + 2 * NEAR, title, "hand"))
        sketch.alt_texts += says
        return sketch.done()

    def captured(self, state: DataState, seat: int) -> list[int]:
        values = state.values
        return [other for other in range(state.players) for _ in range(values[f"captured {seat} {other}"])]

    def _player(self, state: DataState, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("organisms")
        across, down = self.space.size("tokens")
        held, supply = len(state.zone("hand", seat)), state.values[f"supply {seat}"]
        step = width * 0.4
        sketch.pieces += [self.back(NEAR + place * step, NEAR) for place in range(held)]
        if seat == 0:
            sketch.spots.append(DiagramSpot(NEAR, NEAR, "hand"))
        x = 2 * NEAR + width + step * (held - 1)
        per = max(1, -(-supply // 2))
        for place in range(supply):
            row, column = divmod(place, per)
            top = NEAR + (height * SEEN - 2 * down - NEAR) / 2
            if seat == place == 0:
                sketch.spots.append(DiagramSpot(x, top, "supply"))
            sketch.pieces.append(
                DiagramPiece("tokens", self.colour(seat), x + column * (across + NEAR), top + row * (down + NEAR))
            )
        x += per * (across + NEAR)
        sketch.regions.append(DiagramRegion(0.0, 0.0, x, height * SEEN + 2 * NEAR, self.player_name(seat), "hand"))
        sketch.alt_texts.append(self._cards_in_hand(seat, held))
        return sketch.done()

    def deed(self, action: Any) -> tuple[str, Mapping[str, Any]]:
        """What is done, as the rules call it, and what is chosen for it; nothing for None."""
        found = self.rules.parts_of(action)
        return ("", {}) if found is None else (found[0].name, dict(zip(found[0].choices, found[1], strict=True)))

    def back(self, x: float, y: float) -> DiagramPiece:
        """The upper part of a card that lies face down."""
        return self.piece(0, x, y, "back", SEEN)

    def name_of(self, node: int) -> DiagramText:
        return self.kind_name(self.rules.records.kind_of[node])

    def colour(self, seat: int) -> str:
        """The tokens of a player: those of the colour that the scenario calls the player by, if there are."""
        colours = self.rules.box.colours
        names = self.notation.names or [*colours]
        name = names[seat] if seat < len(names) else ""
        free = [colour for colour in colours if colour not in names]
        return name if name in colours else (free or [*colours])[seat % len(free or colours)]

    def player_name(self, seat: int) -> PieceName:
        return PieceName("tokens", self.colour(seat))

    def held_name(self, state: DataState, node: int) -> DiagramText:
        """A card, and whose token is on it."""
        if state.token[node] < 0:
            return self.name_of(node)
        return self.words("with-token", self.name_of(node), self.player_name(state.token[node]))

    def _cards_in_hand(self, seat: int, count: int) -> DiagramText:
        return self.words("hand-of-one" if count == 1 else "hand", self.player_name(seat), count)


def _seen(card: DiagramPiece) -> DiagramPiece:
    return card._replace(keep=SEEN)


def _roots(state: DataState) -> list[int]:
    return [node for node in state.zone("table") if state.below[node] < 0]

"""Food Chain drawn: trees of cards, what is eaten above and half covered by what eats it, with the players' tokens."""

from pathlib import Path
from typing import Any

from pawprint.games.food_chain.actions import BACK_OFF, CHASE, EAT, HUNT, SWITCH, fields_of
from pawprint.games.food_chain.cards import nodes_in
from pawprint.games.food_chain.rules import FoodChain
from pawprint.games.food_chain.state import FoodChainState
from pawprint.rules.diagram import (
    DIAGRAM_BUILDERS,
    NEAR,
    Diagram,
    DiagramArrow,
    DiagramBuilder,
    DiagramCanvas,
    DiagramLabel,
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
from pawprint.rules.engine import Json

#: The upper part of a card that stays in sight when another lies on it: the picture and the name.
SEEN = 0.655

#: Of more trees than that only those are shown that an action is about.
_FEW = 3


@DIAGRAM_BUILDERS("food-chain")
class FoodChainDiagrams(DiagramBuilder[FoodChain, FoodChainState]):
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
        starts = [self.tree(state, node)[0] for node in nodes_in(state.table) if state.parent[node] < 0]
        deck = DiagramCanvas(self.space)
        width, height = self.space.size("organisms")
        for step in range(3):
            deck.pieces.append(
                DiagramPiece("organisms", self.rules.cards.ids[0], step * 1.2, -step * 1.2, "back", keep=SEEN)
            )
        deck.labels.append(DiagramLabel(width / 2, height * SEEN + 2, self.words("deck", len(state.deck)), "center"))
        roots = [node for node in nodes_in(state.table) if state.parent[node] < 0]
        deck.alt_texts.append(self.words("on-ground", listed([self.held_name(state, node) for node in roots])))
        deck.spots.append(DiagramSpot(0.0, -2.4, "deck"))
        starts[:1] = [one._replace(spots=(DiagramSpot(0.0, 0.0, "start"),)) for one in starts[:1]]
        middle = row_of([deck.done(), *starts], self.space._replace(width=1e6))
        return surround(middle, [self._player(state, seat) for seat in range(state.players)], self.space)

    # --- the table ------------------------------------------------------------------------------------------

    def _table(
        self,
        state: FoodChainState,
        action: Any,
        *,
        refused: bool = False,
        since: FoodChainState | None = None,
        done: Any = None,
        found: tuple[Any, ...] | None = None,
    ) -> Diagram:
        """The trees, the hands and piles that matter, and what is done.

        Args:
            since, done: the table before, and what was done there.
        """
        trees = [self.tree(state, node) for node in nodes_in(state.table) if state.parent[node] < 0]
        touched = self._touched(since or state, action if action is not None else done)
        if touched and len(trees) > _FEW:
            fresh = {*nodes_in(state.table & ~since.table)} if since is not None else set()
            trees = [tree for tree in trees if not {*tree[1]}.isdisjoint(touched | fresh)] or trees
        trees.sort(key=lambda tree: -tree[0].width)
        sketch = DiagramCanvas(self.space)
        sketch.add(row_of([tree for tree, _ in trees], self.space), 0.0, 0.0)
        order = [node for _, nodes in trees for node in nodes]
        laid = [piece for piece in sketch.pieces if piece.component != "tokens"]
        cards = dict(zip(order, laid, strict=True))
        if since is not None:
            for node in nodes_in(state.table & ~since.table):
                sketch.frame(_seen(cards[node]))
        ground = [self.held_name(state, nodes[0]) for _, nodes in trees]
        sketch.alt_texts.insert(0, self.words("on-ground", listed(ground)))
        actions = [action] if action is not None else []
        if found is not None:
            actions = [self.rules.parse(words) for words in found]
        for one in actions:
            self._deed(sketch, state, one, cards, refused)
        parts = [sketch.done()]
        parts += [part for part in self._sides(state, action, since) if part.width]
        return column_of(parts, self.space)

    def _touched(self, state: FoodChainState, action: Any) -> set[int]:
        """The nodes of the trees that an action is about; none for none."""
        if action is None:
            return set()
        verb, with_, what = fields_of(action)
        nodes = [node for node in ((what, with_) if verb == EAT else (what,)) if node < len(state.parent)]
        found: set[int] = set()
        for node in nodes:
            if state.table >> node & 1:
                while state.parent[node] >= 0:
                    node = state.parent[node]
                found |= {*self._above(state, node)}
        return found

    def _above(self, state: FoodChainState, node: int) -> list[int]:
        return [node, *[one for kid in nodes_in(state.children[node]) for one in self._above(state, kid)]]

    def tree(self, state: FoodChainState, root: int) -> tuple[Diagram, list[int]]:
        """A tree, its ground on top, and its nodes in the order of their cards."""
        sketch = DiagramCanvas(self.space)
        cards: dict[int, DiagramPiece] = {}
        self._grow(state, root, 0.0, 0.0, cards)
        sketch.pieces += cards.values()
        for node, card in cards.items():
            if state.parent[node] >= 0:
                self._points(sketch, card, cards[state.parent[node]])
        for node, card in cards.items():
            if state.owner[node] >= 0:
                sketch.pieces.append(self._token(card, state.owner[node]))
            if state.parent[node] >= 0:
                says = self.words("preys-on", self.held_name(state, node), self.name_of(state.parent[node]))
                sketch.alt_texts.append(says)
        return sketch.done(), [*cards]

    def _breadth(self, state: FoodChainState, node: int) -> float:
        kids = [self._breadth(state, kid) for kid in nodes_in(state.children[node])]
        return max(self.space.size("organisms")[0], sum(kids) + NEAR * (len(kids) - 1))

    def _grow(self, state: FoodChainState, node: int, x: float, y: float, cards: dict[int, DiagramPiece]) -> None:
        """Each card covers the lower part of what it preys on, as on a real table."""
        width, height = self.space.size("organisms")
        kids = nodes_in(state.children[node])
        whole = self._breadth(state, node)
        used = sum(self._breadth(state, kid) for kid in kids) + NEAR * (len(kids) - 1)
        card = DiagramPiece(*self._card(state, node), x + (whole - width) / 2, y, keep=1.0 if kids else SEEN)
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

    # --- what is done ---------------------------------------------------------------------------------------

    def _deed(
        self, sketch: DiagramCanvas, state: FoodChainState, action: int, cards: dict[int, DiagramPiece], refused: bool
    ) -> None:
        verb, with_, what = fields_of(action)
        kind = "bad" if refused else "good"
        if verb == EAT:
            if with_ in cards and what in cards:
                sketch.frame(_seen(cards[what]), "focus")
                sketch.frame(_seen(cards[with_]), kind, badge=True)
                if abs(cards[with_].x - cards[what].x) > 0.9 * self.space.size("organisms")[0]:
                    sketch.arrow(cards[with_], cards[what], "refused" if refused else "eats")
            says = self.words("may-not-eat") if refused else self.words("may-eat")
            sketch.alt_texts.append(says._replace(parts=(self.name_of(with_), self.name_of(what))))
        elif verb == HUNT and what in cards:
            sketch.frame(_seen(cards[what]), kind, badge=True)
            parts: tuple[DiagramText, ...] = (self.name_of_kind(with_), self.name_of(what))
            sketch.alt_texts.append(self.words("hunts")._replace(parts=parts))
        elif verb == SWITCH and what in cards:
            sketch.frame(_seen(cards[what]), kind, badge=True)
            sketch.alt_texts.append(self.words("switched", self.name_of_kind(with_), self.name_of(what)))
        elif verb in (BACK_OFF, CHASE) and what in cards:
            sketch.frame(_seen(cards[what]), kind, badge=True)
            sketch.alt_texts.append(self.words("leaves", self.name_of(what)))

    # --- beside the table -----------------------------------------------------------------------------------

    def _sides(self, state: FoodChainState, action: Any, since: FoodChainState | None) -> list[Diagram]:
        """The hand of the player who plays a card, and the piles of eaten cards."""
        parts = []
        for seat in range(state.players):
            plays = action is not None and seat == state.seat and state.hands[seat].kinds
            eaten = [*state.piles[seat]]
            if since is not None and (len(eaten) > len(since.piles[seat]) or self._holds(state, seat)):
                parts.append(self._pile(state, seat, eaten))
            elif plays or (since is not None and state.hands[seat].kinds != since.hands[seat].kinds):
                parts.append(self._hand(state, seat))
        return [row_of(parts, self.space)] if parts else []

    def _holds(self, state: FoodChainState, seat: int) -> bool:
        return any(state.captured[seat * state.players : (seat + 1) * state.players])

    def _hand(self, state: FoodChainState, seat: int) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("organisms")
        kinds = state.hands[seat].kinds
        for place, kind in enumerate(kinds):
            sketch.pieces.append(DiagramPiece(*self.card_of(kind), NEAR + place * (width + NEAR), NEAR, keep=SEEN))
        across = max(len(kinds), 1) * (width + NEAR) + NEAR
        sketch.regions.append(DiagramRegion(0.0, 0.0, across, height * SEEN + 2 * NEAR, self.player_name(seat), "hand"))
        sketch.alt_texts.append(self._cards_in_hand(seat, len(kinds)))
        return sketch.done()

    def _pile(self, state: FoodChainState, seat: int, eaten: list[int]) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("organisms")
        across, down = self.space.size("tokens")
        x = NEAR
        for kind in eaten:
            sketch.pieces.append(DiagramPiece(*self.card_of(kind), x, NEAR, keep=SEEN))
            x += width + NEAR
        for other in range(state.players):
            for _ in range(state.captured[seat * state.players + other]):
                sketch.pieces.append(DiagramPiece("tokens", self.colour(other), x, NEAR + (height * SEEN - down) / 2))
                x += across + NEAR
        title = self.words("pile", self.player_name(seat))
        sketch.regions.append(DiagramRegion(0.0, 0.0, x, height * SEEN + 2 * NEAR, title, "hand"))
        eater = self.player_name(seat)
        if eaten:
            sketch.alt_texts.append(self.words("has-eaten", eater, listed([self.name_of_kind(kind) for kind in eaten])))
        return sketch.done()

    def _player(self, state: FoodChainState, seat: int) -> Diagram:
        """The hand and the tokens of a player, before the game."""
        sketch = DiagramCanvas(self.space)
        width, height = self.space.size("organisms")
        across, down = self.space.size("tokens")
        hand = state.hands[seat].kinds
        step = width * 0.4
        for place in range(len(hand)):
            sketch.pieces.append(
                DiagramPiece("organisms", self.rules.cards.ids[0], NEAR + place * step, NEAR, "back", keep=SEEN)
            )
        if seat == 0:
            sketch.spots.append(DiagramSpot(NEAR, NEAR, "hand"))
        x = 2 * NEAR + width + step * (len(hand) - 1)
        per = max(1, -(-state.supply[seat] // 2))
        for place in range(state.supply[seat]):
            row, column = divmod(place, per)
            top = NEAR + (height * SEEN - 2 * down - NEAR) / 2
            if seat == place == 0:
                sketch.spots.append(DiagramSpot(x, top, "supply"))
            sketch.pieces.append(
                DiagramPiece("tokens", self.colour(seat), x + column * (across + NEAR), top + row * (down + NEAR))
            )
        x += per * (across + NEAR)
        sketch.regions.append(DiagramRegion(0.0, 0.0, x, height * SEEN + 2 * NEAR, self.player_name(seat), "hand"))
        sketch.alt_texts.append(self._cards_in_hand(seat, len(hand)))
        return sketch.done()

    # --- names ----------------------------------------------------------------------------------------------

    def card_of(self, kind: int) -> tuple[str, str]:
        """Component and id of a kind of card."""
        component = "organisms" if kind < self.rules.cards.organisms else "bonus"
        return component, self.rules.cards.ids[kind]

    def _card(self, state: FoodChainState, node: int) -> tuple[str, str]:
        return self.card_of(self.rules.cards.kind_of[node])

    def name_of_kind(self, kind: int) -> PieceName:
        """The name of a kind of card."""
        return PieceName(*self.card_of(kind))

    def name_of(self, node: int) -> PieceName:
        """The name of the card of a node."""
        return self.name_of_kind(self.rules.cards.kind_of[node])

    def colour(self, seat: int) -> str:
        """The tokens of a player: those of the colour that the scenario calls the player by, if there are."""
        colours = self.rules.box.colours
        names = getattr(self.notation, "names", None) or [*colours]
        name = names[seat] if seat < len(names) else ""
        free = [colour for colour in colours if colour not in names]
        return name if name in colours else (free or [*colours])[seat % len(free or colours)]

    def player_name(self, seat: int) -> PieceName:
        """The name of the colour of a player."""
        return PieceName("tokens", self.colour(seat))

    def held_name(self, state: FoodChainState, node: int) -> DiagramText:
        """A card, and whose token is on it."""
        if state.owner[node] < 0:
            return self.name_of(node)
        return self.words("with-token", self.name_of(node), self.player_name(state.owner[node]))

    def _cards_in_hand(self, seat: int, count: int) -> DiagramText:
        return self.words("hand-of-one" if count == 1 else "hand", self.player_name(seat), count)


def _seen(card: DiagramPiece) -> DiagramPiece:
    """The part of a card that nothing covers."""
    return card._replace(keep=SEEN)

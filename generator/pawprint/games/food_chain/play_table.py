"""Food Chain to play: the trees with their cards to point at, the hand, and all actions in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pawprint.games.food_chain.actions import (
    BACK_OFF,
    CHASE,
    EAT,
    HUNT,
    NOTHING,
    PASS,
    RANSOM,
    SHIFT,
    SHUFFLE_IN,
    fields_of,
)
from pawprint.games.food_chain.cards import nodes_in
from pawprint.games.food_chain.diagram import SEEN, FoodChainDiagrams
from pawprint.games.food_chain.rules import FoodChain
from pawprint.games.food_chain.state import FoodChainState
from pawprint.rules.diagram import NEAR, Diagram, DiagramCanvas, DiagramPiece, DiagramText, listed
from pawprint.rules.engine import END, Action, Event
from pawprint.rules.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question


@PLAY_TABLES("food-chain")
class FoodChainPlayTable(PlayTable[FoodChain, FoodChainState]):
    """The table of Food Chain."""

    words_file = Path(__file__).with_name("play.yaml")
    sections: ClassVar[Mapping[str, str]] = {
        "FC-1": "card", "FC-2": "trees", "FC-3": "setup", "FC-4": "turn", "FC-5.1": "hunt", "FC-5.2": "eat",
        "FC-5.2.2": "ties", "FC-5.2.3": "ties", "FC-5.3": "back-off", "FC-5.4": "switch", "FC-5.5": "pass",
        "FC-6": "bonus", "FC-6.1": "huntsman", "FC-6.2": "huntsman", "FC-6.3": "huntsman", "FC-6.4": "swarm",
        "FC-6.5": "swarm", "FC-7": "refill", "FC-8": "end", "FC-9": "end",
    }  # fmt: skip
    diagrams: FoodChainDiagrams

    # --- what lies there ------------------------------------------------------------------------------------

    def panels(self, state: FoodChainState, seat: int | None) -> Iterator[PlayPanel]:
        names = self._names(state)
        for root in nodes_in(state.table):
            if state.parent[root] < 0:
                title = self.words("tree", names[root])
                yield PlayPanel(TABLE, title, self._tree(state, root, names))
        for who in range(state.players) if seat is None else (seat,):
            kinds = state.hands[who].kinds
            if kinds:
                title = self.words("hand-of", self.player(who, state))
                yield PlayPanel(HAND, title, self._hand(kinds), (), who)
        yield PlayPanel(TABLE, self.words("deck"), self._deck(state), self._deck_notes(state))
        for who in range(state.players):
            yield PlayPanel(
                PLAYER, self.player(who, state), self._tokens(state, who), tuple(self._notes(state, who)), who
            )

    def _tree(self, state: FoodChainState, root: int, names: Mapping[int, DiagramText]) -> Diagram:
        tree, nodes = self.diagrams.tree(state, root)
        sketch = DiagramCanvas(self.space)
        sketch.add(tree, 0.0, 0.0)
        cards = [piece for piece in sketch.pieces if piece.component != "tokens"]
        tokens = [piece for piece in sketch.pieces if piece.component == "tokens"]
        sketch.pieces = [*(card._replace(keep=1.0) for card in cards), *tokens]  # nothing covers the cards on top
        for node, card in zip(nodes, cards, strict=True):
            says = self.diagrams.held_name(state, node)
            if state.parent[node] >= 0:
                says = self.words("on", says, names[state.parent[node]])
            if not state.covered >> node & 1:
                says = self.words("is-free", says)
            keep = SEEN if state.covered >> node & 1 else 1.0
            sketch.target(card._replace(keep=keep), f"node {self.rules.cards.node_name(node)}", says)
        return sketch.done()

    def _hand(self, kinds: Sequence[int]) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("organisms")
        for place, kind in enumerate(kinds):
            card = DiagramPiece(*self.diagrams.card_of(kind), place * (width + NEAR), 0.0)
            sketch.pieces.append(card)
            name = self.diagrams.name_of_kind(kind)
            sketch.target(card, f"hand {self.rules.cards.ids[kind]}", self.words("in-hand", name))
        return sketch.done()

    def _deck(self, state: FoodChainState) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("organisms")
        if state.deck:
            sketch.pieces.append(DiagramPiece("organisms", self.rules.cards.ids[0], 0.0, 0.0, "back", keep=SEEN))
        if state.discard:
            card = DiagramPiece(*self.diagrams.card_of(state.discard[-1]), width + NEAR, 0.0, keep=SEEN)
            sketch.pieces.append(card)
        return sketch.done()

    def _deck_notes(self, state: FoodChainState) -> tuple[DiagramText, ...]:
        notes: list[DiagramText] = [self.words("deck-left", len(state.deck))]
        if state.bottom:
            notes.append(self.words("below", listed([*map(self.diagrams.name_of_kind, state.deck[: state.bottom])])))
        if state.discard:
            notes.append(self.words("discard-top", self.diagrams.name_of_kind(state.discard[-1])))
        return tuple(notes)

    def _tokens(self, state: FoodChainState, seat: int) -> Diagram:
        """The tokens in the supply of a player, and captured ones beside them."""
        sketch = DiagramCanvas(self.space)
        across, _ = self.space.size("tokens")
        x = 0.0
        for _ in range(state.supply[seat]):
            sketch.pieces.append(DiagramPiece("tokens", self.diagrams.colour(seat), x, 0.0))
            x += across + NEAR
        x += 3 * NEAR
        for other in range(state.players):
            for _ in range(state.captured[seat * state.players + other]):
                sketch.pieces.append(DiagramPiece("tokens", self.diagrams.colour(other), x, 0.0))
                x += across + NEAR
        return sketch.done()

    def _notes(self, state: FoodChainState, seat: int) -> Iterator[DiagramText]:
        if state.actor() == END:
            yield self.words("score", state.scores()[seat])
        yield self.words("supply", state.supply[seat])
        captured = sum(state.captured[seat * state.players : (seat + 1) * state.players])
        if captured:
            yield self.words("captured", captured)
        yield self.words("cards", len(state.hands[seat].kinds))
        if state.known[seat].kinds:
            yield self.words("known", self._kinds(state.known[seat].kinds))
        if state.piles[seat]:
            yield self.words("eaten", self._kinds(state.piles[seat]), state.points[seat])

    def _kinds(self, kinds: Sequence[int]) -> DiagramText:
        return listed([*map(self.diagrams.name_of_kind, kinds)])

    # --- words ----------------------------------------------------------------------------------------------

    def player(self, seat: int, state: FoodChainState) -> DiagramText:
        return self.diagrams.player_name(seat)

    def question(self, state: FoodChainState) -> Question:
        if state.actor() == END:
            return Question(self.words("over"), state.ended or "FC-8.1")
        return Question(self.words("ask"), "FC-4.1")

    def _names(self, state: FoodChainState, where: bool = True) -> dict[int, DiagramText]:
        """What each card on the table is called, so that no two have the same name; unless *where*, beside its food."""
        nodes = nodes_in(state.table)
        plain = {
            node: (state.cards.kind_of[node], state.owner[node], self._below(state, node)) for node in nodes
        }  # fmt: skip
        equal = Counter(plain.values())
        seen: Counter[Any] = Counter()
        names: dict[int, DiagramText] = {}
        for node in nodes:
            name = self.diagrams.held_name(state, node)
            if where and state.parent[node] >= 0:
                name = self.words("on", name, self.diagrams.name_of(state.parent[node]))
            seen[plain[node]] += 1
            names[node] = self.words("numbered", name, seen[plain[node]]) if equal[plain[node]] > 1 else name
        return names

    def _below(self, state: FoodChainState, node: int) -> int:
        return state.cards.kind_of[state.parent[node]] if state.parent[node] >= 0 else -1

    def says(self, action: Action, state: FoodChainState) -> DiagramText:
        return self._phrase(action, state, ("hunt", "eat", "back-off", "chase", "switch", "discard", "pass"))

    def _phrase(self, action: Action, state: FoodChainState, words: Sequence[str]) -> DiagramText:
        """The action with the words for each verb, and for passing with an empty hand."""
        assert isinstance(action, int)
        verb, upper, lower = fields_of(action)
        hunt, eat, back_off, chase, switch, discard, empty = words
        if verb == PASS:
            kind = self.diagrams.name_of_kind
            return self.words(empty) if upper == NOTHING else self.words(discard, kind(upper))
        name = self._names(state)[lower]
        if verb == EAT:
            return self.words(eat, self._names(state, where=False)[upper], name)
        if verb == BACK_OFF:
            return self.words(back_off, name)
        if verb == CHASE:
            return self.words(chase, name, self.diagrams.name_of_kind(state.cards.swarm))
        if verb == HUNT:
            return self.words(hunt, self.diagrams.name_of_kind(upper), name)
        return self.words(switch, name, self.diagrams.name_of_kind(upper))

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        before: Any = deed.before
        action = deed.action
        assert isinstance(action, int)
        followed = [*self._followed(deed.events)]
        if action >= RANSOM:
            return followed
        if action >= SHUFFLE_IN:
            return (self.words("shuffled-in"), *followed)
        words = ("hunted", "ate", "backed-off", "chased", "switched", "discarded-one", "passed")
        return (self._phrase(action, before, words), *followed)

    def _followed(self, events: Sequence[Event]) -> Iterator[DiagramText]:
        player, number = self.diagrams.player_name, self.rules.cards.number
        for name, *details in events:
            if name == "turn up":
                yield self.words("turned-up", self.diagrams.name_of_kind(number[details[0]]))
            elif name == "capture":
                yield self.words("captures", *map(player, details))
            elif name == "exchange":
                yield self.words("exchange", *map(player, details))
            elif name == "ransom":
                card = self.diagrams.name_of_kind(number[details[2]])
                yield self.words("ransom", player(details[0]), player(details[1]), card)

    def part_of_reason(self, part: str) -> DiagramText:
        number = self.rules.cards.number  # of `snail`, or of `snail#0 and toad#1`
        ids = [one.partition("#")[0] for one in part.split(" and ")]
        return listed([self.diagrams.name_of_kind(number[one]) for one in ids]) if number.keys() >= {*ids} else part

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: FoodChainState) -> tuple[str, ...]:
        assert isinstance(action, int)
        verb, upper, lower = fields_of(action)
        if verb == PASS:
            return () if upper == NOTHING else (f"hand {state.cards.ids[upper]}",)
        node = f"node {state.cards.node_name(lower)}"
        if verb == EAT:
            return f"node {state.cards.node_name(upper)}", node
        if verb == BACK_OFF:
            return (node,)
        card = state.cards.swarm if verb == CHASE else upper
        return f"hand {state.cards.ids[card]}", node

    def first(self, target: str, state: FoodChainState) -> DiagramText | None:
        found = super().first(target, state)
        sort, _, name = target.partition(" ")
        if found is None and sort == "node" and state.owner[state.cards.node_called(name)] != state.seat:
            return self.words("first-hand")  # only with a card of the hand is something done to what is not one's own
        return found

    def meant(self, targets: Sequence[str], state: FoodChainState) -> Action | None:
        cards = self.rules.cards
        found = [name.partition(" ") for name in targets]
        kinds = [cards.number[name] for sort, _, name in found if sort == "hand" and name in cards.number]
        nodes = [cards.node_called(name) for sort, _, name in found if sort == "node"]
        if kinds and nodes:
            if kinds[0] == cards.swarm:
                return CHASE + nodes[0]
            return HUNT + (kinds[0] << SHIFT) + nodes[0]
        if len(nodes) == 2:
            return EAT + (nodes[0] << SHIFT) + nodes[1]
        return BACK_OFF + nodes[0] if nodes else PASS + (kinds[0] << SHIFT) if kinds else None

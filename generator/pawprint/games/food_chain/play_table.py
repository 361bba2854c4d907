"""Food Chain to play: the trees with their cards to point at, the hand, and all actions in words."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from pawprint.core.diagnostics import Findings
from pawprint.games.food_chain.diagram import SEEN, FoodChainDiagrams
from pawprint.games.food_chain.rules import FoodChain
from pawprint.rules.diagram import (
    NEAR,
    Diagram,
    DiagramBuilder,
    DiagramCanvas,
    DiagramPiece,
    DiagramText,
    PieceName,
    listed,
)
from pawprint.rules.engine import END, Action, Event
from pawprint.rules.language.data_state import DataState
from pawprint.rules.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question
from pawprint.rules.zone_play_table import refusal_texts

#: Verb of the rules -> the words for what can be done and for what has been done, and the names that stand in them.
_WORDS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "hunt": ("hunt", "hunted", ("card", "food")),
    "eat": ("eat", "ate", ("hunter", "food")),
    "back off": ("back-off", "backed-off", ("piece",)),
    "chase": ("chase", "chased", ("piece", "card")),
    "switch": ("switch", "switched", ("piece", "card")),
    "pass": ("discard", "discarded-one", ("card",)),
}
#: Event -> the words for it.
_EVENTS = {"turn up": "turned-up", "capture": "captures", "exchange": "exchange", "ransom": "ransom"}


@PLAY_TABLES("food-chain")
class FoodChainPlayTable(PlayTable[FoodChain, DataState]):
    """The table of Food Chain."""

    words_file = Path(__file__).with_name("play.yaml")
    sections: ClassVar[Mapping[str, str]] = {
        "FC-1": "card", "FC-2": "trees", "FC-3": "setup", "FC-4": "turn", "FC-5.1": "hunt", "FC-5.2": "eat",
        "FC-5.2.2": "ties", "FC-5.2.3": "ties", "FC-5.3": "back-off", "FC-5.4": "switch", "FC-5.5": "pass",
        "FC-6": "bonus", "FC-6.1": "huntsman", "FC-6.2": "huntsman", "FC-6.3": "huntsman", "FC-6.4": "swarm",
        "FC-6.5": "swarm", "FC-7": "refill", "FC-8": "end", "FC-9": "end",
    }  # fmt: skip
    diagrams: FoodChainDiagrams

    def __init__(self, diagrams: DiagramBuilder[FoodChain, DataState], findings: Findings) -> None:
        super().__init__(diagrams, findings)
        self.texts = {**self.texts, **refusal_texts(self.rules)}

    # --- what lies there ------------------------------------------------------------------------------------

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        names = self._names(state)
        for root in state.zone("table"):
            if state.below[root] < 0:
                title = self.words("tree", names[root])
                yield PlayPanel(TABLE, title, self._tree(state, root, names))
        for who in range(state.players) if seat is None else (seat,):
            kinds = sorted(state.zone("hand", who))
            if kinds:
                title = self.words("hand-of", self.player(who, state))
                yield PlayPanel(HAND, title, self._hand(kinds), (), who)
        yield PlayPanel(TABLE, self.words("deck"), self._deck(state), tuple(self._deck_notes(state)))
        for who in range(state.players):
            yield PlayPanel(
                PLAYER, self.player(who, state), self._tokens(state, who), tuple(self._notes(state, who)), who
            )

    def _tree(self, state: DataState, root: int, names: Mapping[int, DiagramText]) -> Diagram:
        tree, nodes = self.diagrams.tree(state, root)
        sketch = DiagramCanvas(self.space)
        sketch.add(tree, 0.0, 0.0)
        cards = [piece for piece in sketch.pieces if piece.component != "tokens"]
        tokens = [piece for piece in sketch.pieces if piece.component == "tokens"]
        sketch.pieces = [*(card._replace(keep=1.0) for card in cards), *tokens]  # nothing covers the cards on top
        for node, card in zip(nodes, cards, strict=True):
            says = self.diagrams.held_name(state, node)
            if state.below[node] >= 0:
                says = self.words("on", says, names[state.below[node]])
            if not state.above[node]:
                says = self.words("is-free", says)
            keep = SEEN if state.above[node] else 1.0
            sketch.target(card._replace(keep=keep), f"node {state.program.node_names[node]}", says)
        return sketch.done()

    def _hand(self, kinds: Sequence[int]) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("organisms")
        for place, kind in enumerate(kinds):
            card = self.diagrams.piece(kind, place * (width + NEAR), 0.0)
            sketch.pieces.append(card)
            name = self.diagrams.name_of_kind(kind)
            sketch.target(card, f"hand {self.rules.records.ids[kind]}", self.words("in-hand", name))
        return sketch.done()

    def _deck(self, state: DataState) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("organisms")
        if state.zone("deck"):
            sketch.pieces.append(self.diagrams.back(0.0, 0.0))
        for kind in state.zone("discard")[-1:]:
            sketch.pieces.append(self.diagrams.piece(kind, width + NEAR, 0.0, SEEN))
        return sketch.done()

    def _deck_notes(self, state: DataState) -> Iterator[DiagramText]:
        deck = state.zone("deck")
        yield self.words("deck-left", len(deck))
        if below := _known(state, "deck"):
            yield self.words("below", self._kinds(deck[:below]))
        for kind in state.zone("discard")[-1:]:
            yield self.words("discard-top", self.diagrams.name_of_kind(kind))

    def _tokens(self, state: DataState, seat: int) -> Diagram:
        """The tokens in the supply of a player, and captured ones beside them."""
        sketch = DiagramCanvas(self.space)
        step, supply = self.space.size("tokens")[0] + NEAR, state.values[f"supply {seat}"]
        for place, owner in enumerate([seat] * supply + self.diagrams.captured(state, seat)):
            x = place * step + (3 * NEAR if place >= supply else 0.0)
            sketch.pieces.append(DiagramPiece("tokens", self.diagrams.colour(owner), x, 0.0))
        return sketch.done()

    def _notes(self, state: DataState, seat: int) -> Iterator[DiagramText]:
        if state.actor() == END:
            yield self.words("score", state.scores()[seat])
        yield self.words("supply", state.values[f"supply {seat}"])
        if captured := self.diagrams.captured(state, seat):
            yield self.words("captured", len(captured))
        yield self.words("cards", len(state.zone("hand", seat)))
        if known := _known(state, "hand", seat):
            yield self.words("known", self._kinds(sorted(known)))
        if eaten := state.zone("pile", seat):
            yield self.words("eaten", self._kinds(eaten), state.points[seat])

    def _kinds(self, kinds: Sequence[int]) -> DiagramText:
        return listed([*map(self.diagrams.name_of_kind, kinds)])

    # --- words ----------------------------------------------------------------------------------------------

    def player(self, seat: int, state: DataState) -> DiagramText:
        return self.diagrams.player_name(seat)

    def question(self, state: DataState) -> Question:
        if state.actor() == END:
            return Question(self.words("over"), state.values["ended"] or "FC-8.1")
        return Question(self.words("ask"), "FC-4.1")

    def _names(self, state: DataState, where: bool = True) -> dict[int, DiagramText]:
        """What each card on the table is called, so that no two have the same name; unless *where*, beside its food."""
        kind_of = self.rules.records.kind_of
        plain = {
            node: (kind_of[node], state.token[node], kind_of[state.below[node]] if state.below[node] >= 0 else -1)
            for node in state.zone("table")
        }
        equal = Counter(plain.values())
        seen: Counter[Any] = Counter()
        names: dict[int, DiagramText] = {}
        for node, alike in plain.items():
            name = self.diagrams.held_name(state, node)
            if where and state.below[node] >= 0:
                name = self.words("on", name, self.diagrams.name_of(state.below[node]))
            seen[alike] += 1
            names[node] = self.words("numbered", name, seen[alike]) if equal[alike] > 1 else name
        return names

    def says(self, action: Action, state: DataState) -> DiagramText:
        return self._phrase(action, state, done=False)

    def _phrase(self, action: Action, state: DataState, done: bool) -> DiagramText:
        """The words for an action that can be done, or has been."""
        verb, named = self._named(action)
        if named.get("card", 0) is None:
            return self.words("passed" if done else "pass")
        can, has, order = _WORDS[verb]
        parts = [
            self.diagrams.name_of_kind(named[word])
            if word == "card"
            else self._names(state, where=word != "hunter")[named[word]]
            for word in order
        ]
        return self.words(has if done else can, *parts)

    def _named(self, action: Action) -> tuple[str, Mapping[str, Any]]:
        """What is done, and with which cards; the card of the hand is called `card`."""
        verb, named = self.diagrams.deed(action)
        return verb, {**named, "card": self.rules.records.kinds["swarm"]} if verb == "chase" else named

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        before: Any = deed.before
        verb, _ = self.diagrams.deed(deed.action)
        followed = [*self._followed(deed.events)]
        if verb in _WORDS:
            return (self._phrase(deed.action, before, done=True), *followed)
        return followed if verb == "card" else (self.words("shuffled-in"), *followed)

    def _followed(self, events: Sequence[Event]) -> Iterator[DiagramText]:
        for name, *details in events:
            if name in _EVENTS:
                parts = [self.diagrams.player_name(one) if isinstance(one, int) else self._card(one) for one in details]
                yield self.words(_EVENTS[name], *parts)

    def _card(self, name: str) -> PieceName:
        """The name of a card by its id."""
        return self.diagrams.name_of_kind(self.rules.records.kinds[name])

    def part_of_reason(self, part: str) -> DiagramText:
        kinds = self.rules.records.kinds  # of `snail`, or of `snail#0 and toad#1`
        ids = [one.partition("#")[0] for one in part.split(" and ")]
        return listed([*map(self._card, ids)]) if kinds.keys() >= {*ids} else part

    # --- pointing -------------------------------------------------------------------------------------------

    def targets(self, action: Action, state: DataState) -> tuple[str, ...]:
        verb, named = self._named(action)
        names, ids = state.program.node_names, self.rules.records.ids
        order = sorted(_WORDS[verb][2], key=lambda word: word != "card")
        found = [(word, named[word]) for word in order if named[word] is not None]
        return tuple(f"hand {ids[one]}" if word == "card" else f"node {names[one]}" for word, one in found)

    def first(self, target: str, state: DataState) -> DiagramText | None:
        found = super().first(target, state)
        sort, _, name = target.partition(" ")
        if found is None and sort == "node" and state.token[state.program.node_names.index(name)] != state.seat:
            return self.words("first-hand")  # only with a card of the hand is something done to what is not one's own
        return found

    def meant(self, targets: Sequence[str], state: DataState) -> Action | None:
        found = [name.partition(" ") for name in targets]
        cards = [name for sort, _, name in found if sort == "hand" and name in self.rules.records.kinds]
        nodes = [name for sort, _, name in found if sort == "node"]
        if cards and nodes:
            said = f"chase {nodes[0]} away" if cards[0] == "swarm" else f"hunt {nodes[0]} with {cards[0]}"
        elif len(nodes) == 2:
            said = f"eat {nodes[1]} with {nodes[0]}"
        else:
            said = f"back off {nodes[0]}" if nodes else f"discard {cards[0]}" if cards else ""
        return self.rules.parse(said) if said else None


def _known(state: DataState, zone: str, seat: int = 0) -> Any:
    """What all know of hidden cards: which ones in a hand, and how many at the bottom of the deck."""
    return state.k[state.layout.places[zone] + seat]

"""Food Chain to play: the trees with their cards to point at, the hand, and all actions in words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

from pawprint.games.food_chain.diagram import SEEN, FoodChainDiagrams
from pawprint.games.food_chain.rules import FoodChain
from pawprint.play.data_play_table import DataPlayTable
from pawprint.play.diagram import NEAR, Diagram, DiagramCanvas, DiagramPiece, DiagramText, listed
from pawprint.play.engine import END, Action
from pawprint.play.language.data_state import DataState
from pawprint.play.language.rule_types import NODE, RuleType
from pawprint.play.play_table import HAND, PLAY_TABLES, PLAYER, TABLE, PlayPanel


@PLAY_TABLES("food-chain")
class FoodChainPlayTable(DataPlayTable[FoodChain]):
    """The table of Food Chain."""

    words_file = Path(__file__).with_name("play.yaml")
    pointing: ClassVar[Mapping[str, str]] = {
        "back off": "node {piece}", "chase": "hand swarm, node {piece}", "hunt": "hand {card}, node {food}",
        "eat": "node {hunter}, node {food}", "switch": "hand {card}, node {piece}", "pass": "hand {card}",
    }  # fmt: skip
    over = "FC-8.1"
    sections: ClassVar[Mapping[str, str]] = {
        "FC-1": "card", "FC-2": "trees", "FC-3": "setup", "FC-4": "turn", "FC-5.1": "hunt", "FC-5.2": "eat",
        "FC-5.2.2": "ties", "FC-5.2.3": "ties", "FC-5.3": "back-off", "FC-5.4": "switch", "FC-5.5": "pass",
        "FC-6": "bonus", "FC-6.1": "huntsman", "FC-6.2": "huntsman", "FC-6.3": "huntsman", "FC-6.4": "swarm",
        "FC-6.5": "swarm", "FC-7": "refill", "FC-8": "end", "FC-9": "end",
    }  # fmt: skip
    diagrams: FoodChainDiagrams

    def panels(self, state: DataState, seat: int | None) -> Iterator[PlayPanel]:
        names = self._names(state)
        for root in state.zone("table"):
            if state.below[root] < 0:
                title = self.words("tree", names[root])
                yield PlayPanel(TABLE, title, self._tree(state, root, names))
        for who in range(state.players) if seat is None else (seat,):
            kinds = sorted(state.zone("hand", who))
            if kinds:
                title = self.words("hand-of", self.diagrams.player_name(who))
                yield PlayPanel(HAND, title, self.line(kinds, "hand", "in-hand").done(), (), who)
        yield PlayPanel(TABLE, self.words("deck"), self._deck(state), tuple(self._deck_notes(state)))
        for who in range(state.players):
            yield PlayPanel(
                PLAYER, self.diagrams.player_name(who), self._tokens(state, who), tuple(self._notes(state, who)), who
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

    def _deck(self, state: DataState) -> Diagram:
        sketch = DiagramCanvas(self.space)
        width, _ = self.space.size("organisms")
        if state.zone("deck"):
            sketch.pieces.append(self.diagrams.back(0.0, 0.0))
        for kind in state.zone("discard")[-1:]:
            sketch.pieces.append(self.diagrams.piece(kind, width + NEAR, keep=SEEN))
        return sketch.done()

    def _deck_notes(self, state: DataState) -> Iterator[DiagramText]:
        deck = state.zone("deck")
        yield self.words("deck-left", len(deck))
        if below := _known(state, "deck"):
            yield self.words("below", self.diagrams.kind_names(deck[:below]))
        for kind in state.zone("discard")[-1:]:
            yield self.words("discard-top", self.diagrams.kind_name(kind))

    def _tokens(self, state: DataState, seat: int) -> Diagram:
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
            yield self.words("known", self.diagrams.kind_names(sorted(known)))
        if eaten := state.zone("pile", seat):
            yield self.words("eaten", self.diagrams.kind_names(eaten), state.points[seat])

    def question_rule(self, state: DataState) -> str:
        return state.values["ended"] or super().question_rule(state)

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

    def part(self, choice: str, kind: RuleType, value: int, state: DataState) -> DiagramText:
        if kind.kind == NODE:
            return self._names(state, where=choice != "hunter")[value]
        return super().part(choice, kind, value, state)

    def parts(self, action: Action, state: DataState, done: bool = False) -> list[DiagramText]:
        swarm = [self.diagrams.piece_name("swarm")] if self.chosen(action)[0] == "chase" else []
        return [*super().parts(action, state), *swarm]

    def told(self, action: Action, before: DataState, own: bool) -> Iterable[DiagramText]:
        drawn = self.chosen(action)[0] == "card"  # an event tells it
        return () if drawn else super().told(action, before, own)

    def part_of_reason(self, part: str) -> DiagramText:
        ids = [card.partition("#")[0] for card in part.split(" and ")]  # of `snail`, or of `snail#0 and toad#1`
        known = self.rules.records.kinds.keys() >= {*ids}
        return listed([*map(self.diagrams.piece_name, ids)]) if known else super().part_of_reason(part)

    def first(self, target: str, state: DataState) -> DiagramText | None:
        found = super().first(target, state)
        sort, _, name = target.partition(" ")
        if found is None and sort == "node" and state.token[state.program.node_names.index(name)] != state.seat:
            return self.words("first-hand")  # only with a card of the hand is something done to what is not one's own
        return found


def _known(state: DataState, zone: str, seat: int = 0) -> Any:
    """What all know of hidden cards: which ones in a hand, and how many at the bottom of the deck."""
    return state.k[state.layout.places[zone] + seat]

"""How situations of Food Chain are written down.

The table is a list from the food upwards. `snail` is a start card, `blue: toad on snail` a predator of the player blue,
`blue: toad` an orphan. Of several cards of a kind the first in the list is `snail#0`, the next one `snail#1`;
the number may be left out where it does not matter. Cards in hands, piles and the deck are written without it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pawprint.games.food_chain.actions import BACK_OFF, CHASE, EAT, HUNT, NOTHING, PASS, SHIFT, SHUFFLE_IN, SWITCH
from pawprint.games.food_chain.cards import HUNTSMAN, SWARM, nodes_in
from pawprint.games.food_chain.rules import FoodChain
from pawprint.games.food_chain.state import FoodChainState
from pawprint.rules.engine import Action, Json
from pawprint.rules.notation import (
    NOTATIONS,
    Deck,
    Notation,
    NotationLink,
    Unreadable,
    mapping,
    number,
    one_of,
    sequence,
)

#: So many cards of each kind has a deck that a scenario brings along, and the colours beside it; FC-1.2.
COPIES, COLOURS = 4, ("yellow", "blue", "red", "green")

#: What an action is called, which words it needs beside the player's name, and its number.
_VERBS: Mapping[str, tuple[tuple[str, ...], int]] = {
    "hunt": (("food", "with"), HUNT),
    "eat": (("food", "with"), EAT),
    "back off": (("with",), BACK_OFF),
    "chase": (("target",), CHASE),
    "switch": (("target", "for"), SWITCH),
    "pass": (("discard",), PASS),
}


@NOTATIONS("food-chain")
class FoodChainNotation(Notation[FoodChain, FoodChainState]):
    """Reads and writes tables of Food Chain.

    Attributes:
        names: of the players, by seat.
        anyone: whether the situation does not say whose turn it is; then the player who acts has the turn.
    """

    incomplete = frozenset({"FC-I-21", "FC-I-25"})

    def __init__(self, rules: FoodChain) -> None:
        super().__init__(rules)
        self.names: list[str] = []
        self.anyone = False

    # --- cards of its own -----------------------------------------------------------------------------------------

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        written = mapping(fixture, fixture if isinstance(fixture, dict) else ())
        deck: dict[str, dict[str, Any]] = {"organisms": {}, "bonus": {}, "tokens": {}}
        for name, said in written.items():
            fields = mapping(said or {}, ("level", "points", "prey", "predators", "nature", "copies"), name)
            copies = number(fields.get("copies", COPIES), 0, 100, "copies", name, "copies")
            if name in (HUNTSMAN, SWARM):
                deck["bonus"][name] = {"copies": copies}
                continue
            deck["organisms"][name] = {
                "copies": copies,
                "level": number(fields.get("level", 1), 1, 100, "a level", name, "level"),
                "points": number(fields.get("points", 1), 0, 100, "points", name, "points"),
                "prey": _links(fields.get("prey", []), written, name, "prey"),
                "predators": _links(fields.get("predators", _eaters(name, written)), written, name, "predators"),
                "nature": one_of(fields.get("nature", "animal"), ("animal", "plant"), "nature", name, "nature"),
            }
        deck["tokens"] = {colour: {"copies": COPIES} for colour in COLOURS}
        return deck

    # --- situations -----------------------------------------------------------------------------------------------

    def seats(self, state: FoodChainState) -> list[str]:
        return self.names or [*self.rules.box.colours[: state.players]]

    def read_state(self, written: Json) -> FoodChainState:
        words = ("players", "turn", "first", "table", "hands", "deck", "discard", "piles", "captured", "passes")
        said = mapping(written, words)
        self.names = self._names(said)
        state = FoodChainState(self.rules, len(self.names), self._seat(said.get("first", self.names[0]), "first"), ())
        self.anyone = "turn" not in said
        state.seat = state.turn = self._seat(said.get("turn", self.names[0]), "turn")
        for row, line in enumerate(sequence(said.get("table", []), "table")):
            self._lay(state, line, "table", row)
        state.judge_all()
        state.deck = [*reversed(self._kinds(said.get("deck", []), "deck"))]
        state.discard = self._kinds(said.get("discard", []), "discard")
        for seat, kinds in self._by_seat(said, "hands"):
            state.hands[seat] = self.rules.cards.hand(self._kinds(kinds, "hands", self.names[seat]))
        for seat, kinds in self._by_seat(said, "piles"):
            state.piles[seat] = self._kinds(kinds, "piles", self.names[seat])
            state.points[seat] = sum(self.rules.cards.points[kind] for kind in state.piles[seat])
        self._capture(state, said)
        state.passes = number(said.get("passes", 0), 0, 1000, "passes", "passes")
        for seat, nodes in enumerate(state.own):
            gone = nodes.bit_count() + sum(state.captured[seat :: state.players])
            if gone > self.rules.box.tokens:
                message = f"{self.names[seat]} has only {self.rules.box.tokens} tokens, and {gone} are in use"
                raise Unreadable(message, help="take some off the table, or from 'captured'")
            state.supply[seat] = self.rules.box.tokens - gone
        return state

    def _names(self, said: Mapping[str, Json]) -> list[str]:
        names = [str(name) for name in sequence(said.get("players", [*self.rules.box.colours]), "players")]
        if len(names) not in self.rules.players or len({*names}) < len(names):
            several = f"{self.rules.players.start} to {self.rules.players.stop - 1}"
            raise Unreadable(f"'players' should be {several} different names", "players")
        return names

    def _seat(self, name: Json, *path: str | int) -> int:
        return self.names.index(one_of(name, self.names, "player", *path))

    def _by_seat(self, said: Mapping[str, Json], word: str) -> list[tuple[int, Json]]:
        return [
            (self._seat(name, word, name), value) for name, value in mapping(said.get(word, {}), None, word).items()
        ]

    def _capture(self, state: FoodChainState, said: Mapping[str, Json]) -> None:
        for holder, tokens in self._by_seat(said, "captured"):
            for name, count in mapping(tokens, None, "captured", self.names[holder]).items():
                path = ("captured", self.names[holder], name)
                held = number(count, 0, self.rules.box.tokens, "tokens", *path)
                state.captured[holder * state.players + self._seat(name, *path)] = held

    def _kinds(self, written: Json, *path: str | int) -> list[int]:
        return [self._kind(name, *path, index) for index, name in enumerate(sequence(written, *path))]

    def _kind(self, written: Json, *path: str | int) -> int:
        return self.rules.cards.number[one_of(written, self.rules.cards.number, "card", *path)]

    def _lay(self, state: FoodChainState, line: Json, *path: str | int) -> None:
        """One line of the table: `snail`, `blue: toad` or `blue: toad on snail`."""
        owner, food = -1, -1
        card: Json = line
        if isinstance(line, str) and ": " in line:
            name, _, card = line.partition(": ")
            owner = self._seat(name, *path)
        elif isinstance(line, dict) and len(line) == 1:
            ((name, card),) = line.items()
            owner = self._seat(name, *path, name)
        if not isinstance(card, str):
            raise Unreadable("this is no card on the table", *path, help="write 'snail', or 'blue: toad on snail'")
        card, _, below = card.partition(" on ")
        if below:
            food = self._node(state, below, *path)
            if owner < 0:
                raise Unreadable(
                    f"{card} preys, and so it has an owner", *path, help=f"write 'blue: {card} on {below}'"
                )
        kind = self._kind(card.partition("#")[0], *path)
        free = self.rules.cards.slots[kind] & ~state.table
        if not free:
            raise Unreadable(f"there are only {self.rules.cards.cards[kind].copies} cards of '{card}'", *path)
        node = self._called(card, *path) if "#" in card else nodes_in(free)[0]
        if not free >> node & 1:
            raise Unreadable(f"{card} lies there already", *path)
        state.place(node, food, owner)

    def _called(self, name: str, *path: str | int) -> int:
        try:
            return self.rules.cards.node_called(name)
        except ValueError as error:
            raise Unreadable(str(error), *path, help="write 'snail#0' for the first snail on the table") from None

    def _node(self, state: FoodChainState, name: Json, *path: str | int, among: int = -1) -> int:
        """The node of that name; without a number, the only one of its kind, among some nodes if possible.

        With an owner, `blue:boar`, it is a card of that player.
        """
        cards = self.rules.cards
        if isinstance(name, str) and ":" in name:
            owner, _, card = name.partition(":")
            mine = state.own[self.seats(state).index(one_of(owner, self.seats(state), "player", *path))]
            node = self._node(state, card.strip(), *path, among=mine & among or mine)
            if not mine >> node & 1:
                raise Unreadable(f"there is no {card.strip()} of {owner} on the table", *path)
            return node
        if isinstance(name, str) and "#" in name:
            return self._called(name, *path)
        kind = self._kind(name, *path)
        for nodes in (state.table & among & cards.slots[kind], state.table & cards.slots[kind]):
            if nodes and not nodes & nodes - 1:
                return nodes_in(nodes)[0]
            if nodes:
                several = ", ".join(map(cards.node_name, nodes_in(nodes)))
                raise Unreadable(f"there are several of '{name}'", *path, help=f"write which: {several}")
        if not cards.slots[kind]:
            raise Unreadable(f"'{name}' never lies on the table", *path)
        return cards.first_slot[kind]

    # --- actions --------------------------------------------------------------------------------------------------

    def read_action(self, written: Json, state: FoodChainState) -> Action:
        if not isinstance(written, dict):
            return super().read_action(written, state)
        verb = one_of(written.get("action"), _VERBS, "action", "action")
        words, first = _VERBS[verb]
        said = mapping(written, ("player", "action", *words))
        missing = [word for word in words if word not in said and word != "discard"]
        if missing:
            raise Unreadable(f"who wants to {verb} says '{missing[0]}'", help=f"add {missing[0]}: and a card")
        self._give_turn(said, state)
        if verb == "pass":
            card = said.get("discard")
            return first + ((NOTHING if card is None else self._kind(card, "discard")) << SHIFT)
        if verb == "eat":
            food = self._food(state, said)
            mine = state.children[food] & state.own[state.seat]
            free = mine & ~state.covered
            hunter = self._node(state, said["with"], "with", among=free if self._one(free, said["with"]) else mine)
            return first + (hunter << SHIFT | food)
        if verb == "back off":
            return first + self._node(state, said["with"], "with", among=state.own[state.seat] & ~state.covered)
        if verb == "hunt":
            return first + (self._kind(said["with"], "with") << SHIFT | self._node(state, said["food"], "food"))
        target = self._node(state, said["target"], "target", among=~state.covered)
        return first + (self._kind(said["for"], "for") << SHIFT if verb == "switch" else 0) + target

    def _one(self, nodes: int, name: Json) -> bool:
        """Whether just one of *nodes* is of that kind."""
        kind = self.rules.cards.number.get(str(name))
        return kind is not None and (nodes & self.rules.cards.slots[kind]).bit_count() == 1

    def _food(self, state: FoodChainState, said: Mapping[str, Json]) -> int:
        """What is to be eaten: if there are several, the one that the eater preys on."""
        preyed_on = sum(
            {1 << state.parent[node] for node in nodes_in(state.own[state.seat]) if state.parent[node] >= 0}
        )
        return self._node(state, said["food"], "food", among=preyed_on)

    def _give_turn(self, said: Mapping[str, Json], state: FoodChainState) -> None:
        if "player" in said:
            seat = self.seats(state).index(one_of(said["player"], self.seats(state), "player", "player"))
            if self.anyone and state.seat >= 0:
                state.seat = seat
            elif seat != state.seat:
                raise Unreadable(
                    f"it is not {said['player']}'s turn", "player", help="leave 'turn' out of the situation"
                )

    def which(self, query: Json, state: FoodChainState) -> Collection[Json]:
        """All legal actions, those of a sort, or those of a player: `any`, `eat`, `{player: blue, action: eat}`."""
        said = mapping({"action": query} if isinstance(query, str) else query, ("player", "action"))
        self._give_turn(said, state)
        verb = one_of(said.get("action", "any"), ("any", *_VERBS), "sort of action", "action")
        first = _VERBS[verb][1] if verb != "any" else 0
        last = first + (1 << 2 * SHIFT) if verb != "any" else SHUFFLE_IN << 1
        legal = [action for action in state.legal_actions() if first <= action < last]
        return [self.rules.describe(action) for action in legal]

    # --- facts ----------------------------------------------------------------------------------------------------

    def facts(self, state: FoodChainState) -> dict[str, Json]:
        names, cards, players = self.seats(state), self.rules.cards, state.players
        by_name = [*zip(names, range(players), strict=True)]
        events = state.events or []
        return self.common(state, names) | {
            "table": Counter(self._line(state, node) for node in nodes_in(state.table)),
            "trees": state.trees,
            "chains": Counter(self._chain(state, node) for node in nodes_in(state.table & ~state.covered)),
            "free": Counter(self._short(state, node) for node in nodes_in(state.table & ~state.covered)),
            "starts": Counter(cards.ids[cards.kind_of[node]] for node in nodes_in(state.starts)),
            "hands": {name: self._cards(state.hands[seat].kinds) for name, seat in by_name},
            "held": {name: len(state.hands[seat].kinds) for name, seat in by_name},
            "deck": [cards.ids[kind] for kind in reversed(state.deck)],
            "left": len(state.deck),
            "discard": self._cards(state.discard),
            "pile": {name: self._cards(state.piles[seat]) for name, seat in by_name},
            "captured": {
                name: {other: state.captured[seat * players + owner] for other, owner in by_name if other != name}
                for name, seat in by_name
            },
            "supply": {name: state.supply[seat] for name, seat in by_name},
            "turned_up": [event[1] for event in events if event[0] == "turn up"],
            "ended": state.ended or None,
        }

    def _cards(self, kinds: Iterable[int]) -> Counter[str]:
        return Counter(self.rules.cards.ids[kind] for kind in kinds)

    def _short(self, state: FoodChainState, node: int) -> str:
        """`snail`, or `blue:toad`."""
        card, owner = self.rules.cards.ids[self.rules.cards.kind_of[node]], state.owner[node]
        return f"{self.seats(state)[owner]}:{card}" if owner >= 0 else card

    def _line(self, state: FoodChainState, node: int) -> str:
        """`snail#0`, `blue: toad#0` or `blue: toad#0 on snail#0`."""
        name, owner, food = self.rules.cards.node_name, state.owner[node], state.parent[node]
        before = f"{self.seats(state)[owner]}: " if owner >= 0 else ""
        return before + name(node) + (f" on {name(food)}" if food >= 0 else "")

    def _chain(self, state: FoodChainState, node: int) -> str:
        """From the root up to a free card: `snail <- blue:toad <- green:boar`."""
        links = [self._short(state, node)]
        while state.parent[node] >= 0:
            node = state.parent[node]
            links.append(self._short(state, node))
        return " <- ".join(reversed(links))


def _links(written: Json, known: Collection[str], *path: str | int) -> tuple[NotationLink, ...]:
    names = [one_of(name, known, "card", *path, index) for index, name in enumerate(sequence(written, *path))]
    return tuple(NotationLink("organisms", name) for name in names)


def _eaters(name: str, written: Mapping[str, Json]) -> list[str]:
    """The other cards that eat *name*."""
    return [
        other
        for other, said in written.items()
        if isinstance(said, dict) and isinstance(said.get("prey"), list) and name in said["prey"]
    ]

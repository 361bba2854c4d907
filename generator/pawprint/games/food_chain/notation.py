"""How situations of Food Chain are written down.

The table is a list from the food upwards. `snail` is a start card, `blue: toad on snail` a predator of the player blue,
`blue: toad` an orphan. Of several cards of a kind the first in the list is `snail#0`, the next one `snail#1`;
the number may be left out where it does not matter. Cards in hands, piles and the deck are written without it.
"""

from bisect import insort
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from pawprint.games.food_chain.rules import BONUS, FoodChain
from pawprint.play.data_notation import DataNotation
from pawprint.play.engine import Action, Json
from pawprint.play.language import forest
from pawprint.play.language.data_state import DataState
from pawprint.play.notation import NOTATIONS, Deck, NotationLink, Unreadable, mapping, number, one_of, sequence

#: Copies of each card in a deck that a scenario brings along, and the colours beside it; FC-1.2.
COPIES, COLOURS = 4, ("yellow", "blue", "red", "green")

#: What an action is called -> the words that it needs beside the player's name, and how logs write it.
_VERBS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "hunt": (("food", "with"), "hunt {food} with {with}"),
    "eat": (("food", "with"), "eat {food} with {with}"),
    "back off": (("with",), "back off {with}"),
    "chase": (("target",), "chase {target} away"),
    "switch": (("target", "for"), "switch {target} for {for}"),
    "pass": (("discard",), "discard {discard}"),
}
#: The zones of each player: what situations call them.
_ZONES = {"hands": "hand", "piles": "pile"}


@NOTATIONS("food-chain")
class FoodChainNotation(DataNotation[FoodChain]):
    """Reads and writes tables of Food Chain.

    Attributes:
        anyone: whether the situation does not say whose turn it is; then the player who acts has the turn.
    """

    incomplete = frozenset({"FC-I-21", "FC-I-25"})

    def __init__(self, rules: FoodChain) -> None:
        super().__init__(rules)
        self.anyone = False

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        written = mapping(fixture, fixture if isinstance(fixture, dict) else ())
        deck: dict[str, dict[str, Any]] = {"organisms": {}, "bonus": {}, "tokens": {}}
        for name, data in written.items():
            fields = mapping(data or {}, ("level", "points", "prey", "predators", "nature", "copies"), name)
            copies = number(fields.get("copies", COPIES), 0, 100, "copies", name, "copies")
            if name in BONUS:
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

    def seats(self, state: DataState) -> list[str]:
        return [*self.names] or [*self.rules.box.colours[: state.players]]

    def read_state(self, written: Json) -> DataState:
        words = ("players", "turn", "first", "table", *_ZONES, "deck", "discard", "captured", "passes")
        data = mapping(written, words)
        self.names = self._names(data)
        state = DataState(self.rules, len(self.names))
        for row, line in enumerate(sequence(data.get("table", []), "table")):
            self._lay(state, line, "table", row)
        state.zone("deck")[:] = reversed(self.kinds(data.get("deck"), "", "deck"))
        state.zone("discard")[:] = self.kinds(data.get("discard"), "", "discard")
        for word, zone in _ZONES.items():
            for seat, kinds in self.by_seat(data.get(word), word):
                state.zone(zone, seat)[:] = self.kinds(kinds, "", word, self.names[seat])
        piles = [state.contents[f"pile {seat}"] for seat in range(state.players)]
        state.points = [sum(self.rules.cards[card].get("points", 0) for card in pile) for pile in piles]
        self._capture(state, data)
        state.remember("passes", number(data.get("passes", 0), 0, 1000, "passes", "passes"))
        state.remember("first", self.seat_of(data.get("first", self.names[0]), "first"))
        state.remember("ended", "")
        self.anyone = "turn" not in data
        self.rules.situation(state, "hunt", self.seat_of(data.get("turn", self.names[0]), "turn"))
        return state

    def _names(self, data: Mapping[str, Json]) -> list[str]:
        names = [str(name) for name in sequence(data.get("players", [*self.rules.box.colours]), "players")]
        if len(names) not in self.rules.players or len({*names}) < len(names):
            least, most = self.rules.players[0], self.rules.players[-1]
            raise Unreadable(f"'players' should be {least} to {most} different names", "players")
        return names

    def _capture(self, state: DataState, data: Mapping[str, Json]) -> None:
        """The captured tokens, and those in the supplies: all that are neither captured nor on the table."""
        tokens = self.rules.box.tokens
        used = [nodes.bit_count() for nodes in state.own]
        for holder, captured in self.by_seat(data.get("captured"), "captured"):
            for name, count in mapping(captured, None, "captured", self.names[holder]).items():
                path = ("captured", self.names[holder], name)
                held, seat = number(count, 0, tokens, "tokens", *path), self.seat_of(name, *path)
                state.remember(f"captured {holder} {seat}", held)
                used[seat] += held
        for seat, name in enumerate(self.names):
            if used[seat] > tokens:
                message = f"{name} has only {tokens} tokens, and {used[seat]} are in use"
                raise Unreadable(message, help="take some off the table, or from 'captured'")
            state.remember(f"supply {seat}", tokens - used[seat])

    def _lay(self, state: DataState, line: Json, *path: str | int) -> None:
        """One line of the table: `snail`, `blue: toad` or `blue: toad on snail`."""
        owner, food = -1, forest.NOTHING_BELOW
        card: Json = line
        if isinstance(line, str) and ": " in line:
            name, _, card = line.partition(": ")
            owner = self.seat_of(name, *path)
        elif isinstance(line, dict) and len(line) == 1:
            ((name, card),) = line.items()
            owner = self.seat_of(name, *path, name)
        if not isinstance(card, str):
            raise Unreadable("this is no card on the table", *path, help="write 'snail', or 'blue: toad on snail'")
        card, _, below = card.partition(" on ")
        if below:
            food = self._node(state, below, *path)
            if owner < 0:
                help = f"write 'blue: {card} on {below}'"
                raise Unreadable(f"{card} preys, and so it has an owner", *path, help=help)
        kind = self.kind(card.partition("#")[0], "", *path)
        free = [node for node in self._cards(kind) if node not in state.zone("table")]
        if not free:
            raise Unreadable(f"there are only {self.rules.records.copies[kind]} cards of '{card}'", *path)
        node = self._called(card, *path) if "#" in card else free[0]
        if node not in free:
            raise Unreadable(f"{card} lies there already", *path)
        insort(state.zone("table"), node)
        forest.count_all(state, [(node, food, owner)])

    def _cards(self, kind: int) -> range:
        first = self.rules.records.first_node[kind]
        return range(first, first + self.rules.records.copies[kind])

    def _called(self, name: str, *path: str | int) -> int:
        names = self.rules.vocabulary.node_names
        if name not in names:
            help = "write 'snail#0' for the first snail on the table"
            raise Unreadable(f"no card on the table can be called '{name}'", *path, help=help)
        return names.index(name)

    def _node(self, state: DataState, name: Json, *path: str | int, among: Collection[int] = ()) -> int:
        """The card of that name; without a number, the only one of its kind, *among* some cards if possible.

        With an owner, `blue:boar`, it is a card of that player.
        """
        table = state.zone("table")
        if isinstance(name, str) and ":" in name:
            owner, _, card = name.partition(":")
            seat = self.seats(state).index(one_of(owner, self.seats(state), "player", *path))
            mine = [node for node in table if state.token[node] == seat]
            node = self._node(state, card.strip(), *path, among=[node for node in mine if node in among] or mine)
            if node not in mine:
                raise Unreadable(f"there is no {card.strip()} of {owner} on the table", *path)
            return node
        if isinstance(name, str) and "#" in name:
            return self._called(name, *path)
        cards = self._cards(self.kind(name, "", *path))
        here = [node for node in cards if node in table]
        fitting = [node for node in here if node in among] or here
        if len(fitting) > 1:
            several = ", ".join(self.rules.vocabulary.node_names[node] for node in fitting)
            raise Unreadable(f"there are several of '{name}'", *path, help=f"write which: {several}")
        if not cards:
            raise Unreadable(f"'{name}' never lies on the table", *path)
        return fitting[0] if fitting else cards[0]

    def read_action(self, written: Json, state: DataState) -> Action:
        if not isinstance(written, dict):
            return super().read_action(written, state)
        verb = one_of(written.get("action"), _VERBS, "action", "action")
        words, template = _VERBS[verb]
        data = mapping(written, ("player", "action", *words))
        missing = [word for word in words if word not in data and word != "discard"]
        if missing:
            raise Unreadable(f"who wants to {verb} says '{missing[0]}'", help=f"add {missing[0]}: and a card")
        self._give_turn(data, state)
        if verb == "pass" and data.get("discard") is None:
            return self.rules.parse("pass")
        names = self.rules.vocabulary.node_names
        found = {word: names[node] for word, node in self._nodes(state, verb, data).items()}
        for word in words:
            if word not in found:
                found[word] = self.rules.records.ids[self.kind(data[word], "", word)]
        return self.rules.parse(template.format(**found))

    def _nodes(self, state: DataState, verb: str, data: Mapping[str, Json]) -> dict[str, int]:
        """The cards on the table that an action names: those that fit it, if there are several of that name."""
        table = state.zone("table")
        mine = [node for node in table if state.token[node] == state.seat]
        if verb == "eat":
            food = self._node(state, data["food"], "food", among={state.below[node] for node in mine})
            eaters = [node for node in mine if state.below[node] == food]
            free = [node for node in eaters if not state.above[node]]
            ids = [self.rules.records.ids[self.rules.records.kind_of[node]] for node in free]
            hunter = self._node(state, data["with"], "with", among=free if ids.count(data["with"]) == 1 else eaters)
            return {"food": food, "with": hunter}
        if verb == "hunt":
            return {"food": self._node(state, data["food"], "food")}
        word = {"back off": "with", "chase": "target", "switch": "target"}.get(verb, "")
        free = [node for node in (mine if verb == "back off" else table) if not state.above[node]]
        return {word: self._node(state, data[word], word, among=free)} if word else {}

    def _give_turn(self, data: Mapping[str, Json], state: DataState) -> None:
        if "player" in data:
            seat = self.seats(state).index(one_of(data["player"], self.seats(state), "player", "player"))
            if self.anyone and state.seat >= 0:
                self.rules.situation(state, "hunt", seat)
            elif seat != state.seat:
                help = "leave 'turn' out of the situation"
                raise Unreadable(f"it is not {data['player']}'s turn", "player", help=help)

    def which(self, query: Json, state: DataState) -> Collection[Json]:
        data = mapping({"action": query} if isinstance(query, str) else query, ("player", "action"))
        self._give_turn(data, state)
        verb = one_of(data.get("action", "any"), ("any", *_VERBS), "sort of action", "action")
        named = [(self.rules.named(action), self.rules.describe(action)) for action in state.legal_actions()]
        return [words for found, words in named if verb == "any" or (found and found[0].name == verb)]

    def facts(self, state: DataState) -> dict[str, Json]:
        names, contents, values, table = self.seats(state), state.contents, state.values, state.zone("table")
        free = [node for node in table if not state.above[node]]
        roots = [node for node in table if state.below[node] < 0]

        def captured(seat: int) -> dict[str, int]:
            return {name: values[f"captured {seat} {of}"] for of, name in enumerate(names) if of != seat}

        return self.common(state, names) | {
            "table": Counter(self._line(state, node) for node in table),
            "trees": len(roots),
            "chains": Counter(self._chain(state, node) for node in free),
            "free": Counter(self._short(state, node) for node in free),
            "starts": Counter(self._short(state, node) for node in roots if state.token[node] < 0),
            "hands": self.each(state, lambda seat: Counter(contents[f"hand {seat}"])),
            "held": self.each(state, lambda seat: len(contents[f"hand {seat}"])),
            "deck": contents["deck"][::-1],
            "left": len(contents["deck"]),
            "discard": Counter(contents["discard"]),
            "pile": self.each(state, lambda seat: Counter(contents[f"pile {seat}"])),
            "captured": self.each(state, captured),
            "supply": self.each(state, lambda seat: values[f"supply {seat}"]),
            "turned_up": [event[1] for event in state.events or [] if event[0] == "turn up"],
            "ended": values["ended"] or None,
        }

    def _short(self, state: DataState, node: int) -> str:
        """`snail`, or `blue:toad`."""
        card, owner = self.rules.records.ids[self.rules.records.kind_of[node]], state.token[node]
        return f"{self.seats(state)[owner]}:{card}" if owner >= 0 else card

    def _line(self, state: DataState, node: int) -> str:
        """`snail#0`, `blue: toad#0` or `blue: toad#0 on snail#0`."""
        names, owner, food = self.rules.vocabulary.node_names, state.token[node], state.below[node]
        before = f"{self.seats(state)[owner]}: " if owner >= 0 else ""
        return before + names[node] + (f" on {names[food]}" if food >= 0 else "")

    def _chain(self, state: DataState, node: int) -> str:
        """From the root up to a free card: `snail <- blue:toad <- green:boar`."""
        links = [self._short(state, node)]
        while state.below[node] >= 0:
            node = state.below[node]
            links.append(self._short(state, node))
        return " <- ".join(reversed(links))


def _links(written: Json, known: Collection[str], *path: str | int) -> tuple[NotationLink, ...]:
    names = [one_of(name, known, "card", *path, index) for index, name in enumerate(sequence(written, *path))]
    return tuple(NotationLink("organisms", name) for name in names)


def _eaters(name: str, written: Mapping[str, Json]) -> list[str]:
    return [
        other
        for other, data in written.items()
        if isinstance(data, dict) and isinstance(data.get("prey"), list) and name in data["prey"]
    ]

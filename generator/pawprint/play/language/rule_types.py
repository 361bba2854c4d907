"""The types of values in rules, so that a mistake in an expression is found before anybody plays.

A type also says what a message calls a value: "a card", "a number".
"""

from typing import NamedTuple


class RuleType(NamedTuple):
    """The type of a value.

    Attributes:
        item: of a list, the type of what is in it.
        components: of a piece, the components that it may be of.
        values: of a text, all values that it may have; None where they are not known.
    """

    kind: str
    item: "RuleType | None" = None
    components: frozenset[str] = frozenset()
    values: frozenset[str] | None = None

    @property
    def words(self) -> str:
        if self.item is not None:
            return f"a list of {_PLURALS.get(self.item.kind, self.item.kind)}"
        return _WORDS.get(self.kind, self.kind)

    def joined(self, other: "RuleType") -> "RuleType | None":
        """The type of a value that is of this type or of *other*; None if they have nothing in common."""
        if self == other or other.kind == NOTHING:
            return self
        if self.kind == NOTHING:
            return other
        if {self.kind, other.kind} == {NUMBER, PLAYER}:
            return NUMBER_TYPE
        if self.kind != other.kind:
            return None
        if self.kind == LIST:
            assert self.item is not None
            assert other.item is not None
            item = self.item.joined(other.item)
            return None if item is None else RuleType(LIST, item)
        values = None if self.values is None or other.values is None else self.values | other.values
        return RuleType(self.kind, None, self.components | other.components, values)


#: A piece is one kind of card wherever it lies; a node is one card of a forest, with what lies on it; a group is one
#: of those of a zone with parts, which is the only one of the `values` of its type; a place is one of a grid.
NUMBER, FLAG, TEXT, PLAYER, PIECE, NODE, GROUP, PLACE, LIST, NOTHING = (
    "number", "flag", "text", "player", "piece", "node", "group", "place", "list", "nothing",
)  # fmt: skip

_WORDS = {
    NUMBER: "a number", FLAG: "true or false", TEXT: "a word", PLAYER: "a player", PIECE: "a card",
    NODE: "a card on others", GROUP: "a group", PLACE: "a place", NOTHING: "nothing",
}  # fmt: skip
_PLURALS = {
    NUMBER: "numbers", FLAG: "truths", TEXT: "words", PLAYER: "players", PIECE: "cards", NODE: "cards",
    GROUP: "groups", PLACE: "places",
    NOTHING: "nothing", LIST: "lists",
}  # fmt: skip

NUMBER_TYPE, FLAG_TYPE, TEXT_TYPE, PLAYER_TYPE, NOTHING_TYPE = (
    RuleType(kind) for kind in (NUMBER, FLAG, TEXT, PLAYER, NOTHING)
)


def list_of(item: RuleType) -> RuleType:
    """The type of a list."""
    return RuleType(LIST, item)


def pieces_of(components: frozenset[str]) -> RuleType:
    """The type of a list of pieces, as a zone is."""
    return list_of(RuleType(PIECE, None, components))

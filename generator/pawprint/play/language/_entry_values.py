"""Values and zones of which there is one for each word of a list, each card or each player: where a state keeps them.

Those for words and players lie in the lists of the state, `v` and `places`, one after the other. Values for cards lie
in a dict of `s.g` that has only those that differ from the start: the kind of the card, times the number of words or
players if there is one for each of these, too -> the value.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from pawprint.play.language._expression_code import Code, Stored
from pawprint.play.language.rule_types import PIECE, PLAYER, PLAYER_TYPE, TEXT, RuleType

#: A place that is known when the program is written.
_ADDED = re.compile(r"\[(\d+) \+ (\d+)\]")
#: The axis of players.
EACH_PLAYER = "player"


class Axis(NamedTuple):
    """What there is one for each of.

    Attributes:
        name: `player`, the name of a list of words, or a component.
        entries: what they are called in logs and scenarios; of cards, by kind.
    """

    name: str
    kind: str
    entries: tuple[str, ...]

    def code(self, entry: int) -> Code:
        if self.kind == PLAYER:
            return Code(str(entry), PLAYER_TYPE)
        if self.kind == PIECE:
            return Code(str(entry), RuleType(PIECE, None, frozenset([self.name])))
        return Code(repr(self.entries[entry]), RuleType(TEXT, values=frozenset(self.entries)))


class CardValue(NamedTuple):
    """Where the values for cards of one name are in a state.

    Attributes:
        at: the place in `s.g`.
        axes: the cards first, then perhaps words or players.
    """

    name: str
    at: int
    axes: tuple[Axis, ...]
    pieces: bool

    @property
    def width(self) -> int:
        """How many values there are for each card."""
        return len(self.axes[1].entries) if len(self.axes) > 1 else 1

    def called(self, key: int) -> str:
        """The name of one value, such as `force toad`."""
        kind, other = divmod(key, self.width)
        words = [self.name, self.axes[0].entries[kind], *([self.axes[1].entries[other]] if self.width > 1 else [])]
        return " ".join(words)

    def key(self, name: str) -> int | None:
        """The key of the value with that name; None if there is none."""
        first, *words = name.split(" ")
        if first != self.name or len(words) != len(self.axes):
            return None
        places = [axis.entries.index(word) for axis, word in zip(self.axes, words, strict=True) if word in axis.entries]
        return places[0] * self.width + (places[1] if len(places) > 1 else 0) if len(places) == len(words) else None


def axes_of(
    names: Sequence[str],
    words: Mapping[str, Sequence[str]],
    players: int,
    ids: Sequence[str],
    components: Iterable[str],
) -> tuple[Axis, ...] | None:
    """The axes with these names; None if one of them is neither `player`, nor a list of words, nor a component."""
    known, found = {*components}, []
    for name in names:
        if name == EACH_PLAYER:
            found.append(Axis(name, PLAYER, tuple(map(str, range(players)))))
        elif name in words:
            found.append(Axis(name, TEXT, tuple(words[name])))
        elif name in known:
            found.append(Axis(name, PIECE, tuple(ids)))
        else:
            return None
    return tuple(found)


def entries_of(axes: Sequence[Axis]) -> Iterator[tuple[int, ...]]:
    """Every combination of entries, in the order in which a state has the values."""
    return product(*(range(len(axis.entries)) for axis in axes))


def index_text(axes: Sequence[Axis]) -> str:
    """The Python of the place of one value among all, with `{0}` and `{1}` for its entries."""
    return f"{{0}} * {len(axes[1].entries)} + {{1}}" if len(axes) > 1 else "{0}"


def place_text(first: int, letter: str, axes: Sequence[Axis]) -> str:
    """The Python of one value in a list; see `index_text`."""
    return f"{letter}[{first} + {index_text(axes)}]" if first else f"{letter}[{index_text(axes)}]"


def filled_text(stored: Stored, indexes: Sequence[str]) -> str:
    """The Python of one value, with the Python of its entries."""
    text = stored.text
    for number, index in enumerate(indexes):
        text = text.replace(f"{{{number}}}", index)
    return _ADDED.sub(lambda found: f"[{int(found[1]) + int(found[2])}]", text)


def assigned(target: str, operator: str, value: str) -> str:
    """The statement that changes a value; *operator* is `=`, `+=` or `-=`."""
    name, found, rest = target.partition(".get(")
    if not found:
        return f"{target} {operator} {value}"
    key = rest[: _end_of(rest)]
    return f"{name}[{key}] = {value}" if operator == "=" else f"{name}[{key}] = {target} {operator[0]} {value}"


def _end_of(text: str) -> int:
    """Where the first argument of a call ends."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            return place
    return len(text)


def changed_values(state: Any, ids: Sequence[str]) -> dict[str, Any]:
    """The values for cards that differ from the start, by name."""
    found: dict[str, Any] = {}
    for values in state.program.card_values.values():
        start = state.program.run[f"start_{values.name}"]
        for key, value in sorted(state.g[values.at].items()):
            if value != start(key // values.width):
                found[values.called(key)] = ids[value] if values.pieces and value is not None else value
    return found


def read_values(state: Any, written: Mapping[str, Any]) -> None:
    """Remember values for cards by their names."""
    for name, value in written.items():
        for values in state.program.card_values.values():
            key = values.key(name)
            if key is not None:
                kinds = state.rules.records.kinds
                state.g[values.at][key] = kinds[value] if values.pieces and value is not None else value

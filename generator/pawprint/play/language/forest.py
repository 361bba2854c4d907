"""Cards that lie on cards: what a program of rules does with a forest.

A card of the forest is a node, a number for each copy: of a kind the lowest free one is taken. `below` has the node on
which it lies, `NOTHING_BELOW` for a root and `NOT_THERE` outside of the forest; `above` those that lie on it, sorted;
`token` the seat of the player whose token is on it, -1 for none. The same is kept as sets of nodes, each an int with a
bit for each node, so that a condition on all of them is one operation: `there`, `roots`, `covered` for those with nodes
on them, `tokened` for those with a token, and `own` by seat for those with a token of that player.
"""

from bisect import insort
from collections.abc import Sequence
from typing import Any

NOTHING_BELOW, NOT_THERE = -1, -2
#: The most sets of nodes that are cached.
_MOST_SETS = 4_096


def put(s: Any, zone: list[int], kind: int, on: int, seat: int, stock: int) -> int:
    """Put a card into the forest.

    Args:
        on: a node, or `NOTHING_BELOW`.
        seat: the player who has a token on it; -1 for none.
        stock: the place of the value that counts the tokens of the first player; -1 if nothing counts them.

    Returns:
        its node.
    """
    below = s.below
    node: int = s.rules.records.first_node[kind]
    while below[node] != NOT_THERE:
        node += 1
    insort(zone, node)
    bit = 1 << node
    below[node], s.token[node] = on, seat
    s.there |= bit
    if on >= 0:
        above = s.above[on]
        s.above[on] = tuple(sorted((*above, node))) if above else (node,)
        s.covered |= 1 << on
    else:
        s.roots |= bit
    if seat >= 0:
        s.own[seat] |= bit
        s.tokened |= bit
        if stock >= 0:
            s.v[stock + seat] -= 1
    return node


def lift(s: Any, zone: list[int], node: int, stock: int) -> int:
    """Take a card from the forest: what lies on it becomes roots, and a token goes back to its player.

    Returns:
        its kind.
    """
    below, above, bit = s.below, s.above, 1 << node
    zone.remove(node)
    s.there ^= bit
    on = below[node]
    if on >= 0:
        _leave(s, on, node)
    else:
        s.roots ^= bit
    if above[node]:
        for upper in above[node]:
            below[upper] = NOTHING_BELOW
            s.roots |= 1 << upper
        above[node] = ()
        s.covered ^= bit
    below[node] = NOT_THERE
    seat = s.token[node]
    if seat >= 0:
        s.token[node] = -1
        s.own[seat] ^= bit
        s.tokened ^= bit
        if stock >= 0:
            s.v[stock + seat] += 1
    kind: int = s.rules.records.kind_of[node]
    return kind


def _leave(s: Any, on: int, node: int) -> None:
    s.above[on] = left = tuple([upper for upper in s.above[on] if upper != node])
    if not left:
        s.covered ^= 1 << on


def swap(s: Any, zone: list[int], node: int, kind: int) -> int:
    """Put another card in the place of one, with its token and what lies on it.

    Returns:
        the new node.
    """
    below, above, token, bit = s.below, s.above, s.token, 1 << node
    on, seat = below[node], token[node]
    new = put(s, zone, kind, on, seat, -1)
    zone.remove(node)
    s.there ^= bit
    if on >= 0:
        _leave(s, on, node)
    else:
        s.roots ^= bit
    if above[node]:
        above[new] = above[node]
        s.covered ^= bit | 1 << new
        for upper in above[node]:
            below[upper] = new
    if seat >= 0:
        s.own[seat] ^= bit
        s.tokened ^= bit
    above[node], below[node], token[node] = (), NOT_THERE, -1
    return new


def untoken(s: Any, node: int) -> None:
    """Take the token from a node; the caller says where it goes."""
    seat = s.token[node]
    if seat >= 0:
        s.own[seat] ^= 1 << node
        s.tokened ^= 1 << node
        s.token[node] = -1


def count_all(s: Any, nodes: Sequence[tuple[int, int, int]]) -> None:
    """Set a whole forest: (node, the node below it, seat) of each."""
    for node, below, seat in nodes:
        s.below[node], s.token[node] = below, seat
        s.there |= 1 << node
        if below >= 0:
            s.above[below] = tuple(sorted((*s.above[below], node)))
            s.covered |= 1 << below
        else:
            s.roots |= 1 << node
        if seat >= 0:
            s.own[seat] |= 1 << node
            s.tokened |= 1 << node


class NodeLists(dict[int, tuple[int, ...]]):
    """Set of nodes -> a number for each of them, in order."""

    def __init__(self, first: int = 0) -> None:
        self.first = first

    def __missing__(self, nodes: int) -> tuple[int, ...]:
        if len(self) >= _MOST_SETS:
            self.clear()
        found, left = [], nodes
        while left:
            lowest = left & -left
            found.append(self.first + lowest.bit_length() - 1)
            left ^= lowest
        self[nodes] = numbers = tuple(found)
        return numbers

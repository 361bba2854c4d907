"""The decisions of the lake game as numbers, and in words; and the other things that have numbers.

A species is a number too: the seat of its owner, and how many this player has had before it. In words it is `A1`, `A2`,
`B1`. Most games never use a number again.
"""

import re
from collections.abc import Sequence

#: Species: `seat << ROW | number`, counted from 0.
ROW = 10
_NUMBER = (1 << ROW) - 1
#: Actions: one of the verbs below, and what it is about: `verb | species << SPECIES | species or kind`.
SPECIES = ROW + 3
MASK = (1 << SPECIES) - 1
_VERB = 2 * SPECIES

#: Stop playing cards; or stop attacking and feeding where that is free.
DONE = 0
#: EL-3.4 take a card of that kind out of the hand; the next decision says what becomes of it.
TAKE = 1 << _VERB
#: EL-3.5 the card becomes a species; or it becomes part of one: population (0), a trait (`GAIN`), or a trait that
#: replaces one of that kind (`REPLACE + kind`).
ALONE, PLACE = 2 << _VERB, 3 << _VERB
GAIN, REPLACE = 1, 2
#: EL-3.10 that species takes a token from the lake.
FEED = 4 << _VERB
#: EL-3.12 the first species attacks the second one.
ATTACK = 5 << _VERB
_BEYOND = 6 << _VERB

#: A deck has fewer cards, so that every species and every kind has its number.
MOST_CARDS = _NUMBER

#: The parts of a turn; the numbers fall.
GATHERING, ADAPTATION, FEEDING, CLEAN_UP, OVER = 4, 3, 2, 1, 0
PHASES = ("over", "clean-up", "feeding", "adaptation", "gathering")

#: A card of a population is its kind, and this if its owner knows it.
KNOWN = 1 << 12
KIND = KNOWN - 1

#: What becomes of a drawn card: a new species, a card in the hand of `TO_HAND + seat`, else population of that species.
TO_HAND = 1 << 20
NEW_SPECIES = TO_HAND - 1

_WORDS = (
    (re.compile(r"done"), DONE),
    (re.compile(r"as a new species"), ALONE),
    (re.compile(r"play (?P<kind>\S+)"), TAKE),
    (re.compile(r"as population of (?P<one>\S+)"), PLACE),
    (re.compile(r"as a (?P<gain>trait) of (?P<one>\S+?)(, replacing (?P<old>\S+))?"), PLACE),
    (re.compile(r"feed (?P<target>\S+)"), FEED),
    (re.compile(r"attack (?P<target>\S+) with (?P<one>\S+)"), ATTACK),
    (re.compile(r"shuffle (?P<kinds>\S+( \S+)*)"), -1),
)
_HELP = "write it as in: play speed, as a new species, as a trait of A1, feed A1, attack B1 with A1, done"


def species_name(species: int) -> str:
    """`B3` is the third species that the second player has had."""
    return f"{chr(ord('A') + (species >> ROW))}{(species & _NUMBER) + 1}"


def species_of(name: str) -> int:
    """The species of that name.

    Raises:
        ValueError: it is no name of a species.
    """
    match = re.fullmatch(r"([A-H])([1-9][0-9]{0,3})", name)
    if not match or int(match[2]) > _NUMBER:
        raise ValueError(f"'{name}' is no species; they are called A1, A2, B1")
    return ord(match[1]) - ord("A") << ROW | int(match[2]) - 1


def verb_of(action: int) -> int:
    """`TAKE`, `GAIN`, ...: the action without what it is about; -1 if it is none."""
    return action >> _VERB << _VERB if 0 <= action < _BEYOND else -1


def say(action: object, ids: Sequence[str]) -> str:
    """An action in words.

    Args:
        ids: of the cards, by kind.
    """
    if isinstance(action, tuple):
        return f"shuffle {' '.join(ids[kind] for kind in action)}"
    assert isinstance(action, int)
    verb, first, second = verb_of(action), action >> SPECIES & MASK, action & MASK
    if verb == TAKE:
        return f"play {ids[second]}"
    if verb == PLACE:
        if not second:
            return f"as population of {species_name(first)}"
        old = f", replacing {ids[second - REPLACE]}" if second >= REPLACE else ""
        return f"as a trait of {species_name(first)}{old}"
    if verb == FEED:
        return f"feed {species_name(second)}"
    if verb == ATTACK:
        return f"attack {species_name(second)} with {species_name(first)}"
    return "as a new species" if verb == ALONE else "done"


def understand(text: str, ids: Sequence[str]) -> int | tuple[int, ...]:
    """The action that `say` has said.

    Raises:
        ValueError: it is none.
    """
    for form, verb in _WORDS:
        match = form.fullmatch(text)
        if match:
            said = {name: word for name, word in match.groupdict().items() if word is not None}
            if verb < 0:
                return tuple(_kind(word, ids) for word in said["kinds"].split())
            first = species_of(said["one"]) if "one" in said else 0
            second = GAIN if "gain" in said else 0
            if "old" in said:
                second = REPLACE + _kind(said["old"], ids)
            elif "kind" in said:
                second = _kind(said["kind"], ids)
            elif "target" in said:
                second = species_of(said["target"])
            return verb | first << SPECIES | second
    raise ValueError(_HELP)


def _kind(word: str, ids: Sequence[str]) -> int:
    if word not in ids:
        raise ValueError(f"there is no card '{word}'")
    return ids.index(word)

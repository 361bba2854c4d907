"""Characters that cannot be set: no font has them, or they run from right to left."""

from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import bidirectional, name

from pawprint.typography.metrics import NO_BREAK_SPACES

#: Classes of Unicode's bidirectional algorithm: letters, and controls that reverse what follows them.
_RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})


class CharacterFault(NamedTuple):
    """What a finding says of characters that cannot be set."""

    code: str
    message: str
    help: str


def right_to_left(text: str) -> str:
    """The characters of *text* that run from right to left."""
    if text.isascii():
        return ""
    return "".join([letter for letter in text if bidirectional(letter) in _RIGHT_TO_LEFT])


def faults(unset: str) -> Iterator[CharacterFault]:
    """The faults of a text with the characters *unset*: one for all that run from right to left, one for each other."""
    reverse = right_to_left(unset)
    if reverse:
        character = f"U+{ord(reverse[0]):04X} {name(reverse[0], '')}".rstrip()
        yield CharacterFault(
            "right-to-left",
            f"the text runs from right to left ({character}), and Pawprint cannot set that yet",
            "remove these characters, or write the text in a script that runs from left to right",
        )
    for letter in unset:
        if letter not in reverse and letter not in NO_BREAK_SPACES:
            yield CharacterFault(
                "missing-glyph",
                f"no font has the character '{letter}' (U+{ord(letter):04X})",
                "use another character, an icon (:name:), or a font that has it",
            )

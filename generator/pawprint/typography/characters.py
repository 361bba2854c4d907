"""Characters that cannot be set: no font has them, or they run from right to left."""

from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import bidirectional, name

from pawprint.typography.metrics import NO_BREAK_SPACES
from pawprint.typography.scripts import PACKS, script_of

#: Classes of Unicode's bidirectional algorithm: letters, and controls that reverse what follows them.
_RIGHT_TO_LEFT = frozenset({"R", "AL", "RLE", "RLO", "RLI"})

#: As many of the missing characters of a script are named.
_SHOWN = 3


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
    """The faults of a text with the characters *unset*: one for all that run from right to left,
    one for each script, and one for each sign that belongs to none."""
    reverse = right_to_left(unset)
    if reverse:
        character = f"U+{ord(reverse[0]):04X} {name(reverse[0], '')}".rstrip()
        yield CharacterFault(
            "right-to-left",
            f"the text runs from right to left ({character}), and Pawprint cannot set that yet",
            "remove these characters, or write the text in a script that runs from left to right",
        )
    by_script: dict[str, str] = {}
    for letter in unset:
        if letter not in reverse and letter not in NO_BREAK_SPACES:
            script = script_of(letter)
            by_script[script or letter] = by_script.get(script or letter, "") + letter
    for script, letters in by_script.items():
        yield _missing(script, letters)


def _missing(script: str, letters: str) -> CharacterFault:
    """The fault that no font has the *letters* of a script; of a sign that belongs to none, *script* is the sign."""
    shown = ", ".join([f"'{letter}' (U+{ord(letter):04X})" for letter in letters[:_SHOWN]])
    if script == letters and not script_of(letters):
        help = "use another character, an icon (:name:), or a font that has it"
        return CharacterFault("missing-glyph", f"no font has the character {shown}", help)
    more = f" and {len(letters) - _SHOWN} more" if len(letters) > _SHOWN else ""
    message = f"no font has the {script} character{'s' if len(letters) > 1 else ''} {shown}{more}"
    pack = PACKS.get(script)
    install = f"pip install {pack.install}, or " if pack else ""
    return CharacterFault("missing-glyph", message, f"{install}add a font that has {script} to fonts.yaml")

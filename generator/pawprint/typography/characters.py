"""Characters that no font has -> what findings say of them."""

from collections.abc import Iterator
from typing import NamedTuple

from pawprint.typography.metrics import NO_BREAK_SPACES
from pawprint.typography.scripts import PACKS, script_of

#: As many of the missing characters of a script are named.
_SHOWN = 3


class CharacterFault(NamedTuple):
    """What a finding says of characters that cannot be set."""

    code: str
    message: str
    help: str


def faults(unset: str) -> Iterator[CharacterFault]:
    """The faults of a text with the characters *unset*: one for each script, and one for each sign of no script."""
    by_script: dict[str, str] = {}
    for letter in unset:
        if letter not in NO_BREAK_SPACES:
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

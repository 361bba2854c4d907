"""Lists and ranges as a language writes them; as English does where its words are not known."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from pawprint.typography.languages import printed_word


def listed(items: Sequence[str], language: str, last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {printed_word(last, language)} {items[-1]}"


def spanned(least: Any, most: Any, language: str) -> str:
    """`4 to 6`, or one number where both are the same."""
    return str(least) if least == most else f"{least} {printed_word('to', language)} {most}"


def sentence(text: str) -> str:
    """*text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sorting(text: str) -> str:
    """What *text* is sorted by: letters without accents and case."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()


def human(name: str) -> str:
    """The name of a field or file as words: `eaten_by` is `Eaten by`."""
    return sentence(name.replace("_", " ").replace("-", " "))

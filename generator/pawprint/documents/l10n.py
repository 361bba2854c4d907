"""Words of documents that no game brings along, and how a language counts, lists and spans; English where it is not
known."""

import unicodedata
from collections.abc import Sequence
from typing import Any

#: What the built-in helpers say.
WORDS: dict[str, dict[str, str]] = {
    "en": {
        "yes": "yes", "no": "no", "and": "and", "or": "or", "to": "to", "piece": "Piece", "pieces": "Pieces",
        "kinds": "Kinds", "total": "Total", "component": "Component", "name": "Name", "id": "Id", "copies": "Copies",
        "icon": "Icon", "meaning": "Meaning", "back of": "the back of", "others": "Others",
    },
    "fr": {
        "yes": "oui", "no": "non", "and": "et", "or": "ou", "to": "à", "piece": "Pièce", "pieces": "Pièces",
        "kinds": "Sortes", "total": "Total", "component": "Matériel", "name": "Nom", "id": "Code",
        "copies": "Exemplaires", "icon": "Icône", "meaning": "Sens", "back of": "le dos de", "others": "Autres",
    },
}  # fmt: skip

# fmt: off
_EN = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
_EN_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_FR = (
    "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
)
_FR_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre-vingt"}
# fmt: on


def word(name: str, language: str) -> str:
    """One of `WORDS`."""
    return WORDS.get(language.partition("-")[0], WORDS["en"])[name]


def in_words(number: int, language: str, feminine: bool = False) -> str:
    """A number of 0 to 999 in words; others as digits."""
    if not 0 <= number <= 999:
        return str(number)
    if language.partition("-")[0] == "fr":
        text = _french(number)
        return text + "e" if feminine and (text == "un" or text.endswith((" un", "-un"))) else text
    if number < 20:
        return _EN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _EN_TENS[tens - 2] + (f"-{_EN[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{_EN[hundreds]} hundred" + (f" and {in_words(rest, 'en')}" if rest else "")


def _french(number: int) -> str:
    if number < 20:
        return _FR[number]
    if number < 100:
        base = number // 10 * 10 if number < 60 else 60 if number < 80 else 80
        rest = number - base
        tens = _FR_TENS[base]
        if not rest:
            return tens + ("s" if base == 80 else "")
        joined = " et " if rest in (1, 11) and base != 80 else "-"
        return f"{tens}{joined}{_FR[rest]}"
    hundreds, rest = divmod(number, 100)
    head = "cent" if hundreds == 1 else f"{_FR[hundreds]} cent" + ("" if rest else "s")
    return f"{head} {_french(rest)}" if rest else head


def listed(items: Sequence[str], language: str, last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word(last, language)} {items[-1]}"


def spanned(least: Any, most: Any, language: str) -> str:
    """`4 to 6`, or one number where both are the same."""
    return str(least) if least == most else f"{least} {word('to', language)} {most}"


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

"""Numbers in words, lists and ranges as a language writes them; as English does where its words are not known."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from pawprint.typography.printed_words import primary_language, printed_word, printed_words


def in_words(number: int, language: str, feminine: bool = False) -> str:
    """A number of 0 to 999 in words, as far as the language has them; others as digits."""
    language = primary_language(language)
    words = printed_words().numbers
    if not 0 <= number <= 999:
        return str(number)
    if language == "fr":
        text = _french(number)
        return text + "e" if feminine and (text == "un" or text.endswith((" un", "-un"))) else text
    if language == "en" or language not in words:
        return _english(number)
    return words[language][number] if number < len(words[language]) else str(number)


def _english(number: int) -> str:
    words, tens = printed_words().numbers["en"], printed_words().tens["en"]
    if number < 20:
        return words[number]
    if number < 100:
        ten, ones = divmod(number, 10)
        return tens[ten - 2] + (f"-{words[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{words[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")


def _french(number: int) -> str:
    words = printed_words().numbers["fr"]
    if number < 20:
        return words[number]
    if number < 100:
        base = number // 10 * 10 if number < 60 else 60 if number < 80 else 80
        rest = number - base
        tens = printed_words().tens["fr"][base // 10 - 2]
        if not rest:
            return tens + ("s" if base == 80 else "")
        joined = " et " if rest in (1, 11) and base != 80 else "-"
        return f"{tens}{joined}{words[rest]}"
    hundreds, rest = divmod(number, 100)
    head = "cent" if hundreds == 1 else f"{words[hundreds]} cent" + ("" if rest else "s")
    return f"{head} {_french(rest)}" if rest else head


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

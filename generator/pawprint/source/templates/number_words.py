"""Numbers in words, and the numbers in a text, in digits or words."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pawprint.core.language_tags import primary_language

#: Language -> other words for numbers.
_OTHER_WORDS = {"en": {"hundred": 100}, "fr": {"cents": 100, "quatre-vingt": 80}}
#: Languages whose number words are found in texts.
_FOUND_LANGUAGES = ("en", "fr", "de")
#: Language -> phrases with a number that does not count: "both" and "twice".
_PHRASES = {"fr": ("les deux", "des deux", "tous deux", "toutes deux", "deux fois")}
#: Words of numbers up to this one are found in texts, and "hundred".
_MAX_FOUND = 100
#: Digits that are a number of their own: no part of a word or code (`A4`, `EX-2`), and no ordinal (`2nd`, `1er`). More
#: digits are no count of anything, and Python reads only some thousands.
_DIGITS = r"(?<!\w)(?<![^\W\d_]-)\d{1,15}(?!\w)"
#: What begins a line that is a step, `1. Reveal`, or a numbered heading, `## 2 Exchange`; but not `## 2 players`.
_STEP = re.compile(r"^(?:[ \t#>*]*(\d+)[.)](?=\s)|#+ +(\d+)(?=\s+(?:[^\W\da-zà-ÿ]|\Z)|\s\s))", re.M)


class StatedNumber(NamedTuple):
    """A number in a text, and where it is there: `text[start:end]`."""

    value: int
    start: int
    end: int


def in_words(number: int, language: str, feminine: bool = False) -> str:
    """A number from 0 to 999 in words, by the rules of CLDR, https://cldr.unicode.org; others as digits.

    Args:
        feminine: in French, end in `une`.
    """
    if not 0 <= number <= 999:
        return str(number)
    language = primary_language(language)
    text = _spelled(number, language)
    return f"{text}e" if feminine and language == "fr" and re.search(r"\bun$", text) else text


@cache
def _spelled(number: int, language: str) -> str:
    try:
        from icu4py.locale import Locale
        from icu4py.messageformat import MessageFormat
    except ImportError:  # in a browser
        return str(number)
    text = MessageFormat("{number, spellout}", Locale(language)).format({"number": number})
    # Places of hyphens are known otherwise, and French keeps its traditional spelling: `vingt et un`.
    return text.replace("\u00ad", "").replace("-et-", " et ")


def stated_numbers(text: str, language: str) -> Iterator[StatedNumber]:
    """The numbers in *text*: digits, and words for numbers from two on in *language*.

    Left out are `one`, which is an article, too; `les deux`, which is "both"; and what says in which place something
    is: ordinals (`first`, `2nd`) and the number before a step (`1. Reveal`).
    """
    pattern, values = _finder(primary_language(language))
    steps = {match.start(match.lastindex or 0) for match in _STEP.finditer(text)}
    for match in pattern.finditer(text):
        word = match[0].lower()
        if match.start() not in steps and not match["phrase"]:
            yield StatedNumber(values[word] if word in values else int(word), match.start(), match.end())


def has_number_words(language: str) -> bool:
    """True if numbers in words are found in texts of *language*."""
    return primary_language(language) in _FOUND_LANGUAGES


@cache
def _finder(language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    """The pattern of number words in texts of *language*, and the value of each word in lower case."""
    values = {}
    if language in _FOUND_LANGUAGES:
        values = {in_words(number, language): number for number in range(2, _MAX_FOUND + 1)} | _OTHER_WORDS.get(
            language, {}
        )
        values |= {word.replace(" et ", "-et-"): number for word, number in values.items()}
    words = "|".join(re.escape(word) for word in sorted(values, key=len, reverse=True)) or "(?!)"
    phrases = "|".join(map(re.escape, _PHRASES.get(language, ()))) or "(?!)"
    pattern = rf"{_DIGITS}|(?<![\w-])(?:(?P<phrase>{phrases})|{words})(?![\w-])"
    return re.compile(pattern, re.IGNORECASE), values

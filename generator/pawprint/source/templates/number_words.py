"""Numbers in words, and the numbers that a text has in digits or words; as English has them where a language is not
known."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.language_tags import primary_language
from pawprint.core.source import Source
from pawprint.source.plain_data import to_python
from pawprint.source.reader import read_yaml

_FILE = Path(__file__).with_name("number_words.yaml")
#: Words of numbers up to this one are found in texts, and "hundred".
_MOST_FOUND = 100
#: Digits that are a number of their own: no part of a word or code (`A4`, `EX-2`), and no ordinal (`2nd`, `1er`). More
#: digits are no count of anything, and Python reads only some thousands.
_DIGITS = r"(?<!\w)(?<![^\W\d_]-)\d{1,15}(?!\w)"
#: What begins a line that is a step, `1. Reveal`, or a numbered heading, `## 2 Exchange`; but not `## 2 players`.
_STEP = re.compile(r"^(?:[ \t#>*]*(\d+)[.)](?=\s)|#+ +(\d+)(?=\s+(?:[^\W\da-zà-ÿ]|\Z)|\s\s))", re.M)


class _NumberWords(NamedTuple):
    """What number_words.yaml says.

    Attributes:
        numbers: language -> the numbers from 0 on, in words.
        tens: language -> twenty, thirty and so on.
        phrases: language -> phrases that have a number, but do not count.
    """

    numbers: dict[str, list[str]]
    tens: dict[str, list[str]]
    phrases: dict[str, list[str]]


class StatedNumber(NamedTuple):
    """A number in a text, and where it is there: `text[start:end]`."""

    value: int
    start: int
    end: int


@cache
def _data() -> _NumberWords:
    """The contents of number_words.yaml, read once."""
    node = read_yaml(Source(_FILE.name, _FILE.read_text(encoding="utf-8")), Findings())
    assert node is not None, f"{_FILE.name} is not YAML"
    return _NumberWords(**to_python(node, lambda scalar: scalar.text))


def in_words(number: int, language: str, feminine: bool = False) -> str:
    """A number of 0 to 999 in words, as far as the language has them; others as digits."""
    language = primary_language(language)
    words = _data().numbers
    if not 0 <= number <= 999:
        return str(number)
    if language == "fr":
        text = _french(number)
        return text + "e" if feminine and (text == "un" or text.endswith((" un", "-un"))) else text
    if language == "de":
        return _german(number)
    if language == "en" or language not in words:
        return _english(number)
    return words[language][number] if number < len(words[language]) else str(number)


def _english(number: int) -> str:
    words, tens = _data().numbers["en"], _data().tens["en"]
    if number < 20:
        return words[number]
    if number < 100:
        ten, ones = divmod(number, 10)
        return tens[ten - 2] + (f"-{words[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{words[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")


def _french(number: int) -> str:
    words = _data().numbers["fr"]
    if number < 20:
        return words[number]
    if number < 100:
        base = number // 10 * 10 if number < 60 else 60 if number < 80 else 80
        rest = number - base
        tens = _data().tens["fr"][base // 10 - 2]
        if not rest:
            return tens + ("s" if base == 80 else "")
        joined = " et " if rest in (1, 11) and base != 80 else "-"
        return f"{tens}{joined}{words[rest]}"
    hundreds, rest = divmod(number, 100)
    head = "cent" if hundreds == 1 else f"{words[hundreds]} cent" + ("" if rest else "s")
    return f"{head} {_french(rest)}" if rest else head


def _german(number: int) -> str:
    words, tens = _data().numbers["de"], _data().tens["de"]
    if number < 20:
        return words[number]
    if number < 100:
        ten, ones = divmod(number, 10)
        return (f"{words[ones].removesuffix('s') if ones == 1 else words[ones]}und" if ones else "") + tens[ten - 2]
    hundreds, rest = divmod(number, 100)
    return ("" if hundreds == 1 else words[hundreds]) + "hundert" + (_german(rest) if rest else "")


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
    return primary_language(language) in _data().numbers


@cache
def _finder(language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    """What finds the numbers in texts of *language*, and the value of each word in lower case."""
    values = {}
    if language in _data().numbers:
        values = {in_words(number, language): number for number in range(2, _MOST_FOUND + 1)}
        values = {word: number for word, number in values.items() if not word.isdigit()}
        if language in ("en", "fr"):
            values |= {"hundred": 100} if language == "en" else {"cents": 100, "quatre-vingt": 80}
    words = "|".join(re.escape(word) for word in sorted(values, key=len, reverse=True)) or "(?!)"
    phrases = "|".join(map(re.escape, _data().phrases.get(language, ()))) or "(?!)"
    found = rf"{_DIGITS}|(?<![\w-])(?:(?P<phrase>{phrases})|{words})(?![\w-])"
    return re.compile(found, re.IGNORECASE), values

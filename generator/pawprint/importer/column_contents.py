"""What the cells of a column look like: numbers, counts, kinds of cards, pictures, or what is of no use on a card."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePath

from pawprint.importer.card_list import RASTER, VECTOR, GuessedColumn
from pawprint.importer.column_names import normalised_name, roles_of
from pawprint.importer.list_words import list_words
from pawprint.importer.slugs import ascii_lowercase

INT = re.compile(r"-?(0|[1-9]\d{0,8})(\.0+)?")
_DECIMAL = re.compile(r"-?(0|[1-9]\d{0,8})[.,]\d{1,6}")
_COPIES = re.compile(r"[x×]?\s*(\d{1,4})(\.0+)?\s*[x×]?", re.I)
_PICTURE_SUFFIXES = (*RASTER, *VECTOR, ".psd", ".heic")
#: A key that a program made: a UUID, a hash, or one long word of letters and digits.
_KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{24,}|(?=\S*\d)(?=\S*[a-zA-Z])[A-Za-z0-9_-]{16,}", re.I)
#: What programs draw with: colours and lengths.
_MEASURES = re.compile(r"(#[0-9a-f]{3,8}|-?[\d.]+(px|pt|mm|em))([,\s]+(#[0-9a-f]{3,8}|-?[\d.]+(px|pt|mm|em)))*", re.I)
_TAG = re.compile(r"<[^<>]*>")
MAX_CHOICES = 12
#: Up to this number, kinds get colours even if each has only one card.
_FEW_KINDS = 6
#: The most characters of a short text, which is set on one line; a longer text is prose.
MAX_SHORT_TEXT = 26
#: A constant, and positions, are only recognised among so many cards.
_LEAST_CONSTANTS, _LEAST_POSITIONS = 3, 8
#: From so many words on, two texts are alike if they share most of them.
_LONG = 6
#: Name of a column -> the words of its cells.
_Plain = Mapping[str, Sequence[tuple[str, ...]]]


def matches_all(column: GuessedColumn, pattern: re.Pattern[str]) -> bool:
    """Whether a column has cells, and each matches *pattern*."""
    return holds_for_all(column, lambda text: bool(pattern.fullmatch(text)))


def holds_for_all(column: GuessedColumn, holds: Callable[[str], bool]) -> bool:
    """Whether a column has cells, and something holds for each."""
    return bool(column.filled) and all(holds(text.strip()) for text in column.filled)


def longest(column: GuessedColumn) -> int:
    """The number of characters of the longest cell."""
    return max(map(len, column.filled), default=0)


def has_counts(column: GuessedColumn) -> bool:
    """Whether a column has numbers of copies; 1, 2, 3, ... are numbers of the cards themselves."""
    if not matches_all(column, _COPIES):
        return False
    numbers = [count_in(text) for text in column.filled]
    return max(numbers) <= 200 and (numbers != [*range(1, len(numbers) + 1)] or len(numbers) < 3)


def count_in(text: str) -> int:
    """The number of copies that a cell such as `3x` says; 1 if it says none."""
    match = _COPIES.fullmatch(text.strip())
    return int(match[1]) if match else 1


def divides_cards(column: GuessedColumn) -> bool:
    """Whether a column divides the cards into a few groups; a column named like a category may have more groups."""
    kinds = {text.lower() for text in column.filled}
    named = "category" in roles_of(column.header)
    return (
        1 < len(kinds) <= MAX_CHOICES
        and (
            len(kinds) < len(column.filled) or len(kinds) <= _FEW_KINDS
            if named
            else len(kinds) * 2 <= len(column.texts)
        )
        and longest(column) <= MAX_SHORT_TEXT
        and not matches_all(column, INT)
        and not any("\n" in text for text in column.filled)
    )


def has_numbers(column: GuessedColumn) -> bool:
    """Whether a column has numbers, perhaps with an X or a 2+ among them."""
    if holds_for_all(column, is_plain_number):
        return longest(column) <= 7
    numbers = sum(bool(re.fullmatch(r"[-+]?\d+[+%]?", text)) for text in column.filled)
    return bool(column.filled) and numbers * 2 >= len(column.filled) and longest(column) <= 4


def is_plain_number(text: str) -> bool:
    """Whether a cell is a number that can be a value of a field."""
    return bool(INT.fullmatch(text) or _DECIMAL.fullmatch(text))


def is_picture(text: str) -> bool:
    """Whether a cell names a file with a picture."""
    return PurePath(text.strip().replace("\\", "/")).suffix.lower() in _PICTURE_SUFFIXES


def is_address(text: str) -> bool:
    """Whether a cell is the address of a page or a file on the web."""
    return text.strip().startswith(("http://", "https://", "www.")) and " " not in text.strip()


# --- columns that are of no use on a card -------------------------------------------------------------------


def hide_useless(columns: Sequence[GuessedColumn]) -> None:
    """Give the role `hidden`, and the reason, to columns that nobody reads on a card."""
    names = {normalised_name(column.header) for column in columns}
    placed = {"x", "y"} <= names
    plain = {column.name: [_words(text) for text in column.texts] for column in columns}
    for at, column in enumerate(columns):
        if not column.role:
            place = placed and normalised_name(column.header) in list_words().placement
            column.reason = "placement" if place else _reason(column) or _repeated(column, at, columns, plain)
            column.role = "hidden" if column.reason else ""


def _reason(column: GuessedColumn) -> str:
    """Why a column is of no use by itself; empty if it is of use."""
    kept = {*roles_of(column.header)} - {"hidden"}
    texts = column.filled
    if not texts:
        return "empty"
    if sum(map(is_address, texts)) * 2 > len(texts):
        return "addresses"
    if sum(bool(_KEY.fullmatch(text.strip())) for text in texts) * 2 > len(texts):
        return "keys"
    if all(_MEASURES.fullmatch(text.strip()) for text in texts):
        return "colours and lengths"
    if "hidden" in roles_of(column.header) or (not kept and _is_technical(column.header)):
        return "not for players"
    if kept & {"name", "image", "text", "copies", "cost"}:
        return ""
    if len(texts) == len(column.texts) >= _LEAST_CONSTANTS and len({*texts}) == 1:
        return "the same on every card"
    return "positions" if not kept and _counts_up(texts) else ""


def _is_technical(header: str) -> bool:
    """Whether the last word of a name says that programs read the column, as in `octgn_id`."""
    words = normalised_name(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header)).split()
    return len(words) > 1 and words[-1] in list_words().technical


def _counts_up(texts: Sequence[str]) -> bool:
    """Whether the cells number the cards in their order."""
    if len(texts) < _LEAST_POSITIONS or not all(INT.fullmatch(text) for text in texts):
        return False
    numbers = [int(float(text)) for text in texts]
    steps = [after - before for before, after in pairwise(numbers)]
    return min(steps) > 0 and sum(step == 1 for step in steps) * 10 >= len(steps) * 8


def _repeated(column: GuessedColumn, at: int, columns: Sequence[GuessedColumn], plain: _Plain) -> str:
    """`repeats NAME` if a column says what another one says, which has a better name or is before it."""
    own = plain[column.name]
    said = [n for n, words in enumerate(own) if words]
    if not any(word.isalpha() for words in own for word in words):
        return ""
    for before, other in enumerate(columns):
        if other is column or other.role in ("hidden", "id", "copies"):
            continue
        better = bool(roles_of(other.header)) - bool(roles_of(column.header)) or (1 if before < at else -1)
        if better > 0 and all(
            sum(_alike(own[n], plain[other.name][n]) for n in some) * 10 >= len(some) * 9 for some in (said[:40], said)
        ):
            return f"repeats {other.header}"
    return ""


def _words(text: str) -> tuple[str, ...]:
    """The words of a text without tags, accents, capitals and signs, by which its variants are alike."""
    bare = _TAG.sub(" ", text)
    return tuple(re.findall(r"\w+", ascii_lowercase(bare))) or tuple(bare.split())


def _alike(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether two texts say the same: all their words are equal, or most of those of a long text."""
    if "".join(some) == "".join(others):
        return True
    common = len({*some} & {*others})
    return len(some) >= _LONG and common * 10 >= max(len({*some}), len({*others})) * 7

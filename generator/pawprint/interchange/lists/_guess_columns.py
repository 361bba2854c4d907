"""A table of cards -> fields: the role, name and type of each column, and its cleaned values."""

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePath
from statistics import median
from types import MappingProxyType

from pawprint.interchange.lists import _list_words
from pawprint.interchange.lists._card_list import RASTER, SHARED_ROLES, VECTOR, CardList, GuessedColumn
from pawprint.interchange.lists._read_list import CardRows
from pawprint.interchange.lists.slugs import UniqueNames, ascii_lowercase, field_name, slug, unique
from pawprint.typography.markup import has_unclosed_mark

# What the cells of a column look like: numbers, counts, kinds of cards, pictures, or what is of no use on a card.


INT = re.compile(r"-?(0|[1-9]\d{0,8})(\.0+)?")
_DECIMAL = re.compile(r"-?(0|[1-9]\d{0,8})[.,]\d{1,6}")
_COPIES = re.compile(r"[x×]?\s*(\d{1,4})(\.0+)?\s*[x×]?", re.I)
_PICTURE_SUFFIXES = (*RASTER, *VECTOR, ".psd", ".heic")
#: A key that a program made: a UUID, a hash, or one long word of letters and digits.
_KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{24,}|(?=\S*\d)(?=\S*[a-zA-Z])[A-Za-z0-9_-]{16,}", re.I)
#: What programs draw with: colours and lengths.
_MEASURES = re.compile(r"(#[0-9a-f]{3,8}|-?[\d.]+(px|pt|mm|em))([,\s]+(#[0-9a-f]{3,8}|-?[\d.]+(px|pt|mm|em)))*", re.I)
_COLUMN_CONTENTS_TAG = re.compile(r"<[^<>]*>")
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
    """True if a column has cells, and each matches *pattern*."""
    return holds_for_all(column, lambda text: bool(pattern.fullmatch(text)))


def holds_for_all(column: GuessedColumn, holds: Callable[[str], bool]) -> bool:
    """True if a column has cells, and something holds for each."""
    return bool(column.filled) and all(holds(text.strip()) for text in column.filled)


def longest(column: GuessedColumn) -> int:
    """The number of characters of the longest cell."""
    return max(map(len, column.filled), default=0)


def has_counts(column: GuessedColumn) -> bool:
    """True if a column has numbers of copies; 1, 2, 3, ... are numbers of the cards themselves."""
    if not matches_all(column, _COPIES):
        return False
    numbers = [count_in(text) for text in column.filled]
    return max(numbers) <= 200 and (numbers != [*range(1, len(numbers) + 1)] or len(numbers) < 3)


def count_in(text: str) -> int:
    """The number of copies that a cell such as `3x` says; 1 if it says none."""
    match = _COPIES.fullmatch(text.strip())
    return int(match[1]) if match else 1


def divides_cards(column: GuessedColumn) -> bool:
    """True if a column divides the cards into a few groups; a column named like a category may have more groups."""
    kinds = {text.lower() for text in column.filled}
    named = "category" in _list_words.roles_of(column.header)
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
    """True if a column has numbers, perhaps with an X or a 2+ among them."""
    if holds_for_all(column, is_plain_number):
        return longest(column) <= 7
    numbers = sum(bool(re.fullmatch(r"[-+]?\d+[+%]?", text)) for text in column.filled)
    return bool(column.filled) and numbers * 2 >= len(column.filled) and longest(column) <= 4


def is_plain_number(text: str) -> bool:
    """True if a cell is a number that can be a value of a field."""
    return bool(INT.fullmatch(text) or _DECIMAL.fullmatch(text))


def is_picture(text: str) -> bool:
    """True if a cell names a file with a picture."""
    return PurePath(text.strip().replace("\\", "/")).suffix.lower() in _PICTURE_SUFFIXES


def is_address(text: str) -> bool:
    """True if a cell is the address of a page or a file on the web."""
    return text.strip().startswith(("http://", "https://", "www.")) and " " not in text.strip()


# --- columns that are of no use on a card -------------------------------------------------------------------


def hide_useless(columns: Sequence[GuessedColumn]) -> None:
    """Give the role `hidden`, and the reason, to columns that nobody reads on a card."""
    names = {_list_words.normalised_name(column.header) for column in columns}
    placed = {"x", "y"} <= names
    plain = {column.name: [_words(text) for text in column.texts] for column in columns}
    for index, column in enumerate(columns):
        if not column.role:
            place = placed and _list_words.normalised_name(column.header) in _list_words.list_words().placement
            column.reason = "placement" if place else _reason(column) or _repeated(column, index, columns, plain)
            column.role = "hidden" if column.reason else ""


def _reason(column: GuessedColumn) -> str:
    """Why a column is of no use by itself; empty if it is of use."""
    kept = {*_list_words.roles_of(column.header)} - {"hidden"}
    texts = column.filled
    if not texts:
        return "empty"
    if sum(map(is_address, texts)) * 2 > len(texts):
        return "addresses"
    if sum(bool(_KEY.fullmatch(text.strip())) for text in texts) * 2 > len(texts):
        return "keys"
    if all(_MEASURES.fullmatch(text.strip()) for text in texts):
        return "colours and lengths"
    if "hidden" in _list_words.roles_of(column.header) or (not kept and _is_technical(column.header)):
        return "not for players"
    if kept & {"name", "image", "text", "copies", "cost"}:
        return ""
    if len(texts) == len(column.texts) >= _LEAST_CONSTANTS and len({*texts}) == 1:
        return "the same on every card"
    return "positions" if not kept and _counts_up(texts) else ""


def _is_technical(header: str) -> bool:
    """True if the last word of a name says that programs read the column, as in `octgn_id`."""
    words = _list_words.normalised_name(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", header)).split()
    return len(words) > 1 and words[-1] in _list_words.list_words().technical


def _counts_up(texts: Sequence[str]) -> bool:
    if len(texts) < _LEAST_POSITIONS or not all(INT.fullmatch(text) for text in texts):
        return False
    numbers = [int(float(text)) for text in texts]
    steps = [after - before for before, after in pairwise(numbers)]
    return min(steps) > 0 and sum(step == 1 for step in steps) * 10 >= len(steps) * 8


def _repeated(column: GuessedColumn, at: int, columns: Sequence[GuessedColumn], plain: _Plain) -> str:
    """`repeats NAME` if a column says what another one says, which has a better name or is before it."""
    own = plain[column.name]
    filled = [n for n, words in enumerate(own) if words]
    if not any(word.isalpha() for words in own for word in words):
        return ""
    for before, other in enumerate(columns):
        if other is column or other.role in ("hidden", "id", "copies"):
            continue
        better = bool(_list_words.roles_of(other.header)) - bool(_list_words.roles_of(column.header)) or (
            1 if before < at else -1
        )
        if better > 0 and all(
            sum(_alike(own[n], plain[other.name][n]) for n in some) * 10 >= len(some) * 9
            for some in (filled[:40], filled)
        ):
            return f"repeats {other.header}"
    return ""


def _words(text: str) -> tuple[str, ...]:
    """The words of a text without tags, accents, capitals and signs, by which its variants are alike."""
    bare = _COLUMN_CONTENTS_TAG.sub(" ", text)
    return tuple(re.findall(r"\w+", ascii_lowercase(bare))) or tuple(bare.split())


def _alike(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """True if two texts say the same: all their words are equal, or most of those of a long text."""
    if "".join(some) == "".join(others):
        return True
    common = len({*some} & {*others})
    return len(some) >= _LONG and common * 10 >= max(len({*some}), len({*others})) * 7


# --- Cells with HTML tags, escapes of other programs and stray marks -> rich text of the catalog ----------------------


_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*)?)/?>")
_ICON = re.compile(r":(?=[a-z][a-z0-9/-]*:)")
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_LINES = ("br", "p", "div", "li", "ul", "ol", "tr", "hr", "n", "nl", "line", "newline")


def to_rich_text(text: str, dropped: set[str]) -> str:
    """*text* as rich text; characters that would be taken for markup are escaped with a backslash.

    Args:
        dropped: collects the names of tags that were left out.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\\13\\", "\n").replace("\\n", "\n")
    text = text.replace("\\", "\\\\").replace("\ufeff", "").replace("\u200b", "")
    text = _ICON.sub(r"\:", text)
    if has_unclosed_mark(text) or re.search(r"(?<![\w*])\*\s|\d\s?\*\s?\d", text):
        text = text.replace("*", r"\*")
    text = _TAG.sub(lambda match: _tag(match, dropped), text)
    text = html.unescape(text)
    text = "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cs", "Co"))
    lines = [" ".join(line.split(" ")).strip() for line in text.split("\n")]
    text = re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip("\n")
    text = re.sub(r"\*{4}(?!\*)", "", text)  # <b></b>, and </b><b>
    return re.sub(r"(?<!\\)\*", r"\*", text) if has_unclosed_mark(text) else text


def _tag(match: re.Match[str], dropped: set[str]) -> str:
    name = match[2].lower()
    if name in _MARKS:
        return _MARKS[name]
    if name in _LINES:
        return "\n" if name == "br" or match[1] else "\n• " if name == "li" else "\n"
    dropped.add(name)
    if f"</{name}" in match.string.lower():
        return ""
    glues = re.compile(r"[^\s<]").match(match.string, match.end()) and match.string[: match.start()][-1:].strip()
    return " " if glues else ""


def single_line(text: str) -> str:
    """*text* on one line, for names and other short texts."""
    return " ".join(text.split())


#: The most columns of facts on a card; more have room on none.
_MAX_FACTS = 18
NO_ROLES: Mapping[str, str] = MappingProxyType({})


def guess(cards: CardRows, language: str = "", given: Mapping[str, str] = NO_ROLES) -> CardList:
    """Guess the role and type of each column.

    Args:
        language: of columns whose names do not say theirs; guessed if empty.
        given: column -> the role that it has; others are guessed.
    """
    notes = list(cards.notes)
    columns, languages = _columns(cards, language)
    taken: set[str] = set()
    for column in columns:
        column.name = field_name(column.header, f"field_{columns.index(column) + 1}", taken)
        taken.add(column.name)
    _roles(columns, given)
    name = next((column for column in columns if column.role == "name"), None)
    ids = ids_of(columns, name, len(cards.rows), notes)
    copies = _copies(columns, len(cards.rows), notes)
    kept = [column for column in columns if column.role not in ("id", "copies") and column.filled]
    dropped: set[str] = set()
    for column in kept:
        _set_type(column, dropped)
    if dropped:
        notes.append(f"left out unsupported tags: {', '.join(f'<{tag}>' for tag in sorted(dropped))}")
    return CardList(languages, ids, copies, kept, notes)


def _columns(cards: CardRows, language: str) -> tuple[list[GuessedColumn], list[str]]:
    """The columns, with those of one text in several languages joined; and the languages."""
    parts = [_list_words.split_language(head) for head in cards.header]
    bases = Counter(base.lower() for base, _ in parts)
    named = {code for _, code in parts if code}
    alone = [_list_words.language_code(head) for head in cards.header]  # columns that are called English and Français
    if sum(map(bool, alone)) > 1:
        parts = [("name", code) if code else part for part, code in zip(parts, alone, strict=True)]
        bases = Counter(base.lower() for base, _ in parts)
        named |= {code for code in alone if code}
    # `How many of it` is not Italian: a code counts only beside another language, or the same name without a code.
    several = len(named) > 1 or any(code and bases[base.lower()] > 1 for base, code in parts)
    if not several:
        parts = [(base, code) if code and re.search(r"[_.()\[]", head) and _list_words.roles_of(base) else (head, "")
                 for head, (base, code) in zip(cards.header, parts, strict=True)]  # fmt: skip
    untold = [n for n, (_, code) in enumerate(parts) if not code]
    default = language or _list_words.guess_language(cards.header, [row[n] for row in cards.rows for n in untold])
    # `name` beside `name_fr` is in another language than French.
    beside = {code for base, code in parts if code and (base.lower(), "") in {(b.lower(), c) for b, c in parts}}
    if default in beside and not language:
        default = next((code for code in ("en", "fr", "de", "es") if code not in beside), default)
    if beside:
        tagged = {base.lower() for base, code in parts if code}
        parts = [(base, code or (default if base.lower() in tagged else "")) for base, code in parts]
    spoken = list(dict.fromkeys(code for _, code in parts if code))
    columns: dict[str, GuessedColumn] = {}
    for n, (head, (base, code)) in enumerate(zip(cards.header, parts, strict=True)):
        key = base.lower()
        column = columns.setdefault(key if code else f"{key}\0{n}", GuessedColumn(base if code else head, []))
        for index, row in enumerate(cards.rows):
            if len(column.values) <= index:
                column.values.append({})
            column.values[index][code] = row[n]
    return list(columns.values()), spoken or [default]


# --- roles --------------------------------------------------------------------------------------------------


def _roles(columns: list[GuessedColumn], given: Mapping[str, str]) -> None:
    """Give each column its role: the given one, else by its name if its contents agree, else by its contents."""
    flags = _list_words.list_words().flag_true | _list_words.list_words().flag_false
    for column in columns:
        column.role = given.get(column.header, "")
    once = {column.role for column in columns} - {*SHARED_ROLES}

    def assign(role: str, agrees: Callable[[GuessedColumn], bool]) -> None:
        fitting = [
            column
            for column in columns
            if not column.role and role in _list_words.roles_of(column.header) and agrees(column)
        ]
        order = {name: index for index, name in enumerate(_list_words.list_words().columns[role])}
        if fitting and role not in once:
            best = min(fitting, key=lambda column: order.get(_list_words.normalised_name(column.header), 99))
            best.role = role

    names = {_list_words.normalised_name(column.header) for column in columns}
    assign("copies", lambda column: has_counts(column) and not (column.header.lower() == "x" and "y" in names))
    assign("image", lambda column: any(map(is_picture, column.filled)))
    assign("id", lambda column: len(set(column.filled)) * 10 > len(column.texts) * 7 and longest(column) <= 40)
    hide_useless(columns)
    _backs(columns)
    assign("name", lambda column: not matches_all(column, INT) and _is_usual(column) and _is_short(column))
    assign("category", divides_cards)
    assign("cost", has_numbers)
    assign("text", lambda column: not matches_all(column, INT))
    assign("flavour", lambda column: not matches_all(column, INT))
    for column in columns:
        if column.role:
            continue
        if any(map(is_picture, column.filled)) and not any(column.role == "image" for column in columns):
            column.role = "image"
        elif holds_for_all(column, lambda text: text.lower() in flags) and not matches_all(column, INT):
            column.role, column.type = "short", "flag"
        elif has_numbers(column):
            column.role = "stat"
        else:
            column.role = "long" if longest(column) > MAX_SHORT_TEXT else "short"
    _by_content(columns)
    _limit_facts(columns)


def _is_usual(column: GuessedColumn) -> bool:
    """True if at least half of the cards have a text in a column."""
    return len(column.filled) * 2 >= len(column.texts)


def _is_short(column: GuessedColumn) -> bool:
    return median(map(len, column.filled or [""])) <= 60


def _backs(columns: list[GuessedColumn]) -> None:
    """Give the role `back` to what is on the other side: the answer beside a question, `back_text` beside `text`."""
    fronts = any(_list_words.is_front(column.header) for column in columns if not column.role)
    for column in columns:
        first = _list_words.normalised_name(column.header).split(" ")[0]
        behind = first in _list_words.list_words().behind or (fronts and "back" in _list_words.roles_of(column.header))
        if behind and not column.role and not has_numbers(column) and not any(map(is_picture, column.filled)):
            column.role = "back"


def _limit_facts(columns: list[GuessedColumn]) -> None:
    """Hide the least important of a great many short facts: those that are nested, and that few cards have."""
    facts = [column for column in columns if column.role in ("short", "stat", "long")]
    facts.sort(
        key=lambda column: (bool(_list_words.roles_of(column.header)), "." not in column.header, len(column.filled)),
        reverse=True,
    )
    for column in facts[_MAX_FACTS:]:
        column.role, column.type, column.reason = "hidden", "text", "one of many"


def _by_content(columns: list[GuessedColumn]) -> None:
    """Give the essential roles to columns by their contents, if no column has them by its name."""
    has = {column.role for column in columns}
    if "name" not in has:
        wordy = [column for column in columns if column.role in ("short", "long") and column.type == "text"]
        calm = [column for column in wordy if median(map(len, column.filled)) <= 40 and _is_usual(column)]
        distinct = max(
            calm,
            key=lambda column: (len(set(column.filled)) * 10 // len(column.texts), -columns.index(column)),
            default=None,
        )
        if distinct:
            distinct.role = "name"
        elif "category" not in has and any(column.role == "id" for column in columns):
            column = next(column for column in columns if column.role == "id")
            columns.insert(0, GuessedColumn(column.header, column.values, "name", "name"))
    if "text" not in has:
        prose = [column for column in columns if column.role == "long"]
        if prose:
            max(prose, key=lambda column: sum(map(len, column.filled))).role = "text"
    if "category" not in has:
        groups = [
            column for column in columns if column.role == "short" and column.type == "text" and divides_cards(column)
        ]
        if groups:
            groups[0].role = "category"
    if "cost" not in has:
        stats = [column for column in columns if column.role == "stat"]
        if stats and len(stats) <= 3:
            stats[0].role = "cost"


# --- values -------------------------------------------------------------------------------------------------


def ids_of(columns: list[GuessedColumn], name: GuessedColumn | None, count: int, notes: list[str]) -> list[str]:
    """An id for each card: from the column of ids, else from its name."""
    none = [""] * count
    given = next((column.texts for column in columns if column.role == "id"), none)
    names = name.texts if name else none
    marks = [column.texts for column in columns if column.role in ("category", "cost")]
    ids = UniqueNames()
    doubles = 0
    for index, text in enumerate(given):
        if not text or text.isdigit():  # a card is found more easily by its name than by its number
            text = names[index] or text
        if not text:  # the two of hearts
            text = " ".join(texts[index] for texts in marks)
        wanted = slug(text, f"card-{index + 1}")
        doubles += ids.add(f"card-{wanted}" if wanted.isdigit() else wanted)
    if doubles:
        notes.append(f"{doubles} card{'s' * (doubles > 1)} had the id or name of another card; its id got a number: -2")
    return ids.names


def _copies(columns: list[GuessedColumn], count: int, notes: list[str]) -> list[int]:
    column = next((column for column in columns if column.role == "copies"), None)
    if column is None:
        notes.append("no column has numbers of copies: one of each card")
        return [1] * count
    return [count_in(text) if text else 1 for text in column.texts]


def _set_type(column: GuessedColumn, dropped: set[str]) -> None:
    if column.type == "flag":
        column.values = [
            {"": "true" if text.lower() in _list_words.list_words().flag_true else ""} for text in column.texts
        ]
        return
    if column.role in ("cost", "stat"):
        if matches_all(column, INT):
            column.type = "int"
            column.values = [{"": text.partition(".")[0]} for text in column.texts]
        elif has_numbers(column) and holds_for_all(column, is_plain_number):
            column.type = "number"
            column.values = [{"": text.replace(",", ".")} for text in column.texts]
        else:
            column.type = "plain"
        if column.type != "plain" and not column.whole and any(float(text) == 0 for text in column.filled):
            column.type = "plain"  # a condition on a number cannot tell 0 from nothing
        if column.type != "plain":
            return
    if column.role == "image":
        column.type = "plain"
        column.values = [{"": text.strip().replace("\\", "/")} for text in column.texts]
        return
    prose = column.role in ("text", "flavour", "long", "hidden")
    for texts in column.values:
        for code, text in texts.items():
            texts[code] = (
                to_rich_text(text, dropped) if prose else to_rich_text(single_line(text), dropped).replace("\n", " ")
            )
    if column.role == "category" and divides_cards(column):
        _as_choice(column)


def _as_choice(column: GuessedColumn) -> None:
    column.type = "choice"
    by_word: dict[str, str] = {}
    for texts, text in zip(column.values, column.texts, strict=True):
        if not text:
            texts.clear()
            continue
        key = text.lower()
        if key not in by_word:
            by_word[key] = unique(slug(text, "kind"), column.choices)
            column.choices[by_word[key]] = {code: text for code, text in texts.items() if text}
        texts.clear()
        texts[""] = by_word[key]

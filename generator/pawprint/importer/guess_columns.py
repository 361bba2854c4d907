"""A table of cards -> fields: the role, name and type of each column, and its cleaned values."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from statistics import median

from pawprint.importer.column_names import (
    guess_language,
    language_code,
    normalised_name,
    roles_of,
    split_language,
)
from pawprint.importer.list_words import list_words
from pawprint.importer.read_list import CardRows
from pawprint.importer.rich_text import single_line, to_rich_text
from pawprint.importer.slugs import field_name, slug, unique

RASTER, VECTOR = (".png", ".jpg", ".jpeg"), (".svg",)
_PICTURE_SUFFIXES = (*RASTER, *VECTOR, ".webp", ".gif", ".bmp", ".tif", ".tiff", ".psd")
_INT = re.compile(r"-?(0|[1-9]\d{0,8})(\.0+)?")
_DECIMAL = re.compile(r"-?(0|[1-9]\d{0,8})[.,]\d{1,6}")
_COPIES = re.compile(r"[x×]?\s*(\d{1,4})(\.0+)?\s*[x×]?", re.I)
MAX_CHOICES = 12
#: Up to this number, kinds get colours even if each has only one card.
_FEW_KINDS = 6
#: The most characters of a short text, which is set on one line; a longer text is prose.
MAX_SHORT_TEXT = 26


@dataclass
class GuessedColumn:
    """A column of the table; of texts in several languages, the columns of all of them together.

    Attributes:
        header: as in the file, without the language.
        values: for each card a text in each language; a single one under "" where they do not differ.
        name: of the field.
        role: `id`, `copies`, `name`, `category`, `cost`, `text`, `flavour`, `image`, `stat`, `short`, `long`, `hidden`.
        type: of the field: `text`, `plain` (a text without translation), `int`, `number`, `flag`, `choice`.
        choices: of a choice, id -> its name in each language.
    """

    header: str
    values: list[dict[str, str]]
    name: str = ""
    role: str = ""
    type: str = "text"
    choices: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def texts(self) -> list[str]:
        """The text of each card, in the first language that has one."""
        return [next(filter(None, one.values()), "") for one in self.values]

    @property
    def filled(self) -> list[str]:
        """The texts that are not empty."""
        return [text for text in self.texts if text]

    @property
    def whole(self) -> bool:
        """Whether every card has a text."""
        return all(self.texts)


@dataclass
class CardList:
    """A list of cards with the roles of its columns.

    Attributes:
        ids: of the cards, each once.
        copies: number of copies of each card.
        columns: those that become fields.
        notes: remarks about the guesses, a line each.
    """

    languages: list[str]
    ids: list[str]
    copies: list[int]
    columns: list[GuessedColumn]
    notes: list[str]

    def with_role(self, *roles: str) -> list[GuessedColumn]:
        """The columns that have one of *roles*."""
        return [column for column in self.columns if column.role in roles]

    def column(self, role: str) -> GuessedColumn | None:
        """The column of *role*, of which there is at most one."""
        return next(iter(self.with_role(role)), None)


def guess(cards: CardRows, language: str = "") -> CardList:
    """Guess the role and type of each column.

    Args:
        language: of columns whose names do not say theirs; guessed if empty.
    """
    notes = list(cards.notes)
    columns, languages = _columns(cards, language)
    taken: set[str] = set()
    for column in columns:
        column.name = field_name(column.header, f"field_{columns.index(column) + 1}", taken)
        taken.add(column.name)
    _roles(columns)
    name = next((column for column in columns if column.role == "name"), None)
    ids = _ids(columns, name, len(cards.rows), notes)
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
    parts = [split_language(head) for head in cards.header]
    bases = Counter(base.lower() for base, _ in parts)
    told = {code for _, code in parts if code}
    alone = [language_code(head) for head in cards.header]  # columns that are called English and Français
    if sum(map(bool, alone)) > 1:
        parts = [("name", code) if code else part for part, code in zip(parts, alone, strict=True)]
        bases = Counter(base.lower() for base, _ in parts)
        told |= {code for code in alone if code}
    # `How many of it` is not Italian: a code counts only beside another language, or the same name without a code.
    several = len(told) > 1 or any(code and bases[base.lower()] > 1 for base, code in parts)
    if not several:
        parts = [(base, code) if code and re.search(r"[_.()\[]", head) and roles_of(base) else (head, "")
                 for head, (base, code) in zip(cards.header, parts, strict=True)]  # fmt: skip
    untold = [n for n, (_, code) in enumerate(parts) if not code]
    default = language or guess_language(cards.header, [row[n] for row in cards.rows for n in untold])
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
        for at, row in enumerate(cards.rows):
            if len(column.values) <= at:
                column.values.append({})
            column.values[at][code] = row[n]
    return list(columns.values()), spoken or [default]


# --- roles --------------------------------------------------------------------------------------------------


def _roles(columns: list[GuessedColumn]) -> None:
    """Give each column its role: by its name if its contents agree, else by its contents."""
    free = list(columns)
    flags = list_words().flag_true | list_words().flag_false

    def assign(role: str, agrees: Callable[[GuessedColumn], bool]) -> None:
        fitting = [column for column in free if role in roles_of(column.header) and agrees(column)]
        order = {name: at for at, name in enumerate(list_words().columns[role])}
        if fitting:
            best = min(fitting, key=lambda column: order.get(normalised_name(column.header), 99))
            best.role = role
            free.remove(best)

    assign("copies", _counts)
    assign("image", lambda column: any(map(_is_picture, column.filled)))
    assign("id", lambda column: len(set(column.filled)) * 10 > len(column.texts) * 7 and _longest(column) <= 40)
    assign("name", lambda column: not _all(column, _INT) and median(map(len, column.filled or [""])) <= 60)
    assign("category", _groups)
    assign("cost", _is_stat)
    assign("text", lambda column: not _all(column, _INT))
    assign("flavour", lambda column: not _all(column, _INT))
    for column in list(free):
        if not column.filled or "hidden" in roles_of(column.header) or _all_of(column, _is_address):
            column.role = "hidden"
        elif any(map(_is_picture, column.filled)) and not any(one.role == "image" for one in columns):
            column.role = "image"
        elif _all_of(column, lambda text: text.lower() in flags) and not _all(column, _INT):
            column.role, column.type = "short", "flag"
        elif _is_stat(column):
            column.role = "stat"
        else:
            column.role = "long" if _longest(column) > MAX_SHORT_TEXT else "short"
        free.remove(column)
    _by_content(columns)


def _by_content(columns: list[GuessedColumn]) -> None:
    """Give the essential roles to columns by their contents, if no column has them by its name."""
    has = {column.role for column in columns}
    if "name" not in has:
        wordy = [one for one in columns if one.role in ("short", "long") and one.type == "text"]
        calm = [one for one in wordy if median(map(len, one.filled)) <= 40]
        distinct = max(
            calm, key=lambda one: (len(set(one.filled)) * 10 // len(one.texts), -columns.index(one)), default=None
        )
        if distinct:
            distinct.role = "name"
        elif any(one.role == "id" for one in columns):
            column = next(one for one in columns if one.role == "id")
            columns.insert(0, GuessedColumn(column.header, column.values, "name", "name"))
    if "text" not in has:
        prose = [one for one in columns if one.role == "long"]
        if prose:
            max(prose, key=lambda one: sum(map(len, one.filled))).role = "text"
    if "category" not in has:
        groups = [one for one in columns if one.role == "short" and one.type == "text" and _groups(one)]
        if groups:
            groups[0].role = "category"
    if "cost" not in has:
        stats = [one for one in columns if one.role == "stat"]
        if stats and len(stats) <= 3:
            stats[0].role = "cost"


def _all(column: GuessedColumn, pattern: re.Pattern[str]) -> bool:
    return _all_of(column, lambda text: bool(pattern.fullmatch(text)))


def _all_of(column: GuessedColumn, holds: Callable[[str], bool]) -> bool:
    return bool(column.filled) and all(holds(text.strip()) for text in column.filled)


def _longest(column: GuessedColumn) -> int:
    return max(map(len, column.filled), default=0)


def _counts(column: GuessedColumn) -> bool:
    """Whether a column has numbers of copies; 1, 2, 3, ... are numbers of the cards themselves."""
    if not _all(column, _COPIES):
        return False
    numbers = [_number(text) for text in column.filled]
    return max(numbers) <= 200 and (numbers != [*range(1, len(numbers) + 1)] or len(numbers) < 3)


def _number(text: str) -> int:
    match = _COPIES.fullmatch(text.strip())
    return int(match[1]) if match else 1


def _groups(column: GuessedColumn) -> bool:
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
        and _longest(column) <= MAX_SHORT_TEXT
        and not _all(column, _INT)
        and not any("\n" in text for text in column.filled)
    )


def _is_stat(column: GuessedColumn) -> bool:
    """Whether a column has numbers, perhaps with an X or a 2+ among them."""
    if _all(column, _INT) or _all_of(column, lambda text: bool(_INT.fullmatch(text) or _DECIMAL.fullmatch(text))):
        return _longest(column) <= 7
    numbers = sum(bool(re.fullmatch(r"[-+]?\d+[+%]?", text)) for text in column.filled)
    return bool(column.filled) and numbers * 2 >= len(column.filled) and _longest(column) <= 4


def _is_picture(text: str) -> bool:
    return PurePath(text.strip().replace("\\", "/")).suffix.lower() in _PICTURE_SUFFIXES


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://", "www."))


# --- values -------------------------------------------------------------------------------------------------


def _ids(columns: list[GuessedColumn], name: GuessedColumn | None, count: int, notes: list[str]) -> list[str]:
    """An id for each card: from the column of ids, else from its name."""
    column = next((one for one in columns if one.role == "id"), None)
    ids: list[str] = []
    doubles = 0
    for at in range(count):
        text = column.texts[at] if column else ""
        if not text or text.isdigit():  # a card is found more easily by its name than by its number
            text = (name.texts[at] if name else "") or text
        if not text:  # the two of hearts
            text = " ".join(one.texts[at] for one in columns if one.role in ("category", "cost"))
        wanted = slug(text, f"card-{at + 1}")
        wanted = f"card-{wanted}" if wanted.isdigit() else wanted
        doubles += wanted in ids
        ids.append(unique(wanted, ids))
    if doubles:
        notes.append(f"{doubles} card{'s' * (doubles > 1)} had the id or name of another card; its id got a number: -2")
    return ids


def _copies(columns: list[GuessedColumn], count: int, notes: list[str]) -> list[int]:
    column = next((one for one in columns if one.role == "copies"), None)
    if column is None:
        notes.append("no column has numbers of copies: one of each card")
        return [1] * count
    return [_number(text) if text else 1 for text in column.texts]


def _set_type(column: GuessedColumn, dropped: set[str]) -> None:
    """Set the type of a column, and clean its values."""
    if column.type == "flag":
        column.values = [{"": "true" if text.lower() in list_words().flag_true else ""} for text in column.texts]
        return
    if column.role in ("cost", "stat"):
        if _all(column, _INT):
            column.type = "int"
            column.values = [{"": text.partition(".")[0]} for text in column.texts]
        elif _is_stat(column) and _all_of(column, lambda text: bool(_INT.fullmatch(text) or _DECIMAL.fullmatch(text))):
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
    for one in column.values:
        for code, text in one.items():
            one[code] = (
                to_rich_text(text, dropped) if prose else to_rich_text(single_line(text), dropped).replace("\n", " ")
            )
    if column.role == "category" and _groups(column):
        _as_choice(column)


def _as_choice(column: GuessedColumn) -> None:
    """Make a column a choice; capitals do not matter."""
    column.type = "choice"
    by_word: dict[str, str] = {}
    for one, text in zip(column.values, column.texts, strict=True):
        if not text:
            one.clear()
            continue
        key = text.lower()
        if key not in by_word:
            by_word[key] = unique(slug(text, "kind"), column.choices)
            column.choices[by_word[key]] = {code: said for code, said in one.items() if said}
        one.clear()
        one[""] = by_word[key]

"""A table of cards -> fields: the role, name and type of each column, and its cleaned values."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from statistics import median
from types import MappingProxyType

from pawprint.importer.card_list import SHARED_ROLES, CardList, GuessedColumn
from pawprint.importer.column_contents import (
    INT,
    MAX_SHORT_TEXT,
    count_in,
    divides_cards,
    has_counts,
    has_numbers,
    hide_useless,
    holds_for_all,
    is_picture,
    is_plain_number,
    longest,
    matches_all,
)
from pawprint.importer.column_names import (
    guess_language,
    is_front,
    language_code,
    normalised_name,
    roles_of,
    split_language,
)
from pawprint.importer.list_words import list_words
from pawprint.importer.read_list import CardRows
from pawprint.importer.rich_text import single_line, to_rich_text
from pawprint.importer.slugs import UniqueNames, field_name, slug, unique

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


def _roles(columns: list[GuessedColumn], given: Mapping[str, str]) -> None:
    """Give each column its role: the given one, else by its name if its contents agree, else by its contents."""
    flags = list_words().flag_true | list_words().flag_false
    for column in columns:
        column.role = given.get(column.header, "")
    once = {column.role for column in columns} - {*SHARED_ROLES}

    def assign(role: str, agrees: Callable[[GuessedColumn], bool]) -> None:
        fitting = [one for one in columns if not one.role and role in roles_of(one.header) and agrees(one)]
        order = {name: at for at, name in enumerate(list_words().columns[role])}
        if fitting and role not in once:
            best = min(fitting, key=lambda column: order.get(normalised_name(column.header), 99))
            best.role = role

    names = {normalised_name(column.header) for column in columns}
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
        if any(map(is_picture, column.filled)) and not any(one.role == "image" for one in columns):
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
    """Whether at least half of the cards have a text in a column."""
    return len(column.filled) * 2 >= len(column.texts)


def _is_short(column: GuessedColumn) -> bool:
    """Whether the texts of a column can be titles."""
    return median(map(len, column.filled or [""])) <= 60


def _backs(columns: list[GuessedColumn]) -> None:
    """Give the role `back` to what is on the other side: the answer beside a question, `back_text` beside `text`."""
    fronts = any(is_front(column.header) for column in columns if not column.role)
    for column in columns:
        first = normalised_name(column.header).split(" ")[0]
        behind = first in list_words().behind or (fronts and "back" in roles_of(column.header))
        if behind and not column.role and not has_numbers(column) and not any(map(is_picture, column.filled)):
            column.role = "back"


def _limit_facts(columns: list[GuessedColumn]) -> None:
    """Hide the least important of a great many short facts: those that are nested, and that few cards have."""
    facts = [column for column in columns if column.role in ("short", "stat", "long")]
    facts.sort(key=lambda one: (bool(roles_of(one.header)), "." not in one.header, len(one.filled)), reverse=True)
    for column in facts[_MAX_FACTS:]:
        column.role, column.type, column.reason = "hidden", "text", "one of many"


def _by_content(columns: list[GuessedColumn]) -> None:
    """Give the essential roles to columns by their contents, if no column has them by its name."""
    has = {column.role for column in columns}
    if "name" not in has:
        wordy = [one for one in columns if one.role in ("short", "long") and one.type == "text"]
        calm = [one for one in wordy if median(map(len, one.filled)) <= 40 and _is_usual(one)]
        distinct = max(
            calm, key=lambda one: (len(set(one.filled)) * 10 // len(one.texts), -columns.index(one)), default=None
        )
        if distinct:
            distinct.role = "name"
        elif "category" not in has and any(one.role == "id" for one in columns):
            column = next(one for one in columns if one.role == "id")
            columns.insert(0, GuessedColumn(column.header, column.values, "name", "name"))
    if "text" not in has:
        prose = [one for one in columns if one.role == "long"]
        if prose:
            max(prose, key=lambda one: sum(map(len, one.filled))).role = "text"
    if "category" not in has:
        groups = [one for one in columns if one.role == "short" and one.type == "text" and divides_cards(one)]
        if groups:
            groups[0].role = "category"
    if "cost" not in has:
        stats = [one for one in columns if one.role == "stat"]
        if stats and len(stats) <= 3:
            stats[0].role = "cost"


# --- values -------------------------------------------------------------------------------------------------


def ids_of(columns: list[GuessedColumn], name: GuessedColumn | None, count: int, notes: list[str]) -> list[str]:
    """An id for each card: from the column of ids, else from its name."""
    none = [""] * count
    given = next((one.texts for one in columns if one.role == "id"), none)
    names = name.texts if name else none
    marks = [one.texts for one in columns if one.role in ("category", "cost")]
    ids = UniqueNames()
    doubles = 0
    for at, text in enumerate(given):
        if not text or text.isdigit():  # a card is found more easily by its name than by its number
            text = names[at] or text
        if not text:  # the two of hearts
            text = " ".join(texts[at] for texts in marks)
        wanted = slug(text, f"card-{at + 1}")
        doubles += ids.add(f"card-{wanted}" if wanted.isdigit() else wanted)
    if doubles:
        notes.append(f"{doubles} card{'s' * (doubles > 1)} had the id or name of another card; its id got a number: -2")
    return ids.names


def _copies(columns: list[GuessedColumn], count: int, notes: list[str]) -> list[int]:
    column = next((one for one in columns if one.role == "copies"), None)
    if column is None:
        notes.append("no column has numbers of copies: one of each card")
        return [1] * count
    return [count_in(text) if text else 1 for text in column.texts]


def _set_type(column: GuessedColumn, dropped: set[str]) -> None:
    """Set the type of a column, and clean its values."""
    if column.type == "flag":
        column.values = [{"": "true" if text.lower() in list_words().flag_true else ""} for text in column.texts]
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
    for one in column.values:
        for code, text in one.items():
            one[code] = (
                to_rich_text(text, dropped) if prose else to_rich_text(single_line(text), dropped).replace("\n", " ")
            )
    if column.role == "category" and divides_cards(column):
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

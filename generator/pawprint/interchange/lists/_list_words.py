"""list_words.yaml -> the words by which an imported list of cards is understood, in many languages."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.interchange.lists.slugs import ascii_lowercase
from pawprint.source.plain_data import to_python
from pawprint.source.reader import read_yaml

_SAMPLE = 20_000
#: From so many words on, and such a share of common ones, words decide; a tie is no decision.
_LEAST_WORDS, _LEAST_SHARE, _MARGIN = 12, 0.06, 1.1


def language_of_texts(texts: Sequence[str]) -> str:
    """The code of the language; empty if there is too little text, or two languages are equally likely."""
    sample = "\n".join(texts)[:_SAMPLE].lower()
    letters = [sign for sign in sample if sign.isalpha()]
    counts = {
        code: sum(low <= sign <= high for sign in letters for low, high in ranges)
        for code, ranges in list_words().scripts.items()
    }
    code = max(counts, key=lambda code: counts[code], default="")
    if code and counts[code] * 2 > len(letters):
        if code == "zh" and counts["ja"] * 20 > len(letters):
            code = "ja"
        if code not in list_words().common:
            return code
        own = next(
            (language for language, signs in list_words().letters.items() if any(sign in sample for sign in signs)),
            code,
        )
        return _by_words(sample, list_words().common[code], own)
    if counts.get("zh", 0) + counts.get("ja", 0) > len(letters) / 2:
        return "ja"
    return _by_words(sample, list_words().common["latin"], "")


def _by_words(sample: str, common: dict[str, frozenset[str]], default: str) -> str:
    words = re.findall(r"[^\W\d_]+", sample)
    found = Counter(words)
    shares = sorted(
        ((sum(found[word] for word in some), code) for code, some in common.items()), key=lambda count: -count[0]
    )
    (most, code), (second, _) = shares[0], shares[1]
    enough = len(words) >= _LEAST_WORDS and most >= len(words) * _LEAST_SHARE and most >= second * _MARGIN
    return code if enough else default


#: The last words of names such as `type_code` and `faction_name`.
_OF_KINDS = ("code", "name")
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?%?")


def normalised_name(text: str) -> str:
    """The name of a column in lower case without accents, and without a remark in brackets at its end."""
    text = re.sub(r"[\s._:/-]+", " ", ascii_lowercase(text.replace("№", "no"))).strip()
    return _without_remark(text) or text


def _without_remark(text: str) -> str:
    """*text* without the remark in brackets at its end; not by a pattern, which would begin anew at each bracket."""
    if text[-1:] not in (")", "]"):
        return text
    after = max(text.rfind(")", 0, -1), text.rfind("]", 0, -1)) + 1
    start = min((at for at in (text.find("(", after), text.find("[", after)) if at >= 0), default=len(text))
    return text[:start].strip()


def roles_of(head: str) -> tuple[str, ...]:
    """The roles that a column of this name may have; none for an unknown name."""
    name = normalised_name(head)
    roles = tuple(role for role, names in list_words().columns.items() if name in names)
    base, _, last = name.rpartition(" ")
    if not roles and last in _OF_KINDS and base in list_words().columns["category"]:
        return ("category",)
    return roles


def is_front(head: str) -> bool:
    """True if a column of this name is on the front of cards that have something else on the back: a question."""
    return normalised_name(head) in list_words().fronts


def is_column_name(head: str) -> bool:
    """True if *head* is a known name of a column, or of a language."""
    base, language = split_language(head)
    return bool(roles_of(head) or (language and roles_of(base)) or language_code(head))


def language_code(text: str) -> str:
    """The code of the language that *text* names; empty if it names none."""
    return list_words().languages.get(normalised_name(text), "")


def split_language(head: str) -> tuple[str, str]:
    """(`Name`, `fr`) of `name_fr`, `name.fr`, `Name (FR)`, `fr_name` or `Name Français`; (head, "") of others."""
    match = re.fullmatch(r"(.+?)[\s._/:-]*[(\[]\s*([^()\[\]]+?)\s*[)\]]", head)
    if match and language_code(match[2]):
        return match[1].strip(), language_code(match[2])
    match = re.fullmatch(r"(.+)[\s._/:-]+(\S+)", head)
    if match and language_code(match[2]):
        return match[1].rstrip(" ._/:-"), language_code(match[2])
    match = re.fullmatch(r"(\S+?)[\s._/:-]+(.+)", head)
    if match and language_code(match[1]):
        return match[2].strip(), language_code(match[1])
    match = re.fullmatch(r"([A-Z]?[a-z]+)([A-Z][A-Za-z])", head)  # nameFr, nameFR
    if match and language_code(match[2]):
        return match[1], language_code(match[2])
    return head, ""


def guess_language(header: list[str], texts: list[str]) -> str:
    """The likely language of a list, by its letters, its words and the names of its columns; English by default."""
    by_texts = language_of_texts(texts)
    if by_texts:
        return by_texts
    names = {normalised_name(head) for head in header}
    counts = {code: len(names & clues) for code, clues in list_words().clues.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] else "en"


def language_of(text: str) -> str:
    """The code of the language that a value such as `HU`, `pt_br`, `en-US` or `Hungarian` names; empty for others."""
    match = re.fullmatch(r"([a-z]{2})([-_][a-z]{2,4})?", text.strip().lower())
    return match[1] if match else language_code(text)


def is_number(text: str) -> bool:
    """True if a cell holds a number."""
    return bool(_NUMBER.fullmatch(text.strip()))


_FILE = "list_words.yaml"


class ListWords(NamedTuple):
    """The words of list_words.yaml, which explains them.

    Attributes:
        columns: role -> names of columns, the preferred ones first.
        languages: name or code of a language -> its code.
        clues: code of a language -> names of columns that only a list in this language has.
        fronts: names of columns that are on the front when a column of the role `back` is on the back.
        behind: first words of columns that are on the back in any case.
        technical: last words of columns that programs read.
        lists: names of lists that have the cards of a file.
        language_keys: names of fields that say the language of a file.
        placement: fields of lists that place cards on a sheet, or elements on a card.
        scripts: code of a language -> first and last letters of parts of its script.
        letters: code of a language -> letters that other languages of its script lack.
        common: `latin`, or a language of `scripts` -> code of a language -> its frequent words.
        totals: first cells of rows that add up the others.
        flag_true, flag_false: cells of a column of flags.
        colours: colour of the palette -> kinds of cards that get it.
    """

    columns: dict[str, tuple[str, ...]]
    languages: dict[str, str]
    clues: dict[str, frozenset[str]]
    fronts: frozenset[str]
    behind: frozenset[str]
    technical: frozenset[str]
    lists: frozenset[str]
    language_keys: frozenset[str]
    placement: frozenset[str]
    scripts: dict[str, tuple[tuple[str, str], ...]]
    letters: dict[str, str]
    common: dict[str, dict[str, frozenset[str]]]
    totals: frozenset[str]
    flag_true: frozenset[str]
    flag_false: frozenset[str]
    colours: dict[str, tuple[str, ...]]


@cache
def list_words() -> ListWords:
    """The words of list_words.yaml, read once."""
    text = (files("pawprint.interchange.lists") / _FILE).read_text(encoding="utf-8")
    node = read_yaml(Source(_FILE, text), Findings())
    assert node is not None, f"{_FILE} is not YAML"
    data = to_python(node, lambda scalar: scalar.text)
    return ListWords(
        columns={role: tuple(names) for role, names in data["columns"].items()},
        languages={name: code for code, names in data["languages"].items() for name in (code, *names)},
        clues={code: frozenset(names) for code, names in data["clues"].items()},
        fronts=frozenset(data["fronts"]),
        behind=frozenset(data["behind"]),
        technical=frozenset(data["technical"]),
        lists=frozenset(data["lists"]),
        language_keys=frozenset(data["language_keys"]),
        placement=frozenset(data["placement"]),
        scripts={code: tuple((part[0], part[2]) for part in parts) for code, parts in data["scripts"].items()},
        letters=dict(data["letters"]),
        common={
            script: {code: frozenset(words) for code, words in some.items()} for script, some in data["common"].items()
        },
        totals=frozenset(data["totals"]),
        flag_true=frozenset(data["flag_true"]),
        flag_false=frozenset(data["flag_false"]),
        colours={colour: tuple(names) for colour, names in data["colours"].items()},
    )

"""Names of columns -> roles and languages, by the words of list_words.yaml."""

import re

from pawprint.interchange.lists._language_guess import language_of_texts
from pawprint.interchange.lists._list_words import list_words
from pawprint.interchange.lists.slugs import ascii_lowercase

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
    """Whether a column of this name is on the front of cards that have something else on the back: a question."""
    return normalised_name(head) in list_words().fronts


def is_column_name(head: str) -> bool:
    """Whether *head* is a known name of a column, or of a language."""
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
    """Whether a cell holds a number."""
    return bool(_NUMBER.fullmatch(text.strip()))

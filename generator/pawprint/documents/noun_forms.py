"""Names in sentences: articles, plurals, elision and gender, by declared forms and the rules of the language.

English: `a`, `plural`. French: `un`, `le`, `du`, `au`, `de`, `plural`, `agree`. What these rules get wrong is declared
by the `grammar` of a record.
"""

import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pawprint.catalog.model import NounForms, RecordView
from pawprint.core.diagnostics import Findings
from pawprint.core.language_tags import primary_language
from pawprint.core.source import Source
from pawprint.documents.namespace import name_of
from pawprint.source.plain_data import to_python
from pawprint.source.reader import read_yaml
from pawprint.source.templates.sandbox import TemplateFault

_FILE = Path(__file__).with_suffix(".yaml")


@cache
def _data() -> dict[str, Any]:
    """The plurals and the lists of beginnings and ends of words in noun_forms.yaml."""
    node = read_yaml(Source(_FILE.name, _FILE.read_text(encoding="utf-8")), Findings())
    assert node is not None, f"{_FILE.name} is not YAML"
    data: dict[str, Any] = to_python(node, lambda scalar: scalar.text)
    return data


class Noun(str):
    """The name of a record in the form in which it is printed, with its grammar.

    Attributes:
        of: `component.id`, for messages.
        where: where the record is written.
    """

    forms: NounForms | None
    of: str
    where: str

    @classmethod
    def named(cls, view: RecordView, language: str, text: str = "") -> "Noun":
        """The name of *view*, or *text*, which is another spelling of it."""
        noun = cls(text or name_of(view))
        record = view.record
        noun.forms = record.grammar.get(language) or record.grammar.get(primary_language(language))
        noun.of, noun.where = f"{record.component}.{record.id}", str(record.span())
        return noun

    def spelled(self, text: str) -> "Noun":
        """The same noun as *text*."""
        noun = Noun(text)
        noun.forms, noun.of, noun.where = self.forms, self.of, self.where
        return noun


def noun_filters(language: str, report: Callable[[TemplateFault], None]) -> dict[str, Callable[..., Any]]:
    """The filters that put names into sentences of *language*; they report names without the grammar they need."""

    def noun(value: Any) -> str:
        if isinstance(value, RecordView):
            return Noun.named(value, language)
        return value if isinstance(value, Noun) else str(value)

    def lower(value: Any) -> str:
        text = noun(value)
        return text.spelled(text.lower()) if isinstance(text, Noun) else text.lower()

    def filtering(function: Callable[..., str]) -> Callable[..., str]:
        def result(value: Any, *args: Any) -> str:
            try:
                return function(noun(value), *args)
            except TemplateFault as fault:
                report(fault)
                return str(noun(value))

        return result

    own = {"en": _ENGLISH, "fr": _FRENCH}.get(primary_language(language), {})
    return {"lower": lower, **{name: filtering(function) for name, function in own.items()}}


# --- English ------------------------------------------------------------------------------------------------


def english_article(text: str) -> str:
    """*text* with `a` or `an`; a plural has no article."""
    forms = getattr(text, "forms", None)
    if forms.is_plural if forms else _is_english_plural(text):
        return str(text)
    if forms and forms.article in ("a", "an"):
        return f"{forms.article} {text}"
    return f"{_a_or_an(text)} {text}"


def _a_or_an(text: str) -> str:
    word = text.casefold()
    if word.startswith(("8", "11 ", "18", *_data()["like_vowels"])) or word == "11":
        return "an"
    return "an" if word[:1] in "aeiou" and not word.startswith(tuple(_data()["like_consonants"])) else "a"


def english_plural(text: str, number: int = 2) -> str:
    """*text* in the plural, or as it is for a *number* of 1."""
    forms = getattr(text, "forms", None)
    if number == 1 or (forms.is_plural if forms else _is_english_plural(text)):
        return str(text)
    if forms and forms.plural:
        return _like(text, forms.plural)
    head, space, last = text.rpartition(" ")
    return head + space + _english_word(last)


def _english_word(word: str) -> str:
    small, data = word.casefold(), _data()
    for singular, plural in data["plurals"].items():
        if small == singular or (small.endswith(singular) and singular in data["compounds"]):
            return word[: len(word) - len(singular)] + _like(word[-len(singular) :], plural)
    if small.endswith("y") and small[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if small.endswith(("s", "x", "z", "ch", "sh")) else "s")


def _is_english_plural(text: str) -> bool:
    word, data = text.casefold().rpartition(" ")[2], _data()
    if any(word == plural for singular, plural in data["plurals"].items() if plural != singular):
        return True
    return len(word) > 2 and word.endswith("s") and not word.endswith(tuple(data["singulars"]))


def _like(model: str, text: str) -> str:
    """*text* with a capital if *model* has one."""
    return text[:1].upper() + text[1:] if model[:1].isupper() else text


# --- French -------------------------------------------------------------------------------------------------


def _forms(text: str) -> NounForms:
    """The declared grammar of a French noun.

    Raises:
        TemplateFault: it has none.
    """
    forms: NounForms | None = getattr(text, "forms", None)
    if forms is not None:
        return forms
    if isinstance(text, Noun):
        help = f"add grammar: {{fr: un {text.lower()}}} or une {text.lower()} to the record at {text.where}"
        raise TemplateFault("bad-grammar", f"the gender of '{text}' ({text.of}) is not known", help)
    help = "give it a record, such as animals.snail or animals.snail|lower, and not its name"
    raise TemplateFault("bad-grammar", f"the gender of the text '{text}' is not known", help)


def elides(text: str) -> bool:
    """True if `le` becomes `l'` before *text*."""
    forms: NounForms | None = getattr(text, "forms", None)
    word = text.casefold()
    first = unicodedata.normalize("NFD", word.replace("œ", "o").replace("æ", "a"))[:1]
    if first == "y":
        return word[1:2] not in "aeiouéè"
    if first == "h":
        return not word.startswith(tuple(_data()["aspirated"])) and not (forms and forms.article in ("le", "la"))
    return first != "" and first in "aeiou"


def _french(masculine: str, feminine: str, elided: str, plural: str) -> Callable[[str], str]:
    """A filter that puts an article before a noun: each with the space after it."""

    def article(text: str) -> str:
        forms = _forms(text)
        if forms.is_plural:
            return plural + text
        if elided and elides(text):
            return elided + text
        return (feminine if forms.gender == "f" else masculine) + text

    return article


def _french_of(text: str) -> str:
    return ("d'" if elides(text) else "de ") + text


def french_plural(text: str, number: int = 2) -> str:
    """*text* in the plural, or as it is for a *number* of 0 or 1."""
    forms: NounForms | None = getattr(text, "forms", None)
    if number < 2 or (forms and forms.is_plural):
        return str(text)
    if forms and forms.plural:
        return _like(text, forms.plural)
    if " " in text:
        help = "add it to the grammar of the record, as in 'un chat noir, des chats noirs'"
        raise TemplateFault("bad-grammar", f"the plural of '{text}' is not known", help)
    word = text.casefold()
    if word.endswith(("s", "x", "z")):
        return str(text)
    if word.endswith("al") and word not in _data()["regular_al"]:
        return f"{text[:-1]}ux"
    return text + ("x" if word.endswith(("au", "eu")) else "s")


def _agreeing(text: str, masculine: str, feminine: str, masculines: str = "", feminines: str = "") -> str:
    """The word that agrees with *text*; without plurals, an s is added."""
    forms = _forms(text)
    word = feminine if forms.gender == "f" else masculine
    if forms.is_plural:
        word = (feminines if forms.gender == "f" else masculines) or f"{word}s"
    return word


_ENGLISH: dict[str, Callable[..., Any]] = {"a": english_article, "plural": english_plural}
_FRENCH: dict[str, Callable[..., Any]] = {
    "un": _french("un ", "une ", "", "des "),
    "le": _french("le ", "la ", "l'", "les "),
    "du": _french("du ", "de la ", "de l'", "des "),
    "au": _french("au ", "à la ", "à l'", "aux "),
    "de": _french_of,
    "plural": french_plural,
    "agree": _agreeing,
}

"""`grammar:` of a record -> the forms of its name, declared by an example that a dictionary would give.

grammar: {fr: un escargot, en: "a mouse, mice"}

The article gives the gender, what follows the comma is the plural. The name itself must be one of both, so that a
record that is renamed never keeps the grammar of its old name.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pawprint.catalog.model import NounForms, Translated
from pawprint.core.diagnostics import Findings
from pawprint.yamlio import scalars
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import Node


class _Articles(NamedTuple):
    """What grammar in a language is like: the article, the singular, and perhaps the plural.

    Attributes:
        genders: article -> gender.
        usual: the articles that a help names.
        example: for messages.
    """

    genders: Mapping[str, str]
    usual: tuple[str, ...]
    example: str


_LANGUAGES = {
    "en": _Articles({"a": "", "an": "", "the": ""}, ("the",), "a mouse, mice"),
    "fr": _Articles({"un": "m", "une": "f", "le": "m", "la": "f"}, ("un", "une"), "une souris, des souris"),
}


def read_grammar(node: Node | None, name: object, what: str, findings: Findings) -> dict[str, NounForms]:
    """Language -> the forms of *name*; wrong ones are findings."""
    found: dict[str, NounForms] = {}
    if node is None:
        return found
    reader = FieldReader(node, f"'grammar' of {what}", findings)
    for language, key, value in reader.entries():
        known = _LANGUAGES.get(language.partition("-")[0])
        if known is None:
            help = f"languages whose articles are known are {', '.join(_LANGUAGES)}"
            findings.add("unknown-language", f"{reader.what} cannot be in '{language}'", key.span, help)
            continue
        text = scalars.text(value, f"{reader.what} ({language})", findings)
        if text is None:
            continue
        forms = _read(text, known)
        if forms is None:
            articles = ", ".join(known.genders)
            message = f"{reader.what} ({language}) is no article ({articles}) and noun: '{text}'"
            findings.add("bad-grammar", message, value.span, f"write it as in '{known.example}'")
            continue
        called = name.get(language, "") if isinstance(name, Translated) else ""
        if called.casefold() not in (forms.singular.casefold(), forms.plural.casefold()):
            message = f"{reader.what} ({language}) is for '{text}', and the name is '{called}'"
            articles = " or ".join(f"'{article} {called.lower()}'" for article in known.usual)
            findings.add("bad-grammar", message, value.span, f"write {articles}, with the plural if it is irregular")
            continue
        found[language] = forms._replace(is_plural=called.casefold() == forms.plural.casefold() != "")
    return found


def _read(text: str, known: _Articles) -> NounForms | None:
    articles = "|".join(known.genders)
    match = re.fullmatch(rf"({articles}) ([^,]+?)(?:, *(?:des |the )?([^,]+))?", text.strip())
    if match is None:
        return None
    article = match[1]
    # `le hérisson` says that nothing is elided; before a vowel there is no such article.
    return NounForms(known.genders[article], match[2], match[3] or "", article, False)

"""The node of a record -> `Record`: copies, values, editions, the sources of its facts, the forms of its name."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pawprint.catalog._declaration import ALSO
from pawprint.catalog.editions import copies_of, editions_of
from pawprint.catalog.fields import UnresolvedReference, read_fields
from pawprint.catalog.model import Component, Declaration, NounForms, Origin, Record, SourceNote, Translated
from pawprint.catalog.texts import ReadContext
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode


def read_record(component: Component, node: Node, declared: Declaration, findings: Findings) -> Record | None:
    """The record at *node*, its references not yet resolved; None after a finding that leaves nothing of it."""
    if not isinstance(node, MappingNode):
        help = "write it as name: value, line by line"
        scalars.wrong_type(node, f"a record of '{component.name}'", "a mapping", findings, help)
        return None
    identity_node = node.get("id")
    if identity_node is None:
        findings.add(
            "missing-field", f"a record of '{component.name}' has no 'id'", node.span, "give it one, as in id: red-fox"
        )
        return None
    identity = scalars.identifier(identity_node, "the id", findings)
    if identity is None:
        if not isinstance(identity_node, ScalarNode) or identity_node.empty:
            return None
        identity = identity_node.text  # not a good one, but others may refer to it
    what = f"'{identity}'"
    copies, by_edition = copies_of(node.get("copies"), what, declared.editions, findings)
    # If a declaration has a fault, which has been reported, a field may only seem unknown.
    also = ALSO if component.valid else (*ALSO, *(name for name in node.entries if name not in component.fields))
    reading = ReadContext(declared.languages, findings, declared.draft_languages)
    values = read_fields(node, component.fields, what, reading, tuple(dict.fromkeys(also)), identity)
    origin = _read_origin(node, component, values, declared.sources, what, findings)
    only = editions_of(node.get("editions"), what, declared.editions, findings)
    if only and component.editions:
        only = tuple(name for name in only if name in component.editions) or component.editions
    forms = _read_grammar(node.get("grammar"), values.get("name"), what, findings)
    return Record(component.name, identity, copies, values, origin, node, by_edition, only or component.editions, forms)


# --- `origin:` of a record -> the sources of its facts ----------------------------------------------------------------


def _read_origin(
    node: MappingNode,
    component: Component,
    values: dict[str, Any],
    sources: dict[str, SourceNote],
    what: str,
    findings: Findings,
) -> Origin:
    """The sources of the facts of a record; sources and fields that do not exist are findings."""
    origin = node.get("origin")
    if origin is None:
        return Origin()
    if isinstance(origin, ScalarNode):
        _known_source(origin, sources, what, findings)
        return Origin(origin.text)
    if not isinstance(origin, MappingNode):
        help = "write a source, or {default: SOURCE, level: SOURCE}"
        scalars.wrong_type(origin, f"'origin' of {what}", "a source or a mapping", findings, help)
        return Origin()
    default, fields = "", {}
    for path, value in origin.entries.items():
        if not isinstance(value, ScalarNode):
            scalars.wrong_type(value, f"the origin of '{path}'", "a source", findings, "write the name of one source")
            continue
        _known_source(value, sources, what, findings)
        if path == "default":
            default = value.text
            continue
        fields[path] = value.text
        name, _, entry = path.partition(".")
        if name not in component.fields and name not in ALSO:
            findings.add(
                "bad-origin",
                f"{what} gives an origin for '{name}', which is not one of its fields",
                origin.keys[path].span,
                suggest(name, component.fields, "fields are"),
            )
        elif entry and values.get(name) is not None and not component.fields[name].derived:
            listed = _entries_of(values[name])
            if entry not in listed:
                findings.add(
                    "bad-origin",
                    f"{what} gives an origin for '{entry}', which is not in its '{name}'",
                    origin.keys[path].span,
                    suggest(entry, listed, "listed are") if listed else f"give it for '{name}' as a whole",
                )
    return Origin(default, fields)


def _entries_of(value: Any) -> list[str]:
    """The parts of a value that an origin may name: the entries of a list, the fields or languages of a mapping."""
    if isinstance(value, tuple):
        return [item.id if isinstance(item, UnresolvedReference) else str(item) for item in value]
    return list(value) if isinstance(value, dict) else []


def _known_source(node: ScalarNode, sources: dict[str, SourceNote], what: str, findings: Findings) -> None:
    if node.text not in sources:
        findings.add(
            "unknown-source",
            f"{what} has the origin '{node.text}', which is not among the game's sources",
            node.span,
            suggest(node.text, sources, "sources are"),
        )


# --- `grammar:` of a record -> the forms of its name, declared by an example that a dictionary would give -------------

# grammar: {fr: un escargot, en: "a mouse, mice"}
#
# The article gives the gender, what follows the comma is the plural. The name itself must be one of both, so that a
# record that is renamed never keeps the grammar of its old name.


class _Articles(NamedTuple):
    """The grammar entry of a language: the article, the singular, and perhaps the plural.

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


def _read_grammar(node: Node | None, name: object, what: str, findings: Findings) -> dict[str, NounForms]:
    """Language -> the forms of *name*; wrong ones are findings."""
    grammar: dict[str, NounForms] = {}
    if node is None:
        return grammar
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
        grammar[language] = forms._replace(is_plural=called.casefold() == forms.plural.casefold() != "")
    return grammar


def _read(text: str, known: _Articles) -> NounForms | None:
    articles = "|".join(known.genders)
    match = re.fullmatch(rf"({articles}) ([^,]+?)(?:, *(?:des |the )?([^,]+))?", text.strip())
    if match is None:
        return None
    article = match[1]
    # `le hérisson` says that nothing is elided; before a vowel there is no such article.
    return NounForms(known.genders[article], match[2], match[3] or "", article, False)

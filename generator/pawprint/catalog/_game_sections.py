"""`grammar:` of a record -> the forms of its name, declared by an example that a dictionary would give.

grammar: {fr: un escargot, en: "a mouse, mice"}

The article gives the gender, what follows the comma is the plural. The name itself must be one of both, so that a
record that is renamed never keeps the grammar of its old name.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from pawprint.catalog.fields import UnresolvedReference
from pawprint.catalog.model import DATA, Component, NounForms, Origin, SetupPart, SourceNote, Translated
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_device_name
from pawprint.core.registry import suggest
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode


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


# --- `languages:` and `draft_languages:` of a declaration -> codes of languages ---------------------------------------


#: Each language has documents and sheets.
MAX_LANGUAGES = 100
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")


def read_languages(field_reader: FieldReader, findings: Findings) -> tuple[str, ...]:
    """The game's languages; none after a finding. They become parts of file names, so nothing but a code will do."""
    node = field_reader.node_of("languages", required=True)
    languages = _codes(node, findings)
    if isinstance(node, SequenceNode) and not node.items:
        findings.add("missing-field", "the game has no language", node.span, "write languages: [en]")
    return languages


def read_drafts(field_reader: FieldReader, languages: tuple[str, ...], findings: Findings) -> tuple[str, ...]:
    """The languages into which the game is being translated."""
    node = field_reader.node_of("draft_languages")
    drafts = () if node is None else _codes(node, findings)
    finished = {language.casefold() for language in languages}
    for language in drafts:
        if node is not None and language.casefold() in finished:
            message = f"'{language}' is among the languages and the draft_languages"
            findings.add("bad-declaration", message, node.span, "leave it in draft_languages until all is translated")
    return tuple(language for language in drafts if language.casefold() not in finished)


def _codes(node: Node | None, findings: Findings) -> tuple[str, ...]:
    """The codes of languages that are listed in *node*; none after a finding."""
    languages: list[str] = []
    folded: dict[str, str] = {}
    sound = True
    items = node.items if isinstance(node, SequenceNode) else [] if node is None else [node]
    if len(items) > MAX_LANGUAGES:
        message = f"the game has more than {MAX_LANGUAGES} languages"
        findings.add("out-of-range", message, items[MAX_LANGUAGES].span, "remove those that you do not print")
        return ()
    for item in items:
        code = scalars.text(item, "a language of the game", findings)
        if code is not None and not _LANGUAGE.match(code):
            findings.add("bad-id", f"'{code}' is not the code of a language", item.span, "write fr, en, pt-BR")
            code = None
        elif code is not None and is_device_name(code):
            message = f"'{code}' names files of the language, and Windows has no files of that name"
            findings.add("bad-id", message, item.span, f"add its script or a region: {code}-Latn")
            code = None
        elif code is not None and (other := folded.setdefault(code.casefold(), code)) != code:
            message = f"'{code}' and '{other}' are one language, and Windows and macOS have one file of both names"
            findings.add("bad-id", message, item.span, f"remove '{code}'")
            code = None
        sound = sound and code is not None
        languages.append(code or "")
    return tuple(dict.fromkeys(languages)) if sound else ()


# --- `origin:` of a record -> the sources of its facts ----------------------------------------------------------------


def read_origin(
    node: MappingNode,
    component: Component,
    values: dict[str, Any],
    sources: dict[str, SourceNote],
    what: str,
    also: Collection[str],
    findings: Findings,
) -> Origin:
    """Where the facts of a record come from; sources and fields that there are not are findings.

    Args:
        also: what every record has besides its fields.
    """
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
        if name not in component.fields and name not in also:
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
    """What an origin may name within a value: the entries of a list, the fields or languages of a mapping."""
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


# --- `setup:` of a game -> the piles and rows in which its pieces lie on a virtual table when a game begins -----------


#: What `face:` of an entry may be.
_FACES = ("up", "down")


def read_setup(
    field_reader: FieldReader, components: Mapping[str, Component], reading: ReadContext
) -> tuple[SetupPart, ...]:
    """The entries under `setup:`, in their order; those with a finding left out."""
    taken: set[str] = set()
    parts = [_part(node, components, taken, reading) for node in field_reader.items("setup")]
    return tuple([part for part in parts if part is not None])


def _part(node: Node, components: Mapping[str, Component], taken: set[str], reading: ReadContext) -> SetupPart | None:
    findings = reading.findings
    before = findings.count
    take = FieldReader(node, "an entry of 'setup'", findings)
    pile, spread = take.node_of("pile"), take.node_of("spread")
    if take.ok and (pile is None) == (spread is None):
        message = (
            f"{take.what} has {'no' if pile is None else 'both a'} 'pile' {'or' if pile is None else 'and a'} 'spread'"
        )
        help = "write pile: COMPONENT for one heap, or spread: COMPONENT for pieces side by side"
        findings.add("bad-declaration", message, take.span, help)
    names = _names(pile or spread, components, taken, findings)
    by = take.value("by", lambda at, what, found: _field(at, what, [components[name] for name in names], found))
    face = take.choice("face", _FACES)
    title_node = take.node_of("title")
    title = None if title_node is None else translated(title_node, "'title' of a pile", reading)
    take.finish()
    if findings.count != before or not names:
        return None
    return SetupPart(names, spread is not None, by or "", face == "up", title)


def _names(
    node: Node | None, components: Mapping[str, Component], taken: set[str], findings: Findings
) -> tuple[str, ...]:
    """The components that *node* names, one or a list; each may be named once in all."""
    names = []
    for item in node.items if isinstance(node, SequenceNode) else [] if node is None else [node]:
        name = item.text if isinstance(item, ScalarNode) else ""
        printed = [one.name for one in components.values() if one.kind != DATA]
        if name not in printed:
            help = suggest(name, printed, "components with pieces are")
            findings.add("unknown-component", f"there is no component '{name}' with pieces", item.span, help)
        elif name in taken:
            message = f"'{name}' has a place on the table already"
            findings.add("bad-declaration", message, item.span, "name each component once")
        else:
            taken.add(name)
            names.append(name)
    return tuple(names)


def _field(node: Node, what: str, components: list[Component], findings: Findings) -> str | None:
    name = node.text if isinstance(node, ScalarNode) else ""
    known = {"id"}.union(*[set(one.fields) for one in components])
    if all(name == "id" or name in one.fields for one in components):
        return name
    findings.add(
        "unknown-field", f"{what} is '{name}', which is no field", node.span, suggest(name, known, "fields are")
    )
    return None

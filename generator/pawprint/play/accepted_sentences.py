"""Sentences of the author about rules -> digests of what they stand for, and findings where it has changed.

A sentence stands for the steps, actions, conditions and numbers of its rule; a name of a definition, or of steps, for
what these say. A number that a sentence names in braces may change.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from hashlib import blake2b
from typing import Any, NamedTuple

from pawprint.catalog.field_types import RuleSteps
from pawprint.catalog.fields import Field, field_at
from pawprint.catalog.model import Game, Record
from pawprint.catalog.typed_texts import TypedText
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_file, write_atomic
from pawprint.core.source import Source, Span
from pawprint.play.language.specification import Specification
from pawprint.source import reader
from pawprint.source.field_reader import FieldReader
from pawprint.source.plain_data import to_python
from pawprint.source.reader import MappingNode, Node, ScalarNode

FILE = "reviewed.yaml"
_EXPRESSION = re.compile(r"\{\{(.*?)\}\}", re.S)
_PATH = re.compile(r"[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*")
_HEAD = """\
# Texts that were read beside the rules, and the scenarios that show what they say. The scenarios are yours to write;
# `pawprint check {game} --accept-texts` writes the digests.
"""


class ReviewedText(NamedTuple):
    """What was accepted of a record.

    Attributes:
        digest: empty if nothing was.
        scenarios: names of files in the game's folder `scenarios`.
    """

    digest: str = ""
    scenarios: tuple[str, ...] = ()
    span: Span = Span(Source(FILE, ""), 0, 0)


def reviewed_texts(game: Game) -> tuple[Mapping[tuple[str, str], ReviewedText], Findings]:
    """(component, id) -> what was accepted, and what is wrong with the file; nothing if there is none."""
    memory = game.memory("reviewed texts")
    if "read" not in memory:
        found = Findings()
        memory["read"] = _read(game, found), found
    read: tuple[dict[tuple[str, str], ReviewedText], Findings] = memory["read"]
    return read


def _read(game: Game, findings: Findings) -> dict[tuple[str, str], ReviewedText]:
    path = game.folder / FILE
    if not is_file(path):
        return {}
    take = FieldReader(reader.read_yaml_file(path, findings, game.root), f"file {FILE}", findings)
    result = {}
    for component, _, records in take.entries():
        for name, key, node in FieldReader(records, f"'{component}' of {FILE}", findings).entries():
            entry = FieldReader(node, f"'{name}' of {FILE}", findings)
            result[component, name] = ReviewedText(entry.text("digest") or "", entry.texts("scenarios"), key.span)
            entry.finish()
    return result


def digest_of_texts(game: Game, record: Record, texts: Iterable[TypedText], without: Set[str]) -> str:
    """A short digest of *texts* of *record*, and of its other values but those at the paths *without*."""
    fields = game.components[record.component].fields
    typed = [*texts]
    ignored = {*without, *(path for text in typed for path in _named(text) if _is_number(fields, path))}
    values = ((name, _data(field, record.values.get(name), name, ignored)) for name, field in fields.items())
    parts = [
        {name: value for name, value in values if value},
        *([text.path, text.language, text.text] for text in typed),
    ]
    return blake2b(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode(), digest_size=4).hexdigest()


def _named(text: TypedText) -> Iterator[str]:
    """The fields that the expressions of *text* may name: from the record, or beside the text."""
    beside = text.path.rpartition(".")[0]
    for expression in _EXPRESSION.findall(text.text):
        for path in _PATH.findall(expression):
            yield path
            if beside:
                yield f"{beside}.{path}"


def _is_number(fields: Mapping[str, Field], path: str) -> bool:
    field = field_at(fields, path.split("."))
    return field is not None and field.cell == "number"


def _data(field: Field, value: Any, path: str, ignored: Set[str]) -> Any:
    """*value* without texts, what only the layouts read, and all at the paths *ignored*."""
    if path in ignored or field.derived or field.for_layouts or field.by_language or not value:
        return None
    if isinstance(value, Record):
        return value.id
    if isinstance(value, RuleSteps):  # however they are laid out
        return to_python(value.node, lambda scalar: scalar.text)
    if isinstance(value, tuple):
        return [found for item in value if field.entry and (found := _data(field.entry, item, path, ignored))]
    if isinstance(value, dict):
        inner = ((name, _data(field.inner[name], item, f"{path}.{name}", ignored)) for name, item in value.items())
        return {name: found for name, found in inner if found}
    return value if isinstance(value, (bool, int, float)) else str(value)


def write_reviewed(game: Game, digests: Mapping[tuple[str, str], str]) -> None:
    """Write the file with these *digests* by (component, id), and the known scenarios.

    Raises:
        OSError: it cannot be written.
    """
    known = reviewed_texts(game)[0]
    lines = [_HEAD.format(game=game.id)]
    for component in dict.fromkeys(component for component, _ in digests):
        lines.append(f"{component}:\n")
        for (of, name), digest in digests.items():
            if of == component:
                scenarios = known.get((of, name), ReviewedText()).scenarios
                shown = f", scenarios: [{', '.join(scenarios)}]" if scenarios else ""
                lines.append(f'  {name}: {{digest: "{digest}"{shown}}}\n')
    write_atomic(game.folder / FILE, "".join(lines).encode("utf-8"))
    game.memory("reviewed texts").clear()


#: Where the digests are in `reviewed.yaml`, beside the components.
SECTION = "rules"
#: Keys that say nothing about what happens.
_WORDS = ("rule", "says", "question", "written", "written without", "titles", "about")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PLACEHOLDER = re.compile(r"\{(\w+)[:}]")


class OwnWords(NamedTuple):
    """A sentence or a name of the author, and the digest of what it stands for."""

    key: str
    digest: str
    span: Span


def own_words(game: Game) -> tuple[OwnWords, ...]:
    """The sentences and names that the author of a game has to accept; none if its rules are no data in its folder."""
    from pawprint.play.own_engines import own_engine

    rules = own_engine(game.engine).rules if game.engine.endswith(".yaml") else None
    spec: Specification | None = getattr(rules, "spec", None)
    if spec is None:
        return ()
    sentences, names = _section(spec, "sentences"), _section(spec, "names")
    called = {definition.written: definition for definition in (*spec.definitions.values(), *spec.steps.values())}
    found = [(name, words, [*_of_rule(spec, name)]) for name, words in sentences.items()]
    found += [(name, words, [_definition(spec, name)]) for name, words in names.items() if name in called]
    return tuple(
        OwnWords(name, _digest(spec, to_python(words), parts), _key(spec, name)) for name, words, parts in found
    )


def check_sentences(game: Game, findings: Findings) -> None:
    """Report sentences that were not accepted, or that stand for something else since then."""
    accepted = reviewed_texts(game)[0]
    for sentence in own_words(game):
        known = accepted.get((SECTION, sentence.key), ReviewedText()).digest
        if known != sentence.digest:
            message = f"the words for '{sentence.key}' have not been accepted"
            if known:
                message = (
                    f"the words for '{sentence.key}' have changed since they were accepted, or what they stand for has"
                )
            help = f"read them beside the steps; if they are right, run pawprint check {game.id} --accept-texts"
            findings.add("sentence-differs", message, sentence.span, help)


def _section(spec: Specification, key: str) -> Mapping[str, Node]:
    node = spec.node.get(key)
    return node.entries if isinstance(node, MappingNode) else {}


def _key(spec: Specification, name: str) -> Span:
    parts = (spec.node.get(section) for section in ("sentences", "names"))
    return next(part.keys[name].span for part in parts if isinstance(part, MappingNode) and name in part.keys)


def _definition(spec: Specification, written: str) -> Any:
    """What a definition, or steps, say; of a library, too."""
    name = written.partition("(")[0]
    definition = spec.definitions.get(name)
    return definition.body.text if definition is not None else _plain(spec.steps[name].body.node, "")


def _of_rule(spec: Specification, name: str) -> Iterator[Any]:
    if name in spec.steps:
        yield _definition(spec, name)
    actions = _section(spec, "actions")
    for step in spec.all_steps():
        if step.rule == name:
            yield _plain(step.node, name)
    for action in spec.actions.values():
        if name in (action.name, action.rule) and action.name in actions:
            yield _plain(actions[action.name], action.rule)
        choices = (need for choice in action.choices for need in choice.needs)
        for need in (*action.before, *choices, *action.needs):
            if need.rule == name:
                yield need.that.text
    yield from ({number_name: number.value} for number_name, number in spec.numbers.items() if number.rule == name)


def _plain(node: Node, rule: str) -> Any:
    """What a part of the file says, without words for people and without steps that have another rule."""
    if isinstance(node, ScalarNode):
        return " ".join(node.text.split())
    if isinstance(node, MappingNode):
        return {
            name: _plain(item, rule)
            for name, item in node.entries.items()
            if name not in _WORDS and not (name == "else" and "that" in node.entries)
        }
    return [_plain(item, rule) for item in getattr(node, "items", ()) if _rule_of(item) in ("", rule)]


def _rule_of(node: Node) -> str:
    rule = node.get("rule") if isinstance(node, MappingNode) else None
    return rule.text if isinstance(rule, ScalarNode) else ""


def _digest(spec: Specification, words: Any, parts: list[Any]) -> str:
    """A short digest of *words* and *parts*, and of all definitions, steps and numbers that these name."""
    stated = {name for text in _texts(words) for name in _PLACEHOLDER.findall(text)}
    said: dict[str, Any] = {}
    waiting = [json.dumps(parts, sort_keys=True)]
    while waiting:
        text = waiting.pop()
        for name in (*_NAME.findall(text), *(step for step in spec.steps if " " in step and step in text)):
            if name in said or name in stated:
                continue
            if name in spec.numbers:
                said[name] = spec.numbers[name].value
            elif name in spec.definitions or name in spec.steps:
                said[name] = _definition(spec, name)
                waiting.append(json.dumps(said[name], sort_keys=True))
    kept = [part for part in parts if not (isinstance(part, dict) and len(part) == 1 and {*part} <= stated)]
    data = json.dumps([words, kept, said], sort_keys=True, ensure_ascii=False)
    return blake2b(data.encode(), digest_size=4).hexdigest()


def _texts(words: Any) -> list[str]:
    return [str(word) for word in words.values()] if isinstance(words, dict) else [str(words)]

"""`reviewed.yaml` of a game: digests of the texts that were read beside the rules, and the scenarios that show them.

A digest is made of the texts as they are typed, and of all that the rules read of the record, but for the numbers that
the texts name in expressions. So such a number may be changed freely, but no word, and no condition.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from hashlib import blake2b
from typing import Any, NamedTuple

from pawprint.catalog.fields import Field, field_at
from pawprint.catalog.model import Game, Record
from pawprint.catalog.rule_steps import RuleSteps
from pawprint.catalog.typed_texts import TypedText
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_file, write_atomic
from pawprint.core.source import Source, Span
from pawprint.source import reader
from pawprint.source.field_reader import FieldReader
from pawprint.source.plain_data import to_python

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
    parts = [{name: value for name, value in values if value}, *([one.path, one.language, one.text] for one in typed)]
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

"""Reads `checks:` of `game.yaml` into `Check` objects."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pawprint.catalog.editions import is_edition
from pawprint.catalog.fields import field_at
from pawprint.catalog.model import Game
from pawprint.check.check_kind import COMPONENTS, FIELDS, Check, CheckKind, Problem
from pawprint.check.kinds import CHECK_KINDS
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node

#: The words that a check of every kind may have.
COMMON_WORDS = ("id", "severity", "about", "edition")


class DeclaredChecks(NamedTuple):
    """The checks of a game, and the faults of their declarations."""

    checks: tuple[Check, ...]
    findings: Findings


def checks_of(game: Game, findings: Findings | None = None) -> tuple[Check, ...]:
    """The checks that *game* declares. Faults of the declarations are added to *findings*."""
    memory = game.memory("checks")
    if "declared" not in memory:
        faults = Findings()
        reader = FieldReader(game.node, f"game '{game.id}'", faults)
        checks = [check for node in reader.items("checks") if (check := read_check(node, faults))]
        memory["declared"] = DeclaredChecks(tuple(check for check in checks if _is_valid(check, game, faults)), faults)
    declared: DeclaredChecks = memory["declared"]
    if findings is not None:
        findings.extend(declared.findings)
    return declared.checks


def read_check(node: Node, findings: Findings) -> Check | None:
    """The check that *node* declares; None after a finding, since an incomplete check is of no use."""
    before = findings.count
    reader = FieldReader(node, "check", findings)
    if not isinstance(node, MappingNode):
        return None
    identity = reader.text("id", required=True) or "?"
    reader.rename(f"check '{identity}'")
    severity = Severity(reader.choice("severity", ("error", "warning")) or "error")
    about = reader.text("about") or ""
    edition = reader.text("edition") or ""
    kind = _kind(reader)
    if kind is None:
        faults = [help for name in reader.names() if (help := CHECK_KINDS.fault(name))]
        help = faults[0] if faults else f"give it one of {', '.join(CHECK_KINDS.defined)}"
        findings.add("bad-declaration", f"check '{identity}' does not say what it checks", node.span, help)
        return None
    target = reader.texts(kind.name, required=True)
    words: dict[str, Any] = {}
    for word in kind.words:
        value = reader.node_of(word.name)
        if value is not None:
            words[word.name] = word.read(value, f"'{word.name}' of {reader.what}", findings, words)
    reader.finish()
    if findings.count > before:
        return None
    problem = _problem(kind, target, words)
    if problem is not None:
        findings.add("bad-declaration", f"check '{identity}' {problem[0]}", node.span, problem[1])
        return None
    return Check(identity, kind, target, words, severity, about, node, edition)


def _kind(reader: FieldReader) -> CheckKind | None:
    """The first built-in kind that a check names, or else the first kind of a plug-in."""
    built_in = next((CHECK_KINDS[name] for name in CHECK_KINDS.defined if name in reader), None)
    other_names = (name for name in reader.names() if name not in COMMON_WORDS)
    return built_in or next((kind for name in other_names if (kind := CHECK_KINDS.find(name))), None)


def _problem(kind: CheckKind, target: tuple[str, ...], words: Mapping[str, Any]) -> Problem | None:
    """The first rule that a declaration breaks: required words first, then those of the kind, then names."""
    if not target and not kind.target.optional:
        return "does not say what it is about", f"name something after {kind.name}:"
    for word in kind.words:
        if word.missing is not None and not words.get(word.name):
            return word.missing
    if kind.one_of is not None and words.keys().isdisjoint(kind.one_of[0]):
        return kind.one_of[1]
    if kind.target.single and len(target) > 1:
        return "is about several things", "write one check for each; they may share the id"
    problem = kind.validate(target, words) if kind.validate else None
    if problem is not None:
        return problem
    if kind.target.names == FIELDS and any("." not in name for name in target):
        return "does not name a field", f"write {kind.name}: component.field"
    if kind.target.names == COMPONENTS and any("." in name for name in target):
        return "names a field where a component is meant", "name the component alone"
    for word in kind.words:
        if word.names == FIELDS and any("." not in name for name in words.get(word.name, ())):
            return "does not name a field", f"write {word.name}: component.field"
    return None


def _is_valid(check: Check, game: Game, findings: Findings) -> bool:
    """True if *check* names only components, fields and editions that the game has; if not, after a finding."""
    for component, component_span, path, path_span in check.names():
        if not _component_exists(check, component, component_span, game, findings):
            return False
        if path and not _field_exists(check, component, path, path_span, game, findings):
            return False
    if not check.edition:
        return True
    span = check.node.entries["edition"].span
    known = (*game.editions, *(_editions_of_rules(game) if check.needs_play else ()))
    return is_edition(check.edition, f"check '{check.id}'", span, known, findings)


def _editions_of_rules(game: Game) -> Iterable[str]:
    from pawprint.games.engines import ENGINES

    engine = ENGINES.get(game.engine)
    return engine.editions if engine else ()


def _component_exists(check: Check, component: str, span: Span, game: Game, findings: Findings) -> bool:
    if component in game.components:
        return True
    message = f"check '{check.id}' names the component '{component}', which the game does not have"
    findings.add("unknown-component", message, span, suggest(component, game.components, "components are"))
    return False


def _field_exists(check: Check, component: str, path: str, span: Span, game: Game, findings: Findings) -> bool:
    """True if *component* has the field, or the field inside a field, and the kind of check accepts it."""
    if path in ("id", "copies") or not game.components[component].valid:
        return True
    fields = game.components[component].fields
    steps = path.split(".")
    for depth, step in enumerate(steps):
        parent = field_at(fields, steps[:depth])
        known = fields if not depth else parent.inner if parent else {}
        if step not in known:
            owner = f"'{parent.name}' of the {component} does" if parent else f"the {component} do"
            message = f"check '{check.id}' names the field '{step}', which {owner} not have"
            names = known if depth else [*known, "copies"]
            help = suggest(step, names, "fields are") if known else "it has no fields inside"
            findings.add("unknown-field", message, span, help)
            return False
    field = fields[steps[0]] if len(steps) == 1 else field_at(fields, steps)
    if check.kind.target.refers and field and (field.derived or not field.refers):
        message = f"check '{check.id}' follows the field '{path}', which does not refer to anything"
        findings.add("bad-declaration", message, span, "name a field of type ref, or a list of them")
        return False
    return True

"""The text of `rules.yaml` -> a `Specification`, with a finding for each mistake in its structure.

What expressions mean is found when the rules are compiled for a game, by `program`.
"""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source
from pawprint.rules.engine import Option, RuleNumber
from pawprint.rules.language import step_words as words
from pawprint.rules.language.rule_types import FLAG, NUMBER, PIECE, PLAYER, TEXT
from pawprint.rules.language.specification import (
    ActionCondition,
    ActionSpec,
    Choice,
    Definition,
    RuleStep,
    RuleText,
    Specification,
    ValueSpec,
    Words,
    ZoneSpec,
)  # fmt: skip
from pawprint.rules.zone_state import HIDDEN, OPEN, OWNER
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

#: RuleNames of the author; the words of Python cannot be used in expressions.
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_CALL = re.compile(r"([a-z][a-z0-9_ ]*?)\(([^()]*)\)\Z")
_RANGE = re.compile(r"([0-9]{1,2})(?:\s*(?:\.\.|to)\s*([0-9]{1,2}))?\Z")
_KINDS = {"number": NUMBER, "word": TEXT, "player": PLAYER, "card": PIECE, "flag": FLAG}
_RESERVED = {
    "me", "this", "nothing", "players", "everyone", "others", "points", "true", "false", "and", "or", "not", "if",
    "else", "for", "in", "is", "from", "with", "as", "while", "pass", "class", "return", "import", "lambda", "none",
}  # fmt: skip

#: The most of anything in one file: zones, values, actions, steps.
MOST = 2_000
#: The deepest that steps may lie in steps.
DEEPEST = 20
#: The most players of a game.
MOST_PLAYERS = 20
LIBRARY = "library"


class RulesReader:
    """Reads one file."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source, self.findings = source, findings
        self.rules: dict[str, None] = {}
        self.count = 0

    def read(self) -> Specification | None:
        """The rules; None after findings."""
        before = self.findings.count
        node = read_yaml(self.source, self.findings)
        if node is None:
            if self.findings.count == before:
                self._add("the file is empty", None, "docs/own-rules.md begins with a small game")
            return None
        reader = FieldReader(node, "the rules", self.findings)
        if not reader.ok or not isinstance(node, MappingNode):
            return None
        parts = [self._library(name, at) for name, at in self._names(reader, "include")]
        texts = [part for part in parts if part is not None]
        spec = Specification(
            source=self.source,
            node=node,
            players=self._players(reader),
            longest=reader.integer("longest", 1, 1_000_000) or 2_000,
            lowest_wins=reader.flag("lowest wins"),
            components=tuple(name for name, _ in self._names(reader, "cards")),
            zones=self._merged("zones", texts, reader, self._zone),
            values=self._merged("values", texts, reader, self._value),
            numbers=self._merged("numbers", texts, reader, self._number),
            options=self._merged("options", texts, reader, self._option),
            editions={
                name: {key: _plain(value) for key, value in getattr(one, "entries", {}).items()}
                for name, _, one in reader.entries("editions")
            },
            definitions=self._merged("define", texts, reader, self._definition),
            steps=self._merged("steps", texts, reader, self._procedure),
            actions=self._merged("actions", texts, reader, self._action),
            setup=self._steps_under(reader, "setup"),
            play=self._steps_under(reader, "play", required=True),
            at_end=self._steps_under(reader, "at end"),
            score=self._expression(reader.node_of("score")),
            rank=self._expressions(reader.node_of("rank")),
            together=self._expression(reader.node_of("win together if")),
            team=self._expression(reader.node_of("team")),
            invariants=self._needs(reader.node_of("always")),
            implements=(),
        )
        reader.finish()
        if self.findings.count > before:
            return None
        return spec._replace(implements=tuple(self.rules))

    # --- parts ----------------------------------------------------------------------------------------------

    def _library(self, name: str, at: Node) -> FieldReader | None:
        folder = files("pawprint.rules.language") / LIBRARY
        known = sorted(one.name.removesuffix(".yaml") for one in folder.iterdir() if one.name.endswith(".yaml"))
        if name not in known:
            self._add(f"there is no library '{name}'", at, suggest(name, known, "libraries are"))
            return None
        text = (folder / f"{name}.yaml").read_text(encoding="utf-8")
        node = read_yaml(Source(f"{LIBRARY}/{name}.yaml", text), self.findings)
        return FieldReader(node, f"the library '{name}'", self.findings)

    def _merged(self, key: str, parts: list[FieldReader], own: FieldReader, read: Any) -> dict[str, Any]:
        """The entries under *key* of libraries and of the file, which replaces those of the same names."""
        found: dict[str, Any] = {}
        for part in (*parts, own):
            for name, at, node in part.entries(key):
                self.count += 1
                if self.count > MOST:
                    self._add(f"the rules have more than {MOST:,} parts", at, "no game needs so many")
                    return found
                one = read(name, at, node)
                if one is not None:
                    found[one.name if hasattr(one, "name") else name] = one
        return found

    def _players(self, reader: FieldReader) -> range:
        node = reader.node_of("players", required=True)
        match = _RANGE.match(node.text) if isinstance(node, ScalarNode) else None
        if node is None or match is None:
            if node is not None:
                self._add("this is no number of players", node, "write players: 2, or players: 2..4")
            return range(2, 3)
        least, most = int(match[1]), int(match[2] or match[1])
        if not 1 <= least <= most <= MOST_PLAYERS:
            self._add(f"there can be 1 to {MOST_PLAYERS} players", node, "write the smaller number first: 2..4")
            return range(2, 3)
        return range(least, most + 1)

    def _zone(self, name: str, at: Node, node: Node) -> ZoneSpec | None:
        if not self._is_name(name, at, "zone"):
            return None
        reader = self._fields(node, f"zone '{name}'")
        each = self._is_each(reader)
        seen = reader.choice("seen", (OPEN, OWNER, HIDDEN)) or OPEN
        if seen == OWNER and not each:
            help = "write each: player, so that each player has one"
            self._add(f"zone '{name}' is seen by its owner, but nobody has it", reader.node_of("seen"), help)
        refill = reader.text("refill") or ""
        zone = ZoneSpec(
            name, seen, each, reader.flag("pile"), reader.texts("holds"), refill, self._words(reader, "titles"), at
        )
        reader.finish()
        return zone

    def _value(self, name: str, at: Node, node: Node) -> ValueSpec | None:
        if not self._is_name(name, at, "value"):
            return None
        if isinstance(node, ScalarNode):
            return ValueSpec(name, RuleText(node.text, node), False, "", {}, at)
        reader = self._fields(node, f"value '{name}'")
        start = self._expression(reader.node_of("start", required=True))
        kind = reader.choice("is", tuple(_KINDS)) or ""
        each, titles = self._is_each(reader), self._words(reader, "titles")
        reader.finish()
        return None if start is None else ValueSpec(name, start, each, _KINDS.get(kind, ""), titles, at)

    def _number(self, name: str, at: Node, node: Node) -> RuleNumber | None:
        if not self._is_name(name, at, "number"):
            return None
        if isinstance(node, ScalarNode):
            reader = FieldReader(None, f"number '{name}'", self.findings)
            value = FieldReader(_one_entry("value", node), f"number '{name}'", self.findings).integer("value")
        else:
            reader = self._fields(node, f"number '{name}'")
            value = reader.integer("value")
        rule = self._rule(reader)
        number = RuleNumber(value or 0, rule, reader.text("about") or name.replace("_", " "))
        reader.finish()
        return number

    def _option(self, name: str, at: Node, node: Node) -> Option | None:
        if not self._is_name(name, at, "option"):
            return None
        if isinstance(node, SequenceNode):
            return Option(tuple(_plain(one) for one in node.items), "", name.replace("_", " "))
        reader = self._fields(node, f"option '{name}'")
        values = tuple(_plain(one) for one in reader.items("values", required=True))
        option = Option(values, self._rule(reader), reader.text("about") or name.replace("_", " "))
        reader.finish()
        return option if values else None

    def _definition(self, name: str, at: Node, node: Node) -> Definition | None:
        called = self._called(name, at, "definition")
        body = self._expression(node)
        return None if called is None or body is None else Definition(*called, body, (), at)

    def _procedure(self, name: str, at: Node, node: Node) -> Definition | None:
        called = self._called(name, at, "steps")
        return None if called is None else Definition(*called, RuleText("", node), self._steps(node), at)

    def _called(self, name: str, at: Node, what: str) -> tuple[str, tuple[str, ...]] | None:
        """The name and the parameters of `name(one, two)`."""
        match = _CALL.match(name)
        own, inside = (match[1], match[2]) if match else (name, "")
        parameters = tuple(one.strip() for one in inside.split(",")) if inside.strip() else ()
        plain = own.replace(" ", "_") if what == "steps" else own
        if not self._is_name(plain, at, what) or not all(self._is_name(one, at, "parameter") for one in parameters):
            return None
        return own, parameters

    def _action(self, name: str, at: Node, node: Node) -> ActionSpec | None:
        if not self._is_name(name.replace(" ", "_"), at, "action"):
            return None
        reader = self._fields(node, f"action '{name}'")
        rule = self._rule(reader)
        choices = tuple(
            choice
            for one, key, value in reader.entries("choose")
            if (choice := self._choice(one, key, value, rule)) is not None
        )
        refusal = self._words(reader, "else")
        needs = self._needs(reader.node_of("need"), refusal, rule)
        says = self._words(reader, "says")
        written = reader.text("written") or " ".join([name, *(f"{{{choice.name}}}" for choice in choices)])
        action = ActionSpec(name, choices, needs, self._steps_under(reader, "do"), says, written, rule, at)
        reader.finish()
        return action

    def _choice(self, name: str, at: Node, node: Node, rule: str) -> Choice | None:
        if not self._is_name(name, at, "choice"):
            return None
        if isinstance(node, ScalarNode):
            return Choice(name, RuleText(node.text, node), None, None, False, (), rule, at)
        reader = self._fields(node, f"choice '{name}'")
        rule = self._rule(reader) or rule
        among, least, most = (self._expression(reader.node_of(key)) for key in ("in", "from", "to"))
        if among is None and (least is None or most is None):
            self._add(f"choice '{name}' does not say what can be chosen", at, "write in: hand, or from: 1, to: 5")
            return None
        refusal = self._words(reader, "else")
        needs = self._needs(reader.node_of("need"), refusal, rule)
        choice = Choice(name, among, least, most, reader.flag("or nothing"), needs, rule, at)
        reader.finish()
        return choice

    def _needs(self, node: Node | None, refusal: Words | None = None, rule: str = "") -> tuple[ActionCondition, ...]:
        """Conditions: one expression, or several with their words."""
        found = []
        for one in node.items if isinstance(node, SequenceNode) else () if node is None else (node,):
            if isinstance(one, MappingNode):
                reader = FieldReader(one, "the condition", self.findings)
                that = self._expression(reader.node_of("that", required=True))
                need_rule = self._rule(reader) or rule
                text = self._words(reader, "else") or refusal or {}
                reader.finish()
            else:
                that, need_rule, text = self._expression(one), rule, refusal or {}
            if that is not None:
                found.append(ActionCondition(that, text, need_rule))
        return tuple(found)

    # --- steps ----------------------------------------------------------------------------------------------

    def steps(self, node: Node) -> tuple[RuleStep, ...]:
        """The steps that *node* lists."""
        return self._steps(node)

    def _steps_under(self, reader: FieldReader, key: str, required: bool = False) -> tuple[RuleStep, ...]:
        node = reader.node_of(key, required)
        return () if node is None else self._steps(node)

    def _steps(self, node: Node, depth: int = 0) -> tuple[RuleStep, ...]:
        """A list of steps, or one step."""
        if depth > DEEPEST:
            self._add("steps lie too deep in steps", node, "give inner steps a name below 'steps'")
            return ()
        items = node.items if isinstance(node, SequenceNode) else [node]
        return tuple(step for one in items if (step := self._step(one, depth)) is not None)

    def _step(self, node: Node, depth: int) -> RuleStep | None:
        self.count += 1
        if self.count > MOST:
            if self.count == MOST + 1:
                self._add(f"the rules have more than {MOST:,} steps", node, "no game needs so many")
            return None
        if isinstance(node, ScalarNode):
            verb = node.text
            if verb in words.STEP_WORDS and not words.STEP_WORDS[verb].takes:
                return RuleStep(verb, {}, node)
            if verb in words.STEP_WORDS:
                self._add(f"the step '{verb}' is not complete", node, f"write {{{words.STEP_WORDS[verb].example}}}")
                return None
            return RuleStep("do", {"do": verb}, node)  # whether there are such steps is known later
        if not isinstance(node, MappingNode) or not node.entries:
            self._add("this is no step", node, "write {move: card, to: table}, or the name of steps")
            return None
        names = [*node.entries]
        verb = next((name for name in names if name in words.STEP_WORDS and name != "do"), names[0])
        if verb not in words.STEP_WORDS:
            at = node.keys[verb]
            self._add(f"there is no step '{verb}'", at, suggest(verb, words.STEP_WORDS, "steps are"))
            return None
        return self._read_step(verb, node, depth)

    def _read_step(self, verb: str, node: MappingNode, depth: int) -> RuleStep:
        word = words.STEP_WORDS[verb]
        reader = FieldReader(node, f"the step '{verb}'", self.findings)
        parts: dict[str, Any] = {}
        for key, takes, required in (
            (verb, word.takes, True),
            *((key, takes, True) for key, takes in word.needed.items()),
            *((key, takes, False) for key, takes in word.optional.items()),
        ):
            part = None if not takes else self._part(reader, key, takes, required, depth)
            if part is not None:
                parts[key] = part
        rule = self._rule(reader)
        reader.finish()
        return RuleStep(verb, parts, node, rule)

    def _part(self, reader: FieldReader, key: str, takes: str, required: bool, depth: int) -> Any:
        if takes == words.PLACE:
            return reader.choice(key, ("top", "bottom"))
        if takes == words.SAYS:
            return self._words(reader, key) or None
        node = reader.node_of(key, required)
        if node is None:
            return None
        if takes == words.EXPRESSION:
            return self._expression(node)
        if takes == words.STEPS:
            return self._steps(node, depth + 1)
        if takes == words.ASSIGNMENTS:
            if not isinstance(node, MappingNode):
                self._add(f"'{key}' takes names with values", node, f"write {{{words.STEP_WORDS[key].example}}}")
                return None
            return {
                name: (node.keys[name], text)
                for name, one in node.entries.items()
                if (text := self._expression(one)) is not None
            }
        if takes in (words.ACTIONS, words.ARGUMENTS):
            items = node.items if isinstance(node, SequenceNode) else [node]
            return tuple(text for one in items if (text := self._expression(one)) is not None)
        name = node.text if isinstance(node, ScalarNode) else ""
        if takes == words.NEW_NAME:
            return name if self._is_name(name, node, "name") else None
        return name

    # --- words ----------------------------------------------------------------------------------------------

    def _names(self, reader: FieldReader, key: str) -> Iterator[tuple[str, Node]]:
        """The names under *key*, one or several."""
        node = reader.node_of(key)
        for one in node.items if isinstance(node, SequenceNode) else () if node is None else (node,):
            if isinstance(one, ScalarNode):
                yield one.text, one

    def _fields(self, node: Node, what: str) -> FieldReader:
        if isinstance(node, ScalarNode) and node.empty:
            node = MappingNode(node.source, node.start)
        return FieldReader(node, what, self.findings)

    def _is_each(self, reader: FieldReader) -> bool:
        return reader.choice("each", ("player",)) is not None

    def _rule(self, reader: FieldReader) -> str:
        rule = reader.text("rule") or ""
        if rule:
            self.rules[rule] = None
        return rule

    def _words(self, reader: FieldReader, key: str) -> Words:
        """A text in the default language, or in several."""
        node = reader.node_of(key)
        if isinstance(node, MappingNode):
            return {name: one.text for name, one in node.entries.items() if isinstance(one, ScalarNode)}
        return {"": node.text} if isinstance(node, ScalarNode) else {}

    def _expression(self, node: Node | None) -> RuleText | None:
        if isinstance(node, ScalarNode) and node.text.strip():
            return RuleText(node.text, node)
        if node is not None:
            self._add("this is no expression", node, 'put an expression with [ or { in quotes: "[a, b]"')
        return None

    def _expressions(self, node: Node | None) -> tuple[RuleText, ...]:
        items = node.items if isinstance(node, SequenceNode) else () if node is None else (node,)
        return tuple(text for one in items if (text := self._expression(one)) is not None)

    def _is_name(self, name: str, at: Node, what: str) -> bool:
        if _NAME.match(name) and name not in _RESERVED:
            return True
        why = "has a meaning already" if name in _RESERVED else "has other characters than a-z, 0-9 and _"
        self._add(f"the {what} '{name}' cannot have this name: it {why}", at, "give it another name")
        return False

    def _add(self, message: str, node: Node | None, help: str) -> None:
        from pawprint.core.source import Span

        at = Span(self.source, 0, 0) if node is None else node.span
        self.findings.add("bad-rules", message, at, help)


def _plain(node: Node) -> Any:
    """The value of an option: a number, true or false, or a word."""
    text = node.text if isinstance(node, ScalarNode) else ""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _one_entry(key: str, node: ScalarNode) -> MappingNode:
    """A mapping with one entry, at the place of *node*."""
    mapping = MappingNode(node.source, node.start)
    mapping.entries[key], mapping.keys[key] = node, node
    return mapping


def read_rules(source: Source, findings: Findings) -> Specification | None:
    """The rules in *source*; None after findings."""
    return RulesReader(source, findings).read()


__all__ = ["Mapping", "read_rules"]

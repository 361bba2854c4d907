"""Steps in the text of `rules.yaml`, and the names, words and expressions in them -> what they say."""

import keyword
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.rules.language import step_words as words
from pawprint.rules.language.specification import RuleStep, RuleText, Words
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode, SequenceNode

#: Names of the author; the words of Python cannot be used in expressions.
_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_RESERVED = {
    "me", "this", "nothing", "players", "everyone", "others", "points", "true", "false", "none", *keyword.kwlist,
}  # fmt: skip

#: The most of anything in one file: zones, values, actions, steps.
MOST = 2_000
#: The deepest that steps may lie in steps.
DEEPEST = 20


class StepReader:
    """Reads steps; `RulesReader` reads the rest of the file."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self.source, self.findings = source, findings
        self.rules: dict[str, None] = {}
        self.count = 0
        #: Number or option -> what it is for, by language.
        self.abouts: dict[str, Words] = {}
        #: Name -> the section of the file that declares it.
        self.taken: Mapping[str, str] = {}
        #: The lists of words.
        self.words: Mapping[str, tuple[str, ...]] = {}

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
        if isinstance(node, ScalarNode) and node.empty:
            self._add("nothing is written here", node, "write steps after dashes, or [] for none")
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
        known, parts = {verb, "rule", *word.needed, *word.optional}, dict[str, Any]()
        complete = known.issuperset(node.entries)  # else what is missing may be misspelt
        second = next((name for name in node.entries if name in words.STEP_WORDS and name not in known), "")
        if second:
            below = next((f", or put it below '{key}'" for key, one in word.needed.items() if one == words.STEPS), "")
            help = f"write each step after a dash of its own{below}"
            self._add(f"here are two steps, '{verb}' and '{second}'", node.keys[second], help)
            return RuleStep(verb, parts, node)
        for key, takes, required in (
            (verb, word.takes, True),
            *((key, takes, True) for key, takes in word.needed.items()),
            *((key, takes, False) for key, takes in word.optional.items()),
        ):
            part = None if not takes else self._part(reader, key, takes, required and complete, depth)
            if part is not None:
                parts[key] = part
        rule = self._rule(reader)
        reader.finish()
        return RuleStep(verb, parts, node, rule)

    def _part(self, reader: FieldReader, key: str, takes: str, required: bool, depth: int) -> Any:
        if takes == words.PLACE:
            at = reader.node_of(key)
            return at.text if isinstance(at, ScalarNode) and at.text in ("top", "bottom") else self._expression(at)
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
                example = f"{{{words.STEP_WORDS[key].example}}}" if key in words.STEP_WORDS else "with: {target: card}"
                self._add(f"'{key}' takes names with values", node, f"write {example}")
                return None
            return {
                name: (node.keys[name], text)
                for name, one in node.entries.items()
                if (key not in ("let", "with") or self._is_new(name, node.keys[name]))
                and (text := self._expression(one)) is not None
            }
        if takes in (words.ACTIONS, words.ARGUMENTS):
            items = node.items if isinstance(node, SequenceNode) else [node]
            return tuple(text for one in items if (text := self._expression(one)) is not None)
        name = node.text if isinstance(node, ScalarNode) else ""
        if takes == words.NEW_NAME:
            return name if self._is_new(name, node) else None
        return name

    # --- words ----------------------------------------------------------------------------------------------

    def _names(self, reader: FieldReader, key: str) -> Iterator[tuple[str, Node]]:
        """The names under *key*, one or several."""
        node = reader.node_of(key)
        for one in node.items if isinstance(node, SequenceNode) else () if node is None else (node,):
            if isinstance(one, ScalarNode):
                yield one.text, one
            else:
                self._add(f"'{key}' takes names", one, "write one, or several: [animals, plants]")

    def _fields(self, node: Node, what: str) -> FieldReader:
        if isinstance(node, ScalarNode) and node.empty:
            node = MappingNode(node.source, node.start)
        return FieldReader(node, what, self.findings)

    def _rule(self, reader: FieldReader) -> str:
        rule = reader.text("rule") or ""
        if rule:
            self.rules[rule] = None
        return rule

    def _words(self, reader: FieldReader, key: str) -> Words:
        """A text in the default language, or in several."""
        return self._words_in(reader.node_of(key))

    def _words_in(self, node: Node | None) -> Words:
        if isinstance(node, MappingNode):
            return {name: one.text for name, one in node.entries.items() if isinstance(one, ScalarNode)}
        return {"": node.text} if isinstance(node, ScalarNode) else {}

    def _expression(self, node: Node | None) -> RuleText | None:
        if isinstance(node, ScalarNode) and node.text.strip():
            return RuleText(node.text, node)
        if isinstance(node, ScalarNode):
            self._add("nothing is written here", node, "write an expression, or remove the line")
        elif node is not None:
            self._add("this is no expression", node, 'put an expression with [ or { in quotes: "[a, b]"')
        return None

    def _expressions(self, node: Node | None) -> tuple[RuleText, ...]:
        items = node.items if isinstance(node, SequenceNode) else () if node is None else (node,)
        return tuple(text for one in items if (text := self._expression(one)) is not None)

    def _is_new(self, name: str, at: Node, what: str = "name") -> bool:
        """Whether something here can have a name, which hides nothing that has it already."""
        if name in self.taken:
            message = f"'{name}' stands below '{self.taken[name]}' already"
            self._add(message, at, f"give the {what} here another name")
            return False
        return self._is_name(name, at, what)

    def _is_name(self, name: str, at: Node, what: str) -> bool:
        reserved = name in _RESERVED and what not in ("action", "steps")  # which no expression names
        if _NAME.match(name) and not reserved:
            return True
        why = "has a meaning already" if reserved else "has other characters than a-z, 0-9 and _"
        self._add(f"the {what} '{name}' cannot have this name: it {why}", at, "give it another name")
        return False

    def _add(self, message: str, node: Node | None, help: str) -> None:
        at = Span(self.source, 0, 0) if node is None else node.span
        self.findings.add("bad-rules", message, at, help)

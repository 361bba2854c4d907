"""The text of `rules.yaml` -> a `Specification`, with a finding for each mistake in its structure.

What expressions mean is found when the rules are compiled for a game, by `program`.
"""

import keyword
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import did_you_mean, suggest
from pawprint.core.source import Source, Span
from pawprint.play._zone_state import FACE, HIDDEN, OPEN, OWNER
from pawprint.play.engine import Option, RuleNumber
from pawprint.play.language import _written_mistakes as written_mistakes
from pawprint.play.language import rule_words as words
from pawprint.play.language.python_calls import report_calls
from pawprint.play.language.rule_types import FLAG, NUMBER, PIECE, PLACE, PLAYER, TEXT
from pawprint.play.language.rule_words import STEP_WORDS, TOP_KEYS
from pawprint.play.language.specification import (
    ActionCondition,
    ActionSpec,
    CallSpec,
    Choice,
    Definition,
    GridSpec,
    OwnSentence,
    RuleStep,
    RuleText,
    Specification,
    ValueSpec,
    Words,
    ZoneSpec,
)  # fmt: skip
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

# --- Steps in the text of `rules.yaml`, and the names, words and expressions in them -> what they say -----------------

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
        return self._steps(node)

    def _steps_under(self, reader: FieldReader, key: str, required: bool = False) -> tuple[RuleStep, ...]:
        node = reader.node_of(key, required)
        return () if node is None else self._steps(node)

    def _steps(self, node: Node, depth: int = 0) -> tuple[RuleStep, ...]:
        if depth > DEEPEST:
            self._add("steps lie too deep in steps", node, "give inner steps a name below 'steps'")
            return ()
        if isinstance(node, ScalarNode) and node.empty:
            self._add("nothing is written here", node, "write steps after dashes, or [] for none")
            return ()
        items = node.items if isinstance(node, SequenceNode) else [node]
        return tuple(step for item in items if (step := self._step(item, depth)) is not None)

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
            below = next(
                (f", or put it below '{key}'" for key, place in word.needed.items() if place == words.STEPS), ""
            )
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
                for name, item in node.entries.items()
                if (key not in ("let", "with") or self._is_new(name, node.keys[name]))
                and (text := self._expression(item)) is not None
            }
        if takes in (words.ACTIONS, words.ARGUMENTS):
            items = node.items if isinstance(node, SequenceNode) else [node]
            return tuple(text for item in items if (text := self._expression(item)) is not None)
        name = node.text if isinstance(node, ScalarNode) else ""
        if takes == words.NEW_NAME:
            return name if self._is_new(name, node) else None
        return name

    # --- words ----------------------------------------------------------------------------------------------

    def _names(self, reader: FieldReader, key: str) -> Iterator[tuple[str, Node]]:
        node = reader.node_of(key)
        for item in node.items if isinstance(node, SequenceNode) else () if node is None else (node,):
            if isinstance(item, ScalarNode):
                yield item.text, item
            else:
                self._add(f"'{key}' takes names", item, "write one, or several: [animals, plants]")

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
        return self._words_in(reader.node_of(key))

    def _words_in(self, node: Node | None) -> Words:
        if isinstance(node, MappingNode):
            return {name: text.text for name, text in node.entries.items() if isinstance(text, ScalarNode)}
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
        return tuple(text for item in items if (text := self._expression(item)) is not None)

    def _is_new(self, name: str, at: Node, what: str = "name") -> bool:
        """Whether something here can have a name, which hides nothing that has it already."""
        if name in self.taken:
            self._add(f"'{name}' stands below '{self.taken[name]}' already", at, f"give the {what} here another name")
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


_CALL = re.compile(r"([a-z][a-z0-9_ ]*?)\(([^()]*)\)\Z")
_RANGE = re.compile(r"([0-9]{1,2})(?:\s*(?:\.\.|to)\s*([0-9]{1,2}))?\Z")
_KINDS = {"number": NUMBER, "word": TEXT, "player": PLAYER, "card": PIECE, "flag": FLAG, "place": PLACE}

#: The most players of a game.
MOST_PLAYERS = 20
LIBRARY = "library"
#: The most rows of a grid, and columns.
MOST_ROWS = 30


class RulesReader(StepReader):
    """Reads one file."""

    def read(self) -> Specification | None:
        before = self.findings.count
        node = read_yaml(self.source, self.findings)
        if node is None:
            if self.findings.count == before:
                self._add("the file is empty", None, "docs/own-rules.md begins with a small game")
            return None
        reader = FieldReader(node, "the file", self.findings)
        if not reader.ok or not isinstance(node, MappingNode):
            return None
        written_mistakes.report_torn(node, self.findings)
        if self.findings.count > before:
            return None
        self.taken = written_mistakes.report_same_names(node, self.findings)
        parts = [self._library(name, at) for name, at in self._names(reader, "include")]
        texts = [part for part in parts if part is not None]
        self.words = self._merged("words", texts, reader, self._word_list)
        spec = Specification(
            source=self.source,
            node=node,
            players=self._players(reader),
            longest=reader.integer("longest", 1, 1_000_000) or 2_000,
            lowest_wins=reader.flag("lowest wins"),
            components=tuple(name for name, _ in self._names(reader, "cards")),
            words=self.words,
            zones=self._merged("zones", texts, reader, self._zone),
            values=self._merged("values", texts, reader, self._value),
            numbers=self._merged("numbers", texts, reader, self._number),
            options=self._merged("options", texts, reader, self._option),
            editions={
                name: {key: _plain(value) for key, value in getattr(entry, "entries", {}).items()}
                for name, _, entry in reader.entries("editions")
            },
            definitions=self._merged("define", texts, reader, self._definition),
            calls=self._merged("calls", [], reader, self._call),
            steps=self._merged("steps", texts, reader, self._procedure),
            actions=self._merged("actions", texts, reader, self._action),
            setup=self._steps_under(reader, "setup"),
            play=self._steps_under(reader, "play", required=not _misspelt("play", reader)),
            at_end=self._steps_under(reader, "at end"),
            score=self._expression(reader.node_of("score")),
            outlook=reader.text("outlook") or "",
            rank=self._expressions(reader.node_of("rank")),
            together=self._expression(reader.node_of("win together if")),
            team=self._expression(reader.node_of("team")),
            invariants=self._needs(reader.node_of("always")),
            names=self._sentence_names(texts, reader),
            sentences=self._merged(
                "sentences", [], reader, lambda name, at, node: OwnSentence(self._words_in(node), node)
            ),
            implements=(),
        )
        reader.finish()
        spec = spec._replace(implements=tuple(self.rules))
        self._report(spec, node, texts)
        return None if self.findings.count > before else spec

    def _report(self, spec: Specification, node: MappingNode, libraries: list[FieldReader]) -> None:
        written_mistakes.report_forests(spec.zones, spec.values, self.findings)
        written_mistakes.report_grids(spec.zones, self.findings)
        report_calls(spec, self.findings)
        written_mistakes.report_editions(spec.options, node, self.findings)
        written_mistakes.report_refusals(spec, self.findings)
        written_mistakes.report_sentences(spec, [part.mapping.source for part in libraries], self.findings)

    # --- parts ----------------------------------------------------------------------------------------------

    def _library(self, name: str, at: Node) -> FieldReader | None:
        folder = files("pawprint.play.language") / LIBRARY
        there = folder.iterdir() if folder.is_dir() else ()
        known = sorted(file.name.removesuffix(".yaml") for file in there if file.name.endswith(".yaml"))
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
                item = read(name, at, node)
                if item is not None:
                    found[item.name if hasattr(item, "name") else name] = item
        return found

    def _sentence_names(self, parts: list[FieldReader], own: FieldReader) -> dict[str, Words]:
        """What sentences call things; a library's name of a definition or of steps is not that of the file's own."""
        names = dict(self.abouts)
        for part in parts:
            names |= {name: self._words_in(node) for name, _, node in part.entries("names")}
        for key in ("define", "steps"):
            section = own.mapping.get(key)
            for name in section.entries if isinstance(section, MappingNode) else ():
                names.pop(name, None)
        return names | {name: self._words_in(node) for name, _, node in own.entries("names")}

    def _players(self, reader: FieldReader) -> range:
        node = reader.node_of("players", required=not _misspelt("players", reader))
        match = _RANGE.match(node.text) if isinstance(node, ScalarNode) else None
        if node is None or match is None:
            if node is not None:
                self._add("this is no number of players", node, "write players: 2, or players: 2..4")
            return range(2, 3)
        least, most = int(match[1]), int(match[2] or match[1])
        if not 1 <= least <= most <= MOST_PLAYERS:
            help = "write the smaller number first: 2..4" if least > most else "write players: 2, or players: 2..4"
            self._add(f"there can be 1 to {MOST_PLAYERS} players", node, help)
            return range(2, 3)
        return range(least, most + 1)

    def _word_list(self, name: str, at: Node, node: Node) -> tuple[str, ...] | None:
        """The words of a list, for each of which there may be a zone or a value."""
        items = node.items if isinstance(node, SequenceNode) else ()
        words = tuple(dict.fromkeys(item.text for item in items if isinstance(item, ScalarNode) and item.text))
        if not words or len(words) < len(items):
            self._add(f"'{name}' is no list of words", node, "write different words: [sun, rain]")
            return None
        return words if self._is_name(name, at, "list of words") else None

    def _zone(self, name: str, at: Node, node: Node) -> ZoneSpec | None:
        if not self._is_name(name, at, "zone"):
            return None
        reader = self._fields(node, f"zone '{name}'")
        over = reader.choice("each", ("player", *self.words)) or ""
        each = over == "player"
        seen = reader.choice("seen", (OPEN, OWNER, HIDDEN, FACE)) or OPEN
        if seen == OWNER and not each and "each" not in reader:
            help = "write each: player, so that each player has one"
            self._add(f"zone '{name}' is seen by its owner, but nobody has it", reader.node_of("seen"), help)
        refill = reader.text("refill") or ""
        shape = reader.choice("shape", ("forest", "grid"))
        grid = self._grid(reader, shape == "grid", at)
        parts: dict[str, ZoneSpec] = {}
        counters: dict[str, ValueSpec] = {}
        for part, key, value in reader.entries("parts"):
            self._group_part(part, key, value, each, parts, counters)
        zone = ZoneSpec(
            name, seen, each, reader.flag("pile"), reader.texts("holds"), refill, self._words(reader, "titles"),
            shape == "forest", reader.text("tokens") or "", False, parts, counters, at, grid, self.words.get(over, ()),
            reader.flag("remembered"),
        )  # fmt: skip
        if zone.remembers and (seen != HIDDEN or each):
            help = "write seen: hidden, and leave out 'each'"
            self._add("players remember what lies hidden in one zone for all", reader.node_of("remembered"), help)
        if zone.grouped:
            for word in ("seen", "pile", "holds", "refill", "shape"):
                if word in reader:
                    help = "write it below one of the parts"
                    self._add(f"'{word}' says nothing of groups", reader.node_of(word), help)
        reader.finish()
        return zone

    def _grid(self, reader: FieldReader, wanted: bool, at: Node) -> GridSpec | None:
        rows, columns = reader.integer("rows", 1, MOST_ROWS), reader.integer("columns", 1, MOST_ROWS)
        turned = self._expression(reader.node_of("turned"))
        if not wanted:
            for word in ("rows", "columns", "turned"):
                if word in reader:
                    self._add(f"'{word}' says something of a grid", reader.node_of(word), "write shape: grid")
            return None
        if rows is None or columns is None:
            if "rows" not in reader or "columns" not in reader:
                self._add("the size of the grid is missing", at, "write rows: 5, columns: 5")
            return None
        return GridSpec(rows, columns, turned)

    def _group_part(
        self, name: str, at: Node, node: Node, each: bool, parts: dict[str, ZoneSpec], counters: dict[str, ValueSpec]
    ) -> None:
        """A part of each group of a zone: cards, or a number."""
        if not self._is_name(name, at, "part"):
            return
        if isinstance(node, ScalarNode) and not node.empty:
            node = _one_entry("start", node)
        reader = self._fields(node, f"part '{name}'")
        titles, seen = self._words(reader, "titles"), reader.choice("seen", (OPEN, OWNER, HIDDEN)) or OPEN
        counted = reader.node_of("start")
        if counted is not None:
            reader.integer("start", -1_000_000, 1_000_000)
            start = self._expression(counted)
            if start is not None:
                counters[name] = ValueSpec(name, start, False, False, NUMBER, titles, at)
        else:
            if seen == OWNER and not each:
                help = "write each: player above, so that each group has an owner"
                self._add(f"part '{name}' is seen by its owner, but nobody has it", reader.node_of("seen"), help)
            pile, different = reader.flag("pile"), reader.flag("different")
            if different and (pile or seen != OPEN):
                help = "leave out 'pile' and 'seen'"
                self._add("different cards lie open, and in no order", reader.node_of("different"), help)
            parts[name] = ZoneSpec(name, seen, each, pile, (), "", titles, False, "", different, {}, {}, at)
        reader.finish()

    def _value(self, name: str, at: Node, node: Node) -> ValueSpec | None:
        if not self._is_name(name, at, "value"):
            return None
        if isinstance(node, ScalarNode):
            text = self._expression(node)
            return None if text is None else ValueSpec(name, text, False, False, "", {}, at)
        reader = self._fields(node, f"value '{name}'")
        start = self._expression(reader.node_of("start", required=True))
        kind, titles = reader.text("is") or "", self._words(reader, "titles")
        over = tuple(axis for axis, _ in self._names(reader, "each"))
        reader.finish()
        if start is None:
            return None
        if over in ((), ("player",), ("pair",)):
            return ValueSpec(name, start, bool(over), over == ("pair",), _KINDS.get(kind, kind), titles, at)
        return ValueSpec(name, start, False, False, _KINDS.get(kind, kind), titles, at, over)

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
        number = RuleNumber(value or 0, rule, self._about(name, reader))
        reader.finish()
        return number

    def _about(self, name: str, reader: FieldReader) -> str:
        """What a number or an option is for; in several languages it is what sentences call it, too."""
        words = self._words(reader, "about")
        if words and "" not in words:
            self.abouts[name] = words
        return words.get("") or words.get("en") or next(iter(words.values()), name.replace("_", " "))

    def _option(self, name: str, at: Node, node: Node) -> Option | None:
        if not self._is_name(name, at, "option"):
            return None
        if isinstance(node, SequenceNode):
            node = _one_entry("values", node)
        reader = self._fields(node, f"option '{name}'")
        values = tuple(_plain(item) for item in reader.items("values", required=True))
        if not values and "values" in reader:
            self._add(f"option '{name}' has no values", at, "write them, the usual one first: [false, true]")
        option = Option(values, self._rule(reader), self._about(name, reader))
        reader.finish()
        return option if values else None

    def _definition(self, name: str, at: Node, node: Node) -> Definition | None:
        called = self._called(name, at, "definition")
        body = self._expression(node)
        return None if called is None or body is None else Definition(*called, body, (), at)

    def _procedure(self, name: str, at: Node, node: Node) -> Definition | None:
        if name.partition("(")[0].strip() in STEP_WORDS:
            self._add(f"'{name.partition('(')[0]}' is a step already", at, "give these steps another name")
            return None
        called = self._called(name, at, "steps")
        return None if called is None else Definition(*called, RuleText("", node), self._steps(node), at)

    def _call(self, name: str, at: Node, node: Node) -> CallSpec | None:
        called = self._called(name, at, "function")
        reader = self._fields(node, f"the function '{name}'")
        gives = reader.choice("gives", (*_KINDS, *(f"{kind}s" for kind in _KINDS))) or ""
        reads, changes = reader.texts("reads"), reader.texts("changes")
        reader.finish()
        kind = _KINDS.get(gives.removesuffix("s"), "")
        return None if called is None else CallSpec(*called, kind, gives.endswith("s"), reads, changes, node)

    def _called(self, name: str, at: Node, what: str) -> tuple[str, tuple[str, ...]] | None:
        match = _CALL.match(name)
        own, inside = (match[1], match[2]) if match else (name, "")
        parameters = tuple(parameter.strip() for parameter in inside.split(",")) if inside.strip() else ()
        plain = own.replace(" ", "_") if what == "steps" else own
        if not self._is_name(plain, at, what) or not all(
            self._is_new(parameter, at, "parameter") for parameter in parameters
        ):
            return None
        return own, parameters

    def _action(self, name: str, at: Node, node: Node) -> ActionSpec | None:
        if not self._is_name(name.replace(" ", "_"), at, "action"):
            return None
        reader = self._fields(node, f"action '{name}'")
        rule = self._rule(reader)
        choices = tuple(
            choice
            for choice_reader, key, value in reader.entries("choose")
            if (choice := self._choice(choice_reader, key, value, rule)) is not None
        )
        refusal = self._words(reader, "else")
        needs = self._needs(reader.node_of("need"), refusal, rule)
        before = self._needs(reader.node_of("when"), refusal, rule)
        says = self._words(reader, "says")
        written = reader.text("written") or " ".join([name, *(f"{{{choice.name}}}" for choice in choices)])
        names = [choice.name for choice in choices]
        if len(names) == len(getattr(reader.mapping.get("choose"), "entries", ())):
            for key in ("says", "written", "written without"):
                written_mistakes.report_placeholders(key, reader.mapping.get(key), names, self.findings)
        without = reader.text("written without") or ""
        used, worth, loser = self._expression(reader.node_of("used")), reader.node_of("worth"), None
        if isinstance(worth, MappingNode):
            parts = self._fields(worth, f"'worth' of the action '{name}'")
            worth, loser = parts.node_of("gain", required=True), self._expression(parts.node_of("from", required=True))
            parts.finish()
        steps = self._steps_under(reader, "do")
        action = ActionSpec(
            name, choices, before, needs, steps, says, written, without, used,
            self._expression(worth), rule, at, loser,
        )  # fmt: skip
        reader.finish()
        return action

    def _choice(self, name: str, at: Node, node: Node, rule: str) -> Choice | None:
        if not self._is_new(name, at, "choice"):
            return None
        if isinstance(node, ScalarNode):
            return Choice(name, RuleText(node.text, node), False, None, None, False, (), {}, rule, at)
        if isinstance(node, SequenceNode):
            quoted = ", ".join(f"'{item.text}'" for item in node.items if isinstance(item, ScalarNode))
            self._add("this is no expression", node, f'put a list of words in quotes: "[{quoted}]"')
            return None
        reader = self._fields(node, f"choice '{name}'")
        rule = self._rule(reader) or rule
        among, least, most = (self._expression(reader.node_of(key)) for key in ("in", "from", "to"))
        exact = reader.node_of("is")
        among = among or self._expression(exact)
        if among is None and (least is None or most is None):
            self._add(f"choice '{name}' does not say what can be chosen", at, "write in: hand, or from: 1, to: 5")
            return None
        refusal = self._words(reader, "else")
        needs = self._needs(reader.node_of("need"), refusal, rule)
        optional = reader.flag("or nothing")
        choice = Choice(name, among, exact is not None, least, most, optional, needs, refusal, rule, at)
        reader.finish()
        return choice

    def _needs(self, node: Node | None, refusal: Words | None = None, rule: str = "") -> tuple[ActionCondition, ...]:
        """Conditions: one expression, or several with their words."""
        found = []
        for item in node.items if isinstance(node, SequenceNode) else () if node is None else (node,):
            if isinstance(item, MappingNode):
                reader = FieldReader(item, "the condition", self.findings)
                that = self._expression(reader.node_of("that", required=True))
                need_rule = self._rule(reader) or rule
                text = self._words(reader, "else") or refusal or {}
                reader.finish()
            else:
                that, need_rule, text = self._expression(item), rule, refusal or {}
            if that is not None:
                found.append(ActionCondition(that, text, need_rule))
        return tuple(found)


def _misspelt(key: str, reader: FieldReader) -> bool:
    """Whether an unknown key may be meant to be *key*, so that it is not missing as well."""
    return any(name not in TOP_KEYS and did_you_mean(name, [key]) for name in reader.names())


def _plain(node: Node) -> Any:
    text = node.text if isinstance(node, ScalarNode) else ""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _one_entry(key: str, node: ScalarNode | SequenceNode) -> MappingNode:
    """A mapping with one entry, at the place of *node*."""
    mapping = MappingNode(node.source, node.start)
    name = ScalarNode(node.source, node.start, node.start, key, False)
    mapping.entries[key], mapping.keys[key] = node, name
    return mapping


def read_rules(source: Source, findings: Findings) -> Specification | None:
    """The rules in *source*; None after findings."""
    return RulesReader(source, findings).read()


__all__ = ["Mapping", "read_rules"]

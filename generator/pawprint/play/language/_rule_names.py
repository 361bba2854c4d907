"""What the rules of a game declare, for the expressions in them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pawprint.play.language._expression_code import Code, ExpressionFault, RulesTooLarge, Stored, together
from pawprint.play.language._record_table import RecordTable
from pawprint.play.language.grid import GridZone
from pawprint.play.language.groups import GroupZone
from pawprint.play.language.rule_types import NODE, NOTHING_TYPE, PIECE, TEXT_TYPE, RuleType
from pawprint.play.language.specification import Definition, RuleText

#: The most calls of definitions in one expression, those in definitions included, and definitions by kinds of values.
MOST_CALLS, MOST_DEFINED = 5_000, 2_000
#: A constant as Python.
_CONSTANT = re.compile(r"-?[0-9]+|True|False|'[^'\\\\]*'|\(\)")
#: The most definitions that are written where they are used.
_MOST_INLINED = 500
#: A definition of cards alone that is longer, for so many cards, is worked out once for all of them.
_SHORT = 80
#: A definition whose values are names is written in its place, unless it is long.
_SIMPLE, _LONG = re.compile(r"[\w.\[\]]+|-1|'[^'\\]*'"), 1_500


class RuleScope:
    """What an expression can name.

    Attributes:
        me: the Python of the seat that acts.
        names: the author's names here: choices, entries of lists, parameters.
    """

    def __init__(self, program: "RuleNames", me: str, names: Mapping[str, Code]) -> None:
        self.program, self.me, self.names = program, me, names

    def with_names(self, more: Mapping[str, Code]) -> "RuleScope":
        return RuleScope(self.program, self.me, {**self.names, **more})

    def with_only(self, names: Mapping[str, Code]) -> "RuleScope":
        """The same with other names in place of those here."""
        return RuleScope(self.program, self.me, names)

    def for_player(self, me: str) -> "RuleScope":
        return RuleScope(self.program, me, self.names)


class RuleNames:
    """All that the rules of one game declare, for the expressions in them.

    Attributes:
        tables: the Python names of the tables of fields -> what is in them.
    """

    def __init__(self, records: RecordTable, players: int, compile: Callable[..., Code]) -> None:
        self.records, self.players = records, players
        self._compile = compile
        self.stored: dict[str, Stored] = {}
        self.constants: dict[str, Any] = {}
        self.definitions: Mapping[str, Definition] = {}
        self.functions: Mapping[str, Any] = {}
        self.tables: dict[str, Any] = {}
        self.size = max(len(records.pieces()), 1)
        self._defined: dict[tuple[str, tuple[RuleType, ...]], tuple[str, Code]] = {}
        self._open: list[str] = []
        #: Definitions that depend on cards alone, and their tables: Python names, and the types of the cards.
        self._tabled: dict[tuple[str, tuple[RuleType, ...]], tuple[str, Code] | None] = {}
        self.card_tables: list[tuple[str, tuple[RuleType, ...]]] = []
        self.loops = 0
        self._inlined = 0
        self.action_names: list[str] = []
        #: The zones and values that have been read, and `tokens` of a forest.
        self.read: set[str] = set()
        self.forest = ""
        self.grid: GridZone | None = None
        self.groups: Mapping[str, GroupZone] = {}
        self.words: Mapping[str, tuple[str, ...]] = {}
        self.edition = ""
        self.editions: Mapping[str, Any] = {}
        #: Conditions on a kind, or on it and another one, as of `node_sets`.
        self.kind_sets: list[tuple[str, str, tuple[str, ...]]] = []
        #: Conditions that depend on a node alone, or on it and a kind: Python, and their names.
        self.node_sets: list[tuple[str, str, tuple[str, ...]]] = []
        #: The calls of definitions in the expression that is compiled, and in each definition.
        self.calls = 0
        self._calls: dict[str, int] = {}
        #: The functions of definitions, as lines of Python, with what is written in the YAML.
        self.function_lines: list[tuple[str, RuleText]] = []
        self.used: set[str] = set()

    def table(self, path: tuple[str, ...], by_node: bool = False) -> str:
        """The name of the table of a field, by kind, or by card of a forest."""
        name = ("N_" if by_node else "F_") + "_".join(path)
        if name not in self.tables:
            values = self.records.values(path)
            self.tables[name] = (*(values[kind] for kind in self.records.kind_of), None) if by_node else values
        return name

    def node_set(self, text: str, variable: str, others: Sequence[str]) -> str:
        """The Python of the set of the nodes for which a condition is true; by a kind, if it depends on one.

        Args:
            others: no name, or that of the kind.
        """
        name = f"M{len(self.node_sets)}"
        self.node_sets.append((text, variable, tuple(others)))
        return name + "".join(f"[a_{name_}]" for name_ in others)

    def kind_set(self, text: str, variable: str, others: Sequence[str]) -> str:
        """The Python of the set of the kinds for which a condition is true; see `node_set`."""
        name = f"B{len(self.kind_sets)}"
        self.kind_sets.append((text, variable, tuple(others)))
        return name + "".join(f"[a_{other}]" for other in others)

    def text_table(self, base: Code, name: str, words: Sequence[str]) -> Code:
        """A word that every record has."""
        by_node = base.type.kind == NODE
        table = f"{'N' if by_node else 'F'}_{name}"
        self.tables.setdefault(table, tuple(words[kind] for kind in self.records.kind_of) if by_node else tuple(words))
        return base._replace(text=f"{table}[{base.text}]", type=TEXT_TYPE, zone="", source="")

    def default_table(self, found: str, value: str) -> str:
        """The Python of a field with a value for cards without it; "" if that needs no table."""
        match = re.match(r"([FN]_\w+)\[", found)
        if match is None or not _CONSTANT.fullmatch(value):
            return ""
        name = f"{match[1]}_else_{len(self.tables)}"
        other = eval(value, {"__builtins__": {}})
        known = [key for key, table in self.tables.items() if key.startswith(f"{match[1]}_else_")]
        table = tuple(other if cell is None else cell for cell in self.tables[match[1]])
        name = next((key for key in known if self.tables[key] == table), name)
        self.tables[name] = table
        return f"{name}{found[len(match[1]) :]}"

    def as_set(self, text: str) -> str:
        """The Python of a list of a field as one in which a value is found quickly."""
        match = re.match(r"([FN]_\w+)\[", text)
        if match is None or not text.endswith("]"):
            return text
        name = f"S{match[1]}"
        self.tables.setdefault(
            name, tuple(frozenset(table) if isinstance(table, tuple) else table for table in self.tables[match[1]])
        )
        return f"S{text}"

    def compile(self, text: RuleText, scope: RuleScope, wanted: RuleType | None = None) -> Code:
        """An expression as Python; a word is the card that it names where a card is *wanted*.

        Raises:
            ExpressionFault: it is wrong.
        """
        return self._compile(self, text, scope, wanted)

    def _card_table(self, definition: Definition, arguments: Sequence[Code]) -> Code | None:
        """A definition that depends on one or two cards alone, if it is long: a look into a table; None for others."""
        name, types = definition.name, tuple(argument.type for argument in arguments)
        if not 0 < len(types) < 3 or any(type_.kind != PIECE for type_ in types) or name in self._open:
            return None
        key = (name, types)
        if key not in self._tabled:
            self._tabled[key] = None
            names = {
                parameter: Code(f"a_{parameter}", kind, frozenset([parameter]))
                for parameter, kind in zip(definition.parameters, types, strict=True)
            }
            self._open.append(name)
            try:
                code = self.compile(definition.body, RuleScope(self, "", names))
            except (ExpressionFault, DefinitionFault):
                return None
            finally:
                self._open.pop()
            if code.static and (code.loops or len(code.text) > _SHORT // len(types)):
                python = f"D{len(self.card_tables)}_{name}"
                parameters = ", ".join(f"a_{parameter}" for parameter in definition.parameters)
                line = f"def t_{python}({parameters}): return {code.text}"
                self.card_tables.append((python, types))
                self.function_lines.append((line, definition.body))
                self._tabled[key] = (python, code)
        found = self._tabled[key]
        if found is None:
            return None
        python, code = found
        text = python + "".join(f"[{argument.text}]" for argument in arguments)
        return together(text, code.type, *arguments)

    def call(self, name: str, arguments: Sequence[Code], me: str) -> Code:
        """The call of a definition; the first one with arguments of these types writes its function."""
        definition = self.definitions[name]
        table = self._card_table(definition, arguments)
        if table is not None:
            return table
        self._inlined += 1
        if (
            self._inlined < _MOST_INLINED
            and name not in self._open
            and all(_SIMPLE.fullmatch(argument.text) for argument in arguments)
        ):
            names = dict(zip(definition.parameters, arguments, strict=True))
            self._open.append(name)
            try:
                code = self.compile(definition.body, RuleScope(self, me if me != "-1" else "", names))
            except ExpressionFault as fault:
                raise DefinitionFault(fault, definition.body) from None
            finally:
                self._open.pop()
            if len(code.text) < _LONG:
                return code
        types = tuple(argument.type for argument in arguments)
        key = (name, types)
        if name in self._open:
            raise ExpressionFault(f"'{name}' is defined by itself", "a definition cannot need its own value")
        if key not in self._defined:
            if len(self._defined) > MOST_DEFINED:
                raise RulesTooLarge(f"definitions are used with more than {MOST_DEFINED:,} kinds of values")
            self._open.append(name)
            outer, self.calls = self.calls, 1
            python = f"d{len(self._defined)}_{name}"
            self._defined[key] = (python, Code("", NOTHING_TYPE))
            names = {
                parameter: Code(f"a_{parameter}", kind, frozenset([parameter]))
                for parameter, kind in zip(definition.parameters, types, strict=True)
            }
            try:
                code = self.compile(definition.body, RuleScope(self, "me", names))
            except ExpressionFault as fault:
                raise DefinitionFault(fault, definition.body) from None
            finally:
                self._open.pop()
                del self._defined[key]
                self._calls[python], self.calls = self.calls, outer
            parameters = ", ".join(["s", "me", *(f"a_{parameter}" for parameter in definition.parameters)])
            self.function_lines.append((f"def {python}({parameters}): return {code.text}", definition.body))
            self._defined[key] = (python, code)
        python, code = self._defined[key]
        self.calls += self._calls[python]
        if self.calls > MOST_CALLS:
            message = f"'{name}' is worked out with more than {MOST_CALLS:,} definitions"
            raise ExpressionFault(message, "let definitions need each other less often")
        used = frozenset().union(*(argument.names for argument in arguments)) if arguments else frozenset()
        secret = code.secret or next((argument.secret for argument in arguments if argument.secret), "")
        loops = max([code.loops, *(argument.loops for argument in arguments)])
        return Code(
            f"{python}({', '.join(['s', me, *(argument.text for argument in arguments)])})",
            code.type, used, secret, "", loops, static=False,
        )  # fmt: skip


class DefinitionFault(Exception):
    """The body of a definition is wrong."""

    def __init__(self, fault: ExpressionFault, text: RuleText) -> None:
        super().__init__(fault.message)
        self.fault, self.text = fault, text

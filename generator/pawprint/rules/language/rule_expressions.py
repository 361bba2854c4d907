"""Conditions and amounts of rules -> Python, with their types checked.

The grammar is that of Python, of which only a part is allowed: names, fields, comparisons, `and or not`, `+ - * // %`,
`x if c else y`, lists, and `any(... for card in hand)`. Python's own parser reads them, nothing else of it is used.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pawprint.core.registry import suggest
from pawprint.rules.language.expression_code import (
    Code,
    ExpressionFault,
    Stored,
    constant_code,
    looped,
    stored_code,
    syntax_fault,
    together,
)  # fmt: skip
from pawprint.rules.language.expression_functions import FUNCTIONS, example_of, function_name
from pawprint.rules.language.record_table import FieldFault, RecordTable
from pawprint.rules.language.rule_operators import DATA_KINDS, OperatorCompiler
from pawprint.rules.language.rule_types import (
    FLAG_TYPE,
    LIST,
    NOTHING_TYPE,
    NUMBER_TYPE,
    PIECE,
    PLAYER_TYPE,
    TEXT,
    TEXT_TYPE,
    RuleType,
    list_of,
)  # fmt: skip
from pawprint.rules.language.specification import Definition, RuleText
from pawprint.templates.expressions import MAX_TEMPLATE, SYNTAX_HELP

#: Loops within loops of one expression, and the deepest that an expression may be nested.
MOST_LOOPS, DEEPEST = 3, 40
#: The largest number that can be written.
MOST_NUMBER = 10**9


class RuleScope:
    """What an expression can name.

    Attributes:
        me: the Python of the seat that acts.
        names: the author's names here: choices, entries of lists, parameters.
    """

    def __init__(self, program: "RuleNames", me: str, names: Mapping[str, Code]) -> None:
        self.program, self.me, self.names = program, me, names

    def with_names(self, more: Mapping[str, Code]) -> "RuleScope":
        """The same with more names."""
        return RuleScope(self.program, self.me, {**self.names, **more})

    def for_player(self, me: str) -> "RuleScope":
        """The same where another player acts."""
        return RuleScope(self.program, me, self.names)


class RuleNames:
    """All that the rules of one game declare, for the expressions in them.

    Attributes:
        stored: zones and values.
        constants: options and numbers.
        tables: the Python names of the tables of fields -> what is in them.
    """

    def __init__(self, records: RecordTable, players: int) -> None:
        self.records, self.players = records, players
        self.stored: dict[str, Stored] = {}
        self.constants: dict[str, Any] = {}
        self.definitions: Mapping[str, Definition] = {}
        self.functions: Mapping[str, Any] = {}
        self.tables: dict[str, Any] = {}
        self._defined: dict[tuple[str, tuple[RuleType, ...]], tuple[str, Code]] = {}
        self._open: list[str] = []
        #: The functions of definitions, as lines of Python, with what is written in the YAML.
        self.function_lines: list[tuple[str, RuleText]] = []
        self.used: set[str] = set()

    def table(self, path: tuple[str, ...]) -> str:
        """The name of the table of a field."""
        name = "F_" + "_".join(path)
        if name not in self.tables:
            self.tables[name] = self.records.values(path)
        return name

    def compile(self, text: RuleText, scope: RuleScope) -> Code:
        """An expression as Python.

        Raises:
            ExpressionFault: it is wrong.
        """
        return ExpressionCompiler(self, text).compile(scope)

    def call(self, name: str, arguments: Sequence[Code], me: str) -> Code:
        """The call of a definition; the first one with arguments of these types writes its function."""
        definition = self.definitions[name]
        types = tuple(one.type for one in arguments)
        key = (name, types)
        if key not in self._defined:
            if name in self._open:
                raise ExpressionFault(f"'{name}' is defined by itself", "a definition cannot need its own value")
            self._open.append(name)
            python = f"d{len(self._defined)}_{name}"
            self._defined[key] = (python, Code("", NOTHING_TYPE))
            names = {
                one: Code(f"a_{one}", kind, frozenset([one]))
                for one, kind in zip(definition.parameters, types, strict=True)
            }
            try:
                code = self.compile(definition.body, RuleScope(self, "me", names))
            except ExpressionFault as fault:
                raise DefinitionFault(fault, definition.body) from None
            finally:
                self._open.pop()
                del self._defined[key]
            parameters = ", ".join(["s", "me", *(f"a_{one}" for one in definition.parameters)])
            self.function_lines.append((f"def {python}({parameters}): return {code.text}", definition.body))
            self._defined[key] = (python, code)
        python, code = self._defined[key]
        used = frozenset().union(*(one.names for one in arguments)) if arguments else frozenset()
        secret = code.secret or next((one.secret for one in arguments if one.secret), "")
        loops = max([code.loops, *(one.loops for one in arguments)])
        return Code(
            f"{python}({', '.join(['s', me, *(one.text for one in arguments)])})", code.type, used, secret, "", loops
        )


class DefinitionFault(Exception):
    """The body of a definition is wrong."""

    def __init__(self, fault: ExpressionFault, text: RuleText) -> None:
        super().__init__(fault.message)
        self.fault, self.text = fault, text


class ExpressionCompiler(OperatorCompiler):
    """Compiles one expression."""

    def compile(self, scope: RuleScope) -> Code:
        written = self.text.text.strip()
        if len(written) > MAX_TEMPLATE:
            raise ExpressionFault(f"an expression of {len(written):,} characters", "give parts of it names in 'define'")
        skipped = len(self.text.text) - len(self.text.text.lstrip())
        try:
            tree = ast.parse(written.replace("\n", " "), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise syntax_fault(written, error, skipped) from None
        code = self.visit(tree, scope)
        if code.loops > MOST_LOOPS:
            raise ExpressionFault(f"more than {MOST_LOOPS} loops within each other", "look at fewer lists at once")
        return code

    def visit(self, node: ast.AST, scope: RuleScope) -> Code:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.fault("it is nested too deeply", "give parts of it names in 'define'", node)
        method: Callable[[Any, RuleScope], Code] | None = getattr(self, f"visit_{type(node).__name__}", None)
        if method is None:
            what = _NOT_ALLOWED.get(type(node).__name__, "this")
            raise self.fault(f"{what} cannot be used in rules", SYNTAX_HELP, node)
        code = method(node, scope)
        self.depth -= 1
        return code

    # --- values ---------------------------------------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant, scope: RuleScope) -> Code:
        value = node.value
        if isinstance(value, bool):
            return Code(str(value), FLAG_TYPE)
        if isinstance(value, int):
            if value > MOST_NUMBER:
                raise self.fault(f"{value} is too large", f"numbers go up to {MOST_NUMBER:,}", node)
            return Code(str(value), NUMBER_TYPE)
        if isinstance(value, str):
            return Code(repr(value), RuleType(TEXT, values=frozenset([value])))
        raise self.fault(f"{value!r} cannot be used in rules", "there are whole numbers and words in quotes", node)

    def visit_Name(self, node: ast.Name, scope: RuleScope) -> Code:
        name, program = node.id, self.program
        if name in scope.names:
            return scope.names[name]
        if name == "me":
            if not scope.me:
                raise self.fault("nobody acts here, so there is no 'me'", "use a loop: each player: [...]", node)
            return Code(scope.me, PLAYER_TYPE)
        if name == "players":
            return Code(str(program.players), NUMBER_TYPE)
        if name == "everyone":
            return Code(str(tuple(range(program.players))), list_of(PLAYER_TYPE))
        if name == "others" and scope.me:
            return Code(f"OTHERS[{scope.me}]", list_of(PLAYER_TYPE))
        if name == "nothing":
            return Code("None", NOTHING_TYPE)
        if name in ("true", "false"):
            return Code(name.title(), FLAG_TYPE)
        if name in program.constants:
            program.used.add(name)
            return constant_code(program.constants[name])
        if name in program.stored:
            return self.stored(program.stored[name], scope, None, node)
        if name in program.definitions:
            if program.definitions[name].parameters:
                example = f"{name}({', '.join(program.definitions[name].parameters)})"
                raise self.fault(f"'{name}' needs its values", f"write {example}", node)
            return self.defined(name, [], scope, node)
        raise self.unknown(name, scope, node)

    def unknown(self, name: str, scope: RuleScope, node: ast.AST) -> ExpressionFault:
        """No such name; it may be a word without quotes."""
        program = self.program
        known = [
            *scope.names, *program.stored, *program.constants, *program.definitions, "me", "players", "everyone",
            "others", "points", "nothing",
        ]  # fmt: skip
        help = suggest(name, known, "there are")
        if name in program.records.kinds or any(name in _words_of(value) for value in program.tables.values()):
            help = f"put a word in quotes: '{name}'"
        return self.fault(f"there is no '{name}'", help, node)

    def stored(self, one: Stored, scope: RuleScope, seat: Code | None, node: ast.AST) -> Code:
        """A zone or a value, of *seat* or of the player who acts."""
        if not one.each:
            if seat is not None:
                raise self.fault(f"there is only one '{one.name}'", f"write {one.name} without [ ]", node)
            secret = one.name if one.is_zone and one.seen != "open" else ""
            return stored_code(one, one.text, frozenset(), secret)
        if seat is None:
            if not scope.me:
                help = f"name the player: {one.name}[player], in a loop: each player: [...]"
                raise self.fault(f"each player has a '{one.name}', and nobody acts here", help, node)
            seat = Code(scope.me, PLAYER_TYPE)
        secret = ""
        if one.is_zone and (one.seen == "hidden" or (one.seen == "owner" and seat.text != scope.me)):
            secret = one.name
        return stored_code(one, one.text.format(seat.text), seat.names, seat.secret or secret)

    def visit_Attribute(self, node: ast.Attribute, scope: RuleScope) -> Code:
        path: list[str] = []
        inner: ast.AST = node
        while isinstance(inner, ast.Attribute):
            path.insert(0, inner.attr)
            inner = inner.value
        base = self.visit(inner, scope)
        return self.field(base, tuple(path), node)

    def field(self, base: Code, path: tuple[str, ...], node: ast.AST, anyway: bool = False) -> Code:
        """A field of a piece; a chain of them follows references."""
        if base.type.kind == LIST:
            help = "name one card of it: first(...), or loop: any(card.field for card in ...)"
            raise self.fault(f"a list has no field '{path[0]}'", help, node)
        if base.type.kind != PIECE:
            raise self.fault(f"{base.type.words} has no field '{path[0]}'", "only cards have fields", node)
        records = self.program.records
        if path == ("id",):
            self.program.tables.setdefault("F_id", tuple(records.ids))
            return base._replace(text=f"F_id[{base.text}]", type=TEXT_TYPE, zone="")
        if path == ("component",):
            self.program.tables.setdefault("F_component", tuple(records.components))
            return base._replace(text=f"F_component[{base.text}]", type=TEXT_TYPE, zone="")
        for count in range(len(path), 0, -1):
            try:
                kind = records.type_of(base.type.components, path[:count], anyway)
            except FieldFault as fault:
                if count > 1:
                    continue
                raise self.fault(fault.message, fault.help, node) from None
            code = base._replace(text=f"{self.program.table(path[:count])}[{base.text}]", type=kind, zone="")
            code = code._replace(source="")
            return code if count == len(path) else self.field(code, path[count:], node, anyway)
        raise AssertionError

    def visit_Subscript(self, node: ast.Subscript, scope: RuleScope) -> Code:
        index = self.visit(node.slice, scope)
        if (
            isinstance(node.value, ast.Name)
            and node.value.id in self.program.stored
            and node.value.id not in scope.names
        ):
            one = self.program.stored[node.value.id]
            if one.each:
                self.want(index, DATA_KINDS, "a player", node.slice)
                return self.stored(one, scope, index, node)
        base = self.visit(node.value, scope)
        if base.type.kind != LIST or base.type.item is None:
            raise self.fault(f"{base.type.words} has no parts", "only lists and what each player has take [ ]", node)
        self.want(index, DATA_KINDS, "a number", node.slice)
        code = together(f"{base.text}[{index.text}]", base.type.item, base, index)
        return code._replace(source=base.source)

    def visit_List(self, node: ast.List, scope: RuleScope) -> Code:
        parts = [self.visit(one, scope) for one in node.elts]
        item: RuleType = parts[0].type if parts else NOTHING_TYPE
        for part, at in zip(parts, node.elts, strict=True):
            joined = item.joined(part.type)
            if joined is None:
                raise self.fault(f"a list of {item.words} and {part.type.words}", "a list has values of one kind", at)
            item = joined
        return together(f"({''.join(f'{part.text}, ' for part in parts)})", list_of(item), *parts)

    visit_Tuple = visit_List

    # --- lists ----------------------------------------------------------------------------------------------

    def visit_ListComp(self, node: ast.ListComp, scope: RuleScope) -> Code:
        value, loop, inner = self.loop(node, scope)
        return looped(f"[{value.text}{loop}]", list_of(value.type), value, inner)._replace(source=value.source)

    def loop(self, node: Any, scope: RuleScope) -> tuple[Code, str, Code]:
        """The value of each turn of `VALUE for NAME in LIST if CONDITION`, the loop as Python, and what it reads."""
        text, read = "", Code("", NOTHING_TYPE)
        for part in node.generators:
            if not isinstance(part.target, ast.Name):
                raise self.fault("a loop has one name", "write: for card in hand", part.target)
            items = self.visit(part.iter, scope)
            if items.type.kind != LIST or items.type.item is None:
                raise self.fault(f"this should be a list, and is {items.type.words}", "loop over a zone", part.iter)
            name = part.target.id
            own = Code(f"a_{name}", items.type.item, frozenset([name]), items.secret, source=items.source)
            scope = scope.with_names({name: own})
            text += f" for a_{name} in {items.text}"
            read = looped("", NOTHING_TYPE, read, items)
            for condition in part.ifs:
                test = self.visit(condition, scope).size_only()
                text += f" if {test.text}"
                read = together("", NOTHING_TYPE, read, test._replace(names=test.names - {name}))
        value = self.visit(node.elt, scope)
        own_names = {part.target.id for part in node.generators if isinstance(part.target, ast.Name)}
        read = read._replace(names=read.names - own_names)
        return value._replace(names=value.names - own_names), text, read

    def visit_GeneratorExp(self, node: ast.GeneratorExp, scope: RuleScope) -> Code:
        raise self.fault("a loop stands in a call", "write any(card.level > 2 for card in hand)", node)

    def visit_Call(self, node: ast.Call, scope: RuleScope) -> Code:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.fault("this cannot be called", f"functions are {', '.join(sorted(FUNCTIONS))}", node)
        name = node.func.id
        if name in self.program.definitions:
            return self.defined(name, [self.visit(one, scope) for one in node.args], scope, node)
        if name in self.program.functions:
            found: Code = self.program.functions[name](self, [self.visit(one, scope) for one in node.args], scope)
            return found
        function = FUNCTIONS.get(name)
        if function is None:
            known = [*FUNCTIONS, *self.program.definitions, *self.program.functions]
            raise self.fault(f"there is no function '{name}'", suggest(name, known, "functions are"), node)
        return function(self, node, scope)

    def defined(self, name: str, arguments: list[Code], scope: RuleScope, node: ast.AST) -> Code:
        wanted = self.program.definitions[name].parameters
        if len(arguments) != len(wanted):
            example = f"{name}({', '.join(wanted)})"
            raise self.fault(f"'{name}' takes {len(wanted)} values, not {len(arguments)}", f"write {example}", node)
        try:
            code: Code = self.program.call(name, arguments, scope.me or "-1")
            return code
        except ExpressionFault as fault:
            raise self.fault(fault.message, fault.help, node) from None

    def one_list(self, node: ast.Call, scope: RuleScope) -> Code:
        """The only argument of a function, a list."""
        if len(node.args) != 1:
            raise self.fault(f"{function_name(node)} takes one list", example_of(node), node)
        items = self.visit(node.args[0], scope)
        if items.type.kind != LIST or items.type.item is None:
            raise self.fault(f"this should be a list, and is {items.type.words}", example_of(node), node.args[0])
        return items

    def one_loop(self, node: ast.Call) -> ast.GeneratorExp | None:
        """The loop that is the only argument of a function; None if it is something else."""
        only = node.args[0] if len(node.args) == 1 else None
        return only if isinstance(only, ast.GeneratorExp) else None


_NOT_ALLOWED = {
    "Lambda": "a function", "Dict": "a mapping", "Set": "a set", "JoinedStr": "a text with values", "Await": "await",
    "Starred": "a star", "NamedExpr": "':='", "SetComp": "a set", "DictComp": "a mapping", "Slice": "a part of a list",
}  # fmt: skip


def _words_of(table: Any) -> set[str]:
    return {one for one in table if isinstance(one, str)}

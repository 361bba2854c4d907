"""Conditions and amounts of rules -> Python, with their types checked.

The grammar is that of Python, of which only a part is allowed: names, fields, comparisons, `and or not`, `+ - * // %`,
`x if c else y`, lists, and `any(... for card in hand)`. Python's own parser reads them, nothing else of it is used.
"""

import ast
import re
from collections.abc import Callable
from typing import Any

from pawprint.core.registry import suggest
from pawprint.play._zone_state import HIDDEN
from pawprint.play.language import rule_types as types
from pawprint.play.language._entry_values import Axis, filled_text
from pawprint.play.language._expression_code import (
    Code,
    ExpressionFault,
    Stored,
    constant_code,
    looped,
    stored_code,
    syntax_fault,
    together,
)  # fmt: skip
from pawprint.play.language._expression_functions import EXAMPLES, FUNCTIONS, example_of, function_name
from pawprint.play.language._node_sets import KindSets, NodeSets
from pawprint.play.language._record_table import FieldFault
from pawprint.play.language._rule_names import RuleNames, RuleScope
from pawprint.play.language._rule_operators import DATA_KINDS, OperatorCompiler
from pawprint.play.language.grid import face_down, of_place
from pawprint.play.language.groups import ROW
from pawprint.play.language.specification import RuleText
from pawprint.source.templates.expressions import MAX_TEMPLATE, SYNTAX_HELP

# --- entry compiler ---------------------------------------------------------------------------------------------------

# Expressions such as `food['plant']` and `force[card]`: a value or a zone of one word, card or player -> Python.


#: A word of a field as Python, and a word.
_FIELD, _WORD = re.compile(r"([FN]_\w+)\[(.+)\]"), re.compile(r"'([^'\\]*)'")


class EntryCompiler(OperatorCompiler):
    """Compiles values and zones of which there are several; `ExpressionCompiler` compiles the rest of an expression."""

    def words_of(self, name: str) -> Code:
        words = self.program.words[name]
        return Code(str(tuple(words)), types.list_of(types.RuleType(types.TEXT, values=frozenset(words))))

    def all_of(self, stored: Stored) -> Code:
        places = [filled_text(stored, [str(place)]) for place in range(len(stored.axes[0].entries))]
        return Code(f"({', '.join(f'*{text}' for text in places)})", stored.type, static=False)

    def of_pair(self, stored: Stored, first: Code, second: Code | None, node: ast.AST) -> Code:
        """What a player has of another, or of all as a list."""
        for part in (first, second):
            if part is not None:
                self.want(part, DATA_KINDS, "a player", node)
        if second is not None:
            code = together(stored.text.format(first.text, second.text), stored.type, first, second)
        else:
            start = stored.text[2:-1].format(first.text, "0")
            code = together(f"v[{start}:{start} + {self.program.players}]", types.list_of(stored.type), first)
        return code._replace(static=False)

    def entry(self, node: ast.Subscript, scope: Any) -> Code | None:
        """The value or the zone of a word, a card or a player; None if there is only one for all, or for players alone.

        Where the first of two is the player who acts, it need not be named.
        """
        slices: list[ast.expr] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Subscript):
            slices.insert(0, inner.slice)
            inner = inner.value
        stored = (
            self.program.stored.get(inner.id) if isinstance(inner, ast.Name) and inner.id not in scope.names else None
        )
        if stored is None or not stored.axes or len(slices) > len(stored.axes):
            return None
        self.program.read.add(stored.name)
        codes = [self.visit(part, scope) for part in slices]
        parts: list[ast.expr] = slices
        if len(codes) < len(stored.axes) and stored.axes[0].kind == types.PLAYER and scope.me:
            codes, parts = [Code(scope.me, types.PLAYER_TYPE, static=False), *codes], [node, *slices]
        if len(codes) < len(stored.axes):
            example = "][".join(axis.name for axis in stored.axes)
            raise self.fault(
                f"'{stored.name}' needs {len(stored.axes)} entries", f"write {stored.name}[{example}]", node
            )
        indexes = [self.index(axis, code, at) for axis, code, at in zip(stored.axes, codes, parts, strict=True)]
        read = together("", stored.type, *codes)
        return stored_code(stored, filled_text(stored, indexes), read.names, read.secret)

    def index(self, axis: Axis, code: Code, node: ast.AST) -> str:
        if axis.kind == types.PLAYER:
            self.want(code, DATA_KINDS, "a player", node)
            return code.text
        if axis.kind == types.PIECE:
            code = self.matched(code, types.RuleType(types.PIECE, None, frozenset([axis.name])), node)
            self.want(code, (types.PIECE,), "a card", node)
            if not code.type.components <= {axis.name}:
                raise self.fault(f"not all of these cards are {axis.name}", f"name one of the {axis.name}", node)
            return code.text
        self.want(code, (types.TEXT,), "a word", node)
        known = code.type.values or frozenset()
        wrong = sorted(known - {*axis.entries})
        if wrong and len(wrong) == len(known):
            raise self.fault(f"'{axis.name}' has no '{wrong[0]}'", suggest(wrong[0], axis.entries, "it has"), node)
        word, field = _WORD.fullmatch(code.text), _FIELD.fullmatch(code.text)
        if word is not None:
            return str(axis.entries.index(word[1]))
        table = self.program.tables.get(field[1]) if field is not None else None
        if field is None or table is None:
            return f"I_{axis.name}[{code.text}]"
        places = {entry: place for place, entry in enumerate(axis.entries)}
        self.program.tables[f"{field[1]}_in_{axis.name}"] = tuple(places.get(key) for key in table)
        return f"{field[1]}_in_{axis.name}[{field[2]}]"


#: Loops within loops of one expression, and the deepest that an expression may be nested.
MOST_LOOPS, DEEPEST = 3, 40
#: The most combinations of cards that one loop may look at.
MOST_COMBINED = 10**7
#: The largest number that can be written.
MOST_NUMBER = 10**9


class ExpressionCompiler(EntryCompiler):
    """Compiles one expression."""

    def compile(self, scope: RuleScope, wanted: types.RuleType | None = None) -> Code:
        written = self.text.text.strip()
        if len(written) > MAX_TEMPLATE:
            raise ExpressionFault(f"an expression of {len(written):,} characters", "give parts of it names in 'define'")
        skipped = len(self.text.text) - len(self.text.text.lstrip())
        try:
            tree = ast.parse(written.replace("\n", " "), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise syntax_fault(written, error, skipped) from None
        code = self.visit(tree, scope)
        if wanted is not None and wanted.kind in (types.PIECE, types.PLACE):
            code = self.matched(code, wanted, tree)
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
            return Code(str(value), types.FLAG_TYPE)
        if isinstance(value, int):
            if value > MOST_NUMBER:
                raise self.fault(f"{value} is too large", f"numbers go up to {MOST_NUMBER:,}", node)
            return Code(str(value), types.NUMBER_TYPE)
        if isinstance(value, str):
            return Code(repr(value), types.RuleType(types.TEXT, values=frozenset([value])))
        raise self.fault(f"{value!r} cannot be used in rules", "there are whole numbers and words in quotes", node)

    def visit_Name(self, node: ast.Name, scope: RuleScope) -> Code:
        name, program = node.id, self.program
        if name in scope.names:
            return scope.names[name]
        if name == "me":
            if not scope.me:
                raise self.fault("nobody acts here, so there is no 'me'", "use a loop: each player: [...]", node)
            return Code(scope.me, types.PLAYER_TYPE, static=False)
        if name == "nobody":
            return Code("-1", types.PLAYER_TYPE)
        if name == "players":
            return Code(str(program.players), types.NUMBER_TYPE)
        if name == "everyone":
            return Code(str(tuple(range(program.players))), types.list_of(types.PLAYER_TYPE))
        if name == "others" and scope.me:
            return Code(f"OTHERS[{scope.me}]", types.list_of(types.PLAYER_TYPE), static=False)
        if name == "nothing":
            return Code("None", types.NOTHING_TYPE)
        if name in ("true", "false"):
            return Code(name.title(), types.FLAG_TYPE)
        if name in program.constants:
            program.used.add(name)
            return constant_code(program.constants[name])
        if name in program.stored:
            program.read.add(name)
            return self.stored(program.stored[name], scope, None, node)
        if name in program.words:
            return self.words_of(name)
        if name == "edition":
            known = frozenset([program.edition, *program.records.game.editions, *program.editions])
            return Code(repr(program.edition), types.RuleType(types.TEXT, values=known))
        if name in program.definitions:
            if program.definitions[name].parameters:
                example = f"{name}({', '.join(program.definitions[name].parameters)})"
                raise self.fault(f"'{name}' needs its values", f"write {example}", node)
            return self.defined(name, [], scope, node)
        raise self.unknown(name, scope, node)

    def unknown(self, name: str, scope: RuleScope, node: ast.AST) -> ExpressionFault:
        program = self.program
        known = [
            *scope.names, *program.stored, *program.constants, *program.definitions, "me", "players", "everyone",
            "others", "points", "nothing",
        ]  # fmt: skip
        help = suggest(name, {*known}, "there are")
        if name in program.records.kinds or any(name in _words_of(value) for value in program.tables.values()):
            help = f"put a word in quotes: '{name}'"
        if name in FUNCTIONS:
            help = f"write {EXAMPLES[name]}"
        return self.fault(f"there is no '{name}'", help, node)

    def stored(self, stored: Stored, scope: RuleScope, seat: Code | None, node: ast.AST) -> Code:
        if stored.axes and stored.is_zone:
            return self.all_of(stored)
        if stored.axes:
            raise self.fault(
                f"there is a '{stored.name}' for each {stored.axes[0].name}", f"write {stored.name}[...]", node
            )
        if stored.pairs and seat is None:
            raise self.fault(f"each player has a '{stored.name}' for each", f"write {stored.name}[me][player]", node)
        if not stored.each:
            if seat is not None:
                raise self.fault(f"there is only one '{stored.name}'", f"write {stored.name} without [ ]", node)
            secret = stored.name if stored.is_zone and stored.seen != "open" else ""
            return stored_code(stored, stored.text, frozenset(), secret)
        if seat is None:
            if not scope.me:
                help = (
                    f"name the player: {stored.name}[player], in each player: [...], or any(... for player in everyone)"
                )
                raise self.fault(f"each player has a '{stored.name}', and nobody acts here", help, node)
            seat = Code(scope.me, types.PLAYER_TYPE)
        secret = ""
        if stored.is_zone and (stored.seen == "hidden" or (stored.seen == "owner" and seat.text != scope.me)):
            secret = stored.name
        return stored_code(stored, stored.text.format(seat.text), seat.names, seat.secret or secret)

    def visit_Attribute(self, node: ast.Attribute, scope: RuleScope) -> Code:
        path, inner = self.path_of(node)
        if isinstance(inner, ast.Name) and inner.id == "rules" and "rules" not in scope.names:
            return self.declared(path, node)
        return self.field(self.visit(inner, scope), path, node)

    def path_of(self, node: ast.AST) -> tuple[tuple[str, ...], ast.AST]:
        path: list[str] = []
        while isinstance(node, ast.Attribute):
            path.insert(0, node.attr)
            node = node.value
        return tuple(path), node

    def declared(self, path: tuple[str, ...], node: ast.AST) -> Code:
        """A value below `rules` in `game.yaml`, such as `rules.gathering.food`."""
        try:
            return constant_code(self.program.records.declared(path))
        except FieldFault as fault:
            raise self.fault(fault.message, fault.help, node) from None

    def field(self, base: Code, path: tuple[str, ...], node: ast.AST, anyway: bool = False) -> Code:
        """A field of a piece; a chain of them follows references."""
        if base.type.kind == types.LIST:
            help = "name one card of it: first(...), or loop: any(card.field for card in ...)"
            raise self.fault(f"a list has no field '{path[0]}'", help, node)
        if base.type.kind == types.NODE and path[0] in _OF_NODES:
            return self.of_node(base, path, node, anyway)
        if base.type.kind == types.PLACE:
            return of_place(self, base, path, node, anyway)
        if base.type.kind == types.GROUP:
            return self.of_group(base, path, node, anyway)
        if base.type.kind not in (types.PIECE, types.NODE):
            raise self.fault(f"{base.type.words} has no field '{path[0]}'", "only cards have fields", node)
        records = self.program.records
        if path in (("id",), ("component",)):  # words that every record has
            word: Code = self.program.text_table(base, path[0], records.ids if path[0] == "id" else records.components)
            return word
        for count in range(len(path), 0, -1):
            try:
                kind = records.type_of(base.type.components, path[:count], anyway)
            except FieldFault as fault:
                if count > 1:
                    continue
                raise self.fault(fault.message, fault.help, node) from None
            table = self.program.table(path[:count], base.type.kind == types.NODE)
            code = base._replace(text=f"{table}[{base.text}]", type=kind, zone="")
            code = code._replace(source="")
            return code if count == len(path) else self.field(code, path[count:], node, anyway)
        raise AssertionError

    def of_node(self, base: Code, path: tuple[str, ...], node: ast.AST, anyway: bool) -> Code:
        """What a card of a forest has: `card`, the card `below` it, those `above` it, its `owner`."""
        if path[0] == "card":
            code = base._replace(text=f"K[{base.text}]", type=types.RuleType(types.PIECE, None, base.type.components))
        elif path[0] == "owner":
            self.program.read.add("tokens")
            code = base._replace(text=f"token[{base.text}]", type=types.PLAYER_TYPE, static=False, source="")
        elif path[0] == "below":
            code = base._replace(text=f"below[{base.text}]", static=False)
        else:
            code = base._replace(text=f"above[{base.text}]", type=types.list_of(base.type), static=False)
        return self.field(code, path[1:], node, anyway) if path[1:] else code

    def of_group(self, base: Code, path: tuple[str, ...], node: ast.AST, anyway: bool) -> Code:
        """What a group has: its parts, and its `owner`."""
        program = self.program
        zone = program.groups[next(iter(base.type.values or ()))]
        known = [*zone.parts, *(["owner"] if zone.each else [])]
        if path[0] not in known:
            raise self.fault(f"a group of '{zone.name}' has no '{path[0]}'", suggest(path[0], known, "it has"), node)
        if path[0] == "owner":
            code = base._replace(text=f"({base.text} >> {ROW})", type=types.PLAYER_TYPE, source="")
            return self.field(code, path[1:], node, anyway) if path[1:] else code
        part = zone.parts[path[0]]
        name, text = f"{zone.name}.{part.name}", f"g{part.at}[{base.text}]"
        program.read.add(name)
        if part.zone is None:
            code = base._replace(text=text, type=types.NUMBER_TYPE, static=False, source="")
        else:
            text = f"BITS[{text}]" if part.zone.different else text
            kind = types.pieces_of(frozenset(program.records.components[: program.records.played]))
            secret = name if part.zone.seen == HIDDEN else base.secret
            code = Code(text, kind, base.names, secret, name, base.loops, text, static=False)
        return self.field(code, path[1:], node, anyway) if path[1:] else code

    def visit_Subscript(self, node: ast.Subscript, scope: RuleScope) -> Code:
        entry = self.entry(node, scope)
        if entry is not None:
            return entry
        index = self.visit(node.slice, scope)
        outer = node.value
        if isinstance(outer, ast.Subscript) and isinstance(outer.value, ast.Name):
            pair = self.program.stored.get(outer.value.id)
            if pair is not None and pair.pairs and outer.value.id not in scope.names:
                self.program.read.add(pair.name)
                return self.of_pair(pair, self.visit(outer.slice, scope), index, node)
        if (
            isinstance(node.value, ast.Name)
            and node.value.id in self.program.stored
            and node.value.id not in scope.names
        ):
            stored = self.program.stored[node.value.id]
            self.program.read.add(stored.name)
            if stored.pairs:
                return self.of_pair(stored, index, None, node)
            if stored.each:
                self.want(index, DATA_KINDS, "a player", node.slice)
                return self.stored(stored, scope, index, node)
        base = self.visit(node.value, scope)
        if base.type.kind != types.LIST or base.type.item is None:
            raise self.fault(f"{base.type.words} has no parts", "only lists and what each player has take [ ]", node)
        self.want(index, DATA_KINDS, "a number", node.slice)
        code = together(f"{base.text}[{index.text}]", base.type.item, base, index)
        return code._replace(source=base.source)

    def visit_List(self, node: ast.List, scope: RuleScope) -> Code:
        parts = [self.visit(elt, scope) for elt in node.elts]
        item: types.RuleType = parts[0].type if parts else types.NOTHING_TYPE
        for part, at in zip(parts, node.elts, strict=True):
            joined = item.joined(part.type)
            if joined is None:
                raise self.fault(f"a list of {item.words} and {part.type.words}", "a list has values of one kind", at)
            item = joined
        return together(f"({''.join(f'{part.text}, ' for part in parts)})", types.list_of(item), *parts)

    visit_Tuple = visit_List

    # --- lists ----------------------------------------------------------------------------------------------

    def visit_ListComp(self, node: ast.ListComp, scope: RuleScope) -> Code:
        part = node.generators[0]
        if isinstance(part.target, ast.Name) and isinstance(node.elt, ast.Name) and part.target.id == node.elt.id:
            kept = self.node_set(node, scope)
            items = None if kept is None else self.visit(part.iter, scope)
            if kept is not None and items is not None and items.bits:  # cards of a set of different ones
                empty = " & 0" in f" & {kept[0]}"
                return together("()" if empty else f"BITS[{kept[0]}]", items.type, items)._replace(names=kept[2])
        down = face_down(self, node, self.visit(part.iter, scope)) if self.program.grid is not None else None
        if down is not None:
            return down
        value, loop, inner = self.loop(node, scope)
        if " if False" in loop:  # with these options
            return Code("()", types.list_of(value.type))
        return looped(f"[{value.text}{loop}]", types.list_of(value.type), value, inner)._replace(source=value.source)

    def node_set(self, node: Any, scope: RuleScope) -> tuple[str, str, frozenset[str]] | None:
        """A loop over a forest, or different cards, as sets: of its list, and of those for which its value is true.

        None where the loop is over something else, or its value is no condition on one card.

        Returns:
            both as Python, and the names that they use.
        """
        part = node.generators[0]
        if len(node.generators) > 1 or not isinstance(part.target, ast.Name):
            return None
        forest = isinstance(part.iter, ast.Name) and part.iter.id == self.program.forest
        if (forest and part.iter.id in scope.names) or not (forest or self.program.groups):
            return None
        items = self.visit(part.iter, scope)
        if not forest and not items.bits:
            return None
        name = part.target.id
        self.program.loops += 1
        variable = f"a_{name}_{self.program.loops}"
        inner = scope.with_names({name: Code(variable, items.type.item or types.NOTHING_TYPE, frozenset([variable]))})
        sets = NodeSets(self, variable, variable) if forest else KindSets(self, variable, variable)
        tests = [sets.of(test, name, inner) for test in part.ifs]
        value = sets.of(node.elt, name, inner)
        if None in tests or value is None:
            return None
        first = "s.there" if forest else items.bits
        kept = [first, *(test for test in map(str, tests) if test != "-1")]
        return " & ".join(kept), value, frozenset(sets.names) | items.names

    def loop(self, node: Any, scope: RuleScope) -> tuple[Code, str, Code]:
        """The value of each turn of `VALUE for NAME in LIST if CONDITION`, the loop as Python, and what it reads."""
        text, read, combined, own_names = "", Code("", types.NOTHING_TYPE), 1, frozenset[str]()
        for part in node.generators:
            if not isinstance(part.target, ast.Name):
                raise self.fault("a loop has one name", "write: for card in hand", part.target)
            items = self.visit(part.iter, scope)
            combined *= self.program.players if items.type.item == types.PLAYER_TYPE else self.program.size
            if combined > MOST_COMBINED and len(node.generators) > 1:
                message = f"this looks at more than {MOST_COMBINED:,} combinations"
                raise self.fault(message, "look at fewer lists at once", part.iter)
            if items.type.kind != types.LIST or items.type.item is None:
                raise self.fault(f"this should be a list, and is {items.type.words}", "loop over a zone", part.iter)
            name = part.target.id
            self.program.loops += 1
            variable = f"a_{name}_{self.program.loops}"
            own = Code(variable, items.type.item, frozenset([variable]), items.secret, source=items.source)
            scope = scope.with_names({name: own})
            own_names |= {variable}
            text += f" for {variable} in {items.text}"
            read = together("", types.NOTHING_TYPE, read, items)
            for condition in part.ifs:
                test = self.visit(condition, scope).truth()
                text += f" if {test.text}" if test.text != "True" else ""
                read = together("", types.NOTHING_TYPE, read, test._replace(loops=test.loops + 1))
        value = self.visit(node.elt, scope)
        value = value._replace(loops=value.loops + len(node.generators) - 1)
        read = read._replace(names=read.names - own_names)
        return value._replace(names=value.names - own_names), text, read

    def visit_GeneratorExp(self, node: ast.GeneratorExp, scope: RuleScope) -> Code:
        raise self.fault("a loop stands in a call", "write any(card.level > 2 for card in hand)", node)

    def visit_Call(self, node: ast.Call, scope: RuleScope) -> Code:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise self.fault("this cannot be called", f"functions are {', '.join(sorted(FUNCTIONS))}", node)
        name = node.func.id
        if name in self.program.definitions:
            return self.defined(name, [self.visit(argument, scope) for argument in node.args], scope, node)
        if name in self.program.functions:
            found: Code = self.program.functions[name](self, [self.visit(arg, scope) for arg in node.args], scope, node)
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
        if len(node.args) != 1:
            raise self.fault(f"{function_name(node)} takes one list", example_of(node), node)
        items = self.visit(node.args[0], scope)
        if items.type.kind != types.LIST or items.type.item is None:
            raise self.fault(f"this should be a list, and is {items.type.words}", example_of(node), node.args[0])
        return items

    def one_loop(self, node: ast.Call) -> ast.GeneratorExp | None:
        """The loop that is the only argument of a function; None if it is something else."""
        only = node.args[0] if len(node.args) == 1 else None
        return only if isinstance(only, ast.GeneratorExp) else None


#: What a card of a forest has besides its fields.
_OF_NODES = ("card", "below", "above", "owner")

_NOT_ALLOWED = {
    "Lambda": "a function", "Dict": "a mapping", "Set": "a set", "JoinedStr": "a text with values", "Await": "await",
    "Starred": "a star", "NamedExpr": "':='", "SetComp": "a set", "DictComp": "a mapping", "Slice": "a part of a list",
}  # fmt: skip


def compile_expression(names: RuleNames, text: RuleText, scope: RuleScope, wanted: types.RuleType | None) -> Code:
    """An expression as Python; see `RuleNames.compile`."""
    return ExpressionCompiler(names, text).compile(scope, wanted)


def _words_of(table: Any) -> set[str]:
    return {word for word in table if isinstance(word, str)}

"""Comprehensions of a program of rules -> loops, which CPython 3.11 runs two to four times as fast.

A comprehension is a function that is made each time, and what it reads from the function around it is read through
cells, there as well. Lists in games are short, so that this takes longer than the loop itself. A comprehension that is
a statement of its own becomes a loop in its place; one within an expression becomes a function of the program, which
gets what it reads as arguments. Lines keep their numbers, by which faults find their place in the YAML.
"""

import ast
import re
from collections.abc import Iterator
from typing import Any

#: Functions for which no list need be made, and the value with which they begin.
_FOLDED: dict[str, Any] = {"any": False, "all": True, "sum": 0, "len": 0}
#: What functions have that are changed.
_CHANGED = re.compile(r"\bfor\b|!= 0")
_Listed = ast.ListComp | ast.GeneratorExp


def plain_loops(source: str) -> ast.Module:
    """The functions of a program with loops in place of comprehensions, and others that they call."""
    module, lines = ast.parse(source), source.split("\n")
    others: list[ast.FunctionDef] = []
    for one in module.body:
        if isinstance(one, ast.FunctionDef) and _CHANGED.search("\n".join(lines[one.lineno : one.end_lineno])):
            _LoopWriter(others).write(one)
            ast.fix_missing_locations(one)
    return ast.Module([*module.body, *map(ast.fix_missing_locations, others)], [])


class _LoopWriter(ast.NodeTransformer):
    """Rewrites one function.

    Args:
        others: gets the functions that are called in place of comprehensions.
    """

    def __init__(self, others: list[ast.FunctionDef]) -> None:
        self._others = others
        self._locals: set[str] = set()

    def write(self, function: ast.FunctionDef) -> None:
        """Rewrite *function* in place."""
        self._locals = {one.arg for one in function.args.args} | _stored(function)
        function.body = [*self._block(function.body)]

    # --- statements -----------------------------------------------------------------------------------------

    def _block(self, body: list[ast.stmt]) -> Iterator[ast.stmt]:
        for one in body:
            value = getattr(one, "value", None)
            if isinstance(one, ast.Assign | ast.AugAssign | ast.Return) and _is_simple(value):
                yield from self._filled(one, value)
            else:
                yield self.visit(one)

    def _filled(self, node: ast.Assign | ast.AugAssign | ast.Return, value: Any) -> Iterator[ast.stmt]:
        """A loop that fills the list, and what is done with it."""
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        direct = isinstance(target, ast.Name) and target.id not in _free(value)
        name = target.id if isinstance(target, ast.Name) and direct else self._fresh("made")
        if not direct or not isinstance(node, ast.AugAssign):
            yield _at(node, ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())))
        for loop in value.generators:
            if loop.target.id in self._locals:
                _rename(value, loop.target.id, self._fresh(loop.target.id))
            self._locals.add(loop.target.id)
        yield self.visit(_at(value, _loops(value, _append(name, value.elt))))
        if not direct:
            node.value = _read(name)
            yield node

    def _fresh(self, name: str) -> str:
        """A name that the function does not have yet."""
        number = next(number for number in range(len(self._locals) + 1) if f"{name}__{number}" not in self._locals)
        self._locals.add(f"{name}__{number}")
        return f"{name}__{number}"

    def visit_If(self, node: ast.If) -> ast.If:
        node.test = _as_test(self.visit(node.test))
        node.body, node.orelse = [*self._block(node.body)], [*self._block(node.orelse)]
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        node.iter = self.visit(node.iter)
        node.body, node.orelse = [*self._block(node.body)], [*self._block(node.orelse)]
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        node.test = _as_test(self.visit(node.test))
        node.body, node.orelse = [*self._block(node.body)], [*self._block(node.orelse)]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        self.generic_visit(node)
        node.test = _as_test(node.test)
        return node

    # --- expressions ----------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name, value = getattr(node.func, "id", ""), node.args[0] if len(node.args) == 1 else None
        if name in _FOLDED and _is_simple(value):
            return self._called(value, name)
        self.generic_visit(node)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        if _is_simple(node):
            return self._called(node, "")
        self.generic_visit(node)
        return node

    def _called(self, node: Any, folded: str) -> ast.expr:
        """The call of a function that does what *node* says, or what the function *folded* makes of it."""
        given = sorted(_free(node) & self._locals)
        start: ast.expr = ast.Constant(_FOLDED[folded]) if folded else ast.List([], ast.Load())
        body: list[ast.stmt]
        if folded in ("any", "all"):
            test = node.elt if folded == "any" else ast.UnaryOp(ast.Not(), node.elt)
            body = [_loops(node, ast.If(test, [ast.Return(ast.Constant(folded == "any"))], [])), ast.Return(start)]
        else:
            added = node.elt if folded == "sum" else ast.Constant(1)
            step = ast.AugAssign(ast.Name("made_", ast.Store()), ast.Add(), added) if folded else None
            first = ast.Assign([ast.Name("made_", ast.Store())], start)
            body = [first, _loops(node, step or _append("made_", node.elt)), ast.Return(_read("made_"))]
        name = f"each_{len(self._others)}"
        arguments = ast.arguments([], [ast.arg(one) for one in given], None, [], [], None, [])
        function: ast.FunctionDef = _at(node, ast.FunctionDef(name, arguments, body, []))
        self._others.append(function)
        _LoopWriter(self._others).write(function)
        call: ast.expr = _at(node, ast.Call(_read(name), [_read(one) for one in given], []))
        return call


def _is_simple(node: Any) -> bool:
    """Whether *node* is a comprehension whose variables are plain names."""
    return isinstance(node, _Listed) and all(isinstance(one.target, ast.Name) for one in node.generators)


def _loops(node: Any, inner: ast.stmt) -> ast.stmt:
    """The loops and conditions of a comprehension, around *inner*."""
    for one in reversed(node.generators):
        for test in reversed(one.ifs):
            inner = ast.If(test, [inner], [])
        inner = ast.For(one.target, one.iter, [inner], [])
    return inner


def _append(name: str, value: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Attribute(_read(name), "append", ast.Load()), [value], []))


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _at(place: ast.AST, node: Any) -> Any:
    """*node* with the line of *place*, which what is new in it gets in the end, too."""
    return ast.copy_location(node, place)


def _as_test(node: ast.expr) -> ast.expr:
    """A condition of which only matters whether it holds: `a & b` for `a & b != 0`."""
    if isinstance(node, ast.BoolOp):
        node.values = [_as_test(one) for one in node.values]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = _as_test(node.operand)
    elif isinstance(node, ast.Compare) and isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.BitAnd):
        (right,) = node.comparators[:1]
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.NotEq) and getattr(right, "value", None) == 0:
            return node.left
    return node


def _free(node: ast.AST) -> set[str]:
    """The names that *node* reads from outside."""
    if isinstance(node, ast.Name):
        return {node.id}
    found = {name for one in ast.iter_child_nodes(node) for name in _free(one)}
    return found - {getattr(one.target, "id", "") for one in getattr(node, "generators", ())}


def _stored(node: ast.AST) -> set[str]:
    """The names that statements set, without the variables of comprehensions."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Store) else set()
    if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp):
        return set()
    return {name for one in ast.iter_child_nodes(node) for name in _stored(one)}


def _rename(node: ast.AST, old: str, new: str) -> None:
    """Give a variable of a comprehension another name."""
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and one.id == old:
            one.id = new

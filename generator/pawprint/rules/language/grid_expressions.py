"""Places of a grid in expressions -> Python: what they have, and the functions that name others."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from pawprint.rules.language.expression_code import Code, together
from pawprint.rules.language.rule_types import FLAG_TYPE, NUMBER, NUMBER_TYPE, PIECE, PLACE, RuleType, list_of

#: What a place has besides the fields of the card that lies there.
OF_PLACES = ("card", "up", "turned", "row", "column", "known")


def of_place(compiler: Any, base: Code, path: tuple[str, ...], node: ast.AST, anyway: bool) -> Code:
    """What a place has, or a field of the card that lies there."""
    program, rest = compiler.program, path[1:]
    if path[0] in ("row", "column"):
        columns = program.grid.places.columns
        text = f"({base.text} {'//' if path[0] == 'row' else '%'} {columns} + 1)"
        code = base._replace(text=text, type=NUMBER_TYPE, source="")
        return compiler.field(code, rest, node, anyway) if rest else code
    program.read.add(program.grid.name)
    text, kind = base.text, RuleType(PIECE, None, base.type.components)
    if path[0] == "up":
        code = base._replace(text=f"up[{text}]", type=FLAG_TYPE, static=False, source="")
    elif path[0] == "turned":
        code = base._replace(text=f"turned[{text}]", type=NUMBER_TYPE, static=False, source="")
    elif path[0] == "known":
        code = base._replace(text=f"(up[{text}] or looked[{text}] >> s.seat & 1)", type=FLAG_TYPE, static=False)
    else:
        code = base._replace(text=f"z[{program.grid.at}][{text}]", type=kind, static=False, source="")
        rest = path if path[0] != "card" else rest
    found: Code = compiler.field(code, rest, node, anyway) if rest else code
    return found


def face_down(compiler: Any, node: ast.ListComp, items: Code) -> Code | None:
    """`[p for p in GRID if p.card and not p.up]`, which the state has as a list; None for anything else."""
    grid, part = compiler.program.grid, node.generators[0]
    if grid is None or items.zone != grid.name or len(node.generators) > 1 or not isinstance(part.target, ast.Name):
        return None
    name = part.target.id
    if [ast.unparse(one) for one in part.ifs] != [f"{name}.card and (not {name}.up)"] or ast.unparse(node.elt) != name:
        return None
    compiler.program.read.add(grid.name)
    return Code("s.down", items.type, static=False)


# --- functions ----------------------------------------------------------------------------------------------------


def _places(compiler: Any, node: ast.Call, scope: Any, count: int, example: str) -> list[Code]:
    """The arguments of a function: a place, and numbers."""
    name, grid = node.func.id, compiler.program.grid  # type: ignore[attr-defined]
    if grid is None:
        raise compiler.fault("no zone has places", "give one a shape: shape: grid, rows: 5, columns: 5", node)
    if len(node.args) != count:
        raise compiler.fault(f"{name} takes {count} values, not {len(node.args)}", f"write {example}", node)
    codes = [compiler.visit(one, scope) for one in node.args]
    codes[0] = compiler.matched(codes[0], RuleType(PLACE), node.args[0])
    compiler.want(codes[0], (PLACE,), "a place", node.args[0])
    for code, at in zip(codes[1:], node.args[1:], strict=True):
        compiler.want(code, (NUMBER,), "a number", at)
    return codes


def _kind(compiler: Any) -> RuleType:
    found: RuleType = compiler.program.stored[compiler.program.grid.name].type
    return found


def _around(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """around(place): the places that touch it, also at a corner."""
    (place,) = _places(compiler, node, scope, 1, GRID_EXAMPLES["around"])
    return together(f"AROUND[{place.text}]", _kind(compiler), place)


def _beside(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """beside(place): the places that touch it by a side."""
    (place,) = _places(compiler, node, scope, 1, GRID_EXAMPLES["beside"])
    return together(f"STRAIGHT[1][{place.text}]", _kind(compiler), place)


def _along(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """straight(place, number) and diagonal(place, number): the places up to so far away."""
    name = node.func.id  # type: ignore[attr-defined]
    place, far = _places(compiler, node, scope, 2, GRID_EXAMPLES[name])
    return together(f"{name.upper()}[{far.text}][{place.text}]", _kind(compiler), place, far)


def _ray(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """ray(place, direction) and sight(place, direction): to the edge, and to the first card."""
    name, grid = node.func.id, compiler.program.grid  # type: ignore[attr-defined]
    place, way = _places(compiler, node, scope, 2, GRID_EXAMPLES[name])
    text = f"RAYS[{place.text}][{way.text} % 8]"
    if name == "ray":
        return together(text, _kind(compiler), place, way)
    compiler.program.read.add(grid.name)
    return together(
        f"in_sight(z[{grid.at}], {text})", list_of(_kind(compiler).item or NUMBER_TYPE), place, way
    )._replace(static=False)


#: The functions of grids.
GRID_FUNCTIONS: Mapping[str, Callable[[Any, ast.Call, Any], Code]] = {
    "around": _around, "beside": _beside, "straight": _along, "diagonal": _along, "ray": _ray, "sight": _ray,
}  # fmt: skip
#: How each of them is written.
GRID_EXAMPLES = {
    "around": "around(place)", "beside": "beside(place)", "straight": "straight(place, 2)",
    "diagonal": "diagonal(place, 1)", "ray": "ray(place, 0)", "sight": "sight(place, 0)",
}  # fmt: skip

"""The functions of expressions: any, count, best and their likes -> Python."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from pawprint.play.language import rule_types as types
from pawprint.play.language._expression_code import Code, ExpressionFault, looped, together
from pawprint.play.language.grid import GRID_EXAMPLES, GRID_FUNCTIONS

_DATA = (types.NUMBER, types.PLAYER)


def function_name(node: ast.Call) -> str:
    """The name of the function that is called; "" if it has none."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def example_of(node: ast.Call) -> str:
    """How a call of the function looks, for help."""
    return f"write {EXAMPLES.get(function_name(node), '')}"


def _truths(compiler: Any, node: ast.Call, scope: Any) -> Code:
    name, loop = function_name(node), compiler.one_loop(node)
    if loop is None:
        raise compiler.fault(f"{name} takes a loop", example_of(node), node)
    nodes = compiler.node_set(loop, scope)
    if nodes is not None and (nodes[1] == ("-1" if name == "all" else "0") or " & 0" in nodes[0]):
        return Code(str(name != "any"), types.FLAG_TYPE)  # with these options
    if nodes is not None:
        test = f"{nodes[0]} & {'~' if name == 'all' else ''}{nodes[1]}"
        return Code(f"({test} != 0)" if name == "any" else f"(not {test})", types.FLAG_TYPE, nodes[2], static=False)
    value, text, read = compiler.loop(loop, scope)
    value = value.truth()
    if name == "all":
        return looped(f"all([{value.text}{text}])", types.FLAG_TYPE, value, read)
    found = f"any([{value.text}{text}])"
    return looped(f"(not {found})" if name == "none" else found, types.FLAG_TYPE, value, read)


def _count(compiler: Any, node: ast.Call, scope: Any) -> Code:
    loop = compiler.one_loop(node)
    if loop is None:
        items = compiler.one_list(node, scope).size_only()
        text = f"{items.bits}.bit_count()" if items.bits else f"len({items.text})"
        return together(text, types.NUMBER_TYPE, items)
    nodes = compiler.node_set(loop, scope)
    if nodes is not None and nodes[1] == "0":
        return Code("0", types.NUMBER_TYPE)
    if nodes is not None:
        return Code(f"({nodes[0]} & {nodes[1]}).bit_count()", types.NUMBER_TYPE, nodes[2], static=False)
    value, text, read = compiler.loop(loop, scope)
    value = value.truth()
    return looped(f"len([0{text} if {value.text}])", types.NUMBER_TYPE, value, read)


def _sum(compiler: Any, node: ast.Call, scope: Any) -> Code:
    loop = compiler.one_loop(node)
    if loop is None:
        items = compiler.one_list(node, scope)
        compiler.want(items._replace(type=items.type.item or types.NOTHING_TYPE), _DATA, "a number", node.args[0])
        return together(f"sum({items.text})", types.NUMBER_TYPE, items)
    value, text, read = compiler.loop(loop, scope)
    compiler.want(value, (*_DATA, types.FLAG), "a number", loop.elt)
    return looped(f"sum([{value.text}{text}])", types.NUMBER_TYPE, value, read)


def _extreme(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """max and min: of a loop, a list, or several numbers."""
    name, loop = function_name(node), compiler.one_loop(node)
    if loop is not None:
        value, text, read = compiler.loop(loop, scope)
        compiler.want(value, _DATA, "a number", loop.elt)
        return looped(f"{name}([{value.text}{text}], default=0)", types.NUMBER_TYPE, value, read)
    if len(node.args) == 1:
        items = compiler.one_list(node, scope)
        return together(f"{name}({items.text}, default=0)", items.type.item or types.NUMBER_TYPE, items)
    parts = [compiler.visit(arg, scope) for arg in node.args]
    for part, at in zip(parts, node.args, strict=True):
        compiler.want(part, _DATA, "a number", at)
    return together(f"{name}({', '.join(part.text for part in parts)})", types.NUMBER_TYPE, *parts)


def _best(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """best(VALUE for NAME in LIST if CONDITION): the first of the entries whose value is the highest."""
    name, loop = function_name(node), compiler.one_loop(node)
    if loop is None or len(loop.generators) != 1:
        raise compiler.fault(f"{name} takes a loop", example_of(node), node)
    value, text, read = compiler.loop(loop, scope)
    compiler.want(value, _DATA, "a number", loop.elt)
    variable = text.split()[1]
    items = compiler.visit(loop.generators[0].iter, scope)
    chosen = "max" if name == "best" else "min"
    python = f"{chosen}([{variable}{text}], key=lambda {variable}: {value.text})"
    return looped(python, items.type.item or types.NOTHING_TYPE, value, read)._replace(source=items.source)


def _part(compiler: Any, node: ast.Call, scope: Any) -> Code:
    items = compiler.one_list(node, scope)
    index = "0" if function_name(node) in ("first", "bottom") else "-1"
    code = together(f"{items.text}[{index}]", items.type.item or types.NOTHING_TYPE, items)
    return code._replace(source=items.source)


def _neighbour(compiler: Any, node: ast.Call, scope: Any) -> Code:
    if len(node.args) != 1:
        raise compiler.fault(f"{function_name(node)} takes a player", example_of(node), node)
    player = compiler.visit(node.args[0], scope)
    compiler.want(player, _DATA, "a player", node.args[0])
    sign, count = "+" if function_name(node) == "next" else "-", compiler.program.players
    return together(f"(({player.text} {sign} 1) % {count})", types.PLAYER_TYPE, player)


def _clockwise(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """clockwise(player): all players, beginning with that one."""
    if len(node.args) != 1:
        raise compiler.fault("clockwise takes a player", example_of(node), node)
    player = compiler.visit(node.args[0], scope)
    compiler.want(player, _DATA, "a player", node.args[0])
    return together(f"CLOCKWISE[{player.text}]", types.list_of(types.PLAYER_TYPE), player)


def _default(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """default(card.field, value): the value for cards without the field."""
    if len(node.args) != 2 or not isinstance(node.args[0], ast.Attribute):
        raise compiler.fault("default takes a field and a value", example_of(node), node)
    value = compiler.visit(node.args[1], scope)
    path, inner = compiler.path_of(node.args[0])
    base = compiler.visit(inner, scope)
    try:
        found = compiler.field(base, path, node.args[0], anyway=True)
    except ExpressionFault:
        if not compiler.program.records.lenient:
            raise
        return together(value.text, value.type._replace(values=None), base, value)  # no card of a scenario has it
    joined = found.type.joined(value.type)
    if joined is None:
        raise compiler.fault(f"the field is {found.type.words}", "give a value of that kind", node.args[1])
    table = found.text if value.text == "None" else compiler.program.default_table(found.text, value.text)
    return together(table or f"default({found.text}, {value.text})", joined, found, value)


def _card(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """card('toad'): the card of that id."""
    only = node.args[0] if len(node.args) == 1 else None
    if not isinstance(only, ast.Constant) or not isinstance(only.value, str):
        raise compiler.fault("card takes the id of a card in quotes", example_of(node), node)
    records = compiler.program.records
    everything = types.RuleType(types.PIECE, None, frozenset(records.components[: records.played]))
    code: Code = compiler.matched(Code(repr(only.value), types.RuleType(types.TEXT)), everything, only)
    return code


def _ordered(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """ordered(...): numbers, the highest first."""
    loop = compiler.one_loop(node)
    if loop is not None:
        value, text, read = compiler.loop(loop, scope)
        compiler.want(value, _DATA, "a number", loop.elt)
        return looped(f"sorted([{value.text}{text}], reverse=True)", types.list_of(types.NUMBER_TYPE), value, read)
    items = compiler.one_list(node, scope)
    return together(f"sorted({items.text}, reverse=True)", items.type, items)


def _different(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """different(...): each entry once."""
    loop = compiler.one_loop(node)
    if loop is not None:
        value, text, read = compiler.loop(loop, scope)
        return looped(f"list(dict.fromkeys([{value.text}{text}]))", types.list_of(value.type), value, read)
    items = compiler.one_list(node, scope)
    return together(f"list(dict.fromkeys({items.text}))", items.type, items)


def _possible(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """possible(player), possible(player, 'pass'): whether a player can do anything, but for some actions."""
    names = compiler.program.action_names
    without = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args[1:]]
    if not node.args or any(name not in names for name in without):
        raise compiler.fault("possible takes a player, and names of actions", example_of(node), node)
    player = compiler.visit(node.args[0], scope)
    compiler.want(player, _DATA, "a player", node.args[0])
    able = "".join(f"can_{number}, " for number, name in enumerate(names) if name not in without)
    return together(f"able(s, ({able}), {player.text})", types.FLAG_TYPE, player)._replace(static=False)


def _place(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """place(card, row), left(card, row), right(card, row): where a card lies in a zone, and its neighbours."""
    name = function_name(node)
    if len(node.args) not in (1, 2):
        raise compiler.fault(f"{name} takes a card and a zone", example_of(node), node)
    card = compiler.visit(node.args[0], scope)
    row = (
        compiler.visit(node.args[1], scope)
        if len(node.args) > 1
        else card._replace(text=card.source, names=frozenset())
    )
    if len(node.args) > 1:
        card = compiler.matched(card, row.type.item or types.NOTHING_TYPE, node.args[0])
    compiler.want(card, (types.PIECE,), "a card", node.args[0])
    if not row.text or (len(node.args) > 1 and not row.zone):
        raise compiler.fault("it is not clear where this card lies", example_of(node), node)
    if name == "place":
        return together(f"({row.text}.index({card.text}) + 1)", types.NUMBER_TYPE, card, row)._replace(static=False)
    text = f"beside({row.text}, {card.text}, {1 if name == 'right' else -1})"
    return together(text, card.type, card, row)._replace(source=row.text, static=False)


def _cards(compiler: Any, node: ast.Call, scope: Any) -> Code:
    """cards('animals'): every card of a component, once."""
    only = node.args[0] if len(node.args) == 1 else None
    records = compiler.program.records
    name = only.value if isinstance(only, ast.Constant) else None
    if name not in records.components:
        if records.lenient and name in records.game.components:
            return Code("()", types.list_of(types.RuleType(types.PIECE, None, frozenset([str(name)]))))
        raise compiler.fault("cards takes the name of a component in quotes", example_of(node), node)
    every = [kind for kind, component in enumerate(records.components) if component == name]
    kinds = tuple([kind for kind in every if kind < records.played] or every)
    return Code(str(kinds), types.list_of(types.RuleType(types.PIECE, None, frozenset([str(name)]))))


#: The functions of expressions.
FUNCTIONS: Mapping[str, Callable[[Any, ast.Call, Any], Code]] = {
    "any": _truths, "all": _truths, "none": _truths, "count": _count, "sum": _sum, "max": _extreme, "min": _extreme,
    "best": _best, "worst": _best, "first": _part, "last": _part, "top": _part, "bottom": _part, "next": _neighbour,
    "previous": _neighbour, "clockwise": _clockwise, "default": _default, "ordered": _ordered, "different": _different,
    "possible": _possible, "card": _card, "place": _place, "left": _place, "right": _place, "cards": _cards,
    **GRID_FUNCTIONS,
}  # fmt: skip

#: How each of them is written.
EXAMPLES = {
    "any": "any(card.level > 2 for card in hand)", "all": "all(card.level > 2 for card in hand)",
    "none": "none(card.level > 2 for card in hand)", "count": "count(hand), or count(card.level > 2 for card in hand)",
    "sum": "sum(card.level for card in hand)", "max": "max(card.level for card in hand), or max(2, 3)",
    "min": "min(card.level for card in hand), or min(2, 3)", "best": "best(card.level for card in table)",
    "worst": "worst(card.level for card in table)", "first": "first(table)", "last": "last(table)", "top": "top(pile)",
    "bottom": "bottom(pile)", "next": "next(me)", "previous": "previous(me)", "clockwise": "clockwise(me)",
    "default": "default(card.level, 0)", "ordered": "ordered(card.level for card in hand)",
    "place": "place(card, table)",
    "left": "left(card, table)", "right": "right(card, table)",
    "cards": "cards('animals')",
    "card": "card('toad')", "possible": "possible(me, 'pass')",
    "different": "different(card.suit for card in hand)", **GRID_EXAMPLES,
}  # fmt: skip

"""Loops in place of comprehensions: the same results and lines, and no comprehension is left."""

import ast
import traceback
from typing import Any

import pytest

from pawprint.play.language._plain_loops import plain_loops

#: Bodies of functions of two lists of numbers, `a` and `b`.
SOURCES = {
    "a list": "return [x + 1 for x in a if x > 1 if x < 9]",
    "a list that is extended": "out = [0]; out += [x * y for x in a for y in b if x != y]; return out",
    "a list that is extended by itself": "out = [*a]; out += [x + 1 for x in out]; return out",
    "a list that replaces the one it is made of": "a = [x for x in [y for y in a if y] if x in a]; return a",
    "a variable of the same name": "x = 7; c = [x for x in a]; c += [x - 1 for x in b]; return c + [x]",
    "any": "return [any([x == y for y in b]) for x in a]",
    "all of a generator": "return 1 if all(x in b for x in a) else 2",
    "sums and lengths": "return sum([x * len([y for y in b if y > x]) for x in a]) + sum([y for y in b])",
    "the largest": "return max([x + y for x in a for y in b], default=0) + max(1, min([3] + [x for x in a]))",
    "loops and branches": """made = []
    for x in [x for x in a if x]:
        while len([y for y in made if y == x]) < 2:
            made.append(x)
        else:
            made += [z for z in b if z > x]
    if not any([x > 3 for x in made]): made = [x for x in made] if [x for x in b] else [0]
    return made""",
    "bits": "return [1 if x & 4 != 0 and not x & 2 != 0 else 0 for x in a]",
    "an entry of a list": "c = [0, 0]; c[1] = [x for x in a]; return c",
    "names inside others": "return [[[x, y, z] for y in b if y > z] for x in a for z in [x + 1]]",
}
GIVEN = [([], []), ([1, 2, 3], [2, 5]), ([5, 0, 4, 6], [9, 0, 1]), ([7], [])]


def function(module: ast.Module) -> Any:
    names: dict[str, Any] = {}
    exec(compile(module, "<rules>", "exec"), names)
    return names["f"]


@pytest.mark.parametrize("name", SOURCES)
def test_loops_give_what_comprehensions_give(name: str) -> None:
    source = f"def f(a, b):\n    {SOURCES[name]}\n"
    plain, loops = ast.parse(source), plain_loops(source)
    for a, b in GIVEN:
        assert function(loops)([*a], [*b]) == function(plain)([*a], [*b])
    assert not [one for one in ast.walk(loops) if isinstance(one, ast.ListComp | ast.GeneratorExp)]


def test_a_fault_keeps_its_line() -> None:
    source = "def f(a, b):\n    c = 1\n    if c:\n        return any([len([y for y in b if y < x]) for x in a])\n"
    for module in (ast.parse(source), plain_loops(source)):
        with pytest.raises(TypeError) as caught:
            function(module)([1], ["a"])
        lines = {one.lineno for one in traceback.extract_tb(caught.value.__traceback__) if one.filename == "<rules>"}
        assert lines == {4}

"""What the expressions of a template ask for, line by line, in a form that two languages of a text have in common."""

from collections.abc import Iterable, Iterator

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateSyntaxError

#: Arguments about looks and words, which languages may choose for themselves.
_LOOKS = ("caption", "width", "height", "style", "largest", "scale")
#: Filters whose arguments name data.
_SELECTING = ("map", "selectattr", "rejectattr", "select", "reject", "sort", "groupby", "sum")
#: The field that a record prints as.
_NAME = ".name"


def asked_names(text: str) -> dict[int, set[str]]:
    """Line -> what is asked for on it: `animals.toad.level`, `facts(EX-1, over)`; empty for a template that is wrong.

    What `{% set %}` and `{% for %}` call something stands for what it is. Filters that only shape words are left out.
    """
    try:
        tree = _environment().parse(text)
    except TemplateSyntaxError:
        return {}
    reader = _NamesReader()
    reader.read(tree.body)
    return reader.lines


def syntax_fault(text: str) -> str:
    """Why *text* cannot be a template; empty if it can."""
    try:
        _environment().parse(text)
    except TemplateSyntaxError as error:
        return error.message or "not a template"
    return ""


def _environment() -> Environment:
    return Environment(autoescape=False, comment_start_string="<!--", comment_end_string="-->")


class _NamesReader:
    def __init__(self) -> None:
        self.lines: dict[int, set[str]] = {}
        self._known: dict[str, set[str]] = {}

    def read(self, statements: Iterable[nodes.Node]) -> None:
        """Note what *statements* ask for, one after the other."""
        for node in statements:
            match node:
                case nodes.Output():
                    for part in node.nodes:
                        if not isinstance(part, nodes.TemplateData):
                            self._note(part)
                case nodes.Assign() if isinstance(node.target, nodes.Name):
                    self._known[node.target.name] = self._asked(node.node)
                case nodes.For():
                    self._note(node.iter)
                    for name in (node.target, *node.target.find_all(nodes.Name)):
                        if isinstance(name, nodes.Name):
                            self._known[name.name] = {f"{path}[]" for path in self._asked(node.iter)}
                    if node.test is not None:
                        self._note(node.test)
                    self.read([*node.body, *node.else_])
                case nodes.If():
                    self._note(node.test)
                    self.read([*node.body, *node.elif_, *node.else_])
                case nodes.Include() | nodes.Import() | nodes.FromImport():
                    self._note(node.template)
                case nodes.AssignBlock() | nodes.Macro() | nodes.FilterBlock() | nodes.With() | nodes.CallBlock():
                    if isinstance(node, nodes.CallBlock):
                        self._note(node.call)
                    self.read(node.body)

    def _note(self, node: nodes.Node) -> None:
        self.lines.setdefault(node.lineno, set()).update(self._asked(node))

    def _asked(self, node: nodes.Node) -> set[str]:
        match node:
            case nodes.Name():
                return {*self._known.get(node.name, {node.name})} if node.name != "loop" else set()
            case nodes.Getattr():
                return {_step(path, node.attr) for path in self._asked(node.node)}
            case nodes.Getitem() if isinstance(node.arg, nodes.Const):
                return {_step(path, str(node.arg.value)) for path in self._asked(node.node)}
            case nodes.Call() if isinstance(node.node, nodes.Name):
                return self._called(node, node.node.name)
            case nodes.Filter():
                asked = self._asked(node.node) if node.node is not None else set()
                if node.name in _SELECTING:
                    asked |= {f"|{node.name} {text}" for text in _constants([*node.args, *node.kwargs])}
                return asked
            case nodes.Compare():
                return self._inside(node) | {f"== {text}" for text in _texts(node)}
        return self._inside(node)

    def _inside(self, node: nodes.Node) -> set[str]:
        return {path for child in node.iter_child_nodes() for path in self._asked(child)}

    def _called(self, call: nodes.Call, name: str) -> set[str]:
        shown = [keyword for keyword in call.kwargs if keyword.key not in _LOOKS]
        data = [
            *_constants(call.args),
            *(f"{argument.key}={text}" for argument in shown for text in _constants([argument])),
        ]
        return {f"{name}({', '.join(data)})"} | {
            path for part in (*call.args, *call.kwargs) for path in self._asked(part)
        }


def _texts(comparison: nodes.Compare) -> Iterator[str]:
    """The texts of a comparison; numbers often only decide about the form of a word."""
    for operand in comparison.ops:
        parts = operand.expr.items if isinstance(operand.expr, (nodes.List, nodes.Tuple)) else [operand.expr]
        yield from (part.value for part in parts if isinstance(part, nodes.Const) and isinstance(part.value, str))


def _constants(parts: Iterable[nodes.Node]) -> Iterator[str]:
    """Literals, also those in lists, and the keys of mappings."""
    for part in parts:
        match part:
            case nodes.Const():
                yield str(part.value)
            case nodes.Keyword():
                yield from _constants([part.value])
            case nodes.List() | nodes.Tuple():
                yield from _constants(part.items)
            case nodes.Dict():
                yield from _constants([pair.key for pair in part.items])


def _step(path: str, name: str) -> str:
    """`animals.toad.name` is what `animals.toad` prints."""
    return path if f".{name}" == _NAME and "(" not in path else f"{path}.{name}"

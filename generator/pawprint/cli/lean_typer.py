"""Commands whose options are read without a validation library.

Typer checks every option with pydantic, whose import takes longer than printing fifty cards. Our options are texts,
whole numbers and flags, for which Python is enough. Should Typer's inside look different some day, its own way is
used; `tests/cli/test_lean_typer.py` holds both ways against each other.
"""

from pathlib import Path
from typing import Any, get_args

from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

try:
    from typer._coercion import RuntimeParam
except ImportError:
    RuntimeParam = None  # type: ignore[assignment,misc]


class PlainCommand(TyperCommand):
    """A command that reads the values of its options itself."""

    def get_params(self, ctx: Any) -> Any:
        """Its options and arguments, each with a plain way of reading its value where its type is plain."""
        return _plainly(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """The command above the commands, likewise."""

    def get_params(self, ctx: Any) -> Any:
        """See `PlainCommand.get_params`."""
        return _plainly(super().get_params(ctx))


def _plainly(parameters: Any) -> Any:
    for parameter in parameters if RuntimeParam is not None else ():
        descriptor = getattr(parameter, "type_descriptor", None)
        kind = _kind(getattr(descriptor, "annotation", None))
        if kind is not None and getattr(parameter, "_runtime_param", ...) is None:
            parameter._runtime_param = _Plain(descriptor.parameter_info, kind)  # type: ignore[union-attr]
    return parameters


def _kind(annotation: Any) -> Any:
    """The plain type behind `str`, `int | None`, `list[str]`, ...; None for any other."""
    while len(inside := [part for part in get_args(annotation) if part is not type(None)]) == 1:
        annotation = inside[0]
    return annotation if annotation in (str, int, bool, Path) else None


if RuntimeParam is not None:

    class _Plain(RuntimeParam):
        """Turns the words of one option into values of a plain type."""

        def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
            if isinstance(value, (list, tuple)):
                return [self._one(item, param, ctx) for item in value]
            return self._one(value, param, ctx)

        def _one(self, value: Any, param: Any, ctx: Any) -> Any:
            kind: Any = self.annotation
            try:
                result = kind(value)
            except ValueError:
                raise BadParameter(f"'{value}' is not a whole number.", ctx=ctx, param=param) from None
            least, most = self.parameter_info.min, self.parameter_info.max
            if kind is int and ((least is not None and result < least) or (most is not None and result > most)):
                raise BadParameter(f"{result} is not in the range {least} to {most}.", ctx=ctx, param=param)
            return result

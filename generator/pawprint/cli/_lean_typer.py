"""Typer commands that are imported when they run, read option values without pydantic, and show plain help.

Typer 0.29 converts every option value with pydantic, whose import takes longer than printing fifty cards, and has no
switch for that. The options of Pawprint are strings, whole numbers, paths and flags, which Python itself can convert.
So each parameter gets a converter in place of the one that its method `get_runtime_param` would build. A Typer that
does not call this method would still work, only more slowly; `tests/cli/test_lean_typer.py` compares both ways.
"""

from __future__ import annotations

import builtins
from collections import UserDict
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any, get_args

from typer import BadParameter, Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command


class LeanCommand(TyperCommand):
    """A command whose parameters are converted by `_Converter`."""

    def get_params(self, ctx: Any) -> Any:
        """The options and arguments."""
        return _prepared(super().get_params(ctx))

    def get_short_help_str(self, limit: int = 0) -> str:
        """The first sentence of the help, whole: a list of commands breaks it into lines."""
        return super().get_short_help_str(1_000)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The parts of the usage line, with `GAME` rather than `{GAME}` for a required argument."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]


class LeanGroup(TyperGroup):
    """A group of commands, whose own parameters are converted in the same way. Alone, it shows its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line, of which there may be none."""
        return super().parse_args(ctx, args or ([] if ctx.resilient_parsing else ["--help"]))

    def get_params(self, ctx: Any) -> Any:
        """The options."""
        return _prepared(super().get_params(ctx))


class CommandGroup(LeanGroup):
    """A group whose commands are the modules of their names in `cli/commands`, imported when they are asked for."""

    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, names: Iterable[str]) -> type[CommandGroup]:
        """A group of these commands."""
        return type(cls.__name__, (cls,), {"names": tuple(names)})

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands(self.make, {**dict.fromkeys(self.names), **self.commands})

    def make(self, name: str) -> Any:
        """The command of that name, which is one of *names*."""
        function_name = f"{name}_" if iskeyword(name) or hasattr(builtins, name) else name
        command = getattr(import_module(f"pawprint.cli.commands.{function_name}"), function_name)
        return get_command(command) if isinstance(command, Typer) else command_of(name, command)


class _Commands(UserDict[str, Any]):
    """Commands by name; None stands for one that is not made yet."""

    def __init__(self, make: Callable[[str], Any], commands: dict[str, Any]) -> None:
        super().__init__(commands)
        self._make = make

    def __getitem__(self, name: str) -> Any:
        if self.data[name] is None:
            self.data[name] = self._make(name)
        return self.data[name]


def command_of(name: str, function: Callable[..., Any]) -> Any:
    """The command that calls *function* with the values of its parameters."""
    alone = Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=LeanCommand)(function)
    return get_command(alone)


def _prepared(parameters: Any) -> Any:
    for parameter in parameters:
        descriptor = getattr(parameter, "type_descriptor", None)
        value_type = _value_type(getattr(descriptor, "annotation", None))
        if value_type is not None:
            converter = _Converter(value_type, getattr(parameter, "min", None), getattr(parameter, "max", None))
            parameter.get_runtime_param = lambda converter=converter: converter
        parameter.shell_complete = partial(_complete, parameter)
        if parameter.param_type_name == "argument":
            parameter.display_type_rich = lambda ctx: ""  # `GAME`, rather than `GAME <str>`
    return parameters


def _complete(parameter: Any, ctx: Any, incomplete: str) -> Any:
    """The words that a shell may complete for *parameter*."""
    from pawprint.cli._completion import candidates

    values = {**ctx.params, "words": ctx.args, "commands": ctx.find_root().command.commands}
    return candidates(parameter.name, str(parameter.metavar or ""), values, incomplete)


def _value_type(annotation: Any) -> Callable[[Any], Any] | None:
    """`str` of `str`, `str | None` or `list[str] | None`; likewise for the other simple types; else None."""
    while len(inside := [part for part in get_args(annotation) if part is not type(None)]) == 1:
        annotation = inside[0]
    return annotation if annotation in (str, int, bool, Path) else None


class _Converter:
    """Turns the words of one option into values.

    Args:
        value_type: the type of one value.
        least, most: the range of a number; None for no limit.
    """

    def __init__(self, value_type: Callable[[Any], Any], least: int | None, most: int | None) -> None:
        self.value_type, self.least, self.most = value_type, least, most

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value, or a list of values, that *value* means.

        Raises:
            BadParameter: it is not a number, or out of range.
        """
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if isinstance(value, list | tuple):
            return [self._convert(item, param, ctx) for item in value]
        return self._convert(value, param, ctx)

    def _convert(self, value: Any, param: Any, ctx: Any) -> Any:
        try:
            result = self.value_type(value)
        except ValueError:
            raise BadParameter(f"'{value}' is not a whole number.", ctx=ctx, param=param) from None
        if self.least is not None and result < self.least:
            raise BadParameter(f"{result} is less than {self.least}.", ctx=ctx, param=param)
        if self.most is not None and result > self.most:
            raise BadParameter(f"{result} is more than {self.most}.", ctx=ctx, param=param)
        return result

"""Groups that build a command when it is asked for, and help that shows arguments by name."""

from collections.abc import Callable, Mapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup


class Command(TyperCommand):
    """A command whose help shows `GAME` rather than `{GAME}` and `GAME <str>`."""

    def get_short_help_str(self, limit: int = 0) -> str:
        """The first sentence of the help, whole: a list of commands breaks it into lines."""
        return super().get_short_help_str(1_000)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The parts of the usage line."""
        return [piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options."""
        rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for parameter in self.get_params(ctx):
            name, text = parameter.get_help_record(ctx) or ("", "")
            kind = parameter.param_type_name
            rows[kind].append((name.partition(" <")[0] if kind == "argument" else name, text))
        for title, shown in (("Arguments", rows["argument"]), ("Options", rows["option"])):
            if shown:
                with formatter.section(title):
                    formatter.write_dl(shown)


class Group(TyperGroup):
    """A group of commands that shows its help if none is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command line, of which there may be none."""
        return super().parse_args(ctx, args or ([] if ctx.resilient_parsing else ["--help"]))


class LazyGroup(Group):
    """A group that builds each command when it is asked for.

    Args:
        builders: name of a command -> a function that returns it.
    """

    def __init__(self, builders: Mapping[str, Callable[[], Any]], **settings: Any) -> None:
        super().__init__(**settings)
        self._builders = builders

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, in the order of the help."""
        return [*dict.fromkeys((*self._builders, *self.commands))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command *cmd_name*, or None."""
        if cmd_name not in self.commands and cmd_name in self._builders:
            self.commands[cmd_name] = self._builders[cmd_name]()
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that *args* begin with; for a wrong name, Typer suggests a similar one that has been built."""
        if args[0] not in self._builders:
            for name in self._builders:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


def group(name: str, help_text: str) -> typer.Typer:
    """A group of commands, to be filled with its decorator `command`."""
    return typer.Typer(name=name, cls=Group, add_completion=False, rich_markup_mode=None, help=help_text)


def command(name: str, function: Callable[..., Any]) -> Any:
    """The command that calls *function* with the values of its parameters."""
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, cls=Command)(function)
    return typer.main.get_command(alone)

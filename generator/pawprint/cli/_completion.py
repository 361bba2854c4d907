"""What a shell completes: the names that the games, layouts and printers of the current folder have."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.cli import parameters
from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled

if TYPE_CHECKING:
    from pawprint.catalog.model import Game

#: The values of the parameters of a command, as far as they are typed; `words` are those that are not
#: assigned, `commands` those of the program.
Values = Mapping[str, Any]


class Candidate(NamedTuple):
    """A word that a shell may complete; the fields are those that Typer asks for."""

    value: str
    type: str = "plain"
    help: str | None = None


def candidates(name: str, metavar: str, values: Values, incomplete: str) -> list[Candidate]:
    """The words for the parameter *name*, shown as *metavar*, that begin with *incomplete*; none after an error."""
    find = _BY_NAME.get(name) or _BY_METAVAR.get(metavar)
    if find is None:
        return []
    before = ""
    if metavar in _SEVERAL and "," in incomplete:  # the part of a list that is typed last
        typed, _, incomplete = incomplete.rpartition(",")
        before = f"{typed},"
    with suppress(OSError, ValueError):
        words = [word for word in find(values) if word.startswith(incomplete)]
        return [Candidate(before + word) for word in dict.fromkeys(words)]
    return []


def _catalog(values: Values) -> Path:
    return parameters.usual_catalog(None if values.get("bundled") else values.get("catalog")) or bundled("catalog")


def _games(values: Values) -> list["Game"]:
    """The games that are named, or all."""
    from pawprint.catalog.library import game_folders, load_library

    folder = _catalog(values)
    game = values.get("game")
    # After an option without its value, the arguments before it are not assigned yet.
    named = values.get("games") or ([game] if game else values.get("words") or ())
    known = [name for name in named if name in game_folders(folder)]
    return list(load_library(folder, Findings(), known).games.values())


def _game_ids(values: Values) -> Iterable[str]:
    from pawprint.catalog.library import game_folders

    return game_folders(_catalog(values))


def _components(values: Values) -> Iterable[str]:
    return (name for game in _games(values) for name in game.components)


def _pieces(values: Values) -> Iterable[str]:
    return (record.id for game in _games(values) for component in game.components for record in game.pieces(component))


def _languages(values: Values) -> Iterable[str]:
    return (language for game in _games(values) for language in game.languages)


def _editions(values: Values) -> Iterable[str]:
    return (edition for game in _games(values) for edition in game.editions)


def _papers(values: Values) -> Iterable[str]:
    from pawprint.pieces.layouts import Layouts

    return Layouts(parameters.layout_folders(values.get("layouts")), Findings()).papers


def _stocks(values: Values) -> Iterable[str]:
    from pawprint.pieces.layouts import Layouts

    return Layouts(parameters.layout_folders(values.get("layouts")), Findings()).stocks


def _printers(values: Values) -> Iterable[str]:
    from pawprint.sheets.printers.profile_files import known_printers, printers_folder

    return known_printers(printers_folder())


def _kinds(values: Values) -> Iterable[str]:
    from pawprint.cli.commands.build import KINDS

    return KINDS


def _duplex(values: Values) -> Iterable[str]:
    from pawprint.sheets.plan import Duplex

    return (way.value for way in Duplex)


def _commands(values: Values) -> Iterable[str]:
    return [str(name) for name in values["commands"]]


def _schemas(values: Values) -> Iterable[str]:
    from pawprint.interchange.schemas.schema_files import NAMES

    return NAMES


_Find = Callable[[Values], Iterable[str]]
#: Parameters whose metavar says too little.
_BY_NAME: dict[str, _Find] = {
    "component": _components,
    "components": _components,
    "edition": _editions,
    "printer": _printers,
    "stock": _stocks,
    "name": _printers,
    "of": _schemas,
}
_BY_METAVAR: dict[str, _Find] = {
    "COMMAND": _commands,
    "GAME": _game_ids,
    "OTHER": _game_ids,
    "COMPONENT": _components,
    "ID": _pieces,
    "LANG": _languages,
    "LANGS": _languages,
    "PAPER": _papers,
    "KINDS": _kinds,
    "HOW": _duplex,
}
#: Metavars of lists that are separated by commas.
_SEVERAL = ("LANGS", "KINDS")

"""Options and arguments that several commands share, and the readers of their values."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawprint.cli._terminal import warn
from pawprint.core.files import bundled
from pawprint.core.geometry import Insets
from pawprint.core.length import Length

if TYPE_CHECKING:
    from pawprint.api.project import Project
    from pawprint.catalog.model import Game
    from pawprint.production.cache.store import Store
    from pawprint.sheets.printers.printer_profile import PrinterProfile


def usual_catalog(catalog: Path | None) -> Path | None:
    """The folder *catalog*, else `./catalog`; None if there is none."""
    here = Path("catalog")
    return catalog or (here if here.is_dir() else None)


def layout_folders(layouts: Path | None) -> list[Path]:
    """The folders of layouts with the most specific first."""
    own = layouts if layouts is not None else Path("layouts")
    base = bundled("layouts")
    found = [own] if layouts is not None or own.is_dir() else []
    if not found or found[0].resolve() != base.resolve():
        found.append(base)
    return found


def _completer(find: Callable[[dict[str, Any]], Iterable[str]], *, several: bool = False) -> Callable[..., list[str]]:
    """A function for `autocompletion` of a parameter; it offers nothing if the files cannot be read.

    Args:
        find: the words for the values of the other parameters; `words` are those that are not assigned yet, such as
            the arguments before an option without its value.
        several: True if the value is a list separated by commas, of which the last item is completed.
    """

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        before = incomplete[: incomplete.rfind(",") + 1] if several else ""
        with suppress(OSError, ValueError):
            return [before + word for word in dict.fromkeys(find({**context.params, "words": context.args}))]
        return []

    return complete


def _completed_catalog(values: dict[str, Any]) -> Path:
    return usual_catalog(None if values.get("bundled") else values.get("catalog")) or bundled("catalog")


def _completed_games(values: dict[str, Any]) -> Iterable["Game"]:
    """The games that are named, or all."""
    from pawprint.catalog.library import game_folders, load_library
    from pawprint.core.diagnostics import Findings

    folder = _completed_catalog(values)
    named = values.get("games") or [values["game"]] if values.get("game") else values["words"]
    known = [name for name in named if name in game_folders(folder)]
    return load_library(folder, Findings(), known).games.values()


def _game_ids(values: dict[str, Any]) -> Iterable[str]:
    from pawprint.catalog.library import game_folders

    return game_folders(_completed_catalog(values))


def _piece_ids(values: dict[str, Any]) -> Iterable[str]:
    games = _completed_games(values)
    return (record.id for game in games for component in game.components for record in game.pieces(component))


def _of_games(name: str) -> Callable[[dict[str, Any]], Iterable[str]]:
    """The words of an attribute of games."""
    return lambda values: (word for game in _completed_games(values) for word in getattr(game, name))


def _of_layouts(name: str) -> Callable[[dict[str, Any]], Iterable[str]]:
    """The names in an attribute of layouts."""

    def find(values: dict[str, Any]) -> Iterable[str]:
        from pawprint.core.diagnostics import Findings
        from pawprint.pieces.layouts import Layouts

        return getattr(Layouts(layout_folders(values.get("layouts")), Findings()), name)  # type: ignore[no-any-return]

    return find


def _printers(_values: dict[str, Any]) -> Iterable[str]:
    from pawprint.sheets.printers.profile_files import known_printers, printers_folder

    return known_printers(printers_folder())


complete_games = _completer(_game_ids)
complete_pieces = _completer(_piece_ids)
complete_components = _completer(_of_games("components"))
complete_language = _completer(_of_games("languages"))
complete_languages = _completer(_of_games("languages"), several=True)
complete_editions = _completer(_of_games("editions"))
complete_papers = _completer(_of_layouts("papers"))
complete_stocks = _completer(_of_layouts("stocks"))
complete_printers = _completer(_printers)


def whole_number(*names: str, least: int | None = None, most: int | None = None, **settings: Any) -> Any:
    """A Typer option for a whole number from *least* to *most*; None for no limit."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise typer.BadParameter(f"'{text}' is not a whole number.") from None
        if least is not None and value < least:
            raise typer.BadParameter(f"{value} is less than {least}.")
        if most is not None and value > most:
            raise typer.BadParameter(f"{value} is more than {most}.")
        return value

    return typer.Option(*names, min=least, max=most, parser=parse, **settings)


GamesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="GAME", autocompletion=complete_games, help="Ids of games in the catalog. Default: all games."
    ),
]
GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="Id of a game in the catalog.")
]
CatalogOption = Annotated[
    Path | None,
    typer.Option(
        "--catalog", metavar="DIR", help="Folder of the games. Default: ./catalog, or the bundled games if GAME is one."
    ),
]
BundledOption = Annotated[bool, typer.Option("--bundled", help="The games that come with Pawprint.")]
LayoutsOption = Annotated[
    Path | None,
    typer.Option(
        "--layouts",
        metavar="DIR",
        help="Folder of layouts that take precedence over the bundled ones. Default: ./layouts if it exists.",
    ),
]
EditionOption = Annotated[
    str | None,
    typer.Option(
        "--edition",
        metavar="NAME",
        autocompletion=complete_editions,
        help="Edition of the game, by the name in its game.yaml.",
    ),
]
ComponentsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--component", metavar="NAME", autocompletion=complete_components, help="Only this component; may be repeated."
    ),
]
CardsOption = Annotated[
    list[str] | None,
    typer.Option("--card", metavar="ID", autocompletion=complete_pieces, help="Only this piece; may be repeated."),
]
BuildsOption = Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Output folder of the builds.")]
LanguagesOption = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGS",
        autocompletion=complete_languages,
        help="Only these languages, separated by commas: fr,en.",
    ),
]
DelimiterOption = Annotated[
    str, typer.Option("--delimiter", metavar="SIGN", help="Delimiter of CSV cells: comma, semicolon or tab.")
]
JobsOption = Annotated[
    int, whole_number("--jobs", least=0, most=64, metavar="N", help="Number of processes; 0 for one per core.")
]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Neither use nor write the cache.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
PrinterOption = Annotated[
    str | None,
    typer.Option(
        "--printer",
        metavar="NAME",
        autocompletion=complete_printers,
        help="Correct the backs for this printer, or for NAME:TRAY.",
    ),
]
YesOption = Annotated[bool, typer.Option("--yes", help="Send without asking.")]
AllowRulesOption = Annotated[
    bool, typer.Option("--allow-rules", help="First allow the games' own rules, which are programs, to run.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but findings.")]

#: Values of --delimiter -> the character.
DELIMITERS = {"": "", "comma": ",", "semicolon": ";", "tab": "\t", ",": ",", ";": ";", "\t": "\t"}


def folders(
    catalog: Path | None, layouts: Path | None, games: Sequence[str] = (), with_bundled: bool = False
) -> tuple[Path, list[Path]]:
    """The catalog folder, and the layout folders with the most specific first; see `catalog_folder`."""
    return catalog_folder(catalog, games, with_bundled), layout_folders(layouts)


def project(
    catalog: Path | None, layouts: Path | None, games: Sequence[str] = (), with_bundled: bool = False
) -> "Project":
    """The games that a command is about; see `catalog_folder`."""
    from pawprint.api.project import Project

    return Project(*folders(catalog, layouts, games, with_bundled), games)


def require_own_catalog(catalog: Path | None, parameter: str) -> None:
    """Refuse to change the bundled games, in which a project without a catalog of its own would look.

    Raises:
        typer.BadParameter: there is no other catalog.
    """
    if usual_catalog(catalog) is None:
        help = "the bundled games cannot be changed; go to the folder of your catalog, or name it with --catalog"
        raise typer.BadParameter(help, param_hint=parameter)


def catalog_folder(catalog: Path | None, games: Sequence[str], with_bundled: bool = False) -> Path:
    """The folder *catalog*, else `./catalog`, else that of the bundled games if *games* names them.

    An error ends the command if there is no such folder.

    Args:
        with_bundled: the user asks for the bundled games.

    Raises:
        typer.BadParameter: for these and for another catalog.
    """
    from pawprint.catalog.library import game_folders
    from pawprint.cli._messages import fail

    if with_bundled and catalog is not None:
        raise typer.BadParameter("leave out --catalog, or this option", param_hint="--bundled")
    own = None if with_bundled else usual_catalog(catalog)
    if own is None and not with_bundled:
        missing = next((name for name in games if name not in game_folders(bundled("catalog"))), "")
        if missing or not games:
            near = _folder_with_catalog()
            own_game = f"cd {near}" if near else "go to the folder of your game, or make one with: pawprint new my-game"
            other = f"no game '{missing}' comes with Pawprint" if games else "--bundled is for the games of Pawprint"
            fail("there is no catalog here", f"{own_game}; {other}")
    return own or bundled("catalog")


def _folder_with_catalog() -> str:
    """The path of the nearest folder with a catalog, above or directly below the current folder; empty without one."""
    here = Path.cwd()
    above = [folder for folder in here.parents if any((folder / "catalog").glob("*/game.yaml"))]
    below = [path.parents[2] for path in sorted(here.glob("[!.]*/catalog/*/game.yaml"))]
    return next((Path(os.path.relpath(folder)).as_posix() for folder in (*above, *below)), "")


def length(text: str, option: str, most: float) -> Length:
    """The length that *option* has, from 0 to *most* millimetres.

    Raises:
        typer.BadParameter: it is not a length, or out of range.
    """
    try:
        value = Length.parse("0 mm" if text.strip() == "0" else text)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; write a number and a unit, as in 3mm", param_hint=option) from None
    if not 0 <= value.mm <= most:
        raise typer.BadParameter(f"{value} is not from 0 to {most:g} mm", param_hint=option)
    return value


def margin(text: str | None, option: str) -> Insets | None:
    """What a printer leaves white, as *option* says it: one length, or top, right, bottom and left; None without it.

    Raises:
        typer.BadParameter: it is neither, or a length is not from 0 to 50 mm.
    """
    if text is None:
        return None
    try:
        value = Insets.parse(text)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; for example 5mm, or 3mm,3mm,14mm,3mm", param_hint=option) from None
    for side in value:
        if not 0 <= side.mm <= 50:
            raise typer.BadParameter(f"{side} is not from 0 to 50 mm", param_hint=option)
    return value


def printer(text: str | None, option: str = "NAME") -> "PrinterProfile | None":
    """The profile of the printer NAME or NAME:TRAY; None without a name. The command ends if it cannot be read.

    Raises:
        typer.BadParameter: there is no such printer, or it has no such tray.
    """
    if text is None:
        return None
    from pawprint.cli._messages import report
    from pawprint.core.diagnostics import Findings
    from pawprint.sheets.printers.profile_files import find_printer

    findings = Findings()
    try:
        profile = find_printer(text, findings)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None
    report(findings.sorted())
    if profile is None:
        raise typer.Exit(1)
    return profile


def check_printer(name: str, known: Sequence[str], option: str) -> None:
    """Refuse a printer that is not *known*.

    Raises:
        typer.BadParameter: it is not.
    """
    from pawprint.sheets.printers.profile_files import no_printer

    if name not in known:
        raise typer.BadParameter(no_printer(name, known), param_hint=option)


def printer_name(name: str, option: str) -> str:
    """*name*, which must be one that a printer can have.

    Raises:
        typer.BadParameter: it is not.
    """
    from pawprint.sheets.printers.printer_profile import is_name

    if not is_name(name):
        message = f"'{name}' is no name for a printer; use lower-case letters, digits and single hyphens"
        raise typer.BadParameter(message, param_hint=option)
    return name


def choice(text: str, choices: tuple[str, ...], option: str) -> str:
    """*text*, which must be one of *choices*.

    Raises:
        typer.BadParameter: it is not; the message suggests a similar choice.
    """
    from pawprint.core.registry import known_spelling, suggest

    text = known_spelling(text, choices)
    if text in choices:
        return text
    raise typer.BadParameter(f"'{text}': {suggest(text, choices, 'choices are')}", param_hint=option)


def split_list(text: str | None, repeated: bool = False) -> tuple[str, ...]:
    """The items of a comma-separated option; each once unless they may be *repeated*."""
    items = [item.strip() for item in (text or "").split(",") if item.strip()]
    return tuple(items if repeated else dict.fromkeys(items))


def delimiter(text: str) -> str:
    """The character that --delimiter names; empty if the option is not given."""
    if text in DELIMITERS:
        return DELIMITERS[text]
    return DELIMITERS[choice(text, ("comma", "semicolon", "tab"), "--delimiter")]


def check_output(file: Path, option: str, force: bool, kind: str, signature: bytes) -> None:
    """Refuse, as wrong usage, to overwrite a file of another kind without --force.

    A new file and one that begins with *signature* are accepted; so is a device or a pipe, see `write_output`.

    Args:
        kind: of the file that the command writes, as a noun.
        signature: the first bytes of every such file.
    """
    from pawprint.core.files import is_stream

    if file.is_dir():
        raise typer.BadParameter(f"{file.as_posix()} is a folder; name a file", param_hint=option)
    if force or is_stream(file) or not file.is_file():
        return
    with file.open("rb") as existing:
        start = existing.read(len(signature))
    if start and start != signature:
        message = f"{file.as_posix()} already exists and is not a {kind}; --force overwrites it"
        raise typer.BadParameter(message, param_hint=option)


def open_cache(quiet: bool = False) -> "Store | None":
    """The cache of earlier builds; None, after a message, if its folder cannot be used."""
    from pawprint.core.user_folders import BadFolder, cache_folder
    from pawprint.production.cache.source_digests import version
    from pawprint.production.cache.store import Store

    try:
        return Store(cache_folder(), version())
    except BadFolder as error:
        if not quiet:
            warn(f"building without the cache: {error}")
        return None

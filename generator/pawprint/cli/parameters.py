"""Options that several commands share, and what they mean."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawprint.core.length import Length

if TYPE_CHECKING:
    from pawprint.build.cache.store import Store

GamesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME...]", help="Games of the catalog; all if none is named.")
]
CatalogOption = Annotated[
    Path | None,
    typer.Option(
        "--catalog", metavar="DIR", help="Folder of games. Default: ./catalog if there is one, else the bundled games."
    ),
]
LayoutsOption = Annotated[
    Path | None,
    typer.Option(
        "--layouts",
        metavar="DIR",
        help="Folder of layouts, laid over the bundled ones. Default: ./layouts if there is one.",
    ),
]
EditionOption = Annotated[
    str | None, typer.Option("--edition", metavar="NAME", help="An edition that the game declares, by its name.")
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but findings.")]


def folders(catalog: Path | None, layouts: Path | None) -> tuple[Path, list[Path]]:
    """The catalog folder, and the layout folders with the most specific first."""
    from pawprint.build.pipeline import bundled

    here = Path("catalog")
    if catalog is None:
        catalog = here if here.is_dir() else bundled("catalog")
    own = layouts if layouts is not None else Path("layouts")
    base = bundled("layouts")
    found = [own] if layouts is not None or own.is_dir() else []
    if not found or found[0].resolve() != base.resolve():
        found.append(base)
    return catalog, found


def length(text: str, option: str, most: float) -> Length:
    """The length of an option, from 0 to *most* millimetres; anything else is wrong usage."""
    try:
        value = Length.parse("0 mm" if text.strip() == "0" else text)
    except ValueError as error:
        raise typer.BadParameter(f"{error}; write a number and a unit, as in 3mm", param_hint=option) from None
    if not 0 <= value.mm <= most:
        raise typer.BadParameter(f"{value} is not from 0 to {most:g} mm", param_hint=option)
    return value


def choice(text: str, choices: tuple[str, ...], option: str) -> str:
    """*text* if it is among *choices*; anything else is wrong usage, with a suggestion."""
    from pawprint.core.registry import suggest

    if text in choices:
        return text
    raise typer.BadParameter(f"'{text}': {suggest(text, choices, 'choices are')}", param_hint=option)


def split_list(text: str | None, repeated: bool = False) -> tuple[str, ...]:
    """The words of a comma-separated option, each once unless they may be *repeated*."""
    words = [word.strip() for word in (text or "").split(",") if word.strip()]
    return tuple(words if repeated else dict.fromkeys(words))


def open_cache(quiet: bool = False) -> "Store | None":
    """What earlier builds have kept; None, after a word about it, where that cannot be trusted."""
    from pawprint.build.cache.file_digests import version
    from pawprint.build.cache.store import BadFolder, Store, usual_folder

    try:
        return Store(usual_folder(), version())
    except BadFolder as error:
        if not quiet:
            print(f"everything is made anew: {error}", file=sys.stderr)
        return None

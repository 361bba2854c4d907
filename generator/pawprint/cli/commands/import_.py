"""`pawprint import`: a list of cards -> a game that prints."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pawprint.api.project import open_project
from pawprint.cli import parameters
from pawprint.cli._messages import file_line, report
from pawprint.cli._terminal import say
from pawprint.cli.parameters import DelimiterOption
from pawprint.core.diagnostics import Findings
from pawprint.interchange.lists.fit_cards import LONG_TEXTS
from pawprint.interchange.lists.game_folder import create_folder, is_available
from pawprint.interchange.lists.import_game import ImportOptions, import_cards
from pawprint.interchange.lists.slugs import slug
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

_File = Annotated[Path, typer.Argument(metavar="FILE", help="A .csv, .tsv, .xlsx, .ods, .yaml, .json or .xml file.")]
_Folder = Annotated[Path | None, typer.Argument(metavar="DIR", help="New folder. Default: the name of the file.")]
_Title = Annotated[str, typer.Option(metavar="TEXT", help="Title of the game.")]
_Lang = Annotated[str, typer.Option(metavar="LANG", help="Language of the list, such as fr. Default: detected.")]
_Stock = Annotated[
    str,
    typer.Option(
        metavar="NAME", autocompletion=parameters.complete_stocks, help="Size of the cards: poker, tarot, mini, ..."
    ),
]
_Sheet = Annotated[str, typer.Option(metavar="NAME", help="Worksheet, or list such as data.cards. Default: detected.")]
_Encoding = Annotated[str, typer.Option(metavar="NAME", help="Encoding of a text file. Default: detected.")]
_Role = Annotated[list[str] | None, typer.Option(metavar="COLUMN=ROLE", help="Role of a column. May be repeated.")]
_LongTexts = Annotated[str, typer.Option(metavar="WAY", help="Texts that do not fit: larger, back, cards or mark.")]
_Build = Annotated[bool, typer.Option("--build", help="Also build the sheets of the cards, in DIR/output.")]


def import_(
    file: _File,
    folder: _Folder = None,
    title: _Title = "",
    lang: _Lang = "",
    stock: _Stock = "",
    sheet: _Sheet = "",
    delimiter: DelimiterOption = "",
    encoding: _Encoding = "",
    role: _Role = None,
    long_texts: _LongTexts = "",
    build: _Build = False,
) -> None:
    """Create a game from a list of cards.

    Each row is a card. Pawprint guesses the role of each column from its name and contents, and prints what it decided.
    The new folder has a catalog, a first layout and a README; correct a wrong guess in the YAML files.

    Examples:

      pawprint import cards.csv my-game

      pawprint import cards.xlsx my-game --stock tarot --build
    """
    character = parameters.delimiter(delimiter)
    target = folder or Path(slug(file.stem, "my-game"))
    if not is_available(target):
        raise typer.BadParameter(f"{target.as_posix()} already exists; name a new folder", param_hint="DIR")
    findings = Findings()
    if long_texts not in ("", *LONG_TEXTS):
        raise typer.BadParameter(f"choices are {', '.join(LONG_TEXTS)}", param_hint="--long-texts")
    options = ImportOptions(title, lang, stock, sheet, character, encoding, tuple(role or ()), long_texts)
    imported = import_cards(file, options, findings)
    report(findings)
    if imported is None:
        raise typer.Exit(1)
    create_folder(target, imported.files)
    for note in imported.notes:
        say(note)
    say(f"\n{target.as_posix()}  {imported.game}, {imported.cards}")
    (_build if build else _check)(target)


def _build(target: Path) -> None:
    """Build the cards of the new game; as drafts, with marks, if some have errors."""
    layouts = [target / "layouts", pipeline.bundled("layouts")]
    options = BuildOptions(kinds=("cards", "tokens"))
    findings, prints = pipeline.build_all(target / "catalog", layouts, (), options)
    found = Findings()
    found.extend(findings)
    if found.failed:
        _, prints = pipeline.build_all(target / "catalog", layouts, (), replace(options, draft=True))
    for path, made in pipeline.write_prints(prints, target / "output"):
        say(file_line(path, made))
    drafts = "these sheets are drafts with marks; correct the YAML files, then run pawprint build in the folder"
    nothing = "nothing was built; correct the YAML files, then run pawprint build in the folder"
    report(found, drafts if prints else nothing)


def _check(target: Path) -> None:
    """Check the new game."""
    project = open_project(target)
    project.check()
    report(
        project.workspace.findings,
        f"the game is in {target.as_posix()}; correct its YAML files, then run pawprint build",
    )
    say(f"next: cd {target.as_posix()}, then pawprint build")

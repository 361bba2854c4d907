"""`pawprint import`: a game that prints, made of a list of cards."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pawprint.cli import parameters

#: Words for signs that are awkward to type in a shell.
_DELIMITERS = {"": "", "comma": ",", "semicolon": ";", "tab": "\t"}


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .csv, .tsv, .xlsx, .ods, .yaml or .json file.")],
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="The new folder; called like the file by default.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="Title of the game.")] = "",
    lang: Annotated[str, typer.Option(metavar="LANG", help="Language of texts that do not say theirs: fr.")] = "",
    stock: Annotated[str, typer.Option(metavar="NAME", help="Size of the cards: poker, tarot, mini, ...")] = "",
    sheet: Annotated[str, typer.Option(metavar="NAME", help="Of a workbook, the sheet to read.")] = "",
    delimiter: Annotated[
        str, typer.Option(metavar="SIGN", help="What stands between cells of CSV: comma, semicolon or tab.")
    ] = "",
    build: Annotated[bool, typer.Option("--build", help="Print sheets of the cards at once, into DIR/output.")] = False,
) -> None:
    """Make a game of a list of cards: a catalog, a first layout, and sheets to print.

    What the columns are is guessed and said, so that you can correct it in the YAML. A row is a card.

    Examples:

      pawprint import cards.csv my-game

      pawprint import cards.xlsx my-game --stock tarot --build
    """
    from pawprint.build import pipeline
    from pawprint.build.options import BuildOptions
    from pawprint.cli.report import write_findings
    from pawprint.core.diagnostics import Findings
    from pawprint.importer.game_folder import create, is_free
    from pawprint.importer.import_game import ImportOptions, import_cards
    from pawprint.importer.slugs import slug

    sign = _DELIMITERS[parameters.choice(delimiter, tuple(_DELIMITERS), "--delimiter")]
    target = folder or Path(slug(file.stem, "my-game"))
    if not is_free(target):
        raise typer.BadParameter(f"{target.as_posix()} is there; name a new folder", param_hint="DIR")
    findings = Findings()
    made = import_cards(file, ImportOptions(title, lang, stock, sheet, sign), findings)
    write_findings(findings.sorted(), "text", sys.stderr)
    if made is None:
        raise typer.Exit(1)
    create(target, made.files)
    for note in made.notes:
        print(note)
    print(f"\n{target.as_posix()}  {made.game}, {made.cards}")
    layouts = [target / "layouts", pipeline.bundled("layouts")]
    if build:
        choice = BuildOptions(kinds=("cards", "tokens"))
        found, prints = pipeline.build_all(target / "catalog", layouts, (), choice)
        write_findings(found, "text", sys.stderr)
        if any(finding.severity.value == "error" for finding in found):
            print(
                "nothing was printed; correct this in the YAML and type pawprint build in the folder", file=sys.stderr
            )
            raise typer.Exit(1)
        for path, one in pipeline.write_prints(prints, target / "output"):
            sheets = f"{one.sheets} sheet{'s' * (one.sheets != 1)} of {one.paper}"
            print(f"{path.as_posix()}  {sheets}, {one.pieces} piece{'s' * (one.pieces != 1)}")
        return
    workspace = pipeline.load(target / "catalog", layouts)
    pipeline.check(workspace)
    write_findings(workspace.findings.sorted(), "text", sys.stderr)
    if workspace.findings.failed:
        print(
            f"the game is in {target.as_posix()}; correct this in its YAML, then type pawprint build", file=sys.stderr
        )
        raise typer.Exit(1)
    print(f"now: cd {target.as_posix()}, and pawprint build")

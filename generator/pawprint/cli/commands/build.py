"""`pawprint build`: print-ready sheets of games."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.parameters import CatalogOption, EditionOption, GamesArgument, LayoutsOption, QuietOption

if TYPE_CHECKING:
    from pawprint.build.options import BuildOptions
    from pawprint.press.manifest import Print

_KINDS = ("cards", "tiles", "tokens", "boards", "rulebook", "reference")


def build(
    games: GamesArgument = None,
    only: Annotated[
        str | None, typer.Option(metavar="KINDS", help=f"Only these kinds, joined by commas: {', '.join(_KINDS)}.")
    ] = None,
    component: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this component; may be repeated.")
    ] = None,
    card: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only this piece; may be repeated.")] = None,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what has changed since pawprint printed, with a list of why.")
    ] = False,
    lang: Annotated[str | None, typer.Option(metavar="LANGS", help="Only these languages: fr,en.")] = None,
    edition: EditionOption = None,
    paper: Annotated[
        str, typer.Option(metavar="PAPER", help="A4, Letter, A3, Tabloid, ... or WxH, as in 210x297mm.")
    ] = "A4",
    duplex: Annotated[
        str, typer.Option(metavar="HOW", help="Backs: long-edge, short-edge, gutterfold (fold and glue) or off.")
    ] = "long-edge",
    bleed: Annotated[
        str, typer.Option(metavar="LENGTH", help="Art beyond the cut, 0 to 5mm; 0 gives shared cut lines.")
    ] = "0",
    marks: Annotated[str, typer.Option(metavar="WHAT", help="crop marks, a hairline grid, or none.")] = "crop",
    low_ink: Annotated[
        bool, typer.Option("--low-ink", help="White grounds, and outlines in place of large fills.")
    ] = False,
    stamp: Annotated[
        bool, typer.Option("--stamp", help="Id, language and a version of the content at the edge of each face.")
    ] = False,
    one_up: Annotated[
        bool,
        typer.Option("--one-up", help="One page per face and back, with TrimBox and BleedBox, for print services."),
    ] = False,
    cover: Annotated[
        bool, typer.Option("--cover/--no-cover", help="A first page with a ruler and how to print.")
    ] = True,
    booklet: Annotated[
        bool, typer.Option("--booklet", help="Rulebooks two pages to a side, to fold and staple.")
    ] = False,
    creep: Annotated[
        str, typer.Option(metavar="LENGTH", help="Of a booklet: how far a sheet pushes out the next one, 0 to 1mm.")
    ] = "0",
    draft: Annotated[
        bool, typer.Option("--draft", help="Print in spite of missing pictures and broken checks.")
    ] = False,
    proof: Annotated[bool, typer.Option("--proof", help="Draw trim, bleed and safe outlines over the pieces.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the files go: one folder per game.")] = Path("output"),
    catalog: CatalogOption = None,
    layouts: LayoutsOption = None,
    jobs: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Processes to share the work.")] = 1,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Make everything anew, and keep nothing for the next time.")
    ] = False,
    quiet: QuietOption = False,
) -> None:
    """Print sheets of games, their rulebooks and reference sheets, in every language, as PDF.

    Examples:

      pawprint build                               all games, A4

      pawprint build pocket-cats --lang fr --paper Letter --bleed 3mm

      pawprint build food-chain --card toad --card boar --duplex off

      pawprint build food-chain --changed
    """
    from pawprint.build import pipeline
    from pawprint.build.options import BuildOptions
    from pawprint.cli.progress import Progress
    from pawprint.cli.report import write_findings

    choice = BuildOptions(
        kinds=tuple(parameters.choice(kind, _KINDS, "--only") for kind in parameters.split_list(only)),
        components=tuple(component or ()),
        cards=tuple(card or ()),
        languages=parameters.split_list(lang),
        edition=edition or "",
        paper=paper,
        duplex=parameters.choice(duplex, ("long-edge", "short-edge", "gutterfold", "off"), "--duplex"),
        marks=parameters.choice(marks, ("crop", "grid", "none"), "--marks"),
        bleed=parameters.length(bleed, "--bleed", 5),
        draft=draft,
        proof=proof,
        low_ink=low_ink,
        stamp=stamp,
        one_up=one_up,
        cover=cover,
        booklet=booklet,
        creep=parameters.length(creep, "--creep", 1),
    )
    if booklet:
        _require_folding(choice)
    catalog_folder, layout_folders = parameters.folders(catalog, layouts)
    if changed:
        from pawprint.cli.build_changed import build_changed

        store = None if no_cache else parameters.open_cache(quiet)
        build_changed(choice, catalog_folder, layout_folders, games or (), out, quiet, store)
        return
    with Progress(quiet) as progress:
        store = None if no_cache else parameters.open_cache(quiet)
        findings, prints = pipeline.build_all(
            catalog_folder, layout_folders, games or (), choice, jobs, progress, store
        )
    write_findings(findings, "text", sys.stderr)
    if any(finding.severity.value == "error" for finding in findings):
        print("nothing was written; the files of the last build are as they were", file=sys.stderr)
        raise typer.Exit(1)
    for path, made in pipeline.write_prints(prints, out, choice):
        if not quiet:
            print(file_line(path, made))
    if not prints:
        print("there is nothing to print", file=sys.stderr)


def _require_folding(choice: "BuildOptions") -> None:
    """Wrong usage, unless rulebooks are among what is printed, and on both sides."""
    from pawprint.build.pipeline import document_kinds

    kinds = document_kinds(choice)
    if kinds is None or (kinds and "rulebook" not in kinds):
        raise typer.BadParameter("only rulebooks make booklets, and none is printed", param_hint="--booklet")
    if choice.duplex not in ("long-edge", "short-edge"):
        raise typer.BadParameter(
            "a booklet is printed on both sides; take --duplex long-edge or short-edge", param_hint="--booklet"
        )


def file_line(path: Path, made: "Print") -> str:
    """A line about a file that was made."""
    what = f"{plural(made.sheets, 'sheet')} of {made.paper}"
    if not made.sheets:
        what = plural(made.pages, "page") + (f" of {made.paper}" if made.paper else "")
    pieces = f", {plural(made.pieces, 'piece')}" if made.sheets and made.pieces else ""
    return f"{path.as_posix()}  {what}{pieces}"


def plural(count: int, noun: str) -> str:
    """A number of things, in words: `3 sheets`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"

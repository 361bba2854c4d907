"""`pawprint build`: print-ready PDF files of games."""

from collections.abc import Callable, Sequence
from inspect import Signature, getdoc
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawprint.cli import parameters
from pawprint.cli._terminal import say, warn

if TYPE_CHECKING:
    from pawprint.press.manifest import Print
    from pawprint.production.options import BuildOptions

_PIECES = ("cards", "tiles", "tokens", "boards")
_LISTS = ("lists", "checklist", "card-list", "legend", "objectives", "actions", "proof")
FILE_KINDS = (*_PIECES, "boxes", "rulebook", "reference", *_LISTS)
_DUPLEX = ("long-edge", "short-edge", "gutterfold", "off")
_FORMS = ("pdf", "html", "md")


def _complete_kinds(incomplete: str) -> list[str]:
    before = incomplete[: incomplete.rfind(",") + 1]
    return [before + kind for kind in FILE_KINDS]


_Only = Annotated[
    str | None,
    typer.Option(
        metavar="KINDS",
        autocompletion=_complete_kinds,
        help=f"Only these kinds, separated by commas: {', '.join(FILE_KINDS)}.",
    ),
]
_To = Annotated[
    str,
    typer.Option(
        metavar="FORMS", help=f"Forms of documents, separated by commas: {', '.join(_FORMS)}; pdf has sheets."
    ),
]
_Changed = Annotated[bool, typer.Option("--changed", help="Only pieces changed since pawprint printed, with a list.")]
_Paper = Annotated[
    str,
    typer.Option(
        metavar="PAPER",
        autocompletion=parameters.complete_papers,
        help="A4, Letter, A3, Tabloid, ... or width x height, such as 210x297mm.",
    ),
]
_Margin = Annotated[
    str | None,
    typer.Option(metavar="LENGTHS", help="What your printer leaves white: 5mm, or top,right,bottom,left."),
]
_Duplex = Annotated[
    str,
    typer.Option(
        metavar="HOW",
        autocompletion=lambda: _DUPLEX,
        help="Backs: long-edge, short-edge, gutterfold (fold and glue) or off.",
    ),
]
_Bleed = Annotated[str | None, typer.Option(metavar="LENGTH", help="Bleed, 0 to 5mm; 0 lets neighbours share a cut.")]
_Marks = Annotated[str, typer.Option(metavar="WHAT", help="Cutting marks: crop, grid (hairlines) or none.")]
_CutLines = Annotated[
    bool, typer.Option("--cut-lines/--no-cut-lines", help="Lines along the cut of pieces that are not rectangles.")
]
_LowInk = Annotated[bool, typer.Option("--low-ink", help="White backgrounds, and outlines instead of large fills.")]
_Stamp = Annotated[bool, typer.Option("--stamp", help="Print id, language and content version at the edge of faces.")]
_Mix = Annotated[bool, typer.Option("--mix", help="Stocks that fill less than a sheet share sheets, in one file.")]
_OneUp = Annotated[
    bool, typer.Option("--one-up", help="One page per face and back, with TrimBox and BleedBox, for print services.")
]
_Cover = Annotated[
    bool, typer.Option("--cover/--no-cover", help="A first page with a ruler and printing instructions.")
]
_Booklet = Annotated[
    bool, typer.Option("--booklet", help="Rulebooks as booklets: two pages to a side, to fold and staple.")
]
_Creep = Annotated[
    str, typer.Option(metavar="LENGTH", help="For booklets: how far each sheet pushes out the next one, 0 to 1mm.")
]
_Sleeves = Annotated[
    str, typer.Option(metavar="KIND", help="Boxes for cards in sleeves: penny, inner, medium, standard or double.")
]
_CardThickness = Annotated[
    str, typer.Option(metavar="LENGTH", help="Thickness of your cards, for boxes: measure ten, divide by ten.")
]
_Draft = Annotated[bool, typer.Option("--draft", help="Print despite errors, and mark them on the pieces.")]
_Proof = Annotated[bool, typer.Option("--proof", help="Draw trim, bleed and safe area over the pieces.")]
OutOption = Annotated[
    Path, typer.Option("--out", "-o", metavar="DIR", help="Output folder; each game gets a folder in it.")
]

_NOTHING_WRITTEN = "nothing was written; the files of the last build are unchanged"
_MARKED = "the errors are marked on the pieces"


def build_options(
    only: _Only = None,
    to: _To = "pdf",
    component: parameters.ComponentsOption = None,
    card: parameters.CardsOption = None,
    lang: parameters.LanguagesOption = None,
    edition: parameters.EditionOption = None,
    paper: _Paper = "A4",
    margin: _Margin = None,
    printer: parameters.PrinterOption = None,
    duplex: _Duplex = "long-edge",
    bleed: _Bleed = None,
    marks: _Marks = "crop",
    cut_lines: _CutLines = True,
    low_ink: _LowInk = False,
    stamp: _Stamp = False,
    mix: _Mix = False,
    one_up: _OneUp = False,
    cover: _Cover = True,
    booklet: _Booklet = False,
    creep: _Creep = "0",
    sleeves: _Sleeves = "",
    card_thickness: _CardThickness = "0",
    draft: _Draft = False,
    proof: _Proof = False,
) -> "BuildOptions":
    """What the options of a build say.

    Raises:
        typer.BadParameter: a value is wrong, or an option has no effect on what is made.
    """
    from pawprint.production.options import BuildOptions

    options = BuildOptions(
        kinds=tuple(parameters.choice(kind, FILE_KINDS, "--only") for kind in parameters.split_list(only)),
        forms=_forms(to), components=tuple(component or ()), cards=tuple(card or ()),
        languages=parameters.split_list(lang), edition=edition or "", paper=paper,
        margin=parameters.margin(margin, "--margin"), bleed=parameters.length(bleed, "--bleed", 5) if bleed else None,
        duplex=parameters.choice(duplex, _DUPLEX, "--duplex"),
        marks=parameters.choice(marks, ("crop", "grid", "none"), "--marks"), cut_lines=cut_lines, one_up=one_up,
        creep=parameters.length(creep, "--creep", 1), booklet=booklet, draft=draft, proof=proof, low_ink=low_ink,
        stamp=stamp, cover=cover, mix=mix, sleeves=sleeves,
        card_thickness=parameters.length(card_thickness, "--card-thickness", 5),
        printer=parameters.printer(printer, "--printer"),
    )  # fmt: skip
    _require_a_use(options)
    return options


def with_build_options(command: Callable[..., None]) -> Callable[..., None]:
    """*command* with the options of a build, whose values it takes together, as its parameter `options`."""
    shared = Signature.from_callable(build_options).parameters

    def run(**values: Any) -> None:
        command(options=build_options(**{name: values.pop(name) for name in shared}), **values)

    own = Signature.from_callable(command).parameters.values()
    together = [
        part for parameter in own for part in (shared.values() if parameter.name == "options" else (parameter,))
    ]
    run.__signature__ = Signature(together)  # type: ignore[attr-defined]
    run.__doc__ = getdoc(command)
    return run


@with_build_options
def build(
    options: Any,
    games: parameters.GamesArgument = None,
    changed: _Changed = False,
    out: OutOption = Path("output"),
    catalog: parameters.CatalogOption = None,
    bundled: parameters.BundledOption = False,
    layouts: parameters.LayoutsOption = None,
    jobs: parameters.JobsOption = 0,
    no_cache: parameters.NoCacheOption = False,
    quiet: parameters.QuietOption = False,
) -> None:
    """Make print-ready PDF sheets, rulebooks and reference sheets.

    Examples:

      pawprint build pocket-cats --lang fr --paper Letter --bleed 3mm

      pawprint build food-chain --changed
    """
    folders = parameters.folders(catalog, layouts, games or (), bundled)
    if changed:
        from pawprint.cli._build_changed import build_changed

        build_changed(options, folders, games or (), out, quiet, not no_cache)
    else:
        make_files(options, folders, games or (), out, quiet, not no_cache, jobs)


def make_files(
    options: "BuildOptions",
    folders: tuple[Path, list[Path]],
    games: Sequence[str],
    out: Path,
    quiet: bool,
    cached: bool,
    jobs: int,
) -> "list[tuple[Path, Print]]":
    """Make the files and write them, unless there is an error that is not marked on them.

    Args:
        folders: the catalog and the layouts.
        cached: whether to use the cache.

    Returns:
        the files that were written.
    """
    from collections import Counter

    from pawprint.cli._messages import faulty_pieces, file_line, first_to_print, picture_folder, write_all
    from pawprint.cli._progress import Progress
    from pawprint.production import pipeline

    with Progress(quiet) as progress:
        store = parameters.open_cache(quiet) if cached else None
        findings, prints = pipeline.build_all(*folders, games, options, jobs, progress, store)
    failed = write_all(findings)
    if failed and not (prints and options.marks_faults):
        warn(*faulty_pieces(findings), _NOTHING_WRITTEN)
        raise typer.Exit(1)
    pictures = Counter(folder for printed in prints if (folder := picture_folder(printed)))
    written = []
    for path, made in pipeline.write_prints(prints, out, options):
        written.append((path, made))
        if not quiet and not picture_folder(made):
            say(file_line(path, made, pictures[made.game, made.name.rpartition(".")[0]]))
    advice = "" if quiet or failed else first_to_print(out, prints)
    if advice:
        say(advice)
    if not prints:
        warn("there is nothing to print")
    if failed:
        warn(*faulty_pieces(findings), _MARKED)
        raise typer.Exit(1)
    return written


def _forms(to: str) -> tuple[str, ...]:
    """The forms that --to names, in the order of `_FORMS`.

    Raises:
        typer.BadParameter: there is no such form, or none is named.
    """
    named = {parameters.choice(form, _FORMS, "--to") for form in parameters.split_list(to)}
    if not named:
        raise typer.BadParameter(f"name at least one of {', '.join(_FORMS)}", param_hint="--to")
    return tuple(form for form in _FORMS if form in named)


def _require_a_use(options: "BuildOptions") -> None:
    """Reject options that have no effect on what is made."""
    if options.booklet:
        _require_folding(options)
    if options.printer and options.one_up:
        message = "a page of a single piece has no back to correct; leave out --one-up"
        raise typer.BadParameter(message, param_hint="--printer")
    if "pdf" not in options.forms:
        _require_documents(options)


def _require_documents(options: "BuildOptions") -> None:
    """Reject options that ask for sheets, or make them, if documents alone are made, and not as PDF."""
    from pawprint.production.pipeline import document_kinds

    pieces = [kind for kind in options.kinds if kind in (*_PIECES, "boxes")]
    if pieces or document_kinds(options) is None:
        what = pieces[0] if pieces else "sheets of pieces"
        message = f"{what} are PDF files, and --to {','.join(options.forms)} makes none; add pdf to --to"
        raise typer.BadParameter(message, param_hint="--to")
    for given, option in (
        (options.one_up, "--one-up"),
        (options.low_ink, "--low-ink"),
        (options.proof, "--proof"),
        (options.printer is not None, "--printer"),
    ):
        if given:
            raise typer.BadParameter(f"{option} is for PDF files; add pdf to --to", param_hint=option)


def _require_folding(options: "BuildOptions") -> None:
    """Reject --booklet unless rulebooks are made, and printed on both sides."""
    from pawprint.production.pipeline import document_kinds

    kinds = document_kinds(options)
    if "pdf" not in options.forms or kinds is None or (kinds and "rulebook" not in kinds):
        raise typer.BadParameter("only rulebooks make booklets, and none is printed", param_hint="--booklet")
    if options.duplex not in ("long-edge", "short-edge"):
        raise typer.BadParameter(
            "a booklet is printed on both sides; use --duplex long-edge or short-edge", param_hint="--booklet"
        )

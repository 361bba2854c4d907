"""`pawprint show`: a PNG picture of a piece, or of all pieces of each component."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from pawprint.catalog.model import Game, Record
from pawprint.cli import parameters
from pawprint.cli._messages import report
from pawprint.cli._terminal import say
from pawprint.core.colour import SIMULATIONS
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_stream, write_output
from pawprint.core.registry import suggest
from pawprint.production import pipeline
from pawprint.production.images import contact_sheet, picture_of
from pawprint.production.options import ImageOptions
from pawprint.production.pipeline import Workspace

#: The first bytes of a PNG file.
_PNG = b"\x89PNG\r\n\x1a\n"

_Piece = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        autocompletion=parameters.complete_pieces,
        help="Id of a piece; component/id if several pieces have it.",
    ),
]
_Contact = Annotated[bool, typer.Option("--contact-sheet", help="All pieces of each component in one picture.")]
_Component = Annotated[
    list[str] | None,
    typer.Option(
        "--component",
        metavar="NAME",
        autocompletion=parameters.complete_components,
        help="Only the contact sheet of this component; may be repeated.",
    ),
]
_Lang = Annotated[
    str | None,
    typer.Option(
        metavar="LANG", autocompletion=parameters.complete_language, help="Language. Default: the game's first one."
    ),
]
_Back = Annotated[bool, typer.Option("--back", help="The back instead of the face.")]
_Dpi = Annotated[
    int | None,
    parameters.whole_number(
        least=20, most=1200, metavar="N", help="Dots per inch. Default: 300; for contact sheets 100."
    ),
]
_Bleed = Annotated[str, typer.Option(metavar="LENGTH", help="Show the bleed, 0 to 5mm.")]
_Proof = Annotated[bool, typer.Option("--proof", help="Draw trim, bleed and safe area.")]
_LowInk = Annotated[bool, typer.Option("--low-ink", help="Show the piece as pawprint build --low-ink prints it.")]
_Sight = Annotated[
    str,
    typer.Option(metavar="VISION", help="Simulate colour blindness (protan, deutan, tritan) or a grey printer (grey)."),
]
_Out = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="FILE.png", help="Output file or folder. Default: ID-LANG.png in the current folder."
    ),
]


def show(
    game: parameters.GameArgument,
    piece: _Piece = "",
    contact: _Contact = False,
    component: _Component = None,
    lang: _Lang = None,
    edition: parameters.EditionOption = None,
    back: _Back = False,
    dpi: _Dpi = None,
    bleed: _Bleed = "0",
    proof: _Proof = False,
    low_ink: _LowInk = False,
    sight: _Sight = "",
    out: _Out = None,
    force: parameters.ForceOption = False,
    catalog: parameters.CatalogOption = None,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """Make a PNG picture of a piece, or of all pieces.

    Examples:

      pawprint show food-chain toad --lang fr

      pawprint show pocket-cats royal-claws-5 --dpi 600 --out chief.png

      pawprint show pocket-cats --contact-sheet --sight deutan
    """
    options = ImageOptions(
        side="back" if back else "face",
        bleed=parameters.length(bleed, "--bleed", 5),
        proof=proof,
        low_ink=low_ink,
        sight=parameters.choice(sight, tuple(SIMULATIONS), "--sight") if sight else "",
    )
    one_file = out is not None and (out.suffix.lower() == ".png" or is_stream(out))
    if contact and one_file and len(component or []) != 1:
        help = "name a folder for the contact sheets, or one --component"
        raise typer.BadParameter(help, param_hint="--out")
    if bool(piece) == contact:
        raise typer.BadParameter("name a piece, or use --contact-sheet for all pieces", param_hint="ID")
    workspace = parameters.project(catalog, layouts, [game]).workspace
    made = _pictures(workspace, game, piece, component or [], lang or "", edition or "", options, dpi)
    path = out or Path()
    # Contact sheets have a file per component, so a path that does not name one picture is a folder.
    if contact and not one_file:
        path.mkdir(parents=True, exist_ok=True)
    prefix = f"{game}-" if contact else ""
    files = {path / f"{prefix}{name}.png" if path.is_dir() else path: data for name, data in made.items()}
    if files:
        _write(files, force, (workspace.library.games[game].folder, *workspace.layouts.folders))
    report(workspace.findings)


def _pictures(
    workspace: Workspace,
    name: str,
    piece: str,
    components: list[str],
    language: str,
    edition: str,
    options: ImageOptions,
    dpi: int | None,
) -> dict[str, bytes]:
    """File name without its suffix -> PNG; none where there is nothing to show, of which there is a finding.

    Args:
        piece: empty for contact sheets of *components*.
        language: the game's first one if empty.
        dpi: dots per inch; None for the default.
    """
    findings = workspace.findings
    game = workspace.library.games.get(name)
    if game is None or not pipeline.check_edition(workspace, edition):
        return {}
    game = game.in_edition(edition) if edition else game
    language = language or game.languages[0]
    if language not in game.all_languages:
        help = suggest(language, game.all_languages, "it has")
        findings.add("unknown-language", f"{name} has no language '{language}'", None, help)
        return {}
    composer = workspace.composer(options.bleed)
    made: dict[str, bytes | None] = {}
    if not piece:
        for shown in _components_shown(game, components, options.side, findings):
            made[shown] = contact_sheet(composer, game, game.components[shown], language, options, dpi or 100)
    elif (record := _find_piece(game, piece, options.side, findings)) is not None:
        made[piece.replace("/", "-")] = picture_of(composer, game, record, language, options, dpi or 300)
    details = (
        language, game.other_edition, "back" if options.side == "back" else "", "low-ink" if options.low_ink else "",
        options.sight,
    )  # fmt: skip
    return {"-".join(filter(None, (stem, *details))): data for stem, data in made.items() if data is not None}


def _write(pictures: dict[Path, bytes], force: bool, sources: Iterable[Path]) -> None:
    """Write all pictures, or none if one would overwrite another kind of file or an image of the layouts.

    Args:
        force: overwrite such files.
        sources: the folders from which layouts take images.
    """
    images = [(folder / name).resolve() for folder in sources for name in ("images", "art", "icons")]
    for file in pictures:
        parameters.check_output(file, "--out", force, "PNG picture", _PNG)
        real = file.resolve()
        if not force and real.is_file() and any(real.is_relative_to(folder) for folder in images):
            message = f"{file.as_posix()} is an image of the layouts; --force overwrites it"
            raise typer.BadParameter(message, param_hint="--out")
    for file, data in pictures.items():
        write_output(file, data)
        if not is_stream(file):  # the name would follow the picture there
            say(file.as_posix())


def _components_shown(game: Game, wanted: list[str], side: str, findings: Findings) -> list[str]:
    """The components of which to make a contact sheet: those in *wanted*, or all that have such a side."""
    components = game.components
    for name in wanted:
        if name not in components:
            findings.add("unknown-component", f"there is no component '{name}'", None, suggest(name, components))
    has = {name for name, component in components.items() if component.sides(side)}
    return [name for name in components if name in has and (not wanted or name in wanted)]


def _find_piece(game: Game, piece: str, side: str, findings: Findings) -> Record | None:
    """The piece with the id or the name `component/id` *piece*; None after a finding."""
    found = list(game.find(piece))
    if len(found) != 1:
        editions = [other.edition for other in game.each_edition() if any(other.find(piece))]
        if found:
            help = f"they are {', '.join(f'{record.component}/{record.id}' for record in found)}"
        elif editions:
            help = f"it is in the edition {', '.join(editions)}; name one with --edition"
        else:
            help = suggest(piece, [record.id for record in game.all_records if game.components[record.component].faces])
        message = f"{game.id} has {'several pieces' if found else 'no piece'} '{piece}'"
        findings.add("unknown-piece", message, None, help)
        return None
    if side == "back" and not game.components[found[0].component].backs:
        message = f"the {found[0].component} of {game.id} have no back"
        findings.add("unknown-face", message, None, "leave --back out, or declare back:")
        return None
    return found[0]

"""`pawprint show`: one piece as a PNG picture, or all pieces of a component."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.parameters import CatalogOption, EditionOption, LayoutsOption
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest

if TYPE_CHECKING:
    from pawprint.catalog.model import Game, Record


def show(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game of the catalog.")],
    piece: Annotated[
        str, typer.Argument(metavar="[ID]", help="Id of a piece; component/id where the id alone is not enough.")
    ] = "",
    contact: Annotated[
        bool, typer.Option("--contact-sheet", help="All pieces on one picture for each component.")
    ] = False,
    component: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this component's contact sheet; may be repeated.")
    ] = None,
    lang: Annotated[str | None, typer.Option(metavar="LANG", help="Language; the game's first one by default.")] = None,
    edition: EditionOption = None,
    back: Annotated[bool, typer.Option("--back", help="The back instead of the face.")] = False,
    dpi: Annotated[
        int | None, typer.Option(min=20, max=1200, metavar="N", help="Dots per inch: 300; 100 for contact sheets.")
    ] = None,
    bleed: Annotated[str, typer.Option(metavar="LENGTH", help="Show the art beyond the cut, 0 to 5mm.")] = "0",
    proof: Annotated[bool, typer.Option("--proof", help="Draw trim, bleed and safe outlines.")] = False,
    low_ink: Annotated[bool, typer.Option("--low-ink", help="As it prints with little ink.")] = False,
    sight: Annotated[
        str, typer.Option(metavar="EYES", help="As other eyes see it: protan, deutan, tritan; or printed in grey.")
    ] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="File, or folder of files ID-LANG.png. Default: this one.")
    ] = None,
    catalog: CatalogOption = None,
    layouts: LayoutsOption = None,
) -> None:
    """Make a PNG picture of one piece, exactly as it prints; or of all pieces of a component.

    Examples:

      pawprint show food-chain toad --lang fr

      pawprint show pocket-cats royal-claws-5 --dpi 600 --out chief.png

      pawprint show pocket-cats --contact-sheet --sight deutan
    """
    from pawprint.build import pipeline
    from pawprint.build.images import ImageOptions, contact_sheet, picture_of
    from pawprint.cli.report import write_findings
    from pawprint.core.colour_vision import SIMULATIONS
    from pawprint.core.files import write_atomic

    look = ImageOptions(
        side="back" if back else "face",
        bleed=parameters.length(bleed, "--bleed", 5),
        proof=proof,
        low_ink=low_ink,
        sight=parameters.choice(sight, tuple(SIMULATIONS), "--sight") if sight else "",
    )
    if contact and out is not None and out.suffix.lower() == ".png" and len(component or []) != 1:
        help = "name a folder for the contact sheets, or one --component"
        raise typer.BadParameter(help, param_hint="--out")
    if bool(piece) == contact:
        raise typer.BadParameter("name a piece, or write --contact-sheet for all of them", param_hint="ID")
    catalog_folder, layout_folders = parameters.folders(catalog, layouts)
    workspace = pipeline.load(catalog_folder, layout_folders, [game])
    findings = workspace.findings
    pipeline.check_edition(workspace, edition or "")
    loaded = workspace.library.games.get(game)
    language = lang or (loaded.languages[0] if loaded else "")
    made: dict[str, bytes | None] = {}
    if loaded is not None and not findings.failed:
        loaded = loaded.in_edition(edition) if edition else loaded
        composer = workspace.composer(look.bleed)
        if language not in loaded.languages:
            help = suggest(language, loaded.languages, "it has")
            findings.add("unknown-language", f"{game} has no language '{language}'", None, help)
        elif contact:
            for name in _components_shown(loaded, component or [], look.side, findings):
                one = loaded.components[name]
                made[name] = contact_sheet(composer, loaded, one, language, look, dpi or 100)
        elif (record := _find_piece(loaded, piece, look.side, findings)) is not None:
            made[piece.replace("/", "-")] = picture_of(composer, loaded, record, language, look, dpi or 300)
    write_findings(findings.sorted(), "text", sys.stderr)
    if loaded is None or findings.failed:
        raise typer.Exit(1)
    path = out or Path()
    # A contact sheet goes to each component's own file, so what does not name one picture is a folder.
    if contact and path.suffix.lower() != ".png":
        path.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        if data is not None:
            other = (loaded.other_edition, "back" if back else "", "low-ink" if low_ink else "", sight)
            words = (game if contact else "", name, language, *other)
            file = path / ("-".join(filter(None, words)) + ".png") if path.is_dir() else path
            write_atomic(file, data)
            print(file.as_posix())


def _components_shown(game: "Game", wanted: list[str], side: str, findings: Findings) -> list[str]:
    """The components of which there is a contact sheet: those that are asked for, or all that have such a side."""
    components = game.components
    for name in wanted:
        if name not in components:
            findings.add("unknown-component", f"there is no component '{name}'", None, suggest(name, components))
    has = {name for name, one in components.items() if (one.face if side == "face" else one.back)}
    return [name for name in components if name in has and (not wanted or name in wanted)]


def _find_piece(game: "Game", piece: str, side: str, findings: Findings) -> "Record | None":
    """The piece that *piece* means; None after a finding."""
    found = list(game.find(piece))
    if len(found) != 1:
        editions = [other.edition for other in game.each_edition() if any(other.find(piece))]
        if found:
            help = f"they are {', '.join(f'{record.component}/{record.id}' for record in found)}"
        elif editions:
            help = f"it is in the edition {', '.join(editions)}; name one with --edition"
        else:
            help = suggest(piece, [one.id for one in game.all_records if game.components[one.component].face])
        message = f"{game.id} has {'several pieces' if found else 'no piece'} '{piece}'"
        findings.add("unknown-piece", message, None, help)
        return None
    if side == "back" and not game.components[found[0].component].back:
        message = f"the {found[0].component} of {game.id} have no back"
        findings.add("unknown-face", message, None, "leave --back out, or declare back:")
        return None
    return found[0]

"""`pawprint show`: one piece as a PNG picture."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pawprint.terminal import options
from pawprint.terminal.options import Catalog, Edition, LayoutsDir


def show(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game of the catalog.")],
    piece: Annotated[
        str, typer.Argument(metavar="ID", help="Id of a piece; component/id where the id alone is not enough.")
    ],
    lang: Annotated[str | None, typer.Option(metavar="LANG", help="Language; the game's first one by default.")] = None,
    edition: Edition = None,
    back: Annotated[bool, typer.Option("--back", help="The back instead of the face.")] = False,
    dpi: Annotated[int, typer.Option(min=20, max=1200, metavar="N", help="Dots per inch.")] = 300,
    bleed: Annotated[str, typer.Option(metavar="LENGTH", help="Show the art beyond the cut, 0 to 5mm.")] = "0",
    proof: Annotated[bool, typer.Option("--proof", help="Draw trim, bleed and safe outlines.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.png", help="File, or folder of a file ID-LANG.png. Default: this one.")
    ] = None,
    catalog: Catalog = None,
    layouts: LayoutsDir = None,
) -> None:
    """Make a PNG picture of one piece, exactly as it prints.

    Examples:

      pawprint show food-chain toad --lang fr

      pawprint show pocket-cats royal-claws-5 --dpi 600 --out chief.png
    """
    from pawprint import workflow
    from pawprint.base.registry import suggest
    from pawprint.press.files import write_atomic
    from pawprint.terminal.report import say

    margin = options.length(bleed, "--bleed", 5)
    catalog_folder, layout_folders = options.folders(catalog, layouts)
    workspace = workflow.load(catalog_folder, layout_folders, [game])
    data = None
    loaded = workspace.library.games.get(game)
    workflow.check_edition(workspace, edition or "")
    if loaded is not None and not workspace.findings.failed and edition:
        loaded = loaded.in_edition(edition)
    if loaded is not None:
        language = lang or loaded.languages[0]
        found = list(loaded.find(piece))
        if language not in loaded.languages:
            workspace.findings.add(
                "unknown-language",
                f"{game} has no language '{language}'",
                None,
                suggest(language, loaded.languages, "it has"),
            )
        elif len(found) != 1:
            editions = [other.edition for other in loaded.each_edition() if any(other.find(piece))]
            if found:
                help = f"they are {', '.join(f'{record.component}/{record.id}' for record in found)}"
            elif editions:
                help = f"it is in the edition {', '.join(editions)}; name one with --edition"
            else:
                printed = [one.id for one in loaded.all_records if loaded.components[one.component].face]
                help = suggest(piece, printed)
            message = f"{game} has {'several pieces' if found else 'no piece'} '{piece}'"
            workspace.findings.add("unknown-piece", message, None, help)
        else:
            side = "back" if back else "face"
            if back and not loaded.components[found[0].component].back:
                message = f"the {found[0].component} of {game} have no back"
                workspace.findings.add("unknown-face", message, None, "leave --back out, or declare back:")
            data = workflow.picture_of(workspace, loaded, found[0], language, side, dpi, margin, proof)
    say(workspace.findings.sorted(), "text", sys.stderr)
    if data is None or loaded is None or workspace.findings.failed:
        raise typer.Exit(1)
    path = out or Path()
    if path.is_dir():
        words = (piece.replace("/", "-"), lang or loaded.languages[0], loaded.other_edition, "back" if back else "")
        path /= "-".join(filter(None, words)) + ".png"
    write_atomic(path, data)
    print(path.as_posix())

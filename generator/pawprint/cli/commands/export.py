"""`pawprint export`: the pieces of a game as files for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.messages import plural, report
from pawprint.cli.parameters import (
    CatalogOption,
    ComponentsOption,
    EditionOption,
    GameArgument,
    LanguagesOption,
    LayoutsOption,
    QuietOption,
)

_Target = Annotated[
    str, typer.Argument(metavar="TARGET", help="Kind of files: png or svg, a picture of each face and back.")
]
_Dpi = Annotated[int, typer.Option(min=20, max=1200, metavar="N", help="Dots per inch of PNG pictures.")]
_Bleed = Annotated[str, typer.Option(metavar="LENGTH", help="Show the bleed, 0 to 5mm.")]
_Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Output folder. Default: export/GAME/TARGET in the current folder.")
]


def export(
    target: _Target,
    game: GameArgument,
    component: ComponentsOption = None,
    lang: LanguagesOption = None,
    edition: EditionOption = None,
    dpi: _Dpi = 300,
    bleed: _Bleed = "0",
    out: _Out = None,
    catalog: CatalogOption = None,
    layouts: LayoutsOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write the pieces of a game as files for other programs.

    Examples:

      pawprint export png food-chain

      pawprint export svg fooden --lang en --component cards --out pictures
    """
    from pawprint.build import pipeline
    from pawprint.build.export import EXPORTERS, ExportOptions
    from pawprint.build.export import export as files_of
    from pawprint.build.image_options import ImageOptions
    from pawprint.core.files import write_if_changed

    parameters.choice(target, tuple(EXPORTERS), "TARGET")
    options = ExportOptions(
        components=tuple(component or ()),
        languages=parameters.split_list(lang),
        edition=edition or "",
        dpi=dpi,
        image=ImageOptions(bleed=parameters.length(bleed, "--bleed", 5)),
    )
    workspace = pipeline.load(*parameters.folders(catalog, layouts), [game])
    files = dict(files_of(workspace, target, options))
    folder = out or Path("export") / game / target
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(path, data)
    if not quiet and files:
        print(f"{folder.as_posix()}  {plural(len(files), 'file')}")
    report(workspace.findings, "the errors are marked on the pictures" if files else "nothing was written")

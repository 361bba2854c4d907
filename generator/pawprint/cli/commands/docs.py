"""`pawprint docs`: the documentation in the browser, without a network."""

from typing import Annotated

import typer

from pawprint.cli.messages import fail
from pawprint.cli.terminal import say


def docs(
    page: Annotated[str, typer.Argument(metavar="PAGE", help="A page, such as layouts. Default: the overview.")] = "",
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser, or only print its path.")
    ] = True,
) -> None:
    """Open the documentation in the browser.

    It comes with Pawprint and needs no network.

    Examples:

      pawprint docs

      pawprint docs printing
    """
    from pawprint.cli import parameters
    from pawprint.core.files import bundled

    folder = bundled("site")
    if not (folder / "index.html").is_file():
        fail(
            "this installation does not contain the documentation; its pages are in the folder docs of Pawprint. To "
            "have them as a site, run python3 generator/run.py site in that folder, then install Pawprint again"
        )
    pages = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.html"))}
    del pages["404"]
    path = pages[parameters.choice(page or "index", tuple(pages), "PAGE")]
    say(path.as_posix())
    if open_page:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())

"""`pawprint docs`: the documentation in the browser, without a network."""

from pathlib import Path
from typing import Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli._messages import fail
from pawprint.cli._terminal import say
from pawprint.core import files
from pawprint.core.user_folders import BadFolder, cache_folder
from pawprint.documents.manual_pages import manual_page, manual_sources
from pawprint.production.cache.store import Store


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
    site = files.bundled("site")
    if (site / "index.html").is_file():
        pages = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*.html")) if path.stem != "404"}
    else:
        pages = _written_pages(files.bundled("docs"))
    names = tuple(name.removesuffix(".html") for name in pages)
    path = pages[f"{parameters.choice(page or 'index', names, 'PAGE')}.html"]
    say(path.as_posix())
    if open_page:
        import webbrowser

        webbrowser.open(path.resolve().as_uri())


def _written_pages(docs: Path) -> dict[str, Path]:
    """The pages in *docs* as web pages, which are written to the folder of the cache, by their names."""
    sources = manual_sources(docs)
    if "index.html" not in sources:
        fail("this installation does not contain the documentation; install Pawprint again")
    try:
        folder = Store(cache_folder(), "documentation").root / "documentation"
        for name in sources:
            (folder / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.write_if_changed(folder / name, manual_page(name, sources).encode())
    except (BadFolder, OSError) as error:
        fail(f"the pages cannot be written: {error}", "the variable PAWPRINT_CACHE can name another folder")
    return {name: folder / name for name in sources}

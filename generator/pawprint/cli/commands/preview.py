"""`pawprint preview`: the games in a browser, updated after each save."""

import signal
from pathlib import Path
from typing import Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.messages import fail, report
from pawprint.cli.parameters import CatalogOption, GamesArgument, LayoutsOption
from pawprint.cli.terminal import say


def preview(
    games: GamesArgument = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="N", help="Port of the page; 0 for any. Default: 8765 or the next."),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser, or only print its address.")
    ] = True,
    read_only: Annotated[bool, typer.Option("--read-only", help="Do not let the page change the catalog.")] = False,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Output folder of the builds.")] = Path("output"),
    catalog: CatalogOption = None,
    layouts: LayoutsOption = None,
) -> None:
    """Show games in the browser and update them after each save.

    The page shows pieces, sheets, documents and findings, and edits the records of your catalog. It is available on
    this computer only and needs no network. Ctrl-C ends it.

    Examples:

      pawprint preview

      pawprint preview food-chain --port 8000 --no-open
    """
    from pawprint.preview.print_pages import PrintPages
    from pawprint.preview.server import started_server
    from pawprint.preview.session import Session
    from pawprint.preview.watcher import Watcher
    from pawprint.preview.worker import Worker

    bundled = catalog is None and not Path("catalog").is_dir()
    catalog_folder, layout_folders = parameters.folders(catalog, layouts)
    session = Session(catalog_folder, layout_folders, games or ())
    report(session.startup_findings)
    worker = Worker(catalog_folder, layout_folders)
    watcher = Watcher(session, worker)  # shared with the server
    try:
        writes = not (read_only or bundled)
        named = [f"--{option}={folder}" for option, folder in (("catalog", catalog), ("layouts", layouts)) if folder]
        server = started_server(watcher, PrintPages(session, worker), port, writes=writes, out=out, folders=named)
    except OSError:
        watcher.close()
        fail(f"port {port} is taken; leave --port out to get a free one")
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.default_int_handler)
    watcher.watch()
    say(f"{server.address}  (Ctrl-C ends it)")
    if open_page:
        import webbrowser

        webbrowser.open(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        say("")
    finally:
        server.end_streams()
        watcher.close()
        server.server_close()

"""`pawprint preview`: the games in a browser, updated after each save, or as a site that needs no server."""

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawprint.cli import parameters
from pawprint.cli.messages import fail, plural, report
from pawprint.cli.parameters import CatalogOption, GamesArgument, LayoutsOption
from pawprint.cli.terminal import say
from pawprint.core.diagnostics import Findings

if TYPE_CHECKING:
    from pawprint.preview.print_pages import PrintPages
    from pawprint.preview.server import Server
    from pawprint.preview.watcher import Watcher

EditorOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Editor that opens places: vscode, idea, sublime, ..., or a link or command with {path} and {line}. "
        "Default: that of your settings, else vscode.",
    ),
]


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
    editor: EditorOption = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the page and all that it shows to this folder, as a site, and end."),
    ] = None,
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

      pawprint preview --editor "emacsclient -n +{line} {path}"

      pawprint preview garden --export site
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
    options: dict[str, Any] = {"out": out, "editor": _editor(editor)}
    worker = Worker(catalog_folder, layout_folders)
    prints = PrintPages(session, worker)
    if export is not None:
        _export(export, prints)
        return
    watcher = Watcher(session, worker)  # shared with the server
    try:
        writes = not (read_only or bundled)
        named = [f"--{option}={folder}" for option, folder in (("catalog", catalog), ("layouts", layouts)) if folder]
        options |= {"writes": writes, "folders": named}
        server = started_server(watcher, prints, port, **options)
    except OSError:
        watcher.close()
        fail(f"port {port} is taken; leave --port out to get a free one")
    _serve(server, watcher, open_page)


def _export(folder: Path, prints: "PrintPages") -> None:
    """Write the site."""
    from pawprint.cli.progress import Progress
    from pawprint.preview.site_export import SiteExport
    from pawprint.preview.site_folder import SiteError, SiteFolder

    try:
        with Progress(quiet=False) as progress:
            count, size = SiteFolder(folder).write(SiteExport(prints, progress).files())
    except SiteError as error:
        fail(f"{error}; nothing was written", "name another folder, or move that file away")
    finally:
        prints.worker.close()
    say(f"{folder.as_posix()}  {plural(count, 'file')}, {size / 1e6:.1f} MB")
    say(f"open {(folder / 'index.html').as_posix()} in a browser, or copy the folder to any web host")


def _serve(server: "Server", watcher: "Watcher", open_page: bool) -> None:
    """Watch the files and answer requests until Ctrl-C."""
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


def _editor(given: str | None) -> str:
    """The editor that is *given*, or that of the user's settings."""
    from pawprint.preview.editors import configured_editor, read_editor

    found = Findings()
    editor = configured_editor(found) if given is None else given
    report(found)
    try:
        read_editor(editor)
    except ValueError as error:
        fail(f"--editor: {error}")
    return editor

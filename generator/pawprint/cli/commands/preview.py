"""`pawprint preview`: the games in a browser, updated after each save, or as a site that needs no server."""

import errno
import signal
import sys
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli._messages import fail, plural, report
from pawprint.cli._progress import Progress
from pawprint.cli._terminal import say, warn
from pawprint.core.diagnostics import Findings
from pawprint.preview.editors import configured_editor, read_editor
from pawprint.preview.print_pages import PrintPages
from pawprint.preview.server import Server, ServerOptions, started_server
from pawprint.preview.session import Session
from pawprint.preview.sharing import WILDCARDS, own_address, risk, terminal_code
from pawprint.preview.site_export import SiteExport
from pawprint.preview.site_folder import SiteError, SiteFolder
from pawprint.preview.visitor_access import LOOPBACK, VisitorAccess
from pawprint.preview.watcher import Watcher
from pawprint.preview.worker import Worker

EditorOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Editor that opens places: vscode, idea, sublime, ..., or a link or command with {path} and {line}. "
        "Default: that of your settings, else vscode.",
    ),
]


def preview(
    games: parameters.GamesArgument = None,
    port: Annotated[
        int | None,
        parameters.whole_number(
            least=0, most=65535, metavar="N", help="Port of the page; 0 for any. Default: 8765 or the next."
        ),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser, or only print its address.")
    ] = True,
    read_only: Annotated[bool, typer.Option("--read-only", help="The page does not change the catalog.")] = False,
    editor: EditorOption = None,
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Share the page at this address with people who have its token."),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="With --host: let guests change the catalog.")] = False,
    comments: Annotated[
        bool, typer.Option("--comments", help="Let guests comment on pieces; show comments on an exported site.")
    ] = False,
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write the page to this folder as a site, and end."),
    ] = None,
    out: parameters.BuildsOption = Path("output"),
    catalog: parameters.CatalogOption = None,
    bundled: parameters.BundledOption = False,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """Show games in the browser and update them after each save.

    The page shows pieces, sheets, documents and findings, and edits the records of your catalog. It is available on
    this computer only, unless you share it, and needs no network. Ctrl-C ends it.

    Examples:

      pawprint preview

      pawprint preview food-chain --port 8000 --no-open

      pawprint preview --editor "emacsclient -n +{line} {path}"

      pawprint preview garden --export site

      pawprint preview --host 192.168.1.20
    """
    own = not bundled and parameters.usual_catalog(catalog) is not None
    writes = own and not read_only
    _check_sharing(host, write, writes)
    if comments and not (own and (host or export)):
        raise typer.BadParameter("it needs --host or --export, and games of your own", param_hint="--comments")
    prints = _print_pages(*parameters.folders(catalog, layouts, games or (), bundled), games or [])
    if export is not None:
        return _export(export, prints, comments)
    named = [f"--{option}={folder}" for option, folder in (("catalog", catalog), ("layouts", layouts)) if folder]
    own_options = ServerOptions(writes, out=out, editor=_editor(editor), folders=tuple(named), report=warn)
    access = None if host is None else VisitorAccess.for_guests(host)
    shared = replace(own_options, writes=write, comments=comments, access=access) if access else None
    _serve(prints, port, open_page, own_options, shared)


def _check_sharing(host: str | None, write: bool, writes: bool) -> None:
    """Refuse options that do not go together.

    Raises:
        typer.BadParameter: there are some.
    """
    if host is None and write:
        raise typer.BadParameter("it is for guests; name an address with --host, too", param_hint="--write")
    if write and not writes:
        raise typer.BadParameter("this preview is read-only", param_hint="--write")
    if host is not None and host.strip("[]") in WILDCARDS:
        known = own_address() or "192.168.1.20"
        message = f"'{host}' is no address that others can open; name the one of this computer, such as {known}"
        raise typer.BadParameter(message, param_hint="--host")


def _print_pages(catalog: Path, layouts: list[Path], games: list[str]) -> PrintPages:
    session = Session(catalog, layouts, games)
    report(session.startup_findings)
    return PrintPages(session, Worker(catalog, layouts))


def _export(folder: Path, prints: PrintPages, comments: bool) -> None:
    """Write the site."""
    try:
        with Progress(quiet=False) as progress:
            count, size = SiteFolder(folder).write(SiteExport(prints, progress, comments).files())
    except SiteError as error:
        fail(f"{error}; nothing was written", "name another folder, or move that file away")
    finally:
        prints.worker.close()
    say(f"{folder.as_posix()}  {plural(count, 'file')}, {size / 1e6:.1f} MB")
    say(f"open {(folder / 'index.html').as_posix()} in a browser, or copy the folder to any web host")


def _serve(
    prints: PrintPages, port: int | None, open_page: bool, own: ServerOptions, shared: ServerOptions | None
) -> None:
    """Watch the files and answer requests until Ctrl-C.

    Args:
        own, shared: options of the server for this computer, and of that for guests, if there is one.
    """
    watcher = Watcher(prints.session, prints.worker)  # shared by both servers
    try:
        guests = started_server(watcher, prints, port, shared) if shared else None
        taken = guests is not None and guests.server_address[0] == LOOPBACK
        server = started_server(watcher, prints, None if taken else port, own, guests)
    except OSError as error:
        watcher.close()
        if shared and error.errno != errno.EADDRINUSE:
            fail(f"{shared.access.host} is not an address of this computer")
        fail(f"port {port} is taken; leave --port out to get a free one")
    if guests is not None:
        Thread(target=guests.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True).start()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.default_int_handler)
    watcher.watch()
    say(f"{server.address}  (Ctrl-C ends it)")
    if guests is not None:
        _invite(guests)
    if open_page:
        import webbrowser

        webbrowser.open(server.address)
    try:
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        say("")
    finally:
        if guests is not None:
            guests.end_streams()
            guests.shutdown()
            guests.server_close()
        server.end_streams()
        watcher.close()
        server.server_close()


def _invite(guests: Server) -> None:
    """Print the address for guests."""
    say(f"{guests.address}  (for guests)")
    if sys.stdout.isatty():
        say(*terminal_code(guests.address))
    say(risk(guests.write_access.allowed))


def _editor(given: str | None) -> str:
    """The editor that is *given*, or that of the user's settings."""
    found = Findings()
    editor = configured_editor(found) if given is None else given
    report(found)
    try:
        read_editor(editor)
    except ValueError as error:
        fail(f"--editor: {error}")
    return editor

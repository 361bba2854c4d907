"""Guests see the preview if they have its address with the token; without it, nothing is read and nothing written."""

import http.client
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import Any, NamedTuple

import pytest

from command_line import run
from conftest import BASE
from end_to_end.test_web_pages import AXE
from pawprint.preview import sharing
from pawprint.preview.print_pages import PrintPages
from pawprint.preview.server import Server, ServerOptions
from pawprint.preview.session import Session
from pawprint.preview.visitor_access import VisitorAccess
from pawprint.preview.watcher import Watcher
from pawprint.production.pipeline import bundled
from preview.browser import CHROMIUM, Browser, click, names
from preview.conftest import ThreadWorker


class Shared(NamedTuple):
    """A preview for this computer, and the same for guests: some may read, some may write."""

    folder: Path
    own: Server
    guests: Server
    writers: Server


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    folder = tmp_path_factory.mktemp("shared") / "project"
    copytree(BASE, folder)
    layouts = [folder / "layouts", bundled("layouts")]
    session, worker = Session(folder, layouts), ThreadWorker(folder, layouts)
    watcher, prints = Watcher(session, worker), PrintPages(session, worker)
    guests, writers = (
        Server(watcher, prints, 0, ServerOptions(writes=writes, access=VisitorAccess.for_guests("127.0.0.1")))
        for writes in (False, True)
    )
    own = Server(watcher, prints, 0, ServerOptions(writes=True), guests)
    servers = (own, guests, writers)
    threads = [Thread(target=one.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True) for one in servers]
    for thread in threads:
        thread.start()
    yield Shared(folder, *servers)
    for one in servers:
        one.end_streams()
        one.shutdown()
        one.server_close()
    watcher.close()


def ask(server: Server, path: str, data: Any = None, **headers: str) -> tuple[int, bytes]:
    """The answer to a request for *path*; one that posts *data*, if there are any."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    given = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        if data is None:
            connection.request("GET", path, headers=given)
        else:
            connection.request("POST", path, body=json.dumps(data).encode(), headers=given)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def sources(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


PATHS = ("", "assets/main.js", "games", "game/den", "picture/den/animals/fox?lang=fr", "records/den", "events", "share")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "prefix",
    [
        "/",
        "/wrong/",
        "/{token}x/",
        "/{short}/",
        "//{token}/",
        "/../{token}/",
        "/wrong/../{token}/",
        "/{upper}/",
        "/%00/",
    ],
)
def test_request_without_the_token_gets_no_answer(shared: Shared, prefix: str, path: str) -> None:
    token = shared.guests.access.token
    assert len(token) >= 22
    known = {"token": token, "short": token[:-1], "upper": token.swapcase()}
    if prefix == "//{token}/":  # the same path, with an empty part before
        known["token"] = f"wrong/{token}"
    status, body = ask(shared.guests, prefix.format(**known) + path)
    assert (status, body) == (403, b"open the address that the preview has printed")


def test_with_the_token_everything_is_answered(shared: Shared) -> None:
    token = shared.guests.access.token
    for path in PATHS[:6]:
        assert ask(shared.guests, f"/{token}/{path}")[0] == 200
    page = ask(shared.guests, f"/{token}/")[1]
    assert b"data-guest" in page
    assert b'src="/' not in page
    assert b'href="/' not in page
    assert b'name="pawprint-token" content=""' in page


def test_address_without_the_last_slash_leads_to_the_page(shared: Shared) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", shared.guests.server_port, timeout=60)
    connection.request("GET", f"/{shared.guests.access.token}")
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Location")) == (308, shared.guests.address)
    connection.close()


@pytest.mark.parametrize(
    "host", ["localhost:{port}", "evil.example:{port}", "127.0.0.1:1", "127.0.0.1", "127.0.0.1.evil.example:{port}", ""]
)
def test_unexpected_host_name_is_refused(shared: Shared, host: str) -> None:
    path = f"/{shared.guests.access.token}/games"
    status, body = ask(shared.guests, path, Host=host.format(port=shared.guests.server_port))
    assert (status, b"den" in body) == (403, False)


def test_pages_of_other_sites_are_refused_even_with_the_token(shared: Shared) -> None:
    path = f"/{shared.guests.access.token}/games"
    assert ask(shared.guests, path, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="cors")[0] == 403
    assert ask(shared.guests, path, Sec_Fetch_Site="same-origin")[0] == 200


SAVE = {
    "do": "save",
    "changes": [{"component": "animals", "id": "fox", "field": "name.fr", "was": "Renard", "text": "Goupil"}],
}


@pytest.mark.parametrize("path", ["edit/den", "run/den", "command/den", "play/den"])
@pytest.mark.parametrize("prefix", ["", "wrong/"])
def test_nothing_is_written_without_the_token_of_the_address(shared: Shared, path: str, prefix: str) -> None:
    before = sources(shared.folder)
    origin = f"http://127.0.0.1:{shared.writers.server_port}"
    secret = shared.writers.write_access.token
    status, _ = ask(shared.writers, f"/{prefix}{path}", SAVE, Origin=origin, X_Pawprint_Token=secret)
    assert status == 403
    assert sources(shared.folder) == before


def test_guests_write_only_with_permission(shared: Shared) -> None:
    before = sources(shared.folder)
    origin = f"http://127.0.0.1:{shared.guests.server_port}"
    for secret in ("", shared.own.write_access.token, shared.writers.write_access.token):
        path = f"/{shared.guests.access.token}/edit/den"
        status, body = ask(shared.guests, path, SAVE, Origin=origin, X_Pawprint_Token=secret)
        assert (status, body) == (403, b"this preview is read-only")
    assert sources(shared.folder) == before


def test_guests_who_may_write_need_the_token_of_their_page_and_its_origin(shared: Shared) -> None:
    before = sources(shared.folder)
    path, secret = f"/{shared.writers.access.token}/edit/den", shared.writers.write_access.token
    origin = f"http://127.0.0.1:{shared.writers.server_port}"
    assert ask(shared.writers, path, SAVE, Origin=origin)[0] == 403
    assert ask(shared.writers, path, SAVE, Origin="http://evil.example", X_Pawprint_Token=secret)[0] == 403
    assert sources(shared.folder) == before
    status, body = ask(shared.writers, path, SAVE, Origin=origin, X_Pawprint_Token=secret)
    assert (status, json.loads(body)["ok"]) == (200, True)
    assert "Goupil" in (shared.folder / "den/cards.yaml").read_text(encoding="utf-8")
    status, body = ask(shared.writers, path, {"do": "undo"}, Origin=origin, X_Pawprint_Token=secret)
    assert (status, sources(shared.folder)) == (200, before)


def test_guests_have_no_command_run_and_no_editor_opened(shared: Shared) -> None:
    path, secret = f"/{shared.writers.access.token}", shared.writers.write_access.token
    origin = f"http://127.0.0.1:{shared.writers.server_port}"
    request = {"do": "build", "options": {}, "cards": []}
    status, body = ask(shared.writers, f"{path}/run/den", request, Origin=origin, X_Pawprint_Token=secret)
    assert (status, body) == (403, b"guests cannot have commands run")
    place = {"place": "den/cards.yaml:3"}
    assert ask(shared.writers, f"{path}/open/place", place, Origin=origin, X_Pawprint_Token=secret)[0] == 404
    games = json.loads(ask(shared.writers, f"{path}/games")[1])
    assert (games["editor"], games["shared"]) == ("", False)


def test_address_for_guests_is_shown_on_this_computer_only(shared: Shared) -> None:
    found = json.loads(ask(shared.own, "/share")[1])
    assert found["address"] == shared.guests.address
    assert ask(shared.guests, f"/{shared.guests.access.token}/share")[0] == 404
    assert {len(row) for row in found["modules"]} == {len(found["modules"])}


def test_each_start_has_a_new_token() -> None:
    assert VisitorAccess.for_guests("10.0.0.5").token != VisitorAccess.for_guests("10.0.0.5").token


@pytest.mark.parametrize(
    ("host", "header", "port", "known"),
    [
        ("fe80::1", "[fe80::1]:80", 80, True),
        ("[fe80::1]", "[FE80::1]:8765", 8765, True),
        ("fe80::1", "[fe80::1]", 80, True),
        ("desk.local", "Desk.local", 80, True),
        ("desk.local", "desk.local", 8765, False),
        ("desk.local", "desk.local:8766", 8765, False),
    ],
)
def test_host_name_is_recognised_in_any_spelling(host: str, header: str, port: int, known: bool) -> None:
    access = VisitorAccess.for_guests(host)
    headers = http.client.HTTPMessage()
    headers["Host"] = header
    assert (access.parts(f"/{access.token}/games", headers, port) == ["games"]) is known


def test_terminal_shows_the_code_that_the_page_shows() -> None:
    lines = sharing.terminal_code("http://10.0.0.5:8765/token/")
    drawn = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[drawn[sign][half] for sign in line] for line in lines for half in (0, 1)]
    inner = ["".join(map(str, row[4:-4])) for row in rows[4 : len(rows[0]) - 4]]
    expected = ["".join(map(str, map(int, row))) for row in sharing.code_modules("http://10.0.0.5:8765/token/") or ()]
    assert inner == expected


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--host", "0.0.0.0"], "no address that others can open"),
        (["--host", "::"], "no address that others can open"),
        (["--host", "192.0.2.77"], "192.0.2.77 is not an address of this computer"),
        (["--write"], "name an address with --host"),
        (["--host", "127.0.0.1", "--write", "--read-only"], "this preview is read-only"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    copytree(BASE, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    done = run("preview", "--no-open", "--catalog", ".", *words)
    assert done.exit_code in (1, 2)
    assert message in " ".join(done.output.split())


def test_server_for_guests_does_not_listen_elsewhere(shared: Shared) -> None:
    with socket.socket() as other:
        other.settimeout(5)
        assert other.connect_ex(("127.0.0.2", shared.guests.server_port)) != 0


# -- the page ------------------------------------------------------------------------------------

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


@needs_browser
@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_button_shows_the_address_and_its_code(browser: Browser, shared: Shared) -> None:
    assert AXE is not None
    browser.errors.clear()
    browser.size(390, 844, 2)
    browser.open(shared.own.address)
    browser.wait("document.querySelectorAll('.picture.shown').length === 2")
    browser.run("document.getElementById('share-button').focus()")
    browser.press("Enter")
    browser.wait("document.activeElement.id === 'share-address'")
    assert browser.run("document.activeElement.value") == shared.guests.address
    assert "not encrypted" in browser.run("document.getElementById('share').innerText")
    assert browser.run("document.querySelector('#share svg').getBoundingClientRect().width") > 200
    assert browser.run("['share', 'main'].every((id) => document.getElementById(id).scrollWidth <= 390)")
    assert browser.run("document.getElementById('share').scrollWidth <= document.getElementById('share').clientWidth")
    browser.call("Page.setBypassCSP", enabled=True)
    browser.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    assert browser.run("axe.run().then((done) => done.violations.map((one) => one.id))") == []
    browser.press("Escape")
    browser.wait("!document.getElementById('share').open")
    assert browser.run("document.activeElement.id") == "share-button"
    assert browser.errors == []


@needs_browser
def test_guests_see_the_page_follow_an_edit_and_cannot_edit(browser: Browser, shared: Shared) -> None:
    browser.errors.clear()
    browser.size(1280, 900)
    browser.open(f"{shared.guests.address}#languages=fr")
    browser.wait("document.getElementById('status')?.textContent === 'Watching'")
    names(browser, ["Lièvre", "Renard"])
    for hidden in ("share-button", "print-button"):
        assert browser.run(f"document.getElementById('{hidden}').offsetParent === null")
    cards = shared.folder / "den/cards.yaml"
    before = cards.read_text(encoding="utf-8")
    cards.write_text(before.replace("Renard", "Goupil"), encoding="utf-8")
    shared.own.watcher.saved([cards.resolve()])
    names(browser, ["Lièvre", "Goupil"])
    cards.write_text(before, encoding="utf-8")
    shared.own.watcher.saved([cards.resolve()])
    names(browser, ["Lièvre", "Renard"])
    click(browser, ".tile .open")
    browser.wait("document.querySelector('#piece table')")
    assert browser.run("document.querySelectorAll('#piece :is(input, textarea, select, .open-place)').length") == 0
    assert browser.errors == []
    browser.open("about:blank")

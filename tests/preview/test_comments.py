"""People comment on pieces: the file, the requests, and the page."""

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import Any, NamedTuple

import pytest

from conftest import BASE
from end_to_end.test_web_pages import AXE
from pawprint.catalog.comments import FILE, PieceComment, read_comments
from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings
from pawprint.preview._piece_comments import TooManyComments
from pawprint.preview.print_pages import PrintPages
from pawprint.preview.server import Server, ServerOptions
from pawprint.preview.session import Session
from pawprint.preview.site_export import SiteExport
from pawprint.preview.visitor_access import VisitorAccess
from pawprint.preview.watcher import Watcher
from pawprint.production.pipeline import bundled
from preview.browser import CHROMIUM, Browser, click
from preview.conftest import ThreadWorker

HOSTILE = "<img src=x onerror=alert(1)> \"quoted\" 'and' # not a comment: {{ name }} \\u0041 – é 🦊 ${1}"


class Talk(NamedTuple):
    """A preview with two servers for guests, of whom some may comment; and all that tests ask of it."""

    folder: Path
    own: Server
    guests: Server
    talkers: Server
    prints: PrintPages

    @property
    def file(self) -> Path:
        return self.folder / "den" / FILE

    def comments(self) -> list[PieceComment]:
        findings = Findings()
        game = load_library(self.folder, Findings()).games["den"]
        found = read_comments(game, findings)
        assert [*findings] == []
        return found

    def ask(self, server: Server, data: Any, **headers: str) -> tuple[int, Any]:
        origin = f"http://127.0.0.1:{server.server_port}"
        given = {"Content-Type": "application/json", "Origin": origin, "X-Pawprint-Token": server.comment_access.token}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        prefix = f"/{server.access.token}" if server.access.token else ""
        connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=60)
        connection.request("POST", f"{prefix}/comment/den", body=json.dumps(data).encode(), headers=given)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, json.loads(body) if answer.status == 200 else body.decode()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    folder = tmp_path_factory.mktemp("talk") / "project"
    copytree(BASE, folder)
    layouts = [folder / "layouts", bundled("layouts")]
    session, worker = Session(folder, layouts), ThreadWorker(folder, layouts)
    watcher, prints = Watcher(session, worker), PrintPages(session, worker)
    own = Server(watcher, prints, 0, ServerOptions(writes=True))
    guests, talkers = (
        Server(watcher, prints, 0, ServerOptions(access=VisitorAccess.for_guests("127.0.0.1"), comments=comments))
        for comments in (False, True)
    )
    servers = (own, guests, talkers)
    for one in servers:
        Thread(target=one.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield Talk(folder, *servers, prints)
    for one in servers:
        one.end_streams()
        one.shutdown()
        one.server_close()
    watcher.close()


@pytest.fixture
def talk(served: Talk) -> Talk:
    served.file.unlink(missing_ok=True)
    return served


def note(text: str = "The ears are cut.", piece: str = "animals/hare", **more: Any) -> dict[str, Any]:
    return {"do": "add", "piece": piece, "side": "face", "at": None, "name": "Ann", "text": text, **more}


def test_comment_is_written_as_a_person_would_write_it(talk: Talk) -> None:
    assert talk.ask(talk.own, note()) == (200, {"ok": True, "refused": ""})
    point = {"side": "back", "at": [12.04, -3]}
    assert talk.ask(talk.own, note("Two lines:\n\n- and # this", "animals/fox", **point))[1]["ok"]
    one, other = talk.comments()
    assert (one.piece, one.point, one.name, one.text, one.resolved) == (
        *("animals/hare", None, "Ann", "The ears are cut.", False),
    )
    assert (other.piece, other.side, other.point, other.text) == (
        *("animals/fox", "back", (12.0, -3.0), "Two lines:\n\n- and # this"),
    )
    text = talk.file.read_text(encoding="utf-8")
    assert "    at: [12, -3]\n" in text
    assert "    text: |-\n      Two lines:\n\n      - and # this\n" in text


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        "a\tb\r\nc",
        "\x00\x1b[31m\x7f\u2028\ufeff",
        "- on: animals/fox\n  text: x",
        "---\n...",
        "true",
        "\ud83d x",
        "|-",
    ],
)
@pytest.mark.parametrize("name", ["Ann", HOSTILE[:70], "a\nresolved: true", ""])
def test_file_of_comments_stays_valid_after_any_comment(talk: Talk, text: str, name: str) -> None:
    assert talk.ask(talk.own, note("first"))[1]["ok"]
    assert talk.ask(talk.own, note(text, name=name))[1]["ok"]
    first, other = talk.comments()
    assert (first.text, other.piece, other.resolved) == ("first", "animals/hare", False)
    if text.isprintable():
        assert other.text == text
    if name.isprintable():
        assert other.name == name


def test_new_file_names_the_schema_that_the_game_has(talk: Talk) -> None:
    schema = talk.file.parent / "schemas/comments.json"
    schema.parent.mkdir()
    schema.write_text("{}")
    assert talk.ask(talk.own, note(side="back", element="name"))[1]["ok"]
    first, *_ = talk.file.read_text(encoding="utf-8").splitlines()
    assert first == "# yaml-language-server: $schema=schemas/comments.json"
    (comment,) = talk.comments()
    assert (comment.side, comment.element, comment.point) == ("back", "name", None)
    schema.unlink()
    schema.parent.rmdir()


WRITTEN = """\
# Mine.
comments:
- on: animals/fox  # here
  text: old
- {on: animals/hare, text: braces}
- on: animals/hare
  resolved: false   # yet
  text: last
# The end.
"""


def test_text_that_a_person_wrote_in_the_file_stays(talk: Talk) -> None:
    talk.file.write_text(WRITTEN, encoding="utf-8")
    for number, comment in enumerate(talk.comments(), 1):
        assert talk.ask(talk.own, {"do": "resolve", "key": comment.key})[1]["ok"]
        assert [one.resolved for one in talk.comments()].count(True) == number
    text = talk.file.read_text(encoding="utf-8")
    assert text == (
        WRITTEN.replace("on: animals/fox", "resolved: true\n  on: animals/fox")
        .replace("{on", "{resolved: true, on")
        .replace("false", "true")
    )
    assert talk.ask(talk.own, note("new"))[1]["ok"]
    assert talk.file.read_text(encoding="utf-8").startswith(text.rstrip())
    assert talk.comments()[-1].text == "new"
    assert talk.ask(talk.own, {"do": "reopen", "key": talk.comments()[0].key})[1]["ok"]
    assert not talk.comments()[0].resolved


@pytest.mark.parametrize("text", ["comments: [", "comments: {a: 1}\n", "comments: []\n", "other: 1\n"])
def test_file_that_has_faults_or_another_form_is_not_written(talk: Talk, text: str) -> None:
    talk.file.write_text(text, encoding="utf-8")
    status, answer = talk.ask(talk.own, note())
    assert (status, answer["ok"]) == (200, False)
    assert FILE in answer["refused"]
    assert talk.file.read_text(encoding="utf-8") == text


def test_link_that_leads_elsewhere_is_not_written(talk: Talk) -> None:
    away = talk.folder / "away.yaml"
    away.write_text("", encoding="utf-8")
    talk.file.symlink_to(away)
    talk.ask(talk.own, note())
    assert away.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize(
    "data",
    [
        note(piece="animals/wolf"), note(piece="../../etc/passwd"), note(piece="animals"), note(side="edge"), note(""),
        note(" \n "), note("x" * 4001), note(name="x" * 81), note(at=[1]), note(at=[1, "2"]), note(at=[1, 1e9]),
        note(at="12"), note(at=5), note(at={"0": 1, "1": 2}), note(at=[10**400, 1]), note(at=[float("nan"), 1]),
        note(at=[True, 1]), note(name=3), note(element=3), note(element="a\n"), note(element="x" * 81),
        {"do": "resolve", "key": "x"}, {"do": "remove"}, {}, [], "add", None,
    ],
)  # fmt: skip
def test_unknown_requests_are_not_found(talk: Talk, data: Any) -> None:
    assert talk.ask(talk.own, data) == (404, "there is nothing here")
    assert not talk.file.exists()


def test_guests_comment_only_with_permission_and_resolve_nothing(talk: Talk) -> None:
    token = talk.talkers.comment_access.token
    for given in ("", token, talk.own.comment_access.token):
        assert talk.ask(talk.guests, note(), X_Pawprint_Token=given)[0] == 403
    for headers in ({"Origin": "http://evil.example"}, {"X_Pawprint_Token": ""}, {"Sec_Fetch_Site": "cross-site"}):
        assert talk.ask(talk.talkers, note(), **headers)[0] == 403
    assert not talk.file.exists()
    assert talk.ask(talk.talkers, note())[1]["ok"]
    (comment,) = talk.comments()
    assert talk.ask(talk.talkers, {"do": "resolve", "key": comment.key})[0] == 404
    assert not talk.comments()[0].resolved
    assert b"<h1>" in talk.talkers.assets["index.html"]
    assert b'name="pawprint-token" content=""' in talk.talkers.assets["index.html"]


def test_guests_comment_at_a_limited_rate(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    talk.talkers.comments._requests.clear()
    monkeypatch.setattr("pawprint.preview._piece_comments.MAX_PER_GUEST", 2)
    monkeypatch.setattr("pawprint.preview._piece_comments.MAX_REQUESTS", 3)
    assert [talk.ask(talk.talkers, note(f"{n}"))[0] for n in range(3)] == [200, 200, 429]
    assert "wait" in talk.ask(talk.talkers, note())[1]
    comments = talk.talkers.comments
    comments.request("den", note(), False, "10.0.0.1")
    with pytest.raises(TooManyComments):
        comments.request("den", note(), False, "10.0.0.2")
    assert [talk.ask(talk.own, note(f"own {n}"))[0] for n in range(4)] == [200] * 4, "the owner has no limit"
    monkeypatch.setattr("pawprint.preview._piece_comments.PERIOD_S", 0)
    assert talk.ask(talk.talkers, note())[1]["ok"]


def test_guests_leave_room_in_the_file(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawprint.preview._piece_comments.MAX_BYTES", 2000)
    talk.talkers.comments._requests.clear()
    assert "no room" in talk.ask(talk.talkers, note("x" * 1000))[1]["refused"]
    assert talk.ask(talk.own, note("x" * 1000))[1]["ok"]


def test_edit_of_the_file_notifies_the_pages_without_a_redraw(talk: Talk) -> None:
    watcher = talk.own.watcher
    revision = watcher.session.revision("den")
    events = watcher.subscribe()
    talk.file.write_text(WRITTEN, encoding="utf-8")
    watcher.saved([talk.file.resolve()])
    assert json.loads(events.get(timeout=10)) == {"what": "comments", "game": ""}
    watcher.unsubscribe(events)
    assert (events.empty(), watcher.session.revision("den")) == (True, revision)


def test_site_shows_comments_only_on_request(talk: Talk) -> None:
    talk.ask(talk.own, note("For your eyes only."))
    for comments in (False, True):
        export = SiteExport(talk.prints, lambda *_: None, comments)
        answers: dict[str, Any] = {}
        export._add_data("den", talk.prints.session.games["den"], answers)
        assert ("For your eyes only." in json.dumps(answers)) is comments


def test_build_reads_no_comments(talk: Talk) -> None:
    talk.file.write_text("comments: [", encoding="utf-8")
    findings = Findings()
    game = load_library(talk.folder, findings).games["den"]
    assert ([*findings], len(game.all_records)) == ([], 2)


# -- the page ------------------------------------------------------------------------------------

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


@needs_browser
@pytest.mark.skipif(AXE is None, reason="needs axe-core")
def test_comment_is_added_and_resolved_by_keyboard(browser: Browser, talk: Talk) -> None:
    assert AXE is not None
    browser.errors.clear()
    browser.size(390, 844, 2)
    browser.open(f"{talk.own.address}#languages=fr")
    browser.wait("document.querySelectorAll('.picture.shown').length === 2")
    browser.run("document.querySelector('.tile .open').focus()")
    browser.press("Enter")
    browser.wait("document.querySelector('.comment-form')?.offsetParent")
    browser.run("document.querySelector('.comment-form textarea').focus()")
    browser.call("Input.insertText", text=HOSTILE)
    browser.run("document.querySelectorAll('.comment-form input[type=number]').forEach((one) => { one.value = 20; })")
    browser.run("document.querySelector('.comment-form .save').focus()")
    browser.press("Enter")
    shown = browser.wait("document.querySelector('.comments .text')?.textContent")
    assert shown == HOSTILE
    assert browser.run("document.querySelectorAll('.comments img, .comments script').length") == 0
    assert browser.run("document.querySelector('.inspected .pin').style.left") == "50%"
    assert browser.run("document.querySelector('.tile .badge.said').textContent") == "“ 1"
    assert browser.run("document.getElementById('comment-count').textContent") == "1"
    browser.call("Page.setBypassCSP", enabled=True)
    browser.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    assert browser.run("axe.run().then((done) => done.violations.map((one) => one.id))") == []
    browser.press("Escape")
    browser.wait("!document.getElementById('piece').open && !location.hash.includes('piece=')")
    click(browser, "[data-view=comments]")
    assert "20 mm from the left" in browser.wait("document.querySelector('.comments li')?.innerText")
    assert browser.run("axe.run().then((done) => done.violations.map((one) => one.id))") == []
    assert browser.run("document.documentElement.scrollWidth") <= 390
    browser.run("document.querySelector('.comments .small').focus()")
    browser.press("Enter")
    browser.wait("document.querySelector('.list .empty')")
    browser.run("document.querySelector('[name=comments][value=resolved]').focus()")
    browser.run("document.activeElement.click()")
    browser.wait("document.querySelector('.comments .resolved')")
    assert browser.run("document.activeElement.value") == "resolved"
    assert talk.comments()[0].resolved
    assert browser.errors == []
    browser.open("about:blank")


@needs_browser
def test_click_on_the_picture_is_the_place_of_a_comment(browser: Browser, talk: Talk) -> None:
    browser.errors.clear()
    browser.size(1280, 900)
    browser.open(f"{talk.talkers.address}#languages=fr&piece=animals/hare")
    browser.wait("document.querySelectorAll('#piece .picture.shown').length === 2")
    browser.run(
        "[...document.querySelectorAll('.comment-form button')].find((one) => one.innerText === 'Point at it').click()"
    )
    browser.run(
        "(() => { const back = document.querySelectorAll('.inspected')[1]; const box = back.getBoundingClientRect();"
        " back.firstChild.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: box.left + box.width / 4,"
        " clientY: box.top + box.height / 2})); })()"
    )
    values = (
        "[...document.querySelectorAll('.comment-form :is([type=number], [aria-label=Side])')].map((one) => one.value)"
    )
    across, down, side = browser.run(values)
    assert (float(across), float(down), side) == (pytest.approx(10, abs=0.3), pytest.approx(30, abs=0.3), "back")
    browser.run("document.querySelector('.comment-form textarea').value = 'Here'")
    browser.run("document.querySelector('.comment-form').requestSubmit()")
    browser.wait("document.querySelector('.inspected:nth-child(2) .pin')")
    assert browser.run("document.querySelectorAll('.comments button').length") == 0, "guests resolve nothing"
    assert talk.comments()[0].point == (float(across), float(down))
    assert browser.errors == []
    browser.open("about:blank")


@needs_browser
def test_pin_of_a_comment_follows_its_element(browser: Browser, talk: Talk) -> None:
    browser.errors.clear()
    face = talk.folder / "layouts/faces/animal.yaml"
    plain = face.read_text(encoding="utf-8")
    named = plain.replace("kind: text", "id: name, kind: text")
    face.write_text(named, encoding="utf-8")
    talk.own.watcher.saved([face.resolve()])
    browser.size(1280, 900)
    browser.open(f"{talk.talkers.address}#languages=fr&piece=animals/hare")
    browser.wait("document.querySelectorAll('#piece .picture.shown').length === 2")
    browser.run(
        "[...document.querySelectorAll('.comment-form button')].find((one) => one.innerText === 'Point at it').click()"
    )
    browser.run(
        "(() => { const face = document.querySelector('.inspected'); const box = face.getBoundingClientRect();"
        " face.firstChild.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: box.left + box.width / 2,"
        " clientY: box.top + box.height * 0.13})); })()"
    )
    chosen = "document.querySelector('.comment-form [aria-label=Element]')"
    assert browser.wait(f"{chosen}.offsetParent && {chosen}.value") == "name"
    browser.run("document.querySelector('.comment-form textarea').value = 'Too near the edge'")
    browser.run("document.querySelector('.comment-form').requestSubmit()")
    pin = "document.querySelector('.inspected:nth-child(1) .pin')"
    first = browser.wait(f"{pin}?.style.left")
    assert (talk.comments()[0].element, talk.comments()[0].point) == ("name", None)
    assert "face, element name" in browser.run("document.querySelector('#piece .comments li').innerText")
    face.write_text(named.replace("[5 mm, 5 mm]", "[3 mm, 9 mm]"), encoding="utf-8")
    talk.own.watcher.saved([face.resolve()])
    browser.wait(f"{pin} && {pin}.style.left !== '{first}'")
    face.write_text(named.replace("id: name", "id: other"), encoding="utf-8")
    talk.own.watcher.saved([face.resolve()])
    browser.wait(f"!{pin}")
    assert "Too near the edge" in browser.run("document.querySelector('#piece .comments li').innerText")
    face.write_text(plain, encoding="utf-8")
    talk.own.watcher.saved([face.resolve()])
    assert browser.errors == []
    browser.open("about:blank")

"""Commands that the page has run: only those of a fixed list, for the page alone; and the panel, in a browser."""

import http.client
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from end_to_end.test_web_pages import AXE
from pawprint.preview.command_runs import CommandRuns
from pawprint.preview.session import Session
from preview.browser import CHROMIUM, Browser, click
from preview.conftest import Served, previewed
from preview.test_page_filters import search


@pytest.fixture
def runs(session: Session) -> CommandRuns:
    return CommandRuns(session, Path("out"), ["--catalog=."])


def test_a_request_is_a_command(runs: CommandRuns) -> None:
    request = {"do": "build", "options": {"paper": "Letter", "no-cover": True, "lang": "fr"}, "cards": ["animals/fox"]}
    words = [
        "build",
        "den",
        "--paper=Letter",
        "--no-cover",
        "--lang=fr",
        "--card=animals/fox",
        "--catalog=.",
        "--out=out",
    ]
    assert runs.words("den", request) == words
    assert runs.words("den", {"do": "export", "target": "png"}) == ["export", "png", "den", "--catalog=.", "--out=out"]
    assert runs.words("den", {"do": "printed"}) == ["printed", "den", "--out=out"]
    assert runs.line("den", {"do": "build", "options": {"paper": "9 cm"}})["command"].startswith(
        "pawprint build den '--paper=9 cm'"
    )


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "preview"},
        {"do": ["build"]},
        {},
        [],
        "build",
        {"do": "build", "options": ["changed"]},
        {"do": "build", "cards": "fox"},
        {"do": "build", "cards": [1]},
        {"do": "export", "target": "offset"},
        {"do": "build", "options": {"out": "/tmp/x"}},
        {"do": "build", "options": {"catalog": "/"}},
        {"do": "build", "options": {"paper": True}},
        {"do": "build", "options": {"changed": "yes"}},
        {"do": "build", "options": {"paper": "A4\n--out=x"}},
        {"do": "build", "cards": ["animals/wolf"]},
        {"do": "build", "cards": ["--out=x"]},
    ],
)
def test_nothing_else_is_a_command(runs: CommandRuns, request_: Any) -> None:
    with pytest.raises((LookupError, ValueError)):
        runs.words("den", request_)
    with pytest.raises(KeyError):
        runs.words("lair", {"do": "build"})


@pytest.fixture
def writing(den: Callable[..., Path]) -> Iterator[Served]:
    """A preview that may write, with its catalog named as on the command line."""
    folder = den()
    folders = ["--catalog=.", "--layouts=layouts"]
    with previewed(Path(), [Path("layouts")], writes=True, folders=folders) as (server, watcher):
        watcher.watch()
        yield Served(folder, server, watcher)


def post(served: Served, path: str, data: Any, **headers: str) -> tuple[int, bytes]:
    host = f"127.0.0.1:{served.server.server_port}"
    connection = http.client.HTTPConnection(host, timeout=60)
    given = {"Content-Type": "application/json", "Origin": f"http://{host}"} | headers
    try:
        connection.request("POST", path, body=json.dumps(data).encode(), headers=given)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_only_the_page_has_commands_run(writing: Served, served: Served) -> None:
    build = {"do": "build"}
    assert post(writing, "/command/den", build)[0] == 200
    token = {"X-Pawprint-Token": writing.server.write_access.token}
    for headers in ({}, {"X-Pawprint-Token": "x"}, {**token, "Origin": "http://evil.example"}):
        assert post(writing, "/run/den", build, **headers)[0] == 403
    assert post(served, "/run/den", build)[0] == 403  # read-only
    assert post(writing, "/run/den", {"do": "build", "options": {"out": "x"}}, **token)[0] == 404
    assert not Path("output").exists()
    assert writing.server.runs.state()["code"] is None
    with pytest.raises(IndexError):
        writing.server.runs.file(0)


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_the_panel_makes_files_and_changed_pieces_are_marked_as_printed(browser: Browser, writing: Served) -> None:
    page = browser
    page.errors.clear()
    page.size(1280, 900)
    page.open(f"{writing.server.address}#languages=fr")
    page.wait("document.querySelectorAll('.picture.shown').length === 2")
    click(page, "#print-button")
    command = "document.querySelector('.command').textContent"
    page.wait(f"{command}.startsWith('pawprint build den')")
    page.run("window.fields = document.querySelector('.panel-form').elements; fields.duplex.value = 'off'; 0")
    page.run("fields.lang.value = ''; fields.cover.checked = false;"
             " fields.cover.dispatchEvent(new Event('change', {bubbles: true}))")  # fmt: skip
    folders = "--catalog=. --layouts=layouts"
    expected = f"pawprint build den --duplex=off --no-cover --only=cards,tiles,tokens,boards {folders}"
    page.wait(f"{command} === {json.dumps(expected)}")
    page.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    assert page.run("axe.run().then(({violations}) => violations.map((one) => one.id))") == []
    click(page, ".make")
    page.wait("document.querySelector('.made a')?.textContent === 'output/den/sheets/den-cards-fr-a4.pdf'")
    page.wait("document.querySelector('#print-panel [role=status]').textContent === 'Done: 2 PDF files.'")
    page.run("fields.what.value = 'shown'; fields.what.dispatchEvent(new Event('change', {bubbles: true}))")
    page.wait(f"{command}.includes(' --only=cards,')")  # all of them are shown
    start = "fetch(document.querySelector('.made a').href).then((one) => one.text()).then((text) => text.slice(0, 5))"
    assert page.run(start) == "%PDF-"
    page.press("Escape")
    click(page, "[data-view=changes]")
    page.wait("document.querySelector('.changes .empty')?.textContent.startsWith('There is no record')")
    click(page, ".act .mark")
    page.wait("document.querySelector('.changes .empty')?.textContent === 'Nothing has changed.'")
    writing.edit("den/cards.yaml", "Renard", "Goupil")
    page.wait("document.querySelector('[data-change=\"animals/fox\"]')")
    click(page, ".act .go")
    page.wait(f"{command}.includes(' --changed')")
    page.press("Escape")
    click(page, "[data-view=pieces]")
    search(page, "zzz")
    page.wait("document.querySelector('main .empty')")
    click(page, "#print-button")
    page.wait(f"document.querySelector('.make').disabled && {command} === ''")  # it would print everything
    assert page.errors == []

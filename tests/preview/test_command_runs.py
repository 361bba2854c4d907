"""Commands that the page has run: only those of a fixed list, for the page alone; and the panel, in a browser."""

import http.client
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from end_to_end.test_web_pages import AXE
from pawprint.core import programs
from pawprint.preview._command_runs import CommandRuns
from pawprint.preview.session import Session
from preview.browser import CHROMIUM, PATIENCE, Browser, click
from preview.conftest import Served, previewed
from preview.test_page_filters import search
from preview.test_server import ask


@pytest.fixture
def runs(session: Session) -> CommandRuns:
    return CommandRuns(session, Path("out"), ["--catalog=."])


def test_request_is_a_command(runs: CommandRuns) -> None:
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
def test_unknown_command_is_refused(runs: CommandRuns, request_: Any) -> None:
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
        writing.server.runs.file(0, "x")


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_panel_writes_files_and_changed_pieces_are_marked_as_printed(browser: Browser, writing: Served) -> None:
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
    page.wait("document.querySelector('.made a')?.textContent === 'output/den/sheets/den-cards-fr-a4-one-sided.pdf'")
    page.wait("document.querySelector('#print-panel [role=status]').textContent === 'Done: 2 PDF files.'")
    start = "fetch(document.querySelector('.made a').href).then((one) => one.text()).then((text) => text.slice(0, 5))"
    assert page.run(start) == "%PDF-"
    page.run("fields.what.value = 'shown'; fields.what.dispatchEvent(new Event('change', {bubbles: true}))")
    page.wait(f"{command}.includes(' --only=cards,')")  # all of them are shown
    page.press("Escape")
    click(page, "[data-view=changes]")
    page.wait("document.querySelector('.changes .empty')?.textContent === 'Nothing has changed.'")
    assert page.run("[...document.querySelectorAll('.comparison option')].map((one) => one.value)") == ["built"]
    click(page, ".act .mark")
    page.wait("[...document.querySelectorAll('.comparison option')].map((one) => one.value).join() === 'printed,built'")
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


def run_to_end(runs: CommandRuns, request: Any) -> dict[str, Any]:
    """The state after the command that *request* asks for."""
    runs.run("den", request)
    until = time.monotonic() + PATIENCE
    while runs.state()["code"] is None and time.monotonic() < until:
        time.sleep(0.05)
    return runs.state()


def test_files_of_any_kind_are_served_with_their_types(writing: Served) -> None:
    runs = writing.server.runs
    done = run_to_end(runs, {"do": "export", "target": "svg", "cards": ["animals/fox"], "options": {"lang": "fr"}})
    assert done["output"] == f"export/den/svg  {len(done['files'])} files\n"
    assert "export/den/svg/fr/animals/face/fox.svg" in done["files"]
    assert "--list" not in done["command"]
    for index, path in enumerate(done["files"]):
        status, headers, body = ask(writing, f"/made/{index}/{Path(path).name}")
        assert (status, body) == (200, (writing.folder / path).read_bytes())
        assert headers["Content-Disposition"] == "attachment", "it may have a script"
    assert ask(writing, f"/made/{len(done['files'])}/x")[0] == 404
    assert ask(writing, "/made/0/x")[0] == 404
    (writing.folder / done["files"][0]).unlink()
    assert ask(writing, f"/made/0/{Path(done['files'][0]).name}")[0] == 404
    assert run_to_end(runs, {"do": "export", "target": "png", "cards": ["animals/fox"]})["code"] == 0
    _, headers, body = ask(writing, f"/made/0/{Path(runs.state()['files'][0]).name}")
    assert (headers["Content-Type"], headers.get("Content-Disposition")) == ("image/png", None)
    assert body.startswith(b"\x89PNG")


def test_only_files_in_the_folder_of_the_command_are_listed(
    session: Session, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    for path in ("export/den/png/fox.png", "export/den/other.png", "secret.png"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(b"")
    (folder / "export/den/png/link.png").symlink_to(folder / "secret.png")
    lines = ["export/den/png/fox.png", "export/den/png/../other.png", str(folder / "secret.png")]
    script = f"print({chr(10).join([*lines, 'export/den/png/link.png', 'export/den/png'])!r})"
    runs = CommandRuns(session, Path("output"))
    monkeypatch.setattr(programs, "_PAWPRINT", (sys.executable, "-c", script))
    assert run_to_end(runs, {"do": "export", "target": "png"})["files"] == ["export/den/png/fox.png"]


def test_command_is_done_when_all_its_output_is_read(
    session: Session, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """The process may have ended long before the last line is read."""
    paths = [Path(f"export/den/png/{number}.png") for number in range(200)]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    script = f"print({chr(10).join(map(str, paths))!r})"
    runs = CommandRuns(session, Path("output"))
    monkeypatch.setattr(programs, "_PAWPRINT", (sys.executable, "-c", script))
    resolve = Path.resolve

    def slow(path: Path, strict: bool = False) -> Path:
        if path.suffix == ".png":
            time.sleep(0.002)
        return resolve(path, strict)

    monkeypatch.setattr(Path, "resolve", slow)
    assert len(run_to_end(runs, {"do": "export", "target": "png"})["files"]) == 200


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_panel_links_every_file_and_forgets_the_output_of_another_command(browser: Browser, writing: Served) -> None:
    page = browser
    page.errors.clear()
    page.size(1280, 900)
    page.open(f"{writing.server.address}#languages=fr")
    page.wait("document.querySelectorAll('.picture.shown').length === 2")
    click(page, "#print-button")
    page.run("window.fields = document.querySelector('.panel-form').elements; 0")
    page.wait("fields.what.querySelector('[value=changed]').hidden")
    page.run("fields.target.value = 'png'; fields.target.dispatchEvent(new Event('change', {bubbles: true}))")
    page.wait("document.querySelector('.command').textContent.startsWith('pawprint export png den')")
    click(page, ".make")
    said = "document.querySelector('#print-panel [role=status]').textContent"
    page.wait(f"{said} === 'Done: 4 PNG files and 1 JSON file.'")
    links = "[...document.querySelectorAll('.made a')]"
    assert page.run(f"{links}.filter((one) => !one.download).length") == 5
    assert page.run(f"{links}.find((one) => one.download === 'fox.png').getAttribute('aria-label')") == "Save fox.png"
    page.wait("[...document.querySelectorAll('.made img')].every((one) => one.naturalWidth > 100)")
    page.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    assert page.run("axe.run().then(({violations}) => violations.map((one) => one.id))") == []
    page.run("fields.bleed.value = '2mm'; fields.bleed.dispatchEvent(new Event('change', {bubbles: true}))")
    assert page.run("document.querySelectorAll('.made li').length") == 0
    assert page.run("document.querySelector('.output').hidden") is True
    page.run("fields.target.value = ''; fields.what.value = 'sheets'; 0")
    page.run("fields.what.dispatchEvent(new Event('change', {bubbles: true}))")
    click(page, ".make")
    page.wait(f"{said}.startsWith('Done: ') && !document.querySelector('#print-panel .go[hidden]')")
    page.run("[...document.querySelectorAll('#print-panel .go')].at(-1).click()")
    page.wait(f"{said} === 'The last build is recorded as printed.'")
    assert (writing.folder / "output/den/printed.json").is_file()
    page.press("Escape")
    click(page, "#print-button")
    page.wait("!fields.what.querySelector('[value=changed]').hidden")
    assert page.errors == []


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_changed_view_offers_printing_without_a_build(browser: Browser, writing: Served) -> None:
    page = browser
    page.errors.clear()
    page.open(f"{writing.server.address}#view=changes")
    page.wait("document.querySelector('.changes .empty')?.textContent.startsWith('This game has not been built yet')")
    assert page.run("document.querySelector('.comparison').hidden") is True
    click(page, ".act .go")
    page.wait("document.getElementById('print-panel').open")
    assert page.run("document.querySelector('.panel-form').elements.what.value") == "all"
    page.press("Escape")
    assert page.errors == []

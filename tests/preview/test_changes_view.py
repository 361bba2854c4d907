"""What has changed since the last print, on the page: before and after. The browser tests skip without a browser."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from command_line import run
from end_to_end.test_web_pages import AXE
from preview.browser import CHROMIUM, Browser, click
from preview.conftest import Served
from preview.test_server import ask, data

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
CHANGE = "document.querySelector('[data-change=\"animals/fox\"]')"
BEFORE = "/before/den/animals/fox?lang=fr&side=face&since="


def mark_printed() -> None:
    """Build the pieces of the game, and record them as printed."""
    for words in (["build", "--only", "cards", "--no-cover", "--quiet"], ["printed", "--quiet"]):
        more = ["--catalog", "."] if words[0] == "build" else []
        done = run(*words, *more)
        assert done.exit_code == 0, done.output


def saved(served: Served) -> None:
    served.watcher.saved([(served.folder / "den/cards.yaml").resolve()])


def test_changes_are_listed_with_their_drawings(served: Served) -> None:
    assert "no record" in data(served, "/changes/den?since=printed")["message"]
    assert "not been built" in data(served, "/changes/den?since=built")["message"]
    assert "Git" in data(served, "/changes/den?since=HEAD")["message"]
    mark_printed()
    as_printed = ask(served, "/picture/den/animals/fox?lang=fr")[2]
    served.edit("den/cards.yaml", "Renard", "Goupil")
    saved(served)
    (edition,) = data(served, "/changes/den?since=printed")["editions"]
    (piece,) = edition["pieces"]
    assert (piece["piece"], piece["what"], piece["print"], piece["drawn"]) == ("animals/fox", "changed", 1, True)
    assert ask(served, BEFORE + "printed")[2] == as_printed
    assert ask(served, "/picture/den/animals/fox?lang=fr")[2] != as_printed
    served.edit("layouts/faces/animal.yaml", "at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]")
    (edition,) = data(served, "/changes/den?since=printed")["editions"]
    assert [piece["drawn"] for piece in edition["pieces"]] == [False, False]


def test_missing_old_state_shows_no_pictures(served: Served) -> None:
    assert ask(served, BEFORE + "printed")[0] == 204
    assert ask(served, BEFORE + "--upload-pack=x")[0] == 204
    assert ask(served, "/before/lair/animals/fox?lang=fr&since=printed")[0] == 404
    assert ask(served, "/changes/lair?since=printed")[0] == 404
    assert ask(served, "/changes/den")[0] == 404


@pytest.mark.skipif(shutil.which("git") is None, reason="there is no Git here")
def test_pieces_are_compared_with_a_git_revision(served: Served) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], cwd=served.folder, check=True)
    as_committed = ask(served, "/picture/den/animals/fox?lang=fr")[2]
    served.edit("den/cards.yaml", "Renard", "Goupil")
    served.edit("layouts/faces/animal.yaml", "at: [5 mm, 15 mm]", "at: [6 mm, 15 mm]")
    saved(served)
    (edition,) = data(served, "/changes/den?since=HEAD")["editions"]
    assert {piece["piece"]: piece["drawn"] for piece in edition["pieces"]} == {
        "animals/fox": True,
        "animals/hare": True,
    }
    assert ask(served, BEFORE + "HEAD")[2] == as_committed


@needs_browser
def test_before_and_after_are_shown_side_by_side_or_with_a_slider(page: Browser, served: Served) -> None:
    mark_printed()
    served.edit("den/cards.yaml", "Renard", "Goupil")
    click(page, "[data-view=changes]")
    page.wait(f"{CHANGE}?.querySelectorAll('.picture.shown').length === 2")
    before, after = page.run(f"[...{CHANGE}.querySelectorAll('.picture')].map((one) => one.tag)")
    assert before != after
    text = page.run(f"{CHANGE}.innerText")
    assert "looks different, print 1, take out 1" in text
    assert page.run(f"{CHANGE}.querySelector('del').textContent") == "Renard"
    lefts = f"[...{CHANGE}.querySelectorAll('.picture')].map((one) => one.getBoundingClientRect().left)"
    assert len(set(page.run(lefts))) == 2
    click(page, ".comparison [type=checkbox]")
    page.wait(f"new Set({lefts}).size === 1")
    shape = f"getComputedStyle({CHANGE}.querySelector('.after')).clipPath"
    half = page.run(shape)
    page.run(f"{CHANGE}.querySelector('[type=range]').value = 20; 0")
    page.run(f"{CHANGE}.querySelector('[type=range]').dispatchEvent(new Event('input'))")
    assert page.run(shape) != half
    page.run(f"{AXE.read_text(encoding='utf-8')}; 0")
    assert page.run("axe.run().then(({violations}) => violations.map((one) => one.id))") == []
    served.edit("den/cards.yaml", "Goupil", "Rouquin")
    page.wait(f"{CHANGE}.querySelector('ins').textContent === 'Rouquin'")
    page.wait(f"{CHANGE}.querySelectorAll('.picture')[1].tag !== {json.dumps(after)}")
    assert page.run(f"{CHANGE}.querySelectorAll('.picture')[0].tag") == before
    served.edit("den/cards.yaml", "Rouquin", "Renard")
    page.wait("document.querySelector('.changes .empty')?.textContent === 'Nothing has changed.'")
    assert Path("output/den/printed.json").is_file()

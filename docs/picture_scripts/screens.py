"""The preview in a browser, as screenshots show it: a copy of two bundled games, in which two cards are edited."""

import atexit
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import Any

from PIL import Image

from pawprint.preview.print_pages import PrintPages
from pawprint.preview.server import Server, ServerOptions
from pawprint.preview.session import Session
from pawprint.preview.visitor_access import VisitorAccess
from pawprint.preview.watcher import Watcher
from pawprint.preview.worker import Worker
from pawprint.production.pipeline import bundled
from picture_scripts.games import DOCS

#: The windows of a desk and of a phone.
DESK, PHONE = (1280, 800), (390, 780)
GAMES = ("food-chain", "fooden")
#: Turns that are played before the picture of a game in play is taken.
TURNS = 7
#: What is edited after the commit that the view Changed compares with.
EDITS = (
    ("Swallows with its eyes: they push the meal down.", "Blinks to swallow: its eyes push the meal down."),
    ("en: Can hear a mouse nibbling under the snow.}", "en: Hears a mouse nibble under a metre of snow.}"),
)
CARDS = "catalog/food-chain/cards.yaml"
#: All pictures in sight are there.
SHOWN = (
    "[...document.querySelectorAll('.picture')].filter((one) => { const box = one.getBoundingClientRect();"
    " return box.width && box.bottom > 0 && box.top < innerHeight; }).every((one) => one.classList.contains('shown'))"
)
Steps = Callable[["Stage"], None]


class Stage:
    """A running preview, and the browser that shows it.

    Args:
        edits: what is replaced in `CARDS` after the first commit.
    """

    def __init__(self, *edits: tuple[str, str]) -> None:
        sys.path.insert(0, str(DOCS.parent / "tests"))
        from preview.browser import Browser

        self.folder = Path(tempfile.mkdtemp())
        for game in GAMES:
            copytree(bundled("catalog") / game, self.folder / "catalog" / game)
        copytree(bundled("layouts"), self.folder / "layouts")
        with self.inside():
            git = ("git", "-c", "user.name=a", "-c", "user.email=a@b")
            for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "first")):
                subprocess.run((*git, *words), check=True)
        path = self.folder / CARDS
        text = path.read_text(encoding="utf-8")
        for old, new in edits:
            assert old in text, old
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
        folders = Path("catalog"), [Path("layouts")]
        with self.inside():
            session, worker = Session(*folders, []), Worker(*folders)
            self.watcher, prints = Watcher(session, worker), PrintPages(session, worker)
            guests = Server(self.watcher, prints, 0, ServerOptions(access=VisitorAccess.for_guests("127.0.0.1")))
            self.server = Server(self.watcher, prints, 0, ServerOptions(writes=True), guests)
        self.servers = self.server, guests
        for server in self.servers:
            Thread(target=server.serve_forever, daemon=True).start()
        self.watcher.watch()
        self.browser: Any = Browser(Path(tempfile.mkdtemp()))
        self.browser.call("Emulation.setScrollbarsHidden", hidden=True)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Be in the folder of the games."""
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            yield
        finally:
            os.chdir(before)

    def show(self, address: str, size: tuple[int, int]) -> None:
        """Open a view, and wait for its pictures."""
        self.browser.size(*size)
        self.browser.open("about:blank")
        self.browser.open(f"{self.server.address}#{address}&languages=en")
        self.browser.wait("document.getElementById('game')?.value && document.getElementById('main').children.length")
        self.browser.run("document.getElementById('share-button').hidden = true")  # it is there for guests only
        self.settle()

    def settle(self) -> None:
        """Wait until all pictures in sight are there, and transitions have ended."""
        self.browser.wait(SHOWN)
        self.browser.run("new Promise((done) => setTimeout(done, 700))")
        self.browser.wait(SHOWN)

    def shot(self) -> Image.Image:
        """What the window shows."""
        path = Path(tempfile.mkdtemp()) / "page.png"
        self.browser.picture(path)
        return Image.open(BytesIO(path.read_bytes())).convert("RGB")

    def click(self, selector: str) -> None:
        """Click an element as soon as there is one."""
        self.browser.wait(f"document.querySelector({selector!r})")
        self.browser.run(f"document.querySelector({selector!r}).click()")

    def type(self, selector: str, text: str) -> None:
        """Replace the value of a field."""
        self.browser.wait(f"document.querySelector({selector!r})")
        self.browser.run(
            f"(() => {{ const one = document.querySelector({selector!r}); one.focus(); one.select(); }})()"
        )
        self.browser.call("Input.insertText", text=text)

    def point(self, selector: str, across: float, down: float, *kinds: str) -> None:
        """Point at a place of an element, in parts of its width and height."""
        x, y = self.browser.run(
            f"(() => {{ const box = document.querySelector({selector!r}).getBoundingClientRect();"
            f" return [box.x + box.width * {across}, box.y + box.height * {down}]; }})()"
        )
        for kind in kinds or ("mouseMoved",):
            more = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def close(self) -> None:
        """End all of it."""
        self.browser.close()
        for server in self.servers:
            server.end_streams()
            server.shutdown()
        self.watcher.close()
        for server in self.servers:
            server.server_close()


@cache
def stage() -> Stage:
    """One for all screenshots of a run, closed when the script ends."""
    opened = Stage(*EDITS)
    atexit.register(opened.close)
    return opened


def nothing(_: Stage) -> None:
    """The view as it opens."""


def desk(address: str, steps: Steps = nothing, height: int = DESK[1]) -> bytes:
    """A view in a window on a desk."""
    return _png(_taken(address, (DESK[0], height), steps))


def phones(*views: tuple[str, Steps]) -> bytes:
    """Views on a phone, side by side."""
    shots = [_taken(address, PHONE, steps) for address, steps in views]
    gap, (width, height) = 20, PHONE
    row = Image.new("RGB", (len(shots) * (width + gap) + gap, height + 2 * gap), (214, 210, 203))
    for index, shot in enumerate(shots):
        row.paste(shot, (gap + index * (width + gap), gap))
    return _png(row)


def _taken(address: str, size: tuple[int, int], steps: Steps) -> Image.Image:
    shown = stage()
    with shown.inside():
        shown.show(address, size)
        steps(shown)
        shown.settle()
        return shown.shot()


def _png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def open_piece(piece: str) -> Steps:
    """Open the large view of a piece."""

    def steps(shown: Stage) -> None:
        shown.click(f'[data-piece="{piece}"] .open')
        shown.browser.wait("document.querySelectorAll('.large .picture.shown').length > 0")
        shown.browser.wait("document.querySelector('.element-list li')")

    return steps


def edit_name(shown: Stage) -> None:
    """Type another name into the fields of an open piece."""
    open_piece("organisms/toad")(shown)
    picture = "document.querySelector('.large .picture img').src"
    before = shown.browser.run(picture)
    shown.type('.edit-piece [data-header="name.en"]', "Great Toad")
    shown.browser.wait(f"{picture} !== {before!r}")
    shown.browser.run("document.querySelector('.edit-piece').closest('dialog').scrollTop = 0")


def edit_name_on_phone(shown: Stage) -> None:
    """The same where the fields are below the pictures."""
    edit_name(shown)
    shown.browser.run("document.querySelector('.edit-piece .field-row').scrollIntoView({block: 'center'})")


def point_at_element(shown: Stage) -> None:
    """Look at an element of an open piece."""
    open_piece("organisms/toad")(shown)
    shown.point(".outlines", 0.5, 0.1)
    shown.browser.wait("document.querySelector('.element-details h4')")


def tap_element(shown: Stage) -> None:
    """The same with a finger, where the details are below the picture."""
    open_piece("organisms/toad")(shown)
    shown.point(".outlines", 0.5, 0.1, "mousePressed", "mouseReleased")
    shown.browser.wait("document.querySelector('.element-details h4')")
    shown.browser.run("document.querySelector('.element-details').scrollIntoView({block: 'end'})")


def print_panel(shown: Stage) -> None:
    """Open the panel that prints."""
    shown.browser.run("document.getElementById('print-button').click()")
    shown.browser.wait("document.getElementById('print-panel').open")


def share(shown: Stage) -> None:
    """Open the dialog with the address for guests."""
    shown.browser.run("document.getElementById('share-button').hidden = false")
    shown.click("#share-button")
    shown.browser.wait("document.querySelector('#share svg path')")
    shown.browser.run("document.activeElement.blur(); getSelection().removeAllRanges()")


def sheets(shown: Stage) -> None:
    """Wait for the pages."""
    shown.browser.wait("document.querySelectorAll('.page').length > 1 && document.querySelector('.page').tag")
    shown.browser.wait("document.getElementById('progress').hidden")


def numbers(shown: Stage) -> None:
    """Wait for the charts."""
    shown.browser.wait("document.querySelectorAll('.chart').length > 1")


def changed(shown: Stage) -> None:
    """Wait for both pictures of each change."""
    shown.browser.wait("document.querySelectorAll('[data-change]').length === 2")


def play(choose: bool = True) -> Steps:
    """Play some turns as the bot advises, and choose a card if asked to."""

    def steps(shown: Stage) -> None:
        browser = shown.browser
        browser.wait("document.querySelector('[data-do=start]')")
        browser.run("document.getElementById('play-seed').value = '7'")
        browser.run("document.querySelector('[data-do=start]').click()")
        page = "document.querySelector('[data-play]').dataset.waits === 'person'"
        for _ in range(TURNS):
            browser.wait(f"{page} && document.querySelector('[data-do=hint]')")
            browser.run("document.querySelector('[data-do=hint]').click()")
            said = "document.querySelector('.note').textContent.split(': ').slice(1).join(': ')"
            browser.wait(said)
            actions = "[...document.querySelectorAll('.all-actions .action')]"
            browser.run(f"{actions}.find((one) => one.textContent === {said}).click()")
            browser.wait("!document.querySelector('.note').textContent")
        browser.wait(page)
        if choose:
            browser.run("document.querySelector('.hand .target.can').click()")
            browser.wait("document.querySelector('.target.chosen')")
        browser.run("new Promise((done) => setTimeout(done, 1500))")  # the last pictures

    return steps


def play_page() -> bytes:
    """The view Play below the bars of the preview: a JPEG file."""
    image = _taken("game=food-chain&view=play", (1240, 1010), play()).crop((0, 104, 1240, 1010))
    out = BytesIO()
    image.resize((800, round(800 * image.height / image.width)), Image.Resampling.LANCZOS).save(
        out, "JPEG", quality=54, optimize=True
    )
    return out.getvalue()

"""A film of the preview: a name is edited, the card repaints, and the changed card is printed."""

import subprocess
import sys
from io import BytesIO

from PIL import Image, ImageDraw

from picture_scripts.screens import Stage

WINDOW, SHOWN = (1180, 840), (944, 672)
NAME = '.edit-piece [data-header="name.en"]'
TYPED = "Great Toad"
#: An arrow that points, in pixels from its tip.
ARROW = ((0, 0), (0, 19), (4, 15), (7, 22), (10, 21), (7, 14), (13, 14))


class Film:
    """Frames of what a stage shows, and how many milliseconds each stays."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.frames, self.times = stage, list[Image.Image](), list[int]()
        self.pointer: tuple[float, float] | None = None

    def take(self, milliseconds: int) -> None:
        """Add what is seen now."""
        frame = self.stage.shot()
        if self.pointer:
            x, y = self.pointer
            ImageDraw.Draw(frame).polygon([(x + dx, y + dy) for dx, dy in ARROW], "black", "white")
        self.frames.append(frame.resize(SHOWN, Image.Resampling.LANCZOS))
        self.times.append(milliseconds)

    def point(self, selector: str) -> None:
        """Move the pointer to the middle of an element."""
        browser = self.stage.browser
        browser.wait(f"document.querySelector({selector!r})")
        x, y = browser.run(
            f"(() => {{ const one = document.querySelector({selector!r}); one.scrollIntoView({{block: 'nearest'}});"
            " const box = one.getBoundingClientRect(); "
            "return [box.x + Math.min(box.width / 2, 80), box.y + box.height / 2]; })()"
        )
        self.pointer = x, y
        self.take(450)

    def click(self, selector: str) -> None:
        """Point at an element and click it."""
        self.point(selector)
        self.stage.click(selector)

    def webp(self) -> bytes:
        """All frames as an animated picture."""
        out = BytesIO()
        first, *others = self.frames
        first.save(
            out, "WEBP", save_all=True, append_images=others, duration=self.times, loop=0, quality=62, method=6,
            minimize_size=True,
        )  # fmt: skip
        return out.getvalue()


def film() -> bytes:
    """The file."""
    stage = Stage()
    try:
        with stage.inside():
            for words in (["build", "food-chain", "--only=cards", "--lang=en", "--quiet"], ["printed", "--quiet"]):
                subprocess.run([sys.executable, "-m", "pawprint", *words], check=True)
            made = Film(stage)
            stage.show("game=food-chain&view=pieces", WINDOW)
            made.take(1200)
            edit(made)
            reprint(made)
            return made.webp()
    finally:
        stage.close()


def edit(made: Film) -> None:
    """Open the toad, type another name, and save it."""
    stage = made.stage
    made.click('[data-piece="organisms/toad"] .open')
    stage.browser.wait("document.querySelectorAll('.large .picture.shown').length > 1")
    stage.settle()
    made.take(900)
    made.point(NAME)
    stage.type(NAME, TYPED[0])
    for letter in range(1, len(TYPED)):
        stage.browser.call("Input.insertText", text=TYPED[letter])
        stage.browser.run("new Promise((done) => setTimeout(done, 150))")
        made.take(110)
    stage.settle()
    made.take(900)
    made.click(".edit-piece .save")
    stage.browser.wait("document.querySelector('.edit-piece .changed-line')")
    stage.settle()
    made.take(1800)


def reprint(made: Film) -> None:
    """Look at what has changed, and make the sheet of it."""
    stage = made.stage
    made.click("#piece .close")
    stage.settle()
    made.take(900)
    made.click("[data-view=changes]")
    stage.browser.wait("document.querySelector('[data-change]')")
    stage.settle()
    made.take(1800)
    made.click(".act button")
    stage.browser.wait("document.getElementById('print-panel').open")
    stage.settle()
    made.take(900)
    made.click("#print-panel .make")
    stage.browser.wait("document.querySelector('#print-panel .made li')")
    stage.settle()
    made.pointer = None
    made.take(3500)

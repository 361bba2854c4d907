"""Shows the view Play of the preview, in a browser: a game of Food Chain after some turns."""

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from threading import Thread

from PIL import Image

from pawprint.build.pipeline import bundled
from pawprint.preview.print_pages import PrintPages
from pawprint.preview.server import Server
from pawprint.preview.session import Session
from pawprint.preview.watcher import Watcher
from pawprint.preview.worker import Worker

GAME, TURNS = "food-chain", 7
#: The window, the part of it that is shown below the bars of the preview, and the width of the picture.
WINDOW, TOP, WIDTH = (1240, 1010), 104, 800


def play_page() -> bytes:
    """A JPEG file."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from preview.browser import Browser

    folders = bundled("catalog"), [bundled("layouts")]
    session, worker = Session(*folders, [GAME]), Worker(*folders)
    watcher = Watcher(session, worker)
    server = Server(watcher, PrintPages(session, worker))
    Thread(target=server.serve_forever, daemon=True).start()
    browser = Browser(Path(tempfile.mkdtemp()))
    try:
        browser.size(*WINDOW)
        browser.open(f"{server.address}#game={GAME}&view=play&languages=en")
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
        browser.run("document.querySelector('.hand .target.can').click()")
        browser.wait("document.querySelector('.target.chosen')")
        browser.run("new Promise((done) => setTimeout(done, 1500))")  # the last pictures
        shown = Path(tempfile.mkdtemp()) / "page.png"
        browser.picture(shown)
        image = Image.open(BytesIO(shown.read_bytes())).convert("RGB").crop((0, TOP, *WINDOW))
    finally:
        browser.close()
        server.end_streams()
        server.shutdown()
        watcher.close()
        server.server_close()
    out = BytesIO()
    size = WIDTH, round(WIDTH * image.height / image.width)
    image.resize(size, Image.Resampling.LANCZOS).save(out, "JPEG", quality=56, optimize=True)
    return out.getvalue()

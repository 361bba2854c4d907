"""From save to repaint: edits one card of a deck again and again, and looks at a real page.

    python tests/bench/repaint.py                          # 50, 250 and 1000 cards, 20 edits each
    python tests/bench/repaint.py --cards 250 --edits 40 --tree FOLDER
    python tests/bench/repaint.py --busy                   # while sheets are made and pictures are drawn

A sample is the time from just before a file is written, in place as most editors do, until the new picture of the card
is in the page and its frame begins; the command, the browser and this program run side by side. With `--busy`, the
preview has other work all the time: its worker makes all sheets, and pictures that are not in sight are asked for, as
by a page that is scrolled. Each tree has a command and a browser of its own, and they take turns: one rests while the
other is measured.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median, quantiles
from threading import Event, Thread
from urllib.error import URLError
from urllib.request import urlopen

from deck import write_deck
from trees import Tree, add_tree, add_warm_up, in_turns, ratio, tell, trees

sys.path.insert(0, str(Path(__file__).parents[1]))

from preview.browser import CHROMIUM, Browser

#: A promise of when the next picture will have been painted: the time at the beginning of the frame after the one that
#: holds it. To ask again and again instead would take the browser's time just when it is measured.
NOTES = """
window.next = new Promise((done) => document.addEventListener("painted", () =>
  requestAnimationFrame(() => done(performance.timeOrigin + performance.now())), {once: true}));
0"""
#: So many cards are on the page from the beginning, so that an edit of one of them shows.
IN_SIGHT = 6


class Page:
    """The preview of a deck by one tree, in a browser.

    Args:
        folder: an empty one, in that of the run.
        busy: whether the preview has other work during the edits.
    """

    def __init__(self, tree: Tree, cards: int, folder: Path, busy: bool = False) -> None:
        self._busy, self._ended = busy, Event()
        self.tree, self.samples = tree, list[float]()
        deck = write_deck(folder / "deck", cards)
        self._file = deck.catalog / "bench" / "cards.yaml"
        self._text = self._file.read_text(encoding="utf-8")
        self._names = [*re.finditer(r"name: \"?([A-Za-z ]+)", self._text)][:IN_SIGHT]
        words = ["preview", "--no-open", "--catalog", str(deck.catalog), "--layouts", str(deck.layouts)]
        environment = tree.environment(folder.parent, cache=str(folder / "kept"))
        self._server = subprocess.Popen(
            tree.command(*words), stdout=subprocess.PIPE, text=True, env=environment, cwd=folder
        )
        profile = folder / "profile"
        profile.mkdir()
        try:
            self._browser = Browser(profile)
        except RuntimeError:
            self._stop()
            raise

    def open(self) -> None:
        """Wait until the first cards are there."""
        assert self._server.stdout is not None
        address = self._server.stdout.readline().split()
        if not address:
            sys.exit(f"{self.tree.name}: the preview does not start")
        self._browser.open(address[0])
        self._browser.wait(f"document.querySelectorAll('.picture.shown').length >= {len(self._names)}")
        if self._busy:
            root = address[0].partition("#")[0]
            identities = re.findall(r"\bid: \"?([a-z0-9-]+)", self._text)[2 * IN_SIGHT :]
            pictures = [f"picture/bench/cards/{one}?lang=en&side=face" for one in identities]
            for asked in (["prints/sheets/bench?lang=en&paper=A4"], pictures):
                Thread(target=self._ask, args=(root, asked), daemon=True).start()

    def _ask(self, root: str, addresses: Sequence[str]) -> None:
        """Ask for *addresses* in turn until the end."""
        while addresses and not self._ended.is_set():
            for address in addresses:
                if self._ended.is_set():
                    return
                with suppress(URLError, OSError), urlopen(f"{root}{address}", timeout=600) as answer:
                    answer.read()

    def edit(self, number: int, word: str) -> float:
        """Give a card in sight another name, *word*; milliseconds until it shows."""
        at = self._names[number % len(self._names)]
        changed = f"{self._text[: at.start(1)]}{word}{self._text[at.end(1) :]}".encode()
        self._browser.run(NOTES)
        begun = time.time()
        self._file.write_bytes(changed)
        return self._browser.run("window.next") - begun * 1000

    def close(self) -> None:
        """End the browser and the command."""
        self._ended.set()
        self._browser.close()
        self._stop()

    def _stop(self) -> None:
        self._server.terminate()
        self._server.wait()
        if self._server.stdout is not None:
            self._server.stdout.close()


def measure(
    found: Sequence[Tree], cards: int, edits: int, warm_up: int, pause: float, folder: Path, busy: bool = False
) -> list[Page]:
    """A page of each tree, with its samples.

    Args:
        busy: whether the previews have other work during the edits.
        pause: seconds until everything has been checked, after an edit of a small deck; longer for a large one.
    """
    dice = random.Random(1)
    with ExitStack() as stack:
        pages: list[Page] = []
        for number, tree in enumerate(found):
            (folder / str(number)).mkdir()
            pages.append(Page(tree, cards, folder / str(number), busy))
            stack.callback(pages[-1].close)
            pages[-1].open()
            time.sleep(2 * pause + cards / 250)  # until the first check of everything is over
        for number in range(warm_up + edits):
            word = "".join(dice.choice("aeioulmnrst") for _ in range(5))
            for page in in_turns(pages, number):
                tell(f"{cards} cards, edit {number + 1} of {warm_up + edits}: {page.tree.name}")
                passed = page.edit(number, word)
                page.samples += [passed] if number >= warm_up else []
                time.sleep(dice.uniform(pause, pause * 4 / 3) + cards / 500)
        tell("")
    return pages


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="*", default=[50, 250, 1000])
    parser.add_argument("--edits", type=int, default=20)
    parser.add_argument("--pause", type=float, default=1.5, metavar="SECONDS", help="rest after an edit (1.5)")
    parser.add_argument("--busy", action="store_true", help="with other work of the preview during the edits")
    add_warm_up(parser, 2)
    add_tree(parser)
    chosen = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("there is no Chromium to look at the page with")
    found = trees(chosen.tree)
    print(f"load {os.getloadavg()[0]:.1f}; milliseconds from save to repaint, {chosen.edits} edits")
    print("| cards | tree | median | 95 % | least | most | ratio |\n| --- | --- | --- | --- | --- | --- | --- |")
    for cards in chosen.cards:
        with tempfile.TemporaryDirectory(prefix="pawprint-repaint-", ignore_cleanup_errors=True) as folder:
            this, *others = measure(found, cards, chosen.edits, chosen.warm_up, chosen.pause, Path(folder), chosen.busy)
        for page in (this, *others):
            against = "" if page is this else f"{ratio(this.samples, page.samples):.3f}"
            shortest, longest = min(page.samples), max(page.samples)
            most = quantiles(page.samples, n=20)[-1] if len(page.samples) > 1 else longest
            print(f"| {cards} | {page.tree.name} | {median(page.samples):.0f} | {min(most, longest):.0f} ", end="")
            print(f"| {shortest:.0f} | {longest:.0f} | {against} |", flush=True)


if __name__ == "__main__":
    main()

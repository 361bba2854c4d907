"""From save to repaint: edits one card of a deck again and again, and looks at a real page.

    python tests/bench/repaint.py                          # 50, 250 and 1000 cards, 20 edits each
    python tests/bench/repaint.py --cards 250 --edits 40

A sample is the time from just before a file is written, in place as most editors do, until the new picture of the card
is in the page and its frame begins; the command, the browser and this program run side by side.
"""

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.deck import write_deck
from preview.browser import Browser

#: A promise of when the next picture will have been painted: the time at the beginning of the frame after the one that
#: holds it. Whoever asks again and again instead takes the browser's time just when it is measured.
NOTES = """
window.next = new Promise((done) => document.addEventListener("painted", () =>
  requestAnimationFrame(() => done(performance.timeOrigin + performance.now())), {once: true}));
0"""


def samples(cards: int, edits: int, folder: Path) -> list[float]:
    """Milliseconds of each edit."""
    deck = write_deck(folder / "deck", cards)
    file = deck.catalog / "bench" / "cards.yaml"
    text = file.read_text(encoding="utf-8")
    names = [*re.finditer(r"name: \"?([A-Za-z ]+)", text)][:6]
    command = [sys.executable, "-m", "pawprint", "preview", "--no-open"]
    folders = ["--catalog", str(deck.catalog), "--layouts", str(deck.layouts)]
    server = subprocess.Popen([*command, *folders], stdout=subprocess.PIPE, text=True)
    profile = folder / "profile"
    profile.mkdir()
    browser = Browser(profile)
    times: list[float] = []
    try:
        assert server.stdout is not None
        browser.open(server.stdout.readline().split()[0])
        browser.wait("document.querySelectorAll('.picture.shown').length >= 6")
        time.sleep(3 + cards / 250)  # until the first check of everything is over
        dice = random.Random(1)
        for edit in range(edits + 2):
            at = names[edit % len(names)]
            word = "".join(dice.choice("aeioulmnrst") for _ in range(5))
            changed = f"{text[: at.start(1)]}{word}{text[at.end(1) :]}".encode()
            browser.run(NOTES)
            begun = time.time()
            file.write_bytes(changed)
            times.append(browser.run("window.next") - begun * 1000)
            time.sleep(dice.uniform(1.5, 2.0) + cards / 500)  # until everything has been checked
    finally:
        browser.close()
        server.terminate()
        server.wait()
    return times[2:]  # the first two warm up


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="*", default=[50, 250, 1000])
    parser.add_argument("--edits", type=int, default=20)
    chosen = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}; milliseconds from save to repaint, {chosen.edits} edits")
    print("| cards | median | least | most |\n| --- | --- | --- | --- |")
    for cards in chosen.cards:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            times = sorted(samples(cards, chosen.edits, Path(folder)))
        print(f"| {cards} | {statistics.median(times):.0f} | {times[0]:.0f} | {times[-1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()

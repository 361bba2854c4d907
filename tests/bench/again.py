"""Measures builds that come after another one, and the same build from nothing.

    python tests/bench/again.py [GAME ...] [--game fooden] [--old TEXT] [--new TEXT] [--rounds 5] [--tree FOLDER ...]
    python tests/bench/again.py --cards 1000

Built are the bundled games, or the deck of the other benchmarks. CPU is user and system time of whole processes. Each
round has a build of which nothing has changed, one after *old* has become *new* in a file of the game, and one from
nothing, in this order; trees take turns, ratios are taken within a round. What an edited build writes is compared with
what one from nothing does, byte by byte, and the benchmark fails if they differ.
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from deck import write_deck
from trees import Tree, add_tree, in_turns, measure, ratio, tell, trees

#: In the order in which they are measured.
KINDS = ("nothing", "edited", "clean")
IN_WORDS = {"clean": "clean", "nothing": "nothing changed", "edited": "one card edited"}


class Builds:
    """Builds of one tree, of a copy of its games or of a deck.

    Args:
        folder: an empty one, in that of the run.
        games: that are built; all if empty.
        cards: of the deck that is built in place of the tree's games; 0 for the games.
    """

    def __init__(self, tree: Tree, folder: Path, games: Sequence[str], cards: int) -> None:
        self.samples: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.tree, self._folder = tree, folder
        layouts = tree.folder / "layouts"
        if cards:
            deck = write_deck(folder, cards)
            self._catalog, layouts = deck.catalog, deck.layouts
        else:
            self._catalog = folder / "catalog"
            shutil.copytree(tree.folder / "catalog", self._catalog)
        self._words = ["build", *games, "--catalog", str(self._catalog), "--layouts", str(layouts), "--quiet"]
        self._environment = tree.environment(folder.parent, cache=str(folder / "kept"))

    def build(self, kind: str) -> float:
        """CPU seconds of one build; a clean one has a folder of its own."""
        out = "clean" if kind == "clean" else "again"
        words = [*self._words, "--out", str(self._folder / out), *(["--no-cache"] if kind == "clean" else [])]
        return measure(self.tree.command(*words), self._environment, self._folder).cpu

    def edit(self, game: str, old: str, new: str) -> None:
        """Put *new* in place of *old*, in the one file of *game* that has it."""
        (path,) = [file for file in (self._catalog / game).glob("*.yaml") if old in file.read_text(encoding="utf-8")]
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")

    def first_name(self) -> str:
        """The line with the name of the first card of a deck."""
        text = (self._catalog / "bench" / "cards.yaml").read_text(encoding="utf-8")
        return re.search(r"id: .*\n +(name: .*)", text)[1]

    def alike(self) -> bool:
        """Whether what was built again is what was built from nothing."""
        files = [
            {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.pdf")}
            for folder in (self._folder / "again", self._folder / "clean")
        ]
        return files[0] == files[1] and bool(files[0])


def report(found: Sequence[Builds]) -> None:
    """Print the medians of this tree, and of the others with this tree's share of them."""
    this, *others = found
    print(f"{'CPU s':<18}{this.tree.name:>9}{'of clean':>10}", end="")
    print("".join(f"{other.tree.name[:14]:>15}{'ratio':>8}" for other in others))
    for kind in ("clean", "nothing", "edited"):
        times = this.samples[kind]
        print(f"{IN_WORDS[kind]:<18}{median(times):>9.3f}{ratio(times, this.samples['clean']):>10.0%}", end="")
        for other in others:
            beside = other.samples[kind]
            print(f"{median(beside):>15.3f}{ratio(times, beside):>8.3f}", end="")
        print()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--game", default="fooden", help="of which a card is edited (fooden)")
    parser.add_argument("--old", default="en: Sunflounder")
    parser.add_argument("--new", default="en: Sunny flounder")
    parser.add_argument("--cards", type=int, default=0, metavar="N", help="build a deck of N cards, not the games")
    parser.add_argument("--rounds", type=int, default=5)
    add_tree(parser)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pawprint-again-") as temporary:
        found: list[Builds] = []
        for number, tree in enumerate(trees(words.tree)):
            found.append(Builds(tree, Path(temporary) / str(number), words.games, words.cards))
            found[-1].build("nothing")  # keeps what the others find
        game, old, new = words.game, words.old, words.new
        if words.cards:
            game, old, new = "bench", found[0].first_name(), "name: Another Name"
        for number in range(1, max(words.rounds, 1) + 1):
            again = f"{new} {number}"  # another one each time, so that none is known
            for kind in KINDS:
                for builds in in_turns(found, number):
                    tell(f"round {number} of {words.rounds}: {IN_WORDS[kind]}")
                    if kind == "edited":
                        builds.edit(game, old, again)
                    builds.samples[kind].append(builds.build(kind))
            old = again
            for builds in found:
                if not builds.alike():
                    sys.exit(f"{builds.tree.name}: a build after an edit differs from one from nothing")
        tell("")
        report(found)


if __name__ == "__main__":
    main()

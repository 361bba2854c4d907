"""Measures builds that come after another one, against the same build from nothing.

    python tests/bench/again.py [GAME ...] [--game fooden] [--old TEXT] [--new TEXT] [--rounds 5] [--tree FOLDER]

CPU is user and system time of whole processes. In each round come, one after the other: a build from nothing, one of
which nothing has changed, and one after *old* has become *new* in a file of the game; ratios are taken within a round.
What an edited build writes is compared with a build from nothing, byte by byte.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

REPOSITORY = Path(__file__).resolve().parents[2]
PAWPRINT = "from pawprint.cli.app import main; main()"


class Rounds:
    """Builds of a copy of the bundled games.

    Args:
        games: that are built; all if empty.
    """

    def __init__(self, folder: Path, tree: Path, games: list[str]) -> None:
        self.catalog, self.out = folder / "catalog", folder / "out"
        shutil.copytree(tree / "catalog", self.catalog)
        own = ["--catalog", str(self.catalog), "--layouts", str(tree / "layouts"), "--quiet", "--out"]
        self.command = [sys.executable, "-c", PAWPRINT, "build", *games, *own]
        self.environment = os.environ | {
            "PYTHONPATH": str(tree / "generator"),
            "PAWPRINT_CACHE": str(folder / "kept"),
        }

    def build(self, name: str, *words: str) -> float:
        """CPU seconds of one build."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*self.command, str(self.out / name), *words], env=self.environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def edit(self, game: str, old: str, new: str) -> None:
        """Put *new* in place of *old*, in the one file of *game* that has it."""
        (path,) = [file for file in (self.catalog / game).glob("*.yaml") if old in file.read_text(encoding="utf-8")]
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")

    def alike(self) -> bool:
        """Whether what was built again is what was built from nothing."""
        files = [
            {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.pdf")}
            for folder in (self.out / "again", self.out / "clean")
        ]
        return files[0] == files[1] and bool(files[0])


def main() -> None:
    """Measure, and say medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--game", default="fooden", help="of which a card is edited")
    parser.add_argument("--old", default="en: Sunflounder")
    parser.add_argument("--new", default="en: Sunny flounder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tree", type=Path, default=REPOSITORY)
    words = parser.parse_args()
    samples: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        rounds = Rounds(Path(folder), words.tree.resolve(), words.games)
        rounds.build("again")
        old, new = words.old, words.new
        for number in range(words.rounds):
            nothing = rounds.build("again")
            rounds.edit(words.game, old, f"{new} {number}")  # another one each time, so that none is known
            old = f"{new} {number}"
            edited = rounds.build("again")
            clean = rounds.build("clean", "--no-cache")
            alike = "alike" if rounds.alike() else "NOT ALIKE"
            samples.append((clean, nothing, edited))
            sys.stdout.write(f"clean {clean:.2f}  nothing {nothing:.2f}  edited {edited:.2f}  {alike}\n")
    clean = median(one[0] for one in samples)
    nothing = median(one[1] for one in samples)
    share = median(one[2] / one[0] for one in samples)
    sys.stdout.write(f"medians: clean {clean:.2f} s, nothing changed {nothing:.2f} s, edited {share:.0%} of clean\n")


if __name__ == "__main__":
    main()

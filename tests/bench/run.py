"""Measures whole builds, cold, beside Typst and other checkouts, and holds them against the targets.

    python tests/bench/run.py [--rounds 5] [--cards N ...] [--case TEXT ...] [--tree FOLDER ...] [--json FILE]

`sheets 54` prints the sheets of 54 cards, as Typst does; `everything 54` makes the documents of the game, too. Every
process is timed from outside: CPU is user and system time of it and its children, so that other work on the machine
disturbs as little as possible. Cases take turns (round robin), ratios are taken within a round, and the median of all
rounds counts. A first round warms files and byte code up and is not counted.
"""

import argparse
import datetime
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from deck import BLEED, Deck, font_folders, sheets
from trees import REPOSITORY, Sample, Tree, add_tree, add_warm_up, in_turns, measure, ratio, tell, trees

#: (cards, copies of each) that both engines print; (cards, copies) that only Pawprint prints, to see it grow.
DECKS = ((54, 1), (252, 1), (1000, 1), (1000, 3))
GROWTH_DECKS = ((9, 1), (4000, 1))
#: Decks that are checked, and built with a cover; the latter also shows what a cover costs.
CHECKED, COVERED = 252, 54

TYPST = "import sys, typst; typst.compile(sys.argv[1], sys.argv[2], font_paths=sys.argv[3:], ignore_system_fonts=True)"


@dataclass(slots=True)
class Case:
    """A command, and its samples. *out* is emptied before each run; the PDFs in it are measured.

    Attributes:
        tree: whose program it is; None for Typst.
        cards, copies: of the deck that is printed; 0 cards where nothing is.
        alone: whether the sheets are all that is made.
        pages_before: pages before the cards.
    """

    name: str
    tree: Tree | None
    command: list[str]
    out: Path
    environment: dict[str, str]
    cards: int = 0
    copies: int = 1
    alone: bool = True
    pages_before: int = 0
    samples: list[Sample] = field(default_factory=list)

    def run(self, counts: bool) -> None:
        """Run once, and keep the sample if it *counts*; ends the benchmark if the command fails."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        sample = measure(self.command, self.environment, self.out)
        if counts:
            self.samples.append(replace(sample, size=sum(path.stat().st_size for path in self.out.rglob("*.pdf"))))

    def all(self, what: str) -> list[float]:
        """One measure of all rounds."""
        return [getattr(sample, what) for sample in self.samples]

    def middle(self, what: str) -> float:
        """The median of one measure."""
        return median(self.all(what))

    def check_pages(self) -> None:
        """See that all cards were printed: the benchmark ends if a PDF has too few pages, or too many."""
        import pypdfium2  # only when all is measured, because processes inherit the memory of this one

        files = [*self.out.rglob("*.pdf")]
        of_sheets = [path for path in files if self.tree is None or path.name.startswith("bench-cards-")]
        if len(of_sheets) != 1 or (len(files) == 1) is not self.alone:
            sys.exit(f"{self.name} made {', '.join(path.name for path in files) or 'nothing'}")
        pages = len(pypdfium2.PdfDocument(of_sheets[0]))
        wanted = self.pages_before + 2 * sheets(self.cards, self.copies)
        if pages != wanted:
            sys.exit(f"{of_sheets[0].name} of {self.name} has {pages} pages, not {wanted}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A measured value beside its targets; smaller is better. *stretch* may be missing."""

    metric: str
    value: float
    must: float
    stretch: float | None
    unit: str

    @property
    def word(self) -> str:
        """How it went."""
        if self.stretch is not None and self.value <= self.stretch:
            return "stretch"
        return "ok" if self.value <= self.must else "MISSED"


class Bench:
    """All cases of one run.

    Args:
        folder: for decks and output.
        found: the trees that are measured, this one first.
        cards: sizes of the only decks; empty for the usual ones.
        wanted: parts of names of the only cases; empty for all.
    """

    def __init__(self, folder: Path, found: Sequence[Tree], cards: Sequence[int], wanted: Sequence[str]) -> None:
        self.folder, self.trees, self.wanted = folder, found, wanted
        self.peer = find_spec("typst") is not None
        #: Name -> the case of each tree by the name of the tree; Typst's is that of this tree.
        self.cases: dict[str, dict[str, Case]] = {}
        self._decks: dict[tuple[int, int], Deck] = {}

        self._add("--version", ["--version"])
        self._add("--help", ["--help"])
        self._add("build --help", ["build", "--help"])
        decks = [(count, 1) for count in cards] or DECKS
        for count, copies in decks:
            self._add_build("sheets", count, copies)
            self._add_typst(count, copies)
            if copies == 1:
                self._add_build("everything", count, copies)
        checked = max(cards, default=CHECKED)
        self._add(f"check {checked}", ["check", "bench"], checked)
        self._add_build("cover page", min(cards, default=COVERED), 1)
        if not cards:
            for count, copies in GROWTH_DECKS:
                self._add_build("sheets", count, copies)

    def _deck(self, cards: int, copies: int) -> Deck:
        """Written by another process: the system counts the memory of this one to those that it starts."""
        deck = self._decks.get((cards, copies))
        if deck is None:
            deck = self._decks[cards, copies] = Deck(self.folder / _size(cards, copies))
            command = [sys.executable, str(Path(__file__).with_name("deck.py")), str(deck.folder)]
            command += ["--cards", str(cards), "--copies", str(copies)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return deck

    def _add_build(self, kind: str, cards: int, copies: int) -> None:
        """*kind* is `sheets`, `everything`, or `cover page` for sheets with one."""
        cover = "--cover" if kind == "cover page" else "--no-cover"
        words = ["build", "bench", "--lang", "en", "--bleed", f"{BLEED}mm", cover, "--quiet"]
        words += [] if kind == "everything" else ["--only", "cards"]
        self._add(f"{kind} {_size(cards, copies)}", words, cards, copies, kind)

    def _add(self, name: str, words: list[str], cards: int = 0, copies: int = 1, kind: str = "") -> None:
        """The case *name* of all trees."""
        if not self._asked(name):
            return
        if cards:
            deck = self._deck(cards, copies)
            words = [*words, "--catalog", str(deck.catalog), "--layouts", str(deck.layouts)]
        for tree in self.trees:
            out = self.folder / "out" / tree.name / name
            command = tree.command(*words, *(["--out", str(out)] if kind else []))
            case = Case(name, tree, command, out, tree.environment(self.folder))
            if kind:
                case.cards, case.copies, case.alone = cards, copies, kind != "everything"
                case.pages_before = 2 if kind == "cover page" else 0  # and its back
            self.cases.setdefault(name, {})[tree.name] = case

    def _add_typst(self, cards: int, copies: int) -> None:
        name = f"typst {_size(cards, copies)}"
        if self.peer and self._asked(name):
            this, out = self.trees[0], self.folder / "out" / name
            main = self._deck(cards, copies).typst / "main.typ"
            command = [sys.executable, "-c", TYPST, str(main), str(out / "deck.pdf"), *font_folders()]
            case = Case(name, None, command, out, this.environment(self.folder), cards, copies)
            self.cases[name] = {this.name: case}

    def _asked(self, name: str) -> bool:
        return not self.wanted or any(text in name for text in self.wanted)

    def this(self, name: str) -> Case | None:
        """The case *name* of this tree, if it is measured."""
        return self.cases.get(name, {}).get(self.trees[0].name)

    def run(self, rounds: int, warm_up: int) -> None:
        """Run every case once per round; the first rounds warm up."""
        for number in range(warm_up + rounds):
            for name, of_trees in self.cases.items():
                tell(f"round {number + 1} of {warm_up + rounds}: {name}")
                for tree in in_turns(self.trees, number):
                    if tree.name in of_trees:
                        of_trees[tree.name].run(number >= warm_up)
        tell("")
        for of_trees in self.cases.values():
            for case in of_trees.values():
                if case.cards:
                    case.check_pages()

    def ratio(self, one: str, other: str, what: str = "cpu") -> float | None:
        """The median, over rounds, of a measure of one case over that of another; None unless both are there."""
        first, second = self.this(one), self.this(other)
        return ratio(first.all(what), second.all(what)) if first and second else None

    def per_card(self, cards: int, least: int) -> float | None:
        """CPU seconds that each further card costs, above a deck of *least* cards."""
        more, fewer = self.this(f"sheets {cards}"), self.this(f"sheets {least}")
        return (more.middle("cpu") - fewer.middle("cpu")) / (cards - least) if more and fewer else None

    def verdicts(self) -> Iterator[Verdict]:
        """What was measured of this tree, against the targets."""
        for cards, must, stretch in ((54, 3.0, 2.0), (252, 1.2, 0.85), (1000, 0.7, 0.4)):
            against = self.ratio(f"sheets {cards}", f"typst {cards}")
            if against is not None:
                yield Verdict(f"{cards} cards, CPU against Typst", against, must, stretch, "x")
        copies = self.ratio("sheets 1000x3", "sheets 1000")
        if copies is not None:
            yield Verdict("3 copies of 1000 against 1", copies, 1.4, 1.15, "x")
        largest = self.this("sheets 1000")
        if largest is not None:
            yield Verdict("peak memory at 1000", largest.middle("peak"), 100, 60, "MB")
        size = self.ratio("sheets 1000", "typst 1000", "size")
        if size is not None:
            yield Verdict("PDF of 1000 against Typst's", size, 0.25, 0.12, "x")
        for name in ("--version", "--help", "build --help"):
            case = self.this(name)
            if case is not None:
                yield Verdict(name, case.middle("cpu") * 1000, 100, 60, "ms")
        # Twice the cards, at most 2.5 times the time: per card 1.25 for each doubling.
        for fewer, more in ((252, 1000), (1000, 4000)):
            above, below = self.per_card(more, 9), self.per_card(fewer, 9)
            if above is not None and below is not None:
                most = 1.25 ** math.log2(more / fewer)
                yield Verdict(f"a card of {more} against one of {fewer}", above / below, round(most, 2), None, "x")


def machine() -> dict[str, str]:
    """Where and with what it was measured; the commit is that of this tree."""
    versions = {}
    for package in ("typst", "pydyf", "uharfbuzz", "pyyaml", "jinja2", "typer"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "-"
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="minutes"),
        "cores": str(os.cpu_count()),
        "machine": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **versions,
        "commit": _commit(REPOSITORY),
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def report(bench: Bench, facts: dict[str, str]) -> None:
    """Print the tables."""
    print("  ".join(f"{name} {value}" for name, value in facts.items()))
    print(f"\n{'case':<18}{'CPU s':>9}{'least':>9}{'wall s':>9}{'peak MB':>9}{'PDF KB':>9}")
    for name in bench.cases:
        case = bench.this(name)
        if case is not None:
            print(
                f"{name:<18}{case.middle('cpu'):>9.3f}{min(case.all('cpu')):>9.3f}{case.middle('wall'):>9.3f}"
                f"{case.middle('peak'):>9.0f}{case.middle('size') / 1000:>9.0f}"
            )
    for tree in bench.trees[1:]:
        print(f"\n{'CPU s':<18}{'this':>9}{tree.name[:14]:>15}{'ratio':>9}   commit {_commit(tree.folder)}")
        for name, of_trees in bench.cases.items():
            this, other = bench.this(name), of_trees.get(tree.name)
            if this is not None and other is not None:
                against = ratio(this.all("cpu"), other.all("cpu"))
                print(f"{name:<18}{this.middle('cpu'):>9.3f}{other.middle('cpu'):>15.3f}{against:>9.3f}")
    print(f"\n{'metric':<34}{'value':>10}{'must':>9}{'stretch':>9}")
    for verdict in bench.verdicts():
        value, unit = f"{verdict.value:.2f}" if verdict.unit == "x" else f"{verdict.value:.0f}", verdict.unit
        stretch = "-" if verdict.stretch is None else f"{verdict.stretch:g}"
        print(f"{verdict.metric:<34}{value + ' ' + unit:>10}{verdict.must:>9g}{stretch:>9}  {verdict.word}")


def _size(cards: int, copies: int) -> str:
    return f"{cards}x{copies}" if copies > 1 else str(cards)


def _commit(folder: Path) -> str:
    """The commit that is checked out in *folder*, shortened; `-` if there is none."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return "-"
    return done.stdout.strip()


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each case (5)")
    parser.add_argument("--cards", type=int, nargs="+", default=[], metavar="N", help="decks of N cards only")
    parser.add_argument(
        "--case", action="append", default=[], metavar="TEXT", help="only cases with TEXT in their names; repeatable"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every sample to FILE")
    parser.add_argument("--decks", type=Path, metavar="FOLDER", help="keep decks and output in FOLDER")
    add_warm_up(parser, 1)
    add_tree(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pawprint-bench-") as temporary:
        folder = (arguments.decks or Path(temporary)).resolve()
        bench = Bench(folder, trees(arguments.tree), arguments.cards, arguments.case)
        facts = machine()
        if not bench.cases:
            parser.error("no case has such a name")
        if not bench.peer:
            print("Typst is not installed, so only Pawprint is measured: pip install -e '.[bench]'", file=sys.stderr)
        bench.run(max(arguments.rounds, 1), arguments.warm_up)
        report(bench, facts)
        if arguments.json:
            data = {
                "machine": facts,
                "cases": {
                    name: {tree: [asdict(sample) for sample in case.samples] for tree, case in of_trees.items()}
                    for name, of_trees in bench.cases.items()
                },
                "verdicts": [asdict(verdict) | {"word": verdict.word} for verdict in bench.verdicts()],
            }
            arguments.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

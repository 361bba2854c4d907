"""Measures whole builds, cold, beside Typst, and holds them against the targets.

    python tests/bench/run.py [--rounds 5] [--quick] [--json FILE] [--tree FOLDER] [--decks FOLDER]

Every process is timed from outside: CPU is user and system time of it and its children, so that other work on the
machine disturbs as little as possible. Cases take turns (round robin), ratios are taken within a round, and the
median of all rounds counts. A first round warms files and byte code up and is not counted.
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
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from deck import BLEED, Deck, font_folders, sheets

REPOSITORY = Path(__file__).resolve().parents[2]

#: (cards, copies of each) that both engines print; (cards, copies) that only Pawprint prints, to see it grow.
DECKS = ((54, 1), (252, 1), (1000, 1), (1000, 3))
GROWTH_DECKS = ((9, 1), (4000, 1))
CHECKED = 252

TYPST = "import sys, typst; typst.compile(sys.argv[1], sys.argv[2], font_paths=sys.argv[3:], ignore_system_fonts=True)"
PAWPRINT = "from pawprint.cli.app import main; main()"


@dataclass(frozen=True, slots=True)
class Sample:
    """One process: CPU and wall seconds, megabytes of its largest process, bytes of its PDF."""

    cpu: float
    wall: float
    peak: float
    size: int


@dataclass(slots=True)
class Case:
    """A command, and what came of it. *out* is emptied before each run; PDFs are looked for in it."""

    name: str
    command: list[str]
    out: Path
    environment: dict[str, str]
    samples: list[Sample] = field(default_factory=list)

    def run(self) -> None:
        """Run once; ends the benchmark if the command fails."""
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir(parents=True)
        with tempfile.TemporaryFile() as log:
            start = time.perf_counter()
            process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment, cwd=self.out
            )
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                log.seek(0)
                text = log.read().decode(errors="replace")
                sys.exit(f"{self.name} failed: {' '.join(self.command)}\n{text}")
        unit = 1 if sys.platform == "darwin" else 1024  # getrusage(2): bytes there, kilobytes here
        size = sum(path.stat().st_size for path in self.out.rglob("*.pdf"))
        self.samples.append(Sample(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit / 1e6, size))

    def middle(self, what: str) -> float:
        """The median of one measure."""
        return median(getattr(sample, what) for sample in self.samples)


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


def environment(folder: Path, tree: Path | None) -> dict[str, str]:
    """The environment of everything that is measured.

    Byte code is kept in *folder*: an installed program has its own, whatever the shell or a source tree may have.

    Args:
        tree: the source tree to import the program from; None for the installed one.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    kept |= {"PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "NO_COLOR": "1"}
    kept |= {"PAWPRINT_CACHE": os.devnull}  # no folder: every build begins with nothing
    return kept if tree is None else kept | {"PYTHONPATH": str(tree.resolve() / "generator")}


class Bench:
    """All cases of one run.

    Args:
        folder: for decks and output.
        tree: a source tree whose program is measured; None for the installed one, or else this repository's.
        quick: small decks only.
    """

    def __init__(self, folder: Path, tree: Path | None, quick: bool) -> None:
        self.folder = folder
        self.cases: dict[str, Case] = {}
        self.peer = find_spec("typst") is not None
        script = Path(sys.executable).with_name("pawprint")
        installed = tree is None and script.is_file()
        self.program = [str(script)] if installed else [sys.executable, "-c", PAWPRINT]
        self.environment = environment(folder, None if installed else tree or REPOSITORY)

        self._add("--version", [*self.program, "--version"])
        self._add("--help", [*self.program, "--help"])
        self._add("build --help", [*self.program, "build", "--help"])
        for cards, copies in DECKS[:2] if quick else DECKS:
            deck = self._deck(cards, copies)
            name = _name(cards, copies)
            self._add_build(f"pawprint {name}", deck)
            if self.peer:
                out = folder / "out" / f"typst {name}"
                command = [sys.executable, "-c", TYPST, str(deck.typst / "main.typ"), str(out / "deck.pdf")]
                self._add(f"typst {name}", command + font_folders())
        deck = self._deck(CHECKED, 1)
        self._add(f"check {CHECKED}", [*self.program, "check", "bench", *_folders(deck)])
        if not quick:
            self._add_build("cover page 54", self._deck(54, 1), "--cover")
            for cards, copies in GROWTH_DECKS:
                self._add_build(f"pawprint {_name(cards, copies)}", self._deck(cards, copies))

    def _deck(self, cards: int, copies: int) -> Deck:
        """Written by another process: the system counts the memory of this one to those that it starts."""
        folder = self.folder / _name(cards, copies)
        command = [sys.executable, str(Path(__file__).with_name("deck.py")), str(folder)]
        command += ["--cards", str(cards), "--copies", str(copies)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return Deck(folder)

    def _add_build(self, name: str, deck: Deck, cover: str = "--no-cover") -> None:
        out = self.folder / "out" / name
        options = ["--out", str(out), "--lang", "en", "--bleed", f"{BLEED}mm", cover, "--quiet"]
        self._add(name, [*self.program, "build", "bench", *_folders(deck), *options])

    def _add(self, name: str, command: list[str]) -> None:
        self.cases[name] = Case(name, command, self.folder / "out" / name, self.environment)

    def run(self, rounds: int) -> None:
        """Run every case once per round, and once before."""
        for number in range(rounds + 1):
            for case in self.cases.values():
                _tell(f"round {number} of {rounds}: {case.name}" if number else f"warming up: {case.name}")
                case.run()
                if not number:
                    case.samples.clear()
        _tell("")

    def ratio(self, one: str, other: str, what: str = "cpu") -> float:
        """The median, over rounds, of a measure of one case over that of another."""
        pairs = zip(self.cases[one].samples, self.cases[other].samples, strict=True)
        return median(getattr(a, what) / getattr(b, what) for a, b in pairs)

    def per_card(self, cards: int, least: int) -> float:
        """CPU seconds that each further card costs, above a deck of *least* cards."""
        more = self.cases[f"pawprint {cards}"].middle("cpu") - self.cases[f"pawprint {least}"].middle("cpu")
        return more / (cards - least)

    def verdicts(self) -> Iterator[Verdict]:
        """What was measured, against the targets."""
        for cards, must, stretch in ((54, 3.0, 2.0), (252, 1.2, 0.85), (1000, 0.7, 0.4)):
            if self.peer and f"pawprint {cards}" in self.cases:
                ratio = self.ratio(f"pawprint {cards}", f"typst {cards}")
                yield Verdict(f"{cards} cards, CPU against Typst", ratio, must, stretch, "x")
        if "pawprint 1000" in self.cases:
            yield Verdict("3 copies of 1000 against 1", self.ratio("pawprint 1000x3", "pawprint 1000"), 1.4, 1.15, "x")
            yield Verdict("peak memory at 1000", self.cases["pawprint 1000"].middle("peak"), 100, 60, "MB")
            if self.peer:
                size = self.ratio("pawprint 1000", "typst 1000", "size")
                yield Verdict("PDF of 1000 against Typst's", size, 0.25, 0.12, "x")
        for name in ("--version", "--help", "build --help"):
            yield Verdict(name, self.cases[name].middle("cpu") * 1000, 100, 60, "ms")
        if "pawprint 4000" in self.cases:
            # Twice the cards, at most 2.5 times the time: per card 1.25 for each doubling.
            for fewer, more in ((252, 1000), (1000, 4000)):
                growth = self.per_card(more, 9) / self.per_card(fewer, 9)
                most = 1.25 ** math.log2(more / fewer)
                yield Verdict(f"a card of {more} against one of {fewer}", growth, round(most, 2), None, "x")


def check_pages(bench: Bench) -> None:
    """See that all cards were printed: the benchmark ends if a PDF has too few pages, or too many."""
    import pypdfium2

    for cards, copies in (*DECKS, *GROWTH_DECKS):
        for engine in ("pawprint", "typst"):
            case = bench.cases.get(f"{engine} {_name(cards, copies)}")
            for path in case.out.rglob("*.pdf") if case else ():
                pages, wanted = len(pypdfium2.PdfDocument(path)), 2 * sheets(cards, copies)
                if pages != wanted:
                    sys.exit(f"{path.name} of {engine} has {pages} pages, not {wanted}")


def machine(bench: Bench, tree: Path) -> dict[str, str]:
    """Where and with what it was measured; the commit is that of *tree*."""
    versions = {}
    for package in ("typst", "reportlab", "uharfbuzz", "pyyaml", "jinja2", "typer"):
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
        "commit": _commit(tree / ".git") or "-",
        "program": "console script" if len(bench.program) == 1 else "source tree",
        "load": f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "-",
    }


def report(bench: Bench, facts: dict[str, str]) -> None:
    """Print the tables."""
    print("  ".join(f"{name} {value}" for name, value in facts.items()))
    print(f"\n{'case':<18}{'CPU s':>9}{'least':>9}{'wall s':>9}{'peak MB':>9}{'PDF KB':>9}")
    for case in bench.cases.values():
        least = min(sample.cpu for sample in case.samples)
        print(
            f"{case.name:<18}{case.middle('cpu'):>9.3f}{least:>9.3f}{case.middle('wall'):>9.3f}"
            f"{case.middle('peak'):>9.0f}{case.middle('size') / 1000:>9.0f}"
        )
    print(f"\n{'metric':<34}{'value':>10}{'must':>9}{'stretch':>9}")
    for verdict in bench.verdicts():
        value, unit = f"{verdict.value:.2f}" if verdict.unit == "x" else f"{verdict.value:.0f}", verdict.unit
        stretch = "-" if verdict.stretch is None else f"{verdict.stretch:g}"
        print(f"{verdict.metric:<34}{value + ' ' + unit:>10}{verdict.must:>9g}{stretch:>9}  {verdict.word}")


def _name(cards: int, copies: int) -> str:
    return f"{cards}x{copies}" if copies > 1 else str(cards)


def _folders(deck: Deck) -> list[str]:
    return ["--catalog", str(deck.catalog), "--layouts", str(deck.layouts)]


def _tell(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _commit(folder: Path) -> str:
    """The commit that is checked out, read from the files of a repository; empty if there is none."""
    try:
        head = (folder / "HEAD").read_text().strip()
        if not head.startswith("ref: "):
            return head[:12]
        name = head.removeprefix("ref: ")
        if (folder / name).is_file():
            return (folder / name).read_text()[:12]
        packed = (folder / "packed-refs").read_text().splitlines()
        return next((line[:12] for line in packed if line.endswith(f" {name}")), "")
    except OSError:
        return ""


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each case (5)")
    parser.add_argument("--quick", action="store_true", help="54 and 252 cards only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every sample to FILE")
    parser.add_argument("--tree", type=Path, metavar="FOLDER", help="measure the program of another source tree")
    parser.add_argument("--decks", type=Path, metavar="FOLDER", help="keep decks and output in FOLDER")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pawprint-bench-") as temporary:
        folder = (arguments.decks or Path(temporary)).resolve()
        bench = Bench(folder, arguments.tree, arguments.quick)
        facts = machine(bench, arguments.tree or REPOSITORY)
        if not bench.peer:
            print("typst is not installed, so nothing is compared with it: pip install typst", file=sys.stderr)
        bench.run(max(arguments.rounds, 1))
        check_pages(bench)
        report(bench, facts)
        if arguments.json:
            data = {
                "machine": facts,
                "cases": {case.name: [asdict(sample) for sample in case.samples] for case in bench.cases.values()},
                "verdicts": [asdict(verdict) | {"word": verdict.word} for verdict in bench.verdicts()],
            }
            arguments.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Measures the same sheets made by Pawprint and by other tools, each as its documentation shows first.

    python tests/bench/peers.py [--rounds 5] [--cards 54] [--tool NAME ...] [--keep FOLDER]

Typst, Chromium, WeasyPrint, and ReportLab with svglib are measured if they are installed: `pip install -e '.[bench]'`.
Cases take turns, times are CPU seconds of whole processes with their children, and the medians count. Look at the files
that `--keep` leaves, because the tools do not quite do the same: docs/speed.md says what differs.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from deck import BLEED, font_folders, write_deck
from peer_decks import CHROMIUM
from trees import REPOSITORY, Tree, tell

from run import TYPST, Case, machine

SCRIPT = Path(__file__).with_name("peer_decks.py")


def cases(folder: Path, cards: int, tools: Sequence[str]) -> list[Case]:
    """A case for each tool that is there, and among *tools*, if these are named."""
    deck, tree = write_deck(folder / "deck", cards), Tree("this", REPOSITORY)
    environment = tree.environment(folder)
    words = ["build", "bench", "--lang", "en", "--bleed", f"{BLEED}mm", "--no-cover", "--quiet", "--only", "cards"]
    words += ["--catalog", str(deck.catalog), "--layouts", str(deck.layouts)]
    out = folder / "out" / "pawprint"
    found = [Case("pawprint", tree, tree.command(*words, "--out", str(out)), out, environment, cards)]
    if find_spec("typst") and (not tools or "typst" in tools):
        out = folder / "out/typst"
        command = [sys.executable, "-c", TYPST, str(deck.typst / "main.typ"), str(out / "deck.pdf"), *font_folders()]
        found.append(Case("typst", None, command, out, environment, cards))
    for name, there in (
        ("chromium", CHROMIUM),
        ("weasyprint", find_spec("weasyprint")),
        ("reportlab", find_spec("svglib")),
    ):
        if tools and name not in tools:
            continue
        if there:
            if not list(deck.typst.glob("*.ttf")):
                subprocess.run([sys.executable, str(SCRIPT), "fonts", str(deck.typst), "-"], check=True)
            out = folder / "out" / name
            command = [sys.executable, str(SCRIPT), name, str(deck.typst), str(out / "deck.pdf")]
            found.append(Case(name, None, command, out, environment, cards))
        else:
            print(f"{name} is not installed, so it is not measured", file=sys.stderr)
    return found


def report(found: list[Case], facts: dict[str, str]) -> None:
    """Print the table."""
    print("  ".join(f"{name} {value}" for name, value in facts.items()))
    print(f"\n{'tool':<14}{'CPU s':>9}{'least':>9}{'wall s':>9}{'peak MB':>9}{'PDF KB':>9}")
    for case in found:
        print(
            f"{case.name:<14}{case.middle('cpu'):>9.2f}{min(case.all('cpu')):>9.2f}{case.middle('wall'):>9.2f}"
            f"{case.middle('peak'):>9.0f}{case.middle('size') / 1000:>9.0f}"
        )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="runs of each tool, after one that is not counted (5)")
    parser.add_argument("--cards", type=int, default=54)
    parser.add_argument(
        "--tool", action="append", default=[], metavar="NAME", help="only Pawprint and this tool; repeatable"
    )
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep decks and output in FOLDER")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pawprint-bench-") as temporary:
        found = cases((arguments.keep or Path(temporary)).resolve(), arguments.cards, arguments.tool)
        for number in range(arguments.rounds + 1):
            for case in found:
                tell(f"round {number} of {arguments.rounds}: {case.name}")
                case.run(number > 0)
        tell("")
        for case in found:
            case.check_pages()
        report(found, machine())


if __name__ == "__main__":
    main()

"""Shows where the CPU time of one cold build goes, stage by stage, or function by function.

    python tests/bench/stages.py [--cards 252] [--copies 1] [--rounds 5] [--functions 40] [--tree FOLDER ...]

There are two tables: one for the sheets alone, and one for everything, with the documents of the game. A stage is what
its functions take without the stages that they call. Each round is a process of its own; the medians add up to a little
more than an undisturbed build, because the clock takes time too. With --functions one build of each runs under cProfile
instead, which makes small functions look larger than they are.
"""

import argparse
import pstats
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from clock import STAGES
from deck import BLEED, Deck, write_deck
from trees import Tree, add_tree, add_warm_up, in_turns, measure, ratio, tell, trees

#: What is built -> further words of the command line.
BUILDS = {"the sheets": ("--only", "cards"), "everything": ()}
#: The CPU seconds of each stage, in the order of the table, for each round.
Rounds = list[dict[str, float]]


def build(tree: Tree, how: str, deck: Deck, folder: Path, words: Sequence[str]) -> tuple[Path, float]:
    """Build once with the tree's own clock; its report, and the CPU seconds of the process.

    Args:
        how: `stages` or `functions`.
    """
    report, out = folder / "report", folder / "out"
    command = [*tree.script("clock.py"), how, str(report), "build", "bench", "--lang", "en", *words]
    command += ["--catalog", str(deck.catalog), "--layouts", str(deck.layouts), "--out", str(out)]
    command += ["--bleed", f"{BLEED}mm", "--no-cover", "--quiet"]
    sample = measure(command, tree.environment(folder), folder)
    shutil.rmtree(out)
    return report, sample.cpu


def stages(
    found: Sequence[Tree], deck: Deck, folder: Path, words: Sequence[str], rounds: int, warm_up: int
) -> dict[str, Rounds]:
    """The rounds of each tree by its name, without those that warm up."""
    of_trees: dict[str, Rounds] = {tree.name: [] for tree in found}
    for number in range(warm_up + rounds):
        for tree in in_turns(found, number):
            tell(f"round {number + 1} of {warm_up + rounds}: {tree.name}")
            report, seconds = build(tree, "stages", deck, folder, words)
            lines = (line.split("\t") for line in report.read_text(encoding="utf-8").splitlines())
            totals = {stage: float(share) for stage, share in lines}
            totals["exit"] = seconds - sum(totals.values())
            of_trees[tree.name] += [totals] if number >= warm_up else []
    tell("")
    return of_trees


def print_stages(of_trees: dict[str, Rounds], cards: int) -> None:
    """The medians of this tree, and beside them those of the others with this tree's share of them."""
    (this, rounds), *others = of_trees.items()
    measured = {stage for some in of_trees.values() for one in some for stage in one}
    first, last = ["interpreter", "import", *STAGES], ["rest", "exit"]
    names = [*first, *sorted(measured - {*first, *last}), *last, "all"]
    total = median(sum(one.values()) for one in rounds)
    print(f"{'CPU ms':<16}{this:>9}{'share':>8}{'us a card':>11}", end="")
    print("".join(f"{name[:14]:>15}{'ratio':>8}" for name, _ in others))
    for stage in names:
        times = _times(rounds, stage)
        middle = median(times)
        print(f"{stage:<16}{middle * 1e3:>9.1f}{middle / total:>8.1%}{middle * 1e6 / cards:>11.0f}", end="")
        for _, other in others:
            beside = _times(other, stage)
            against = f"{ratio(times, beside):.2f}" if all(beside) else "-"
            print(f"{median(beside) * 1e3:>15.1f}{against:>8}", end="")
        print()


def _times(rounds: Rounds, stage: str) -> list[float]:
    return [sum(one.values()) if stage == "all" else one.get(stage, 0.0) for one in rounds]


def print_functions(report: Path, count: int) -> None:
    """Own time by module and by function."""
    modules: defaultdict[str, float] = defaultdict(float)
    functions = []
    for (path, line, name), (_, calls, own, total, _) in pstats.Stats(str(report)).stats.items():
        parts = Path(path).parts
        module = next((".".join(parts[at:]) for at, part in enumerate(parts) if part == "pawprint"), "")
        if not module:
            module = parts[parts.index("site-packages") + 1] if "site-packages" in parts else "Python"
        modules[module] += own
        functions.append((own, total, calls, f"{module}:{line} {name}" if line else name))
    print(f"{'module':<44}{'own ms':>9}")
    for module, own in sorted(modules.items(), key=lambda item: -item[1])[:30]:
        print(f"{module:<44}{own * 1e3:>9.1f}")
    print(f"\n{'own ms':>8}{'all ms':>9}{'calls':>9}  function")
    for own, total, calls, name in sorted(functions, reverse=True)[:count]:
        print(f"{own * 1e3:>8.1f}{total * 1e3:>9.1f}{calls:>9}  {name}")


def main() -> None:
    """Make a deck, build it several times, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cards", type=int, default=252)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--functions", type=int, metavar="N", help="the N functions that take most, and modules")
    add_warm_up(parser, 1)
    add_tree(parser)
    arguments = parser.parse_args()
    found = trees(arguments.tree)
    with tempfile.TemporaryDirectory(prefix="pawprint-stages-") as temporary:
        folder = Path(temporary)
        deck = write_deck(folder / "deck", arguments.cards, arguments.copies)
        for what, words in BUILDS.items():
            heading = f"{what}: {arguments.cards} cards, {arguments.copies} of each"
            if arguments.functions:
                for tree in found:
                    for _ in range(arguments.warm_up + 1):
                        report, _ = build(tree, "functions", deck, folder, words)
                    print(f"{heading}, {tree.name}")
                    print_functions(report, arguments.functions)
            else:
                of_trees = stages(found, deck, folder, words, max(arguments.rounds, 1), arguments.warm_up)
                print(heading)
                print_stages(of_trees, arguments.cards)
            sys.stdout.write("\n")


if __name__ == "__main__":
    main()

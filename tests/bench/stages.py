"""Shows where the CPU time of one cold build goes, stage by stage, or function by function.

    python tests/bench/stages.py [--cards 252] [--copies 1] [--rounds 5] [--functions 40] [--tree FOLDER]

A stage is what its functions take without the stages that they call. Each round is a process of its own; the
medians add up to a little more than an undisturbed build, because the clock takes time too. With --functions one
build runs under cProfile instead, which makes small functions look larger than they are.
"""

import argparse
import os
import pstats
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

from clock import STAGES
from deck import BLEED, write_deck

from run import REPOSITORY, environment


def main() -> None:
    """Make a deck, build it several times, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cards", type=int, default=252)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--functions", type=int, metavar="N", help="the N functions that take most, and modules")
    parser.add_argument("--tree", type=Path, metavar="FOLDER", help="another source tree")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pawprint-stages-") as temporary:
        folder = Path(temporary)
        deck = write_deck(folder, arguments.cards, arguments.copies)
        report = folder / "report"
        command = [sys.executable, str(Path(__file__).with_name("clock.py"))]
        command += ["functions" if arguments.functions else "stages", str(report), "build", "bench"]
        command += ["--catalog", str(deck.catalog), "--layouts", str(deck.layouts), "--lang", "en"]
        command += ["--bleed", f"{BLEED}mm", "--no-cover", "--quiet", "--out", str(folder / "out")]
        rounds: list[dict[str, float]] = []
        for _ in range(2 if arguments.functions else max(arguments.rounds, 1) + 1):
            process = subprocess.Popen(command, env=environment(folder, arguments.tree or REPOSITORY))
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                sys.exit("the build failed")
            if not arguments.functions:
                lines = report.read_text(encoding="utf-8").splitlines()
                totals = {stage: float(seconds) for stage, seconds in (line.split("\t") for line in lines)}
                rounds.append(totals | {"exit": usage.ru_utime + usage.ru_stime - sum(totals.values())})
            shutil.rmtree(folder / "out")
        print(f"{arguments.cards} cards, {arguments.copies} of each")
        if arguments.functions:
            print_functions(report, arguments.functions)
        else:
            print_stages(rounds[1:], arguments.cards)  # the first one warmed up


def print_stages(rounds: list[dict[str, float]], cards: int) -> None:
    """The table of medians."""
    total = median(sum(one.values()) for one in rounds)
    print(f"{'stage':<16}{'CPU ms':>9}{'share':>8}{'us a card':>11}")
    for stage in ("interpreter", "import", *STAGES, "rest", "exit"):
        middle = median(one.get(stage, 0.0) for one in rounds)
        print(f"{stage:<16}{middle * 1e3:>9.1f}{middle / total:>8.1%}{middle * 1e6 / cards:>11.0f}")
    print(f"{'all':<16}{total * 1e3:>9.1f}{1:>8.1%}{total * 1e6 / cards:>11.0f}")


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


if __name__ == "__main__":
    main()

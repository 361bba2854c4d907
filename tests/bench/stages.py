"""Shows where the CPU time of one cold build goes, stage by stage, or function by function.

    python tests/bench/stages.py [--cards 252] [--copies 1] [--rounds 5] [--functions 40] [--tree FOLDER]

A stage is what its functions take without the stages that they call. Each round is a process of its own, with a
clock wrapped around the functions of `STAGES`; the medians add up to a little more than an undisturbed build.
With --functions one build runs under cProfile instead, which makes small functions look larger than they are.
"""

import argparse
import builtins
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

START = time.process_time()  # what the interpreter took to come here
REPOSITORY = Path(__file__).resolve().parents[2]

#: Stage -> the functions in which it happens.
STAGES = {
    "yaml": ("pawprint.base.reader:read_file",),
    "schema": ("pawprint.catalog.library:load_library",),
    "layouts": ("pawprint.compose.layouts:Layouts.__init__", "pawprint.compose.face:Composer._read_layout"),
    "checks": ("pawprint.check.declared:run",),
    "svg": ("pawprint.compose.svg:read_svg",),
    "fonts: open": ("pawprint.press.fonts:RealTypeface.__init__",),
    "fonts: shape": ("pawprint.press.fonts:RealTypeface._shape",),
    "fonts: embed": ("pawprint.press.embed:EmbeddedFont.embed",),
    "templates": ("pawprint.base.expression:Template.render",),
    "text": tuple(f"pawprint.compose.text:TextSetter.{name}" for name in ("set", "height", "width")),
    "placing": tuple(f"pawprint.compose.face:Composer.{name}" for name in ("face", "back", "page")),
    "lowering": ("pawprint.draw.lower:Lowering.drawing", "pawprint.draw.lower:Lowering.ops"),
    "fingerprints": ("pawprint.press.manifest:Fingerprints.of",),
    "imposing": ("pawprint.impose.build:impose",),
    "press": ("pawprint.press.pdf:write",),
    "zlib": ("zlib:compress",),
    "files": ("pawprint.press.files:write_if_changed", "pawprint.press.inventory:manifest"),
}
#: Further rows of the table: before the first stage, between them, and after the last one.
AROUND = ("interpreter", "import", "rest", "exit")


class Clock:
    """Gives each moment to the innermost stage that runs."""

    def __init__(self) -> None:
        self.totals: defaultdict[str, float] = defaultdict(float, interpreter=START)
        self._running = ["rest"]
        self._since = START

    def _turn(self) -> None:
        now = time.process_time()
        self.totals[self._running[-1]] += now - self._since
        self._since = now

    def around(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """*function*, timed as *stage*."""

        def timed(*arguments: Any, **words: Any) -> Any:
            self._turn()
            self._running.append(stage)
            try:
                return function(*arguments, **words)
            finally:
                self._turn()
                self._running.pop()

        return timed

    def stop(self) -> None:
        """Give the last moments to what runs."""
        self._turn()

    def wrap(self, stage: str, place: str) -> None:
        """Time the function at `module:name` or `module:Class.name`, wherever it has been imported to."""
        module, _, path = place.partition(":")
        owner: Any = importlib.import_module(module)
        *classes, name = path.split(".")
        for step in classes:
            owner = getattr(owner, step)
        function = getattr(owner, name)
        timed = self.around(stage, function)
        setattr(owner, name, timed)
        for imported in [] if classes else list(sys.modules.values()):
            if imported.__name__.startswith("pawprint") and vars(imported).get(name) is function:
                setattr(imported, name, timed)


def build(arguments: list[str]) -> None:
    """Run the command line in this process."""
    from pawprint.terminal import app

    sys.argv = ["pawprint", *arguments]
    try:
        app.main()
    except SystemExit as end:
        if end.code:
            raise


def timed_build(report: Path, arguments: list[str]) -> None:
    """Build with a clock in every stage, and write what it says."""
    clock = Clock()
    builtins.__import__ = clock.around("import", builtins.__import__)
    import pawprint.printrun
    import pawprint.terminal.app  # noqa: F401

    for stage, places in STAGES.items():
        for place in places:
            clock.wrap(stage, place)
    build(arguments)
    clock.stop()
    report.write_text(json.dumps(clock.totals))


def profiled_build(report: Path, arguments: list[str]) -> None:
    """Build under cProfile."""
    import cProfile

    profile = cProfile.Profile(time.process_time)
    profile.runcall(build, arguments)
    profile.dump_stats(report)


def main() -> None:
    """Make a deck, build it several times, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cards", type=int, default=252)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--functions", type=int, metavar="N", help="the N functions that take most, and modules")
    parser.add_argument("--tree", type=Path, default=REPOSITORY, metavar="FOLDER", help="another source tree")
    arguments = parser.parse_args()
    from deck import BLEED, write_deck

    with tempfile.TemporaryDirectory(prefix="pawprint-stages-") as temporary:
        folder = Path(temporary)
        deck = write_deck(folder, arguments.cards, arguments.copies)
        options = ["build", "bench", "--catalog", str(deck.catalog), "--layouts", str(deck.layouts), "--lang", "en"]
        options += ["--bleed", f"{BLEED}mm", "--no-cover", "--quiet", "--out"]
        report = folder / "report"
        rounds: list[dict[str, float]] = []
        for number in range(1 if arguments.functions else arguments.rounds + 1):
            how = "profiled" if arguments.functions else "timed"
            command = [sys.executable, __file__, f"--{how}-child", str(report), *options, str(folder / f"out{number}")]
            environment = dict(os.environ, PYTHONPATH=str(arguments.tree.resolve() / "generator"))
            process = subprocess.Popen(command, env=environment)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                sys.exit("the build failed")
            if number:  # the first one warms up
                totals = json.loads(report.read_text())
                rounds.append(totals | {"exit": usage.ru_utime + usage.ru_stime - sum(totals.values())})
        print(f"{arguments.cards} cards, {arguments.copies} of each")
        if arguments.functions:
            print_functions(report, arguments.functions)
        else:
            print_stages(rounds, arguments.cards)


def print_stages(rounds: list[dict[str, float]], cards: int) -> None:
    """The table of medians."""
    total = median(sum(one.values()) for one in rounds)
    print(f"{'stage':<16}{'CPU ms':>9}{'share':>8}{'us a card':>11}")
    for stage in (*AROUND[:2], *STAGES, *AROUND[2:]):
        middle = median(one.get(stage, 0.0) for one in rounds)
        print(f"{stage:<16}{middle * 1e3:>9.1f}{middle / total:>8.1%}{middle * 1e6 / cards:>11.0f}")
    print(f"{'all':<16}{total * 1e3:>9.1f}{1:>8.1%}{total * 1e6 / cards:>11.0f}")


def print_functions(report: Path, count: int) -> None:
    """Own time by package and by function."""
    import pstats

    packages: defaultdict[str, float] = defaultdict(float)
    functions = []
    for (path, line, name), (_, calls, own, total, _) in pstats.Stats(str(report)).stats.items():  # type: ignore[attr-defined]
        parts = Path(path).parts
        package = next((".".join(parts[at:]) for at, part in enumerate(parts) if part == "pawprint"), None)
        if package is None:
            package = parts[parts.index("site-packages") + 1] if "site-packages" in parts else "Python"
        packages[package] += own
        functions.append((own, total, calls, f"{package}:{line} {name}" if line else name))
    print(f"{'module':<44}{'own ms':>9}")
    for package, own in sorted(packages.items(), key=lambda item: -item[1])[:30]:
        print(f"{package:<44}{own * 1e3:>9.1f}")
    print(f"\n{'own ms':>8}{'all ms':>9}{'calls':>9}  function")
    for own, total, calls, name in sorted(functions, reverse=True)[:count]:
        print(f"{own * 1e3:>8.1f}{total * 1e3:>9.1f}{calls:>9}  {name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--timed-child"]:
        timed_build(Path(sys.argv[2]), sys.argv[3:])
    elif sys.argv[1:2] == ["--profiled-child"]:
        profiled_build(Path(sys.argv[2]), sys.argv[3:])
    else:
        main()

"""Measures how fast the rules engines play: games and decisions in a second, on one core.

    python tests/bench/engines.py [GAME ...] [--edition NAME] [--players N] [--bot random] [--seconds 0.1] [--rounds 15]
                                  [--json FILE] [--tree FOLDER ...]

A case is a game, an edition of its rules and a number of players. Cases take turns (round robin), each round plays the
same games of a case from the first one on. Before and after each sample a fixed loop is timed, the yardstick: how long
the sample would have taken on a machine where that loop takes `CALM` seconds can be compared between runs, whatever
else the machine was doing. Of that the median of all rounds counts, and beside it stands the best raw sample.

With --tree each round of a tree is a process of its own, which runs that tree's copy of this script.
"""

import argparse
import json
import platform
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from trees import REPOSITORY, Tree, add_tree, in_turns, measure, ratio, tell, trees

if TYPE_CHECKING:
    from pawprint.play.engine import Rules
    from pawprint.play.playing import Bot

#: What the yardstick takes, in CPU seconds, on the machine for which figures are said.
CALM = 0.0165
#: So many games are played before any is timed: tables fill, and byte code warms up.
WARM_UP = 100


class _Counter:
    """What an engine does all day: a method, an attribute, a list, a table, small numbers."""

    __slots__ = ("cells", "total")

    def __init__(self) -> None:
        self.cells = [0] * 64
        self.total = 0

    def step(self, number: int, table: tuple[int, ...]) -> None:
        cells = self.cells
        place = table[(self.total + number) & 63]
        cells[place] += number & 7
        if cells[place] & 1:
            self.total += place
        else:
            self.total ^= number


def yardstick() -> float:
    """CPU seconds that a fixed loop takes now."""
    counter = _Counter()
    table = tuple([number * 37 % 64 for number in range(64)])
    start = time.process_time()
    for number in range(80_000):
        counter.step(number, table)
    return time.process_time() - start


@dataclass(frozen=True, slots=True)
class Sample:
    """Some games: how many, their decisions, CPU seconds, and how long the yardstick took before and after."""

    games: int
    decisions: int
    seconds: float
    yardstick: float

    @property
    def calm(self) -> float:
        """CPU seconds on the machine for which figures are said."""
        return self.seconds * CALM / self.yardstick


@dataclass(slots=True)
class Case:
    """One game, edition and number of players."""

    engine: str
    edition: str
    players: int
    rules: "Rules"
    bot: "Bot | None"
    games: int = 0
    samples: list[Sample] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The case in words."""
        return " ".join(filter(None, [self.engine, self.edition, f"{self.players}p"]))

    def play(self, games: int) -> int:
        """Play so many games, the first ones; returns their decisions. Without a bot any legal action is taken."""
        from pawprint.play.engine import CHANCE, END, Rng

        rules, bot, decisions = self.rules, self.bot, 0
        for number in range(games):
            labels = ("bench", number)
            state = rules.start(rules.setup(self.players, Rng(*labels, "deal")))
            rng = Rng(*labels, "bot")
            draw, dice = rng.random, None
            while (seat := state.actor()) != END:
                if seat == CHANCE:
                    dice = dice or Rng(*labels, "chance")
                    state.apply(state.chance(dice))
                    continue
                legal = state.legal_actions()
                state.apply(bot(state, legal, rng) if bot else legal[int(draw() * len(legal))])
                decisions += 1
        return decisions

    def warm_up(self, seconds: float) -> None:
        """Find out how many games fit into *seconds*."""
        games = 1 if self.bot else WARM_UP
        self.play(games)
        start = time.process_time()
        self.play(games)
        self.games = max(1, round(games * seconds / (time.process_time() - start)))

    def measure(self) -> None:
        """Take one sample."""
        before = yardstick()
        start = time.process_time()
        decisions = self.play(self.games)
        seconds = time.process_time() - start
        self.samples.append(Sample(self.games, decisions, seconds, (before + yardstick()) / 2))


def cases(games: Sequence[str], edition: str, players: int, bot: str) -> Iterator[Case]:
    """All cases that are asked for; an empty text, or 0, asks for all."""
    from pawprint.catalog.library import load_game
    from pawprint.core.diagnostics import Findings
    from pawprint.games.engines import ENGINES
    from pawprint.play.bots import BOTS

    if bot not in BOTS:
        sys.exit(f"there is no bot '{bot}'; there are {', '.join(BOTS)}")
    for name in games or [*ENGINES]:
        engine = ENGINES.get(name)
        if engine is None:
            sys.exit(f"there is no engine '{name}'; there are {', '.join(ENGINES)}")
        game = load_game(REPOSITORY / "catalog" / name, Findings())
        assert game is not None, "the bundled games can be read"
        for one in [edition] if edition else [*engine.editions] or [""]:
            deck = one if one in game.editions else next(iter(game.editions), "")
            rules = engine.of(game.in_edition(deck), Findings(), one, {})
            assert rules is not None, "the bundled games can be played"
            for number in rules.players:
                if players in (0, number):
                    yield Case(name, one, number, rules, None if bot == "random" else BOTS.get(bot))


def play_here(arguments: argparse.Namespace) -> dict[str, list[Sample]]:
    """The samples of each case, with the engines of this tree."""
    sys.path.insert(0, str(REPOSITORY / "generator"))
    found = [*cases(arguments.games, arguments.edition, arguments.players, arguments.bot)]
    for case in found:
        case.warm_up(arguments.seconds)
    for _ in range(max(arguments.rounds, 1)):
        for case in found:
            case.measure()
    return {case.name: case.samples for case in found}


def play_there(tree: Tree, arguments: argparse.Namespace, folder: Path) -> dict[str, Sample]:
    """A sample of each case, by the tree's own copy of this script in a process of its own."""
    file = folder / "samples.json"
    command = [*tree.script("engines.py"), *arguments.games, "--edition", arguments.edition, "--bot", arguments.bot]
    command += ["--players", str(arguments.players), "--seconds", str(arguments.seconds)]
    measure([*command, "--rounds", "1", "--json", str(file)], tree.environment(folder), folder)
    return {name: Sample(*one) for name, (one,) in json.loads(file.read_text(encoding="utf-8")).items()}


def play_in_turns(found: Sequence[Tree], arguments: argparse.Namespace) -> dict[str, dict[str, list[Sample]]]:
    """The samples of each case by the name of the tree; in every round each tree has its turn."""
    of_trees: dict[str, dict[str, list[Sample]]] = {tree.name: {} for tree in found}
    with tempfile.TemporaryDirectory(prefix="pawprint-engines-") as folder:
        for number in range(1, max(arguments.rounds, 1) + 1):
            for tree in in_turns(found, number):
                tell(f"round {number} of {arguments.rounds}: {tree.name}")
                for name, sample in play_there(tree, arguments, Path(folder)).items():
                    of_trees[tree.name].setdefault(name, []).append(sample)
    tell("")
    return of_trees


def as_lists(of_cases: dict[str, list[Sample]]) -> dict[str, list[list[float]]]:
    """The samples for a JSON file; `play_there` also reads those of older versions of this script."""
    return {
        name: [[one.games, one.decisions, one.seconds, one.yardstick] for one in samples]
        for name, samples in of_cases.items()
    }


def report(of_cases: dict[str, list[Sample]]) -> None:
    """Print what one tree plays in a second."""
    lengths = [sample.yardstick for samples in of_cases.values() for sample in samples]
    print(f"yardstick {1000 * min(lengths):.1f} to {1000 * max(lengths):.1f} ms, figures for {1000 * CALM:.0f} ms")
    columns = ("games/s", "decisions/s", "raw games/s", "raw decisions/s", "decisions/game")
    print(f"{'':32}" + "".join(f"{column:>17}" for column in columns))
    for name, samples in of_cases.items():
        rates = (
            median(sample.games / sample.calm for sample in samples),
            median(sample.decisions / sample.calm for sample in samples),
            max(sample.games / sample.seconds for sample in samples),
            max(sample.decisions / sample.seconds for sample in samples),
        )
        length = samples[0].decisions / samples[0].games
        print(f"{name:32}" + "".join(f"{rate:>17,.0f}" for rate in rates) + f"{length:>17.1f}")


def compare(of_trees: dict[str, dict[str, list[Sample]]]) -> None:
    """Print the CPU time of a decision in this tree, in each of the others, and the ratio of both."""
    (this, of_cases), *others = of_trees.items()
    print(f"{'us a decision':32}{this:>10}" + "".join(f"{name[:14]:>15}{'ratio':>8}" for name, _ in others))
    for name, samples in of_cases.items():
        times = [1e6 * sample.calm / sample.decisions for sample in samples]
        print(f"{name:32}{median(times):>10.2f}", end="")
        for _, beside in others:
            other = [1e6 * sample.calm / sample.decisions for sample in beside.get(name, ())]
            print(f"{median(other):>15.2f}{ratio(times, other):>8.3f}" if other else f"{'-':>15}{'-':>8}", end="")
        print()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="engines; all of them if none is named")
    parser.add_argument("--edition", default="", help="of the rules; otherwise all")
    parser.add_argument("--players", type=int, default=0, help="otherwise all numbers that a game allows")
    parser.add_argument("--bot", default="random")
    parser.add_argument("--seconds", type=float, default=0.1, help="CPU time of one sample")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep every sample")
    add_tree(parser)
    arguments = parser.parse_args()
    print(f"{platform.system()}, Python {platform.python_version()}, {arguments.bot} play", end="; ")
    if arguments.tree:
        of_trees = play_in_turns(trees(arguments.tree), arguments)
        of_cases = next(iter(of_trees.values()))
    else:
        of_trees, of_cases = {}, play_here(arguments)
    report(of_cases)
    if of_trees:
        print()
        compare(of_trees)
    if arguments.json:
        plain = {name: as_lists(some) for name, some in of_trees.items()} or as_lists(of_cases)
        arguments.json.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

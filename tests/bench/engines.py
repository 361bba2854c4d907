"""Measures how fast the rules engines play: games and decisions in a second, on one core.

    python tests/bench/engines.py [GAME ...] [--edition NAME] [--players N] [--bot random] [--seconds 0.1] [--rounds 15]
                                  [--json FILE] [--tree FOLDER]

A case is a game, an edition of its rules and a number of players. Cases take turns (round robin), each round plays the
same games of a case from the first one on. Before and after each sample a fixed loop is timed, the yardstick: how long
the sample would have taken on a machine where that loop takes `CALM` seconds can be compared between runs, whatever
else the machine was doing. Of that the median of all rounds counts, and beside it stands the best raw sample.
"""

import argparse
import json
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pawprint.rules.engine import Rules
    from pawprint.rules.playing import Bot

REPOSITORY = Path(__file__).resolve().parents[2]

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
        from pawprint.rules.engine import CHANCE, END, Rng

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

    def seconds(self) -> tuple[float, float]:
        """CPU seconds of a sample on the machine for which figures are said, and of the shortest one as it was."""
        return median(sample.calm for sample in self.samples), min(sample.seconds for sample in self.samples)


def cases(games: Sequence[str], edition: str, players: int, bot: str) -> Iterator[Case]:
    """All cases that are asked for; an empty text, or 0, asks for all."""
    from pawprint.catalog.library import load_game
    from pawprint.core.diagnostics import Findings
    from pawprint.games.engines import ENGINES
    from pawprint.rules.bots import BOTS

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
    parser.add_argument("--tree", type=Path, metavar="FOLDER", help="another source tree")
    arguments = parser.parse_args()
    sys.path.insert(0, str((arguments.tree or REPOSITORY).resolve() / "generator"))

    found = [*cases(arguments.games, arguments.edition, arguments.players, arguments.bot)]
    for case in found:
        case.warm_up(arguments.seconds)
    for _ in range(max(arguments.rounds, 1)):
        for case in found:
            case.measure()
    lengths = [sample.yardstick for case in found for sample in case.samples]
    print(f"{platform.system()}, Python {platform.python_version()}, {arguments.bot} play", end="; ")
    print(f"yardstick {1000 * min(lengths):.1f} to {1000 * max(lengths):.1f} ms, figures for {1000 * CALM:.0f} ms")
    columns = ("games/s", "decisions/s", "raw games/s", "raw decisions/s", "decisions/game")
    print(f"{'':32}" + "".join(f"{column:>17}" for column in columns))
    for case in found:
        games, decisions = case.samples[0].games, case.samples[0].decisions
        rates = [count / seconds for seconds in case.seconds() for count in (games, decisions)]
        print(f"{case.name:32}" + "".join(f"{rate:>17,.0f}" for rate in rates) + f"{decisions / games:>17.1f}")
    if arguments.json:
        samples = {
            case.name: [[one.games, one.decisions, one.seconds, one.yardstick] for one in case.samples]
            for case in found
        }
        arguments.json.write_text(json.dumps(samples, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

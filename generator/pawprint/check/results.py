"""Games that were played, and the results of checks that need them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.check.kinds.play import CARD_USES
from pawprint.core.source import Span
from pawprint.rules.aggregates import Aggregate
from pawprint.rules.engine import Rng
from pawprint.rules.simulated_game import counters_of
from pawprint.rules.simulation import rules_of
from pawprint.rules.simulation_config import SimulationConfig

#: Of more than so many faults of one check the rest is counted.
MAX_FAULTS = 8


class Example(NamedTuple):
    """A game that shows something; its number is enough to play it again."""

    table: SimulationConfig
    number: int


class PlayedSetup(NamedTuple):
    """The games that were played in one edition by one number of players.

    Attributes:
        game: with the deck that was played with.
        proofs: between bots at random, every state looked at.
        chance: between bots at random; *greedy*: between greedy ones.
        matched: between greedy bots whose sides were chosen for them; None if bots choose no sides here.
    """

    game: Game
    table: SimulationConfig
    proofs: Aggregate
    chance: Aggregate
    greedy: Aggregate
    matched: Aggregate | None = None

    @property
    def all(self) -> tuple[Aggregate, ...]:
        """The sums of all its games."""
        return (self.proofs, self.chance, self.greedy)

    @property
    def zones(self) -> list[str]:
        """The zones and the counters that there are at the beginning of a game."""
        rules = rules_of(self.table)
        state = rules.start(rules.setup(self.table.players, Rng(self.table.seed, "zones")))
        return [*state.zones(None), *counters_of(state)]

    @property
    def name(self) -> str:
        """Who plays what: `2 players, edition 'full'`."""
        edition = f", edition '{self.table.edition}'" if self.table.edition else ""
        return f"{self.table.players} player{'s' if self.table.players > 1 else ''}{edition}"

    def game_of(self, sums: Aggregate, number: int) -> Example:
        """The game with this *number* of those that *sums* has counted."""
        return Example(self.table._replace(bots=("greedy",) if sums is self.greedy else ("random",)), number)


class CheckFault(NamedTuple):
    """A fault, its place, and a game that shows it, where one game can."""

    message: str
    span: Span
    example: Example | None = None


class Need(NamedTuple):
    """Games between greedy bots that would probably decide something.

    Attributes:
        sides: two records that should meet in them; empty for any games at the table.
        played: how many there are already.
        games: how many there should be in all; None if more than a million.
    """

    table: SimulationConfig
    sides: tuple[str, ...]
    played: int
    games: int | None


class Verdict(NamedTuple):
    """What became of a check.

    Attributes:
        status: `ok`, `failed`, `undecided` or `needs play`.
        note: the numbers behind it.
        needs: what would decide it.
    """

    status: str
    note: str = ""
    faults: tuple[CheckFault, ...] = ()
    needs: tuple[Need, ...] = ()


def worse(one: str, other: str) -> str:
    """Of two words for what became of a check the one that counts."""
    return max(one, other, key=("ok", "undecided", "failed").index)


def first_example(plays: Sequence[PlayedSetup], *what: Any) -> Example | None:
    """The first game in which something was counted, by its key in `Aggregate.first`; None if it never was."""
    for play in plays:
        for sums in play.all:
            if what in sums.first:
                return play.game_of(sums, sums.first[what])
    return None


def times(plays: Sequence[PlayedSetup], event: str, identity: str) -> int:
    """Games in which *event* and the record called *identity* met."""
    if event in CARD_USES:
        return sum(getattr(sums, event)[identity] for play in plays for sums in play.all)
    return sum(sums.pieces_by_event[event, identity] for play in plays for sums in play.all)


def games_of(plays: Sequence[PlayedSetup], bots: str = "") -> str:
    """`1,200 games between greedy bots`."""
    chance = sum(sums.games for play in plays for sums in (play.proofs, play.chance))
    greedy = sum(sums.games for play in plays for sums in (play.greedy, play.matched) if sums)
    counts = {"greedy": greedy, "random": chance}
    return " and ".join(
        f"{count:,} game{'s' if count != 1 else ''} between {name} bots"
        for name, count in counts.items()
        if bots in ("", name)
    )

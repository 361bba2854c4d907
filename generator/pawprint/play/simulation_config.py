"""What is simulated: a game of the catalog with its rules, players and bots."""

from typing import Any, NamedTuple

from pawprint.play.engine import Rules


class SimulationConfig(NamedTuple):
    """The game to play and its bots: all that another process needs to begin.

    Attributes:
        engine: a class at the top level of its module, so that any process can import it.
        deck: the edition of the catalog; empty if it has only one.
        edition: of the rules.
        options: pairs of name and value, sorted.
        bots: names of bots; seats take them in turn.
        count_course: count who leads, what each seat draws, plays and keeps, and more; needs *count_events*.
        texts: file of records -> what to read in its place.
        swap_pieces: play each game again with two pieces exchanged; needs *count_course*.
        head_to_head: events for which `Aggregate.head_to_head` is counted.
        sides: records that seats choose at their first choice, if they choose sides there; they go round the seats.
        never_empty: zones for which `Aggregate.zone_minima` is noted; needs *check_invariants*.
    """

    folder: str
    engine: type[Rules]
    deck: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    players: int
    bots: tuple[str, ...]
    seed: int
    check_invariants: bool = False
    count_events: bool = False
    keep_logs: bool = False
    head_to_head: tuple[str, ...] = ()
    never_empty: tuple[str, ...] = ()
    count_course: bool = False
    swap_pieces: bool = False
    texts: tuple[tuple[str, str], ...] = ()
    sides: tuple[str, ...] = ()

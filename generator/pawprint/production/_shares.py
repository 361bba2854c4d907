"""How a build is shared among processes: by game, and by language where one game is most of the work."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.document_kinds import KINDS
from pawprint.production.options import BuildOptions

#: The documents of a bundled game take as long as the sheets of so many of its records.
_RECORDS_OF_DOCUMENTS = 190
#: So few records are printed before a second process has begun.
_NOT_WORTHWHILE = 100


class BuildShare(NamedTuple):
    """What one process makes of a game.

    Attributes:
        languages: all that are asked for, or some of them.
        records: about how many it draws, in all its languages.
    """

    game: str
    languages: tuple[str, ...]
    records: int


def shares(games: Sequence[Game], options: BuildOptions, processes: int, with_documents: bool) -> list[BuildShare]:
    """The shares of so many *processes*, in the order of the games and their languages.

    A game stays whole unless it alone would keep one process busy for longer than the others: its languages have their
    drawings in common.
    """
    whole = [BuildShare(game.id, game.printed_languages(options.languages), 0) for game in games]
    whole = [
        share._replace(records=_records(game, options, with_documents) * len(share.languages))
        for share, game in zip(whole, games, strict=True)
    ]
    fair = sum(share.records for share in whole) / processes
    divided: list[BuildShare] = []
    for share in whole:
        count = len(share.languages)
        if processes == 1 or count < 2 or share.records < 1.25 * fair:
            divided.append(share)
        else:
            parts = min(count, processes)
            ends = [count * part // parts for part in range(parts + 1)]
            divided += [
                BuildShare(share.game, share.languages[start:end], share.records // count * (end - start))
                for start, end in pairwise(ends)
            ]
    return divided


def is_worth_sharing(shares: Sequence[BuildShare]) -> bool:
    """Whether more processes end sooner than one."""
    records = [share.records for share in shares]
    return sum(records) - max(records, default=0) > _NOT_WORTHWHILE


def _records(game: Game, options: BuildOptions, with_documents: bool) -> int:
    """About how many records a process could draw in the time of what is made in one language."""
    if options.cards:
        return len(options.cards)
    records = sum(len(game.records[name]) for name in game.components if name in (options.components or (name,)))
    documents = with_documents and any((game.folder / kind).is_dir() for kind in KINDS)
    return records + documents * _RECORDS_OF_DOCUMENTS

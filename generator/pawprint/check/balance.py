"""Who wins how often, and with how many points: between greedy bots, since others hide what is unfair."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pawprint.check.check_kind import Check
from pawprint.check.results import MAX_FAULTS, CheckFault, PlayedSetup, Verdict, games_of, worse
from pawprint.check.scope import CheckScope
from pawprint.rules.aggregates import PARTS_PER_WIN
from pawprint.rules.statistics import Z_REPEATED, mean, wilson


class WinShare(NamedTuple):
    """Somebody's wins: *won* of *tried*, where *fair* would be the right share."""

    who: str
    won: float
    tried: int
    fair: float


def _seats(check: Check, plays: Sequence[PlayedSetup]) -> Iterator[WinShare]:
    for play in plays:
        sums, players = play.greedy, play.table.players
        if not sums.together and players > 1 and sums.games:
            for seat in range(players):
                who = f"player {seat + 1} of {play.name}"
                yield WinShare(who, sums.win_parts[seat] / PARTS_PER_WIN, sums.games, 1 / players)


def _sides(check: Check, plays: Sequence[PlayedSetup]) -> Iterator[WinShare]:
    for play in plays:
        records = CheckScope(play.game).chosen(check.words["to"], check)
        for event in check.words["happens"]:
            for record in records:
                key = event, record.id
                tried = play.greedy.seats_by_event[key]
                if tried and not play.greedy.together:
                    won = play.greedy.seat_parts_by_event[key] / PARTS_PER_WIN
                    yield WinShare(f"'{record.id}', {play.name}", won, tried, 1 / play.table.players)


def _duels(check: Check, plays: Sequence[PlayedSetup]) -> Iterator[WinShare]:
    for play in plays:
        wanted = {record.id for record in CheckScope(play.game).chosen(check.words["to"], check)}
        for key, tried in sorted(play.greedy.head_to_head.items()):
            event, one, other = key
            if event in check.words["happens"] and {one, other} <= wanted:
                won = play.greedy.head_to_head_parts[key] / PARTS_PER_WIN
                yield WinShare(f"'{one}' against '{other}', {play.name}", won, tried, 1 / 2)
                yield WinShare(f"'{other}' against '{one}', {play.name}", tried - won, tried, 1 / 2)


def _fair(word: str, shares_of: Callable[[Check, Sequence[PlayedSetup]], Iterator[WinShare]]) -> "Judge":
    """Nobody wins more than so many times the fair share, which *word* says."""

    def judged(check: Check, plays: Sequence[PlayedSetup]) -> Verdict:
        limit: float = check.words[word]
        shares = [*shares_of(check, plays)]
        if not shares:
            return Verdict("undecided", "nobody wins against somebody else here")
        status, faults, heaviest = "ok", [], (0.0, "")
        unclear = 0
        for share in shares:
            found, most = wilson(share.won, share.tried, Z_REPEATED), limit * share.fair
            said = (
                f"{share.who}: wins {found.value:.1%} ({found.low:.1%} to {found.high:.1%}) of {share.tried:,} games "
                f"between greedy bots; at most {most:.1%} is fair"
            )
            if found.low > most:
                status = worse(status, "failed")
                faults.append(CheckFault(said, check.span_of(word, 0)))
            elif found.high > most:
                status = worse(status, "undecided")
                unclear += 1
            heaviest = max(heaviest, (found.high / share.fair, said))
        more = f"; {unclear} of {len(shares)} are undecided" if unclear and word == "duels" else ""
        return Verdict(status, heaviest[1] + more, tuple(faults[:MAX_FAULTS]))

    return judged


def _points(check: Check, plays: Sequence[PlayedSetup]) -> Verdict:
    """What a player scores on average."""
    low, high = check.words.get("min", float("-inf")), check.words.get("max", float("inf"))
    status, faults, notes = "ok", [], []
    for play in plays:
        sums, players = play.greedy, play.table.players
        found = mean(sums.totals / players, sums.total_squares / players**2, sums.games, Z_REPEATED)
        said = f"{found.value:.3g} ({found.low:.3g} to {found.high:.3g}) points, {play.name}"
        if found.high < low or found.low > high:
            status = worse(status, "failed")
            message = f"a player scores on average {said}, greedy bots, {sums.games:,} games"
            faults.append(CheckFault(message, check.span_of("scores", 0)))
        elif not low <= found.low <= found.high <= high:
            status = worse(status, "undecided")
        notes.append((found.value, said))
    notes.sort()
    note = "; ".join(dict.fromkeys(said for _, said in (notes[0], notes[-1])))
    return Verdict(status, f"{note}; {games_of(plays, 'greedy')}", tuple(faults[:MAX_FAULTS]))


#: Decides a check by games, at least one of which came to its end.
Judge = Callable[[Check, Sequence[PlayedSetup]], Verdict]
#: Judge by the word of the check that asks for it.
WINS: Mapping[str, Judge] = {
    "seats": _fair("seats", _seats),
    "sides": _fair("sides", _sides),
    "duels": _fair("duels", _duels),
    "scores": _points,
}

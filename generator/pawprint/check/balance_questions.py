"""The questions of `needs: play` about numbers with limits: who wins, what players score, how often something happens.

Each has a fixed number of numbers to decide, one for each seat, record or pair, so that they can share the error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import inf
from statistics import median
from typing import NamedTuple

from pawprint.check.check_kind import Check
from pawprint.check.decisions import Average, Decision, Share
from pawprint.check.results import MAX_FAULTS, CheckFault, Need, PlayedSetup, Verdict, worse
from pawprint.check.scope import CheckScope
from pawprint.core.source import Span
from pawprint.rules.aggregates import PARTS_PER_WIN


class Claim(NamedTuple):
    """One number that a check limits.

    Attributes:
        says: the number in words, with `{}` for its value and interval.
        of: what it is computed from.
        play: the table; *sides* are the two records that meet, if games can be made for them.
        share: games at the table for each that counts here.
    """

    says: str
    of: Share | Average
    span: Span
    play: PlayedSetup
    sides: tuple[str, ...] = ()
    share: float = 1.0

    def text(self, status: str, alarm: float) -> str:
        """The number with its interval."""
        found, form = self.of.interval(status, alarm), ".1%" if isinstance(self.of, Share) else ".3g"
        return self.says.format(f"{found.value:{form}} ({found.low:{form}} to {found.high:{form}})")

    def need(self, decision: Decision) -> Need:
        """The games that would decide it."""
        played = self.of.tried if self.sides and isinstance(self.of, Share) else self.play.greedy.games
        games = None if decision.games is None else int(decision.games * self.share) + 1
        return Need(self.play.table, self.sides, played, games)


def balance_question(check: Check) -> str:
    """The word of *check* that asks for a number with limits; empty if none does."""
    words = check.words
    if "happens" in words and "to" not in words and ("min" in words or "max" in words):
        return "happens"
    return next((word for word in ("sides", "duels", "average", "seats", "scores") if word in words), "")


def numbers_to_decide(check: Check, plays: Sequence[PlayedSetup]) -> int:
    """How many numbers there can be to decide, whatever happens in the games."""
    word = balance_question(check)
    if word in ("seats", "scores"):
        return sum(play.table.players if word == "seats" else 1 for play in plays)
    if word == "happens":
        return len(plays) * len(check.words["happens"])
    count = 0
    for play in plays if word else ():
        records = len(CheckScope(play.game).chosen(check.words["to"], check.words))
        count += len(check.words["happens"]) * (records * (records - 1) // 2 if word == "duels" else records)
    return count


def balance(check: Check, plays: Sequence[PlayedSetup], alarm: float) -> Verdict:
    """Decide all numbers of a check about balance."""
    word = balance_question(check)
    claims = [claim for play in plays if play.greedy.games for claim in _CLAIMS[word](check, play)]
    if not claims:
        return Verdict(
            "undecided", "no number was emitted" if word == "average" else "no player wins against another here"
        )
    decided = [(claim, claim.of.decided(alarm)) for claim in claims]
    status = "ok"
    for _, decision in decided:
        status = worse(status, decision.status)
    failed = [claim for claim, decision in decided if decision.status == "failed"]
    failed.sort(key=lambda claim: -claim.of.pressure)
    needs = tuple(claim.need(decision) for claim, decision in decided if decision.status == "undecided")
    note = _note(word, decided, status, alarm)
    if needs and len(decided) > 1:
        note += f"; {len(needs)} of {len(decided)} are undecided"
    if word in ("scores", "happens", "average"):
        note += f"; {sum(play.greedy.games for play in plays):,} games between greedy bots"
    faults = tuple(CheckFault(claim.text("failed", alarm), claim.span) for claim in failed[:MAX_FAULTS])
    return Verdict(status, note, faults, needs if status == "undecided" else ())


def _note(word: str, decided: Sequence[tuple[Claim, Decision]], status: str, alarm: float) -> str:
    """The number that says most about *status*: the nearest to its limit, or the least and the largest average."""
    if word in ("scores", "happens", "average"):
        ranked = sorted(decided, key=lambda one: one[0].of.rate)
        return "; ".join(dict.fromkeys(claim.text(one.status, alarm) for claim, one in (ranked[0], ranked[-1])))
    told = [claim for claim, one in decided if one.status == status]
    return max(told, key=lambda claim: claim.of.pressure).text(status, alarm)


# --- who wins -----------------------------------------------------------------------------------------------


class _Fairness(NamedTuple):
    """Makes claims about shares of wins, for one word of a check at one table."""

    check: Check
    word: str
    play: PlayedSetup

    def claim(
        self, who: str, won: float, tried: int, fair: float, sides: tuple[str, ...] = (), share: float = 1.0
    ) -> Claim:
        """That *who*, who won so many of the *tried* games, is within limits; *fair* is the expected share."""
        least, most = (multiple * fair for multiple in self.check.words[self.word])
        limits = f"{least:.1%} to {most:.1%}" if least else f"at most {most:.1%}"
        says = f"{who}: wins {{}} of {tried:,} games between greedy bots; {limits} is fair"
        return Claim(
            says, Share(won, tried, least, most, fair), self.check.span_of(self.word, 0), self.play, sides, share
        )


def _seats(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums, players, fairness = play.greedy, play.table.players, _Fairness(check, "seats", play)
    if not sums.together and players > 1:
        for seat in range(players):
            yield fairness.claim(
                f"player {seat + 1} of {play.name}", sums.win_parts[seat] / PARTS_PER_WIN, sums.games, 1 / players
            )


def _sides(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums, fairness = play.greedy, _Fairness(check, "sides", play)
    for event in check.words["happens"]:
        for record in CheckScope(play.game).chosen(check.words["to"], check.words):
            key = event, record.id
            tried = sums.seats_by_event[key]
            if tried and not sums.together:
                won = sums.seat_parts_by_event[key] / PARTS_PER_WIN
                fair, share = 1 / play.table.players, sums.games / tried
                yield fairness.claim(f"'{record.id}', {play.name}", won, tried, fair, share=share)


def _duels(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """One claim for each pair, about the share of wins of its stronger side."""
    least, most = check.words["duels"]
    least, most = max(least, 2 - most), most
    for event, one, other in pairs_of(check, play):
        sums = play.matched if play.matched is not None else play.greedy
        tried = sums.head_to_head[event, one, other]
        if not tried:
            continue
        won = sums.head_to_head_parts[event, one, other] / PARTS_PER_WIN
        if won * 2 < tried:
            one, other, won = other, one, tried - won
        sides = (one, other) if play.matched is not None else ()
        says = (
            f"'{one}' against '{other}', {play.name}: wins {{}} of {tried:,} games between greedy bots; "
            f"at most {most / 2:.1%} is fair"
        )
        of = Share(won, tried, least / 2, most / 2, 1 / 2)
        yield Claim(says, of, check.span_of("duels", 0), play, sides, 1.0 if sides else sums.games / tried)


def pairs_of(check: Check, play: PlayedSetup) -> Iterator[tuple[str, str, str]]:
    """(event, record, other record) of a check of `duels`, as `Aggregate.head_to_head` counts them."""
    wanted = sorted({record.id for record in CheckScope(play.game).chosen(check.words["to"], check.words)})
    for event in check.words["happens"]:
        for one, other in combinations(wanted, 2):
            yield event, one, other


# --- averages -----------------------------------------------------------------------------------------------


def _limits(check: Check) -> tuple[float, float]:
    return check.words.get("min", -inf), check.words.get("max", inf)


def _points(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """What a player scores on average."""
    sums, players = play.greedy, play.table.players
    of = Average(sums.totals / players, sums.total_squares / players**2, sums.games, *_limits(check))
    yield Claim(f"a player scores on average {{}} points, {play.name}", of, check.span_of("scores", 0), play)


def _often(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """How often something happens in a game, on average."""
    sums = play.greedy
    for index, event in enumerate(check.words["happens"]):
        of = Average(sums.event_counts[event], sums.event_count_squares[event], sums.games, *_limits(check))
        yield Claim(f"on average {{}} times '{event}', {play.name}", of, check.span_of("happens", index), play)


def _averages(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """What an event reports for each record in a game, compared with the median of all of them."""
    sums, (least, most) = play.greedy, check.words["average"]
    for event in check.words["happens"]:
        keys = [(event, record.id) for record in CheckScope(play.game).chosen(check.words["to"], check.words)]
        found = {key: sums.event_totals[key] / sums.pieces_by_event[key] for key in keys if key in sums.event_totals}
        middle = median(found.values()) if found else 0.0
        limits = f"{least:g} to {most:g} times" if least else f"at most {most:g} times"
        for key in found:
            games = sums.pieces_by_event[key]
            of = Average(sums.event_totals[key], sums.event_total_squares[key], games, least * middle, most * middle)
            says = (
                f"'{event}' reports on average {{}} for '{key[1]}', {play.name}; "
                f"{limits} the median, which is {middle:.3g}, is fair"
            )
            yield Claim(says, of, check.span_of("average", 0), play, share=sums.games / games)


#: Word of a check -> its numbers at one table.
_CLAIMS: Mapping[str, Callable[[Check, PlayedSetup], Iterator[Claim]]] = {
    "seats": _seats,
    "sides": _sides,
    "duels": _duels,
    "scores": _points,
    "average": _averages,
    "happens": _often,
}

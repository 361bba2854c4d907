"""The questions of `needs: play` about numbers with limits: who wins, what players score, how often something happens.

The number of claims of a question is fixed in advance, one for each seat, record or pair, so that the error rate can be
divided among them (Bonferroni).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import inf
from statistics import median
from typing import NamedTuple

from pawprint.check.check_kind import Check
from pawprint.check.results import MAX_FAULTS, Average, CheckFault, Decision, Need, PlayedSetup, Share, Verdict, worse
from pawprint.check.scope import CheckScope
from pawprint.core.source import Span
from pawprint.play.aggregates import PARTS_PER_WIN


class Claim(NamedTuple):
    """One number that a check limits.

    Attributes:
        who: the owner of the number; distinct within a check, and the same for any number of games.
        template: a sentence about the number, with `{}` for its value and interval.
        pairs: the pairs of records whose games count, if their sides can be chosen.
        games_per_case: games at the table, or of each pair, for each game that counts here.
    """

    who: str
    template: str
    measure: Share | Average
    span: Span
    play: PlayedSetup
    pairs: tuple[tuple[str, str], ...] = ()
    games_per_case: float = 1.0

    def text(self, status: str, error_rate: float) -> str:
        """The sentence with the value and its interval."""
        return self.template.format(self.interval_text(status, error_rate))

    def interval_text(self, status: str, error_rate: float) -> str:
        """`31.0% (28.2% to 33.9%)`."""
        value, low, high = self.measure.interval(status, error_rate)
        return f"{value:{self.number_format}} ({low:{self.number_format}} to {high:{self.number_format}})"

    @property
    def number_format(self) -> str:
        """The format specification: shares are percentages."""
        return ".1%" if isinstance(self.measure, Share) else ".3g"

    def needs(self, decision: Decision, events: Sequence[str]) -> Iterator[Need]:
        """The games that would decide it; *events* put a seat on a side."""
        games = None if decision.games is None else int(decision.games * self.games_per_case) + 1
        if not self.pairs:
            yield Need(self.play.table, (), self.play.greedy.games, games)
        for pair in self.pairs:
            met = max(_duel(self.play, (event, *pair))[1] for event in events)
            yield Need(self.play.table, pair, met, games)


def balance_question(check: Check) -> str:
    """The word of *check* that asks for a number with limits; empty if none does."""
    words = check.words
    if "happens" in words and "to" not in words and ("min" in words or "max" in words):
        return "happens"
    return next((word for word in ("sides", "duels", "average", "seats", "scores") if word in words), "")


def numbers_to_decide(check: Check, plays: Sequence[PlayedSetup]) -> int:
    """The largest possible number of claims, independent of the games' results."""
    word = balance_question(check)
    if word in ("seats", "scores"):
        return sum(play.table.players if word == "seats" else 1 for play in plays)
    if word == "happens":
        return len(plays) * len(check.words["happens"])
    count = 0
    for play in plays if word else ():
        records = len(CheckScope(play.game).select(check.words["to"], check.words))
        count += len(check.words["happens"]) * (records * (records - 1) // 2 if word == "duels" else records)
    return count


def balance(check: Check, plays: Sequence[PlayedSetup], error_rate: float) -> Verdict:
    """Decide all numbers of a check about balance."""
    word = balance_question(check)
    claims = claims_of(check, [play for play in plays if play.greedy.games])
    if not claims:
        return Verdict(
            "undecided", "no number was emitted" if word == "average" else "no player wins against another here"
        )
    decisions = [(claim, claim.measure.judge(error_rate)) for claim in claims]
    status = "ok"
    for _, decision in decisions:
        status = worse(status, decision.status)
    failed = [claim for claim, decision in decisions if decision.status == "failed"]
    failed.sort(key=lambda claim: -claim.measure.limit_excess)
    undecided = [(claim, decision) for claim, decision in decisions if decision.status == "undecided"]
    events = check.words.get("happens", ())
    needs = tuple(need for claim, decision in undecided for need in claim.needs(decision, events))
    note = _note(word, decisions, status, error_rate)
    if undecided and len(decisions) > 1:
        note += f"; {len(undecided)} of {len(decisions)} are undecided"
    if word in ("scores", "happens", "average"):
        note += f"; {sum(play.greedy.games for play in plays):,} games between greedy bots"
    faults = tuple(CheckFault(claim.text("failed", error_rate), claim.span) for claim in failed[:MAX_FAULTS])
    return Verdict(status, note, faults, needs if status == "undecided" else ())


def claims_of(check: Check, plays: Sequence[PlayedSetup]) -> list[Claim]:
    """The numbers that a check about balance limits, if *plays* have games for them."""
    return [claim for play in plays for claim in _CLAIMS[balance_question(check)](check, play)]


def _note(word: str, decisions: Sequence[tuple[Claim, Decision]], status: str, error_rate: float) -> str:
    """The number that explains *status* best: the nearest to its limit, or the smallest and the largest average."""
    if word in ("scores", "happens", "average"):
        ranked = sorted(decisions, key=lambda pair: pair[0].measure.rate)
        extremes = (ranked[0], ranked[-1])
        return "; ".join(dict.fromkeys(claim.text(decision.status, error_rate) for claim, decision in extremes))
    matching = [claim for claim, decision in decisions if decision.status == status]
    return max(matching, key=lambda claim: claim.measure.limit_excess).text(status, error_rate)


# --- who wins -----------------------------------------------------------------------------------------------


class _Fairness(NamedTuple):
    """Makes claims about shares of wins, for one word of a check at one table."""

    check: Check
    word: str
    play: PlayedSetup

    def claim(
        self, who: str, measure: Share, pairs: tuple[tuple[str, str], ...] = (), games_per_case: float = 1.0
    ) -> Claim:
        """The claim that the share of wins of *who* is within its limits."""
        limits = f"{measure.low:.1%} to {measure.high:.1%}" if measure.low else f"at most {measure.high:.1%}"
        template = f"{who}: wins {{}} of {measure.games:,} games between greedy bots; {limits} is fair"
        return Claim(who, template, measure, self.check.span_of(self.word, 0), self.play, pairs, games_per_case)

    def limited_share(self, won: float, games: int, fair: float) -> Share:
        """A share of wins whose limits are multiples of the *fair* one."""
        low, high = (multiple * fair for multiple in self.check.words[self.word])
        return Share(won, games, low, high, fair)


def _seats(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums, players, fairness = play.greedy, play.table.players, _Fairness(check, "seats", play)
    if not sums.together and players > 1:
        for seat in range(players):
            measure = fairness.limited_share(sums.win_parts[seat] / PARTS_PER_WIN, sums.games, 1 / players)
            yield fairness.claim(f"player {seat + 1} of {play.name}", measure)


def _sides(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """One claim for each record: about all of its games, or about its average over the pairs that play each other."""
    sums, fairness = play.greedy, _Fairness(check, "sides", play)
    if sums.together:
        return
    for event in check.words["happens"]:
        for record in CheckScope(play.game).select(check.words["to"], check.words):
            pairs = [pair for pair in pairs_of(check, play) if pair[0] == event and record.id in pair[1:]]
            if play.matched is not None and pairs:
                yield from _side_by_duels(fairness, record.id, pairs)
            elif games := sums.seats_by_event[event, record.id]:
                won = sums.seat_parts_by_event[event, record.id] / PARTS_PER_WIN
                measure = fairness.limited_share(won, games, 1 / play.table.players)
                yield fairness.claim(f"'{record.id}', {play.name}", measure, games_per_case=sums.games / games)


def _side_by_duels(fairness: _Fairness, record: str, pairs: Sequence[tuple[str, str, str]]) -> Iterator[Claim]:
    """The claim about the average of a record over *pairs*, if all of them have met.

    Each duel has the same weight, as if each had been played as often as they are on (harmonic) average.
    """
    play = fairness.play
    duels = [_duel(play, pair) for pair in pairs]
    if not all(games for _, games in duels):
        return
    rates = [
        (won if pair[1] == record else games - won) / games for pair, (won, games) in zip(pairs, duels, strict=True)
    ]
    total = int(len(duels) ** 2 / sum([1 / games for _, games in duels]))
    measure = fairness.limited_share(sum(rates) / len(duels) * total, total, 1 / play.table.players)
    who = f"'{record}', on average against each of the others, {play.name}"
    yield fairness.claim(who, measure, tuple([pair[1:] for pair in pairs]), 1 / len(pairs))


def _duels(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """One claim for each pair, about the share of wins of its stronger side."""
    low, high = check.words["duels"]
    low = max(low, 2 - high)  # the two shares of a pair add up to 2 fair shares
    for event, first, second in pairs_of(check, play):
        won, games = _duel(play, (event, first, second))
        if not games:
            continue
        pairs = () if play.matched is None else ((first, second),)
        who = f"'{first}' and '{second}', {play.name}"
        if won * 2 < games:
            first, second, won = second, first, games - won
        template = (
            f"'{first}' against '{second}', {play.name}: wins {{}} of {games:,} games between greedy bots; "
            f"at most {high / 2:.1%} is fair"
        )
        measure = Share(won, games, low / 2, high / 2, 1 / 2)
        yield Claim(
            who, template, measure, check.span_of("duels", 0), play, pairs, 1.0 if pairs else play.greedy.games / games
        )


def _duel(play: PlayedSetup, pair: tuple[str, str, str]) -> tuple[float, int]:
    """(wins of the first record, games) of an event and two records, in games with chosen sides if there can be any."""
    sums = play.matched if play.matched is not None else play.greedy
    return sums.head_to_head_parts[pair] / PARTS_PER_WIN, sums.head_to_head[pair]


def pairs_of(check: Check, play: PlayedSetup) -> Iterator[tuple[str, str, str]]:
    """(event, record, other record) of each pair that a check compares, in the order of `Aggregate.head_to_head`.

    - For `duels`, both records are selected by the check.
    - For `sides` with two players, the other record may be any in its component.
    - For `sides` with more players, there are none.
    """
    scope, word = CheckScope(play.game), balance_question(check)
    wanted = {record.id for record in scope.select(check.words["to"], check.words)}
    candidates = wanted
    if word == "sides":
        candidates = {record.id for record in scope.select(check.words["to"], {})} if play.table.players == 2 else set()
    for event in check.words["happens"]:
        for first, second in combinations(sorted(candidates), 2):
            if first in wanted or second in wanted:
                yield event, first, second


# --- averages -----------------------------------------------------------------------------------------------


def _limits(check: Check) -> tuple[float, float]:
    return check.words.get("min", -inf), check.words.get("max", inf)


def _scores(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums, players = play.greedy, play.table.players
    measure = Average(sums.totals / players, sums.total_squares / players**2, sums.games, *_limits(check))
    template = f"a player scores on average {{}} points, {play.name}"
    yield Claim(f"points, {play.name}", template, measure, check.span_of("scores", 0), play)


def _event_counts(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums = play.greedy
    for index, event in enumerate(check.words["happens"]):
        measure = Average(sums.event_counts[event], sums.event_count_squares[event], sums.games, *_limits(check))
        who = f"'{event}', {play.name}"
        yield Claim(who, f"on average {{}} times {who}", measure, check.span_of("happens", index), play)


def _averages(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """One claim for each record: the average number that an event reports, compared with the median of all records."""
    sums, (low, high) = play.greedy, check.words["average"]
    for event in check.words["happens"]:
        keys = [(event, record.id) for record in CheckScope(play.game).select(check.words["to"], check.words)]
        averages = {key: sums.event_totals[key] / sums.pieces_by_event[key] for key in keys if key in sums.event_totals}
        middle = median(averages.values()) if averages else 0.0
        limits = f"{low:g} to {high:g} times" if low else f"at most {high:g} times"
        for key in averages:
            games = sums.pieces_by_event[key]
            measure = Average(sums.event_totals[key], sums.event_total_squares[key], games, low * middle, high * middle)
            template = (
                f"'{event}' reports on average {{}} for '{key[1]}', {play.name}; "
                f"{limits} the median, which is {middle:.3g}, is fair"
            )
            who = f"'{event}' of '{key[1]}', {play.name}"
            yield Claim(who, template, measure, check.span_of("average", 0), play, games_per_case=sums.games / games)


#: Word of a check -> its numbers at one table.
_CLAIMS: Mapping[str, Callable[[Check, PlayedSetup], Iterator[Claim]]] = {
    "seats": _seats,
    "sides": _sides,
    "duels": _duels,
    "scores": _scores,
    "average": _averages,
    "happens": _event_counts,
}

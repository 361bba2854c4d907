"""The questions of `needs: play` about numbers with limits: who wins, what players score, how often something happens.

Each has a fixed number of numbers to decide, one for each seat, record or pair, so that they can share the error.
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
        who: whose number it is; distinct within a check, and the same for any number of games.
        says: the number in words, with `{}` for its value and interval.
        play: the table; *pairs* are the records that meet two by two, if games can be made for them.
        share: games at the table, or of each pair, for each that counts here.
    """

    who: str
    says: str
    of: Share | Average
    span: Span
    play: PlayedSetup
    pairs: tuple[tuple[str, str], ...] = ()
    share: float = 1.0

    def text(self, status: str, alarm: float) -> str:
        found, form = self.of.interval(status, alarm), ".1%" if isinstance(self.of, Share) else ".3g"
        return self.says.format(f"{found.value:{form}} ({found.low:{form}} to {found.high:{form}})")

    def needs(self, decision: Decision, events: Sequence[str]) -> Iterator[Need]:
        """The games that would decide it; *events* put a seat on a side."""
        games = None if decision.games is None else int(decision.games * self.share) + 1
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
    claims = claims_of(check, [play for play in plays if play.greedy.games])
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
    undecided = [(claim, decision) for claim, decision in decided if decision.status == "undecided"]
    events = check.words.get("happens", ())
    needs = tuple(need for claim, decision in undecided for need in claim.needs(decision, events))
    note = _note(word, decided, status, alarm)
    if undecided and len(decided) > 1:
        note += f"; {len(undecided)} of {len(decided)} are undecided"
    if word in ("scores", "happens", "average"):
        note += f"; {sum(play.greedy.games for play in plays):,} games between greedy bots"
    faults = tuple(CheckFault(claim.text("failed", alarm), claim.span) for claim in failed[:MAX_FAULTS])
    return Verdict(status, note, faults, needs if status == "undecided" else ())


def claims_of(check: Check, plays: Sequence[PlayedSetup]) -> list[Claim]:
    """The numbers that a check about balance limits, as far as the games tell them."""
    return [claim for play in plays for claim in _CLAIMS[balance_question(check)](check, play)]


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

    def claim(self, who: str, of: Share, pairs: tuple[tuple[str, str], ...] = (), share: float = 1.0) -> Claim:
        """That *who*, who won this share, is within its limits."""
        limits = f"{of.low:.1%} to {of.high:.1%}" if of.low else f"at most {of.high:.1%}"
        says = f"{who}: wins {{}} of {of.tried:,} games between greedy bots; {limits} is fair"
        return Claim(who, says, of, self.check.span_of(self.word, 0), self.play, pairs, share)

    def share(self, won: float, tried: int, fair: float) -> Share:
        least, most = (multiple * fair for multiple in self.check.words[self.word])
        return Share(won, tried, least, most, fair)


def _seats(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums, players, fairness = play.greedy, play.table.players, _Fairness(check, "seats", play)
    if not sums.together and players > 1:
        for seat in range(players):
            won = fairness.share(sums.win_parts[seat] / PARTS_PER_WIN, sums.games, 1 / players)
            yield fairness.claim(f"player {seat + 1} of {play.name}", won)


def _sides(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """One claim for each record: about all of its games, or about its average over the pairs that play each other."""
    sums, fairness = play.greedy, _Fairness(check, "sides", play)
    fair = 1 / play.table.players
    for event in check.words["happens"]:
        for record in CheckScope(play.game).chosen(check.words["to"], check.words):
            if sums.together:
                continue
            pairs = tuple([pair for pair in pairs_of(check, play) if pair[0] == event and record.id in pair[1:]])
            if play.matched is not None and pairs:
                met = [_duel(play, pair) for pair in pairs]
                if all(tried for _, tried in met):
                    won = [
                        share if pair[1] == record.id else tried - share
                        for pair, (share, tried) in zip(pairs, met, strict=True)
                    ]
                    of = _average_of_duels(fairness, won, [tried for _, tried in met], fair)
                    names = tuple([(one, other) for _, one, other in pairs])
                    who = f"'{record.id}', on average against each of the others, {play.name}"
                    yield fairness.claim(who, of, names, 1 / len(pairs))
            elif tried := sums.seats_by_event[event, record.id]:
                won_all = sums.seat_parts_by_event[event, record.id] / PARTS_PER_WIN
                of = fairness.share(won_all, tried, fair)
                yield fairness.claim(f"'{record.id}', {play.name}", of, share=sums.games / tried)


def _average_of_duels(fairness: _Fairness, won: Sequence[float], tried: Sequence[int], fair: float) -> Share:
    """Each duel counts the same, so all count as if each had been played as often as they are on (harmonic) average."""
    games = len(tried) ** 2 / sum([1 / games for games in tried])
    rate = sum([share / games for share, games in zip(won, tried, strict=True)]) / len(tried)
    return fairness.share(rate * int(games), int(games), fair)


def _duels(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    """One claim for each pair, about the share of wins of its stronger side."""
    least, most = check.words["duels"]
    least, most = max(least, 2 - most), most
    for event, one, other in pairs_of(check, play):
        won, tried = _duel(play, (event, one, other))
        if not tried:
            continue
        pairs = () if play.matched is None else ((one, other),)
        who = f"'{one}' and '{other}', {play.name}"
        if won * 2 < tried:
            one, other, won = other, one, tried - won
        says = (
            f"'{one}' against '{other}', {play.name}: wins {{}} of {tried:,} games between greedy bots; "
            f"at most {most / 2:.1%} is fair"
        )
        of = Share(won, tried, least / 2, most / 2, 1 / 2)
        yield Claim(who, says, of, check.span_of("duels", 0), play, pairs, 1.0 if pairs else play.greedy.games / tried)


def _duel(play: PlayedSetup, pair: tuple[str, str, str]) -> tuple[float, int]:
    """(wins of the first record, games) of an event and two records: of games made for them where that is possible."""
    sums = play.matched if play.matched is not None else play.greedy
    return sums.head_to_head_parts[pair] / PARTS_PER_WIN, sums.head_to_head[pair]


def pairs_of(check: Check, play: PlayedSetup) -> Iterator[tuple[str, str, str]]:
    """(event, record, other record) of a check of `duels`, or of `sides` at a table of two, where the other record may
    be any one of its component; as `Aggregate.head_to_head` counts them."""
    scope, word = CheckScope(play.game), balance_question(check)
    wanted = {record.id for record in scope.chosen(check.words["to"], check.words)}
    among = wanted
    if word == "sides":
        among = {record.id for record in scope.chosen(check.words["to"], {})} if play.table.players == 2 else set()
    for event in check.words["happens"]:
        for one, other in combinations(sorted(among), 2):
            if one in wanted or other in wanted:
                yield event, one, other


# --- averages -----------------------------------------------------------------------------------------------


def _limits(check: Check) -> tuple[float, float]:
    return check.words.get("min", -inf), check.words.get("max", inf)


def _points(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums, players = play.greedy, play.table.players
    of = Average(sums.totals / players, sums.total_squares / players**2, sums.games, *_limits(check))
    says = f"a player scores on average {{}} points, {play.name}"
    yield Claim(f"points, {play.name}", says, of, check.span_of("scores", 0), play)


def _often(check: Check, play: PlayedSetup) -> Iterator[Claim]:
    sums = play.greedy
    for index, event in enumerate(check.words["happens"]):
        of = Average(sums.event_counts[event], sums.event_count_squares[event], sums.games, *_limits(check))
        who = f"'{event}', {play.name}"
        yield Claim(who, f"on average {{}} times {who}", of, check.span_of("happens", index), play)


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
            who = f"'{event}' of '{key[1]}', {play.name}"
            yield Claim(who, says, of, check.span_of("average", 0), play, share=sums.games / games)


#: Word of a check -> its numbers at one table.
_CLAIMS: Mapping[str, Callable[[Check, PlayedSetup], Iterator[Claim]]] = {
    "seats": _seats,
    "sides": _sides,
    "duels": _duels,
    "scores": _points,
    "average": _averages,
    "happens": _often,
}

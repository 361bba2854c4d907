"""Sums over games -> a balance report: figures, each with its interval, for text, JSON and a page."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import erfc, inf, log, sqrt
from typing import Any

from pawprint.catalog.model import Game, Record, Translated, localised
from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.play.engine import Rules
from pawprint.play.playing import DRAWN, KEPT, PLAYED
from pawprint.play.simulation import play_games
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import Z_SINGLE, Interval, mean, percentile, wilson

# --- Estimates for the pieces of a balance report: slopes, and which of many differences stand out --------------------

#: Of the differences that are said to stand out, at most this share is due to chance (Benjamini and Hochberg 1995).
FALSE_SHARE = 0.05
#: Estimates from fewer games have no interval.
_FEW = 10
#: The strangest game is looked for among the first games, and those in which something happened for the first time.
_COMPARED = 60
#: This many of its rarest events make a game strange.
_RAREST = 10
#: How seats may have a piece: names of `PieceFigures`.
USES = ("drawn", "played", "kept")
#: Version of the JSON; it changes with the meaning of a key.
VERSION = 1


def slope(
    gain: float, weight: float, gain_squares: float, weight_squares: float, products: float, games: int
) -> Interval:
    """The ratio of two sums over independent *games*, from their sums of squares and products."""
    value = gain / weight
    if games < _FEW:
        return Interval(value, -inf, inf)
    spread = max(0.0, gain_squares - 2 * value * products + value * value * weight_squares)
    half = Z_SINGLE * sqrt(spread * games / (games - 1)) / weight
    return Interval(value, value - half, value + half)


def standing_out(intervals: Mapping[str, Interval]) -> frozenset[str]:
    """The names of the values that differ from 0 even considering how many of them there are."""
    chances = []
    for name, one in intervals.items():
        half = (one.high - one.low) / 2
        if 0 < half < inf:
            chances.append((erfc(abs(one.value) / (half / Z_SINGLE) / sqrt(2)), name))
    chances.sort()
    most = max((place for place, (chance, _) in enumerate(chances, 1) if chance <= FALSE_SHARE * place / len(chances)),
               default=0)  # fmt: skip
    return frozenset(name for _, name in chances[:most])


@dataclass(frozen=True)
class SeatFigures:
    """A seat.

    Attributes:
        points: of a single game without limits.
        scores: points -> games; empty if the course was not counted.
    """

    seat: int
    bot: str
    wins: Interval
    points: Interval
    scores: Mapping[int, int]


@dataclass(frozen=True)
class BotFigures:
    """A bot at all of its seats; a fair share of wins is *fair*."""

    bot: str
    seats: tuple[int, ...]
    wins: Interval
    fair: float


@dataclass(frozen=True)
class UseFigures:
    """Seats with which a piece was in some way.

    Attributes:
        wins: the share of the games that they won.
    """

    seats: int
    wins: Interval
    points: float


@dataclass(frozen=True)
class SwapFigures:
    """What a seat gains by a copy of a piece in place of another piece of its component.

    Attributes:
        games: pairs of games in which the piece went to another seat.
        gain: in shares of a win.
        stands_out: even considering how many pieces there are to look at.
    """

    games: int
    gain: Interval
    stands_out: bool


@dataclass(frozen=True)
class PieceFigures:
    """A piece.

    Attributes:
        dealt, offered: of the games in which that was counted; used: of all games.
        drawn, played, kept: None where there was nothing to count.
    """

    id: str
    name: str
    component: str
    dealt: int
    offered: int
    used: int
    drawn: UseFigures | None
    played: UseFigures | None
    kept: UseFigures | None
    swap: SwapFigures | None

    @property
    def gain(self) -> Interval | None:
        """The gain by a swap; None without an interval."""
        return self.swap.gain if self.swap is not None and self.swap.gain.known else None


@dataclass(frozen=True)
class CourseFigures:
    """How games go; attributes are those of `Aggregate`."""

    games: int
    contested: int
    choices: Mapping[int, int]
    lead_changes: Mapping[int, int]
    margins: Mapping[int, int]
    settled: Mapping[int, int]
    comebacks: Interval


@dataclass(frozen=True)
class BalanceReport:
    """All that games between bots have shown.

    Attributes:
        game: id of its engine, title: of the game, in *language*.
        rules: digest of cards and options.
        options: all of them; *chosen*: those that were asked for.
        components: name -> title of those that *pieces* are of.
        sides: components of which each seat has one piece, such as clans.
        never: events that never happened.
        course: None if it was not counted.
        notable: kind -> number of a game.
    """

    game: str
    title: str
    language: str
    rules: str
    edition: str
    options: Mapping[str, Any]
    chosen: tuple[tuple[str, Any], ...]
    players: int
    bots: tuple[str, ...]
    seed: int
    games: int
    broken: int
    seats: tuple[SeatFigures, ...]
    by_bot: tuple[BotFigures, ...]
    shared: int
    together: int
    decisions: int
    forced: int
    lengths: Counter[int]
    sampled: int
    components: Mapping[str, str]
    pieces: tuple[PieceFigures, ...]
    sides: tuple[str, ...]
    never: tuple[str, ...]
    course: CourseFigures | None
    notable: Mapping[str, int]


def balance_report(game: Game, rules: Rules, config: SimulationConfig, total: Aggregate) -> BalanceReport:
    """The report of the games that *total* has counted."""
    language = report_language(game)
    deck = game.in_edition(config.deck)
    pieces = _pieces(deck, language, total)
    components = {
        name: component.title.get(language) or name
        for name, component in deck.components.items()
        if any(piece.component == name for piece in pieces)
    }
    course = None
    if total.courses:
        course = CourseFigures(
            total.courses, total.contested, total.choices, total.lead_changes, total.margins, total.settled,
            wilson(total.comebacks, total.contested),
        )  # fmt: skip
    return BalanceReport(
        game=rules.id,
        title=game.title[language],
        language=language,
        rules=rules.rules_hash(),
        edition=config.edition,
        options=dict(rules.chosen),
        chosen=config.options,
        players=config.players,
        bots=config.bots,
        seed=config.seed,
        games=total.games,
        broken=total.broken,
        seats=tuple(_seat(config, total, seat) for seat in range(config.players)),
        by_bot=_by_bot(config, total),
        shared=total.shared,
        together=total.together,
        decisions=total.decisions,
        forced=total.forced,
        lengths=total.lengths,
        sampled=total.sampled,
        components=components,
        pieces=pieces,
        sides=tuple(name for name in components if _is_side(name, pieces, config, total)),
        never=tuple(event for event in rules.events if total.courses and not total.event_counts[event]),
        course=course,
        notable=_notable(config, total),
    )


def report_language(game: Game) -> str:
    """The language of the names in reports, which are in English: that, or else the first one of the game."""
    return "en" if "en" in game.languages else game.languages[0]


def _notable(config: SimulationConfig, total: Aggregate) -> dict[str, int]:
    found = {kind: value[-1] for (kind, _), value in sorted(total.notable.items())}
    return found | ({"strangest": _strangest_game(config, total)} if total.courses else {})


def _strangest_game(config: SimulationConfig, total: Aggregate) -> int:
    numbers = {number for number in total.first.values() if isinstance(number, int)}
    compared = sorted(numbers | {*range(min(_COMPARED, total.games))})
    plain = config._replace(count_course=False, swap_pieces=False, keep_logs=False)
    surprises = []
    for number in compared[: 2 * _COMPARED]:
        sums = play_games(plain, [number])
        if sums.games:
            surprises.append((-sum(sorted(_surprises(sums, total))[-_RAREST:]), number))
    return min(surprises, default=(0.0, 0))[1]


def _surprises(sums: Aggregate, total: Aggregate) -> Iterator[float]:
    """How rare each event of a game with a piece is; 0 if it happens in every game."""
    for key in sums.pieces_by_event:
        games = total.pieces_by_event[key]
        if games:
            yield log(total.games / games)


def _seat(config: SimulationConfig, total: Aggregate, seat: int) -> SeatFigures:
    points = mean(total.points[seat], total.squares[seat], total.games, Z_SINGLE)
    scores = {score: games for (whose, score), games in sorted(total.scores.items()) if whose == seat}
    wins = wilson(total.win_parts[seat] / PARTS_PER_WIN, total.games)
    return SeatFigures(seat, _bot(config, seat), wins, points, scores)


def _bot(config: SimulationConfig, seat: int) -> str:
    return config.bots[seat % len(config.bots)]


def _by_bot(config: SimulationConfig, total: Aggregate) -> tuple[BotFigures, ...]:
    """The wins of each bot; nothing if all seats have the same one."""
    seats: dict[str, list[int]] = {}
    for seat in range(config.players):
        seats.setdefault(_bot(config, seat), []).append(seat)
    if len(seats) < 2:
        return ()
    return tuple(
        BotFigures(
            bot, tuple(places), wilson(sum(total.win_parts[seat] for seat in places) / PARTS_PER_WIN, total.games),
            len(places) / config.players,
        )
        for bot, places in seats.items()
    )  # fmt: skip


# --- pieces -------------------------------------------------------------------------------------------------


def _pieces(deck: Game, language: str, total: Aggregate) -> tuple[PieceFigures, ...]:
    """The pieces of the components that players use or have, in the order of the catalog; tokens only if used."""
    chosen = total.offered.keys() | total.used.keys()
    had = {identity for event, identity in total.seats_by_event if event == DRAWN}
    swaps = _swaps(total)
    found: dict[str, PieceFigures] = {}
    for name, component in deck.components.items():
        records = deck.pieces(name)
        ids = {record.id for record in records}
        if chosen.isdisjoint(ids) and (component.kind == "tokens" or had.isdisjoint(ids)):
            continue
        for record in records:
            identity = record.id
            found[identity] = PieceFigures(
                identity, piece_name(deck, record, language), name,
                total.dealt[identity], total.offered[identity], total.used[identity],
                _use(total, DRAWN, identity), _played(total, identity), _use(total, KEPT, identity),
                swaps.get(identity),
            )  # fmt: skip
    return tuple(found.values())


def piece_name(game: Game, record: Record, language: str) -> str:
    """The printed name of a piece, or its id."""
    from pawprint.documents.declarations import piece_names

    value = record.values.get("name")
    value = value.get(language, "") if isinstance(value, Translated) else localised(value, language)
    return str(value or piece_names(game).get((record.component, record.id, language)) or record.id)


def _use(total: Aggregate, event: str, identity: str) -> UseFigures | None:
    key = event, identity
    seats = total.seats_by_event[key]
    if not seats or not total.courses:
        return None
    wins = wilson(total.seat_parts_by_event[key] / PARTS_PER_WIN, seats)
    return UseFigures(seats, wins, total.seat_points_by_event[key] / seats)


def _played(total: Aggregate, identity: str) -> UseFigures | None:
    """The seats that played it; of what is not played itself, those to which most happened with it."""
    if (PLAYED, identity) in total.seats_by_event:
        return _use(total, PLAYED, identity)
    if (DRAWN, identity) in total.seats_by_event:
        return None
    events = [(seats, event) for (event, other), seats in total.seats_by_event.items() if other == identity]
    return _use(total, max(events)[1], identity) if events else None


def _swaps(total: Aggregate) -> dict[str, SwapFigures]:
    names = sorted(name for quantity, name in total.swaps if quantity == "games")
    slopes = {}
    for name in names:
        sums = {quantity: total.swaps[quantity, name] for quantity in ("gain", "weight", "gain²", "weight²", "product")}
        slopes[name] = slope(
            sums["gain"] / PARTS_PER_WIN, sums["weight"], sums["gain²"] / PARTS_PER_WIN**2, sums["weight²"],
            sums["product"] / PARTS_PER_WIN, total.swaps["games", name],
        )  # fmt: skip
    out = standing_out(slopes)
    return {name: SwapFigures(total.swaps["games", name], slopes[name], name in out) for name in names}


def _is_side(component: str, pieces: tuple[PieceFigures, ...], config: SimulationConfig, total: Aggregate) -> bool:
    """Whether every seat has one piece of *component* at the end of every game."""
    kept = [piece.kept.seats for piece in pieces if piece.component == component and piece.kept]
    return len(kept) > 1 and sum(kept) == total.courses * config.players


# --- data -------------------------------------------------------------------------------------------------------------


def data_report(report: BalanceReport) -> dict[str, Any]:
    """The report as plain data for programs."""
    data: dict[str, Any] = {
        "version": VERSION,
        "game": report.game,
        "rules": report.rules,
        "edition": report.edition,
        "options": dict(report.options),
        "players": report.players,
        "seed": report.seed,
        "games": report.games,
        "broken": report.broken,
        "seats": [
            {"bot": seat.bot, "wins": seat.wins.data(), "points": seat.points.data() if seat.points.known else None}
            | ({"scores": _counts(seat.scores)} if seat.scores else {})
            for seat in report.seats
        ],
        "shared": report.shared,
        "together": report.together,
        "decisions": {
            "total": report.decisions,
            "forced": report.forced,
            "percentiles": {str(part): percentile(report.lengths, part / 100) for part in (5, 50, 95, 100)},
        },
        "sampled": report.sampled,
        "pieces": {piece.id: _piece_data(piece) for piece in report.pieces},
    }
    if report.by_bot:
        data["bots"] = {
            bot.bot: {"seats": [seat + 1 for seat in bot.seats], "wins": bot.wins.data(), "fair": round(bot.fair, 6)}
            for bot in report.by_bot
        }
    course = report.course
    if course is not None:
        counted = ("choices", "lead_changes", "margins", "settled")
        data["lengths"] = _counts(report.lengths)
        data["course"] = {
            "games": course.games,
            "contested": course.contested,
            **{name: _counts(getattr(course, name)) for name in counted},
            "comebacks": course.comebacks.data(),
        }
        data |= {"sides": [*report.sides], "never": [*report.never], "notable": dict(report.notable)}
    return data


def _piece_data(piece: PieceFigures) -> dict[str, Any]:
    data: dict[str, Any] = {"dealt": piece.dealt, "offered": piece.offered, "used": piece.used}
    for name in USES:
        use: UseFigures | None = getattr(piece, name)
        if use is not None:
            data[name] = {"seats": use.seats, "wins": use.wins.data(), "points": round(use.points, 6)}
    if piece.swap is not None:
        gain = piece.gain and piece.gain.data()
        data["swap"] = {"games": piece.swap.games, "gain": gain, "stands_out": piece.swap.stands_out}
    return data


def _counts(counts: Mapping[int, int]) -> dict[str, int]:
    """Number -> how often, with texts as keys, as JSON has them."""
    return {str(number): count for number, count in sorted(counts.items())}

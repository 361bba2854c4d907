"""Plays a game with its real deck, in every edition and with every number of players, and reports the results."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.check.check_reader import checks_of
from pawprint.check.evaluation import STATUSES, CheckResult
from pawprint.check.game_rounds import GameRounds, Progress
from pawprint.check.questions import ENOUGH, judge
from pawprint.check.results import Example, Need, PlayedSetup, Share, Verdict, first_example, games_of, games_with
from pawprint.check.scope import EvaluationError
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate, Failure
from pawprint.play.lookup import playable_editions
from pawprint.play.playing import ReplayError, read_log, replay_steps
from pawprint.play.simulation import Unplayable, WorkerPool, play_games, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import rule_of_three
from pawprint.play.time_limit import RulesFault

#: The share of games in which a seat may lose without a choice; more are a finding.
RARELY = 0.05
#: The part of a fair share of wins below which a seat is reported, unless a check asks for more.
HARDLY_EVER = 0.25
#: Games that are played twice.
TWICE = 2


class PlaytestReport(NamedTuple):
    """The results of playing a game.

    Attributes:
        logs: name of a file -> its text, for games that went wrong.
        undecided: a line about each check that is undecided, and the games that it needs.
    """

    results: tuple[CheckResult, ...]
    logs: dict[str, str]
    summary: str
    undecided: tuple[str, ...] = ()


def play(
    game: Game,
    results: tuple[CheckResult, ...],
    findings: Findings,
    pool: WorkerPool,
    *,
    edition: str = "",
    games: int = 0,
    seed: int = 0,
    progress: Progress | None = None,
) -> PlaytestReport:
    """Play *game* and evaluate the invariants that need play.

    Args:
        results: what is known of its invariants without playing.
        edition: only this one; all if empty.
        games: at each table between bots of each kind; as many as the budget allows if 0.
    """
    tables = tables_of(game, findings, edition, seed)
    if not tables:
        return PlaytestReport(results, {}, f"{game.id}: nothing was played; {_reason(game)}")
    rounds = GameRounds(game, tables, pool, games, progress)
    plays = rounds.play()
    _play_twice(plays, pool)
    reporter = _Reporter(game, plays, findings, rounds.error_rate)
    reporter.report_failures()
    verdicts = reporter.report_checks()
    reporter.report_unplayed_cards()
    reporter.report_unfair_seats()
    reporter.report_forced_losses()
    summary = f"{game.id}: {games_of(plays)}, at {len(plays)} table{'s' if len(plays) > 1 else ''}, seed {seed}"
    lost = _forced_losses(plays).total()
    summary += f"; {lost:,} time{'s' if lost > 1 else ''} a seat lost without ever having a choice" if lost else ""
    summary += _never_emitted(plays)
    merged = tuple(_merged(result, verdicts) for result in results)
    open_ = [result.id for result in merged if result.status == "undecided"]
    undecided = tuple(f"{game.id}: {name} is undecided: {_games_needed(verdicts[name].needs)}" for name in open_)
    return PlaytestReport(merged, reporter.logs, summary, undecided)


def _games_needed(needs: Sequence[Need]) -> str:
    if not needs:
        return "no game tells"
    close = [need for need in needs if need.games is None]
    if close:
        return f"{len(close)} of its numbers are so close to a limit that a million games might not tell"
    most = {(need.table, need.sides): 0 for need in needs}
    for need in needs:
        key = need.table, need.sides
        most[key] = max(most[key], (need.games or 0) - need.played, 1)
    games = _rounded_up(max(need.games or 0 for need in needs))
    return f"about {_rounded_up(sum(most.values())):,} more games would tell, as with --games {games}"


def _rounded_up(number: int) -> int:
    """*number* with two digits that count."""
    unit = int("1" + "0" * (len(str(number)) - 2)) if number > 99 else 1
    return -(-number // unit) * unit


def _forced_losses(plays: Sequence[PlayedSetup]) -> Counter[int]:
    """Seat -> games that it has lost without ever having had a choice."""
    return sum((sums.no_choice for play in plays for sums in play.unmatched_games), Counter())


def _never_emitted(plays: Sequence[PlayedSetup]) -> str:
    """Events that never happened, as the end of a sentence; some need options that are not chosen."""
    events = dict.fromkeys(event for play in plays for event in rules_of(play.table).events)
    never = [
        event
        for event in events
        if not any(sums.event_counts[event] for play in plays for sums in play.unmatched_games)
    ]
    return f"; never: {', '.join(never)}" if never else ""


def _reason(game: Game) -> str:
    if not game.engine:
        return "it names no engine"
    return "its cards are at fault" if game.engine in ENGINES else f"there is no engine '{game.engine}'"


def tables_of(game: Game, findings: Findings, edition: str, seed: int) -> list[SimulationConfig]:
    """Every edition with every number of players; nothing after findings, and for a game without an engine."""
    tables: list[SimulationConfig] = []
    for engine, deck, rules in playable_editions(game, edition):
        table = SimulationConfig(game.folder.as_posix(), engine, deck, rules, (), 0, ("random",), seed)
        try:
            players = rules_of(table).players
        except Unplayable as error:
            findings.extend(error.findings)
            if not len(error.findings):
                message = f"{game.id} cannot be played: {error}"
                findings.add("game-broken", message, game.node.entries["rules"].span, "change the deck, or the rules")
            continue
        tables += [table._replace(players=count) for count in players]
    return tables


def _play_twice(plays: Sequence[PlayedSetup], pool: WorkerPool) -> None:
    """Play some games again, here and in the pool, and once more from their logs."""
    tables = [play.table._replace(bots=("greedy", "random"), keep_logs=True) for play in plays]
    there = pool.play([(table, 0, TWICE) for table in tables])
    for play, table, sums in zip(plays, tables, there, strict=True):
        here = play_games(table, range(TWICE))
        for number, line in sums.logs.items():
            wrong = "" if here.logs.get(number) == line else "played again with the same seed, it is another game"
            try:
                for _ in replay_steps(rules_of(table), read_log(line)) if not wrong else ():
                    pass
            except (ReplayError, RulesFault) as error:
                wrong = f"played again from its log, {error}"
            if wrong:
                failure = Failure("repeats", number, 0, wrong, line)
                play.inspected.add(Aggregate(failures=(failure,)))


class _Reporter:
    """Turns what was played into findings."""

    def __init__(self, game: Game, plays: Sequence[PlayedSetup], findings: Findings, error_rate: float) -> None:
        self.game, self.plays, self.findings, self.error_rate = game, plays, findings, error_rate
        self.logs: dict[str, str] = {}
        #: Game -> the file with its log.
        self.examples: dict[Example, str] = {}

    def report_failures(self) -> None:
        """One finding for each kind of failure, with the log of the first game that had it."""
        first: dict[str, tuple[PlayedSetup, Failure]] = {}
        for play in self.plays:
            for sums in (*play.unmatched_games, *([play.matched] if play.matched else [])):
                for failure in sums.failures:
                    first.setdefault(failure.kind, (play, failure))
        checks = {check.id: check for check in reversed(checks_of(self.game)) if check.needs_play}
        asked = {
            kind: next((check for check in checks.values() if word in check.words), None)
            for kind, word in (("repeats", "repeats"), ("long", "ends"), ("progress", "ends"))
        }
        for kind, (play, failure) in first.items():
            file = f"broken-{self.game.id}-{len(self.logs) + 1}.jsonl"
            self.logs[file] = failure.log + "\n"
            place = f"game {failure.number} of {play.name}, after {failure.step} actions"
            help = f"look at it with: pawprint play {self.game.id} --replay {file}"
            check = asked.get(kind) or checks.get(kind)
            if check is not None:
                about = f" ({check.about})" if check.about else ""
                self.findings.add(
                    "check-failed", f"{check.id}: {failure.message}, in {place}{about}", check.span, help,
                    severity=check.severity, rule=check.id,
                )  # fmt: skip
            else:
                general = kind in ("crash", "long", "progress", "pieces", "repeats")
                message = failure.message if general else f"{kind}: {failure.message}"
                span = self.game.node.entries["rules"].span
                self.findings.add("game-broken", f"{message}, in {place}", span, help, rule="" if general else kind)

    def report_checks(self) -> dict[str, Verdict]:
        """The verdicts on the checks that need play, by id; the worst of several checks with the same id counts."""
        verdicts: dict[str, Verdict] = {}
        for check in checks_of(self.game):
            if not check.needs_play:
                continue
            try:
                verdict = judge(check, self.plays, self.error_rate)
            except EvaluationError as error:
                message = f"{check.id}: the check cannot be evaluated for {error.subject}: {error.cause}"
                span = check.span_of(*error.word)
                self.findings.add("bad-declaration", message, span, error.cause.help, rule=check.id)
                verdict = Verdict("failed")
            about = next(
                (
                    f" ({declared.about})"
                    for declared in checks_of(self.game)
                    if declared.id == check.id and declared.about
                ),
                "",
            )
            for fault in verdict.faults:
                help = "change the cards, or the check"
                if fault.span.source is not check.span.source:
                    help = f"the check is declared at {check.span}"
                self.findings.add(
                    "check-failed", f"{check.id}: {fault.message}{about}", fault.span, help + self.shown(fault.example),
                    severity=check.severity, rule=check.id,
                )  # fmt: skip
            before = verdicts.get(check.id, Verdict(STATUSES[0]))
            status = max(before.status, verdict.status, key=STATUSES.index)
            notes = dict.fromkeys(note for note in (before.note, verdict.note) if note)
            verdicts[check.id] = Verdict(status, "; ".join(notes), needs=before.needs + verdict.needs)
        return verdicts

    def shown(self, example: Example | None) -> str:
        """A phrase that says where to see a game, to append to a message; empty if there is none."""
        if example is None:
            return ""
        if example not in self.examples:
            table = example.table._replace(keep_logs=True, count_events=False, check_invariants=False)
            lines = play_games(table, [example.number]).logs
            if example.number not in lines:
                return ""
            file = self.examples[example] = f"seen-{self.game.id}-{len(self.examples) + 1}.jsonl"
            self.logs[file] = lines[example.number] + "\n"
        return f"; look at a game with: pawprint play {self.game.id} --replay {self.examples[example]}"

    def report_unplayed_cards(self) -> None:
        """Report cards that are never played, of components whose other cards are."""
        games = sum(sums.games for play in self.plays for sums in play.unmatched_games)
        if games < ENOUGH:
            return
        asked = {
            name
            for check in checks_of(self.game)
            if check.needs_play and "used" in check.words.get("happens", ())
            for name in check.words.get("to", ())
        }
        decks = {play.game.edition: play.game for play in self.plays}
        for component in self.game.components:
            records = {
                record.id: record
                for name, deck in decks.items()
                for record in deck.pieces(component)
                if record.copies_in(name)
            }
            unused = [name for name in records if not games_with(self.plays, "used", name)]
            if component in asked or len(unused) == len(records):
                continue  # a check says it already, or these are no cards to be played
            for name in unused:
                offered = games_with(self.plays, "offered", name)
                dealt = games_with(self.plays, "dealt", name)
                how = "it is never dealt" if not dealt else "playing it is never legal"
                how = "bots never choose it" if offered else how
                help = "make it worth playing, or easier to play; or look whether bots play well"
                rate = f"so it is played in less than {rule_of_three(games):.2%} of all"
                self.findings.add(
                    "card-unplayed", f"'{name}' is played in none of {games_of(self.plays)}, {rate}: {how}",
                    records[name].node.span, help + self.shown(first_example(self.plays, "dealt", name)),
                )  # fmt: skip

    def report_unfair_seats(self) -> None:
        """Report seats that hardly ever win, unless a check has already done so."""
        if any(
            "seats" in check.words and check.id == finding.rule
            for check in checks_of(self.game)
            for finding in self.findings
        ):
            return
        for play in self.plays:
            sums, players = play.greedy, play.table.players
            if sums.together or players < 2:
                continue
            for seat in range(players):
                share = Share(sums.win_parts[seat] / PARTS_PER_WIN, sums.games, HARDLY_EVER / players, 1, 1 / players)
                value, low, high = share.interval("failed", self.error_rate)
                if share.judge(self.error_rate).status == "failed":
                    self.findings.add(
                        "seat-unfair",
                        f"player {seat + 1} of {play.name} wins {value:.1%} ({low:.1%} to {high:.1%})"
                        f" of {sums.games:,} games between greedy bots; {1 / players:.1%} is fair",
                        self.game.node.entries["rules"].span, "give this seat something, or take it from the others",
                    )  # fmt: skip

    def report_forced_losses(self) -> None:
        """Seats that have lost without ever having had a choice: the game was lost when it was dealt."""
        for play in self.plays:
            seats = _forced_losses([play])
            if not seats:
                continue
            seat, lost = seats.most_common(1)[0]
            games = sum(sums.games for sums in play.unmatched_games)
            if Share(lost, games, 0, RARELY, 0).judge(self.error_rate).status != "failed":
                continue
            example = first_example([play], "no_choice", seat)
            self.findings.add(
                "loss-forced",
                f"player {seat + 1} of {play.name} loses {lost:,} of {games:,} games without ever having a choice",
                self.game.node.entries["rules"].span,
                "give players more than one thing to do" + self.shown(example),
            )


def _merged(result: CheckResult, verdicts: dict[str, Verdict]) -> CheckResult:
    verdict = verdicts.get(result.id)
    if verdict is None or result.status != "needs play":
        return result
    return result._replace(status=verdict.status, note=verdict.note)

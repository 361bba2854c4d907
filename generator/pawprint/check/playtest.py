"""Plays a game with its real deck, in every edition and with every number of players, and reports the results.

How many games there are does not depend on the speed of the machine, so the same seed always finds the same: the
number is taken from a few sizes, by how much there is to try in a game.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.check.check_reader import checks_of
from pawprint.check.evaluation import STATUSES, CheckResult
from pawprint.check.questions import ENOUGH, judge
from pawprint.check.results import Example, PlayedSetup, Verdict, first_example, games_of, times
from pawprint.check.scope import EvaluationError
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.rules.aggregates import PARTS_PER_WIN, Aggregate, Failure
from pawprint.rules.engine import Rng
from pawprint.rules.game_logs import read_log, replay_steps
from pawprint.rules.lookup import playable_editions
from pawprint.rules.playing import ReplayError
from pawprint.rules.simulation import Unplayable, WorkBatch, WorkerPool, play_games, rules_of
from pawprint.rules.simulation_config import SimulationConfig
from pawprint.rules.statistics import Z_REPEATED, rule_of_three, wilson

#: Games at each table that tell how long one is.
FIRST = 2
#: The share of games above which an event at a seat is reported as a finding.
RARELY = 0.05
#: Games that are played twice.
TWICE = 2
#: Numbers of games that a table may have.
SIZES = (2, 4, 8, 12, 16, 24, 32, 48, 64, 100, 150, 200, 300, 400, 600, 800, 1200, 1600, 2400, 3200)
#: In all games of one game so many states may be looked at, so many actions tried by greedy bots, and so many done by
#: random ones; the first two of states of no size at all, twice as large is `SIZE` signs of a dump.
PROVED = 6_000
TRIED = 140_000
DONE = 70_000
SIZE = 2_500

Progress = Callable[[str, int, int], None]


class PlaytestReport(NamedTuple):
    """What playing has found.

    Attributes:
        results: the invariants, with what became of them.
        logs: name of a file -> its text, for games that went wrong.
        summary: one line about what was played.
    """

    results: tuple[CheckResult, ...]
    logs: dict[str, str]
    summary: str


def play(
    game: Game,
    results: tuple[CheckResult, ...],
    findings: Findings,
    crew: WorkerPool,
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
    plays = _play_all(game, tables, crew, games, progress)
    reporter = _Reporter(game, plays, findings)
    reporter.report_failures()
    verdicts = reporter.report_checks()
    reporter.report_unplayed_cards()
    reporter.report_unfair_seats()
    reporter.report_forced_losses()
    summary = f"{game.id}: {games_of(plays)}, at {len(plays)} table{'s' if len(plays) > 1 else ''}, seed {seed}"
    lost = _forced_losses(plays).total()
    summary += f"; {lost:,} time{'s' if lost > 1 else ''} a seat lost without ever having a choice" if lost else ""
    summary += _never_emitted(plays)
    return PlaytestReport(tuple(_merged(result, verdicts) for result in results), reporter.logs, summary)


def _forced_losses(plays: Sequence[PlayedSetup]) -> Counter[int]:
    """Seat -> games that it has lost without ever having had a choice."""
    return sum((sums.no_choice for play in plays for sums in play.all), Counter())


def _never_emitted(plays: Sequence[PlayedSetup]) -> str:
    """Events that never happened, as the end of a sentence; some need options that are not chosen."""
    events = dict.fromkeys(event for play in plays for event in rules_of(play.table).events)
    never = [event for event in events if not any(sums.event_counts[event] for play in plays for sums in play.all)]
    return f"; never: {', '.join(never)}" if never else ""


def _reason(game: Game) -> str:
    """Why nothing is played."""
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


def _play_all(
    game: Game, tables: Sequence[SimulationConfig], crew: WorkerPool, games: int, progress: Progress | None
) -> list[PlayedSetup]:
    def report(done: int, total: int) -> None:
        if progress:
            progress(f"{game.id}: playing", done, total)

    looked = [
        table._replace(check_invariants=True, count_events=True, never_empty=_words(game, "lasts")) for table in tables
    ]
    duels = tuple(dict.fromkeys(
        event for check in checks_of(game) if "duels" in check.words for event in check.words["happens"]
    ))  # fmt: skip
    proofs = crew.play([(table, 0, FIRST) for table in looked], report)
    weights = [_weight(table) for table in tables]
    more = [
        min(games or SIZES[-1], _size(PROVED / weight / len(tables), sums.decisions / max(1, sums.games)))
        for weight, sums in zip(weights, proofs, strict=True)
    ]
    rest = [(table, FIRST, count - FIRST) for table, count in zip(looked, more, strict=True) if count > FIRST]
    for sums, others in zip(
        (proofs[looked.index(table)] for table, _, _ in rest), crew.play(rest, report), strict=True
    ):
        sums.add(others)
    orders: list[WorkBatch] = []
    for table, weight, sums in zip(tables, weights, proofs, strict=True):
        played = max(1, sums.games)
        chance = games or _size(DONE / len(tables), sums.decisions / played)
        greedy = games or _size(TRIED / weight / len(tables), sums.tried / played)
        # Other games than those of the proofs, which have the lowest numbers.
        orders.append((table._replace(count_events=True), SIZES[-1], chance))
        orders.append((table._replace(count_events=True, bots=("greedy",), head_to_head=duels), 0, greedy))
    played_out = crew.play(orders, report)
    decks = {name: game.in_edition(name) for name in {table.deck for table in tables}}
    plays = [
        PlayedSetup(decks[table.deck], table, proof, played_out[2 * place], played_out[2 * place + 1])
        for place, (table, proof) in enumerate(zip(tables, proofs, strict=True))
    ]
    _play_twice(plays, crew)
    return plays


def _words(game: Game, word: str) -> tuple[str, ...]:
    """All that stands behind *word* in the checks of *game*."""
    return tuple(dict.fromkeys(one for check in checks_of(game) for one in check.words.get(word, ())))


def _weight(table: SimulationConfig) -> float:
    """The cost of copying and inspecting a state, relative to the smallest: large states take longer."""
    rules = rules_of(table)
    try:
        state = rules.start(rules.setup(table.players, Rng(table.seed, "size")))
        return 1 + len(json.dumps(state.dump())) / SIZE
    except Exception:  # playing reports the fault
        return 1.0


def _size(budget: float, each: float) -> int:
    """The largest of `SIZES` for which the *budget* is enough."""
    return max((size for size in SIZES if size * max(1.0, each) <= budget), default=SIZES[0])


def _play_twice(plays: Sequence[PlayedSetup], crew: WorkerPool) -> None:
    """Play some games again, here and where the crew is, and once more from their logs."""
    tables = [play.table._replace(bots=("greedy", "random"), keep_logs=True) for play in plays]
    there = crew.play([(table, 0, TWICE) for table in tables])
    for play, table, sums in zip(plays, tables, there, strict=True):
        here = play_games(table, range(TWICE))
        for number, line in sums.logs.items():
            wrong = "" if here.logs.get(number) == line else "played again with the same seed, it is another game"
            try:
                for _ in replay_steps(rules_of(table), read_log(line)) if not wrong else ():
                    pass
            except ReplayError as error:
                wrong = f"played again from its log, {error}"
            if wrong:
                trouble = Failure("repeats", number, 0, wrong, line)
                play.proofs.add(Aggregate(failures=(trouble,)))


class _Reporter:
    """Turns what was played into findings."""

    def __init__(self, game: Game, plays: Sequence[PlayedSetup], findings: Findings) -> None:
        self.game, self.plays, self.findings = game, plays, findings
        self.logs: dict[str, str] = {}
        #: Game -> the file with its log.
        self.examples: dict[Example, str] = {}

    def report_failures(self) -> None:
        """One finding for each kind of trouble, with the log of the first game that had it."""
        first: dict[str, tuple[PlayedSetup, Failure]] = {}
        for play in self.plays:
            for sums in play.all:
                for trouble in sums.failures:
                    first.setdefault(trouble.kind, (play, trouble))
        checks = {check.id: check for check in reversed(checks_of(self.game)) if check.needs_play}
        asked = {
            kind: next((check for check in checks.values() if word in check.words), None)
            for kind, word in (("repeats", "repeats"), ("long", "ends"), ("progress", "ends"))
        }
        for kind, (play, trouble) in first.items():
            file = f"broken-{self.game.id}-{len(self.logs) + 1}.jsonl"
            self.logs[file] = trouble.log + "\n"
            at = f"game {trouble.number} of {play.name}, after {trouble.step} actions"
            help = f"look at it with: pawprint play {self.game.id} --replay {file}"
            check = asked.get(kind) or checks.get(kind)
            if check is not None:
                about = f" ({check.about})" if check.about else ""
                self.findings.add(
                    "check-failed", f"{check.id}: {trouble.message}, in {at}{about}", check.span, help,
                    severity=check.severity, rule=check.id,
                )  # fmt: skip
            else:
                general = kind in ("crash", "long", "progress", "pieces", "repeats")
                message = trouble.message if general else f"{kind}: {trouble.message}"
                span = self.game.node.entries["rules"].span
                self.findings.add("game-broken", f"{message}, in {at}", span, help, rule="" if general else kind)

    def report_checks(self) -> dict[str, Verdict]:
        """What becomes of the checks that need play, by id; of several with one id the worst counts."""
        verdicts: dict[str, Verdict] = {}
        for check in checks_of(self.game):
            if not check.needs_play:
                continue
            try:
                verdict = judge(check, self.plays)
            except EvaluationError as error:
                message = f"{check.id}: the check cannot be evaluated for {error.subject}: {error.cause}"
                at = check.span_of(*error.word)
                self.findings.add("bad-declaration", message, at, error.cause.help, rule=check.id)
                verdict = Verdict("failed")
            about = next((f" ({one.about})" for one in checks_of(self.game) if one.id == check.id and one.about), "")
            for fault in verdict.faults:
                help = "change the cards, or the check"
                if fault.span.source is not check.span.source:
                    help = f"the check is declared at {check.span}"
                self.findings.add(
                    "check-failed", f"{check.id}: {fault.message}{about}", fault.span, help + self.shown(fault.example),
                    severity=check.severity, rule=check.id,
                )  # fmt: skip
            before = verdicts.get(check.id, verdict)
            status = max(before.status, verdict.status, key=STATUSES.index)
            notes = dict.fromkeys(note for note in (before.note, verdict.note) if note)
            verdicts[check.id] = Verdict(status, "; ".join(notes))
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
        games = sum(sums.games for play in self.plays for sums in play.all)
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
            unused = [name for name in records if not times(self.plays, "used", name)]
            if component in asked or len(unused) == len(records):
                continue  # a check says it already, or these are no cards to be played
            for name in unused:
                offered = times(self.plays, "offered", name)
                dealt = times(self.plays, "dealt", name)
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
            "seats" in check.words and check.id == found.rule
            for check in checks_of(self.game)
            for found in self.findings
        ):
            return
        for play in self.plays:
            sums, players = play.greedy, play.table.players
            if sums.together or players < 2:
                continue
            for seat in range(players):
                found = wilson(sums.win_parts[seat] / PARTS_PER_WIN, sums.games, Z_REPEATED)
                if found.high < 0.25 / players:
                    self.findings.add(
                        "seat-unfair",
                        f"player {seat + 1} of {play.name} wins {found.value:.1%} ({found.low:.1%} to {found.high:.1%})"
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
            games = sum(sums.games for sums in play.all)
            if wilson(lost, games, Z_REPEATED).low <= RARELY:
                continue
            example = first_example([play], "no_choice", seat)
            self.findings.add(
                "loss-forced",
                f"player {seat + 1} of {play.name} loses {lost:,} of {games:,} games without ever having a choice",
                self.game.node.entries["rules"].span,
                "give players more than one thing to do" + self.shown(example),
            )


def _merged(result: CheckResult, verdicts: dict[str, Verdict]) -> CheckResult:
    """*result* after playing."""
    verdict = verdicts.get(result.id)
    if verdict is None or result.status != "needs play":
        return result
    return result._replace(status=verdict.status, note=verdict.note)

"""An engine whose rules are data: `rules.yaml` in the folder of a game."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from pawprint.catalog.model import DATA, Game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.source import Source
from pawprint.rules.agreed_options import agreed_options
from pawprint.rules.engine import CHANCE, END, Action, Json, Rng
from pawprint.rules.language.action_words import WordedRules, filled
from pawprint.rules.language.data_state import DataState
from pawprint.rules.language.program import EndlessLoop, Program
from pawprint.rules.language.record_table import RecordTable
from pawprint.rules.language.rules_reader import read_rules
from pawprint.rules.language.specification import Specification
from pawprint.rules.rules_fault import RulesFault
from pawprint.rules.time_limit import SECONDS, TimeIsUp, TimeLimit
from pawprint.rules.zone_game import Words
from pawprint.rules.zone_state import Zone

#: The most pieces of a game that is played.
MOST_PIECES = 5_000


class DataRulesClass(type):
    """The class of classes of rules that are data; such a class is sent to other processes with its file."""


class DataRules(WordedRules, metaclass=DataRulesClass):
    """Rules that a `Specification` declares."""

    spec: ClassVar[Specification]

    def __init__(self, game: Game, edition: str, chosen: Mapping[str, Any]) -> None:
        super().__init__(game, edition, chosen)
        self.records = RecordTable(game, self.components)
        self._programs: dict[int, Program] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Without the programs, which are compiled again."""
        return {name: value for name, value in self.__dict__.items() if name != "descriptions"} | {"_programs": {}}

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "DataRules | None":
        """See `Rules.of`."""
        agreed = agreed_options(cls, game, findings, edition, chosen)
        kind = cls.for_game(game, findings)
        if agreed is None or kind is None or kind.add_wrong_components(game, findings):
            return None
        before = findings.errors
        rules = kind(game, *agreed)
        if len(rules.all_pieces()) > MOST_PIECES:
            at = cls.spec.node.span
            findings.add("bad-rules", f"the game has more than {MOST_PIECES:,} pieces", at, "fewer can be played with")
            return None
        wrong = Findings()
        for players in rules.players:
            rules.program(players, wrong)
            if wrong.count:
                break
        findings.extend(wrong)
        return None if findings.errors > before else rules

    @classmethod
    def for_game(cls, game: Game, findings: Findings) -> "type[DataRules] | None":
        """The class for the components of *game*, if the file does not name any; None after findings."""
        spec = cls.spec
        names = spec.components or tuple(name for name, one in game.components.items() if one.kind != DATA)
        for zone in spec.zones.values():
            for name in zone.holds:
                if name not in game.components:
                    from pawprint.core.registry import suggest

                    help = suggest(name, game.components, "components are")
                    findings.add(
                        "bad-rules", f"zone '{zone.name}' holds '{name}', which is no component", zone.node.span, help
                    )
                    return None
            if zone.refill and zone.refill not in spec.zones:
                from pawprint.core.registry import suggest

                help = suggest(zone.refill, spec.zones, "zones are")
                findings.add("bad-rules", f"there is no zone '{zone.refill}'", zone.node.span, help)
                return None
        if not spec.zones:
            findings.add(
                "bad-rules", "the rules declare no zones", spec.node.span, "write zones: {pile: {seen: hidden}}"
            )
            return None
        cls.components = names
        return cls

    def program(self, players: int, findings: Findings | None = None) -> Program:
        """The program for so many players."""
        found = self._programs.get(players)
        if found is None:
            own = Findings() if findings is None else findings
            found = Program(self.spec, self.records, self.chosen, players, own)
            self._programs[players] = found
            type(self).events = found.events
        return found

    # --- the engine -----------------------------------------------------------------------------------------

    def id_of(self, piece: Any) -> str:
        """See `ZoneGame.id_of`."""
        found: str = self.records.ids[piece]
        return found

    def piece_of(self, identity: str) -> Any:
        """See `ZoneGame.piece_of`."""
        return self.records.kinds[identity]

    def home_of(self, piece: str) -> str:
        """The zone in which a piece begins."""
        component = self.component_of(piece)
        for zone in self.spec.zones.values():
            if component in zone.holds:
                return f"{zone.name} 0" if zone.each else zone.name
        return next(
            (zone.name for zone in self.spec.zones.values() if not zone.holds and not zone.each), self.first_zone
        )

    def setup(self, players: int, rng: Rng) -> Json:
        """See `Rules.setup`."""
        state = DataState(self, players)
        for kind in self.records.pieces():
            state.zone(self.home_of(self.records.ids[kind])).append(kind)
        self._safely(state.program, lambda: state.program.setup(state, rng), "setup")
        return state.dump()

    def start(self, setup: Json) -> DataState:
        """See `Rules.start`."""
        state = self.load(setup)
        self._safely(state.program, lambda: state.program.advance(state, state.program.entry), "play")
        return state

    def load(self, dump: Json) -> DataState:
        """See `Rules.load`."""
        return DataState(self, len(dump["points"])).restore(dump)

    def do(self, state: DataState, action: Any) -> None:
        """Do *action*."""
        program = state.program
        if program.costly:
            self._safely(program, lambda: program.advance(state, program.resume[state.pc](state, action)), "play")
            return
        try:
            program.advance(state, program.resume[state.pc](state, action))
        except Exception as error:
            raise self._fault(program, error, "play") from None

    def sorted_actions(self, state: DataState) -> tuple[Action, ...]:
        """The legal actions; where chance is to decide, what may happen."""
        program = state.program
        wait = program.waits[state.pc]
        if wait.shuffled:
            return (tuple(sorted(program.run[f"l{state.pc}"](state))),)
        try:
            legal = program.legal[state.pc](state)
        except Exception as error:
            raise self._fault(program, error, "play") from None
        return tuple(sorted(set(legal))) if wait.chance else tuple(legal)

    def all_outcomes(self, state: DataState) -> Sequence[Action]:
        """What may happen, each as often as it is likely."""
        found: list[Action] = state.program.legal[state.pc](state)
        return found

    def _safely(self, program: Program, work: Any, what: str) -> None:
        """Do something within the limit of time."""
        try:
            with TimeLimit():
                work()
        except TimeIsUp as error:
            message = f"a step has not ended after {SECONDS:g} seconds"
            raise self._fault(program, error, what, message) from None
        except RulesFault:
            raise
        except Exception as error:
            raise self._fault(program, error, what) from None

    def _fault(self, program: Program, error: BaseException, what: str, message: str = "") -> RulesFault:
        """What has gone wrong in the program, at the line of the YAML."""
        if isinstance(error, RulesFault):
            return error
        span = None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == program.file:
                span = program.span_of(trace.tb_lineno) or span
            trace = trace.tb_next
        line = span.source.place(span.start)[0] if span is not None and span.source.name == self.path else 0
        return RulesFault(message or _in_words(error), self.path, line, self.text)

    def scores(self, state: DataState) -> tuple[int, ...]:
        """Points by seat; negative where the fewest win."""
        score = state.program.run.get("score")
        points = state.points if score is None else [score(state, seat) for seat in range(state.players)]
        return tuple([-one for one in points] if self.lowest_wins else points)

    def shares(self, state: DataState) -> tuple[float, ...]:
        """The shares of the win."""
        run, players = state.program.run, range(state.players)
        if "together" in run:
            return (1.0 if run["together"](state, 0) else 0.0,) * state.players
        scores = state.scores()
        ranks: list[tuple[Any, ...]] = [
            run["rank"](state, seat) if "rank" in run else (scores[seat],) for seat in players
        ]
        team = [run["team"](state, seat) if "team" in run else seat for seat in players]
        sums = {
            one: tuple(map(sum, zip(*(ranks[seat] for seat in players if team[seat] == one), strict=True)))
            for one in team
        }
        best = max(sums.values())
        winners = [one for one in sums if sums[one] == best]
        return tuple((team[seat] in winners) / (len(winners) * team.count(team[seat])) for seat in players)

    def invariants(self, state: DataState) -> Iterable[str]:
        """See `ZoneGame.invariants`."""
        for number, need in enumerate(self.spec.invariants):
            if not all(state.program.run[f"always_{number}"](state, seat) for seat in range(state.players)):
                yield f"{need.rule or 'always'}: {next(iter(need.refusal.values()), need.that.text)}"

    @property
    def vocabulary(self) -> Program:
        """A program with the verbs; they are the same for all numbers of players."""
        return self.program(next(iter(self._programs), self.players.start))

    def refusal_of(self, state: DataState, action: Action) -> str:
        """See `ZoneGame.refusal_of`."""
        found = None if state.seat < 0 else self.named(action)
        if found is None:
            return super().refusal_of(state, action)
        program = state.program
        (verb, names), number = found, action >> program.width * program.fields
        if number not in program.waits[state.pc].verbs:
            return super().refusal_of(state, action)
        _, values = self.parts_of(action) or (verb, [])
        why = program.run[f"why_{number}"](state, state.seat, *values)
        if not why:
            return super().refusal_of(state, action)
        rule, words, condition = verb.reasons[why - 1]
        text = words.get("") or words.get("en") or next(iter(words.values()), f"this must be so: {condition}")
        return f"{rule or self.first_rule}: {filled(text, names)}"

    @property
    def first_rule(self) -> str:
        """The rule of refusals that have none."""
        return self.implements[0] if self.implements else "rules"

    def fault(self, message: str, hook: str = "") -> RulesFault:
        """See `ZoneGame.fault`."""
        node = self.spec.node
        at = node.key_span("play") if "play" in node.keys else node.span
        return RulesFault(message, self.path, at.source.place(at.start)[0], self.text)

    def shown_values(self, state: DataState, seat: int) -> Iterable[tuple[Mapping[str, str], Any]]:
        """See `ZoneGame.shown_values`."""
        values = state.values
        for value in self.spec.values.values():
            if value.titles and value.each == (seat >= 0):
                titles = {language or "en": title for language, title in value.titles.items()}
                yield titles, values[f"{value.name} {seat}" if value.each else value.name]

    def question(self, state: DataState) -> Words:
        """See `ZoneGame.question`."""
        wait = state.program.waits.get(state.pc)
        if wait is None or not wait.question:
            return ""
        return {
            language or "en": f"{wait.rule}: {words}" if wait.rule else words
            for language, words in wait.question.items()
        }

    def situation(self, state: DataState, asked: str, turn: int) -> None:
        """See `ZoneGame.situation`."""
        program = state.program
        names = [verb.name for verb in program.verbs]
        if turn == END:
            state.seat, state.pc = END, -1
            return
        for number, wait in sorted(program.waits.items()):
            fits = wait.phase == asked or any(names[verb] == asked for verb in wait.verbs)
            if (turn == CHANCE) == wait.chance and (
                fits if asked else number == state.pc or state.pc not in program.waits
            ):
                break
        else:
            if asked:
                raise ValueError(f"no step asks for '{asked}'")
            number = state.pc
            wait = program.waits[number]
        state.pc, state.seat, state._legal = number, turn, None
        for register in wait.players:
            state.f[register] = turn
        if turn >= 0:
            state.turn = (turn + 1) % state.players


def _in_words(error: BaseException) -> str:
    """What has gone wrong while a game was played."""
    if isinstance(error, EndlessLoop):
        return str(error)
    if isinstance(error, LookupError):
        return "a list is empty, or has fewer entries, where one is taken from it"
    if isinstance(error, ValueError) and "remove" in str(error):
        return "a card is moved from a zone in which it does not lie"
    if isinstance(error, ValueError):
        return "there is nothing to choose the best of"
    if isinstance(error, ZeroDivisionError):
        return "a number is divided by 0"
    if isinstance(error, TypeError):
        return "something that is nothing is used as if it were a card or a number"
    return f"this fails with {type(error).__name__}: {error}"


@lru_cache(32)
def data_class(path: str, text: str) -> tuple[type[DataRules] | None, tuple[Diagnostic, ...]]:
    """The class of the rules in a file, and what is wrong with it.

    Args:
        path: of the file, for messages.
    """
    findings = Findings()
    spec = read_rules(Source(path, text), findings)
    if spec is None:
        return None, tuple(findings)
    members = {
        "spec": spec, "path": path, "text": text, "players": spec.players, "longest": spec.longest,
        "lowest_wins": spec.lowest_wins, "components": spec.components, "numbers": spec.numbers,
        "options": spec.options, "editions": spec.editions, "implements": spec.implements,
        "zones": tuple(
            Zone(zone.name, zone.seen, zone.each, {name or "en": text for name, text in zone.titles.items()}, zone.pile)
            for zone in spec.zones.values()
        ),
    }  # fmt: skip
    rules: Any = DataRulesClass("DataRules", (DataRules,), members)
    return rules, tuple(findings)


def sent(rules: Any) -> Any:
    """How a class of rules is sent to another process: with its file."""
    return (sent_class, (rules.path, rules.text)) if rules.text else rules.__qualname__


def sent_class(path: str, text: str) -> type[DataRules]:
    """The class of rules that came from another process."""
    found, _ = data_class(path, text)
    assert found is not None
    return found

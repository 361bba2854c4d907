"""An engine whose rules are data: `rules.yaml` in the folder of a game."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar

from pawprint.catalog.model import DATA, Component, Game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source
from pawprint.play._zone_game import Words
from pawprint.play.engine import CHANCE, END, ENGINES, Action, DetailKind, Json, Rng, digest
from pawprint.play.game_options import agreed_options, usual_edition
from pawprint.play.language._action_words import WordedRules, filled, in_words
from pawprint.play.language._hidden_cards import pools_of_hidden
from pawprint.play.language._program import EndlessLoop, Program
from pawprint.play.language._program_builder import Verb
from pawprint.play.language._record_table import RecordTable, table_data
from pawprint.play.language._rules_reader import read_rules
from pawprint.play.language.data_state import DataState
from pawprint.play.language.python_calls import Functions, functions_in
from pawprint.play.language.rule_sentences import RuleSentences
from pawprint.play.language.rule_types import NODE
from pawprint.play.language.sentence_language import sentence_language
from pawprint.play.language.specification import Specification
from pawprint.play.lookup import deck_of, rules_for
from pawprint.play.time_limit import RulesFault, TimeIsUp, TimeLimit

#: What methods of an engine do -> the key of the file that says it.
_KEYS_OF_HOOKS = {"ranking": "rank", "invariants": "always"}
#: The most pieces of a game that is played.
MOST_PIECES = 5_000


class DataRulesClass(type):
    """The class of classes of rules that are data; such a class is sent to other processes with its file."""


class DataRules(WordedRules, metaclass=DataRulesClass):
    """Rules that a `Specification` declares.

    Those of a bundled game have no `text`: they may name cards that a scenario leaves out, and no decision of theirs
    needs a limit of time.
    """

    spec: ClassVar[Specification]
    #: The functions in Python that the rules call; of a game that is not bundled, the path and the text of their file.
    functions: ClassVar[Functions] = {}
    functions_file: ClassVar[tuple[str, str]] = ("", "")
    #: Kinds of details of events that the program cannot know.
    event_details: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = {}

    def __init_subclass__(cls) -> None:
        """A class has what its file declares, unless it says something else."""
        if "spec" not in cls.__dict__:
            return
        spec = cls.spec
        declared = {
            "players": spec.players, "longest": spec.longest, "lowest_wins": spec.lowest_wins,
            "zones": spec.table_zones, "components": spec.components, "numbers": spec.numbers,
            "options": spec.options, "editions": spec.editions, "implements": spec.implements,
            "event_details": cls.__dict__.get("events", {}),
        }  # fmt: skip
        for name, value in declared.items():
            if name not in cls.__dict__:
                setattr(cls, name, value)

    def __init__(self, game: Game, edition: str, chosen: Mapping[str, Any]) -> None:
        super().__init__(game, edition, chosen)
        self.records = RecordTable(game, self.components, lambda record: self.copies(record, game), not self.text)
        self._hash = ""
        self._programs: dict[int, Program] = {}
        self.backs: dict[str, str] = {}
        self._pools: dict[tuple[int, int], list[list[int]] | None] = {}
        self._boxes: dict[int, DataState] = {}
        for component in self.components:
            made = game.components[component]
            alike = (back for back in self.backs if _alike(game.components[back], made))
            self.backs[component] = next(alike, component)

    @cached_property
    def one_back(self) -> bool:
        """Whether all pieces look alike face down, and may lie in every zone."""
        return len({*self.backs.values()}) == 1 and not self.allowed

    def hidden_pools(self, program: Program, seat: int) -> list[list[int]] | None:
        if (program.players, seat) not in self._pools:
            self._pools[program.players, seat] = pools_of_hidden(self, program, seat)
        return self._pools[program.players, seat]

    @cached_property
    def one_back_on_grid(self) -> bool:
        """Whether all pieces that may lie on the grid look alike face down."""
        grids = [zone for zone in self.spec.zones.values() if zone.grid is not None]
        grouped = any(zone.grouped for zone in self.spec.zones.values())
        return (
            not grouped
            and len({self.backs[component] for zone in grids for component in zone.holds or self.components}) == 1
        )

    def back_of(self, piece: str) -> str:
        return self.backs[self.component_of(piece)]

    @cached_property
    def allowed(self) -> Mapping[str, frozenset[str]]:
        """Zone -> the components whose pieces may lie in it, where not all of them may."""
        return {name: frozenset(zone.holds) for name, zone in self.spec.zones.items() if zone.holds}

    def constants(self, players: int) -> Mapping[str, Any]:
        return {}

    def source_text(self) -> str:
        return self.spec.source.text + self.functions_file[1]

    def rules_hash(self) -> str:
        if not self._hash:
            program = self.program(self.players.start)
            self._hash = digest([super().rules_hash(), program.source, table_data(program.names.tables)])
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        """Without the programs, which are compiled again."""
        return {name: value for name, value in self.__dict__.items() if name not in ("descriptions", "reasons")} | {
            "_programs": {},
            "_boxes": {},
        }

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "DataRules | None":
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
            if wrong.failed:
                break
        findings.extend(wrong)
        return None if findings.errors > before else rules

    @classmethod
    def for_game(cls, game: Game, findings: Findings) -> "type[DataRules] | None":
        """The class for the components of *game*, if the file does not name any; None after findings."""
        spec = cls.spec
        names = spec.components or tuple(name for name, component in game.components.items() if component.kind != DATA)
        for name in names:
            if name not in game.components:
                help = suggest(name, game.components, "components are")
                findings.add("bad-rules", f"there is no component '{name}'", spec.place("cards"), help)
                return None
        for zone in spec.zones.values():
            for name in zone.holds:
                if name not in game.components:
                    help = suggest(name, game.components, "components are")
                    at, message = (
                        spec.place("zones", zone.name, "holds"),
                        f"zone '{zone.name}' holds '{name}', which is no component",
                    )
                    findings.add("bad-rules", message, at, help)
                    return None
            if zone.refill and zone.refill not in spec.zones:
                help = suggest(zone.refill, spec.zones, "zones are")
                at = spec.place("zones", zone.name, "refill")
                findings.add("bad-rules", f"there is no zone '{zone.refill}'", at, help)
                return None
        if not spec.zones:
            findings.add(
                "bad-rules", "the rules declare no zones", spec.node.span, "write zones: {pile: {seen: hidden}}"
            )
            return None
        cls.components = names
        return cls

    def program(self, players: int, findings: Findings | None = None) -> Program:
        found = self._programs.get(players)
        if found is None:
            own = Findings() if findings is None else findings
            constants = {**self.chosen, **self.constants(players), "edition": self.edition}
            found = Program(self.spec, self.records, constants, players, own)
            found.functions, found.functions_file = self.functions, self.functions_file
            found.costly = found.costly and bool(self.text)
            wrong = next(iter(own), None)
            if findings is None and own.failed and wrong is not None:
                line = wrong.span.line if wrong.span is not None else 0
                raise RulesFault(wrong.message, self.path, line, self.text, wrong.help)
            self._programs[players] = found
            type(self).events = {**found.events, **self.event_details}
        return found

    # --- the engine -----------------------------------------------------------------------------------------

    def id_of(self, piece: Any) -> str:
        found: str = self.records.ids[piece]
        return found

    def piece_of(self, identity: str) -> Any:
        return self.records.kinds[identity]

    @cached_property
    def homes(self) -> list[str]:
        return [self.home_of(piece) for piece in self.records.ids[: self.records.played]]

    def home_of(self, piece: str) -> str:
        component = self.component_of(piece)
        for zone in self.spec.zones.values():
            if component in zone.holds and zone.grid is None:
                return f"{zone.name} 0" if zone.each else zone.name
        return next(
            (
                other.name
                for other in self.spec.zones.values()
                if not other.holds and not other.each and other.grid is None
            ),
            self.first_zone,
        )

    def setup(self, players: int, rng: Rng) -> Json:
        state = self._unpacked(players).copy()
        self._safely(state.program, lambda: state.program.setup(state, rng))
        return state.dump()

    def start(self, setup: Json) -> DataState:
        state = self.load(setup)
        self._safely(state.program, lambda: state.program.go_on(state, state.program.entry))
        return state

    def load(self, dump: Json) -> DataState:
        return self._unpacked(len(dump["points"])).copy().restore(dump)

    def _unpacked(self, players: int) -> DataState:
        found = self._boxes.get(players)
        if found is None:
            found = self._boxes[players] = DataState(self, players)
            places = found.layout.places
            for kind, copies in enumerate(self.records.copies):
                if copies:
                    found.places[places[self.homes[kind].removesuffix(" 0")]] += [kind] * copies
        return found

    def do(self, state: DataState, action: Any) -> None:
        self._safely(state.program, lambda: state.program.step(state, action))

    def sorted_actions(self, state: DataState) -> tuple[Action, ...]:
        """The legal actions; where chance is to decide, what may happen."""
        program = state.program
        wait = program.waits[state.pc]
        if wait.shuffled:
            return (tuple(sorted(program.run[f"l{state.pc}"](state))),)
        legal: Any = ()
        if program.costly:
            legal = self._safely(program, lambda: program.legal[state.pc](state))
        else:
            try:
                legal = program.legal[state.pc](state)
            except Exception as error:
                raise self.fault_of(program, error) from None
        return tuple(sorted(set(legal))) if wait.chance else tuple(legal)

    def all_outcomes(self, state: DataState) -> Sequence[Action]:
        found: list[Action] = state.program.legal[state.pc](state)
        return found

    def _safely(self, program: Program, work: Any) -> Any:
        """What some work gives, within the limit of time if it may take long."""
        try:
            with TimeLimit() if program.costly else nullcontext():
                return work()
        except TimeIsUp as error:
            raise self.fault_of(program, error, "this takes too long") from None
        except RulesFault:
            raise
        except Exception as error:
            raise self.fault_of(program, error) from None

    def fault_of(self, program: Program, error: BaseException, message: str = "") -> RulesFault:
        if isinstance(error, RulesFault):
            return error
        span = error.span if isinstance(error, EndlessLoop) else None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == program.file:
                span = program.span_of(trace.tb_lineno) or span
            trace = trace.tb_next
        line = span.source.place(span.start)[0] if span is not None and span.source.name == self.path else 0
        said, help = in_words(error)
        return RulesFault(message or said, self.path, line, self.text, help)

    def scores(self, state: DataState) -> tuple[int, ...]:
        scores = state.program.run.get("scores")
        points: tuple[int, ...] = tuple(state.points) if scores is None else scores(state)
        return tuple([-point for point in points]) if self.lowest_wins else points

    def shares(self, state: DataState) -> tuple[float, ...]:
        run, players = state.program.run, range(state.players)
        if "together" in run:
            return (1.0 if run["together"](state, 0) else 0.0,) * state.players
        scores = state.scores()
        ranks: list[tuple[Any, ...]] = [
            run["rank"](state, seat) if "rank" in run else (scores[seat],) for seat in players
        ]
        team = [run["team"](state, seat) if "team" in run else seat for seat in players]
        sums = {
            number: tuple(map(sum, zip(*(ranks[seat] for seat in players if team[seat] == number), strict=True)))
            for number in team
        }
        best = max(sums.values())
        winners = [number for number in sums if sums[number] == best]
        return tuple((team[seat] in winners) / (len(winners) * team.count(team[seat])) for seat in players)

    def invariants(self, state: DataState) -> Iterable[str]:
        for number, need in enumerate(self.spec.invariants):
            if not all(state.program.run[f"always_{number}"](state, seat) for seat in range(state.players)):
                yield f"{need.rule or 'always'}: {next(iter(need.refusal.values()), need.that.text)}"

    @property
    def vocabulary(self) -> Program:
        """A program with the verbs; they are the same for all numbers of players."""
        return self.program(next(iter(self._programs), self.players.start))

    def cards_of(self, action: Action, state: Any) -> tuple[str, ...]:
        found, program = self.parts_of(action), state.program
        used = program.run.get(f"used_{action >> program.width * program.fields}") if found is not None else None
        if found is None or used is None:
            return super().cards_of(action, state)
        return tuple(dict.fromkeys(self.records.ids[kind] for kind in used(state, state.seat, *found[1])))

    def refusal_of(self, state: DataState, action: Action) -> str:
        found = None if state.seat < 0 else self.named(action)
        if found is None:
            return super().refusal_of(state, action)
        program = state.program
        (verb, names), number = found, action >> program.width * program.fields
        _, values = self.parts_of(action) or (verb, [])
        try:
            why = program.run[f"why_{number}"](state, state.seat, *values) if f"why_{number}" in program.run else 0
        except (TypeError, LookupError, ValueError):  # what the condition asks for is not there now
            why = 0
        if not why:
            usual, own = f"{self.first_rule}: ", f"{verb.rule or self.first_rule}: "
            return super().refusal_of(state, action).replace(usual, own, 1)
        rule, words = self.reasons[verb.name][why - 1]
        text = words.get("") or words.get("en") or next(iter(words.values()))
        return (
            f"{rule or self.first_rule}: {filled(text, self._numbers | names | self._neighbours(state, verb, values))}"
        )

    def first(self, state: DataState) -> str:
        """The question with its rule, where it says what must be done first; empty if there is none."""
        wait = state.program.waits.get(state.pc)
        return f"{wait.rule}: {wait.question['en']}" if wait is not None and wait.question else ""

    @cached_property
    def _numbers(self) -> dict[str, str]:
        numbers = {name: number.value for name, number in self.spec.numbers.items()}
        return {name: str(value) for name, value in {**numbers, **self.chosen}.items()}

    def _neighbours(self, state: DataState, verb: Verb, values: Sequence[Any]) -> dict[str, str]:
        """The cards that lie on chosen cards of a forest, and below them: for `{hunter.above}`, `{hunter.below}`."""
        found = {}
        for name, kind, value in zip(verb.choices, verb.kinds, values, strict=True):
            if kind.kind == NODE and value is not None:
                for word, nodes in (("above", state.above[value]), ("below", (state.below[value],))):
                    names = [self.word(kind, node) for node in nodes if node >= 0]
                    found[f"{name}.{word}"] = " and ".join(names) or "nothing"
        return found

    @property
    def by_teams(self) -> bool:
        """Whether players win with others of a team, whatever their own points are."""
        return self.spec.team is not None

    @property
    def first_rule(self) -> str:
        return self.implements[0] if self.implements else "rules"

    def fault(self, message: str, hook: str = "") -> RulesFault:
        node = self.spec.node
        key = next((hook_key for hook_key in (_KEYS_OF_HOOKS.get(hook, "play"), "play") if hook_key in node.keys), "")
        at = node.key_span(key) if key else node.span
        help = "let 'rank' begin with what 'score' says" if key == "rank" else ""
        return RulesFault(message, self.path, at.source.place(at.start)[0], self.text, help)

    def shown_values(self, state: DataState, seat: int) -> Iterable[tuple[Mapping[str, str], Any]]:
        values = state.values
        for value in self.spec.values.values():
            if value.titles and value.each == (seat >= 0):
                titles = {language or "en": title for language, title in value.titles.items()}
                yield titles, values[f"{value.name} {seat}" if value.each else value.name]
        for zone in state.program.groups.values():
            for group in state.places[zone.place + max(seat, 0)] if zone.each == (seat >= 0) else ():
                for counter in self.spec.zones[zone.name].counters.values():
                    name = zone.name_of(group)
                    titles = {language or "en": f"{name}, {title}" for language, title in counter.titles.items()}
                    if titles:
                        yield titles, state.g[zone.parts[counter.name].at][group]

    def question(self, state: DataState) -> Words:
        wait = state.program.waits.get(state.pc)
        if wait is None or not wait.question:
            return ""
        return {
            language or "en": f"{wait.rule}: {words}" if wait.rule else words
            for language, words in wait.question.items()
        }

    def situation(self, state: DataState, asked: str, turn: int) -> None:
        program = state.program
        names = [verb.name for verb in program.verbs]
        if turn == END:
            state.seat, state.pc = END, -1
            return
        fitting = [
            number
            for number, wait in sorted(program.waits.items())
            if (turn == CHANCE) == wait.chance
            and (not asked or wait.phase == asked or any(names[verb] == asked for verb in wait.verbs))
        ]
        if asked and not fitting:
            raise ValueError(f"no step asks for '{asked}'")
        # Where the game waits after the deal, loops know how far they are; it may wait for chance there.
        number = state.pc if state.pc in fitting or not fitting else fitting[0]
        wait = program.waits[number]
        state.pc, state.seat, state._legal = number, turn, None
        for register in wait.players:
            state.f[register] = turn
        if turn >= 0:
            state.turn = (turn + 1) % state.players


def _alike(first: Component, other: Component) -> bool:
    """Whether pieces of two components look alike face down."""
    return bool(first.backs) and (first.backs, first.stock) == (other.backs, other.stock)


def rule_sentences(game: Game, language: str) -> RuleSentences | None:
    """The sentences with the options that *game* is played with; None if its rules are no data, or have mistakes."""
    engine = ENGINES.get(game.engine)
    if engine is None:
        return None
    edition = usual_edition(engine, game, Findings()) or next(iter(engine.editions), "")
    known = game.memory("rule sentences")
    if (engine, edition, language) not in known:
        rules = rules_for(engine, game.in_edition(deck_of(game, edition)), Findings(), edition)
        made = RuleSentences(rules, sentence_language(language)) if isinstance(rules, DataRules) else None
        known[engine, edition, language] = made
    found: RuleSentences | None = known[engine, edition, language]
    return found


# --- classes of rules -------------------------------------------------------------------------------------------------


def bundled_rules(module: str) -> Specification:
    """The rules beside the module of an engine."""
    path = Path(module).with_name("rules.yaml")
    findings = Findings()
    spec = read_rules(Source(f"{path.parent.name}/rules.yaml", path.read_text(encoding="utf-8")), findings)
    assert spec is not None, [*findings]
    return spec


def cited_rules(spec: Specification, *others: str) -> tuple[str, ...]:
    """The numbers of rules that a file cites in its conditions and comments, and *others*, in order."""
    prefix = others[0].partition("-")[0]
    found = {*re.findall(rf"\b{prefix}-(?:I-)?[0-9]+(?:\.[0-9]+)*", spec.source.text), *others}
    return tuple(sorted(found, key=_natural))


def _natural(rule: str) -> list[tuple[int, int, str]]:
    """A key by which 10 follows 9, and numbers come before letters."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"([0-9]+)", rule)]


@lru_cache(32)
def data_class(
    path: str, text: str, functions_file: tuple[str, str] = ("", "")
) -> tuple[type[DataRules] | None, tuple[Diagnostic, ...]]:
    """The class of the rules in a file, and what is wrong with it.

    Args:
        functions_file: the path and the text of the file of functions that the rules call, which runs: it is allowed.
    """
    findings = Findings()
    spec = read_rules(Source(path, text), findings)
    if spec is None:
        return None, tuple(findings)
    functions = functions_in(*functions_file, spec.calls, findings)
    if functions is None:
        return None, tuple(findings)
    members = {
        "spec": spec, "id": Path(path).absolute().parent.name, "path": path, "text": text, "functions": functions,
        "functions_file": functions_file,
    }  # fmt: skip
    rules: Any = DataRulesClass("DataRules", (DataRules,), members)
    return rules, tuple(findings)


def sent(rules: Any) -> Any:
    """How a class of rules is sent to another process: with its file."""
    return (sent_class, (rules.path, rules.text, rules.functions_file)) if rules.text else rules.__qualname__


def sent_class(path: str, text: str, functions_file: tuple[str, str]) -> type[DataRules]:
    """The class of rules that came from another process."""
    found, _ = data_class(path, text, functions_file)
    assert found is not None
    return found

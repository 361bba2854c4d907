"""Scenario files -> scenarios: a situation, the actions in it, and their expected results.

The worked examples of a rulebook are scenarios, and so are most tests of an engine. `docs/scenarios.md` describes
the format; the game's `Notation` defines the content of `state` and of actions.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.play.engine import CHANCE, ENGINES, Action, Event, Json, Rng, Rules, State
from pawprint.play.lookup import OWN_ENGINES, rules_for, rules_name
from pawprint.play.notation import NOTATIONS, Notation, Unreadable, game_from_deck
from pawprint.play.time_limit import RulesFault
from pawprint.source import reader
from pawprint.source.field_reader import FieldReader
from pawprint.source.plain_data import to_python
from pawprint.source.reader import Node, SequenceNode

# --- What a scenario expects, and a fact -> where and how they differ -------------------------------------------------


def fact_differences(expected: Node, fact: Json, name: str = "") -> Iterator[tuple[Span, str]]:
    """The differences between *fact* and *expected*: (place, sentence).

    A mapping may leave things out; a list must be complete. For a fact that is a set or a Counter the order does not
    matter. An expected `reason` need only be named in the fact.
    """
    what = name or "this"
    wanted = to_python(expected)
    if name == "reason" and isinstance(wanted, str) and isinstance(fact, str):
        if not re.search(rf"(?<![\w.-]){re.escape(wanted)}(?!\.?\w)", fact):
            yield expected.span, f"the reason should name {wanted}; it is: {fact or 'none, since this is legal'}"
    elif isinstance(fact, Counter | set | frozenset):
        have = Counter(map(as_written, fact.elements() if isinstance(fact, Counter) else fact))
        want = Counter(map(as_written, wanted if isinstance(wanted, list) else [wanted]))
        if have != want:
            yield expected.span, f"{what} should be {as_list(want.elements())}; it is {as_list(have.elements())}"
    elif isinstance(expected, reader.MappingNode) and isinstance(fact, dict):
        facts = {str(key): value for key, value in fact.items()}
        for key, node in expected.entries.items():
            inner = f"{name}.{key}" if name else key
            if key in facts:
                yield from fact_differences(node, facts[key], inner)
            else:
                help = suggest(key, facts, "it has")
                yield expected.key_span(key), f"there is no {inner} that could be expected; {help}"
    elif isinstance(expected, SequenceNode) and isinstance(fact, list | tuple):
        if len(expected.items) != len(fact):
            yield expected.span, f"{what} should be {as_written(wanted)}; it is {as_written(fact)}"
        else:
            for index, (node, value) in enumerate(zip(expected.items, fact, strict=True)):
                yield from fact_differences(node, value, f"{name}[{index}]")
    elif wanted != fact or isinstance(wanted, bool) is not isinstance(fact, bool):
        yield expected.span, f"{what} should be {as_written(wanted)}; it is {as_written(fact)}"


def as_written(value: Json) -> str:
    """*value* as it would be written."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {as_written(item)}" for key, item in sorted(value.items(), key=str)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_written, value)) + "]"
    if isinstance(value, set | frozenset | Counter):
        return as_list(map(as_written, value))
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_list(values: Any) -> str:
    """Written values as a list, sorted."""
    return "[" + ", ".join(sorted(values)) + "]"


#: The kinds of steps; each step is one of them, or `ask` and then `which`, with its expected results.
STEPS = ("ask", "do", "which", "run")


class Step(NamedTuple):
    """One action or one question.

    Attributes:
        kind: one of `STEPS`.
        editions: the only ones in which it happens; all if empty.
        then: with `ask`, the actions that are looked for after it.
    """

    kind: str
    what: Node
    expect: Node | None
    editions: tuple[str, ...]
    then: Node | None = None


class Scenario(NamedTuple):
    """One scenario as written.

    Attributes:
        id: as in the rules; else the name of the file.
        about: what it shows, a text or a text per language.
        editions: it is run in each; none for the default one.
        players, seed: for a game that begins with its deal, where `state` is absent.
    """

    id: str
    about: Json
    game: str
    editions: tuple[str, ...]
    options: dict[str, Any]
    fixture: Node | None
    state: Node | None
    setup: Node | None
    players: int
    seed: int
    steps: tuple[Step, ...]
    expect: Node | None
    node: reader.MappingNode


#: The name of rules in a scenario -> the name of the engine: the same one, but for the own engine of a game.
EngineOf = Callable[[str], str]


def read_scenario(
    path: Path, findings: Findings, root: Path | None = None, engine_of: EngineOf = str
) -> Scenario | None:  # fmt: skip
    """Read a scenario file, which must not lead out of the folder *root*; None after findings."""
    node = reader.read_yaml_file(path, findings, root)
    return scenario_of(node, path.stem, findings, engine_of) if node is not None else None


def scenario_of(node: Node, name: str, findings: Findings, engine_of: EngineOf = str) -> Scenario | None:
    """The scenario that *node* is; None after findings."""
    before = findings.count
    field_reader = FieldReader(node, f"scenario '{name}'", findings)
    about = field_reader.node_of("about")
    named = field_reader.text("game", required=True)
    game = named and engine_of(named)
    if game is not None and game not in NOTATIONS:
        message, help = f"there are no rules of a game '{game}'", suggest(game, NOTATIONS, "games with rules are")
        if game.endswith(OWN_ENGINES):
            message, help = f"the rules of '{named}' do not run", f"run: pawprint check {named}"
        findings.add("unknown-game", message, field_reader.value_span("game"), help)
    scenario = Scenario(
        id=field_reader.text("id") or name,
        about="" if about is None else to_python(about),
        game=game or "",
        editions=field_reader.texts("edition"),
        options={key: to_python(value) for key, _, value in field_reader.entries("options")},
        fixture=field_reader.node_of("fixture"),
        state=field_reader.node_of("state"),
        setup=field_reader.node_of("setup"),
        players=field_reader.integer("players", least=1) or 0,
        seed=field_reader.integer("seed") or 0,
        steps=tuple(_steps(field_reader, findings)),
        expect=field_reader.node_of("expect"),
        node=node if isinstance(node, reader.MappingNode) else reader.MappingNode(node.source, node.start),
    )
    field_reader.finish()
    return scenario if findings.count == before else None


def _steps(field_reader: FieldReader, findings: Findings) -> Iterator[Step]:
    for number, node in enumerate(field_reader.items("steps"), 1):
        inner = FieldReader(node, f"step {number}", findings)
        found = [(kind, what) for kind in STEPS if (what := inner.node_of(kind)) is not None]
        if len(found) == 1:
            yield Step(*found[0], inner.node_of("expect"), inner.texts("edition"))
        elif [kind for kind, _ in found] == ["ask", "which"]:
            yield Step(*found[0], inner.node_of("expect"), inner.texts("edition"), found[1][1])
        elif inner.ok:
            help = f"write one of {', '.join(STEPS)}; or ask and which"
            findings.add("missing-field", f"step {number} does {len(found) or 'no'} things", inner.span, help)
        inner.finish()


def check_scenario(scenario: Scenario, find: Callable[[str], Game | None], findings: Findings) -> bool:
    """Let *scenario* happen in each of its editions.

    Args:
        find: the game of the catalog with that id; not asked when the scenario brings its own cards.
        findings: takes every difference from what is expected, with its place.

    Returns:
        whether all was as expected.
    """
    before = findings.count
    for edition in scenario.editions or ("",):
        try:
            rules = _rules(scenario, edition, find, findings)
            if rules is not None:
                _Run(scenario, rules, findings).all()
        except _Stop:
            pass
        except RulesFault as fault:
            fault.add_to(findings)
    return findings.count == before


class PlayedStep(NamedTuple):
    """A step that has been played.

    Attributes:
        step: None for the situation at the beginning.
        reason: why what was asked for is not legal.
        found: the answer to `which`; None for other steps.
    """

    step: Step | None
    before: State
    after: State
    actions: tuple[Action, ...]
    reason: str
    found: tuple[Json, ...] | None
    events: tuple[Event, ...]
    facts: dict[str, Json]


class PlayedScenario(NamedTuple):
    """A scenario that has been played in one edition, with the notation that has read it."""

    scenario: Scenario
    notation: Notation[Any, Any]
    shown: tuple[PlayedStep, ...]


def play_scenario(
    scenario: Scenario, find: Callable[[str], Game | None], findings: Findings, edition: str = ""
) -> PlayedScenario | None:
    """Let *scenario* happen in one edition, and remember each step; see `check_scenario`.

    Args:
        edition: of the rules; the first one of the scenario if it is none of those.

    Returns:
        None where it cannot be played to its end; the findings say why. What contradicts the rules is a finding too.
    """
    if edition not in scenario.editions:
        edition = next(iter(scenario.editions), "")
    try:
        rules = _rules(scenario, edition, find, findings)
        if rules is None:
            return None
        playing = _Run(scenario, rules, findings)
        playing.shown = []
        playing.all()
        return PlayedScenario(scenario, playing.notation, tuple(playing.shown))
    except _Stop:
        return None
    except RulesFault as fault:
        fault.add_to(findings)
        return None


class _Stop(Exception):
    """The scenario cannot go on; the finding is already noted."""


class _Reading(NamedTuple):
    """Turns what cannot be read into a finding with its place."""

    scenario: Scenario
    findings: Findings

    @contextmanager
    def of(self, node: Node) -> Iterator[None]:
        """While something is made of *node*.

        Raises:
            _Stop: it cannot be; the finding is noted.
        """
        try:
            yield
        except Unreadable as error:
            raise self.bad(error, node) from None
        except (_Stop, RulesFault):
            raise
        except Exception as error:  # odd values, or a situation that cannot be
            wrong = Unreadable(f"this cannot be understood ({error.__class__.__name__}: {error})")
            raise self.bad(wrong, node) from None

    def bad(self, error: Unreadable, node: Node) -> _Stop:
        """Note that *node* cannot be read, at the place that *error* knows."""
        for step in error.path:
            if isinstance(node, reader.MappingNode) and step in node.entries:
                node = node.entries[str(step)]
            elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.items):
                node = node.items[step]
            else:
                break
        help = error.help or "docs/scenarios.md says how it is written"
        self.findings.add("bad-scenario", f"{self.scenario.id}: {error}", node.span, help)
        return _Stop()


def _rules(scenario: Scenario, edition: str, find: Callable[[str], Game | None], findings: Findings) -> Rules | None:
    """The rules with the cards of the scenario, or else of the catalog."""
    reading = _Reading(scenario, findings)
    game: Game | None
    if scenario.fixture is None:
        game = find(scenario.game)
        if game is None:
            at = scenario.node.entries["game"].span
            findings.add("unknown-game", f"the catalog has no game '{scenario.game}'", at, "give it cards: fixture")
            return None
    else:
        notation = NOTATIONS.get(scenario.game)
        assert notation is not None, "the reader has seen to that"
        where = scenario.fixture
        with reading.of(where):
            deck = notation.deck(to_python(where))
            game = game_from_deck(
                scenario.game, deck, where if isinstance(where, reader.MappingNode) else scenario.node
            )
    engine = ENGINES.get(scenario.game)
    assert engine is not None, "every notation belongs to an engine"
    try:
        return rules_for(engine, game, findings, edition, scenario.options)
    except ValueError as error:  # an edition or option that there is not
        word = "edition" if edition and edition not in engine.editions else "options"
        raise reading.bad(Unreadable(str(error)), scenario.node.get(word) or scenario.node) from None


class _Run:
    """A scenario happening."""

    def __init__(self, scenario: Scenario, rules: Rules, findings: Findings) -> None:
        self.scenario = scenario
        self.rules = rules
        self.findings = findings
        self.reading = _Reading(scenario, findings)
        notation = NOTATIONS.get(scenario.game)
        assert notation is not None, "the reader has seen to that"
        self.notation: Notation[Any, Any] = notation(rules)
        self.state = self.begin()
        #: The steps that have been played, if they are to be recorded.
        self.shown: list[PlayedStep] | None = None
        self.asked: tuple[Action, ...] = ()
        self.reason = ""
        self.found: tuple[Json, ...] | None = None
        self.emitted: list[Event] = [*(self.state.events or ())]

    def begin(self) -> State:
        scenario, rules = self.scenario, self.rules
        state: State
        if scenario.state is not None:
            with self.reading.of(scenario.state):
                state = self.notation.read_state(to_python(scenario.state))
                self.notation.check_situation(state)
        elif scenario.setup is not None:
            with self.reading.of(scenario.setup):
                state = rules.start(to_python(scenario.setup))
        else:
            players = scenario.players or rules.players.start
            where = scenario.node.get("players") or scenario.node
            if players not in rules.players:
                raise self.reading.bad(Unreadable(f"the game is not for {players} players"), where)
            with self.reading.of(where):
                state = rules.start(rules.setup(players, Rng("scenario", scenario.seed)))
        return state

    def all(self) -> None:
        kinds = {"ask": self.ask, "do": self.do, "which": self.which, "run": self.run}
        self.remember(None, self.state)
        for step in self.scenario.steps:
            if not step.editions or self.rules.edition in step.editions:
                before = self.state if self.shown is None else self.state.copy()
                self.asked, self.reason, self.found, self.emitted = (), "", None, []
                with self.reading.of(self.scenario.setup or step.what):
                    kinds[step.kind](step)  # a deal or situation that is odd may be found out only when it is played
                    self.remember(step, before)
        if self.scenario.expect is not None:
            with self.reading.of(self.scenario.expect):
                self.compare(self.scenario.expect, self.notation.facts(self.state))

    def remember(self, step: Step | None, before: State) -> None:
        if self.shown is not None:
            facts = self.notation.facts(self.state)
            after = self.state.copy()
            now = PlayedStep(step, before, after, self.asked, self.reason, self.found, tuple(self.emitted), facts)
            self.shown.append(now)

    def ask(self, step: Step) -> None:
        """Whether an action is legal, and what would follow; nothing is done."""
        state = self.state.copy()
        state.events = []
        if step.then is not None:
            self.ask_which(step, step.then, state)
            return
        if not isinstance(step.expect, reader.MappingNode):
            wrong = Unreadable("asked, but nothing is expected", help="write expect: {legal: true}")
            raise self.reading.bad(wrong, step.what)
        action = self.action(state, step.what)
        reason = self.why_not(state, action)
        self.asked, self.reason = (action,), reason
        wanted = step.expect.entries
        for name in ("legal", "reason"):
            if name in wanted:
                self.compare(wanted[name], not reason if name == "legal" else reason, name)
        if wanted.keys() - {"legal", "reason"}:
            if reason:
                self.fail(step.what.span, f"this is not legal: {reason}")
            else:
                state.apply(action)
                self.compare(step.expect, self.notation.facts(state) | {"legal": True, "reason": ""})

    def ask_which(self, step: Step, then: Node, state: State) -> None:
        """What would be legal after an action; *state* is a copy."""
        action = self.action(state, step.what)
        reason = self.why_not(state, action)
        self.asked, self.reason = (action,), reason
        if reason:
            self.fail(step.what.span, f"this is not legal: {reason}")
            return
        state.apply(action)
        self.legal(step, then, state)

    def do(self, step: Step) -> None:
        for node in step.what.items if isinstance(step.what, SequenceNode) else [step.what]:
            self.state.events = []
            action = self.action(self.state, node)
            reason = self.why_not(self.state, action)
            if reason:
                self.fail(node.span, f"this is not legal: {reason}")
                raise _Stop
            self.state.apply(action)
            self.asked += (action,)
            self.emitted += self.state.events or ()
        self.after(step)

    def which(self, step: Step) -> None:
        self.legal(step, step.what, self.state)

    def legal(self, step: Step, query: Node, state: State) -> None:
        """Compare the legal actions in *state* that *query* asks for with those that are expected."""
        with self.reading.of(query):
            found = self.notation.which(to_python(query), state)
        self.found = tuple(found)
        if not isinstance(step.expect, SequenceNode):
            raise self.reading.bad(Unreadable("asked, but no list is expected", help="write expect: [...]"), query)
        here = [as_written(to_python(item)) for item in step.expect.items]
        there = [*map(as_written, found)]
        for number, action in enumerate(here):
            if action not in there:
                at = step.expect.items[number].span
                self.fail(at, f"{action} should be possible, but only {as_list(there)} is")
        for action in there:
            if action not in here:
                self.fail(step.expect.span, f"{action} is possible, and should not be")

    def run(self, step: Step) -> None:
        self.state.events = []
        with self.reading.of(step.what):
            self.notation.run(to_python(step.what), self.state)
        self.emitted += self.state.events or ()
        self.after(step)

    def action(self, state: State, node: Node) -> Action:
        with self.reading.of(node):
            action: Action = self.notation.read_action(to_python(node), state)
        return action

    def why_not(self, state: State, action: Action) -> str:
        """The reason why an action is illegal; any outcome of chance that can be read is legal."""
        return "" if state.actor() == CHANCE else state.why_not(action)

    def after(self, step: Step) -> None:
        if step.expect is not None:
            self.compare(step.expect, self.notation.facts(self.state))

    def compare(self, expected: Node, fact: Json, name: str = "") -> None:
        for span, message in fact_differences(expected, fact, name):
            self.fail(span, message)

    def fail(self, span: Span, message: str) -> None:
        edition = f" ({self.rules.edition})" if len(self.scenario.editions) > 1 else ""
        self.findings.add(
            "scenario-failed", f"{self.scenario.id}{edition}: {message}", span,
            "the rules and the scenario contradict each other: one of them must change",
        )  # fmt: skip


# --- The scenarios in the folder of a game ----------------------------------------------------------------------------


def scenario_names(game: Game) -> list[str]:
    """The names of the scenarios in the folder of *game*."""
    return sorted(path.stem for path in (game.folder / "scenarios").glob("*.yaml"))


def engine_in(game: Game) -> EngineOf:
    """The engine that a scenario means by a name: that of *game*, if it is the name of its rules."""
    return lambda name: game.engine if name == rules_name(game) else name


def scenario_of_game(game: Game, name: str, findings: Findings) -> Scenario | None:
    """The scenario *name* of *game*; None after findings."""
    known: dict[str, Scenario] = game.memory("scenarios")
    if name not in known:
        path = game.folder / "scenarios" / f"{name}.yaml"
        scenario = read_scenario(path, findings, game.root, engine_in(game))
        if scenario is None:  # not kept, so that the next caller gets the findings, too
            return None
        known[name] = scenario
    return known[name]

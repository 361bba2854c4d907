"""Scenarios as figures: worked examples are played with the cards of the catalog, and drawn as they came out.

What the scenario expects is the claim of the figure. The rules are asked every time, so that a card or an option that
makes an example untrue is told at the line of the scenario that is wrong now.
"""

from collections import Counter
from collections.abc import Collection
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.numbers import whole_number
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.documents._source_checks import check_names
from pawprint.documents.content import BlockArt
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.games.engines import DIAGRAM_BUILDERS, NOTATIONS
from pawprint.pieces.composer import Composer
from pawprint.play.diagram import Diagram, DiagramMoment, DiagramSpot
from pawprint.play.engine import ENGINES, Json, Rng, Rules
from pawprint.play.lookup import deck_of, rules_for
from pawprint.play.own_engines import check_own_engine
from pawprint.play.scenario import PlayedScenario, PlayedStep, Scenario, play_scenario, scenario_names, scenario_of_game
from pawprint.play.time_limit import RulesFault
from pawprint.source.reader import MappingNode

#: The usual limits of a figure; points.
WIDTH, HEIGHT = 297.0, 250.0
#: The deal that a picture of the beginning shows.
_SEED = 1


class Examples:
    """The scenarios of one game in one language, each played once.

    Args:
        findings: takes what the scenarios get wrong, with their places, and what a document asks for in vain.
        renderer: draws the figures; by default a new one.
    """

    def __init__(
        self, composer: Composer, game: Game, language: str, findings: Findings, renderer: DiagramRenderer | None = None
    ) -> None:
        self.game, self.language, self.findings = game, language, findings
        self.renderer = renderer or DiagramRenderer(composer, game, language)
        # In all languages the same happens.
        self._played: dict[tuple[str, str], PlayedScenario | None] = game.memory("played scenarios")

    # --- what documents ask for -----------------------------------------------------------------------------

    def figure(
        self,
        name: str,
        span: Span,
        *,
        step: int | None = None,
        edition: str = "",
        width: float = WIDTH,
        height: float = HEIGHT,
    ) -> BlockArt | None:
        """A scenario as a picture; None after findings.

        Args:
            name: of the file in the game's folder `scenarios`, without its ending.
            span: where the document asks.
            step: the number of one of its steps; 0 for the situation before them; else all that happens.
            edition: of the rules, for a scenario that is played in several.
            width, height: the most that the picture may take; points.
        """
        played, shown = self._shown(name, span, step, edition)
        builder = DIAGRAM_BUILDERS.get(self.game.engine)
        if builder is None and shown:
            message = f"situations of '{self.game.id}' cannot be drawn"
            self.findings.add("bad-figure", message, span, "add a diagram to its engine, or leave the figure out")
        if played is None or not shown or builder is None:
            return None
        diagrams = builder(played.notation, self.renderer.space(width), self.findings).show(
            _moment(played, shown, step)
        )
        if len(diagrams) > 1 and diagrams[0]._replace(alt_texts=()) == diagrams[1]._replace(alt_texts=()):
            diagrams = diagrams[1:]  # they look the same
        art = self.renderer.art(diagrams, width, height, span)
        node = played.scenario.node.get("about")
        if step is None and node is not None:
            at = (node.get(self.language) or node).span if isinstance(node, MappingNode) else node.span
            text = self.about(name, span)
            check_names(text, (art,), self.game, self.language, at, self.findings, "text of the scenario")
        return art

    def about(self, name: str, span: Span) -> str:
        """What a scenario says that it shows, in the language of the document; "" after a finding."""
        scenario = self._scenario(name, span)
        if scenario is None:
            return ""
        if isinstance(scenario.about, dict):
            return str(scenario.about.get(self.language) or next(iter(scenario.about.values()), ""))
        return str(scenario.about)

    def fact(self, name: str, path: str, span: Span, *, step: int | None = None, edition: str = "") -> Json:
        """A fact of a scenario after its last step, or another one: `scores.blue`; None after a finding.

        A fact whose order means nothing comes as a sorted list.
        """
        _, shown = self._shown(name, span, step, edition)
        if not shown:
            return None
        value: Any = shown[-1].facts
        done: list[str] = []
        for part in path.split("."):
            if isinstance(value, dict) and part in {str(key) for key in value}:
                value = next(inner for key, inner in value.items() if str(key) == part)
            elif isinstance(value, list | tuple) and (number := whole_number(part)) is not None and number < len(value):
                value = value[number]
            else:
                known = [str(key) for key in value] if isinstance(value, dict) else []
                what = ".".join([*done, part])
                message = f"example '{name}' has no fact '{what}'"
                self.findings.add("bad-figure", message, span, suggest(part, known, "it has"))
                return None
            done.append(part)
        return _listed(value)

    def setup(
        self,
        players: int,
        span: Span,
        *,
        spots: Collection[str] = (),
        edition: str = "",
        width: float = WIDTH,
        height: float = HEIGHT,
    ) -> BlockArt | None:
        """The table at the beginning of a game with that number of players; None after a finding.

        Args:
            spots: the places whose letters are drawn, in the order of the letters.
        """
        diagram = self._beginning(players, span, edition, width)
        if diagram is None:
            return None
        return self.renderer.art([diagram._replace(spots=_ordered(diagram, spots))], width, height, span)

    def has_setup(self) -> bool:
        """True if the rules of the game can draw its beginning."""
        return self.game.engine in ENGINES and DIAGRAM_BUILDERS.get(self.game.engine) is not None

    def setup_signs(self, spots: Collection[str], span: Span) -> dict[str, str] | None:
        """Place of the setup -> its letter, of those that a document names, in its order; None after a finding."""
        known: dict[str, Diagram | None] = self.game.memory("beginning")
        if "" not in known:
            known[""] = self._beginning(0, span, "", WIDTH)
        diagram = known[""]
        return None if diagram is None else diagram._replace(spots=_ordered(diagram, spots)).signs

    def _beginning(self, players: int, span: Span, edition: str, width: float) -> Diagram | None:
        """The table at the beginning of a game; 0 *players* means as few as possible. None after a finding."""
        engine, notation = ENGINES.get(self.game.engine), NOTATIONS.get(self.game.engine)
        builder = DIAGRAM_BUILDERS.get(self.game.engine)
        if engine is None or builder is None or notation is None:
            self._without_rules(span)
            return None
        rules: Rules | None = None
        try:
            rules = rules_for(engine, self.game.in_edition(deck_of(self.game, edition)), self.findings, edition)
        except ValueError as error:
            self.findings.add("bad-figure", str(error), span, f"editions are {', '.join(engine.editions)}")
        if rules is None:
            return None
        players = players or rules.players.start
        if players not in rules.players:
            message = f"the game is not for {players} players"
            few, many = rules.players.start, rules.players.stop - 1
            self.findings.add("bad-figure", message, span, f"it is for {few} to {many}")
            return None
        try:
            setup = rules.setup(players, Rng("setup", _SEED))
            return builder(notation(rules), self.renderer.space(width), self.findings).begin(setup)
        except RulesFault as fault:
            fault.add_to(self.findings)
            return None

    # --- playing --------------------------------------------------------------------------------------------

    def _scenario(self, name: str, span: Span) -> Scenario | None:
        known = scenario_names(self.game)
        if name not in known:
            message = f"there is no scenario '{name}'"
            self.findings.add("unknown-scenario", message, span, suggest(name, known, "scenarios are"))
        elif self.game.engine not in ENGINES:
            self._without_rules(span)
        else:
            return scenario_of_game(self.game, name, self.findings)
        return None

    def _without_rules(self, span: Span) -> None:
        before = self.findings.count
        check_own_engine(self.game, self.findings)
        if self.findings.count > before:
            return
        message = f"'{self.game.id}' has no rules that could be asked"
        self.findings.add("bad-figure", message, span, 'describe the table in scenes/NAME.yaml and write scene("NAME")')

    def _performance(self, scenario: Scenario, name: str, edition: str) -> PlayedScenario | None:
        """The scenario in one edition. All others are played as well, since its claims are made for all of them."""
        for played_edition in scenario.editions or ("",):
            if (name, played_edition) not in self._played:
                self._played[name, played_edition] = play_scenario(
                    scenario, self._game_of, self.findings, played_edition
                )
        return self._played.get((name, edition if edition in scenario.editions else next(iter(scenario.editions), "")))

    def _game_of(self, engine: str) -> Game | None:
        return self.game if engine == self.game.engine else None

    def _shown(
        self, name: str, span: Span, step: int | None, edition: str
    ) -> tuple[PlayedScenario | None, tuple[PlayedStep, ...]]:
        """The scenario as played, and those of its steps that are wanted; none after a finding."""
        scenario = self._scenario(name, span)
        if scenario is None:
            return None, ()
        if step is not None and not 0 <= step <= len(scenario.steps):
            message = f"example '{name}' has no step {step}"
            self.findings.add("bad-figure", message, span, f"it has {len(scenario.steps)}; 0 is what was before")
            return None, ()
        # A figure shows the real cards, and so they are played with, whatever else the scenario may bring along.
        scenario = scenario._replace(fixture=None)
        only = scenario.steps[step - 1].editions if step else ()
        wanted = edition or self.game.edition
        if only and wanted not in only:
            wanted = only[0]
        played = self._performance(scenario, name, wanted)
        if played is None:
            return None, ()
        if step is None:
            return played, played.shown
        if step == 0:
            return played, played.shown[:1]
        return played, tuple(item for item in played.shown if item.step is scenario.steps[step - 1])


def _ordered(diagram: Diagram, spots: Collection[str]) -> tuple[DiagramSpot, ...]:
    return tuple(spot for name in spots for spot in diagram.spots if spot.name == name)


def _moment(played: PlayedScenario, shown: tuple[PlayedStep, ...], step: int | None) -> DiagramMoment:
    """The moment that a figure of those steps shows."""
    first, last = shown[0], shown[-1]
    if step is not None and last.step is not None:
        action = last.actions[-1] if last.actions else None
        return DiagramMoment(last.before, last.after, last.events, action, last.reason, last.found, last.step.kind)
    done = [item for item in shown if item.step is not None and item.step.kind in ("do", "run")]
    asked = [item for item in shown if item.step is not None and item.step.kind in ("ask", "which")]
    if done:
        events = tuple(event for item in done for event in item.events)
        action = next((item.actions[-1] for item in reversed(done) if item.actions), None)
        return DiagramMoment(first.after, last.after, events, action, kind="do" if action is not None else "run")
    which = [item for item in asked if item.found is not None]
    if which or len(asked) == 1:
        answered = [*which, *asked][0]
        action = answered.actions[-1] if answered.actions else None
        return DiagramMoment(
            answered.before,
            answered.after,
            (),
            action,
            answered.reason,
            answered.found,
            answered.step.kind if answered.step else "",
        )
    return DiagramMoment(None, first.after, first.events)


def _listed(value: Json) -> Json:
    if isinstance(value, Counter):
        return sorted(map(str, value.elements()))
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return value

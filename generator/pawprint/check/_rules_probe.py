"""A few random games with rules that are data -> what only play shows: actions that are never legal, games that never
end, steps that fail."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.source import Span
from pawprint.play.engine import CHANCE, END, Rng, Rules
from pawprint.play.lookup import playable_editions, rules_for
from pawprint.play.time_limit import RulesFault, TimeIsUp, TimeLimit, fault_span

#: CPU seconds for all games.
_SECONDS = 0.3
#: A game that stays in one step for this many seconds is given up.
_LONGEST = 3.0
#: Games with each number of players.
_GAMES = 20
#: The same if all actions have been legal already.
_FEW = 5
#: Steps that repeat the steps inside them.
_LOOPS = ("turns", "while", "each player", "repeat", "each")


class _ProbedSetup(NamedTuple):
    """Rules for a number of players."""

    rules: Any
    players: int

    @property
    def name(self) -> str:
        edition = f" of the edition {self.rules.edition}" if self.rules.edition else ""
        return f"a game{edition} of {self.players} player{'s' if self.players > 1 else ''}"


def probe_rules(game: Game, findings: Findings, edition: str = "") -> None:
    """Play random games with each number of players, edition and option; what is wrong is a finding.

    Args:
        edition: only this one, of the catalog or of the rules; all if empty.
    """
    until, games, legal = time.process_time() + _SECONDS, 0, set[str]()
    spec: Any = None
    for table in _probed_tables(game, edition):
        spec = table.rules.spec
        for seed in range(_FEW if legal.issuperset(spec.actions) else _GAMES):
            if time.process_time() > until:
                return  # what has not been played may allow other actions
            games += 1
            if not _play(table, seed, legal, findings, until):
                return
    for name, action in spec.actions.items() if spec is not None else ():
        if name not in legal and action.node.source is spec.source:
            message = f"the action '{name}' was never legal in {games} random games"
            help = "look at its conditions, at what it chooses from, and at the steps that ask for it"
            findings.add("bad-rules", message, action.node.span, help, severity=Severity.WARNING)


def _probed_tables(game: Game, edition: str) -> Iterator[_ProbedSetup]:
    """Every number of players in each edition, and then each option on its own."""
    with_options: list[tuple[type[Rules], Game, str, dict[str, Any]]] = []
    for engine, deck, name in playable_editions(game, edition):
        cards = game.in_edition(deck)
        rules = rules_for(engine, cards, Findings(), name)
        if rules is None:
            return
        yield from (_ProbedSetup(rules, players) for players in rules.players)
        for key, option in engine.options.items():
            with_options += [
                (engine, cards, name, {key: value}) for value in option.values if value != rules.chosen[key]
            ]
    for engine, cards, name, chosen in with_options:
        rules = rules_for(engine, cards, Findings(), name, chosen)
        if rules is not None:
            yield _ProbedSetup(rules, rules.players[0])


def _play(table: _ProbedSetup, seed: int, legal: set[str], findings: Findings, until: float) -> bool:
    """One random game; False after a finding."""
    rules, count, last = table.rules, 0, ""
    rng = Rng(seed, "probe")
    try:
        with TimeLimit(_LONGEST):
            state = rules.start(rules.setup(table.players, rng))
            while state.actor() != END:
                if count > rules.longest:
                    message = f"{table.name} has not ended after {rules.longest:,} actions"
                    help = "let it end: with the step 'end', with 'until', or with more actions: longest: 5000"
                    findings.add("bad-rules", message, _loop_of(state), help)
                    return False
                if count % 64 == 63 and time.process_time() > until:
                    return True
                actions = state.legal_actions()
                if state.actor() == CHANCE:
                    action = state.chance(rng)
                else:
                    legal.update(parts[0].name for action in actions if (parts := rules.parts_of(action)) is not None)
                    action = rng.pick(actions)
                last = rules.describe(action)
                state.apply(action)
                count += 1
            rules.shares(state)
    except RulesFault as fault:
        when = f"as '{last}' is done, action {count + 1}" if last else "at the start"
        findings.add("rules-fault", f"{fault.message} (in {table.name}, {when})", fault_span(fault), fault.help)
        return False
    except TimeIsUp:
        message = f"{table.name} is still busy with one of its steps after {_LONGEST:g} seconds"
        findings.add("bad-rules", message, rules.spec.place("play"), "let it choose among less, or loop less often")
        return False
    return True


def _loop_of(state: Any) -> Span:
    """The loop around the step at which a game waits: the first endless loop, else the innermost loop."""
    spec, program = state.program.spec, state.program
    waiting = program.span_of_block(state.pc)
    loops = next((path for span, path in _walk(spec, spec.play, (), ()) if span == waiting), ())
    endless = [step for step in loops if step.verb in ("turns", "while")]
    place: Span = (endless or loops[-1:])[0].node.span if loops else spec.node.key_span("play")
    return place


def _walk(spec: Any, steps: Any, path: tuple[Any, ...], doing: tuple[str, ...]) -> Iterator[tuple[Span, Any]]:
    """Each step with the loops around it, also in the steps that are done by name."""
    for step in steps:
        yield step.node.span, path
        inside = (*path, step) if step.verb in _LOOPS else path
        for inner in step.steps():
            yield from _walk(spec, inner, inside, doing)
        name = step.parts.get("do", "") if step.verb == "do" else ""
        if name in spec.steps and name not in doing:
            yield from _walk(spec, spec.steps[name].steps, inside, (*doing, name))

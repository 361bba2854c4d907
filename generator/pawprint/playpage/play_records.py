"""Games in play <-> texts: logs that replay them, and scenarios that begin with a position of them."""

import json
from collections.abc import Mapping
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.playpage.play_session import PlayedDeed, PlayError, PlaySession
from pawprint.playpage.table_maker import TableMaker
from pawprint.rules.engine import Rules
from pawprint.rules.game_logs import log_line, log_of, read_log, replay_steps
from pawprint.rules.game_scenarios import engine_in, scenario_of_game
from pawprint.rules.playing import ReplayError
from pawprint.rules.scenario import PlayedScenario, Scenario, play_scenario, scenario_of
from pawprint.yamlio import reader
from pawprint.yamlio.plain_data import to_python


def log_text(session: PlaySession) -> str:
    """The log of the game so far.

    Raises:
        PlayError: the game has no deal.
    """
    if session.setup is None:
        raise PlayError("a game that began with a written situation has no log; save the position as a scenario")
    actions = [deed.action for deed in session.deeds[: session.at] if deed.action is not None]
    log = log_of(
        session.rules, len(session.seats), session.setup, actions, session.state if session.over else None
    )  # fmt: skip
    return log_line(log, seats=session.seats, seed=session.seed)


def scenario_text(session: PlaySession, engine: str) -> str:
    """A scenario that leads to the position that is shown."""
    deeds = session.deeds[: session.at]
    rules = session.rules
    parts: dict[str, Any] = {"about": "A position of a game.", "game": engine}
    if rules.edition:
        parts["edition"] = rules.edition
    parts["options"] = dict(rules.chosen)
    parts |= {"setup": session.setup} if session.setup is not None else session.written
    lines = [f"{name}: {_flow(value)}" for name, value in parts.items()]
    lines += ["steps:"] * bool(deeds)
    for deed in deeds:
        written = rules.describe(deed.action) if deed.written is None else deed.written
        lines.append(f"  - {'run' if deed.action is None else 'do'}: {_flow(written)}")
    facts = session.table.diagrams.notation.facts(session.state)
    expected = {name: facts[name] for name in ("over", "actor", "scores") if name in facts}
    return "\n".join([*lines, f"expect: {_flow(expected)}", ""])


def _flow(value: Any) -> str:
    """*value* in YAML on one line: JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)


def read(tables: TableMaker, data: Mapping[str, Any]) -> PlaySession:
    """The game in play that a request describes: `log`, a line; `scenario`, a name; or `text`, either of the two.

    Raises:
        PlayError: it cannot be read or replayed.
    """
    for name in ("scenario", "text"):
        if not isinstance(data.get(name, ""), str):
            raise PlayError(f"'{name}' is a text")
    if data.get("scenario"):
        findings = Findings()
        found = scenario_of_game(tables.game, data["scenario"], findings)
        return _of_scenario(tables, found, str(data.get("edition") or ""), findings)
    text = str(data.get("text") or "")
    if text.lstrip().startswith("{"):
        return _of_log(tables, text.lstrip().splitlines()[0])  # a file may have a game on each line
    findings = Findings()
    node = reader.read_yaml(Source("scenario", text), findings)
    scenario = None if node is None else scenario_of(node, "scenario", findings, engine_in(tables.game))
    return _of_scenario(tables, scenario, "", findings)


def _of_log(tables: TableMaker, text: str) -> PlaySession:
    try:
        log = read_log(text)
        rules: Rules = tables.rules(log.edition, log.options)
        if log.game != rules.id:
            raise PlayError(f"this is a log of '{log.game}'")
        if log.players not in rules.players:
            raise PlayError(f"the game is not for {log.players} players")
        session = PlaySession(
            tables.table_of(rules), rules.start(log.setup), log.setup, ["human"] * log.players, "replay", open=True
        )
        for step in replay_steps(rules, log):
            session.append(rules.parse(step.words))
    except ReplayError as error:
        raise PlayError(f"the game cannot be replayed: {error}") from None
    except PlayError:
        raise
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise PlayError(f"this log cannot be read: {error}") from None
    session.go(0)
    return session


def _of_scenario(tables: TableMaker, scenario: Scenario | None, edition: str, findings: Findings) -> PlaySession:
    played: PlayedScenario | None = None
    if scenario is not None and scenario.game != tables.game.engine:
        raise PlayError(f"this is a scenario of '{scenario.game}'")
    if scenario is not None:
        played = play_scenario(scenario, lambda name: tables.game, findings, edition)
    if played is None:
        raise PlayError("; ".join(finding.message for finding in findings) or "this is no scenario")
    table = tables.table_of(played.notation.rules, played.notation)
    first = played.shown[0].after
    seats = ["human"] * len(first.scores())
    session = PlaySession(table, first.copy(), None, seats, "replay", open=True)
    assert scenario is not None
    nodes = {"fixture": scenario.fixture, "state": scenario.state, "setup": scenario.setup}
    session.written = {name: to_python(node) for name, node in nodes.items() if node is not None}
    if scenario.state is None and scenario.setup is None:
        session.written |= {"players": len(seats), "seed": scenario.seed}
    for shown in played.shown[1:]:
        if shown.step is None or shown.step.kind not in ("do", "run"):
            continue
        written = to_python(shown.step.what)
        if shown.step.kind == "run":
            session.append_state(PlayedDeed(-1, None, (), (), written), shown.after.copy())
            continue
        several = isinstance(shown.step.what, reader.SequenceNode)
        for action, words in zip(shown.actions, written if several else [written], strict=True):
            session.append(action, words)
    session.go(0)
    return session

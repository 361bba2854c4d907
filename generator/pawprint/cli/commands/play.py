"""`pawprint play`: games between bots, what they add up to, and single games step by step."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawprint.cli import parameters
from pawprint.cli.parameters import CatalogOption

if TYPE_CHECKING:
    from pawprint.catalog.model import Game
    from pawprint.rules.aggregates import Aggregate
    from pawprint.rules.engine import Rules
    from pawprint.rules.simulation import SimulationConfig

FORMATS = ("text", "json")
#: More games than anybody waits for; a slip of the finger asks for them.
_MAX_GAMES = 10_000_000


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of the catalog that has an engine.")],
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="Default: the fewest.")] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, max=_MAX_GAMES, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Another number, other games.")] = 0,
    bots: Annotated[
        str, typer.Option("--bots", metavar="NAMES", help="Who plays, seat by seat, in turn: random, greedy.")
    ] = "random",
    edition: Annotated[
        str, typer.Option("--edition", metavar="NAME", help="Edition of the rules. Default: the first.")
    ] = "",
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Something that the players agree on.")
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="N", min=0, max=256, help="Processes that share the work; 0: one per core.")
    ] = 0,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, json.")] = "text",
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Write every game to this file, one per line.")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", metavar="FILE", help="Show a game of this file, step by step.")
    ] = None,
    line: Annotated[
        int, typer.Option("--line", metavar="N", min=1, help="With --replay: the line of the file that is shown.")
    ] = 1,
    catalog: CatalogOption = None,
) -> None:
    """Let bots play a game, and say what the games add up to.

    The same seed plays the same games, with any number of processes.

    Examples:

      pawprint play pocket-cats --bots greedy --games 2000

      pawprint play food-chain --players 4 --log games.jsonl

      pawprint play food-chain --replay games.jsonl --line 3
    """
    from pawprint.core.registry import suggest
    from pawprint.rules.bots import BOTS

    parameters.choice(form, FORMATS, "--format")
    seats = parameters.split_list(bots, repeated=True)
    for name in seats:
        if name not in BOTS:
            raise typer.BadParameter(f"'{name}': {suggest(name, BOTS, 'bots are')}", param_hint="--bots")
    if not seats:
        raise typer.BadParameter("name at least one", param_hint="--bots")
    loaded = _load_game(game, catalog)
    if replay is not None:
        _replay(loaded, replay, line)
        return
    table = _setup(loaded, edition, tuple(option or ()), seats, seed, log is not None)
    rules = _rules(table)
    table = table._replace(players=rules.players[0] if players is None else players)
    if table.players not in rules.players:
        counts = ", ".join(map(str, rules.players))
        raise typer.BadParameter(f"{game} is for {counts} players, not for {players}", param_hint="--players")
    sums = _play(table, games, jobs)
    if log is not None:
        from pawprint.core.files import write_if_changed

        write_if_changed(log, "".join(text + "\n" for text in sums.logs.values()).encode())
    if form == "json":
        json.dump(_as_data(rules, table, sums), sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
    else:
        sys.stdout.writelines(text + "\n" for text in _for_people(loaded, rules, table, sums))
    for trouble in sums.failures:
        print(f"game {trouble.number}, after {trouble.step} actions: {trouble.message}", file=sys.stderr)
    if sums.broken:
        raise typer.Exit(1)


# --- what is played -----------------------------------------------------------------------------------------


def _load_game(name: str, catalog: Path | None) -> "Game":
    """The game, or the end of the command."""
    from pawprint.catalog.library import load_library
    from pawprint.cli.report import write_findings
    from pawprint.core.diagnostics import Findings

    findings = Findings()
    library = load_library(parameters.folders(catalog, None)[0], findings, [name])
    if findings.failed or name not in library.games:
        write_findings(findings.sorted(), "text", sys.stderr)
        raise typer.Exit(1)
    game = library.games[name]
    if not game.engine:
        _stop(f"{name} names no engine, so nobody can play it; see 'rules' in docs/catalog.md")
    return game


def _stop(message: str) -> None:
    print(f"error: {message}", file=sys.stderr)
    raise typer.Exit(1)


def _setup(
    game: "Game", edition: str, chosen: tuple[str, ...], bots: tuple[str, ...], seed: int, logs: bool
) -> "SimulationConfig":
    """What is played; wrong names of editions and options are wrong usage."""
    from pawprint.core.registry import suggest
    from pawprint.games.engines import ENGINES
    from pawprint.rules.lookup import deck_of
    from pawprint.rules.simulation import SimulationConfig

    engine = ENGINES.get(game.engine)
    if engine is None:
        _stop(f"there is no engine '{game.engine}'; {suggest(game.engine, ENGINES, 'engines are')}")
    assert engine is not None
    if edition and edition not in engine.editions:
        help = suggest(edition, engine.editions, "editions are")
        raise typer.BadParameter(f"'{edition}': {help}", param_hint="--edition")
    agreed: dict[str, Any] = {}
    for text in chosen:
        key, sign, value = text.partition("=")
        if not sign:
            raise typer.BadParameter(f"'{text}' should be NAME=VALUE", param_hint="--option")
        if key not in engine.options:
            help = suggest(key, engine.options, "options are")
            raise typer.BadParameter(f"there is no option '{key}'; {help}", param_hint="--option")
        known = {_option_text(one): one for one in engine.options[key].values}
        if value not in known:
            help = suggest(value, known, "it can be")
            raise typer.BadParameter(f"'{key}' cannot be '{value}'; {help}", param_hint="--option")
        agreed[key] = known[value]
    edition = edition or next(iter(engine.editions), "")
    deck = deck_of(game, edition)
    return SimulationConfig(
        game.folder.as_posix(), engine, deck, edition, tuple(sorted(agreed.items())), 0, bots, seed, keep_logs=logs
    )  # fmt: skip


def _option_text(value: Any) -> str:
    """A value of an option as people write it."""
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _rules(table: "SimulationConfig") -> "Rules":
    """The rules, or the end of the command."""
    from pawprint.cli.report import write_findings
    from pawprint.rules.simulation import Unplayable, rules_of

    try:
        return rules_of(table)
    except Unplayable as error:
        write_findings(error.findings.sorted(), "text", sys.stderr)
        _stop(str(error))
        raise


def _play(table: "SimulationConfig", games: int, jobs: int) -> "Aggregate":
    import gc
    import os

    from pawprint.cli.progress import Progress
    from pawprint.rules.simulation import WorkerPool

    gc.enable()  # other commands are over before it matters; millions of games are not
    with WorkerPool(jobs or os.cpu_count() or 1) as crew, Progress(not sys.stderr.isatty()) as progress:
        (sums,) = crew.play([(table, 0, games)], lambda done, total: progress("playing", done, total))
    return sums


# --- what they add up to ------------------------------------------------------------------------------------


def _for_people(game: "Game", rules: "Rules", table: "SimulationConfig", sums: "Aggregate") -> "list[str]":
    from pawprint.rules.aggregates import PARTS_PER_WIN
    from pawprint.rules.statistics import Z_SINGLE, mean, percentile, wilson

    edition = f", {table.edition}" if table.edition else ""
    agreed = "".join(f", {key} {_option_text(value)}" for key, value in table.options)
    who = " and ".join(dict.fromkeys(table.bots))
    plural = "s" if table.players > 1 else ""
    lines = [
        f"{rules.id}{edition}{agreed}: {sums.games:,} games of {table.players} player{plural}, "
        f"bots {who}, seed {table.seed}"
    ]  # fmt: skip
    if sums.broken:
        lines.append(f"{sums.broken:,} games more broke off")
    if not sums.games:
        return lines
    rows = [("seat", "bot", "wins", "95 %", "points", "95 %")]
    for seat in range(table.players):
        won = wilson(sums.win_parts[seat] / PARTS_PER_WIN, sums.games)
        points = mean(sums.points[seat], sums.squares[seat], sums.games, Z_SINGLE)
        rows.append((
            str(seat + 1), table.bots[seat % len(table.bots)],
            f"{won.value:.1%}", f"{won.low:.1%} to {won.high:.1%}",
            f"{points.value:.2f}", f"{points.low:.2f} to {points.high:.2f}",
        ))  # fmt: skip
    lines += ["", *_columns(rows, 2), ""]
    if sums.together:
        lines.append(f"won or lost together: {_part(sums.together, sums.games)}")
    lines.append(f"shared wins: {_part(sums.shared, sums.games)}")
    low, middle, high = (percentile(sums.lengths, part) for part in (0.05, 0.5, 0.95))
    lines.append(f"decisions in a game: {middle} (5 to 95 %: {low} to {high}, longest {max(sums.lengths)})")
    lines.append(f"decisions without a choice: {_part(sums.forced, sums.decisions)}")
    cards = [("piece", "dealt", "offered", "used")]
    cards += [
        (
            name,
            f"{sums.dealt[name] / max(1, sums.sampled):.0%}",
            f"{sums.offered[name] / max(1, sums.sampled):.0%}",
            f"{sums.used[name] / sums.games:.1%}",
        )
        for name in _pieces(game, table, sums)
    ]
    if len(cards) > 1:
        lines += ["", *_columns(cards, 1), ""]
        lines.append(f"in so many games; dealt and offered were counted in {sums.sampled:,} of them")
    return lines


def _pieces(game: "Game", table: "SimulationConfig", sums: "Aggregate") -> list[str]:
    """Ids of what somebody saw, could play or played, and of all else of these components, in catalog order."""
    met = sums.dealt.keys() | sums.offered.keys() | sums.used.keys()
    deck = game.in_edition(table.deck)
    found: dict[str, None] = {}
    for component in deck.components:
        names = [record.id for record in deck.pieces(component)]
        if not met.isdisjoint(names):
            found |= dict.fromkeys(names)
    return [*found]


def _part(count: int, whole: int) -> str:
    return f"{count / whole:.1%}" if whole else "0.0%"


def _columns(rows: Sequence[tuple[str, ...]], left: int) -> list[str]:
    """Rows of a table, the first *left* columns flush left, the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _as_data(rules: "Rules", table: "SimulationConfig", sums: "Aggregate") -> dict[str, Any]:
    """The same for programs; `version` changes when the meaning of a key does."""
    from pawprint.rules.aggregates import PARTS_PER_WIN
    from pawprint.rules.statistics import Z_SINGLE, mean, percentile, wilson

    seats = []
    for seat in range(table.players):
        won = wilson(sums.win_parts[seat] / PARTS_PER_WIN, sums.games)
        points = mean(sums.points[seat], sums.squares[seat], sums.games, Z_SINGLE) if sums.games > 1 else None
        seats.append({
            "bot": table.bots[seat % len(table.bots)],
            "wins": {"value": round(won.value, 6), "low": round(won.low, 6), "high": round(won.high, 6)},
            "points": points and {key: round(value, 6) for key, value in points._asdict().items()},
        })  # fmt: skip
    return {
        "version": 1,
        "game": rules.id,
        "rules": rules.rules_hash(),
        "edition": table.edition,
        "options": dict(rules.chosen),
        "players": table.players,
        "seed": table.seed,
        "games": sums.games,
        "broken": sums.broken,
        "seats": seats,
        "shared": sums.shared,
        "together": sums.together,
        "decisions": {
            "total": sums.decisions,
            "forced": sums.forced,
            "percentiles": {str(part): percentile(sums.lengths, part / 100) for part in (5, 50, 95, 100)},
        },
        "sampled": sums.sampled,
        "pieces": {
            name: {"dealt": sums.dealt[name], "offered": sums.offered[name], "used": sums.used[name]}
            for name in sorted(sums.dealt.keys() | sums.offered.keys() | sums.used.keys())
        },
    }


# --- one game, step by step ---------------------------------------------------------------------------------


def _replay(game: "Game", file: Path, line: int) -> None:
    """Print a game of a log."""
    from pawprint.rules.game_logs import read_log, replay_steps
    from pawprint.rules.playing import ReplayError

    if not file.is_file():
        raise typer.BadParameter(f"there is no file {file.as_posix()}", param_hint="--replay")
    texts = file.read_text(encoding="utf-8", errors="replace").splitlines()
    if line > len(texts):
        raise typer.BadParameter(f"{file.as_posix()} has {len(texts)} lines, not {line}", param_hint="--line")
    try:
        log = read_log(texts[line - 1])
    except ValueError as error:
        _stop(f"{file.as_posix()}:{line}: {error}")
        raise
    if log.game != game.engine:
        _stop(f"{file.as_posix()}:{line} is a game of '{log.game}', not of '{game.id}'")
    known = tuple(f"{key}={_option_text(value)}" for key, value in log.options.items())
    table = _setup(game, log.edition, known, ("random",), 0, False)
    rules = _rules(table)
    if rules.rules_hash() != log.rules:
        print("the cards or the rules have changed since this game was played", file=sys.stderr)
    title = f"{rules.id}, {log.edition}" if log.edition else rules.id
    print(f"{title}: {len(log.actions)} actions, {log.players} player{'s' if log.players > 1 else ''}")
    state = None
    try:
        for step, moment in enumerate(replay_steps(rules, log), 1):
            who = f"player {moment.seat + 1}" if moment.seat >= 0 else "chance"
            print(f"{step:4}. {who}: {moment.words}")
            for event in moment.events:
                print("        " + " ".join([str(event[0]), *(str(one) for one in event[1:] if one not in ("", None))]))
            state = moment.state
    except ReplayError as error:
        _stop(str(error))
    if state is not None:
        print("points: " + ", ".join(f"player {seat + 1} {score}" for seat, score in enumerate(state.scores())))
        if log.returns:
            print("wins: " + ", ".join(f"player {seat + 1} {share:g}" for seat, share in enumerate(log.returns)))
    trouble = json.loads(texts[line - 1]).get("trouble")
    if trouble:
        print(f"here it went wrong: {trouble}")

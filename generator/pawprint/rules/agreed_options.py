"""`rules:` in a game's declaration -> the edition that is played, and a value for every option.

rules:
  engine: pocket-cats
  edition: match                  # played unless another one is asked for; by default the engine's first
  agreed: {first_player: random}  # differs from the engine in all editions
  editions:
    match: {games: 2}             # differs from the engine in this edition
"""

from collections.abc import Callable, Mapping
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.rules.engine import Option, Rules, resolve_options
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode


def agreed_options(
    engine: type[Rules],
    game: Game,
    findings: Findings,
    edition: str = "",
    chosen: Mapping[str, Any] | None = None,
    usual: Callable[[str], Node | None] | None = None,
) -> tuple[str, dict[str, Any]] | None:
    """The edition, and a value for every option: chosen, else the game's, else the engine's; None after findings.

    Args:
        edition: the one that is asked for, if any.
        usual: edition -> what is agreed on in it if the game says nothing of it.

    Raises:
        ValueError: the edition, an option or its value is unknown.
    """
    before = findings.count
    rules = FieldReader(game.node.get("rules"), "the rules", Findings())
    name = edition or usual_edition(engine, game, findings)
    if name is None:
        return None
    name, values = resolve_options(engine, name, None)
    own = FieldReader(rules.node_of("editions"), "the editions", Findings()).node_of(name)
    if own is None and usual is not None:
        own = usual(name)
    for table in (rules.node_of("agreed"), own):
        values |= _written(table, engine.options, findings)
    given = {key: resolve_options(engine, name, chosen)[1][key] for key in chosen or {}}
    return None if findings.count > before else (name, values | given)


def usual_edition(engine: type[Rules], game: Game, findings: Findings) -> str | None:
    """The edition of the rules if none is asked for, "" for the engine's first one; None after a finding."""
    if game.edition in engine.editions:
        return game.edition
    rules = FieldReader(game.node.get("rules"), "the rules", Findings())
    name = rules.text("edition") or ""
    if name and name not in engine.editions:
        help = suggest(name, engine.editions, "editions are")
        findings.add("unknown-edition", f"the rules have no edition '{name}'", rules.value_span("edition"), help)
        return None
    return name


def option_text(value: Any) -> str:
    """A value as catalogs and the command line write it."""
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _written(table: Node | None, options: Mapping[str, Option], findings: Findings) -> dict[str, Any]:
    """The values in *table*. A mapping below the name of an option is more than a value, and the engine reads it."""
    found: dict[str, Any] = {}
    if not isinstance(table, MappingNode):
        return found
    for name, node in table.entries.items():
        if name not in options:
            help = suggest(name, options, "options are")
            findings.add("unknown-field", f"'{name}' is nothing to agree on", table.key_span(name), help)
            continue
        known = {option_text(value): value for value in options[name].values}
        if isinstance(node, ScalarNode) and node.text in known:
            found[name] = known[node.text]
        elif not isinstance(node, MappingNode):
            message, help = f"the rules cannot do what is written for '{name}'", f"it can be {', '.join(known)}"
            findings.add("unknown-choice", message, node.span, help)
    return found

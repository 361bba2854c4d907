"""What the rules of bundled games read of the catalog: findings for fields that are not there, and whole games."""

from collections.abc import Mapping
from functools import cache

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled

#: Field -> of what kinds it may be; the kind of None comes second where it may be empty.
FieldKinds = Mapping[str, tuple[type, ...]]
_HELP = "declare it as the bundled game does"
NONE = type(None)


def has_component(game: Game, component: str, findings: Findings) -> bool:
    """Whether the game has a component that the rules need; else there is a finding."""
    if component not in game.components:
        node = game.node.get("rules") or game.node
        message = f"the rules need a component '{component}'"
        findings.add("bad-declaration", message, node.span, f"{_HELP}, or leave 'rules' out")
    return component in game.components


def has_fields(game: Game, record: Record, fields: FieldKinds, findings: Findings) -> bool:
    """Whether a record has the fields that the rules read; what is not there is a finding, or has been one."""
    missing = [name for name, kinds in fields.items() if not isinstance(record.values.get(name), kinds)]
    for name in () if game.invalid else missing:
        findings.add("bad-declaration", f"the rules need the field '{name}' of '{record.id}'", record.span(name), _HELP)
    return not missing


def has_records(game: Game, fields: Mapping[str, FieldKinds], findings: Findings) -> bool:
    """Whether all components are there with the fields that the rules read; see `has_fields`."""
    found = [component for component in fields if has_component(game, component, findings)]
    sound = [has_fields(game, record, fields[name], findings) for name in found for record in game.pieces(name)]
    return len(found) == len(fields) and all(sound)


@cache
def bundled_game(name: str) -> Game | None:
    """A game of the catalog that comes with the program; None in a file to play, which has no catalog."""
    folder = bundled("catalog") / name
    return load_game(folder, Findings()) if folder.is_dir() else None

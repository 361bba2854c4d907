"""A game and an earlier state of it -> the game with the values that its pieces had then, in memory; no file changes.

A state remembers the values of pieces and the fingerprints of their faces, but no pictures. With the earlier values and
the layouts of today a piece looks as it did then, unless a layout or a drawing has changed; the fingerprints tell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pawprint.build.snapshot import Deck, Snapshot, deck_key
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game, Record
from pawprint.catalog.plain_values import plain_fields
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.spreadsheets.columns import order_of
from pawprint.spreadsheets.yaml_patch import EntryOrigins, Overlay, Patch
from pawprint.spreadsheets.yaml_spans import CannotEdit
from pawprint.yamlio import reader

if TYPE_CHECKING:
    from pawprint.catalog.fields import Field
    from pawprint.faces.composer import Composer


def earlier_game(game: Game, before: Snapshot) -> Game | None:
    """*game* with the values of *before*; None if it cannot be read with them.

    A piece keeps its values of today if the earlier ones cannot be written in its place, and a new piece stays.
    """
    patches: dict[str, Patch] = {}
    for component in game.components.values():
        files = {reader.display_path(game.folder / file): file for file in component.files}
        for record in game.records[component.name].values():
            overlay = _overlay(record, component.fields, _earlier_values(game, record, before))
            source = record.node.span.source
            if not overlay or source.name not in files:
                continue
            try:
                patches.setdefault(files[source.name], Patch(source)).change(
                    record.node, overlay, order_of(component), EntryOrigins()
                )
            except CannotEdit:
                continue
    try:
        texts = {file: patch.result()[0] for file, patch in patches.items()}
    except CannotEdit:
        return None
    return load_game(game.folder, Findings(), texts, root=game.root)


def pieces_as_before(game: Game | None, before: Snapshot, pieces: set[str], composer: Composer) -> set[str]:
    """Those of *pieces*, by the names `component/id`, that look as in *before* if they are drawn of the earlier *game*,
    in every language and edition that *before* has."""
    from pawprint.build.options import BuildOptions
    from pawprint.changes.current import deck_of

    options = BuildOptions(cards=tuple(sorted(pieces)))
    same = {name for name in pieces if game is not None and any(name in deck.pieces for deck in before.decks.values())}
    for edition in game.each_edition() if game is not None and pieces else ():
        for language in edition.languages:
            deck = before.decks.get(deck_key(edition.other_edition, language))
            if deck is not None:
                now = deck_of(edition, language, composer, options)
                same = {name for name in same if _looks_alike(deck, now, name)}
    return same


def _looks_alike(before: Deck, now: Deck, name: str) -> bool:
    old, new = before.pieces.get(name), now.pieces.get(name)
    return old is None or (new is not None and (old.face, old.back) == (new.face, new.back))


def _earlier_values(game: Game, record: Record, before: Snapshot) -> dict[str, dict[str, Any]]:
    """Field -> language -> value then, of the fields that differ in some language; nested fields have dotted names."""
    earlier: dict[str, Mapping[str, Any]] = {}
    differ: dict[str, None] = {}
    for edition in game.each_edition():
        for language in edition.languages:
            deck = before.decks.get(deck_key(edition.other_edition, language))
            entry = deck.pieces.get(f"{record.component}/{record.id}") if deck else None
            if entry is not None:
                now = plain_fields(record, language, edition.edition)
                earlier[language] = entry.values
                names = [*now, *entry.values]
                differ.update((name, None) for name in names if now.get(name) != entry.values.get(name))
    return {name: {language: values.get(name) for language, values in earlier.items()} for name in differ}


def _overlay(record: Record, fields: Mapping[str, Field], values: Mapping[str, Mapping[str, Any]]) -> Overlay:
    """What is to be written in the place of the fields of *record* that differ."""
    overlay: Overlay = {}
    for name, by_language in values.items():
        *outer, last = name.split(".")
        inside, known = overlay, fields
        for step in outer:
            below = inside.setdefault(step, {})
            if not isinstance(below, dict) or step not in known:
                break
            inside, known = below, known[step].inner or {}
        else:
            field = known.get(last)
            if field is not None and not field.derived:
                inside[last] = _written(field, by_language)
    return overlay


def _written(field: Field, by_language: Mapping[str, Any]) -> reader.Node | Overlay | None:
    if field.type == "text":
        return {language: _node(value) for language, value in by_language.items() if value is not None} or None
    value = next(iter(by_language.values()))
    if value is not None and any(other != value for other in by_language.values()):  # a list of texts
        value = [dict(zip(by_language, items, strict=False)) for items in zip(*by_language.values(), strict=False)]
    return None if value is None else _node(value)


def _node(value: Any) -> reader.Node | None:
    return reader.read_yaml(Source("earlier value", json.dumps(value, ensure_ascii=False)), Findings())

"""Records -> digests of what they say in one language."""

from typing import Any

from pawprint.build.cache.file_digests import digest
from pawprint.catalog.model import ChoiceValue, Game, Record, Translated


def digest_of(record: Record, language: str, edition: str) -> str:
    """A digest of all that a layout may see of *record* without looking into the records that it refers to."""
    return digest(record.component, record.id, record.copies_in(edition), _said(record.values, language, edition))


def digest_of_all(game: Game, language: str) -> str:
    """A digest of all that a document in *language* may know of the records of *game*, of whatever edition."""
    parts = []
    for component, records in game.records.items():
        for record in records.values():
            own = (record.copies, sorted(record.by_edition.items()), record.editions)
            origin = (record.origin.default, sorted(record.origin.fields.items()))
            parts.append((component, record.id, own, origin, _said(record.values, language, game.edition)))
    return digest(parts)


def _said(value: Any, language: str, edition: str) -> Any:
    """*value* with nothing in it but plain values; of a record, only its name."""
    if isinstance(value, Translated):
        return value.get(language, "")
    if isinstance(value, Record):
        return value.component, value.id, value.exists_in(edition)
    if isinstance(value, tuple):
        return tuple([_said(one, language, edition) for one in value])
    if isinstance(value, dict):
        return {name: _said(one, language, edition) for name, one in value.items()}
    if isinstance(value, ChoiceValue):
        return str(value)  # its label is declared with the game
    return value

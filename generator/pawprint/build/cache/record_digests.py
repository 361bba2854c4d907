"""Records -> digests of what they say in one language."""

from collections.abc import Mapping
from typing import Any

from pawprint.build.cache.source_digests import digest
from pawprint.catalog.model import Game, Record
from pawprint.catalog.plain_values import plain_value


def digest_of(record: Record, language: str, edition: str) -> str:
    """A digest of all that a layout may see of *record* without looking into the records that it refers to."""
    return digest(record.component, record.id, record.copies_in(edition), _data(record.values, language, edition))


def digest_of_all(game: Game, language: str) -> str:
    """A digest of all that a document in *language* may know of the records of *game*, of whatever edition."""
    parts = []
    for component, records in game.records.items():
        for record in records.values():
            own = (record.copies, sorted(record.by_edition.items()), record.editions)
            origin = (record.origin.default, sorted(record.origin.fields.items()))
            parts.append((component, record.id, own, origin, _data(record.values, language, game.edition)))
    return digest(parts)


def _data(values: Mapping[str, Any], language: str, edition: str) -> Any:
    """*values* as plain data; of another record only its name, of a choice not its label, which the game declares."""
    return plain_value(
        dict(values),
        lambda words: words.get(language, ""),
        lambda record: (record.component, record.id, record.exists_in(edition)),
    )

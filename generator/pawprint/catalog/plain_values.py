"""A record -> what it says in one language, as plain data: what a person, or JSON, can hold against another state."""

from typing import Any

from pawprint.catalog.model import Record, Translated


def readable(record: Record, language: str, edition: str = "") -> dict[str, Any]:
    """Field -> value; the fields of a nested record have dotted names, and fields without a value are left out.

    Returns:
        texts, numbers, truths, and lists of these. A reference is the id of its record, and one to a record that
        *edition* lacks is left out.
    """
    found: dict[str, Any] = {}
    for name, value in record.values.items():
        _collect(name, value, language, edition, found)
    return found


def _collect(name: str, value: Any, language: str, edition: str, found: dict[str, Any]) -> None:
    if value.__class__ is dict:
        for inner, one in value.items():
            _collect(f"{name}.{inner}", one, language, edition, found)
        return
    plain = _plain(value, language, edition)
    if plain is not None and plain != [] and plain != "":
        found[name] = plain


def _plain(value: Any, language: str, edition: str) -> Any:
    if isinstance(value, Translated):
        return value.get(language, "")
    if isinstance(value, Record):
        return value.id if value.exists_in(edition) else None
    if isinstance(value, (tuple, list)):
        items = [_plain(item, language, edition) for item in value]
        return [item for item in items if item is not None]
    if isinstance(value, dict):
        return {name: _plain(item, language, edition) for name, item in value.items()}
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return str(value)

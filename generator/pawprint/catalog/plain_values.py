"""Values of records -> plain data, for JSON, digests, comparisons and lists of changes."""

from collections.abc import Callable
from typing import Any

from pawprint.catalog.model import ChoiceValue, Record, Translated


def plain_value(
    value: Any,
    text: Callable[[Translated], Any],
    reference: Callable[[Record], Any],
    choice: Callable[[ChoiceValue], Any] = str,
    nested: Callable[[dict[str, Any]], Any] | None = None,
) -> Any:
    """*value* of a record as texts, numbers, booleans, None, and lists and dictionaries of these.

    Args:
        text: converts a text in several languages.
        reference: converts a reference to a record.
        choice: converts the value of a choice field.
        nested: converts the data of a record inside a record.
    """
    kind = value.__class__  # exact types: this runs for every value of every record, and isinstance is slower
    if kind is str or kind is int or kind is bool or kind is float or value is None:
        return value
    if kind is Translated:
        return text(value)
    if kind is Record:
        return reference(value)
    if kind is tuple or kind is list:
        return [plain_value(item, text, reference, choice, nested) for item in value]
    if kind is dict:
        inner = {name: plain_value(item, text, reference, choice, nested) for name, item in value.items()}
        return inner if nested is None else nested(inner)
    return choice(value) if kind is ChoiceValue else str(value)


def plain_fields(record: Record, language: str, edition: str = "") -> dict[str, Any]:
    """Field -> value in one language; the fields of a nested record have dotted names, empty values are left out.

    Returns:
        texts, numbers, booleans, and lists of these. A reference is the id of its record, and one to a record that
        *edition* lacks is left out.
    """
    fields: dict[str, Any] = {}

    def text(translated: Translated) -> str:
        return translated.get(language, "")

    def reference(target: Record) -> str | None:
        return target.id if target.exists_in(edition) else None

    for name, value in record.values.items():
        _collect(name, plain_value(value, text, reference), fields)
    return fields


def _collect(name: str, data: Any, fields: dict[str, Any]) -> None:
    if isinstance(data, dict):
        for inner, value in data.items():
            _collect(f"{name}.{inner}", value, fields)
        return
    if isinstance(data, list):
        data = _without_none(data)
    if data is not None and data != [] and data != "":
        fields[name] = data


def _without_none(data: Any) -> Any:
    """*data* without the None entries of lists, at any depth."""
    if isinstance(data, list):
        return [_without_none(item) for item in data if item is not None]
    if isinstance(data, dict):
        return {name: _without_none(item) for name, item in data.items()}
    return data


def as_text(data: Any, brackets: bool = True, empty: str = "", text: Callable[[str], str] = str) -> str:
    """Plain data as one line for people: lists and mappings with commas, booleans as YAML writes them.

    Args:
        brackets: True to write lists and mappings with brackets, and mappings with names, as in YAML.
        empty: the text for None.
        text: converts a single value.
    """
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, list):
        items = ", ".join(as_text(item, brackets, empty, text) for item in data)
        return f"[{items}]" if brackets else items or empty
    if isinstance(data, dict):
        words = {name: as_text(item, brackets, empty, text) for name, item in data.items()}
        if brackets:
            return f"{{{', '.join(f'{name}: {word}' for name, word in words.items())}}}"
        return ", ".join(words.values())
    return empty if data is None else text(str(data))

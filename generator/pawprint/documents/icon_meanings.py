"""Icons of a game -> their meanings, as far as the catalog gives them."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.catalog import field_types as types
from pawprint.catalog.fields import Field
from pawprint.catalog.icon_codes import IconCodes
from pawprint.catalog.model import ChoiceValue, Game, Translated
from pawprint.core.diagnostics import Findings
from pawprint.documents._word_forms import human, sentence
from pawprint.documents.content import TextRun, Words
from pawprint.documents.declarations import DocumentDeclarations, read_declared
from pawprint.documents.typeset.structure import plain
from pawprint.pieces.assets import Assets
from pawprint.typography.markup import parse
from pawprint.typography.text_style import RunStyle

#: Fields that say more about what has an icon.
_MORE = ("text", "summary", "about")


class IconMeaning(NamedTuple):
    """An icon with its name, and a text about it that may be empty."""

    icon: str
    name: str
    text: str = ""


def icon_meanings(game: Game, language: str, declared: DocumentDeclarations, drawings: Assets) -> list[IconMeaning]:
    """The icons that the pieces of *game* show, each once, in the order of the catalog.

    The meaning comes from the declaration of the game, the record whose icon it is, or the choice with the name of the
    icon. An icon without any of these has the name of its file.
    """
    found = _found(game, language, declared)
    shown = [
        meaning if meaning.name else IconMeaning(meaning.icon, human(meaning.icon.rpartition("/")[2]))
        for meaning in found.values()
    ]
    return [meaning for meaning in shown if drawings.has("icons", meaning.icon, game)]


def icon_names(game: Game, language: str, declared: DocumentDeclarations) -> dict[str, str]:
    """icon -> its name, for the icons that the catalog names."""
    names: dict[str, dict[str, str]] = game.memory("icon names")
    if language not in names:
        found = _found(game, language, declared).values()
        names[language] = {meaning.icon: meaning.name for meaning in found if meaning.name}
    return names[language]


def with_names(words: Words, game: Game, language: str, declared: DocumentDeclarations) -> Words:
    """*words* whose icons are called as the game calls them, unless they have a name already."""
    if not any(run.kind == "icon" for run in words):
        return words
    names = icon_names(game, language, declared)
    return tuple(run._replace(said=run.said or names.get(run.text, "")) if run.kind == "icon" else run for run in words)


def rich_words(text: str, game: Game) -> Words:
    """A text of the catalog as words: `**bold**`, `*italic*` and icons mean what they mean on cards."""
    runs = parse(game.icons.marked(text))[0] if text else ()
    return tuple(TextRun(run.kind, run.text, RunStyle(run.style.bold, run.style.italic)) for run in runs)


def plain_text(text: str, game: Game, language: str) -> str:
    """A text of the catalog without its marks, and with the names of its icons, for other programs."""
    words = rich_words(text, game)
    if any(run.kind == "icon" for run in words):
        words = with_names(words, game, language, read_declared(game, Findings()))
    return plain(words)


def _found(game: Game, language: str, declared: DocumentDeclarations) -> dict[str, IconMeaning]:
    """The meaning of each icon, in the order of `icon_meanings`; without a name if the catalog does not say it."""
    found: dict[str, IconMeaning] = {}
    elsewhere: set[str] = set()
    for records in game.records.values():
        for record in records.values():
            for meaning in _meant(game.components[record.component].fields, record.values, language, game.icons):
                known = found.get(meaning.icon)
                if not record.exists_in(game.edition):
                    elsewhere.add(meaning.icon)
                elif known is None or not known.name:
                    found[meaning.icon] = meaning
    for icon, words in declared.icons.items():
        # An icon that no record has may be in a layout.
        if icon in found or icon not in elsewhere:
            found[icon] = IconMeaning(icon, words[language])
    return found


def _meant(
    fields: Mapping[str, Field], values: Mapping[str, Any], language: str, codes: IconCodes
) -> Iterator[IconMeaning]:
    """Icons in the fields of a record, or of a record within one; without a name if no field explains them."""
    texts = {name: value[language] for name, value in values.items() if isinstance(value, Translated)}
    name = texts.get("name") or texts.get("title") or ""
    text = next((texts[key] for key in _MORE if texts.get(key)), "") if name else ""
    for field_name, field in fields.items():
        value = values.get(field_name)
        if isinstance(field, types.IconField) and value is not None:
            yield IconMeaning(str(value), name, text)
        else:
            yield from _within(field, value, language, codes)


def _within(field: Field | None, value: Any, language: str, codes: IconCodes) -> Iterator[IconMeaning]:
    """Icons that a value names or has in its texts, or that have the name of a choice."""
    if isinstance(value, Translated):
        runs = parse(codes.marked(value.get(language, "")))[0]
        yield from (IconMeaning(run.text, "") for run in runs if run.kind == "icon")
    elif isinstance(value, ChoiceValue):
        if value.labels:
            yield IconMeaning(str(value), sentence(value.labels[language]))
    elif isinstance(field, types.IconField) and value is not None:
        yield IconMeaning(str(value), "")
    elif field is not None and field.entry is not None:
        for item in value or ():
            yield from _within(field.entry, item, language, codes)
    elif field is not None and isinstance(value, dict):
        yield from _meant(field.inner, value, language, codes)

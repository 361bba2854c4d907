"""Names and numbers in captions: they are those of the figure, or findings."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from pawprint.catalog.model import DATA, Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.documents.content import BlockArt
from pawprint.documents.namespace import name_of, view_of
from pawprint.source.templates.branches import keyword_texts
from pawprint.source.templates.document_template import span_of_word
from pawprint.source.templates.number_words import stated_numbers
from pawprint.source.templates.sandbox import TemplateNodes

#: The keyword of helpers, and the number that is also an article or a label ("player 1").
CAPTION, _EASY = "caption", 1
#: What may follow a name in the plural.
_PLURAL = "(?:e?s|x)?"
#: So many names are listed in a help.
_LISTED = 6

#: The kinds of components whose names mean nothing but their pieces.
_NAMED_KINDS = ("cards", "tiles", DATA)

#: (component, id).
PieceKey = tuple[str, str]


def check_caption_numbers(
    parts: TemplateNodes, source: Source, language: str, findings: Findings, literals: bool = True
) -> None:
    """Report the numbers that are typed in the captions of *source*.

    Args:
        literals: those in texts, too, and not only `3|words`.
    """
    for text in keyword_texts(parts, CAPTION):
        for number in stated_numbers(text.text, language) if literals or text.text.isdigit() else ():
            word = text.text[number.start : number.end]
            if number.value != _EASY:
                message = f"the caption has a number that is typed: '{word}'"
                help = "take it from what the figure shows, as in {{ facts(...)|words }}, or leave it out"
                findings.add("caption-differs", message, span_of_word(source, text.line, word), help)


def check_names(
    text: str, arts: Iterable[BlockArt], game: Game, language: str, at: Span, findings: Findings, what: str = "caption"
) -> None:
    """Report the pieces that *text* names and *arts* do not show.

    Names are looked for among the components of the pieces that are shown, and of those that these refer to.
    """
    keys = dict.fromkeys(key for art in arts for key in art.shows)
    shown = [record for component, identity in keys if (record := game.records.get(component, {}).get(identity))]
    if not shown or not text:
        return
    near = list(shown)
    for record in shown:
        near += [one for one in _referred(record.values.values()) if one.component != record.component]
    names = {_name(game, record, language) for record in near}
    for component in dict.fromkeys(record.component for record in near):
        pattern = _pattern(game, component, language)
        for match in pattern.finditer(text.casefold()) if pattern else ():
            if match[1] not in names:
                listed = [_name(game, record, language) for record in shown if record.component == component]
                some = ", ".join(dict.fromkeys(listed[:_LISTED])) or ", ".join(sorted(names)[:_LISTED])
                message = f"the {what} names '{match[1]}', which the figure does not show"
                findings.add("caption-differs", message, at, f"it shows {some}; name one of these, or use another word")


def _referred(values: Collection[Any]) -> Iterator[Record]:
    """The records that fields refer to."""
    for value in values:
        if isinstance(value, Record):
            yield value
        elif isinstance(value, tuple):
            yield from _referred(value)
        elif isinstance(value, dict):
            yield from _referred(value.values())


def _name(game: Game, record: Record, language: str) -> str:
    return name_of(view_of(game, record, language)).casefold()


def _pattern(game: Game, component: str, language: str) -> "re.Pattern[str] | None":
    """What finds the names of a component; none for a component whose pieces have no names of their own."""
    known = game.memory("names in captions")
    if (component, language) not in known:
        records = game.pieces(component)
        names = {_name(game, record, language) for record in records} if _named(game, component) else set()
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
        known[component, language] = re.compile(rf"(?<!\w)({words}){_PLURAL}(?!\w)") if words else None
    pattern: re.Pattern[str] | None = known[component, language]
    return pattern


def _named(game: Game, component: str) -> bool:
    declared = game.components[component]
    return declared.kind in _NAMED_KINDS and not {"name", "title"}.isdisjoint(declared.fields)

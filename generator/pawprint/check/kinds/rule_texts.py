"""The texts of records: their numbers, and whether they have changed since they were read beside the rules."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pawprint.catalog.model import Game, Record
from pawprint.catalog.typed_texts import TypedText, typed_texts
from pawprint.check.check_kind import COMPONENTS, EITHER, FIELDS, Check, Fault, Problem, Target, Word, check_kind
from pawprint.check.check_reader import checks_of
from pawprint.check.kinds.common_words import WHERE, listed
from pawprint.check.scope import CheckScope, EvaluationError
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.play.accepted_sentences import (
    SECTION,
    ReviewedText,
    digest_of_texts,
    own_words,
    reviewed_texts,
    write_reviewed,
)
from pawprint.source.templates.number_words import StatedNumber, stated_numbers

#: Parts of a text that are no words: expressions, and icons.
_NO_WORDS = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|:[a-z][\w-]*:", re.S)

_WITHOUT = Word("without", names=FIELDS)


def _validate_numbers(target: tuple[str, ...], words: Mapping[str, Any]) -> Problem | None:
    if "says" in words and (len(target) > 1 or "." not in target[0]):
        return "gives the numbers of several texts", "with says:, name one field: component.field"
    return None


@check_kind("numbers", Target(EITHER), Word("says", expression=True), WHERE, _WITHOUT, validate=_validate_numbers)
def _numbers(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`numbers: [traits, clans.effect.text]` - no number is typed in these texts, in digits or words, in any language;
    with `says: [amount]` exactly these are."""
    for target in check.target:
        component, _, path = target.partition(".")
        for record in scope.select((component,), check.words):
            texts = [
                text
                for text in _texts_of(scope, record, check)
                if f"{text.path}.".startswith(f"{path}." if path else "")
            ]
            if "says" in check.words:
                yield from _wrong_numbers(scope, check, record, texts)
                continue
            for text in texts:
                for value, start, end in _numbers_in(scope, text):
                    if value == 1:  # the singular, as a word and as a digit
                        continue
                    message = f"'{record.id}' has the number '{text.text[start:end]}' typed in its {_what(text)}"
                    yield message, _place(text, start, end)


def _wrong_numbers(scope: CheckScope, check: Check, record: Record, texts: list[TypedText]) -> Iterator[Fault]:
    """The faults of one record whose texts should say the values of some expressions."""
    wanted: Counter[Any] = Counter()
    for index, expression in enumerate(check.words["says"]):
        value = scope.value(expression, scope.names(record), f"'{record.id}'", "says", index)
        wanted.update(item for item in (value if isinstance(value, tuple | list) else (value,)) if item is not None)
    for text in texts:
        stated = Counter(number.value for number in _numbers_in(scope, text))
        if stated != wanted:
            has = listed(map(str, sorted(stated.elements()))) or "no number"
            should = listed(map(str, sorted(wanted.elements()))) or "none"
            yield f"'{record.id}' says {has} in its {_what(text)}; it should be {should}", text.span


def _texts_of(scope: CheckScope, record: Record, check: Check) -> Iterator[TypedText]:
    """The texts of *record* but those in fields under `without`."""
    without = _without(record.component, check)
    for text in typed_texts(record, scope.game.components[record.component].fields):
        if not any(f"{text.path}.".startswith(f"{name}.") for name in without):
            yield text


def _without(component: str, check: Check) -> set[str]:
    """The fields of *component* under `without`."""
    return {name.partition(".")[2] for name in check.words.get("without", ()) if name.startswith(f"{component}.")}


def _numbers_in(scope: CheckScope, text: TypedText) -> list[StatedNumber]:
    """The numbers that are typed in *text*; in one for all languages, in the words of any of them."""
    words = _NO_WORDS.sub(lambda match: " " * len(match[0]), text.text)
    languages = (text.language,) if text.language else scope.game.languages
    return sorted({number for language in languages for number in stated_numbers(words, language)}, key=_start)


def _start(number: StatedNumber) -> int:
    return number.start


def _place(text: TypedText, start: int, end: int) -> Span:
    """Where characters of *text* are in its file; the whole text, where it is folded or has escapes."""
    source, first, last = text.span
    shift = source.text.find(text.text, first, last)
    return text.span if shift < 0 else Span(source, shift + start, shift + end)


def _what(text: TypedText) -> str:
    return f"{text.path} ({text.language})" if text.language else text.path


@check_kind("reviewed", Target(COMPONENTS), WHERE, _WITHOUT)
def reviewed(scope: CheckScope, check: Check) -> Iterator[Fault]:
    """`reviewed: [traits]` - these texts, and what the rules read of their records, are those that were accepted."""
    accepted, faults = reviewed_texts(scope.game)
    for finding in faults:
        yield finding.message, finding.span or check.span
    for (component, name), known in accepted.items():
        if component in check.target and name not in scope.game.records[component]:
            yield f"there is no '{name}' among the {component}", known.span
    for (component, name), digest in digests_of(scope, check).items():
        record = scope.game.records[component][name]
        known = accepted.get((component, name), ReviewedText())
        for scenario in known.scenarios:
            if not scenario_file(scope.game, scenario).is_file():
                yield f"the scenario '{scenario}' should show what '{name}' says, and there is none", known.span
        if known.digest != digest:
            happened = "has changed since it was accepted" if known.digest else "has not been accepted"
            shown = f"; see scenario {listed(known.scenarios)}" if known.scenarios else ""
            todo = f"if it is right, run pawprint check {scope.game.id} --accept-texts"
            yield f"what '{name}' says {happened}{shown}; {todo}", record.span("id")


def digests_of(scope: CheckScope, check: Check) -> dict[tuple[str, str], str]:
    """(component, id) -> the digest of what a record says now."""
    return {
        (record.component, record.id): digest_of_texts(
            scope.game, record, _texts_of(scope, record, check), _without(record.component, check)
        )
        for record in scope.select(check.target, check.words)
    }


def scenario_file(game: Game, name: str) -> Path:
    """Where the scenario *name* of *game* is, or would be."""
    return game.folder / "scenarios" / f"{name}.yaml"


# --- accepted texts ---------------------------------------------------------------------------------------------------


def accept_texts(game: Game, findings: Findings) -> tuple[str, ...] | None:
    """Write that all texts under checks of the kind `reviewed`, and all sentences of rules, are right, if the scenarios
    that show what is new in them are played as they should be.

    Returns:
        the ids of records and the numbers of rules that are accepted now and were not before; None if the game has no
        such check, and no such sentences.
    """
    from pawprint.games import engines  # noqa: F401 - registers them
    from pawprint.play.scenario import check_scenario, read_scenario

    checks = [check for check in checks_of(game) if check.kind.evaluate is reviewed]
    digests = {(SECTION, sentence.key): sentence.digest for sentence in own_words(game)}
    if not checks and not digests:
        return None
    try:
        for check in checks:
            for edition in game.each_edition(check.edition):
                digests.update(digests_of(CheckScope(edition), check))
    except EvaluationError:
        return None  # the check itself has a fault, which running it reports
    known = reviewed_texts(game)[0]
    new = [key for key, digest in digests.items() if known.get(key, ReviewedText()).digest != digest]
    before = findings.count
    for scenario in dict.fromkeys(name for key in new for name in known.get(key, ReviewedText()).scenarios):
        loaded = read_scenario(scenario_file(game, scenario), findings, game.root)
        if loaded is not None:
            check_scenario(loaded, lambda name: game if name == game.id else None, findings)
    if findings.count == before and (new or digests.keys() != known.keys()):
        write_reviewed(game, digests)
    return tuple(name for _, name in new)

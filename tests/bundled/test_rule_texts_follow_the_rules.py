"""Mistakes of a designer in the bundled games: a text and the rules part. Each is found, or the text follows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from check.edits import write
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.check.evaluation import run_checks
from pawprint.check.playable import check_numbers
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.length import mm
from pawprint.documents.manuscripts import manuscripts
from pawprint.games.engines import ENGINES
from pawprint.production import pipeline

Edited = Callable[[str, dict[str, Any]], tuple[Game, list[Diagnostic]]]
#: Checks about texts.
TEXTS = ("FC-I-31", "FC-I-32", "PC-I-32", "PC-I-33", "FO-I-35", "FO-I-36", "EL-I-31", "EL-I-32")


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """A bundled game after edits, and what the checks about its texts find."""

    def edit(name: str, edits: dict[str, Any]) -> tuple[Game, list[Diagnostic]]:
        findings = Findings()
        game = load_game(write(name, edits, tmp_path), findings)
        assert game is not None
        assert [*findings] == []
        run_checks(game, findings)
        return game, [found for found in findings.sorted() if found.rule in TEXTS]

    return edit


@pytest.mark.parametrize(
    ("game", "place", "text", "says"),
    [
        (
            *("fooden", "traits/poison.text.en", "The attacker goes on eating, and both stay upright."),
            "what 'poison' says has changed since it was accepted; see scenario T05-poison and T05-poison-upside-down",
        ),
        (
            *("fooden", "action-icons/lead.text.en", "Take the Leader pawn: you go first at once."),
            "what 'lead' says has changed since it was accepted; see scenario A0-cards",
        ),
        ("fooden", "objectives/nursery.text.en", "2 :vp: for Force 2.", "'nursery' has the number '2' typed"),
        ("fooden", "action-icons/rescue.text.fr", "Prenez trois créatures.", "'rescue' has the number 'trois' typed"),
        (
            *("pocket-cats", "clans/royal-claws.effect.text.en", "Turn two dogs by a half turn."),
            "'royal-claws' has the number 'two' typed in its effect.text (en)",
        ),
        ("pocket-cats", "clans/royal-claws.effect.power.amount", 2, "what 'royal-claws' says has changed"),
        ("food-chain", "bonus/swarm.subtitle.en", "Is played with two tokens", "'swarm' has the number 'two' typed"),
        ("lake-ecosystem", "turn/turn-gathering.text.en", "Draw 4 cards.", "'turn-gathering' has the number '4' typed"),
        ("lake-ecosystem", "traits/horns.effects.trigger", "feeding", "what 'horns' says has changed"),
    ],
)  # fmt: skip
def test_text_that_parts_from_the_rules_is_refused(game: str, place: str, text: Any, says: str, edited: Edited) -> None:
    _, found = edited(game, {place: text})
    assert any(says in one.message for one in found), [one.message for one in found]
    assert all(one.is_error and one.span and one.span.source.name.endswith(".yaml") for one in found)


def test_season_card_with_wrong_numbers_is_refused(edited: Edited) -> None:
    phases = [
        {"name": "Dawn", "text": text} for text in ("5 creatures enter", "5 cards each, in five rounds", "a", "b")
    ]
    _, found = edited("fooden", {"season/year.phases": phases})
    assert [one.message.split("'")[3] for one in found if one.rule == "FO-I-35"] == ["5", "5", "five"]


@pytest.mark.parametrize(
    ("game", "place", "value", "language", "text"),
    [
        ("fooden", "objectives/nursery.score.per", 5, "en", "5 :vp: per survivor of Force 2 or less."),
        ("fooden", "objectives/nursery.score.counts.at_most", 1, "fr", "2 :vp: par survivante de Force 1 ou moins."),
        ("fooden", "objectives/insect-hotel.score.base", 9, "en", "9 :vp: plus 3 :vp: per survivor of type insect."),
        (
            *("pocket-cats", "clans/royal-claws.chief.power.amount", 4, "en"),
            "When revealed, it is exchanged up to 4 places away in its row or column.",
        ),
        (
            *("pocket-cats", "clans/roofs.effect.power.amount", 4, "fr"),
            "Vos chats que vous révélez s'échangent jusqu'à 4 cases plus loin, en ligne ou en colonne.",
        ),
        (
            *("pocket-cats", "clans/justiciers.effect.power.amount", 15, "en"),
            "You win ties: over a prey where you have at least 15 :attack:, and in the final score.",
        ),
    ],
)  # fmt: skip
def test_text_follows_the_number_that_the_engine_reads(
    game: str, place: str, value: int, language: str, text: str, edited: Edited
) -> None:
    changed, found = edited(game, {place: value})
    assert [one.message for one in found] == []
    component, _, rest = place.partition("/")
    identity, first, *_ = rest.split(".")
    fields = changed.records[component][identity].values
    here = fields["text"] if "text" in fields else fields[first]["text"]
    assert here[language] == text


@pytest.mark.parametrize(("game", "number", "value"), [("fooden", "rounds", 5), ("pocket-cats", "cat_goes", 3)])
def test_number_that_the_engine_fixes_cannot_be_declared_differently(
    game: str, number: str, value: int, edited: Edited
) -> None:
    changed, _ = edited(game, {f"game.rules.{number}": value})
    engine = ENGINES.get(game)
    assert engine is not None
    findings = Findings()
    check_numbers(changed, engine, findings)
    (found,) = findings
    assert found.span is not None
    assert found.span.source.text[found.span.start :].startswith(f"{value},")
    assert found.span.source.text[: found.span.start].endswith(f'"{number}": ')


def test_rulebook_counts_the_cards_of_each_trait(edited: Edited) -> None:
    changed, _ = edited("lake-ecosystem", {"cards/flight.copies": 9, "cards/scavenger.copies": 7})
    workspace = pipeline.load(changed.folder, [pipeline.bundled("layouts")])
    findings = Findings()
    (book,) = manuscripts(changed, "en", workspace.composer(mm(3)), findings, ["rulebook"])
    assert not findings.failed, [*findings]
    assert any("7 to 9 of each other trait" in str(block) for block in book.blocks)

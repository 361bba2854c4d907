"""Languages into which a game is being translated: accepted, never required, printed only if asked for."""

from collections.abc import Callable

import pytest

from catalog.toy import Read
from pawprint.catalog.jsonschema import game_schema

Reader = Callable[..., Read]

FIELDS = "name: {type: text, max: 9}\nstep: {type: text, optional: true}"


def test_text_without_a_draft_language_falls_back_to_the_first_language(read: Reader) -> None:
    done = read(
        FIELDS,
        "- {id: fox, name: {fr: Renard, en: Fox}, step: Un}\n- {id: hen, name: {fr: Poule, en: Hen, de: Henne}}",
        more="draft_languages: [de]",
    )
    assert done.faults == []
    assert done.record("fox")["name"] == {"fr": "Renard", "en": "Fox", "de": "Renard"}
    assert done.record("fox")["step"] == {"fr": "Un", "en": "Un", "de": "Un"}
    assert done.record("hen")["name"]["de"] == "Henne"
    assert done.game.title["de"] == "Toy"


def test_text_needs_every_other_language(read: Reader) -> None:
    done = read(FIELDS, "- {id: fox, name: {fr: Renard, de: Fuchs}}", more="draft_languages: [de]")
    assert done.faults == ["2:20 missing-translation"]


def test_more_languages_than_allowed_are_a_finding(read: Reader) -> None:
    (fault,) = read(more="draft_languages: [" + ", ".join(f"en-{n:03}" for n in range(101)) + "]").faults
    assert fault.endswith("out-of-range")


def test_expressions_are_evaluated_in_draft_languages(read: Reader) -> None:
    done = read(
        FIELDS + "\nlevel: {type: int}",
        '- {id: fox, name: {fr: "R{{ level }}", en: F, de: "Fuchs {{ level }}"}, level: 4}',
        more="draft_languages: [de]",
    )
    assert done.faults == []
    assert done.record("fox")["name"] == {"fr": "R4", "en": "F", "de": "Fuchs 4"}


@pytest.mark.parametrize(
    ("drafts", "code"), [("[en]", "bad-declaration"), ("[deutsch/de]", "bad-id"), ("{de: 1}", "wrong-type")]
)
def test_draft_language_is_a_code_and_no_language_of_the_game(read: Reader, drafts: str, code: str) -> None:
    done = read(FIELDS, "- {id: fox, name: Fox}", more=f"draft_languages: {drafts}")
    assert [fault.split()[1] for fault in done.faults] == [code]
    assert done.game.draft_languages == ()


def test_drafts_are_printed_only_on_request(read: Reader) -> None:
    game = read(FIELDS, "- {id: fox, name: Fox}", more="draft_languages: [de]").game
    assert game.printed_languages() == ("fr", "en")
    assert game.printed_languages(("de", "fr")) == ("fr", "de")


def test_schema_allows_texts_in_draft_languages_without_requiring_them(read: Reader) -> None:
    game = read(FIELDS, "- {id: fox, name: Fox}", more="draft_languages: [de]").game
    name = game_schema(game)["properties"]["beasts"]["items"]["properties"]["name"]["anyOf"][1]
    assert ([*name["properties"]], name["required"]) == (["fr", "en", "de"], ["fr", "en"])

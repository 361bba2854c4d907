"""Checks about the texts of records: their numbers, and whether they were read beside the rules."""

from collections.abc import Callable
from pathlib import Path

import pytest

from catalog.toy import Read
from pawprint.catalog.library import load_game
from pawprint.check.evaluation import run_checks
from pawprint.check.kinds.rule_texts import accept_texts
from pawprint.core.diagnostics import Findings

Reader = Callable[..., Read]

FIELDS = """
    name: {type: text, default: ""}
    amount: {type: int, default: 2}
    least: {type: int, optional: true}
    diet: {type: choice, choices: [meat, plants], default: meat}
    rival: {ref: beasts, optional: true}
    sign: {type: icon, default: paw}
    text: {type: text, default: ""}
    power: {type: record, optional: true, fields: {does: {type: choice, choices: [draw, hide]}, n: int, text: text}}
    rules: {type: list, of: {type: record, fields: {text: text}}}
"""


def failed(read: Reader, check: str, *records: str) -> list[str]:
    """`LINE:COLUMN message` of what the check finds in *records*, the first of which is line 2."""
    result = read(FIELDS, "\n".join(records), f"checks:\n  - {{id: C, {check}}}\n")
    assert [*result.findings] == []
    run_checks(result.game, result.findings)
    found = result.findings.sorted()
    assert {one.code for one in found} <= {"check-failed"}
    return [f"{one.span.line}:{one.span.column} {one.message.removeprefix('C: ')}" for one in found if one.span]


# --- numbers ------------------------------------------------------------------------------------------------


def test_number_that_is_typed_is_found_at_its_place_in_each_language(read: Reader) -> None:
    assert failed(read, "numbers: beasts", "- {id: fox, text: {fr: Piochez deux cartes., en: Draw 2 cards.}}") == [
        "2:32 'fox' has the number 'deux' typed in its text (fr)",
        "2:55 'fox' has the number '2' typed in its text (en)",
    ]


def test_texts_inside_records_and_lists_are_examined_and_texts_for_all_languages(read: Reader) -> None:
    fox = "- {id: fox, power: {does: draw, n: 3, text: 'Take 3.'}, rules: [{text: fine}, {text: 'for 10 points'}]}"
    assert [one.split(" ", 1)[1] for one in failed(read, "numbers: beasts", fox)] == [
        "'fox' has the number '3' typed in its power.text",
        "'fox' has the number '10' typed in its rules.text",
    ]
    assert len(failed(read, "numbers: beasts.power", fox)) == 1
    assert failed(read, "numbers: [beasts], without: [beasts.power, beasts.rules.text]", fox) == []


def test_expressions_icons_articles_and_steps_are_not_typed_numbers(read: Reader) -> None:
    fox = "- {id: fox, text: '1. One :food-2: for {{ amount|words }}, the 2nd of {{ 3|words }} minds, :two:'}"
    assert failed(read, "numbers: beasts", fox) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Draw 2, keep two.", ""),
        ("Draw 2.", "'fox' says 2 in its text; it should be 2 and 2"),
        ("Draw 2, keep 2 of 3.", "'fox' says 2, 2 and 3 in its text; it should be 2 and 2"),
        ("Draw.", "'fox' says no number in its text; it should be 2 and 2"),
    ],
)
def test_says_limits_the_check_to_its_values(read: Reader, text: str, fault: str) -> None:
    check = "numbers: beasts.text, says: [amount, least]"
    fox = f"- {{id: fox, least: 2, text: '{text}'}}"
    assert [one.split(" ", 1)[1] for one in failed(read, check, fox)] == ([fault] if fault else [])


def test_equal_numbers_are_distinguished_by_their_count(read: Reader) -> None:
    """An objective that pays 2 for Force 2, whose points become 5: the 2 that is left is not enough."""
    check = "numbers: beasts.text, says: [amount, least]"
    assert failed(read, check, "- {id: fox, amount: 5, least: 2, text: 'Pays 2 for each of Force 2.'}")


def test_says_covers_a_single_field(read: Reader) -> None:
    more = "checks:\n  - {id: C, numbers: beasts, says: amount}\n"
    found = read(FIELDS, "- {id: fox}", more)
    run_checks(found.game, found.findings)
    assert [one.code for one in found.findings] == ["bad-declaration"]


# --- reviewed -----------------------------------------------------------------------------------------------

FOX = (
    "- {id: fox, amount: 4, name: Fox, text: 'Draw {{ amount }}.', power: {does: draw, n: 3, text: Draw.}, rival: owl}"
)
OWL = "- {id: owl, text: Waits.}"


def reviewed(read: Reader, *records: str, check: str = "reviewed: beasts, without: beasts.name") -> list[str]:
    """What the check finds in `toy`, with the file `reviewed.yaml` that is there."""
    return failed(read, check, *records)


def accepted(read: Reader, *records: str) -> tuple[str, ...] | None:
    reviewed(read, *records)
    findings = Findings()
    game = load_game(Path("toy"), findings)
    assert game is not None
    result = accept_texts(game, findings)
    assert [*findings] == []
    return result


def test_texts_are_accepted_once_and_hold_until_they_change(read: Reader) -> None:
    assert reviewed(read, FOX, OWL) == [
        "2:8 what 'fox' says has not been accepted; if it is right, run pawprint check toy --accept-texts",
        "3:8 what 'owl' says has not been accepted; if it is right, run pawprint check toy --accept-texts",
    ]
    assert accepted(read, FOX, OWL) == ("fox", "owl")
    assert reviewed(read, FOX, OWL) == []
    assert accepted(read, FOX, OWL) == ()
    assert [one.split(";")[0] for one in reviewed(read, FOX, OWL.replace("Waits", "Hunts"))] == [
        "3:8 what 'owl' says has changed since it was accepted"
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("Draw.", "Keep."), ("does: draw", "does: hide"), ("rival: owl", "rival: fox")),
        ("id: fox", "id: fox, diet: plants"),
        ("n: 3", "n: 4"),
    ],
)  # fmt: skip
def test_words_and_what_the_rules_read_must_be_accepted_again(read: Reader, old: str, new: str) -> None:
    accepted(read, FOX, OWL)
    assert len(reviewed(read, FOX.replace(old, new, 1), OWL)) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [("amount: 4", "amount: 5"), ("name: Fox", "name: Vixen"), ("id: fox", "id: fox, sign: star, copies: 9")],
)  # fmt: skip
def test_untyped_numbers_pictures_and_omitted_fields_need_no_review(read: Reader, old: str, new: str) -> None:
    accepted(read, FOX, OWL)
    assert reviewed(read, FOX.replace(old, new, 1), OWL) == []


def test_changed_text_names_its_scenarios_and_accepting_preserves_them(read: Reader) -> None:
    reviewed(read, FOX, OWL)
    Path("toy/scenarios").mkdir()
    Path("toy/reviewed.yaml").write_text("beasts: {owl: {scenarios: [night, day]}}\n", encoding="utf-8")
    missing = [one for one in reviewed(read, FOX, OWL) if "should show" in one]
    assert "1:10 the scenario 'night' should show what 'owl' says, and there is none" in missing
    for name in ("night", "day"):
        Path(f"toy/scenarios/{name}.yaml").touch()
    assert any("; see scenario night and day; if" in one for one in reviewed(read, FOX, OWL))


def test_texts_cannot_be_accepted_while_a_scenario_fails(read: Reader) -> None:
    reviewed(read, FOX, OWL)
    Path("toy/scenarios").mkdir()
    Path("toy/reviewed.yaml").write_text("beasts: {owl: {scenarios: [night]}}\n", encoding="utf-8")
    Path("toy/scenarios/night.yaml").write_text("game: nowhere\nplayers: 2\nsteps: []\n", encoding="utf-8")
    game, findings = load_game(Path("toy"), Findings()), Findings()
    assert game is not None
    accept_texts(game, findings)
    assert findings.failed
    assert "digest" not in Path("toy/reviewed.yaml").read_text(encoding="utf-8")


def test_file_with_unknown_names_is_a_fault(read: Reader) -> None:
    accepted(read, FOX, OWL)
    path = Path("toy/reviewed.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace("owl", "howl"), encoding="utf-8")
    assert [one.split(" ", 1)[1].split(";")[0] for one in reviewed(read, FOX, OWL)] == [
        "what 'owl' says has not been accepted",
        "there is no 'howl' among the beasts",
    ]


def test_game_without_the_check_has_no_texts_to_accept(read: Reader) -> None:
    game = read(FIELDS, FOX + "\n" + OWL).game
    assert accept_texts(game, Findings()) is None
    assert not Path("toy/reviewed.yaml").exists()

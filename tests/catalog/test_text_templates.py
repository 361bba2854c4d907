"""Texts of records take their numbers from fields."""

from collections.abc import Callable
from pathlib import Path

from catalog.toy import Read
from pawprint.catalog.library import GameReader
from pawprint.catalog.model import Translated
from pawprint.core.diagnostics import Findings

Reader = Callable[..., Read]

FIELDS = """
amount: {type: int, default: 3}
friend: {type: ref, to: beasts, optional: true}
power:
  type: record
  optional: true
  fields: {amount: int, text: text, of: {type: list, of: {type: record, fields: {n: int, text: text}}}}
text: {type: text, default: "", max: 12}
"""


def text_of(found: Read, identity: str = "fox") -> Translated:
    value = found.record(identity)["text"]
    assert value.__class__ is Translated  # what comes later knows nothing of expressions
    return value


def test_text_prints_fields_in_its_language(read: Reader) -> None:
    found = read(FIELDS, "- {id: fox, text: {fr: '{{ amount|words }} de {{ amount }}', en: '{{ amount|words }}, no'}}")
    assert text_of(found) == {"fr": "trois de 3", "en": "three, no"}
    assert not found.findings


def test_text_that_is_written_once_is_evaluated_in_each_language(read: Reader) -> None:
    assert text_of(read(FIELDS, "- {id: fox, text: '{{ amount|words }}'}")) == {"fr": "trois", "en": "three"}


def test_fields_beside_the_text_in_a_record_take_precedence(read: Reader) -> None:
    written = "{amount: 5, text: '{{ amount }} {{ power.amount }}', of: [{n: 7, text: '{{ n }} {{ amount }}'}]}"
    power = read(FIELDS, "- {id: fox, power: " + written + "}").record("fox")["power"]
    assert power["text"]["en"] == "5 5"
    assert power["of"][0]["text"]["en"] == "7 3"


def test_templates_can_name_other_records_and_rules(read: Reader) -> None:
    text = "{{ friend.amount }} {{ rules.hand.start }} {{ players.max }} {{ players }}"
    records = f"- {{id: fox, friend: owl, text: '{text}'}}\n- {{id: owl, amount: 9}}"
    more = "players: {min: 2, max: 4}\nrules: {hand: {start: 6}}"
    assert text_of(read(FIELDS, records, more))["en"] == "9 6 4 2–4"


def test_all_records_of_a_component_can_be_named(read: Reader) -> None:
    """Those of the game's default edition, if it has several."""
    records = "- {id: fox, amount: 1, text: \"{{ all.beasts|sum(attribute='amount') }}\"}\n- {id: owl, amount: 9}"
    assert text_of(read(FIELDS, records))["en"] == "10"


def test_default_may_have_an_expression(read: Reader) -> None:
    fields = "amount: int\ntext: {type: text, default: 'draw {{ amount }}'}"
    assert text_of(read(fields, "- {id: fox, amount: 2}"))["fr"] == "draw 2"


def test_fault_is_at_the_text_and_the_record_is_not_judged_further(read: Reader) -> None:
    found = read(FIELDS, "- id: fox\n  text:\n    fr: '{{ amuont }}'\n    en: fine")
    assert found.faults == ["4:9 bad-template"]
    assert ("beasts", "fox") in found.game.invalid
    assert text_of(found) == {"fr": "{{ amuont }}", "en": "fine"}


def test_texts_with_expressions_cannot_name_each_other(read: Reader) -> None:
    """In whichever order they are read; so there is no circle, either."""
    records = "- {id: fox, friend: owl, text: '{{ friend.text }}'}\n- {id: owl, friend: fox, text: '{{ friend.text }}'}"
    found = read(FIELDS, records)
    assert found.faults == ["2:32 bad-template", "3:32 bad-template"]


def test_longest_text_is_measured_after_evaluation(read: Reader) -> None:
    assert not read(FIELDS, "- {id: fox, text: '{{ amount }} {{ amount }}'}").findings
    assert read(FIELDS, "- {id: fox, amount: 1000000, text: '{{ amount }} {{ amount }}'}").faults == [
        "2:36 out-of-range"
    ]


def test_text_that_would_differ_between_editions_is_a_finding(read: Reader) -> None:
    records = "- {id: fox, copies: {a: 1, b: 2}, text: '{{ copies }}'}"
    found = read(FIELDS, records, "editions: {a: {}, b: {}}")
    assert found.faults == ["2:41 bad-template"]
    assert "edition 'b'" in found.findings.sorted()[0].message


def test_reread_record_follows_the_fields_of_others(read: Reader) -> None:
    read(FIELDS, "- {id: fox, friend: owl, text: '{{ friend.amount }}'}\n- {id: owl, amount: 9}")
    reader = GameReader(Path("toy"))
    for amount in (9, 8):
        cards = Path("toy/cards.yaml")
        cards.write_text(cards.read_text(encoding="utf-8").replace("9", str(amount)), encoding="utf-8")
        game = reader.read(Findings())
        assert game is not None
        assert game.records["beasts"]["fox"]["text"]["en"] == str(amount)

"""Properties that depend on the piece: looked up, templated, by language, or the same for all."""

from pathlib import Path

import pytest

from helpers import Table, Toy, items
from pawprint.core.colour import Colour
from pawprint.faces.placed import Panel
from pawprint.faces.properties import case_of

MOSS, RUST, SKY = Colour.parse("#406020"), Colour.parse("#a04020"), Colour.parse("#80c0f0")


def fills(folder: Path, fill: str) -> tuple[list[object], Table]:
    """The colours of a panel on the fox, the hen and the mole."""
    table = Toy(folder, f"- {{kind: panel, stroke: sky, fill: {fill}}}").table()
    panels = [items(table.face(name))[0] for name in ("fox", "hen", "mole")]
    return [panel.fill for panel in panels if isinstance(panel, Panel)], table


@pytest.mark.parametrize(
    ("fill", "wanted"),
    [
        ("moss", [MOSS, MOSS, MOSS]),
        ("'#406020'", [MOSS, MOSS, MOSS]),
        ("none", [None, None, None]),
        ("{by: level, 4: moss, 1: rust, 0: sky}", [MOSS, RUST, SKY]),
        ("{by: level, 4: moss, else: rust}", [MOSS, RUST, RUST]),
        ("{by: level, 4: none, else: rust}", [None, RUST, RUST]),
        ("{by: shy, true: moss, false: sky}", [MOSS, SKY, SKY]),
        ("{by: id, fox: {by: level, 4: rust}, else: sky}", [RUST, SKY, SKY]),
        ("{by: id, fox: '{% if shy %}moss{% else %}rust{% endif %}', else: sky}", [MOSS, SKY, SKY]),
        ("\"{{ 'moss' if level > 2 else 'rust' }}\"", [MOSS, RUST, RUST]),
    ],
)
def test_colours(tmp_path: Path, fill: str, wanted: list[object]) -> None:
    found, table = fills(tmp_path, fill)
    assert found == wanted
    assert table.codes == []


@pytest.mark.parametrize(
    ("fill", "message", "help"),
    [
        ("{by: level, 4: moss, 1: rust}", "no case for level '0'", "add else:"),
        ("{by: levle, 4: moss}", "there is no field 'levle'", "did you mean 'level'?"),
        ("'{{ levle }}'", "'levle'", ""),
        ("'{{ level // 0 }}'", "", ""),
    ],
)
def test_what_cannot_be_looked_up_is_a_finding_of_the_layout(
    tmp_path: Path, fill: str, message: str, help: str
) -> None:
    found, table = fills(tmp_path, fill)
    assert None in found
    finding = next(iter(table.findings))
    assert finding.code in ("bad-template", "bad-colour")
    assert message in finding.message
    assert help in finding.help
    assert finding.span is not None
    assert finding.span.source.name.endswith("beast.yaml")


def test_a_field_that_is_no_colour_is_a_finding_of_the_card(tmp_path: Path) -> None:
    found, table = fills(tmp_path, "'{{ name }}'")
    assert found == [None, None, None]
    assert len(table.findings) == 3
    for finding in table.findings:
        assert finding.span is not None
        assert finding.span.source.name.endswith("cards.yaml")


def test_lengths_can_be_looked_up(tmp_path: Path) -> None:
    table = Toy(tmp_path, "- {kind: panel, fill: moss, radius: {by: level, 4: 5 pt, else: 1 mm}}").table()
    radii = [item.radius for name in ("fox", "hen") for item in items(table.face(name)) if isinstance(item, Panel)]
    assert radii == [5, pytest.approx(2.8346, abs=0.001)]


def test_fields_of_records_and_labels(tmp_path: Path) -> None:
    game = """
        id: toy
        title: Toy
        languages: [fr, en]
        components:
          beasts:
            stock: toy
            face: toy/beast
            fields:
              kind: {type: choice, choices: {bird: {fr: Oiseau, en: Bird}, fish: {fr: Poisson, en: Fish}}}
              home: {type: record, fields: {place: {type: text, translated: false}}}
              friend: {type: ref, to: beasts, optional: true}
    """
    cards = """
        beasts:
          - {id: fox, kind: bird, home: {place: moss}, friend: hen}
          - {id: hen, kind: fish, home: {place: rust}}
    """
    face = """
        - {kind: panel, fill: "{{ home.place }}", stroke: {by: kind, bird: sky, fish: ink}}
        - {kind: panel, fill: {by: friend, hen: moss, else: sky}, when: {friend: hen}}
        - {kind: panel, fill: {by: kind.label, Oiseau: rust, Bird: moss, else: sky}}
        - {kind: panel, fill: {by: friend.kind, fish: rust}, when: friend}
    """
    table = Toy(tmp_path, face, game=game, cards=cards).table()
    found = [item.fill for item in items(table.face("fox", "fr")) if isinstance(item, Panel)]
    assert found == [MOSS, MOSS, RUST, RUST]
    found = [item.fill for item in items(table.face("hen", "en")) if isinstance(item, Panel)]
    assert found == [RUST, SKY]
    assert table.codes == []


@pytest.mark.parametrize(
    ("value", "case"), [(True, "true"), (False, "false"), (None, ""), (3, "3"), ("a", "a"), (1.5, "1.5")]
)
def test_cases_are_words(value: object, case: str) -> None:
    assert case_of(value) == case


# --- conditions -----------------------------------------------------------------------------------------------

CONDITIONS_GAME = """
    id: toy
    title: Toy
    languages: [fr, en]
    components:
      beasts:
        stock: toy
        face: toy/beast
        fields:
          level: {type: int, min: 0, max: 5}
          weight: {type: number, optional: true}
          kind: {type: choice, choices: [bird, fish]}
          shy: {type: flag}
          prey: {type: list, of: {ref: beasts}}
          name: {type: text, translated: false}
"""
CONDITIONS_CARDS = """
    beasts:
      - {id: fox, name: Fox, level: 4, weight: 2.5, kind: bird, shy: true, prey: [hen]}
      - {id: hen, name: Hen, level: 1, kind: fish}
"""


def shown(folder: Path, when: str) -> tuple[list[str], Table]:
    """The beasts on which a panel with that condition is shown."""
    face = f"- {{kind: panel, fill: moss, when: {when}}}"
    table = Toy(folder, face, game=CONDITIONS_GAME, cards=CONDITIONS_CARDS).table()
    return [name for name in ("fox", "hen") if items(table.face(name))], table


@pytest.mark.parametrize(
    ("when", "wanted"),
    [
        ("level > 3", "fox"),
        ("level >= 1 and kind == 'fish'", "hen"),
        ("kind == 'fish' or shy", "fox hen"),
        ("not shy", "hen"),
        ("1 < level <= 4", "fox"),
        ("\"'hen' in prey\"", "fox"),
        ("prey|length > 0 and level + 1 == 5", "fox"),
        ("\"kind in ['bird', 'fish']\"", "fox hen"),
        ("weight and weight > 2", "fox"),
        ("weight is none", "hen"),
        ("name == 'Hen'", "hen"),
        ("{not: level > 3}", "hen"),
        ("{kind: bird, not: level < 3}", "fox"),
        ("true", "fox hen"),
        ("language == 'fr'", "fox hen"),
    ],
)
def test_a_condition_may_be_an_expression(tmp_path: Path, when: str, wanted: str) -> None:
    found, table = shown(tmp_path, when)
    assert [*table.findings] == []
    assert found == wanted.split()


@pytest.mark.parametrize(
    ("when", "finding"),
    [
        ("{level: '>3'}", "unknown-choice: 'when' of panel compares 'level' with '>3', which it can never be"),
        ("{level: '>3'}", "write an expression: when: level > 3"),
        ("{name: '<= 3'}", "write an expression: when: name <= 3"),
        ("{level: 7}", "it is a number, at least 0 and at most 5"),
        ("{level: many}", "it is a number"),
        ("{kind: brid}", "did you mean 'bird'?"),
        ("{level > 3}", "write an expression without braces"),
        ("level > 5", "impossible-condition: 'when' of panel is never true: level > 5"),
        ("level > 3 and level < 2", "impossible-condition"),
        ("level == '4'", "impossible-condition"),
        ("weight > 3 and weight <= 3", "impossible-condition"),
        ("kind == 'bird' and kind == 'fish'", "impossible-condition"),
        ("shy and not shy", "impossible-condition"),
        ("false", "impossible-condition"),
        ("2 > 3 and shy", "impossible-condition"),
        ("kind == 'brid'", "unknown-choice: 'when' of panel compares 'kind' with 'brid', which it can never be"),
        ("\"'ox' in prey\"", "unknown-choice"),
        ("kind == bird", "a value stands in quotes: 'bird'"),
        ("shy or levle > 2", "bad-template: 'when' of panel: there is no field 'levle'"),
        ("level = 4", "compare with =="),
        ("level > 3 && shy", "join with and, or, not"),
        ("'{{ level > 3 }}'", "write level > 3"),
        ("'level >'", "bad-template"),
        ("weight > 2", "it compares a field that has no value; ask for the field first"),
        ("name > 2", "it compares values of different types"),
    ],
)
def test_an_impossible_condition_is_a_finding(tmp_path: Path, when: str, finding: str) -> None:
    _, table = shown(tmp_path, when)
    found = [f"{one.code}: {one.message}; {one.help}" for one in table.findings]
    assert any(finding in one for one in found), found
    assert all(one.span is not None and one.span.source.name.endswith("beast.yaml") for one in table.findings)


def test_an_expression_leaves_no_name_for_templates(tmp_path: Path) -> None:
    face = "- {kind: panel, fill: moss, when: level > 3}\n- {kind: panel, fill: '{{ result|default(\"rust\") }}'}"
    table = Toy(tmp_path, face, game=CONDITIONS_GAME, cards=CONDITIONS_CARDS).table()
    assert [item.fill for item in items(table.face()) if isinstance(item, Panel)] == [MOSS, RUST]
    assert table.codes == []

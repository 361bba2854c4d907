"""Properties that depend on the piece: looked up, templated, by language, or the same for all."""

from pathlib import Path

import pytest
from PIL import Image

from helpers import Table, Toy, items
from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.graphics.ops import DrawBox, Paint
from pawprint.pieces._properties import case_of
from pawprint.pieces.element_base import ElementReader
from pawprint.pieces.kinds import ELEMENT_KINDS
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.placed import PlacedText
from pawprint.source.reader import MappingNode, Node, read_yaml

BODY = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">
      <path d="M0 0H10V10H0Z" fill="var(--moss)"/>
      <line id="root" x1="5" y1="9" x2="5" y2="1"/>
    </svg>
"""

MOSS, RUST, SKY = Colour.parse("#406020"), Colour.parse("#a04020"), Colour.parse("#80c0f0")


def fills(folder: Path, fill: str) -> tuple[list[object], Table]:
    """The colours of a panel on the fox, the hen and the mole."""
    table = Toy(folder, f"- {{kind: panel, stroke: sky, fill: {fill}}}").table()
    panels = [items(table.face(name))[0] for name in ("fox", "hen", "mole")]
    return [panel.paint.fill for panel in panels if isinstance(panel, DrawBox)], table


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
def test_failed_lookup_is_a_finding_of_the_layout(tmp_path: Path, fill: str, message: str, help: str) -> None:
    found, table = fills(tmp_path, fill)
    assert None in found
    finding = next(iter(table.findings))
    assert finding.code in ("bad-template", "bad-colour")
    assert message in finding.message
    assert help in finding.help
    assert finding.span is not None
    assert finding.span.source.name.endswith("beast.yaml")


def test_invalid_colour_in_a_field_is_a_finding_of_the_card(tmp_path: Path) -> None:
    found, table = fills(tmp_path, "'{{ name }}'")
    assert found == [None, None, None]
    assert len(table.findings) == 3
    for finding in table.findings:
        assert finding.span is not None
        assert finding.span.source.name.endswith("cards.yaml")


def test_lengths_can_be_looked_up(tmp_path: Path) -> None:
    table = Toy(tmp_path, "- {kind: panel, fill: moss, radius: {by: level, 4: 5 pt, else: 1 mm}}").table()
    radii = [item.radius for name in ("fox", "hen") for item in items(table.face(name)) if isinstance(item, DrawBox)]
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
    found = [item.paint.fill for item in items(table.face("fox", "fr")) if isinstance(item, DrawBox)]
    assert found == [MOSS, MOSS, RUST, RUST]
    found = [item.paint.fill for item in items(table.face("hen", "en")) if isinstance(item, DrawBox)]
    assert found == [RUST, SKY]
    assert table.codes == []


@pytest.mark.parametrize(
    ("value", "case"), [(True, "true"), (False, "false"), (None, ""), (3, "3"), ("a", "a"), (1.5, "1.5")]
)
def test_cases_are_words(value: object, case: str) -> None:
    assert case_of(value) == case


def boxes(folder: Path, element: str) -> tuple[list[object], Table]:
    """The boxes of a panel on the fox (level 4, shy), the hen (level 1) and the mole (level 0)."""
    table = Toy(folder, f"- {{kind: panel, fill: moss, {element}}}").table()
    panels = [items(table.face(name))[0] for name in ("fox", "hen", "mole")]
    return [(*panel.box,) for panel in panels if isinstance(panel, DrawBox)], table


@pytest.mark.parametrize(
    ("element", "wanted"),
    [
        (
            "at: {by: shy, true: [6 pt, 12 pt], false: [0, 50%]}, size: [10 pt, 10 pt]",
            [(6, 12, 10, 10), (0, 72, 10, 10), (0, 72, 10, 10)],
        ),
        (
            "at: [{by: level, 4: 6 pt, else: 50%}, 2 pt], size: [{by: shy, true: fill, false: 5 pt}, 10 pt]",
            [(6, 2, 66, 10), (36, 2, 5, 10), (36, 2, 5, 10)],
        ),
        ('size: ["{{ level * 4 + 2 }} pt", 10 pt]', [(0, 0, 18, 10), (0, 0, 6, 10), (0, 0, 2, 10)]),
        ('size: ["{{ level / 5 * 100 }}%", 10 pt]', [(0, 0, 57.6, 10), (0, 0, 14.4, 10), (0, 0, 0, 10)]),
        ('at: ["{{ level - 4 }} pt", 0], size: [9 pt, 9 pt]', [(0, 0, 9, 9), (-3, 0, 9, 9), (-4, 0, 9, 9)]),
        ('inset: "{{ level }} pt"', [(4, 4, 64, 136), (1, 1, 70, 142), (0, 0, 72, 144)]),
    ],
)
def test_places_and_sizes_can_be_looked_up_and_computed(tmp_path: Path, element: str, wanted: list[object]) -> None:
    found, table = boxes(tmp_path, element)
    assert table.codes == []
    assert found == [pytest.approx(box) for box in wanted]


@pytest.mark.parametrize(
    ("element", "code", "message"),
    [
        ('size: ["{{ level - 2 }} mm", 10 pt]', "bad-length", "'size' of panel: '-1 mm' is less than nothing"),
        ('size: ["{{ name }} mm", 10 pt]', "bad-length", "'Renard mm' is not a length"),
        ('size: ["{{ level * 4 }}", 10 pt]', "bad-length", "'16' has no unit"),
        ('size: ["{{ levle }} mm", 10 pt]', "bad-template", "there is no field 'levle'"),
        ('size: ["{{ 4 - 9 }} mm", 10 pt]', "bad-length", "less than nothing"),
        ("at: {by: shy, true: 5 mm, false: [0, 0]}", "bad-length", "takes two lengths"),
        ("at: {by: shy, ture: [0, 0], false: [0, 0]}", "unknown-choice", "'ture', which it can never be"),
        ("at: [{by: levle, 4: 0}, 0]", "bad-template", "there is no field 'levle'"),
        ('radius: "{{ name }} mm"', "bad-length", "is not a length"),
        ("bleeds: '{{ name }}'", "wrong-type", "neither true nor false"),
    ],
)
def test_invalid_place_or_size_is_a_finding(tmp_path: Path, element: str, code: str, message: str) -> None:
    table = Toy(tmp_path, f"- {{kind: panel, fill: moss, {element}}}").table()
    for name in ("fox", "hen", "mole"):
        table.face(name)
    assert (code, True) in {(one.code, message in one.message) for one in table.findings}, [*table.findings]


def test_expression_without_fields_is_computed_once(tmp_path: Path) -> None:
    table = Toy(
        tmp_path, '- {kind: panel, fill: moss, size: ["{{ 2 * 3 }} pt", 9 pt], radius: "{{ 1 + 1 }} pt"}'
    ).table()
    faces = [table.face(name) for name in ("fox", "hen")]
    assert faces[0].shared is faces[1].shared
    assert faces[0].shared.items == (DrawBox(0, 0, 6, 9, Paint(MOSS), 2),)


def test_styles_and_their_words_can_be_looked_up(tmp_path: Path) -> None:
    style = "{by: shy, true: {size: 12 pt}, false: {size: {by: level, 1: 10 pt, else: 6 pt}, align: right}}"
    table = Toy(tmp_path, f"- {{kind: text, text: a, style: {style}, check_contrast: false}}").table()
    texts = [items(table.face(name))[0] for name in ("fox", "hen", "mole")]
    assert [text.block.size for text in texts if isinstance(text, PlacedText)] == [12, 10, 6]
    assert {one.code for one in table.findings} <= {"outside-safe-area"}


@pytest.mark.parametrize(
    ("style", "code"),
    [
        ("{by: shy, true: large, false: {}}", "unknown-style"),
        ("{size: {by: shy, true: 1 pt, false: 8 pt}}", "out-of-range"),
        ("{size: '{{ level }} pt'}", "out-of-range"),
        ("{align: {by: shy, true: middle, false: left}}", "unknown-choice"),
        ("{font: {by: shy, true: hand, false: text}}", "unknown-font"),
        ("{bold: {by: shi, true: true, else: false}}", "bad-template"),
        ("{bold: {by: shy, ture: true, else: false}}", "unknown-choice"),
    ],
)
def test_style_with_a_wrong_case_is_a_finding(tmp_path: Path, style: str, code: str) -> None:
    table = Toy(tmp_path, f"- {{kind: text, text: a, style: {style}}}", fonts=True).table()
    for name in ("fox", "hen", "mole"):
        table.face(name)
    assert code in table.codes


#: What each kind of element needs so that it asks for all of its properties.
ELEMENTS: dict[str, tuple[str, ...]] = {
    "text": ("text: ':sun:'", "shadow: rust"),
    "panel": ("fill: moss", "to: rust"),
    "line": (),
    "polygon": ("fill: moss",),
    "ruler": (),
    "art": ("art: fox",),
    "icon": ("icon: sun",),
    "icon-row": ("from: signs",),
    "image": ("image: photo.png", "fit: cover"),
    "figure": ("figure: beast",),
    "group": ("elements: []",),
    "row": ("elements: [{kind: panel, size: [5 pt, 5 pt]}]",),
    "column": ("elements: [{kind: panel, size: [5 pt, 5 pt]}]",),
    "repeat": ("over: signs", "elements: []"),
    "card": ("piece: hen",),
    "qr": ("text: a",),
}


class Recorder(ElementReader):
    """Notes which properties an element asks for."""

    def __init__(self, kind: str) -> None:
        node = read_yaml(Source("", f"kind: {kind}\n"), Findings())
        assert isinstance(node, MappingNode)
        self.asked: set[str] = set()
        super().__init__(node, kind, Findings(), Layouts((), Findings()), {}, {})

    def node_of(self, key: str, required: bool = False) -> Node | None:
        self.asked.add(key)
        return super().node_of(key, required)


@pytest.mark.parametrize("kind", [*ELEMENT_KINDS])
def test_every_property_can_be_looked_up(tmp_path: Path, kind: str) -> None:
    """A lookup by an unknown field is accepted when the layout is read, and a finding when a card asks for it."""
    take = Recorder(kind)
    ELEMENT_KINDS[kind](take)
    for name in sorted(take.asked - {"id", "when", "elements", "colours"}):
        given = ["at: [10 pt, 10 pt]", *ELEMENTS[kind], f"{name}: {{by: nowhere}}"]
        element = ", ".join(one for one in given if one is given[-1] or not one.startswith(f"{name}:"))
        toy = Toy(tmp_path, f"- {{kind: {kind}, {element}}}")
        Image.new("RGB", (40, 30)).save(toy.write("layouts/images/photo.png", ""))
        toy.write("layouts/figures/beast.yaml", "size: [10, 10]\nparts:\n  - {part: body}\n")
        toy.write("layouts/parts/body.svg", BODY)
        table = toy.table()
        table.face()
        found = [f"{one.code}: {one.message}" for one in table.findings]
        assert any("there is no field 'nowhere'" in one for one in found), (name, found)


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
          homes: {type: list, of: {type: choice, choices: [sea, wood]}}
          name: {type: text, translated: false}
"""
CONDITIONS_CARDS = """
    beasts:
      - {id: fox, name: Fox, level: 4, weight: 2.5, kind: bird, shy: true, prey: [hen], homes: [sea, wood]}
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
        ("\"'sea' in homes and 'wood' in homes\"", "fox"),
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
def test_condition_may_be_an_expression(tmp_path: Path, when: str, wanted: str) -> None:
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
def test_impossible_condition_is_a_finding(tmp_path: Path, when: str, finding: str) -> None:
    _, table = shown(tmp_path, when)
    found = [f"{one.code}: {one.message}; {one.help}" for one in table.findings]
    assert any(finding in one for one in found), found
    assert all(one.span is not None and one.span.source.name.endswith("beast.yaml") for one in table.findings)


def test_expression_leaves_no_name_for_templates(tmp_path: Path) -> None:
    face = "- {kind: panel, fill: moss, when: level > 3}\n- {kind: panel, fill: '{{ result|default(\"rust\") }}'}"
    table = Toy(tmp_path, face, game=CONDITIONS_GAME, cards=CONDITIONS_CARDS).table()
    assert [item.paint.fill for item in items(table.face()) if isinstance(item, DrawBox)] == [MOSS, RUST]
    assert table.codes == []

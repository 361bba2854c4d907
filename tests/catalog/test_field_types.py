"""Every type of field reads what it should, refuses the rest at its place, and has a default."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from catalog.toy import Read
from pawprint.catalog.columns import columns_of
from pawprint.catalog.fields import FIELD_TYPES, Field, SchemaContext, field_at
from pawprint.catalog.jsonschema import game_schema
from pawprint.catalog.model import ChoiceValue, Record, Translated
from pawprint.catalog.texts import ReadContext
from pawprint.check.scope import CheckScope
from pawprint.source import scalars
from pawprint.source.reader import Node

Reader = Callable[..., Read]


def test_types_are_these() -> None:
    assert [*FIELD_TYPES] == [
        *(
            "art",
            "choice",
            "colour",
            "flag",
            "icon",
            "int",
            "inverse",
            "list",
            "number",
            "record",
            "ref",
            "steps",
            "text",
        )
    ]


@pytest.mark.parametrize(
    ("declared", "written", "value"),
    [
        ("text", "Fox", Translated(fr="Fox", en="Fox")),
        ("text", "{fr: Renard, en: Fox}", Translated(fr="Renard", en="Fox")),
        ("text", "no", Translated(fr="no", en="no")),
        ("text", "''", Translated(fr="", en="")),
        ("{type: text, translated: false}", "010", "010"),
        ("{type: text, max: 3}", "Fox", Translated(fr="Fox", en="Fox")),
        ("int", "-3", -3),
        ("{type: int, min: 1, max: 5}", "5", 5),
        ("number", "2.5", 2.5),
        ("{type: number, min: 0}", "0", 0),
        ("flag", "true", True),
        ("flag", "false", False),
        ("{type: choice, choices: [no, yes]}", "no", "no"),
        ("{type: choice, choices: {a: {fr: x, en: y}, b: z}}", "b", "b"),
        ("{ref: beasts}", "fox", "fox"),
        ("{type: ref, to: beasts}", "fox", "fox"),
        ("{type: list, of: int}", "[3, 1, 3]", (3, 1, 3)),
        ("{type: list, of: {type: list, of: int}}", "[[1], [], [2, 3]]", ((1,), (), (2, 3))),
        ("{type: list, of: int, min: 1, max: 2, unique: true}", "[1, 2]", (1, 2)),
        ("{type: list, of: {ref: beasts}}", "[fox, fox]", ("fox", "fox")),
        ("art", "sub/fox-2", "sub/fox-2"),
        ("icon", "paw", "paw"),
        ("colour", "moss", "moss"),
        ("colour", "'#A0F'", "#aa00ff"),
        ("{type: record, fields: {x: int, y: {type: int, default: 7}}}", "{x: 1}", {"x": 1, "y": 7}),
        ("{type: record, fields: {who: {ref: beasts}}}", "{who: fox}", {"who": "fox"}),
        ("{type: list, of: {type: record, fields: {who: {ref: beasts}}}}", "[{who: fox}]", ({"who": "fox"},)),
    ],
)
def test_values(read: Reader, declared: str, written: str, value: Any) -> None:
    result = read(f"field: {declared}", f"- {{id: fox, field: {written}}}")
    assert result.faults == []

    def ids(found: Any) -> Any:
        if isinstance(found, Record):
            return found.id
        if isinstance(found, tuple):
            return tuple(ids(item) for item in found)
        return {name: ids(item) for name, item in found.items()} if type(found) is dict else found

    assert ids(result.record("fox")["field"]) == value


@pytest.mark.parametrize(
    ("declared", "written", "fault"),
    [
        ("text", "[Fox]", "2:20 wrong-type"),
        ("text", "", "2:20 missing-field"),
        ("text", "{fr: Renard}", "2:21 missing-translation"),
        ("text", "{fr: Renard, en: ''}", "2:37 missing-translation"),
        ("text", "{fr: Renard, en: [Fox]}", "2:37 wrong-type"),
        ("text", "{fr: Renard, de: Fuchs}", "2:33 unknown-language"),
        ("text", "{fr: Renard, en: Fox, de: Fuchs}", "2:42 unknown-language"),
        ("{type: text, translated: false}", "{fr: Renard, en: Fox}", "2:21 wrong-type"),
        ("{type: text, max: 3}", "{fr: Renard, en: Fox}", "2:25 out-of-range"),
        ("{type: text, max: 3}", "Foxes", "2:20 out-of-range"),
        ("int", "1.5", "2:20 wrong-type"),
        ("int", "one", "2:20 wrong-type"),
        ("{type: int, min: 1, max: 5}", "6", "2:20 out-of-range"),
        ("number", "1e3", "2:20 wrong-type"),
        ("{type: number, min: 0}", "-0.1", "2:20 out-of-range"),
        ("flag", "yes", "2:20 wrong-type"),
        ("{type: choice, choices: [a, b]}", "c", "2:20 unknown-choice"),
        ("{ref: beasts}", "elk", "2:20 unknown-reference"),
        ("{ref: beasts}", "[fox]", "2:20 wrong-type"),
        ("{type: list, of: int}", "3", "2:20 wrong-type"),
        ("{type: list, of: int}", "[3, x]", "2:24 wrong-type"),
        ("{type: list, of: int, min: 2}", "[3]", "2:20 out-of-range"),
        ("{type: list, of: int, max: 1}", "[3, 4]", "2:20 out-of-range"),
        ("{type: list, of: int, unique: true}", "[3, 4, 3]", "2:27 out-of-range"),
        ("{type: list, of: {ref: beasts}}", "[fox, elk]", "2:26 unknown-reference"),
        ("art", "../fox", "2:20 path-outside"),
        ("art", "/fox", "2:20 path-outside"),
        ("icon", "{a: b}", "2:21 wrong-type"),
        ("colour", "'#12345'", "2:20 bad-colour"),
        ("{type: record, fields: {x: int}}", "3", "2:20 wrong-type"),
        ("{type: record, fields: {x: int}}", "{x: a}", "2:24 wrong-type"),
        ("{type: record, fields: {x: int}}", "{x: 1, y: 2}", "2:27 unknown-field"),
        ("{type: record, fields: {x: int}}", "{}", "2:20 missing-field"),
        ("{type: record, fields: {who: {ref: beasts}}}", "{who: elk}", "2:26 unknown-reference"),
    ],
)
def test_refusals(read: Reader, declared: str, written: str, fault: str) -> None:
    assert read(f"field: {declared}", f"- {{id: fox, field: {written}}}").faults == [fault]


@pytest.mark.parametrize(
    ("declared", "value"),
    [
        ("flag", False),
        ("{type: list, of: int}", ()),
        ("{type: int, default: 3}", 3),
        ("{type: int, optional: true}", None),
        ("{type: text, default: Fox}", Translated(fr="Fox", en="Fox")),
        ("{type: text, default: {fr: Renard, en: Fox}}", Translated(fr="Renard", en="Fox")),
        ("{type: text, translated: false, default: x}", "x"),
        ("{type: choice, choices: [a, b], default: b}", "b"),
        ("{type: list, of: int, default: [1, 2]}", (1, 2)),
        ("{type: flag, default: true}", True),
        ("{type: colour, default: moss}", "moss"),
        ("{type: record, optional: true, fields: {x: int}}", None),
        ("{inverse: prey}", ()),
    ],
)
def test_defaults(read: Reader, declared: str, value: Any) -> None:
    result = read(f"prey: {{type: list, of: {{ref: beasts}}}}\nfield: {declared}")
    assert result.faults == []
    assert result.record("fox")["field"] == value


def test_default_may_be_a_reference(read: Reader) -> None:
    result = read("mate: {ref: beasts, default: fox}", "- {id: fox}\n- {id: elk, mate: elk}")
    assert result.faults == []
    assert [result.record(one)["mate"].id for one in ("fox", "elk")] == ["fox", "elk"]


def test_art_is_named_after_its_record_by_default(read: Reader) -> None:
    result = read("picture: art", "- {id: fox}\n- {id: elk, picture: moose}")
    assert [result.record(one)["picture"] for one in ("fox", "elk")] == ["fox", "moose"]


@pytest.mark.parametrize(
    "declared",
    ["text", "int", "number", "{type: choice, choices: [a]}", "{ref: beasts}", "icon", "colour",
     "{type: list, of: int, min: 1}", "{type: record, fields: {}}"],
)  # fmt: skip
def test_field_without_a_default_is_required(read: Reader, declared: str) -> None:
    assert read(f"field: {declared}").faults == ["2:8 missing-field"]


def test_choices_have_names_in_every_language(read: Reader) -> None:
    result = read("diet: {type: choice, choices: {meat: {fr: Viande, en: Meat}, all: Omni}}", "- {id: fox, diet: meat}")
    diet = result.record("fox")["diet"]
    assert isinstance(diet, ChoiceValue)
    assert (diet, diet.labels) == ("meat", {"fr": "Viande", "en": "Meat"})
    field = result.game.components["beasts"].fields["diet"]
    assert field.choices[1].labels == {"fr": "Omni", "en": "Omni"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("declared", "fault"),
    [
        ("txet", "9:14 bad-declaration"),
        ("{type: txet}", "9:21 bad-declaration"),
        ("{min: 3}", "9:15 missing-field"),
        ("[text]", "9:14 wrong-type"),
        ("", "9:13 missing-field"),
        ("choice", "9:14 missing-field"),
        ("list", "9:14 missing-field"),
        ("record", "9:14 missing-field"),
        ("ref", "9:14 missing-field"),
        ("{type: int, minimum: 3}", "9:26 unknown-field"),
        ("{type: int, min: low}", "9:31 wrong-type"),
        ("{type: int, default: low}", "9:35 wrong-type"),
        ("{type: flag, optional: yes}", "9:37 wrong-type"),
        ("{type: list, of: txet}", "9:31 bad-declaration"),
        ("{type: record, fields: {x: txet}}", "9:41 bad-declaration"),
        ("{type: choice, choices: a, default: b}", "9:50 unknown-choice"),
        ("{type: choice, choices: {a: {fr: x}}}", "9:43 missing-translation"),
        ("{type: choice, choices: {a: x, b: }}", "9:48 missing-field"),
        ("{inverse: pray}", "9:15 bad-declaration"),
        ("{inverse: elks.prey}", "9:15 bad-declaration"),
        ("{inverse: other}", "9:15 bad-declaration"),
        ("{type: list, of: {inverse: prey}}", "9:15 bad-declaration"),
    ],
)
def test_declarations_that_make_no_sense(read: Reader, declared: str, fault: str) -> None:
    """The fault is said once, at the declaration, however many records have the field."""
    fields = f"field: {declared}\nother: {{type: int, default: 1}}\nprey: {{type: list, of: {{ref: beasts}}}}"
    records = "- {id: fox, field: 1}\n- {id: elk, field: [fox]}\n" if "inverse" not in declared else "- {id: fox}"
    assert read(fields, records).faults == [fault]


@pytest.mark.parametrize(
    ("declared", "written"),
    [
        ("{ref: elks}", "a"),
        ("{type: list, of: {ref: elks}}", "[a, b]"),
        ("{type: record, fields: {x: {ref: elks}}}", "{x: a}"),
        ("{type: list, of: {type: record, fields: {x: {ref: elks}}}}", "[{x: a}, {x: b}]"),
    ],
)
def test_reference_to_nowhere_is_the_fault_of_its_declaration(read: Reader, declared: str, written: str) -> None:
    records = f"- {{id: fox, field: {written}}}\n- {{id: hare, field: {written}}}"
    assert read(f"field: {declared}", records).faults == ["9:15 unknown-component"]


@pytest.mark.parametrize("name", ["id", "copies", "origin", "component", "a-b", "1st", "''"])
def test_names_that_no_field_can_have(read: Reader, name: str) -> None:
    assert read(f"{name}: int", "- {id: fox}").faults == ["9:7 bad-declaration"]


def test_word_about_a_field_is_for_its_reader(read: Reader) -> None:
    assert read("level: {type: int, about: how high it stands}", "- {id: fox, level: 1}").faults == []


def test_new_type_is_known_to_spreadsheets_layouts_and_checks(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    """One class is all: every side of the program asks the methods of the field."""

    @dataclass(frozen=True, eq=False, repr=False)
    class SeasonField(Field):
        type: ClassVar[str] = "season"

        def read(self, node: Node, reading: ReadContext) -> Any:
            return scalars.choice(node, self.what, reading.findings, ("spring", "autumn"))

        def schema(self, context: SchemaContext) -> dict[str, Any]:
            return {"enum": ["spring", "autumn"]}

        def possible_values(self, ids: Mapping[str, Collection[str]]) -> Collection[str]:
            return ("spring", "autumn")

    monkeypatch.setitem(FIELD_TYPES._things, "season", SeasonField)
    result = read("born: season\nmoults: {type: list, of: season}", "- {id: fox, born: spring, moults: [autumn]}")
    assert [*result.findings] == []
    game = result.game
    assert dict(result.record("fox").values) == {"born": "spring", "moults": ("autumn",)}
    columns = {column.header: column for column in columns_of(game, game.components["beasts"])}
    assert (columns["born"].kind, columns["born"].options) == ("word", ("spring", "autumn"))
    assert (columns["moults"].kind, columns["moults"].of) == ("list", "word")
    assert CheckScope(game).choices["beasts"] == dict.fromkeys(("born", "moults"), ("spring", "autumn"))
    field = field_at(game.components["beasts"].fields, ("moults",))
    assert field is not None
    assert field.possible_values({}) == ("spring", "autumn")
    items = game_schema(game)["properties"]["beasts"]["items"]["properties"]
    assert items["moults"]["items"] == {"enum": ["spring", "autumn"]}

"""Games, components and records: read, indexed, connected; what is wrong is said where it is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from catalog.toy import Read
from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game, Origin, Record, RecordView
from pawprint.core.diagnostics import Findings
from pawprint.source.templates.expressions import ExpressionError, Scope, Template

Reader = Callable[..., Read]
Den = Callable[..., Path]


def load(folder: Path, *games: str) -> tuple[dict[str, Game], list[str]]:
    findings = Findings()
    library = load_library(folder, findings, games)
    return {**library.games}, [finding.code for finding in findings.sorted()]


# --- folders ------------------------------------------------------------------------------------------------


def test_folder_has_several_games_or_is_a_game(den: Den) -> None:
    folder = den({"burrow/game.yaml": "{id: burrow, title: Burrow, languages: [en], components: {}}"})
    assert load(folder)[0].keys() == {"burrow", "den"}
    assert load(folder, "den")[0].keys() == {"den"}
    assert [*load(folder, "den", "burrow", "den")[0]] == ["den", "burrow"]
    assert load(folder / "den")[0].keys() == {"den"}
    assert load(Path("den"))[0].keys() == {"den"}


def test_folders_without_games_are_findings(den: Den) -> None:
    folder = den()
    assert load(folder / "none") == ({}, ["file-missing"])
    assert load(folder / "layouts") == ({}, ["file-missing"])
    assert load(folder, "burrow") == ({}, ["unknown-game"])
    assert load(folder, "burrow", "den")[1] == ["unknown-game"]


def test_misspelt_field_is_named_where_the_right_field_is_missing(den: Den) -> None:
    findings = Findings()
    load_library(den({"den/game.yaml": "{idd: den, langauges: [en], components: {}, tilte: Den}"}), findings)
    unknown = [finding.help for finding in findings.sorted() if finding.code == "unknown-field"]
    assert unknown == ["did you mean 'id'?", "did you mean 'languages'?"]


def test_small_game_is_read(den: Den) -> None:
    games, codes = load(den())
    assert codes == []
    game = games["den"]
    assert (game.id, game.title["fr"], game.languages, game.version) == ("den", "Terrier", ("fr", "en"), "0")
    animals = game.components["animals"]
    assert (animals.kind, animals.stock, animals.faces, animals.backs) == ("cards", "small", ("animal",), ("back",))
    assert animals.title == {"fr": "animals", "en": "animals"}
    assert [record.id for record in game.all_records] == ["hare", "fox"]
    assert game.sources["seed 1"].kind == "seed"
    assert repr(game.all_records[0]) == "Record(animals/hare)"


def test_component_may_have_several_files(den: Den) -> None:
    folder = den(
        {
            "den/game.yaml": """
                id: den
                title: Den
                languages: [en]
                components:
                  animals: {file: [big.yaml, small.yaml], stock: small, face: back}
                  plants: {file: small.yaml, kind: tiles, stock: small, face: back}
            """,
            "den/big.yaml": "animals: [{id: elk}, {id: bear}]",
            "den/small.yaml": "plants: [{id: oak}]\nanimals: [{id: hare}]",
        }
    )
    games, codes = load(folder)
    assert codes == []
    assert [record.id for record in games["den"].all_records] == ["elk", "bear", "hare", "oak"]


def test_numbers_of_the_game_are_there_for_its_checks(read: Reader) -> None:
    more = "players: {min: 2, max: 4}\nage: 8\nminutes: [15, '20']\nrules: {engine: x, level: ², big: --3}\n"
    game = read(more=more + "version: 1.10\ncredits: us").game
    assert game.facts["players"] == {"min": 2, "max": 4}
    assert game.facts["age"] == 8
    assert game.facts["minutes"] == [15, "20"]
    assert game.facts["rules"] == {"engine": "x", "level": "²", "big": "--3"}
    assert (game.version, game.credits["fr"]) == ("1.10", "us")


# --- records ------------------------------------------------------------------------------------------------


def test_yaml_traps_change_no_value(read: Reader) -> None:
    words = ["no", "yes", "on", "010", "1:30", "1_000", "1e3", "0x1F", "null", "~", "true", "2026-01-31"]
    records = "".join(f"- {{id: a{number}, word: {word}}}\n" for number, word in enumerate(words))
    result = read("word: {type: text, translated: false}", records)
    assert result.faults == []
    assert [record["word"] for record in result.game.all_records] == words


def test_copies(read: Reader) -> None:
    result = read(records="- {id: a}\n- {id: b, copies: 0}\n- {id: c, copies: 10000}\n- {id: d, copies: -1}")
    assert [record.copies for record in result.game.all_records] == [1, 0, 10000, 1]
    assert result.faults == ["5:19 out-of-range"]


def test_id_is_used_once_among_its_component(read: Reader) -> None:
    result = read(records="- {id: fox}\n- {id: elk}\n- {id: fox}")
    assert result.faults == ["4:8 duplicate-id"]
    assert len(result.game.all_records) == 2


def test_components_may_share_ids(den: Den) -> None:
    folder = den(
        {
            "den/game.yaml": """
                id: den
                title: Den
                languages: [en]
                components:
                  cards: {stock: small, face: back}
                  tokens: {stock: small, face: back}
            """,
            "den/cards.yaml": "cards: [{id: fox}]\ntokens: [{id: fox}]",
        }
    )
    game = load(folder)[0]["den"]
    assert [record.component for record in game.find("fox")] == ["cards", "tokens"]
    assert [record.component for record in game.find("tokens/fox")] == ["tokens"]
    assert [*game.find("elk")] == []


def test_merged_record_is_a_record(read: Reader) -> None:
    records = "- &fox {id: fox, level: 2, tags: [a, b]}\n- {<<: *fox, id: vixen, level: 3}"
    result = read("level: int\ntags: {type: list, of: {type: text, translated: false}}", records)
    assert result.faults == []
    vixen = result.record("vixen")
    assert (vixen["level"], vixen["tags"]) == (3, ("a", "b"))
    assert str(vixen.span("tags", 1)) == "toy/cards.yaml:2:38"


def test_value_knows_its_place(read: Reader) -> None:
    records = "- id: fox\n  name: {fr: Renard, en: Fox}\n  prey: [fox, fox]"
    fox = read("name: text\nprey: {type: list, of: {ref: beasts}}\nlevel: {type: int, default: 1}", records).record(
        "fox"
    )
    places = [fox.span(), fox.span("name"), fox.span("name", "en"), fox.span("prey", 1), fox.span("prey", 9)]
    assert [f"{span.line}:{span.column}" for span in places] == ["2:7", "3:10", "3:26", "4:15", "4:9"]
    assert fox.span("level") == fox.span("id"), "what is not written is where the record is"


# --- references ---------------------------------------------------------------------------------------------

WEB = """\
prey: {type: list, of: {ref: beasts}}
hunters: {inverse: prey}
mate: {ref: beasts, optional: true}
mates: {inverse: mate}
"""
BEASTS = "- {id: fox, prey: [hare, mouse], mate: vixen}\n- {id: vixen, prey: [hare]}\n- {id: hare}\n- {id: mouse}"


def test_references_are_records(read: Reader) -> None:
    result = read(WEB, BEASTS)
    fox, hare = result.record("fox"), result.record("hare")
    assert fox["prey"] == (hare, result.record("mouse"))
    assert fox["mate"] is result.record("vixen")
    assert hare["mate"] is None


def test_inverse_is_derived_in_the_order_of_the_file(read: Reader) -> None:
    result = read(WEB, BEASTS)
    assert [one.id for one in result.record("hare")["hunters"]] == ["fox", "vixen"]
    assert [one.id for one in result.record("vixen")["mates"]] == ["fox"]
    assert result.record("fox")["hunters"] == ()


def test_inverse_may_come_from_another_component(den: Den) -> None:
    folder = den(
        {
            "den/game.yaml": """
                id: den
                title: Den
                languages: [en]
                components:
                  homes: {stock: small, face: back, fields: {guests: {inverse: animals.home}}}
                  animals: {stock: small, face: back, fields: {home: {ref: homes}}}
            """,
            "den/cards.yaml": "animals: [{id: fox, home: den}, {id: elk, home: wood}]\nhomes: [{id: den}, {id: wood}]",
        }
    )
    game = load(folder)[0]["den"]
    assert [one.id for one in game.records["homes"]["den"]["guests"]] == ["fox"]


def test_records_may_refer_to_each_other_in_circles(read: Reader) -> None:
    result = read("prey: {type: list, of: {ref: beasts}}", "- {id: a, prey: [b]}\n- {id: b, prey: [a, b]}")
    assert result.faults == []
    assert result.record("b")["prey"][0]["prey"][0] is result.record("b")


# --- faults and what follows from them ----------------------------------------------------------------------


def test_only_records_with_a_fault_are_marked(read: Reader) -> None:
    result = read("level: int", "- {id: fox, level: one}\n- {id: elk, level: 1}\n- {id: Elk, level: 1}")
    assert result.game.invalid == {("beasts", "fox"), ("beasts", "Elk"), ("beasts", "")}


def test_game_without_faults_is_sound(read: Reader) -> None:
    assert read("level: int", "- {id: fox, level: 1}").game.invalid == frozenset()


def test_unknown_reference_marks_the_record_that_names_it(read: Reader) -> None:
    result = read("prey: {type: list, of: {ref: beasts}}", "- {id: fox, prey: [elk]}\n- {id: hare}")
    assert result.game.invalid == {("beasts", "fox"), ("beasts", "")}


# --- origins ------------------------------------------------------------------------------------------------

SOURCES = "sources: {page: {kind: external, title: A page}, us: {kind: designed}}"


@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("", Origin()),
        (", origin: us", Origin("us")),
        (", origin: {default: us, level: page}", Origin("us", {"level": "page"})),
        (", origin: {prey.hare: page, name.fr: us}", Origin("", {"prey.hare": "page", "name.fr": "us"})),
        (", origin: {copies: us, id: us}", Origin("", {"copies": "us", "id": "us"})),
    ],
)
def test_origins(read: Reader, written: str, origin: Origin) -> None:
    fields = "level: int\nname: text\nprey: {type: list, of: {ref: beasts}}"
    records = (
        f"- {{id: fox, level: 1, name: {{fr: R, en: F}}, prey: [hare]{written}}}\n- {{id: hare, level: 1, name: H}}"
    )
    result = read(fields, records, SOURCES)
    assert result.faults == []
    assert result.record("fox").origin == origin


def test_origin_falls_back_to_the_enclosing_path() -> None:
    origin = Origin("us", {"prey": "page", "prey.hare": "seed"})
    assert [origin.of(path) for path in ("prey.hare", "prey.fox", "level")] == ["seed", "page", "us"]


# --- views --------------------------------------------------------------------------------------------------


def test_view_is_a_record_in_a_single_language(read: Reader) -> None:
    fields = """\
name: text
prey: {type: list, of: {ref: beasts}}
diet: {type: choice, choices: {meat: {fr: Viande, en: Meat}}}
"""
    records = """\
- {id: fox, copies: 2, name: {fr: Renard, en: Fox}, prey: [hare], diet: meat}
- {id: hare, name: H, diet: meat}
"""
    result = read(fields, records)
    fox, hare = (RecordView(result.record(one), "fr") for one in ("fox", "hare"))
    assert (fox["name"], fox["copies"], fox["id"], fox["component"]) == ("Renard", 2, "fox", "beasts")
    assert (str(fox["diet"]), fox["diet"].label) == ("meat", "Viande")
    assert fox["prey"] == (hare,)
    assert fox["prey"][0] == "hare"
    assert fox != hare
    assert len({fox, RecordView(result.record("fox"), "fr")}) == 1
    assert str(fox) == "fox"
    assert fox.record is result.record("fox")
    with pytest.raises(KeyError):
        _ = fox["nmae"]


def rendered(text: str, fox: RecordView) -> str:
    return Template(text).render(Scope({**fox.fields(), "item": fox}))


@pytest.mark.parametrize("name", sorted({*dir(RecordView), *Record.__slots__} - {"id", "copies", "component"}))
def test_templates_see_only_the_fields_of_a_record(read: Reader, name: str) -> None:
    result = read("prey: {type: list, of: {ref: beasts}}", "- {id: fox, prey: [hare]}\n- {id: hare}")
    fox = RecordView(result.record("fox"), "fr")
    for text in (f"{{{{ item.{name} }}}}", f"{{{{ item.{name}|string }}}}", f"{{{{ (prey|first).{name}|string }}}}"):
        with pytest.raises(ExpressionError, match=f"there is no field '{name}'"):
            rendered(text, fox)


def test_field_may_have_the_name_of_a_method_or_property(read: Reader) -> None:
    result = read("record: text\nfields: int\nkeys: text", "- {id: fox, record: ten wins, fields: 3, keys: two}")
    fox = RecordView(result.record("fox"), "fr")
    assert rendered("{{ item.record|upper }} {{ item.fields + 1 }} {{ item.keys|upper }}", fox) == "TEN WINS 4 TWO"
    assert rendered("{{ item.record }} {{ item.fields }} {{ item.keys }}", fox) == "ten wins 3 two"


def test_choice_has_only_a_label_in_templates(read: Reader) -> None:
    result = read("diet: {type: choice, choices: {meat: {fr: Viande, en: Meat}}}", "- {id: fox, diet: meat}")
    fox = RecordView(result.record("fox"), "fr")
    assert rendered("{{ diet.label }} {{ item.diet.label|upper }} {{ diet[0] }}", fox) == "Viande VIANDE m"
    assert rendered("{{ [item]|map(attribute='diet.label')|first }}", fox) == "Viande"
    with pytest.raises(ExpressionError, match="there is no field 'upper'"):
        rendered("{{ diet.upper|string }}", fox)


def test_records_in_lists_are_printed_as_their_ids(read: Reader) -> None:
    result = read("prey: {type: list, of: {ref: beasts}}", "- {id: fox, prey: [hare]}\n- {id: hare}")
    fox = RecordView(result.record("fox"), "fr")
    assert rendered("{{ prey }} {{ prey|list }} {{ prey|sort(attribute='id') }}", fox) == "hare hare hare"
    assert " at 0x" not in rendered("{{ [item] ~ [prey] }} {{ prey|map(attribute='prey')|upper }}", fox)

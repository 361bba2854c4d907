"""Tables, checklists and legends: from the catalog alone, in the words of the game."""

from pathlib import Path

import pytest

from documents.test_manuscripts import CARDS, FACE, GAME, Desk, dump
from fixed_metrics import FixedMetrics
from helpers import SQUARE, Toy
from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings
from pawprint.core.length import mm
from pawprint.documents._word_forms import listed, sorting, spanned
from pawprint.documents.content import runs_of
from pawprint.documents.declarations import read_declared
from pawprint.documents.manuscripts import manuscripts
from pawprint.documents.typeset.structure import said
from pawprint.pieces.composer import Composer
from pawprint.production import pipeline
from pawprint.source.templates.number_words import in_words

ROOT = Path(__file__).parents[2]

DECLARED = """
    documents:
      words: {level: {fr: Niveau, en: Rank}, beasts.prey: {fr: Mange, en: Eats}}
      icons: {sun: {fr: Jour, en: Day}}
      without: [beasts.boss]
"""
SORTED = """
    beasts:
      - {id: a, name: {fr: Écu, en: Zoo}, level: 3}
      - {id: b, name: {fr: Zoo, en: Ark}, level: 1, boss: a}
      - {id: c, name: {fr: Feu, en: Émeu}, level: 3, boss: a, note: ':sun: shines'}
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, cards=SORTED)


def rows(said: str) -> list[str]:
    return [line.strip() for line in said.splitlines()[1:]]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("sort='name'", ["Ark | 1", "Émeu | 3", "Zoo | 3"]),
        ("sort=['-level', 'name']", ["Émeu | 3", "Zoo | 3", "Ark | 1"]),
        ("sort='-level name'", ["Émeu | 3", "Zoo | 3", "Ark | 1"]),
        ("sort='name', where='level == 3'", ["Émeu | 3", "Zoo | 3"]),
        ("group='boss', sort='name'", ["Zoo (across 2)", "Ark | 1", "Émeu | 3", "Others (across 2)", "Zoo | 3"]),
    ],
)
def test_table_is_sorted_grouped_and_chosen(words: str, expected: list[str], desk: Desk) -> None:
    said = desk.blocks("{{ table('beasts', columns=['name', 'level'], " + words + ") }}")
    assert said.startswith("table dense: Name | Level >\n")
    assert rows(said) == expected


def test_numbers_may_be_roman_numerals(desk: Desk) -> None:
    said = desk.blocks("{{ table('beasts', columns=['name', {'field': 'level', 'show': 'roman'}], sort='name') }}")
    assert said.startswith("table dense: Name | Level >\n")
    assert rows(said) == ["Ark | I", "Émeu | III", "Zoo | III"]


def test_letters_with_accents_are_sorted_as_letters_without(desk: Desk) -> None:
    said = desk.blocks("{{ table('beasts', columns=['name'], sort='name') }}", language="fr")
    assert rows(said) == ["Écu", "Feu", "Zoo"]


def test_heads_are_what_the_game_calls_its_fields(tmp_path: Path) -> None:
    desk = Desk(tmp_path, game=GAME + DECLARED)
    text = "{{ table('beasts') }}\n\n{{ table('beasts', columns=['name', {'field': 'level', 'head': '*n*'}]) }}"
    usual, chosen = (line for line in desk.blocks(text, language="fr").splitlines() if "table" in line)
    assert usual == "table dense: Nom | Niveau > | Mange | Exemplaires >"
    assert chosen == "table dense: Nom | *n* >"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("table('beasts', columns=['lvl'])", "30 unknown-field: beasts.a has no field 'lvl'"),
        ("table('beasts', columns=['lvl'], where='level > 9')", "30 unknown-field: beasts.a has no field 'lvl'"),
        ("table('beasts', sort='lvl')", "26 unknown-field: beasts.a has no field 'lvl'"),
        ("table('beasts', columns=[{'field': 'level', 'alin': 'left'}])", "49 bad-template: a column has no 'alin'"),
        ("table('beasts', columns=[{'field': 'level', 'show': 'x'}])", "49 bad-template: a column cannot be 'x'"),
        ("table('beasts', where='lvl > 1')", "20 bad-template: where 'lvl > 1': there is no field 'lvl'"),
        ("total('beasts', 'note')", "21 bad-template: 'note' of the beasts is no number"),
        ("proof(scale=7)", "10 bad-template: a proof has a scale from 0.05 to 1"),
    ],
)
def test_table_that_cannot_be_is_a_fault(call: str, expected: str, desk: Desk) -> None:
    (finding,) = desk.faults("# T\n\n{{ " + call + " }}")
    assert finding.startswith(f"3:{expected}")


def test_checklist_and_what_is_in_the_box_count_what_is_printed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, cards=CARDS)
    said = desk.blocks("{{ checklist() }}\n\n{{ components(pictures=false) }}")
    tick = "[picture, 13 x 9 mm]"
    assert said.splitlines() == [
        "table dense: Piece | × >",
        "  Beasts – 5 (across 2)",
        f"  {tick} Fox | 3",
        f"  {tick} Red hen | 2",
        "table plain: Component | Kinds > | Pieces >",
        "  Beasts | 2 | 5",
    ]


def test_checklist_has_a_line_for_pieces_that_only_differ_in_a_number_or_in_brackets(tmp_path: Path) -> None:
    names = ["Cat 1", "Cat 2", "Cat 3", "Fly 3", "Fly 5", "Owl (east)", "Owl (west)", "Solo 7", "Crow 1", "Crow 2"]
    names += (long := [f"Yak {digit * 5000}" for digit in "12"])
    copies = [1] * 9 + [2, 1, 1]
    cards = "".join(
        f"  - {{id: b{number}, name: {name}, copies: {count}}}\n"
        for number, (name, count) in enumerate(zip(names, copies, strict=True))
    )
    desk = Desk(tmp_path, cards=f"beasts:\n{cards}")
    said = desk.blocks("{{ checklist(pictures=false) }}")
    tick = "[picture, 3 x 3 mm]"
    assert said.splitlines()[1:] == [
        "  Beasts – 13 (across 2)",
        f"  {tick} Cat 1–3 | 3",
        f"  {tick} Crow 1 | ",
        f"  {tick} Crow 2 | 2",
        f"  {tick} Fly 3, 5 | 2",
        f"  {tick} Owl | 2",
        f"  {tick} Solo 7 | ",
        *[f"  {tick} {name} | " for name in long],
    ]


def test_icons_have_the_meaning_of_the_game_or_a_record(tmp_path: Path) -> None:
    more = """
      signs:
        kind: data
        file: signs.yaml
        fields: {name: {type: text}, text: {type: text}, icon: {type: icon}}
    """
    desk = Desk(tmp_path, game=GAME.rstrip() + more.rstrip() + DECLARED, cards=SORTED)
    desk.toy.write("catalog/toy/signs.yaml", "signs:\n  - {id: m, name: Moon, text: It is *night*., icon: moon}\n")
    desk.toy.write("layouts/icons/star.svg", SQUARE)
    icons = ":sun: | **Day**", ":moon: | **Moon** – It is *night*."
    assert rows(desk.blocks("{{ icons() }}")) == list(icons)
    assert rows(desk.blocks("{{ icons(without=['sun']) }}")) == [icons[1]]
    assert rows(desk.blocks("{{ legend('signs') }}")) == [icons[1]]
    made = desk.make("# A\n\n## {{ icon('sun') }} or :moon:\n\n- :star:\n")
    assert made
    heard = {run.text: said(run) for run in runs_of(made.blocks) if run.kind == "icon"}
    assert heard == {"sun": "Day", "moon": "Moon", "star": "star"}, "one without a name is called as its file"


def test_legend_has_the_icons_of_codes_in_texts(tmp_path: Path) -> None:
    game = GAME.replace("components:", "icons: {'{T}': moon}\n    components:")
    desk = Desk(tmp_path, game, SORTED.replace("':sun: shines'", "'{T}: shines'"))
    assert any(":moon:" in row for row in rows(desk.blocks("{{ icons() }}")))


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("words: {lvl: Level}", "unknown-field: no component has a field 'lvl'"),
        ("words: {level: {en: Level}}", "missing-translation: "),
        ("icons: {sun: {fr: J, en: D, de: T}}", "unknown-language: "),
        ("objectives: [goals]", "unknown-component: there is no component 'goals'"),
        ("without: [bats]", "unknown-field: there is no field 'bats'"),
        ("without: [[beasts]]", "unknown-field: "),
        ("wrods: {}", "unknown-field: 'documents' of game 'toy' has no field 'wrods'"),
    ],
)
def test_invalid_document_declaration_is_reported(declared: str, expected: str, tmp_path: Path) -> None:
    toy = Toy(tmp_path, FACE, game=GAME.rstrip() + f"\n    documents: {{{declared}}}\n", cards=CARDS)
    findings = Findings()
    game = load_library(toy.catalog, findings).games["toy"]
    assert not list(findings)
    read_declared(game, findings)
    (finding,) = findings
    assert f"{finding.code}: {finding.message}".startswith(expected)
    assert finding.span is not None


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "zero", "zéro"),
        (1, "one", "un"),
        (16, "sixteen", "seize"),
        (21, "twenty-one", "vingt et un"),
        (70, "seventy", "soixante-dix"),
        (71, "seventy-one", "soixante et onze"),
        (77, "seventy-seven", "soixante-dix-sept"),
        (80, "eighty", "quatre-vingts"),
        (81, "eighty-one", "quatre-vingt-un"),
        (91, "ninety-one", "quatre-vingt-onze"),
        (99, "ninety-nine", "quatre-vingt-dix-neuf"),
        (100, "one hundred", "cent"),
        (200, "two hundred", "deux cents"),
        (258, "two hundred fifty-eight", "deux cent cinquante-huit"),
        (1000, "1000", "1000"),
    ],
)
def test_numbers_in_words(number: int, english: str, french: str) -> None:
    assert in_words(number, "en") == in_words(number, "gsw") == english
    assert in_words(number, "fr") == in_words(number, "fr-CA") == french


def test_lists_and_spans() -> None:
    assert [listed(items, "en") for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["a", "b"], "fr", "or") == "a ou b"
    assert (spanned(2, 6, "fr"), spanned(3, 3, "en")) == ("2 à 6", "3")
    assert sorted(["zoo", "Été", "eta"], key=sorting) == ["eta", "Été", "zoo"]


@pytest.mark.parametrize("game", ["food-chain", "pocket-cats"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_bundled_game_has_its_lists_without_a_template(game: str, language: str) -> None:
    workspace = pipeline.load(ROOT / "catalog", [pipeline.bundled("layouts")], [game])
    loaded = workspace.library.games[game]
    composer = workspace.composer(pipeline.DESIGN_BLEED)
    made = {
        one.name: one for one in manuscripts(loaded, language, composer, workspace.findings, ["reference", "lists"])
    }
    assert not [one for one in workspace.findings if one.severity.value == "error"]
    assert {"checklist", "card-list", "legend", "reference", "proof"} <= set(made)
    listed_cards = dump(made["card-list"].blocks)
    for record in loaded.all_records:
        if loaded.components[record.component].kind != "data" and "name" in record.values:
            assert record["name"][language] in listed_cards


def test_table_that_is_typed_has_the_anchor_on_the_line_below_it(desk: Desk) -> None:
    said = desk.blocks("| Who | What |\n| --- | --- |\n| Ark | a ship |\n{#ships}\n\nSee {{ table_ref('ships') }}.")
    assert said.splitlines() == [
        "table plain (#ships): Who | What",
        "  Ark | a ship",
        "paragraph: See [<table>](#ships).",
    ]


def test_differences_between_editions_are_not_variants() -> None:
    shop = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], ["pocket-cats"])
    composer = Composer(shop.layouts, FixedMetrics(), Findings(), mm(3))
    (rulebook,) = manuscripts(shop.library.games["pocket-cats"], "en", composer, Findings(), ("rulebook",))
    before, _, variants = dump(rulebook.blocks).partition("(#options)")
    assert "  Powers | Count | Do not count" in before
    assert "Powers |" not in variants.partition("heading")[0]

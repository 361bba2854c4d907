"""What columns are taken for."""

import pytest

from pawprint.interchange.lists._card_layout import category_colours
from pawprint.interchange.lists._guess_columns import CardList, guess, to_rich_text
from pawprint.interchange.lists._list_words import guess_language, normalised_name, split_language
from pawprint.interchange.lists._read_list import CardRows
from pawprint.interchange.lists.slugs import UniqueNames, field_name, slug, unique


def deck(head: str, *rows: str) -> CardList:
    return guess(CardRows(head.split(","), [row.split(",") for row in rows]))


def roles(found: CardList) -> dict[str, str]:
    return {column.header: column.role for column in found.columns}


def test_names_of_columns_indicate_their_roles() -> None:
    found = deck(
        "Title,Kind,Cost,Power,Ability,Quote,Qty,Notes",
        "Fox,beast,2,3,Look at a card,Hush,3,strong?",
        "Owl,beast,1,2,Fly over a river,,2,",
        "Storm,spell,4,,All cards go,Boom,1,",
    )
    assert roles(found) == {
        "Title": "name", "Kind": "category", "Cost": "cost", "Power": "stat",
        "Ability": "text", "Quote": "flavour", "Notes": "hidden",
    }  # fmt: skip
    assert (found.copies, found.ids) == ([3, 2, 1], ["fox", "owl", "storm"])


def reasons(found: CardList) -> dict[str, str]:
    return {column.header: column.reason for column in found.columns if column.role == "hidden"}


def test_column_that_repeats_another_column_is_not_on_the_card() -> None:
    found = deck(
        "title,text,stripped_title,stripped_text,subtitle",
        "Écu <b>d'or</b>,<b>Gain</b> 2 [gold].,Ecu d'or,Gain 2 gold.,Shield",
        "Owl,Fly over a river.,Owl,Fly over a river.,Bird",
    )
    assert reasons(found) == {"stripped_title": "repeats title", "stripped_text": "repeats text"}


def test_long_text_with_other_signs_for_its_icons_is_a_repetition() -> None:
    text = "[click]: Gain 3 [credit] and then draw a card from your stack or heap."
    stripped = "Click: Gain 3 credits and then draw a card from your stack or heap."
    found = guess(CardRows(["name", "plain_text", "text"], [["Fox", stripped, text], ["Owl", "Fly.", "Fly."]]))
    assert reasons(found) == {"plain_text": "repeats text"}


def test_two_equal_columns_of_numbers_both_stay() -> None:
    assert reasons(deck("name,attack,defence", "Fox,2,2", "Owl,1,1", "Eel,3,3")) == {}


def test_machine_readable_column_is_not_on_the_card() -> None:
    rows = [
        f"card {n},{n},b{n}7,pack,https://example.org/{n},{n}f3c9a2e-aaaa-bbbb-cccc-0123456789ab,x" for n in range(9)
    ]
    assert reasons(deck("name,place,octgn_id,pack_code,page,token,side", *rows)) == {
        "place": "positions", "octgn_id": "not for players", "pack_code": "not for players", "page": "addresses",
        "token": "keys", "side": "the same on every card",
    }  # fmt: skip


def test_code_of_a_kind_is_the_kind() -> None:
    found = deck("title,type_code,text", "Fox,beast,Look at the top card", "Owl,beast,Fly over", "Rain,spell,All draw")
    assert roles(found)["type_code"] == "category"


@pytest.mark.parametrize(
    "head", ["Question,Answer", "Frage,Antwort", "pregunta,respuesta", "Вопрос,Ответ", "Front,Back"]
)
def test_answer_to_a_question_is_on_the_back(head: str) -> None:
    found = deck(f"{head},Level", "Which animal sees at night?,The owl,1", "Which animal is red?,The fox,2")
    question, answer = head.split(",")
    assert roles(found) == {question: "text", answer: "back", "Level": "cost"}


def test_text_of_the_back_is_on_the_back_of_a_card_with_a_front() -> None:
    found = deck("name,text,back_text", "Roland,He runs,He rests", "Wendy,She hides,She waits")
    assert roles(found) == {"name": "name", "text": "text", "back_text": "back"}


def test_title_of_few_cards_is_not_a_title() -> None:
    rows = [
        ["Hearts", f"H{n}", str(n), f"Look at {n} cards of the pile", "Joker" if n == 8 else ""] for n in range(2, 9)
    ]
    rows += [["Clubs", f"C{n}", str(n), f"Discard {n} cards of the pile", ""] for n in range(2, 9)]
    found = guess(CardRows(["suit", "id", "value", "desc", "card"], rows))
    assert roles(found) == {"suit": "category", "value": "cost", "desc": "text", "card": "short"}
    assert found.ids[0] == "h2"


def test_given_role_is_used() -> None:
    rows = CardRows(["name", "text", "note"], [["Fox", "Runs", "red"], ["Owl", "Flies", "grey"]])
    assert roles(guess(rows, given={"note": "name", "name": "hidden"})) == {
        "name": "hidden", "text": "text", "note": "name",
    }  # fmt: skip


def test_contents_of_columns_indicate_roles_if_names_do_not() -> None:
    found = deck("A,B,C", "Fox,forest,Look at the top card of the pile", "Owl,forest,Fly over any river", "Eel,lake,x")
    assert roles(found) == {"A": "name", "B": "short", "C": "text"}


@pytest.mark.parametrize(
    ("cells", "copies"),
    [(["3x", "x2", "1"], [3, 2, 1]), (["2.0", "", "×4"], [2, 1, 4]), (["0", "1", "1"], [0, 1, 1])],
)
def test_counts_are_read_in_common_notations(cells: list[str], copies: list[int]) -> None:
    found = guess(CardRows(["name", "count"], [[f"card {n}", cell] for n, cell in enumerate(cells)]))
    assert found.copies == copies


def test_running_number_is_not_a_count() -> None:
    found = deck("num,name", "1,Fox", "2,Owl", "3,Eel")
    assert found.copies == [1, 1, 1]


def test_ids_are_unique_and_can_be_typed() -> None:
    found = deck("name,text", "Écu d'or,a", "Écu d'or,b", "Щука,c", "★,d")
    assert found.ids == ["ecu-dor", "ecu-dor-2", "shchuka", "card-4"]


def test_cards_without_names_are_named_after_their_fields() -> None:
    assert deck("suit,rank", "Hearts,2", "Hearts,3", "Spades,2", "Spades,3").ids == [
        "hearts-2", "hearts-3", "spades-2", "spades-3",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["1", "2", "3"], "int", ["1", "2", "3"]),
        (["1,5", "2", "0.5"], "number", ["1.5", "2", "0.5"]),
        (["1", "X", "2+"], "plain", ["1", "X", "2+"]),
        (["0", "", "2"], "plain", ["0", "", "2"]),
        (["1", "", "2"], "int", ["1", "", "2"]),
    ],
)
def test_types_of_numbers(cells: list[str], kind: str, values: list[str]) -> None:
    found = guess(CardRows(["name", "power"], [[f"card {n}", cell] for n, cell in enumerate(cells)]))
    column = next(column for column in found.columns if column.header == "power")
    assert (column.type, column.texts) == (kind, values)


def test_yes_and_no_are_a_flag() -> None:
    found = deck("name,flying", "Fox,no", "Owl,yes", "Bat,x")
    assert [column.type for column in found.columns] == ["text", "flag"]
    assert found.columns[1].texts == ["", "true", "true"]


def test_kind_ignores_capitals() -> None:
    found = deck("name,type", "Fox,Beast", "Owl,beast", "Storm,Spell", "Rain,Spell")
    assert found.columns[1].choices == {"beast": {"": "Beast"}, "spell": {"": "Spell"}}


def test_kinds_with_names_of_colours_get_these_colours() -> None:
    found = deck("name,suit", "A,Red", "B,Green", "C,Red", "D,Moon", "E,Moon")
    assert category_colours(found.column("category")) == {"red": "red", "green": "green", "moon": "blue"}


@pytest.mark.parametrize(
    ("head", "parts"),
    [
        ("name_fr", ("name", "fr")), ("Name (EN)", ("Name", "en")), ("text.de", ("text", "de")),
        ("nameFR", ("name", "fr")), ("fr_nom", ("nom", "fr")), ("Titre français", ("Titre", "fr")),
        ("Card text", ("Card text", "")), ("cost", ("cost", "")),
    ],
)  # fmt: skip
def test_languages_in_the_names_of_columns(head: str, parts: tuple[str, str]) -> None:
    assert split_language(head) == parts


def test_columns_of_languages_become_a_single_field() -> None:
    found = deck("name,name_fr,text_en,text_fr", "Fox,Renard,Run,Courez", "Owl,Hibou,Fly,")
    assert found.languages == ["en", "fr"]
    assert [(column.name, column.values[0]) for column in found.columns] == [
        ("name", {"en": "Fox", "fr": "Renard"}), ("text", {"en": "Run", "fr": "Courez"}),
    ]  # fmt: skip


def test_columns_with_names_of_languages_are_names() -> None:
    found = deck("English,Deutsch", "Salt,Salz", "Silk,Seide")
    assert found.languages == ["en", "de"]
    assert found.columns[0].values[1] == {"en": "Silk", "de": "Seide"}


def test_word_that_is_also_a_code_is_not_a_language() -> None:
    assert guess(CardRows(["name", "Who has it"], [["Fox", "me"]])).languages == ["en"]


@pytest.mark.parametrize(
    ("header", "texts", "language"),
    [
        (["Название"], ["Лесной дух, мышь"], "ru"), (["Назва"], ["Лісовий дух їжак"], "uk"),
        (["Text"], ["Minden játékos húz egy lapot, és ha nem tud, akkor az a játékos veszít."], "hu"),
        (["Text"], ["Ziehe eine Karte und lege sie auf den Tisch, wenn du nicht mit ihr spielen kannst."], "de"),
        (["Text"], ["Robe una carta y pierda una vida por cada jugador que se encuentre en su casilla."], "es"),
        (["Text"], ["Draw a card, then put it on the table or keep it, as your opponent says."], "en"),
        (["Text"], ["כל שחקן לוקח קלף"], "he"), (["Text"], ["カードを一枚引いて、山札に戻す"], "ja"),
        (["Text"], ["每位玩家抽一张牌"], "zh"), (["Text"], ["Τράβηξε ένα φύλλο"], "el"),
        (["Text"], ["हर खिलाड़ी एक पत्ता खींचता है"], "hi"),
        (["Nom", "Effet"], ["Épée"], "fr"), (["Karte", "Anzahl"], ["Salz"], "de"), (["Foo"], ["Bar"], "en"),
    ],
)  # fmt: skip
def test_language_of_a_list(header: list[str], texts: list[str], language: str) -> None:
    assert guess_language(header, texts) == language


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("<b>Guard.</b> Draw <i>two</i>", "**Guard.** Draw *two*"),
        ("One<br/>two<p>three</p>", "One\ntwo\nthree"),
        ("<ul><li>a</li><li>b</li></ul>", "• a\n• b"),
        ("Tom &amp; Jerry&nbsp;!", "Tom & Jerry\u00a0!"),
        ("if HP < 3 or > 5", "if HP < 3 or > 5"),
        ("2*3 and a * note", "2\\*3 and a \\* note"),
        ("**bold** and *italic*", "**bold** and *italic*"),
        ("**open", "\\*\\*open"),
        ("gain :gold: now", "gain \\:gold: now"),
        ("line\\nnext", "line\nnext"),
        ("back\\slash", "back\\\\slash"),
        ("<b>open", "\\*\\*open"),
        ("a\x07b\u200b", "ab"),
    ],
)
def test_cells_become_rich_text(cell: str, text: str) -> None:
    assert to_rich_text(cell, set()) == text


def test_unsupported_tags_are_reported() -> None:
    dropped: set[str] = set()
    assert to_rich_text("<span class=x>red</span>", dropped) == "red"
    assert dropped == {"span"}


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("Draw a card.<n>Then stop.<line>End", "Draw a card.\nThen stop.\nEnd"),
        ("+4 Villagers<left>Trash<x><y>this", "+4 Villagers Trash this"),
        ("wo<sub>2</sub>rd, <x> on", "wo2rd,  on"),
    ],
)
def test_dropped_tag_does_not_join_words(cell: str, text: str) -> None:
    assert to_rich_text(cell, set()) == text


@pytest.mark.parametrize(
    ("text", "name"), [("Card Text", "card_text"), ("2nd", "the_2nd"), ("not", "the_not"), ("№", "no"), ("★", "field")]
)
def test_names_of_fields_are_valid_in_templates(text: str, name: str) -> None:
    assert field_name(text, "field") == name


def test_long_id_ends_with_a_word() -> None:
    assert slug("the dragon of the northern mountains and of the sea") == "the-dragon-of-the-northern-mountains-and"
    assert slug("Con") == "the-con"


def test_many_cards_with_the_same_name_are_numbered_like_few() -> None:
    names, slowly = UniqueNames(), list[str]()
    for name in ["fox", "fox", "fox-2", "fox-3", "fox", "hare", "fox-2", "fox"]:
        assert names.add(name) == (name in slowly)
        slowly.append(unique(name, slowly))
    assert names.names == slowly
    for _ in range(50_000):  # one that tried all numbers would not come to an end
        names.add("fox")
    assert names.names[-1] == "fox-50005"


@pytest.mark.parametrize(
    ("header", "name"),
    [("Cost (gold)", "cost"), ("Cost [a (b]", "cost"), ("a) b (c)", "a) b"), ("(x)", "(x)"), ("a (b) c", "a (b) c")],
)
def test_remark_at_the_end_of_a_header_is_not_part_of_its_name(header: str, name: str) -> None:
    assert normalised_name(header) == name


def test_header_of_many_brackets_ends() -> None:
    assert normalised_name("tags" + "[" * 100_000 + "x]") == "tags"
    assert len(normalised_name("tags" + "[" * 100_000)) == 100_004

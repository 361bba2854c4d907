"""`pawprint import`: a stranger's spreadsheet becomes a printed sheet in one command."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from PIL import Image

from command_line import run
from pawprint.production import pipeline
from sample_images import saved
from strategies import every_other


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def semicolons() -> str:
    text = "Name;Type;Cost;Attack;Text;Flavour;Qty;Notes\nScout;Beast;1;1;<b>Look</b> at a card.;Hush.;3;weak?\n"
    text += "Golem;Beast;5;7;Cannot attack at once.;;2;\n;;;;;;;\nFire;Spell;3;;Deal 3, 2*2 later.;Hot.;4;\n"
    Path("semicolons.csv").write_bytes(b"\xef\xbb\xbf" + (text + "Rain;Spell;2;0;Heal 2.;;1;\n").encode())
    return "semicolons.csv"


def merged() -> str:
    book = openpyxl.Workbook()
    sheet = book.active
    rows: list[list[object]] = [
        ["Harbour"], ["Card", None, "Price", "Group", "Amount"], ["EN", "DE"],
        ["Salt", "Salz", 3, "Goods", 6], ["Silk", "Seide", 7, "Goods", 2], [], ["Storm", "Sturm", 0, "Event", 3],
    ]  # fmt: skip
    for row in rows:
        sheet.append(row)
    for area in ("A1:E1", "A2:B2", "C2:C3", "D2:D3", "E2:E3"):
        sheet.merge_cells(area)
    book.save("merged.xlsx")
    return "merged.xlsx"


def counts() -> str:
    Path("counts.csv").write_text("count,name,suit,rank\n3x,Spy,Red,1\n2x,Guard,Blue,2\nx4,Baron,Red,X\n")
    return "counts.csv"


def languages() -> str:
    text = "id,name_en,name_fr,text_en,text_fr\nfox,Fox,Renard,Draw: two.,Piochez.\nhare,Hare,Lièvre,Skip # once,\n"
    Path("languages.csv").write_text(text, encoding="utf-8")
    return "languages.csv"


def cyrillic() -> str:
    long = "Когда лесной дух входит в игру, посмотрите пять верхних карт своей колоды и положите одну в руку. " * 5
    text = f'Название,Тип,Стоимость,Описание,Кол-во\nЛесной дух,Существо,3,"{long}",2\nЩука,Существо,1,Ест рыбу.,1\n'
    Path("cyrillic.csv").write_text(text, encoding="utf-8")
    return "cyrillic.csv"


def test_braces_in_texts_are_printed_literally() -> None:
    long = "{{T}}: Draw a card, then {{discard}} two of them and shuffle."
    Path("braces.csv").write_text(f'Name,Text\nFox,"{long}"\nOwl,"Waits for {{{{X}}}} turns, and then some."\n')
    run("import", "braces.csv")
    workspace = pipeline.load(Path("braces/catalog"), [Path("braces/layouts"), pipeline.bundled("layouts")])
    assert [*workspace.findings] == []
    assert workspace.library.games["braces"].records["cards"]["fox"]["text"]["en"] == long


MAKERS: dict[Callable[[], str], tuple[str, int]] = {
    semicolons: ("en", 10), merged: ("en de", 11), counts: ("en", 9), languages: ("en fr", 2), cyrillic: ("ru", 3),
}  # fmt: skip


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_single_command_turns_a_spreadsheet_into_sheets(make: Callable[[], str], tmp_path: Path) -> None:
    done = run("import", make(), "game", "--build")
    assert (done.exit_code, done.stderr) == (0, "")
    codes, pieces = MAKERS[make]
    printed = re.findall(r"^game/output/(\S+?)/sheets/\1-cards-(..)-a4\.pdf  .*, (\d+) pieces$", done.output, re.M)
    assert [(code, int(number)) for _, code, number in printed] == [(code, pieces) for code in codes.split()]
    workspace = pipeline.load(tmp_path / "game/catalog", [tmp_path / "game/layouts", pipeline.bundled("layouts")])
    pipeline.check(workspace)
    assert [finding.message for finding in workspace.findings] == []


def test_guesses_are_reported_and_written_to_the_catalog(tmp_path: Path) -> None:
    said = run("import", semicolons()).output
    assert "titles: Name; colours: Type; upper corners: Cost\ntexts: Text; italics: Flavour\n" in said
    assert "not on the cards: Notes (not for players) (--role COLUMN=ROLE)\n" in said
    assert "semicolons  semicolons, 4 cards, 10 with their copies\n" in said
    game = (tmp_path / "semicolons/catalog/semicolons/game.yaml").read_text()
    assert "      cost: {type: int}  # the number in the upper corner\n" in game
    assert "      attack: {type: text, translated: false, optional: true}" in game  # 0 and nothing are not the same
    cards = (tmp_path / "semicolons/catalog/semicolons/cards.yaml").read_text()
    assert (
        '  - id: scout\n    name: Scout\n    type: beast\n    cost: 1\n    attack: "1"\n    text: "**Look** at' in cards
    )
    schema = json.loads((tmp_path / "semicolons/catalog/semicolons/schema.json").read_text())
    assert "scout" not in schema
    settings = json.loads((tmp_path / "semicolons/.vscode/settings.json").read_text())
    assert settings["yaml.schemas"]["catalog/semicolons/schema.json"] == ["catalog/semicolons/cards.yaml"]
    for path in (tmp_path / "semicolons").rglob("*.yaml"):
        comment, _, named = path.read_text().splitlines()[0].partition("$schema=")
        assert (comment, (path.parent / named).is_file()) == ("# yaml-language-server: ", True)


def test_missing_translation_is_reported_and_replaced(tmp_path: Path) -> None:
    said = run("import", languages(), "game").output
    assert "1 of the texts lacks a language and uses another one (see cards.yaml)\n" in said
    cards = (tmp_path / "game/catalog/languages/cards.yaml").read_text(encoding="utf-8")
    assert '    text: "Skip # once"  # the same in fr, until it is translated\n' in cards
    assert '    text: {en: "Draw: two.", fr: Piochez.}\n' in cards


def test_long_texts_get_larger_cards(tmp_path: Path) -> None:
    Path("long.csv").write_text("name,text\nBook," + "Draw a card and think about it well. " * 60 + "\n")
    assert (
        "long texts: the cards have the size tarot, and not poker (--stock, --long-texts)\n"
        in run("import", "long.csv").output
    )
    assert "stock: tarot" in (tmp_path / "long/catalog/long/game.yaml").read_text()


def test_requested_size_is_used_and_long_texts_continue_elsewhere() -> None:
    Path("long.csv").write_text("name,text\nBook," + "Draw a card and think about it well. " * 60 + "\n")
    done = run("import", "long.csv", "--stock", "mini", "--build")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "stock: mini" in Path("long/catalog/long/game.yaml").read_text()
    assert "the text of 1 card continues on its back (--long-texts larger, back, cards or mark)\n" in done.output


def test_letter_without_a_font_is_reported_with_its_card_and_marked_on_a_draft() -> None:
    Path("emoji.csv").write_text("name,text\nFire,Deal 2 \N{FIRE} damage\n", encoding="utf-8")
    done = run("import", "emoji.csv", "--build")
    assert done.exit_code == 1
    assert "emoji/catalog/emoji/cards.yaml:6:11: error[missing-glyph]: " in done.stderr
    assert "(U+1F525)" in done.stderr
    assert Path("emoji/output/emoji/sheets/emoji-cards-en-a4.pdf").exists()
    assert "these sheets are drafts with marks" in done.stderr


def test_pictures_beside_the_list_are_copied() -> None:
    Path("images").mkdir()
    Image.new("RGB", (600, 400), "#fb5").save("images/Sun Rise.png")
    Image.new("RGB", (600, 400)).save("../secret.png")
    rows = "Sun,Sun Rise.png,Rises\nMoon,moon.png,Wanes\nSecret,../secret.png,Hides\n"
    Path("cards.csv").write_text(f"name,image,text\n{rows}")
    done = run("import", "cards.csv", "game", "--build")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "pictures: image\n" in done.output
    assert "2 of 3 pictures not found; put them beside the list: moon.png, ../secret.png\n" in done.output
    assert [path.name for path in Path("game/layouts/images/cards").iterdir()] == ["sun-rise.png"]
    assert "image: sun-rise.png" in Path("game/catalog/cards/cards.yaml").read_text()


def test_picture_gives_way_to_words_before_cards_grow() -> None:
    Image.new("RGB", (600, 400), "#fb5").save("sun.png")
    words = "Draw a card, think, and then put it back or keep it. "
    Path("cards.csv").write_text(
        f'name,image,text,lore,a,b\nSun,sun.png,"{words * 9}","{words}",1,2\nMoon,,Wanes,,2,3\n'
    )
    done = run("import", "cards.csv", "game")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "stock: poker" in Path("game/catalog/cards/game.yaml").read_text()
    assert "  - id: image\n" in Path("game/layouts/faces/cards/card.yaml").read_text()


def test_list_whose_pictures_are_elsewhere_prints_without_them() -> None:
    Path("cards.csv").write_text("name,image,text\nSun,sun.png,Rises\nMoon,moon.png,Wanes\n")
    done = run("import", "cards.csv", "game")
    assert done.exit_code == 0
    assert "2 of 2 pictures not found; put them beside the list: sun.png, moon.png\n" in done.output


ODD = (
    "name\nAlpha\nBeta\n", "1,2,3\n4,5,6\n", "suit,rank\nRed,1\nRed,2\nBlue,1\nBlue,2\n",
    "name,a,b,c,d,e\nAnt,1,2,3,4,5\nBee,2,3,4,5,6\n", "name,text\n{x},- [a]: b # c\n*y,'q'\n\"& z\",%d|e\n",
    "name,x: y,no,{{ a }}\nFox,some words of some length,yes,a b\nOwl,others,no,c\n",
    "name,power,speed,reach,mind\nAnt,1,2,3,4\nBee,2,,4,5\n", "word\n" + "x" * 20 + "\nshort\n",
)  # fmt: skip


@pytest.mark.parametrize(("text", "size"), every_other(ODD, ("poker", "mini", "bridge")))
def test_lists_of_odd_shapes_print(text: str, size: str) -> None:
    Path("odd.csv").write_text(text)
    done = run("import", "odd.csv", size, "--stock", size)
    assert (done.exit_code, done.stderr) == (0, "")


def test_existing_files_are_not_touched() -> None:
    Path("game").mkdir()
    Path("game/mine.txt").write_text("mine")
    done = run("import", counts(), "game")
    assert done.exit_code == 2
    assert "game already exists; name a new folder" in done.stderr
    assert [path.name for path in Path("game").iterdir()] == ["mine.txt"]
    Path("empty").mkdir()
    assert run("import", counts(), "empty").exit_code == 0


def test_list_that_cannot_be_read_leaves_no_folder() -> None:
    Path("cards.csv").write_bytes(b"Nom;Texte\n\xc9cu;a\n")
    done = run("import", "cards.csv", "game", "--encoding", "utf-8")
    assert (done.exit_code, Path("game").exists()) == (1, False)
    assert "cards.csv is not utf-8" in done.stderr


def test_unknown_size_suggests_the_nearest_size() -> None:
    done = run("import", counts(), "game", "--stock", "pocker")
    assert (done.exit_code, Path("game").exists()) == (1, False)
    assert "did you mean 'poker'?" in done.stderr


TOKENS = {
    "coins": "Name,Worth,Copies\nGold,5,10\nCopper,1,30\n",
    "words": "Name,Type,Text\nPlague of locusts,Bad,Everyone loses\nJoy,Good,Nothing\n",
    "pictures": "Name,Image,Cost,Text\nFox,fox.png,3,Runs\nHen,,2,Lays\n",
    "numbers": "1,2,3\n4,5,6\n",
    "bare": "name\nRhinoceros\nA name that goes on\n",
}


@pytest.mark.parametrize("stock", ["token-20", "token-30", "chit-12", "standee-30x50"])
@pytest.mark.parametrize("name", TOKENS)
def test_small_pieces_show_only_the_content_that_fits(name: str, stock: str) -> None:
    Image.new("RGB", (600, 400), "#fb5").save("fox.png")
    Path("list.csv").write_text(TOKENS[name])
    done = run("import", "list.csv", "game", "--stock", stock, "--build")
    assert (done.exit_code, done.stderr) == (0, "")
    assert list(Path("game/output/list/sheets").glob("list-tokens-*-a4.pdf"))
    assert Path("game/layouts/faces/list/back.yaml").exists() is not stock.startswith("standee")


def test_drawings_and_images_in_the_same_list_are_both_shown() -> None:
    Image.new("RGB", (600, 400), "#fb5").save("sun.png")
    Path("moon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
    Path("cards.csv").write_text("name,image,text\nSun,sun.png,Rises\nMoon,moon.svg,Wanes\nStar,,Falls\n")
    for stock in ("poker", "token-30"):
        done = run("import", "cards.csv", stock, "--stock", stock, "--build")
        assert (done.exit_code, done.stderr) == (0, "")
        assert "pictures" not in done.output.replace("pictures: image\n", "")
        assert Path(stock, "layouts/images/cards/sun.png").exists()
        assert Path(stock, "layouts/art/cards/moon.svg").exists()
        face = Path(stock, "layouts/faces/cards/card.yaml").read_text()
        assert 'art: "{{ image }}"' in face


def test_comments_of_the_new_game_name_the_right_folder_of_pictures() -> None:
    for name in ("sun", "moon"):
        Image.new("RGB", (600, 400), "#fb5").save(f"{name}.png")
        Path(f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'
        )
    field = "      image: {type: text, translated: false"
    for folder, pictures, line in (
        ("images", "sun.png moon.png", f"{field}}}  # a file in layouts/images or layouts/art\n"),
        ("all", "sun.svg moon.svg", "      image: {type: art}  # a file in layouts/images or layouts/art\n"),
        ("some", "sun.svg -", f"{field}, optional: true}}  # a file in layouts/images or layouts/art\n"),
    ):
        first, second = pictures.replace("-", "").split(" ")
        Path("cards.csv").write_text(f"name,image,text\nSun,{first},Rises\nMoon,{second},Wanes\n")
        done = run("import", "cards.csv", folder)
        assert (done.exit_code, done.stderr) == (0, "")
        assert line in Path(folder, "catalog/cards/game.yaml").read_text()


def test_imported_game_has_no_check_that_the_next_card_breaks() -> None:
    Path("cards.csv").write_text("name,points,text\nSun,3,Rises\nMoon,2,Wanes\n")
    assert run("import", "cards.csv", "game").exit_code == 0
    cards = Path("game/catalog/cards/cards.yaml")
    cards.write_text(cards.read_text() + "  - {id: star, name: Star, points: 1, text: Falls}\n")
    assert run("check", "--catalog", "game/catalog", "--layouts", "game/layouts").exit_code == 0
    game = Path("game/catalog/cards/game.yaml")
    game.write_text(game.read_text().replace("# checks:\n#   -", "checks:\n  -"))  # as its comment says
    done = run("check", "--catalog", "game/catalog", "--layouts", "game/layouts")
    assert (done.exit_code, "the sum of copies over cards is 3; it should be 2" in done.output) == (1, True)
    face = Path("game/layouts/faces/cards/card.yaml").read_text()
    assert "id: corner\n" in face
    assert "{{ points }}" in face


def test_decisions_are_at_most_ten_lines_and_the_readme_has_the_rest(tmp_path: Path) -> None:
    rows = "".join(f"Fox {n},Fuchs {n},beast,{n},{n},<u>Runs</u> off,,p{n}.png,#{n}\n\n" for n in range(4))
    Path("cards.csv").write_text(
        f"My cards,,\nsecond line,,\nname_en,name_de,type,cost,power,text_en,text_de,image,notes\n{rows}Total,,,,,,,,\n"
    )
    said = run("import", "cards.csv", "game").output.partition("\n\n")[0].splitlines()
    assert len(said) == 10
    assert said[-1].endswith("more remarks in README.md")
    readme = Path("game/README.md").read_text()
    assert all(f"- {line}\n" in readme for line in said[:-1])
    assert "- left out unsupported tags: <u>" in readme


def test_codes_in_texts_are_quoted_so_that_icons_can_replace_them() -> None:
    Path("cards.csv").write_text("name,text\nFox,Gain 1 [credit] and draw\nOwl,{T}: Fly\n")
    run("import", "cards.csv", "game")
    cards = Path("game/catalog/cards/cards.yaml").read_text()
    assert 'text: "Gain 1 [credit] and draw"' in cards
    Path("game/catalog/cards/cards.yaml").write_text(cards.replace("[credit]", ":credit:").replace("{T}", ":tap:"))
    Path("game/layouts/icons/cards").mkdir(parents=True)
    for name in ("credit", "tap"):
        svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
        Path(f"game/layouts/icons/cards/{name}.svg").write_text(svg)
    done = run("check", "--catalog", "game/catalog", "--layouts", "game/layouts")
    assert (done.exit_code, done.stderr) == (0, "")


def test_list_in_hindi_is_read_in_its_language_and_set_in_an_installed_font() -> None:
    text = """
        meta: {edition: webapp, language: HI}
        suits:
          - {id: VE, name: जाँच, cards: [{id: VE2, value: 2, desc: ब्रायन मनचाहा डेटा भेज सकता है।}]}
          - {id: AT, name: पहचान, cards: [{id: AT2, value: 2, desc: जेम्स पासवर्ड बदल सकता है।}]}
    """
    Path("cards.yaml").write_text(text, encoding="utf-8")
    done = run("import", "cards.yaml", "game", "--build")
    assert done.exit_code == 0
    assert "error" not in done.stderr
    assert "language: hi" in done.output
    assert "texts: desc" in done.output
    assert "1 sheet of A4" in done.output


def test_codes_that_are_on_several_cards_become_icons() -> None:
    Path("icons").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    Path("icons/trash.svg").write_text(svg)
    rows = [
        "Fox,Gain 1[credit]. [trash]",
        "Owl,{T}: Gain 2[credit]",
        "Elk,Pay [credit][credit] {2/W}",
        "Hen,[Once] {T} {T}",
    ]
    Path("cards.csv").write_text("name,text\n" + "\n".join(rows) + "\n")
    done = run("import", "cards.csv", "game", "--build")
    said = "icons: [credit], {T}, [trash], {2/W} (`icons` in game.yaml); 3 drawings to replace in layouts/icons/cards"
    assert said in done.output
    table = Path("game/catalog/cards/game.yaml").read_text().partition("icons:\n")[2].partition("\n\n")[0]
    assert table.splitlines() == ['  "[credit]": credit', '  "{T}": t', '  "[trash]": trash', '  "{2/W}": icon-2-w']
    assert Path("game/layouts/icons/cards/trash.svg").read_text() == svg
    assert ">T</text>" in Path("game/layouts/icons/cards/t.svg").read_text()
    for drawing in Path("game/layouts/icons/cards").glob("*.svg"):
        for size, label in re.findall(r'font-size="([\d.]+)"[^>]*>([^<]+)</text>', drawing.read_text()):
            assert float(size) * max(len(label), 1.5) <= 124, "letters stay within their disc"
    assert "sheet" in done.output
    done = run("check", "--catalog", "game/catalog", "--layouts", "game/layouts")
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize("text", ["Gain [credit]", "Say [Hello World] and [[note]]"])
def test_bracketed_words_without_a_code_stay(text: str) -> None:
    Path("cards.csv").write_text(f"name,text\nFox,{text}\nOwl,sleeps\nElk,[Hello World] [[note]]\nHen,[[note]]\n")
    done = run("import", "cards.csv", "game")
    assert "icons:" not in done.output
    assert "icons:" not in Path("game/catalog/cards/game.yaml").read_text()


def test_given_roles_are_used_and_unknown_roles_are_findings() -> None:
    Path("cards.csv").write_text("Front,Motto,Index\nFox,Run and hide,5\nOwl,Sleep by day,9\n")
    done = run(
        "import", "cards.csv", "game", "--role", "front=title", "--role", "Motto=flavour", "--role", "Index=cost"
    )
    assert "titles: Front; upper corners: Index\nitalics: Motto\n" in done.output
    for wrong, said in (("Moto=flavour", "did you mean 'Motto'?"), ("Motto=flavor", "did you mean 'flavour'?")):
        done = run("import", "cards.csv", "other", "--role", wrong)
        assert (done.exit_code, Path("other").exists()) == (1, False)
        assert said in done.stderr
    assert run("import", "cards.csv", "other", "--long-texts", "away").exit_code == 2


def test_list_of_nandeck_in_windows_1252_prints() -> None:
    text = "Nom;Coût;Texte;Nombre\nÉpée;2;Piochez une carte à côté du château;3\nBouclier;1;Gagnez trois pièces;2\n"
    Path("cartes.csv").write_bytes(text.encode("cp1252"))
    done = run("import", "cartes.csv", "jeu", "--build")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "read as Windows-1252 (--encoding takes another one)\n" in done.output
    assert "5 pieces" in done.output
    assert "languages: [fr]" in Path("jeu/catalog/cartes/game.yaml").read_text()


def test_export_of_dextrous_prints() -> None:
    Path("dextrous.csv").write_text(
        "Card Name,Quantity,Card Type,Image URL,Rules Text,Ribbon Style\n"
        'Fox,2,Beast,https://example.org/fox.png,"Draw 2, then discard.",#ff8800\n'
        "Owl,1,Bird,https://example.org/owl.png,Look at the top card.,#0088ff\n"
    )
    done = run("import", "dextrous.csv", "game", "--build")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "titles: Card Name; colours: Card Type\ntexts: Rules Text\n" in done.output
    assert "not on the cards: Image URL (addresses), Ribbon Style (colours and lengths) " in done.output


def test_disc_reports_its_omitted_content() -> None:
    Image.new("RGB", (600, 400), "#fb5").save("fox.png")
    Path("list.csv").write_text(TOKENS["pictures"])
    done = run("import", "list.csv", "game", "--stock", "token-30")
    assert "numbers: Cost\npictures: Image\nnot on the cards: Name, Text (--role COLUMN=ROLE)\n" in done.output
    assert "list, 2 tokens\n" in done.output
    game = Path("game/catalog/list/game.yaml").read_text()
    assert "    kind: tokens\n" in game
    assert "cost: {type: int}  # the number on the token\n" in game


def test_each_picture_that_cannot_be_printed_is_named_with_its_reason() -> None:
    Image.new("RGB", (600, 400)).save("fox.webp")
    Image.new("RGB", (600, 400)).save("hen.png", "WEBP")
    whole = saved(Image.effect_noise((600, 400), 90), "JPEG")
    Path("cat.jpg").write_bytes(whole[: len(whole) // 2])
    Path("dog.psd").write_bytes(b"8BPS")
    Path("elk.png").write_text("no picture")
    Path("ant.png").write_bytes(saved(Image.new("1", (20_000, 20_000)), "PNG"))
    rows = ["fox.webp", "hen.png", "owl.png", "cat.jpg", "dog.psd", "elk.png", "ant.png"]
    Path("list.csv").write_text("name,image\n" + "".join(f"Card {row[:3]},{row}\n" for row in rows))
    done = run("import", "list.csv", "game")
    assert "Warning" not in done.output + done.stderr
    remarks = Path("game/README.md").read_text()
    for line in (
        "1 of 7 pictures not found; put them beside the list: owl.png",
        "picture cat.jpg is left out: 'cat.jpg' is damaged",
        "picture dog.psd is left out: 'dog.psd' is no drawing (SVG), and no image (PNG, JPEG, WebP, GIF,",
        "picture elk.png is left out: 'elk.png' is no image; PNG, JPEG, WebP, GIF, TIFF, AVIF or BMP are read",
        "picture ant.png is left out: 'ant.png' has more than 175 million pixels, which is the limit",
    ):
        assert line in remarks
    assert {path.name for path in Path("game/layouts/images/list").iterdir()} == {"fox.webp", "hen.png"}

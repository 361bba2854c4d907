"""`pawprint table import` takes the list that `pawprint import` has made a game of, and later versions of it."""

from pathlib import Path

import pytest
from PIL import Image

from command_line import output_of

_LIST = """Name EN,Name ES,Type,Cost,Text EN,Text ES,Picture,Copies
Fish,Pescado,Goods,1,"Sell for 1 [coin]. <b>Now</b>",Vende por 1 [coin].,pics/Fish Pic.svg,3
Silk,Seda,goods,3,Sell for 3 [coin].,Vende por 3 [coin].,silk.svg,2x
Contract for Porto,Contrato,Contract,2,Deliver :fish: 2*3.,Entrega.,port.svg,
"""
LISTS = {
    "languages": _LIST,
    "ids": "\n".join(f"{n or 'Id'},{line}" for n, line in enumerate(_LIST.splitlines())) + "\n",
    "photos": "Title,Image,Description,Qty\nSun,Sun Rise.PNG,Rises,2\nMoon,Moon.png,<i>Wanes</i>,1\n",
    "names": "English,Français,Number\nFox,Renard,1\nHare,Lièvre,2\n",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pics").mkdir()
    for name in ("pics/Fish Pic.svg", "silk.svg", "port.svg"):
        Path(name).write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')
    for name in ("Sun Rise.PNG", "Moon.png"):
        Image.new("RGB", (30, 20), "#fb5").save(name)


def table_import(file: str) -> str:
    return output_of("table", "import", "list", "cards", file, "--catalog", "game/catalog")


@pytest.mark.parametrize("name", LISTS)
def test_list_of_an_import_changes_nothing(name: str) -> None:
    Path("list.csv").write_text(LISTS[name], encoding="utf-8")
    output_of("import", "list.csv", "game", "--title", "list")
    assert table_import("list.csv") == "nothing to change\n"


def test_edited_list_changes_what_was_edited() -> None:
    Path("list.csv").write_text(LISTS["languages"], encoding="utf-8")
    output_of("import", "list.csv", "game", "--title", "list")
    edited = LISTS["languages"].replace("<b>Now</b>", "<b>Today</b>").replace("Silk,Seda,goods", "Silk,Seda,CONTRACT")
    Path("list.csv").write_text(edited + "Salt,Sal,Goods,1,Sell.,Vende.,silk.svg,x2\n", encoding="utf-8")
    said = table_import("list.csv")
    assert "cards/fish  text.en  Sell for 1 [coin]. **Now** -> Sell for 1 [coin]. **Today**\n" in said
    assert "cards/silk  type     goods -> contract\n" in said
    cards = Path("game/catalog/list/cards.yaml").read_text(encoding="utf-8")
    assert "- id: salt" in cards
    assert "type: goods\n    cost: 1\n    text: {en: Sell., es: Vende.}\n    picture: silk\n    copies: 2" in cards

"""The file on which a game is played: what is in it, without a browser."""

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from export.test_tabletop import exported, make
from pawprint.export.play.single_file import ASSETS, ScriptError, SingleFile, script_of


def data_of(page: bytes) -> Any:
    """What the scripts of a page know of the game."""
    found = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page.decode(), re.DOTALL)
    assert len(found) == 1
    return json.loads(found[0])


def test_file_has_as_many_copies_of_each_piece_as_the_catalog_with_both_sides(tmp_path: Path) -> None:
    files = exported(make(tmp_path), "play", dpi=40)
    assert [*files] == ["toy-en.html"]
    data = data_of(files["toy-en.html"])
    names = [kind["name"] for kind in data["kinds"]]
    copies = [names[kind] for one in data["objects"] for kind in one["stack"]]
    assert {name: copies.count(name) for name in names} == {
        "Fox": 3, "Hen": 2, "Mole": 1, "Pebble": 5, "Sun": 1, "Wood": 2
    }  # fmt: skip
    shown = set()
    for kind in data["kinds"]:
        for side in (kind["face"], kind["back"]):
            if side is not None:
                shown.add(side)
                picture = Image.open(io.BytesIO(base64.b64decode(data["pictures"][side])))
                assert picture.format == "WEBP"
                assert picture.size == (round(kind["width"] * 40 / 25.4), round(kind["height"] * 40 / 25.4))
    assert shown == {*range(len(data["pictures"]))}


def test_words_of_a_face_can_be_read_aloud(tmp_path: Path) -> None:
    data = data_of(exported(make(tmp_path), "play", dpi=40)["toy-en.html"])
    assert {kind["name"]: kind["text"] for kind in data["kinds"]}["Hen"] == "Hen"


def test_table_for_a_phone_is_upright_and_has_all_places(tmp_path: Path) -> None:
    data = data_of(exported(make(tmp_path), "play", dpi=40)["toy-en.html"])
    wide, tall = (data["arrangements"][name] for name in ("wide", "tall"))
    assert wide["width"] / wide["height"] > tall["width"] / tall["height"]
    for one in (wide, tall):
        assert len(one["places"]) == len(data["objects"])
        assert all(0 < x < one["width"] and 0 < y < one["height"] for x, y in one["places"])


def test_words_of_all_languages_have_the_same_keys_and_values() -> None:
    def shape(name: str) -> dict[str, set[str]]:
        words = json.loads((ASSETS / name).read_text(encoding="utf-8"))
        for word in words.values():
            assert isinstance(word, str) or {"one", "other"} == word.keys()
        texts = {key: [word] if isinstance(word, str) else word.values() for key, word in words.items()}
        return {key: {found for text in some for found in re.findall(r"\{\w+\}", text)} for key, some in texts.items()}

    english, french = shape("table_words_en.json"), shape("table_words_fr.json")
    assert english == french
    scripts = "".join(path.read_text(encoding="utf-8") for path in ASSETS.glob("*.js"))
    assert [key for key in english if f'"{key}"' not in scripts] == []


def test_no_text_of_a_game_closes_its_element() -> None:
    text = "</script><script>alert(1)</script>"
    page = SingleFile(text, "en", "", "", {"title": text}).html()
    assert page.count(b"<script") == 2
    assert data_of(page) == {"title": text}
    assert b"<title>&lt;/script&gt;" in page


def test_page_allows_no_address_of_a_network(tmp_path: Path) -> None:
    page = exported(make(tmp_path), "play", dpi=40)["toy-en.html"].decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; base-uri 'none'; form-action 'none'; img-src blob: data:;")
    assert re.findall(r'(?:src|href)="[^"#]+"|https?://', page) == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('import { b } from "./b.js";\n', "imports itself by way of"),
        ('import b from "./b.js";\n', "only a page from a server can load"),
        ("export default 1;\n", "only a page from a server can load"),
        ("export let a = 1;\n", "only a page from a server can load"),
    ],
)
def test_module_that_would_not_run_from_disk_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "a.js").write_text(text, encoding="utf-8")
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = 1;\n', encoding="utf-8")
    with pytest.raises(ScriptError, match=reason):
        script_of(tmp_path / "a.js")


def test_module_with_two_importers_runs_once(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nimport { c as d } from "./c.js";\n', encoding="utf-8")
    (tmp_path / "b.js").write_text('import { c } from "./c.js";\nexport const b = c;\n', encoding="utf-8")
    (tmp_path / "c.js").write_text("export function c() {}\n", encoding="utf-8")
    script = script_of(tmp_path / "a.js")
    assert script.count("function c()") == 1
    assert script.index("module_c = ") < script.index("module_b = ") < script.index("module_a = ")
    assert "const { c: d } = module_c;" in script
    assert "return { b };" in script

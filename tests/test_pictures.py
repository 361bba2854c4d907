"""The pictures of the documentation show what there is: digests of what they were made from, without rendering."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from helpers import picture_script

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def script() -> Any:
    return picture_script()


def test_no_picture_is_stale(script: Any) -> None:
    assert script.stale_pictures() == [], "run: python docs/make_pictures.py --stale, and look at what it makes"


def test_table_lists_every_picture_once_with_its_contents(script: Any) -> None:
    rows = [*script.pictures()]
    names = Counter(row.name for row in rows)
    assert names == Counter(path.name for path in (DOCS / "img").iterdir())
    assert all(len(row.shows) > 5 and row.sources for row in rows)
    assert json.loads((DOCS / "pictures.json").read_text(encoding="utf-8")).keys() == names.keys()


@pytest.mark.parametrize("part", ["food-chain en fox", "picture"])
def test_picture_is_stale_when_its_card_or_its_file_is_another(script: Any, part: str) -> None:
    (fox,) = (row for row in script.pictures() if row.name == "fox-en.png")
    now, record = script.sources_of(fox), script.read_record()
    assert script.stale_parts(fox.name, now, record) == ""
    record[fox.name] = record[fox.name] | {part: "0"}
    assert script.stale_parts(fox.name, now, record) == part


def test_comments_and_docstrings_of_the_program_make_no_picture_stale(script: Any, tmp_path: Path) -> None:
    from picture_scripts.sources import without_comments

    for name, old, new in (
        ("a.py", '"""One."""\n\nX = 1\n', '"""Two words."""\n# more\nX = 1\n'),
        ("a.js", "// one\nlet x = 1; // https://a\n", "\nlet x = 1; // https://a\n/* two\nlines */\n"),
    ):
        path = tmp_path / name
        path.write_text(old, encoding="utf-8")
        before = without_comments(path)
        path.write_text(new, encoding="utf-8")
        assert without_comments(path) == before
        path.write_text(old.replace("1", "2"), encoding="utf-8")
        assert without_comments(path) != before

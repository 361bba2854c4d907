"""Lists of the bundled games are on paper that they fill."""

import json

import pytest

from test_docs import ROOT

#: Lists that need a page of A4 in one of their editions.
FULL = ("lists/fooden-legend", "lists/fooden-objectives", "lists/lake-ecosystem-card-list")


@pytest.mark.parametrize("game", ["food-chain", "fooden", "lake-ecosystem", "pocket-cats"])
def test_list_of_a_single_page_is_on_half_a_sheet(game: str) -> None:
    files = json.loads((ROOT / "output" / game / "MANIFEST.json").read_text(encoding="utf-8"))["files"]
    short = {name: one["paper"] for name, one in files.items() if name.startswith("lists/") and one.get("pages") == 1}
    assert {paper for name, paper in short.items() if not name.startswith(FULL)} <= {"A5"}

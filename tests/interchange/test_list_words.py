"""The words by which lists are understood are data: a language is added in list_words.yaml alone."""

from collections.abc import Iterator

import pytest

from pawprint.interchange.lists._guess_columns import guess
from pawprint.interchange.lists._list_words import is_column_name, list_words, normalised_name
from pawprint.interchange.lists._read_list import CardRows


@pytest.fixture(autouse=True)
def _read_again() -> Iterator[None]:
    list_words.cache_clear()
    yield
    list_words.cache_clear()


def test_names_are_written_in_their_compared_form() -> None:
    words = list_words()
    names = [*words.languages, *(name for some in (*words.columns.values(), *words.clues.values()) for name in some)]
    assert [name for name in names if normalised_name(name) != name] == []


def test_clue_about_the_language_is_the_name_of_a_column() -> None:
    assert [name for names in list_words().clues.values() for name in names if not is_column_name(name)] == []


def test_name_of_a_language_means_a_single_language() -> None:
    from importlib.resources import files

    from pawprint.core.diagnostics import Findings
    from pawprint.core.source import Source
    from pawprint.source.reader import MappingNode, read_yaml

    text = (files("pawprint.interchange.lists") / "list_words.yaml").read_text(encoding="utf-8")
    findings = Findings()
    node = read_yaml(Source("list_words.yaml", text), findings)
    assert [*findings] == []
    assert isinstance(node, MappingNode)
    names = [item.text for names in node.get("languages").entries.values() for item in names.items]  # type: ignore[union-attr]
    assert sorted(names) == sorted(set(names))


def test_language_needs_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finnish, with nothing but more words."""
    words = list_words()
    finnish = words._replace(
        columns={**words.columns, "name": (*words.columns["name"], "nimi"), "text": (*words.columns["text"], "teksti")},
        clues={**words.clues, "fi": frozenset({"nimi", "teksti"})},
    )
    rows = [["Kettu", "Syö jäniksen."], ["Jänis", "Pakenee nopeasti metsään."]]
    assert guess(CardRows(["Nimi", "Teksti"], rows)).languages == ["en"]
    monkeypatch.setattr("pawprint.interchange.lists._list_words.list_words", lambda: finnish)
    found = guess(CardRows(["Nimi", "Teksti"], rows))
    assert found.languages == ["fi"]
    assert [(column.header, column.role) for column in found.columns] == [("Nimi", "name"), ("Teksti", "text")]

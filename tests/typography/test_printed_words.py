"""The words that Pawprint prints are data: a language is added in printed_words.yaml alone."""

from importlib.resources import files
from string import Formatter

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.documents._word_forms import listed
from pawprint.pieces.cover import sheet_label
from pawprint.source.reader import read_yaml
from pawprint.typography.languages import PrintedWords, printed_word, printed_words


def test_file_has_no_fault() -> None:
    findings = Findings()
    read_yaml(Source("", (files("pawprint.typography") / "printed_words.yaml").read_text(encoding="utf-8")), findings)
    assert [*findings] == []


@pytest.mark.parametrize("name", printed_words().words)
def test_each_word_is_in_english_and_french_and_has_the_same_fields_in_all_languages(name: str) -> None:
    translations = printed_words().words[name]
    assert {"en", "fr"} <= {*translations}
    fields = [sorted(field for _, field, *_ in Formatter().parse(text) if field) for text in translations.values()]
    assert fields == [fields[0]] * len(fields)


def test_language_without_a_word_uses_the_english_word() -> None:
    assert [printed_word("sheet", language) for language in ("en", "fr", "fr-CA", "fr_BE", "nl")] == [
        "sheet", "feuille", "feuille", "feuille", "sheet",
    ]  # fmt: skip


def test_language_needs_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dutch, with nothing but more words."""
    known = printed_words()
    dutch = {"sheet": "Blad", "face": "voorkant", "and": "en"}
    words = {name: {**texts, **({"nl": dutch[name]} if name in dutch else {})} for name, texts in known.words.items()}
    monkeypatch.setattr("pawprint.typography.languages.printed_words", lambda: PrintedWords(words))
    assert sheet_label("nl", 1, "face") == "Blad 1 voorkant"
    assert listed(["A", "B"], "nl-BE") == "A en B"

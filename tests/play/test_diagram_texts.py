"""The words of diagrams: those of the engines in YAML, and what the file of a game changes."""

import re
from pathlib import Path

import pytest

from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import DIAGRAM_BUILDERS
from pawprint.play.diagram import diagram_texts

CATALOG = Path(__file__).parents[2] / "catalog"
FILE = DIAGRAM_BUILDERS.get("food-chain").words_file  # type: ignore[union-attr]


def texts_with(folder: Path, own: str = "") -> tuple[dict[str, dict[str, str]], list[str]]:
    """The words of Food Chain where its folder has the file *own*, and the findings."""
    for path in (CATALOG / "food-chain").glob("*.yaml"):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    if own:
        (folder / "diagram.yaml").write_text(own, encoding="utf-8")
    game = load_game(folder, Findings())
    assert game is not None
    findings = Findings()
    texts = diagram_texts(FILE, game, findings)
    diagram_texts(FILE, game, findings)  # the file is read once
    said = [f"{one.code} {one.span.line if one.span else 0} {one.message}" for one in findings]
    return {word: dict(languages) for word, languages in texts.items()}, said


@pytest.mark.parametrize("engine", [*DIAGRAM_BUILDERS])
def test_every_word_of_an_engine_has_the_same_places_in_every_language_of_the_game(engine: str) -> None:
    builder = DIAGRAM_BUILDERS.get(engine)
    assert builder is not None
    game = load_game(CATALOG / engine, Findings())
    assert game is not None
    texts = diagram_texts(builder.words_file, game, Findings())
    assert texts
    for word, languages in texts.items():
        places = {language: {*re.findall(r"{\d}", text)} for language, text in languages.items()}
        assert places.keys() == {*game.languages}, word
        assert all(place == places["en"] for place in places.values()), word


def test_game_adds_a_language_and_changes_a_word_without_python(tmp_path: Path) -> None:
    texts, said = texts_with(tmp_path, 'words:\n  deck: {de: "Stapel: {0}", en: "Draw pile: {0}"}\n')
    assert said == []
    assert texts["deck"] == {"de": "Stapel: {0}", "en": "Draw pile: {0}", "fr": "Pioche : {0}"}
    (tmp_path / "usual").mkdir()
    usual, _ = texts_with(tmp_path / "usual")
    assert usual["deck"] == {"en": "Deck: {0}", "fr": "Pioche : {0}"}
    assert texts | {"deck": {}} == usual | {"deck": {}}


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("words:\n  dekc: {de: Stapel}\n", "unknown-field 2 the diagrams of this game have no word 'dekc'"),
        ("words:\n  deck: {de: Stapel}\n", "bad-figure 2 'deck' in 'de' should have {0}"),
        ("words:\n  may-eat: {de: '{0} frisst'}\n", "bad-figure 2 'may-eat' in 'de' should have {0} and {1}"),
        ("deck: {de: 'Stapel: {0}'}\n", "unknown-field 1 the words of diagrams"),
    ],
)
def test_faulty_file_of_a_game_is_a_finding_and_changes_nothing(own: str, expected: str, tmp_path: Path) -> None:
    texts, said = texts_with(tmp_path, own)
    assert len(said) == 1
    assert said[0].startswith(expected)
    (tmp_path / "usual").mkdir()
    assert texts == texts_with(tmp_path / "usual")[0]

"""Options in words: what players may agree on, as the catalog calls it, with the values that the engine really has."""

import shutil
from pathlib import Path

import pytest

from games.conformance import ROOT
from pawprint.core.diagnostics import Findings
from pawprint.documents.namespace import RulesNamespace
from pawprint.games.engines import ENGINES
from pawprint.play.game_options import describe_options
from pawprint.production import pipeline


def outcome(tmp_path: Path, old: str, new: str) -> list[str]:
    """What is found in Food Chain with one text changed."""
    shutil.copytree(ROOT / "catalog" / "food-chain", tmp_path / "food-chain")
    path = tmp_path / "food-chain" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    shop = pipeline.load(tmp_path, [ROOT / "layouts"])
    findings = Findings()
    describe_options(shop.library.games["food-chain"], findings)
    return [f"{str(one.span).rpartition('game.yaml:')[2]} {one.code}: {one.message}" for one in findings.sorted()]


@pytest.mark.parametrize("name", ["food-chain", "fooden", "lake-ecosystem", "pocket-cats"])
def test_every_option_of_the_bundled_games_has_words(name: str) -> None:
    findings = Findings()
    game = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], [name]).library.games[name]
    found, engine = describe_options(game, findings), ENGINES.get(name)
    assert found is not None
    assert engine is not None
    assert not [*findings]
    assert [one.name for one in found.options] == [*engine.options]
    for option in found.options:
        assert len(option.values) == len(engine.options[option.name].values)
        assert {*option.by_edition.values()} <= {*option.values}
        assert all(text[language] for text in (option.title, *option.values.values()) for language in game.languages)


def test_values_match_each_edition() -> None:
    findings = Findings()
    game = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], ["food-chain"]).library.games["food-chain"]
    found = describe_options(game, findings)
    assert found is not None
    tie = next(one for one in found.options if one.name == "eat_tie")
    assert tie.differs
    assert dict(tie.by_edition) == {"fr-yannibus": "second_predators", "en-2012": "blocked"}
    assert tie.values["blocked"]["fr"] == "personne ne dévore"
    assert found.editions["en-2012"]["en"] == "English sheet of 2012"


def test_catalog_with_another_agreement_is_right(tmp_path: Path) -> None:
    assert outcome(tmp_path, "eat_tie: blocked", "eat_tie: second_predators") == []
    game = pipeline.load(tmp_path, [ROOT / "layouts"]).library.games["food-chain"]
    found = describe_options(game, Findings())
    assert found is not None
    assert "eat_tie" not in {one.name for one in found.options if one.differs}
    assert RulesNamespace(game, "en-2012").look("eat_tie") == "second_predators"


def test_option_without_words_is_reported(tmp_path: Path) -> None:
    old = "        blocked: {fr: personne ne dévore, en: nobody eats}\n"
    assert outcome(tmp_path / "a", old, "") == [
        "54:7 missing-field: option 'eat_tie' has no words for its value 'blocked'"
    ]
    found = outcome(tmp_path / "b", "    eat_tie:\n      title", "    eat_tie:\n      titel")
    assert "unknown-field: option 'eat_tie' has no field 'titel'" in str(found)
    assert "missing-field: option 'eat_tie' has no title" in str(found)


def test_words_for_unknown_options_are_reported(tmp_path: Path) -> None:
    assert "unknown-field: the rules have no option 'eat_tei'" in str(
        outcome(tmp_path / "a", "eat_tie:\n", "eat_tei:\n")
    )
    found = outcome(tmp_path / "b", "        blocked: {fr: personne", "        bloked: {fr: personne")
    assert "unknown-choice: option 'eat_tie' has no value 'bloked'" in str(found)
    found = outcome(tmp_path / "c", "    en-2012: {fr: Feuille", "    en-2013: {fr: Feuille")
    assert "unknown-edition: the rules have no edition 'en-2013'" in str(found)

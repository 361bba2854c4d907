"""What a game's declaration says under `rules:` is what its engine plays, in every game."""

import shutil
from pathlib import Path

import pytest

from games.conformance import ROOT
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.play.engine import Rules
from pawprint.production import pipeline


def rules_of(tmp_path: Path, name: str, added: str) -> tuple[Rules | None, list[str]]:
    """The rules of a game with lines added below its `rules:`, and what is found on the way."""
    shutil.copytree(ROOT / "catalog" / name, tmp_path / name)
    path = tmp_path / name / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\nrules:\n", f"\nrules:\n{added}", 1), encoding="utf-8")
    game = pipeline.load(tmp_path, [ROOT / "layouts"], [name]).library.games[name]
    engine, findings = ENGINES.get(name), Findings()
    assert engine is not None
    rules = engine.of(game, findings)
    return rules, [f"{one.code}: {one.message}; {one.help}" for one in findings]


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("food-chain", "lone_remainder", "discard"),
        ("fooden", "metric", "chebyshev"),
        ("lake-ecosystem", "min_plays", 1),
        ("pocket-cats", "dog_orientation", "chosen"),
    ],
)
def test_game_may_agree_on_another_value_than_its_engine(tmp_path: Path, name: str, option: str, value: object) -> None:
    rules, found = rules_of(tmp_path, name, f"  agreed: {{{option}: {value}}}\n")
    assert found == []
    assert rules is not None
    assert rules.chosen[option] == value


def test_game_may_be_played_by_another_edition_than_the_first(tmp_path: Path) -> None:
    rules, found = rules_of(
        tmp_path,
        "pocket-cats",
        "  edition: match\n  agreed: {games: 1, powers: 'off'}\n  editions: {match: {games: 2}}\n",
    )
    assert found == []
    assert rules is not None
    assert rules.edition == "match"
    # The game over its engine, and an edition over all editions.
    assert (rules.chosen["mode"], rules.chosen["games"], rules.chosen["powers"]) == ("expert", 2, "off")


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ("  agreed: {metrics: chebyshev}\n", "unknown-field: 'metrics' is nothing to agree on; did you mean 'metric'?"),
        (
            "  agreed: {metric: miles}\n",
            "unknown-choice: the rules cannot do what is written for 'metric'; it can be manhattan, chebyshev",
        ),
        ("  edition: short\n", "unknown-edition: the rules have no edition 'short'; there are none yet"),
    ],
)
def test_unknown_option_value_or_edition_is_a_finding(tmp_path: Path, added: str, message: str) -> None:
    rules, found = rules_of(tmp_path, "fooden", added)
    assert rules is None
    assert found == [message]

"""The figures of FOODEN's rulebook show what came out: who lay in ambush and has eaten is not drawn as dead."""

from pathlib import Path

import pytest

from pawprint.core.length import mm
from pawprint.core.source import Source, Span
from pawprint.documents._scenario_figures import Examples
from pawprint.production import pipeline

ROOT = Path(__file__).parents[2]
AT = Span(Source("rulebook/en.md", "{{ example() }}"), 3, 10)


@pytest.fixture(scope="module")
def examples() -> Examples:
    shop = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], ["fooden"])
    return Examples(shop.composer(mm(0)), shop.library.games["fooden"], "en", shop.findings)


@pytest.mark.parametrize("step", [1, 2])
def test_ambush_that_has_eaten_its_attacker_is_not_dead(examples: Examples, step: int) -> None:
    art = examples.figure("survival", AT, step=step)
    assert art is not None
    fates = dict(sentence.split(": ", 1) for sentence in art.alt.split(". ") if ": " in sentence)
    assert "Gargastropod" in fates["Fed" if step == 1 else "Survivors"]
    assert "Gargastropod" not in fates["Dead"]


def test_eaten_creature_is_dead(examples: Examples) -> None:
    art = examples.figure("survival", AT, step=1)
    assert art is not None
    assert "Dead: Whirlyfin Salmon, Snailing Ship, Watt Wolf, Everything-Else Agaric." in art.alt
    assert "Still hungry: Belfry Spider." in art.alt

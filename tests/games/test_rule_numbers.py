"""Every rule of a game has its number in the documentation, and somebody who carries it out; so has every event.

The pages are `docs/notation/GAME.md`. A rule that nobody carries out says there that it is *not played*, and why.
"""

import re

import pytest

from games.conformance import ROOT
from pawprint.games.engines import ENGINES, NOTATIONS
from pawprint.play.engine import Rules

#: The id of a rule, `FC-5.2.4.1` or `PC-4.1b`; a section alone (`FO-5`) and an invariant (`FO-I-20`) are none.
_RULE = re.compile(r"\b[A-Z]{2}-[0-9]+(?:\.[0-9]+)+[a-z]?\b")
_ITEM = re.compile(r"^- \*\*([A-Z]{2}-[0-9.]+[a-z]?)\*\* (.+)$", re.M)
_EVENT = re.compile(r"^\| `([^`]+)` \| ([^|]*) \|[^|]*\|$", re.M)

each_game = pytest.mark.parametrize("game", [*NOTATIONS])


def engine_of(game: str) -> type[Rules]:
    engine = ENGINES.get(game)
    assert engine is not None
    return engine


def page_of(game: str) -> str:
    return (ROOT / "docs" / "notation" / f"{game}.md").read_text(encoding="utf-8")


def rules_of(game: str) -> dict[str, str]:
    """Rule -> what the page says about it."""
    return dict(_ITEM.findall(page_of(game)))


def cited(game: str) -> set[str]:
    """The rules that the code of an engine and the scenarios of its game name.

    The list of what the engine implements does not count, nor where the rulebook has each chapter of the rules.
    """
    package = ROOT / "generator" / "pawprint" / "games" / game.replace("-", "_")
    code = "".join(path.read_text(encoding="utf-8") for path in [*package.glob("*.py"), *package.glob("rules.yaml")])
    code = re.sub(r"    implements: .*?\n    \)|    sections: .*?\n    \}", "", code, flags=re.S)
    files = (ROOT / "catalog" / game / "scenarios").glob("*.yaml")
    return {*_RULE.findall(code), *_RULE.findall("".join(path.read_text(encoding="utf-8") for path in files))}


@each_game
def test_every_rule_is_carried_out_or_has_an_excuse(game: str) -> None:
    rules = rules_of(game)
    assert len(rules) > 40
    played = {rule for rule, said in rules.items() if "*not played:*" not in said}
    assert played - cited(game) == set(), "nobody carries these out"
    assert cited(game) - played == set(), "these are cited, and are not on the page or need no excuse"


@each_game
def test_engine_lists_the_rules_that_it_implements(game: str) -> None:
    listed = {rule for rule in engine_of(game).implements if "-I-" not in rule}
    parts = {rule for rule in rules_of(game) if any(other.startswith(f"{rule}.") for other in listed)}
    of_listed = {rule for rule in rules_of(game) if rule.rpartition(".")[0] in listed}
    played = {rule for rule, said in rules_of(game).items() if "*not played:*" not in said}
    assert listed <= played
    assert played - listed <= parts | of_listed


@each_game
def test_every_event_is_on_the_page(game: str) -> None:
    table = page_of(game).partition("\n## Events\n")[2].partition("\n## ")[0]
    said = dict(_EVENT.findall(table))
    events = {
        name: ", ".join(
            "one of " + ", ".join(f"`{word}`" for word in detail) if isinstance(detail, tuple) else detail
            for detail in details
        )
        for name, details in engine_of(game).events.items()
    }
    assert said == events

"""The lake game: the engine against a second one, and what a scenario cannot show."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pawprint.base import reader
from pawprint.base.diagnostic import Findings
from pawprint.base.source import Source
from pawprint.catalog.library import load_game
from pawprint.rules import scenario
from pawprint.rules.engine import CHANCE, END, Rng
from pawprint.rules.lake_ecosystem import LakeEcosystem
from pawprint.rules.lake_ecosystem_actions import species_name
from pawprint.rules.lake_ecosystem_state import Lake
from pawprint.rules.lake_ecosystem_table import FEEDING, KIND, KNOWN
from pawprint.rules.play import play, random_bot
from rules.conformance import ROOT, Case, cases, game_of, rules_of
from rules.reference_lake_ecosystem import Reference

ENGINE = "lake-ecosystem"
CASES = [case for case in cases() if case.engine == ENGINE]


def rules_with(edition: str = "core", **options: Any) -> LakeEcosystem:
    rules = rules_of(ENGINE, edition, tuple(options.items()))
    assert isinstance(rules, LakeEcosystem)
    return rules


# --- the second engine --------------------------------------------------------------------------------------------


def same(rules: LakeEcosystem, state: Lake, other: Reference) -> None:
    """Both engines say the same of everything."""
    ids = rules.box.ids
    if state.acting == CHANCE:
        assert other.legal == {"shuffle"}
    else:
        assert {*map(rules.describe, state.legal_actions())} == other.legal
        assert state.actor() == (END if other.over else other.seat)
    assert [*state.scores()] == other.scores()
    assert (state.lake, state.bank, state.bags) == (other.lake, other.bank, other.bags)
    assert [ids[kind] for kind in state.deck[state.top :]] == other.deck
    assert Counter(ids[kind] for kind in state.discard) == Counter(other.discard)
    for hand, cards in zip(state.hands, other.hands, strict=True):
        assert {card: count for card, count in zip(ids, hand, strict=True) if count} == Counter(cards)
    mine = {
        species_name(species): (
            [ids[card & KIND] for card in cards],
            {*rules.names(state.traits[species])},
            state.fed.get(species, 0),
        )
        for species, cards in state.people.items()
    }
    assert mine == {one.name: (one.cards, one.traits, one.tokens) for one in other.species}


def both(rules: LakeEcosystem, players: int, rng: Rng, *labels: object) -> Lake:
    """A random game of both engines; what is promised of what happens is looked at as well."""
    setup = rules.setup(players, Rng(*labels, "deal"))
    state, other = rules.start(setup), Reference(rules.edition, dict(rules.chosen), setup)
    while state.actor() != END:
        same(rules, state, other)
        action = state.chance(rng) if state.actor() == CHANCE else rng.pick(state.legal_actions())
        words = rules.describe(action)
        state.events = []
        state.apply(action)
        assert rules.check(state) == []
        other.do(words)
    same(rules, state, other)
    assert [*state.returns()] == other.returns()
    assert (state.turn, state.last) == (other.turn, other.last)
    return state


@pytest.mark.parametrize("case", CASES, ids=str)
def test_both_engines_say_the_same(case: Case) -> None:
    rules = case.rules
    assert isinstance(rules, LakeEcosystem)
    for seed in range(6):
        both(rules, case.players, Rng(seed, "moves"), seed, str(case))


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_both_engines_say_the_same_whatever_is_chosen(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    rules = case.rules
    assert isinstance(rules, LakeEcosystem)

    class Drawn(Rng):
        def pick(self, items: Any) -> Any:
            return items[data.draw(st.integers(0, len(items) - 1))]

    both(rules, case.players, Drawn("shuffles"), data.draw(st.integers(0, 99)))

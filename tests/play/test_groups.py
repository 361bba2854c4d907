"""Groups of cards that come and go, in rules that are data, and what else only such games need."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pawprint.check.promises import ConformanceGame
from pawprint.play.engine import END, Rng
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.data_state import DataState
from pawprint.play.time_limit import RulesFault
from play.den_with_rules import den_with, rules_in

#: Cards are buried face down in packs, or shown; packs with a bone can leave. Some packs are nobody's.
PACKS = """
players: 2
zones:
  pile: {seen: hidden, pile: true}
  gone: {pile: true}
  hand: {seen: owner, each: player}
  packs: {each: player, parts: {buried: {seen: hidden, pile: true}, kinds: {different: true}, bones: 0}}
  wild: {parts: {cards: {}}}
values: {rounds: 0}
setup: [{shuffle: pile}]
play:
  - turns:
      - if: not pile and gone
        then: [{shuffle: gone, to: pile, rule: P-9}]
      - {draw: 2, from: pile, to: hand}
      - {new: packs, as: pack}
      - {draw: 1, from: pile, to: pack.buried}
      - ask: [bury, show, free, leave, gnaw]
        unless only: gnaw
        else: []
      - {add: {rounds: 1}}
      - if: rounds == 24
        then: [end]
score: sum(count(p.kinds) + p.bones for p in packs)
actions:
  bury: {choose: {card: hand, pack: packs}, do: [{move: card, to: pack.buried}]}
  show:
    choose: {card: hand, pack: packs}
    need: {that: card not in pack.kinds, rule: P-2}
    used: "[card] + [k for k in pack.kinds]"
    do: [{move: card, to: pack.kinds}, {add: {pack.bones: 1}}]
  free: {choose: {card: hand}, do: [{new: wild, as: herd}, {move: card, to: herd.cards}]}
  leave:
    choose: {pack: packs}
    need: pack.bones
    do:
      - {move all: pack.buried, to: gone}
      - {move all: pack.kinds, to: gone}
      - {remove: pack}
  gnaw: {do: []}
"""


def packs(folder: Path, *hand: str) -> tuple[DataRules, DataState]:
    """The engine, and a game after its first deal; the first player may have another *hand*."""
    rules = rules_in(PACKS, folder, copies=30)
    dump = rules.start(rules.setup(2, Rng("packs"))).dump()
    dump["zones"]["hand 0"] = [*hand] or dump["zones"]["hand 0"]
    return rules, rules.load(dump)


def ids(state: DataState, seat: int | None, zone: str) -> list[str | None]:
    return [one.get("id") for one in state.zones(seat)[zone]]


def do(state: DataState, *actions: str) -> None:
    for words in actions:
        action = state.rules.parse(words)
        assert state.why_not(action) == ""
        state.apply(action)


def test_game_with_groups_breaks_no_promise(tmp_path: Path) -> None:
    """Copies, dumps, what players know, and dealing hidden cards out again, also of cards in groups."""
    game = den_with(PACKS, tmp_path, copies=30)
    (tmp_path / "again").mkdir()
    rules = rules_in(PACKS, tmp_path / "again", copies=30)
    for seed in range(12):
        ConformanceGame(rules, game, 2, Rng(seed, "choices"), seed).play()


def test_groups_are_numbered_by_player_and_no_number_comes_again(tmp_path: Path) -> None:
    rules, state = packs(tmp_path)
    card = state.contents["hand 0"][0]
    do(state, f"show {card} A1", "gnaw", "leave A1")
    assert [zone for zone in state.contents if zone.endswith("buried")] == ["A2 buried", "B1 buried", "B2 buried"]
    assert [rules.owner_of(one) for one in ("A2 buried", "B1 kinds", "wild1 cards")] == [0, 1, -1]


def test_player_who_has_buried_a_card_knows_it(tmp_path: Path) -> None:
    _, state = packs(tmp_path, "fox")
    do(state, "bury fox A1")
    assert ids(state, 0, "A1 buried") == [None, "fox"]
    assert ids(state, 1, "A1 buried") == [None, None]
    dealt: Counter[Any] = Counter()
    for seed in range(40):
        for seat in (0, 1):
            other = state.copy()
            other.resample_hidden(seat, Rng(seed, seat))
            dealt[seat, ids(other, None, "A1 buried")[1]] += 1
            assert ids(state, seat, "A1 buried") == ids(other, seat, "A1 buried")
    assert dealt[0, "fox"] == 40
    assert 0 < dealt[1, "fox"] < 40


def test_set_of_different_cards_has_each_kind_once(tmp_path: Path) -> None:
    rules, state = packs(tmp_path, "hare", "hare")
    do(state, "show hare A1")
    state.seat = 0
    assert state.why_not(rules.parse("show hare A1")).startswith("P-2: ")


def test_used_pieces_match_the_rules(tmp_path: Path) -> None:
    rules, state = packs(tmp_path, "hare", "fox")
    do(state, "show hare A1")
    state.seat = 0
    assert rules.cards_of(rules.parse("show fox A1"), state) == ("fox", "hare")
    assert rules.cards_of(rules.parse("bury fox A1"), state) == ("fox",)


def test_only_action_is_chosen_automatically(tmp_path: Path) -> None:
    rules, state = packs(tmp_path)
    gnaw, rng = rules.parse("gnaw"), Rng("only")
    while state.actor() != END:
        legal = state.legal_actions()
        assert legal != (gnaw,)
        state.apply(state.chance(rng) if state.actor() < 0 else rng.pick(legal))


def test_shuffle_to_another_zone_is_a_decision_of_chance_with_its_rule(tmp_path: Path) -> None:
    rules, state = packs(tmp_path)
    state.places[state.layout.places["gone"]] += state.places[state.layout.places["pile"]][:3]
    del state.places[state.layout.places["pile"]][:]
    do(state, "gnaw")
    assert state.actor() == -1
    (order,) = state.legal_actions()
    assert state.why_not(order) == ""
    assert state.why_not(rules.parse("gnaw")) == "P-9: the cards are shuffled first"
    assert [len(state.contents[zone]) for zone in ("pile", "gone", "hand 1")] == [0, 3, 0]
    state.apply(state.chance(Rng("shuffle")))
    assert [len(state.contents[zone]) for zone in ("pile", "gone", "hand 1", "B1 buried")] == [0, 0, 2, 1]


def test_group_that_has_cards_cannot_be_removed(tmp_path: Path) -> None:
    rules = rules_in(PACKS.replace("      - {move all: pack.kinds, to: gone}\n", ""), tmp_path, copies=30)
    state = rules.start(rules.setup(2, Rng("packs")))
    do(state, f"show {state.contents['hand 0'][0]} A1", "gnaw")
    with pytest.raises(RulesFault, match="a group is removed that has cards in kinds") as caught:
        state.apply(rules.parse("leave A1"))
    assert caught.value.line == 1 + rules.text.splitlines().index("      - {remove: pack}")

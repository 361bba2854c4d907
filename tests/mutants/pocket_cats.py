"""Faults that the tests of Pocket Cats must catch; see `mutation.py`."""

from mutants.mutation import Mutant

RULES = "pocket_cats/rules.yaml"
CALLS = "pocket_cats/cat_calls"
TALLY = "pocket_cats/cards"

MUTANTS = [
    # how a game begins
    Mutant(RULES, "- if: first_player == 'random'", "- if: first_player != 'random'"),
    Mutant(RULES, "- if: mode == 'limited' or me == first\n", "- if: true\n"),
    Mutant(RULES, "then: [{draw: drawn, from: box", "then: [{draw: 2, from: box"),
    Mutant(RULES, "- {move all: offer, to: box}\n", "- {move all: box, to: offer}\n"),
    Mutant(RULES, "{move all: hand, to: offer}]  # PC-2.3", "{move all: hand, to: box}]  # PC-2.3"),
    Mutant(RULES, "then: [{move: card, from: hand, to: picked}]", "then: [{move: card, from: hand, to: clan}]"),
    Mutant(RULES, "Clans gewählt}}], starting: first}", "Clans gewählt}}], starting: 0}"),
    Mutant(RULES, "- {flip: \"'r3c3'\"}", "- {flip: \"'r1c1'\"}"),
    Mutant(RULES, "turned: card.component == 'dogs' and", "turned: card.component != 'dogs' and"),
    Mutant(RULES, "in: \"[p for p in square if p.up and is_dog(p)]\"", "in: \"[p for p in square if is_dog(p)]\""),
    Mutant(RULES, "- {set: {first: next(first), bitten: false}}", "- {set: {bitten: false}}"),
    Mutant(RULES, "- {set: {first: next(first), bitten: false}}", "- {set: {first: next(first)}}"),
    Mutant(RULES, "then: [{move: card, from: hand, to: picked}]", "then: [{move: card, from: hand, to: offer}]"),
    Mutant("pocket_cats/rules", "value[tile] = number", "value[tile] = numbers[-1]"),
    Mutant("pocket_cats/rules", "key=lambda tile: value[tile]", "key=lambda tile: -value[tile]"),
    # a turn
    Mutant(RULES, "cat_goes: {value: 2,", "cat_goes: {value: 3,"),
    Mutant(RULES, "far if own(p) else 0", "far"),
    Mutant(RULES, "(leap if own(p) else leap[next(me)]) if leads(p)", "leap if leads(p)"),
    Mutant(RULES, "if leads(p) else 0)", "if true else 0)"),
    Mutant(RULES, "straight(p, side - 1) if is_dog(p)", "straight(p, cat_goes) if is_dog(p)"),
    Mutant(RULES, "around(p) if p.card.component == 'prey'", "straight(p, 1) if p.card.component == 'prey'"),
    Mutant(RULES, "['left', 'right'] if by % 2", "['left'] if by % 2"),
    Mutant(RULES, "[p for p in square if p.card and not p.up]", "[p for p in square if p.card]"),
    Mutant(RULES, "- {rotate: at, by: by - at.turned}", "- {rotate: at, by: by}"),
    Mutant(RULES, "is_dog(at) and not spent", "is_dog(at)"),
    Mutant(RULES, "then: [{set: {spent: true}}]", "then: [{set: {spent: false}}]"),
    Mutant(RULES, "[{repeat: looks, do", "[{repeat: 1, do"),
    Mutant(RULES, "do: [{look: place}, {event", "do: [{event"),
    Mutant(RULES, "1 if way == 'right' else 2", "3 if way == 'right' else 2"),
    # the end
    Mutant(RULES, "- {set: {at: nothing}}", "- {set: {bitten: false}}"),
    Mutant(RULES, "- {set: {bitten: true}}\n", ""),
    Mutant(RULES, "royal_rotation == 'clan' or any", "true or any"),
    Mutant(RULES, "any(q.up and leads(q) and own(q) for", "any(q.up and leads(q) for"),
    Mutant(RULES, "saves(who): \"revives[who]\"", "saves(who): \"1 if revives[who] else 0\""),
    Mutant(RULES, "for p in face_down if p.known and own(p)]", "for p in face_down if own(p)]"),
    Mutant(RULES, "for p in face_down if p.known and own(p)]", "for p in face_down if p.known]"),
    Mutant(RULES, "score: points + standing(me)", "score: standing(me)"),
    Mutant(RULES, "\"1 if judge and not judge[next(me)] else 0\"", "0"),
    Mutant(RULES, "\"1 if judge and not judge[next(me)] else 0\"", "\"1 if judge else 0\""),
    Mutant(RULES, "else 0\", caught]", "else 0\"]"),
    Mutant(RULES, "in: clockwise(early)\n      do:\n        -", "in: everyone\n      do:\n        -"),
    Mutant(CALLS, "if weights[first] >= weights[1 - first]", "if weights[first] > weights[1 - first]"),
    Mutant(CALLS, "value[clan.chief] if by_chief else", "value[clan.chief] if True else"),
    Mutant(CALLS, "(effect.does, effect.timing) == wanted", "effect.does == wanted[0]"),
    Mutant("pocket_cats/cards", '"SE", "S", "SW"', '"SE", "SW", "S"'),
    Mutant(TALLY, "(arrow + 2 * turned) % 8", "(arrow - 2 * turned) % 8"),
    Mutant(TALLY, "for way in ability.directions)", "for way in range(8))"),
    Mutant(TALLY, "cell in line if self.side[tiles[cell]] == seat}", "cell in line if self.side[tiles[cell]] != 2}"),
    Mutant(TALLY, "0 if first > two else 1 if two > first else", "0 if first >= two else 1 if two > first else"),
    Mutant(TALLY, "if first >= duel.prey_ties > 0", "if first >= 0"),
    Mutant(TALLY, "if len(ties) == 1 else -1", "if ties else -1"),
    Mutant(TALLY, "                if place not in touching:\n", "                if True:\n"),
    Mutant(TALLY, "                    break", "                    pass"),
    Mutant(TALLY, "attack * (ability.amount - 1)", "attack * ability.amount"),
    Mutant(TALLY, "share = FIRST if seat else FIRST << SHARE", "share = FIRST << SHARE if seat else FIRST"),
    Mutant(TALLY, "taken.get(other, -1) == by:", "other in taken:"),
    Mutant(TALLY, "first, two = (effect.amount if effect.does", "first, two = (1 if effect.does"),
    Mutant(TALLY, "            if place not in guarded:\n", "            if True:\n"),
    Mutant(TALLY, "chiefs & total >> _ATTACKING)", "chiefs)"),
    # looking ahead, and what a seat knows
    Mutant(CALLS, "matters = NEAR[place] & self.prey", "matters = 0"),
    Mutant(CALLS, "elif kind == CHIEF or (self.chiefs and tally.wide):", "elif kind == CHIEF:"),
    Mutant(CALLS, "matters = tally.aimed[tile][turned][place] & self.cats", "matters = 0"),
    Mutant(CALLS, "rows[there] + row[here] - row[there]", "rows[there] + row[here]"),
    Mutant(CALLS, "rows[(turned + by) % 4][place]", "rows[(turned - by) % 4][place]"),
    Mutant(CALLS, "return more or bool(state.v", "return bool(state.v"),
    Mutant(CALLS, 'for zone in ("clan", "picked"))', 'for zone in ("picked",))'),
    Mutant(RULES, "picked: {holds: clans, each: player, seen: owner}", "picked: {holds: clans, each: player}"),
]  # fmt: skip

#: The tests that must catch them.
WORDS = [
    "games/test_pocket_cats.py",
    "play/test_scenario.py",
    "games/test_conformance.py",
    "games/test_tile_tally.py",
    "games/test_greedy.py",
    "-k",
    "pocket or tally",
]

"""Faults that the tests of Pocket Cats must catch; see `mutation.py`."""

from mutants.mutation import Mutant

MUTANTS = [
    # how a game begins
    Mutant("pocket_cats/options", "DRAWN * hand : DRAWN * (hand + 1)", "hand : DRAWN + hand"),
    Mutant("pocket_cats/options", "(drawn[1], drawn[0]) if first else", "(drawn[0], drawn[1]) if first else"),
    Mutant("pocket_cats/rules", '["first_player"] == "random"', '["first_player"] == "first"'),
    Mutant("pocket_cats/rules", "clans = [*reversed(clans)]", "pass"),
    Mutant("pocket_cats/options", "value[tile] = number", "value[tile] = numbers[-1]"),
    Mutant("pocket_cats/options", "key=lambda tile: value[tile]", "key=lambda tile: -value[tile]"),
    Mutant("pocket_cats/options", "and owner == seat:", ":"),
    Mutant("pocket_cats/options", "far = max(far, chief.amount)", "far = far"),
    Mutant("pocket_cats/options", "cat == pairing.chiefs[owner]", "cat != pairing.chiefs[owner]"),
    Mutant("pocket_cats/state", "self.up[CENTRE] = 1", "self.up[0] = 1"),
    Mutant("pocket_cats/state", 'if self.rules.mode != "limited":  # PC-2.5', "if True:  # PC-2.5"),
    Mutant("pocket_cats/state", "turned if tile == centre else 0", "turned if tile != centre else 0"),
    Mutant("pocket_cats/state", "self.first = 1 - self.first", "pass"),
    # a turn
    Mutant("pocket_cats/actions", "(PREY, 0): _reach(range(8), 1)", "(PREY, 0): _reach(straight, 1)"),
    Mutant("pocket_cats/actions", "CAT_GOES = 2", "CAT_GOES = 3"),
    Mutant("pocket_cats/actions", "(DOG, 0): _reach(straight, SIDE - 1)", "(DOG, 0): _reach(range(8), SIDE - 1)"),
    Mutant("pocket_cats/actions", "(amount % 4, -amount % 4)", "(amount % 4,)"),
    Mutant("pocket_cats/state", "up[here], up[there] = 0, 1", "up[here], up[there] = 1, 1"),
    Mutant("pocket_cats/state", "            gone = there", "            gone = here"),
    Mutant("pocket_cats/view", "for place in state.hidden if not state.up[place]]", "for place in state.hidden]"),
    Mutant("pocket_cats/state", "|= 1 << self.square[place]", "|= 1 << place"),
    Mutant("pocket_cats/view", "        look_at(state, looked)\n", "        pass\n"),
    Mutant("pocket_cats/state", "self.spent[self.seat] = True", "pass"),
    Mutant("pocket_cats/state", "mine and not (effect.once and self.spent[self.seat])", "mine"),
    Mutant("pocket_cats/state", "(self.seat,) * self.pairing.looks[self.seat]", "(self.seat,)"),
    # the end
    Mutant("pocket_cats/cards", '"SE", "S", "SW"', '"SE", "SW", "S"'),
    Mutant("pocket_cats/cards", "(-1, 0), (-1, 1), (0, 1), (1, 1)", "(-1, 0), (-1, 1), (0, 1), (1, 0)"),
    Mutant("pocket_cats/scoring", "(arrow + 2 * turned) % 8", "(arrow - 2 * turned) % 8"),
    Mutant("pocket_cats/state", "(self.turned[dog] + by) % 4", "(self.turned[dog] - by) % 4"),
    Mutant("pocket_cats/scoring", "if side[cat] != 2 and up[target]", "if up[target]"),
    Mutant("pocket_cats/scoring", "for direction in ability.directions)", "for direction in range(8))"),
    Mutant("pocket_cats/scoring", "if pairing.side[square[place]] == seat:", "if pairing.side[square[place]] != 2:"),
    Mutant("pocket_cats/scoring", "return place if up[place] else -1", "return place"),
    Mutant(
        "pocket_cats/scoring", "0 if one > two else 1 if two > one else", "0 if one >= two else 1 if two > one else"
    ),
    Mutant("pocket_cats/scoring", "if one >= pairing.prey_ties > 0", "if one >= 0"),
    Mutant("pocket_cats/scoring", "worth[tile] if shown else 0 for", "worth[tile] for"),
    Mutant("pocket_cats/scoring", "and place not in TOUCHING[chief]", ""),
    Mutant("pocket_cats/scoring", "                    break", "                    pass"),
    Mutant("pocket_cats/scoring", "attack * (ability.amount - 1)", "attack * ability.amount"),
    Mutant("pocket_cats/scoring", "side[square[near]] == enemy", "side[square[near]] == seat"),
    Mutant("pocket_cats/scoring", "if tile in prey and other in prey:", "if tile in prey:"),
    Mutant("pocket_cats/scoring", "pairing.effects[seat].amount * len(prey)", "pairing.effects[seat].amount"),
    Mutant("pocket_cats/scoring", "(0 if ties < 0 else 1 - 2 * ties)", "0"),
    Mutant("pocket_cats/scoring", "(prey[0] > prey[1]) - (prey[0] < prey[1])", "0"),
    Mutant(
        "pocket_cats/scoring", "seats.sort(key=weight.__getitem__, reverse=True)", "seats.sort(key=weight.__getitem__)"
    ),
    Mutant("pocket_cats/table", 'if self.rules.chosen["royal_rotation"] == "chief":', "if False:"),
    Mutant("pocket_cats/scoring", 'effects[seat].amount if effects[seat].does == "revive" else 1', "1"),
    Mutant("pocket_cats/state", "if len(judges) == 1 else -1", "if judges else -1"),
    # what a seat knows
    Mutant("pocket_cats/view", "if not (up[place] or seen >> square[place] & 1)]", "if not up[place]]"),
    Mutant("pocket_cats/view", "seen = state.up[place] or", "seen = True or"),
    Mutant("pocket_cats/view", "return seat == whose or state.phase != CHOOSING or", "return True or"),
    Mutant("pocket_cats/view", "state.clans[other] = rng.pick(hand)", "pass"),
    Mutant("pocket_cats/view", "if clan not in state.hands[seat]]", "]"),
    # looking ahead
    Mutant("pocket_cats/lookahead", "and seat in outlook.pairing.after[state.first]", "and False"),
    Mutant("pocket_cats/outlook", "if not (change_there and place in around_there):", "if True:"),
    Mutant("pocket_cats/counted_square", "if not self.guarded[side[cat]] >> place & 1:", "if True:"),
    Mutant("pocket_cats/counted_square", "if dogs & between else far", "if False else far"),
    Mutant("pocket_cats/counted_square", "if now != before and other < tile:", "if now != before:"),
    Mutant("pocket_cats/counted_square", "            self.between |= between\n", ""),
    Mutant("pocket_cats/counted_square", "and taken[tile] == taken[other] >= 0", ""),
    Mutant("pocket_cats/outlook", "gone == DOG and self._eliminates(other, there)", "False"),
    Mutant("pocket_cats/outlook", "if kind == CHIEF or gone == CHIEF:", "if gone == CHIEF:"),
    Mutant("pocket_cats/outlook", "                if gone >= 0:\n", "                if False:\n"),
    Mutant("pocket_cats/lookahead", "(turned[dog] + by) % 4", "(turned[dog] - by) % 4"),
    Mutant("pocket_cats/view", "max(0, len(places) - 1)", "len(places)"),
]  # fmt: skip

#: The tests that must catch them.
WORDS = [
    "games/test_pocket_cats.py",
    "rules/test_scenario.py",
    "games/test_conformance.py",
    "games/test_counted_square.py",
    "games/test_greedy.py",
    "-k",
    "pocket or square",
]

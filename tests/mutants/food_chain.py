"""Faults that the tests of Food Chain must catch; see `mutation.py`."""

from mutants.mutation import Mutant

RULES = "food_chain/rules.yaml"

MUTANTS = [
    # how a game begins
    Mutant(RULES, "- if: bonus_as_start == 'reshuffle'  # FC-3.4", "- if: false  # FC-3.4"),
    Mutant(RULES, "- if: first_player == 'random'", "- if: first_player != 'random'"),
    Mutant(RULES, "starting: first  # FC-3.6", "starting: 0  # FC-3.6"),
    Mutant("food_chain/rules", "return 0 if self.no_bonus else self.box", "return self.box"),
    Mutant("food_chain/rules", "edition, chosen, bundled_edition)", "edition, None, bundled_edition)"),
    Mutant(RULES, "then: [{move: last(aside), to: deck, at: bottom}]", "then: [{move: last(aside), to: deck}]"),
    Mutant(RULES, "and any(not bonus(c) for c in deck)", "and not bonus(top(deck))"),
    Mutant(RULES, "then: [{move: c, from: deck, to: table}]", "then: [{move: c, from: deck, to: discard}]"),
    Mutant(RULES, "{chance: 0, to: count(deck), as: place", "{chance: 0, to: count(deck) - 1, as: place"),
    # a turn
    Mutant(RULES, "      - that: supply\n", "      - that: true\n"),
    Mutant(RULES, "free(p): not p.above", "free(p): true"),
    Mutant(RULES, "          - that: hunter.below\n", "          - that: true\n"),
    Mutant(RULES, "swarm_target == 'creature' or not start(piece)", "true"),
    Mutant(RULES, "start(p): not p.below and p.owner == nobody", "start(p): not p.below"),
    Mutant(RULES, "(switch_token == 'own' and switch_target == 'any')", "switch_token == 'own'"),
    Mutant(RULES, "piece.owner == nobody or piece.owner == me", "true"),
    Mutant(
        RULES,
        "switch_direction == 'lower' or rank(piece) > rank(card)",
        "switch_direction == 'lower' or rank(piece) >= rank(card)",
    ),
    Mutant(
        RULES,
        "switch_direction == 'higher' or rank(piece) < rank(card)",
        "switch_direction == 'higher' or rank(piece) <= rank(card)",
    ),
    Mutant(RULES, "not bonus(card) and not bonus(piece)", "not bonus(piece)"),
    Mutant(RULES, "(eats(card, piece.below) and shown(card, piece.below))", "true"),
    Mutant(RULES, '- that: "not switch_must_match or switch_token', '- that: "switch_token'),
    Mutant(RULES, "card or stall_end or not possible(me, 'pass')", "true"),
    Mutant(RULES, "card or not hand", "true"),
    Mutant(RULES, "hunt_match == 'hunter' or h in", "true or h in"),
    Mutant(RULES, "bonus(card) or eats(card, food)", "eats(card, food)"),
    Mutant(RULES, "- that: not bonus(food)\n", "- that: true\n"),
    Mutant(RULES, "default(piece.nature, 'animal') != 'plant'", "not bonus(piece)"),
    Mutant(RULES, "default(piece.nature, 'animal') != 'plant'", "default(piece.nature, 'plant') != 'plant'"),
    Mutant(RULES, "huntsman_can_eat or not bonus(hunter)", "true"),
    Mutant(RULES, "rank(c): default(c.level, 1000)", "rank(c): default(c.level, 4)"),
    # who is strong enough
    Mutant(
        RULES,
        "all(rank(r) < rank(hunter) for r in mates(hunter))",
        "all(rank(r) <= rank(hunter) for r in mates(hunter))",
    ),
    Mutant(RULES, "not own_predators_block or all", "all"),
    Mutant(
        RULES,
        "all(rank(r) < rank(hunter) for r in rivals(hunter))",
        "all(rank(r) <= rank(hunter) for r in rivals(hunter))",
    ),
    Mutant(RULES, "all(rank(r) <= rank(hunter) for r in rivals(hunter))", "true"),
    Mutant(RULES, "> pack(hunter, r.owner) for", ">= pack(hunter, r.owner) for"),
    Mutant(RULES, "[rank(p)] + ordered(rank(m) for m in mates(p))", "[rank(p)]"),
    Mutant(RULES, "if r != p and r.owner == p.owner", "if r.owner == p.owner"),
    # what an action does
    Mutant(RULES, "on: food, token: me, as: hunter", "on: food, as: hunter"),
    Mutant(RULES, "- if: whose != nobody and whose != me", "- if: whose != nobody"),
    Mutant(RULES, "- while: captured[me][whose] and captured[whose][me]", "- while: false"),
    Mutant(RULES, "and none(p.owner == whose for p in table)\n", "\n"),
    Mutant(RULES, "- if: end_on_token_loss and not", "- if: not"),
    Mutant(RULES, "do: [{if: free(p), then: [{move: p, to: discard}]}]", "do: [{move: p, to: discard}]"),
    Mutant(RULES, "lone_remainder == 'discard' and under and", "under and"),
    Mutant(RULES, "and not under.below and free(under)", "and free(under)"),
    Mutant(RULES, "and not under.below and free(under)", "and not under.below"),
    Mutant(RULES, '      - {move: "card(\'swarm\')", from: hand, to: discard}\n', ""),
    Mutant(
        RULES,
        "- {replace: piece, by: card, to: hand, as: new}",
        "- {replace: piece, by: card, to: discard, as: new}",
    ),
    Mutant(RULES, "- if: ended == ''  # FC-4.3", "- if: true  # FC-4.3"),
    # the end
    Mutant(RULES, "passes >= players and", "passes > players and"),
    Mutant(RULES, "and stall_end and none(hand[p]", "and none(hand[p]"),
    Mutant(RULES, "none(possible(p, 'pass') for p in everyone)", "not possible(me, 'pass')"),
    Mutant(RULES, "do: [{set: {passes: 0}}, {event: back off", "do: [{event: back off"),
    Mutant(RULES, "do: [{if: p.owner != nobody, then: [{token: p}]}]", "do: []"),
    Mutant(RULES, "if token_score == 'all' else 0)", "if false else 0)"),
    Mutant(RULES, "sum(captured[me]) + (tokens", "(tokens"),
    Mutant(RULES, "0 if token_ransom else sum", "sum"),
    Mutant(RULES, "count(pile) if tie_break == 'most_cards'", "-count(pile) if tie_break == 'most_cards'"),
    Mutant(RULES, "sum(captured[me]) if tie_break == 'most_captured'", "0 if tie_break == 'most_captured'"),
    Mutant(RULES, "first([p for p in clockwise(me) if", "first([p for p in everyone if"),
    Mutant(RULES, "                  - if: pile[whose]\n", "                  - if: false\n"),
    # why something is refused
    Mutant(RULES, '{en: "{hunter} preys on {hunter.below}, not on {food}"', '{en: "{hunter} preys on {food.below}"'),
]  # fmt: skip

#: Tests that must catch them.
WORDS = [
    "games/test_food_chain_rules.py",
    "games/test_food_chain.py",
    "games/test_conformance.py",
    "games/test_greedy.py",
    "-k",
    "food_chain or food-chain",
]

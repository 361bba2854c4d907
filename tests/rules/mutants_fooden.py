"""Faults that the tests of FOODEN must catch; see `mutation.py`."""

from rules.mutation import Mutant

MUTANTS = [
    # how a game begins
    Mutant("fooden", "OBJECTIVES * seat : OBJECTIVES * (seat + 1)", "seat : OBJECTIVES + seat"),
    Mutant("fooden", '["first_leader"] == "random"', '["first_leader"] == "first"'),
    Mutant("fooden", '== "keep"', '== "remove"'),
    Mutant("fooden", "cubes // each for cubes", "cubes // (each + 1) for cubes"),
    Mutant("fooden_season", "ALLOTTED = (0, 2, 3, 1)", "ALLOTTED = (0, 3, 2, 1)"),
    Mutant("fooden_state", "FIRST_LAB = NEWCOMERS = 4", "FIRST_LAB = NEWCOMERS = 3"),
    Mutant("fooden_state", "(self.leader + step) % self.seats for step", "(self.leader - step) % self.seats for step"),
    Mutant("fooden_state", "            self.first_lab()\n", "            pass\n"),
    # what cards say
    Mutant("fooden_cards", '"animal": "meat"}', '"animal": "plant"}'),
    Mutant("fooden_cards", "and not other.properties & self.properties", "and other.properties & self.properties"),
    Mutant(
        "fooden_cards", "if creature.trait in (AMBUSH, SYMBIONT, SCAVENGER)", "if creature.trait in (AMBUSH, SYMBIONT)"
    ),
    Mutant("fooden_cards", "_EATS_TWICE = (DOUBLE_MEAL, DOUBLE_OMNIVORE)", "_EATS_TWICE = (DOUBLE_MEAL, OMNIVORE)"),
    Mutant("fooden_cards", "trait=PLAIN if simple else trait", "trait=trait"),
    Mutant("fooden_cards", "(value is None) == (self.wanted", "(value is None) != (self.wanted"),
    Mutant("fooden_cards", "_amount(value) >= wanted", "_amount(value) > wanted"),
    Mutant("fooden_cards", "_amount(value) <= wanted", "_amount(value) < wanted"),
    Mutant("fooden_cards", 'bool(score.get("most_numerous"))', "False"),
    # Phases 1 and 2
    Mutant("fooden_state", "bisect_right(self.ranks[row], rank)", "bisect_right(self.ranks[row], rank - 1)"),
    Mutant(
        "fooden_state",
        "if self.round == DAWN:\n                self.add(creature)",
        "if False:\n                self.add(creature)",
    ),
    Mutant(
        "fooden_state",
        "                if not self.discard:\n                    return True",
        "                if True:\n                    return True",
    ),
    Mutant("fooden_state", "self.deck = [*reversed(order)]", "self.deck = [*order]"),
    Mutant("fooden_state", "                    owed += 1\n", "                    owed += 2\n"),
    Mutant("fooden_state", "elif trait[creature] == BOUNTY and self.vp:", "elif trait[creature] == BOUNTY:"),
    Mutant("fooden_state", "            if self.reserve[food]:\n", "            if True:\n"),
    Mutant(
        "fooden_state",
        "elif trait == EARLY_BITE and self.food[row]:",
        "elif trait == EARLY_BITE and self.food[row] > 1:",
    ),
    Mutant(
        "fooden_state",
        "self.first = self.seat = self.leader\n        self.stage",
        "self.seat = self.leader\n        self.stage",
    ),
    Mutant("fooden_state", "hand[:place] + hand[place + 1 :]", "hand"),
    Mutant("fooden_state", "self.pending &= ~(1 << effect)", "self.pending = 0"),
    Mutant("fooden_state", "if self.round < ROUNDS:", "if self.round < ROUNDS - 1:"),
    Mutant(
        "fooden_state", "        self.vp += len(self.tokens.pop(creature, ()))", "        self.tokens.pop(creature, ())"
    ),
    # effects
    Mutant("fooden_effects", "state.discard or state.rules.grand_slam", "state.rules.grand_slam"),
    Mutant(
        "fooden_effects", "state.trait[creature] == COHORT and state.lab", "state.trait[creature] == COHORT and False"
    ),
    Mutant("fooden_effects", "    state.leader = state.seat  #", "    state.leader = state.first  #"),
    Mutant("fooden_effects", "sorted([*state.lab, *state.discard])", "state.lab"),
    Mutant("fooden_effects", "    del state.ranks[row][place]  # A7", "    del state.ranks[row][0]  # A7"),
    Mutant("fooden_effects", "if food[taken] and taken != given", "if food[taken]"),
    Mutant("fooden_effects", "min(state.count, len(state.lab))  #", "min(1, len(state.lab))  #"),
    Mutant("fooden_effects", "    state.strip(creature)\n    state.discard", "    state.discard"),
    Mutant("fooden_effects", "elif state.draw(state.count):", "elif state.draw(1):"),
    Mutant("fooden_effects", "state.seen[creature] = 1 << state.seat", "state.seen[creature] = 3"),
    Mutant("fooden_effects", "        state.seen.pop(creature, None)\n", "        pass\n"),
    Mutant("fooden_effects", "len(state.deck) + 1 - state.kept", "len(state.deck)"),
    Mutant("fooden_effects", "    state.kept = -1\n", "    state.kept = 0\n"),
    Mutant(
        "fooden_effects", "ranks[place] if place < len(ranks) else ranks[-1]", "ranks[place - 1] if place else ranks[0]"
    ),
    Mutant("fooden_effects", "far = 1 if state.rules.shifts_by_one", "far = 2 if state.rules.shifts_by_one"),
    Mutant("fooden_effects", "for row in state.rows if len(row) > 1 for", "for row in state.rows if len(row) > 2 for"),
    Mutant("fooden_effects", "_anyone(SPONSOR)(state) if state.vp else ()", "_anyone(SPONSOR)(state)"),
    # Phases 3 and 4
    Mutant("fooden_season", "            if fates[creature]:\n", "            if fates[creature] == FACE_DOWN:\n"),
    Mutant(
        "fooden_season",
        "(row, *range(row - 1, -1, -1), *range(row + 1, len(ROWS)))",
        "(row, *range(row + 1, len(ROWS)), *range(row - 1, -1, -1))",
    ),
    Mutant("fooden_season", "*range(row - 1, -1, -1)", "*range(row)"),
    Mutant("fooden_season", "(food for food in FOODS if food != row)", "(food for food in FOODS[::-1] if food != row)"),
    Mutant("fooden_season", "eaten // cards.hunger[creature]", "eaten // need"),
    Mutant("fooden_season", "min(need, sum(on_it) if omnivorous else on_it[row])", "min(need, sum(on_it))"),
    Mutant("fooden_season", "state.reserve[food] += taken", "pass"),
    Mutant(
        "fooden_season",
        "        if prey >= 0:\n            return prey\n    return _search",
        "        return prey\n    return _search",
    ),
    Mutant("fooden_season", "best if apart < best else 0", "best"),
    Mutant(
        "fooden_season",
        "range(column, min(len(line), column + reach))",
        "range(column + 1, min(len(line), column + reach))",
    ),
    Mutant("fooden_season", "range(min(column, len(line)) - 1,", "range(min(column + 1, len(line)) - 1,"),
    Mutant(
        "fooden_season", "if edible[prey] and fates[prey] != FACE_DOWN:", "if edible[prey] and fates[prey] < INVERTED:"
    ),
    Mutant("fooden_season", "apart + away if manhattan else max(apart, away)", "apart + away"),
    Mutant(
        "fooden_season", "trait == AMBUSH and fates[prey] != SATIATED", "trait == AMBUSH and fates[prey] == INVERTED"
    ),
    Mutant("fooden_season", "if trait == POISON or state.trait[hunter] == POISON else", "if trait == POISON else"),
    Mutant("fooden_season", "                    state.gain(seat, creature)", "                    state.vp += 1"),
    Mutant("fooden_season", "if state.rules.clears_food:", "if not state.rules.clears_food:"),
    Mutant("fooden_season", "if not state.rules.counts_doomed:", "if state.rules.counts_doomed:"),
    Mutant("fooden_season", "and other != creature for other", "for other"),
    Mutant("fooden_season", "        if not saved:\n            return\n", "        if True:\n            return\n"),
    Mutant("fooden_season", "(state.leader + step) % state.seats", "step"),
    Mutant("fooden_season", "purse[food] < allotted and reserve[food]", "reserve[food]"),
    # the end
    Mutant("fooden_state", "found[self.leader] += LEADS", "found[0] += LEADS"),
    Mutant("fooden_state", "max(numbers) if most else min(numbers)", "min(numbers)"),
    Mutant("fooden_state", "and not self.rules.grand_slam:  # FO-6.1", ":  # FO-6.1"),
    Mutant(
        "fooden_state",
        "key=lambda seat: (seat - self.leader) % self.seats",
        "key=lambda seat: (self.leader - seat) % self.seats",
    ),
    Mutant(
        "fooden_state",
        "self.seat, self.stage, self.legal = self.leader, NAMING",
        "self.seat, self.stage, self.legal = tied[0], NAMING",
    ),
    # what a seat knows
    Mutant("fooden_view", "return seat == whose or state.stage != LAYING", "return True"),
    Mutant("fooden_view", "(seat == whose and state.stage != CHOOSING)", "seat == whose"),
    Mutant("fooden_view", "laid = rng.pick(hand)", "laid = first + card"),
    Mutant("fooden_view", "looked = () if _sees_looked(state, seat) else state.looked", "looked = ()"),
    Mutant("fooden_view", "seen[deck[place]] = seats", "pass"),
    Mutant("fooden_view", "        _redeal_objectives(state, seat, rng)\n    if", "        pass\n    if"),
]

#: The tests that must catch them.
WORDS = ["test_fooden.py", "test_scenario.py", "test_conformance.py", "-k", "fooden"]

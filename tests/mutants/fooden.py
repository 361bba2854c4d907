"""Faults that the tests of FOODEN must catch; see `mutation.py`."""

from mutants.mutation import Mutant

MUTANTS = [
    # how a game begins
    Mutant("fooden/rules", "OBJECTIVES * seat : OBJECTIVES * (seat + 1)", "seat : OBJECTIVES + seat"),
    Mutant("fooden/rules", '["first_leader"] == "random"', '["first_leader"] == "first"'),
    Mutant("fooden/rules", '== "keep"', '== "remove"'),
    Mutant("fooden/options", "cubes // each for cubes", "cubes // (each + 1) for cubes"),
    Mutant("fooden/options", "ALLOTTED = (0, 2, 3, 1)", "ALLOTTED = (0, 3, 2, 1)"),
    Mutant("fooden/table", "FIRST_LAB = NEWCOMERS = 4", "FIRST_LAB = NEWCOMERS = 3"),
    Mutant("fooden/state", "(self.leader + step) % self.seats for step", "(self.leader - step) % self.seats for step"),
    Mutant("fooden/state", "            self.first_lab()\n", "            pass\n"),
    # what cards say
    Mutant("fooden/cards", '"animal": "meat"}', '"animal": "plant"}'),
    Mutant("fooden/cards", "and not other.properties & self.properties", "and other.properties & self.properties"),
    Mutant(
        "fooden/cards", "if creature.trait in (AMBUSH, SYMBIONT, SCAVENGER)", "if creature.trait in (AMBUSH, SYMBIONT)"
    ),
    Mutant("fooden/cards", "_EATS_TWICE = (DOUBLE_MEAL, DOUBLE_OMNIVORE)", "_EATS_TWICE = (DOUBLE_MEAL, OMNIVORE)"),
    Mutant("fooden/card_reader", "trait=PLAIN if simple else trait", "trait=trait"),
    Mutant("fooden/card_reader", "(value is None) == (self.wanted", "(value is None) != (self.wanted"),
    Mutant("fooden/card_reader", "_amount(value) >= wanted", "_amount(value) > wanted"),
    Mutant("fooden/card_reader", "_amount(value) <= wanted", "_amount(value) < wanted"),
    Mutant("fooden/card_reader", 'bool(score.get("most_numerous"))', "False"),
    # Phases 1 and 2
    Mutant("fooden/table", "bisect_right(ranks, rank)", "bisect_right(ranks, rank - 1)"),
    Mutant(
        "fooden/state",
        "if self.round == DAWN:\n                self.add(creature)",
        "if False:\n                self.add(creature)",
    ),
    Mutant(
        "fooden/state",
        "                if not self.discard:\n                    return True",
        "                if True:\n                    return True",
    ),
    Mutant("fooden/state", "self.deck = [*reversed(order)]", "self.deck = [*order]"),
    Mutant("fooden/state", "                    owed += 1\n", "                    owed += 2\n"),
    Mutant("fooden/state", "elif kind == BOUNTY and self.vp:", "elif kind == BOUNTY:"),
    Mutant("fooden/table", "            if self.reserve[food]:\n", "            if True:\n"),
    Mutant(
        "fooden/table",
        "elif trait == EARLY_BITE and self.food[row]:",
        "elif trait == EARLY_BITE and self.food[row] > 1:",
    ),
    Mutant(
        "fooden/state",
        "self.first = self.seat = self.leader\n        self.stage",
        "self.seat = self.leader\n        self.stage",
    ),
    Mutant("fooden/options", "if action != laid", "if action"),
    Mutant("fooden/state", "self.pending ^= self.spends[action]", "self.pending = 0"),
    Mutant("fooden/state", "if self.round < ROUNDS:", "if self.round < ROUNDS - 1:"),
    Mutant(
        "fooden/table", "        self.vp += len(self.tokens.pop(creature, ()))", "        self.tokens.pop(creature, ())"
    ),
    # effects
    Mutant("fooden/effects", "state.discard or state.rules.grand_slam", "state.rules.grand_slam"),
    Mutant(
        "fooden/effects", "state.trait[creature] == COHORT and state.lab", "state.trait[creature] == COHORT and False"
    ),
    Mutant("fooden/effects", "    state.leader = state.seat  #", "    state.leader = state.first  #"),
    Mutant("fooden/effects", "sorted([*state.lab, *state.discard])", "state.lab"),
    Mutant("fooden/effects", "    del state.ranks[row][place]  # A7", "    del state.ranks[row][0]  # A7"),
    Mutant("fooden/effects", "if food[taken] and taken != given", "if food[taken]"),
    Mutant("fooden/effects", "min(state.count, len(state.lab))  #", "min(1, len(state.lab))  #"),
    Mutant("fooden/effects", "    state.strip(creature)\n    state.discard", "    state.discard"),
    Mutant("fooden/effects", "elif state.draw(state.count):", "elif state.draw(1):"),
    Mutant("fooden/effects", "state.seen[creature] = 1 << state.seat", "state.seen[creature] = 3"),
    Mutant("fooden/effects", "        state.seen.pop(creature, None)\n", "        pass\n"),
    Mutant("fooden/effects", "len(state.deck) + 1 - state.kept", "len(state.deck)"),
    Mutant("fooden/effects", "    state.kept = -1\n", "    state.kept = 0\n"),
    Mutant(
        "fooden/effects", "ranks[place] if place < len(ranks) else ranks[-1]", "ranks[place - 1] if place else ranks[0]"
    ),
    Mutant("fooden/effects", "far = 1 if state.rules.shifts_by_one", "far = 2 if state.rules.shifts_by_one"),
    Mutant("fooden/effects", "for row in state.rows if len(row) > 1 for", "for row in state.rows if len(row) > 2 for"),
    Mutant("fooden/effects", "_anyone(SPONSOR)(state) if state.vp else ()", "_anyone(SPONSOR)(state)"),
    # Phases 3 and 4
    Mutant("fooden/season", "            if fates[creature]:\n", "            if fates[creature] == FACE_DOWN:\n"),
    Mutant(
        "fooden/season",
        "(row, *range(row - 1, -1, -1), *range(row + 1, len(ROWS)))",
        "(row, *range(row + 1, len(ROWS)), *range(row - 1, -1, -1))",
    ),
    Mutant("fooden/season", "*range(row - 1, -1, -1)", "*range(row)"),
    Mutant("fooden/season", "(food for food in FOODS if food != row)", "(food for food in FOODS[::-1] if food != row)"),
    Mutant("fooden/season", "eaten // cards.hunger[creature]", "eaten // need"),
    Mutant("fooden/season", "min(need, sum(on_it) if omnivorous else on_it[row])", "min(need, sum(on_it))"),
    Mutant("fooden/season", "state.reserve[food] += taken", "pass"),
    Mutant(
        "fooden/season",
        "        if prey >= 0:\n            return prey\n    return _search",
        "        return prey\n    return _search",
    ),
    Mutant("fooden/season", "if away < best:", "if away <= best:"),
    Mutant("fooden/season", "range(column, len(line))", "range(column + 1, len(line))"),
    Mutant("fooden/season", "range(min(column, len(line)) - 1,", "range(min(column + 1, len(line)) - 1,"),
    Mutant(
        "fooden/season", "if edible[prey] and fates[prey] != FACE_DOWN:", "if edible[prey] and fates[prey] < INVERTED:"
    ),
    Mutant("fooden/season", "apart + away if manhattan else max(apart, away)", "apart + away"),
    Mutant(
        "fooden/season", "trait == AMBUSH and fates[prey] != SATIATED", "trait == AMBUSH and fates[prey] == INVERTED"
    ),
    Mutant("fooden/season", "if trait == POISON or state.trait[hunter] == POISON else", "if trait == POISON else"),
    Mutant("fooden/season", "                    state.gain(seat, creature)", "                    state.vp += 1"),
    Mutant("fooden/season", "if state.rules.clears_food:", "if not state.rules.clears_food:"),
    Mutant("fooden/season", "if state.rules.counts_doomed else", "if not state.rules.counts_doomed else"),
    Mutant("fooden/season", " or one in doomed]", "]"),
    Mutant("fooden/season", "and other != creature for other", "for other"),
    Mutant(
        "fooden/season",
        "        if not more:\n            return saved\n",
        "        if True:\n            return saved\n",
    ),
    Mutant("fooden/season", "(state.leader + step) % state.seats", "step"),
    Mutant("fooden/season", "purse[food] < allotted and reserve[food]", "reserve[food]"),
    # the end
    Mutant("fooden/table", "found[self.leader] += LEADS", "found[0] += LEADS"),
    Mutant("fooden/cards", "max(numbers) if self.most else min(numbers)", "min(numbers)"),
    Mutant("fooden/state", "and not self.rules.grand_slam:  # FO-6.1", ":  # FO-6.1"),
    Mutant(
        "fooden/state",
        "key=lambda seat: (seat - self.leader) % self.seats",
        "key=lambda seat: (self.leader - seat) % self.seats",
    ),
    Mutant(
        "fooden/state",
        "self.seat, self.stage, self.legal = self.leader, NAMING",
        "self.seat, self.stage, self.legal = tied[0], NAMING",
    ),
    # what a seat knows
    Mutant("fooden/view", "return seat == whose or state.stage != LAYING", "return True"),
    Mutant("fooden/view", "(seat == whose and state.stage != CHOOSING)", "seat == whose"),
    Mutant("fooden/view", "laid = rng.pick(hand)", "laid = first + card"),
    Mutant("fooden/view", "looked = () if _sees_looked(state, seat) else state.looked", "looked = ()"),
    Mutant("fooden/view", "for place, seats in placed}", "for place, seats in placed if seats >> seat & 1}"),
    Mutant("fooden/view", "        deck.insert(place, creature)", "        deck.append(creature)"),
    Mutant("fooden/view", "        _redeal_objectives(state, seat, rng)\n    if", "        pass\n    if"),
    # looking ahead
    Mutant("fooden/lookahead", "state.round < ROUNDS and", ""),
    Mutant("fooden/lookahead", "        changes[state.leader] -= LEADS\n", ""),
    Mutant("fooden/lookahead", "elif kind == BOUNTY and state.vp > won:", "elif kind == BOUNTY:"),
    Mutant("fooden/lookahead", "                owed += 1\n", "                pass\n"),
    Mutant("fooden/lookahead", "if lab > 1 or (not lab and self.quiet) else None", ""),
    Mutant("fooden/view", "len(state.box) + sum(dealt) - 1", "sum(dealt) - 1"),
]

#: The tests that must catch them.
WORDS = [
    "games/test_fooden.py",
    "rules/test_scenario.py",
    "games/test_conformance.py",
    "games/test_greedy.py",
    "-k",
    "fooden",
]

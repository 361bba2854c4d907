"""How situations of FOODEN are written down in scenarios; `docs/notation/fooden.md` says it to people."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pawprint.games.fooden.actions import ACTING, LAY, STAGES
from pawprint.games.fooden.cards import COUNTED, EFFECTS, FOODS, ROWS, SEASONS, TRAITS, TYPES
from pawprint.games.fooden.rules import Fooden
from pawprint.games.fooden.season import FATES, end_of_season, survival
from pawprint.games.fooden.state import FoodenState
from pawprint.rules.engine import Action, Json, Rng
from pawprint.rules.notation import (
    NOTATIONS,
    Deck,
    Notation,
    NotationLink,
    Unreadable,
    mapping,
    number,
    one_of,
    sequence,
)

#: FO-1.6, FO-1.7: the contents of the box for a scenario with its own cards that does not state them.
_CUBES = {"insect": 18, "plant": 24, "meat": 12}
_VP = 20
_SEATS = ("ann", "ben")
_MANY = 99
_SCORE = ("base", "per", "counts", "set_of", "most_numerous")


@NOTATIONS("fooden")
class FoodenNotation(Notation[Fooden, FoodenState]):
    """Reads and writes situations of FOODEN.

    Attributes:
        names: of the players, by seat.
    """

    incomplete = frozenset({"FO-I-24", "FO-I-29"})

    def __init__(self, rules: Fooden) -> None:
        super().__init__(rules)
        self.names: tuple[str, ...] = ()

    # --- cards of a scenario's own --------------------------------------------------------------------------

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        mapping(fixture, ("creatures", "objectives", "actions", "cubes", "vp"))
        actions = {
            name: _action(written, "actions", name) for name, written in _entries(fixture.get("actions"), "actions")
        }
        cubes = _CUBES | dict(_amounts(fixture.get("cubes"), "cubes"))
        return {
            "traits": {name: {} for name in TRAITS[1:]},
            "action-icons": {name: {} for name in EFFECTS},
            "creatures": {
                name: _creature(written, "creatures", name)
                for name, written in _entries(fixture.get("creatures"), "creatures")
            },
            "objectives": {
                name: {"score": _score(written, "objectives", name)}
                for name, written in _entries(fixture.get("objectives"), "objectives")
            },
            "organisations": {action["organisation"].id: {} for action in actions.values()},
            "actions": actions,
            "cubes": {f"{food}-cube": {"food": food, "copies": count} for food, count in cubes.items()},
            "vp": {"star": {"copies": number(fixture.get("vp", _VP), 0, _MANY, "vp", "vp")}},
            "season": {"year": {"spaces": tuple({"id": name} for name in SEASONS)}},
        }

    # --- situations -----------------------------------------------------------------------------------------

    def read_state(self, written: Json) -> FoodenState:
        """`deal: SEED` is a new game before its first Phase 1; everything else says what lies where."""
        mapping(written, (
            "players", "deal", "leader", "season", "round", "turn", "deck", "lab", "discard", "survivors", "rows",
            "force", "on", "food", "reserve", "vp",
        ))  # fmt: skip
        players = written.get("players", [*_SEATS])
        self.names = tuple(map(str, players if isinstance(players, dict) else sequence(players, "players")))
        if not 1 <= len(self.names) <= self.rules.chosen["max_players"]:
            raise Unreadable(f"the game is not for {len(self.names)} players", "players")
        if "deal" in written:
            return self._dealt(written["deal"])
        state = FoodenState(self.rules, len(self.names))
        names = self.rules.cards.season_names
        state.season = names.index(one_of(written.get("season", names[0]), names, "season", "season"))
        state.round = number(written.get("round", 1), 1, 4, "round", "round")
        state.leader = state.first = state.seat = self._seat(written.get("leader", self.names[0]), "leader")
        for zone in ("lab", "discard", "survivors", "deck"):
            setattr(state, zone, [self._creature(name, zone) for name in sequence(written.get(zone), zone)])
        state.lab.sort()
        state.deck.reverse()
        self._read_rows(written, state)
        self._read_foods(written, state)
        self._read_players(written.get("players"), state)
        self._read_things(written.get("on"), state)
        self._read_turn(written.get("turn"), state)
        self._once(state)
        state.offer()
        return state

    def _dealt(self, seed: Json) -> FoodenState:
        if len(self.names) not in self.rules.players:
            raise Unreadable(f"the game is not for {len(self.names)} players", "players")
        seed = number(seed, 0, 1 << 30, "deal", "deal")
        state = self.rules.set_up(self.rules.setup(len(self.names), Rng("scenario", seed)))
        state.first_lab()
        return state

    def _seat(self, name: Json, *path: str | int) -> int:
        return self.names.index(one_of(name, self.names, "player", *path))

    def _creature(self, name: Json, *path: str | int) -> int:
        return self.rules.cards.numbers[one_of(name, self.rules.cards.numbers, "creature", *path)]

    def _read_rows(self, written: Json, state: FoodenState) -> None:
        forces = mapping(written.get("force") or {}, self.rules.cards.numbers, "force")
        rows = mapping(written.get("rows") or {}, ROWS, "rows")
        for row, name in enumerate(ROWS):
            for one in sequence(rows.get(name), "rows", name):
                creature = self._creature(one, "rows", name)
                if self.rules.cards.row[creature] != row:
                    raise Unreadable(f"'{one}' has another diet than {name}", "rows", name)
                force = number(forces.get(one, self.rules.cards.force[creature]), 0, _MANY, "force", "force", one)
                state.rows[row].append(creature)
                state.ranks[row].append(-force)
            if state.ranks[row] != sorted(state.ranks[row]):
                raise Unreadable("the strongest stand left", "rows", name, help="another order, or force: {...}")

    def _read_foods(self, written: Json, state: FoodenState) -> None:
        for food, count in _amounts(written.get("food"), "food"):
            self._take(state, food, count, "food")
            state.food[ROWS.index(food)] = count
        for food, count in _amounts(written.get("reserve"), "reserve"):
            state.reserve[ROWS.index(food)] = count
        state.vp = number(written.get("vp", state.vp), 0, _MANY, "vp", "vp")

    def _take(self, state: FoodenState, food: str, count: int, *path: str | int) -> None:
        """Cubes out of the Reserve."""
        state.reserve[ROWS.index(food)] -= count
        if state.reserve[ROWS.index(food)] < 0:
            raise Unreadable(f"there are not so many {food} cubes", *path)

    def _read_players(self, written: Json, state: FoodenState) -> None:
        """A list of names, or name -> what the player has."""
        cards = self.rules.cards
        for seat, name in enumerate(self.names):
            has = written.get(name) if isinstance(written, dict) else None
            known = ("organisation", "hand", "cubes", "vp", "objectives")
            at = ("players", name)
            has = mapping(has or {}, known, *at)
            if "organisation" in has:
                organisation = one_of(has["organisation"], cards.organisations, "organisation", *at, "organisation")
                state.organisations[seat] = cards.organisations.index(organisation)
                state.hands[seat] = self.rules.hands[state.organisations[seat]]
            if "hand" in has:
                state.hands[seat] = tuple(
                    sorted(self._action(one, *at, "hand") for one in sequence(has["hand"], *at, "hand"))
                )
            for food, count in _amounts(has.get("cubes"), *at, "cubes"):
                self._take(state, food, count, *at, "cubes")
                state.purses[seat][ROWS.index(food)] = count
            state.points[seat] = number(has.get("vp", 0), 0, state.vp, "vp", *at, "vp")
            state.vp -= state.points[seat]
            objectives = [objective.name for objective in cards.objectives]
            state.objectives[seat] = tuple(
                objectives.index(one_of(one, objectives, "objective", *at, "objectives"))
                for one in sequence(has.get("objectives"), *at, "objectives")
            )

    def _action(self, name: Json, *path: str | int) -> int:
        """The action that lays a card."""
        actions = [action.name for action in self.rules.cards.actions]
        return self.rules.words.first[LAY] + actions.index(one_of(name, actions, "action card", *path))

    def _read_things(self, written: Json, state: FoodenState) -> None:
        """creature -> the cubes on it, and the players whose VP tokens lie there."""
        for name, things in _entries(written, "on"):
            creature = self._creature(name, "on", name)
            mapping(things, ("cubes", "vp"), "on", name)
            for food, count in _amounts(things.get("cubes"), "on", name, "cubes"):
                self._take(state, food, count, "on", name, "cubes")
                for _ in range(count):
                    state.put_on(creature, ROWS.index(food))
            if things.get("vp"):
                state.tokens[creature] = tuple(
                    self._seat(one, "on", name, "vp") for one in sequence(things["vp"], "on", name, "vp")
                )
                state.vp -= len(state.tokens[creature])

    def _read_turn(self, written: Json, state: FoodenState) -> None:
        """Whose card is being applied, and what is still to come of it; the others have no card in this round."""
        if written is None:
            return
        mapping(written, ("player", "effects", "n"), "turn")
        state.seat = self._seat(written.get("player", self.names[state.leader]), "turn", "player")
        effects = [
            one_of(one, EFFECTS, "effect", "turn", "effects")
            for one in sequence(written.get("effects"), "turn", "effects")
        ]
        state.pending = sum(1 << EFFECTS.index(effect) for effect in {*effects})
        counted = [EFFECTS[effect] for effect in COUNTED if state.pending >> effect & 1]
        if counted and "n" not in written:
            raise Unreadable(f"the effect '{counted[0]}' needs a number", "turn", help="add n: and how many creatures")
        state.count = number(written.get("n", 0), 1 if counted else 0, _MANY, "n", "turn", "n")
        state.stage = ACTING

    def _once(self, state: FoodenState) -> None:
        rows = [creature for row in state.rows for creature in row]
        for creature, count in Counter([*state.deck, *state.lab, *state.discard, *state.survivors, *rows]).items():
            if count > 1:
                raise Unreadable(f"'{state.name(creature)}' is in {count} places")

    # --- actions --------------------------------------------------------------------------------------------

    def read_action(self, written: Json, state: FoodenState) -> Action:
        """In words, or as `player: words`."""
        if isinstance(written, dict) and len(written) == 1:
            (name, words), *_ = written.items()
            if self._seat(name, name) != state.actor():
                raise Unreadable(f"it is not {name} who acts now")
            written = words
        if isinstance(written, str):
            verb, _, name = written.partition(" ")
            if verb == "name" and name in self.names:
                written = f"name seat {self.names.index(name)}"
        return super().read_action(written, state)

    def which(self, query: Json, state: FoodenState) -> Collection[Json]:
        """All actions for `any`; of those that begin with a word, what follows it."""
        words = [self._said(action) for action in state.legal_actions()]
        if query == "any":
            return words
        if not isinstance(query, str):
            raise Unreadable("asked for no action", help="write which: any, or which: introduce")
        return [one.removeprefix(query).strip() for one in words if one.split(" ")[0] == query]

    def _said(self, action: int) -> str:
        """An action with the players' names."""
        words = self.rules.describe(action)
        seat = words.removeprefix("name seat ")
        return words if seat == words else f"name {self.names[int(seat)]}"

    def run(self, what: Json, state: FoodenState) -> None:
        """Phase 1, 3 or 4, what the players get back after it, or the scoring."""
        phases = {
            "phase 1": state.dawn, "phase 3": lambda: survival(state), "phase 4": lambda: end_of_season(state),
            "top-up": state.top_up, "scoring": state.finish,
        }  # fmt: skip
        if what == "phase 4" and len(state.fates) != len(state.row):
            survival(state)
        phases[one_of(what, phases, "phase")]()

    # --- facts ----------------------------------------------------------------------------------------------

    def seats(self, state: FoodenState) -> list[str]:
        return [*self.names] or super().seats(state)

    def facts(self, state: FoodenState) -> dict[str, Json]:
        names = self.seats(state)
        facts = self.common(state, names)
        rows = {row: self._names(line) for row, line in zip(ROWS, state.rows, strict=True)}
        best = max(facts["scores"].values())
        cards = self.rules.cards
        for fate, name in zip(FATES[1:], ("satiated", "inverted", "face_down"), strict=True):
            facts[name] = {
                state.name(one)
                for line in state.rows
                for one in line
                if state.fates and FATES[state.fates[one]] == fate
            }
        return facts | {
            "stage": STAGES[state.stage],
            "season": cards.season_names[state.season % len(cards.season_names)],
            "round": state.round,
            "leader": names[state.leader],
            "rows": rows,
            "force": {state.name(one): state.force(one) for line in state.rows for one in line},
            "food": _foods(state.food),
            "reserve": _foods(state.reserve) | {"vp": state.vp},
            "deck": self._names(state.deck[::-1]),
            "looked": {*self._names(state.looked)},
            "lab": {*self._names(state.lab)},
            "discard": {*self._names(state.discard)},
            "survivors": {*self._names(state.survivors)},
            "count": {
                "deck": len(state.deck),
                "lab": len(state.lab),
                "nature": sum(map(len, state.rows)),
                "discard": len(state.discard),
                "survivors": len(state.survivors),
            },
            "on": {
                state.name(one): {
                    "cubes": _foods(state.cubes.get(one, (0, 0, 0, 0))),
                    "vp": Counter(names[seat] for seat in state.tokens.get(one, ())),
                }
                for one in {*state.cubes, *state.tokens}
            },
            "players": {name: self._has(state, seat) for seat, name in enumerate(names)},
            "tied": {name for name, score in facts["scores"].items() if score == best},
            "attacks": [f"{event[1]} on {event[2]}" for event in state.events or () if event[0] == "attacks"],
        }

    def _names(self, creatures: Sequence[int]) -> list[str]:
        return [self.rules.cards.creatures[creature].name for creature in creatures]

    def _has(self, state: FoodenState, seat: int) -> dict[str, Json]:
        """What a player has."""
        cards = self.rules.cards
        organisation = state.organisations[seat]
        return {
            "organisation": cards.organisations[organisation] if organisation >= 0 else None,
            "cubes": _foods(state.purses[seat]),
            "vp": state.points[seat],
            "hand": {cards.actions[action - state.first_action[LAY]].name for action in state.hands[seat]},
            "laid": state.laid[seat] >= 0,
        }


# --- fields -------------------------------------------------------------------------------------------------


def _entries(written: Json, *path: str | int) -> Iterator[tuple[str, Json]]:
    if not isinstance(written, dict | None):
        raise Unreadable("this should be a mapping", *path)
    yield from (written or {}).items()


def _amounts(written: Json, *path: str | int) -> Iterator[tuple[str, int]]:
    """food -> cubes."""
    for food, count in mapping(written or {}, ROWS[1:], *path).items():
        yield food, number(count, 0, _MANY, "cubes", *path, food)


def _foods(amounts: Sequence[int]) -> dict[str, int]:
    return {ROWS[food]: amounts[food] for food in FOODS}


def _creature(written: Json, *path: str | int) -> dict[str, Any]:
    """A creature; without hunger where it lives on sunshine, and else with one of 1."""
    mapping(written, ("type", "diet", "force", "hunger", "properties", "trait", "parameter"), *path)
    diet = one_of(written.get("diet"), ROWS, "diet", *path, "diet")
    trait = written.get("trait")
    return {
        "type": one_of(written.get("type", "animal"), TYPES, "type", *path, "type"),
        "diet": diet,
        "force": number(written.get("force", 1), 0, _MANY, "force", *path, "force"),
        "hunger": number(written.get("hunger", int(diet != "sun")), 0, _MANY, "hunger", *path, "hunger"),
        "properties": tuple(map(str, sequence(written.get("properties"), *path, "properties"))),
        "trait": None if trait is None else NotationLink("traits", one_of(trait, TRAITS[1:], "trait", *path, "trait")),
        "parameter": written.get("parameter"),
    }


def _score(written: Json, *path: str | int) -> dict[str, Any]:
    mapping(written, _SCORE, *path)
    counts: Mapping[str, Any] = mapping(
        written.get("counts") or {}, ("field", "value", "at_least", "at_most"), *path, "counts"
    )
    if counts:
        fields = ("type", "diet", "force", "hunger", "properties", "trait")
        one_of(counts.get("field"), fields, "field", *path, "counts", "field")
        for limit in counts.keys() & {"at_least", "at_most"}:
            number(counts[limit], 0, _MANY, limit, *path, "counts", limit)
    return {
        **dict.fromkeys(_SCORE),
        **written,
        "base": number(written.get("base", 0), 0, _MANY, "base", *path, "base"),
        "per": number(written.get("per"), 1, _MANY, "per", *path, "per"),
    }


def _action(written: Json, *path: str | int) -> dict[str, Any]:
    mapping(written, ("organisation", "effects", "n"), *path)
    effects = [
        one_of(one, EFFECTS, "effect", *path, "effects") for one in sequence(written.get("effects"), *path, "effects")
    ]
    return {
        "organisation": NotationLink("organisations", str(written.get("organisation") or path[-1])),
        "effects": tuple(NotationLink("action-icons", one) for one in effects),
        "n": written.get("n"),
    }

"""How situations of FOODEN are written down in scenarios; `docs/notation/fooden.md` says it to people."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any

from pawprint.games.fooden.rules import EFFECTS, FOODS, ROWS, Fooden, complete_game
from pawprint.games.fooden.table import FoodenTable
from pawprint.play.data_notation import DataNotation
from pawprint.play.engine import CHANCE, Action, Json, Rng
from pawprint.play.language.data_state import DataState
from pawprint.play.language.paused_state import PausedState
from pawprint.play.notation import NOTATIONS, Deck, NotationLink, Unreadable, mapping, number, one_of, sequence

#: FO-1.6, FO-1.7: the contents of the box for a scenario with its own cards that does not state them.
_CUBES = {"insect": 18, "plant": 24, "meat": 12}
_VP = 20
_SEATS = ("ann", "ben")
_MANY = 99
_SCORE = ("base", "per", "counts", "set_of", "most_numerous")
_SEASONS, _SORTS = (Fooden.spec.words[name] for name in ("seasons", "sort"))
#: Effects that need a number.
_COUNTED = ("renew", "foresee")
#: What `run` accepts -> the steps that are done.
_PHASES = {"phase 1": "", "phase 3": "survival", "phase 4": "season ends", "top-up": "top up", "scoring": ""}


class FoodenSituation(PausedState):
    """A situation that waits before cards are laid if somebody has none, and before Phase 1 of a new game."""

    __slots__ = ()

    def holds(self, phase: str) -> bool:
        if phase != "laying" or all(self.zone("hand", seat) for seat in range(self.players)):
            return False
        self.seat = self.values["leader"]
        return True


@NOTATIONS("fooden")
class FoodenNotation(DataNotation[Fooden]):
    """Reads and writes situations of FOODEN."""

    incomplete = frozenset({"FO-I-24", "FO-I-29"})

    # --- cards of a scenario's own --------------------------------------------------------------------------

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        mapping(fixture, ("creatures", "objectives", "actions", "cubes", "vp"))
        actions = _each(fixture, "actions", _action)
        cubes = _CUBES | dict(_amounts(fixture.get("cubes"), "cubes"))
        return {
            "traits": _traits(),
            "action-icons": {name: {} for name in EFFECTS},
            "creatures": _each(fixture, "creatures", _creature),
            "objectives": _each(fixture, "objectives", _objective),
            "organisations": {action["organisation"].id: {} for action in actions.values()},
            "actions": actions,
            "cubes": {f"{food}-cube": {"food": food, "copies": count} for food, count in cubes.items()},
            "vp": {"star": {"copies": number(fixture.get("vp", _VP), 0, _MANY, "vp", "vp")}},
            "season": {"year": {"spaces": tuple({"id": name} for name in _SEASONS)}},
        }

    # --- situations -----------------------------------------------------------------------------------------

    def read_state(self, written: Json) -> DataState:
        """`deal: SEED` is a new game before its first Phase 1; everything else says what lies where."""
        mapping(written, (
            "players", "deal", "leader", "season", "round", "turn", "deck", "lab", "discard", "survivors", "rows",
            "force", "on", "food", "reserve", "vp",
        ))  # fmt: skip
        players = written.get("players", [*_SEATS])
        self.names = tuple(map(str, players if isinstance(players, dict) else sequence(players, "players")))
        if not 1 <= len(self.names) <= self.rules.chosen["max_players"]:
            raise Unreadable(f"the game is not for {len(self.names)} players", "players")
        state = FoodenSituation(self.rules, len(self.names))
        if "deal" in written:
            state.restore(self._dealt(written["deal"]))
            state.wait_for("phase 1", state.values["leader"])
            return state
        leader = self.seat_of(written.get("leader", self.names[0]), "leader")
        season = _SEASONS.index(one_of(written.get("season", _SEASONS[0]), _SEASONS, "season", "season"))
        turn = number(written.get("round", 1), 1, 4, "round", "round")
        values = {"winner": -1, "season": season, "round": turn, "leader": leader, "first": leader, "moving": None}
        for name, value in (values | {f"organisation {seat}": None for seat in range(state.players)}).items():
            state.remember(name, value)
        for zone in ("lab", "discard", "survivors", "deck"):
            state.zone(zone).extend(self.kinds(written.get(zone), "creatures", zone, noun="creature"))
        state.zone("deck").reverse()
        for creature in state.zone("survivors"):
            state.perform("count", creature)
        state.perform("reckon")
        self._read_rows(written, state)
        self._read_stocks(written, state)
        self._read_players(written.get("players"), state)
        self._read_things(written.get("on"), state)
        self._once(state)
        self._read_turn(written.get("turn"), state)
        if written.get("turn") is None:
            state.wait_for("laying", leader)
            if not state.holds("laying"):
                state.run()
        return state

    def _dealt(self, seed: Json) -> Json:
        if len(self.names) not in self.rules.players:
            raise Unreadable(f"the game is not for {len(self.names)} players", "players")
        return self.rules.setup(len(self.names), Rng("scenario", number(seed, 0, 1 << 30, "deal", "deal")))

    def _read_rows(self, written: Json, state: DataState) -> None:
        forces = mapping(written.get("force") or {}, self.known("creatures"), "force")
        rows = mapping(written.get("rows") or {}, ROWS, "rows")
        for name in ROWS:
            line: list[int] = []
            for entry in sequence(rows.get(name), "rows", name):
                creature = self.kind(entry, "creatures", "rows", name, noun="creature")
                if self.rules.cards[entry]["diet"] != name:
                    raise Unreadable(f"'{entry}' has another diet than {name}", "rows", name)
                force = number(forces.get(entry, self.rules.cards[entry]["force"]), 0, _MANY, "force", "force", entry)
                state.remember(f"force {entry}", force)
                line.append(force)
                state.zone(f"nature {name}").append(creature)
            if line != sorted(line, reverse=True):
                raise Unreadable("the strongest stand left", "rows", name, help="another order, or force: {...}")

    def _read_stocks(self, written: Json, state: DataState) -> None:
        for food in FOODS:
            state.remember(f"reserve {food}", self.rules.cubes.get(food, 0))
        for food, count in _amounts(written.get("food"), "food"):
            self._take(state, food, count, "food")
            state.remember(f"food {food}", count)
        for food, count in _amounts(written.get("reserve"), "reserve"):
            state.remember(f"reserve {food}", count)
        state.remember("vp", number(written.get("vp", self.rules.vp), 0, _MANY, "vp", "vp"))

    def _take(self, state: DataState, food: str, count: int, *path: str | int) -> None:
        left = state.values[f"reserve {food}"] - count
        state.remember(f"reserve {food}", left)
        if left < 0:
            raise Unreadable(f"there are not so many {food} cubes", *path)

    def _read_players(self, written: Json, state: DataState) -> None:
        """A list of names, or name -> what the player has."""
        for seat, name in enumerate(self.names):
            has = written.get(name) if isinstance(written, dict) else None
            at = ("players", name)
            has = mapping(has or {}, ("organisation", "hand", "cubes", "vp", "objectives"), *at)
            hand = state.zone("hand", seat)
            if "organisation" in has:
                organisation = one_of(has["organisation"], self._organisations(), "organisation", *at, "organisation")
                kind = self.rules.records.kind_named(organisation, ["organisations"])
                state.v[state.program.value_places[f"organisation {seat}"]] = kind
                hand.extend(map(self.rules.piece_of, self.rules.organisations.get(organisation, ())))
            if "hand" in has:
                held = {*self.kinds(has["hand"], "actions", *at, "hand", noun="action card")}
                state.zone("played", seat).extend(card for card in hand if card not in held)
                hand[:] = sorted(held)
            for food, count in _amounts(has.get("cubes"), *at, "cubes"):
                self._take(state, food, count, *at, "cubes")
                state.remember(f"purse {seat} {food}", count)
            state.points[seat] = number(has.get("vp", 0), 0, state.values["vp"], "vp", *at, "vp")
            state.remember("vp", state.values["vp"] - state.points[seat])
            objectives = self.kinds(has.get("objectives"), "objectives", *at, "objectives", noun="objective")
            state.zone("goals", seat).extend(objectives)

    def _organisations(self) -> list[str]:
        records = self.rules.records
        return [name for name, of in zip(records.ids, records.components, strict=True) if of == "organisations"]

    def _read_things(self, written: Json, state: DataState) -> None:
        """creature -> the cubes on it, and the players whose VP tokens lie there."""
        for name, things in mapping(written or {}, None, "on").items():
            self.kind(name, "creatures", "on", name, noun="creature")
            mapping(things, ("cubes", "vp"), "on", name)
            laden = 0
            for food, count in _amounts(things.get("cubes"), "on", name, "cubes"):
                self._take(state, food, count, "on", name, "cubes")
                state.remember(f"cubes {name} {food}", count)
                laden += count
            owners = Counter(
                self.seat_of(player, "on", name, "vp") for player in sequence(things.get("vp"), "on", name, "vp")
            )
            for seat, count in owners.items():
                state.remember(f"tokens {name} {seat}", count)
            state.remember("vp", state.values["vp"] - owners.total())
            state.remember(f"laden {name}", laden + owners.total())

    def _read_turn(self, written: Json, state: FoodenSituation) -> None:
        """Whose card is being applied, and what is still to come of it; the others have no card in this round."""
        if written is None:
            return
        mapping(written, ("player", "effects", "n"), "turn")
        seat = self.seat_of(written.get("player", self.names[state.values["leader"]]), "turn", "player")
        effects = {*_effects(written.get("effects"), "turn", "effects")}
        counted = [effect for effect in _COUNTED if effect in effects]
        if counted and "n" not in written:
            raise Unreadable(f"the effect '{counted[0]}' needs a number", "turn", help="add n: and how many creatures")
        amount = number(written.get("n", 0), 1 if counted else 0, _MANY, "n", "turn", "n")
        values = {"amount": amount, "left": len(effects), "active": seat}
        for name, value in (values | {f"due {effect}": True for effect in effects}).items():
            state.remember(name, value)
        state.begin("", "add", seat)

    def _once(self, state: DataState) -> None:
        zones = ["deck", "lab", "discard", "survivors", *(f"nature {row}" for row in ROWS)]
        for creature, count in Counter(card for zone in zones for card in state.zone(zone)).items():
            if count > 1:
                raise Unreadable(f"'{self.rules.id_of(creature)}' is in {count} places")

    # --- actions --------------------------------------------------------------------------------------------

    def read_action(self, written: Json, state: DataState) -> Action:
        if isinstance(written, dict) and len(written) == 1:
            (name, words), *_ = written.items()
            if self.seat_of(name, name) != state.actor():
                raise Unreadable(f"it is not {name} who acts now")
            written = words
        if isinstance(written, str):
            verb, _, name = written.partition(" ")
            if verb == "name" and name in self.names:
                written = f"name seat {self.names.index(name)}"
        return super().read_action(written, state)

    def which(self, query: Json, state: DataState) -> Collection[Json]:
        """All actions for `any`; of those that begin with a word, what follows it."""
        words = [self._said(action) for action in state.legal_actions() if state.actor() != CHANCE]
        if query == "any":
            return words
        if not isinstance(query, str):
            raise Unreadable("asked for no action", help="write which: any, or which: introduce")
        return [word.removeprefix(query).strip() for word in words if word.split(" ")[0] == query]

    def _said(self, action: Action) -> str:
        words = self.rules.describe(action)
        seat = words.removeprefix("name seat ")
        return words if seat == words else f"name {self.names[int(seat)]}"

    def run(self, what: Json, state: DataState) -> None:
        steps = _PHASES[one_of(what, _PHASES, "phase")]
        assert isinstance(state, FoodenSituation)
        if steps:
            table = FoodenTable(state)
            if what == "phase 4" and all(table.stand(card) == "hungry" for card in table.everyone):
                state.perform("survival")
            state.perform(steps)
            return
        state.wait_for("phase 1" if what == "phase 1" else "scoring", state.seat)
        state.run()

    # --- facts ----------------------------------------------------------------------------------------------

    def facts(self, state: DataState) -> dict[str, Json]:
        table, names, ids = FoodenTable(state), self.seats(state), self.ids
        facts = self.common(state, names)
        best = max(facts["scores"].values())
        for stand, name in (("satiated", "satiated"), ("inverted", "inverted"), ("dead", "face_down")):
            facts[name] = {table.name(card) for card in table.everyone if table.stand(card) == stand}
        laden = [(card, table.cubes(card), table.tokens(card)) for card in range(self.rules.records.played)]
        piles = {"lab": table.lab, "discard": table.discard, "survivors": table.survivors}
        counted = piles | {"deck": table.deck, "nature": table.everyone}
        facts |= {name: {*ids(creatures)} for name, creatures in piles.items()}
        return facts | {
            "stage": table.stage,
            "season": table.season_name,
            "round": table.round,
            "leader": names[table.leader],
            "rows": {row: ids(line) for row, line in table.rows.items()},
            "force": {table.name(card): table.force(card) for card in table.everyone},
            "food": {food: table.food[food] for food in FOODS},
            "reserve": table.reserve | {"vp": table.vp},
            "deck": ids(table.deck[::-1]),
            "looked": {*ids(table.looked)},
            "count": {name: len(creatures) for name, creatures in counted.items()},
            "on": {
                table.name(card): {"cubes": cubes, "vp": Counter(names[seat] for seat in tokens)}
                for card, cubes, tokens in laden
                if tokens or any(cubes.values())
            },
            "players": self.each(state, lambda seat: self._has(table, seat)),
            "tied": {name for name, score in facts["scores"].items() if score == best},
            "attacks": [f"{event[1]} on {event[2]}" for event in state.events or () if event[0] == "attacks"],
        }

    def _has(self, table: FoodenTable, seat: int) -> dict[str, Json]:
        return {
            "organisation": table.organisation(seat),
            "cubes": table.purse(seat),
            "vp": table.points[seat],
            "hand": {*self.ids(table.hand(seat))},
            "laid": table.laid(seat) >= 0,
        }


# --- fields -------------------------------------------------------------------------------------------------


def _each(fixture: Json, component: str, read: Callable[..., dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The cards of a component: id -> fields."""
    cards = mapping(fixture.get(component) or {}, None, component)
    return {name: read(written, component, name) for name, written in cards.items()}


def _effects(written: Json, *path: str | int) -> list[str]:
    return [one_of(effect, EFFECTS, "effect", *path) for effect in sequence(written, *path)]


def _amounts(written: Json, *path: str | int) -> Iterator[tuple[str, int]]:
    for food, count in mapping(written or {}, FOODS, *path).items():
        yield food, number(count, 0, _MANY, "cubes", *path, food)


def _creature(written: Json, *path: str | int) -> dict[str, Any]:
    mapping(written, ("type", "diet", "force", "hunger", "properties", "trait", "parameter"), *path)
    diet = one_of(written.get("diet"), ROWS, "diet", *path, "diet")
    trait = written.get("trait")
    return {
        "type": one_of(written.get("type", "animal"), _SORTS, "type", *path, "type"),
        "diet": diet,
        "force": number(written.get("force", 1), 0, _MANY, "force", *path, "force"),
        "hunger": number(written.get("hunger", int(diet != "sun")), 0, _MANY, "hunger", *path, "hunger"),
        "properties": tuple(map(str, sequence(written.get("properties"), *path, "properties"))),
        "trait": None if trait is None else NotationLink("traits", one_of(trait, _traits(), "trait", *path, "trait")),
        "parameter": written.get("parameter"),
    }


def _objective(written: Json, *path: str | int) -> dict[str, Any]:
    mapping(written, _SCORE, *path)
    counts: Mapping[str, Any] = mapping(
        written.get("counts") or {}, ("field", "value", "at_least", "at_most"), *path, "counts"
    )
    if counts:
        fields = ("type", "diet", "force", "hunger", "properties", "trait")
        one_of(counts.get("field"), fields, "field", *path, "counts", "field")
        for limit in counts.keys() & {"at_least", "at_most"}:
            number(counts[limit], 0, _MANY, limit, *path, "counts", limit)
    base = number(written.get("base", 0), 0, _MANY, "base", *path, "base")
    per = number(written.get("per"), 1, _MANY, "per", *path, "per")
    return {"score": {**dict.fromkeys(_SCORE), **written, "base": base, "per": per}}


def _action(written: Json, *path: str | int) -> dict[str, Any]:
    mapping(written, ("organisation", "effects", "n"), *path)
    effects = _effects(written.get("effects"), *path, "effects")
    return {
        "organisation": NotationLink("organisations", str(written.get("organisation") or path[-1])),
        "effects": tuple(NotationLink("action-icons", effect) for effect in effects),
        "n": written.get("n"),
    }


@cache
def _traits() -> Mapping[str, dict[str, Any]]:
    return {
        record.id: {name: record.values.get(name) for name in ("parameter", "effects")}
        for record in complete_game().pieces("traits")
    }

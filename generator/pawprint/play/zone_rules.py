"""The base class of a game's own rules: a file in its folder has a subclass that says what happens, and no more.

A subclass declares zones and fills in `deal`, `actions` and `act`; `docs/python-rules.md` builds one. What people write
runs within a limit of time, and an error in it becomes a `RulesFault` with the line.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play._zone_game import ZoneGame
from pawprint.play._zone_state import HIDDEN, OPEN, OWNER, Zone, ZoneState
from pawprint.play.engine import (
    CHANCE,
    END,
    NUMBER,
    PIECE,
    SEAT,
    Action,
    Json,
    Option,
    Rng,
    RuleNumber,
)  # fmt: skip
from pawprint.play.game_options import agreed_options
from pawprint.play.time_limit import RulesFault, within_rules

__all__ = [
    "CHANCE", "END", "HIDDEN", "NUMBER", "OPEN", "OWNER", "PIECE", "SEAT",
    "Option", "Rng", "RuleNumber", "Zone", "ZoneRules", "ZoneState",
]  # fmt: skip

#: The methods that a subclass writes.
HOOKS = (
    "prepare", "deal", "actions", "outcomes", "act", "refusal", "ranking", "invariants", "says", "question",
)  # fmt: skip


class RulesClass(type):
    """The class of classes of rules. Those of a game's own file are sent to other processes with that file."""

    def __init__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> None:
        super().__init__(name, bases, members)
        for hook in HOOKS if bases else ():
            if hook in members and callable(members[hook]):
                setattr(cls, hook, _guarded(members[hook]))


def _guarded(hook: Callable[..., Any]) -> Callable[..., Any]:
    """A method that a user has written, within a limit of time, whose errors have their line."""

    @wraps(hook)
    def call(rules: Any, *arguments: Any) -> Any:
        with within_rules(rules.path, rules.text, f"{hook.__name__}()", hook.__code__.co_firstlineno):
            found = hook(rules, *arguments)
            return [*found] if hasattr(found, "__next__") else found  # what a generator does belongs to the method

    return call


class ZoneRules(ZoneGame, metaclass=RulesClass):
    """Rules in Python; see `ZoneGame` for what is declared."""

    def prepare(self) -> None:
        """Compute what the other methods need of the cards; called once."""

    def deal(self, state: ZoneState, rng: Rng) -> None:
        """Prepare a new game, whose pieces are all in the first zone."""
        raise NotImplementedError("write deal(self, state, rng)")

    def actions(self, state: ZoneState) -> Iterable[str]:
        """What the player `state.seat` may do, in words that scenarios and logs use: `play toad`."""
        raise NotImplementedError("write actions(self, state)")

    def act(self, state: ZoneState, action: str) -> None:
        """Do *action*, or let the outcome of chance *action* happen; then set `state.seat`."""
        raise NotImplementedError("write act(self, state, action)")

    def outcomes(self, state: ZoneState) -> Iterable[str]:
        """What may happen where `state.seat` is `CHANCE`, each as often as it is likely."""
        raise NotImplementedError("write outcomes(self, state), because state.seat is CHANCE")

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "ZoneRules | None":
        wrong = _wrong_declaration(cls)
        if wrong:
            RulesFault(wrong, cls.path, _line_of_class(cls), cls.text).add_to(findings)
            return None
        agreed = agreed_options(cls, game, findings, edition, chosen)
        if cls.add_wrong_components(game, findings) or agreed is None:
            return None
        try:
            rules = cls(game, *agreed)
            rules.prepare()
        except RulesFault as fault:
            fault.add_to(findings)
            return None
        return rules

    def setup(self, players: int, rng: Rng) -> Json:
        state = ZoneState(self, players)
        state.places[0] = self.all_pieces()
        self.deal(state, rng)
        return state.dump()

    def do(self, state: ZoneState, action: Any) -> None:
        self.act(state, str(action))

    def sorted_actions(self, state: ZoneState) -> tuple[Action, ...]:
        """The legal actions; where chance is to decide, what may happen.

        Raises:
            RulesFault: there are none, or not all of them are texts.
        """
        hook = "outcomes" if state.seat == CHANCE else "actions"
        found = [*(self.outcomes(state) if state.seat == CHANCE else self.actions(state))]
        odd = [action for action in found if not isinstance(action, str)]
        if odd or not found:
            message = f"{hook}() gives {odd[0]!r}, which is not a text" if odd else f"{hook}() gives nothing to do"
            raise self.fault(f"{message}; state.seat is {state.seat}", hook)
        return tuple(sorted(set(found)))

    def all_outcomes(self, state: ZoneState) -> Sequence[Action]:
        self.sorted_actions(state)
        return [*self.outcomes(state)]

    def fault(self, message: str, hook: str = "") -> RulesFault:
        method = type(self).__dict__.get(hook)
        line = getattr(getattr(method, "__wrapped__", None), "__code__", None)
        return RulesFault(message, self.path, line.co_firstlineno if line else _line_of_class(type(self)), self.text)


def _wrong_declaration(rules: type[ZoneRules]) -> str:
    """Which attribute of a class has a value that it cannot have; "" if none has."""
    texts = {"components": rules.components, "implements": rules.implements}
    for name, value in texts.items():
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            return f'{name} should be a tuple of texts, as in {name} = ("one",)'
    zones: Any = rules.zones
    if not zones or type(zones) is not tuple or not all(isinstance(zone, Zone) for zone in zones):
        return 'zones should be a tuple of zones, as in zones = (Zone("pile"),)'
    for zone in zones:
        if zone.seen not in (OPEN, OWNER, HIDDEN):
            return f"the zone '{zone.name}' is seen '{zone.seen}'; it can be {OPEN}, {OWNER} or {HIDDEN}"
        if zone.seen == OWNER and not zone.each:
            return f"the zone '{zone.name}' is seen by its owner, so that each player should have one: each=True"
    twice = [name for name, count in Counter(zone.name for zone in zones).items() if count > 1]
    if twice:
        return f"there are two zones '{twice[0]}'"
    if not isinstance(rules.players, range) or not rules.players or rules.players[0] < 1:
        return "players should be a range, as in players = range(2, 5) for two to four"
    if not isinstance(rules.lowest_wins, bool):
        return "lowest_wins should be True or False"
    if not isinstance(rules.longest, int) or rules.longest < 1:
        return "longest should be a number of actions"
    return "" if rules.components else 'the rules name no components, as in components = ("cards",)'


def _line_of_class(rules: type[ZoneRules]) -> int:
    """The line at which a class begins; 0 if it is not found."""
    lines = rules.text.splitlines()
    name = f"class {rules.__name__}"
    return next((number for number, line in enumerate(lines, 1) if line.startswith(name)), 0)

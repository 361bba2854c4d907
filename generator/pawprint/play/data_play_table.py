"""The table of a game whose rules are data: words by the names of its actions, choices and events.

The words of a game have these names; {0}, {1} are what is chosen, in the order of the rules, without what is nothing:

- `hunt`: on the button of the action hunt; `hunt without` where one of its choices is nothing; `turn right` where the
  word right is chosen.
- `did hunt`, `did hunt without`: in the log; `did hunt secretly` for the other players. If absent, `did`, whose {0} is
  what the button says.
- `ask hunt`: the question where hunt is the first of the possible actions that has one; `ask shuffle` or `did shuffle`
  where chance decides; `over` after the end.
- `event capture`: in the log, after such an event; {0}, {1} are its details. `event fate inverted` is only said if that
  word is among them.
- `word spring`: what players call a word of the rules.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, TypeVar

from pawprint.core.diagnostics import Findings
from pawprint.play._zone_play_table import refusal_texts
from pawprint.play.data_diagrams import DataDiagrams
from pawprint.play.diagram import NEAR, DiagramBuilder, DiagramCanvas, DiagramText
from pawprint.play.engine import CHANCE, END, PIECE, SEAT, Action, Event
from pawprint.play.language._action_words import filled
from pawprint.play.language.data_rules import DataRules
from pawprint.play.language.data_state import DataState
from pawprint.play.language.rule_types import PLAYER, RuleType
from pawprint.play.play_table import Deed, PlayTable, Question

D = TypeVar("D", bound=DataRules)

_NAME = re.compile(r"\\\{(\w+)\\\}")


class DataPlayTable(PlayTable[D, DataState]):
    """Says what is chosen and what has happened; a subclass draws the panels.

    Attributes:
        pointing: action -> the targets that a player points at, in that order, with the names of choices in braces.
    """

    pointing: ClassVar[Mapping[str, str]] = {}
    over: ClassVar[str] = ""
    diagrams: DataDiagrams[D]

    def __init__(self, diagrams: DiagramBuilder[D, DataState], findings: Findings) -> None:
        super().__init__(diagrams, findings)
        self.texts = {**self.texts, **refusal_texts(self.rules)}  # a game's own words for a refusal come first

    def line(
        self, kinds: Iterable[int], target: str = "", word: str = "", *, keep: float = 1.0, per: int = 99
    ) -> DiagramCanvas:
        """Pieces of one size side by side.

        Args:
            target: the sort of what a player points at, before the id of a piece; nothing is pointed at if empty.
            word: of the texts, says where such a piece lies.
            keep: the share of their height that is shown, from the top.
            per: how many lie beside each other, at most.
        """
        sketch = DiagramCanvas(self.space)
        for number, kind in enumerate(kinds):
            card, (line, place) = self.diagrams.piece(kind, keep=keep), divmod(number, per)
            width, height = self.space.size(card.component)
            card = card._replace(x=place * (width + NEAR), y=line * (height * keep + NEAR))
            sketch.pieces.append(card)
            if target:
                name = self.diagrams.kind_name(kind)
                says = self.words(word, name) if word else name
                sketch.target(card, f"{target} {self.rules.id_of(kind)}", says)
        return sketch

    def player(self, seat: int, state: DataState) -> DiagramText:
        return self.diagrams.player_name(seat)

    def question(self, state: DataState) -> Question:
        chance = ("ask shuffle", "did shuffle") if state.actor() == CHANCE else ()
        words = ["over"] if state.actor() == END else [*(f"ask {name}" for name in state.asked), *chance]
        word = next(
            (candidate for candidate in words if candidate in self.texts), ""
        )  # none where a scenario goes on by itself
        return Question(self.words(word, *self.question_parts(state)) if word else "", self.question_rule(state))

    def question_parts(self, state: DataState) -> Iterable[DiagramText]:
        return ()

    def question_rule(self, state: DataState) -> str:
        wait = state.program.waits.get(state.pc)
        return self.over if state.actor() == END else "" if wait is None else wait.rule

    def part_of_reason(self, part: str) -> DiagramText:
        return self.diagrams.piece_name(part) if part in self.rules.records.kinds else self.word(part)

    def word(self, name: Any) -> DiagramText:
        """A word of a list as players know it; any other is said as it is."""
        return self.words(f"word {name}") if f"word {name}" in self.texts else str(name)

    def chosen(self, action: Action) -> tuple[str, dict[str, str]]:
        """The name of an action, and what is chosen as logs write it, without what is nothing."""
        found = self.rules.named(action)
        if found is None:
            return "shuffle", {}
        return found[0].name, {name: word for name, word in found[1].items() if word != "nothing"}

    def parts(self, action: Action, state: DataState, done: bool = False) -> list[DiagramText]:
        """What is chosen, in words, without what is nothing; on a button, or in the log if it is *done*."""
        found = self.rules.parts_of(action)
        named = zip(found[0].choices, found[0].kinds, found[1], strict=True) if found is not None else ()
        return [self.part(name, kind, value, state) for name, kind, value in named if value is not None]

    def part(self, choice: str, kind: RuleType, value: Any, state: DataState) -> DiagramText:
        if kind.kind == PLAYER:
            return self.diagrams.player_name(value)
        return self.part_of_reason(self.rules.word(kind, value))

    def says(self, action: Action, state: DataState) -> DiagramText:
        return self._said("", action, self.parts(action, state))

    def _said(self, before: str, action: Action, parts: Sequence[DiagramText]) -> DiagramText:
        name, chosen = self.chosen(action)
        found = self.rules.named(action)
        some = found is not None and len(chosen) < len(found[1])
        more = [*(["without"] if some else []), *chosen.values()]
        word = next((one for word in more if (one := f"{before}{name} {word}") in self.texts), f"{before}{name}")
        return self.words(word, *parts)

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        before: Any = deed.before
        return (*self.told(deed.action, before, deed.own), *self.followed(deed.events, before))

    def told(self, action: Action, before: DataState, own: bool) -> Iterable[DiagramText]:
        name, _ = self.chosen(action)
        if before.seat == CHANCE:
            yield self.words("did shuffle")
        elif not own and f"did {name} secretly" in self.texts:
            yield self.words(f"did {name} secretly")
        elif f"did {name}" in self.texts:
            yield self._said("did ", action, self.parts(action, before, done=True))
        else:
            yield self.words("did", self.says(action, before))

    def followed(self, events: Iterable[Event], before: DataState) -> Iterator[DiagramText]:
        for name, *details in events:
            words = [f"event {name}", *(f"event {name} {detail}" for detail in details if isinstance(detail, str))]
            word = next((candidate for candidate in words if candidate in self.texts), "")
            if word:
                kinds = zip(self.rules.events[name], details, strict=True)
                yield self.words(word, *(self._detail(kind, value, before) for kind, value in kinds))

    def _detail(self, kind: Any, value: Any, before: DataState) -> DiagramText:
        if kind == SEAT:
            return self.player(value, before) if value is not None and value >= 0 else ""
        if kind == PIECE:
            return self.diagrams.piece_name(value) if value else ""
        return value if isinstance(value, int) else self.word(value)

    def targets(self, action: Action, state: DataState) -> tuple[str, ...]:
        name, chosen = self.chosen(action)
        names = [filled(target, chosen) for target in self.pointing.get(name, "").split(", ")]
        return tuple(target for target in names if target and "{" not in target)

    def meant(self, targets: Sequence[str], state: DataState) -> Action | None:
        for name in sorted(self.pointing, key=lambda name: name not in state.asked):
            found = self._read(self.pointing[name].split(", "), targets)
            verb = next(candidate for candidate in self.rules.vocabulary.verbs if candidate.name == name)
            for words in (verb.words, verb.without) if found is not None else ():
                said = filled(words, found or {})
                with suppress(ValueError):
                    return self.rules.parse(said)
        return self.meant(targets[1:], state) if targets else None

    def _read(self, points: Sequence[str], targets: Sequence[str]) -> dict[str, str] | None:
        """What is chosen by pointing at some of the *points*, in their order; None if others have been pointed at."""
        found: dict[str, str] = {}
        left = [*points]
        for target in targets:
            while left:
                match = re.fullmatch(_NAME.sub(r"(?P<\1>.+)", re.escape(left.pop(0))), target)
                if match and all(found.get(name, word) == word for name, word in match.groupdict().items()):
                    found |= match.groupdict()
                    break
            else:
                return None
        return found if targets else None

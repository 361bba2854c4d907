"""States of games -> the table that people play at: panels with places to point at, and the words of all actions.

A page shows the panels. A player points at one target after another until one action remains. Each engine has a
subclass of `PlayTable`, which draws with the `DiagramBuilder` of the game. Whatever the viewer does not know has been
resampled in the states that it gets, so it must not show anything of that.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry
from pawprint.play.diagram import Diagram, DiagramBuilder, DiagramText, DiagramWords, diagram_texts
from pawprint.play.engine import Action, Event, Rules, State

#: A name in quotation marks.
_QUOTED = re.compile(r"'([\w#-]+)'")

_FIRST = {
    "en": "first choose one of the marked places.",
    "fr": "choisissez d'abord une des places marquées.",
    "de": "wähle zuerst einen der markierten Plätze.",
}

R = TypeVar("R", bound=Rules)
S = TypeVar("S", bound=State)

#: Kinds of panels: what all players share, what one player has, the hand of the viewer.
TABLE, PLAYER, HAND = "table", "player", "hand"


class PlayPanel(NamedTuple):
    """A part of the table, drawn as a separate picture.

    Attributes:
        kind: `TABLE`, `PLAYER` or `HAND`.
        title: above it; for a player, the player's name.
        notes: lines of text below the title.
        seat: whose panel it is; -1 for all.
    """

    kind: str
    title: DiagramText
    diagram: Diagram
    notes: tuple[DiagramText, ...] = ()
    seat: int = -1


class Question(NamedTuple):
    """What the actor decides now, and the rule that says so."""

    says: DiagramText
    rule: str


class Series(NamedTuple):
    """Actions that the actor may do at once, one after the other, because nothing is left to decide between them."""

    says: DiagramText
    actions: tuple[Action, ...]


class Deed(NamedTuple):
    """An action that has been done.

    Attributes:
        seat: who did it; may be `CHANCE`.
        before, after: the states around it.
        own: whether it is described to the player who did it; others may not learn all of it.
    """

    seat: int
    action: Action
    before: State
    after: State
    events: tuple[Event, ...]
    own: bool


class PlayTable(Generic[R, S]):
    """Draws the table of one game for its players, and describes their actions.

    Attributes:
        sections: the beginning of a rule's id -> the anchor of the section of the rulebook that explains it.
    """

    words_file: ClassVar[Path]
    sections: ClassVar[Mapping[str, str]] = {}

    def __init__(self, diagrams: DiagramBuilder[R, S], findings: Findings) -> None:
        self.diagrams = diagrams
        self.rules: R = diagrams.rules
        self.space = diagrams.space
        self.texts = diagram_texts(self.words_file, diagrams.space.game, findings)

    def words(self, word: str, *parts: DiagramText) -> DiagramWords:
        return DiagramWords(self.texts[word], parts)

    def section(self, rule: str) -> str:
        """The anchor of the section of the rulebook that explains *rule*; "" if none does."""
        fitting = [start for start in self.sections if rule == start or rule.startswith((f"{start}.", f"{start}-"))]
        return self.sections[max(fitting, key=len)] if fitting else ""

    def panels(self, state: S, seat: int | None) -> Iterable[PlayPanel]:
        """The table as *seat* sees it, or with everything open if None."""
        raise NotImplementedError

    def player(self, seat: int, state: S) -> DiagramText:
        raise NotImplementedError

    def points(self, state: S) -> Sequence[int]:
        """The points by seat, as players count them."""
        counted: State = state
        return counted.scores()

    def question(self, state: S) -> Question:
        """What the actor of *state* decides."""
        raise NotImplementedError

    def says(self, action: Action, state: S) -> DiagramText:
        """What the actor of *state* does with *action*, as on a button."""
        raise NotImplementedError

    def tells(self, deed: Deed) -> Sequence[DiagramText]:
        """What has been done, and what has followed from it, in sentences without the player's name."""
        before: Any = deed.before
        return (self.says(deed.action, before),)

    def targets(self, action: Action, state: S) -> tuple[str, ...]:
        """The names of the targets that a player points at, in that order, to do *action*; none for a mere button."""
        return ()

    def series(self, state: S) -> Iterable[Series]:
        """The actions that the actor of *state* may do in one go; not worth it for fewer than two."""
        return ()

    def first(self, target: str, state: S) -> DiagramText | None:
        """What the actor of *state* points at before *target*, which only goes on with actions; None if with none."""
        pointed = [self.targets(action, state) for action in state.legal_actions()]
        sorts = {targets[0].partition(" ")[0] for targets in pointed if target in targets[1:]}
        word = "-".join(["first", *sorted(sorts)])
        return None if not sorts else self.words(word) if word in self.texts else DiagramWords(_FIRST)

    def meant(self, targets: Sequence[str], state: S) -> Action | None:
        """The action that a player means by pointing at these *targets*, whether or not it is legal."""
        return None

    def reason(self, why_not: str) -> DiagramText:
        """A reason of `State.why_not`, without its rule: in the words whose English text it is but for quotation marks,
        and which begin with `why-`; as it is if there are none."""
        for word, pattern in self._reasons:
            if found := pattern.fullmatch(_QUOTED.sub(r"\1", why_not)):
                return self.words(word, *[self.part_of_reason(part) for part in found.groups()])
        return why_not

    def part_of_reason(self, part: str) -> DiagramText:
        """A name within a reason as players know it."""
        return part

    @cached_property
    def _reasons(self) -> list[tuple[str, re.Pattern[str]]]:
        return [
            (word, re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(languages["en"]))))
            for word, languages in self.texts.items()
            if word.startswith("why-")
        ]


#: Play tables by the name of the engine.
PLAY_TABLES: "Registry[type[PlayTable[Any, Any]]]" = Registry("play table")

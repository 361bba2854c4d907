"""A situation of a scenario that waits before each part of the game that has a name."""

import re

from pawprint.play.engine import Action
from pawprint.play.language._program import MOST_BLOCKS
from pawprint.play.language.data_state import DataState


class PausedState(DataState):
    """A game in play whose phases begin when they are told to.

    Attributes:
        pauses: whether it waits before phases that follow.
        waiting: the phase that is to begin; empty if there is none.
    """

    __slots__ = ("_block", "pauses", "waiting")

    def __init__(self, rules: object, players: int) -> None:
        super().__init__(rules, players)
        self.pauses, self.waiting, self._block = True, "", -1

    def begin(self, phase: str, asked: str, seat: int) -> None:
        """Begin where an action of a phase is asked for, or before the phase.

        Args:
            asked: the action; empty for the beginning of the phase.
        """
        program = self.program
        if asked:
            self.rules.situation(self, asked, seat)
            self._go_on(program.block_of(self.pc))
            return
        self.rules.situation(self, "", seat)
        self.wait_for(phase, seat)

    def wait_for(self, phase: str, seat: int) -> None:
        """Wait before a phase; *seat* is said to act meanwhile."""
        self._block = next(number for number, name in self.program.phases.items() if name == phase)
        self.waiting, self.seat, self.pc = phase, seat, -1

    def run(self) -> None:
        block, self._block, self.waiting, self._legal = self._block, -1, "", None
        self._go_on(self.program.blocks[block](self))

    def perform(self, name: str, *values: object) -> None:
        pattern = re.compile(rf"p[0-9]+_{name.replace(' ', '_')}")
        steps = next(function for key, function in self.program.run.items() if pattern.fullmatch(key))
        steps(self, -1, *values)
        self._legal = None

    def holds(self, phase: str) -> bool:
        """Whether it waits before a phase."""
        return self.pauses

    def legal_actions(self) -> tuple[Action, ...]:
        return () if self.waiting else tuple(super().legal_actions())

    def apply(self, action: Action) -> None:
        self._legal = None
        self.left -= 1
        self._go_on(self.program.resume[self.pc](self, action))

    def _go_on(self, block: int) -> None:
        program = self.program
        for _ in range(MOST_BLOCKS):
            if block < 0:
                return
            if block in program.phases and self.holds(program.phases[block]):
                self._block, self.waiting, self.pc = block, program.phases[block], -1
                if self.seat < 0:  # chance has acted for somebody
                    self.seat = (self.turn - 1) % self.players
                return
            block = program.blocks[block](self)
        program.endless(block)

    def copy(self) -> "PausedState":
        state = super().copy()
        assert isinstance(state, PausedState)
        state.pauses, state.waiting, state._block = self.pauses, self.waiting, self._block
        return state

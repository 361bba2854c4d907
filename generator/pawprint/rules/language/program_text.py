"""Python as it is being written: lines with the places in the YAML that they come from."""

import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pawprint.core.source import Span

#: What functions of a program read of the state, by the name that stands for it.
_SHORTCUTS = {
    "z": "s.places", "v": "s.v", "f": "s.f", "k": "s.k", "points": "s.points", "below": "s.below", "above": "s.above",
    "token": "s.token", "up": "s.up", "turned": "s.turned", "looked": "s.looked",
}  # fmt: skip


#: The head of a block, a line that only leads to another block, and the numbers of blocks in a line.
_BLOCK, _JUMP, _NUMBER = re.compile(r"def b(\d+)\("), re.compile(r"return (\d+)"), re.compile(r"\b\d+\b")
#: The head of a function that returns the number of a block.
_STEP = re.compile(r"def [br]\d+\(")
#: The head and the call of a function that finds legal actions, and a list of the different cards of a zone.
_CAN, _CAN_CALL = re.compile(r"def (can_\d+)\("), re.compile(r"(can_\d+)\(s, me, out\)")
_DIFFERENT = re.compile(r"sorted\(\{\*z\[[\d+ me]+\]\}\)")
#: A part of groups.
_GROUP_PART = re.compile(r"(?<![\w.])g(\d+)[\[.]")
#: The most levels at which blocks are joined.
_DEEPEST = 12
#: Blocks of larger programs are not called: such calls could be too deep.
_MOST_CALLED = 400


class ProgramLine(NamedTuple):
    """A line, indented by so many levels.

    Attributes:
        zone: it stays only if players know of cards in this zone; mostly empty.
    """

    depth: int
    text: str
    span: Span | None
    zone: str = ""


def _listed_once(lines: list[ProgramLine]) -> Iterator[ProgramLine]:
    """*lines* with lists of different cards that stand there several times made once."""
    text = "\n".join(line.text for line in lines)
    often = [one for one, count in Counter(_DIFFERENT.findall(text)).items() if count > 1]
    started = False
    for line in lines:
        changed = line.text
        for number, one in enumerate(often):
            changed = changed.replace(one, f"h{number}")
        yield line._replace(text=changed)
        if not started and line.text.startswith("out = "):
            started = True
            yield from (line._replace(text=f"h{number} = {one}") for number, one in enumerate(often))


class FunctionText:
    """A function of the program, line by line."""

    def __init__(self, head: str, span: Span | None = None) -> None:
        self.head = head
        self.lines: list[ProgramLine] = []
        self.depth = 1
        self.span = span

    def add(self, text: str, span: Span | None = None, zone: str = "") -> None:
        """A line at the depth of now; with a *zone*, only if players know of cards in it."""
        inner = text.lstrip(" ")
        depth = self.depth + (len(text) - len(inner)) // 4
        self.lines.append(ProgramLine(depth, inner, span or self.span, zone))

    def all_lines(self, known: Collection[str], grid: int = -1) -> list[ProgramLine]:
        """The whole function, with the shortcuts that it uses.

        Args:
            known: the zones in which players know of hidden cards.
            grid: the place of the grid among the zones.
        """
        lines = [line for line in self.lines if not line.zone or line.zone in known]
        board = f"z[{grid}]"
        if sum(line.text.count(board) for line in lines) > 1:
            lines = [line._replace(text=line.text.replace(board, "board")) for line in lines]
            lines.insert(0, ProgramLine(1, f"board = s.places[{grid}]", self.span))
        body = "\n".join(line.text for line in lines)
        used = [f"{name} = {full}" for name, full in _SHORTCUTS.items() if re.search(rf"(?<![\w.]){name}\[", body)]
        used += [f"g{part} = s.g[{part}]" for part in sorted({*_GROUP_PART.findall(body)})]
        head = [ProgramLine(0, self.head, self.span)]
        if used:
            head.append(ProgramLine(1, "; ".join(used), self.span))
        return [*head, *(lines or [ProgramLine(1, "pass", self.span)])]


class ProgramText:
    """All functions of a program, in order."""

    def __init__(self) -> None:
        self.functions: list[FunctionText] = []

    def lines(self, known: Collection[str], grid: int = -1) -> list[ProgramLine]:
        """The lines of all functions; see `FunctionText.all_lines`."""
        return [line for function in self.functions for line in function.all_lines(known, grid)]

    def join_legal(self) -> None:
        """Write the functions that find legal actions into those that ask for all of them, and lists once."""
        found = {match[1]: one for one in self.functions if (match := _CAN.match(one.head)) is not None}
        for function in self.functions:
            if not function.head.startswith("def l"):
                continue
            lines: list[ProgramLine] = []
            for line in function.lines:
                match = _CAN_CALL.fullmatch(line.text)
                inside = found[match[1]].lines if match is not None and match[1] in found else None
                lines += (
                    [line] if inside is None else [one._replace(depth=one.depth + line.depth - 1) for one in inside]
                )
            function.lines = [*_listed_once(lines)]

    def call_blocks(self, phases: Collection[int]) -> None:
        """Let functions call the block that follows, where that cannot go on for ever; the loop over blocks is slower.

        What follows an action calls any block. A block calls those that stand for later steps, which have lower
        numbers, and those that wait for an action at once, which call none.

        Args:
            phases: the blocks with which phases begin; a scenario may pause there.
        """
        numbers = {one.head: int(match[1]) for one in self.functions if (match := _BLOCK.match(one.head)) is not None}
        waiting = {
            numbers[one.head]
            for one in self.functions
            if one.head in numbers and any(line.depth == 1 and line.text.startswith("s.pc = ") for line in one.lines)
        }
        for function in self.functions:
            own = numbers.get(function.head, sys.maxsize if function.head.startswith("def r") else -1)
            if own in waiting or len(numbers) > _MOST_CALLED:
                continue
            for place, line in enumerate(function.lines):
                jump = _JUMP.fullmatch(line.text)
                to = int(jump[1]) if jump is not None and own >= 0 else sys.maxsize
                if to not in phases and (to < own or to in waiting):
                    function.lines[place] = line._replace(text=f"return b{to}(s)")

    def join_blocks(self, entries: Collection[int]) -> None:
        """Write each block to which just one line leads in place of that line.

        Args:
            entries: the blocks to which others than lines lead.
        """
        blocks = {
            int(match[1]): function for function in self.functions if (match := _BLOCK.match(function.head)) is not None
        }
        leading = Counter(
            int(number)
            for function in self.functions
            for line in function.lines
            if "return" in line.text and _STEP.match(function.head)
            for number in _NUMBER.findall(line.text.partition("return")[2])
        )
        single = {number for number in blocks if leading[number] == 1 and number not in entries}
        joined: set[int] = set()
        for function in [*self.functions]:
            if function not in [blocks.get(one) for one in joined]:
                function.lines = [*self._joined(function.lines, blocks, single, joined)]
        self.functions = [one for one in self.functions if one not in [blocks[number] for number in joined]]

    def _joined(
        self, lines: list[ProgramLine], blocks: Mapping[int, FunctionText], single: Collection[int], joined: set[int]
    ) -> Iterator[ProgramLine]:
        for line in lines:
            match = _JUMP.fullmatch(line.text)
            number = int(match[1]) if match else -1
            if number not in single or number in joined or line.depth > _DEEPEST:
                yield line
                continue
            joined.add(number)
            inside = [one._replace(depth=one.depth + line.depth - 1) for one in blocks[number].lines]
            yield from self._joined(inside, blocks, single, joined)

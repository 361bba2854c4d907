"""Python as it is being written: lines with the places in the YAML that they come from."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from pawprint.core.source import Span

#: What functions of a program read of the state, by the name that stands for it.
_SHORTCUTS = {
    "z": "s.places", "v": "s.v", "f": "s.f", "k": "s.k", "points": "s.points", "below": "s.below", "above": "s.above",
    "token": "s.token", "up": "s.up", "turned": "s.turned", "looked": "s.looked",
}  # fmt: skip


#: The head of a block, a line that only leads to another block, and the numbers of blocks in a line.
_BLOCK, _JUMP, _NUMBER = re.compile(r"def b(\d+)\("), re.compile(r"return (\d+)"), re.compile(r"\b\d+\b")
#: A line that leads to another block, or to one of two.
_LEADS = re.compile(r"return (\d+)(?: if (.*) else (\d+))?")
#: The head of a function that returns the number of a block.
_STEP = re.compile(r"def [br]\d+\(")
#: The head of a function that finds legal actions, and a list of the different cards of a zone.
_CAN = re.compile(r"def (can_\d+)\(")
_DIFFERENT = re.compile(r"sorted\(\{\*z\[[\d+ me]+\]\}\)")
#: A loop over words, and a list that is made in one; a place that a word has, and a comparison of two words.
_WORDS = r"in \(((?:'[\w-]+'(?:, )?)+)\)"
_WORDS_LOOP = re.compile(rf"for (\w+) {_WORDS}:")
_WORDS_LIST = re.compile(rf"(\w+) (\+?=) \[([\w\[\]]+) for (\w+) {_WORDS}(?: if (.*))?\]")
_PLACE, _COMPARED = re.compile(r"I_\w+\['[\w-]+'\]"), re.compile(r"\('([\w-]+)' ([!=]=) '([\w-]+)'\)")
#: A name, or a text.
_WORD = re.compile(r"""(?<![\w.])\w+|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
#: A part of groups.
_GROUP_PART = re.compile(r"(?<![\w.])g(\d+)[\[.]")
#: The most levels at which blocks are joined.
_DEEPEST = 12
#: Blocks of so many lines are written in place of each line that leads to them.
_SHORT = 6
#: Loops over words, and functions of actions, with so many lines are written in place of each turn or call.
_BRIEF = 10
#: Blocks of larger programs are not called: such calls could be too deep.
_MOST_CALLED = 300


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
    """*lines* with lists of different cards that stand there several times made once, if one is needed in any case."""
    text = "\n".join(line.text for line in lines)
    always = {condition for line in lines if line.depth == 1 for condition in _DIFFERENT.findall(line.text)}
    often = [
        condition for condition, count in Counter(_DIFFERENT.findall(text)).items() if count > 1 and condition in always
    ]
    started = False
    for line in lines:
        changed = line.text
        for number, condition in enumerate(often):
            changed = changed.replace(condition, f"h{number}")
        yield line._replace(text=changed)
        if not started and line.text.startswith("out = "):
            started = True
            yield from (line._replace(text=f"h{number} = {condition}") for number, condition in enumerate(often))


def _with_parts(lines: list[ProgramLine], parts: Mapping[str, list[ProgramLine]]) -> list[ProgramLine]:
    return [
        part._replace(depth=part.depth + line.depth - 1)
        for line in lines
        for part in parts.get(line.text, (line._replace(depth=1),))
    ]


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

    def write(self, head: str, span: Span | None, *lines: str) -> None:
        """Add a function with these lines."""
        function = FunctionText(head, span)
        for line in lines:
            function.add(line)
        self.functions.append(function)

    def lines(self, known: Collection[str], grid: int = -1) -> list[ProgramLine]:
        return [line for function in self.functions for line in function.all_lines(known, grid)]

    def join_legal(self) -> None:
        """Write the functions that find legal actions into those that ask for them, and these into blocks if short."""
        found = {
            f"{match[1]}(s, me, out)": written.lines
            for written in self.functions
            if (match := _CAN.match(written.head))
        }
        short: dict[str, list[ProgramLine]] = {}
        for function in self.functions:
            if function.head.startswith("def l"):
                lines = _with_parts(function.lines, found)
                if sum("me" in _WORD.findall(line.text) for line in lines) == 1:
                    lines = [line for line in lines if line.text != "me = s.seat"]
                function.lines = [*_listed_once(lines)]
                if len(lines) <= _BRIEF and lines[-1].text == "return out":
                    parts = [*function.lines[:-1], lines[-1]._replace(text="legal = out")]
                    short[f"legal = {function.head[4:-1]}"] = parts
        for function in self.functions:
            function.lines = _with_parts(function.lines, short)

    def write_turns(self, words: Mapping[str, Sequence[str]]) -> None:
        """Write the turns of short loops over words one after the other, so that the place of a value is a number."""
        places = {f"I_{name}[{word!r}]": str(place) for name, some in words.items() for place, word in enumerate(some)}

        def turn(line: ProgramLine, name: str, word: str) -> ProgramLine:
            text = re.sub(rf"\b{name}\b", lambda _: word, line.text)
            text = _PLACE.sub(lambda found: places.get(found[0], found[0]), text)
            text = _COMPARED.sub(lambda found: str((found[1] == found[3]) == (found[2] == "==")), text)
            return line._replace(text=text)

        def turns(lines: list[ProgramLine]) -> Iterator[ProgramLine]:
            rest = [*reversed(lines)]
            while rest:
                line = rest.pop()
                loop, listed = _WORDS_LOOP.fullmatch(line.text), _WORDS_LIST.fullmatch(line.text)
                if loop is not None:
                    body = [*takewhile(lambda inner, depth=line.depth: inner.depth > depth, reversed(rest))]  # type: ignore[misc]
                    if len(body) <= _BRIEF and not any(inner.text == "break" for inner in body):
                        del rest[-len(body) :]
                        each = [turn(inner, loop[1], word) for word in loop[2].split(", ") for inner in body]
                        rest += [inner._replace(depth=inner.depth - 1) for inner in reversed(each)]
                        continue
                if listed is None:
                    yield line
                    continue
                target, sign, value, name, some, test = listed.groups()
                if sign == "=":
                    yield line._replace(text=f"{target} = []")
                text = f"{f'if {test}: ' if test else ''}{target}.append({value})"
                yield from (turn(line._replace(text=text), name, word) for word in some.split(", "))

        for function in self.functions:
            function.lines = [*turns(function.lines)]

    def call_blocks(self, phases: Collection[int]) -> None:
        """Let functions call the block that follows, where that cannot go on for ever; the loop over blocks is slower.

        A block that leads back to one that has led to it returns its number.

        Args:
            phases: the blocks with which phases begin; a scenario may pause there.
        """
        blocks = {
            int(match[1]): written for written in self.functions if (match := _BLOCK.match(written.head)) is not None
        }
        opened: set[int] = set()
        done: set[int] = set()

        def call(function: FunctionText) -> None:
            for place, line in enumerate(function.lines):
                found = _LEADS.fullmatch(line.text)
                if found is not None:
                    to, test, other = found.groups()
                    text = f"return {block(int(to))}" + (f" if {test} else {block(int(other))}" if test else "")
                    function.lines[place] = line._replace(text=text)

        def block(number: int) -> str:
            if number in phases or number in opened:
                return str(number)
            if number not in done:
                done.add(number)
                opened.add(number)
                call(blocks[number])
                opened.remove(number)
            return f"b{number}(s)"

        for function in self.functions if len(blocks) <= _MOST_CALLED else ():
            own = _BLOCK.match(function.head)
            if own is not None and int(own[1]) not in phases:
                block(int(own[1]))
            elif _STEP.match(function.head):
                call(function)

    def join_blocks(self, entries: Collection[int]) -> None:
        """Write each block to which just one line leads in place of that line, and short ones after actions, too.

        Args:
            entries: the blocks to which others than lines lead.
        """
        blocks = {
            int(match[1]): function for function in self.functions if (match := _BLOCK.match(function.head)) is not None
        }
        leading = self._leading()
        single = {
            number: function for number, function in blocks.items() if leading[number] == 1 and number not in entries
        }
        self._join(single)
        leading = self._leading()
        gone = [function for number, function in single.items() if not leading[number]]
        self.functions = [function for function in self.functions if function not in gone]
        short = {
            number: function
            for number, function in blocks.items()
            if len(function.lines) <= _SHORT and number not in entries
        }
        if len(blocks) <= _MOST_CALLED:
            self._join({number: function for number, function in short.items() if function not in gone}, "r")

    def _leading(self) -> Counter[int]:
        return Counter(
            int(number)
            for function in self.functions
            for line in function.lines
            if "return" in line.text and _STEP.match(function.head)
            for number in _NUMBER.findall(line.text.partition("return")[2])
        )

    def _join(self, blocks: Mapping[int, FunctionText], letters: str = "br") -> None:
        """Write *blocks* in place of the lines that lead to them, in functions with these *letters*."""

        def joined(lines: list[ProgramLine], opened: set[int]) -> Iterator[ProgramLine]:
            for line in lines:
                match = _JUMP.fullmatch(line.text)
                number = int(match[1]) if match else -1
                if number not in blocks or number in opened or line.depth > _DEEPEST:
                    yield line
                    continue
                inside = [inner._replace(depth=inner.depth + line.depth - 1) for inner in blocks[number].lines]
                yield from joined(inside, {*opened, number})

        for function in self.functions:
            if _STEP.match(function.head) and function.head[4] in letters:
                own = next((number for number, block in blocks.items() if block is function), -1)
                function.lines = [*joined(function.lines, {own})]

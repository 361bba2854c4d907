"""A part of the program of rules, with its type, and what is wrong with an expression."""

import re
from typing import Any, NamedTuple

from pawprint.play.language import rule_types as types
from pawprint.source.templates.expressions import SYNTAX_HELP


class ExpressionFault(Exception):
    """An expression is wrong.

    Attributes:
        start, end: the characters of it that are at fault; None for the end of it.
    """

    def __init__(self, message: str, help: str = "", start: int = 0, end: int | None = None) -> None:
        super().__init__(message)
        self.message, self.help, self.start, self.end = message, help, start, end


class RulesTooLarge(Exception):
    """The program of the rules would become too large, or too slow."""


class Code(NamedTuple):
    """A part of the program.

    Attributes:
        names: the author's names that it uses.
        secret: a zone that it reads and that the player who acts does not see; mostly empty.
        zone: the name of the zone that it is; empty for anything else.
        loops: how deep its loops are nested.
        source: of a piece, or a list of them, the Python of the zone in which they lie, where that is known.
        static: whether it depends on nothing of the state but these names.
    """

    text: str
    type: types.RuleType
    names: frozenset[str] = frozenset()
    secret: str = ""
    zone: str = ""
    loops: int = 0
    source: str = ""
    static: bool = True

    @property
    def bits(self) -> str:
        """Of a zone of different cards, the Python of the int with a bit for each kind; "" of anything else."""
        return self.text[5:-1] if self.zone and self.text.startswith("BITS[") else ""

    def truth(self) -> "Code":
        """It as true or false: whether there is anything, or the number is not 0."""
        test = {
            types.NODE: ">= 0",
            types.PIECE: "is not None",
            types.PLAYER: "is not None",
            types.GROUP: "is not None",
            types.PLACE: "is not None",
        }.get(self.type.kind)
        text = self.bits or self.text
        return self.size_only()._replace(
            text=f"({text} {test})" if test else text, type=types.FLAG_TYPE, zone="", source=""
        )

    def size_only(self) -> "Code":
        """It where only the number of pieces counts, which all players see."""
        return self._replace(secret="") if self.zone else self


class Stored(NamedTuple):
    """A zone or a value in the state.

    Attributes:
        text: the Python of a shared one, or of that of a player with `{0}` in place of the seat.
        seen: of a zone, by whom; "open" for a value.
        pairs: whether each player has one for each player; then `{1}` in the text stands for the second seat.
        axes: what else there is one for each of, see `entry_values`; `{0}` and `{1}` stand for its entries.
    """

    name: str
    text: str
    type: types.RuleType
    each: bool
    seen: str
    is_zone: bool
    pairs: bool = False
    axes: tuple[Any, ...] = ()


def constant_code(value: Any) -> Code:
    """A value that never changes."""
    if isinstance(value, bool):
        return Code(str(value), types.FLAG_TYPE)
    return Code(str(value), types.NUMBER_TYPE) if isinstance(value, int) else Code(repr(str(value)), types.TEXT_TYPE)


def stored_code(stored: Stored, text: str, names: frozenset[str], secret: str) -> Code:
    """A zone or a value."""
    zone = stored.name if stored.is_zone else ""
    return Code(text, stored.type, names, secret, zone, 0, text if stored.is_zone else "", static=False)


def together(text: str, kind: types.RuleType, *parts: Code) -> Code:
    """Code that uses *parts*."""
    names: frozenset[str] = frozenset().union(*(part.names for part in parts)) if parts else frozenset()
    secret = next((part.secret for part in parts if part.secret), "")
    loops = max((part.loops for part in parts), default=0)
    return Code(text, kind, names, secret, "", loops, "", all(part.static for part in parts))


def looped(text: str, kind: types.RuleType, value: Code, read: Code) -> Code:
    """Code that computes *value* in a loop over what *read* says."""
    return together(text, kind, value, read)._replace(loops=max(value.loops + 1, read.loops))


#: A part of what Python's parser says, and what is said instead.
_SYNTAX = (
    ("unterminated string", "this quote is not closed", "write it twice, around the word: 'meat'"),
    ("was never closed", "what opens here is not closed", "write the same number of ( and ), [ and ]"),
    ("unmatched", "this closes what is not open", "write the same number of ( and ), [ and ]"),
    ("does not match", "this closes what is not open", "write the same number of ( and ), [ and ]"),
)


def syntax_fault(written: str, error: BaseException, skipped: int) -> ExpressionFault:
    """What a person most likely has done wrong."""
    if isinstance(error, (RecursionError, MemoryError)):
        return ExpressionFault("it is nested too deeply", "give parts of it names in 'define'")
    for wrong, right in (("=>", ">="), ("=<", "<=")):
        if wrong in written:
            at = skipped + written.index(wrong)
            return ExpressionFault(f"'{wrong}' means nothing here", f"write {right}", at, at + 2)
    if re.search(r"[^=!<>]=[^=]", written):
        place = re.search(r"[^=!<>]=[^=]", written)
        assert place is not None
        return ExpressionFault(
            "one = does not compare", "compare with ==", skipped + place.start() + 1, skipped + place.start() + 2
        )
    for wrong, right in (("&&", "and"), ("||", "or"), ("<>", "!="), ("!", "not")):
        if wrong in written:
            at = skipped + written.index(wrong)
            return ExpressionFault(f"'{wrong}' means nothing here", f"write '{right}'", at, at + len(wrong))
    offset = getattr(error, "offset", None) or 1
    why = getattr(error, "msg", "")
    if "'if'" in why or (re.search(r"\bif\b", written) and "expected 'else'" in why):
        at = skipped + written.index(" if ") + 1 if " if " in written else skipped
        return ExpressionFault("this 'if' has no 'else'", "write: 2 if hand else 0", at, at + 2)
    for part, message, help in _SYNTAX:
        if part in why:
            return ExpressionFault(message, help, skipped + min(offset - 1, len(written) - 1))
    return ExpressionFault("this is no expression", SYNTAX_HELP, skipped + min(offset - 1, len(written) - 1))

"""The small grammars inside SVG attributes: numbers, transformations, path data -> absolute cubic paths.

Nothing here knows XML, places in files or paint. The grammars are those of SVG 1.1: paths in section 8.3,
transform lists in 7.6. Where a browser draws up to a mistake and falls silent, we say where the mistake is.
"""

import math
import re
from functools import cache
from typing import Any

from pawprint.core.affine import IDENTITY, LIMIT, CoordinateOverflow, Matrix, matrix_product
from pawprint.core.paths import RawPath

#: The limit for one drawing, after `use` has been expanded; the largest bundled drawing has about 12 000.
MAX_SEGMENTS = 100_000

# Possessive quantifiers throughout: a hostile value is refused in one pass, never by backtracking.
_SPACE = r"[ \t\r\n\f]*+"
_NUMBER = r"[-+]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][-+]?+[0-9]++)?+"
_BETWEEN = rf"(?:{_SPACE},{_SPACE}(?=[-+.0-9])|{_SPACE})"
_MANY = rf"{_SPACE}(?:{_NUMBER}{_BETWEEN})*+"
_ARC = [_NUMBER, _NUMBER, _NUMBER, "[01]", "[01]", _NUMBER, _NUMBER]

_FIND_NUMBERS = re.compile(_NUMBER)
_ONLY_NUMBERS = re.compile(_MANY)
_REST = re.compile(_SPACE)
_ONE_NUMBER = re.compile(rf"{_SPACE}({_NUMBER}){_SPACE}")
# The flags of an arc are one digit each and may be packed, `a1 1 0 01.5.5`: its numbers have a pattern of their own.
_COMMAND = re.compile(rf"{_SPACE}(?:([MLHVCSQTZmlhvcsqtz])({_MANY})|([Aa]))")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARC_HELP = "an arc is rx ry rotation, two flags that are 0 or 1, and x y"
_TAKES_FUNCTION = {
    "matrix": (6,),
    "translate": (1, 2),
    "scale": (1, 2),
    "rotate": (1, 3),
    "skewX": (1,),
    "skewY": (1,),
}


class BadValue(ValueError):
    """A value outside its grammar.

    Attributes:
        message: what is wrong; half a sentence that follows the attribute's name and a colon.
        help: what to do about it; may be empty.
        start, end: the characters of the value that are meant; *end* None means up to its end.
    """

    def __init__(self, message: str, help: str = "", start: int = 0, end: int | None = None) -> None:
        super().__init__(message)
        self.message, self.help, self.start, self.end = message, help, start, end


def short(text: str) -> str:
    """*text* fit for a message: quoted, on one line, at most 40 letters of it."""
    text = " ".join(text[:200].split())
    return f"'{text[:39]}…'" if len(text) > 40 else f"'{text}'"


# --- numbers and transformations ----------------------------------------------------------------------------


def read_number(text: str) -> float:
    """One plain number of user units.

    Raises:
        BadValue: not a number, or one of a million or more.
    """
    match = _ONE_NUMBER.fullmatch(text)
    if not match:
        if text.strip().endswith("%"):
            raise BadValue(f"{short(text)} is a percentage", "write the number in user units")
        if _ONE_NUMBER.match(text):
            raise BadValue(f"{short(text)} has more than a number", "write the number alone, in user units")
        raise BadValue(f"{short(text)} is not a number", "write it in digits, as in 12.5")
    return _bounded([float(match[1])], 0, text)[0]


def read_numbers(text: str) -> list[float]:
    """Numbers between spaces or single commas; perhaps none.

    Raises:
        BadValue: anything else in between, or a number of a million or more.
    """
    match = _ONLY_NUMBERS.match(text)
    end = match.end() if match else 0
    if end != len(text):
        raise BadValue(
            f"{short(text[end:])} is not a number", "write numbers with spaces or commas between", end, end + 1
        )
    return _bounded([float(number) for number in _FIND_NUMBERS.findall(text)], 0, text)


def _bounded(numbers: list[float], start: int, text: str) -> list[float]:
    if numbers and (max(numbers) >= LIMIT or min(numbers) <= -LIMIT):
        raise BadValue(
            f"{short(text)} has a number that is too large", "stay below 1 000 000", start, start + len(text)
        )
    return numbers


def read_transform(text: str) -> Matrix:
    """A list of `matrix translate scale rotate skewX skewY`, as one matrix.

    Raises:
        BadValue: another function, another count of numbers, or a result beyond a million.
    """
    matrix, at = IDENTITY, 0
    while not _REST.fullmatch(text, at):
        match = _function_pattern().match(text, at)
        if not match:
            raise BadValue(
                f"{short(text[at:])} is not a transformation",
                "write translate(3 4), scale(2), rotate(45 50 50), skewX(10) or matrix(a b c d e f)",
                at,
            )
        name, counts = match[1], _TAKES_FUNCTION.get(match[1])
        if counts is None:
            raise BadValue(
                f"{short(name)} is not a transformation",
                f"there are {', '.join(_TAKES_FUNCTION)}",
                match.start(1),
                match.end(1),
            )
        numbers = _bounded([float(n) for n in _FIND_NUMBERS.findall(match[2])], match.start(2), match[2])
        if len(numbers) not in counts:
            wanted = " or ".join(map(str, counts))
            message = f"{name} takes {wanted} numbers, {len(numbers)} are given"
            raise BadValue(message, "", match.start(1), match.end())
        try:
            matrix = matrix_product(matrix, _function(name, numbers))
        except CoordinateOverflow:
            raise BadValue(f"{short(text)} moves everything out of sight", "", match.start(1)) from None
        at = match.end()
    return matrix


def _function(name: str, n: list[float]) -> Matrix:
    match name:
        case "translate":
            return (1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) > 1 else 0.0)
        case "scale":
            return (n[0], 0.0, 0.0, n[-1], 0.0, 0.0)
        case "rotate":
            sine, cosine = math.sin(math.radians(n[0])), math.cos(math.radians(n[0]))
            x, y = n[1:] or (0.0, 0.0)
            return (cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y)
        case "skewX":
            return (1.0, 0.0, math.tan(math.radians(n[0])), 1.0, 0.0, 0.0)
        case "skewY":
            return (1.0, math.tan(math.radians(n[0])), 0.0, 1.0, 0.0, 0.0)
        case _:
            return (n[0], n[1], n[2], n[3], n[4], n[5])


# --- path data ----------------------------------------------------------------------------------------------


def read_path(text: str) -> RawPath:
    """Path data with all its commands as absolute M, L, C and Z.

    Raises:
        BadValue: outside the grammar, a number of a million or more, or more than `MAX_SEGMENTS` segments.
    """
    out: RawPath = []
    add = out.append
    x = y = start_x = start_y = handle_x = handle_y = 0.0
    last, at = "", 0
    while match := _COMMAND.match(text, at):
        command = match[1] or match[3]
        kind, moves = command.upper(), command.islower()
        if not out and kind != "M":
            raise BadValue("a path begins with M (move to)", "", match.start(), match.end())
        (n, at), takes = _arguments(match), _TAKES[kind]
        if last == "Z" and kind not in "MZ":
            add(("M", x, y))
        if kind == "Z":
            add(("Z",))
            x, y = start_x, start_y
        for i in range(0, len(n), takes or 1):
            dx, dy = (x, y) if moves else (0.0, 0.0)
            if kind == "C":  # the kinds stand in the order of how often drawings use them
                handle_x, handle_y = n[i + 2] + dx, n[i + 3] + dy
                x, y = n[i + 4] + dx, n[i + 5] + dy
                add(("C", n[i] + dx, n[i + 1] + dy, handle_x, handle_y, x, y))
            elif kind == "L" or (kind == "M" and i):
                x, y = n[i] + dx, n[i + 1] + dy
                add(("L", x, y))
            elif kind == "S":
                x1, y1 = (2 * x - handle_x, 2 * y - handle_y) if last in ("C", "S") else (x, y)
                handle_x, handle_y = n[i] + dx, n[i + 1] + dy
                x, y = n[i + 2] + dx, n[i + 3] + dy
                add(("C", x1, y1, handle_x, handle_y, x, y))
            elif kind == "Q" or kind == "T":
                if kind == "Q":
                    handle_x, handle_y = n[i] + dx, n[i + 1] + dy
                else:
                    handle_x, handle_y = (2 * x - handle_x, 2 * y - handle_y) if last in ("Q", "T") else (x, y)
                x0, y0, x, y = x, y, n[i + takes - 2] + dx, n[i + takes - 1] + dy
                add(_quadratic(x0, y0, handle_x, handle_y, x, y))
            elif kind == "H" or kind == "V":
                x, y = (n[i] + dx, y) if kind == "H" else (x, n[i] + dy)
                add(("L", x, y))
            elif kind == "M":
                x, y = start_x, start_y = n[i] + dx, n[i + 1] + dy
                add(("M", x, y))
            else:
                x0, y0, x, y = x, y, n[i + 5] + dx, n[i + 6] + dy
                out += _arc(x0, y0, n[i], n[i + 1], n[i + 2], n[i + 3] != 0, n[i + 4] != 0, x, y)
            last = kind
        last = kind
        if len(out) > MAX_SEGMENTS:
            raise BadValue(f"the path has more than {MAX_SEGMENTS} segments", "simplify it")
    if text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        raise BadValue(f"{short(text[at:])} is not path data", _ARC_HELP if last == "A" else "", at, at + 1)
    return out


def _arguments(match: re.Match[str]) -> tuple[list[float], int]:
    """The numbers behind the command that *match* found, and where they end.

    Raises:
        BadValue: too large a number, or not as many as the command takes.
    """
    command, text, end = match[1] or match[3], match.string, match.end()
    kind = command.upper()
    found: list[str] = []
    if kind == "A":
        # One by one: before Python 3.11.5, a repeated possessive group keeps the beginning of an arc that does not fit.
        while arc := _arc_pattern().match(text, end):
            found += arc.groups()
            end = arc.end()
    else:
        found = _FIND_NUMBERS.findall(match[2])
    n = _bounded(list(map(float, found)), match.start(), text[match.start() : end])
    takes = _TAKES[kind]
    if (len(n) % takes or not n) if takes else n:
        begin, last = match.start(1 if match[1] else 3), len(text[:end].rstrip())
        raise BadValue(_miscounted(command, takes, len(n)), _ARC_HELP if kind == "A" else "", begin, last)
    return n, end


@cache
def _function_pattern() -> re.Pattern[str]:
    """A function of a transformation; compiled when the first one is read."""
    return re.compile(rf"{_SPACE}([A-Za-z]++){_SPACE}\(({_MANY})\){_SPACE},?+")


@cache
def _arc_pattern() -> re.Pattern[str]:
    """The numbers of one arc, with what is between it and the next one; compiled when the first arc is read."""
    return re.compile(_SPACE + _BETWEEN.join(f"({part})" for part in _ARC) + _BETWEEN)


def _miscounted(command: str, takes: int, given: int) -> str:
    numbers = "no numbers" if takes == 0 else "1 number" if takes == 1 else f"{takes} numbers"
    return f"{command} takes {numbers} at a time, {given} {'is' if given == 1 else 'are'} given"


def _quadratic(x0: float, y0: float, x1: float, y1: float, x: float, y: float) -> tuple[Any, ...]:
    by = 2 / 3
    return ("C", x0 + (x1 - x0) * by, y0 + (y1 - y0) * by, x + (x1 - x) * by, y + (y1 - y) * by, x, y)


def _arc(
    x0: float, y0: float, rx: float, ry: float, turned: float, large: bool, sweep: bool, x: float, y: float
) -> RawPath:
    """An elliptical arc as cubics of at most a quarter turn each; the steps are those of SVG 1.1, F.6.5-6."""
    rx, ry = abs(rx), abs(ry)
    if x0 == x and y0 == y:
        return []
    if rx < 1e-9 or ry < 1e-9:
        return [("L", x, y)]
    sine, cosine = math.sin(math.radians(turned)), math.cos(math.radians(turned))
    half_x, half_y = (x0 - x) / 2, (y0 - y) / 2
    u, v = (cosine * half_x + sine * half_y) / rx, (cosine * half_y - sine * half_x) / ry
    apart = u * u + v * v
    if apart > 1:  # the ellipse is too small to reach both ends: enlarge it until it just does
        rx, ry, u, v = (
            rx * math.sqrt(apart),
            ry * math.sqrt(apart),
            u / math.sqrt(apart),
            v / math.sqrt(apart),
        )
        apart = 1.0
    if apart < 1e-18:
        return [("L", x, y)]
    by = math.sqrt((1 - apart) / apart) * (1 if large != sweep else -1)
    centre_u, centre_v = by * v, -by * u
    begin = math.atan2(v - centre_v, u - centre_u)
    sweep_by = math.atan2(-v - centre_v, -u - centre_u) - begin
    if sweep and sweep_by < 0:
        sweep_by += 2 * math.pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * math.pi
    count = max(1, math.ceil(abs(sweep_by) / (math.pi / 2) - 1e-9))
    step = sweep_by / count
    reach = 4 / 3 * math.tan(step / 4)
    middle_x, middle_y = (x0 + x) / 2, (y0 + y) / 2

    def point(u: float, v: float) -> tuple[float, float]:
        u, v = (u + centre_u) * rx, (v + centre_v) * ry
        return cosine * u - sine * v + middle_x, sine * u + cosine * v + middle_y

    out: RawPath = []
    for i in range(count):
        here, there = begin + i * step, begin + (i + 1) * step
        c0, s0, c1, s1 = math.cos(here), math.sin(here), math.cos(there), math.sin(there)
        end = point(c1, s1) if i < count - 1 else (x, y)  # land exactly: the next segment counts on it
        leaving, arriving = point(c0 - reach * s0, s0 + reach * c0), point(c1 + reach * s1, s1 - reach * c1)
        out.append(("C", *leaving, *arriving, *end))
    return out

"""The `icons` of a game: codes of existing texts, such as `[credit]` and `{T}`, that are printed as icons."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader

_NAME = r"[a-z][a-z0-9/-]*"
#: The markup of an icon in a text.
_ICON = rf":{_NAME}:"
_NAME_HELP = "a name has small letters, digits and -, as the file in the folder icons"


class IconCode(NamedTuple):
    """The icon that a code stands for, and where the table names it."""

    icon: str
    span: Span


class IconCodes:
    """The codes of a game; of two that begin at the same place, the longer one counts.

    A code that begins or ends with a letter or digit is not found within a word, nor any code after a backslash.

    Attributes:
        has_codes: True if the game declares any code.
    """

    def __init__(self, codes: Mapping[str, IconCode]) -> None:
        self._codes = codes
        longest_first = sorted(codes, key=lambda code: (-len(code), code))
        codes_pattern = "|".join(_pattern(code) for code in longest_first)
        self._any = re.compile(rf"({codes_pattern}|{_ICON})" if codes_pattern else f"({_ICON})")
        # A colon before a code does not begin the name of an icon that would end with the colon of the code's own one.
        stray = rf":(?={_NAME}(?:{codes_pattern}))"
        self.has_codes = bool(codes_pattern)
        # What is in brackets as some of the codes are, and digits only if some code has them.
        self._like = [
            re.compile(rf"(?<![\\\]]){re.escape(begin)}(?:{word}){re.escape(end)}(?!\{{)")
            for begin, end in ("[]", "{}", "<>")
            for word, digits in ((r"[^\W\d][\w/+-]*", False), (r"\d+", True))
            if any(code[0] == begin and code[-1] == end and code[1:-1].isdigit() is digits for code in codes)
        ]
        self._marked = re.compile(rf"(\\.)|({codes_pattern})|({_ICON})|({stray})", re.DOTALL) if codes_pattern else None

    def marked(self, text: str) -> str:
        """A rich text in which all codes are written as icons: `:credit:`."""
        return text if self._marked is None else self._marked.sub(self._written, text)

    def split(self, text: str) -> list[str]:
        """What is before, between and after the icons of a text without escapes, and the names of the icons: they have
        the odd places."""
        parts = self._any.split(text)
        parts[1::2] = [self._codes[part].icon if part in self._codes else part[1:-1] for part in parts[1::2]]
        return parts

    def unknown_in(self, text: str) -> Iterator[tuple[str, str]]:
        """What looks like a code in a *marked* text and is none, each once, with a help."""
        for code in dict.fromkeys(match[0] for pattern in self._like for match in pattern.finditer(text)):
            yield code, f"{suggest(code, self._codes, 'codes are')}; \\{code} prints the brackets"

    def span_of(self, icon: str) -> Span | None:
        """The place of *icon* in the table; None if it is not there."""
        return next((code.span for code in self._codes.values() if code.icon == icon), None)

    @property
    def icons(self) -> dict[str, Span]:
        """The icons that the table names, each with the first place."""
        return {code.icon: code.span for code in reversed(list(self._codes.values()))}

    def _written(self, match: re.Match[str]) -> str:
        escaped, code, icon, colon = match.groups()
        if code is not None:
            return f":{self._codes[code].icon}:"
        return "\\:" if colon else escaped or icon


#: Those of a game without a table.
NO_CODES = IconCodes({})


def read_icon_codes(reader: FieldReader) -> IconCodes:
    """The codes in the field `icons` of a game; those with a fault are left out, after a finding."""
    codes: dict[str, IconCode] = {}
    for code, key, node in reader.entries("icons"):
        icon = scalars.text(node, f"the icon for '{code}'", reader.findings)
        if not code.strip() or code != code.strip() or code.startswith("\\"):
            message = f"'{code}' cannot be a code for an icon: it is empty, or begins or ends with a space or backslash"
            reader.findings.add("bad-declaration", message, key.span, 'write what is in the texts: "[credit]": credit')
        elif icon is not None and re.fullmatch(_NAME, icon) is None:
            reader.findings.add("bad-id", f"'{icon}' cannot be the name of an icon in a text", node.span, _NAME_HELP)
        elif icon is not None:
            codes[code] = IconCode(icon, node.span)
    return IconCodes(codes) if codes else NO_CODES


def _pattern(code: str) -> str:
    before = r"(?<!\w)" if _of_words(code[0]) else ""
    return before + re.escape(code) + (r"(?!\w)" if _of_words(code[-1]) else "")


def _of_words(sign: str) -> bool:
    """True if *sign* is a digit, or a letter of a script that has spaces between words."""
    return sign.isdigit() or sign.lower() != sign.upper()

"""Texts in any language and script -> ids, titles, names of fields and names of files."""

import re
import unicodedata
from collections.abc import Container

from pawprint.core.files import is_device_name

_CYRILLIC_LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў"
_TRANSLITERATIONS = "a,b,v,g,d,e,e,zh,z,i,y,k,l,m,n,o,p,r,s,t,u,f,kh,ts,ch,sh,shch,,y,,e,yu,ya,i,yi,ye,g,u"
_CYRILLIC = dict(zip(_CYRILLIC_LETTERS, _TRANSLITERATIONS.split(","), strict=True))
_OTHER = {
    **{"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "þ": "th", "ð": "d", "ı": "i"},
    **{"№": "no", "&": " and "},
}

#: Reserved words of templates, and fields that every record has.
_RESERVED = {"and", "or", "not", "in", "is", "if", "else", "elif", "true", "false", "none", "item", "index", "loop"}
_RESERVED |= {"id", "copies", "editions", "origin", "assumes", "grammar", "by", "component"}
_MAX_LENGTH = 40


def ascii_lowercase(text: str) -> str:
    """*text* in lower case and transliterated to ASCII; other characters are removed."""
    text = "".join([_CYRILLIC.get(sign, _OTHER.get(sign, sign)) for sign in text.lower()])
    return "".join([sign for sign in unicodedata.normalize("NFKD", text) if sign.isascii()])


def slug(text: str, default: str = "") -> str:
    """An id made from *text*, such as `red-fox`; *default* where no letter can be used."""
    words = re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", ascii_lowercase(text))).strip("-")
    if len(words) > _MAX_LENGTH:
        words = words[: _MAX_LENGTH + 1].rpartition("-")[0] or words[:_MAX_LENGTH]
    words = words.strip("-") or default
    return f"the-{words}" if is_device_name(words) else words


def field_name(text: str, default: str, taken: Container[str] = ()) -> str:
    """A name for a field made from *text*, such as `attack_power`, other than those *taken*."""
    name = slug(text, default).replace("-", "_")
    if name[:1].isdigit() or name in _RESERVED:
        name = f"the_{name}"
    return unique(name, taken, "_")


def one_line(text: str) -> str:
    """*text* on one line, without control characters and without bytes of arguments that are not UTF-8."""
    words = text.encode("utf-8", "replace").decode().split()
    return " ".join("".join([sign for sign in word if sign.isprintable()]) for word in words)


def title_from(name: str) -> str:
    """A title made from the name of a file or folder."""
    words = one_line(name.replace("_", " ").replace("-", " "))
    return words[:1].upper() + words[1:] or "My game"


class UniqueNames:
    """Names of which each is there once; the same as `unique` for each of them, without trying all numbers again."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def add(self, name: str) -> bool:
        """Add *name*, with a number if it is taken; whether it was."""
        number = self._numbers.get(name, 1)
        result = name if number == 1 else f"{name}-{number}"
        while result in self._taken:
            number += 1
            result = f"{name}-{number}"
        was_taken = name in self._taken
        self._numbers[name] = number
        self._taken.add(result)
        self.names.append(result)
        return was_taken


def unique(name: str, taken: Container[str], sign: str = "-") -> str:
    """*name*, or the first of `name-2`, `name-3`, ... that is not taken."""
    number, result = 1, name
    while result in taken:
        number += 1
        result = f"{name}{sign}{number}"
    return result

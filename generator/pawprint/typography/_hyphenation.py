"""Positions where a word may be divided, by the patterns of `pyphen`."""

import pathlib
import re
from functools import cache, lru_cache
from io import BytesIO
from typing import IO

#: The characters of a pattern line that are not letters to match.
_NOT_LETTERS = b"0123456789 \t\r"
#: A change of spelling at the division, at the end of a line.
_CHANGE = re.compile(rb"/.*")
#: A character by its code, as TeX writes it.
_BY_CODE = re.compile(r"\^\^([0-9a-f]{2})")
#: A pattern that matches no word: `pyphen` cannot read a file without patterns.
_NO_WORD = "1\ue000".encode()


@lru_cache(maxsize=4096)
def hyphenations(word: str, language: str) -> tuple[int, ...]:
    """Positions where *word* may be divided, rising; at least three letters stay on either side.

    Empty for a language without patterns.
    """
    import pyphen

    code = pyphen.language_fallback(language.replace("-", "_")) or {"en": "en_US"}.get(language[:2])
    if code is None:
        return ()
    patterns = pyphen.HyphDict(_patterns(pyphen.LANGUAGES[code]).matching(word))
    return tuple([int(position) for position in patterns.positions(word) if 3 <= position <= len(word) - 3])


@cache
def _patterns(path: pathlib.Path) -> "_PatternFile":
    return _PatternFile(path)


class _PatternFile:
    """A pattern file; only the lines that match a word are parsed.

    A game divides some hundred words. German has 66,000 patterns, and to parse them all takes a second.
    """

    def __init__(self, path: pathlib.Path) -> None:
        with path.open("rb") as file:
            encoding = file.readline().decode().strip()
        text = path.read_text({"microsoft-cp1251": "cp1251"}.get(encoding.lower(), encoding))
        if "^^" in text:
            text = _BY_CODE.sub(lambda match: chr(int(match[1], 16)), text)
        data = text.encode()
        lines, bare = data.split(b"\n"), data.translate(None, _NOT_LETTERS)
        self._lines: dict[bytes, bytes] = {}
        for letters, line in zip((_CHANGE.sub(b"", bare) if b"/" in bare else bare).split(b"\n"), lines, strict=True):
            known = self._lines.get(letters)
            self._lines[letters] = line if known is None else known + b"\n" + line
        self._longest = max(map(len, self._lines))

    def matching(self, word: str) -> "_MatchingLines":
        """The lines whose letters are a part of *word*."""
        whole = f".{word.lower()}."
        size, longest = len(whole), self._longest
        parts = {whole[start:end] for start in range(size) for end in range(start + 1, min(start + longest, size) + 1)}
        known = self._lines
        letters = sorted(part.encode(errors="replace") for part in parts)
        lines = [known[part] for part in letters if part in known]
        return _MatchingLines(b"\n".join([b"UTF-8", _NO_WORD, *lines]))


class _MatchingLines:
    """Lines of a pattern file, in place of its path: `pyphen` calls only `open` and `read_text` of the path."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def open(self, mode: str) -> IO[bytes]:
        """The lines as a binary file."""
        return BytesIO(self._data)

    def read_text(self, encoding: str) -> str:
        """The lines as text."""
        return self._data.decode(encoding)

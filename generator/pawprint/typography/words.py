"""Words, shaped once: what a line is made of, and where a word may be divided."""

import pathlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from typing import IO

from pawprint.core.picture import Path, Picture, Shape
from pawprint.typography.languages import needs_scripts
from pawprint.typography.metrics import Shaped, Typeface
from pawprint.typography.scripts import LETTER, is_emoji

# --- A character that no font has -> the box with its code point that is drawn in its place ---------------------------


#: The strokes of a hexadecimal digit, each as its corners; two units wide and four high, y downwards.
_DIGITS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0, 0), (2, 0), (2, 4), (0, 4), (0, 0)),),
    "1": (((0.3, 0.7), (1, 0), (1, 4)), ((0.2, 4), (1.8, 4))),
    "2": (((0, 0), (2, 0), (2, 2), (0, 2), (0, 4), (2, 4)),),
    "3": (((0, 0), (2, 0), (2, 4), (0, 4)), ((0.5, 2), (2, 2))),
    "4": (((0, 0), (0, 2), (2, 2)), ((2, 0), (2, 4))),
    "5": (((2, 0), (0, 0), (0, 2), (2, 2), (2, 4), (0, 4)),),
    "6": (((2, 0), (0, 0), (0, 4), (2, 4), (2, 2), (0, 2)),),
    "7": (((0, 0), (2, 0), (0.8, 4)),),
    "8": (((0, 0), (2, 0), (2, 4), (0, 4), (0, 0)), ((0, 2), (2, 2))),
    "9": (((2, 2), (0, 2), (0, 0), (2, 0), (2, 4), (0, 4)),),
    "A": (((0, 4), (0, 1), (0.8, 0), (1.2, 0), (2, 1), (2, 4)), ((0, 2.4), (2, 2.4))),
    "B": (
        ((0, 0), (0, 4), (1.5, 4), (2, 3.4), (2, 2.6), (1.5, 2), (0, 2)),
        ((0, 0), (1.4, 0), (1.8, 0.5), (1.8, 1.5), (1.4, 2)),
    ),
    "C": (((2, 0.6), (1.5, 0), (0.5, 0), (0, 0.6), (0, 3.4), (0.5, 4), (1.5, 4), (2, 3.4)),),
    "D": (((0, 0), (1.2, 0), (2, 0.9), (2, 3.1), (1.2, 4), (0, 4), (0, 0)),),
    "E": (((2, 0), (0, 0), (0, 4), (2, 4)), ((0, 2), (1.6, 2))),
    "F": (((2, 0), (0, 0), (0, 4)), ((0, 2), (1.6, 2))),
}
#: The red of all marks on faulty pieces, and the paper behind it, so that it can be read on any ground.
_RED, _PAPER = "#c8102e", "#ffffff"
#: Distance of the digits from the box and from each other.
_MARGIN, _GAP = 1.5, 1.3


@lru_cache(maxsize=1024)
def code_point_box(character: str) -> Picture:
    """A box with the code point of *character* in two rows of hexadecimal digits, as browsers draw it."""
    code = f"{ord(character):04X}"
    code = code.zfill(len(code) + len(code) % 2)
    columns = len(code) // 2
    width, height = 2 * _MARGIN + 2 * columns + _GAP * (columns - 1), 2 * _MARGIN + 8 + _GAP
    edge = 0.4
    frame: Path = (
        *(("M", edge, edge), ("L", width - edge, edge)),
        *(("L", width - edge, height - edge), ("L", edge, height - edge), ("Z",)),
    )
    strokes: list[tuple[str | float, ...]] = []
    for index, digit in enumerate(code):
        row, column = divmod(index, columns)
        left, top = _MARGIN + column * (2 + _GAP), _MARGIN + row * (4 + _GAP)
        for corners in _DIGITS[digit]:
            strokes += [("M" if not at else "L", left + x, top + y) for at, (x, y) in enumerate(corners)]
    shapes = (Shape(frame, _PAPER, _RED, 0.5), Shape(tuple(strokes), None, _RED, 0.7, cap=1, join=1))
    return Picture(f"U+{ord(character):04X}", 0.0, 0.0, width, height, shapes, ())


# --- words ------------------------------------------------------------------------------------------------------------


#: The part of a word that may be divided: not an elided article before it, nor punctuation after it.
_DIVISIBLE = re.compile(r"[^\W\d_]{6,50}+(?=\W{0,3}\Z)")
#: A line may end after these signs within a word; nothing is added. Between digits, as in `1-2`, they do not count.
_BREAKING_SIGN = re.compile(r"(?<=[^\W\d_])[-\u2013/](?=[^\W\d_])|(?<=.)\u200b")


@dataclass(slots=True, eq=False, repr=False)
class Chunk:
    """What stands between two places where a line may break: as a rule one word, shaped once and shared by all texts.

    Attributes:
        width: in ems, tracking included.
        face, word: the one word; None where several parts (of another weight, an icon) are glued together.
        parts: those parts, from left to right.
        runs: the index of the run that each part comes from; empty if all come from the same one.
        unset: characters that cannot be set: no typeface has them.
    """

    # See `ScriptChunk`.
    level = 0
    gap_level = 0
    tracking = 0.0

    width: float
    face: Typeface | None = None
    word: Shaped | None = None
    picture: Picture | None = None
    parts: "tuple[Chunk, ...]" = ()
    runs: tuple[int, ...] = ()
    unset: str = ""


@dataclass(slots=True, eq=False, repr=False)
class ScriptChunk(Chunk):
    """A chunk of a text in a script that runs from right to left, joins its letters or has no spaces.

    Attributes:
        level: its embedding level; odd ones run from right to left.
        tracking, language: with which it was shaped.
        gap_level: the level of the space before it; that of the chunk unless another one is set.
    """

    level: int = 0
    tracking: float = 0.0
    language: str = ""
    gap_level: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.gap_level = self.level


class OtherScript(Exception):
    """A word has letters of scripts whose texts are more than words between spaces."""


class WordCache(dict[str, Chunk]):
    """The words that have been set in one cut of a family; a new one is shaped when it is first looked up.

    Looking up a word raises `OtherScript` if it needs `in_script`.

    Args:
        others: characters that *face* does not have -> the typefaces for them, the first one first.
        tracking: extra space after each glyph, in ems.
        picture_height: of a box in place of a character that cannot be set; that of inline icons, in ems.

    Attributes:
        gap: the width of a space, in ems.
        faulty: whether any word has a character that cannot be set.
    """

    def __init__(
        self, face: Typeface, others: Callable[[str], Sequence[Typeface]], tracking: float, picture_height: float
    ) -> None:
        self._face = face
        self._others = others
        self._tracking = tracking
        self._picture_height = picture_height
        self.gap = face.shape(" ").width + tracking
        self.faulty = False
        self._in_scripts: dict[tuple[str, int, str], tuple[tuple[Typeface | None, str], ...]] = {}

    def __missing__(self, text: str) -> Chunk:
        if needs_scripts(text):
            raise OtherScript
        word = self._face.shape(text)
        if word.missing or self._face.has_colours:
            chunk = self._borrowed(text, word.missing)
        else:
            chunk = Chunk(word.width + self._tracking * len(word.glyphs), self._face, word)
        self.faulty = self.faulty or bool(chunk.unset)
        self[text] = chunk
        return chunk

    def in_script(self, text: str, level: int, language: str) -> Sequence[Chunk]:
        """*text* at an embedding level and with the shapes of a language, as chunks in logical order."""
        key = (text, level, language)
        chunks = self._in_scripts.get(key)
        if chunks is None:
            absent = self._face.shape(text, level % 2 == 1, language).missing
            chunks = self._borrowed_parts(text, absent, level, language)
            chunks = self._in_scripts[key] = chunks
        self.faulty = self.faulty or any(face is None for face, _ in chunks)
        return [self._in_script(face, part, level, language) for face, part in chunks]

    def _borrowed(self, text: str, absent: str) -> Chunk:
        """A word that may have characters that the typeface does not have, or has in colours."""
        parts = [self._chunk(face, part) for face, part in self._borrowed_parts(text, absent)]
        chunk = parts[0] if len(parts) == 1 else Chunk(sum([part.width for part in parts]), parts=tuple(parts))
        chunk.unset = "".join(dict.fromkeys([part.unset for part in parts]))
        return chunk

    def _borrowed_parts(
        self, text: str, absent: str, level: int = 0, language: str = ""
    ) -> tuple[tuple[Typeface | None, str], ...]:
        """*text* in the first other typeface that has it in full.

        If none has, each letter, with its marks, is set in the first typeface that has it. One that none has stands
        alone, without a typeface; it becomes a box with its code point. An emoji of several characters is one letter.
        """
        if not absent:
            return tuple(_by_pictures(self._face, text))
        backwards = level % 2 == 1
        # The first of several characters is named for all of them.
        others = self._others("".join([part for part in LETTER.findall(text) if not set(part).isdisjoint(absent)]))
        for other in others:
            if not other.shape(text, backwards, language).missing:
                return tuple(_by_pictures(other, text))
        faces = (self._face, *others)
        sources: list[tuple[Typeface | None, str]] = []
        for letter in LETTER.findall(text):
            face = next((face for face in faces if not face.shape(letter).missing), None)
            whole = face is not None or is_emoji(letter)
            sources += [(face, part) for part in ([letter] if whole else letter)]
        parts: list[tuple[Typeface | None, str]] = []
        for source, pairs in groupby(sources, key=lambda pair: pair[0]):
            letters = [letter for _, letter in pairs]
            parts += (
                [(None, letter) for letter in letters] if source is None else _by_pictures(source, "".join(letters))
            )
        return tuple(parts)

    def _in_script(self, face: Typeface | None, text: str, level: int, language: str) -> ScriptChunk:
        """See `_chunk`."""
        if face is not None and not (face.has_colours and face.picture(text)):
            return script_chunk(face, text, self._tracking, level, language)
        chunk = self._chunk(face, text)
        return ScriptChunk(chunk.width, picture=chunk.picture, unset=chunk.unset, level=level)

    def _chunk(self, face: Typeface | None, text: str) -> Chunk:
        """Letters of one typeface; a picture of a letter in colours; a box if there is no typeface."""
        if face is None:
            return self._boxed(text)
        picture = face.picture(text) if face.has_colours else None
        if picture is None:
            chunk = chunk_of(face, text, self._tracking)
            blank = face.has_colours and chunk.word and not face.outline(chunk.word, 0.0)
            return self._boxed(text) if blank and text.strip() else chunk  # of colours that cannot be drawn
        return Chunk(self._picture_height * picture.width / picture.height + self._tracking, picture=picture)

    def _boxed(self, letter: str) -> Chunk:

        lacking = [part for part in letter if self._face.shape(part).missing] or [letter[0]]
        picture = code_point_box(lacking[0])
        width = self._picture_height * picture.width / picture.height + self._tracking
        return Chunk(width, picture=picture, unset="".join(lacking))


def _by_pictures(face: Typeface, text: str) -> list[tuple[Typeface | None, str]]:
    """*text* in a typeface, with each letter that it has in colours by itself."""
    if not face.has_colours:
        return [(face, text)]
    parts: list[tuple[Typeface | None, str]] = []
    for is_coloured, group in groupby(LETTER.findall(text), key=lambda letter: face.picture(letter) is not None):
        letters = list(group)
        parts += [(face, letter) for letter in letters] if is_coloured else [(face, "".join(letters))]
    return parts


def script_chunk(face: Typeface, text: str, tracking: float, level: int, language: str) -> ScriptChunk:
    """*text* in the typeface *face*, at an embedding level and with the shapes of a language."""
    shaped = face.shape(text, level % 2 == 1, language)
    width = shaped.width + tracking * len(shaped.glyphs)
    return ScriptChunk(width, face, shaped, level=level, tracking=tracking, language=language)


def chunk_of(face: Typeface, text: str, tracking: float) -> Chunk:
    """*text* in the typeface *face*."""
    shaped = face.shape(text)
    return Chunk(shaped.width + tracking * len(shaped.glyphs), face, shaped)


def glued(parts: Sequence[tuple[Chunk, int]]) -> Chunk:
    """Parts that no line break comes between, each with the index of its run, as one chunk."""
    if len(parts) == 1:
        return parts[0][0]
    flat: list[Chunk] = []
    runs: list[int] = []
    for chunk, run in parts:
        flat += chunk.parts or (chunk,)
        runs += [run] * (len(flat) - len(runs))
    unset = "".join([chunk.unset for chunk, _ in parts])
    return Chunk(sum([part.width for part in flat]), parts=tuple(flat), runs=tuple(runs), unset=unset)


@lru_cache(maxsize=8192)
def break_points(text: str) -> tuple[int, ...]:
    """Positions in the word *text* where a line may end after a sign, such as those of `arc-en-ciel`; rising."""
    return tuple([match.end() for match in _BREAKING_SIGN.finditer(text)])


@lru_cache(maxsize=8192)
def division_points(text: str, language: str) -> tuple[int, ...]:
    """Positions where the word *text* may be divided with a hyphen; rising."""
    core = _DIVISIBLE.search(text)
    return tuple([core.start() + place for place in hyphenations(core[0], language)]) if core is not None else ()


# --- Where words may be divided, by the patterns of `pyphen` ----------------------------------------------------------


#: What a line of a pattern file has besides the letters that it matches.
_NOT_LETTERS = b"0123456789 \t\r"
#: How a spelling changes where it is divided, at the end of a line.
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
    """A pattern file, of which only the lines are parsed that match a word.

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
        found = [known[part] for part in letters if part in known]
        return _MatchingLines(b"\n".join([b"UTF-8", _NO_WORD, *found]))


class _MatchingLines:
    """Some lines of a pattern file, for `pyphen` to read in place of the file."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def open(self, mode: str) -> IO[bytes]:
        """The file as bytes."""
        return BytesIO(self._data)

    def read_text(self, encoding: str) -> str:
        """The file as text."""
        return self._data.decode(encoding)

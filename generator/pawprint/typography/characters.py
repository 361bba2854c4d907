"""Findings about characters that no font has."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pawprint.core.diagnostics import CODES, Diagnostic, PieceId
from pawprint.core.source import Span
from pawprint.typography.metrics import NO_BREAK_SPACES
from pawprint.typography.scripts import EMOJI, LETTER, PACKS, is_emoji, script_of

#: The number of missing characters of a script that a message names.
_MAX_SHOWN = 3


class CharacterFault(NamedTuple):
    """The parts of a finding about letters of a script, or a sign, that no font has.

    Attributes:
        letters: the missing letters, each with its marks.
    """

    code: str
    message: str
    help: str
    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MissingGlyphs(Diagnostic):
    """The finding that no font of a family has some letters of a script, for all pieces of a component together, or for
    all texts of a document.

    Attributes:
        found: ((piece, language, text), missing letters) of every text; in a document, the place of the text is in the
            position of the piece.
    """

    family: str = ""
    component: str = ""
    document: str = ""
    found: tuple[tuple[tuple[str, str, str], tuple[str, ...]], ...] = ()

    @property
    def order(self) -> tuple[str, int, str, str]:
        """See `Diagnostic.order`; the place of the first text makes no difference."""
        return ("", 0, self.code, self.fault)

    @property
    def evidence(self) -> Hashable:
        """See `Diagnostic.evidence`."""
        return self.found

    def joined(self, others: Iterable[Diagnostic]) -> "MissingGlyphs":
        """See `Diagnostic.joined`; the letters of all texts are counted."""
        others = list(others)
        found = dict(self.found)
        for other in others:
            found |= dict(other.found) if isinstance(other, MissingGlyphs) else {}
        pieces = Diagnostic.joined(self, others).pieces
        message = _message_with_counts(self.family, self.component, self.document, found)
        return replace(self, pieces=pieces, found=tuple(found.items()), message=message)


def missing_glyphs(
    fault: CharacterFault, family: str, text: str, language: str, piece: PieceId, span: Span | None
) -> MissingGlyphs:
    """The finding for a *fault* in a *text* of a piece."""
    found = {(piece.id, language, text): fault.letters}
    return MissingGlyphs(
        fault.code,
        CODES[fault.code][0],
        _message_with_counts(family, piece.component, "", found),
        span,
        fault.help,
        fault=f"{piece.game} {piece.component} {family} {_group(fault.letters[0])}",
        pieces=(piece,),
        family=family,
        component=piece.component,
        found=tuple(found.items()),
    )


def missing_in_document(
    letters: Sequence[str], family: str, document: str, language: str, span: Span
) -> Iterator[Diagnostic]:
    """The findings of the *letters* of a text in a document that no font has, each as often as the text has it."""
    for fault in faults(letters):
        found = {(str(span), language, ""): fault.letters}
        yield MissingGlyphs(
            fault.code,
            CODES[fault.code][0],
            _message_with_counts(family, "", document, found),
            span,
            fault.help,
            fault=f"document {document} {language} {family} {_group(fault.letters[0])}",
            family=family,
            document=document,
            found=tuple(found.items()),
        )


def _message_with_counts(
    family: str, component: str, document: str, found: Mapping[tuple[str, str, str], tuple[str, ...]]
) -> str:
    """The message with its counts: `no font of family 'text' has Thai: 212 letters on 8 cards`."""
    letters = [letter for part in found.values() for letter in part]
    what = _describe(letters)
    places = len({place for place, _, _ in found})
    where = f"on {places} of the {component}" if component else f"in {places} place{'s' * (places > 1)} of '{document}'"
    noun = EMOJI if is_emoji(letters[0]) else "letters" if len(letters) > 1 else "letter"
    return f"no font of family '{family}' has {what}: {len(letters)} {noun} {where}"


def _describe(letters: Iterable[str]) -> str:
    """The script of *letters* with the first few of them; only the sign if it belongs to no script."""
    letters = list(dict.fromkeys(letters))
    codes = [" ".join([f"U+{ord(character):04X}" for character in letter]) for letter in letters[:_MAX_SHOWN]]
    shown = ", ".join([f"'{letter}' ({code})" for letter, code in zip(letters, codes, strict=False)])
    more = f" and {len(letters) - _MAX_SHOWN} more" if len(letters) > _MAX_SHOWN else ""
    if is_emoji(letters[0]):
        return f"the emoji {shown}{more}"
    script = script_of(letters[0])
    return f"the {script + ' ' if script else ''}character{'s' * (len(letters) > 1)} {shown}{more}"


def letters_of(text: str, unset: str) -> list[str]:
    """The letters of *text* with characters in *unset*, with repetitions; an emoji is one letter.

    A capital that casing adds may not be in the text; it is then a letter by itself.
    """
    letters: list[str] = []
    for letter in LETTER.findall(text):
        lacking = [character for character in letter if character in unset]
        letters += [letter] if lacking and is_emoji(letter) else lacking
    together = "".join(letters)
    return [*letters, *(character for character in unset if character not in together)]


def faults(letters: Iterable[str]) -> Iterator[CharacterFault]:
    """The faults of a text with *letters* that no font has: one for each script, and one for each sign of no script."""
    groups: dict[str, list[str]] = {}
    for letter in letters:
        if letter not in NO_BREAK_SPACES:
            groups.setdefault(_group(letter), []).append(letter)
    for group, together in groups.items():
        yield _fault(group, tuple(together))


def _group(letter: str) -> str:
    """The script of a letter; a sign that belongs to no script is a group of its own."""
    return EMOJI if is_emoji(letter) else script_of(letter) or letter


def _fault(group: str, letters: tuple[str, ...]) -> CharacterFault:
    """The fault that no font has the *letters* of a group."""
    message = f"no font has {_describe(letters)}"
    if group == letters[0] and group != EMOJI:
        help = "use another character, an icon (:name:), or a font that has it"
        return CharacterFault("missing-glyph", message, help, letters)
    pack = PACKS.get(group)
    install = f"pip install {pack.install} (which has {pack.name}), or " if pack else ""
    help = f"{install}add a font that has {group} to fonts.yaml; see docs/fonts.md"
    return CharacterFault("missing-glyph", message, help, letters)

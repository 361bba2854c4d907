"""Characters that no font has -> what findings say of them."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pawprint.core.diagnostics import CODES, Diagnostic, PieceId
from pawprint.core.source import Span
from pawprint.typography.metrics import NO_BREAK_SPACES
from pawprint.typography.scripts import EMOJI, LETTER, PACKS, is_emoji, script_of

#: As many of the missing characters of a script are named.
_SHOWN = 3


class CharacterFault(NamedTuple):
    """What a finding says of characters that cannot be set.

    Attributes:
        letters: those that no font has, each with its marks.
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
        found: (piece, language, text) and the letters in that text that are missing, for every text; of a document, the
            place of the text stands for the piece.
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
        message = _counted(self.family, self.component, self.document, found)
        return replace(self, pieces=pieces, found=tuple(found.items()), message=message)


def missing_glyphs(
    fault: CharacterFault, family: str, text: str, language: str, piece: PieceId, span: Span | None
) -> MissingGlyphs:
    """The finding of a *fault* that a *text* of a piece shows."""
    found = {(piece.id, language, text): fault.letters}
    return MissingGlyphs(
        fault.code,
        CODES[fault.code][0],
        _counted(family, piece.component, "", found),
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
            _counted(family, "", document, found),
            span,
            fault.help,
            fault=f"document {document} {language} {family} {_group(fault.letters[0])}",
            family=family,
            document=document,
            found=tuple(found.items()),
        )


def _counted(family: str, component: str, document: str, found: Mapping[tuple[str, str, str], tuple[str, ...]]) -> str:
    """What is missing, and how often it is needed: `no font of family 'text' has Thai: 212 letters on 8 cards`."""
    letters = [letter for part in found.values() for letter in part]
    what = _named(letters)
    places = len({place for place, _, _ in found})
    where = f"on {places} of the {component}" if component else f"in {places} place{'s' * (places > 1)} of '{document}'"
    noun = EMOJI if is_emoji(letters[0]) else "letters" if len(letters) > 1 else "letter"
    return f"no font of family '{family}' has {what}: {len(letters)} {noun} {where}"


def _named(letters: Iterable[str]) -> str:
    """The script of *letters* with the first few of them; a sign that belongs to none by itself."""
    letters = list(dict.fromkeys(letters))
    codes = [" ".join([f"U+{ord(character):04X}" for character in letter]) for letter in letters[:_SHOWN]]
    shown = ", ".join([f"'{letter}' ({code})" for letter, code in zip(letters, codes, strict=False)])
    more = f" and {len(letters) - _SHOWN} more" if len(letters) > _SHOWN else ""
    if is_emoji(letters[0]):
        return f"the emoji {shown}{more}"
    script = script_of(letters[0])
    return f"the {script + ' ' if script else ''}character{'s' * (len(letters) > 1)} {shown}{more}"


def letters_of(text: str, unset: str) -> list[str]:
    """The letters of *text* with characters that cannot be set, as often as it has them; an emoji is one letter.

    What is set in capitals is perhaps not in the text, and is then a letter by itself.
    """
    found: list[str] = []
    for letter in LETTER.findall(text):
        lacking = [character for character in letter if character in unset]
        found += [letter] if lacking and is_emoji(letter) else lacking
    together = "".join(found)
    return [*found, *(character for character in unset if character not in together)]


def faults(letters: Iterable[str]) -> Iterator[CharacterFault]:
    """The faults of a text with *letters* that no font has: one for each script, and one for each sign of no script."""
    groups: dict[str, list[str]] = {}
    for letter in letters:
        if letter not in NO_BREAK_SPACES:
            groups.setdefault(_group(letter), []).append(letter)
    for group, together in groups.items():
        yield _missing(group, tuple(together))


def _group(letter: str) -> str:
    """The script of a letter; a sign that belongs to none is its own."""
    return EMOJI if is_emoji(letter) else script_of(letter) or letter


def _missing(group: str, letters: tuple[str, ...]) -> CharacterFault:
    """The fault that no font has the *letters* of a group."""
    message = f"no font has {_named(letters)}"
    if group == letters[0] and group != EMOJI:
        help = "use another character, an icon (:name:), or a font that has it"
        return CharacterFault("missing-glyph", message, help, letters)
    pack = PACKS.get(group)
    install = f"pip install {pack.install} (which has {pack.name}), or " if pack else ""
    help = f"{install}add a font that has {group} to fonts.yaml; see docs/fonts.md"
    return CharacterFault("missing-glyph", message, help, letters)

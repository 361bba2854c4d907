"""Characters that no font has -> what findings say of them."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pawprint.core.diagnostics import CODES, Diagnostic, PieceId
from pawprint.core.source import Span
from pawprint.typography.metrics import NO_BREAK_SPACES
from pawprint.typography.scripts import PACKS, script_of

#: As many of the missing characters of a script are named.
_SHOWN = 3


class CharacterFault(NamedTuple):
    """What a finding says of characters that cannot be set.

    Attributes:
        letters: those that no font has; empty if the fault is another one.
    """

    code: str
    message: str
    help: str
    letters: str = ""


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
    found: tuple[tuple[tuple[str, str, str], str], ...] = ()

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
    letters = "".join([letter for letter in text if letter in fault.letters]) or fault.letters
    found = {(piece.id, language, text): letters}
    return MissingGlyphs(
        fault.code,
        CODES[fault.code][0],
        _counted(family, piece.component, "", found),
        span,
        fault.help,
        fault=f"{piece.game} {piece.component} {family} {script_of(fault.letters[0]) or fault.letters}",
        pieces=(piece,),
        family=family,
        component=piece.component,
        found=tuple(found.items()),
    )


def missing_in_document(letters: str, family: str, document: str, language: str, span: Span) -> Iterator[Diagnostic]:
    """The findings of the *letters* of a text in a document that no font has, each as often as the text has it."""
    for fault in faults("".join(dict.fromkeys(letters))):
        found = {(str(span), language, ""): "".join([letter for letter in letters if letter in fault.letters])}
        yield MissingGlyphs(
            fault.code,
            CODES[fault.code][0],
            _counted(family, "", document, found),
            span,
            fault.help,
            fault=f"document {document} {language} {family} {script_of(fault.letters[0]) or fault.letters}",
            family=family,
            document=document,
            found=tuple(found.items()),
        )


def _counted(family: str, component: str, document: str, found: Mapping[tuple[str, str, str], str]) -> str:
    """What is missing, and how often it is needed: `no font of family 'text' has Thai: 212 letters on 8 cards`."""
    letters = "".join(found.values())
    what = _named("".join(dict.fromkeys(letters)))
    places = len({place for place, _, _ in found})
    where = f"on {places} of the {component}" if component else f"in {places} place{'s' * (places > 1)} of '{document}'"
    return f"no font of family '{family}' has {what}: {len(letters)} letter{'s' * (len(letters) > 1)} {where}"


def _named(letters: str) -> str:
    """The script of *letters* with the first few of them; a sign that belongs to none by itself."""
    shown = ", ".join([f"'{letter}' (U+{ord(letter):04X})" for letter in letters[:_SHOWN]])
    more = f" and {len(letters) - _SHOWN} more" if len(letters) > _SHOWN else ""
    script = script_of(letters[0])
    return f"the {script + ' ' if script else ''}character{'s' * (len(letters) > 1)} {shown}{more}"


def faults(unset: str) -> Iterator[CharacterFault]:
    """The faults of a text with the characters *unset*: one for each script, and one for each sign of no script."""
    by_script: dict[str, str] = {}
    for letter in unset:
        if letter not in NO_BREAK_SPACES:
            script = script_of(letter)
            by_script[script or letter] = by_script.get(script or letter, "") + letter
    for script, letters in by_script.items():
        yield _missing(script, letters)


def _missing(script: str, letters: str) -> CharacterFault:
    """The fault that no font has the *letters* of a script; of a sign that belongs to none, *script* is the sign."""
    message = f"no font has {_named(letters)}"
    if script == letters and not script_of(letters):
        help = "use another character, an icon (:name:), or a font that has it"
        return CharacterFault("missing-glyph", message, help, letters)
    pack = PACKS.get(script)
    install = f"pip install {pack.install}, or " if pack else ""
    help = f"{install}add a font that has {script} to fonts.yaml; see docs/fonts.md"
    return CharacterFault("missing-glyph", message, help, letters)

"""Findings as data: code, severity, message, place, help. The command line formats them."""

import enum
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from pawprint.core.source import Span


class Severity(enum.Enum):
    """How bad a finding is; only errors make a run fail."""

    ERROR = "error"
    WARNING = "warning"


class PieceId(NamedTuple):
    """A piece of a game: the ids of the game, the component and the record."""

    game: str
    component: str
    id: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault that a run has found.

    Attributes:
        code: kebab-case name from `CODES`; never reused for something else.
        message: one sentence that states the fault, with the names involved.
        span: where; None only when there is no text to point at (a word of the command line).
        help: what to do about it; may be empty.
        rule: id of the game's invariant that is broken (`FC-I-09`), else empty.
        fault: the message without the piece that happened to show it. The same fault at the same place is the same
            finding, however many pieces show it.
        pieces: the pieces that show it, as far as that is known.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    help: str = ""
    rule: str = ""
    fault: str = ""
    pieces: tuple[PieceId, ...] = ()

    def __post_init__(self) -> None:
        if not self.fault:
            object.__setattr__(self, "fault", self.message)

    @property
    def order(self) -> tuple[str, int, str, str]:
        """Sorting key: by file, then place, then code. Of findings with the same one, a run keeps the first."""
        if self.span is None:
            return ("", 0, self.code, self.fault)
        return (self.span.source.name, self.span.start, self.code, self.fault)

    @property
    def is_error(self) -> bool:
        """Whether it makes a run fail."""
        return self.severity is Severity.ERROR

    @property
    def evidence(self) -> Hashable:
        """What tells this finding from the same one that is reported again."""
        return self.pieces

    def joined(self, others: "Iterable[Diagnostic]") -> "Diagnostic":
        """This finding together with the same one as *others* have reported it, which other pieces show."""
        pieces = dict.fromkeys([*self.pieces, *(piece for other in others for piece in other.pieces)])
        return replace(self, pieces=tuple(pieces))


#: The most findings that a run keeps; a hostile file could cause millions.
MAX_FINDINGS = 10_000


class Findings:
    """Collects the findings of a run; the same finding at the same place is kept once.

    Attributes:
        count: the findings added so far, repeated ones included; a step that leaves it unchanged found nothing.
        errors: how many of them are errors.
    """

    def __init__(self) -> None:
        self._items: dict[tuple[str, int, str, str], Diagnostic] = {}
        #: Order of a finding -> the same finding as other pieces show it.
        self._again: dict[tuple[str, int, str, str], dict[Hashable, Diagnostic]] = {}
        self.count = 0
        self.errors = 0

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return self.errors > 0

    def add(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        help: str = "",
        *,
        severity: Severity | None = None,
        rule: str = "",
        fault: str = "",
        pieces: tuple[PieceId, ...] = (),
    ) -> None:
        """Note a finding. *severity* defaults to the one that `CODES` gives; *fault* to the whole message."""
        self.extend([Diagnostic(code, severity or CODES[code][0], message, span, help, rule, fault, pieces)])

    def extend(self, diagnostics: "Iterable[Diagnostic]") -> None:
        """Take over the findings of another stage."""
        for diagnostic in diagnostics:
            self.count += 1
            self.errors += diagnostic.is_error
            order = diagnostic.order
            known = self._items.get(order)
            if known is None:
                if len(self._items) < MAX_FINDINGS:
                    self._items[order] = diagnostic
            elif diagnostic.evidence != known.evidence:
                self._again.setdefault(order, {}).setdefault(diagnostic.evidence, diagnostic)

    def __repr__(self) -> str:
        return f"Findings({len(self)} findings, {self.errors} errors)"

    def sorted(self) -> tuple[Diagnostic, ...]:
        """All findings, errors first, each by file and place."""
        return tuple(sorted(self, key=lambda finding: (not finding.is_error, finding.order)))

    def unjoined(self) -> tuple[Diagnostic, ...]:
        """Every finding by itself, for `extend` to join: those of several processes may be the same."""
        return (*self._items.values(), *(one for again in self._again.values() for one in again.values()))

    def __iter__(self) -> Iterator[Diagnostic]:
        for order, diagnostic in self._items.items():
            again = self._again.get(order)
            yield diagnostic.joined(again.values()) if again else diagnostic

    def __len__(self) -> int:
        return len(self._items)


_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

#: Every code, its severity and what it says, in one line; `docs/findings.md` explains each.
CODES: dict[str, tuple[Severity, str]] = {
    # reading files
    "file-missing": (_ERROR, "a file or folder that is named does not exist"),
    "file-unreadable": (_ERROR, "a file cannot be read, or is not UTF-8 text"),
    "file-too-large": (_ERROR, "a file, or a value in it, is larger than any real catalog needs"),
    "yaml-syntax": (_ERROR, "the text is not YAML"),
    "yaml-feature": (_ERROR, "a YAML feature that catalogs do not use: tags, several documents, odd keys"),
    "yaml-too-deep": (_ERROR, "lists and mappings are nested too deeply"),
    "yaml-alias": (_ERROR, "an alias is unknown, contains itself, or expands to too much"),
    "duplicate-key": (_ERROR, "a field is given twice in one place"),
    "empty-file": (_ERROR, "a file that should hold something is empty"),
    # catalogs
    "unknown-field": (_ERROR, "a field that its place does not have"),
    "missing-field": (_ERROR, "a field that must be there is not"),
    "wrong-type": (_ERROR, "a value of another type than its field's"),
    "out-of-range": (_ERROR, "a number below or above its limits"),
    "unknown-choice": (_ERROR, "a value that is not among the choices of its field"),
    "unknown-reference": (_ERROR, "an id that no record of the component has"),
    "unknown-component": (_ERROR, "a component that the game does not declare"),
    "unknown-game": (_ERROR, "a game that the catalog does not have"),
    "unknown-piece": (_ERROR, "a piece that the game does not have"),
    "comment-without-piece": (_WARNING, "a comment on a piece that the game does not have"),
    "unknown-language": (_ERROR, "a language that the game does not declare"),
    "unknown-edition": (_ERROR, "an edition that the game does not declare"),
    "unknown-source": (_ERROR, "an origin that the game does not list among its sources"),
    "bad-origin": (_ERROR, "an origin given for a field that the record does not have"),
    "bad-grammar": (_ERROR, "a grammar that is not that of the name, or one that a document needs and does not find"),
    "duplicate-id": (_ERROR, "an id that is used twice"),
    "bad-id": (_ERROR, "an id that is not lower-case letters, digits and single hyphens"),
    "missing-translation": (_ERROR, "a text without one of the game's languages"),
    "path-outside": (_ERROR, "a path that leads out of its folder"),
    "bad-declaration": (_ERROR, "a component, field or check that is declared in a way that makes no sense"),
    "check-failed": (_ERROR, "an invariant that the game declares does not hold"),
    "unknown-effect": (_ERROR, "an effect of a card that the rules of its game cannot carry out"),
    "unknown-event": (_ERROR, "a check asks for an event or an option that the rules of the game do not have"),
    # spreadsheets
    "bad-table": (_ERROR, "a spreadsheet that cannot be read, or does not say which row is what"),
    "unknown-column": (_WARNING, "a column of a spreadsheet that is none of the component's fields"),
    "converted-cell": (_ERROR, "a cell in which the spreadsheet has made something else of what was typed"),
    "renamed-id": (_ERROR, "a row that seems to be a record under another id"),
    "cannot-edit": (_ERROR, "a change of a cell that cannot be made in the YAML without changing something else"),
    # translations
    "bad-po": (_ERROR, "a PO file that cannot be read, or is not of the language"),
    "lost-placeholder": (_WARNING, "a translation without an expression or icon that its text has"),
    "stale-translation": (_WARNING, "a translation of a text that has changed since it was exported"),
    "translation-differs": (_WARNING, "a text that has one translation in a PO file and another in the game"),
    "unknown-text": (_WARNING, "a translation of a text that the game does not have"),
    # scenarios
    "bad-scenario": (_ERROR, "a scenario that cannot be read, or not be played with these cards and options"),
    "scenario-failed": (_ERROR, "a scenario that the rules contradict"),
    "unknown-scenario": (_ERROR, "a scenario that the game does not have"),
    "unknown-scene": (_ERROR, "a scene that the game does not have"),
    "bad-figure": (_ERROR, "a document asks for something that a figure cannot show"),
    # playing
    "card-unplayed": (_WARNING, "a card that bots never play"),
    "game-broken": (_ERROR, "a game that the engine does not get through as its rules say"),
    "loss-forced": (_WARNING, "a seat that loses a whole game without ever having a choice"),
    "seat-unfair": (_WARNING, "a seat that hardly ever wins"),
    "rules-not-allowed": (_WARNING, "a game whose rules are a program that you have not allowed to run"),
    "bad-rules": (_ERROR, "a mistake in rules that are data, in `rules.yaml`"),
    "rules-fault": (_ERROR, "a program with the rules of a game that fails, or breaks a promise of engines"),
    # layouts
    "bad-sheet": (_ERROR, "a sheet whose places overlap, or lie outside of its paper"),
    "bad-box": (_ERROR, "a box that cannot be folded, or does not hold its pieces"),
    "unknown-sleeve": (_ERROR, "sleeves that the layouts do not have"),
    "bad-outline": (_ERROR, "an outline of a stock that cannot be cut"),
    "bad-length": (_ERROR, "a length or size without number or unit"),
    "cannot-tint": (_WARNING, "a drawing of several colours that is to be printed in one"),
    "bad-colour": (_ERROR, "neither #rrggbb nor a name of the palette"),
    "unknown-face": (_ERROR, "a face that the layouts do not have"),
    "unknown-stock": (_ERROR, "a stock (trim size) that the layouts do not have"),
    "unknown-paper": (_ERROR, "a paper that the layouts do not have and that is not a size"),
    "unknown-element": (_ERROR, "an element kind that does not exist"),
    "unknown-style": (_ERROR, "a text style that the layout does not define"),
    "no-small-caps": (_WARNING, "a text in small capitals whose font has none"),
    "unknown-font": (_ERROR, "a font family that the layouts do not define"),
    "unknown-palette": (_ERROR, "a palette that the layouts do not define"),
    "missing-parent": (_ERROR, "a layout that extends one that does not exist"),
    "extends-cycle": (_ERROR, "layouts that extend each other in a circle"),
    "bad-template": (_ERROR, "a text template that is wrong or does something that is not allowed"),
    "impossible-condition": (_ERROR, "a condition of a layout that can never be true"),
    # composing
    "missing-alt": (_ERROR, "a picture of a document without words for readers who cannot see it"),
    "missing-art": (_ERROR, "a picture that does not exist"),
    "colours-alike": (_WARNING, "two colours that players must tell apart look alike to some of them"),
    "missing-anchor": (_ERROR, "a part of a figure that finds no arrow to stand on"),
    "missing-icon": (_ERROR, "an icon that does not exist"),
    "missing-glyph": (_ERROR, "a character that no font of its text has"),
    "missing-font": (_ERROR, "a font file that does not exist or is not a font"),
    "bad-svg": (_ERROR, "a drawing that cannot be printed as it is written"),
    "svg-font": (_WARNING, "a text in a drawing is set in another font than the drawing names"),
    "svg-as-pixels": (_WARNING, "a part of a drawing that is printed as an image, not as sharp shapes"),
    "bad-image": (_ERROR, "an image file that cannot be used"),
    "animated-image": (_WARNING, "an image file with several pictures, of which only the first is printed"),
    "low-resolution": (_WARNING, "an image with too few pixels for its size"),
    "overset": (_ERROR, "text that does not fit its box at its smallest size"),
    "bad-markup": (_ERROR, "text markup that is opened and not closed, or HTML"),
    "unknown-code": (_WARNING, "a word in brackets that looks like a code for an icon, and is none"),
    "ink-outside-box": (_WARNING, "text that fits, but whose accents or tails stand far out of its box"),
    "outside-safe-area": (_WARNING, "text that comes closer to the cut than the safe area allows"),
    "low-contrast": (_WARNING, "text or a QR code whose colour is too close to the ground"),
    "small-module": (_WARNING, "a QR code whose modules are too small to be printed and read reliably"),
    # documents
    "bad-markdown": (_ERROR, "Markdown that documents do not have, or headings that leave out a level"),
    "unknown-anchor": (_ERROR, "a link or reference to something that the document does not have"),
    "caption-differs": (_ERROR, "a caption with a name or a number that is not from its figure"),
    "languages-differ": (_ERROR, "a part of a document that only one of its languages has"),
    "typed-number": (_ERROR, "a number that is typed in a document of a game that checks them"),
    "unknown-rule": (_ERROR, "a document that names a rule which the rules of the game do not have"),
    "rule-not-named": (_WARNING, "a rule that no document in a language names, where documents name others"),
    "sentence-differs": (_ERROR, "a sentence of rules that was not accepted, or stands for something else since then"),
    "sentence-language": (_WARNING, "a document with sentences of rules in a language that has none"),
    "rule-differs": (_ERROR, "a text that states another value of an option than the game is played with"),
    "rule-not-covered": (_ERROR, "a document that says nothing for an option of the rules, or for one of its values"),
    "blank-pages": (_WARNING, "a document that should fill sheets that are folded leaves pages blank"),
    "empty-foot": (_WARNING, "a page of a document that should fill its pages is more than a fifth empty"),
    "document-left-out": (_WARNING, "a document that every game has cannot be made of this one"),
    # exports
    "bad-profile": (_ERROR, "an ICC profile that cannot be read, or is not that of a press"),
    "ink-limit": (_ERROR, "a side with more ink in one place than the press takes; its file is not written"),
    "room-too-large": (_WARNING, "a room of a virtual table with more things than the table opens"),
    "spot-covered": (_WARNING, "a spot ink below something one can see through, in a file without transparency"),
    # print services
    "unknown-service": (_ERROR, "a print service that the layouts do not have"),
    "unknown-product": (_ERROR, "a product that the print service does not have"),
    "bad-product": (_ERROR, "a print service or product that is declared in a way that makes no sense"),
    "no-product": (_ERROR, "a component of a size or shape that the print service does not make"),
    "bleed-missing": (_WARNING, "art that reaches the cut and does not go on beyond it"),
    "too-fine": (_WARNING, "a text or line that is too fine for the printer"),
    "image-colours": (_WARNING, "an image whose colours are not printed as other programs show them"),
    "font-restricted": (_ERROR, "a font that may not be embedded in the file for a printer"),
    "backs-differ": (_ERROR, "pieces without a back among others that have one, or backs that are not printed"),
    "names-out-of-order": (_ERROR, "names of files that do not sort as the pieces do"),
    # sheets
    "bleed-too-small": (_WARNING, "backs that are corrected for a printer by more than they bleed"),
    "printer-not-set": (_ERROR, "a printer whose misregistration is not known for the paper of the build"),
    "does-not-fit": (_ERROR, "a piece that is larger than the printable part of the paper"),
    "marks-lost": (_WARNING, "marks that have no room in the printable part of the paper"),
    "places-skipped": (_WARNING, "sheets for a cutting machine all of whose places are to be left empty"),
    "too-large-to-cut": (_WARNING, "a piece that does not fit between the marks of a cutting machine"),
    "unknown-machine": (_ERROR, "a cutting machine that the layouts do not have"),
}

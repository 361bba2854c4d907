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
        """True if it makes a run fail."""
        return self.severity is Severity.ERROR

    @property
    def evidence(self) -> Hashable:
        """The part in which reports of the same fault may differ; equal evidence makes a report a repetition."""
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
        errors: the number of errors among them.
    """

    def __init__(self) -> None:
        self._items: dict[tuple[str, int, str, str], Diagnostic] = {}
        #: Order of a finding -> the same finding as other pieces show it.
        self._again: dict[tuple[str, int, str, str], dict[Hashable, Diagnostic]] = {}
        self.count = 0
        self.errors = 0

    @property
    def failed(self) -> bool:
        """True if any finding is an error."""
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
        return (*self._items.values(), *(finding for again in self._again.values() for finding in again.values()))

    def __iter__(self) -> Iterator[Diagnostic]:
        for order, diagnostic in self._items.items():
            again = self._again.get(order)
            yield diagnostic.joined(again.values()) if again else diagnostic

    def __len__(self) -> int:
        return len(self._items)


_ERROR, _WARNING = Severity.ERROR, Severity.WARNING

#: Code -> severity and meaning, which `docs/findings.md` repeats before it says what to do.
CODES: dict[str, tuple[Severity, str]] = {
    # reading files
    "file-missing": (_ERROR, "a file or folder that something refers to does not exist"),
    "file-unreadable": (_ERROR, "a file is not UTF-8 text, or you may not read it"),
    "file-too-large": (_ERROR, "a file, a text or a number of values exceeds its limit"),
    "yaml-syntax": (_ERROR, "the text is not valid YAML"),
    "yaml-feature": (_ERROR, "a YAML feature that catalogs do not support"),
    "yaml-too-deep": (_ERROR, "lists and mappings are nested too deeply"),
    "yaml-alias": (_ERROR, "an alias has no anchor above it, contains itself, or expands to too many values"),
    "duplicate-key": (_ERROR, "a mapping contains the same field twice"),
    "empty-file": (_ERROR, "a required file is empty or contains only comments"),
    # catalogs
    "unknown-field": (_ERROR, "there is no field of this name here"),
    "missing-field": (_ERROR, "a required field is missing or has no value"),
    "wrong-type": (_ERROR, "a value does not have the type of its field"),
    "out-of-range": (_ERROR, "a number, text, list or size is outside its limits, or a list contains an entry twice"),
    "unknown-choice": (_ERROR, "a value is not one of the choices of its field"),
    "unknown-reference": (_ERROR, "no record of the component has this id"),
    "unknown-component": (_ERROR, "a file, reference or check names a component that the game does not declare"),
    "unknown-game": (_ERROR, "the catalog has no such game"),
    "unknown-piece": (_ERROR, "the game does not have this piece, or the id is ambiguous"),
    "comment-without-piece": (_WARNING, "a comment is on a piece that the game does not have"),
    "unknown-language": (_ERROR, "a text or option names a language that the game does not have"),
    "unknown-edition": (_ERROR, "the game does not declare this edition"),
    "unknown-source": (_ERROR, "an origin names a source that the game does not declare"),
    "bad-origin": (_ERROR, "an origin is given for a field or list entry that does not exist"),
    "bad-grammar": (_ERROR, "the `grammar` of a record does not match its name, or is missing"),
    "duplicate-id": (_ERROR, "two records of a component have the same id"),
    "bad-id": (_ERROR, "an id, language code or font name has forbidden characters, or a game's id is not its folder"),
    "missing-translation": (_ERROR, "a text lacks one of the game's languages"),
    "path-outside": (_ERROR, "a path or link leads out of its folder"),
    "bad-declaration": (_ERROR, "the declaration of a component, field or check is invalid"),
    "check-failed": (_ERROR, "a check that the game declares does not hold"),
    "unknown-effect": (_ERROR, "the rules cannot carry out this effect, not now, or not for these pieces"),
    "unknown-event": (_ERROR, "a check asks for an event or option that the rules do not have, so it could never fail"),
    # spreadsheets
    "bad-table": (_ERROR, "a spreadsheet cannot be read, or does not match the records and fields"),
    "unknown-column": (_WARNING, "a column is not a field of the component and is ignored"),
    "converted-cell": (_ERROR, "the spreadsheet converted a value, such as `1-2` to a date"),
    "renamed-id": (_ERROR, "a row seems to be an existing record under another id"),
    "cannot-edit": (_ERROR, "a changed cell cannot be changed in the YAML without changing another value"),
    # translations
    "bad-po": (_ERROR, "a PO file cannot be read, has a text twice, or is in another language"),
    "lost-placeholder": (_WARNING, "a translation lacks an expression or icon of its text"),
    "stale-translation": (_WARNING, "the text changed after the export, so its translation is not imported"),
    "translation-differs": (_WARNING, "a text has different translations in the PO file and the catalog"),
    "unknown-text": (_WARNING, "a PO file translates a text that the game does not have"),
    # scenarios
    "bad-scenario": (_ERROR, "a scenario cannot be read, or cannot be played with these cards and options"),
    "scenario-failed": (_ERROR, "the outcome is not what the scenario expects"),
    "unknown-scenario": (_ERROR, "the game's folder `scenarios` has no such scenario"),
    "unknown-scene": (_ERROR, "the game's folder `scenes` has no such scene"),
    "bad-figure": (_ERROR, "a document asks for a figure that cannot be made"),
    # playing
    "card-unplayed": (_WARNING, "bots never play this card, although they play others of its component"),
    "game-broken": (_ERROR, "a game failed, or did not end"),
    "loss-forced": (_WARNING, "a seat often loses without ever having a choice"),
    "seat-unfair": (_WARNING, "a seat wins less than a quarter of its fair share"),
    "rules-not-allowed": (_WARNING, "the rules are a program that you have not allowed to run, or that changed"),
    "bad-rules": (_ERROR, "there is a mistake in `rules.yaml` or in a field with steps"),
    "plugin-failed": (_ERROR, "an installed plug-in raises an exception"),
    "rules-fault": (_ERROR, "the rules failed while running, or violate the engine contract"),
    # layouts
    "bad-sheet": (_ERROR, "the places of a sheet overlap, lie outside its paper, or are missing"),
    "bad-box": (_ERROR, "a box is too small for its pieces, empty, or has too large a window"),
    "unknown-sleeve": (_ERROR, "the layouts have no sleeves of this kind"),
    "bad-outline": (_ERROR, "a stock's outline cannot be cut: it crosses itself, leaves its trim, or is too narrow"),
    "bad-length": (_ERROR, "a length has no unit, or is not a length"),
    "cannot-tint": (_WARNING, "a drawing to be tinted has several colours, a gradient or an image"),
    "bad-colour": (_ERROR, "a colour is neither `'#rrggbb'` nor a name in the palette"),
    "unknown-face": (_ERROR, "the layouts do not have this face"),
    "unknown-stock": (_ERROR, "the layouts do not have this stock"),
    "unknown-paper": (_ERROR, "this is neither a paper of the layouts nor a size"),
    "layouts-changed": (_ERROR, "shared layouts do not have the digest that `layouts.yaml` pins"),
    "unknown-element": (_ERROR, "an element has an unknown kind, or `remove` or `before` names no existing element"),
    "unknown-style": (_ERROR, "neither the face nor `styles.yaml` defines this text style"),
    "no-small-caps": (_WARNING, "the font of a text in small capitals has none, so it is printed as typed"),
    "unknown-font": (_ERROR, "no `fonts.yaml` defines this font family"),
    "unknown-palette": (_ERROR, "no `palettes.yaml` defines this palette"),
    "missing-parent": (_ERROR, "a face extends a face that does not exist"),
    "extends-cycle": (_ERROR, "faces or text styles extend each other in a cycle"),
    "bad-template": (_ERROR, "a template or expression is invalid or not allowed, or cards show each other in a cycle"),
    "impossible-condition": (_ERROR, "a condition of a layout can never be true, so its element never appears"),
    # composing
    "missing-alt": (_ERROR, "a picture in a document has no description for readers who cannot see it"),
    "missing-art": (_ERROR, "a drawing or image does not exist"),
    "colours-alike": (_WARNING, "two colours under `apart` look alike, at least to some people"),
    "missing-anchor": (_ERROR, "a figure's part cannot be attached: the other part or its arrow does not exist"),
    "missing-icon": (_ERROR, "an icon does not exist"),
    "missing-glyph": (_ERROR, "no font has a character of the text"),
    "missing-font": (_ERROR, "a font file or its package does not exist, or is not a font"),
    "bad-svg": (_ERROR, "a drawing contains something that cannot be printed as written"),
    "svg-font": (_WARNING, "a text in a drawing names a font that the layouts do not have"),
    "svg-as-pixels": (_WARNING, "a part of a drawing is printed as an image, because PDF cannot draw it as shapes"),
    "bad-image": (_ERROR, "an image is damaged, too large or of an unsupported kind"),
    "animated-image": (_WARNING, "an image file contains several pictures, and only the first is printed"),
    "low-resolution": (_WARNING, "an image has fewer than 150 pixels per inch, or than the print service wants"),
    "overset": (_ERROR, "a text does not fit its box at its smallest size, or an element overflows"),
    "bad-markup": (_ERROR, "rich-text markup is not closed, or a text contains HTML"),
    "unknown-code": (_WARNING, "a word in brackets looks like an icon code, but is printed as typed"),
    "ink-outside-box": (_WARNING, "accents or descenders extend more than 1 mm out of the box"),
    "outside-safe-area": (_WARNING, "a text, or for a print service an icon or QR code, is too close to the cut"),
    "low-contrast": (_WARNING, "a text or QR code has too little contrast with its ground"),
    "small-module": (_WARNING, "the modules of a QR code are too small to be printed reliably"),
    # documents
    "bad-markdown": (_ERROR, "unsupported Markdown, a heading that skips a level, or a box that is not closed"),
    "unknown-anchor": (_ERROR, "a link or reference leads nowhere, or to a heading instead of a figure or table"),
    "caption-differs": (_ERROR, "a caption or scenario text names a piece outside its figure, or has a typed number"),
    "languages-differ": (_ERROR, "languages of a document differ in parts, numbers, icons or links"),
    "typed-number": (_ERROR, "a document of a game with `check_numbers` contains a typed number"),
    "unknown-rule": (_ERROR, "a document names a rule number that the rules do not have"),
    "rule-not-named": (_WARNING, "no document in a language names this rule, although they name others"),
    "sentence-differs": (_ERROR, "a sentence or name of yours for rules is not accepted, or changed since"),
    "sentence-language": (_WARNING, "a document shows sentences of rules in a language without any, so in English"),
    "rule-differs": (_ERROR, "a text assumes a value of an option that the game is not played with"),
    "rule-not-covered": (_ERROR, "a document has no text for an option, or for one of its values"),
    "blank-pages": (_WARNING, "a document to be folded leaves pages of its sheets blank"),
    "empty-foot": (_WARNING, "more than a fifth of a page is empty in a document that should fill pages"),
    "document-left-out": (_WARNING, "a document that every game has cannot be made of this one"),
    # exports
    "bad-profile": (_ERROR, "an ICC profile cannot be read, or is not for a CMYK printer"),
    "ink-limit": (_ERROR, "inks add up to more than the press takes"),
    "room-too-large": (_WARNING, "a playingcards.io room has more cards and piles than it opens"),
    "spot-covered": (_WARNING, "something transparent is above a spot ink, which PDF/X-1a cannot print"),
    # print services
    "unknown-service": (_ERROR, "the layouts have no print service of this name"),
    "unknown-product": (_ERROR, "the print service has no product of this name"),
    "bad-product": (_ERROR, "a print service or product of yours is inconsistent"),
    "no-product": (_ERROR, "the print service makes nothing of this component's size or shape, to 1 mm"),
    "bleed-missing": (_WARNING, "art ends at the cut or shortly beyond it"),
    "too-fine": (_WARNING, "a text is smaller than 5 pt or a line thinner than 0.25 pt, or than the service's limits"),
    "image-colours": (_WARNING, "an image's colours will not be printed as you see them"),
    "font-restricted": (_ERROR, "a font's licence forbids embedding it, but the service wants a PDF file"),
    "backs-differ": (_ERROR, "some pieces of a component have a back and others have none, or it is not printed"),
    "names-out-of-order": (_ERROR, "file names sort in another order than the deck"),
    # sheets
    "bleed-too-small": (_WARNING, "backs bleed less than the printer correction moves them"),
    "printer-not-set": (_ERROR, "a printer has no readings for this paper and flip, or several trays and none named"),
    "does-not-fit": (_ERROR, "a piece, board, document or cutting sheet does not fit its paper"),
    "marks-lost": (_WARNING, "there is no room for sheet names or a cutting machine's marks"),
    "places-skipped": (_WARNING, "`--skip` leaves no place on a sheet for a cutting machine, so pieces are left out"),
    "too-large-to-cut": (_WARNING, "pieces do not fit between a cutting machine's marks and are left out"),
    "unknown-machine": (_ERROR, "the layouts do not have this cutting machine"),
}

"""What the helpers of one document share: the game, its faces, and values as words."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.catalog.model import Game, Record, RecordView, Translated
from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box
from pawprint.core.length import Length, mm
from pawprint.core.numbers import is_range, number_range
from pawprint.core.registry import Registry, suggest
from pawprint.core.source import Span
from pawprint.documents._markdown import Product, Slots, inline
from pawprint.documents._source_checks import RuleStatements
from pawprint.documents._word_forms import sentence
from pawprint.documents.content import BlockArt, TableBlock, TableCell, TableColumn, TextRun, Words
from pawprint.documents.declarations import DocumentDeclarations
from pawprint.documents.icon_meanings import rich_words, with_names
from pawprint.documents.namespace import Pieces, RulesNamespace, Several, component_of, name_of, named, piece, view_of
from pawprint.documents.typeset.structure import plain
from pawprint.pieces.placed import cut_out
from pawprint.source.templates.sandbox import TemplateFault
from pawprint.typography.languages import printed_word
from pawprint.typography.text_style import RunStyle

if TYPE_CHECKING:
    from pawprint.documents._scenario_figures import Examples
    from pawprint.documents.diagram_figures import DiagramRenderer


class Helper(NamedTuple):
    """A function of a `HelperContext` and of the arguments in an expression.

    Attributes:
        naming: what the texts in a call name: `piece` or `icon`, or in the first argument `component` or `scenario`.
    """

    function: Callable[..., Any]
    naming: str


HELPERS: Registry[Helper] = Registry("helper")

#: The usual widths of a single card, and of each of several.
ALONE, AMONG = mm(30), mm(22)
#: The line around a face, which shows where it ends on white paper.
_EDGE, _EDGE_WIDTH = Colour(150, 150, 150), 0.4
#: A text that Markdown takes for nothing but words.
_HARMLESS = re.compile(r"[^\W\d_](?:(?:[^\W_]|[ '’-])*[^\W_])?\Z")


def helper(name: str, naming: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a helper; the texts in a call are looked up by its *naming* before it runs."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        HELPERS(name)(Helper(function, naming))
        return function

    return register


@dataclass(eq=False)
class HelperContext:
    """The game in one language, for the helpers of one document.

    Attributes:
        renderer: composes faces, each once.
        open_examples: returns the scenarios, each of which is played once.
        here: the place of a word of the expression that is evaluated.
        statements: what the document says of the options of the rules.
        spots: places of the setup that the document refers to, in the order of its text.
    """

    renderer: "DiagramRenderer"
    open_examples: "Callable[[], Examples]"
    declared: DocumentDeclarations
    slots: Slots
    findings: Findings
    here: Callable[[str], Span]
    statements: RuleStatements
    spots: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game: Game = self.renderer.game
        self.language: str = self.renderer.language

    @cached_property
    def examples(self) -> "Examples":
        """The scenarios of the game; opened at their first use, since they need the rules of all games."""
        return self.open_examples()

    @cached_property
    def rules(self) -> RulesNamespace:
        """What the players agree on."""
        return RulesNamespace(self.game)

    # -- values ------------------------------------------------------------------------------

    def write(self, value: Any) -> str:
        """A value as text of the document, in which it is data and no Markdown."""
        if isinstance(value, Product):
            return self.slots.keep(value)
        if isinstance(value, (bool, int, float)) or value is None:
            return self.number(value)
        if is_range(value):
            return number_range(value)
        if isinstance(value, dict) or (isinstance(value, (tuple, list)) and any(_compound(item) for item in value)):
            raise TypeError("a value of several fields cannot be printed; name the field that is meant")
        text = self.text(value)
        if _HARMLESS.match(text):
            return text
        return self.slots.keep(Product(words=self.rich(text))) if text else ""

    def text(self, value: Any) -> str:
        """A value as text with markup."""
        if isinstance(value, RecordView):
            return name_of(self.view(value.record))
        if isinstance(value, (Several, Pieces)):
            return str(value)
        if isinstance(value, (bool, int, float)) or value is None:
            return self.number(value)
        if isinstance(value, (tuple, list)):
            return ", ".join(self.text(item) for item in value)
        if isinstance(value, RulesNamespace):
            raise TypeError("the rules have several options; name one, as in rules.first_player")
        return named(value)

    def number(self, value: bool | float | None) -> str:
        """A number, or yes or no."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return printed_word("yes" if value else "no", self.language)
        if isinstance(value, float):
            text = f"{value:.6f}".rstrip("0").rstrip(".")
            return text.replace(".", printed_word("decimal sign", self.language))
        return str(value)

    def words(self, value: Any) -> Words:
        """A value as words; Markdown in what a `{% set %}` or macro has made."""
        if hasattr(value, "__html__"):
            return inline(str(value), self.slots, self.report, self.here(""), self.game.icons)
        words = self.rich(self.text(value))
        self.check_icons(words, self.here(""))
        return words

    def rich(self, text: str) -> Words:
        """A text of the catalog as words: `**bold**`, `*italic*` and icons mean what they mean on cards."""
        return rich_words(text, self.game)

    def said(self, words: Words) -> str:
        """*words* as they are read out, with the names of icons."""
        return plain(with_names(words, self.game, self.language, self.declared))

    def table(
        self,
        columns: Iterable[TableColumn],
        rows: Sequence[tuple[TableCell, ...]],
        word: str,
        caption: Any = "",
        style: str = "plain",
    ) -> Product:
        """A table, at the place of *word* in the expression; nothing if it has no rows."""
        block = TableBlock(tuple(columns), tuple(rows), self.here(word), self.words(caption), style)
        return Product(blocks=(block,) if rows else ())

    def report(self, code: str, message: str, span: Span, help: str) -> None:
        """Note a finding of this document."""
        self.findings.add(code, message, span, help)

    def check_icons(self, words: Words, span: Span) -> None:
        """Note icons in *words* that there are not."""
        for run in words:
            if run.kind == "icon":
                self.check_icon(run.text, span)

    def check_icon(self, name: str, span: Span) -> None:
        """Note that there is no icon *name*."""
        fault = self.icon_fault(name)
        if fault:
            self.findings.add(fault.code, fault.message, self.game.icons.span_of(name) or span, fault.help)

    def icon_fault(self, name: str) -> TemplateFault | None:
        """The fault of the icon *name*; None if there is such an icon."""
        drawings = self.renderer.composer.layouts.drawings
        if drawings.has("icons", name, self.game):
            return None
        help = suggest(name, drawings.names("icons", self.game), "icons are")
        return TemplateFault("missing-icon", f"there is no icon '{name}'", help, name)

    def vet(self, naming: str, text: str, position: int) -> None:
        """See whether a text in a call names what there is.

        Raises:
            Fault: it does not.
        """
        if naming == "piece":
            piece(self.game, text)
        elif naming == "component" and position == 0:
            component_of(self.game, text)
        elif naming in ("scenario", "scene") and position == 0:
            folder = self.game.folder / f"{naming}s"
            if not (folder / f"{text}.yaml").is_file():
                known = sorted(path.stem for path in folder.glob("*.yaml"))
                message = f"there is no {naming} '{text}'"
                raise TemplateFault(f"unknown-{naming}", message, suggest(text, known, f"{naming}s are"), text)
        elif naming == "spot" and position == 0:
            self.spots[text] = None
        elif naming == "icon":
            fault = self.icon_fault(text)
            if fault:
                raise fault

    def length(self, value: Any, usual: Length, word: str = "width") -> float:
        """A length given to a helper, in points; a bare number is millimetres."""
        if not value:
            return usual.pt
        try:
            length = mm(value) if isinstance(value, (int, float)) else Length.parse(str(value))
        except ValueError as error:
            raise TemplateFault("bad-length", str(error), "write a number and mm", word) from None
        if not 0 < length.pt <= 1000:
            raise TemplateFault("bad-length", f"a {word} of {length}", "write 1 mm to 350 mm", word)
        return length.pt

    # -- pieces ------------------------------------------------------------------------------

    def view(self, record: Record) -> RecordView:
        """The record in the document's language."""
        return view_of(self.game, record, self.language)

    def pieces(self, component: str) -> list[RecordView]:
        """All of a component that this edition has, in order."""
        return [self.view(record) for record in self.game.pieces(component)]

    def title(self, component: str) -> str:
        """The printed name of a component."""
        return self.game.components[component].title[self.language]

    def art(
        self, record: Record, width: float, side: str = "face", highest: float = 0.0, alt: bool = True
    ) -> BlockArt | None:
        """The face or back of a piece, *width* points wide or less; None after a finding, or if there is none."""
        seen = self.renderer.seen(record.component, record.id, side)
        if seen is None:
            return None
        scale = width / seen.width
        if highest:
            scale = min(scale, highest / seen.height)
        box = Box(0.0, 0.0, seen.width, seen.height)
        shown = cut_out(seen.items, (scale, 0.0, 0.0, scale, 0.0, 0.0), box, seen.outline, (_EDGE, _EDGE_WIDTH / scale))
        name = f"{self.title(record.component)} – {name_of(self.view(record))}"
        if side == "back":
            name = f"{sentence(printed_word('back of', self.language))} {name}"
        shows = ((record.component, record.id),)
        return BlockArt(seen.width * scale, seen.height * scale, (shown,), name if alt else "", self.here(""), shows)

    def in_language(self, text: Translated) -> str:
        """*text* in the document's language."""
        return text.get(self.language, "")


def plain_words(text: str, bold: bool = False) -> Words:
    """*text* without markup."""
    return (TextRun("text", text, RunStyle(bold)),) if text else ()


def _compound(value: Any) -> bool:
    return isinstance(value, (dict, list)) or (isinstance(value, tuple) and not isinstance(value, Several))

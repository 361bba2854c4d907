"""`layouts/documents.yaml` and a game's changes to it -> `DocumentStyle`: the style of documents on one paper.

The more special style overrides the more general one, word by word: the game's file a folder's, a sheet the sheet that
it extends, the size of the paper the sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Mapping as MappingType
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from pawprint.catalog.model import Game
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_file
from pawprint.core.numbers import whole_number
from pawprint.core.registry import known_spelling, suggest
from pawprint.core.source import Span
from pawprint.documents.content import Aside, Block, Paragraph, TableBlock, everything
from pawprint.pieces.layouts import Layouts
from pawprint.source import reader, scalars
from pawprint.source.field_reader import Extended, FieldReader, with_ancestors
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.typography.text_style import TextStyle

# --- Styles -----------------------------------------------------------------------------------------------------------


class BlockStyle(NamedTuple):
    """How a block of text looks; points.

    Attributes:
        text: of its words and lines.
        before, after: space above and below; the larger of two that meet counts.
        fill: the ground of a heading, as wide as its column. rule: width of the line below it; 0 for none.
        bleeds: the ground goes on to the edges of the page.
    """

    text: TextStyle
    ink: Colour = BLACK
    before: float = 0.0
    after: float = 0.0
    fill: Colour | None = None
    rule: float = 0.0
    bleeds: bool = False

    @property
    def leading(self) -> float:
        """From baseline to baseline."""
        return self.text.leading * self.text.size

    def scaled(self, by: float) -> BlockStyle:
        """The same, *by* times as large."""
        text = self.text._replace(size=self.text.size * by)
        return self._replace(text=text, before=self.before * by, after=self.after * by)

    def centred(self) -> BlockStyle:
        """The same, its lines centred."""
        return self._replace(text=self.text._replace(align="center"))


class TableStyle(NamedTuple):
    """How a table looks; points.

    Attributes:
        row: room above and below a row's text. cell: between two columns.
        rule, head_rule: widths of the lines below rows and below the head; 0 for none.
        filled: it is as wide as its column.
        icons: height of icons in cells with nothing else, in cap heights.
    """

    text: BlockStyle
    head: BlockStyle
    group: BlockStyle
    row: float
    cell: float
    rule: float
    head_rule: float
    filled: bool
    icons: float


class AsideStyle(NamedTuple):
    """How a box looks; points. *bar* is the stripe at its left."""

    fill: Colour | None
    bar: Colour | None
    bar_width: float
    pad: float
    radius: float
    title: BlockStyle


class ListStyle(NamedTuple):
    """How lists look: points, and the sign of a bullet."""

    indent: float
    gap: float
    bullet: str


class Running(NamedTuple):
    """Templates of a running line: at the inner and outer margin, and in the middle."""

    inner: str = ""
    center: str = ""
    outer: str = ""


class PageStyle(NamedTuple):
    """The ground of a page.

    Attributes:
        fill: its colour. art: the name of a drawing on it, `None` for that of a more general style.
        face: a face that is composed as large as the page, in place of the drawing; `None` as for `art`.
        place: `cover` (as large as the page), `top`, `bottom` (along that edge), or `tile` (all over the page).
        width: of a drawing that is repeated along an edge or over the page, points; 0 for that of the page.
        colours: of the drawing, by the names that it uses.
        running: head and foot are printed.
    """

    fill: Colour | None = None
    art: str | None = None
    place: str = "cover"
    width: float = 0.0
    colours: tuple[tuple[str, Colour], ...] = ()
    running: bool | None = None
    face: str | None = None


#: The pages that have styles of their own, the more special ones last.
PAGE_KINDS = ("all", "left", "right", "first", "last", "cover", "back")


class Margins(NamedTuple):
    """White round the text, in points."""

    top: float
    bottom: float
    inner: float
    outer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStyle:
    """How a kind of document looks on paper of one size; points.

    Attributes:
        base: text that no style is given for.
        size: of body text. smallest, largest: what it may become in a document that must fit its pages.
        grid: lines of text stand on multiples of it; 0 for no grid.
        columns, narrowest: the number of columns, unless they would be narrower.
        numbered: headings have numbers. link_pages: links are followed by their pages.
        pages: by the words of `PAGE_KINDS`. icons: colours of icons in texts; those of the words for all others.
        stretch: how much of themselves spaces may grow so that a page is full. shrink: what a figure may
            become so that it need not go to the next column. sidebar: the width of a box beside text.
        colours: by role. palette: the game's.
    """

    name: str
    base: BlockStyle
    size: float
    smallest: float
    largest: float
    grid: float
    margins: Margins
    mirrored: bool
    columns: int
    narrowest: float
    gutter: float
    balance: bool
    numbered: bool
    link_pages: bool
    head: Running
    foot: Running
    pages: Mapping[str, PageStyle]
    icons: Mapping[str, Colour]
    stretch: float
    sidebar: float
    shrink: float
    texts: Mapping[str, BlockStyle]
    tables: Mapping[str, TableStyle]
    asides: Mapping[str, AsideStyle]
    list: ListStyle
    colours: Mapping[str, Colour]
    palette: Mapping[str, Colour]
    words: Mapping[str, Mapping[str, str]]

    def page(self, kinds: Collection[str]) -> PageStyle:
        """The style of a page that is of all these *kinds*; the more special kind decides."""
        made = PageStyle(running=True)
        for kind in PAGE_KINDS:
            style = self.pages.get(kind) if kind == "all" or kind in kinds else None
            if style is None:
                continue
            if style.art is None:
                style = style._replace(art=made.art, place=made.place, width=made.width, colours=made.colours)
            if style.face is None:
                style = style._replace(face=made.face)
            running = made.running if style.running is None else style.running
            made = style._replace(fill=style.fill or made.fill, running=running)
        return made

    def word(self, name: str, language: str) -> str:
        """A word that documents add themselves; in English if it is not translated."""
        known = self.words.get(name, {})
        return known.get(language) or known.get(language[:2]) or known.get("en") or name


# --- Files of styles --------------------------------------------------------------------------------------------------

#: Words for the sizes of paper, and up to which width (in points) each goes.
_PAPERS = (("card", 283.0), ("booklet", 482.0), ("sheet", float("inf")))

#: Colours that words have, and grounds of white words: WCAG 2.2's floor for small text.
_OF_WORDS, _READABLE = ("ink", "accent", "muted", "link"), 4.5

_WHAT = "a document's style"

#: The sheets and the words of a folder's and a game's files, merged.
_Files = tuple[MappingNode | None, MappingType[str, MappingType[str, str]]]
#: The files of each game, and its styles by name and paper; read once.
_READ: WeakKeyDictionary[Layouts, dict[str, _Files]] = WeakKeyDictionary()
_STYLES: WeakKeyDictionary[Layouts, dict[tuple[str, str, str], DocumentStyle]] = WeakKeyDictionary()


def check_style_names(blocks: Iterable[Block], sheet: DocumentStyle, findings: Findings) -> None:
    """Report each box, text style and table style that *sheet* does not define, once for each place."""
    defined = {"box": set(sheet.asides), "text style": {"body", *sheet.texts}, "table style": {"plain", *sheet.tables}}
    kinds = {Aside: "box", Paragraph: "text style", TableBlock: "table style"}
    for block in everything(blocks):
        if isinstance(block, Aside | Paragraph | TableBlock):
            kind = kinds[type(block)]
            if block.style not in defined[kind]:
                help = suggest(block.style, defined[kind])
                findings.add("unknown-style", f"there is no {kind} '{block.style}'", block.span, help)


def sheet_for(
    name: str, game: Game, layouts: Layouts, width: float, findings: Findings, asked_at: Span | None
) -> DocumentStyle:
    """The style *name* for paper *width* points wide; a finding, and the plainest style, if there is none."""
    paper = next(word for word, most in _PAPERS if width <= most)
    styles = _STYLES.setdefault(layouts, {})
    key = (game.id, name, paper)
    if key not in styles:
        files = _READ.setdefault(layouts, {})
        if game.id not in files:
            files[game.id] = _read(game, layouts, findings)
        sheets, words = files[game.id]
        node = _resolved(name, sheets, findings, asked_at)
        if node is not None:
            node = _for_paper(node, paper)
        styles[key] = _StyleReader(name, node, words, game, layouts, findings).sheet()
    return styles[key]


def _style_files(game: Game, layouts: Layouts) -> list[tuple[Path, Path | None]]:
    """(file, folder that it may not leave) for the files of styles that there are, the more special ones last."""
    paths: list[tuple[Path, Path | None]] = [
        (folder / file, folder)
        for file in ("documents.yaml", f"documents/{game.id}.yaml")
        for folder in reversed(layouts.folders)
    ]
    paths.append((game.folder / "documents.yaml", game.root))
    return [(path, root) for path, root in paths if is_file(path)]


def _read(game: Game, layouts: Layouts, findings: Findings) -> _Files:
    sheets: MappingNode | None = None
    words: dict[str, dict[str, str]] = {}
    for number, (path, root) in enumerate(_style_files(game, layouts)):
        fields = FieldReader(reader.read_yaml_file(path, findings, root), f"file {path.name}", findings)
        for name, key, node in fields.entries("words"):
            if number and name not in words:  # the first file has all
                help = suggest(name, words, "words are")
                findings.add("unknown-field", f"documents add no word '{name}'", key.span, help)
                continue
            inner = FieldReader(node, f"word '{name}'", findings)
            for language, _, value in inner.entries():
                word = scalars.text(value, f"word '{name}'", findings)
                if word is not None:
                    words.setdefault(name, {})[language] = word
        node_of_sheets = fields.node_of("sheets")
        fields.finish()
        if isinstance(node_of_sheets, MappingNode):
            sheets = _over(sheets, node_of_sheets)
        elif node_of_sheets is not None:
            scalars.wrong_type(node_of_sheets, "'sheets'", "a mapping", findings, "write name: {...} for each")
    return sheets, words


def _over(below: MappingNode | None, above: MappingNode) -> MappingNode:
    """*above* laid over *below*: mappings are joined, all else is replaced."""
    if below is None:
        return above
    both = MappingNode(above.source, above.start)
    both.entries, both.keys = dict(below.entries), dict(below.keys)
    for written, node in above.entries.items():
        name = known_spelling(written, below.entries)
        was = both.entries.get(name)
        both.entries[name] = (
            _over(was, node) if isinstance(was, MappingNode) and isinstance(node, MappingNode) else node
        )
        both.keys[name] = above.keys[written]
    return both


def _resolved(name: str, sheets: MappingNode | None, findings: Findings, asked_at: Span | None) -> MappingNode | None:
    """One entry of *sheets* laid over those that it extends; None after a finding."""
    if sheets is None or _entry(name, sheets, findings, asked_at) is None:
        return None

    def extended(child: str) -> Extended | None:
        node = sheets.entries[child]
        parent = node.get("extends") if isinstance(node, MappingNode) else None
        if not isinstance(parent, ScalarNode) or _entry(parent.text, sheets, findings, parent.span) is None:
            return None
        return parent.text, parent.span

    result: MappingNode | None = None
    for ancestor in reversed(with_ancestors(name, extended, "styles of documents", findings) or (name,)):
        node = sheets.entries[ancestor]
        if isinstance(node, MappingNode):
            result = _over(result, node)
    return result


def _entry(name: str, sheets: MappingNode, findings: Findings, asked_at: Span | None) -> MappingNode | None:
    """The entry *name*; None after a finding."""
    node = sheets.get(name)
    if isinstance(node, MappingNode):
        return node
    if node is None:
        help = suggest(name, sheets.entries, "they are")
        findings.add("unknown-style", f"there is no style '{name}' for documents", asked_at, help)
    else:
        scalars.wrong_type(node, f"style '{name}'", "a mapping", findings, "write size: and the like, line by line")
    return None


def _for_paper(node: MappingNode, paper: str) -> MappingNode:
    """The style for one size of paper, laid over the rest."""
    own = node.get(paper)
    rest = MappingNode(node.source, node.start)
    apart = {word for word, _ in _PAPERS}
    rest.entries = {name: value for name, value in node.entries.items() if name not in apart}
    rest.keys = {name: key for name, key in node.keys.items() if name not in apart}
    return _over(rest, own) if isinstance(own, MappingNode) else rest


class _StyleReader:
    def __init__(
        self,
        name: str,
        node: MappingNode | None,
        words: MappingType[str, MappingType[str, str]],
        game: Game,
        layouts: Layouts,
        findings: Findings,
    ) -> None:
        self.name = name
        self.words = words
        self.game = game
        self.layouts = layouts
        self.findings = findings
        self.take = FieldReader(node, _WHAT, findings)
        palette = self.take.text("palette") or (game.id if game.id in layouts.palettes else "pawprint")
        if palette not in layouts.palettes and "palette" in self.take:
            help = suggest(palette, layouts.palettes, "palettes are")
            findings.add("unknown-palette", f"there is no palette '{palette}'", self.take.value_span("palette"), help)
        self.palette = layouts.palettes.get(palette, {})
        self.colours: dict[str, Colour] = {}
        self.fonts: dict[str, str] = {}

    def sheet(self) -> DocumentStyle:
        """The sheet, all that is wrong with it noted."""
        fields = self.take
        for role, _, node in fields.entries("colours"):
            self.colours[role] = self._colour(node, role) or BLACK
        for role, _, node in fields.entries("fonts"):
            self.fonts[role] = self._family(node, role)
        self.colours.setdefault("ink", self.palette.get("ink", BLACK))
        size = self._points(fields, "size", 9.5, 4.0, 40.0)
        leading = self._points(fields, "leading", size * 1.35, 4.0, 80.0)
        base = BlockStyle(
            TextStyle(self.fonts.get("text", "text"), size=size, leading=leading / size), self.colours["ink"]
        )
        tables: dict[str, TableStyle] = {}
        named = fields.node_of("tables")
        for name in named.entries if isinstance(named, MappingNode) else ():
            words = _resolved(name, named, self.findings, None)  # type: ignore[arg-type]
            tables[name] = self._table(FieldReader(words, _WHAT, self.findings), base)
        margins = fields.nested("margins", _WHAT)
        style = DocumentStyle(
            name=self.name,
            base=base,
            size=size,
            smallest=min(self._points(fields, "smallest", size, 4.0, 40.0), size),
            largest=max(self._points(fields, "largest", size, 4.0, 60.0), size),
            grid=self._points(fields, "grid", 0.0, 0.0, 40.0),
            margins=Margins(*[self._points(margins, side, 42.0, 0.0, 400.0) for side in Margins._fields]),
            mirrored=fields.flag("mirrored"),
            columns=fields.integer("columns", 1, 6) or 1,
            narrowest=self._points(fields, "narrowest", 100.0, 20.0, 2000.0),
            gutter=self._points(fields, "gutter", 18.0, 0.0, 200.0),
            balance=fields.flag("balance", True),
            numbered=fields.flag("numbered"),
            link_pages=fields.flag("link_pages"),
            head=self._running(fields.nested("head", _WHAT)),
            foot=self._running(fields.nested("foot", _WHAT)),
            pages=self._pages(fields),
            icons=dict(self._colours(fields, "icons")),
            sidebar=self._points(fields, "sidebar", 100.0, 20.0, 400.0),
            shrink=fields.number("shrink", 0.3, 1.0) or 1.0,
            stretch=fields.number("stretch", 0.0, 4.0) or 0.0,
            texts={
                name: self._block(FieldReader(node, _WHAT, self.findings), base)
                for name, _, node in fields.entries("texts")
            },
            tables=tables,
            asides={
                name: self._aside(FieldReader(node, _WHAT, self.findings), base)
                for name, _, node in fields.entries("asides")
            },
            list=self._list(fields.nested("list", _WHAT)),
            colours=self.colours,
            palette=self.palette,
            words=self.words,
        )
        margins.finish()
        fields.node_of("extends")
        fields.finish()
        return style

    def _points(self, fields: FieldReader, key: str, default: float, least: float, most: float) -> float:
        length = fields.length(key)
        if length is None:
            return default
        if least <= length.pt <= most:
            return length.pt
        message = f"'{key}' of {_WHAT} is {length}"
        self.findings.add("out-of-range", message, fields.value_span(key), f"write {least:g} pt to {most:g} pt")
        return default

    def _block(self, fields: FieldReader, base: BlockStyle) -> BlockStyle:
        node = fields.node_of("font")
        size = self._points(fields, "size", base.text.size, 4.0, 200.0)
        leading = self._points(fields, "leading", base.leading * size / base.text.size, size * 0.8, 400.0)
        text = TextStyle(
            family=base.text.family if node is None else self._family(node, "font"),
            fallback=base.text.family,
            size=size,
            leading=leading / size,
            bold=fields.flag("bold"),
            italic=fields.flag("italic"),
            align=fields.choice("align", ("start", "left", "center", "right", "end", "justify")) or "start",
            case=fields.choice("case", ("none", "upper")) or "none",
            tracking=fields.number("tracking", -0.2, 1.0) or 0.0,
            balance=fields.flag("balance"),
            hyphenate=fields.flag("hyphenate"),
            icon_scale=fields.number("icon_scale", 0.5, 4.0) or 1.35,
        )
        style = BlockStyle(
            text,
            ink=self._own_colour(fields, "colour") or base.ink,
            before=self._points(fields, "before", 0.0, 0.0, 400.0),
            after=self._points(fields, "after", 0.0, 0.0, 400.0),
            fill=self._own_colour(fields, "fill"),
            rule=self._points(fields, "rule", 0.0, 0.0, 10.0),
            bleeds=fields.flag("bleeds"),
        )
        fields.finish()
        return style

    def _page(self, fields: FieldReader) -> PageStyle:
        art = fields.text("art")
        if art and not self.layouts.drawings.has("art", art, self.game):
            help = suggest(art, self.layouts.drawings.names("art", self.game), "drawings are")
            self.findings.add("missing-art", f"there is no drawing '{art}'", fields.value_span("art"), help)
            art = None
        face = fields.text("face")
        if face is not None and self.layouts.face(face, fields.value_span("face")) is None:
            face = None
        style = PageStyle(
            fill=self._own_colour(fields, "fill"),
            art=art,
            place=fields.choice("place", ("cover", "top", "bottom", "tile")) or "cover",
            width=self._points(fields, "width", 0.0, 4.0, 2000.0),
            colours=self._colours(fields, "colours"),
            running=fields.flag("running") if "running" in fields else None,
            face=face,
        )
        fields.finish()
        return style

    def _pages(self, fields: FieldReader) -> dict[str, PageStyle]:
        pages: dict[str, PageStyle] = {}
        for name, key, node in fields.entries("pages"):
            if name not in PAGE_KINDS:
                help = suggest(name, PAGE_KINDS, "there are")
                self.findings.add("unknown-field", f"there are no pages '{name}'", key.span, help)
                continue
            pages[name] = self._page(FieldReader(node, _WHAT, self.findings))
        return pages

    def _colours(self, fields: FieldReader, key: str) -> tuple[tuple[str, Colour], ...]:
        found = [(name, self._colour(node, f"{key}: {name}")) for name, _, node in fields.entries(key)]
        return tuple([(name, colour) for name, colour in found if colour is not None])

    def _table(self, fields: FieldReader, base: BlockStyle) -> TableStyle:
        style = TableStyle(
            text=self._block(fields.nested("text", _WHAT), base),
            head=self._block(fields.nested("head", _WHAT), base),
            group=self._block(fields.nested("group", _WHAT), base),
            row=self._points(fields, "row", 2.0, 0.0, 40.0),
            cell=self._points(fields, "cell", 6.0, 0.0, 80.0),
            rule=self._points(fields, "rule", 0.0, 0.0, 6.0),
            head_rule=self._points(fields, "head_rule", 0.0, 0.0, 6.0),
            filled=fields.flag("filled", True),
            icons=fields.number("icons", 0.5, 6.0) or 1.35,
        )
        fields.node_of("extends")
        fields.finish()
        return style

    def _aside(self, fields: FieldReader, base: BlockStyle) -> AsideStyle:
        style = AsideStyle(
            fill=self._own_colour(fields, "fill"),
            bar=self._own_colour(fields, "bar"),
            bar_width=self._points(fields, "bar_width", 2.0, 0.0, 20.0),
            pad=self._points(fields, "pad", 7.0, 0.0, 40.0),
            radius=self._points(fields, "radius", 2.0, 0.0, 40.0),
            title=self._block(fields.nested("title", _WHAT), base),
        )
        fields.finish()
        return style

    def _list(self, fields: FieldReader) -> ListStyle:
        style = ListStyle(
            self._points(fields, "indent", 14.0, 0.0, 100.0),
            self._points(fields, "gap", 3.0, 0.0, 40.0),
            fields.text("bullet") or "•",
        )
        fields.finish()
        return style

    def _running(self, fields: FieldReader) -> Running:
        running = Running(*[fields.text(side) or "" for side in Running._fields])
        fields.finish()
        return running

    def _family(self, node: Node, role: str) -> str:
        names = self._names(node, role)
        known = self.layouts.fonts
        for name in names:
            family = self.fonts.get(name, name)
            if family in known or not known:
                return family
        if names and not any(self.layouts.is_faulty("fonts", name) for name in names):
            help = suggest(names[0], known, "families are")
            self.findings.add("unknown-font", f"there is no font family '{names[0]}'", node.span, help)
        return "text"

    def _colour(self, node: Node, role: str) -> Colour | None:
        """The first colour of those that *node* names; None after a finding.

        For a role of words it is the first that reads on white; where none does, that is a finding, too.
        """
        names = self._names(node, role)
        found: Colour | None = None
        for name in names:
            word, _, share = name.partition(" ")
            colour = self.colours.get(word) or self.palette.get(known_spelling(word, self.palette))
            if word.startswith("#"):
                try:
                    colour = Colour.parse(word)
                except ValueError as error:
                    self.findings.add("bad-colour", str(error), node.span, "write #rrggbb")
                    return None
            if colour is not None:
                colour = _paled(colour, share)
                if role not in _OF_WORDS or colour.contrast(WHITE) >= _READABLE:
                    return colour
                found = found or colour
        if found is not None:
            ratio = found.contrast(WHITE)
            message = (
                f"the colour '{role}' of documents has a contrast of {ratio:.1f} on white; {_READABLE:g} is the least"
            )
            self.findings.add("low-contrast", message, node.span, "take a darker one")
        elif names:
            help = suggest(names[0].partition(" ")[0], [*self.colours, *self.palette], "colours are")
            self.findings.add("bad-colour", f"there is no colour '{names[0]}'", node.span, help)
        return found

    def _own_colour(self, fields: FieldReader, key: str) -> Colour | None:
        node = fields.node_of(key)
        return None if node is None else self._colour(node, key)

    def _names(self, node: Node, role: str) -> list[str]:
        nodes = node.items if isinstance(node, SequenceNode) else [node]
        texts = [scalars.text(item, f"'{role}' of {_WHAT}", self.findings) for item in nodes]
        return [text for text in texts if text is not None]


def _paled(colour: Colour, share: str) -> Colour:
    """*colour* mixed with white, of which it is `12%`."""
    number = whole_number(share.removesuffix("%")) if share.endswith("%") else None
    if number is None:
        return colour
    part = min(number, 100) / 100
    return Colour(*[round(white + (own - white) * part) for own, white in zip(colour, WHITE, strict=True)])

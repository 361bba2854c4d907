"""The `layouts/` folders -> Layouts: stocks, papers, fonts, palettes, styles, faces; and `drawings`, the pictures.

Faces and drawings are read when first asked for, so that a game pays for what it uses. Several folders may be
given; the first one that has a thing wins, so that a user's layouts lie over the bundled ones.
"""

import re
from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from pawprint.core.colour import MIN_DIFFERENCE, Colour, DeclaredColour, ProcessInks, difference, simulate
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_file, package_folder
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.core.piece_outline import DieSheet
from pawprint.core.registry import known_spelling, suggest
from pawprint.core.source import Source, Span
from pawprint.graphics.ops import LOW_INK_RULES
from pawprint.pieces.assets import Assets
from pawprint.pieces.shared_layouts import with_shared
from pawprint.pieces.stocks import Stock, read_stock
from pawprint.source import scalars
from pawprint.source.field_reader import Extended, FieldReader, with_ancestors
from pawprint.source.reader import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    display_path,
    is_inside,
    read_yaml,
    read_yaml_file,
)

# --- A colour of a palette: `'#rrggbb'`, or a mapping that also says the inks that print it ---------------------------


#: Names that PDF keeps for the process inks and for all plates at once (ISO 32000-1, 8.6.6.4).
_RESERVED = {"all", "none", "cyan", "magenta", "yellow", "black"}


def palette_colour(node: Node, what: str, findings: Findings) -> Colour | None:
    """Read a colour; None after a finding.

    Args:
        what: names it in messages.
    """
    if not isinstance(node, MappingNode):
        return scalars.colour(node, what, findings)
    reader = FieldReader(node, what, findings)
    before = findings.count
    colour = reader.value("rgb", scalars.colour, required=True)
    inks = reader.value("cmyk", _process_inks)
    spot = reader.value("spot", _spot)
    overprint = reader.flag("overprint")
    reader.finish()
    if colour is None or findings.count > before:
        return None
    return DeclaredColour(colour, inks, spot or "", overprint)


def _process_inks(node: Node, what: str, findings: Findings) -> ProcessInks | None:
    """`[cyan, magenta, yellow, black]` in percent."""
    if not isinstance(node, SequenceNode) or len(node.items) != 4:
        help = "write the percentages of cyan, magenta, yellow and black: [0, 60, 90, 10]"
        scalars.wrong_type(node, what, "a list of four numbers", findings, help)
        return None
    parse = partial(scalars.number, least=0, most=100)
    shares = [
        parse(item, f"{ink} in {what}", findings) for ink, item in zip(ProcessInks._fields, node.items, strict=True)
    ]
    known = [share / 100 for share in shares if share is not None]
    return ProcessInks(*known) if len(known) == 4 else None


def _spot(node: Node, what: str, findings: Findings) -> str | None:
    """The name of a spot ink, as the print shop calls it."""
    name = scalars.text(node, what, findings)
    if name is None:
        return None
    if not name.strip() or not name.isprintable() or name.strip().lower() in _RESERVED:
        message = f"{what}: '{name}' cannot be the name of a spot ink"
        findings.add("bad-colour", message, node.span, "write the name that the print shop uses: PANTONE 871 C")
        return None
    return name.strip()


# --- A face file over the face that it extends: elements are added, changed field by field, or removed ----------------


class FaceSource(NamedTuple):
    """A face file with its parents folded in, still as written.

    Attributes:
        palette, palette_span: name of the palette, and where it is written.
        styles: style name -> its mapping, as written.
        elements: element mappings in drawing order, bottom first.
        low_ink: the rule for elements without their own; may be empty.
    """

    name: str
    palette: str
    palette_span: Span
    styles: Mapping[str, Node]
    elements: tuple[MappingNode, ...]
    low_ink: str


class FaceFile(NamedTuple):
    """A face file: what it says itself, the face that it extends, and the elements of that face that it removes."""

    own: FaceSource
    extends: Extended | None
    removed: tuple[str, ...]
    removed_at: Span | None


def over_parent(file: FaceFile, parent: FaceSource | None, findings: Findings) -> FaceSource:
    """A face over the one that it extends."""
    own = file.own
    below = parent.elements if parent else ()
    _check_names(file, parent, below, findings)
    merged = _merged(below, own.elements, file.removed)
    if parent is None:
        return own._replace(elements=merged)
    return FaceSource(
        own.name,
        own.palette or parent.palette,
        own.palette_span if own.palette else parent.palette_span,
        {**parent.styles, **own.styles},
        merged,
        own.low_ink or parent.low_ink,
    )


def _check_names(file: FaceFile, parent: FaceSource | None, below: Sequence[MappingNode], findings: Findings) -> None:
    """Note elements that `remove` and `before` name, and that are not there."""
    face, elements = file.own.name, file.own.elements
    known = {_id_of(element) for element in below} - {""}
    for identity in file.removed:
        if identity not in known:
            where = f"which '{parent.name}' does not have" if parent else "but it extends no other face"
            message = f"face '{face}' removes the element '{identity}', {where}"
            help = suggest(identity, known) if parent else "leave the element out instead"
            findings.add("unknown-element", message, file.removed_at, help)
    own: set[str] = set()
    for element in elements:
        identity = _id_of(element)
        if identity and identity in own:
            message = f"two elements of face '{face}' have the id '{identity}'"
            findings.add("duplicate-id", message, element.entries["id"].span, "give one of them another id")
        own.add(identity)
    known |= own - {""}
    for element in elements:
        before = element.get("before")
        if isinstance(before, ScalarNode) and before.text not in known:
            message = f"there is no element '{before.text}' to stand before"
            findings.add("unknown-element", message, before.span, suggest(before.text, known, "elements are"))


def _merged(
    parent: Sequence[MappingNode], own: Sequence[MappingNode], removed: Sequence[str]
) -> tuple[MappingNode, ...]:
    """The elements of a face over its parent's: the same id overrides field by field, in the parent's place; a new
    one goes on top, or below the element named by `before`."""
    result = [element for element in parent if _id_of(element) not in removed or _id_of(element) == ""]
    for element in own:
        identity = _id_of(element)
        index = next((i for i, other in enumerate(result) if identity and _id_of(other) == identity), None)
        if index is not None:
            result[index] = _overlaid(result[index], element)
            continue
        before = element.get("before")
        place = len(result)
        if isinstance(before, ScalarNode):
            place = next((i for i, other in enumerate(result) if _id_of(other) == before.text), place)
        result.insert(place, element)
    return tuple(result)


def _overlaid(below: MappingNode, above: MappingNode) -> MappingNode:
    merged = MappingNode(above.source, above.start)
    names = {name: known_spelling(name, below.entries) for name in above.entries}
    merged.entries = below.entries | {names[name]: node for name, node in above.entries.items()}
    merged.keys = below.keys | {names[name]: key for name, key in above.keys.items()}
    return merged


def _id_of(element: MappingNode) -> str:
    node = element.get("id")
    return node.text if isinstance(node, ScalarNode) else ""


# --- palette check ----------------------------------------------------------------------------------------------------

# Palette -> findings about colours that must differ but look alike, to normal sight or to a colour-blind person.


#: Words of messages for each kind of colour vision.
_EYES = {
    "": "everybody",
    "protan": "red-blind eyes (protan)",
    "deutan": "green-blind eyes (deutan)",
    "tritan": "blue-blind eyes (tritan)",
}


def check_apart(node: SequenceNode, name: str, palette: Mapping[str, Colour], findings: Findings) -> None:
    """Report pairs that look alike, within each group of names that `apart:` of the palette *name* lists."""
    for group in node.items:
        if not isinstance(group, SequenceNode):
            help = "write a list of lists: [[red, blue], [light, dark]]"
            scalars.wrong_type(group, f"'apart' of palette '{name}'", "a list of colours", findings, help)
            continue
        names: list[str] = []
        for item in group.items:
            text = scalars.text(item, f"a colour of 'apart' of palette '{name}'", findings)
            if text is not None and text not in palette:
                message = f"there is no colour '{text}' in the palette '{name}'"
                findings.add("bad-colour", message, item.span, suggest(text, palette, "colours are"))
            elif text is not None:
                names.append(text)
        for first, second in combinations(names, 2):
            distance, sight = min((_distance(palette[first], palette[second], sight), sight) for sight in _EYES)
            if distance < MIN_DIFFERENCE:
                message = f"palette '{name}': {first} and {second} look alike to {_EYES[sight]}"
                least = f"their distance is {distance:.0f}, {MIN_DIFFERENCE:g} is the least"
                help = f"{least}; make one of them lighter or darker"
                findings.add("colours-alike", message, group.span, help)


def _distance(first: Colour, second: Colour, sight: str) -> float:
    return difference(simulate(first, sight), simulate(second, sight)) if sight else difference(first, second)


# --- layouts ----------------------------------------------------------------------------------------------------------


_CUTS = ("regular", "bold", "italic", "bold-italic")
#: Names of font families; drawings list them with commas, and style sheets in quotes.
_FAMILY = re.compile(r"\w[\w .+'&()-]{0,79}")
#: How the names of font files end.
FONT_SUFFIXES = (".ttf", ".otf", ".woff", ".woff2")
#: What most home printers leave white, with a little caution.
NORMAL_MARGIN = Insets.even(mm(5))


class Paper(NamedTuple):
    """A sheet that goes into a printer. *margin* is what the printer leaves white at its sides."""

    name: str
    size: Size
    margin: Insets


class FontCut(NamedTuple):
    """One cut of a family: a font file, and for a variable font the position on its axes."""

    path: Path
    axes: Mapping[str, float]
    span: Span


class Layouts:
    """Everything that says how pieces look.

    Args:
        folders: layout folders, the most specific first; shared ones that they name are added.
        findings: takes what is wrong in files as they are read.
        drawings: those of the same folders, which may have been read for earlier layouts.
    """

    def __init__(self, folders: Sequence[Path], findings: Findings, drawings: Assets | None = None) -> None:
        self.folders = with_shared(folders, findings)
        self.findings = findings
        self.drawings = drawings or Assets(self.folders, findings)
        self.stocks: dict[str, Stock] = {}
        self.papers: dict[str, Paper] = {}
        self.fonts: dict[str, dict[str, FontCut]] = {}
        self.fallbacks: dict[str, tuple[str, ...]] = {}
        self.palettes: dict[str, dict[str, Colour]] = {}
        self.styles: dict[str, Node] = {}
        self._faulty: set[tuple[str, str]] = set()
        self._files: dict[str, FaceFile | None] = {}
        self._faces: dict[str, FaceSource | None] = {}
        self._texts: Mapping[Path, Source] = {}
        self._named_sheets: dict[str, Node] = {}
        self._named_fallbacks: dict[str, list[tuple[str, Span]]] = {}
        for folder in reversed(self.folders):
            self._read_folder(folder)
        self._check_fallbacks()
        self._read_sheets()
        files = {family: [cut.path for cut in cuts.values()] for family, cuts in self.fonts.items()}
        self.drawings.font_files = files

    def with_texts(self, texts: Mapping[Path, Source], findings: Findings) -> "Layouts":
        """These layouts, except that the face files at the real paths of *texts* have another text."""
        other = copy(self)
        other.findings, other._texts, other._files, other._faces = findings, texts, {}, {}
        return other

    # -- small files -------------------------------------------------------------------------

    def _read_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            shown = display_path(folder)
            at = Span(Source(shown, ""), 0, 0)
            self.findings.add("file-missing", f"there is no layouts folder {shown}", at, "look at its name")
            return
        for kind, read in (
            ("stocks", self._read_stocks),
            ("papers", self._read_papers),
            ("fonts", self._read_fonts),
            ("palettes", self._read_palettes),
            ("styles", self._read_styles),
        ):
            path = folder / f"{kind}.yaml"
            if not path.is_file():
                continue
            node = read_yaml_file(path, self.findings, folder)
            if not isinstance(node, MappingNode) or not isinstance(node.get(kind), MappingNode):
                self._faulty.add((kind, ""))
            if node is not None:
                reader = FieldReader(node, f"file {kind}.yaml", self.findings)
                read(reader)
                reader.finish()

    @property
    def lacks_fonts(self) -> bool:
        """True if a font could not be read, after a finding."""
        return any(kind == "fonts" for kind, _ in self._faulty)

    def is_faulty(self, kind: str, name: str) -> bool:
        """True if the stock, font family, ... *name* is declared and no good, or may be so in a file that cannot be
        read. That has been said, so that nobody need miss it."""
        return not self._faulty.isdisjoint({(kind, name), (kind, "")})

    def _read_stocks(self, reader: FieldReader) -> None:
        for name, key, node in reader.entries("stocks", required=True):
            self._faulty.add(("stocks", name))
            stock = read_stock(name, key, node, self.findings)
            if stock is not None:
                self._faulty.discard(("stocks", name))
                self.stocks[name] = stock
                sheet = node.get("sheet") if isinstance(node, MappingNode) else None
                self._named_sheets.pop(name, None)
                if sheet is not None:
                    self._named_sheets[name] = sheet

    def _read_sheets(self) -> None:
        """Give the stocks that name a sheet its places; those whose sheet has a finding are no good."""
        for name, node in self._named_sheets.items():
            sheet = self._sheet(self.stocks[name], node)
            if sheet is None:
                del self.stocks[name]
                self._faulty.add(("stocks", name))
            else:
                self.stocks[name] = self.stocks[name]._replace(sheet=sheet)

    def _sheet(self, stock: Stock, node: Node) -> DieSheet | None:
        from pawprint.pieces._die_sheets import read_die_sheet

        name = scalars.text(node, f"'sheet' of stock '{stock.name}'", self.findings)
        if name is None:
            return None
        if stock.stand:
            message = f"stock '{stock.name}' is a strip to fold, for which sheets have no places"
            self.findings.add("bad-sheet", message, node.span, "leave sheet out")
            return None
        folders = [folder for folder in self.folders if (folder / "sheets" / f"{name}.yaml").is_file()]
        if not folders or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):
            known = [path.stem for folder in self.folders for path in sorted(folder.glob("sheets/*.yaml"))]
            message = f"there is no sheet '{name}' in the layouts"
            self.findings.add("file-missing", message, node.span, suggest(name, known, "sheets are"))
            return None
        return read_die_sheet(folders[0], name, stock.trim, stock.outline, self._size_of_paper, self.findings)

    def _size_of_paper(self, node: Node) -> Size | None:
        """The size of the paper that is named, or written."""
        name = scalars.text(node, "'paper' of a sheet", self.findings)
        if name is None:
            return None
        paper = next((paper for known, paper in self.papers.items() if known.lower() == name.lower()), None)
        if paper is not None:
            return paper.size
        try:
            return Size.parse(name)
        except ValueError:
            help = suggest(name, self.papers, "papers are") + "; or WxH, as in 210x297mm"
            self.findings.add("unknown-paper", f"there is no paper '{name}'", node.span, help)
            return None

    def _read_papers(self, reader: FieldReader) -> None:
        for name, key, node in reader.entries("papers", required=True):
            inner = FieldReader(node, f"paper '{name}'", self.findings)
            size = inner.value("size", scalars.size, required=True)
            margin = _margin(inner)
            inner.finish()
            if not (name.isascii() and name.replace("-", "").isalnum()):  # it is part of file names
                message = f"'{name}' cannot be the name of a paper"
                self.findings.add("bad-id", message, key.span, "use letters, digits and hyphens: US-Letter")
            elif min(margin) < ZERO:
                message = f"the margin of paper '{name}' is {min(margin)}"
                self.findings.add("out-of-range", message, key.span, "write 0 mm")
            elif size is not None:
                self.papers[name] = Paper(name, size, margin)

    def _read_fonts(self, reader: FieldReader) -> None:
        for family, key, node in reader.entries("fonts", required=True):
            before = self.findings.count
            if not _FAMILY.fullmatch(family):
                help = "use letters, digits, spaces and any of . _ - + ' & ( )"
                self.findings.add("bad-id", f"a font family cannot have the name '{family}'", key.span, help)
            inner = FieldReader(node, f"font family '{family}'", self.findings)
            package = inner.text("package")
            folder = package_folder(package) if package else Path(key.source.name).parent
            if folder is not None and package and (folder / "files").is_dir():
                folder /= "files"
            if folder is None:
                self.findings.add(
                    "missing-font",
                    f"font family '{family}' comes from the package '{package}', which is not installed",
                    inner.value_span("package"),
                    f"pip install {str(package).replace('_', '-')}",
                )
            cuts: dict[str, FontCut] = {}
            for cut in _CUTS:
                if cut not in inner:
                    inner.node_of(cut)
                    continue
                cut_reader = inner.nested(cut)
                file = cut_reader.text("file", required=True)
                axes: dict[str, float] = {}
                for axis, _, value in cut_reader.entries("axes"):
                    position = scalars.number(value, f"axis '{axis}' of font family '{family}'", self.findings)
                    if position is not None:
                        axes[axis] = position
                span = cut_reader.value_span("file") or key.span
                cut_reader.finish()
                if file is None or folder is None:
                    continue
                if scalars.escapes_folder(file):
                    message = f"the font file '{file}' lies outside its folder"
                    self.findings.add("path-outside", message, span, "put it beside fonts.yaml")
                elif is_file(folder / file):
                    if package or is_inside(folder / file, folder, self.findings):
                        cuts[cut] = FontCut((folder / file).resolve(), axes, span)
                else:
                    fonts = [path.name for path in folder.iterdir() if path.suffix in FONT_SUFFIXES]
                    help = suggest(file, fonts, "there are")
                    self.findings.add("missing-font", f"there is no font file '{file}'", span, help)
            others = inner.texts("fallback")
            self.fallbacks[family] = others
            at = inner.value_span("fallback") or key.span
            self._named_fallbacks[family] = [(other, at) for other in others]
            inner.finish()
            if not cuts and inner.ok and not any(cut in inner for cut in _CUTS):
                self.findings.add(
                    "missing-field",
                    f"font family '{family}' has no cut",
                    key.span,
                    f"give it one of {', '.join(_CUTS)}",
                )
            if cuts and _FAMILY.fullmatch(family):
                self.fonts[family] = cuts
            if self.findings.count > before:
                self._faulty.add(("fonts", family))

    def _check_fallbacks(self) -> None:
        """Leave out fallback families that do not exist, each after a finding."""
        for family, named in self._named_fallbacks.items():
            for other, span in named:
                if other not in self.fonts:
                    if not self.is_faulty("fonts", other):
                        help = suggest(other, self.fonts, "families are")
                        self.findings.add("unknown-font", f"there is no font family '{other}'", span, help)
                    self.fallbacks[family] = tuple(
                        [candidate for candidate in self.fallbacks[family] if candidate != other]
                    )

    def _read_palettes(self, reader: FieldReader) -> None:
        for name, _, node in reader.entries("palettes", required=True):
            inner = FieldReader(node, f"palette '{name}'", self.findings)
            if not inner.ok:
                self._faulty.add(("palettes", name))
            palette: dict[str, Colour] = {}
            apart: SequenceNode | None = None
            for colour_name, _, value in inner.entries():
                if colour_name == "apart" and isinstance(value, SequenceNode):
                    apart = value
                    continue
                colour = palette_colour(value, f"colour '{colour_name}' of palette '{name}'", self.findings)
                if colour is None:
                    self._faulty.add(("palettes", name))
                else:
                    palette[colour_name] = colour
            self.palettes[name] = palette
            if apart is not None:
                check_apart(apart, name, palette, self.findings)

    def _read_styles(self, reader: FieldReader) -> None:
        for name, _, node in reader.entries("styles", required=True):
            self.styles[name] = node

    # -- faces -------------------------------------------------------------------------------

    def face(self, name: str, asked_at: Span | None) -> FaceSource | None:
        """The face file *name* (`food-chain/organism`) with its parents folded in; None after a finding."""
        if name not in self._faces:
            self._faces[name] = self._load_face(name, asked_at)
        return self._faces[name]

    def face_names(self) -> list[str]:
        """Every face file there is."""
        names = {
            path.relative_to(folder / "faces").with_suffix("").as_posix()
            for folder in self.folders
            for path in (folder / "faces").rglob("*.yaml")
        }
        return sorted(names)

    def _load_face(self, name: str, asked_at: Span | None) -> FaceSource | None:
        if self._file(name, asked_at) is None:
            return None
        names = with_ancestors(name, self._extended, "faces", self.findings)
        face: FaceSource | None = None
        for candidate in reversed(names or ()):
            file = self._files[candidate]
            if file is None:
                return None
            face = over_parent(file, face, self.findings)
        return face

    def _extended(self, name: str) -> Extended | None:
        file = self._files[name]
        if file is None or file.extends is None:
            return None
        self._file(*file.extends, name)
        return file.extends

    def _file(self, name: str, asked_at: Span | None, child: str = "") -> FaceFile | None:
        """The face file *name*, read once; *child* extends it."""
        if name not in self._files:
            self._files[name] = self._read_face(name, asked_at, child)
        return self._files[name]

    def _read_face(self, name: str, asked_at: Span | None, child: str) -> FaceFile | None:
        if scalars.escapes_folder(name):
            message = f"the face '{name}' leads out of the folder of faces"
            self.findings.add("path-outside", message, asked_at, "name a file in it, without its ending")
            return None
        paths = ((folder / "faces" / f"{name}.yaml", folder) for folder in self.folders)
        path, root = next((candidate for candidate in paths if is_file(candidate[0])), (None, None))
        if path is None:
            code = "missing-parent" if child else "unknown-face"
            subject = f"face '{child}' extends '{name}', which" if child else f"the face '{name}'"
            self.findings.add(
                code, f"{subject} does not exist", asked_at, suggest(name, self.face_names(), "faces are")
            )
            return None
        text = self._texts.get(path.resolve()) if self._texts else None
        if text is not None:
            node = read_yaml(text, self.findings)
        else:
            node = read_yaml_file(path, self.findings, root)
        if node is None:
            return None
        reader = FieldReader(node, f"face '{name}'", self.findings)
        parent = reader.text("extends")
        palette = reader.text("palette")
        styles = {style: value for style, _, value in reader.entries("styles")}
        elements: list[MappingNode] = []
        for item in reader.items("elements"):
            if isinstance(item, MappingNode):
                elements.append(item)
            else:
                scalars.wrong_type(item, "an element", "a mapping", self.findings, "write {kind: panel, ...}")
        removed = reader.texts("remove")
        low_ink = reader.choice("low_ink", LOW_INK_RULES) or ""
        reader.node_of("about")
        reader.finish()
        if not isinstance(node, MappingNode):
            return None
        at = reader.value_span("palette") or node.span
        own = FaceSource(name, palette or "", at, styles, tuple(elements), low_ink)
        extends = None if parent is None else (parent, reader.value_span("extends") or node.span)
        return FaceFile(own, extends, removed, reader.value_span("remove"))


def _margin(reader: FieldReader) -> Insets:
    """The margin of a paper: one length for all sides, or one for each side that differs from the usual one."""
    if not isinstance(reader.node_of("margin"), MappingNode):
        length = reader.length("margin")
        return NORMAL_MARGIN if length is None else Insets.even(length)
    inner = reader.nested("margin")
    read = {side: inner.length(side) for side in Insets._fields}
    inner.finish()
    return NORMAL_MARGIN._replace(**{side: length for side, length in read.items() if length is not None})

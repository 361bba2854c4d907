"""Helpers that list the pieces of a game: tables of cards, checklists, the contents of the box, legends, proofs."""

from collections.abc import Iterable, Mapping
from itertools import combinations, groupby, pairwise
from typing import Any, NamedTuple

from pawprint.catalog import field_types as types
from pawprint.catalog.field_types import TextField
from pawprint.catalog.fields import Field
from pawprint.catalog.model import ChoiceLabel, Component, RecordView
from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.core.numbers import whole_number
from pawprint.core.source import Span
from pawprint.documents import content, figure_ops
from pawprint.documents._helper_context import HelperContext, helper, plain_words
from pawprint.documents._markdown import Product
from pawprint.documents._text_helpers import field_of, filtered
from pawprint.documents._word_forms import human, listed, sorting
from pawprint.documents.content import BlockArt
from pawprint.documents.diagram_figures import SeenPiece
from pawprint.documents.icon_meanings import icon_meanings
from pawprint.documents.namespace import component_of, name_of, printed
from pawprint.pieces.placed import Placed, Turned, cut_out, panel
from pawprint.source.templates.filters import OWN_FILTERS
from pawprint.source.templates.sandbox import TemplateFault
from pawprint.typography.languages import printed_word

#: Points: a picture in a row, and the box to tick.
_WIDE, _HIGH, _TICK = 34.0, 40.0, 7.5
#: The most lines of a checklist with pictures, and the size of these.
_FEW, _SMALL = 48, 26.0
#: A list of cards with more columns than this is not read by anybody.
_MOST_COLUMNS = 9
#: Types of fields that a column can show.
_SHORT = ("int", "number", "flag", "choice", "ref", "icon")
_NUMBERS = ("int", "number")
_SHOWS = ("", "icon", "name", "number", "roman", "text")


class _Shown(NamedTuple):
    """A column of a table: its field, its head, and how values are shown."""

    field: str
    head: content.Words
    align: str
    show: str


@helper("table", "component")
def table(
    context: HelperContext,
    component: str,
    *,
    columns: Iterable[Any] = (),
    sort: str | Iterable[str] = "",
    group: str = "",
    where: str = "",
    caption: Any = "",
    style: str = "dense",
) -> Product:
    """The pieces of a component, a row for each."""
    name = component_of(context.game, component)
    views = _sorted(context, name, filtered(context, name, where), [group, *_fields(sort)] if group else _fields(sort))
    chosen = list(columns)
    shown = [_column(context, name, entry) for entry in chosen] if chosen else _usual(context, name, views, group)
    rows: list[tuple[content.TableCell, ...]] = []
    title: content.Words | None = None
    for view in views:
        if group:
            words = _cell(context, field_of(view, group), "") or plain_words(printed_word("others", context.language))
            if words != title:
                title = words
                rows.append((content.TableCell(words, head=True, across=len(shown)),))
        rows.append(tuple(_row(context, view, shown)))
    heads = tuple(content.TableColumn(column.head, column.align) for column in shown)
    return context.table(heads, rows, "", caption, style)


def _row(context: HelperContext, view: RecordView, shown: list[_Shown]) -> Iterable[content.TableCell]:
    for index, column in enumerate(shown):
        yield content.TableCell(_cell(context, _value(view, column.field), column.show), head=not index)


def _value(view: RecordView, field: str) -> Any:
    return name_of(view) if field == "name" and "name" not in view.fields() else field_of(view, field)


def _column(context: HelperContext, component: str, wanted: Any) -> _Shown:
    """The column for a field, or for `{field, head, align, show}`."""
    entry = dict(wanted) if isinstance(wanted, Mapping) else {"field": str(wanted)}
    unknown = set(entry) - {"field", "head", "align", "show"}
    if unknown or "field" not in entry:
        message = f"a column has no '{min(unknown)}'" if unknown else "a column without a field"
        raise TemplateFault("bad-template", message, "it has field, head, align and show", min(unknown, default=""))
    field, show, align = str(entry["field"]), str(entry.get("show", "")), str(entry.get("align", ""))
    declared = _field(context.game.components[component], field)
    if show not in _SHOWS or align not in ("", "left", "center", "right"):
        message = f"a column cannot be '{show if show not in _SHOWS else align}'"
        raise TemplateFault(
            "bad-template", message, "show: icon, name, number, roman, text; align: left, center, right", "show"
        )
    if declared is None and field.partition(".")[0] not in ("id", "copies", "name"):
        for view in context.pieces(component)[:1]:
            field_of(view, field)  # raises for an unknown field
    head = context.words(entry["head"]) if "head" in entry else head_of(context, component, field)
    number = show == "number" or field == "copies" or (declared is not None and declared.type in _NUMBERS)
    return _Shown(field, head, align or ("right" if number else "left"), show)


def head_of(context: HelperContext, component: str, field: str) -> content.Words:
    """What a column of a field is called: by the game, by us, or by the field's own name."""
    head = context.declared.head(component, field)
    if head:
        return context.rich(context.in_language(head))
    if field in ("name", "id", "copies"):
        return plain_words(printed_word(field, context.language))
    return plain_words(human(field.replace(".", " ")))


def _usual(context: HelperContext, component: str, views: list[RecordView], group: str) -> list[_Shown]:
    """Name, all short fields that differ from piece to piece, and how many there are; words where nothing differs."""
    declared = context.game.components[component]
    names = ["name"]
    for name, field in declared.fields.items():
        kind = (field.entry or field).type
        if kind not in _SHORT or name == group or context.declared.leaves_out(component, name):
            continue
        if len({str(view[name]) for view in views}) > 1:
            names.append(name)
    if len(names) == 1:
        names += [name for name in ("text", "summary") if isinstance(declared.fields.get(name), TextField)][:1]
    if len({view["copies"] for view in views}) > 1:
        names = [*names[: _MOST_COLUMNS - 1], "copies"]
    return [_column(context, component, name) for name in names[:_MOST_COLUMNS]]


def _field(component: Component, path: str) -> Field | None:
    """The declaration of a field at a dotted path; None if there is none, or if it is of another component."""
    first, *rest = path.split(".")
    field = component.fields.get(first)
    for step in rest:
        field = field.inner.get(step) if field else None
    return field


def _cell(context: HelperContext, value: Any, show: str) -> content.Words:
    """A value as the words of a cell."""
    if value is None or value == () or value == "":
        return ()
    if isinstance(value, (tuple, list)):
        parts = [_cell(context, item, show) for item in value]
        between = plain_words(" " if show == "icon" else ", ")
        return tuple(run for i, part in enumerate(parts) for run in ((*between, *part) if i else part))
    if isinstance(value, dict):
        return tuple(
            run for item in value.values() for run in (*_cell(context, item, show), content.TextRun("text", " "))
        )
    if show == "icon":
        name = str(value["icon"]) if isinstance(value, RecordView) and "icon" in value.fields() else str(value)
        fault = context.icon_fault(name)
        if fault:
            raise fault
        return (content.TextRun("icon", name),)
    if isinstance(value, bool) and not value:
        return ()
    if show == "roman" and isinstance(value, int):
        return plain_words(OWN_FILTERS["roman"](value))
    return context.rich(context.text(value))


def _fields(given: str | Iterable[str]) -> list[str]:
    """Fields as a document names them: in one text, parted by commas or spaces, or in a list."""
    return given.replace(",", " ").split() if isinstance(given, str) else [str(field) for field in given]


def _sorted(context: HelperContext, component: str, views: list[RecordView], by: list[str]) -> list[RecordView]:
    """*views* by several fields, the first one first; `-` before a field begins with the largest."""
    for path in reversed(by):
        name = path.removeprefix("-")
        declared = _field(context.game.components[component], name)
        order = list(declared.choices) if isinstance(declared, types.ChoiceField) else []

        def key(view: RecordView, name: str = name, order: list[Any] = order) -> tuple[Any, ...]:
            value = _value(view, name)
            if value is None:
                return (2, 0, "")
            if isinstance(value, (int, float)):
                return (0, value, "")
            if isinstance(value, ChoiceLabel) and value in order:
                return (0, order.index(value), "")
            return (1, 0, sorting(context.text(value)))

        views = sorted(views, key=key, reverse=path.startswith("-"))
    return views


@helper("checklist")
def checklist(context: HelperContext, *, components: Iterable[str] = (), pictures: bool | None = None) -> Product:
    """All that must be there, with a box to tick for each kind of piece, or several whose names are nearly the same.

    Args:
        pictures: of a piece in each line; if left out, in lists that are short.
    """
    span = context.here("checklist")
    heads = (printed_word("piece", context.language), "×")
    parts = []
    for component in _chosen(context, components):
        views = [view for view in context.pieces(component.name) if view["copies"]]
        if views:
            parts.append((component, sum(view["copies"] for view in views), _box_lines(views)))
    seen = sum(len(lines) for _, _, lines in parts) <= _FEW if pictures is None else pictures
    rows: list[tuple[content.TableCell, ...]] = []
    for component, total, lines in parts:
        if not seen:  # people look for names; numbers keep their order
            lines = sorted(lines, key=lambda line: sorting(_parted(line[0])[0] or line[0]))
        title = plain_words(f"{context.title(component.name)} – {total}")
        rows.append((content.TableCell(title, head=True, across=2),))
        for name, count, view in lines:
            number = plain_words(str(count)) if count > 1 else ()
            tick = _tick(context, view if seen else None, span)
            rows.append((content.TableCell(plain_words(name), tick, True), content.TableCell(number)))
    columns = (content.TableColumn(plain_words(heads[0])), content.TableColumn(plain_words(heads[1]), "right"))
    return context.table(columns, rows, "checklist", style="dense")


def _tick(context: HelperContext, view: RecordView | None, span: Span) -> content.BlockArt:
    """A box to tick, and the face of a piece to its right."""
    face = None if view is None else context.art(view.record, _SMALL, highest=_SMALL, alt=False)
    high = _TICK if face is None else max(_TICK, _SMALL)
    box = Box(0.4, (high - _TICK) / 2 + 0.4, _TICK - 0.8, _TICK - 0.8)
    tick = panel(box, None, BLACK, 0.6, 1.0)
    if face is None:
        return content.BlockArt(_TICK, high, (tick,), "", span)
    x, y = _TICK + 4.0 + (_SMALL - face.width) / 2, (high - face.height) / 2
    return content.BlockArt(
        _TICK + 4.0 + _SMALL, high, (tick, Turned(face.items, (1.0, 0.0, 0.0, 1.0, x, y))), "", span
    )


def _box_lines(views: list[RecordView]) -> list[tuple[str, int, RecordView]]:
    """Names, how many pieces have them, and the first of these; neighbours whose names only differ in a number or in
    brackets share a line."""
    lines: list[tuple[str, int, RecordView]] = []
    for stem, several in groupby(views, lambda view: _parted(name_of(view))[0]):
        together = list(several)
        if len(together) == 1 or not stem or any(view["copies"] > 1 for view in together):
            lines += [(name_of(view), view["copies"], view) for view in together]
            continue
        ends = [_parted(name_of(view))[1] for view in together]
        numbers = [number for end in ends if (number := whole_number(end)) is not None]
        name = f"{stem} {_runs(numbers)}" if len(numbers) == len(ends) else stem
        lines.append((name, len(ends), together[0]))
    return lines


def _parted(name: str) -> tuple[str, str]:
    """A name without the number or the brackets at its end, and these; two empty texts if there are none."""
    stem, _, end = name.partition(" (") if name.endswith(")") else name.rpartition(" ")
    return (stem, end) if stem and (whole_number(end) is not None or name.endswith(")")) else ("", "")


def _runs(numbers: list[int]) -> str:
    """`1–5`, or `1, 3, 3, 4` where they do not follow each other."""
    if len(numbers) > 2 and all(two - first == 1 for first, two in pairwise(numbers)):
        return f"{numbers[0]}–{numbers[-1]}"
    return ", ".join(map(str, numbers))


@helper("components")
def components(
    context: HelperContext,
    *,
    pictures: bool = True,
    total: bool = True,
    spread: bool = False,
    scale: float = 0.36,
    caption: Any = "",
) -> Product:
    """The contents of the box: a row for each component, with a picture of one piece; or one picture of all of it."""
    if spread:
        if not isinstance(scale, (int, float)) or not 0.05 <= scale <= 1:
            raise TemplateFault("bad-template", "a picture of the box has a scale from 0.05 to 1", "", "scale")
        art = box_contents(context, [shown.name for shown in _chosen(context, ())], scale)
        words = context.words(caption)
        figure = content.FigureBlock((art,), words, context.here(""), numbered=bool(words)) if art else None
        return Product(blocks=(figure,) if figure else (), arts=(art,) if art else ())
    rows: list[tuple[content.TableCell, ...]] = []
    kinds = pieces = 0
    for component in _chosen(context, ()):
        views = [view for view in context.pieces(component.name) if view["copies"]]
        if not views:
            continue
        count = sum(view["copies"] for view in views)
        kinds, pieces = kinds + len(views), pieces + count
        art = context.art(views[0].record, _WIDE, highest=_HIGH, alt=False) if pictures else None
        rows.append(
            (
                content.TableCell(plain_words(context.title(component.name)), art, True),
                _number(len(views)),
                _number(count),
            )
        )
    if total and len(rows) > 1:
        words = plain_words(printed_word("total", context.language), bold=True)
        rows.append((content.TableCell(words, head=True), _number(kinds, bold=True), _number(pieces, bold=True)))
    names = [printed_word(name, context.language) for name in ("component", "kinds", "pieces")]
    columns = tuple(content.TableColumn(plain_words(name), "right" if at else "left") for at, name in enumerate(names))
    return context.table(columns, rows, "components")


def _number(value: int, bold: bool = False) -> content.TableCell:
    return content.TableCell(plain_words(str(value), bold))


def _chosen(context: HelperContext, wanted: Iterable[str]) -> list[Component]:
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    if names:
        return [context.game.components[component_of(context.game, name)] for name in names]
    return [component for component in printed(context.game) if not context.declared.leaves_out(component.name)]


@helper("legend", "component")
def legend(
    context: HelperContext,
    component: str,
    *,
    icon: str = "",
    name: str = "",
    text: str = "",
    where: str = "",
    sort: str | Iterable[str] = "",
) -> Product:
    """What the records of a component mean: icon, name, text."""
    known = component_of(context.game, component)
    declared = context.game.components[known].fields
    icon = icon or next((key for key, field in declared.items() if field.type == "icon"), "")
    name = name or next((key for key in ("name", "title") if key in declared), "")
    text = text or next((key for key in ("text", "summary", "about") if key in declared), "")
    rows = []
    for view in _sorted(context, known, filtered(context, known, where), _fields(sort)):
        first = _cell(context, field_of(view, icon), "icon") if icon else ()
        said = context.rich(context.text(field_of(view, name))) if name else plain_words(name_of(view))
        rest = context.rich(context.text(field_of(view, text))) if text else ()
        rows.append((first, said, rest))
    return _legend(context, rows)


@helper("icons")
def icons(context: HelperContext, *, without: Iterable[str] = ()) -> Product:
    """Every icon that the game uses, with its meaning."""
    left_out = {str(name) for name in without}
    rows: list[tuple[content.Words, content.Words, content.Words]] = [
        ((content.TextRun("icon", meaning.icon),), plain_words(meaning.name), context.rich(meaning.text))
        for meaning in icon_meanings(
            context.game, context.language, context.declared, context.renderer.composer.layouts.drawings
        )
        if meaning.icon not in left_out
    ]
    return _legend(context, rows)


def _legend(context: HelperContext, rows: list[tuple[content.Words, content.Words, content.Words]]) -> Product:
    pictured = any(first for first, _, _ in rows)
    made: list[tuple[content.TableCell, ...]] = []
    for first, name, text in rows:
        bold = tuple(run._replace(style=run.style._replace(bold=True)) for run in name)
        meaning = content.TableCell((*bold, *((content.TextRun("text", " – "), *text) if name and text else text)))
        made.append((content.TableCell(first, head=True), meaning) if pictured else (meaning._replace(head=True),))
    heads = [printed_word("icon", context.language)] * pictured + [printed_word("meaning", context.language)]
    columns = [content.TableColumn(plain_words(head)) for head in heads]
    return context.table(columns, made, "legend", style="legend")


@helper("proof")
def proof(context: HelperContext, *, scale: float = 0.5, components: Iterable[str] = (), largest: Any = "") -> Product:
    """All different faces, with their ids and how many of each there are."""
    if not isinstance(scale, (int, float)) or not 0.05 <= scale <= 1:
        raise TemplateFault("bad-template", "a proof has a scale from 0.05 to 1", "write scale=0.5", "scale")
    items: list[tuple[content.BlockArt, content.Words]] = []
    most = context.length(largest, mm(80), "largest")
    for component in _chosen(context, components):
        for view in context.pieces(component.name):
            width = context.renderer.size(component.name)[0] * 72 / 25.4 * scale
            art = context.art(view.record, min(width, most))
            if art is not None:
                items.append((art, plain_words(f"{view.record.id} ×\u00a0{view['copies']}")))
    return Product(blocks=(content.Gallery(tuple(items), context.here("proof")),) if items else ())


# --- The contents of the box as one picture ---------------------------------------------------------------------------

#: The width of the picture, the least room between two groups, and the height of a label; points.
_WIDTH, _GAP, _LABEL = mm(112).pt, 9.0, 24.0
#: The room below a row; points.
_BELOW = 11.0
#: The usual scale of the pieces, and the most height of a row at that scale, in points.
SCALE, _HIGHEST = 0.36, 92.0
#: The least height of cubes and tokens, unless they are lower: at the scale of the cards they would be specks.
_LOWEST = mm(7).pt
#: Faces of a component that are shown, and how far each lies from the one before, in widths: cards overlap, and what is
#: small lies side by side.
_FACES, _STEP, _APART = 3, 0.3, 1.15
#: The size of a number, and of the name below it.
_NUMBER, _WORDS = 10.0, 8.0


class _ShownComponent(NamedTuple):
    """The faces of a component that are shown, their scale, and its label: a number and a name."""

    seen: tuple[SeenPiece, ...]
    scale: float
    step: float
    number: str
    name: str

    @property
    def width(self) -> float:
        """Of the faces; points."""
        return self.scale * self.seen[0].width * (1 + self.step * (len(self.seen) - 1))

    @property
    def height(self) -> float:
        """Of the faces; points."""
        return self.scale * self.seen[0].height


def box_contents(context: HelperContext, components: list[str], scale: float = SCALE) -> BlockArt | None:
    """The picture, its pieces at most that large; None if there is nothing to show."""
    groups = [group for component in components if (group := _group(context, component, scale)) is not None]
    if not groups:
        return None
    items: list[Placed] = []
    y = 0.0
    for row in _rows(context, groups):
        widths = [_wide(context, group) for group in row]
        tall = max(group.height for group in row)
        gap = (_WIDTH - sum(widths)) / (len(row) + 1)
        x = gap
        for group, width in zip(row, widths, strict=True):
            items += _faces(context, group, x + (width - group.width) / 2, y + tall - group.height)
            items += _label(context, group, x - gap / 2, y + tall + 1.5, width + gap)
            x += width + gap
        y += tall + _LABEL + _BELOW
    phrase = listed([f"{group.number} {group.name}" for group in groups], context.language)
    return BlockArt(_WIDTH, y - _BELOW, tuple(items), phrase, context.here("components"))


def _group(context: HelperContext, component: str, most: float) -> _ShownComponent | None:
    views = [view for view in context.pieces(component) if view["copies"]]
    if not views:
        return None
    step = max(len(views) // _FACES, 1)
    chosen = views[::step][:_FACES]
    seen = [context.renderer.seen(component, view.record.id, "face") for view in chosen]
    shown = tuple(piece for piece in seen if piece is not None)
    if not shown:
        return None
    height = shown[0].height
    least = min(_LOWEST / height, 1.0)
    apart = _APART if least > most else _STEP
    whole = shown[0].width * (1 + apart * (len(shown) - 1))
    scale = min(max(most, least), _HIGHEST * most / SCALE / height, _WIDTH * 0.9 / whole)
    count = sum(view["copies"] for view in views)
    return _ShownComponent(shown, scale, apart, str(count), context.title(component))


def _rows(context: HelperContext, groups: list[_ShownComponent]) -> list[list[_ShownComponent]]:
    """Groups side by side in as few rows as they need, and none of these much fuller than the others."""
    rows, used = 1, 0.0
    for group in groups:
        width = _wide(context, group) + _GAP
        rows, used = (rows, used + width) if used + width <= _WIDTH + _GAP else (rows + 1, width)

    def fullest(cuts: Iterable[int]) -> tuple[float, int]:
        parts = [groups[a:b] for a, b in pairwise(cuts)]
        return max(sum(_wide(context, group) + _GAP for group in part) for part in parts), max(map(len, parts))

    every = [(0, *cuts, len(groups)) for cuts in combinations(range(1, len(groups)), rows - 1)]
    return [groups[a:b] for a, b in pairwise(min(every, key=fullest))]


def _wide(context: HelperContext, group: _ShownComponent) -> float:
    """What the faces or the label need; points."""
    return max(group.width, _label_width(context, group))


def _faces(context: HelperContext, group: _ShownComponent, x: float, y: float) -> list[Placed]:
    """The faces, each over a part of the one before or beside it."""
    edge, width = context.renderer.inks.edge, 0.5 / group.scale
    placed: list[Placed] = []
    for number, seen in enumerate(group.seen):
        own = group.scale * group.seen[0].width / seen.width
        matrix: Matrix = (own, 0.0, 0.0, own, x + number * group.step * group.scale * group.seen[0].width, y)
        box = Box(0.0, 0.0, seen.width, seen.height)
        placed.append(cut_out(seen.items, matrix, box, seen.outline, (edge, width)))
    return placed


def _label_width(context: HelperContext, group: _ShownComponent) -> float:
    return max(_width(context, group.number, _NUMBER, True), _width(context, group.name, _WORDS, False))


def _width(context: HelperContext, text: str, size: float, bold: bool) -> float:
    return context.renderer.composer.setter.metrics.typeface("text", bold, False).shape(text).width * size


def _label(context: HelperContext, group: _ShownComponent, x: float, y: float, room: float) -> list[Placed]:
    """The number in bold letters, and the name below."""
    composer, ink, language = context.renderer.composer, context.renderer.inks.ink, context.language
    number, name = Box(x, y, room, 1.2 * _NUMBER), Box(x, y + 1.15 * _NUMBER, room, 1.3 * _WORDS)
    return [
        *figure_ops.words(composer, group.number, number, _NUMBER, ink, language, "center", bold=True),
        *figure_ops.words(composer, group.name, name, _WORDS, ink, language, "center"),
    ]

"""Helpers of a line or a picture: counts, icons, names, cards, anatomy, examples, and the filters."""

from collections.abc import Callable, Mapping
from typing import Any

from pawprint.catalog.model import RecordView
from pawprint.core.length import mm
from pawprint.documents import content
from pawprint.documents._captions import check_names
from pawprint.documents._helper_context import ALONE, AMONG, HelperContext, helper
from pawprint.documents._markdown import IF_THERE, Product, said
from pawprint.documents._word_forms import sentence, spanned
from pawprint.documents.namespace import Pieces, Several, component_of, name_of, piece, resolve
from pawprint.documents.noun_forms import noun_filters
from pawprint.source.templates.expressions import ExpressionError, evaluate
from pawprint.source.templates.number_words import in_words
from pawprint.source.templates.sandbox import TemplateFault


@helper("count", "component")
def count(context: HelperContext, component: str, kinds: bool = False, where: str = "") -> int:
    """How many pieces of a component are printed; with `kinds=true`, how many different ones."""
    chosen = filtered(context, component_of(context.game, component), where)
    return len(chosen) if kinds else sum(int(view["copies"]) for view in chosen)


@helper("total", "component")
def total(context: HelperContext, component: str, field: str, where: str = "", kinds: bool = False) -> float:
    """The sum of a field over all pieces that are printed; with `kinds=true`, of each different one once."""
    result: float = 0
    name = component_of(context.game, component)
    for view in filtered(context, name, where):
        value = field_of(view, field)
        if value is not None and not isinstance(value, (int, float)):
            raise TemplateFault(
                "bad-template", f"'{field}' of the {name} is no number", "name a field of numbers", field
            )
        result += (value or 0) * (1 if kinds else view["copies"])
    return result


@helper("pieces", "component")
def pieces(context: HelperContext, component: str) -> Pieces:
    """The component of that name, for one that has the name of something else."""
    return Pieces(context.game, component_of(context.game, component), context.language)


@helper("icon", "icon")
def icon(context: HelperContext, name: str, says: Any = "") -> Product:
    """A small picture in the line.

    Args:
        says: what it stands for, if the game does not say so for all documents.
    """
    fault = context.icon_fault(str(name))
    if fault:
        raise fault
    return Product(words=(content.TextRun("icon", str(name), said=context.text(says)),))


@helper("name", "piece")
def name(context: HelperContext, what: Any) -> Product:
    """The name of a piece, with a link to the heading `{#component-id}` where the document has one."""
    record = piece(context.game, what)
    link = f"{IF_THERE}{record.component}-{record.id}"
    return Product(words=(content.TextRun("text", name_of(context.view(record)), link=link),))


@helper("card", "piece")
def card(context: HelperContext, what: Any, *, width: Any = "", caption: Any = "", side: str = "face") -> Product:
    """The face of a piece."""
    return _figure(context, [what], width or ALONE, caption, side)


@helper("back", "piece")
def back(context: HelperContext, what: Any, *, width: Any = "", caption: Any = "") -> Product:
    """The back of a piece."""
    return _figure(context, [what], width or ALONE, caption, "back")


@helper("cards", "piece")
def cards(context: HelperContext, what: Any, *, width: Any = "", caption: Any = "", side: str = "face") -> Product:
    """The faces of several pieces side by side."""
    return _figure(context, list(what), width or AMONG, caption, side)


def _figure(context: HelperContext, wanted: list[Any], width: Any, caption: Any, side: str) -> Product:
    if side not in ("face", "back"):
        raise TemplateFault("bad-template", f"a piece has no side '{side}'", "write face or back", "side")
    if len(wanted) > 60:
        raise TemplateFault("bad-template", f"{len(wanted)} pieces in one figure", "show at most 60")
    across = width.pt if hasattr(width, "pt") else context.length(width, ALONE)
    arts = [context.art(piece(context.game, one), across, side) for one in wanted]
    return pictured(context, tuple(art for art in arts if art is not None), caption)


def pictured(context: HelperContext, arts: tuple[content.BlockArt, ...], caption: Any) -> Product:
    """A figure of *arts*; nothing where there are none."""
    if not arts:
        return Product()
    words = context.words(caption) if caption else ()
    check_names(said(words), arts, context.game, context.language, context.here("caption"), context.findings)
    return Product(blocks=(content.FigureBlock(arts, words, context.here(""), numbered=bool(words)),), arts=arts)


@helper("anatomy")
def anatomy(
    context: HelperContext,
    what: Any,
    parts: Mapping[Any, Any],
    *,
    width: Any = "",
    caption: Any = "",
    side: str = "face",
    first: int = 1,
) -> Product:
    """A piece with numbered callouts, and what they say in a list.

    Args:
        parts: id of an element of the face, or (x, y) in millimetres -> what it means.
        first: the lowest number.
    """
    from pawprint.documents._callouts import anatomy as drawn

    record, span = piece(context.game, what), context.here("anatomy")
    texts = {target: context.words(text) for target, text in parts.items()}
    for target in texts:
        number = isinstance(target, tuple) and len(target) == 2 and all(isinstance(one, (int, float)) for one in target)
        if not (number or isinstance(target, str)):
            help = "write the id of an element, or (12, 30) for millimetres from the top left"
            raise TemplateFault("bad-template", f"a callout cannot point at '{target}'", help, "anatomy")
    said_of = {target: context.said(words) for target, words in texts.items()}
    name = f"{context.title(record.component)} – {name_of(context.view(record))}"
    if not isinstance(first, int) or first < 1:
        raise TemplateFault("bad-template", f"'{first}' is not a number to begin with", "write first=4", "anatomy")
    long = context.length(width, mm(44))
    made = drawn(context.renderer, record, name, said_of, long, span, context.findings, side, first)
    if made is None:
        return Product()
    art, order = made[0]._replace(shows=((record.component, record.id),)), made[1]
    words_of = {said_of[target]: words for target, words in texts.items()}
    items = tuple((content.Paragraph(words_of[text], span),) for text in order)
    title = context.words(caption) if caption else ()
    check_names(said(title), (art,), context.game, context.language, span, context.findings)
    figure = content.FigureBlock((art,), title, span, "side", bool(title))
    return Product(blocks=(figure, content.Listing(items, span, numbered=True, start=first)), arts=(art,))


def field_of(view: RecordView, path: str) -> Any:
    """The value at a dotted path: `level`, `clan.name`; None where one before it is empty.

    Raises:
        Fault: there is no such field.
    """
    value: Any = view
    for step in path.split("."):
        if value is None:
            return None
        if isinstance(value, dict):
            if step not in value:
                raise TemplateFault(
                    "unknown-field", f"there is no field '{step}'", f"fields are {', '.join(value)}", step
                )
            value = value[step]
        else:
            value = resolve(value, step)
    return value


def filtered(context: HelperContext, component: str, where: str) -> list[RecordView]:
    """The pieces of a component for which the expression *where* holds.

    Raises:
        Fault: the expression is wrong.
    """
    views = context.pieces(component)
    if not where:
        return views
    try:
        return [view for view in views if evaluate(where, context.game.common_fields(context.language) | view.fields())]
    except ExpressionError as error:
        raise TemplateFault("bad-template", f"where '{where}': {error}", error.help, "where") from None


def filters(context: HelperContext) -> dict[str, Callable[..., Any]]:
    """The filters that speak the document's language."""

    def words(value: Any, feminine: bool = False) -> str:
        return in_words(int(value), context.language, feminine) if value is not None else ""

    def several(value: Any, last: str = "and") -> Several:
        if last not in ("and", "or"):
            raise ValueError("list takes 'and' or 'or'")
        return Several.of(value, context.language, last)

    def spans(value: Any) -> str:
        if isinstance(value, Mapping) and {"min", "max"} <= set(value):
            return spanned(value["min"], value["max"], context.language)
        numbers = list(value)
        return spanned(min(numbers), max(numbers), context.language) if numbers else ""

    def title(value: Any) -> str:
        return sentence(context.text(value))

    def report(fault: TemplateFault) -> None:
        context.report(fault.code, fault.message, context.here(fault.word), fault.help)

    return {**noun_filters(context.language, report), "words": words, "list": several, "range": spans, "title": title}

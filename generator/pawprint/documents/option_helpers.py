"""Helpers about what players may agree on: how editions differ, which options there are, what a text assumes."""

from typing import Any

from pawprint.catalog.model import Translated
from pawprint.catalog.text_templates import BEGIN
from pawprint.core.registry import suggest
from pawprint.documents.helper_context import HelperContext, helper
from pawprint.documents.markdown import Product
from pawprint.documents.rule_statements import ASSUME
from pawprint.rules.game_options import DescribedOptions, describe_options
from pawprint.templates.expressions import ExpressionError, Scope, Template
from pawprint.templates.sandbox import TemplateFault
from pawprint.typeset.blocks import TableBlock, TableCell, TableColumn
from pawprint.typography.printed_words import printed_word


@helper("editions")
def editions(context: HelperContext, *, caption: Any = "", style: str = "plain") -> Product:
    """How the editions of the rules differ: a row for each option that is not the same in all of them."""
    agreed = _agreed(context, "editions")
    if agreed is None:
        return Product()
    rows = []
    abouts = [context.game.editions[name].about if name in context.game.editions else {} for name in agreed.editions]
    if any(abouts):
        rows.append((TableCell((), head=True), *(_cell(context, about.get(context.language, "")) for about in abouts)))
    for option in agreed.options:
        if option.differs:
            values = [option.values[option.by_edition[name]] for name in agreed.editions]
            title = _cell(context, _said(context, option.title), head=True)
            rows.append((title, *(_cell(context, _said(context, value)) for value in values)))
    heads = (
        TableColumn(()),
        *(TableColumn(context.rich(_begun(_said(context, title)))) for title in agreed.editions.values()),
    )
    words = context.words(caption) if caption else ()
    return Product(blocks=(TableBlock(heads, tuple(rows), context.here("editions"), words, style),) if rows else ())


@helper("options")
def options(
    context: HelperContext, *, differ: bool = False, leave_out: Any = (), caption: Any = "", style: str = "plain"
) -> Product:
    """What players may agree on: the standard rule, and its variants.

    Args:
        differ: with the options that are not the same in all editions; `editions` lists those.
        leave_out: options that have no effect under the rules that the document teaches.
    """
    agreed = _agreed(context, "options")
    if agreed is None:
        return Product()
    names = [option.name for option in agreed.options]
    for name in leave_out:
        if name not in names:
            raise TemplateFault("bad-figure", f"there is no option '{name}'", suggest(name, names), name)
    rows = []
    for option in agreed.options:
        if option.name in leave_out or (option.differs and not differ):
            continue
        edition = context.game.edition if context.game.edition in option.by_edition else next(iter(option.by_edition))
        usual = option.by_edition[edition]
        others = [_said(context, text) for value, text in option.values.items() if value != usual]
        title, value = _said(context, option.title), _said(context, option.values[usual])
        rows.append(
            (
                _cell(context, title, head=True),
                _cell(context, value),
                _cell(context, "; ".join(others) if others else "–"),
            )
        )
    heads = ("", printed_word("standard", context.language), printed_word("variant", context.language))
    words = context.words(caption) if caption else ()
    table = TableBlock(
        tuple(TableColumn(context.rich(head)) for head in heads), tuple(rows), context.here("options"), words, style
    )
    return Product(blocks=(table,) if rows else ())


@helper(ASSUME)
def assume(context: HelperContext, **values: Any) -> str:
    """States for which values of options the text beside it is written; another value in the game is a finding."""
    rules = context.rules
    for name, value in values.items():
        context.statements.check(name, value)
        context.statements.assume(name, value, rules.look(name))
    return ""


def _agreed(context: HelperContext, name: str) -> DescribedOptions | None:
    """The options of the game in words; None after findings in its declaration."""
    if not context.game.engine:
        message = f"'{context.game.id}' has no rules that could be asked"
        raise TemplateFault("bad-figure", message, "name an engine in its rules:, or leave this out", name)
    from pawprint.games.engines import ENGINES

    return describe_options(context.game, context.findings) if context.game.engine in ENGINES else None


def _said(context: HelperContext, text: Translated) -> str:
    """A title or value of an option, in which expressions name pieces as in the texts of records."""
    typed = context.in_language(text)
    if BEGIN not in typed:
        return typed
    pieces = {name.replace("-", "_"): tuple(context.pieces(name)) for name in context.game.components}
    try:
        return Template(typed).render(Scope(context.game.common_fields(context.language) | {"all": pieces}))
    except ExpressionError as error:
        raise TemplateFault("bad-template", f"'{typed}' of the options: {error}", error.help) from None


def _cell(context: HelperContext, text: str, head: bool = False) -> TableCell:
    return TableCell(context.rich(_begun(text)), head=head)


def _begun(text: str) -> str:
    """*text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]

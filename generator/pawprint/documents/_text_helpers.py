"""Helpers for words and tables of rules, and the filters: what expressions of documents call."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from pawprint.catalog.model import RecordView, Translated
from pawprint.catalog.text_templates import BEGIN
from pawprint.core.numbers import ages, number_range
from pawprint.core.registry import suggest
from pawprint.documents import content
from pawprint.documents._helper_context import HelperContext, helper
from pawprint.documents._markdown import IF_THERE, Product, Term, slug
from pawprint.documents._source_checks import ASSUME
from pawprint.documents._word_forms import sentence, sorting, spanned
from pawprint.documents.namespace import Pieces, Several, component_of, name_of, piece, resolve
from pawprint.documents.noun_forms import noun_filters
from pawprint.play.accepted_sentences import check_sentences
from pawprint.play.game_options import DescribedOptions, describe_options
from pawprint.play.language.data_rules import rule_sentences
from pawprint.play.language.rule_sentences import RuleSentences
from pawprint.play.language.sentence_language import FALLBACK
from pawprint.source.templates.expressions import ExpressionError, Scope, Template, evaluate
from pawprint.source.templates.number_words import in_words
from pawprint.source.templates.sandbox import TemplateFault
from pawprint.typography.languages import printed_word
from pawprint.typography.text_style import BOLD, RunStyle


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


#: Between two facts, and between the words of an entry and its pages.
_BETWEEN_FACTS, _BEFORE_PAGES = "\u2003", "\u2002"


@helper("at_a_glance")
def at_a_glance(context: HelperContext) -> Product:
    """Players, age and minutes of the game with an icon for each, in a paragraph of the style `glance`."""
    facts = context.game.facts
    minutes = number_range(facts.get("minutes"))
    shown = {
        "players": number_range(facts.get("players")),
        "age": ages(facts.get("age")),
        "minutes": minutes and f"{minutes}\u00a0min",
    }
    words: list[content.TextRun] = []
    for icon, text in shown.items():
        if text:
            words += [content.TextRun("text", _BETWEEN_FACTS)] if words else []
            said = printed_word(icon, context.language)
            words += [content.TextRun("icon", icon, said=said), content.TextRun("text", f"\u00a0{text}")]
    return Product(
        blocks=(content.Paragraph(_checked(context, tuple(words)), context.here(""), "glance"),) if words else ()
    )


def _checked(context: HelperContext, words: content.Words) -> content.Words:
    context.check_icons(words, context.here(""))
    return words


# --- Options that players agree on ------------------------------------------------------------------------------------


@helper("editions")
def editions(context: HelperContext, *, caption: Any = "", style: str = "plain") -> Product:
    """How the editions of the rules differ: a row for each option that is not the same in all of them."""
    agreed = _agreed(context, "editions")
    if agreed is None:
        return Product()
    rows = []
    abouts = [context.game.editions[name].about if name in context.game.editions else {} for name in agreed.editions]
    if any(abouts):
        rows.append(
            (content.TableCell((), head=True), *(_cell(context, about.get(context.language, "")) for about in abouts))
        )
    for option in agreed.options:
        if option.differs:
            values = [option.values[option.by_edition[name]] for name in agreed.editions]
            title = _cell(context, _said(context, option.title), head=True)
            rows.append((title, *(_cell(context, _said(context, value)) for value in values)))
    heads = (
        content.TableColumn(()),
        *(content.TableColumn(context.rich(sentence(_said(context, title)))) for title in agreed.editions.values()),
    )
    words = context.words(caption) if caption else ()
    return Product(
        blocks=(content.TableBlock(heads, tuple(rows), context.here("editions"), words, style),) if rows else ()
    )


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
    columns = (content.TableColumn(context.rich(head)) for head in heads)
    return context.table(columns, rows, "options", caption, style)


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


def _cell(context: HelperContext, text: str, head: bool = False) -> content.TableCell:
    return content.TableCell(context.rich(sentence(text)), head=head)


# --- References to places of the document -----------------------------------------------------------------------------


def _reference(kind: str, context: HelperContext, anchor: Any) -> Product:
    """A reference to *anchor*, of one of the `REFERENCES`."""
    return Product(words=(content.TextRun("reference", kind, link=f"#{slug(str(anchor))}"),))


for _kind in ("page", "figure", "table", "section", "rule"):
    helper("page" if _kind == "page" else f"{_kind}_ref")(partial(_reference, _kind))


# --- Sentences of rules that are data ---------------------------------------------------------------------------------


@helper("rule")
def rule(context: HelperContext, number: str) -> str:
    """The sentences of the rule *number*, without it."""
    sentences = _sentences(context)
    if sentences is None:
        raise TemplateFault("bad-template", "this game has no rules that give sentences", "write rules.yaml", number)
    known = sentences.spec.implements
    if number not in known:
        help = suggest(number, known, "rules are") if known else "write it in rules.yaml: rule: A-1"
        raise TemplateFault("unknown-rule", f"there is no rule '{number}'", help, number)
    own = sentences.own_sentence(number)
    if not own:
        _report_language(context, sentences, number)
    return own or sentences.sentence(number)


@helper("actions")
def actions(context: HelperContext) -> Product:
    """All that players may do: a row for each action, with its rule, what is chosen and what happens."""
    sentences, rows = _sentences(context), []
    if sentences is not None:
        _report_language(context, sentences, "actions")
    for action in () if sentences is None else sentences.actions:
        label = content.TextRun("text", sentence(action.label), BOLD)
        number = content.TextRun("text", f" {action.rule}" if action.rule else "")
        rows.append((content.TableCell((label, number), head=True), content.TableCell(context.rich(action.text))))
    return context.table([content.TableColumn(()), content.TableColumn(())], rows, "actions", style="legend")


def _sentences(context: HelperContext) -> RuleSentences | None:
    """The sentences in the document's language, or else in English; those that were not accepted are findings."""
    from pawprint.games import engines  # noqa: F401 - registers them

    found = rule_sentences(context.game, context.language)
    if found is not None:
        check_sentences(context.game, context.findings)
    return found


def _report_language(context: HelperContext, sentences: RuleSentences, word: str) -> None:
    """Note that sentences are in English, because the document's language has none."""
    if not sentences.language.known:
        message = f"rules have no sentences in '{context.language}': they are in '{FALLBACK}'"
        help = 'write yours below "sentences" in rules.yaml'
        context.report("sentence-language", message, context.here(word), help)


@helper("facts", "scenario")
def facts(context: HelperContext, name: str, path: str, *, step: int | None = None, edition: str = "") -> Any:
    """A number or word that came out of a scenario: `facts("EX-1", "scores.blue")`."""
    return context.examples.fact(name, path, context.here(path), step=step, edition=edition)


# --- `[[glossary]]` and `[[index]]` -> paragraphs ---------------------------------------------------------------------


def with_term_lists(blocks: Sequence[content.Block], terms: Mapping[str, Term]) -> tuple[content.Block, ...]:
    """*blocks* with paragraphs in place of lists of terms."""
    kinds = {
        block.kind for block in content.everything(blocks, (content.Listing,)) if isinstance(block, content.TermList)
    }
    return _listed(blocks, terms, "glossary" if "glossary" in kinds else "index") if kinds else tuple(blocks)


def _listed(blocks: Sequence[content.Block], terms: Mapping[str, Term], linked: str) -> tuple[content.Block, ...]:
    """*blocks* with lists; the entries of the kind *linked* are where uses of a term lead."""
    result: list[content.Block] = []
    for block in blocks:
        if isinstance(block, content.TermList):
            order = sorted(terms.items(), key=lambda item: sorting(item[1].name))
            for anchor, term in order:
                result += _entry(term, anchor, block.kind, block.kind == linked)
        elif isinstance(block, content.Aside | content.Columns | content.PageSection):
            result.append(block._replace(blocks=_listed(block.blocks, terms, linked)))
        else:
            result.append(block)
    return tuple(result)


def _entry(term: Term, anchor: str, kind: str, linked: bool) -> list[content.Block]:
    """The paragraphs of a term: its name, in a glossary what it means, and its pages."""
    name = content.TextRun("text", sentence(term.name), RunStyle(kind == "glossary"))
    pages = (content.TextRun("text", _BEFORE_PAGES), content.TextRun("reference", "pages", link=f"#{anchor}"))
    first: content.Paragraph | None = None
    rest: list[content.Block] = []
    if kind == "glossary" and term.blocks:
        first, *rest = [block for block in term.blocks if isinstance(block, content.Paragraph)]  # type: ignore[assignment]
    words = (name, content.TextRun("text", ": "), *first.words) if first else (name,)
    result: list[content.Block] = [content.Paragraph(words, term.span, kind, anchor if linked else ""), *rest]
    last = result[-1]
    assert isinstance(last, content.Paragraph)
    return [*result[:-1], last._replace(words=(*last.words, *pages), style=kind)]

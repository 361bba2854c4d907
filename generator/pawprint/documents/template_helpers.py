"""Helpers for the cover of a rulebook: what the box says about the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.catalog.model import Translated
from pawprint.catalog.text_templates import BEGIN
from pawprint.core.length import mm
from pawprint.core.numbers import ages, number_range
from pawprint.core.registry import suggest
from pawprint.documents import content
from pawprint.documents._helper_context import HelperContext, helper
from pawprint.documents._markdown import Product, slug
from pawprint.documents._markdown_words import Term
from pawprint.documents._rule_statements import ASSUME
from pawprint.documents._word_forms import sentence, sorting
from pawprint.documents.helpers import pictured
from pawprint.play.accepted_sentences import check_sentences
from pawprint.play.game_options import DescribedOptions, describe_options
from pawprint.play.language.data_rules import rule_sentences
from pawprint.play.language.rule_sentences import RuleSentences
from pawprint.play.language.sentence_language import FALLBACK
from pawprint.source.templates.expressions import ExpressionError, Scope, Template
from pawprint.source.templates.sandbox import TemplateFault
from pawprint.typography.languages import printed_word
from pawprint.typography.text_style import BOLD, RunStyle

#: Between two facts.
_BOX_HELPERS_APART = "\u2003"


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
            words += [content.TextRun("text", _BOX_HELPERS_APART)] if words else []
            said = printed_word(icon, context.language)
            words += [content.TextRun("icon", icon, said=said), content.TextRun("text", f"\u00a0{text}")]
    return Product(
        blocks=(content.Paragraph(_checked(context, tuple(words)), context.here(""), "glance"),) if words else ()
    )


def _checked(context: HelperContext, words: content.Words) -> content.Words:
    context.check_icons(words, context.here(""))
    return words


# --- option helpers ---------------------------------------------------------------------------------------------------

# Helpers about what players may agree on: how editions differ, which options there are, what a text assumes.


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
        *(content.TableColumn(context.rich(_begun(_said(context, title)))) for title in agreed.editions.values()),
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
    words = context.words(caption) if caption else ()
    table = content.TableBlock(
        tuple(content.TableColumn(context.rich(head)) for head in heads),
        tuple(rows),
        context.here("options"),
        words,
        style,
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


def _cell(context: HelperContext, text: str, head: bool = False) -> content.TableCell:
    return content.TableCell(context.rich(_begun(text)), head=head)


def _begun(text: str) -> str:
    """*text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]


# --- Helpers that name a place of the document: its page, its number, its title ---------------------------------------


@helper("page")
def page(context: HelperContext, anchor: Any) -> Product:
    """The page of a heading, paragraph, figure or table: `p. 7`."""
    return _reference("page", anchor)


@helper("figure_ref")
def figure_ref(context: HelperContext, anchor: Any) -> Product:
    """The number of a figure: `Figure 3`."""
    return _reference("figure", anchor)


@helper("table_ref")
def table_ref(context: HelperContext, anchor: Any) -> Product:
    """The number of a table: `Table 2`."""
    return _reference("table", anchor)


@helper("section_ref")
def section_ref(context: HelperContext, anchor: Any) -> Product:
    """The number of a heading, or its title where headings have no numbers."""
    return _reference("section", anchor)


@helper("rule_ref")
def rule_ref(context: HelperContext, anchor: Any) -> Product:
    """The number of a paragraph, where paragraphs have numbers."""
    return _reference("rule", anchor)


def _reference(kind: str, anchor: Any) -> Product:
    return Product(words=(content.TextRun("reference", kind, link=f"#{slug(str(anchor))}"),))


# --- Helpers with the sentences of rules that are data: one rule, and all actions -------------------------------------


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
        label = content.TextRun("text", action.label[:1].upper() + action.label[1:], BOLD)
        number = content.TextRun("text", f" {action.rule}" if action.rule else "")
        rows.append((content.TableCell((label, number), head=True), content.TableCell(context.rich(action.text))))
    columns = (content.TableColumn(()), content.TableColumn(()))
    return Product(
        blocks=(content.TableBlock(columns, tuple(rows), context.here("actions"), (), "legend"),) if rows else ()
    )


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


# --- Helpers that ask the rules: worked examples, the table at the beginning, what players may agree on ---------------


#: Of a figure, if nothing is said: the column of an A5 page.
_WIDTH, _HEIGHT = mm(105), mm(88)


@helper("example", "scenario")
def example(
    context: HelperContext,
    name: str,
    *,
    caption: Any = None,
    step: Any = None,
    edition: str = "",
    width: Any = "",
    height: Any = "",
) -> Product:
    """A scenario as a figure, played while the document is made; it is drawn only as it came out.

    Args:
        caption: what the scenario says that it shows, if left out.
        step: number of a step, or several of them for pictures side by side.
    """
    span = context.here(name)
    steps: list[Any] = list(step) if isinstance(step, (tuple, list)) else [step]
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    examples = context.examples
    made = [examples.figure(name, span, step=one, edition=edition, width=room[0], height=room[1]) for one in steps]
    if caption is None:
        caption = examples.about(name, span)
    return pictured(context, tuple(art for art in made if art is not None), caption)


@helper("facts", "scenario")
def facts(context: HelperContext, name: str, path: str, *, step: int | None = None, edition: str = "") -> Any:
    """A number or word that came out of a scenario: `facts("EX-1", "scores.blue")`."""
    return context.examples.fact(name, path, context.here(path), step=step, edition=edition)


@helper("setup")
def setup(
    context: HelperContext, *, players: int, caption: Any = "", edition: str = "", width: Any = "", height: Any = ""
) -> Product:
    """The table before the first turn, with a letter at each place that the document refers to by `spot`."""
    if not isinstance(players, int):
        raise TemplateFault("bad-template", "players is a number", "write players=3", "players")
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    art = context.examples.setup(
        players, context.here("setup"), spots=context.spots, edition=edition, width=room[0], height=room[1]
    )
    return pictured(context, (art,) if art is not None else (), caption)


# --- term lists -------------------------------------------------------------------------------------------------------

# `[[glossary]]` and `[[index]]` -> paragraphs: the terms of a document, what they mean, and where they are used.


#: Between the words of an entry and its pages.
_APART = "\u2002"


def with_term_lists(blocks: Sequence[content.Block], terms: Mapping[str, Term]) -> tuple[content.Block, ...]:
    """*blocks* with paragraphs in place of lists of terms."""
    kinds = {
        block.kind for block in content.everything(blocks, (content.Listing,)) if isinstance(block, content.TermList)
    }
    return _listed(blocks, terms, "glossary" if "glossary" in kinds else "index") if kinds else tuple(blocks)


def _listed(blocks: Sequence[content.Block], terms: Mapping[str, Term], linked: str) -> tuple[content.Block, ...]:
    """*blocks* with lists; the entries of the kind *linked* are where uses of a term lead."""
    made: list[content.Block] = []
    for block in blocks:
        if isinstance(block, content.TermList):
            order = sorted(terms.items(), key=lambda item: sorting(item[1].name))
            for anchor, term in order:
                made += _entry(term, anchor, block.kind, block.kind == linked)
        elif isinstance(block, content.Aside | content.Columns | content.PageSection):
            made.append(block._replace(blocks=_listed(block.blocks, terms, linked)))
        else:
            made.append(block)
    return tuple(made)


def _entry(term: Term, anchor: str, kind: str, linked: bool) -> list[content.Block]:
    """The paragraphs of a term: its name, in a glossary what it means, and its pages."""
    name = content.TextRun("text", sentence(term.name), RunStyle(kind == "glossary"))
    pages = (content.TextRun("text", _APART), content.TextRun("reference", "pages", link=f"#{anchor}"))
    first: content.Paragraph | None = None
    rest: list[content.Block] = []
    if kind == "glossary" and term.blocks:
        first, *rest = [block for block in term.blocks if isinstance(block, content.Paragraph)]  # type: ignore[assignment]
    words = (name, content.TextRun("text", ": "), *first.words) if first else (name,)
    made: list[content.Block] = [content.Paragraph(words, term.span, kind, anchor if linked else ""), *rest]
    last = made[-1]
    assert isinstance(last, content.Paragraph)
    return [*made[:-1], last._replace(words=(*last.words, *pages), style=kind)]

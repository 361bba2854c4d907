"""Helpers with the sentences of rules that are data: one rule, and all actions."""

from pawprint.check.accepted_sentences import check_sentences
from pawprint.core.registry import suggest
from pawprint.documents.helper_context import HelperContext, helper
from pawprint.documents.markdown import Product
from pawprint.rules.language.game_sentences import rule_sentences
from pawprint.rules.language.rule_sentences import RuleSentences
from pawprint.rules.language.sentence_language import FALLBACK
from pawprint.templates.sandbox import TemplateFault
from pawprint.typeset.blocks import TableBlock, TableCell, TableColumn, TextRun


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
        label = TextRun("text", action.label[:1].upper() + action.label[1:], bold=True)
        number = TextRun("text", f" {action.rule}" if action.rule else "")
        rows.append((TableCell((label, number), head=True), TableCell(context.rich(action.text))))
    columns = (TableColumn(()), TableColumn(()))
    return Product(blocks=(TableBlock(columns, tuple(rows), context.here("actions"), (), "legend"),) if rows else ())


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

"""Helpers that name a place of the document: its page, its number, its title."""

from typing import Any

from pawprint.documents.helper_context import HelperContext, helper
from pawprint.documents.markdown import Product, slug
from pawprint.typeset.blocks import TextRun


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
    return Product(words=(TextRun("reference", kind, link=f"#{slug(str(anchor))}"),))

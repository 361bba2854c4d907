"""What the pages of reports have in common: one file with its style, sections, facts and tables; it loads nothing."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from pawprint.core.page_policy import content_policy, policy_element

#: How a report begins, so that a later one may replace it.
START = "<!DOCTYPE html>\n<!-- A balance report by Pawprint -->\n"
_STYLE = Path(__file__).parent / "assets" / "report.css"
_POLICY = content_policy(style_src="'unsafe-inline'", img_src="data:")


def page(title: str, settings: str, body: str, footer: str, definitions: str = "") -> str:
    """A page of HTML.

    Args:
        settings: what was played, in words.
        body, footer: HTML.
        definitions: what pictures refer to.
    """
    return (
        f'{START}<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"{policy_element(_POLICY)}\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_STYLE.read_text(encoding='utf-8')}</style>\n</head>\n<body>\n"
        f"<header>\n<h1>{escape(title)}</h1>\n<p class='muted'>{escape(settings)}</p>\n</header>\n"
        f"<main>\n{body}</main>\n<footer>\n{footer}</footer>\n{definitions}</body>\n</html>\n"
    )


def section(title: str, body: str) -> str:
    """A part of the page with its heading."""
    return f"<section>\n<h2>{escape(title)}</h2>\n{body}</section>\n"


def fact_list(facts: Iterable[tuple[str, str]]) -> str:
    """Figures with their names."""
    return '<dl class="facts">\n' + "".join(f"<div>{_fact(*fact)}</div>\n" for fact in facts) + "</dl>\n"


def _fact(what: str, figure: str) -> str:
    """One line of the list of facts; the part of the figure in brackets is set small."""
    first, bracket, rest = figure.partition(" (")
    small = f"<small>{escape(rest.replace(')', '', 1))}</small>" if bracket else ""
    return f"<dt>{escape(what)}</dt><dd>{escape(first)}{small}</dd>"


def plots(figures: Iterable[str]) -> str:
    """Plots side by side."""
    return f'<div class="plots">\n{"".join(figures)}</div>\n'


def table(name: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls where it is wider than the window; the first cell of a row is its head.

    Args:
        rows: cells of HTML.
    """
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    lines = "".join(
        f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest) + "</tr>\n"
        for first, *rest in rows
    )
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape(name)}">\n<table>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>\n</div>\n"
    )

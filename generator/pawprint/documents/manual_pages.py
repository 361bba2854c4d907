"""The Markdown pages of the documentation -> web pages that link to each other and load nothing else."""

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 0 1.2rem 4rem; }
nav { border-bottom: 1px solid #8886; padding: .8rem 0; }
nav li { margin: .1rem 0; } .h3 { margin-left: 1.2rem; }
pre { overflow-x: auto; padding: .7rem 1rem; } code, pre { background: #8882; border-radius: 4px; font-size: .9rem; }
code { padding: .1em .25em; } pre code { padding: 0; background: none; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }
img { max-width: 100%; background: #fff; } blockquote { border-left: 3px solid #8886; margin: 0; padding: 0 1rem; }
"""


def manual_sources(docs: Path) -> dict[str, Path]:
    """The Markdown files in *docs*, and two beside it, by the names that their web pages have on the site, too."""
    sources = {path.relative_to(docs): path for path in sorted(docs.rglob("*.md"))}
    sources |= {Path(name): docs.parent / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md")}
    return {
        name.with_name(f"{'index' if name.stem == 'README' else name.stem}.html").as_posix(): path
        for name, path in sources.items()
        if path.is_file()
    }


def manual_page(name: str, sources: dict[str, Path]) -> str:
    """The web page *name* of the *sources*; a link to a file that is not installed becomes plain text."""
    path = sources[name]
    top = "../" * name.count("/")
    pages = {source.resolve(): page for page, source in sources.items()}
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = parser.parse(path.read_text(encoding="utf-8"))
    headings = _give_anchors(tokens)
    for token in tokens:
        if token.children:
            token.children = _linked(token.children, path.parent, pages, top)
    listed = [heading for heading in headings if heading[0] in ("h2", "h3")]
    contents = "".join(f'<li class="{tag}"><a href="#{slug}">{text}</a>' for tag, slug, text in listed)
    title = next((text for _, _, text in headings), "Pawprint")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n"
        f'<body><nav><a href="{top}index.html">Documentation of Pawprint</a>'
        f"<details><summary>On this page</summary><ul>{contents}</ul></details></nav>\n"
        f"<main>{parser.renderer.render(tokens, parser.options, {})}</main></body></html>\n"
    )


def _give_anchors(tokens: Sequence[Token]) -> list[tuple[str, str, str]]:
    """Give each heading its anchor, as code hosts do, and return the tags, anchors and texts of all headings."""
    found: list[tuple[str, str, str]] = []
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            text = "".join(child.content for child in inside.children or ())
            slug = re.sub(r"[^\w\- ]", "", text).strip().lower().replace(" ", "-")
            token.attrSet("id", slug)
            found.append((token.tag, slug, escape(text)))
    return found


def _linked(tokens: Sequence[Token], folder: Path, pages: dict[Path, str], top: str) -> list[Token]:
    """The tokens of a text in *folder*, with links to web pages in place of Markdown files."""
    kept: list[Token] = []
    dropped: list[bool] = []
    for token in tokens:
        if token.type == "link_close" and dropped.pop():
            continue
        name = {"link_open": "href", "image": "src"}.get(token.type)
        if name:
            target = _target(str(token.attrGet(name)), folder, pages, top)
            if token.type == "link_open":
                dropped.append(not target)
                if not target:
                    continue
            token.attrSet(name, target)
        kept.append(token)
    return kept


def _target(link: str, folder: Path, pages: dict[Path, str], top: str) -> str:
    """The address for *link*; empty if there is no such file."""
    path, mark, anchor = link.partition("#")
    if not path or "://" in path:
        return link
    place = (folder / path).resolve()
    place = place / "README.md" if place.is_dir() else place
    if place in pages:
        return f"{top}{pages[place]}{mark}{anchor}"
    return place.as_uri() if place.is_file() else ""

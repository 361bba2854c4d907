"""The Markdown pages of the documentation -> web pages that link to each other and load nothing else."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pawprint.source.templates.page_template import render_page

_TEMPLATE = Path(__file__).parent / "html" / "assets" / "manual.html"


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
    return render_page(
        _TEMPLATE,
        title=next((text for _, _, text in headings), "Pawprint"),
        top=top,
        headings=[heading for heading in headings if heading[0] in ("h2", "h3")],
        body=parser.renderer.render(tokens, parser.options, {}),
    )


def _give_anchors(tokens: Sequence[Token]) -> list[tuple[str, str, str]]:
    """Give each heading its anchor, as code hosts do, and return the tags, anchors and texts of all headings."""
    found: list[tuple[str, str, str]] = []
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            text = "".join(child.content for child in inside.children or ())
            slug = re.sub(r"[^\w\- ]", "", text).strip().lower().replace(" ", "-")
            token.attrSet("id", slug)
            found.append((token.tag, slug, text))
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

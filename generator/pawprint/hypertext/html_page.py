"""A draft -> a web page in one file, with its fonts, pictures, style and search in it; it loads nothing else."""

import base64
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.page_policy import content_policy, policy_element
from pawprint.draw.lower import Lowering
from pawprint.faces.composer import Composer
from pawprint.hypertext.html_blocks import HtmlBlocks
from pawprint.hypertext.html_text import HtmlText
from pawprint.hypertext.page_styles import style_sheet
from pawprint.hypertext.screen_blocks import anchors_of, description, headings_of, screen_blocks
from pawprint.hypertext.vector_art import PageArt
from pawprint.press.web_fonts import font_faces
from pawprint.typeset.blocks import Block, Draft
from pawprint.typeset.document_style import DocumentStyle
from pawprint.typeset.page_grounds import PageGrounds
from pawprint.typeset.structure import titled
from pawprint.typeset.style_names import check_style_names
from pawprint.typeset.style_reader import sheet_for
from pawprint.typeset.typesetter import icon_finder
from pawprint.typography.languages import is_right_to_left

_ASSETS = Path(__file__).parent / "assets"
#: Contents of fewer headings than this are not listed; they go down to this level.
_FEWEST, _DEPTH = 3, 3


def html_page(draft: Draft, game: Game, composer: Composer, lowering: Lowering, findings: Findings) -> bytes:
    """The page of *draft*; what is wrong with it goes to *findings*."""
    sheet = sheet_for(
        str(draft.page.get("style") or draft.kind), game, composer.layouts, float("inf"), findings, draft.span
    )
    check_style_names(draft.blocks, sheet, findings)
    find_icon, grounds = icon_finder(composer, game, findings), PageGrounds(composer, game, draft.language)
    art = PageArt(lowering, find_icon, grounds.art, sheet.base.ink, sheet.palette, sheet.icons)
    blocks = screen_blocks(draft, sheet)
    text = HtmlText(draft.language.replace("_", "-"), art, anchors_of(blocks))
    return _Page(draft, game, sheet, text, art).html(blocks, composer).encode()


class _Page:
    """One page being written."""

    def __init__(self, draft: Draft, game: Game, sheet: DocumentStyle, text: HtmlText, art: PageArt) -> None:
        self._draft, self._game, self._sheet, self._text, self._art = draft, game, sheet, text, art

    def html(self, blocks: Sequence[Block], composer: Composer) -> str:
        """The whole page; *composer* has its fonts."""
        draft, game = self._draft, self._game
        body = HtmlBlocks(self._sheet, self._text, self._art).document(blocks)
        contents = self._contents(blocks)
        parts = [
            self._bar(game.full_title(draft.language)),
            f'<div class="frame{"" if contents else " alone"}">\n{contents}',
            f'<main id="_text" tabindex="-1">\n{body}</main>\n</div>\n',
            self._footer(),
            self._art.definitions(),
        ]
        script = (_ASSETS / "document.js").read_text(encoding="utf-8")
        inside = "".join(parts)
        return self._head(blocks, composer, script) + inside + f"\n<script>{script}</script>\n</body>\n</html>\n"

    def _word(self, name: str) -> str:
        """A word that pages add, in the language of the document."""
        return self._text.plain(self._sheet.word(name, self._draft.language), self._sheet.base.text)

    def _head(self, blocks: Sequence[Block], composer: Composer, script: str) -> str:
        draft, game, sheet = self._draft, self._game, self._sheet
        # The last part to be made: only now it is known which characters the page has.
        fonts = font_faces(composer.setter.metrics, self._text.characters, sheet.base.text.family)
        digest = base64.b64encode(sha256(script.encode()).digest()).decode()
        policy = content_policy(
            img_src="data:", font_src="data:", style_src="'unsafe-inline'", script_src=f"'sha256-{digest}'"
        )
        language = draft.language.replace("_", "-")
        direction = ' dir="rtl"' if is_right_to_left(draft.language) else ""
        game_title = game.full_title(draft.language)
        title = draft.title if game_title in draft.title else f"{draft.title} – {game_title}"
        metas = {
            "viewport": "width=device-width, initial-scale=1",
            "color-scheme": "light dark",
            "description": description(blocks),
            "author": game.credits[draft.language],
        }
        return "\n".join(
            [
                "<!DOCTYPE html>",
                f'<html lang="{escape(language)}"{direction}>',
                '<head>\n<meta charset="utf-8">',
                policy_element(policy),
                *[f'<meta name="{name}" content="{escape(content)}">' for name, content in metas.items() if content],
                f"<title>{escape(title)}</title>",
                f"<style>\n{style_sheet(sheet, fonts)}\n</style>\n</head>\n<body>\n",
            ]
        )

    def _bar(self, title: str) -> str:
        """The link past the contents, and the search, which appears when its script runs."""
        search = self._word("search")
        return (
            f'<header class="bar"><a class="skip" href="#_text">{self._word("skip")}</a>\n'
            f'<p class="game">{self._text.plain(title, self._sheet.base.text)}</p>\n'
            f'<form role="search" id="_search" hidden><label for="_query">{search}</label>'
            f'<input type="search" id="_query" autocomplete="off" spellcheck="false" aria-controls="_results">\n'
            f'<p id="_found" role="status" data-results="{self._word("results")}"></p></form>\n'
            f'<ol id="_results" hidden aria-label="{search}"></ol></header>\n'
        )

    def _contents(self, blocks: Sequence[Block]) -> str:
        headings = [one for one in headings_of(blocks) if 2 <= one.level <= _DEPTH]
        if len(headings) < _FEWEST:
            return ""
        base = self._sheet.base.text
        lines: list[str] = []
        level = 2
        for number, heading in enumerate(headings):
            here = heading.level if number else 2
            if here > level:
                lines.append("\n<ol>\n" * (here - level))
            elif number:
                lines.append("</li>\n" + "</ol>\n</li>\n" * (level - here))
            level = here
            words = self._text.plain(titled(heading.words), base)
            lines.append(f'<li><a href="#{heading.anchor}">{words}</a>')
        lines.append("</li>\n" + "</ol>\n</li>\n" * (level - 2))
        name = self._word("contents")
        return (
            f'<nav class="contents" aria-label="{name}"><details open><summary>{name}</summary>\n'
            f"<ol>\n{''.join(lines)}</ol>\n</details></nav>\n"
        )

    def _footer(self) -> str:
        game, base = self._game, self._sheet.base.text
        credits = game.credits[self._draft.language]
        named = f"{game.full_title(self._draft.language)} {game.version}"
        lines = [self._text.plain(line, base) for line in (named, credits) if line.strip()]
        return "<footer>" + "".join(f"<p>{line}</p>" for line in lines) + "</footer>\n"

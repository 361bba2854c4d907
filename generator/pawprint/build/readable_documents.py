"""Drafts -> files for screens and other programs: web pages and Markdown. They have no pages and need no paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pawprint.build.options import HTML, MARKDOWN
from pawprint.build.printed_file import document_name, folder_of
from pawprint.core.diagnostics import Findings
from pawprint.documents.drafts import take_over
from pawprint.press.manifest import Print

if TYPE_CHECKING:
    from pawprint.build.options import BuildOptions
    from pawprint.catalog.model import Game
    from pawprint.draw.lower import Lowering
    from pawprint.faces.composer import Composer
    from pawprint.typeset.blocks import Draft


def readable_files(
    draft: Draft, game: Game, composer: Composer, lowering: Lowering, options: BuildOptions
) -> Iterator[Print]:
    """The files of *draft* in the forms that *options* asks for, other than PDF; none after an error."""
    apart = composer.with_findings(Findings())
    made = [*_contents(draft, game, apart, lowering, options)]
    take_over(apart.findings, composer.findings, draft.name if draft.automatic else "", draft.language)
    if (apart.findings.failed or composer.findings.failed) and not options.marks_faults:
        return
    for name, data in made:
        yield Print(
            game=game.id,
            version=game.version,
            language=draft.language,
            kind=draft.kind,
            name=name,
            data=data,
            paper="",
            duplex="",
            bleed_mm=0.0,
            pages=0,
            sheets=0,
            pieces=0,
            whole=False,
            known=tuple(game.components),
            components={},
            faces={},
            edition=game.other_edition,
            folder=folder_of(draft),
            of=draft.name,
        )


def _contents(
    draft: Draft, game: Game, composer: Composer, lowering: Lowering, options: BuildOptions
) -> Iterator[tuple[str, bytes]]:
    """The name and the content of each file."""
    name = document_name(game, draft.language, draft.name)
    if HTML in options.forms:
        from pawprint.hypertext.html_page import html_page

        yield f"{name}.html", html_page(draft, game, composer, lowering, composer.findings)
    if MARKDOWN in options.forms:
        from pawprint.hypertext.markdown_document import markdown_files

        yield from markdown_files(draft, game, composer, lowering, composer.findings, name)

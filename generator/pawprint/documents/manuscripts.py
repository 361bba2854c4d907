"""The documents of a game: source files -> manuscripts.

    front matter, Jinja2 -> Markdown, with the source line of each line -> blocks

A game's own documents stand in `rulebook/LANGUAGE.md` and `reference/NAME.LANGUAGE.md` of its folder; those that every
game has in `documents/NAME.LANGUAGE.md` of a layouts folder, unless the game has one of that name.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import ALL_LISTS, DOCUMENT_KINDS, FRONT, LISTS
from pawprint.core.files import is_file
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.documents import _listing_helpers, _picture_helpers, _text_helpers  # noqa: F401 - register helpers
from pawprint.documents._helper_context import HELPERS, HelperContext
from pawprint.documents._markdown import IF_THERE, MarkdownReader, Slots, said
from pawprint.documents._source_checks import RuleStatements, check_caption_numbers, check_links, report_typed_numbers
from pawprint.documents._word_forms import human
from pawprint.documents.content import Heading, Manuscript, everything, map_words
from pawprint.documents.declarations import DocumentDeclarations, read_declared
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.documents.icon_meanings import with_names
from pawprint.documents.namespace import names_of, resolve
from pawprint.documents.source_map import FRONT_MATTER, PRIVATE, SourceMap
from pawprint.documents.typeset._cross_references import RULES
from pawprint.pieces.composer import Composer
from pawprint.pieces.placed import PieceFaces
from pawprint.source import reader, scalars
from pawprint.source.plain_data import to_python
from pawprint.source.templates.document_template import DocumentRenderer, span_of_word
from pawprint.source.templates.expressions import ExpressionError, Scope, Template
from pawprint.source.templates.sandbox import TemplateNodes

if TYPE_CHECKING:
    from pawprint.documents._scenario_figures import Examples


#: The language of built-in documents that a game's language lacks.
FALLBACK = "en"
#: Findings that may only follow from the missing value of a record that has an error.
_CONSEQUENCES = ("bad-template", "scenario-failed", "bad-scenario")


class Found(NamedTuple):
    """A source file of a document.

    Attributes:
        own: of the game, and not one that every game has.
        root: the folder that links must not lead out of.
        languages: language -> its source, for a document of the game.
    """

    name: str
    kind: str
    path: Path
    own: bool
    root: Path | None
    languages: Mapping[str, Path] = MappingProxyType({})


def manuscripts(
    game: Game,
    language: str,
    composer: Composer,
    findings: Findings,
    wanted: Collection[str] = (),
    faces: PieceFaces | None = None,
) -> Iterator[Manuscript]:
    """The documents of *game* in *language*, one after the other; none that is empty, or has an error.

    Args:
        composer: measures and sets texts in figures.
        findings: receives faults, each at its place in the source.
        wanted: only these, by kind (`rulebook`, `reference`, `lists`) or by name (`card-list`); if empty, all but the
            lists that nothing asks for.
        faces: the faces that figures show; composed by *composer* if None.
    """

    declared = read_declared(game, findings)

    @cache
    def renderer() -> DiagramRenderer:
        return DiagramRenderer(composer, game, language, faces)

    @cache
    def examples() -> "Examples":
        from pawprint.documents._scenario_figures import Examples

        doubtful = findings.failed and game.invalid
        return Examples(composer, game, language, Findings() if doubtful else findings, renderer())

    for found in documents_of(game, language, composer.layouts.folders, findings):
        if findings.failed and not found.own and not composer.draft:
            continue  # it shows the catalog, which has a fault already
        if _is_wanted(found, wanted, declared):
            apart = Findings()
            manuscript = _manuscript(found, renderer(), examples, declared, apart)
            if game.languages[0] in found.languages and language in game.languages:
                _compare_languages(found, game, language, apart)
            automatic = not found.own and not wanted
            failed = apart.failed
            if findings.failed and game.invalid:
                apart, whole = Findings(), apart
                apart.extend(finding for finding in whole if finding.code not in _CONSEQUENCES)
            take_over(apart, findings, found.name if automatic else "", language)
            if manuscript is not None and not failed:
                yield replace(manuscript, automatic=automatic, is_list=found.name in LISTS)


def _is_wanted(found: Found, wanted: Collection[str], declared: DocumentDeclarations) -> bool:
    """True if a document is made. A list is if it is asked for, or if the game has a file of it or declares it."""
    usual = found.own or found.name not in LISTS or found.name in declared.lists
    if not wanted:
        return usual
    return found.name in wanted or (ALL_LISTS in wanted and found.name in LISTS) or (found.kind in wanted and usual)


def take_over(apart: Findings, findings: Findings, automatic: str, language: str) -> None:
    """Add the findings about a document to those of the run.

    Args:
        automatic: the name of a document that was not asked for: that it is left out is then a warning, in place of its
            errors. Empty for any other.
    """
    first = next((finding for finding in apart.sorted() if finding.is_error), None)
    if not automatic or first is None:
        findings.extend(apart)
        return
    findings.extend(finding for finding in apart if not finding.is_error)
    message = f"the document '{automatic}' in '{language}' is left out: {first.message}"
    findings.add("document-left-out", message, first.span, first.help)


def documents_of(game: Game, language: str, layouts: Collection[Path], findings: Findings) -> list[Found]:
    """The files of the documents in *language*, the rulebook first; a missing translation is a finding."""
    own = _own(game, language, findings)
    named = {found.name for found in own}
    built_in: dict[str, Found] = {}
    for folder in layouts:
        for path in sorted((folder / "documents").glob("*.*.md")):
            name, _, code = path.name.removesuffix(".md").rpartition(".")
            if name in named or (code != language and code != FALLBACK):
                continue
            known = built_in.get(name)
            if known is None or (code == language and not known.path.name.endswith(f".{language}.md")):
                built_in[name] = Found(name, "reference", path, False, folder)
    return [*own, *(built_in[name] for name in sorted(built_in))]


def _files_in(folder: Path, findings: Findings) -> list[Path]:
    """The documents in *folder*, none if there is no such folder; a finding if it cannot be read."""
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(".md"))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        name = reader.display_path(folder)
        message = f"the folder {name} cannot be read: {error.strerror}"
        findings.add("file-unreadable", message, Span(Source(name, ""), 0, 0), "it should be one that you may read")
        return []


def _own(game: Game, language: str, findings: Findings) -> list[Found]:
    names: dict[tuple[str, str], dict[str, Path]] = {}
    for kind in DOCUMENT_KINDS:
        for path in _files_in(game.folder / kind, findings):
            stem = path.name.removesuffix(".md")
            name, _, code = ("rulebook", "", stem) if kind == "rulebook" else stem.rpartition(".")
            at = Span(Source(reader.display_path(path), ""), 0, 0)
            if code not in game.all_languages or not name:
                message = f"'{path.name}' is in no language of the game"
                form = "LANGUAGE.md" if kind == "rulebook" else "NAME.LANGUAGE.md"
                findings.add("unknown-language", message, at, f"call it {form}; " + suggest(code, game.all_languages))
                continue
            names.setdefault((kind, name), {})[code] = path
    result = []
    for (kind, name), paths in names.items():
        for code in game.languages:
            if code not in paths:
                at = Span(Source(reader.display_path(next(iter(paths.values()))), ""), 0, 0)
                called = "" if kind == name else f"'{name}' "
                file = f"{code}.md" if kind == "rulebook" else f"{name}.{code}.md"
                message = f"there is no {kind} {called}in '{code}'"
                findings.add("missing-translation", message, at, f"add {kind}/{file}")
        if language in paths:
            result.append(Found(name, kind, paths[language], True, game.root, paths))
    return result


def _manuscript(
    found: Found,
    renderer: DiagramRenderer,
    examples: "Callable[[], Examples]",
    declared: DocumentDeclarations,
    findings: Findings,
) -> Manuscript | None:
    source = _load(found.path, found.root, findings)
    page = None if source is None else _front_matter(source, findings)
    if source is None or page is None:
        return None
    game, language = renderer.game, renderer.language
    slots, origins = Slots(), SourceMap()
    folders = [(game.folder / found.kind, game.root), (game.folder, game.root)]
    folders += [(folder / "documents", folder) for folder in renderer.composer.layouts.folders]

    def load(name: str) -> Source | None:
        there = ((folder / name, root) for folder, root in folders if not scalars.escapes_folder(name))
        path, root = next((candidate for candidate in there if is_file(candidate[0])), (None, None))
        return _load(path, root, findings) if path else None

    def prepare(text: Source) -> str:
        front = FRONT_MATTER.match(text.text)
        start = front.end() if front else 0
        if found.own and declared.check_numbers:
            report_typed_numbers(text, language, start, findings)
        return origins.sign(text, start)

    statements = RuleStatements(game, findings)

    def inspect(parts: TemplateNodes, text: Source) -> None:
        statements.inspect(parts, text)
        check_caption_numbers(parts, text, language, findings, literals=not (found.own and declared.check_numbers))

    context = HelperContext(renderer, examples, declared, slots, findings, lambda word: engine.here(word), statements)
    filters = _text_helpers.filters(context)
    engine = DocumentRenderer({}, resolve, context.write, findings.add, load, prepare, filters, inspect)
    engine.names.update(names_of(game, language, _helpers(context, engine), declared, context.rules))
    with closing(engine):
        lines = origins.lines(engine.render(source))
    reading = MarkdownReader(lines, slots, findings.add, game.icons)
    blocks = _text_helpers.with_term_lists(reading.blocks(), reading.terms)
    for name, span in reading.icons:
        context.check_icon(name, span)
    check_links(reading, page.get("numbered") == RULES, findings)
    start = Span(source, 0, min(len(source.text), 3))
    if found.own and found.kind == DOCUMENT_KINDS[0]:
        statements.check_complete(start)
    if not blocks:
        return None
    first = next((said(block.words) for block in everything(blocks) if isinstance(block, Heading)), human(found.name))
    return Manuscript(
        name=found.name,
        kind=found.kind,
        title=_title(page.pop("title", ""), renderer, source, findings) or first,
        language=language,
        blocks=map_words(blocks, lambda words: _settled(with_names(words, game, language, declared), reading.anchors)),
        page=page,
        span=start,
    )


def _compare_languages(found: Found, game: Game, language: str, findings: Findings) -> None:
    """Report where *language* differs from the game's first one; not while one of them has other faults."""
    first = game.languages[0]
    failed = game.memory("documents with faults")
    if findings.failed:
        failed[found.kind, found.name, language] = True
    if language == first or findings.failed or (found.kind, found.name, first) in failed:
        return
    texts = [(code, _load(found.languages[code], found.root, findings)) for code in (first, language)]
    sources = [(code, source) for code, source in texts if source is not None]
    if len(sources) == 2:
        from pawprint.documents.source_passages import compare, front_end

        compare(sources, [front_end(source) for _, source in sources], findings)


def _load(path: Path, root: Path | None, findings: Findings) -> Source | None:
    source = reader.load_source(path, findings, root)
    stray = PRIVATE.search(source.text) if source else None
    if source is None or stray is None:
        return source
    at = Span(source, stray.start(), stray.end())
    findings.add("bad-markdown", "a private character, which no font has", at, "remove it")
    return None


def _title(text: Any, renderer: DiagramRenderer, source: Source, findings: Findings) -> str:
    """The title of the front matter, whose fields are those of layouts."""
    fields = renderer.game.common_fields(renderer.language) | {"title": renderer.game.full_title(renderer.language)}
    try:
        return Template(str(text)).render(Scope(fields))
    except ExpressionError as error:
        findings.add("bad-template", f"title: {error}", span_of_word(source, 2, "title"), error.help)
        return ""


def _helpers(context: HelperContext, engine: DocumentRenderer) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name in HELPERS:
        helper = HELPERS.get(name)
        assert helper is not None
        check = partial(context.vet, helper.naming) if helper.naming else None
        result[name] = engine.guarded(name, helper.function, context, check)
    return result


def _settled(words: Any, anchors: Mapping[str, Span]) -> Any:
    """*words* without links that were only meant for where their anchor is."""
    if not any(run.link.startswith(IF_THERE) for run in words):
        return words
    return tuple(
        run
        if not run.link.startswith(IF_THERE)
        else run._replace(link=f"#{run.link[2:]}" if run.link[2:] in anchors else "")
        for run in words
    )


def _front_matter(source: Source, findings: Findings) -> dict[str, Any] | None:
    """The properties between the --- lines at the beginning of a file; None after a finding."""
    front = FRONT_MATTER.match(source.text)
    if front is None:
        if not source.text.startswith("---"):
            return {}
        help = "close it with a line of three hyphens"
        findings.add("yaml-syntax", "the front matter has no end", Span(source, 0, 3), help)
        return None
    # The same text up to the closing line, so that places are those of the file.
    closing = source.text.rindex("---", 0, front.end())
    if not source.text[3:closing].strip():
        return {}
    node = reader.read_yaml(Source(source.name, source.text[:closing]), findings)
    if not isinstance(node, reader.MappingNode):
        if node is not None:
            help = "write style: rulebook, line by line"
            scalars.wrong_type(node, "the front matter", "a mapping", findings, help)
        return None
    for name, key in node.keys.items():
        if name not in FRONT:
            message = f"the front matter has no property '{name}'"
            findings.add("unknown-field", message, key.span, suggest(name, FRONT, "there are"))
    page = {name: to_python(value) for name, value in node.entries.items() if name in FRONT}
    title = node.get("title")
    if title is not None:
        page["title"] = scalars.text(title, "the title of the document", findings) or ""
    return page

"""Check that the numbers of rules in documents are those of the engine."""

import re
from collections.abc import Iterable, Iterator, Mapping

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import DOCUMENT_KINDS
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.play.language.specification import Specification
from pawprint.play.lookup import has_own_engine
from pawprint.source.reader import load_source

_LAST = re.compile(r"[0-9]+(?:\.[0-9]+)*\Z")


def check_named_rules(game: Game, findings: Findings) -> None:
    """Compare the numbers of a game's own rules with those in its documents, if these name any."""
    from pawprint.games.engines import ENGINES

    engine = ENGINES.get(game.engine)
    if engine is None or not has_own_engine(game):
        return
    spec: Specification | None = getattr(engine, "spec", None)
    promised = {} if spec is None else {need.rule: None for need in spec.invariants}
    known = [name for name in engine.implements if name not in promised and _LAST.search(name)]
    stems = sorted({_LAST.sub("", name) for name in known}, key=len, reverse=True)
    pattern = (
        re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, stems))})[0-9]+(?:\.[0-9]+)*(?![\w-])") if stems else None
    )
    for language in game.languages if pattern else ():
        named = [*_named(pattern, _sources(game, language))] if pattern else []
        for name, span in named:
            if name not in engine.implements:
                help = suggest(name, known, "rules are")
                findings.add("unknown-rule", f"the rules of {game.id} have no rule '{name}'", span, help)
        written = {name for name, _ in named}
        for name, span in (_places(spec, known) if spec is not None else dict.fromkeys(known, game.node.span)).items():
            if named and name not in written:
                message = f"no document in '{language}' names the rule {name}"
                findings.add("rule-not-named", message, span, f'write {{{{ rule("{name}") }}}} where it belongs')


def _sources(game: Game, language: str) -> Iterator[Source]:
    for kind in DOCUMENT_KINDS:
        for path in sorted((game.folder / kind).glob("*.md")):
            if path.name.removesuffix(".md").rpartition(".")[2] == language:
                source = load_source(path, Findings(), game.root)  # what is wrong with it is reported with the document
                if source is not None:
                    yield source


def _named(pattern: re.Pattern[str], sources: Iterable[Source]) -> Iterator[tuple[str, Span]]:
    for source in sources:
        for found in pattern.finditer(source.text):
            yield found[0], Span(source, found.start(), found.end())


def _places(spec: Specification, names: Iterable[str]) -> Mapping[str, Span]:
    """Number of a rule -> the first place in the file that has it."""
    found: dict[str, Span] = {}
    for name in names:
        match = re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", spec.source.text)
        found[name] = Span(spec.source, match.start(), match.end()) if match else spec.node.span
    return found

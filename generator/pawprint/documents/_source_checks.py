"""Checks of the sources of documents: links, typed numbers, captions, and what they say of the options of the rules."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from pawprint.catalog.model import DATA, Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.documents._markdown import MarkdownReader
from pawprint.documents.content import TERM, BlockArt
from pawprint.documents.namespace import name_of, view_of
from pawprint.documents.source_map import tags_of
from pawprint.documents.typeset._cross_references import RULES
from pawprint.play.game_options import option_text
from pawprint.source.templates.branches import Path, impossible, incomplete, keyword_texts, keywords, uses
from pawprint.source.templates.document_template import span_of_word
from pawprint.source.templates.number_words import stated_numbers
from pawprint.source.templates.sandbox import TemplateFault, TemplateNodes

# --- Links that lead nowhere, or to something of another kind ---------------------------------------------------------


_CALLED = {"section": "heading", "rule": "paragraph", "figure": "figure", "table": "table", "term": "term"}


def check_links(reading: MarkdownReader, has_rules: bool, findings: Findings) -> None:
    """Report each link of *reading* whose anchor does not exist, or is not of the kind that the link needs.

    Args:
        has_rules: whether the paragraphs of the document have numbers.
    """
    for link in reading.links:
        kind = reading.kinds.get(link.anchor)
        known = [anchor for anchor, of in reading.kinds.items() if not link.kind or of == link.kind]
        if link.kind == "term":
            names = [term.name for term in reading.terms.values()]
            help = suggest(link.anchor.removeprefix(TERM), names, "terms are")
        else:
            help = suggest(link.anchor, known, "anchors are")
        if kind is None:
            called = _CALLED.get(link.kind, "heading")
            shown = link.anchor.removeprefix(TERM) if link.kind == "term" else f"#{link.anchor}"
            message = f"there is no {called} '{shown}' in this document"
            findings.add("unknown-anchor", message, link.span, help)
        elif link.kind and kind != link.kind:
            message = f"'#{link.anchor}' is a {_CALLED[kind]}, and no {_CALLED[link.kind]}"
            findings.add("unknown-anchor", message, link.span, help)
        elif link.kind == "rule" and not has_rules:
            help = f"write numbered: {RULES} in the front matter"
            findings.add("unknown-anchor", "the paragraphs of this document have no numbers", link.span, help)


# --- Numbers that are typed in text, and in texts inside expressions that are printed, such as captions ---------------


#: Not words: anchors, addresses of links, icons, tables of contents, words of boxes, page breaks.
_NO_WORDS = re.compile(
    r"\{#[\w-]*\}|\]\([^)\n]*\)|:[a-z][\w-]*:|\[\[[^\]\n]*\]\]|^ *:::+ *\w+(?: +\d+)?|\\[a-z]+", re.M
)
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)
#: Before a quoted text that is printed: a caption, the explanation of a callout, what `~` joins to it.
_BEFORE_WORDS = re.compile(r"(?:\bcaption\s*=|:|~)\s*\Z")
_AFTER_WORDS = re.compile(r"\s*~")


def report_typed_numbers(source: Source, language: str, start: int, findings: Findings) -> None:
    """Report each number that is typed in *source* from offset *start* on."""
    for value, span in typed_numbers(source, language, start):
        typed = source.text[span.start : span.end]
        plain = f"{value}" if typed.isdigit() else f"{value}|words"
        help = f"write an expression that counts or names it; for a number that is no fact, {{{{ {plain} }}}}"
        findings.add("typed-number", f"the number '{typed}' is typed", span, help)


def typed_numbers(source: Source, language: str, start: int = 0) -> Iterator[tuple[int, Span]]:
    """The typed numbers from offset *start* on, and their places; but for one, which is an article, too."""
    words = _words_of(source.text, start)
    for value, first, last in stated_numbers(words, language):
        if value != 1:
            yield value, Span(source, first, last)


def _words_of(text: str, start: int) -> str:
    """*text* with spaces in place of everything that is not printed literally."""
    parts = [_blank(text[:start])]
    at = start
    for first, last in tags_of(text, start):
        parts += [text[at:first], _words_in_tag(text[first:last])]
        at = last
    parts.append(text[at:])
    return _NO_WORDS.sub(lambda match: _blank(match[0]), "".join(parts))


def _words_in_tag(tag: str) -> str:
    parts, at = [], 0
    if tag.startswith("{{"):
        for match in _QUOTED.finditer(tag):
            if _BEFORE_WORDS.search(tag, 0, match.start()) or _AFTER_WORDS.match(tag, match.end()):
                parts += [_blank(tag[at : match.start() + 1]), match[0][1:-1], " "]
                at = match.end()
    parts.append(_blank(tag[at:]))
    return "".join(parts)


def _blank(text: str) -> str:
    """Spaces, with the ends of lines as they are."""
    return re.sub(r"[^\n]", " ", text)


# --- Captions: their numbers, and the pieces that they name -----------------------------------------------------------

#: The keyword of helpers, and the number that is also an article or a label ("player 1").
CAPTION, _EASY = "caption", 1
#: What may follow a name in the plural.
_PLURAL = "(?:e?s|x)?"
#: So many names are listed in a help.
_LISTED = 6

#: The kinds of components whose names mean nothing but their pieces.
_NAMED_KINDS = ("cards", "tiles", DATA)

#: (component, id).
PieceKey = tuple[str, str]


def check_caption_numbers(
    parts: TemplateNodes, source: Source, language: str, findings: Findings, literals: bool = True
) -> None:
    """Report the numbers that are typed in the captions of *source*.

    Args:
        literals: those in texts, too, and not only `3|words`.
    """
    for text in keyword_texts(parts, CAPTION):
        for number in stated_numbers(text.text, language) if literals or text.text.isdigit() else ():
            word = text.text[number.start : number.end]
            if number.value != _EASY:
                message = f"the caption has a number that is typed: '{word}'"
                help = "take it from what the figure shows, as in {{ facts(...)|words }}, or leave it out"
                findings.add("caption-differs", message, span_of_word(source, text.line, word), help)


def check_names(
    text: str, arts: Iterable[BlockArt], game: Game, language: str, at: Span, findings: Findings, what: str = "caption"
) -> None:
    """Report the pieces that *text* names and *arts* do not show.

    Names are looked for among the components of the pieces that are shown, and of those that these refer to.
    """
    keys = dict.fromkeys(key for art in arts for key in art.shows)
    shown = [record for component, identity in keys if (record := game.records.get(component, {}).get(identity))]
    if not shown or not text:
        return
    near = list(shown)
    for record in shown:
        near += [other for other in _referred(record.values.values()) if other.component != record.component]
    names = {_name(game, record, language) for record in near}
    for component in dict.fromkeys(record.component for record in near):
        pattern = _pattern(game, component, language)
        for match in pattern.finditer(text.casefold()) if pattern else ():
            if match[1] not in names:
                listed = [_name(game, record, language) for record in shown if record.component == component]
                some = ", ".join(dict.fromkeys(listed[:_LISTED])) or ", ".join(sorted(names)[:_LISTED])
                message = f"the {what} names '{match[1]}', which the figure does not show"
                findings.add("caption-differs", message, at, f"it shows {some}; name one of these, or use another word")


def _referred(values: Collection[Any]) -> Iterator[Record]:
    for value in values:
        if isinstance(value, Record):
            yield value
        elif isinstance(value, tuple):
            yield from _referred(value)
        elif isinstance(value, dict):
            yield from _referred(value.values())


def _name(game: Game, record: Record, language: str) -> str:
    return name_of(view_of(game, record, language)).casefold()


def _pattern(game: Game, component: str, language: str) -> "re.Pattern[str] | None":
    """What finds the names of a component; none for a component whose pieces have no names of their own."""
    known = game.memory("names in captions")
    if (component, language) not in known:
        records = game.pieces(component)
        names = {_name(game, record, language) for record in records} if _named(game, component) else set()
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
        known[component, language] = re.compile(rf"(?<!\w)({words}){_PLURAL}(?!\w)") if words else None
    pattern: re.Pattern[str] | None = known[component, language]
    return pattern


def _named(game: Game, component: str) -> bool:
    declared = game.components[component]
    return declared.kind in _NAMED_KINDS and not {"name", "title"}.isdisjoint(declared.fields)


# --- Options of the rules: which a document reads or assumes, and for which values it has words -----------------------

#: The names of documents that stand for the options, for the edition of the catalog, and for a promise.
_RULES, _EDITION, ASSUME = "rules", "edition", "assume"


class RuleStatements:
    """What one document says of the options, gathered source by source."""

    def __init__(self, game: Game, findings: Findings) -> None:
        self._game = game
        self._findings = findings
        self._covered: set[str] = set()

    @cached_property
    def _options(self) -> Mapping[str, tuple[Any, ...]]:
        """Option -> its values."""
        if not self._game.engine:
            return {}
        from pawprint.games.engines import ENGINES

        engine = ENGINES.get(self._game.engine)
        return {} if engine is None else {name: option.values for name, option in engine.options.items()}

    def inspect(self, parts: TemplateNodes, source: Source) -> None:
        """Note what *source* reads and assumes, and report branches that leave a value out."""
        named = [use.path for use in uses(parts) if use.path[0] in (_RULES, _EDITION)]
        self._covered |= {path[1] for path in named if path[0] == _RULES and len(path) > 1}
        if named:
            for wrong in impossible(parts, self._values):
                self._report("unknown-choice", *self._unknown(wrong.path, wrong.value), source, wrong.line, wrong.value)
            for branches in incomplete(parts, self._options_only):
                name, value = ".".join(branches.path), branches.values[0]
                message = f"nothing is written here for the value '{option_text(value)}' of '{name}'"
                help = f"add {{% elif {name} == {_written(value)} %}}, or {{% else %}} if there is nothing to say"
                self._report("rule-not-covered", message, help, source, branches.line, branches.path[-1])
        for keyword in keywords(parts, ASSUME):
            self._covered.add(keyword.name)
            if self._options and keyword.literal:
                try:
                    self.check(keyword.name, keyword.value)
                except TemplateFault as fault:
                    self._report(fault.code, fault.message, fault.help, source, keyword.line, fault.word)

    def check(self, name: str, value: Any) -> None:
        """See that the rules have the option *name*, and that it can have that *value*.

        Raises:
            TemplateFault: they have not, or it cannot.
        """
        if name not in self._options:
            help = suggest(name, self._options, "options are") if self._options else "name an engine in its rules:"
            raise TemplateFault("unknown-field", f"the rules of this game have no option '{name}'", help, name)
        if not any(
            value == option and isinstance(value, bool) == isinstance(option, bool) for option in self._options[name]
        ):
            raise TemplateFault("unknown-choice", *self._unknown((_RULES, name), value), word=name)

    def assume(self, name: str, value: Any, played: Any) -> None:
        """See that an option is played with the *value* that the text beside it states.

        Raises:
            TemplateFault: it is not, or there is no such option or value.
        """
        self.check(name, value)
        if value != played:
            message = f"this text is for {name} '{option_text(value)}'; the game is played with '{option_text(played)}'"
            help = f"rewrite it and assume {_written(played)}, or write {{% if {_RULES}.{name} == ... %}} around it"
            raise TemplateFault("rule-differs", message, help, name)

    def check_complete(self, at: Span) -> None:
        """Report the options of which a rulebook says nothing."""
        if not self._options:
            return
        from pawprint.play.game_options import options_to_teach

        for name, option in options_to_teach(self._game).items():
            if name not in self._covered:
                message = f"the rulebook does not say for which value of '{name}' it is written: {option.about}"
                help = f"write {{{{ {ASSUME}({name}={_written(option.values[0])}) }}}} before the text that states it"
                self._findings.add("rule-not-covered", message, at, help)

    def _values(self, path: Path) -> tuple[Any, ...] | None:
        if path == (_EDITION,):
            return tuple(self._game.editions) or None
        return self._options.get(path[1]) if path[0] == _RULES and len(path) == 2 else None

    def _options_only(self, path: Path) -> tuple[Any, ...] | None:
        return None if path == (_EDITION,) else self._values(path)

    def _unknown(self, path: Path, value: Any) -> tuple[str, str]:
        known = [_written(option) for option in self._values(path) or ()]
        return f"'{'.'.join(path)}' is never {_written(value)}", suggest(_written(value), known, "it can be")

    def _report(self, code: str, message: str, help: str, source: Source, line: int, word: Any) -> None:
        self._findings.add(code, message, span_of_word(source, line, str(word)), help)


def _written(value: Any) -> str:
    """A value as a template writes it."""
    return f'"{value}"' if isinstance(value, str) else option_text(value)

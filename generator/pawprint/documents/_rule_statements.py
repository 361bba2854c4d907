"""What a document says of the options of the rules: which it reads or assumes, and for which values it has words."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.play.game_options import option_text
from pawprint.source.templates.branches import Path, impossible, incomplete, keywords, uses
from pawprint.source.templates.document_template import span_of_word
from pawprint.source.templates.sandbox import TemplateFault, TemplateNodes

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
        if not any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in self._options[name]):
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
        known = [_written(one) for one in self._values(path) or ()]
        return f"'{'.'.join(path)}' is never {_written(value)}", suggest(_written(value), known, "it can be")

    def _report(self, code: str, message: str, help: str, source: Source, line: int, word: Any) -> None:
        self._findings.add(code, message, span_of_word(source, line, str(word)), help)


def _written(value: Any) -> str:
    """A value as a template writes it."""
    return f'"{value}"' if isinstance(value, str) else option_text(value)

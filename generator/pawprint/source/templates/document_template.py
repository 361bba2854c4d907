"""Whole documents with loops, macros and helpers: Jinja2 for sources that need not be trusted.

What `expression` refuses for the texts of cards is needed here, so the bounds are others: steps, time and sizes are
counted while a document is made (`sandbox`). And where a card's text stops at its first fault, a document reports each
of its faults with its place and goes on, so that one run names them all.
"""

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from inspect import Signature, signature
from typing import Any

from jinja2 import TemplateNotFound, Undefined, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.runtime import LoopContext, Macro
from jinja2.utils import Namespace
from markupsafe import Markup

from pawprint.core.registry import did_you_mean, suggest
from pawprint.core.source import Source, Span
from pawprint.source.templates.expressions import in_plain_words
from pawprint.source.templates.sandbox import (
    MAX_RESULT,
    DocumentEnvironment,
    LimitExceeded,
    SilentUndefined,
    TemplateFault,
    TemplateNodes,
    path_of,
)

#: Characters of a source; the bundled rulebooks have a tenth.
MAX_SOURCE = 200_000
#: Turns of loops and calls of macros and helpers.
MAX_STEPS = 50_000
#: Characters written, those of texts that are kept and written again included; values that filters work through.
MAX_WRITTEN, MAX_WORK = 5 * MAX_RESULT, 5_000_000
#: Seconds of work for one document; what takes longer never ends. Far above what any machine needs.
TIMEOUT_S = 20.0

_LOOP = ("index", "index0", "first", "last", "length", "revindex", "previtem", "nextitem", "cycle", "changed", "depth")


class DocumentRenderer:
    """Renders sources that may include one another; to be closed.

    Args:
        names: the names that expressions may use; callables report their own `TemplateFault`s.
        resolve: (value, name) -> the field of that name. Raises Fault.
        write: converts the value of an expression to text for the document.
        report: takes (code, message, place, help).
        load: the source called so in `{% include %}` and `{% import %}`; None if there is none.
        prepare: converts a text before it is parsed; must not change the number of its lines.
        more: filters besides those of layouts.
        inspect: is given the nodes of each source.
    """

    def __init__(
        self,
        names: Mapping[str, Any],
        resolve: Callable[[Any, str], Any],
        write: Callable[[Any], str],
        report: Callable[[str, str, Span, str], None],
        load: Callable[[str], Source | None],
        prepare: Callable[[Source], str],
        more: Mapping[str, Callable[..., Any]],
        inspect: Callable[[TemplateNodes, Source], None] | None = None,
    ) -> None:
        self.names = dict(names)
        # Not in the functions that templates call: macros and what they name refer to each other.
        self._helpers: dict[str, Callable[..., Any]] = {}
        self._vets: dict[str, Callable[[str, int], None] | None] = {}
        self._resolve = resolve
        self._write = write
        self._report = report
        self._load = load
        self._prepare = prepare
        self._inspect = inspect
        self.sources: dict[str, Source] = {}
        self._places: dict[tuple[Any, int, str], Span] = {}
        self._steps = self._written = self._work = 0
        self._until = time.process_time() + TIMEOUT_S
        self._environment = DocumentEnvironment(self, more)

    def render(self, source: Source) -> str:
        """The text that *source* makes; empty after a fault that leaves nothing to show."""
        try:
            program = self._environment.from_string(self.text(source))
            program.name = source.name
            self.sources[source.name] = source
            result: list[str] = []
            size = 0
            for part in program.root_render_func(program.new_context(self.names)):
                result.append(part)
                size += len(part)
                if size > MAX_RESULT:
                    raise LimitExceeded(f"the document makes more than {MAX_RESULT:,} characters")
            return "".join(result)
        except Exception as error:  # any error in a template is the template's fault
            self._explain(error, source)
            return ""

    def close(self) -> None:
        """Let go of what expressions name. It refers to this renderer, and would hold all that a document shows."""
        self.names.clear()
        self._helpers.clear()
        self._vets.clear()
        self._environment.filters.clear()
        self._write = str

    def here(self, word: str = "") -> Span:
        """The place that is being rendered: *word* on its line, or the line."""
        frame = sys._getframe(1)
        while frame is not None:
            program = frame.f_globals.get("__jinja_template__")
            if program is not None:
                key = (program, frame.f_lineno, word)
                if key not in self._places:
                    source = self.sources.get(str(program.name)) or next(iter(self.sources.values()))
                    self._places[key] = span_of_word(source, program.get_corresponding_lineno(frame.f_lineno), word)
                return self._places[key]
            frame = frame.f_back  # type: ignore[assignment]
        source = next(iter(self.sources.values()))
        return Span(source, 0, 0)

    def note(self, fault: TemplateFault, at: Span | None = None) -> Undefined:
        """Report a fault; what to go on with."""
        self._report(fault.code, fault.message, at or self.here(fault.word), fault.help)
        return SilentUndefined()

    def guarded(
        self, name: str, helper: Callable[..., Any], first: Any, vet: Callable[[str, int], None] | None = None
    ) -> Callable[..., Any]:
        """*helper* for templates: its faults and wrong arguments are reported, and the document goes on.

        Args:
            first: its first argument, which templates do not give.
            vet: checks each literal text of a call, given with the number of the argument. Raises `TemplateFault`.
        """
        self._helpers[name] = partial(helper, first)
        self._vets[name] = vet
        takes = _taken_by(helper)

        def call(*args: Any, **more: Any) -> Any:
            self.step()
            if any(isinstance(value, Undefined) for value in (*args, *more.values())):
                for value in (*args, *more.values()):
                    str(value) if isinstance(value, Undefined) else None
                return SilentUndefined()
            try:
                takes.bind(*args, **more)
            except TypeError as error:
                unknown = next((word for word in more if word not in takes.parameters), "")
                help = did_you_mean(unknown, takes.parameters) or f"it takes {', '.join(takes.parameters)}"
                return self.note(TemplateFault("bad-template", f"{name}(): {error}", help, unknown or name))
            try:
                return self._helpers[name](*args, **more)
            except TemplateFault as fault:
                fault.word = fault.word or name
                return self.note(fault)

        return call

    def step(self, characters: int = 0) -> None:
        """Count a turn of a loop or a call, which writes so many characters of its own.

        Raises:
            LimitExceeded: there are too many, or they take too long.
        """
        self._count_written(characters)
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise LimitExceeded(f"the document takes more than {MAX_STEPS:,} turns of its loops and macros")
        if time.process_time() > self._until:
            raise LimitExceeded("the document takes too long")

    def work(self, values: int) -> None:
        """Count *values* that a filter works through; raises `LimitExceeded`."""
        self._work += values
        if self._work > MAX_WORK:
            raise LimitExceeded(f"its filters work through more than {MAX_WORK:,} values")

    def _count_written(self, characters: int) -> None:
        self._written += characters
        if self._written > MAX_WRITTEN:
            raise LimitExceeded(f"the document writes more than {MAX_WRITTEN:,} characters on its way")

    # -- for the sandbox -----------------------------------------------------------------------

    def text(self, source: Source) -> str:
        """The prepared text of *source*, which `sources` contains from now on."""
        if len(source.text) > MAX_SOURCE:
            raise LimitExceeded(f"a document of {len(source.text):,} characters; {MAX_SOURCE:,} is the limit")
        self.sources[source.name] = source
        return self._prepare(source)

    def source_called(self, name: str) -> Source | None:
        """The source that `{% include %}` names."""
        return self._load(name)

    def written(self, value: Any) -> str:
        """The value of an expression, as text for the document."""
        if isinstance(value, Undefined):
            str(value)
            return ""
        if isinstance(value, Markup):
            if len(value) > MAX_RESULT:
                raise LimitExceeded(f"a text of {len(value):,} characters; {MAX_RESULT:,} is the limit")
            self._count_written(len(value))
            return value
        text = self._write(value)
        self._count_written(len(text))
        return Markup(text)

    def look_up(self, value: Any, name: Any) -> Any:
        """The field *name* of a value, or an entry of a list."""
        if isinstance(value, Undefined):
            return value[name]
        if isinstance(name, (int, slice)) and isinstance(value, (tuple, list, str)):
            try:
                return value[name]
            except IndexError:
                return self.missing(TemplateFault("bad-template", f"there is no entry {name}", "entries count from 0"))
        name = str(name)
        if isinstance(value, LoopContext):
            return getattr(value, name) if name in _LOOP else self.missing(_no_field(name, _LOOP))
        if isinstance(value, Macro):
            return self.missing(_no_field(name, ()))
        if isinstance(value, Namespace) or type(value).__name__ == "TemplateModule":
            attribute = None if name.startswith("_") else getattr(value, name, None)
            return attribute if attribute is not None else self.missing(_no_field(name, ()))
        if isinstance(value, dict):
            if name in value:
                return value[name]
            if name in ("items", "keys", "values"):
                return getattr(value, name)
            return self.missing(_no_field(name, [str(key) for key in value]))
        if type(value).__name__ == "_GroupTuple" and name in ("grouper", "list"):
            return getattr(value, name)
        try:
            return self._resolve(value, name)
        except TemplateFault as fault:
            fault.word = fault.word or name
            return self.missing(fault)

    def missing(self, fault: TemplateFault) -> Undefined:
        """A missing value, which is a fault as soon as it is used."""
        value: Undefined = self._environment.undefined(obj=fault)
        return value

    def unknown(self, name: str) -> TemplateFault:
        """The fault of an unknown name."""
        help = suggest(name, [*self.names, *self._environment.globals], "names are")
        return TemplateFault("bad-template", f"there is no '{name}' in documents", help, name)

    def unavailable(self, noun: str, name: str, known: Iterable[str], line: int, source: Source) -> None:
        """Report an unknown filter or test."""
        fault = TemplateFault("bad-template", f"there is no {noun} '{name}'", suggest(name, known, f"{noun}s are"))
        self.note(fault, span_of_word(source, line, name))

    def vet(self, parts: TemplateNodes, source: Source) -> None:
        """Report every wrong name in a template, also in parts that are not rendered today."""
        if self._inspect is not None:
            self._inspect(parts, source)
        names, macros, imports = parts.of(nodes.Name), parts.of(nodes.Macro), parts.of(nodes.Import)
        bound = {node.name for node in names if node.ctx != "load"}
        bound |= {"loop", "caller", "varargs", "kwargs", "self"}
        bound |= {macro.name for macro in macros} | {node.target for node in imports}
        for imported in parts.of(nodes.FromImport):
            bound |= {name if isinstance(name, str) else name[1] for name in imported.names}
        known = {*self.names, *self._environment.globals} - bound
        spared = _spared(parts)
        steps = parts.of(nodes.Getattr, nodes.Getitem)
        inner = {node.node for node in steps}
        for chain in (*names, *steps):
            if chain in inner or chain in spared:
                continue
            path = path_of(chain)
            if not path or path[0] in bound:
                continue
            if path[0] not in known:
                self.note(self.unknown(str(path[0])), span_of_word(source, chain.lineno, str(path[0])))
                continue
            self._follow(path, chain.lineno, source)
        for call in sorted(parts.of(nodes.Call), key=lambda call: call.lineno):
            check = self._vets.get(getattr(call.node, "name", ""))
            if check is not None:
                for position, text in _texts_of(call):
                    try:
                        check(text, position)
                    except TemplateFault as fault:
                        if not fault.passing:
                            self.note(fault, span_of_word(source, call.lineno, fault.word or text))

    def _follow(self, path: tuple[Any, ...], line: int, source: Source) -> None:
        value = self.names.get(str(path[0]))
        for step in path[1:]:
            if value is None or isinstance(step, int) or callable(value):
                return
            if isinstance(value, dict):
                if step not in value:
                    if step not in ("items", "keys", "values"):
                        self.note(_no_field(step, [str(key) for key in value]), span_of_word(source, line, step))
                    return
                value = value[step]
                continue
            try:
                value = self._resolve(value, step)
            except TemplateFault as fault:
                if not fault.passing:
                    self.note(fault, span_of_word(source, line, fault.word or step))
                return

    def _explain(self, error: Exception, source: Source) -> None:
        line, where = 1, source
        if isinstance(error, TemplateSyntaxError):
            line = error.lineno
            where = self.sources.get(error.name or "", source)
        else:
            trace = error.__traceback__
            while trace is not None:
                program = trace.tb_frame.f_globals.get("__jinja_template__")
                if program is not None:
                    line = program.get_corresponding_lineno(trace.tb_lineno)
                    where = self.sources.get(str(program.name), source)
                trace = trace.tb_next
        message = in_plain_words(str(error).split("\n")[0].rstrip(".") or type(error).__name__)
        help = "look at the values that it names"
        if isinstance(error, TemplateSyntaxError):
            help = "it takes {{ name }}, {% for %}, {% if %}, {% set %}, {% macro %}, each with its end"
        elif isinstance(error, LimitExceeded):
            help = "make it shorter, or split it into several documents"
        elif isinstance(error, (RecursionError, MemoryError)):
            message, help = "it is nested too deeply, or calls itself", "write it more simply"
        elif isinstance(error, TemplateNotFound):
            message = f"there is no file '{error.name}' to include"
            help = "put it into the game's folder or into layouts/documents"
        self._report("bad-template", message, span_of_word(where, line), help)


def span_of_word(source: Source, line: int, word: str = "") -> Span:
    """The span of *word* on a line of *source* or on the next lines of the same tag; otherwise of the whole line."""
    text = source.line(line)
    pattern = re.compile(r"(?<![\w-])" + re.escape(word) + r"(?![\w-])") if word else None
    if pattern:
        for number in range(line, line + 12):
            match = pattern.search(source.line(number))
            if match:
                start = source.offset(number) + match.start()
                return Span(source, start, start + len(word))
            if "}}" in source.line(number) or "%}" in source.line(number):
                break
    indent = len(text) - len(text.lstrip())
    start = source.offset(line) + indent
    return Span(source, start, max(start + len(text.strip()), start))


@lru_cache(maxsize=128)
def _taken_by(helper: Callable[..., Any]) -> Signature:
    """The parameters of a helper that templates pass: all but the first."""
    return signature(partial(helper, None))


def _no_field(name: str, known: Iterable[str]) -> TemplateFault:
    known = list(known)
    help = suggest(name, known, "fields are") if known else "this value has no fields"
    return TemplateFault("unknown-field", f"there is no field '{name}'", help, name)


def _spared(parts: TemplateNodes) -> set[nodes.Node]:
    """Chains that may be missing: the arguments of `is defined` and `|default`."""
    asking: list[nodes.Node] = [test.node for test in parts.of(nodes.Test) if test.name in ("defined", "undefined")]
    asking += [test.node for test in parts.of(nodes.Filter) if test.name in ("default", "d") and test.node is not None]
    return {node for top in asking for node in (top, *top.find_all(nodes.Node))}


def _texts_of(call: nodes.Call) -> Iterator[tuple[int, str]]:
    """The literal texts in a call: its arguments, and the entries of its lists."""
    for position, argument in enumerate(call.args):
        parts = argument.items if isinstance(argument, (nodes.List, nodes.Tuple)) else [argument]
        for part in parts:
            if isinstance(part, nodes.Const) and isinstance(part.value, str):
                yield position, part.value

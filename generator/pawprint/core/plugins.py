"""Plug-ins: what installed packages add to Pawprint, found by the names of their entry points.

A package declares an entry point in one of `GROUPS`; nothing of it is imported until a project uses the name. Names
of Pawprint itself come first, so no package can replace what is built in.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.core.source import Span

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: What to do about a plug-in that fails.
HELP = "tell its author, or install another version of it"

#: Group of entry points -> what a plug-in of it adds.
GROUPS = {
    "pawprint.elements": "element",
    "pawprint.fields": "field type",
    "pawprint.checks": "kind of check",
    "pawprint.exporters": "export target",
    "pawprint.importers": "list format",
    "pawprint.functions": "function of rules",
}


class Plugin(NamedTuple):
    """An entry point of an installed package.

    Attributes:
        group: a key of `GROUPS`.
        target: module and object, as `dice.element:Dice`.
        package, version: the name and version of the distribution, as pip spells them.
    """

    group: str
    name: str
    target: str
    package: str
    version: str

    @property
    def origin(self) -> str:
        """The package with its version, for messages."""
        return f"{self.package} {self.version}"


class PluginError(Exception):
    """A plug-in that cannot be used; the text is a clause for a message."""


@cache
def _entry_points(group: str) -> tuple["EntryPoint", ...]:
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


def plugins(group: str) -> Iterator[Plugin]:
    """The plug-ins of a group by name. Nothing is imported."""
    declared = []
    for point in _entry_points(group):
        package = point.dist
        declared.append(
            Plugin(
                group, point.name, point.value, package.name if package else "?", package.version if package else "?"
            )
        )
    return iter(sorted(declared))


def all_plugins() -> list[tuple[Plugin, str]]:
    """All plug-ins in the order of `GROUPS`, each with the reason why it cannot be used; mostly empty."""
    found = []
    for group in GROUPS:
        here = list(plugins(group))
        names = Counter(plugin.name for plugin in here)
        found += [(plugin, "several packages have this name" if names[plugin.name] > 1 else "") for plugin in here]
    return found


#: Modules that were loaded for a plug-in: top-level name -> the plug-in.
_loaded: dict[str, Plugin] = {}


def load(group: str, name: str, fits: Callable[[Any], bool]) -> Any:
    """The object of the plug-in *name*; None if no package has it.

    Args:
        fits: tells whether an object is of the kind that the group asks for.

    Raises:
        PluginError: it cannot be imported, is of another kind, or several packages have the name.
    """
    matching = [plugin for plugin in plugins(group) if plugin.name == name]
    if not matching:
        return None
    if len(matching) > 1:
        raise PluginError(
            f"several packages have it: {', '.join(plugin.origin for plugin in matching)}; uninstall all but one"
        )
    (plugin,) = matching
    module, _, attribute = plugin.target.partition(":")
    _loaded[module.partition(".")[0]] = plugin
    try:
        thing: Any = __import__(module, fromlist=["_"])
        for part in filter(None, attribute.split(".")):
            thing = getattr(thing, part)
    except Exception as error:
        raise PluginError(f"the plug-in {plugin.origin} cannot be loaded: {described(error)}") from error
    if not fits(thing):
        raise PluginError(f"the plug-in {plugin.origin} is no {GROUPS[group]}: {plugin.target}")
    return thing


def blame(error: BaseException) -> str:
    """Which plug-in raised *error*, and where, as a clause for a message; empty if none did."""
    for frame, line in reversed([*_frames(error.__traceback__)]):
        module = frame.f_globals.get("__name__", "")
        plugin = _loaded.get(module.partition(".")[0])
        if plugin is not None:
            return f"the plug-in {plugin.origin} fails in {module}, line {line}: {described(error)}"
    return ""


def note_fault(error: Exception, what: str, at: Span, report: Callable[[str, str, Span, str], None]) -> None:
    """Report that a plug-in failed with *error*.

    Args:
        what: the subject of the message.
        report: takes the code of a finding, its message, its place and its help.

    Raises:
        Exception: *error* itself, if no plug-in raised it.
    """
    fault = blame(error)
    if not fault:
        raise error
    report("plugin-failed", f"{what}: {fault}", at, HELP)


def _frames(traceback: TracebackType | None) -> Iterator[tuple[Any, int]]:
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def described(error: BaseException) -> str:
    """The type and the text of an exception."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

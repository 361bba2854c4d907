"""A registry of named things that rejects duplicates, and suggestions for unknown names."""

from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from pawprint.core import plugins

T = TypeVar("T")


#: Among more names than the first number, only as many as the second are compared: those beside the unknown one in
#: the order of the alphabet.
_MANY, _BESIDE = 250, 40


@lru_cache(8)
def _in_order(names: tuple[str, ...]) -> list[str]:
    return sorted(names)


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """`did you mean 'x'?` for the known name closest to *name*, or None when none is close."""
    names = _in_order(tuple(known))
    if len(names) > _MANY:
        at = max(0, bisect_left(names, name) - _BESIDE // 2)
        names = names[at : at + _BESIDE]
    close = get_close_matches(name, names, n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else None


def suggest(name: str, known: Iterable[str], otherwise: str = "known are") -> str:
    """A help line for an unknown *name*: the closest known one, else the first dozen of them."""
    names = _in_order(tuple(known))
    guess = did_you_mean(name, names)
    if guess:
        return guess
    if not names:
        return "there are none yet"
    more = f" and {len(names) - 12} more" if len(names) > 12 else ""
    return f"{otherwise} {', '.join(names[:12])}{more}"


@cache
def other_spellings(word: str) -> tuple[str, ...]:
    """*word* in American spelling, or in British if it is American; empty if they do not differ."""
    pairs = (("colour", "color"), ("centre", "center"), ("grey", "gray"))
    spelled = (word.replace(spelling, other) for pair in pairs for spelling, other in (pair, pair[::-1]))
    return tuple(dict.fromkeys(other for other in spelled if other != word))


def known_spelling(word: str, known: Container[str]) -> str:
    """*word*, or the other spelling of it if only that is *known*."""
    return word if word in known else next((other for other in other_spellings(word) if other in known), word)


class Registry(Generic[T]):
    """A dictionary that is filled by decorators, and by plug-ins.

    Args:
        noun: the noun for its entries in messages, such as `element`.
        group: the entry points of plug-ins, a key of `plugins.GROUPS`; empty if none can add to it.
    """

    def __init__(self, noun: str, group: str = "") -> None:
        self.noun = noun
        self.group = group
        self._fits: Callable[[Any], bool] = lambda thing: True
        self._things: dict[str, T] = {}
        self._modules: dict[str, str] = {}
        self._faults: dict[str, str] = {}
        #: Finds things whose names are not registered, or returns None.
        self.find_other: Callable[[str], T | None] = lambda name: None

    def define_in(self, module: str, *names: str) -> None:
        """Name things that *module* registers; it is imported when one of them is first asked for."""
        self._modules |= dict.fromkeys(names, module)

    def __call__(self, name: str) -> Callable[[T], T]:
        """Register the decorated thing as *name*.

        Raises:
            ValueError: the name is taken.
        """

        def register(thing: T) -> T:
            if name in self._things:
                raise ValueError(f"{self.noun} '{name}' is registered twice")
            self._things[name] = thing
            return thing

        return register

    def get(self, name: str) -> T | None:
        """The thing called *name*, or None."""
        if name not in self._things:
            name = known_spelling(name, self._things.keys() | self._modules.keys())
        if name not in self._things and name in self._modules:
            import_module(self._modules[name])
        return self._things[name] if name in self._things else self.find_other(name)

    def find(self, name: str) -> T | None:
        """The thing called *name*, of Pawprint or of a plug-in; None if there is none, or `help_for` says why not."""
        thing = self.get(name)
        if thing is None and self.group:
            try:
                thing = plugins.load(self.group, name, self._fits)
            except plugins.PluginError as error:
                self._faults[name] = str(error)
            if thing is not None:
                self._things[name] = thing
        return thing

    def fault(self, name: str) -> str:
        """Why `find` could not use the plug-in *name*; empty if there is none."""
        return self._faults.get(name, "")

    def help_for(self, name: str, otherwise: str) -> str:
        """A help line for a *name* that `find` does not know: the fault of its plug-in, or a suggestion."""
        if name in self._faults:
            return self._faults[name]
        return suggest(name, [*self, *self.plugin_names], otherwise)

    @property
    def plugin_names(self) -> tuple[str, ...]:
        """The names of plug-ins that Pawprint itself does not have, in order. None of them is loaded."""
        declared = [plugin.name for plugin in plugins.plugins(self.group)] if self.group else []
        return tuple(name for name in dict.fromkeys(declared) if name not in self._modules)

    def accept(self, base: type, instances: bool = False) -> None:
        """Plug-ins are subclasses of *base*, or its *instances*; others are reported."""
        if instances:
            self._fits = lambda thing: isinstance(thing, base)
        else:
            self._fits = lambda thing: isinstance(thing, type) and issubclass(thing, base)

    def __getitem__(self, name: str) -> T:
        """The thing called *name*.

        Raises:
            KeyError: there is none.
        """
        thing = self.get(name)
        if thing is None:
            raise KeyError(name)
        return thing

    def __contains__(self, name: object) -> bool:
        if name in self._things or name in self._modules:
            return True
        return isinstance(name, str) and self.find_other(name) is not None

    @property
    def defined(self) -> Iterator[str]:
        """The names in the order in which they were defined or registered."""
        return iter(dict.fromkeys((*self._modules, *self._things)))

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*self._things, *self._modules}))

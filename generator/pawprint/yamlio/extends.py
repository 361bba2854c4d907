"""`extends: NAME` -> the chain of ancestors, with a check for circles."""

from collections.abc import Callable

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span

#: A longer chain of ancestors is a mistake.
MAX_ANCESTORS = 20

#: The name that an entry extends, and where that is written.
Extended = tuple[str, Span]


def with_ancestors(
    name: str, extended: Callable[[str], Extended | None], what: str, findings: Findings
) -> list[str] | None:
    """*name*, the entry that it extends, the one that this extends, and so on; None after a finding about a circle.

    A circle is reported in the same words, and so once, whichever of its entries is asked for.

    Args:
        extended: what an entry extends; None for nothing, also after a finding about an entry that does not exist.
        what: names the entries in messages: `text styles`.
    """
    chain = [name]
    spans: list[Span] = []
    while (parent := extended(chain[-1])) is not None:
        spans.append(parent[1])
        if parent[0] in chain:
            start = chain.index(parent[0])
            circle, spans = chain[start:], spans[start:]
            first = circle.index(min(circle))
            names = " -> ".join([*circle[first:], *circle[:first], circle[first]])
            message = f"{what} extend each other in a circle: {names}"
            findings.add("extends-cycle", message, spans[first - 1], "remove one of these extends")
            return None
        if len(chain) > MAX_ANCESTORS:
            message = f"'{name}' extends more than {MAX_ANCESTORS} {what}, one through another"
            findings.add("extends-cycle", message, spans[0], "extend fewer of them")
            return None
        chain.append(parent[0])
    return chain

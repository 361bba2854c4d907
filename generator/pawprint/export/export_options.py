"""The options that all targets of `pawprint export` have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pawprint.production.cache.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """What is exported, and how; these options are common to all targets.

    Attributes:
        components, languages: only these; all if empty.
        cards: only these pieces, by id or as component/id; all if empty.
        edition: the first one of the game if empty.
        jobs: how many processes draw raster pictures.
        store: the pictures of earlier exports; None if none are kept.
    """

    components: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    edition: str = ""
    jobs: int = 1
    store: Store | None = None

    def includes(self, component: str, id: str) -> bool:
        """Whether a piece was chosen."""
        return (not self.components or component in self.components) and (
            not self.cards or id in self.cards or f"{component}/{id}" in self.cards
        )

    @property
    def part(self) -> dict[str, list[str]]:
        """The components and the pieces that were chosen, for a list of files; empty for the whole game."""
        chosen = {"components": self.components, "cards": self.cards}
        return {word: [*names] for word, names in chosen.items() if names}

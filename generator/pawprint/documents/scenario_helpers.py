"""Helpers that ask the rules: worked examples, the table at the beginning, what players may agree on."""

from typing import Any

from pawprint.core.length import mm
from pawprint.documents.helper_context import HelperContext, helper
from pawprint.documents.helpers import pictured
from pawprint.documents.markdown import Product
from pawprint.templates.sandbox import TemplateFault

#: Of a figure, if nothing is said: the column of an A5 page.
_WIDTH, _HEIGHT = mm(105), mm(88)


@helper("example", "scenario")
def example(
    context: HelperContext,
    name: str,
    *,
    caption: Any = None,
    step: Any = None,
    edition: str = "",
    width: Any = "",
    height: Any = "",
) -> Product:
    """A scenario as a figure, played while the document is made; it is drawn only as it came out.

    Args:
        caption: what the scenario says that it shows, if left out.
        step: number of a step, or several of them for pictures side by side.
    """
    span = context.here(name)
    steps: list[Any] = list(step) if isinstance(step, (tuple, list)) else [step]
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    examples = context.examples
    made = [examples.figure(name, span, step=one, edition=edition, width=room[0], height=room[1]) for one in steps]
    if caption is None:
        caption = examples.about(name, span)
    return pictured(context, tuple(art for art in made if art is not None), caption)


@helper("facts", "scenario")
def facts(context: HelperContext, name: str, path: str, *, step: int | None = None, edition: str = "") -> Any:
    """A number or word that came out of a scenario: `facts("EX-1", "scores.blue")`."""
    return context.examples.fact(name, path, context.here(path), step=step, edition=edition)


@helper("setup")
def setup(
    context: HelperContext, *, players: int, caption: Any = "", edition: str = "", width: Any = "", height: Any = ""
) -> Product:
    """The table before the first turn, with a letter at each place that the document refers to by `spot`."""
    if not isinstance(players, int):
        raise TemplateFault("bad-template", "players is a number", "write players=3", "players")
    room = context.length(width, _WIDTH), context.length(height, _HEIGHT, "height")
    art = context.examples.setup(
        players, context.here("setup"), spots=context.spots, edition=edition, width=room[0], height=room[1]
    )
    return pictured(context, (art,) if art is not None else (), caption)

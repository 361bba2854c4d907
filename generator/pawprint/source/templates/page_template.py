"""Web pages of Pawprint itself: trusted Jinja2 templates that escape every text they are given."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def render_page(template: Path, **values: Any) -> str:
    """The page that *template* makes of *values*; it may extend other templates of its folder."""
    return _environment(template.parent).get_template(template.name).render(values)


@cache
def _environment(folder: Path) -> Environment:
    """The environment of the templates in *folder*, each of which is compiled once."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )

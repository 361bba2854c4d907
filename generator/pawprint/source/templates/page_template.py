"""Web pages of Pawprint itself: trusted Jinja2 templates that escape every text they are given."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def render_page(template: Path, **values: Any) -> str:
    """The page that *template* makes of *values*; it may extend other templates of its folder."""
    environment = Environment(
        loader=FileSystemLoader(template.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template.name).render(values)

"""A wheel contains the site of the documentation, if `make_site.py` has made it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteHook(BuildHookInterface):
    """Adds the folder `site` to the data of the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folder, if it is there."""
        site = Path(self.root) / "site"
        if (site / "index.html").is_file():
            build_data["force_include"][str(site)] = "pawprint/_data/site"

"""A wheel contains the pages of the documentation, and the site if `make_site.py` has made it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteHook(BuildHookInterface):
    """Adds the documentation to the data of the package, where `pawprint docs` and editors read it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files; the site brings the pictures of the pages itself."""
        root = Path(self.root)
        files = [*sorted(root.glob("docs/**/*.md")), root / "ARCHITECTURE.md", root / "CONTRIBUTING.md"]
        has_site = (root / "site/index.html").is_file()
        files.append(root / ("site" if has_site else "docs/img"))
        for path in files:
            build_data["force_include"][str(path)] = f"pawprint/_data/{path.relative_to(root).as_posix()}"

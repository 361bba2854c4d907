"""The files of the project that the page may open, by the names that findings give them."""

from __future__ import annotations

from pathlib import Path

from pawprint.preview.session import Session
from pawprint.production.pipeline import bundled


class ProjectFiles:
    """The files of a catalog and of its own layouts.

    Bundled folders do not count, unless the current folder is the checkout of Pawprint.
    """

    def __init__(self, session: Session) -> None:
        #: The folders of layouts that belong to the project.
        self.layout_folders = [folder.resolve() for folder in session.folders if _is_own(folder, "layouts")]
        catalog = [session.catalog.resolve()] if _is_own(session.catalog, "catalog") else []
        self._folders = [*catalog, *self.layout_folders]

    def find(self, name: str) -> Path | None:
        """The real file that findings call *name*; None if there is none, or if it is elsewhere."""
        return _resolve_within(name, self._folders)

    def find_layout(self, name: str) -> Path | None:
        """As `find`, for a file of layouts."""
        return _resolve_within(name, self.layout_folders)


def _is_own(folder: Path, kind: str) -> bool:
    real = folder.resolve()
    return real != bundled(kind).resolve() or real.parent == Path.cwd().resolve()


def _resolve_within(name: str, folders: list[Path]) -> Path | None:
    try:
        path = Path(name).resolve()
        return path if path.is_file() and any(path.is_relative_to(folder) for folder in folders) else None
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return None

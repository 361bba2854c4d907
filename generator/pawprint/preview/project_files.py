"""Places that the page shows -> the files of the project; anything else is no file of it."""

from __future__ import annotations

from pathlib import Path

from pawprint.build.pipeline import bundled
from pawprint.preview.session import Session


class ProjectFiles:
    """The files of a catalog and of its own layouts. Those that Pawprint brings belong to no project, except where they
    are developed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def layout_folders(self) -> list[Path]:
        """The folders of layouts that belong to the project."""
        return [folder.resolve() for folder in self._session.folders if _is_own(folder, "layouts")]

    @property
    def folders(self) -> list[Path]:
        """All folders of the project."""
        catalog = self._session.catalog
        return [*([catalog.resolve()] if _is_own(catalog, "catalog") else []), *self.layout_folders]

    def find(self, name: str) -> Path | None:
        """The real file that findings call *name*; None if there is none, or if it is elsewhere."""
        return _found(name, self.folders)

    def find_layout(self, name: str) -> Path | None:
        """As `find`, for a file of layouts."""
        return _found(name, self.layout_folders)


def _is_own(folder: Path, kind: str) -> bool:
    real = folder.resolve()
    return real != bundled(kind).resolve() or real.parent == Path.cwd().resolve()


def _found(name: str, folders: list[Path]) -> Path | None:
    try:
        path = Path(name).resolve()
        return path if path.is_file() and any(path.is_relative_to(folder) for folder in folders) else None
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return None

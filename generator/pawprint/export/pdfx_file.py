"""Pages -> a PDF/X file, which says that it is one because it was checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pawprint.press.pdfx import STANDARDS, PrintIntent
from pawprint.press.pdfx_check import pdfx_faults
from pawprint.press.sheet_pdf import write

if TYPE_CHECKING:
    from pawprint.core.inks import ProcessInks
    from pawprint.export.export_source import ExportSource
    from pawprint.impose.sheet import Side
    from pawprint.press.print_profile import PrintProfile

#: The printing condition of the bundled profile in the registry of the ICC.
COATED = "FOGRA39"


def pdfx_file(
    source: ExportSource,
    name: str,
    sides: Sequence[Side],
    profile: PrintProfile,
    spots: Mapping[str, ProcessInks],
    standard: str,
    condition: str = COATED,
) -> bytes:
    """A file of *sides*, each a page.

    Args:
        name: of the file, for its title.
        standard: one of `STANDARDS`.
        condition: the printing condition in the registry of the ICC; empty for that of a profile that is not in it.

    Raises:
        RuntimeError: it does not follow the standard, which is a fault of this program.
    """
    game, language = source.game, source.language
    data = write(
        sides,
        title=f"{game.full_title(language)} - {name} ({language})",
        language=language,
        author=", ".join(game.authors),
        intent=PrintIntent(profile, condition, standard, spots),
    )
    faults = pdfx_faults(data, standard)
    if faults:
        raise RuntimeError(f"{name} is not {STANDARDS[standard][0]}: {'; '.join(faults)}")
    return data

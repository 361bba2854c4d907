"""Pages -> a PDF/X file, which says that it is one because it was checked."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pawprint.core.colour import ProcessInks
from pawprint.export.export_source import ExportSource
from pawprint.press.file_metadata import COATED_PROFILE
from pawprint.press.pdfx import STANDARDS, PrintIntent
from pawprint.press.pdfx_check import pdfx_faults
from pawprint.press.print_profile import PrintProfile
from pawprint.press.sheet_pdf import write
from pawprint.sheets.sheet import Side

#: The printing condition of the bundled profile in the registry of the ICC.
COATED = "FOGRA39"


def press_profile(source: ExportSource, file: str, limit: float, standard: str) -> PrintProfile | None:
    """The printing condition of an ICC profile; None after a finding.

    Args:
        file: its path; empty for the bundled profile. limit: the largest sum of the four inks, 0 to 4.
    """
    path = Path(file) if file else COATED_PROFILE
    try:
        profile = PrintProfile(path.read_bytes(), limit)
        if standard == "x1a" and profile.version > 2:
            raise ValueError(f"it has version {profile.version}, and {STANDARDS['x1a'][0]} knows version 2 only")
    except OSError as error:
        message = error.strerror or "it cannot be read"
    except ValueError as error:
        message = str(error)
    else:
        return profile
    help = "ask the print shop for the ICC profile of its press, or leave --profile out"
    source.workspace.findings.add("bad-profile", f"the profile '{file}' cannot be used: {message}", None, help)
    return None


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

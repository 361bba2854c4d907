"""What makes a PDF file one for a press: the printing condition, the inks and the metadata that PDF/X asks for.

ISO 15930-7 (PDF/X-4) and ISO 15930-4 (PDF/X-1a:2003). Only files that passed `pdfx_check` claim conformance.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from pawprint.core.colour import ProcessInks
from pawprint.press._pdf_file import PdfFile, pdf_string
from pawprint.press.portable_stream import ink_shares, spot_space

if TYPE_CHECKING:
    from pawprint.press.print_profile import PrintProfile

#: The standard that files claim to follow, and the PDF version that it is based on.
STANDARDS = {"x4": ("PDF/X-4", (1, 6)), "x1a": ("PDF/X-1a:2003", (1, 4))}

_CLAIMS = """<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<pdf:Trapped>False</pdf:Trapped><xmpMM:DocumentID>uuid:{identity}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>{claim}
</rdf:Description>"""


@dataclass(frozen=True, slots=True)
class PrintIntent:
    """How a file is to be printed.

    Attributes:
        profile: the printing condition.
        condition: its name in the registry of the ICC; empty for one that is not in it.
        standard: a name in `STANDARDS`, which the file says it follows.
        spots: the spot inks, with the process inks that look like each.
    """

    profile: "PrintProfile"
    condition: str = ""
    standard: str = "x4"
    spots: Mapping[str, ProcessInks] = field(default_factory=dict)

    @property
    def version(self) -> tuple[int, int]:
        """The PDF version, as (major, minor)."""
        return STANDARDS[self.standard][1]

    @property
    def states(self) -> dict[str, str]:
        """The graphics states that content with inks names."""
        return {
            "KnockOut": "<</Type/ExtGState/op false/OPM 1>>",
            "Overprint": "<</Type/ExtGState/op true/OPM 1>>",
            "OverprintStroke": "<</Type/ExtGState/OP true/op false/OPM 1>>",
        }

    def spaces(self) -> dict[str, str]:
        """The colour spaces of the spot inks, by their names in content."""
        spaces: dict[str, str] = {}
        for spot, inks in sorted(self.spots.items()):
            function = f"<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[{ink_shares(inks)}]/N 1>>"
            spaces[spot_space(spot)] = f"[/Separation/{_name(spot)}/DeviceCMYK{function}]"
        return spaces

    def declare(self, file: PdfFile) -> None:
        """Add the printing condition and the metadata."""
        profile = file.add("/N 4", self.profile.data)
        registry = "/RegistryName(http://www.color.org)" if self.condition else ""
        file.catalog["OutputIntents"] = (
            f"[<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier{pdf_string(self.condition or 'Custom')}"
            f"/Info{pdf_string(self.profile.name)}{registry}/DestOutputProfile {profile}>>]"
        )
        name, claim = STANDARDS[self.standard][0], ""
        if self.standard == "x4":
            claim = f"\n<pdfxid:GTS_PDFXVersion>{name}</pdfxid:GTS_PDFXVersion>"
        else:
            file.information["GTS_PDFXVersion"] = pdf_string(name)
        file.describe(_CLAIMS.format(identity=UUID(file.digest), claim=claim))


def _name(text: str) -> str:
    """*text* as a name of PDF (ISO 32000-1, 7.3.5)."""
    letters = [chr(byte) for byte in text.encode()]
    kept = [
        letter if letter in "-_." or (letter.isascii() and letter.isalnum()) else f"#{ord(letter):02X}"
        for letter in letters
    ]
    return "".join(kept)

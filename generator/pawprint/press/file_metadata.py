"""Metadata of a PDF file as XMP packets have it."""

from html import escape
from pathlib import Path

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
{description}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def xmp_packet(description: str) -> bytes:
    """The packet with that `rdf:Description`."""
    return _PACKET.format(description=description).encode()


def xmp_text(text: str) -> str:
    """*text* as it may stand in XML, without the signs that XML does not know."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text), quote=False)


# --- The ICC profiles that come with Pawprint -------------------------------------------------------------------------


#: The sRGB colour space: the numbers of IEC 61966-2-1, its primaries adapted to the white of profiles (D50), as
#: ICC.1:2010 asks for. It is in the public domain.
SRGB_PROFILE = Path(__file__).with_name("srgb.icc")
#: Offset on coated paper, ISO 12647-2:2004, from the characterisation data FOGRA39L; the text file beside it says how
#: it was made.
COATED_PROFILE = Path(__file__).with_name("fogra39l_coated.icc")

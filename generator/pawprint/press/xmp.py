"""Metadata of a PDF file as XMP packets have it."""

from html import escape

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

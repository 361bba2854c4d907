"""Metadata of PDF files: their XMP packets, and the ICC profiles that come with Pawprint."""

from html import escape
from pathlib import Path

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>{producer}</pdf:Producer><pdf:Keywords>{keywords}</pdf:Keywords>
<xmp:CreatorTool>Pawprint</xmp:CreatorTool><xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate><xmp:MetadataDate>{date}</xmp:MetadataDate>
</rdf:Description>
{claims}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""

#: Creation and last change of every file, so that the same sheets give the same bytes: for XMP, and for PDF itself.
XMP_DATE, PDF_DATE = "2000-01-01T00:00:00+00:00", "D:20000101000000+00'00'"

#: The sRGB colour space: the numbers of IEC 61966-2-1, its primaries adapted to the white of profiles (D50), as
#: ICC.1:2010 asks for. It is in the public domain.
SRGB_PROFILE = Path(__file__).with_name("srgb.icc")
#: Offset on coated paper, ISO 12647-2:2004, from the characterisation data FOGRA39L; the text file beside it explains
#: how it was made.
COATED_PROFILE = Path(__file__).with_name("fogra39l_coated.icc")


def xmp_packet(claims: str, **texts: str) -> bytes:
    """The XMP packet of a file.

    Args:
        claims: further `rdf:Description` elements, as XML.
        texts: the title, subject, author, language, producer and keywords; characters that XML does not allow become
            spaces.
    """
    escaped = {
        name: escape("".join(letter if letter.isprintable() else " " for letter in text), quote=False)
        for name, text in texts.items()
    }
    return _PACKET.format(claims=claims, date=XMP_DATE, **escaped).encode()

"""The chunks of a PNG file, and its rows in strips, for pictures that would be too large for memory as a whole."""

import struct
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

PNG_START = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">IIBBBBB")
#: Colour type -> samples of a pixel, where `decoded_strips` can decode the rows.
_SAMPLES = {2: 3, 4: 2, 6: 4}
#: The largest strip, and the packed and unpacked data in memory at a time; bytes.
_STRIP, _PACKED, _UNPACKED = 8_000_000, 65_536, 1_000_000


class PngHeader(NamedTuple):
    """The fields of the chunk IHDR."""

    width: int
    height: int
    bits: int
    colour_type: int
    compression: int
    filtering: int
    interlaced: int

    @property
    def has_strips(self) -> bool:
        """True if `decoded_strips` can decode the rows."""
        return self.bits == 8 and self.colour_type in _SAMPLES and not self.interlaced


def png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The kind and content of each chunk; checksums are not compared."""
    at = len(PNG_START)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def png_chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk with its length and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_header(ihdr: bytes) -> PngHeader | None:
    """The header in the content of a chunk IHDR; None if it is damaged."""
    return PngHeader(*_HEADER.unpack(ihdr)) if len(ihdr) == _HEADER.size else None


def decoded_strips(data: bytes, header: PngHeader, step: int) -> Iterator["Image"]:
    """The picture in strips, top first. Each has a multiple of *step* rows, except for the last one.

    A strip is decoded as a PNG file of its own. Since PNG stores rows as differences from the row above, it begins
    with that row.

    Raises:
        EOFError, OSError, zlib.error: rows are missing or damaged.
    """
    from PIL import Image

    length = header.width * _SAMPLES[header.colour_type]
    rows = max(_STRIP // length // step, 1) * step
    see_through = b"".join(png_chunk(kind, body) for kind, body in png_chunks(data) if kind == b"tRNS")
    unpacked = _unpacked(body for kind, body in png_chunks(data) if kind == b"IDAT")
    above, buffer = bytes(length), bytearray()
    for top in range(0, header.height, rows):
        count = min(rows, header.height - top)
        needed = count * (length + 1)  # each row begins with the kind of its filter
        while len(buffer) < needed:
            buffer += next(unpacked)
        strip = zlib.compress(b"\0" + above + buffer[:needed], 0)
        del buffer[:needed]
        ihdr = png_chunk(b"IHDR", _HEADER.pack(header.width, count + 1, *header[2:]))
        file = BytesIO(PNG_START + ihdr + see_through + png_chunk(b"IDAT", strip) + png_chunk(b"IEND", b""))
        with Image.open(file, formats=("PNG",)) as picture:
            above = picture.crop((0, count, header.width, count + 1)).tobytes()
            yield picture.crop((0, 1, header.width, count + 1))


def _unpacked(bodies: Iterable[bytes]) -> Iterator[bytes]:
    """The unpacked data of the chunks IDAT, piece by piece. Raises EOFError at the end."""
    unpacker = zlib.decompressobj()
    for body in bodies:
        for at in range(0, len(body), _PACKED):
            piece = body[at : at + _PACKED]
            while piece:
                yield unpacker.decompress(piece, _UNPACKED)
                piece = unpacker.unconsumed_tail
    raise EOFError("rows are missing")

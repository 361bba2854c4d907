"""A WOFF or WOFF2 file -> the font in it, within bounds of memory and time.

fontTools unpacks the tables. It decompresses without a bound and builds the outlines of WOFF2 in Python, so the sizes
that a file declares, and what they cost, are checked first.
"""

import struct
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

#: The most bytes in all tables of a font, in its file and unpacked. Noto Sans CJK has 20 MB.
MAX_BYTES = 40_000_000
#: What building the outlines of WOFF2 may cost, in bytes that fontTools copies: about ten seconds. It takes as long for
#: a byte of outlines as for copying so many, and copies what is left of a stream for each glyph, contour or component.
MAX_WORK, _OUTLINE_WORK = 1e11, 28_000

#: Signature -> the length of the header, and where its metadata and private data begin, which are not read.
_HEADERS = {b"wOFF": (44, 24), b"wOF2": (48, 28)}


class UnpackError(ValueError):
    """Why a font cannot be unpacked: what follows its name in a message."""


def unpacked_font(path: Path) -> bytes:
    """The TrueType or OpenType font in a WOFF or WOFF2 file.

    Raises:
        UnpackError: it is damaged or too large.
        OSError: it cannot be read.
    """
    from fontTools.ttLib import TTFont

    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _too_large()
    size, extras = _HEADERS[data[:4]]
    data = data[:extras] + bytes(size - extras) + data[size:]
    out = BytesIO()
    try:
        _check_sizes(data, size)
        with TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False) as font:
            font.flavor = None
            font.save(out, reorderTables=None)
    except UnpackError:
        raise
    except Exception as error:  # a damaged file fails in any of fontTools' readers and decompressors
        raise UnpackError("is damaged") from error
    return out.getvalue()


def _too_large() -> UnpackError:
    return UnpackError(f"has more than {MAX_BYTES // 1_000_000} MB when unpacked")


def _check_sizes(data: bytes, header: int) -> None:
    """Raises `UnpackError` if the tables of a file are too large, or are not as large as the file declares."""
    from fontTools.ttLib.sfnt import WOFFDirectoryEntry
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry

    is_woff2 = data[:4] == b"wOF2"
    file = BytesIO(data)
    file.seek(header)
    (count,) = struct.unpack_from(">H", data, 12)
    entries: list[Any] = []
    for _ in range(count):
        entries.append(WOFF2DirectoryEntry() if is_woff2 else WOFFDirectoryEntry())
        entries[-1].fromFile(file)
    if sum([max(entry.length, entry.origLength) for entry in entries]) > MAX_BYTES:
        raise _too_large()
    if is_woff2:
        import brotli

        (packed,) = struct.unpack_from(">I", data, 20)
        whole = sum([entry.length for entry in entries])
        start = file.tell()
        tables = brotli.Decompressor().process(data[start : start + packed], output_buffer_limit=whole + 1)
        if len(tables) != whole:
            raise UnpackError("is damaged: it declares another size than it has")
        _check_outlines(tables, entries)
        return
    for entry in entries:
        packed_table = data[entry.offset : entry.offset + entry.length]
        if entry.length != entry.origLength:
            unpacking = zlib.decompressobj()
            if len(unpacking.decompress(packed_table, entry.origLength + 1)) != entry.origLength:
                raise UnpackError("is damaged: it declares another size than it has")


def _check_outlines(tables: bytes, entries: list[Any]) -> None:
    """Raises `UnpackError` if building the outlines of a WOFF2 file would take too long."""
    start = work = 0
    built = {str(entry.tag) for entry in entries if entry.transformed}
    for entry in entries:
        if entry.tag == "glyf" and built & {"glyf", "hmtx"}:
            work += _OUTLINE_WORK * entry.length
        if entry.tag == "glyf" and "glyf" in built:
            _, _, glyphs, _, _, points, _, _, components, *_ = struct.unpack_from(">4H7I", tables, start)
            points, components = min(points, entry.length), min(components, entry.length)
            work += 3 * glyphs * entry.length + points * points + components * components
        start += entry.length
    if work > MAX_WORK:
        raise UnpackError("has too many outlines to unpack; save it as TTF")

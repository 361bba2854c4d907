"""The scans of a JPEG: how many there are, and whether they have the data of all pixels that the header promises."""

import re
import struct
import zlib
from collections.abc import Iterator
from itertools import islice

#: Markers of a JPEG; one of eight restarts; and what ends the data of a scan: neither an escaped 255 nor a restart.
_END_OF_IMAGE, _START_OF_SCAN, _RESTART_INTERVAL, _RESTART = 0xD9, 0xDA, 0xDD, 0xD0
_RESTARTS = re.compile(rb"\xff[\xd0-\xd7]")
_MARKER = re.compile(rb"\xff+[^\x00\xd0-\xd7\xff]")
#: The next marker with a length, as decoders find it: they skip anything else.
_NEXT = re.compile(rb"\xff+([^\x00\x01\xd0-\xd7\xff])", re.DOTALL)
#: Bytes whose compressed form is added to the data of a scan.
_ADDED = 256
#: Data are added to so many scans; programs write about ten.
_SCANS = 1000


def count_scans(jpeg: bytes) -> int:
    """The number of scans; a decoder goes through all pixels for each."""
    return sum(1 for _ in _scan_ends(jpeg))


def with_more_data(jpeg: bytes) -> bytes:
    """A JPEG with something added to the data of each scan: a decoder that has all pixels skips it.

    If data are missing, a decoder fills up with grey and says nothing, but reads whatever is added. So the pixels of
    both files are the same only if none are missing.
    """
    noise = zlib.compress(jpeg[-_ADDED:]).replace(b"\xff", b"\0")  # any bytes without markers among them
    parts: list[bytes] = []
    start = 0
    for end, restart in islice(_scan_ends(jpeg), _SCANS):
        parts += [jpeg[start:end], noise]
        if restart is not None:
            parts += [bytes((0xFF, _RESTART + (restart + further) % 8)) + noise for further in range(8)]
        start = end
    return b"".join([*parts, jpeg[start:]])


def _scan_ends(jpeg: bytes) -> Iterator[tuple[int, int | None]]:
    """Where the data of each scan of a JPEG end, and the number of the next restart; None without restarts."""
    at, restarts = 2, False
    while (marker := _NEXT.search(jpeg, at)) and marker.end() + 2 <= len(jpeg):
        kind, at = marker[1][0], marker.end()
        (length,) = struct.unpack_from(">H", jpeg, at)
        if kind == _END_OF_IMAGE or length < 2:
            return
        if kind == _RESTART_INTERVAL:
            restarts = any(jpeg[at + 2 : at + 4])
        at += length
        if kind == _START_OF_SCAN:
            end = _MARKER.search(jpeg, at)
            if end is None:
                return
            done = len(_RESTARTS.findall(jpeg, at, end.start()))
            at = end.start()
            yield at, done if restarts else None

"""The sRGB colour space as an ICC profile, which says to a viewer in a hundred years what our numbers look like.

The numbers are those of IEC 61966-2-1, its primaries adapted to the white of profiles (D50) as ICC.1:2010 wants them.
"""

import struct
from functools import cache

#: X, Y and Z of white under D50, of the primaries, and the matrix that adapts from D65.
_WHITE = (0.9642, 1.0, 0.8249)
_RED, _GREEN, _BLUE = (0.43607, 0.22249, 0.01392), (0.38515, 0.71687, 0.09708), (0.14307, 0.06061, 0.7141)
_ADAPTED = (1.047882, 0.022918, -0.050217, 0.029586, 0.990478, -0.017075, -0.009247, 0.015075, 0.751678)
#: From numbers to light: ((x + 0.055) / 1.055) ** 2.4, and x / 12.92 below 0.04045.
_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
#: The type of the function above among ICC's parametric curves.
_CURVE_TYPE = 3


@cache
def srgb() -> bytes:
    """The profile; no clock, so the same bytes on every machine."""
    curve = b"para" + struct.pack(">IHH", 0, _CURVE_TYPE, 0) + _fixed(_CURVE)
    tags = {
        b"desc": _words("sRGB"),
        b"cprt": _words("No copyright"),
        b"wtpt": _xyz(_WHITE),
        b"chad": b"sf32\0\0\0\0" + _fixed(_ADAPTED),
        b"rXYZ": _xyz(_RED),
        b"gXYZ": _xyz(_GREEN),
        b"bXYZ": _xyz(_BLUE),
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    places: dict[bytes, int] = {}
    data = b""
    start = 128 + 4 + 12 * len(tags)
    for body in tags.values():
        if body not in places:
            places[body] = start + len(data)
            data += body + bytes(-len(body) % 4)
    table = b"".join(struct.pack(">4sII", tag, places[body], len(body)) for tag, body in tags.items())
    header = struct.pack(
        ">I4sI4s4s4s6H4s4sI4s4sQI12s48x",
        *(start + len(data), b"", 0x04200000, b"mntr", b"RGB ", b"XYZ "),  # a monitor's, version 4.2
        *(2000, 1, 1, 0, 0, 0, b"acsp"),
        *(b"", 0, b"", b"", 0, 0, _fixed(_WHITE)),
    )
    return header + struct.pack(">I", len(tags)) + table + data


def _fixed(numbers: tuple[float, ...]) -> bytes:
    """Numbers with sixteen bits behind the point."""
    return struct.pack(f">{len(numbers)}i", *(round(number * 65536) for number in numbers))


def _xyz(numbers: tuple[float, float, float]) -> bytes:
    return b"XYZ \0\0\0\0" + _fixed(numbers)


def _words(text: str) -> bytes:
    """*text* in English, as text in several languages is written."""
    words = text.encode("utf-16-be")
    return b"mluc" + struct.pack(">IIIHHII", 0, 1, 12, 0x656E, 0x5553, len(words), 28) + words

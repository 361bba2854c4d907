"""WOFF and WOFF2 files are unpacked within bounds, whatever they declare."""

import io
import struct
import zlib
from pathlib import Path

import brotli
import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable

from pawprint.press import fonts as packed_fonts
from pawprint.press.fonts import FontError, FontFile, RealTypeface, UnpackError, unpacked_font
from press import sample

DECLARES = "it declares another size than it has"


def packed(flavor: str, zeros: int = 0) -> bytes:
    """A font with a table of zeros."""
    out = io.BytesIO()
    with TTFont(sample.STATIC) as font:
        if zeros:
            font["ZERO"] = DefaultTable("ZERO")
            font["ZERO"].data = bytes(zeros)
        font.flavor = flavor
        font.save(out)
    return out.getvalue()


def saved(folder: Path, data: bytes) -> Path:
    path = folder / "font"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_font_that_is_too_large_when_unpacked_is_refused_by_its_header(
    tmp_path: Path, flavor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path, packed(flavor, packed_fonts.MAX_BYTES))
    monkeypatch.setattr(zlib, "decompressobj", None)
    monkeypatch.setattr(brotli, "Decompressor", None)
    with pytest.raises(FontError, match="has more than 40 MB when unpacked"):
        RealTypeface("big", FontFile(path))


@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_font_file_that_is_too_large_is_not_read_to_its_end(
    tmp_path: Path, flavor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path, packed(flavor))
    monkeypatch.setattr(packed_fonts, "MAX_BYTES", path.stat().st_size - 1)
    with pytest.raises(UnpackError, match="has more than 0 MB"):
        unpacked_font(path)


def lying(flavor: str, more: int, less: int = 0) -> bytes:
    """A font whose table of zeros has *more* than it declares, or *less*."""
    data = packed(flavor, 1000)
    if flavor == "woff":
        (count,) = struct.unpack_from(">H", data, 12)
        entry = next(at for at in range(44, 44 + 20 * count, 20) if data[at : at + 4] == b"ZERO")
        at, size = struct.unpack_from(">II", data, entry + 4)
        table = zlib.compress(bytes(1000 + more - less))
        head = data[: entry + 4] + struct.pack(">II", len(data), len(table)) + data[entry + 12 :]
        assert zlib.decompress(data[at : at + size]) == bytes(1000)
        return head[:8] + struct.pack(">I", len(head) + len(table)) + head[12:] + table
    (size,) = struct.unpack_from(">I", data, 20)
    start = next(at for at in range(48, 400) if _brotli(data[at : at + size]))
    stream = brotli.decompress(data[start : start + size])
    stream = brotli.compress(stream[: len(stream) - less] + bytes(more))
    padding = bytes(-(start + len(stream)) % 4)
    whole = struct.pack(">I", start + len(stream) + len(padding))
    return data[:8] + whole + data[12:20] + struct.pack(">I", len(stream)) + data[24:start] + stream + padding


def _brotli(data: bytes) -> bytes:
    try:
        return brotli.decompress(data)
    except brotli.error:
        return b""


@pytest.mark.parametrize(("more", "less"), [(1, 0), (0, 1), (300_000_000, 0)])
@pytest.mark.parametrize("flavor", ["woff", "woff2"])
def test_font_that_declares_a_wrong_size_is_refused(tmp_path: Path, flavor: str, more: int, less: int) -> None:
    with pytest.raises(UnpackError, match=DECLARES):
        unpacked_font(saved(tmp_path, lying(flavor, more, less)))


@pytest.mark.parametrize(("flavor", "at"), [("woff", 24), ("woff2", 28)])
def test_metadata_of_a_font_is_not_unpacked(tmp_path: Path, flavor: str, at: int) -> None:
    data = packed(flavor)
    pack = zlib.compress if flavor == "woff" else brotli.compress
    metadata = pack(bytes(10_000))
    place = struct.pack(">III", len(data), len(metadata), 10_000)
    whole = data[:at] + place + data[at + 12 :] + metadata
    whole = whole[:8] + struct.pack(">I", len(whole)) + whole[12:]
    assert unpacked_font(saved(tmp_path, whole)) == unpacked_font(saved(tmp_path, data))


def test_slowly_unpacked_outlines_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path, packed("woff2"))
    monkeypatch.setattr(packed_fonts, "MAX_WORK", 1e8)
    with pytest.raises(UnpackError, match="has too many outlines to unpack; save it as TTF"):
        unpacked_font(path)

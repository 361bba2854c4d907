"""Changes inputs of each format at random: what stays of the format takes the change deep into its reader."""

import io
import json
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

Mutator = Callable[[bytes, Random], bytes]


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())


#: Numbers at limits of types, of places on paper, and of what Python reads and prints.
NUMBERS = (
    *words_of(
        "0 -1 1 2 7 255 256 65535 65536 2147483647 -2147483648 4294967295 9223372036854775808 1e308 1e999 -1e400 "
        "1e-320 0.1 -0.0 nan inf .5 5. 1_000 0x7f 0o17 1:30 99999999999999999999999 1048576 16384 "
        "12345678901234567890123456789 ² ٣"
    ),
    "9" * 5000,
)
#: Characters that mean something to terminals, to YAML or XML, to the order of words, or that no file should have.
CHARACTERS = (
    *("\0", "\x07", "\x1b[31m", "\x7f", "\x85", "\x9b", "\u200b", "\u200e", "\u202e", "\u2066", "\u2028", "\ufeff"),
    *("\ufffe", "\ufdd0", "\U0010ffff", "\U0001f43e", "e\u0301", "\u0130", "ß", "ﬁ", "\udc80", "\ud800", "\t", "\r"),
    *("\u05d0", "\u0639\u0631\u0628", "\u0e01\u0e33", "\u0915\u094d\u0937", "\u4e2d", "\u00ad", "\u00a0", "\u200d"),
    *("'", '"', "`", "\\", "%", "&", "*", "!", "|", ">", "#", "@", "~", "{", "}", "[", "]", ",", ": ", "- ", "? "),
)
#: Pairs that formats nest.
NESTS = (("[", "]"), ("{a: ", "}"), ("{", "}"), ("(", ")"), ("<g>", "</g>"), ("> ", ""), ("- ", ""), ("**", "**"))
NESTS += (("{% if 1 %}", "{% endif %}"), ("{{ ", " }}"), ('{"a":', "}"), ("!!x ", ""), ("&a [", ", *a]"))
_DEPTHS = (1, 1, 2, 3, 10, 70, 200, 1200, 5000)
_TOKEN = re.compile(r"[\w.%-]+|[^\w\s]|\s+")


def text_mutator(words: Sequence[str] = (), others: Sequence[bytes] = ()) -> Mutator:
    """Changes texts by lines, words, numbers and characters.

    Args:
        words: of the format, which replace others.
        others: texts of the format, from which lines come.
    """
    lines = [line for other in others for line in other.decode("utf-8", "surrogateescape").splitlines()]

    def mutate(data: bytes, random: Random) -> bytes:
        text = data.decode("utf-8", "surrogateescape")
        for _ in range(_count(random)):
            text = _changed_text(text, random, words, lines)
        return text.encode("utf-8", "surrogatepass" if "\ud800" in text else "surrogateescape")

    return mutate


def _count(random: Random) -> int:
    """How many changes are made: mostly one, seldom many."""
    return random.choice((1, 1, 1, 2, 2, 3, 5, 12))


def _changed_text(text: str, random: Random, words: Sequence[str], lines: Sequence[str]) -> str:
    kind = random.randrange(14)
    if kind < 5:
        return _changed_token(text, random, words)
    if kind < 9:
        return _changed_lines(text, random, lines)
    at = random.randrange(len(text) + 1)
    end = min(len(text), at + random.choice((0, 1, 2, 8, 40, 300)))
    if kind == 9:
        return text[:at] + random.choice(CHARACTERS) * random.choice((1, 1, 2, 50, 5000)) + text[at:]
    if kind == 10:
        first, last = random.choice(NESTS)
        depth = random.choice(_DEPTHS)
        return text[:at] + first * depth + text[at:end] + last * depth + text[end:]
    if kind == 11:
        return text[:at] + text[end:]
    if kind == 12:
        return text[:at] if random.random() < 0.5 else text[at:]
    return text[:at] + text[at:end] * random.choice((2, 3, 30, 2000)) + text[end:]


def _changed_token(text: str, random: Random, words: Sequence[str]) -> str:
    tokens = _TOKEN.findall(text)
    if not tokens:
        return random.choice(NUMBERS)
    at, other = random.randrange(len(tokens)), random.randrange(len(tokens))
    kind = random.randrange(6)
    if kind == 0:
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif kind == 1:
        tokens[at] = tokens[other]
    elif kind == 2:
        numbers = [i for i, token in enumerate(tokens) if token[:1].isdigit()]
        tokens[random.choice(numbers or [at])] = random.choice(NUMBERS)
    elif kind == 3 and words:
        tokens[at] = random.choice(words)
    elif kind == 4:
        tokens.insert(at, random.choice([*words[:200], *NUMBERS]))
    else:
        del tokens[at]
    return "".join(tokens)


def _changed_lines(text: str, random: Random, others: Sequence[str]) -> str:
    lines = text.splitlines(keepends=True)
    if not lines:
        return "\n"
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(5)
    if kind == 0:
        del lines[at : at + random.choice((1, 1, 3))]
    elif kind == 1:
        lines.insert(to, lines[at])
    elif kind == 2:
        lines[at], lines[to] = lines[to], lines[at]
    elif kind == 3:
        lines[at] = " " * random.randrange(9) + lines[at].lstrip(" ")
    elif others:
        lines.insert(at, random.choice(others) + "\n")
    return "".join(lines)


def mutate_bytes(data: bytes, random: Random) -> bytes:
    """Changes single bytes, numbers of 1, 2 and 4 bytes, and blocks."""
    result = bytearray(data)
    for _ in range(_count(random)):
        at = random.randrange(len(result) + 1) if random.random() < 0.7 else random.randrange(min(len(result), 64) + 1)
        kind = random.randrange(8)
        if kind < 2:
            result[at : at + 1] = bytes([random.randrange(256)])
        elif kind == 2 and at < len(result):
            result[at] ^= 1 << random.randrange(8)
        elif kind == 3:
            size = random.choice((1, 2, 4))
            value = random.choice((0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)) % (1 << 8 * size)
            result[at : at + size] = value.to_bytes(size, random.choice(("big", "little")))  # type: ignore[arg-type]
        elif kind == 4:
            del result[at : at + random.choice((1, 2, 4, 50, 1000))]
        elif kind == 5:
            start = random.randrange(len(result) + 1)
            result[at:at] = result[start : start + random.choice((1, 4, 50, 1000))]
        elif kind == 6:
            del result[at:]
        else:
            result[at:at] = random.randbytes(random.choice((1, 4, 30)))
    return bytes(result)


def mutate_json(data: bytes, random: Random) -> bytes:
    """Changes values, keys and types in a tree of JSON, and sometimes its text."""
    if random.random() < 0.25:
        return text_mutator(("null", "true", "NaN", "Infinity", "\\ud800", "{}", "[]"))(data, random)
    return b"\n".join(_changed_json(line, random) for line in (data.split(b"\n") if b"\n{" in data else [data]))


def _changed_json(data: bytes, random: Random) -> bytes:
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return data
    for _ in range(_count(random)):
        holders = [tree] if isinstance(tree, dict | list) else []
        for holder in holders:
            holders += [one for one in _values(holder) if isinstance(one, dict | list)]
        if not holders:
            break
        _change_holder(random.choice(holders), random)
    return json.dumps(tree).encode()


def _values(holder: Any) -> list[Any]:
    return list(holder.values()) if isinstance(holder, dict) else holder


def _change_holder(holder: Any, random: Random) -> None:
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    if not keys:
        return
    key, other = random.choice(keys), random.choice(keys)
    kind = random.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key], holder[other] = holder[other], holder[key]
    elif kind == 2 and isinstance(holder, dict):
        holder[random.choice((f"{key}x", "", "__class__", "a/../b", "\x1b[1m", "x" * 400))] = holder[key]
    elif kind == 3 and isinstance(holder, list):
        holder.extend(holder[:50] * random.choice((1, 20)))
    else:
        number = random.choice(NUMBERS)
        values: list[Any] = [None, True, False, "", [], {}, [[]], {"a": 1}, "x", random.choice(CHARACTERS), number]
        values += [0, -1, 10**20, 0.5, 1e308, holder[other]]
        holder[key] = random.choice(values)


def zip_mutator(inner: Mutator) -> Mutator:
    """Changes a file within an archive by *inner*, or its name, or the archive itself."""

    def mutate(data: bytes, random: Random) -> bytes:
        if random.random() < 0.1:
            return mutate_bytes(data, random)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [(name, archive.read(name)) for name in archive.namelist()]
        for _ in range(random.choice((1, 1, 2))):
            at = random.choice([i for i, (name, _) in enumerate(files) if "sheet1" in name or "content" in name] * 3
                               + list(range(len(files))))  # fmt: skip
            name, content = files[at]
            kind = random.randrange(12)
            if kind == 0 and len(files) > 1:
                del files[at]
            elif kind == 1:
                files.append((random.choice(("../x", "/etc/x", name, name.upper(), "")), content))
            else:
                files[at] = name, inner(content, random)
        out = io.BytesIO()
        packing = zipfile.ZIP_DEFLATED if random.random() < 0.2 else zipfile.ZIP_STORED
        with warnings.catch_warnings(), zipfile.ZipFile(out, "w", packing) as archive:
            warnings.simplefilter("ignore")  # of names that are there twice
            for name, content in files:
                archive.writestr(zipfile.ZipInfo(name or "x"), content)
        return out.getvalue()

    return mutate


def mutate_png(data: bytes, random: Random) -> bytes:
    """Changes chunks of a PNG, whose check sums are then right again."""
    if random.random() < 0.15:
        return mutate_bytes(data, random)
    chunks, at = [], 8
    while at + 8 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += 12 + size
    for _ in range(_count(random)):
        i = random.randrange(len(chunks)) if chunks and random.random() < 0.6 else 0
        if not chunks:
            break
        kind, body = chunks[i]
        change = random.randrange(8)
        if change == 0:
            del chunks[i]
        elif change == 1:
            chunks.insert(random.randrange(len(chunks) + 1), (kind, body))
        elif change == 2:
            chunks[i] = random.choice((b"tRNS", b"PLTE", b"gAMA", b"iCCP", b"acTL", b"tEXt", b"eXIf", b"IDAT")), body
        elif change == 3 and kind == b"IDAT":
            raw = zlib.decompressobj()
            try:
                chunks[i] = kind, zlib.compress(mutate_bytes(raw.decompress(body, 1_000_000), random), 1)
            except zlib.error:
                chunks[i] = kind, mutate_bytes(body, random)
        else:
            chunks[i] = kind, mutate_bytes(body, random)
    parts = [
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    ]
    return data[:8] + b"".join(parts)


def mutate_jpeg(data: bytes, random: Random) -> bytes:
    """Changes the segments of a JPEG before its picture, or anything in it."""
    start = data.find(b"\xff\xda")
    if random.random() < 0.3 or start < 4:
        return mutate_bytes(data, random)
    segments, at = [], 2
    while at + 4 <= start:
        (size,) = struct.unpack_from(">H", data, at + 2)
        segments.append((data[at : at + 2], data[at + 4 : at + 2 + size]))
        at += 2 + size
    for _ in range(_count(random)):
        i = random.randrange(len(segments)) if segments else 0
        if not segments:
            break
        mark, body = segments[i]
        change = random.randrange(5)
        if change == 0:
            del segments[i]
        elif change == 1:
            segments.insert(random.randrange(len(segments) + 1), (mark, body))
        elif change == 2:
            segments[i] = bytes([0xFF, random.choice((0xC0, 0xC2, 0xC4, 0xDB, 0xDD, 0xE1, 0xE2, 0xEE, 0xFE))]), body
        else:
            segments[i] = mark, mutate_bytes(body, random)
    head = b"".join(mark + struct.pack(">H", min(len(body) + 2, 65535)) + body for mark, body in segments)
    return data[:2] + head + data[start:]


def mutate_image(data: bytes, random: Random) -> bytes:
    """Changes an image of any format."""
    if data.startswith((b"\x89PNG", b"\xff\xd8")):
        return (mutate_png if data.startswith(b"\x89") else mutate_jpeg)(data, random)
    return mutate_bytes(data, random)


def mutate_font(data: bytes, random: Random) -> bytes:
    """Changes tables of a font, and packs it as WOFF now and then."""
    if data[:4] in (b"wOF2", b"wOFF") or random.random() < 0.1:
        return mutate_bytes(data, random)
    (count,) = struct.unpack_from(">H", data, 4)
    entries = [struct.unpack_from(">4sIII", data, 12 + 16 * i) for i in range(count)]
    tables = [(tag, data[start : start + size]) for tag, _, start, size in entries]
    for _ in range(_count(random)):
        small = [i for i, (_, body) in enumerate(tables) if len(body) < 400]
        i = random.choice(small) if small and random.random() < 0.6 else random.randrange(len(tables) or 1)
        if i >= len(tables):
            break
        tag, body = tables[i]
        change = random.randrange(8)
        if change == 0:
            del tables[i]
        elif change == 1:
            tables[i] = random.choice((b"glyf", b"CFF ", b"cmap", b"fvar", b"\xff\xfe\0\0", b"OS/2")), body
        else:
            tables[i] = tag, mutate_bytes(body, random)
    return _woff(data[:4], tables) if random.random() < 0.2 else _sfnt(data[:4], tables)


def _sfnt(start: bytes, tables: Sequence[tuple[bytes, bytes]]) -> bytes:
    head = start + struct.pack(">HHHH", len(tables), 0, 0, 0)
    at, parts = 12 + 16 * len(tables), b""
    for tag, body in tables:
        head += struct.pack(">4sIII", tag, 0, at + len(parts), len(body))
        parts += body + b"\0" * (-len(body) % 4)
    return head + parts


def _woff(start: bytes, tables: Sequence[tuple[bytes, bytes]]) -> bytes:
    at, entries, parts = 44 + 20 * len(tables), b"", b""
    for tag, body in tables:
        packed = min((zlib.compress(body, 1), body), key=len)
        entries += struct.pack(">4sIIII", tag, at + len(parts), len(packed), len(body), 0)
        parts += packed + b"\0" * (-len(packed) % 4)
    size = 12 + 16 * len(tables) + sum(len(body) + -len(body) % 4 for _, body in tables)
    head = struct.pack(">4s4sIHHIHHIIIII", b"wOFF", start, at + len(parts), len(tables), 0, size, 1, 0, 0, 0, 0, 0, 0)
    return head + entries + parts


def mutate_packed_font(data: bytes, random: Random) -> bytes:
    """Changes the header of a WOFF or WOFF2 file, or what is compressed in it, and says so in its sizes or not."""
    if random.random() < 0.4:
        head = bytearray(data[:400])
        at = random.randrange(len(head) - 4)
        head[at : at + 4] = mutate_bytes(bytes(head[at : at + 4]), random).ljust(4, b"\xff")[:4]
        return bytes(head) + data[400:]
    if data[:4] == b"wOFF":
        (count,) = struct.unpack_from(">H", data, 12)
        entries = [struct.unpack_from(">4sIII", data, 44 + 20 * i) for i in range(count)]
        tables = [(tag, _inflated(data[at : at + packed], whole)) for tag, at, packed, whole in entries]
        i = random.randrange(len(tables))
        tables[i] = tables[i][0], mutate_bytes(tables[i][1], random)
        return _woff(data[4:8], tables)
    import brotli

    (packed,) = struct.unpack_from(">I", data, 20)
    for start in range(48, min(len(data), 400)):
        try:
            tables_of_all = brotli.decompress(data[start : start + packed])
        except brotli.error:
            continue
        stream = brotli.compress(mutate_bytes(tables_of_all, random), quality=1)
        padding = bytes(-(start + len(stream)) % 4)
        whole = struct.pack(">I", start + len(stream) + len(padding))
        return data[:8] + whole + data[12:20] + struct.pack(">I", len(stream)) + data[24:start] + stream + padding
    return mutate_bytes(data, random)


def _inflated(data: bytes, size: int) -> bytes:
    return data if len(data) == size else zlib.decompress(data)

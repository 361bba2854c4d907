"""Gives small or cheap inputs that would take huge time or memory to each command that reads them, and measures it.

    python tests/fuzz/bombs.py [--name TEXT] [--list]

Each runs in a separate process. It must end by itself, without a traceback, within `CPU_S` seconds of processor time
and `MEMORY` bytes. `test_bombs.py` runs a sample.
"""

import argparse
import io
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "generator")]

from fuzz.project import ROOT

CPU_S, MEMORY = 10, 500_000_000
#: The limit after which the system ends a run: three times what is allowed.
_KILLED_S, _KILLED_BYTES = 3 * CPU_S, 3_000_000_000
_BASE = ROOT / "tests" / "bad_catalogs" / "base"
_DEN = ("--catalog", ".")
_BUILD = ("build", "den", "--no-cache", "--jobs", "1", *_DEN)
_CHECK = ("check", "den", *_DEN)


class Bomb(NamedTuple):
    """A hostile input.

    Attributes:
        arguments: of the command that reads it.
        files: makes the files that are laid over the small game, by path.
    """

    arguments: tuple[str, ...]
    files: Callable[[], Mapping[str, str | bytes]]


class Run(NamedTuple):
    """What a bomb cost: seconds of processor time, bytes at the peak, and a complaint, empty if all is well."""

    seconds: float
    memory: int
    complaint: str


# --- files --------------------------------------------------------------------------------------------------

_GAME = (_BASE / "den/game.yaml").read_text(encoding="utf-8")
_CARDS = (_BASE / "den/cards.yaml").read_text(encoding="utf-8")
_FACE = (_BASE / "layouts/faces/animal.yaml").read_text(encoding="utf-8")
_FONTS = (_BASE / "layouts/fonts.yaml").read_text(encoding="utf-8")


def _svg(content: str) -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">'
    return f"{head}{content}</svg>".encode()


def _drawing(content: Callable[[], str]) -> Bomb:
    return Bomb(_BUILD, lambda: {"den/art/fox.svg": _svg(content())})


def _template(expression: str) -> Bomb:
    quoted = expression.replace("'", "''")
    element = f"  - {{kind: text, text: '{quoted}', style: title, at: [5 mm, 5 mm], size: [30 mm, 6 mm]}}\n"
    return Bomb(_BUILD, lambda: {"layouts/faces/animal.yaml": _FACE + element})


def _element(text: Callable[[], str]) -> Bomb:
    return Bomb(_BUILD, lambda: {"layouts/faces/animal.yaml": _FACE + text()})


def _cards(text: Callable[[], str]) -> Bomb:
    return Bomb(_CHECK, lambda: {"den/cards.yaml": text()})


def _game(text: Callable[[], str]) -> Bomb:
    return Bomb(_CHECK, lambda: {"den/game.yaml": _GAME + text()})


def _rules(play: Callable[[], str], more: str = "", copies: int = 1, choose: str = "card: hand") -> Bomb:
    """Rules that are data, with so many hares, some steps before the first decision, and lines behind the others."""

    def files() -> Mapping[str, str]:
        head = "zones: {pile: {}, hand: {each: player}, table: {}}\nvalues: {n: 1}\n"
        actions = f"actions: {{play: {{choose: {{{choose}}}}}}}\n"
        rules = f"players: 2\n{head}play:\n{play()}  - each player: [{{ask: play}}]\n{actions}{more}"
        return {
            "den/game.yaml": _GAME.replace("languages:", "rules: {engine: rules.yaml}\nlanguages:", 1),
            "den/cards.yaml": _CARDS.replace("id: hare,", f"id: hare, copies: {copies},", 1),
            "den/rules.yaml": rules,
        }

    return Bomb(_CHECK, files)


def _nested(loops: list[str]) -> str:
    """Loops in loops, as the steps of a game."""
    lines = "".join(f"{'  ' * (2 * n + 1)}- {loop}\n{'  ' * (2 * n + 2)}do:\n" for n, loop in enumerate(loops))
    return f"{lines}{'  ' * (2 * len(loops) + 1)}- {{add: {{n: 1}}}}\n"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _zeros(count: int) -> bytes:
    """*count* zeros, compressed."""
    packer, made, block = zlib.compressobj(9), io.BytesIO(), bytes(1_000_000)
    for _ in range(count // len(block)):
        made.write(packer.compress(block))
    return made.getvalue() + packer.flush()


def _png(width: int, height: int, depth: int, colour: int, data: bytes = b"", more: bytes = b"") -> bytes:
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + more + _chunk(b"IDAT", data or _zeros(1_000_000)) + _chunk(b"IEND", b"")


def _picture(data: Callable[[], bytes], name: str = "big.png") -> Bomb:
    element = f"  - {{kind: image, image: {name}, at: [5 mm, 15 mm], size: [30 mm, 30 mm]}}\n"
    return Bomb(_BUILD, lambda: {"layouts/faces/animal.yaml": _FACE + element, f"layouts/images/{name}": data()})


def _scans(side: int, count: int) -> bytes:
    """A progressive JPEG whose scans are repeated until there are *count*."""
    from PIL import Image

    out = io.BytesIO()
    Image.effect_noise((side, side), 60).convert("RGB").save(out, "JPEG", progressive=True, quality=30)
    data = out.getvalue()
    start = data.rindex(b"\xff\xda")
    return data[:start] + data[start:-2] * count + data[-2:]


def _font(data: Callable[[], bytes], name: str) -> Bomb:
    fonts = f"{_FONTS}\n  bomb: {{regular: {name}}}\n"
    element = "  - {kind: text, text: x, font: bomb, size: [30 mm, 6 mm], at: [5 mm, 5 mm]}\n"
    return Bomb(
        _CHECK,
        lambda: {
            "layouts/fonts.yaml": fonts,
            f"layouts/fonts/{name}": data(),
            "layouts/faces/animal.yaml": _FACE + element,
        },
    )


def _woff(size: int) -> bytes:
    packed = _zeros(size)
    head = struct.pack(">4sIIHHIHHIIIII", b"wOFF", 0x00010000, 64 + len(packed), 1, 0, size + 28, 1, 0, 0, 0, 0, 0, 0)
    return head + struct.pack(">4sIIII", b"head", 64, len(packed), size, 0) + packed


def _woff2(size: int) -> bytes:
    import brotli

    packed = brotli.compress(bytes(size), quality=1, lgwin=24)
    number, digits = size, []
    while True:
        digits.append(number & 127)
        number >>= 7
        if not number:
            break
    length = bytes([digit | 128 for digit in reversed(digits[1:])] + [digits[0]])
    table = bytes([1]) + length  # `head`
    total = 48 + len(table) + len(packed)
    head = struct.pack(
        ">4sIIHHIIHHIIIII", b"wOF2", 0x00010000, total, 1, 0, size + 28, len(packed), 1, 0, 0, 0, 0, 0, 0
    )
    return head + table + packed


def _zip(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def _list(name: str, data: Callable[[], str | bytes], *more: str) -> Bomb:
    arguments = ("import", name, "game", "--build", *more)
    return Bomb(arguments, lambda: {name: data()})


def _po(text: Callable[[], str]) -> Bomb:
    head = 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    return Bomb(("po", "import", "den", "en", "en.po", *_DEN), lambda: {"en.po": head + text()})


def _scenario(state: str) -> Bomb:
    text = f"game: pocket-cats\nstate: {state}\nsteps: []\n"
    return Bomb(("scenario", "bomb.yaml", "--catalog", str(ROOT / "catalog")), lambda: {"bomb.yaml": text})


def _laughs() -> str:
    names = "abcdefghijkl"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in pairwise(names)]
    return "\n".join(lines) + "\nanimals: *l\n"


def _chain(count: int, link: str, last: str = "") -> str:
    return "".join(link.format(here=n, next=n + 1) for n in range(count)) + last


BOMBS: Mapping[str, Bomb] = {
    # YAML
    "aliases of aliases": _cards(_laughs),
    "a list 100,000 deep": _cards(lambda: "animals: " + "[" * 100_000),
    "a mapping 100,000 deep": _cards(lambda: "animals: " + "{a: " * 100_000),
    "900,000 empty records": _cards(lambda: "animals:\n" + "- {}\n" * 900_000),
    "200,000 unknown fields": _cards(
        lambda: "animals:\n- {id: hare, " + ", ".join(f"k{n}: 1" for n in range(200_000)) + "}\n"
    ),
    "one field 200,000 times": _cards(lambda: "animals:\n- {id: hare" + ", level: 1" * 200_000 + "}\n"),
    "a key of a megabyte": _cards(lambda: "animals:\n- {? " + "k" * 1_000_000 + " : 1}\n"),
    "a text of two megabytes": _cards(lambda: f"animals:\n- {{id: hare, name: '{'x' * 2_000_000}'}}\n"),
    "a number of a million digits": _cards(lambda: f"animals:\n- {{id: hare, level: {'9' * 1_000_000}}}\n"),
    "50,000 anchors": _cards(lambda: "animals:\n" + "".join(f"- &a{n} {{id: h{n}}}\n" for n in range(50_000))),
    "merges of merges": _cards(
        lambda: "x: &x0 {a: 1}\n" + _chain(5000, "y{here}: &x{next} {{<<: *x{here}}}\n") + "animals: []\n"
    ),
    "tags of programs": _cards(lambda: "animals: !!python/object/apply:os.system ['touch ran']\n" * 10_000),
    "eleven megabytes": _cards(lambda: "# " + "x" * 11_000_000),
    "100,000 references to one record": _cards(
        lambda: _CARDS.replace("prey: [hare]", f"prey: [{', '.join(['hare'] * 100_000)}]")
    ),
    "20,000 similar unknown references": _cards(
        lambda: _CARDS.replace("prey: [hare]", f"prey: [{', '.join(f'hare{n}' for n in range(20_000))}]")
    ),
    "20,000 editions": _game(lambda: "editions:\n" + "".join(f"  e{n}: {{title: E{n}}}\n" for n in range(20_000))),
    "5,000 languages": _game(lambda: "draft_languages: [" + ", ".join(f"en-{n:04}" for n in range(5000)) + "]\n"),
    "a check that is 5,000 deep": _game(
        lambda: "  - {id: DEN-2, each: animals, that: '" + "(" * 5000 + "level" + ")" * 5000 + " > 0'}\n"
    ),
    # expressions
    "a power of powers": _template("{{ 9 ** 9 ** 9 ** 9 }}"),
    "a text times a number": _template("{{ 'x' * 10 ** 10 }}"),
    "a list times a number": _template("{{ [1] * 10 ** 10 }}"),
    "a shift": _template("{{ 1 << 10 ** 10 }}"),
    "a huge range": _template("{% for a in range(10 ** 10) %}x{% endfor %}"),
    "loops in loops": _template("{% for a in prey * 9999 %}{% for b in prey * 9999 %}x{% endfor %}{% endfor %}"),
    "a width of a format": _template("{{ '%2000000000d' % 1 }}"),
    "a width of another format": _template("{{ '{:2000000000}'.format(1) }}"),
    "text centred in a billion columns": _template("{{ 'x' | center(2000000000) }}"),
    "text indented by a billion": _template("{{ name | indent(2000000000) }}"),
    "replacements that grow": _template("{{ 'aaaaaaaa'" + " | replace('a', 'aaaaaaaaaaaaaaaa')" * 12 + " }}"),
    "joins that grow": _template("{% set x = 'xxxxxxxxxx' %}{{ [x, x, x, x] | join(x * 1000) }}" * 20),
    "a template 3,000 deep": _template("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}"),
    "a sum of 3,000 terms": _template("{{ " + " + ".join(["level"] * 3000) + " }}"),
    "a macro that calls itself": _template("{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}"),
    "attributes of Python": _template("{{ name.__class__.__mro__[1].__subclasses__() }}"),
    # rules that are data
    "loops of ten thousand in loops": _rules(lambda: _nested(["repeat: 9999"] * 4)),
    "each card for each card for each card": _rules(
        lambda: (
            "  - {move all: pile, to: table}\n"
            + _nested([f"each: c{n}\n{'  ' * (2 * n + 2)}in: table" for n in range(4)])
        ),
        copies=4999,
    ),
    "all pairs of 3,000 cards": _rules(
        lambda: "  - {move all: pile, to: table}\n  - let: {x: '[a for a in table for b in table]'}\n", copies=2999
    ),
    "three ranges of 4,000": _rules(
        lambda: "", choose=", ".join(f"{c}: {{from: 0, to: 4000, need: {c} < 0 or n > 0}}" for c in "abc")
    ),
    "three ranges of which none is legal": _rules(
        lambda: "", choose=", ".join(f"{c}: {{from: 0, to: 4000, need: {c} > 0 - n}}" for c in "abc") + ", d: table"
    ),
    "steps that do steps twice, 40 times": _rules(
        lambda: "  - s40\n", "steps:\n  s0: [{add: {n: 1}}]\n" + _chain(40, "  s{next}: [s{here}, s{here}]\n")
    ),
    "questions in steps twice, 40 times": _rules(
        lambda: "  - s40\n", "steps:\n  s0: [{all choose: play}]\n" + _chain(40, "  s{next}: [s{here}, s{here}]\n")
    ),
    # layouts
    "a repeat of a billion": _element(
        lambda: "  - {kind: repeat, for: 'range(10 ** 9)', at: [0 mm, 0 mm], size: [9 mm, 9 mm], elements: []}\n"
    ),
    "columns 2,000 deep": _element(
        lambda: "  - " + "{kind: column, at: [0 mm, 0 mm], size: [9 mm, 9 mm], elements: [" * 2000 + "]}" * 2000 + "\n"
    ),
    "a QR code of 100,000 letters": _element(
        lambda: f"  - {{kind: qr, text: '{'x' * 100_000}', at: [0 mm, 0 mm], size: [20 mm, 20 mm]}}\n"
    ),
    "a QR code that just fits": _element(
        lambda: f"  - {{kind: qr, text: '{'x' * 2900}', at: [0 mm, 0 mm], size: [35 mm, 35 mm]}}\n"
    ),
    "a word of 100,000 letters": _element(
        lambda: f"  - {{kind: text, text: '{'W' * 100_000}', style: title, at: [0 mm, 0 mm], size: [30 mm, 6 mm]}}\n"
    ),
    # drawings
    "entities of entities": Bomb(
        _BUILD,
        lambda: {
            "den/art/fox.svg": b'<!DOCTYPE svg [<!ENTITY a "xxxxxxxxxx">'
            + b"".join(b'<!ENTITY %c "%s">' % (n + 1, b"&%c;" % n * 10) for n in range(97, 107))
            + b"]>"
            + _svg("<text>&k;</text>")
        },
    ),
    "uses of uses": _drawing(
        lambda: (
            '<g id="u0"><rect width="1" height="1"/></g>'
            + _chain(40, '<g id="u{next}"><use href="#u{here}"/><use href="#u{here}"/></g>')
        )
    ),
    "clip paths that name each other": _drawing(
        lambda: (
            '<clipPath id="a" clip-path="url(#b)"><rect width="9" height="9"/></clipPath>'
            '<clipPath id="b" clip-path="url(#a)"><rect width="9" height="9"/></clipPath>'
            '<rect width="9" height="9" clip-path="url(#a)"/>'
        )
    ),
    "a chain of 5,000 clip paths": _drawing(
        lambda: (
            _chain(5000, '<clipPath id="c{here}" clip-path="url(#c{next})"><rect width="9" height="9"/></clipPath>')
            + '<rect width="9" height="9" clip-path="url(#c0)"/>'
        )
    ),
    "a chain of 3,000 masks": _drawing(
        lambda: (
            _chain(3000, '<mask id="m{here}"><rect width="9" height="9" mask="url(#m{next})"/></mask>')
            + '<rect width="9" height="9" mask="url(#m0)"/>'
        )
    ),
    "a chain of 5,000 gradients": _drawing(
        lambda: (
            _chain(5000, '<linearGradient id="g{here}" href="#g{next}"/>', '<linearGradient id="g5000"/>')
            + '<rect width="9" height="9" fill="url(#g0)"/>'
        )
    ),
    "a clip path of 90,000 segments used 5,000 times": _drawing(
        lambda: (
            f'<clipPath id="c"><path d="M0 0{"h1v1" * 45_000}z"/></clipPath>'
            + '<rect width="9" height="9" clip-path="url(#c)"/>' * 5000
        )
    ),
    "9,000 stops in 3,000 shapes": _drawing(
        lambda: (
            '<linearGradient id="g">'
            + "<stop/>" * 9000
            + "</linearGradient>"
            + '<rect width="9" height="9" fill="url(#g)"/>' * 3000
        )
    ),
    "style rules that match everything": _drawing(
        lambda: f"<style>{'g g g g rect{fill:red}' * 5000}</style>" + "<g>" * 50 + "<rect/>" * 2000 + "</g>" * 50
    ),
    "a dash of a millionth": _drawing(
        lambda: '<path d="M0 0h100000000" stroke="red" stroke-dasharray="0.000001"/>' * 100
    ),
    "a pattern of tiny tiles": _drawing(
        lambda: (
            '<pattern id="p" width="0.00001" height="0.00001" patternUnits="userSpaceOnUse"><rect/></pattern>'
            '<rect width="100" height="100" fill="url(#p)"/>'
        )
    ),
    # pictures
    "a PNG of 900 million pixels": _picture(lambda: _png(30_000, 30_000, 1, 0, _zeros(113_000_000))),
    "a PNG of two billion columns": _picture(lambda: _png(2_000_000_000, 1, 1, 0)),
    "a PNG of 324 megabytes": _picture(lambda: _png(9000, 4500, 16, 6, _zeros(324_000_000))),
    "a PNG with 300 megabytes too many": _picture(lambda: _png(10, 10, 8, 2, _zeros(300_000_000))),
    "a PNG with a profile of 200 megabytes": _picture(
        lambda: _png(10, 10, 8, 2, more=_chunk(b"iCCP", b"x\0\0" + _zeros(200_000_000)))
    ),
    "a PNG with a text of 200 megabytes": _picture(
        lambda: _png(10, 10, 8, 2, more=_chunk(b"zTXt", b"x\0\0" + _zeros(200_000_000)))
    ),
    "a JPEG of 300 scans": _picture(lambda: _scans(1500, 300), "big.jpg"),
    # fonts
    "a WOFF font of 300 megabytes": _font(lambda: _woff(300_000_000), "bomb.woff"),
    "a WOFF2 font of 300 megabytes": _font(lambda: _woff2(300_000_000), "bomb.woff2"),
    # lists
    "JSON 900 deep": _list("list.json", lambda: '[{"name":' + "[" * 900 + "1" + "]" * 900 + "}]"),
    "JSON 100,000 deep": _list("list.json", lambda: "[" * 100_000),
    "CSV of 100,000 columns": _list(
        "list.csv", lambda: ",".join(f"c{n}" for n in range(100_000)) + "\n" + "1," * 99_999
    ),
    "CSV of a quote that stays open": _list("list.csv", lambda: 'name,text\nA,"' + "x\n" * 400_000),
    "XLSX with a sheet of 500 megabytes": _list(
        "list.xlsx", lambda: _zip({"xl/workbook.xml": b"<workbook/>", "xl/worksheets/sheet1.xml": b" " * 500_000_000})
    ),
    "ODS with a row repeated a billion times": _list(
        "list.ods",
        lambda: _zip(
            {
                "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
                "content.xml": b"<office:document-content "
                b'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
                b'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
                b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
                b'<table:table><table:table-row table:number-rows-repeated="1000000000">'
                b'<table:table-cell table:number-columns-repeated="1000000000"><text:p>x</text:p></table:table-cell>'
                b"</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>",
            }
        ),
    ),
    "15,000 new rows": Bomb(
        ("table", "import", "den", "animals", "rows.csv", *_DEN),
        lambda: {
            "rows.csv": "id,name (fr),name (en),level,diet\n"
            + "hare,Lièvre,Hare,1,plants\nfox,Renard,Fox,2,meat\n"
            + "".join(f"r{n},R{n},R{n},3,meat\n" for n in range(15_000))
        },
    ),
    # others
    "50,000 unknown messages": _po(
        lambda: "".join(f'msgctxt "x/{n}"\nmsgid "a"\nmsgstr "b"\n\n' for n in range(50_000))
    ),
    "a message of a megabyte": _po(
        lambda: f'msgctxt "animals/hare/name"\nmsgid "Lièvre"\nmsgstr "{"x" * 1_000_000}"\n'
    ),
    "a deck that is a number": _scenario("{deck: 4}"),
    "a tile turned three times": _scenario("{turned: {d4: 3}}"),
}


def run(bomb: Bomb, folder: Path) -> Run:
    """What *bomb* costs in *folder*, which is empty."""
    shutil.copytree(_BASE, folder, dirs_exist_ok=True)
    for name, content in bomb.files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "generator"),
        "PAWPRINT_CACHE": str(folder / ".cache"),
        "PAWPRINT_CONFIG": str(folder / ".config"),
    }
    command = [sys.executable, "-P", "-m", "pawprint", *bomb.arguments]
    with (folder / ".output").open("w+b") as output:
        streams = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": output}
        process = subprocess.Popen(command, cwd=folder, env=environment, preexec_fn=_limit, **streams)
        ended = memory = 0
        while not ended:  # the system's figure at the end includes the memory of the process that starts another one
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if not ended:
                memory = max(memory, _peak(process.pid))
                time.sleep(0.01)
        output.seek(0)
        text = output.read().decode(errors="replace")
    seconds = usage.ru_utime + usage.ru_stime
    code = process.returncode = os.waitstatus_to_exitcode(status)
    complaint = ""
    if code < 0:
        complaint = f"ended by {signal.Signals(-code).name}"
    elif "Traceback" in text or code not in (0, 1, 2):
        complaint = f"code {code}: {text.strip().splitlines()[-1] if text.strip() else 'no output'}"
    elif (folder / "ran").exists():
        complaint = "ran a program"
    elif seconds > CPU_S:
        complaint = f"took more than {CPU_S} s"
    elif memory > MEMORY:
        complaint = f"took more than {MEMORY // 1_000_000} MB"
    return Run(seconds, memory, complaint)


def _peak(process: int) -> int:
    """The most bytes of memory that a running process has had."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    match = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(match[1]) * 1024 if match else 0


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_KILLED_S, _KILLED_S))
    resource.setrlimit(resource.RLIMIT_AS, (_KILLED_BYTES, _KILLED_BYTES))


def main() -> int:
    """Run the bombs and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--name", default="", help="only bombs whose names contain this text")
    parser.add_argument("--list", action="store_true", help="print the names and end")
    options = parser.parse_args()
    failed = count = 0
    for name, bomb in BOMBS.items():
        if options.name not in name:
            continue
        if options.list:
            print(name)
            continue
        with tempfile.TemporaryDirectory() as folder:
            cost = run(bomb, Path(folder))
        count += 1
        failed += bool(cost.complaint)
        print(f"{cost.seconds:6.1f} s {cost.memory // 1_000_000:5} MB  {name}  {cost.complaint}", flush=True)
    print(f"{count} bombs, {failed} bad")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())

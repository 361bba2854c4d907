"""Folders of SVG files: how many Pawprint accepts, and how far its prints differ from what resvg draws.

    python tests/bench/drawings.py FOLDER... --most 40 --seed 13 --worst 5 --keep PICTURES

Each file is read as a drawing of a card, written as a PDF page and drawn by PDFium. resvg draws the same file. Both are
drawn larger, reduced to SIZE pixels along the longer side and blurred by BLUR pixels; a pixel is off if one of its
colours differs by more than OFF of 255. Where too many are, both are drawn once more, much larger, so that hairlines
which PDFium draws at least a pixel wide, do not count. Texts are set in the bundled fonts; a file with a text counts as
accepted and is not compared, since resvg has other fonts.
"""

import argparse
import io
import json
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

SIZE, BLUR, OFF = 192, 1.2, 40
#: As many times larger are the pictures before they are reduced, and on the second try.
FINER = (3, 12)
#: The largest share of pixels that may be off.
ALIKE = 0.005

_ROOT = re.compile(rb"<(?:\w+:)?svg\b[^>]*>", re.DOTALL)


@dataclass
class Result:
    """What became of one folder: files that differ with the share of pixels that are off, reasons of refusals."""

    name: str
    files: int = 0
    accepted: int = 0
    shares: dict[str, float] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)
    refused: dict[str, list[str]] = field(default_factory=dict)

    @property
    def alike(self) -> int:
        """How many of the accepted files do not differ."""
        return sum(share < ALIKE for share in self.shares.values())


def main(words: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=200, help="files of each folder, chosen at random")
    parser.add_argument("--seed", type=int, default=13, help="of this choice")
    parser.add_argument("--worst", type=int, default=3, help="name so many that differ most")
    parser.add_argument("--keep", type=Path, help="write pictures of those that differ: ours, resvg's")
    parser.add_argument("--json", type=Path, help="write every result to a file")
    options = parser.parse_args(words)
    results = [measured(folder, options) for folder in options.folders]
    total = Result("all")
    for result in results:
        total.files += result.files
        total.accepted += result.accepted
        total.shares |= {f"{result.name}/{name}": share for name, share in result.shares.items()}
    print(f"{'folder':<24}{'files':>7}{'accepted':>10}{'alike':>8}{'worst':>9}")
    for result in [*results, total]:
        worst = max(result.shares.values(), default=0.0)
        print(f"{result.name:<24}{result.files:>7}{result.accepted:>10}{result.alike:>8}{worst:>9.2%}")
    print(f"\naccepted {total.accepted / max(total.files, 1):.1%}, ", end="")
    print(f"of these {total.alike / max(len(total.shares), 1):.1%} differ in less than {ALIKE:.1%} of their pixels")
    for result in results:
        for reason, count in result.reasons.most_common(12):
            print(f"  {result.name}: {count} refused: {reason}")
        for name, share in sorted(result.shares.items(), key=lambda pair: -pair[1])[: options.worst]:
            if share >= ALIKE:
                print(f"  {result.name}: {name} differs in {share:.2%}")
    if options.json:
        kept = {
            result.name: {
                "files": result.files,
                "accepted": result.accepted,
                "shares": result.shares,
                "refused": result.refused,
            }
            for result in results
        }
        options.json.write_text(json.dumps(kept, indent=1), encoding="utf-8")


def measured(folder: Path, options: argparse.Namespace) -> Result:
    """One folder, with all folders in it."""
    from pawprint.core.diagnostics import Findings

    files = sorted(folder.rglob("*.svg"))
    result = Result(folder.name)
    for file in random.Random(options.seed).sample(files, min(options.most, len(files))):
        name = file.relative_to(folder).as_posix()
        data = file.read_bytes()
        result.files += 1
        findings = Findings()
        pdf = printed(data, findings)
        if pdf is None:
            said = [f"{found.message}; {found.help}" for found in findings if found.code == "bad-svg"]
            result.refused[name] = said
            result.reasons[said[0]] += 1
            continue
        result.accepted += 1
        if b"<text" in data:
            continue
        for finer in FINER:
            ours = drawn(pdf, finer)
            theirs = reference(data, ours)
            share = result.shares[name] = difference(ours, theirs, finer) if theirs else 0.0
            if share < ALIKE:
                break
        if options.keep and share >= ALIKE:
            options.keep.mkdir(parents=True, exist_ok=True)
            keep(options.keep / f"{folder.name}-{name.replace('/', '-')}.png", ours, theirs)
    return result


def printed(data: bytes, findings) -> bytes | None:
    """The drawing as a PDF page of 200 pt, or None after findings."""
    from pawprint.core.affine import IDENTITY
    from pawprint.core.colour import BLACK
    from pawprint.core.geometry import Box, Insets, Size
    from pawprint.core.length import Length
    from pawprint.graphics.ops import Drawing, Layer, UseSymbol
    from pawprint.graphics.svg.convert import read_svg
    from pawprint.pieces.lower import Lowering
    from pawprint.press.sheet_pdf import write
    from pawprint.sheets.sheet import Placement, Side

    picture = read_svg(data, "drawing", findings, "drawing.svg", bundled_fonts())
    if picture is None:
        return None
    scale = 200 / max(picture.width, picture.height)
    symbol = Lowering().symbol(picture, tuple((name, BLACK) for name in picture.colours))
    matrix = (scale, 0.0, 0.0, scale, -picture.x * scale, -picture.y * scale)
    width, height = max(picture.width * scale, 1.0), max(picture.height * scale, 1.0)
    size = Size(Length.parse(f"{width:.4f} pt"), Length.parse(f"{height:.4f} pt"))
    art = Layer((UseSymbol(symbol, matrix),))
    drawing = Drawing("drawing", size, Insets(), art)
    page = Side(size, (Placement(drawing, IDENTITY, Box(0.0, 0.0, width, height)),), ())
    return write([page], title="drawing", language="en")


@cache
def bundled_fonts():
    """The fonts that Pawprint comes with."""
    from pawprint.graphics.svg.drawing_fonts import DrawingFonts
    from pawprint.production import pipeline
    from pawprint.typography.shaping import RunShaper

    space = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["none"])
    return DrawingFonts(RunShaper(space.metrics), space.layouts.drawings.font_files)


def drawn(pdf: bytes, finer: int):
    """The page *finer* times as large as SIZE, on white."""
    from PIL import Image

    from pawprint.press.png import render

    png = render(pdf, 0, round(72 * SIZE * finer / 200))
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")


def reference(data: bytes, ours):
    """The drawing as resvg draws it, in the size of *ours*; None if it does not."""
    import resvg_py
    from PIL import Image

    text = data.decode("utf-8-sig")
    root = _ROOT.search(data)
    assert root, "an accepted file has one"
    tag = root[0].decode()
    # Pawprint prints the view box, whatever box the file wants on a screen.
    sides = dict(re.findall(r"""\s(width|height)\s*=\s*["']([^"']*)["']""", tag))
    plain = re.sub(r"""\s(?:width|height|preserveAspectRatio)\s*=\s*(?:"[^"]*"|'[^']*')""", "", tag)
    added = f' width="{ours.width}" height="{ours.height}" preserveAspectRatio="none"'
    if "viewBox" not in tag:
        added += f' viewBox="0 0 {_user_units(sides["width"])} {_user_units(sides["height"])}"'
    end = -2 if plain.endswith("/>") else -1
    text = text.replace(tag, plain[:end] + added + plain[end:], 1)
    try:
        png = resvg_py.svg_to_bytes(svg_string=text, background="#ffffff", skip_system_fonts=True)
    except ValueError:
        return None
    with Image.open(io.BytesIO(bytes(png))) as image:
        return image.convert("RGB").resize(ours.size)


def _user_units(text: str) -> float:
    from pawprint.graphics.svg._svg_values import read_length

    length = read_length(text)
    assert isinstance(length, float), "a percentage of nothing is refused"
    return length


def difference(ours, theirs, finer: int) -> float:
    """The share of pixels that are off."""
    from PIL import Image, ImageChops, ImageFilter

    size = max(1, round(ours.width / finer)), max(1, round(ours.height / finer))
    blurred = [
        image.resize(size, Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(BLUR)) for image in (ours, theirs)
    ]
    bands = ImageChops.difference(*blurred).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(most.histogram()[OFF + 1 :]) / (size[0] * size[1])


def keep(path: Path, ours, theirs) -> None:
    """Write both beside each other."""
    from PIL import Image

    both = Image.new("RGB", (ours.width * 2 + 10, ours.height), "red")
    both.paste(ours, (0, 0))
    both.paste(theirs, (ours.width + 10, 0))
    both.reduce(max(1, ours.width // 600)).save(path)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Makes the pictures in `img/`, all that `picture_scripts/all_pictures.py` lists.

    python docs/make_pictures.py            all of them
    python docs/make_pictures.py panel      those whose names contain the word
    python docs/make_pictures.py --stale    those whose cards, sheets or views have changed since they were made
    python docs/make_pictures.py --list     only list all, with what they show, and which are stale

Look at what it made. `pictures.json` records what each picture was made from, as digests; a test lists stale pictures.
Pictures of the preview need Chromium.
"""

import json
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parent))
from picture_scripts.all_pictures import Picture, pictures
from picture_scripts.games import DOCS
from picture_scripts.sources import Sources, digest

PICTURES, RECORD = DOCS / "img", DOCS / "pictures.json"


def main(arguments: list[str]) -> None:
    """Make the pictures whose names contain one of the words among *arguments*; all if there is none."""
    words = [word for word in arguments if not word.startswith("--")]
    record = read_record()
    for picture in pictures():
        if words and not any(word in picture.name for word in words):
            continue
        now = sources_of(picture)
        why = stale_parts(picture.name, now, record)
        if "--list" in arguments:
            sys.stdout.write(f"{picture.name}: {picture.shows}{f' (stale: {why})' if why else ''}\n")
        elif why or "--stale" not in arguments:
            data = made(picture)
            (PICTURES / picture.name).write_bytes(data)
            write_record(read_record() | {picture.name: now | {"picture": digest(data)}})
            sys.stdout.write(f"{picture.name}  {len(data) / 1000:.1f} kB\n")


def made(picture: Picture) -> bytes:
    """The file of a picture."""
    data = picture.make()
    return packed(data) if picture.name.endswith(".png") else data


def packed(png: bytes) -> bytes:
    """The picture in fewer bytes, with 256 colours."""
    out = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def sources_of(picture: Picture) -> Sources:
    """What *picture* shows now."""
    return {name: value for source in picture.sources for name, value in source().items()}


def stale_parts(name: str, now: Sources, record: Mapping[str, Sources]) -> str:
    """What has changed since a picture was made; empty if nothing has."""
    path = PICTURES / name
    file = {"picture": digest(path.read_bytes()) if path.is_file() else ""}
    before, shown = record.get(name, {}), now | file
    return ", ".join(part for part in sorted(before.keys() | shown.keys()) if before.get(part) != shown.get(part))


def stale_pictures() -> list[str]:
    """Names of all pictures that no longer show what there is, each with what has changed."""
    record = read_record()
    parts = {picture.name: stale_parts(picture.name, sources_of(picture), record) for picture in pictures()}
    return [f"{name}: {why}" for name, why in parts.items() if why]


def read_record() -> dict[str, Sources]:
    """What each picture was made from."""
    return dict(json.loads(RECORD.read_text(encoding="utf-8"))) if RECORD.is_file() else {}


def write_record(record: Mapping[str, Sources]) -> None:
    """Keep the record, of the pictures that there are, a line for each source."""
    names = {picture.name for picture in pictures()}
    kept = {name: sources for name, sources in sorted(record.items()) if name in names}
    RECORD.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])

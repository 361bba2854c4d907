"""The files as they come out: the same bytes each time, whole or not there, and fit for a print shop."""

import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image, ImageChops

from helpers import MM, Toy, extracted, rasters
from pawprint.core.files import FileInUse
from pawprint.core.length import mm
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

GAME = """
    id: toy
    title: {fr: "L'Écureuil & Cie", en: "Squirrel & Co"}
    version: "7"
    languages: [fr, en]
    authors: [Ada Loutre, Bo Otter]
    credits: {fr: "Dessiné par nous", en: "Drawn by us"}
    components:
      beasts:
        title: {fr: Bêtes, en: Beasts}
        kind: cards
        stock: card
        face: toy/beast
        back: toy/back
        fields:
          name: {type: text}
          rules: {type: text}
          art: {type: art}
      coins:
        title: {fr: Pièces, en: Coins}
        kind: tokens
        stock: disc
        face: toy/coin
        fields: {worth: {type: int}}
"""
CARDS = """
    beasts:
      - {id: fox, copies: 3, name: {fr: Renard rusé, en: Sly fox}, art: fox,
         rules: {fr: "Où est-il ? « À l'œuvre ! » : **2** :sun: ou *rien*…", en: "Where is it? **2** :sun:."}}
      - {id: hen, copies: 4, name: {fr: Poule, en: Hen}, art: hen,
         rules: {fr: "Déjà là, l'été ; ça suffit.", en: "It's there in summer."}}
      - {id: mole, copies: 1, name: {fr: Taupe, en: Mole}, art: mole, rules: {fr: "Rien.", en: "Nothing."}}
    coins:
      - {id: one, copies: 12, worth: 1}
      - {id: five, copies: 6, worth: 5}
"""
STOCKS = """
    stocks:
      card: {trim: 63 mm x 88 mm, safe: 3 mm, corner: 3 mm}
      disc: {trim: 25 mm x 25 mm, safe: 2 mm, outline: circle}
"""
FACES = {
    "toy/beast": """
        palette: toy
        elements:
          - {kind: panel, fill: sky, to: paper, bleeds: true}
          - {kind: panel, fill: paper, inset: 3 mm, radius: 2 mm, opacity: 0.5}
          - {kind: art, art: "{{ art }}", at: [6 mm, 16 mm], size: [51 mm, 25 mm], colours: {accent: rust}}
          - {kind: text, text: "{{ name }}", at: [6 mm, 6 mm], size: [51 mm, 8 mm],
             style: {font: slab, size: 14 pt, min_size: 9 pt, align: center, valign: middle}}
          - {kind: text, text: "{{ rules }}", at: [6 mm, 45 mm], size: [51 mm, 30 mm],
             style: {size: 9 pt, hyphenate: true}}
    """,
    "toy/back": """
        palette: toy
        elements:
          - {kind: panel, fill: moss, bleeds: true}
          - {kind: text, text: {fr: Écureuil, en: Squirrel}, colour: paper, at: [5 mm, 40 mm], size: [53 mm, 10 mm],
             style: {font: slab, size: 16 pt, min_size: 8 pt, align: center, valign: middle}}
    """,
    "toy/coin": """
        palette: toy
        elements:
          - {kind: panel, fill: {by: worth, 1: rust, else: moss}, bleeds: true}
          - {kind: text, text: "{{ worth }}", colour: paper,
             style: {font: slab, size: 20 pt, align: center, valign: middle}}
    """,
}
CHOICE = BuildOptions(bleed=mm(3), kinds=("cards", "tokens"))


def make(folder: Path, **change: str) -> Toy:
    """The toy, over the bundled layouts."""
    wishes: dict[str, Any] = {"game": GAME, "cards": CARDS, "stocks": STOCKS} | change
    faces = {name: FACES[name].replace("\n        ", "\n") for name in FACES}
    return Toy(folder, faces=faces, below=[pipeline.bundled("layouts")], **wishes)


def build(toy: Toy, choice: BuildOptions = CHOICE, jobs: int = 1) -> list[Print]:
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), choice, jobs)
    assert findings == ()
    return prints


def single_print(prints: list[Print], kind: str = "cards", language: str = "fr") -> Print:
    (made,) = [made for made in prints if (made.kind, made.language) == (kind, language)]
    return made


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """Not to be changed."""
    return make(tmp_path_factory.mktemp("toy"))


@pytest.fixture(scope="module")
def sheets(toy: Toy) -> list[Print]:
    return build(toy)


@pytest.fixture(scope="module")
def everything(toy: Toy) -> list[Print]:
    """The sheets and the documents."""
    return build(toy, replace(CHOICE, kinds=()))


@pytest.fixture(scope="module")
def one_up(toy: Toy) -> list[Print]:
    return build(toy, replace(CHOICE, one_up=True))


@contextmanager
def opened(made: Print) -> Iterator[pikepdf.Pdf]:
    with pikepdf.open(io.BytesIO(made.data)) as pdf:
        yield pdf


def forms(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """The form XObjects of a document, which has one dictionary of resources."""
    things = pdf.pages[0].obj.Resources.get("/XObject", {})
    return {name: thing for name, thing in things.items() if thing.Subtype == "/Form"}


def drawn(stream: bytes) -> Counter[str]:
    """How often a content stream draws each XObject."""
    return Counter("/" + name.decode() for name in re.findall(rb"/(\w+) Do", stream))


def page_size(pdf: pikepdf.Pdf, number: int = 0) -> tuple[float, float]:
    left, bottom, right, top = (float(edge) for edge in pdf.pages[number].mediabox)
    return (right - left) / MM, (top - bottom) / MM


# --- the same bytes -----------------------------------------------------------------------------------------

CLOCK = """
import os, time
def shifted(function):
    return lambda *given: function(*(given or [float(os.environ["FAKE_CLOCK"])]))
time.time = lambda: float(os.environ["FAKE_CLOCK"])
time.time_ns = lambda: int(time.time() * 1e9)
time.localtime, time.gmtime = shifted(time.localtime), shifted(time.gmtime)
open(os.environ["CLOCK_WAS_SET"], "w").close()
"""


def run(toy: Toy, out: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`pawprint build` in a process of its own."""
    command = [sys.executable, "-m", "pawprint", "build", "--catalog", str(toy.catalog), "--layouts", str(toy.own)]
    return subprocess.run(
        [*command, "--out", str(out), "--bleed", "3mm", *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_time_zone_hash_seed_and_clock_do_not_matter(toy: Toy, everything: list[Print], tmp_path: Path) -> None:
    (tmp_path / "clock").mkdir()
    (tmp_path / "clock" / "sitecustomize.py").write_text(CLOCK)
    for name, seed, zone, clock in (("a", "1", "UTC", "1e9"), ("b", "2", "Asia/Tokyo", "2e9")):
        run(
            toy,
            tmp_path / name,
            PYTHONHASHSEED=seed,
            TZ=zone,
            FAKE_CLOCK=clock,
            PYTHONPATH=os.pathsep.join([str(tmp_path / "clock"), os.environ["PYTHONPATH"]]),
            CLOCK_WAS_SET=str(tmp_path / f"set-{name}"),
        )
        assert (tmp_path / f"set-{name}").exists()
    made = contents(tmp_path / "a")
    assert made == contents(tmp_path / "b")
    run(toy, tmp_path / "c", "--jobs", "2")
    assert made == contents(tmp_path / "c")
    assert {name.removeprefix("toy/") for name in made} == {
        *(made.path for made in everything),
        *("MANIFEST.json", "built.json"),
    }
    assert all(made[f"toy/{print.path}"] == print.data for print in everything), "nor does the process"


def test_two_jobs_print_the_same_bytes_as_a_single_job(toy: Toy, sheets: list[Print]) -> None:
    assert build(toy, jobs=2) == sheets


def test_no_date_and_no_path_is_in_the_files(toy: Toy, sheets: list[Print], tmp_path: Path) -> None:
    texts = [b"".join(plain_parts(made)) for made in sheets]
    [*pipeline.write_prints(sheets, tmp_path)]
    texts.append((tmp_path / "toy" / "MANIFEST.json").read_bytes())
    year = time.strftime("%Y").encode()
    for text in texts:
        assert str(toy.folder).encode() not in text
        assert str(Path.home()).encode() not in text
        assert not re.search(rb"D:" + year, text)


def plain_parts(made: Print) -> Iterator[bytes]:
    """Everything in a file, unpacked."""
    with opened(made) as pdf:
        for thing in pdf.objects:
            yield repr(thing).encode() if not isinstance(thing, pikepdf.Stream) else thing.read_bytes()
        yield repr(pdf.trailer).encode()


# --- whole or not there -------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from pawprint.production import pipeline
from pawprint.press.manifest import Print

def prints(letter):
    return [
        Print(game="toy", version="1", language="fr", kind="cards", name=f"{number}.pdf", data=letter * 3_000_000,
              paper="A4", duplex="off", bleed_mm=0.0, pages=1, sheets=1, pieces=1, components={"beasts": (1, 1)},
              faces={"beasts/fox": ("f" * 16, "", 1)}, whole=True, known=("beasts",))
        for number in range(3)
    ]

both = prints(b"a"), prints(b"b")
print("ready", flush=True)
while True:
    for one in both:
        for _ in pipeline.write_prints(one, Path(sys.argv[1])):
            pass
"""


def part_files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix == ".part"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_killed_run_leaves_whole_files(tmp_path: Path) -> None:
    out = tmp_path / "out"
    for attempt in range(8):
        child = subprocess.Popen([sys.executable, "-c", WRITER, str(out)], stdout=subprocess.PIPE)
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(0.004 * attempt + 0.03 * (attempt % 3))
        child.kill()
        child.wait()
        child.stdout.close()
        for path in out.glob("toy/*.pdf"):
            data = path.read_bytes()
            assert data in (b"a" * 3_000_000, b"b" * 3_000_000), f"{path.name} is neither old nor new"
        manifest = out / "toy" / "MANIFEST.json"
        if manifest.exists():
            assert json.loads(manifest.read_text())["game"] == "toy"
        assert len(part_files(out)) <= attempt + 1, "a killed run leaves one unfinished file at most"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_build_succeeds_after_a_killed_build(toy: Toy, sheets: list[Print], tmp_path: Path) -> None:
    out = tmp_path / "out"
    out_toy = out / "toy"
    out_toy.mkdir(parents=True)
    old = b"%PDF the old file"
    for made in sheets:
        (out_toy / made.path).parent.mkdir(parents=True, exist_ok=True)
        (out_toy / made.path).write_bytes(old)
    command = [sys.executable, "-m", "pawprint", "build", "--catalog", str(toy.catalog), "--layouts", str(toy.own)]
    for delay in (0.05, 0.3, 0.5):
        child = subprocess.Popen([*command, "--out", str(out), "--bleed", "3mm", "--quiet", "--only", "cards,tokens"])
        time.sleep(delay)
        child.kill()
        child.wait()
        for made in sheets:
            assert (out_toy / made.path).read_bytes() in (old, made.data)
    # what a run that died while writing leaves behind
    stale, fresh = (out_toy / "sheets" / f".{sheets[0].name}.{process}000000.part" for process in (1, 2))
    for unfinished in (stale, fresh, *part_files(out)):
        unfinished.write_bytes(sheets[0].data[:1000])
        os.utime(unfinished, None if unfinished == fresh else (1, 1))
    run(toy, out, "--only", "cards,tokens")
    assert part_files(out) == [fresh], "which another run may be writing at this moment"
    made_now = contents(out_toy)
    assert all(made_now[made.path] == made.data for made in sheets)
    manifest = json.loads(made_now["MANIFEST.json"])
    assert set(manifest["files"]) == {made.path for made in sheets}, "unfinished files are not listed"


def test_full_disk_leaves_the_old_files(sheets: list[Print], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [*pipeline.write_prints(sheets, tmp_path)]
    before = contents(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    changed = [made._replace(data=made.data + b"\n") for made in sheets]
    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        [*pipeline.write_prints(changed, tmp_path)]
    assert contents(tmp_path) == before, "nor is a part of the new ones left"


def test_read_only_file_is_named_and_the_manifest_stays_correct(sheets: list[Print], tmp_path: Path) -> None:
    [*pipeline.write_prints(sheets, tmp_path)]
    locked, *others = sheets
    path = tmp_path / "toy" / locked.path
    path.chmod(0o444)
    changed = [made._replace(data=made.data + b"\n") for made in sheets]
    with pytest.raises(FileInUse, match="all other files are written") as error:
        [*pipeline.write_prints(changed, tmp_path)]
    assert error.value.filename == str(path)
    made_now = contents(tmp_path / "toy")
    listed = json.loads(made_now["MANIFEST.json"])["files"]
    assert made_now[locked.path] == locked.data
    assert all(made_now[made.path] == made.data + b"\n" for made in others)
    assert {name: entry["sha256"] for name, entry in listed.items()} == {
        made.path: hashlib.sha256(made_now[made.path]).hexdigest() for made in sheets
    }


def test_unchanged_files_are_not_written_again(sheets: list[Print], tmp_path: Path) -> None:
    paths = [path for path, _ in pipeline.write_prints(sheets, tmp_path)]
    for path in [*paths, tmp_path / "toy" / "MANIFEST.json"]:
        os.utime(path, (1, 1))
    [*pipeline.write_prints(sheets, tmp_path)]
    assert {path.stat().st_mtime for path in paths} == {1}
    assert (tmp_path / "toy" / "MANIFEST.json").stat().st_mtime == 1


# --- the manifest -------------------------------------------------------------------------------------------


def written(prints: list[Print], out: Path) -> dict[str, Any]:
    [*pipeline.write_prints(prints, out)]
    manifest: dict[str, Any] = json.loads((out / "toy" / "MANIFEST.json").read_text(encoding="utf-8"))
    return manifest


def test_manifest_lists_every_file(sheets: list[Print], tmp_path: Path) -> None:
    manifest = written(sheets, tmp_path)
    assert set(contents(tmp_path / "toy")) == {*(*manifest["files"], "MANIFEST.json", "built.json")}
    for name, entry in manifest["files"].items():
        data = (tmp_path / "toy" / name).read_bytes()
        assert entry["sha256"] == hashlib.sha256(data).hexdigest()
        assert entry["bytes"] == len(data)
        with pikepdf.open(io.BytesIO(data)) as pdf:
            assert entry["pages"] == len(pdf.pages)
        duplex = "long-edge" if entry["kind"] == "cards" else "off"  # coins have no backs
        assert (entry["paper"], entry["duplex"], entry["bleed_mm"]) == ("A4", duplex, 3)
    assert manifest["components"] == {"beasts": {"kinds": 3, "pieces": 8}, "coins": {"kinds": 2, "pieces": 18}}
    assert manifest["version"] == "7"
    assert {name: face["copies"] for name, face in manifest["faces"]["fr"].items()} == {
        "beasts/fox": 3,
        "beasts/hen": 4,
        "beasts/mole": 1,
        "coins/five": 6,
        "coins/one": 12,
    }


def test_build_of_a_single_language_leaves_the_others(toy: Toy, sheets: list[Print], tmp_path: Path) -> None:
    before = written(sheets, tmp_path)
    french = build(toy, replace(CHOICE, languages=("fr",)))
    assert written(french, tmp_path) == before
    shutil.rmtree(tmp_path / "toy")
    partial = written(french, tmp_path)
    assert [*partial["faces"]] == ["fr"]
    assert written(build(toy, replace(CHOICE, languages=("en",))), tmp_path) == before


@pytest.mark.parametrize("part", [{"kinds": ("tokens",)}, {"components": ("beasts",)}, {"paper": "Letter"}])
def test_build_of_a_part_leaves_the_rest(toy: Toy, sheets: list[Print], tmp_path: Path, part: dict[str, Any]) -> None:
    before = written(sheets, tmp_path)
    after = written(build(toy, replace(CHOICE, **part)), tmp_path)
    assert after["components"] == before["components"]
    assert after["faces"] == before["faces"]
    assert {**before["files"], **after["files"]} == after["files"]


def test_removed_file_leaves_the_manifest(toy: Toy, sheets: list[Print], tmp_path: Path) -> None:
    written(sheets, tmp_path)
    (tmp_path / "toy" / single_print(sheets, "tokens", "en").path).unlink()
    fewer = make(tmp_path / "fewer", cards=re.sub(r"\n.*id: mole.*", "", CARDS))
    after = written(build(fewer, replace(CHOICE, kinds=("cards",))), tmp_path)
    assert single_print(sheets, "tokens", "en").path not in after["files"]
    assert not any("mole" in name for faces in after["faces"].values() for name in faces)
    assert after["components"]["beasts"] == {"kinds": 2, "pieces": 7}


def test_broken_manifest_is_rewritten(sheets: list[Print], tmp_path: Path) -> None:
    for broken in (b"", b"{", b"[1]", b'{"files": 3}', b"\xff\xfe"):
        (tmp_path / "toy").mkdir(exist_ok=True)
        (tmp_path / "toy" / "MANIFEST.json").write_bytes(broken)
        assert len(written(sheets, tmp_path)["files"]) == 4


# --- what a print shop looks for ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice", [CHOICE, replace(CHOICE, one_up=True), replace(CHOICE, proof=True, bleed=mm(0), duplex="gutterfold")]
)
def test_files_are_sound(toy: Toy, choice: BuildOptions, tmp_path: Path) -> None:
    for made in build(toy, choice):
        with opened(made) as pdf:
            assert pdf.check_pdf_syntax() == []
        qpdf = shutil.which("qpdf")
        if qpdf:
            path = tmp_path / made.name
            path.write_bytes(made.data)
            done = subprocess.run([qpdf, "--check", path], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
            assert "No syntax or stream encoding errors found" in done.stdout


def fonts_of(pdf: pikepdf.Pdf) -> Iterator[Any]:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
            yield thing


def test_all_fonts_are_embedded_and_subset(sheets: list[Print]) -> None:
    for made in sheets:
        with opened(made) as pdf:
            names = set()
            for font in fonts_of(pdf):
                name = str(font.BaseFont)
                names.add(name.partition("+")[2])
                assert re.match(r"/[A-Z]{6}\+", name), f"{name} is not a subset"
                if "/FontDescriptor" in font:
                    descriptor = font.FontDescriptor
                    program = descriptor.get("/FontFile2") or descriptor.get("/FontFile3")
                    assert program is not None, f"{name} is not embedded"
                    assert len(program.read_bytes()) < 60_000
                else:
                    assert font.Subtype == "/Type0"
                    assert "/ToUnicode" in font
            assert names
            assert not any("Helvetica" in name for name in names)
        assert b"Helvetica" not in made.data


def test_each_face_is_stored_once(sheets: list[Print]) -> None:
    with opened(single_print(sheets)) as pdf:
        card = [-3 * MM, -3 * MM, 66 * MM, 91 * MM]
        stored = {
            name: form
            for name, form in forms(pdf).items()
            if [float(edge) for edge in form.BBox] == pytest.approx(card, abs=0.01)
        }
        uses = sum((drawn(page.Contents.read_bytes()) for page in pdf.pages), Counter[str]())
        inside = sum((drawn(form.read_bytes()) for form in stored.values()), Counter[str]())
    # fox, hen and the back of all; the mole stands in one place and is written there
    assert sorted(uses[name] for name in stored if uses[name] > 1) == [3, 4, 8]
    (common,) = [name for name in stored if uses[name] <= 1]
    assert inside[common] + uses[common] == 3, "what all faces have in common is stored once, too"


def test_copies_cost_little(tmp_path: Path) -> None:
    single = build(make(tmp_path / "1", cards=re.sub(r"copies: \d+", "copies: 9", CARDS)))
    triple = build(make(tmp_path / "3", cards=re.sub(r"copies: \d+", "copies: 27", CARDS)))
    for few, many in zip(single, triple, strict=True):
        assert many.pieces == 3 * few.pieces
        with opened(few) as one_pdf, opened(many) as three_pdf:
            assert len(forms(one_pdf)) == len(forms(three_pdf))
            assert len([*fonts_of(one_pdf)]) == len([*fonts_of(three_pdf)])
            more_pages = len(three_pdf.pages) - len(one_pdf.pages)
        assert len(many.data) - len(few.data) < 200 * (many.pieces - few.pieces) / 10 + 900 * more_pages


def test_title_language_author_and_viewing(sheets: list[Print]) -> None:
    for made in sheets:
        with opened(made) as pdf:
            title = "L'Écureuil & Cie" if made.language == "fr" else "Squirrel & Co"
            assert str(pdf.docinfo["/Title"]).startswith(title)
            assert made.kind in str(pdf.docinfo["/Title"])
            assert str(pdf.docinfo["/Author"]) == "Ada Loutre, Bo Otter"
            assert str(pdf.Root.Lang) == made.language
            view = pdf.Root.ViewerPreferences
            duplex = "/DuplexFlipLongEdge" if made.kind == "cards" else "/Simplex"  # coins have no backs
            assert (view.DisplayDocTitle, view.PrintScaling, view.Duplex) == (True, "/None", duplex)


def test_bookmarks(sheets: list[Print], one_up: list[Print]) -> None:
    with opened(single_print(sheets)) as pdf, pdf.open_outline() as outline:
        titles = [str(item.title) for item in outline.root]
    words = {"fr": ("Couverture", "Feuille", "recto", "verso"), "en": ("Cover", "Sheet", "face", "back")}
    cover, sheet, face, back = words[single_print(sheets).language]
    assert titles[0] == cover
    assert titles[1:] == [
        f"{sheet} {number} {side}" for number in range(1, len(titles) // 2 + 1) for side in (face, back)
    ]
    with opened(single_print(one_up)) as pdf, pdf.open_outline() as outline:
        assert [str(item.title) for item in outline.root][:3] == ["fox fr", "fox fr back", "hen fr"]


def test_one_up_pages_have_their_boxes(one_up: list[Print]) -> None:
    with opened(single_print(one_up)) as pdf:
        assert len(pdf.pages) == 6
        for page in pdf.pages:
            edges = {
                name: [float(edge) / MM for edge in page.obj[name]] for name in ("/MediaBox", "/TrimBox", "/BleedBox")
            }
            left, bottom, right, top = edges["/TrimBox"]
            assert (right - left, top - bottom) == (pytest.approx(63, abs=0.001), pytest.approx(88, abs=0.001))
            assert edges["/BleedBox"] == pytest.approx([left - 3, bottom - 3, right + 3, top + 3], abs=0.001)
            x0, y0, x1, y1 = edges["/MediaBox"]
            assert (x0, y0) == (0, 0)
            assert (left - x0, bottom - y0) == pytest.approx((x1 - right, y1 - top), abs=0.001)


def test_sheets_have_no_trim(sheets: list[Print]) -> None:
    with opened(single_print(sheets)) as pdf:
        assert not any("/TrimBox" in page.obj for page in pdf.pages)


@pytest.mark.parametrize(
    ("paper", "size"),
    [
        ("A4", (210, 297)),
        ("Letter", (215.9, 279.4)),
        ("A3", (297, 420)),
        ("Tabloid", (279.4, 431.8)),
        ("210x297mm", (210, 297)),
        ("297x210mm", (297, 210)),
    ],
)
def test_papers(toy: Toy, paper: str, size: tuple[float, float]) -> None:
    for made in build(toy, replace(CHOICE, paper=paper, languages=("fr",))):
        assert made.name.endswith(f"-{paper.lower()}-bleed-3mm.pdf")
        with opened(made) as pdf:
            for number in range(len(pdf.pages)):
                assert page_size(pdf, number) == pytest.approx(size, abs=0.001)


def test_paper_by_size_is_the_paper(toy: Toy, sheets: list[Print]) -> None:
    same = build(toy, replace(CHOICE, paper="210x297mm", cover=False))
    named = build(toy, replace(CHOICE, cover=False))
    assert [made.data for made in same] == [made.data for made in named]


# --- what is seen and read ----------------------------------------------------------------------------------


def test_proof_draws_outlines(toy: Toy) -> None:
    choice = BuildOptions(bleed=mm(3), one_up=True, marks="none", languages=("fr",), components=("beasts",))
    (plain,), (proof,) = build(toy, choice), build(toy, replace(choice, proof=True))
    before, after = rasters(plain.data, 254)[1], rasters(proof.data, 254)[1]
    assert before.size == after.size
    moss, magenta, cyan, green = (64, 96, 32), (230, 0, 126), (0, 158, 224), (0, 150, 64)

    def has(image: Image.Image, colour: tuple[int, int, int], inset: int) -> int:
        """Pixels near *colour* along a line that is *inset* tenths of a millimetre from the bleed's edge."""
        strip = image.crop((inset - 1, 200, inset + 3, image.height - 200))
        return sum(
            count
            for count, (r, g, b) in strip.getcolors(100_000) or ()  # type: ignore[misc]
            if max(abs(r - colour[0]), abs(g - colour[1]), abs(b - colour[2])) < 40
        )

    for colour, inset in ((magenta, 30), (cyan, 1), (green, 60)):
        assert has(after, colour, inset) > 200, f"{colour} at {inset / 10} mm"
        assert has(before, colour, inset) == 0
    assert before.getpixel((15, 15)) == moss, "the back bleeds"


def test_draft_prints_labelled_boxes(tmp_path: Path) -> None:
    toy = make(tmp_path)
    (toy.own / "art" / "toy" / "hen.svg").unlink()
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), CHOICE)
    assert ([finding.code for finding in findings], prints) == (["missing-art"], [])
    findings, drafts = pipeline.build_all(toy.catalog, toy.layout_folders, (), replace(CHOICE, draft=True, one_up=True))
    assert [(finding.code, finding.is_error) for finding in findings] == [("missing-art", False)]
    text = extracted(single_print(drafts, language="en").data)[2]
    assert "hen" in text.lower().split(), "the label names the picture"


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not here")
def test_pdfium_and_poppler_draw_alike(sheets: list[Print], tmp_path: Path) -> None:
    made = single_print(sheets)
    path = tmp_path / "sheet.pdf"
    path.write_bytes(made.data)
    subprocess.run(["pdftoppm", "-r", "144", "-png", path, tmp_path / "page"], check=True)
    theirs = [Image.open(file).convert("RGB") for file in sorted(tmp_path.glob("page*.png"))]
    ours = rasters(made.data, 144)
    assert len(ours) == len(theirs) == made.pages
    for page, other in zip(ours, theirs, strict=True):
        # each seen from afar, since edges of letters are softened differently
        size = other.width // 16, other.height // 16
        difference = ImageChops.difference(
            page.resize(size, Image.Resampling.BOX), other.resize(size, Image.Resampling.BOX)
        )
        assert max(high for _, high in difference.getextrema()) < 40  # type: ignore[misc]


def test_french_text_can_be_searched_and_copied(one_up: list[Print]) -> None:
    pages = [" ".join(text.split()) for text in extracted(single_print(one_up).data)]
    assert "Renard rusé" in pages[0]
    assert "Où est-il ? « À l’œuvre ! » : 2 ou rien…" in pages[0]
    assert "Déjà là, l’été ; ça suffit." in pages[2]
    assert "Écureuil" in pages[1]


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="poppler is not here")
def test_poppler_reads_the_same_words(one_up: list[Print], tmp_path: Path) -> None:
    path = tmp_path / "one.pdf"
    path.write_bytes(single_print(one_up).data)
    done = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, check=True)
    text = " ".join(done.stdout.decode().split())
    assert "Où est-il ? « À l’œuvre ! » : 2" in text
    assert "Déjà là, l’été ; ça suffit." in text


def test_tracked_words_end_where_they_should(tmp_path: Path) -> None:
    """Right-aligned and tracked: the last letter touches the edge of its box in print, as it does on paper plans."""
    faces = """
palette: toy
elements:
  - {kind: text, text: "II II II", at: [6 mm, 6 mm], size: [50 mm, 8 mm], colour: ink,
     style: {size: 10 pt, tracking: 0.5, align: right}}
"""
    toy = make(tmp_path)
    toy.write("layouts/faces/toy/beast.yaml", faces)
    made = single_print(build(toy, BuildOptions(one_up=True, marks="none", components=("beasts",))))
    page = rasters(made.data, 508)[0]
    box = page.convert("L").point(lambda value: 255 * (value < 128)).getbbox()
    assert box is not None
    assert box[2] / 20 == pytest.approx(56, abs=0.5), "an I has little room beside it"

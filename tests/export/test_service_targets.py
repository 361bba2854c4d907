"""Files for print services, read back by other code than has written them: counts, pixels, order, slots."""

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints
from xml.etree import ElementTree

import pikepdf
import pytest
import yaml
from PIL import Image

from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings, Severity
from pawprint.export import _rasters as rasters
from pawprint.export import export_source
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, export
from pawprint.export.services._presets import read_service
from pawprint.export.services.service_targets import MakePlayingCardsExporter
from pawprint.press.file_metadata import COATED_PROFILE
from pawprint.production import pipeline
from pawprint.production.cache.store import Store

CATALOG = pipeline.bundled("catalog")
GAMES = ("food-chain", "fooden", "lake-ecosystem", "pocket-cats")
#: Target and game -> the languages of an export: each game in both, each target in both, and one export of all.
LANGUAGES = {
    "tgc": {"food-chain": ("fr",), "fooden": ("en",), "lake-ecosystem": ("fr",), "pocket-cats": ("fr", "en")},
    "mpc": {"food-chain": ("en",), "fooden": ("fr",), "lake-ecosystem": ("en",), "pocket-cats": ("fr",)},
}
CARDS_OF_AN_ORDER = 612


@cache
def loaded(game: str) -> pipeline.Workspace:
    """A game with its layouts, whose drawings are read once for all exports."""
    return pipeline.load(CATALOG, [pipeline.bundled("layouts")], [game])


@cache
def files_of(target: str, game: str, *languages: str) -> dict[str, bytes]:
    """The files of an export in some languages, with flat pictures of the same sizes."""
    workspace = loaded(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(export_source, "rasters", lambda requests, *_: (flat(one.width, one.height) for one in requests))
        files = dict(export(workspace, EXPORTERS[target](), ExportOptions(languages=languages)))
    assert [f for f in workspace.findings if f.severity is Severity.ERROR] == []
    return files


@cache
def flat(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return out.getvalue()


@cache
def printed(game: str) -> dict[str, dict[str, int]]:
    """Component -> id -> copies in the first edition, as the catalog has them."""
    catalog = load_library(CATALOG, Findings(), [game]).games[game]
    edition = next(iter(catalog.editions), "")
    counts = {
        name: {one: record.copies_in(edition) for one, record in catalog.records[name].items()}
        for name, component in catalog.components.items()
        if component.faces and (not component.editions or edition in component.editions)
    }
    return {name: {one: copies for one, copies in found.items() if copies} for name, found in counts.items()}


@cache
def size(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as image:
        image.load()
        return image.size


@pytest.mark.parametrize("game", GAMES)
def test_game_crafter_gets_every_piece_of_the_catalog(game: str) -> None:
    languages = LANGUAGES["tgc"][game]
    files = files_of("tgc", game, *languages)
    counts = printed(game)
    for language in languages:
        manifest = json.loads(files[f"{language}/tgc.json"])
        decks = {deck["name"]: deck for deck in manifest["decks"]}
        assert {*decks, *manifest["left_out"]} == {*counts}
        listed: set[str] = set()
        for name, deck in decks.items():
            assert {piece["id"]: piece["quantity"] for piece in deck["pieces"]} == counts[name]
            assert deck["quantity"] == sum(counts[name].values())
            assert [piece["id"] for piece in deck["pieces"]] == [*counts[name]]
            faces = [piece["face"] for piece in deck["pieces"]]
            assert faces == sorted(set(faces))
            backs = {piece["back"] for piece in deck["pieces"] if "back" in piece} | {deck.get("back")} - {None}
            for path in [*faces, *backs]:
                assert size(files[f"{language}/{path}"]) == tuple(deck["pixels"])
            listed |= {*faces, *backs}
        own = {path.removeprefix(f"{language}/") for path in files if path.startswith(f"{language}/")}
        assert {path for path in own if path.count("/") == 2} == listed


@pytest.mark.parametrize("game", GAMES)
def test_order_of_cards_fills_every_slot_once(game: str) -> None:
    languages = LANGUAGES["mpc"][game]
    files = files_of("mpc", game, *languages)
    counts = printed(game)
    for language in languages:
        manifest = json.loads(files[f"{language}/order.json"])
        for deck in manifest["decks"]:
            folder = f"{language}/{deck['name']}"
            order = ElementTree.fromstring(files[f"{folder}/order.xml"])
            quantity = int(text(order, "details/quantity"))
            assert quantity == deck["quantity"] <= CARDS_OF_AN_ORDER
            assert text(order, "details/stock") == "(S30) Standard Smooth"
            fronts = slots(order, "fronts")
            assert sorted(slot for used in fronts.values() for slot in used) == [*range(quantity)]
            backs = slots(order, "backs")
            taken = [slot for used in backs.values() for slot in used]
            assert len(taken) == len(set(taken))
            assert {*taken} <= {*range(quantity)}
            for path in [*fronts, *backs, text(order, "cardback")]:
                assert size(files[f"{folder}/{path.removeprefix('./')}"]) == tuple(deck["pixels"])
            wanted = [counts[piece["component"]][piece["id"]] for piece in deck["pieces"]]
            assert [len(used) for used in fronts.values()] == wanted
            assert [min(used) for used in fronts.values()] == sorted(min(used) for used in fronts.values())


def text(element: ElementTree.Element, path: str) -> str:
    found = element.findtext(path)
    assert found is not None
    return found


def slots(order: ElementTree.Element, side: str) -> dict[str, list[int]]:
    return {
        text(card, "id"): [int(one) for one in text(card, "slots").split(",")]
        for card in order.iterfind(f"{side}/card")
    }


def test_cards_with_another_back_than_most_have_it_in_their_slots() -> None:
    files = files_of("mpc", "fooden", *LANGUAGES["mpc"]["fooden"])
    order = ElementTree.fromstring(files["fr/poker/order.xml"])
    pieces = json.loads(files["fr/order.json"])["decks"][0]["pieces"]
    backs = {slot: path for path, used in slots(order, "backs").items() for slot in used}
    slot = 0
    for piece in pieces:
        for _ in range(piece["quantity"]):
            assert backs.get(slot, text(order, "cardback")) == f"./{piece['back'].removeprefix('poker/')}"
            slot += 1
    assert len({piece["back"] for piece in pieces}) == len({*backs.values()}) + 1 > 2


@pytest.mark.parametrize("target", ["tgc", "mpc"])
@pytest.mark.parametrize("game", GAMES)
def test_readme_names_every_folder_and_every_omission(target: str, game: str) -> None:
    languages = LANGUAGES[target][game]
    files = files_of(target, game, *languages)
    for language in languages:
        manifest = json.loads(files[f"{language}/tgc.json" if target == "tgc" else f"{language}/order.json"])
        readme = files[f"{language}/README.txt"].decode()
        for deck in manifest["decks"]:
            assert f"{deck['name']}/: {deck['identity']}, {' x '.join(map(str, deck['pixels']))} pixels" in readme
            assert size(files[f"{language}/{deck['name']}-overview.png"]) >= (100, 100)
        assert ("Not part of this order" in readme) == bool(manifest["left_out"])


# --- a small game -------------------------------------------------------------------------------------------


def exported(folder: Path, target: str = "service", store: Store | None = None, **options: Any) -> dict[str, bytes]:
    workspace = pipeline.load(folder, [folder / "layouts"])
    files = dict(export(workspace, EXPORTERS[target](**options), ExportOptions(languages=("en",), store=store)))
    assert [finding.message for finding in workspace.findings] == []
    return files


def with_press(den: Callable[..., Path], more: str = "", product: str = "kind: cards, trim: 40 mm x 60 mm") -> Path:
    press = f"title: Press\n{more}products:\n  card: {{{product}}}\n"
    return den({"layouts/services/press.yaml": press})


def test_picture_shows_the_piece_in_the_middle_with_its_bleed(den: Callable[..., Path]) -> None:
    # The ground of the back fills all of the bleed.
    folder = with_press(den, product="kind: cards, trim: 40 mm x 60 mm, pixels: [600, 900]")
    with Image.open(io.BytesIO(exported(folder, name="press")["en/animals/backs/back.png"])) as image:
        assert image.size == (600, 900)
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert image.convert("RGB").getcolors() == [(600 * 900, (0x40, 0x60, 0x20))]


def test_service_may_want_jpeg(den: Callable[..., Path]) -> None:
    files = exported(with_press(den, "form: jpeg\n"), name="press")
    with Image.open(io.BytesIO(files["en/animals/faces/001-hare-face.jpg"])) as image:
        assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (543, 780))


def test_large_deck_is_divided_and_copies_may_come_into_two_parts(den: Callable[..., Path]) -> None:
    folder = with_press(den, "most: 3\n")
    cards = folder / "den" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: 1", "level: 1, copies: 5"), encoding="utf-8")
    decks = json.loads(exported(folder, name="press")["en/order.json"])["decks"]
    assert [(deck["name"], deck["quantity"]) for deck in decks] == [("animals-1", 3), ("animals-2", 3)]
    assert [[(piece["id"], piece["quantity"]) for piece in deck["pieces"]] for deck in decks] == [
        [("hare", 3)],
        [("hare", 2), ("fox", 1)],
    ]


def test_piece_with_too_many_copies_for_an_entry_is_listed_several_times(den: Callable[..., Path]) -> None:
    folder = with_press(den, "copies: 2\n")
    cards = folder / "den" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: 1", "level: 1, copies: 5"), encoding="utf-8")
    notes: list[str] = []
    workspace = pipeline.load(folder, [folder / "layouts"])
    exporter = EXPORTERS["service"](name="press")  # type: ignore[call-arg]
    files = dict(export(workspace, exporter, ExportOptions(languages=("en",)), notes.append))
    (deck,) = json.loads(files["en/order.json"])["decks"]
    assert deck["quantity"] == 6
    assert [(piece["id"], piece["quantity"]) for piece in deck["pieces"]] == [
        *[("hare", 2)] * 2,
        ("hare", 1),
        ("fox", 1),
    ]
    assert len({piece["face"] for piece in deck["pieces"]}) == 2
    assert not [*workspace.findings]
    assert notes == ["'hare' is listed 3 times in 'animals': Press makes at most 2 of one"]


def test_game_crafter_accepts_at_most_99_copies_of_a_piece(den: Callable[..., Path]) -> None:
    workspace = pipeline.load(den({}), [])
    service = read_service(workspace.layouts, "tgc", Findings())
    assert service is not None
    assert service.copies == 99


def test_lists_of_a_partial_order_name_the_selection(den: Callable[..., Path]) -> None:
    folder = with_press(den)
    whole = exported(folder, name="press")
    assert "only" not in json.loads(whole["en/order.json"])
    assert "part of the game" not in whole["en/README.txt"].decode()
    workspace = pipeline.load(folder, [folder / "layouts"])
    options = ExportOptions(languages=("en",), cards=("animals/hare",))
    files = dict(export(workspace, EXPORTERS["service"](name="press"), options))  # type: ignore[call-arg]
    assert json.loads(files["en/order.json"])["only"] == {"cards": ["animals/hare"]}
    assert "This order is a part of the game: animals/hare." in files["en/README.txt"].decode()


def test_cards_without_backs_get_white_backs_in_an_order_of_slots(den: Callable[..., Path]) -> None:
    folder = den({"layouts/stocks.yaml": "stocks:\n  small: {trim: 63.5 mm x 88.9 mm, safe: 4 mm}\n"})
    game = folder / "den" / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("    back: back\n", ""), encoding="utf-8")
    (folder / "layouts" / "services").mkdir()
    mpc = (pipeline.bundled("layouts") / "services" / "mpc.yaml").read_text(encoding="utf-8")
    (folder / "layouts" / "services" / "mpc.yaml").write_text(mpc, encoding="utf-8")
    files = exported(folder, "mpc")
    assert text(ElementTree.fromstring(files["en/poker/order.xml"]), "cardback") == "./backs/blank.png"
    with Image.open(io.BytesIO(files["en/poker/backs/blank.png"])) as image:
        assert image.size == (822, 1122)
        assert image.convert("RGB").getextrema() == ((255, 255),) * 3


def test_cardstocks_of_the_option_match_the_service() -> None:
    assert "cardstock" in get_type_hints(MakePlayingCardsExporter)
    for name in ("mpc", "printerstudio"):
        (about,) = [about for one, about in EXPORTERS[name].options() if one.name == "cardstock"]
        preset = yaml.safe_load((pipeline.bundled("layouts") / "services" / f"{name}.yaml").read_text(encoding="utf-8"))
        assert {*about.choices} == {*preset["cardstocks"]}


def test_same_game_prints_the_same_bytes_and_a_changed_card_draws_a_single_picture(
    den: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = with_press(den)
    store = Store(tmp_path / "store", "1")
    drawn: list[int] = []
    draw = rasters.draw_pages
    monkeypatch.setattr(rasters, "draw_pages", lambda pdf, looks: drawn.append(len(looks)) or draw(pdf, looks))
    first = exported(folder, store=store, name="press")
    assert sum(drawn) > 0
    drawn.clear()
    assert exported(folder, store=store, name="press") == first
    assert sum(drawn) == 0
    cards = folder / "den" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("en: Hare", "en: Rabbit"), encoding="utf-8")
    assert exported(folder, store=store, name="press") != first
    assert sum(drawn) == 3  # the picture, the one that is checked, and the overview


# --- PDF files ----------------------------------------------------------------------------------------------


def with_pdf(den: Callable[..., Path], more: str = "") -> pikepdf.Pdf:
    """The file of a deck of three cards for a service that wants PDF."""
    folder = with_press(den, f"form: pdf\ncolours: cmyk\nink: 240\n{more}")
    cards = folder / "den" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: 1", "level: 1, copies: 2"), encoding="utf-8")
    files = exported(folder, name="press")
    assert {*files} == {"en/animals.pdf", "en/animals-overview.png", "en/README.txt"}
    return pikepdf.open(io.BytesIO(files["en/animals.pdf"]))


@pytest.mark.parametrize(("pages", "faces"), [("faces-first", [0, 2, 4]), ("backs-first", [1, 3, 5])])
def test_pdf_file_has_the_sides_of_each_copy_in_the_order_of_the_service(
    den: Callable[..., Path], pages: str, faces: list[int]
) -> None:
    with with_pdf(den, f"pages: {pages}\n") as pdf:
        contents = [page.obj.Contents.read_bytes() for page in pdf.pages]
        assert len(contents) == 6
        assert contents[faces[0]] == contents[faces[1]] != contents[faces[2]]  # two hares and a fox
        backs = [contents[number] for number in range(6) if number not in faces]
        assert len({*backs}) == 1
        assert backs[0] not in [contents[number] for number in faces]
        assert pdf.docinfo["/GTS_PDFXVersion"] == "PDF/X-1a:2003"


def test_pdf_page_has_the_trim_and_the_bleed_of_the_product(den: Callable[..., Path]) -> None:
    with with_pdf(den, "bleed: 3.175 mm\n") as pdf:
        inch = 72 / 25.4
        for page in pdf.pages:
            media, trim = ([float(side) for side in box] for box in (page.mediabox, page.trimbox))
            assert media == pytest.approx([0, 0, 46.35 * inch, 66.35 * inch], abs=0.01)
            assert trim == pytest.approx([9, 9, 9 + 40 * inch, 9 + 60 * inch], abs=0.01)


def test_drive_thru_cards_gets_each_back_before_its_face_on_pages_of_its_size() -> None:
    workspace = loaded("pocket-cats")
    options = ExportOptions(languages=("fr",), components=("aids",))
    files = dict(export(workspace, EXPORTERS["drivethrucards"](), options))
    copies = printed("pocket-cats")["aids"]
    with pikepdf.open(io.BytesIO(files["fr/poker.pdf"])) as pdf:
        assert len(pdf.pages) == 2 * sum(copies.values())
        assert {tuple(float(side) for side in page.mediabox) for page in pdf.pages} == {(0, 0, 198, 270)}
        contents = [page.obj.Contents.read_bytes() for page in pdf.pages]
        assert len({*contents[::2]}) == 1  # all have the same back
        assert len({*contents[1::2]}) == len(copies) > 1


def test_pdf_file_has_the_profile_that_is_chosen(den: Callable[..., Path]) -> None:
    folder = with_press(den, "form: pdf\ncolours: cmyk\nink: 240\n")
    path = folder / "press.icc"
    path.write_bytes(COATED_PROFILE.read_bytes())
    files = exported(folder, name="press", profile=str(path))
    with pikepdf.open(io.BytesIO(files["en/animals.pdf"])) as pdf:
        assert pdf.Root.OutputIntents[0].OutputConditionIdentifier == "Custom"
    assert next(EXPORTERS["drivethrucards"].options())[0].name == "profile"


def test_profile_that_cannot_be_used_writes_no_file(den: Callable[..., Path]) -> None:
    folder = with_press(den, "form: pdf\ncolours: cmyk\nink: 240\n")
    workspace = pipeline.load(folder, [folder / "layouts"])
    exporter = EXPORTERS["service"](name="press", profile="none.icc")  # type: ignore[call-arg]
    assert dict(export(workspace, exporter, ExportOptions(languages=("en",)))) == {}
    assert "bad-profile" in [finding.code for finding in workspace.findings]

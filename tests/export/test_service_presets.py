"""Presets of print services: what the bundled ones say, and which product a component is."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, mm
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.export.services._deck import ProductFit, bleed_of, fit_of, placing
from pawprint.export.services._presets import Service, read_service, service_names
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.stocks import Stock
from pawprint.production import pipeline

FOLDER = pipeline.bundled("layouts") / "services"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
#: Sizes in pixels that the services publish, or that several sources agree on.
PUBLISHED = [
    ("tgc", "PokerDeck", (825, 1125), 3.175, 3.175),
    ("tgc", "EuroPokerDeck", (825, 1125), 3.425, 3.625),
    ("tgc", "USGameDeck", (750, 1125), 3.75, 4.125),
    ("tgc", "TarotDeck", (900, 1500), 3.175, 3.175),
    ("tgc", "MediumHexTile", (825, 750), 3.175, 3.81),
    ("tgc", "SmallCircleChit", (225, 225), 3.175, 3.175),
    ("tgc", "BiFoldBoard", (2775, 5475), 3.175, 3.175),
    ("mpc", "standard", (816, 1110), 3.044, 2.99),
    ("mpc", "poker", (822, 1122), 3.048, 3.048),
    ("mpc", "tarot", (897, 1497), 3.048, 3.048),
    ("boardgamesmaker", "poker", (822, 1122), 3.048, 3.048),
]


def read(name: str, *folders: Path) -> tuple[Service | None, list[str]]:
    findings = Findings()
    service = read_service(Layouts([*folders, pipeline.bundled("layouts")], findings), name, findings)
    return service, [f"{finding.span}: {finding.message}" for finding in findings]


def bundled(name: str) -> Service:
    service, findings = read(name)
    assert service is not None
    assert findings == []
    return service


@pytest.mark.parametrize("name", NAMES)
def test_bundled_service_can_be_read_and_agrees_with_the_schema(name: str) -> None:
    assert bundled(name).name == name
    schema = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8")), schema)


@pytest.mark.parametrize(("service", "product", "pixels", "across", "down"), PUBLISHED)
def test_picture_has_the_pixels_that_the_service_publishes(
    service: str, product: str, pixels: tuple[int, int], across: float, down: float
) -> None:
    found = bundled(service).products[product]
    assert found.pixels == pixels
    assert found.trim is not None
    bleeds = [(whole.mm - side.mm) / 2 for whole, side in zip(found.canvas, found.trim, strict=True)]
    assert bleeds == pytest.approx([across, down], abs=0.001)


def test_every_product_of_the_game_crafter_has_room_for_its_bleed() -> None:
    products = bundled("tgc").products.values()
    assert len(products) > 180
    for product in products:
        if product.trim is not None and product.kind != "other":
            bleeds = [(whole.mm - side.mm) / 2 for whole, side in zip(product.canvas, product.trim, strict=True)]
            assert min(bleeds) >= 3.0, product.name
            assert max(bleeds) <= 6.35, product.name


def test_users_may_declare_services_and_replace_bundled_services(tmp_path: Path) -> None:
    (tmp_path / "services").mkdir()
    own = "title: Ours\nbleed: 2 mm\nproducts:\n  card: {kind: cards, trim: 63 mm x 88 mm}\n"
    for name in ("ours", "tgc"):
        (tmp_path / "services" / f"{name}.yaml").write_text(own, encoding="utf-8")
    for name in ("ours", "tgc"):
        service, findings = read(name, tmp_path)
        assert findings == []
        assert service is not None
        assert service.title == "Ours"
        assert service.products["card"].pixels == (791, 1087)  # 67 and 92 mm at 300 to the inch
    layouts = Layouts([tmp_path, pipeline.bundled("layouts")], Findings())
    assert service_names(layouts) == sorted([*NAMES, "ours"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title: X\nproducts: {a: {}}\n", "has neither trim nor pixels"),
        ("title: X\nproducts: {a: {pixels: [10]}}\n", "should be two numbers"),
        ("title: X\nproducts: {a: {pixels: [30000, 30000]}}\n", "are too many"),
        ("title: X\nproducts: {a: {pixels: [0, 9]}}\n", "is 0; the least is 1"),
        ("title: X\nproducts: {a: {trim: 9 mm x 9 mm, safe: 5 mm}}\n", "nothing is left inside its safe zone"),
        ("title: X\nproducts: {a: {trim: 9 mm x 10 mm, outline: circle}}\n", "its sides must be equal"),
        ("title: X\nproducts: {a: {trim: 9 mm x 9 mm, bleed: 30 mm}}\n", "'bleed' of product 'a' is 30 mm"),
        ("title: X\nproducts: {a b: {trim: 9 mm x 9 mm}}\n", "cannot be the name of a product"),
        ("title: X\nproduct: {}\n", "has no 'products'"),
        ("products: {}\n", "has no 'title'"),
        ("title: X\nproducts: {a: {trim: 9 mm x 9 mm, kind: dice}}\n", "dice"),
        ("- a\n", "should be a mapping"),
    ],
)
def test_invalid_service_is_a_finding(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "services").mkdir()
    (tmp_path / "services" / "ours.yaml").write_text(text, encoding="utf-8")
    service, findings = read("ours", tmp_path)
    assert service is None
    assert any(says in finding for finding in findings), findings


@pytest.mark.parametrize("name", ["../tgc", "", "nobody", "tgc/x"])
def test_unknown_service_is_a_finding(name: str) -> None:
    findings = Findings()
    assert read_service(Layouts([pipeline.bundled("layouts")], findings), name, findings) is None
    (finding,) = findings
    assert (finding.code, finding.span) == ("unknown-service", None)
    assert f"there is no print service '{name}'" in finding.message
    assert "boardgamesmaker" in finding.help or "did you mean" in finding.help


# --- which product a component is ---------------------------------------------------------------------------


def chosen(tmp_path: Path, service: str, stock: Stock, kind: str = "cards", products: str = "{}") -> ProductFit | None:
    game = tmp_path / "g"
    game.mkdir()
    component = f"{{kind: {kind}, stock: x, face: f, products: {products}}}"
    text = f"id: g\ntitle: G\nlanguages: [en]\ncomponents:\n  a: {component}\n"
    (game / "game.yaml").write_text(text, encoding="utf-8")
    (game / "cards.yaml").write_text("a: [{id: one}]\n", encoding="utf-8")
    library = load_library(tmp_path, Findings())
    return fit_of(bundled(service), library.games["g"].components["a"], stock, Findings())


def stock(width: float, height: float, outline: PieceOutline = RECTANGLE) -> Stock:
    return Stock("x", Size(mm(width), mm(height)), ZERO, outline)


HEXAGON = PieceOutline(ZERO, (("M", 0.0, 1.0), ("L", 1.0, 0.0), ("L", 2.0, 1.0), ("Z",)))


@pytest.mark.parametrize(
    ("service", "size", "kind", "expected"),
    [
        ("tgc", stock(63.5, 88.9), "cards", ("PokerDeck", False)),
        ("tgc", stock(63, 88), "cards", ("EuroPokerDeck", False)),
        ("tgc", stock(88.9, 63.5), "cards", ("PokerDeck", True)),
        ("tgc", stock(63.5, 63.5), "cards", ("SmallSquareDeck", False)),
        ("tgc", stock(63.5, 63.5), "tiles", ("MediumSquareTile", False)),
        ("tgc", stock(25.4, 25.4), "tokens", ("LargeSquareChit", False)),
        ("tgc", stock(25.4, 25.4, PieceOutline(mm(12.7))), "tokens", ("LargeCircleChit", False)),
        ("tgc", stock(95.25, 82.55, HEXAGON), "tiles", ("LargeHexTile", False)),
        ("tgc", stock(254, 254), "boards", ("LargeSquareMat", False)),
        ("tgc", stock(60, 60), "cards", None),
        ("mpc", stock(63, 88), "cards", ("standard", False)),
        ("mpc", stock(63.5, 88.9), "cards", ("poker", False)),
        ("mpc", stock(63.5, 88.9), "tiles", ("poker", False)),
        ("mpc", stock(25.4, 25.4), "tokens", None),
    ],
)
def test_component_is_the_product_of_its_size_shape_and_kind(
    tmp_path: Path, service: str, size: Stock, kind: str, expected: tuple[str, bool] | None
) -> None:
    fit = chosen(tmp_path, service, size, kind)
    assert (fit and (fit.product.name, fit.turned)) == expected


def test_game_names_a_product_that_is_nearly_as_large(tmp_path: Path) -> None:
    fit = chosen(tmp_path, "tgc", stock(25, 25, PieceOutline(mm(12.5))), "tokens", "{tgc: LargeCircleChit}")
    assert fit is not None
    assert fit.product.name == "LargeCircleChit"
    assert bleed_of(fit, Size(mm(25), mm(25))).mm == pytest.approx(3.375, abs=0.001)


def test_piece_on_its_side_is_turned_so_that_face_and_back_are_upright(tmp_path: Path) -> None:
    trim = Size(mm(88.9), mm(63.5))
    fit = chosen(tmp_path, "tgc", stock(88.9, 63.5))
    assert fit is not None
    points = {side: mapped(placing(fit, trim, side), (0.0, 0.0)) for side in ("face", "back")}
    width, height, edge = 825 * 0.24, 1125 * 0.24, 9.0
    # The top-left corner of the face is at the top right of the picture, that of the back at the bottom left: both are
    # the same corner of the card, seen from its two sides, when it is turned over like a page.
    assert points["face"] == pytest.approx((width - edge, edge))
    assert points["back"] == pytest.approx((edge, height - edge))


def mapped(matrix: tuple[float, ...], point: tuple[float, float]) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f

"""Elements are moved in the layouts of the project: only their place changes, and what is computed is refused."""

from pathlib import Path
from typing import Any

import pytest

from pawprint.production.pipeline import bundled
from preview.conftest import Served
from preview.test_page_edits import FOX, contents, post

FACE = """\
# The face of the animals.
extends: base
palette: den
elements:
  - {id: plain, kind: panel, fill: moss, at: [5 mm, 15mm], size: [9 mm, 9 mm]}  # by hand
  - id: block
    kind: panel
    fill: moss
    at:
      - 0  # the left edge
      - 10 %
    size: [9 mm, 9 mm]
  - {id: nowhere, kind: panel, fill: moss, size: [2 mm, 2 mm]}
  - {id: half, kind: panel, fill: moss, at: [50%, "{{ level }} mm"], size: [2 mm, 2 mm]}
  - {id: looked-up, kind: panel, fill: moss, at: {by: level, 2: [1 mm, 1 mm], else: [2 mm, 2 mm]}, size: [2 mm, 2 mm]}
  - {id: inches, kind: panel, fill: moss, at: [1 in, 0], size: [2 mm, 2 mm]}
  - id: turned
    kind: group
    turn: 90
    at: [10 mm, 10 mm]
    size: [20 mm, 20 mm]
    elements:
      - {id: within, kind: panel, fill: moss, at: [3 mm, 4 mm], size: [2 mm, 2 mm]}
  - id: askew
    kind: group
    turn: 30
    at: [10 mm, 10 mm]
    size: [20 mm, 20 mm]
    elements:
      - {id: within-askew, kind: panel, fill: moss, at: [3 mm, 4 mm], size: [2 mm, 2 mm]}
  - id: in-row
    kind: row
    at: [0, 40 mm]
    size: [20 mm, 5 mm]
    elements:
      - {id: first, kind: panel, fill: moss, at: [3 mm, 0], size: [2 mm, 2 mm]}
"""
BASE = """\
palette: den
elements:
  - {id: below, kind: panel, fill: paper, at: [1 mm, 2 mm], size: [9 mm, 9 mm]}
"""


@pytest.fixture
def face(served: Served) -> Path:
    for name, text in (("base", BASE), ("animal", FACE)):
        (served.folder / f"layouts/faces/{name}.yaml").write_text(text, encoding="utf-8")
    served.server.session.files_changed([(served.folder / "layouts/faces/animal.yaml").resolve()])
    return served.folder / "layouts/faces/animal.yaml"


def elements(served: Served, view: str = "lang=fr&side=face") -> list[dict[str, Any]]:
    from pawprint.preview._element_inspection import elements_data
    from pawprint.preview._renderer import requested_view

    words = dict(word.split("=") for word in view.split("&"))
    server = served.server
    data = elements_data(server.session, "den", "animals", "fox", requested_view(words), server.files)
    found: list[dict[str, Any]] = data["elements"]
    return found


def one_move(served: Served, identity: str, across: float, down: float) -> dict[str, Any]:
    number, one = next((at, one) for at, one in enumerate(elements(served)) if one["id"] == identity)
    return {"view": "lang=fr&side=face", "element": number, "at": one["at"], "across": across, "down": down}


def request(served: Served, identity: str, across: float, down: float, do: str = "move", **more: Any) -> dict[str, Any]:
    moves = [one_move(served, identity, across, down)]
    return {"do": do, **FOX, "view": "lang=fr&side=face", "moves": moves, **more}


def move(served: Served, identity: str, across: float, down: float) -> Any:
    status, answer = post(served, request(served, identity, across, down))
    assert status == 200
    return answer


def place(served: Served, identity: str) -> tuple[float, float]:
    one = next(one for one in elements(served) if one["id"] == identity)
    return one["x"], one["y"]


@pytest.mark.parametrize(
    ("identity", "across", "down", "old", "new"),
    [
        ("plain", 0.1, -1, "at: [5 mm, 15mm]", "at: [5.1 mm, 14mm]"),
        ("plain", 0, 0.1, "15mm]", "15.1mm]"),
        ("block", -0.1, 0, "- 0  # the left edge", "- -0.1 mm  # the left edge"),
        ("block", 0, 6, "- 10 %", "- 20%"),
        ("nowhere", 1, 0, "fill: moss, size: [2 mm, 2 mm]", "fill: moss, at: [1 mm, 0], size: [2 mm, 2 mm]"),
        ("half", 4, 0, "[50%,", "[60%,"),
        ("inches", 0.1, 0, "[1 in, 0]", "[25.5 mm, 0]"),
        ("turned", 0.1, 0, "at: [10 mm, 10 mm]", "at: [10.1 mm, 10 mm]"),
        ("within", 1, 0, "at: [3 mm, 4 mm]", "at: [3 mm, 3 mm]"),
    ],
)
def test_edit_changes_only_the_place_of_the_element(
    served: Served, face: Path, identity: str, across: float, down: float, old: str, new: str
) -> None:
    x, y = place(served, identity)
    answer = move(served, identity, across, down)
    assert (answer["ok"], answer["refused"]) == (True, "")
    assert face.read_text(encoding="utf-8") == FACE.replace(old, new, 1)
    now = place(served, identity)
    assert now == (pytest.approx(x + across, abs=0.001), pytest.approx(y + down, abs=0.001))
    (line,) = answer["lines"]
    assert line["place"].startswith("layouts/faces/animal.yaml:")
    assert old.split(",")[0].strip("- ") in line["before"]


def test_place_that_another_face_of_the_project_gives_is_changed_there(served: Served, face: Path) -> None:
    assert move(served, "below", 0.5, 0)["ok"]
    assert face.read_text(encoding="utf-8") == FACE
    assert "at: [1.5 mm, 2 mm]" in face.with_name("base.yaml").read_text(encoding="utf-8")


def test_moves_are_undone_and_done_again_to_the_byte(served: Served, face: Path) -> None:
    move(served, "plain", 1, 1)
    after = face.read_bytes()
    move(served, "block", 1, 0)
    for _ in range(2):
        assert post(served, {"do": "undo"})[1]["ok"]
    assert face.read_text(encoding="utf-8") == FACE
    assert post(served, {"do": "redo"})[1]["ok"]
    assert face.read_bytes() == after


@pytest.mark.parametrize(
    ("identity", "why"),
    [
        ("looked-up", "its place depends on the field 'level'"),
        ("within-askew", "it is inside something that is turned askew"),
        ("first", "the row 'in-row' arranges what is in it, so that its place is computed"),
    ],
)
def test_place_that_is_computed_is_refused_with_the_reason(served: Served, face: Path, identity: str, why: str) -> None:
    assert next(one["fixed"] for one in elements(served) if one["id"] == identity) == why
    answer = move(served, identity, 1, 0)
    assert (answer["ok"], answer["refused"], answer["undo"]) == (False, why, 0)
    assert face.read_text(encoding="utf-8") == FACE


def test_computed_axis_is_refused_and_the_other_axis_is_not(served: Served, face: Path) -> None:
    assert next(one["fixed"] for one in elements(served) if one["id"] == "half") == ""
    assert move(served, "half", 0, 1)["refused"] == "its place is computed by an expression"


def test_bundled_layouts_are_not_written_and_an_element_of_an_own_face_gets_a_place(served: Served) -> None:
    shared = next((bundled("layouts") / "faces").rglob("food-chain/box.yaml"))
    before = shared.read_bytes()
    own = "extends: food-chain/box\npalette: den\nelements:\n  - {id: own, kind: panel, fill: moss}\n"
    path = served.folder / "layouts/faces/animal.yaml"
    path.write_text(own, encoding="utf-8")
    served.server.session.files_changed([path.resolve()])
    answer = move(served, "ground", 1, 0)
    assert "box.yaml is not a layout of your project; add {id: ground, at: ...}" in answer["refused"]
    path.write_text(own + "  - {id: ground, fill: moss}\n", encoding="utf-8")
    served.server.session.files_changed([path.resolve()])
    assert move(served, "ground", 1, 0)["ok"]
    assert path.read_text(encoding="utf-8") == own + "  - {id: ground, fill: moss, at: [1 mm, 0]}\n"
    assert shared.read_bytes() == before


def test_draft_shows_the_move_and_writes_nothing(served: Served, face: Path) -> None:
    before = contents(served.folder)
    view = "lang=fr&side=face"
    still = post(served, request(served, "plain", 0, 0, "moved draft", views=[view]))[1]
    answer = post(served, request(served, "plain", 2, 0, "moved draft", views=[view, "lang=en", "lang=fr&side=back"]))[
        1
    ]
    assert [svg[:4] for svg in answer["pictures"]] == ["<svg"] * 3
    assert answer["pictures"][0] != still["pictures"][0]
    moved = next(one for one in answer["elements"] if one["id"] == "plain")
    assert (moved["x"], moved["y"]) == (7, 15)
    assert contents(served.folder) == before
    assert place(served, "plain") == (5, 15)
    assert served.server.session.findings("den") == [], "nothing stays of a draft"
    assert post(served, request(served, "looked-up", 1, 0, "moved draft", views=[view]))[1]["refused"]


def test_layout_that_was_changed_meanwhile_is_not_overwritten(served: Served, face: Path) -> None:
    asked = request(served, "plain", 1, 0)
    changed = FACE.replace("by hand", "by an editor")
    face.write_text(changed, encoding="utf-8")
    assert not post(served, asked)[1]["ok"]  # on disk only
    served.server.session.files_changed([face.resolve()])
    assert post(served, asked)[1]["refused"] == "the layout has been changed meanwhile"
    assert face.read_text(encoding="utf-8") == changed


def test_link_out_of_the_layouts_is_not_written_through(served: Served, face: Path, tmp_path: Path) -> None:
    target = tmp_path.parent / f"{tmp_path.name}-outside.yaml"
    target.write_text(FACE, encoding="utf-8")
    asked = request(served, "plain", 1, 0)
    face.unlink()
    face.symlink_to(target)
    assert not post(served, asked)[1]["ok"]
    assert target.read_text(encoding="utf-8") == FACE


@pytest.mark.parametrize(
    ("more", "of_move"),
    [
        *((more, {}) for more in ({"id": "wolf"}, {"component": "../den"}, {"moves": 7}, {"moves": [7]})),
        *(({"do": "moved draft", "views": views}, {}) for views in (7, ["lang=fr"] * 65)),
        *(({}, more) for more in ({"element": "1"}, {"across": "1"}, {"across": 1e9}, {"across": True}, {"at": 3})),
        *(({}, more) for more in ({"down": None}, {"view": 7}, {"view": "lang=xx"})),
    ],
)
def test_malformed_request_writes_nothing(
    served: Served, face: Path, more: dict[str, Any], of_move: dict[str, Any]
) -> None:
    before = contents(served.folder)
    asked = request(served, "plain", 1, 0)
    asked["moves"][0] |= of_move
    assert post(served, asked | more)[0] == 404
    assert contents(served.folder) == before


def test_several_elements_move_at_once_in_a_single_edit(served: Served, face: Path) -> None:
    moves = [one_move(served, "block", 0, 6), one_move(served, "nowhere", 1, 0), one_move(served, "below", 0.5, 0)]
    draft = request(served, "plain", 0, 0, "moved draft", moves=moves, views=["lang=fr"])
    known = {one["id"]: one["at"] for one in elements(served)}
    drafted = post(served, draft)[1]["elements"]
    assert {one["id"]: one["at"] for one in drafted} == known
    assert post(served, request(served, "plain", 0, 0, moves=moves))[1]["ok"]
    changed = FACE.replace("- 10 %", "- 20%", 1).replace(
        "fill: moss, size: [2 mm, 2 mm]", "fill: moss, at: [1 mm, 0], size: [2 mm, 2 mm]", 1
    )
    assert face.read_text(encoding="utf-8") == changed
    assert "at: [1.5 mm, 2 mm]" in face.with_name("base.yaml").read_text(encoding="utf-8")
    assert post(served, {"do": "undo"})[1]["undo"] == 0
    assert face.read_text(encoding="utf-8") == FACE
    assert "at: [1 mm, 2 mm]" in face.with_name("base.yaml").read_text(encoding="utf-8")


def test_only_the_page_with_the_token_moves(served: Served, read_only: Served, face: Path) -> None:
    asked = request(served, "plain", 1, 0)
    assert post(served, asked, X_Pawprint_Token="wrong")[0] == 403
    assert post(served, asked, Origin="http://elsewhere.example")[0] == 403
    assert post(read_only, asked)[0] == 403
    assert face.read_text(encoding="utf-8") == FACE

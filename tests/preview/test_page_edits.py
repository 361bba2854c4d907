"""Requests of the page change records in the catalog's own files, and nothing else can make the preview write."""

import http.client
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from preview.conftest import Served

FOX = {"component": "animals", "id": "fox"}
RENAME = {"do": "save", "changes": [{**FOX, "field": "name.fr", "was": "Renard", "text": "Goupil"}]}


def post(served: Served, data: Any, path: str = "/edit/den", **headers: str | None) -> tuple[int, Any]:
    """The answer to a request as the page sends it, but for *headers*; None leaves a header out."""
    address = f"127.0.0.1:{served.server.server_port}"
    given: dict[str, str | None] = {
        "Host": address,
        "Origin": f"http://{address}",
        "Content-Type": "application/json",
        "X-Pawprint-Token": served.server.write_access.token,
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=60)
    try:
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        connection.request("POST", path, body, {name: value for name, value in given.items() if value is not None})
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if answer.status == 200 else text.decode()
    finally:
        connection.close()


def saved(served: Served, **data: Any) -> Any:
    status, answer = post(served, {"do": "save", **data})
    assert status == 200
    return answer


def change(field: str, was: str, text: str, identity: str = "fox") -> dict[str, str]:
    return {"component": "animals", "id": identity, "field": field, "was": was, "text": text}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


CARDS = """\
# The animals of the den.
animals:
  - {id: hare, name: {fr: Lièvre, en: Hare}, level: 1, diet: plants, shy: true}  # fast
  # It hunts the hare.
  - id: fox
    name: {fr: Renard, en: Fox}  # red
    level: 2
    diet: meat
    prey: [hare]
"""


@pytest.fixture
def cards(served: Served) -> Path:
    """The file of the records, with comments, which the preview has read."""
    path = served.folder / "den/cards.yaml"
    with served.server.session.lock:
        path.write_text(CARDS, encoding="utf-8")
        served.watcher.wrote([path.resolve()])
    return path


# -- who may write ---------------------------------------------------------------------------------


def test_page_has_the_token_and_no_address_has_it(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=60)
    connection.request("GET", "/")
    answer = connection.getresponse()
    html = answer.read().decode()
    connection.close()
    token = re.search(r'<meta name="pawprint-token" content="([^"]*)">', html)
    assert token is not None
    assert token[1] == served.server.write_access.token
    assert len(token[1]) >= 40
    assert html.count(token[1]) == 1
    assert answer.getheader("Cache-Control") == "no-store"
    assert answer.getheader("Cross-Origin-Resource-Policy") == "same-origin"


FOREIGN: list[dict[str, str | None]] = [
    {"X_Pawprint_Token": None},
    {"X_Pawprint_Token": ""},
    {"X_Pawprint_Token": "0" * 43},
    {"X_Pawprint_Token": "é"},
    {"Origin": None},
    {"Origin": "null"},
    {"Origin": "http://evil.example"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://localhost:{port}"},  # the page under another name of this computer
    {"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"},
    {"Host": "127.0.0.1.evil.example:{port}", "Origin": "http://127.0.0.1.evil.example:{port}"},
    {"Host": "127.0.0.1:1", "Origin": "http://127.0.0.1:1"},
    {"Sec_Fetch_Site": "cross-site"},
    {"Sec_Fetch_Site": "same-site"},
    {"Sec_Fetch_Site": "none"},
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"},
    {"Content_Type": None},
    {"Content_Type": "text/plain"},
    {"Content_Type": "application/x-www-form-urlencoded"},
    {"Content_Length": "999999999"},
    {"Content_Length": "-1"},
    {"Content_Length": "much"},
]


def test_request_that_the_page_does_not_send_neither_reads_nor_writes(
    served: Served,
) -> None:
    before = contents(served.folder)
    port = str(served.server.server_port)
    for headers in FOREIGN:
        given = {name: value and value.replace("{port}", port) for name, value in headers.items()}
        status, answer = post(served, RENAME, **given)
        refused = 400 if headers.get("Content_Length") in ("-1", "much") else 403
        assert (status, "Renard" in answer) == (refused, False), headers
    assert contents(served.folder) == before


def test_no_other_method_writes(served: Served) -> None:
    before = contents(served.folder)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "GET", "HEAD"):
        connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=60)
        token = {"X-Pawprint-Token": served.server.write_access.token}
        connection.request(method, "/edit/den", json.dumps(RENAME), token)
        answer = connection.getresponse()
        assert answer.status in (400, 501)
        assert answer.getheader("Access-Control-Allow-Origin") is None
        connection.close()
    assert contents(served.folder) == before


ADDRESSES = [
    "/edit/lair",
    "/edit/",
    "/edit",
    "/edit/..",
    "/edit/../den",
    "/edit/den/cards.yaml",
    "/edit/%2e%2e%2fden",
    "/edit/..%2f..%2fetc%2fpasswd",
    "/edit/den%00",
    "/edit//den",
    "/write/den",
    "//etc/passwd",
]


def test_address_without_a_game_writes_nothing(served: Served) -> None:
    before = contents(served.folder)
    assert {path: post(served, RENAME, path)[0] for path in ADDRESSES} == dict.fromkeys(ADDRESSES, 404)
    assert contents(served.folder) == before


FORMLESS: list[Any] = [
    b"",
    b"no json",
    b"[]",
    b"7",
    b"\xff",
    b"[" * 100_000,
    {},
    {"do": "write"},
    {"do": ["save"]},
    {"do": "save", "changes": {}},
    {"do": "save", "changes": [7]},
    {"do": "save", "changes": [{**FOX, "field": "name.fr", "was": "Renard"}]},
    {"do": "save", "changes": [{**FOX, "field": "name.fr", "was": "Renard", "text": 7}]},
    {"do": "save", "changes": [{**FOX, "field": "id", "was": "fox", "text": "vixen"}]},
    {"do": "save", "changes": [{**FOX, "field": "hunters", "was": "", "text": "hare"}]},
    {"do": "save", "changes": [{**FOX, "field": "../game.yaml", "was": "", "text": "hare"}]},
    {"do": "save", "changes": [{**FOX, "component": "../den", "field": "level", "was": "2", "text": "1"}]},
    {"do": "save", "changes": [{**FOX, "id": "../../game", "field": "level", "was": "2", "text": "1"}]},
    {"do": "save", "removals": [{"component": "animals", "id": "wolf"}]},
    {"do": "save", "additions": [{"component": "../x", "id": "wolf", "behind": "", "cells": {}}]},
    {"do": "save", "additions": [{"component": "animals", "id": "wolf", "behind": "", "cells": {"file": "/x"}}]},
]


def test_malformed_request_writes_nothing(served: Served) -> None:
    before = contents(served.folder)
    for data in FORMLESS:
        assert post(served, data)[0] == 404, data
    assert contents(served.folder) == before


def test_invalid_id_is_refused(served: Served) -> None:
    before = contents(served.folder)
    cells = {"name.fr": "Loup", "name.en": "Wolf", "level": "3", "diet": "meat"}
    for identity in ("../wolf", "a/b", "wolf\n- id: cat", "", "Wolf Pack", "x" * 100_000):
        answer = saved(served, additions=[{"component": "animals", "id": identity, "behind": "", "cells": cells}])
        assert (answer["ok"], answer["findings"][0]["field"]) == (False, "id"), identity
    assert contents(served.folder) == before


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_link_out_of_the_catalog_is_not_written_through(
    served: Served, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "cards.yaml"
    cards = served.folder / "den/cards.yaml"
    outside.write_bytes(cards.read_bytes())
    before = outside.read_bytes()
    cards.unlink()
    cards.symlink_to(outside)
    answer = saved(served, changes=RENAME["changes"])
    assert answer["ok"] is False
    assert outside.read_bytes() == before


def test_preview_that_is_read_only_accepts_no_token(read_only: Served) -> None:
    before = contents(read_only.folder)
    for token in ("", None, "x"):
        assert post(read_only, RENAME, X_Pawprint_Token=token) == (403, "this preview is read-only")
    assert contents(read_only.folder) == before


# -- what is written -------------------------------------------------------------------------------


def test_edit_changes_only_its_value_and_comments_stay(served: Served, cards: Path) -> None:
    answer = saved(served, changes=[change("name.fr", "Renard", "Goupil")])
    assert answer["ok"] is True
    assert cards.read_text(encoding="utf-8") == CARDS.replace("Renard", "Goupil")
    assert answer["lines"] == [
        {
            "place": "den/cards.yaml:6",
            "before": "    name: {fr: Renard, en: Fox}  # red",
            "after": "    name: {fr: Goupil, en: Fox}  # red",
        }
    ]


def test_session_knows_the_edit_when_it_is_answered(served: Served, cards: Path) -> None:
    saved(served, changes=[change("name.fr", "Renard", "Goupil")])
    game = served.server.session.games["den"]
    assert game is not None
    assert game.records["animals"]["fox"].values["name"]["fr"] == "Goupil"
    assert saved(served, changes=[change("name.fr", "Goupil", "Renard roux")])["ok"] is True


def test_edit_is_a_single_change_for_the_page(served: Served, cards: Path) -> None:
    listener = served.watcher.subscribe()
    saved(served, changes=[change("name.fr", "Renard", "Goupil")])
    served.edit("den/cards.yaml", "Lièvre", "Lapin")
    events = [json.loads(listener.get(timeout=60)) for _ in range(2)]
    assert [event["pieces"][0] for event in events] == ["animals/fox", "animals/hare"]


WRITTEN = [
    ("level", "2", "3", "    level: 3"),
    ("weight", "", "1.5", "    weight: 1.5"),
    ("shy", "", "true", "    shy: true"),
    ("diet", "meat", "plants", "    diet: plants"),
    ("prey", "hare", "hare, fox", "    prey: [hare, fox]"),
    ("copies", "", "4", "    copies: 4"),
    ("name.en", "Fox", "Fox: the 'red' one # 1", "    name: {fr: Renard, en: \"Fox: the 'red' one # 1\"}  # red"),
]


def test_every_type_of_field_is_written_in_its_notation(served: Served, cards: Path) -> None:
    for field, was, text, line in WRITTEN:
        answer = saved(served, changes=[change(field, was, text)])
        assert answer["ok"] is True, answer
        assert line in cards.read_text(encoding="utf-8").splitlines()


REFUSED = [
    ("level", "2", "many", "wrong-type"),
    ("level", "2", "9", "out-of-range"),
    ("diet", "meat", "stones", "unknown-choice"),
    ("prey", "hare", "wolf", "unknown-reference"),
    ("name.fr", "Renard", "", "missing-translation"),
    ("level", "2", "", "missing-field"),
    ("name.fr", "Renard", "{{ nothing }}", "bad-template"),
]


def test_refused_edit_is_reported_at_its_field_and_writes_nothing(served: Served, cards: Path) -> None:
    for field, was, text, code in REFUSED:
        answer = saved(served, changes=[change(field, was, text)])
        assert answer["ok"] is False
        (finding,) = answer["findings"]
        assert (finding["component"], finding["id"], finding["field"]) == ("animals", "fox", field)
        assert (finding["code"], finding["severity"], bool(finding["help"])) == (code, "error", True)
    assert cards.read_text(encoding="utf-8") == CARDS


def test_error_elsewhere_does_not_prevent_an_edit(served: Served, cards: Path) -> None:
    cards.write_text(CARDS.replace("level: 1", "level: 9"), encoding="utf-8")
    served.watcher.saved([cards.resolve()])
    assert saved(served, changes=[change("level", "2", "9")])["ok"] is False, "the same error at another place"
    assert saved(served, changes=[change("name.fr", "Renard", "Goupil")])["ok"] is True
    assert saved(served, changes=[change("level", "9", "1", "hare")])["ok"] is True
    assert cards.read_text(encoding="utf-8") == CARDS.replace("Renard", "Goupil")


def test_file_that_was_changed_meanwhile_is_not_overwritten(served: Served, cards: Path) -> None:
    with served.server.session.lock:  # the preview has not read it yet
        cards.write_text(CARDS.replace("Fox}", "Red fox}"), encoding="utf-8")
        session_text = cards.read_bytes()
        answer = served.server.page_edits.request("den", RENAME)
        assert answer["ok"] is False
        assert "changed meanwhile" in answer["refused"]
        assert cards.read_bytes() == session_text


def test_value_that_was_changed_meanwhile_is_not_overwritten(served: Served, cards: Path) -> None:
    cards.write_text(CARDS.replace("Renard", "Goupil"), encoding="utf-8")
    served.watcher.saved([cards.resolve()])
    answer = saved(served, changes=[change("name.fr", "Renard", "Vulpes"), change("level", "2", "3")])
    assert answer["ok"] is False
    (finding,) = answer["findings"]
    assert (finding["field"], "'Goupil' meanwhile" in finding["message"]) == ("name.fr", True)
    assert cards.read_text(encoding="utf-8") == CARDS.replace("Renard", "Goupil")


def test_edits_are_undone_and_done_again_to_the_byte(served: Served, cards: Path) -> None:
    one = saved(served, changes=[change("name.fr", "Renard", "Goupil")])
    after_one = cards.read_bytes()
    two = saved(served, changes=[change("level", "2", "3")])
    after_two = cards.read_bytes()
    assert (one["undo"], two["undo"], two["redo"]) == (1, 2, 0)
    first = post(served, {"do": "undo"})[1]
    assert (first["ok"], cards.read_bytes(), first["undo"], first["redo"]) == (True, after_one, 1, 1)
    assert post(served, {"do": "undo"})[1]["ok"] is True
    assert cards.read_text(encoding="utf-8") == CARDS
    assert post(served, {"do": "undo"})[1]["ok"] is False
    for content in (after_one, after_two):
        assert post(served, {"do": "redo"})[1]["ok"] is True
        assert cards.read_bytes() == content
    assert post(served, {"do": "redo"})[1]["ok"] is False


def test_edit_is_not_undone_in_a_file_that_was_changed_since(served: Served, cards: Path) -> None:
    saved(served, changes=[change("name.fr", "Renard", "Goupil")])
    served.edit("den/cards.yaml", "Lièvre", "Lapin")
    before = cards.read_bytes()
    answer = post(served, {"do": "undo"})[1]
    assert (answer["ok"], answer["undo"]) == (False, 1)
    assert "changed meanwhile" in answer["refused"]
    assert cards.read_bytes() == before


def test_records_are_added_changed_and_removed_at_once(served: Served, cards: Path) -> None:
    cells = {"name.fr": "Loup", "name.en": "Wolf", "level": "3", "diet": "meat"}
    answer = saved(
        served,
        additions=[{"component": "animals", "id": "wolf", "behind": "fox", "cells": cells}],
        changes=[change("prey", "hare", "fox")],
        removals=[{"component": "animals", "id": "hare"}],
    )
    assert answer["ok"] is True, answer
    game = served.server.session.games["den"]
    assert game is not None
    assert [*game.records["animals"]] == ["fox", "wolf"]
    assert post(served, {"do": "undo"})[1]["ok"] is True
    assert cards.read_text(encoding="utf-8") == CARDS


@pytest.mark.parametrize(
    "behind", [{"a": "a"}, {"a": "b", "b": "a"}, {"a": "c", "b": "a", "c": "b"}, {"b": "a", "a": "fox"}, {"a": "x"}]
)
def test_records_that_refer_to_each_other_in_a_circle_are_added_once(
    served: Served, cards: Path, behind: dict[str, str]
) -> None:
    cells = {"name.fr": "Loup", "name.en": "Wolf", "level": "3", "diet": "meat"}
    additions = [
        {"component": "animals", "id": identity, "behind": above, "cells": cells} for identity, above in behind.items()
    ]
    assert saved(served, additions=additions)["ok"] is True
    game = served.server.session.games["den"]
    assert game is not None
    assert [*game.records["animals"]] == ["hare", "fox", *behind]


def test_request_with_too_many_changes_is_refused(served: Served, cards: Path) -> None:
    before = cards.read_bytes()
    answer = saved(served, additions=[{"component": "animals", "id": f"a{n}", "cells": {}} for n in range(5001)])
    assert answer["refused"] == "these are more than 5,000 changes at once; import a table"
    assert cards.read_bytes() == before


HARE = {"component": "animals", "id": "hare"}


def test_referenced_record_is_not_removed(served: Served, cards: Path) -> None:
    answer = saved(served, removals=[HARE])
    assert (answer["ok"], answer["findings"]) == (False, [])
    assert answer["references"] == [{**FOX, "field": "prey", "named": [HARE], "removable": True}]
    assert cards.read_text(encoding="utf-8") == CARDS


def test_record_is_removed_with_all_references_in_a_single_edit(served: Served, cards: Path) -> None:
    more = """\
  - {id: owl, name: {fr: Hibou, en: Owl}, level: 2, diet: meat, prey: [fox, hare, owl]}
"""
    cards.write_text(CARDS + more, encoding="utf-8")
    served.watcher.saved([cards.resolve()])
    answer = saved(served, removals=[HARE], references="remove")
    assert (answer["ok"], answer["references"], answer["undo"]) == (True, [], 1)
    text = cards.read_text(encoding="utf-8")
    assert "hare" not in text.replace("hunts the hare", "")
    assert "prey: [fox, owl]" in text
    assert "diet: meat\n  - {id: owl" in text, "a field with nothing in it is left out"
    assert post(served, {"do": "undo"})[1]["ok"] is True
    assert cards.read_text(encoding="utf-8") == CARDS + more


def test_references_are_found_at_any_depth_and_stay_where_a_value_is_needed(served: Served, cards: Path) -> None:
    game = (served.folder / "den/game.yaml").read_text(encoding="utf-8")
    assert "      prey:" in game
    fields = """\
      rival: {ref: animals}
      visits: {type: list, of: {type: record, fields: {who: {ref: animals}, times: {type: int}}}}
      mate:
        type: record
        optional: true
        fields: {who: {ref: animals, optional: true}, since: {type: int, optional: true}}
      prey:"""
    (served.folder / "den/game.yaml").write_text(game.replace("      prey:", fields, 1), encoding="utf-8")
    text = """\
animals:
  - {id: hare, name: {fr: Lièvre, en: Hare}, level: 1, diet: plants, rival: hare}
  - id: fox
    name: {fr: Renard, en: Fox}
    level: 2
    diet: meat
    rival: fox
    visits: [{who: hare, times: 2}, {who: fox, times: 1}]
    mate: {who: hare, since: 3}
"""
    cards.write_text(text, encoding="utf-8")
    served.watcher.saved([cards.resolve(), (served.folder / "den/game.yaml").resolve()])
    assert served.server.session.reading_findings("den") == ()
    answer = saved(served, removals=[HARE])
    assert [(one["field"], one["removable"]) for one in answer["references"]] == [("visits", True), ("mate.who", True)]
    assert saved(served, removals=[HARE], references="remove")["ok"] is True
    after = cards.read_text(encoding="utf-8")
    assert "visits: [{who: fox, times: 1}]" in after
    assert "mate: {since: 3}" in after
    answer = saved(
        served,
        additions=[
            {
                **HARE,
                "behind": "fox",
                "cells": {"name.fr": "L", "name.en": "H", "level": "1", "diet": "plants", "rival": "fox"},
            }
        ],
    )
    assert answer["ok"] is True, answer
    answer = saved(served, removals=[FOX], references="remove")
    assert [(one["id"], one["field"], one["removable"]) for one in answer["references"]] == [("hare", "rival", False)]
    assert answer["ok"] is False


def test_table_of_a_component_has_what_widgets_need(served: Served, cards: Path) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=60)
    connection.request("GET", "/records/den?component=animals&id=fox")
    (table,) = json.loads(connection.getresponse().read())["components"]
    connection.close()
    (row,) = table["rows"]
    columns = {column["header"]: (column, text) for column, text in zip(table["columns"], row["cells"], strict=True)}
    assert row["place"] == "den/cards.yaml:5"
    assert columns["name.fr"][1] == "Renard"
    assert (columns["name.fr"][0]["field"], columns["name.fr"][0]["variant"]) == ("name", "fr")
    level, text = columns["level"]
    assert (text, level["kind"], level["whole"], level["least"], level["most"]) == ("2", "number", True, 1, 3)
    assert columns["prey"][0]["options"] == ["hare", "fox"]
    assert columns["diet"][0]["options"] == ["plants", "meat"]
    assert (columns["diet"][0]["required"], columns["weight"][0]["required"]) == (True, False)
    assert columns["copies"][0]["least"] == 0
    assert "hunters" not in columns


# -- drafts ----------------------------------------------------------------------------------------


def draft(served: Served, *changes: dict[str, str], views: Any = ("lang=fr&side=face",)) -> tuple[int, Any]:
    return post(served, {"do": "draft", **FOX, "views": views, "changes": [*changes]})


def test_draft_is_drawn_and_nothing_is_written(served: Served, cards: Path) -> None:
    before = draft(served)[1]["pictures"]
    answer = draft(served, change("name.fr", "Renard", "Goupil"), views=["lang=fr", "lang=en", "lang=fr&side=back"])[1]
    assert answer["findings"] == []
    assert [svg[:4] for svg in answer["pictures"]] == ["<svg"] * 3
    assert answer["pictures"][0] != before[0]
    assert cards.read_text(encoding="utf-8") == CARDS
    assert draft(served)[1]["pictures"] == before


def test_draft_that_does_not_fit_its_box_is_reported_at_its_field(served: Served, cards: Path) -> None:
    answer = draft(served, change("name.fr", "Renard", "Anticonstitutionnellement " * 4))[1]
    (finding,) = answer["findings"]
    assert (finding["field"], finding["code"]) == ("name.fr", "overset")
    assert answer["pictures"][0][:4] == "<svg"
    served.server.session.picture("den", "animals/fox", served_view("fr"))
    assert served.server.session.findings("den") == [], "nothing stays of a draft"


def served_view(language: str) -> Any:
    from pawprint.preview._renderer import requested_view

    return requested_view({"lang": language})


def test_draft_with_an_error_has_no_picture(served: Served, cards: Path) -> None:
    answer = draft(served, change("level", "2", "many"))[1]
    assert (answer["pictures"], answer["findings"][0]["field"]) == ([None], "level")


def test_draft_of_another_form_is_refused(served: Served, cards: Path) -> None:
    for views in (7, ["lang=xx"], ["lang=fr"] * 65, [7]):
        assert draft(served, views=views)[0] == 404

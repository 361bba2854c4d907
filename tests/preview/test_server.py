"""The server answers this computer only, and serves only what the preview has made."""

import http.client
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from typing import Any

import pytest

from pawprint.preview.server import Server
from preview.conftest import Served, visited


def ask(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=60)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def data(served: Served, path: str) -> Any:
    status, _, body = ask(served, path)
    assert status == 200
    return json.loads(body)


FOX = "/picture/den/animals/fox?lang=fr"


def test_it_listens_on_the_loopback_address(served: Served) -> None:
    assert served.server.server_address[0] == "127.0.0.1"
    assert served.server.server_port > 1023


@pytest.mark.parametrize(
    "host", ["evil.example:{port}", "127.0.0.1:1", "127.0.0.1", "localhost.evil.example:{port}", ""]
)
def test_request_under_another_host_name_is_rejected(served: Served, host: str) -> None:
    status, _, body = ask(served, "/games", Host=host.format(port=served.server.server_port))
    assert (status, b"den" in body) == (403, False)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_from_other_sites_are_rejected(served: Served, site: str) -> None:
    assert ask(served, FOX, Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors")[0] == 403
    assert ask(served, "/", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate")[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../server.py", "/assets/..%2fserver.py", "/assets//etc/passwd", "/assets/", "/nothing", "/game/lair",
        "/game/../den", "/picture/den/animals/..%2f..%2fgame.yaml?lang=fr", "/picture/den", "/print/1/0/1.png",
        "/print/x/y/z", "/prints/sheets/lair?lang=fr", "/prints/all/den?lang=fr",
    ],
)  # fmt: skip
def test_unknown_addresses_are_not_found(served: Served, path: str) -> None:
    assert ask(served, path)[0] == 404


def test_requests_for_sheets_during_shutdown_get_an_answer(served: Served, capfd: pytest.CaptureFixture[str]) -> None:
    pool: Any = served.server.print_pages.worker._pool
    ended = Event()
    pool.submit(ended.wait)
    with ThreadPoolExecutor(1) as visitor:
        waiting = visitor.submit(ask, served, "/prints/sheets/den?lang=fr")
        while not pool._work_queue.qsize():
            time.sleep(0.01)
        pool.shutdown(wait=False, cancel_futures=True)
        ended.set()
        assert waiting.result(60)[0] == 503
    assert ask(served, "/prints/sheets/den?lang=fr")[0] == 503
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("path", ["http://[", "http://[::1"])
def test_invalid_address_is_refused(served: Served, path: str, capfd: pytest.CaptureFixture[str]) -> None:
    port = served.server.server_port
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:  # http.client sends no such path
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")
    assert capfd.readouterr() == ("", "")


def test_every_response_forbids_what_the_page_does_not_need(served: Served) -> None:
    for language in ("en", "fr"):
        rules = served.folder / f"den/rulebook/{language}.md"
        rules.parent.mkdir(exist_ok=True)
        rules.write_text("# Rules\n", encoding="utf-8")
    for path in ("/", "/assets/main.js", FOX, "/nothing", "/rulebook/den?lang=fr"):
        status, headers, _ = ask(served, path)
        assert status == (404 if path == "/nothing" else 200)
        policy = headers["Content-Security-Policy"]
        assert "base-uri 'none'; form-action 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert ("default-src 'none'" in policy) == (not path.startswith("/rulebook")), "it has the rest in itself"
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_picture_that_the_browser_has_is_not_sent_again(served: Served) -> None:
    status, headers, body = ask(served, FOX)
    assert (status, headers["Content-Type"], body[:4]) == (200, "image/svg+xml", b"<svg")
    status, _, body = ask(served, FOX, If_None_Match=headers["ETag"])
    assert (status, body) == (304, b"")


def test_piece_that_cannot_be_drawn_has_an_empty_response(served: Served) -> None:
    status, _, body = ask(served, "/picture/den/animals/fox?lang=xx")
    assert (status, body) == (204, b"")


def test_game_data_for_the_page(served: Served) -> None:
    game = data(served, "/game/den")
    assert game["languages"] == ["fr", "en"]
    (component,) = game["components"]
    assert component["size"] == [40, 60, 2]
    hare, fox = game["pieces"]
    assert (fox["key"], fox["copies"], fox["place"]) == ("animals/fox", 1, "den/cards.yaml:3")
    assert fox["fields"]["name"] == {"text": {"fr": "Renard", "en": "Fox"}}
    assert fox["fields"]["diet"] == {"text": {"fr": "Viande", "en": "Meat"}, "id": "meat"}
    assert (fox["fields"]["prey"], hare["fields"]["hunters"]) == (["hare"], ["fox"])
    assert "sign" in component["fields"]


def test_sheets_are_pages_of_the_file_that_prints(served: Served) -> None:
    made = data(served, "/prints/sheets/den?lang=fr&paper=A4")
    (file,) = made["files"]
    assert (file["pieces"], file["sheets"]) == (2, 1)
    base = f"/print/{made['number']}/0"
    assert ask(served, f"{base}/{file['name']}")[2][:5] == b"%PDF-"
    assert ask(served, f"{base}/0.png")[2][:4] == b"\x89PNG"
    assert ask(served, f"{base}/99.png")[0] == 404
    assert data(served, "/prints/sheets/den?lang=fr&paper=A4")["number"] == made["number"]


def test_piece_with_an_error_is_marked_on_the_sheets(served: Served) -> None:
    first = data(served, "/prints/sheets/den?lang=fr")
    cards = served.folder / "den/cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("level: 2", "level: 9"), encoding="utf-8")
    served.watcher.saved([cards.resolve()])
    again = data(served, "/prints/sheets/den?lang=fr")
    assert (first["stale"], again["stale"]) == (False, False)
    assert again["number"] != first["number"]
    bases = [one["files"][0].pop("base") for one in (first, again)]
    assert bases == [f"print/{one['number']}/0" for one in (first, again)]
    assert again["files"] == first["files"], "as many pieces"


def test_without_any_piece_the_last_good_sheets_remain(served: Served) -> None:
    first = data(served, "/prints/sheets/den?lang=fr")
    cards = served.folder / "den/cards.yaml"
    cards.write_text("animals: [", encoding="utf-8")
    served.watcher.saved([cards.resolve()])
    again = data(served, "/prints/sheets/den?lang=fr")
    assert (first["stale"], again["stale"]) == (False, True)
    assert again["files"] == first["files"]


def test_events_are_sent_immediately(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=60)
    connection.request("GET", "/events")
    answer = connection.getresponse()
    assert answer.getheader("Content-Type") == "text/event-stream"
    assert answer.readline() == b"retry: 700\n"
    served.edit("den/cards.yaml", "Renard", "Goupil")
    while not (line := answer.readline()).startswith(b"data:"):
        pass
    assert json.loads(line[5:]) == {"what": "changed", "game": "den", "pieces": ["animals/fox", "animals/hare"]}
    connection.close()


def test_two_previews_have_two_ports_and_a_port_in_use_is_an_error(served: Served) -> None:
    from pawprint.preview.server import Server

    other = Server(served.watcher, served.server.print_pages)
    assert other.server_port != served.server.server_port
    other.server_close()
    with pytest.raises(OSError, match=r".*"):
        Server(served.watcher, served.server.print_pages, served.server.server_port)


def test_default_port_is_followed_by_the_next_ports(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    from pawprint.preview import server

    taken = served.server.server_port
    monkeypatch.setattr(server, "DEFAULT_PORT", taken)
    monkeypatch.setattr(server, "NEXT_PORTS", 3)
    other = server.started_server(served.watcher, served.server.print_pages)
    other.server_close()
    assert other.server_port != taken
    assert other.server_port in range(taken + 1, taken + 4)
    monkeypatch.setattr(server, "NEXT_PORTS", 0)
    server.started_server(served.watcher, served.server.print_pages).server_close()  # on any that is free


def test_deleted_piece_is_not_an_error(served: Served) -> None:
    status, headers, body = ask(served, "/picture/den/animals/wolf?lang=fr")
    assert (status, headers["X-Gone"], body) == (204, "1", b"")
    assert ask(served, "/picture/lair/animals/wolf?lang=fr")[0] == 404


def play(served: Served, name: str, body: bytes, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=60)
    try:
        given = {"Content-Type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        connection.request("POST", f"/play/{name}", body=body, headers=given)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Host": "evil.example:80"}, 403),
        ({"Content_Type": "text/plain"}, 403),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 403),
        ({"Content_Length": "999999999"}, 403),
        ({}, 404),  # a game without an engine
    ],
)
def test_requests_to_play_from_elsewhere_are_rejected(served: Served, headers: dict[str, str], status: int) -> None:
    assert play(served, "den", b'{"do": "offer"}', **headers)[0] == status


def test_request_to_play_an_unknown_game_is_not_found(served: Served) -> None:
    assert play(served, "lair", b'{"do": "offer"}')[0] == 404
    assert play(served, "den", b"no json")[0] == 404
    assert data(served, "/game/den")["playable"] is False


def raw(served: Served, head: str, body: bytes = b"", drip: int = 0) -> bytes:
    """The answer to a request that `http.client` would not send, whose last *drip* bytes come one after the other."""
    port = served.server.server_port
    whole = head.replace("PORT", str(port)).replace("\n", "\r\n").encode("latin-1") + b"\r\n" + body
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(whole[: len(whole) - drip])
        answer = b""
        with suppress(ConnectionError):
            for at in range(len(whole) - drip, len(whole)):
                time.sleep(0.02)
                connection.sendall(whole[at : at + 1])
        with suppress(ConnectionError):
            while part := connection.recv(65536):
                answer += part
    return answer


POST = "POST /play/den HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Type: application/json\n"


@pytest.mark.parametrize(
    "lines",
    [
        "Content-Length: " + "9" * 5000, "Content-Length: -1", "Content-Length: +5", "Content-Length: 1_0",
        "Content-Length: \u00b25", "Content-Length: 0x5", "Content-Length:", "Content-Length: 5\nContent-Length: 5",
        "Content-Length: 2\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked", "Host: 127.0.0.1:PORT",
    ],
)  # fmt: skip
def test_request_whose_end_or_host_is_unclear_is_refused(
    served: Served, lines: str, capfd: pytest.CaptureFixture[str]
) -> None:
    answer = raw(served, f"{POST}{lines}\n", b"{}[]0")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1, "the body is not read as another request"
    assert b"form-action 'none'" in answer
    assert capfd.readouterr() == ("", "")


def test_get_request_with_a_body_is_refused(served: Served) -> None:
    answer = raw(served, "GET / HTTP/1.1\nHost: 127.0.0.1:PORT\nContent-Length: 9\n", b"GET /x HT")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1") == 1


def test_connection_that_is_refused_is_closed(served: Served) -> None:
    assert raw(served, "GET / HTTP/1.1\nHost: elsewhere\n").startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize("first", ["", "GET /games HTTP/1.1\nHost: 127.0.0.1:PORT\n\n"])
def test_head_that_drips_is_cut_off(served: Served, monkeypatch: pytest.MonkeyPatch, first: str) -> None:
    monkeypatch.setattr("pawprint.preview.server.RequestHandler.timeout", 0.6)
    started = time.monotonic()
    answer = raw(served, f"{first}GET /games HTTP/1.1\nHost: 127.0.0.1:PORT\nX: " + "x" * 200, drip=200)
    assert answer.count(b"HTTP/1.1 200") <= bool(first)
    assert time.monotonic() - started < 3


def test_body_that_drips_is_cut_off(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawprint.preview.server.BODY_S", 0.3)
    started = time.monotonic()
    assert raw(served, f"{POST}Content-Length: 200\n", b" " * 200, drip=200) == b""
    assert time.monotonic() - started < 3


def test_fault_of_the_preview_is_answered_and_reported(
    served: Served, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reported: list[str] = []
    monkeypatch.setattr(served.server, "report", reported.append)
    monkeypatch.setattr("pawprint.preview.server.overview", lambda session: 1 / 0)
    assert ask(served, "/games")[::2] == (500, b"the preview failed; its terminal says why")
    assert reported == ["cannot answer 'GET /games HTTP/1.1': ZeroDivisionError: division by zero"]
    assert capfd.readouterr() == ("", "")


def test_excess_connections_are_closed_and_silent_connections_time_out(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pawprint.preview.server.RequestHandler.timeout", 0.5)
    monkeypatch.setattr("pawprint.preview.server.MAX_CONNECTIONS", 3)
    with visited(Server(served.watcher, served.server.print_pages)) as server:
        silent = [socket.create_connection(("127.0.0.1", server.server_port), 10) for _ in range(4)]
        assert silent[3].recv(1) == b"", "there are three already"
        assert [one.recv(1) for one in silent[:3]] == [b"", b"", b""], "they have asked nothing"
        for one in silent:
            one.close()
        status = 0
        for _ in range(100):
            try:
                status = ask(served._replace(server=server), "/")[0]
                break
            except OSError:
                time.sleep(0.02)
        assert status == 200

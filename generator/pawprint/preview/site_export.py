"""The games of a session -> the files of a site: the page of the preview, with the answers that its server would give.

The page finds an answer by the address that it asks for, with the words that matter in a site. What needs a server,
such as edits and comparisons, is not part of a site.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from pawprint.catalog.model import DATA, Game
from pawprint.core.page_policy import content_policy, policy_element
from pawprint.export.play.single_file import script_of
from pawprint.press.images import palette_webp
from pawprint.press.png import PageImages
from pawprint.preview._numbers_data import numbers_data
from pawprint.preview._page_data import game_data, overview, tables_data
from pawprint.preview._piece_comments import comments_data
from pawprint.preview._renderer import requested_view
from pawprint.preview.print_pages import DPI, PagesRequest, PrintPages
from pawprint.source.reader import display_path

#: Called with the step, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]
#: The paper of the sheets in a site.
PAPER = "A4"
#: What the page may load: files of the site, and nothing else. A browser may not count files of a disk as its own.
_POLICY = content_policy(script_src="'self' file:", style_src="'self' file:", img_src="'self' file: data:")
_ASSETS = Path(str(files("pawprint.preview") / "assets"))
_PLAY_ASSETS = Path(str(files("pawprint.playtests.page") / "assets"))
#: The texts that are replaced in the page.
_REPLACED = {
    '<html lang="en">': '<html lang="en" data-site>',
    '<meta name="pawprint-comment-token" content="{{ comment token }}">\n': "",
    '<meta name="pawprint-token" content="{{ token }}">': (
        f'{policy_element(_POLICY)}\n<meta name="referrer" content="no-referrer">'
    ),
    '<script type="module" src="assets/main.js">': '<script defer src="assets/page.js">',
}


class SiteExport:
    """Makes the files of a site.

    Args:
        print_pages: makes sheets and documents; its worker checks the games, and its session learns the findings.
        progress: learns what is being made.
        comments: whether the comments on pieces are part of the site.
    """

    def __init__(self, print_pages: PrintPages, progress: Progress, comments: bool = False) -> None:
        self._comments = comments
        self._session, self._prints, self._progress = print_pages.session, print_pages, progress

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Path and content of each file."""
        yield from page_files()
        for name, game in self._session.games.items():
            answers: dict[str, Any] = {}
            if game is not None:
                yield from self._pictures(name, game, answers)
                for what in ("sheets", "documents"):
                    yield from self._pages(what, name, game, answers)
            self._check(name)
            self._add_data(name, game, answers)
            yield f"games/{name}/data.js", self._without_folders(_script(name, answers))
        yield "games/data.js", _script("", {"games": {"games": overview(self._session)}})

    def _check(self, name: str) -> None:
        """Have the session learn the findings of a check of the whole game."""
        self._progress(f"{name}: checks", 0, 1)
        revision = self._session.revision(name)
        self._session.accept_check(name, revision, self._prints.worker.check(name).result())
        self._progress(f"{name}: checks", 1, 1)

    def _add_data(self, name: str, game: Game | None, answers: dict[str, Any]) -> None:
        """Add what the page asks for of a game beside pictures and pages."""
        answers[f"records/{name}"] = tables_data(self._session, name, "", "") if game else {"components": []}
        if self._comments and game:
            answers[f"comments/{name}"] = comments_data(game)
        for edition in _editions(game):
            data = game_data(self._session, name, edition) | {"playable": False, "papers": [PAPER]}
            answers.setdefault(f"game/{name}", data)
            for language in game.languages if game else ():
                words = {"edition": edition, "lang": language}
                answers[_key(f"numbers/{name}", **words)] = numbers_data(self._session, name, words)
            answers[_key(f"game/{name}", edition=edition)] = data

    def _without_folders(self, script: bytes) -> bytes:
        """The script with places that begin below the folders of this machine, rather than with them."""
        for folder in (self._session.catalog, *self._session.folders):
            if Path(shown := display_path(folder)).is_absolute():
                script = script.replace(f"{shown}/".encode(), b"")
        return script

    def _pictures(self, name: str, game: Game, answers: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
        """The pictures of all pieces; equal ones, such as backs, are one file."""
        views = list(_views(game))
        known: dict[bytes, str] = {}
        for done, (edition, component, identity, language, side) in enumerate(views, 1):
            if done % 25 == 0 or done == len(views):
                self._progress(f"{name}: pieces", done, len(views))
            words = {"edition": edition, "lang": language, "side": side}
            picture, _ = self._session.picture(name, f"{component}/{identity}", requested_view(words))
            if picture is None:
                continue
            folder = "/".join(filter(None, ("games", name, "pieces", edition, language, component)))
            path = f"{folder}/{identity}-{side}.svg"
            digest = sha256(picture.svg).digest()
            answers[_key(f"picture/{name}/{component}/{identity}", **words)] = known.setdefault(digest, path)
            if known[digest] == path:
                yield path, picture.svg

    def _pages(self, what: str, name: str, game: Game, answers: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
        """The PDF files of sheets or documents, and pictures of their pages."""
        wanted = [(edition, language) for edition in _editions(game) for language in game.languages]
        for done, (edition, language) in enumerate(wanted):
            self._progress(f"{name}: {what}", done, len(wanted))
            made = self._prints.files(PagesRequest(what, name, language, edition, PAPER, False))
            listed = []
            for index, file in enumerate(made["files"]):
                pdf = self._prints.pdf(made["number"], index)
                parts = ("games", name, what, edition, language, Path(file["name"]).stem)
                base = "/".join(filter(None, parts))
                listed.append(file | {"base": base})
                yield f"{base}/{file['name']}", pdf
                with PageImages(pdf) as pages:
                    for page in range(len(pages)):
                        yield f"{base}/{page}.webp", palette_webp(pages.pixels(page, DPI))
            answer = {"stale": made["stale"], "files": listed}
            answers[_key(f"prints/{what}/{name}", edition=edition, lang=language)] = answer
        self._progress(f"{name}: {what}", len(wanted), len(wanted))


def page_files() -> Iterator[tuple[str, bytes]]:
    """The page of the preview, as it works without a server."""
    html = (_ASSETS / "index.html").read_text(encoding="utf-8")
    for live, alone in _REPLACED.items():
        html = html.replace(live, alone)
    yield "index.html", html.encode()
    yield "assets/page.js", script_of(_ASSETS / "main.js", _PLAY_ASSETS).encode()
    for path in (*_ASSETS.glob("*.css"), _PLAY_ASSETS / "play.css", _ASSETS / "icon.svg"):
        yield f"assets/{path.name}", path.read_bytes()


def _editions(game: Game | None) -> list[str]:
    """The names of the editions, the default one first; an empty one for a game without any."""
    if game is None or not game.editions:
        return [""]
    return sorted(game.editions, key=lambda name: name != game.edition)


def _views(game: Game) -> Iterator[tuple[str, str, str, str, str]]:
    """Edition, component, id, language and side of each picture."""
    for edition in _editions(game):
        played = game.in_edition(edition) if edition else game
        for component in played.components.values():
            if component.kind == DATA:
                continue
            for record in played.pieces(component.name):
                for language in game.languages:
                    for side in ("face", "back") if component.backs else ("face",):
                        yield edition, component.name, record.id, language, side


def _key(path: str, **words: str) -> str:
    """The name of an answer, as `source.js` makes it."""
    given = {word: text for word, text in sorted(words.items()) if text}
    return f"{path}?{urlencode(given)}" if given else path


def _script(game: str, answers: dict[str, Any]) -> bytes:
    """A script that gives the page the *answers* about a game; of all games if it is empty."""
    data = json.dumps(answers, ensure_ascii=False, separators=(",", ":"))
    return f"pawprintSite[{json.dumps(game)}]({data});\n".encode()

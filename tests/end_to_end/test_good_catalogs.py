"""What is right is passed over in silence: the bundled games, and whatever is merely unusual."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Diagnostic
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions

Den = Callable[..., Path]

CATALOG = pipeline.bundled("catalog")
GAMES = sorted(path.parent.name for path in CATALOG.glob("*/game.yaml"))
BASE = Path(__file__).parents[1] / "bad_catalogs" / "base"
CARDS = (BASE / "den" / "cards.yaml").read_text(encoding="utf-8")


def shown(findings: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{found.span or '-'} {found.code}: {found.message}" for found in findings]


@pytest.mark.parametrize("game", GAMES)
def test_bundled_game_has_no_finding(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """`test_documents.py` makes the documents of its first edition in all languages, and expects no finding either."""
    workspace = pipeline.load(CATALOG, [pipeline.bundled("layouts")], [game])
    check_documents = pipeline.check_documents
    first = workspace.library.games[game].each_edition()[0].edition

    def check_others(edition: Game, *more: Any) -> None:
        if edition.edition != first:
            check_documents(edition, *more)

    monkeypatch.setattr(pipeline, "check_documents", check_others)
    results = pipeline.check(workspace)
    assert shown(workspace.findings.sorted()) == []
    assert {result.status for result in results[game]} <= {"ok", "needs play"}
    assert workspace.library.games[game].all_records


def silent() -> None:
    """Checking and building what is in the current folder finds nothing, and makes something."""
    workspace = pipeline.load(Path(), [Path("layouts")])
    pipeline.check(workspace)
    assert shown(workspace.findings.sorted()) == []
    findings, prints = pipeline.build_all(Path(), [Path("layouts")], (), BuildOptions())
    assert shown(findings) == []
    assert prints


def test_small_game_has_no_finding(den: Den) -> None:
    den()
    silent()


UNUSUAL: dict[str, dict[str, str | bytes]] = {
    "a byte order mark": {"den/cards.yaml": b"\xef\xbb\xbf" + CARDS.encode()},
    "line ends of Windows": {"den/cards.yaml": CARDS.replace("\n", "\r\n").encode()},
    "line ends of long ago": {"den/cards.yaml": CARDS.replace("\n", "\r").encode()},
    "no line end": {"den/cards.yaml": CARDS.rstrip().encode()},
    "marks around a document": {"den/cards.yaml": "---\n" + CARDS + "...\n"},
    "traps as texts": {
        "den/cards.yaml": """
            animals:
              - {id: no, name: no, level: 1, diet: meat, art: fox}
              - {id: "010", name: 010, level: 1, diet: meat, art: fox}
              - {id: "1", name: "1:30", level: 1, diet: meat, art: fox}
              - {id: null, name: null, level: 1, diet: meat, art: fox}
              - {id: true, name: {fr: on, en: off}, level: 1, diet: meat, art: fox}
        """
    },
    "anchors and merges": {
        "den/cards.yaml": """
            animals:
              - &hare {id: hare, name: &name {fr: Lièvre, en: Hare}, level: 1, diet: plants}
              - {<<: *hare, id: fox, diet: meat}
              - {<<: [*hare, {level: 2}], id: vixen, name: *name, art: fox}
        """
    },
    "signs that are meant as themselves": {
        "den/cards.yaml": """
            animals:
              - {id: hare, name: 'A \\* \\*\\* :a b: 5:3', level: 1, diet: plants}
              - {id: fox, name: "**Fox** *e*t :paw:", level: 2, diet: meat}
        """
    },
    "an icon's name that leads nowhere is a text": {
        "den/cards.yaml": "animals: [{id: fox, name: ':../../x: :/x:', level: 1, diet: meat}]"
    },
    "typography": {
        "den/cards.yaml": """
            animals:
              - {id: fox, name: {fr: "« L'été ! »", en: "“Summer’s…”"}, level: 1, diet: meat}
        """
    },
    "no piece of a component": {"den/cards.yaml": "animals: []"},
    "no copy of a piece": {
        "den/cards.yaml": CARDS + "  - {id: owl, name: Owl, level: 3, diet: meat, art: fox, copies: 0}\n"
    },
    "origins": {
        "den/cards.yaml": "animals: [{id: fox, name: Fox, level: 1, diet: meat, origin: {default: us, level: seed 1}}]"
    },
    "pieces in folders": {
        "den/cards.yaml": "animals: [{id: fox, name: Fox, level: 1, diet: meat, art: big/fox}]",
        "den/art/big/fox.svg": (BASE / "den/art/fox.svg").read_bytes(),
    },
    "a face that extends another": {
        "layouts/faces/animal.yaml": """
            extends: frame
            remove: [border]
            elements:
              - {id: title, style: {extends: title, bold: true}}
              - {kind: panel, fill: moss, size: [2 mm, 2 mm], before: title}
        """,
        "layouts/faces/frame.yaml": """
            about: what faces have in common
            palette: den
            elements:
              - {kind: panel, id: border, stroke: ink}
              - {kind: text, id: title, text: "{{ name }}", at: [5 mm, 5 mm], size: [30 mm, 6 mm]}
        """,
    },
    "a drawing with words about it": {
        "den/art/fox.svg": """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><title>Le renard</title>
              <!-- plain -->
              <path d="M1 1L9 1L5 9Z" style="fill: var(--ink)"/></svg>
        """
    },
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_catalog_has_no_findings(name: str, den: Den) -> None:
    den(UNUSUAL[name])
    if name == "no piece of a component":
        assert pipeline.build_all(Path(), [Path("layouts")], (), BuildOptions()) == ((), [])
    else:
        silent()

"""Panels of a table -> JSON data that the page draws: lengths in millimetres, words in one language."""

from collections.abc import Iterable
from typing import Any

from pawprint.catalog.model import Game
from pawprint.documents.diagram_speech import DiagramSpeech
from pawprint.rules.diagram import Diagram, DiagramPiece
from pawprint.rules.play_table import PlayPanel


def panels_data(panels: Iterable[PlayPanel], speech: DiagramSpeech) -> list[dict[str, Any]]:
    """The panels in the language of *speech*."""
    return [
        {
            "kind": panel.kind,
            "seat": panel.seat,
            "title": sentence(speech.say(panel.title)),
            "notes": [sentence(speech.say(note)) for note in panel.notes],
            "diagram": diagram_data(panel.diagram, speech),
        }
        for panel in panels
    ]


def diagram_data(diagram: Diagram, speech: DiagramSpeech) -> dict[str, Any]:
    """All parts of *diagram* that a page draws."""
    say = speech.say
    return {
        "width": _mm(diagram.width),
        "height": _mm(diagram.height),
        "pieces": [_piece(one, speech) for one in diagram.pieces],
        "regions": [_box(one) | {"kind": one.kind, "title": sentence(say(one.title))} for one in diagram.regions],
        "frames": [_box(one) | {"kind": one.kind, "badge": one.badge} for one in diagram.frames],
        "arrows": [
            {
                "from": [_mm(one.x1), _mm(one.y1)],
                "to": [_mm(one.x2), _mm(one.y2)],
                "kind": one.kind,
            }
            for one in diagram.arrows
        ],
        "labels": [
            {
                "x": _mm(one.x),
                "y": _mm(one.y),
                "says": sentence(say(one.says)),
                "align": one.align,
                "strong": one.strong,
            }
            for one in diagram.labels
        ],
        "targets": [_box(one) | {"name": one.name, "says": sentence(say(one.says))} for one in diagram.targets],
        "alt": [*dict.fromkeys(sentence(said) for one in diagram.alt_texts if (said := say(one)))],
    }


def _piece(piece: DiagramPiece, speech: DiagramSpeech) -> dict[str, Any]:
    """A piece. One that lies face down has no identity and no name; one of a scenario's own has no id."""
    down = piece.side != "face"
    known = piece.id in speech.game.records.get(piece.component, {})
    return {
        "component": piece.component,
        "id": _first(speech.game, piece) if down else piece.id if known else "",
        "side": piece.side,
        "name": "" if down else speech.piece_name(piece.component, piece.id),
        "x": _mm(piece.x),
        "y": _mm(piece.y),
        "turn": piece.turn,
        "faded": piece.faded,
        "keep": piece.keep,
    }


def _first(game: Game, piece: DiagramPiece) -> str:
    """The first piece of the component, which stands for all that lie face down."""
    records = game.records.get(piece.component, {})
    return next((record.id for record in game.pieces(piece.component)), piece.id) if records else ""


def _box(part: Any) -> dict[str, Any]:
    return {"x": _mm(part.x), "y": _mm(part.y), "width": _mm(part.width), "height": _mm(part.height)}


def _mm(length: float) -> float:
    return round(length, 2)


def sentence(text: str) -> str:
    """*text* with a capital at its beginning."""
    return text[:1].upper() + text[1:]

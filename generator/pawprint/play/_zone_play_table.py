"""The table at which people play games whose pieces lie in zones: a player points at pieces that an action names."""

import re
from collections.abc import Iterable, Mapping, Sequence

from pawprint.core.diagnostics import Findings
from pawprint.play import diagram
from pawprint.play._zone_diagrams import ZoneDiagrams
from pawprint.play._zone_game import Spoken, ZoneGame
from pawprint.play._zone_state import OPEN, OWNER, ZoneState
from pawprint.play.engine import END, Action
from pawprint.play.play_table import HAND, PLAYER, TABLE, Deed, PlayPanel, PlayTable, Question

_PLAYER = {"en": "player {0}", "fr": "joueur {0}", "de": "Spieler {0}", "es": "jugador {0}"}
_POINTS = {"en": "points: {0}", "fr": "points : {0}", "de": "Punkte: {0}", "es": "puntos: {0}"}
_TABLE = {"en": "table", "fr": "table", "de": "Tisch", "es": "mesa"}
_HAND = {"en": "your hand", "fr": "votre main", "de": "Ihre Hand", "es": "su mano"}
_QUESTION = {
    "en": "What do you do?", "fr": "Que faites-vous ?", "de": "Was tun Sie?", "es": "¿Qué hace?",
}  # fmt: skip
_OVER = {
    "en": "The game is over.", "fr": "La partie est finie.", "de": "Das Spiel ist zu Ende.", "es": "Fin de la partida.",
}  # fmt: skip


class ZonePlayTable(PlayTable[ZoneGame, ZoneState]):
    """Panels of zones; words come from the rules, or else are the actions with the names of pieces."""

    diagrams: ZoneDiagrams

    def __init__(self, diagrams: diagram.DiagramBuilder[ZoneGame, ZoneState], findings: Findings) -> None:
        assert isinstance(diagrams, ZoneDiagrams)
        self.diagrams = diagrams
        self.rules = diagrams.rules
        self.space = diagrams.space
        self.texts = refusal_texts(self.rules)

    def panels(self, state: ZoneState, seat: int | None) -> Iterable[PlayPanel]:
        """Shared zones, then those of each player; what only the viewer sees is the viewer's hand."""
        acts = seat is None or seat == state.actor()  # what others can do may be secret
        pointed = acts and any(self.rules.cards_of(action, state) for action in state.legal_actions())

        named = [word for action in state.legal_actions() for word in self.rules.describe(action).split()]
        places = acts and not {*self.rules.place_names}.isdisjoint(named)

        def point(canvas: diagram.DiagramCanvas, zone: str, piece: str, at: diagram.DiagramPiece) -> None:
            if places and piece in self.rules.place_names:
                canvas.target(at, f"place {piece}", piece)
            elif pointed and at.side == "face" and not (places and state.cells(zone) is not None):
                canvas.target(at, _target(zone, piece))

        def drawn(names: Sequence[str]) -> diagram.Diagram:
            return diagram.row_of(
                [self.diagrams.zone(state, name, point, seat, open_=seat is None) for name in names], self.space
            )

        zones = self.rules.zones
        shared = [zone.name for zone in zones if not zone.each]
        if shared:
            yield PlayPanel(TABLE, diagram.DiagramWords(_TABLE), drawn(shared), self._values(state, -1))
        for who in range(state.players):
            own = [f"{zone.name} {who}" for zone in zones if zone.each and not (zone.seen == OWNER and who == seat)]
            points = diagram.DiagramWords(_POINTS, (state.points[who],))
            yield PlayPanel(PLAYER, self.player(who, state), drawn(own), (points, *self._values(state, who)), who)
        if seat is not None:
            hand = [f"{zone.name} {seat}" for zone in zones if zone.each and zone.seen == OWNER]
            if hand:
                yield PlayPanel(HAND, diagram.DiagramWords(_HAND), drawn(hand), (), seat)

    def _values(self, state: ZoneState, seat: int) -> tuple[diagram.DiagramText, ...]:
        """What the rules remember of a player, or of all, with its title."""
        shown = self.rules.shown_values(state, seat)
        return tuple(
            diagram.DiagramWords({language: f"{title}: {{0}}" for language, title in titles.items()}, (str(value),))
            for titles, value in shown
        )

    def points(self, state: ZoneState) -> Sequence[int]:
        return state.points

    def player(self, seat: int, state: ZoneState) -> diagram.DiagramText:
        return diagram.DiagramWords(_PLAYER, (seat + 1,))

    def question(self, state: ZoneState) -> Question:
        first = self.rules.implements[0] if self.rules.implements else ""
        if state.actor() == END:
            return Question(diagram.DiagramWords(_OVER), first)
        asked = self.rules.question(state)
        texts = {"en": asked} if isinstance(asked, str) else asked
        parts = {language: text.partition(": ") for language, text in texts.items() if text}
        rule = next((rule for rule, _, _ in parts.values() if rule in self.rules.implements), "")
        words = {language: text.removeprefix(f"{rule}: ") for language, text in texts.items() if text}
        return Question(diagram.DiagramWords(words or _QUESTION), rule or first)

    def says(self, action: Action, state: ZoneState) -> diagram.DiagramText:
        spoken = self.rules.spoken(state, action)
        if spoken is not None:
            return self._spoken(spoken, frozenset())
        text = self.rules.describe(action)
        own = self.rules.says(state, text)
        return _words(own) if own else self._named(text, frozenset())

    def tells(self, deed: Deed) -> Sequence[diagram.DiagramText]:
        """What has been done. Others are not told of pieces that do not lie open after it."""
        before, after = deed.before, deed.after
        assert isinstance(before, ZoneState)
        assert isinstance(after, ZoneState)
        open_ = {
            piece
            for zone, pieces in after.contents.items()
            if self.rules.declared(zone).seen == OPEN
            for piece in pieces
        } | {cell.id for zone in after.layout.names for cell in after.cells(zone) or () if cell.up}
        secret = frozenset(self.rules.cards_of(deed.action, after)) - open_
        if not secret or deed.own:
            return (self.says(deed.action, before),)
        spoken = self.rules.spoken(before, deed.action)
        if spoken is not None:
            return (self._spoken(spoken, secret),)
        return (self._named(self.rules.describe(deed.action), secret),)

    def _spoken(self, spoken: Spoken, secret: frozenset[str]) -> diagram.DiagramText:
        """An action in words, with the names of its pieces, but for those that are *secret*."""
        parts: dict[str, diagram.DiagramText] = {**spoken.others}
        for name, piece in spoken.pieces.items():
            parts[name] = "?" if piece in secret else diagram.PieceName(self.rules.component_of(piece), piece)
        order = [*parts]
        return diagram.DiagramWords(
            {language or "en": _with_numbers(words, order) for language, words in spoken.words.items()},
            tuple(parts.values()),
        )

    def part_of_reason(self, part: str) -> diagram.DiagramText:
        return diagram.PieceName(self.rules.component_of(part), part) if part in self.rules.cards else part

    def _named(self, text: str, secret: frozenset[str]) -> diagram.DiagramText:
        """An action with the names of its pieces, but for those that are *secret*."""
        words = ["?" if word in secret else word for word in text.replace("{", "(").replace("}", ")").split()]
        pieces = [word for word in words if word in self.rules.cards][:10]
        template = " ".join(f"{{{pieces.index(word)}}}" if word in pieces else word for word in words)
        return diagram.DiagramWords(
            {"en": template}, tuple(diagram.PieceName(self.rules.component_of(piece), piece) for piece in pieces)
        )

    def targets(self, action: Action, state: ZoneState) -> tuple[str, ...]:
        """The pieces that the action names, if all of them are in sight; those of the actor before others."""
        actor = state.actor()
        contents = state.contents
        zones = sorted(contents, key=lambda zone: self.rules.owner_of(zone) != actor)
        found: dict[str, str] = {}
        described = self.rules.describe(action)
        for piece in self.rules.cards_of(action, state):
            for zone in zones:
                pile = self.rules.declared(zone).pile
                pieces = contents[zone][-1:] if pile else contents[zone]
                if piece in pieces and self.rules.sees(actor, zone):
                    found.setdefault(piece, _target(zone, piece))
        found |= {place: f"place {place}" for place in self.rules.place_names}
        named = [word for word in described.split() if word in self.rules.cards or word in self.rules.place_names]
        return tuple(found[piece] for piece in named) if {*named} <= {*found} else ()

    def meant(self, targets: Sequence[str], state: ZoneState) -> Action | None:
        """What an action that names as many pieces would be with the pieces of *targets*."""
        pieces = [target.rpartition(" ")[2] for target in targets]
        for action in state.legal_actions():
            words = self.rules.describe(action).split()
            known = [*self.rules.cards, *self.rules.place_names]
            places = [place for place, word in enumerate(words) if word in known]
            if len(places) == len(pieces):
                for place, piece in zip(places, pieces, strict=True):
                    words[place] = piece
                try:
                    return self.rules.parse(" ".join(words))
                except ValueError:
                    return None
        return None


def _target(zone: str, piece: str) -> str:
    return f"{zone} {piece}"


def _with_numbers(words: str, names: Sequence[str]) -> str:
    """*words* with `{0}` in place of the first of the *names*, and so on."""
    return re.sub(
        r"\{([\w.]+)\}", lambda found: f"{{{names.index(found[1])}}}" if found[1] in names else found[1], words
    )


def refusal_texts(rules: ZoneGame) -> dict[str, dict[str, str]]:
    """The words of all refusals, by which `PlayTable.reason` finds the other languages."""
    return {f"why-{number}": _numbered(words) for number, words in enumerate(rules.refusals()) if words}


def _numbered(words: Mapping[str, str]) -> dict[str, str]:
    """The words of a refusal with numbers in place of names; those of the default language stand for English, too."""
    default = words.get("") or words.get("en") or next(iter(words.values()))
    names = [*dict.fromkeys(re.findall(r"\{([\w.]+)\}", default))]
    return {language: _with_numbers(text, names) for language, text in {**words, "en": default}.items() if language}


def _words(said: "str | Mapping[str, str]") -> diagram.DiagramWords:
    return diagram.DiagramWords({"en": said} if isinstance(said, str) else said)

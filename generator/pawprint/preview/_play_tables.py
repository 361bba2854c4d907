"""The games of a preview session -> games in play, which go on with the cards as they are after each save."""

from threading import RLock
from typing import Any

from pawprint.catalog.model import Game
from pawprint.playtests.page.play_host import PlayHost, playable
from pawprint.preview.session import Session


def can_be_played(game: Game) -> bool:
    """True if people can play *game* on the page."""
    import pawprint.games.play_tables  # noqa: F401 - registers the tables

    return playable(game)


class PlayTables:
    """Answers the requests of pages on which people play, game by game."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._hosts: dict[str, PlayHost] = {}
        self._lock = RLock()

    def request(self, name: str, data: Any) -> dict[str, Any]:
        """The answer of the game *name* to a request; see `PlayHost.request`.

        Raises:
            LookupError: there is no such game, or it cannot be played.
        """
        with self._lock:
            return self._host(name).request(data)

    def _host(self, name: str) -> PlayHost:
        game = self._session.games[name]
        if game is None or not can_be_played(game):
            raise LookupError(name)
        host = self._hosts.get(name)
        if host is None or host.game is not game:
            sizes = {component: (wide, high) for component, (wide, high, _) in self._session.sizes(game).items()}
            host = self._hosts[name] = PlayHost(game, sizes, host)
        return host

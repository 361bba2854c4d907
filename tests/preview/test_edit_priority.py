"""A person who saves a file sees the edit before pictures that other work asks for."""

from threading import Thread
from time import monotonic

import pytest

from pawprint.preview import session as edit_priority
from pawprint.preview._renderer import ViewOptions
from pawprint.preview.session import EditPriority, Session


class Picture(Thread):
    """Waits for a picture in a thread of its own."""

    def __init__(self, priority: EditPriority, piece: str) -> None:
        super().__init__(daemon=True)
        self._priority, self._piece = priority, piece
        self.start()

    def run(self) -> None:
        """Wait, then draw."""
        self._priority.wait(self._piece)
        self._priority.drawn(self._piece)

    def has_waited(self) -> bool:
        """Whether it is still not drawn after a moment."""
        self.join(0.05)
        return self.is_alive()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_priority, "READING_S", 20)
    monkeypatch.setattr(edit_priority, "DRAWING_S", 20)


def test_pictures_wait_while_a_save_is_read_and_until_its_pieces_are_drawn() -> None:
    priority = EditPriority()
    with priority.reading():
        other, edited = Picture(priority, "animals/owl"), Picture(priority, "animals/fox")
        assert other.has_waited()
        assert edited.has_waited()
        priority.draw_first(["animals/fox"])
    edited.join(10)
    other.join(10)
    assert not edited.is_alive()
    assert not other.is_alive()


def test_nothing_waits_without_an_edit_or_after_an_edit_without_effect() -> None:
    priority = EditPriority()
    priority.wait("animals/owl")
    with priority.reading():
        priority.draw_first([])
    priority.wait("animals/owl")


def test_unrequested_pieces_delay_the_others_only_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit_priority, "DRAWING_S", 0.1)
    priority = EditPriority()
    with priority.reading():
        priority.draw_first(["animals/fox"])
    begun = monotonic()
    priority.wait("animals/owl")
    assert 0.05 < monotonic() - begun < 5


def test_session_draws_the_edited_piece_first(session: Session) -> None:
    view = ViewOptions("fr")
    session.priority.draw_first(["animals/hare"])
    other = Thread(target=session.picture, args=("den", "animals/fox", view), daemon=True)
    other.start()
    other.join(0.05)
    assert other.is_alive()
    assert session.picture("den", "animals/hare", view)[0] is not None
    other.join(10)
    assert not other.is_alive()

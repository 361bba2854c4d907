"""What the tests of the press share."""

import io
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pikepdf
import pytest
from PIL import Image

from pawprint.press.fonts import FontBook
from pawprint.press.png import render
from pawprint.press.sheet_pdf import write
from press import sample


@pytest.fixture(scope="session")
def book() -> FontBook:
    return sample.book()


@pytest.fixture(scope="session")
def everything(book: FontBook) -> bytes:
    """The sample sheets as a file."""
    return write(sample.sides(book), title="Épreuve", language="fr", duplex="long-edge")


@pytest.fixture
def parsed() -> Iterator[Callable[[bytes], pikepdf.Pdf]]:
    """Opens files, and keeps them open until the test is over."""
    with ExitStack() as stack:
        yield lambda data: stack.enter_context(pikepdf.open(io.BytesIO(data)))


@pytest.fixture(scope="session")
def picture() -> Callable[..., Image.Image]:
    """A page as an image with 20 pixels to the millimetre."""

    def draw(pdf: bytes, page: int = 0, dpi: int = 508) -> Image.Image:
        return Image.open(io.BytesIO(render(pdf, page, dpi))).convert("RGB")

    return draw

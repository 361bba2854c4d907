"""Pixels -> files of pictures."""

import io
import random

import pytest
from PIL import Image

from pawprint.press.images import FORMS, PagePixels, encoded


@pytest.mark.parametrize("form", FORMS)
def test_picture_full_of_details_is_stored_whole(form: str) -> None:
    width, height = 420, 180
    data = random.Random(1).randbytes(3 * width * height)
    packed = encoded(PagePixels(data, 3 * width, width, height, False, 72.0), form)
    with Image.open(io.BytesIO(packed)) as picture:
        picture.load()
        assert picture.size == (width, height)

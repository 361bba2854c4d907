"""The seed of a figure -> numbers: the same text gives the same ones on every machine and for ever."""

from collections.abc import Iterator
from hashlib import blake2b

from pawprint.faces.figure_geometry import Bend


def random_numbers(seed: str) -> Iterator[float]:
    """Numbers from 0 to below 1, without end."""
    count = 0
    while True:
        digest = blake2b(f"{seed}/{count}".encode(), digest_size=32).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big") / 2**32
        count += 1


def is_mirrored(side: str | None, seed: str) -> bool:
    """What `mirror:` says, or the seed where it says `maybe`."""
    return side == "yes" or (side == "maybe" and next(random_numbers(seed)) < 0.5)


def seeded_bend(seed: str, wobble: float, width: float, height: float) -> Bend:
    """How a figure with a frame of this size is bent, by up to *wobble* units."""
    numbers = random_numbers(f"{seed}/bend")
    p1, p2, p3, q1, q2, q3 = (round((next(numbers) * 2 - 1) * wobble, 3) for _ in range(6))
    return Bend(width / 2, height / 2, max(width, height) / 2, (p1, p2, p3, q1, q2, q3))

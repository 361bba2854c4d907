"""Printed files are stored if nothing was found while they were made."""

from pathlib import Path

import pytest

from helpers import Toy
from pawprint.build import pipeline
from pawprint.build.cache.print_cache import PrintCache
from pawprint.build.cache.store import Store
from pawprint.build.options import BuildOptions
from pawprint.press.manifest import Print

PRINT = Print("toy", "1", "fr", "cards", "x.pdf", b"%PDF", "A4", "off", 0.0, 1, 1, 1, True, ("cards",), {}, {})


@pytest.mark.parametrize(
    ("before", "meanwhile", "makings"),
    [
        ("", "", 1),
        ("low-contrast", "", 1),
        ("", "low-contrast", 2),  # else the next build would not report it
        ("", "overset", 2),
        ("overset", "", 2),  # files may be missing because of it
    ],
)
def test_a_file_is_made_again_if_something_was_found(tmp_path: Path, before: str, meanwhile: str, makings: int) -> None:
    toy, made = Toy(tmp_path), []
    for _ in range(2):
        workspace = pipeline.load(toy.catalog, toy.layout_folders)
        composer = workspace.composer(pipeline.DESIGN_BLEED)
        if before:
            workspace.findings.add(before, "found before", None, "")
        cache = PrintCache(Store(tmp_path / "store", "1"), workspace.library.games["toy"], composer, BuildOptions())

        def make() -> list[Print]:
            made.append(1)
            if meanwhile:
                workspace.findings.add(meanwhile, "found meanwhile", None, "")  # noqa: B023  (called in this round)
            return [PRINT]

        assert cache.find_or_make(cache.key("cards"), make) == [PRINT]
        cache.close()
    assert len(made) == makings

"""Sleeves: which one a card gets, and how much thicker it makes it."""

from pathlib import Path

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.pieces.boxes.box_room import find_sleeve
from pawprint.production.pipeline import bundled


@pytest.mark.parametrize(
    ("card", "outer"),
    [
        ((63.5, 88.9), (66, 91)),
        ((63, 88), (66, 91)),
        ((57.15, 88.9), (59, 91)),
        ((44, 68), (46, 71)),
        ((70, 120), (73, 122)),
        ((70, 70), (73, 73)),
        ((88.9, 63.5), (91, 66)),
        ((100, 40), (102.5, 42.5)),
    ],
)
def test_card_gets_the_smallest_fitting_sleeve(card: tuple[float, float], outer: tuple[float, float]) -> None:
    sleeve = find_sleeve("standard", [bundled("layouts")], Findings())
    assert sleeve is not None
    assert sleeve.around(Size(*map(mm, card))) == Size(*map(mm, outer))


def test_own_sleeves_override_bundled_sizes_and_add_sizes(tmp_path: Path) -> None:
    text = "sleeves:\n  standard: {adds: 0.5 mm}\nsizes: [42 mm x 52 mm]\n"
    (tmp_path / "sleeves.yaml").write_text(text)
    findings = Findings()
    sleeve = find_sleeve("standard", [tmp_path, bundled("layouts")], findings)
    assert sleeve is not None
    assert sleeve.adds == mm(0.5)
    assert sleeve.around(Size(mm(40), mm(50))) == Size(mm(42), mm(52))
    assert sleeve.around(Size(mm(63.5), mm(88.9))) == Size(mm(66), mm(91))
    assert sleeve.around(Size(mm(36.5), mm(46.5))) == Size(mm(39), mm(49)), "5.5 mm are too much room"
    assert not list(findings)


def test_unknown_sleeves_are_a_finding_with_a_suggestion() -> None:
    findings = Findings()
    assert find_sleeve("doubled", [bundled("layouts")], findings) is None
    (finding,) = findings
    assert (finding.code, finding.help) == ("unknown-sleeve", "did you mean 'double'?")

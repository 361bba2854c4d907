"""Rules with mistakes: each has a finding at its place, with help.

A file of `broken/` has its expected findings in comments: `#! 11 did you mean 'level'?`, that is, the column and words
of the message or the help. The cards of the game are those of the Den.
"""

import re
from pathlib import Path

import pytest

from pawprint.catalog.library import load_library
from pawprint.check.playable import check_rules
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES  # noqa: F401 - registers engines

BROKEN = Path(__file__).parent / "broken"
DEN = Path(__file__).parents[1] / "bad_catalogs" / "base" / "den"
#: `#! COLUMN WORDS`, at the end of a line.
_EXPECTED = re.compile(r"#! (\d+) (.+)$")


@pytest.mark.parametrize("file", sorted(BROKEN.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_mistake_is_found_at_its_place(file: Path, tmp_path: Path) -> None:
    den = tmp_path / "den"
    den.mkdir()
    for name in ("game.yaml", "cards.yaml"):
        text = (DEN / name).read_text(encoding="utf-8") if (DEN / name).exists() else ""
        den.joinpath(name).write_text(text.replace("languages:", "rules: {engine: rules.yaml}\nlanguages:", 1))
    text = file.read_text(encoding="utf-8")
    den.joinpath("rules.yaml").write_text(text, encoding="utf-8")
    findings = Findings()
    check_rules(load_library(tmp_path, findings).games["den"], findings)
    found = [(one.span.source.place(one.span.start), one) for one in findings.sorted() if one.span is not None]
    wanted = [
        ((number, int(match[1])), match[2].strip())
        for number, line in enumerate(text.splitlines(), 1)
        if (match := _EXPECTED.search(line))
    ]
    assert [place for place, _ in found] == [place for place, _ in wanted], [str(one) for _, one in found]
    for (_, one), (_, words) in zip(found, wanted, strict=True):
        assert words in f"{one.message} {one.help}"
        assert one.help

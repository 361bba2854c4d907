"""Rules with mistakes: each has a finding at its place, with help.

A file of `broken/` has its expected finding in a comment: `#! 11 did you mean 'level'?`, that is, the column and words
of the message or the help. The cards of the game are those of the Den, of which one has a field `size`.
"""

import re
from pathlib import Path

import pytest

from play.den_with_rules import findings_in

BROKEN = Path(__file__).parent / "broken"
#: `#! COLUMN WORDS`, at the end of a line.
_EXPECTED = re.compile(r"#! (\d+) (.+)$")
#: The codes of mistakes that other files may have, too.
_OF_ALL_FILES = ("rules-fault", "unknown-field", "yaml-syntax", "empty-file", "wrong-type", "missing-field")


@pytest.mark.parametrize("file", sorted(BROKEN.glob("*.yaml")), ids=lambda path: path.stem)
def test_mistake_is_found_at_its_place(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    findings = findings_in(text, tmp_path)
    found = [one.span.source.place(one.span.start) for one in findings if one.span is not None]
    ((wanted, words),) = [
        ((number, int(match[1])), match[2].strip())
        for number, line in enumerate(text.splitlines(), 1)
        if (match := _EXPECTED.search(line))
    ]
    assert found == [wanted], [str(one) for one in findings]
    assert words in f"{findings[0].message} {findings[0].help}"
    assert findings[0].help
    assert findings[0].code in ("bad-rules", *_OF_ALL_FILES)


@pytest.mark.parametrize("mistake", ["rset", "rest"])
def test_action_may_be_needed_only_with_an_option(mistake: str, tmp_path: Path) -> None:
    text = (BROKEN / "option-branch-misspelt.yaml").read_text(encoding="utf-8").replace("rset", mistake)
    assert len(findings_in(text, tmp_path)) == (mistake == "rset")

"""The examples of docs/python.md run, and print what the page says."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
#: Each program with the text block that follows it, if one does.
EXAMPLES = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", PAGE.read_text(encoding="utf-8"), re.S)


def test_examples_print_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for program, shown in EXAMPLES:
        exec(compile(program, str(PAGE), "exec"), names)
        printed = re.sub(r"\S*(?=catalog/food-chain/)", "", capsys.readouterr().out)
        assert printed == shown
    assert {path.name for path in tmp_path.iterdir()} == {
        "toad.png",
        "hunters.svg",
        "hunters.pdf",
        "output",
        "pictures",
    }

"""Files that a stranger may have made."""

import json
import os
from pathlib import Path

import pytest

from pawprint.core.files import FileTooLarge, is_file, parse_json, read_bounded, read_json


def test_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"1234")
    assert read_bounded(file, 4) == b"1234"
    with pytest.raises(FileTooLarge) as raised:
        read_bounded(file, 3)
    assert raised.value.size == 4


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_special_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    for name in ("pipe", "endless"):
        with pytest.raises(OSError, match="not an ordinary file"):
            read_bounded(tmp_path / name, 1000)
    with pytest.raises(OSError, match="directory"):
        read_bounded(tmp_path, 1000)


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a": ' * 250 + "1" + "}" * 250, '{"copies": 1e999}', "[NaN]", '["\\ud83d"]', "", "\ufeff{}"],
)
def test_data_that_no_file_of_ours_has_are_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says, callers name the file
        parse_json(text)
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError):  # noqa: PT011
        read_json(tmp_path / "a.json")


def test_valid_json_is_read() -> None:
    assert json.dumps(parse_json("[" * 200 + "1" + "]" * 200)) == "[" * 200 + "1" + "]" * 200
    assert parse_json('{"a": [1, 2.5, -1e3, "\\ud83d\\ude00", null, true]}') == {"a": [1, 2.5, -1e3, "😀", None, True]}


@pytest.mark.parametrize("name", ["nul\0", "x" * 5000, "none.yaml", "."])
def test_any_name_can_be_checked_for_a_file(tmp_path: Path, name: str) -> None:
    assert not is_file(tmp_path / name)

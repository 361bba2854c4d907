"""The game Garden with the rules of its own that the documentation builds."""

import re
import shutil
from pathlib import Path

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play import allowed_rules

DOCS = Path(__file__).parents[2] / "docs"


def plant_own(folder: Path) -> Game:
    """The game, written to *folder*; its rules may run in this process."""
    shutil.copytree(DOCS / "gallery" / "catalog" / "garden", folder)
    page = (DOCS / "python-rules.md").read_text(encoding="utf-8")
    for name, text in re.findall(r"<!-- laid: catalog/garden/(\S+) -->\n```\w+\n(.*?)```", page, re.S):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    declared = folder / "game.yaml"
    text = declared.read_text(encoding="utf-8")
    declared.write_text(
        text.replace("languages: [en]\n", "languages: [en]\nrules: {engine: rules.py}\n"), encoding="utf-8"
    )
    allowed_rules.allow_here(folder / "rules.py")
    findings = Findings()
    game = load_game(folder, findings)
    assert game is not None
    assert not len(findings)
    return game

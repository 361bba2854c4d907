"""A page, its style, its scripts and its data -> one HTML file, which cannot load anything else."""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from pawprint.export.play.script_bundle import script_of
from pawprint.typography.languages import is_right_to_left


def page_of(assets: Path, name: str, title: str, language: str, data: dict[str, Any]) -> bytes:
    """The page of the module `NAME.js` in *assets*, with the style `NAME.css`.

    Args:
        language: of the title, and of the page.
        data: what the scripts find as JSON in the element `data`.
    """
    style = (assets / f"{name}.css").read_text(encoding="utf-8")
    script = script_of(assets / f"{name}.js")
    digest = base64.b64encode(sha256(f"\n{script}\n".encode()).digest()).decode()
    policy = f"default-src 'none'; img-src blob: data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    direction = ' dir="rtl"' if is_right_to_left(language) else ""
    # No "<" in it, so that no text of a card can end the element.
    values = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(language.replace("_", "-"))}"{direction}>',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=False)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        "<noscript>This page needs JavaScript.</noscript>",
        f'<script type="application/json" id="data">{values}</script>',
        f"<script>\n{script}\n</script>",
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines).encode()

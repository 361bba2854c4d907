"""A page, its style, its scripts and its data -> one HTML file, which cannot load anything else."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import pawprint.playpage
from pawprint.core.page_policy import content_policy, policy_element
from pawprint.typography.languages import is_right_to_left

#: The folders with the scripts and styles of these pages, and of the page on which people play with rules.
ASSETS = Path(__file__).parent / "assets"
PAGE_ASSETS = Path(pawprint.playpage.__file__).parent / "assets"
#: What a page may use that plays with a program in a worker.
_WORKER = {"worker_src": "blob:", "connect_src": "blob:", "font_src": "data:"}
_WORKER_SCRIPTS = " blob: 'wasm-unsafe-eval'"


@dataclass(frozen=True)
class SingleFile:
    """The parts of a page.

    Attributes:
        language: of the title, and of the page.
        data: what the scripts find as JSON in the element `data`.
        packed: files that the scripts find, packed by gzip and in Base64, in elements with these ids. A page that has
            some may run them in a worker, and open those that are pages.
        opened: digests of the scripts of these pages, as policies write them.
    """

    title: str
    language: str
    style: str
    script: str
    data: Mapping[str, Any]
    packed: Mapping[str, bytes] = field(default_factory=dict)
    opened: tuple[str, ...] = ()

    def html(self) -> bytes:
        """The file."""
        direction = ' dir="rtl"' if is_right_to_left(self.language) else ""
        # No "<" in it, so that no text of a card can end the element.
        values = json.dumps(self.data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        lines = [
            "<!DOCTYPE html>",
            f'<html lang="{escape(self.language.replace("_", "-"))}"{direction}>',
            "<head>",
            '<meta charset="utf-8">',
            policy_element(self._policy()),
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(self.title)}</title>",
            f"<style>\n{self.style}</style>",
            "</head>",
            "<body>",
            "<noscript>This page needs JavaScript.</noscript>",
            f'<script type="application/json" id="data">{values}</script>',
            *(f'<script type="text/plain" id="{name}">{_packed(data)}</script>' for name, data in self.packed.items()),
            f"<script>\n{self.script}\n</script>",
            "</body>",
            "</html>",
            "",
        ]
        return "\n".join(lines).encode()

    def _policy(self) -> str:
        """What browsers let the page do."""
        digest = base64.b64encode(sha256(f"\n{self.script}\n".encode()).digest()).decode()
        worker, scripts = (_WORKER, _WORKER_SCRIPTS) if self.packed else ({}, "")
        allowed = " ".join((f"'sha256-{digest}'", *self.opened)) + scripts
        return content_policy(img_src="blob: data:", style_src="'unsafe-inline'", **worker, script_src=allowed)


@lru_cache(maxsize=8)  # the files of the runtime are the same in every language
def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()

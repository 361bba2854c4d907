"""A run in which nothing changed loads no library for fonts, images or PDF."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["fonts", "manifest", "_pdf_file"])
def test_module_loads_no_large_library(module: str) -> None:
    program = (
        f"import sys, pawprint.press.{module}\nprint(*sorted({{'uharfbuzz', 'PIL', 'pypdfium2'}} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert result.stdout.strip() == ""

"""ReportLab's document layer, `reportlab.pdfbase.pdfdoc`, imported without what it only needs for pages.

Imported as usual, it brings ReportLab's settings, font metrics, image readers and Pillow along, a sixth of the work of
printing fifty cards. ReportLab's settings also come from the environment (`RL_pdfMultiLine`) and from programs in the
user's home folder (`~/.reportlab_mods`), so that the bytes of a file would depend on the machine. Here, the modules
around it are stand-ins with the few names that it takes from them, and its settings are constants. Another program in
the same process that imports ReportLab gets the whole of it.

If a later ReportLab needs other names, its import fails with an `ImportError`, and the whole of ReportLab is used.
"""

import codecs
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any

PACKAGE = "reportlab"

#: Those of text strings (ISO 32000-1, 7.9.2), by ReportLab's names for its codecs.
ENCODINGS = ("pdfdoc", "extpdfdoc")

#: ReportLab's defaults, but for dates: files never show when they were made.
_SETTINGS = {
    **{"invariant": 1, "pageCompression": 1, "pdfComments": 0, "pdfMultiLine": 0, "useA85": 0, "wrapA85": 0},
    **{"documentLang": None, "errorOnDuplicatePageLabelPage": 0},
}


class FixedTime:
    """The date of every file, in place of ReportLab's `TimeStamp`, which takes SOURCE_DATE_EPOCH or the clock."""

    def __init__(self, invariant: object = None) -> None:
        self.t, self.tzname = 946_684_800.0, "UTC"
        self.lt = (2000, 1, 1, 0, 0, 0, 5, 1, 0)
        self.YMDhms, self.dhh, self.dmm = self.lt[:6], 0, 0


def document_layer() -> Any:
    """The module `reportlab.pdfbase.pdfdoc`, with `FixedTime`."""
    try:
        with _stand_ins():
            layer = import_module(f"{PACKAGE}.pdfbase.pdfdoc")
            codec = import_module(f"{PACKAGE}.pdfbase.rl_codecs").RL_Codecs._RL_Codecs__rl_codecs
        codecs.register(lambda name: codec(name) if name in ENCODINGS else None)
    except (ImportError, AttributeError):
        layer = import_module(f"{PACKAGE}.pdfbase.pdfdoc")
    layer.TimeStamp = FixedTime  # type: ignore[attr-defined]
    return layer


@contextmanager
def _stand_ins() -> Iterator[None]:
    """Let modules of ReportLab find stand-ins while they are imported; afterwards ReportLab is as it was before."""
    before = {name: module for name, module in sys.modules.items() if _is_reportlab(name)}
    for name in before:
        del sys.modules[name]
    folders = PathFinder.find_spec(PACKAGE)
    if folders is None:
        raise ImportError(f"no module named '{PACKAGE}'")
    package = _module(PACKAGE, {"__path__": folders.submodule_search_locations})
    settings = _module(f"{PACKAGE}.rl_config", _SETTINGS)
    library = _module(f"{PACKAGE}.lib", {"__path__": [f"{folder}/lib" for folder in package.__path__]})
    pages = _module(f"{PACKAGE}.pdfbase", {"__path__": [f"{folder}/pdfbase" for folder in package.__path__]})
    package.rl_config, package.lib, package.pdfbase = settings, library, pages  # type: ignore[attr-defined]
    for name in ("pdfutils", "pdfmetrics"):
        setattr(pages, name, _module(f"{PACKAGE}.pdfbase.{name}", {}))
    library.rl_accel = _module(f"{PACKAGE}.lib.rl_accel", _string_functions())  # type: ignore[attr-defined]
    library.utils = _module(f"{PACKAGE}.lib.utils", _utilities())  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for name in [name for name in sys.modules if _is_reportlab(name)]:
            del sys.modules[name]
        sys.modules.update(before)


def _is_reportlab(name: str) -> bool:
    return name == PACKAGE or name.startswith(f"{PACKAGE}.")


def _module(name: str, contents: dict[str, Any]) -> ModuleType:
    module = sys.modules[name] = ModuleType(name)
    module.__dict__.update(contents)
    return module


def _utilities() -> dict[str, Any]:
    """What is taken from `reportlab.lib.utils`. None is for reading pictures, which Pawprint does itself."""
    return {
        "isSeq": lambda value: isinstance(value, tuple | list),
        "isBytes": lambda value: isinstance(value, bytes),
        "isUnicode": lambda value: isinstance(value, str),
        "isStr": lambda value: isinstance(value, str | bytes),
        "bytestr": lambda value: value if isinstance(value, bytes) else str(value).encode(),
        "TimeStamp": FixedTime,
        **dict.fromkeys(("_digester", "open_for_read", "makeFileName", "annotateException")),
    }


def _string_functions() -> dict[str, Any]:
    """What is taken from `reportlab.lib.rl_accel`: how whole numbers and the bytes of a string are written.

    ISO 32000-1, 7.3.3 and 7.3.4.2. Pawprint writes all other objects.
    """
    printed = {code: chr(code) if 32 <= code < 127 else f"\\{code:03o}" for code in range(256)}
    printed |= {ord(sign): f"\\{sign}" for sign in "()\\"}
    return {
        "escapePDF": lambda text: "".join([printed[code] for code in text]),
        "fp_str": lambda number: f"{number:d}",
        **dict.fromkeys(("asciiBase85Encode", "asciiBase85Decode")),
    }

"""Files -> a ZIP archive whose bytes depend only on them."""

import io
import zipfile
from collections.abc import Mapping

#: The earliest time that a ZIP archive can hold: there is no clock in a file.
_TIME = (1980, 1, 1, 0, 0, 0)


def zip_files(files: Mapping[str, bytes], stored: tuple[str, ...] = ()) -> bytes:
    """An archive of *files*, sorted by name.

    Args:
        files: name with slashes -> content.
        stored: suffixes of files that are compressed already, and are not compressed again.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(files):
            how = zipfile.ZIP_STORED if name.endswith(stored) else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, _TIME), files[name], how)
    return out.getvalue()

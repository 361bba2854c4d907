"""PNG pictures -> the same in another form: JPEG, WebP."""

import io

#: JPEG quality at which flat art shows no blocks, and the same for WebP.
_QUALITY = 92


def recoded(png: bytes, form: str) -> bytes:
    """A PNG picture in another *form*: `png`, `jpeg` or `webp`.

    Raises:
        ValueError: there is no such form.
    """
    if form == "png":
        return png
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        out = io.BytesIO()
        density = picture.info["dpi"]
        if form == "jpeg":
            picture.convert("RGB").save(out, "JPEG", quality=_QUALITY, subsampling=0, optimize=True, dpi=density)
        elif form == "webp":
            picture.save(out, "WEBP", quality=_QUALITY, method=4)
        else:
            raise ValueError(f"there is no form '{form}'")
        return out.getvalue()

"""Real fonts and images, measured: what composing asks of the press."""

from pathlib import Path

from pawprint.press.fonts import FontBook

#: More pixels than this serve no card; 40 megapixels cover A3 at 450 dpi.
MAX_PIXELS = 40_000_000


class PressMetrics(FontBook):
    """See `pawprint.compose.measure.Metrics`."""

    def image_size(self, path: Path) -> tuple[int, int]:
        """See `Metrics.image_size`; only the header of the file is read."""
        from PIL import Image, UnidentifiedImageError

        try:
            with Image.open(path, formats=("PNG", "JPEG")) as image:
                width, height = image.size
        except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
            raise ValueError(f"'{path.name}' is neither a PNG nor a JPEG image") from None
        if width * height > MAX_PIXELS:
            raise ValueError(
                f"'{path.name}' has {width} x {height} pixels; {MAX_PIXELS / 1e6:.0f} million are the limit"
            )
        return width, height

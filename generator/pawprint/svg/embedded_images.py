"""`image` elements -> images."""

from pawprint.core.affine import Matrix
from pawprint.core.image_reader import image_facts_of, printable_of
from pawprint.core.paths import place_path, rectangle
from pawprint.core.picture import Bitmap, Cluster, Item
from pawprint.core.raster import data_uri, embedded_image
from pawprint.svg.svg_report import SvgReport
from pawprint.svg.viewports import DEFAULT_FITTING, fitted
from pawprint.svg.xml_elements import SvgElement


def embedded(node: SvgElement, matrix: Matrix, report: SvgReport) -> list[Item]:
    """The raster image that *node* has inside of it; nothing after a finding."""
    uri, v = str(node.link or ""), node.values
    if not uri.startswith("data:"):
        report.add(
            node.at, "the image is not inside of the file", "embed it, or let the layout place the image file", "href"
        )
        return []
    try:
        data = embedded_image(uri)
        facts = image_facts_of(data, "the image inside")
        data = printable_of(data, "the image inside")
    except ValueError as error:
        report.add(node.at, str(error), "embed it as PNG or JPEG", "href")
        return []
    for note in facts.notes:
        report.note(node.at, f"the image inside {note.message}", note.help, note.code)
    wide, high = facts.width, facts.height
    width, height = v.get("width"), v.get("height")
    width = v.get("width", wide if height is None else height * wide / high)
    height = height if height is not None else width * high / wide
    if not (width and height):
        return []
    box = (v.get("x", 0.0), v.get("y", 0.0), width, height)
    fitting = v.get("preserveAspectRatio", DEFAULT_FITTING)
    a, _, _, d, e, f = fitted((0.0, 0.0, wide, high), box, fitting)
    bitmap = Bitmap(e, f, wide * a, high * d, data_uri(data))
    clip = place_path(rectangle(*box, 0.0, 0.0), (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)) if fitting and fitting[2] else None
    return [Cluster((bitmap,), matrix, clip)]

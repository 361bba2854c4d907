"""A PDF file -> what keeps it from being PDF/X, read back by another library than wrote it.

The list is that of ISO 15930-7 (PDF/X-4) and ISO 15930-4 (PDF/X-1a:2003), as far as a program can decide it from the
file alone. A file says that it is PDF/X only if the list is empty.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pawprint.press.pdfx import STANDARDS

#: Colour spaces and operators that no file for a press may have: they leave open which inks are printed.
_OPEN_SPACES = {"/DeviceRGB", "/CalRGB", "/CalGray", "/Lab", "/ICCBased"}
_RGB = {"rg", "RG"}
_COLOUR_OPERATORS = "rg RG k K g G cs CS gs EI"
#: Filters: never, and not before PDF 1.5.
_NO_FILTERS = {"/LZWDecode"}
_LATER_FILTERS = {"/JPXDecode", "/JBIG2Decode"}
_ACTIONS = ("/AA", "/OpenAction", "/JS", "/Launch")
#: Points by which boxes may differ from exact nesting, because numbers are rounded.
_ROUNDING = 0.01


def pdfx_faults(data: bytes, standard: str) -> list[str]:
    """What keeps a file from being PDF/X; a sentence for each, in the order of the file.

    Args:
        standard: a name in `STANDARDS`.
    """
    import pikepdf

    try:
        with pikepdf.open(BytesIO(data)) as pdf:
            check = _Check(pdf, standard)
            return list(dict.fromkeys(check.faults()))
    except pikepdf.PdfError as error:
        return [f"the file cannot be read: {error}"]


class _Check:
    def __init__(self, pdf: Any, standard: str) -> None:
        self._pdf = pdf
        self._old = standard == "x1a"  # without transparency, and nothing newer than PDF 1.4
        self._name, self._version = STANDARDS[standard]

    def faults(self) -> Iterator[str]:
        yield from self._file()
        yield from self._intent()
        yield from self._metadata()
        for number, page in enumerate(self._pdf.pages, 1):
            for fault in self._page(page):
                yield f"page {number}: {fault}"
        for thing in self._pdf.objects:
            yield from self._object(thing)

    def _file(self) -> Iterator[str]:
        pdf = self._pdf
        version = tuple(int(part) for part in pdf.pdf_version.split("."))
        if version > self._version:
            yield f"it is PDF {pdf.pdf_version}, and {self._name} is PDF {'.'.join(map(str, self._version))}"
        if pdf.is_encrypted:
            yield "it is encrypted"
        identity = pdf.trailer.get("/ID")
        if identity is None or len(identity) != 2 or not all(bytes(part) for part in identity):
            yield "the file has no identifier"
        for key in ("/AcroForm", "/OpenAction", "/AA", "/JavaScript"):
            if key in pdf.Root:
                yield f"the file has {key[1:]}"
        names = pdf.Root.get("/Names", {})
        for key in ("/JavaScript", "/EmbeddedFiles"):
            if key in names:
                yield f"the file has {key[1:]}"
        if self._old and "/OCProperties" in pdf.Root:
            yield "the file has layers"

    def _intent(self) -> Iterator[str]:
        intents = [intent for intent in self._pdf.Root.get("/OutputIntents", []) if intent.get("/S") == "/GTS_PDFX"]
        if len(intents) != 1:
            yield f"it has {len(intents)} printing conditions and not one"
            return
        for key in ("/OutputConditionIdentifier", "/Info"):
            if not str(intents[0].get(key, "")):
                yield f"the printing condition has no {key[1:]}"
        profile = intents[0].get("/DestOutputProfile")
        if profile is None:
            yield "the profile of the printing condition is not embedded"
            return
        data = profile.read_bytes()
        if profile.get("/N") != 4 or data[12:20] != b"prtrCMYK":
            yield "the profile of the printing condition is not that of a printer for CMYK"

    def _metadata(self) -> Iterator[str]:
        information = self._pdf.docinfo
        for key in ("/Title", "/CreationDate", "/ModDate", "/Creator"):
            if not str(information.get(key, "")):
                yield f"its information has no {key[1:]}"
        if information.get("/Trapped") not in ("/True", "/False"):
            yield "it does not say whether it is trapped"
        if "/Metadata" not in self._pdf.Root:
            yield "it has no metadata"
            return
        with self._pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            claim = metadata.get("pdfxid:GTS_PDFXVersion", "")
            own = claim if not self._old else str(information.get("/GTS_PDFXVersion", ""))
            if own != self._name:
                yield f"it does not say that it is {self._name}"
            if metadata.get("dc:title", "") != str(information.get("/Title", "")):
                yield "its title is not the same in its metadata and its information"
            for key in ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID"):
                if not metadata.get(key, ""):
                    yield f"its metadata has no {key}"
            if "/" + metadata.get("pdf:Trapped", "") != information.get("/Trapped"):
                yield "its metadata and its information do not agree on whether it is trapped"

    def _page(self, page: Any) -> Iterator[str]:
        boxes = {key: page.obj.get(key) for key in ("/MediaBox", "/BleedBox", "/TrimBox")}
        missing = [key[1:] for key, box in boxes.items() if box is None]
        if missing:
            yield f"it has no {', '.join(missing)}"
            return
        media, bleed, trim = ([float(side) for side in box] for box in boxes.values())
        if not (_holds(media, bleed) and _holds(bleed, trim)):
            yield "its boxes do not lie within each other"
        if "/ArtBox" in page.obj:
            yield "it has a TrimBox and an ArtBox"
        if "/Annots" in page.obj:
            yield "it has annotations"
        if self._old and "/Group" in page.obj:
            yield "it has transparency"
        yield from self._content(page.obj, page.obj.get("/Resources", {}))

    def _content(self, stream: Any, resources: Any) -> Iterator[str]:
        """What operators of a page or a form name: colours, and overprinting white."""
        import pikepdf

        overprints = False
        states, spaces = resources.get("/ExtGState", {}), resources.get("/ColorSpace", {})
        for instruction in pikepdf.parse_content_stream(stream, operators=_COLOUR_OPERATORS):
            operator, operands = str(instruction.operator), instruction.operands
            if operator in _RGB:
                yield "it has colours in RGB"
            elif operator in ("cs", "CS"):
                space = spaces.get(str(operands[0]), operands[0])
                if _family(space) in _OPEN_SPACES:
                    yield f"it has colours in {_family(space)[1:]}"
            elif operator == "gs":
                state = states.get(str(operands[0]))
                if state is None:
                    yield f"it names a graphics state {operands[0]} that it does not have"
                else:
                    overprints = bool(state.get("/op", state.get("/OP", overprints)))
            elif operator == "k" and overprints and not any(float(ink) for ink in operands):
                yield "it has white that overprints, so that it cannot be seen"
            elif operator in ("EI", "INLINE IMAGE"):
                yield "it has images within its content"

    def _object(self, thing: Any) -> Iterator[str]:
        import pikepdf

        if not isinstance(thing, pikepdf.Stream | pikepdf.Dictionary):
            return
        for key in _ACTIONS:
            if key in thing:
                yield f"it has an action ({key[1:]})"
        yield from self._transparency(thing)
        yield from self._font(thing)
        space = thing.get("/ColorSpace")
        if space is not None and not isinstance(space, pikepdf.Dictionary) and _family(space) in _OPEN_SPACES:
            yield f"it has an image or a gradient in {_family(space)[1:]}"
        for key in ("/TR", "/HTP", "/OPI", "/Alternates"):
            if key in thing:
                yield f"it has an entry {key[1:]}"
        if not isinstance(thing, pikepdf.Stream):
            return
        if thing.get("/Subtype") == "/Form":
            yield from self._content(thing, thing.get("/Resources", {}))
        elif thing.get("/Subtype") == "/PS":
            yield "it has PostScript"
        if self._old and thing.get("/Type") in ("/ObjStm", "/XRef"):
            yield "it has compressed objects"
        filters = thing.get("/Filter", pikepdf.Array())
        for name in [filters] if isinstance(filters, pikepdf.Name) else filters:
            if str(name) in _NO_FILTERS or (self._old and str(name) in _LATER_FILTERS):
                yield f"it has a stream with {str(name)[1:]}"

    def _transparency(self, thing: Any) -> Iterator[str]:
        group = thing.get("/Group")
        space = None if group is None else group.get("/CS")
        if space is not None and _family(space) in _OPEN_SPACES:
            yield f"it mixes colours in {_family(space)[1:]}"
        if not self._old:
            return
        opaque = all(float(thing.get(key, 1)) == 1 for key in ("/ca", "/CA"))
        if thing.get("/SMask", "/None") != "/None" or group is not None or not opaque:
            yield "it has transparency"

    def _font(self, thing: Any) -> Iterator[str]:
        if thing.get("/Type") != "/Font" or thing.get("/Subtype") in ("/Type0", "/Type3"):
            return
        descriptor = thing.get("/FontDescriptor", {})
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"the font {thing.get('/BaseFont', '')} is not embedded"


def _family(space: Any) -> str:
    """The name of a colour space; that of the colours of a palette, and of those that show a spot ink."""
    import pikepdf

    if not isinstance(space, pikepdf.Array):
        return str(space)
    name = str(space[0])
    if name in ("/Indexed", "/Pattern") and len(space) > 1:
        return _family(space[1])
    return _family(space[2]) if name in ("/Separation", "/DeviceN") else name


def _holds(outer: list[float], inner: list[float]) -> bool:
    """True if one rectangle lies within another one."""
    low = all(a <= b + _ROUNDING for a, b in zip(outer[:2], inner[:2], strict=True))
    return low and all(a >= b - _ROUNDING for a, b in zip(outer[2:], inner[2:], strict=True))

"""`layouts/machines/NAME.yaml` -> a cutting machine: its marks, what it takes, and the files that its program reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.registry import suggest
from pawprint.press.cut_svg import USUAL_COLOURS, CutColours
from pawprint.sheets.machine_sheet import MarkShape, RegistrationMarks
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader

#: The forms of cut files.
FORMS = ("svg", "dxf")
_SHAPES = tuple(shape.value for shape in MarkShape)
_MOST = mm(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingMachine:
    """A machine that cuts printed sheets.

    Attributes:
        name: of its file.
        driver: the program that drives it, as sheets name it.
        marks: None where that program adds its own.
        margin: from the edges of the paper to the bleed of pieces.
        area: the largest rectangle of art; None for no limit.
        gap: the least distance of two pieces.
        bleed, kerf: unless the command says otherwise.
        reads_back: whether it looks at the back of sheets.
        mats: name and size of each, the smallest first; none if it needs none.
        forms: of cut files.
        pictures: whether its program prints, and takes pictures of sheets.
    """

    name: str
    driver: str
    marks: RegistrationMarks | None = None
    margin: Length = ZERO
    area: Size | None = None
    gap: Length = ZERO
    bleed: Length = ZERO
    kerf: Length = ZERO
    reads_back: bool = False
    mats: tuple[tuple[str, Size], ...] = ()
    colours: CutColours = USUAL_COLOURS
    forms: tuple[str, ...] = FORMS
    pictures: bool = False

    def mat(self, paper: Size) -> str | None:
        """The smallest mat that takes *paper*, upright or turned; empty if there are none, None if none does."""
        if not self.mats:
            return ""
        short, long = sorted(paper)
        for name, size in self.mats:
            if short <= min(size) and long <= max(size):
                return name
        return None


def find_machine(folders: Sequence[Path], name: str, findings: Findings) -> CuttingMachine | None:
    """The machine *name* of the first of the layouts' *folders* that has it; None after a finding."""
    for folder in folders:
        path = folder / "machines" / f"{name}.yaml"
        if not scalars.escapes_folder(name) and path.is_file():
            node = reader.read_yaml_file(path, findings, folder)
            return None if node is None else _read(FieldReader(node, f"machine '{name}'", findings), name)
    known = {path.stem for folder in folders for path in folder.glob("machines/*.yaml")}
    findings.add("unknown-machine", f"there is no cutting machine '{name}'", None, suggest(name, known, "machines are"))
    return None


def _read(take: FieldReader, name: str) -> CuttingMachine | None:
    before = take.findings.count
    driver = take.text("driver", required=True)
    marks = _marks(take.nested("marks")) if "marks" in take else None
    margin = _length(take, "margin")
    machine = CuttingMachine(
        name=name,
        driver=driver or "",
        marks=marks,
        margin=margin if margin is not None else marks.inset if marks else ZERO,
        area=take.value("area", scalars.size),
        gap=_length(take, "gap") or ZERO,
        bleed=_length(take, "bleed", mm(5)) or ZERO,
        kerf=_length(take, "kerf", mm(2)) or ZERO,
        reads_back=take.choice("reads", ("face", "back")) == "back",
        mats=tuple(
            (mat, size)
            for mat, _, node in take.entries("mats")
            if (size := scalars.size(node, f"mat '{mat}' of {take.what}", take.findings)) is not None
        ),
        colours=_colours(take.nested("colours")) if "colours" in take else USUAL_COLOURS,
        forms=_forms(take),
        pictures=take.flag("pictures"),
    )
    take.allow("about", "marks", "colours")
    take.finish()
    return machine if take.ok and take.findings.count == before else None


def _marks(take: FieldReader) -> RegistrationMarks | None:
    """The registration marks; None after a finding."""
    before = take.findings.count
    corners = take.items("corners", required=True)
    shapes = [scalars.choice(node, f"a corner of {take.what}", take.findings, _SHAPES) for node in corners]
    marks = [MarkShape(shape) for shape in shapes if shape]
    if len(marks) != 4 and take.findings.count == before:
        message = f"{take.what} has {len(marks)} corners"
        help = "write four, from the top left on, clockwise: [square, angle, none, angle]"
        take.findings.add("wrong-type", message, take.value_span("corners"), help)
    inset, line = _length(take, "inset", required=True), _length(take, "line", mm(5), required=True)
    square, free = _length(take, "square"), _length(take, "free")
    arm = _length(take, "arm")
    take.finish()
    for shapes_of, length, key in (
        ({MarkShape.ANGLE, MarkShape.CROSS}, arm, "arm"),
        ({MarkShape.SQUARE}, square, "square"),
    ):
        if shapes_of & {*marks} and not length and take.findings.count == before:
            message = f"{take.what} has no '{key}'"
            take.findings.add("missing-field", message, take.span, f"add a line {key}: 5 mm")
    if take.findings.count > before or inset is None or line is None:
        return None
    one, two, three, four = marks
    return RegistrationMarks(
        corners=(one, two, three, four),
        inset=inset,
        arm=arm or ZERO,
        square=square or ZERO,
        line=line,
        free=free or ZERO,
    )


def _length(take: FieldReader, key: str, most: Length = _MOST, required: bool = False) -> Length | None:
    """A length from 0 to *most*; None if it is absent, or after a finding."""
    length = take.length(key, required)
    if length is None or ZERO <= length <= most:
        return length
    message = f"'{key}' of {take.what} is {length}"
    take.findings.add("out-of-range", message, take.value_span(key), f"write 0 mm to {most}")
    return None


def _colours(take: FieldReader) -> CutColours:
    given = {key: take.value(key, scalars.colour) for key in CutColours._fields}
    take.finish()
    return USUAL_COLOURS._replace(**{key: colour for key, colour in given.items() if colour is not None})


def _forms(take: FieldReader) -> tuple[str, ...]:
    nodes = take.items("files")
    forms = [scalars.choice(node, f"'files' of {take.what}", take.findings, FORMS) for node in nodes]
    return tuple(dict.fromkeys(form for form in forms if form)) or FORMS

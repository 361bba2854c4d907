"""Runs the command line once: with a clock in every stage, or under cProfile. `stages.py` starts it.

Its arguments are `stages` or `functions`, the file for the report, and then those of `pawprint`.
"""

import time

START = time.process_time()  # what the interpreter took to come here, before anything is imported

import builtins  # noqa: E402
import runpy  # noqa: E402
import sys  # noqa: E402

#: Stage -> the functions in which it happens: `module:name` or `module:Class.name`.
STAGES = {
    "yaml": ("pawprint.source.reader:read_yaml_file",),
    "schema": ("pawprint.catalog.library:load_library",),
    "layouts": ("pawprint.pieces.layouts:Layouts.__init__", "pawprint.pieces.composer:Composer._read_layout"),
    "checks": ("pawprint.check.evaluation:run_checks",),
    "svg": ("pawprint.graphics.svg.convert:read_svg",),
    "fonts: open": ("pawprint.press.fonts:RealTypeface.__init__",),
    "fonts: shape": ("pawprint.press.fonts:RealTypeface._shape",),
    "fonts: embed": ("pawprint.press._resources:EmbeddedFont.embed",),
    "templates": ("pawprint.source.templates.expressions:Template.render",),
    "text": tuple(f"pawprint.typography.textbox:TextSetter.{name}" for name in ("set", "height", "width")),
    "placing": tuple(f"pawprint.pieces.composer:Composer.{name}" for name in ("side", "page")),
    "lowering": ("pawprint.pieces.lower:Lowering.drawing", "pawprint.pieces.lower:Lowering.ops"),
    "fingerprints": ("pawprint.press.fingerprint:Fingerprints.of",),
    "imposing": ("pawprint.sheets.imposition:impose",),
    "documents: read": ("pawprint.documents.manuscripts:_manuscript",),
    "documents: set": ("pawprint.documents.typeset.typesetter:typeset",),
    "press": ("pawprint.press.sheet_pdf:write", "pawprint.press.tagged_pdf:write_document"),
    "zlib": ("zlib:compress",),
    "files": ("pawprint.core.files:write_if_changed", "pawprint.press.manifest:manifest"),
}


class Clock:
    """Gives each moment to the innermost stage that runs: `interpreter`, `import`, one of `STAGES`, or `rest`."""

    def __init__(self) -> None:
        self.totals = {"interpreter": START}
        self._running = ["rest"]
        self._since = START

    def turn(self) -> None:
        """Give the time since the last turn to what runs."""
        now = time.process_time()
        stage = self._running[-1]
        self.totals[stage] = self.totals.get(stage, 0.0) + now - self._since
        self._since = now

    def around(self, stage, function):
        """*function*, timed as *stage*."""

        def timed(*arguments, **words):
            self.turn()
            self._running.append(stage)
            try:
                return function(*arguments, **words)
            finally:
                self.turn()
                self._running.pop()

        return timed

    def wrap(self, stage: str, place: str) -> None:
        """Time the function at *place*, wherever it has been imported to."""
        module, _, path = place.partition(":")
        *classes, name = path.split(".")
        owner = find(f"{module}:{'.'.join(classes)}") if classes else sys.modules[module]
        function = getattr(owner, name)
        timed = self.around(stage, function)
        setattr(owner, name, timed)
        for imported in [] if classes else list(sys.modules.values()):
            if imported.__name__.startswith("pawprint") and vars(imported).get(name) is function:
                setattr(imported, name, timed)


class Wrapping:
    """Imports as Python does, and times each function of `STAGES` once the program has imported its module."""

    def __init__(self, clock: Clock) -> None:
        #: Module -> stages and places of its functions that are not timed yet.
        self._missing: dict[str, list[tuple[str, str]]] = {}
        for stage, places in STAGES.items():
            for place in places:
                self._missing.setdefault(place.partition(":")[0], []).append((stage, place))
        self._clock = clock
        self._import = clock.around("import", builtins.__import__)

    def __call__(self, *arguments, **words):
        module = self._import(*arguments, **words)
        for name in [name for name in self._missing if name in sys.modules]:
            if all(find(place) for _, place in self._missing[name]):
                for stage, place in self._missing.pop(name):
                    self._clock.wrap(stage, place)
        return module


def find(place: str):
    """The function at *place*; None if its module has not been imported, or is still being so and does not have it."""
    module, _, path = place.partition(":")
    found = sys.modules.get(module)
    for step in path.split("."):
        found = found and vars(found).get(step)
    return found


def build(arguments: list[str]) -> None:
    """Run the command line."""
    sys.argv = ["pawprint", *arguments]
    try:
        runpy.run_module("pawprint", run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise


def build_by_stages(report: str, arguments: list[str]) -> None:
    """Write how many CPU seconds each stage took, as lines of its name and a number."""
    clock = Clock()
    builtins.__import__ = Wrapping(clock)
    build(arguments)
    clock.turn()
    with open(report, "w", encoding="utf-8") as file:  # noqa: PTH123  (pathlib would be imported for nothing else)
        file.writelines(f"{stage}\t{seconds}\n" for stage, seconds in clock.totals.items())


def build_by_functions(report: str, arguments: list[str]) -> None:
    """Write the statistics of cProfile."""
    import cProfile

    profile = cProfile.Profile(time.process_time)
    profile.runcall(build, arguments)
    profile.dump_stats(report)


if __name__ == "__main__":
    {"stages": build_by_stages, "functions": build_by_functions}[sys.argv[1]](sys.argv[2], sys.argv[3:])

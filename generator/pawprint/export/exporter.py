"""The targets of `pawprint export`: each is a class in a registry, whose fields are its options.

To add a target, write a frozen dataclass with the methods of `Exporter`, register it under the name of the target, and
name its module in `EXPORTERS`. `pawprint export TARGET --help` shows its docstring and its fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pawprint.core.registry import Registry
from pawprint.production.options import BuildOptions

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportOptions, ExportSource
    from pawprint.production.pipeline import Workspace


class TargetOption(NamedTuple):
    """How the command line shows an option of one target, and which values it accepts.

    Attributes:
        metavar: stands for the value in the help; empty for a flag.
        help: a sentence.
        least, most: the range of a number, or of a length in millimetres; None for no limit.
        choices: the words that a text may be; any if empty.
    """

    metavar: str
    help: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


def option(
    default: Any,
    metavar: str,
    help: str,
    *,
    least: int | None = None,
    most: int | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """A field of an exporter that is an option of its target; see `TargetOption`.

    Args:
        default: a bool, int, str, `Length` or tuple of str, like the type of the field; None for an int or `Length`
            whose default depends on other options.
    """
    return field(default=default, metadata={"option": TargetOption(metavar, help, least, most, choices)})


class OptionError(ValueError):
    """A value that an option of a target cannot have.

    Attributes:
        option: its name, as `--dpi`.
    """

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


@dataclass(frozen=True, kw_only=True)
class Exporter(ABC):
    """A target of `pawprint export`. The first line of its docstring is its help in the list of targets.

    To make one raises an `OptionError` if its options have values that they cannot have; so does `files`, before it
    yields a file, if they cannot have them for a game.

    Attributes:
        faults: what becomes of pieces with errors, for a message.
    """

    faults: ClassVar[str] = "the errors are marked on the pictures"

    @abstractmethod
    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """Path, relative to the output folder with slashes, and content of each file."""

    @classmethod
    def options(cls) -> Iterator[tuple[Field[Any], TargetOption]]:
        """The fields of the target that are options, in their order."""
        for option_field in fields(cls):
            if "option" in option_field.metadata:
                yield option_field, option_field.metadata["option"]


EXPORTERS: Registry[type[Exporter]] = Registry("export target", "pawprint.exporters")
EXPORTERS.accept(Exporter)
EXPORTERS.define_in("pawprint.export.piece_files", "png", "webp", "jpg", "svg", "pdf")
EXPORTERS.define_in("pawprint.export.cut_files", "cut")
EXPORTERS.define_in("pawprint.export.piece_files", "contact", "thumbnails")
EXPORTERS.define_in("pawprint.export.scene.scene_files", "scene")
EXPORTERS.define_in("pawprint.export.tabletop.saved_object", "tts")
EXPORTERS.define_in("pawprint.export.tabletop.vtt_room", "vtt")
EXPORTERS.define_in("pawprint.export.tabletop.pcio_room", "pcio")
EXPORTERS.define_in("pawprint.export.tabletop.playground_package", "playground")
EXPORTERS.define_in("pawprint.export.tabletop.sprite_sheets", "atlas")
EXPORTERS.define_in("pawprint.export.play.play_file", "play")
EXPORTERS.define_in("pawprint.export.offset", "offset")
EXPORTERS.define_in(
    "pawprint.export.services.service_targets",
    *("boardgamesmaker", "drivethrucards", "mpc", "printerstudio", "service", "tgc"),
)


def export(
    workspace: Workspace, exporter: Exporter, options: ExportOptions, note: Callable[[str], None] = lambda text: None
) -> Iterator[tuple[str, bytes]]:
    """The files of all games in *workspace*: path, relative to the output folder with slashes, and content.

    Args:
        note: see `ExportSource`.
    """
    # Not for the help, which asks each exporter for its words only.
    from pawprint.export.export_source import ExportSource
    from pawprint.production.pipeline import check_options

    check_options(
        workspace,
        BuildOptions(
            components=options.components, cards=options.cards, languages=options.languages, edition=options.edition
        ),
    )
    composer = cache(workspace.composer)
    for loaded in workspace.library.games.values():
        for game in loaded.each_edition(options.edition)[:1]:
            for language in game.printed_languages(options.languages):
                yield from exporter.files(ExportSource(workspace, composer, game, language, options, note))

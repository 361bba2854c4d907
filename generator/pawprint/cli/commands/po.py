"""`pawprint po`: texts of a game -> PO files for translators, and the translations back to the catalog."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli._commands import Command, group
from pawprint.cli._messages import plural, report, short_value
from pawprint.cli._terminal import say
from pawprint.core.diagnostics import Findings
from pawprint.core.files import FileWriter, write_output
from pawprint.interchange.translation.document_texts import DocumentText
from pawprint.interchange.translation.po_merge import TranslationStatus
from pawprint.interchange.translation.translatable import TranslatableText
from pawprint.interchange.translation.translations import Translation, kept_path, read_po_file, translation_of
from pawprint.pieces.composer import Composer
from pawprint.production.pipeline import Workspace

po = group("po", "Translate a game with programs for translators.")

_Language = Annotated[
    str,
    typer.Argument(
        metavar="LANG",
        autocompletion=parameters.complete_language,
        help="Code of the language to translate into: de, pt-BR.",
    ),
]
_File = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A .po file; by default translations/LANG.po in the game's folder.")
]
_Pictures = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Folder for pictures of the pieces that show the texts.")
]
_From = Annotated[
    str,
    typer.Option(
        "--from", metavar="LANG", autocompletion=parameters.complete_language, help="Language to translate from."
    ),
]
#: The largest number of texts of a kind that are listed, without --all.
_LISTED = 10
_FILES_NAMED = 4


@po.command("export", cls=Command)
def export(
    game: parameters.GameArgument,
    language: _Language,
    file: _File = "",
    source: _From = "",
    pictures: _Pictures = None,
    catalog: parameters.CatalogOption = None,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """Write the texts of a game to a PO file for a translator.

    If there is a file already, its translations are kept, and those of texts that have changed are marked as fuzzy.

    Examples:

      pawprint po export pocket-cats de

      pawprint po export pocket-cats de ~/pocket-cats-de.po --from en

      pawprint po export pocket-cats de --pictures pictures
    """
    findings = Findings()
    workspace, found = _translation(game, language, source, catalog, layouts, findings)
    path = Path(file) if file else kept_path(found.game, language)
    if not file:
        parameters.require_own_catalog(catalog, "LANG")
    before = read_po_file(path, language, findings) if path.is_file() else None
    if not findings.failed:
        made = found.exported(before, _composer(workspace), findings, pictures is not None)
    report(findings, "nothing was written")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_output(path, made.po)
    if pictures is not None:
        names = _write_pictures(pictures, made.pictures)
        say(f"{pictures.as_posix()}  {plural(len(names), 'picture')}")
    say(f"{path.as_posix()}  {plural(len(found.found.texts), 'text')}")


def _write_pictures(folder: Path, pictures: Iterable[tuple[str, bytes]]) -> list[str]:
    """Write the pictures to *folder*; returns their names."""
    writer, names = FileWriter(), []
    for name, data in pictures:
        if writer.write(folder / name, data):
            names.append(name)
    writer.finish()
    return names


@po.command("import", cls=Command)
def import_(
    game: parameters.GameArgument,
    language: _Language,
    file: _File = "",
    source: _From = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print what would change, and write nothing.")] = False,
    catalog: parameters.CatalogOption = None,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """Write the translations of a PO file to the catalog.

    Fuzzy translations are left out. A new language becomes one of the game's draft_languages. If a translation has an
    error, it is reported and nothing is written.

    Examples:

      pawprint po import pocket-cats de

      pawprint po import pocket-cats de ~/pocket-cats-de.po --dry-run
    """
    parameters.require_own_catalog(catalog, "GAME")
    findings = Findings()
    _, found = _translation(game, language, source, catalog, layouts, findings)
    path = Path(file) if file else kept_path(found.game, language)
    read = read_po_file(path, language, findings)
    plan = found.imported(read, findings) if read else None
    for message, old in plan.changes if plan else ():
        say(f"{message.context}  {short_value(old)} -> {short_value(message.translation)}")
    report(findings, "nothing was written")
    assert plan is not None
    if plan.stale:
        say(f"{plural(len(plan.stale), 'fuzzy translation')} left out")
    if not plan.changes:
        say("nothing to change")
    elif dry_run:
        say(f"{plural(len(plan.changes), 'translation')}; nothing was written")
    if not dry_run and read:
        plan.write(found.game.folder)
        found.keep(read)
    if plan.changes and not dry_run:
        files = [path.as_posix() for path in (*plan.files, *plan.documents)]
        written = ", ".join(files) if len(files) <= _FILES_NAMED else plural(len(files), "file")
        say(f"{plural(len(plan.changes), 'translation')}; written to {written}")


@po.command("status", cls=Command)
def status(
    game: parameters.GameArgument,
    language: Annotated[str, typer.Argument(metavar="[LANG]", help="Only this language.")] = "",
    source: _From = "",
    all_: Annotated[bool, typer.Option("--all", help="List every text.")] = False,
    catalog: parameters.CatalogOption = None,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """Print the status of a game's translations.

    A text is missing, stale (it has changed since it was translated), waiting (its translation is in the PO file and
    not in the game), or too long for its box.

    Examples:

      pawprint po status pocket-cats

      pawprint po status pocket-cats de --all
    """
    findings = Findings()
    workspace = _workspace(game, catalog, layouts, findings)
    loaded = workspace.library.games[game]
    languages = [language] if language else _languages_of(workspace, game, source)
    if not languages:
        say(f"{game} is in one language: {loaded.languages[0]}")
    for number, code in enumerate(languages):
        _, found = _translation(game, code, source, catalog, layouts, findings, workspace)
        if number:
            say("")
        for line in _status_lines(found, found.status(_composer(workspace)), all_):
            say(line)


def _languages_of(workspace: Workspace, game: str, source: str) -> list[str]:
    """The languages that *game* is translated into: its own, and those of its PO files."""
    loaded = workspace.library.games[game]
    first = source or loaded.languages[0]
    files = sorted(path.stem for path in kept_path(loaded, first).parent.glob("*.po"))
    return [language for language in dict.fromkeys([*loaded.all_languages, *files]) if language != first]


def _status_lines(translation: Translation, status: TranslationStatus, all_: bool) -> list[str]:
    counts = [f"{status.translated} of {status.total} translated"]
    groups = {
        "stale": status.stale,
        "missing": status.missing,
        "waiting": status.waiting,
        "too long": status.too_long,
    }
    counts += [f"{len(texts)} {name}" for name, texts in groups.items() if texts]
    passages = [text for text in translation.found.texts.values() if isinstance(text, DocumentText)]
    if passages:
        open_ = {text.context for text in (*status.stale, *status.missing)}
        done = sum(text.context not in open_ for text in passages)
        counts[0] += f" ({done} of {len(passages)} passages of documents)"
    missing = len(status.documents)
    counts += [f"{plural(missing, 'document')} missing"] if missing else []
    lines = [f"{translation.language}, from {translation.source}: {', '.join(counts)}"]
    for name, texts in groups.items():
        shown = texts if all_ else texts[:_LISTED]
        lines += [_line(translation, name, text) for text in shown]
        if len(shown) < len(texts):
            lines.append(f"  {len(texts) - len(shown)} more {name}; --all lists them")
    lines += [f"  missing: {path.as_posix()}" for path in status.documents]
    if not status.remembered and status.translated:
        lines.append("  there is no PO file that knows which texts have changed: pawprint po export writes one")
    if status.complete and translation.language in translation.game.draft_languages:
        lines.append("  all is translated: move it from draft_languages to languages in game.yaml")
    return lines


def _line(translation: Translation, name: str, text: TranslatableText) -> str:
    return f"  {name}: {text.context}  {text.span(translation.language)}  {short_value(text.texts[translation.source])}"


def _workspace(game: str, catalog: Path | None, layouts: Path | None, findings: Findings) -> Workspace:
    """The game, without errors; the command ends if it has one."""
    workspace = parameters.project(catalog, layouts, [game]).workspace
    findings.extend(workspace.findings)
    report(findings)
    return workspace


def _translation(
    game: str,
    language: str,
    source: str,
    catalog: Path | None,
    layouts: Path | None,
    findings: Findings,
    workspace: Workspace | None = None,
) -> tuple[Workspace, Translation]:
    """The translation of a game into *language*; the command ends if there is an error."""
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", language):
        raise typer.BadParameter(f"'{language}' is not the code of a language; write de, pt-BR", param_hint="LANG")
    workspace = workspace or _workspace(game, catalog, layouts, findings)
    own = layouts or Path("layouts")
    folders = [own] if own.is_dir() else []
    found = translation_of(workspace.library.games[game], language, source, folders, findings)
    if found is None:
        report(findings)
        raise typer.Exit(1)
    return workspace, found


def _composer(workspace: Workspace) -> Composer:
    """A composer whose findings are not reported here."""
    return workspace.composer_apart(None, Findings())

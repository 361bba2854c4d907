"""What tests of several folders need."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from hypothesis import settings

import pawprint
from judged_files import JUDGED, JudgedFiles

if TYPE_CHECKING:
    from preview.browser import Browser

# Processes that tests start run this tree, too, and not a Pawprint that is installed.
os.environ["PYTHONPATH"] = os.pathsep.join(
    [str(Path(pawprint.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
)

os.environ.pop("PYTHONUNBUFFERED", None)  # which hides what goes wrong when the last output is written

# A test does not fail because the machine is busy.
settings.register_profile("patient", deadline=None, max_examples=40)
settings.register_profile("fast", deadline=None, max_examples=20)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile("patient")

#: Files and tests that `run.py test --fast` leaves out: whole builds, many games, browsers, other programs.
SLOW = (
    "playtests/test_cluster.py",
    "playtests/test_report_page.py::test_axe_finds_nothing_and_nothing_is_wider_than_the_window",
    *("production/test_pipeline.py", "production/cache/test_face_cache.py", "production/cache/test_game_cache.py"),
    *(
        "production/test_readable_documents.py",
        "documents/test_markdown_document.py",
        "graphics/test_pixels_of_drawings.py",
    ),
    *(
        "production/test_documents.py",
        "production/test_images.py",
        "production/test_shaped_pieces.py",
        "bundled/test_fooden.py",
    ),
    *("bundled/test_sights_of_pieces.py", "bundled/test_virtual_tables.py", "export/test_outside_readers.py"),
    *("export/test_free_table.py", "export/test_engine_page.py"),
    *("catalog/test_game_reader.py", "production/test_document_diff.py"),
    "check/test_evaluation.py::test_check_that_compares_everything_with_everything_ends",
    "bundled/test_rule_texts_follow_the_rules.py",
    *("check/test_invariants.py", "check/test_playable.py", "check/test_playtest.py", "check/test_questions.py"),
    *("cli/test_own_rules.py", "cli/test_play_fix.py"),
    "cli/test_commands.py::test_processes_that_share_the_work_find_the_same",
    "cli/test_commands.py::test_unwritable_path_is_reported",
    *("core/test_workers.py", "test_cookbook.py", "test_pictures.py"),
    "core/test_length.py::test_no_text_does_worse_than_being_refused",
    "documents/test_diagram_figures.py::test_every_scenario_can_be_drawn_step_by_step",
    "documents/test_manuscripts.py::test_hostile_document_ends",
    "documents/test_trials.py",
    "documents/test_listings.py::test_every_bundled_game_has_its_lists_without_a_template",
    *("export/test_preflight.py", "export/test_service_targets.py", "end_to_end/test_cups.py"),
    *("end_to_end/test_bad_catalogs.py", "end_to_end/test_documents.py", "end_to_end/test_documents_follow.py"),
    *("end_to_end/test_duplex.py", "end_to_end/test_good_catalogs.py", "end_to_end/test_joined.py"),
    "end_to_end/test_foreign_modules.py",
    *("end_to_end/test_output.py", "end_to_end/test_web_pages.py", "end_to_end/test_wheel.py"),
    *("games/test_conformance.py", "games/test_food_chain.py", "games/test_fooden.py", "games/test_lake_ecosystem.py"),
    *("games/test_greedy.py", "games/test_search_bots.py", "playtests/test_play_host.py"),
    *("interchange/test_import_game.py", "interchange/test_new.py"),
    "sheets/test_marks.py::test_no_mark_enters_any_bleed_or_trim",
    *("sheets/test_nest.py", "sheets/test_poster_grid.py", "export/test_cut_export.py", "bundled/test_cut_sheets.py"),
    *("sheets/test_printable_marks.py", "bundled/test_boxes.py", "production/test_box_sheets.py"),
    "sheets/test_machine_sheet.py::test_no_art_is_nearer_to_a_mark_than_its_free_area",
    "sheets/test_machine_sheet.py::test_pieces_are_clear_of_the_marks_of_any_machine",
    "export/test_tabletop.py::test_many_cards_are_on_several_sheets_in_a_single_deck",
    "games/test_pocket_cats.py::test_engines_agree",
    "press/test_cut_files.py::test_bytes_do_not_depend_on_the_order_of_sets",
    "sheets/test_misregistration.py::test_thousand_printers_that_are_read_by_eye_are_corrected_to_a_seventh_of_a_millimetre",
    *("press/test_cuts.py", "press/test_pixels.py", "press/test_tagged_pdf.py::test_icon_is_extracted_as_its_words"),
    *("preview/test_alike.py", "preview/test_browser.py", "preview/test_command.py", "preview/test_tabs.py"),
    *("preview/test_changes_view.py", "preview/test_worker.py"),
    "preview/test_command_runs.py::test_panel_writes_files_and_changed_pieces_are_marked_as_printed",
    *(
        "preview/test_edit_piece.py",
        "preview/test_inspector.py",
        "preview/test_move_element.py",
        "preview/test_numbers_view.py",
        "preview/test_record_table.py",
        "preview/test_play_page.py",
        "preview/test_page_filters.py",
        "preview/test_page_prints.py",
        "preview/test_page_state.py",
        "preview/test_comments.py",
        "preview/test_sharing.py",
        "preview/test_site_export.py",
    ),
    "interchange/test_command.py::test_every_game_survives_export_and_import_byte_for_byte",
    "interchange/test_round_trip.py",
    "graphics/test_refused.py::test_any_well_formed_file_is_a_picture_or_findings",
    "graphics/test_refused.py::test_too_much_is_refused_at_once",
    "graphics/test_refused.py::test_no_value_slows_a_grammar_down",
    *("interchange/test_editors.py", "interchange/test_project_schemas.py::test_no_file_that_is_right_is_refused"),
    *("test_benchmarks.py", "test_docs.py", "documents/test_typeset_all.py"),
    *(
        "playtests/test_comparison.py",
        "bundled/test_printed_lines.py",
        "production/test_reprint.py",
        "production/test_summary.py",
    ),
    *(
        "production/test_corrected_backs.py",
        "production/test_links.py",
        "production/test_stale_files.py",
        "cli/test_play.py",
    ),
    *("cli/test_printer.py", "documents/test_scenario_figures.py", "export/test_offset.py", "fuzz/test_bombs.py"),
    "fuzz/test_faults.py",
    *("export/test_piece_files.py", "export/test_scene.py", "interchange/test_fit_cards.py", "press/test_images.py"),
    *("press/test_separations.py", "sheets/test_calibration_sheet.py", "sheets/test_second_side.py"),
    *("preview/test_element_moves.py", "interchange/test_worksheet_files.py", "source/test_document_bounds.py"),
    "production/cache/test_store.py::test_processes_share_a_folder",
    "catalog/test_jsonschema.py::test_schema_refuses_what_the_reader_refuses",
    "catalog/test_jsonschema.py::test_files_of_bundled_games_are_valid",
    "check/test_seeded.py::test_mistake_that_was_missed_is_found",
    "cli/test_commands.py::test_closed_pipe_is_not_an_error",
    "cli/test_commands.py::test_picture_is_not_written_over_another_file",
    "cli/test_commands.py::test_letters_come_out_as_utf_8_everywhere",
    "cli/test_commands.py::test_current_folder_is_where_games_are",
    "play/test_simulation.py::test_workers_that_inherit_nothing_play_the_same_games",
    "interchange/test_import_worksheets.py::test_fault_is_reported_at_its_cell_and_nothing_is_written",
    "source/test_expressions.py::test_unbounded_growth_is_stopped",
    "source/test_incremental_read.py::test_incremental_read_of_bundled_catalogs_equals_a_full_read",
    "source/test_incremental_read.py::test_incremental_read_equals_a_full_read_after_any_edit",
)

#: A small game without any fault; see `bad_catalogs/README.md`.
BASE = Path(__file__).parent / "bad_catalogs" / "base"


@pytest.fixture
def den(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Makes a copy of the small game the current folder: the game `den` in it, and `layouts`.

    Called with files to be laid over it: a folder, or texts (their common indent is taken off) and bytes by path.
    """

    def make(over: Path | Mapping[str, str | bytes] | None = None) -> Path:
        shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
        if isinstance(over, Path):
            shutil.copytree(over, tmp_path, dirs_exist_ok=True)
        for name, content in over.items() if isinstance(over, Mapping) else ():
            path = tmp_path / name
            if path.parent.is_file():
                path.parent.unlink()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else dedent(content).lstrip("\n").encode())
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees what another one, or the person who runs it, has kept."""
    monkeypatch.setenv("PYTHONSAFEPATH", "")  # which starting a process sets
    for variable in ("PAWPRINT_CACHE", "PAWPRINT_CONFIG"):
        monkeypatch.setenv(variable, str(tmp_path_factory.getbasetemp() / f"{variable.lower()}-{uuid4().hex}"))


@pytest.fixture
def unjudged(request: pytest.FixtureRequest) -> Callable[..., Iterator[tuple[str, bytes]]]:
    """Files that a judge has not seen yet: `unjudged(judge, files)`, with *judge* naming it with its version.

    The same bytes are judged once only, by the same test file. The cache of pytest remembers those that have passed on
    this machine, and `tests/golden/judged` those that had passed when PAWPRINT_UPDATE_GOLDEN=1 was last given. Other
    bytes are judged wherever they appear.
    """
    record = JUDGED / f"{request.path.stem}.{request.node.name}.txt"
    return JudgedFiles(record, request.path.read_bytes(), getattr(request.config, "cache", None)).unseen


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Browser]":
    """The one browser of a process."""
    from preview.browser import Browser
    from preview.firefox import Firefox

    kind = Firefox if os.environ.get("PAWPRINT_BROWSER") == "firefox" else Browser
    started = kind(tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.fixture(scope="module")
def browser(chromium: "Browser") -> "Iterator[Browser]":
    """A browser with a tab for the tests of a file."""
    tab = chromium.open_tab()
    chromium.errors.clear()
    chromium.requests.clear()
    yield chromium
    chromium.close_tab(tab)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for no garbage while tests are collected, and later not among the thousands of tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of `SLOW`."""
    for item in items:
        test = item.nodeid.removeprefix("tests/").partition("[")[0]
        if test in SLOW or test.partition("::")[0] in SLOW:
            item.add_marker(pytest.mark.slow)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List at the end of each run which tests were skipped: how many, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    if reasons:
        terminalreporter.section("skipped")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:5}  {reason}")

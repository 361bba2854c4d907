"""The rules of ARCHITECTURE.md, each as one test that lists every place that breaks it."""

import ast
import gc
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pawprint
from helpers import Toy
from pawprint.graphics.svg._svg_values import BASIC_COLOURS

PACKAGE = Path(pawprint.__file__).parent
ROOT = PACKAGE.parents[1]

#: The packages in their order: each one imports only itself and packages to its left.
ORDER = (
    *("core", "source", "catalog", "typography", "graphics", "pieces", "sheets", "press"),
    *(
        "play",
        "games",
        "documents",
        "check",
        "production",
        "interchange",
        "playtests",
        "export",
        "api",
        "preview",
        "cli",
    ),
)
#: The places that may import a library from outside.
DOORS = {
    "yaml": ("source/reader.py",),
    "jinja2": ("source/templates/",),
    "markupsafe": ("source/templates/",),
    "markdown_it": ("documents/",),
    "pyphen": ("typography/_hyphenation.py",),
    "pyclipper": ("core/polygon.py",),
    "xml": (
        "graphics/svg/",
        "interchange/spreadsheets/_ods_file.py",
        "interchange/spreadsheets/worksheet_files.py",
        "interchange/lists/_card_trees.py",
    ),
    "pyexpat": ("graphics/svg/",),
    "tinycss2": ("graphics/svg/",),
    "cssselect2": ("graphics/svg/xml_elements.py",),
    "resvg_py": ("graphics/svg/",),
    "defusedxml": ("interchange/lists/_card_trees.py",),
    "charset_normalizer": ("interchange/lists/_read_list.py",),
    "segno": ("pieces/qr_code.py",),
    "polib": ("interchange/translation/_po_files.py",),
    "openpyxl": ("interchange/spreadsheets/xlsx_file.py",),
    "pydyf": ("press/_pdf_file.py",),
    "PIL": ("press/", "core/raster.py", "core/image_reader.py", "core/png_chunks.py"),
    "uharfbuzz": ("press/",),
    "icu4py": ("typography/script_text.py", "source/templates/number_words.py"),
    "fontTools": ("press/fonts.py", "press/web_fonts.py"),
    "brotli": ("press/fonts.py",),
    "pypdfium2": ("press/",),
    "ezdxf": ("press/cut_dxf.py",),
    "pikepdf": ("press/pdfx_check.py",),
    "watchfiles": ("preview/",),
    "platformdirs": ("core/user_folders.py",),
    "distributed": ("playtests/balance/cluster.py",),
    "typer": ("cli/",),
    "click": ("cli/",),
    "rich": ("cli/",),
}
#: The places that may use the network or start programs, by what they import.
DOORS_OUT = {
    "http": ("preview/",),
    "socket": ("preview/",),
    "socketserver": ("preview/",),
    "webbrowser": ("cli/commands/",),
    "distributed": ("playtests/balance/cluster.py",),
    "subprocess": ("core/programs.py",),
    "multiprocessing": ("core/workers.py",),
    "concurrent.futures.ProcessPoolExecutor": ("core/workers.py",),
    **dict.fromkeys(("asyncio", "ftplib", "smtplib", "ssl", "urllib.request", "xmlrpc"), ()),
}
#: The packages that print know nothing of these.
PLAYING = {"check", "play", "games"}
PRINTING = {"typography", "graphics", "pieces", "sheets", "press"}
#: Ids of pieces that are ordinary words, which any module may use for what they mean.
ORDINARY_WORDS = {"added", "eats", "lead", "shift", "year"}

MAX_LINES_OF_FUNCTION = 60
#: What breaks a rule today. These lists only ever shrink; write nothing new that needs an entry.
LONG_FUNCTIONS: set[str] = set()
CIRCLES = [
    {"source/templates/document_template.py", "source/templates/sandbox.py"},
    {"catalog/fields.py", "catalog/model.py", "catalog/texts.py"},
]


@cache
def modules() -> dict[str, list[ast.AST]]:
    """All nodes of the syntax tree of each module, by its path below the package."""
    gc.disable()  # there are a million nodes, and no garbage among them
    try:
        return {
            path.relative_to(PACKAGE).as_posix(): [*ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))]
            for path in sorted(PACKAGE.rglob("*.py"))
        }
    finally:
        gc.enable()


def package_of(name: str) -> str | None:
    """The package of a path or a dotted name of ours; None for `pawprint` itself, which has only a version."""
    first = re.split(r"[./]", name.removeprefix("pawprint.").removesuffix(".py"))[0]
    return "cli" if first == "__main__" else first if first in ORDER else None


@cache
def imports(module: str) -> tuple[tuple[int, str], ...]:
    """The line and the absolute dotted name of each import of *module*: inside functions and for type checkers too."""
    found = []
    for node in modules()[module]:
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} is a relative import; write the whole name"
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return tuple(found)


def own_imports(module: str) -> Iterator[tuple[int, str]]:
    return ((line, name) for line, name in imports(module) if name.startswith("pawprint."))


def listed(offenders: list[str]) -> str:
    return "\n".join(["", *sorted(offenders)])


def test_every_module_is_in_a_package_of_the_order() -> None:
    assert [module for module in modules() if package_of(module) is None] == ["__init__.py"]


def test_page_about_the_architecture_has_the_packages_in_their_order() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)", page, re.MULTILINE) == [*ORDER]


def test_package_imports_only_packages_before_it_in_the_order() -> None:
    """So there is no circle of packages, either."""
    offenders = []
    for module in modules():
        importer = package_of(module)
        for line, name in own_imports(module):
            imported = package_of(name)
            if imported and importer and ORDER.index(imported) > ORDER.index(importer):
                offenders.append(f"{module}:{line} imports {name}")
    assert not offenders, listed(offenders)


def test_printing_does_not_depend_on_playing() -> None:
    offenders = [
        f"{module}:{line} imports {name}"
        for module in modules()
        if package_of(module) in PRINTING
        for line, name in own_imports(module)
        if package_of(name) in PLAYING
    ]
    assert not offenders, listed(offenders)


def test_each_library_has_a_single_importer() -> None:
    standard = (sys.stdlib_module_names | {"pawprint", "__future__"}) - {"xml", "pyexpat"}
    offenders = [
        f"{module}:{line} imports {name}"
        for module in modules()
        for line, name in imports(module)
        if (library := name.partition(".")[0]) not in standard and not module.startswith(DOORS.get(library, "no door"))
    ]
    assert not offenders, listed(offenders)


def test_only_these_modules_use_the_network_or_start_programs() -> None:
    """What `SECURITY.md` promises of a catalog from a stranger."""
    offenders = [
        f"{module}:{line} imports {name}"
        for module in modules()
        for line, name in imports(module)
        for library, doors in DOORS_OUT.items()
        if f"{name}.".startswith(f"{library}.") and not module.startswith(doors)
    ]
    assert not offenders, listed(offenders)


def test_only_the_command_line_prints_or_exits() -> None:
    offenders = []
    for module, nodes in modules().items():
        for node in nodes:
            match node:
                case ast.Call(func=ast.Name(id="print") | ast.Attribute(value=ast.Name(id="typer"), attr="echo")):
                    offenders.append(f"{module}:{node.lineno} prints beside cli/_terminal.py")
                case _ if package_of(module) == "cli":
                    pass
                case (
                    ast.Call(func=ast.Name(id="exit" | "quit" | "input" as name))
                    | ast.Name(id="SystemExit" as name)
                    | ast.Attribute(value=ast.Name(id="sys"), attr="exit" | "stdout" | "stderr" as name)
                ):
                    offenders.append(f"{module}:{node.lineno} uses {name}")
    assert not offenders, listed(offenders)


def strings_and_names(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """The strings and names of a module, with their lines, except docstrings, which may have examples."""
    scopes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in nodes if isinstance(node, scopes)]
    docstrings = {id(body[0].value) for body in bodies if body and isinstance(body[0], ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id.replace("_", "-")


def test_only_the_package_games_names_a_bundled_game_or_its_pieces() -> None:
    folders = {path.parent for path in (ROOT / "catalog").glob("*/game.yaml")}
    assert folders, "the bundled games are beside the package"
    written = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.glob("*.yaml"))
    ids = set(re.findall(r"\bid: ([a-z0-9-]{4,})\b(?! \d)", written)) - {*BASIC_COLOURS} - ORDINARY_WORDS
    games = {folder.name for folder in folders}
    offenders = [
        f"{module}:{line} has '{text[:60]}'"
        for module, nodes in modules().items()
        if package_of(module) != "games"
        for line, text in strings_and_names(nodes)
        if text in ids or any(game in text for game in games)
    ]
    assert not offenders, listed(offenders)


def file_imports() -> dict[str, set[str]]:
    """The modules of ours that each module imports, by path."""
    paths = {
        "pawprint." + module.removesuffix(".py").removesuffix("/__init__").replace("/", "."): module
        for module in modules()
    }
    graph: dict[str, set[str]] = defaultdict(set)
    for module in modules():
        for _, name in own_imports(module):
            while name not in paths and "." in name:
                name = name.rpartition(".")[0]
            if name in paths and paths[name] != module:
                graph[module].add(paths[name])
    return graph


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The sets of two or more nodes that reach each other."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [*graph.get(start, ())]
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += graph.get(node, ())
        return seen

    reach = {node: reached(node) for node in graph}
    found = {frozenset(other for other in reach[node] if node in reach.get(other, ())) for node in graph}
    return sorted((set(circle) for circle in found if circle), key=len)


def test_circle_of_imports_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [{"b", "c"}]


def test_modules_do_not_import_each_other_in_circles() -> None:
    found = [circle for circle in circles(file_imports()) if not any(circle <= known for known in CIRCLES)]
    assert not found, listed([" ".join(sorted(circle)) for circle in found])


def test_no_function_is_long() -> None:
    long = [
        f"{module}:{node.lineno} {node.name}: {lines} lines"
        for module, nodes in modules().items()
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or 0) - node.lineno + 1) > MAX_LINES_OF_FUNCTION
        and f"{module} {node.name}" not in LONG_FUNCTIONS
    ]
    assert not long, listed(long)


def offered(package: str) -> list[str]:
    """The modules that a package names in its docstring for other packages to use."""
    docstring = ast.get_docstring(ast.parse((PACKAGE / package / "__init__.py").read_text(encoding="utf-8"))) or ""
    return re.findall(r"^- `([\w.]+)`: ", docstring, re.MULTILINE)


def used_elsewhere() -> dict[str, set[str]]:
    """Package -> its modules, by the dotted name below the package, that other packages import."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, used in file_imports().items():
        for path in used:
            package, _, name = path.removesuffix(".py").partition("/")
            if name and not name.endswith("__init__") and package_of(module) != package:
                found[package].add(name.replace("/", "."))
    return found


def test_packages_import_only_what_another_package_offers() -> None:
    """A package names these modules in the docstring of its `__init__.py`, which is its table of contents."""
    used = used_elsewhere()
    offenders = [
        f"{package}/__init__.py does not offer {name}"
        for package in ORDER
        for name in used[package] - {*offered(package)}
    ]
    assert not offenders, listed(offenders)


def test_private_modules_are_not_offered() -> None:
    offenders = [
        f"{package}/__init__.py offers {name}"
        for package in ORDER
        for name in offered(package)
        if "._" in f".{name}" or f"{package}/{name.replace('.', '/')}.py" not in modules()
    ]
    assert not offenders, listed(offenders)


def test_help_of_all_commands_is_shown_without_heavy_libraries() -> None:
    heavy = ("yaml", "jinja2", "pydyf", "PIL", "uharfbuzz", "pypdfium2", "pyphen", "rich", "xml.parsers.expat")
    code = (
        "import sys; from pawprint.cli.app import app; app(['--help'], standalone_mode=False);"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "\n  export " in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


#: What sheets of cards need not load: libraries, and modules for other things that are built or done.
NOT_FOR_CARDS = {
    *("jinja2", "markdown_it", "openpyxl", "PIL", "pypdfium2", "fontTools", "reportlab.pdfgen.canvas", "rich"),
    *("pawprint.api", "pawprint.documents", "pawprint.export", "pawprint.games", "pawprint.interchange"),
    *("pawprint.playtests", "pawprint.preview", "pawprint.sheets.printers", "pawprint.play.engine"),
    *("pawprint.graphics.passes._low_ink", "pawprint.production.changes"),
}


def test_sheets_of_cards_load_nothing_that_is_for_other_things(tmp_path: Path) -> None:
    """Loading Jinja2, for one, takes a tenth of the build of a small deck, whose own texts are plain fields."""
    toy = Toy(tmp_path, fonts=True)
    code = "import sys; from pawprint.cli.app import app; app(standalone_mode=False); print(*sys.modules)"
    words = ["build", "--only=cards", "--quiet", "--no-cache", f"--out={tmp_path / 'out'}"]
    words += [f"--catalog={toy.catalog}", f"--layouts={toy.own}"]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    assert list((tmp_path / "out").rglob("*.pdf")), done.stderr
    assert not NOT_FOR_CARDS & {*done.stdout.split()}

"""Finds the modules that a program imports and that Python does not find.

A module of the program's project is found in a folder above the program, where an IDE or
``PYTHONPATH`` would find it. A package that is not installed is replaced by a placeholder, so that the
job can be built. A job that calls the placeholder fails. Imports whose failure the program handles fail
as usual.
"""

from __future__ import annotations

import ast
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from flinksim.cli.console import print_stderr
from flinksim.core.python_source import parse_python_file
from flinksim.core.source_locations import is_user_code

_MAX_LEVELS = 4
"""Number of folders above a program in which its modules are searched."""

_PACKAGES = {
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dotenv": "python-dotenv",
    "kafka": "kafka-python",
    "psycopg2": "psycopg2-binary",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""Names of packages that differ from the name of their module."""

_EXTRAS = {
    "fastavro": "avro", "numpy": "spark", "pandas": "spark", "pyarrow": "spark", "pyspark": "spark",
    "sqlglot": "sql",
}  # fmt: skip
"""Extras of flinksim that install the packages that it needs for some features."""


class MissingPackageError(ModuleNotFoundError):
    """The program uses a package that is not installed."""


class ProgramImports(MetaPathFinder):
    """Finds modules of a program's project, and replaces packages that are not installed.

    While the program builds a job, calls of a placeholder return placeholders. Afterwards they fail,
    unless *skips_calls*: then they do nothing, and ``skipped_calls`` names them.
    """

    def __init__(self, program: Path, skips_calls: bool = False) -> None:
        self.allows_calls = True
        self._skips_calls = skips_calls
        self.skipped_calls: dict[str, None] = {}
        self.missing: dict[str, tuple[str, int]] = {}
        """For each package that is not installed the file and the line that import it."""
        self._folders = _list_project_folders(program)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        root = fullname.partition(".")[0]
        if path is not None:  # a module in a package
            return self._find_module_of_package(fullname)
        location = _find_import_statement()
        if location is None or root == "pyflink":  # --as-pyflink imports it
            return None
        for folder in self._folders:
            if (spec := _find_module(fullname, folder)) is not None:
                print_stderr(
                    f"flinksim: module {root!r} was found in {folder}. Python finds it with "
                    f"PYTHONPATH={folder}"
                )
                return spec
        if root not in self.missing:
            print_stderr(f"flinksim: {format_missing_package(root)}")
        self.missing[root] = location
        return _build_placeholder_spec(fullname, self)

    def _find_module_of_package(self, fullname: str) -> ModuleSpec | None:
        """Replace a module of a missing package, or a package in a namespace such as ``google``."""
        if any(fullname.startswith(f"{each}.") for each in self.missing):
            return _build_placeholder_spec(fullname, self)
        parent = sys.modules.get(fullname.rpartition(".")[0])
        is_namespace = getattr(parent, "__file__", None) is None
        is_installed = any("site-packages" in each for each in getattr(parent, "__path__", ()))
        location = _find_import_statement() if is_namespace and is_installed else None
        if location is None:
            return None
        print_stderr(f"flinksim: {format_missing_package(fullname)}")
        self.missing[fullname] = location
        return _build_placeholder_spec(fullname, self)

    def forbid_calls(self) -> None:
        """Let calls of placeholders fail or do nothing from now on."""
        self.allows_calls = False

    def skip_call(self, name: str) -> bool:
        """Return whether a call of *name* may do nothing; note the ones in a job."""
        if not self.allows_calls and self._skips_calls:
            self.skipped_calls[name] = None
        return self.allows_calls or self._skips_calls

    def report_skipped_calls(self) -> None:
        """Print which calls of packages that are not installed did nothing."""
        outermost = [name for name in self.skipped_calls if "(" not in name]
        if outermost:
            print_stderr(
                f"flinksim: the job called {', '.join(outermost)}. The package is not installed, so "
                "with --sample these calls did nothing."
            )


class _EmptyFolderFinder(MetaPathFinder):
    """Treats a folder without Python files as no package.

    Beside a program there may be a folder ``kafka`` with settings. Python takes it for a package if the
    package of this name is not installed.
    """

    def __init__(self, imports: ProgramImports) -> None:
        self._imports = imports

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is not None or fullname in sys.builtin_module_names:
            return None
        spec = PathFinder.find_spec(fullname)
        if spec is None or not _is_empty_folder(spec):
            return None
        return self._imports.find_spec(fullname, path, target)


_ACTIVE_IMPORTS: ContextVar[ProgramImports | None] = ContextVar(
    "flinksim_program_imports", default=None
)


@contextmanager
def find_program_imports(program: Path, skips_calls: bool = False) -> Iterator[ProgramImports]:
    """Find the modules of *program* in the block."""
    finder = ProgramImports(program, skips_calls)
    token = _ACTIVE_IMPORTS.set(finder)
    empty_folders = _EmptyFolderFinder(finder)
    sys.meta_path.insert(0, empty_folders)
    sys.meta_path.append(finder)
    try:
        yield finder
    finally:
        sys.meta_path.remove(finder)
        sys.meta_path.remove(empty_folders)
        _ACTIVE_IMPORTS.reset(token)
        for name in [name for name, module in sys.modules.items() if _is_placeholder(module)]:
            del sys.modules[name]


def format_missing_package(name: str) -> str:
    """Format the message about a package that is not installed."""
    package = _PACKAGES.get(name, name.replace(".", "-"))
    return f"the package {name!r} is not installed. Run: python -m pip install {package}"


def format_missing_extra(error: BaseException) -> str:
    """Format the message about a package of flinksim's own that is not installed, or return ""."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return ""
    package = error.name.partition(".")[0]
    frames = traceback.extract_tb(error.__traceback__)
    files = [frame.filename for frame in frames if "importlib" not in frame.filename]
    if package not in _EXTRAS or not files or is_user_code(files[-1]):
        return ""
    return (
        f"this needs the package {package}, which is not installed. "
        f"Run: python -m pip install 'flinksim[{_EXTRAS[package]}]'"
    )


def _list_project_folders(program: Path) -> list[Path]:
    """List the folders above *program* up to the top of its project, and their folders ``src``."""
    top = program.resolve().parent
    folders = []
    for folder in list(top.parents)[:_MAX_LEVELS]:
        if (top / ".git").exists() or folder in (Path.home(), Path(folder.anchor)):
            break
        folders += [folder, folder / "src"]
        top = folder
    return [folder for folder in folders if folder.is_dir()]


def _find_module(name: str, folder: Path) -> ModuleSpec | None:
    spec = PathFinder.find_spec(name, [str(folder)])
    return None if spec is not None and _is_empty_folder(spec) else spec


def _is_empty_folder(spec: ModuleSpec) -> bool:
    """Return whether *spec* is a folder without Python files."""
    folders = spec.submodule_search_locations
    if spec.origin is not None or folders is None:
        return False
    return not any(any(Path(folder).glob("**/*.py")) for folder in folders)


def _find_import_statement() -> tuple[str, int] | None:
    """Find the import of user code that is being executed, unless the program handles its failure."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if file != __file__ and "importlib" not in file:
            is_import = is_user_code(file) and "site-packages" not in file
            if is_import and frame.f_lineno in _list_unguarded_imports(file):
                return file, frame.f_lineno
            return None
        if frame.f_back is None:
            return None
        frame = frame.f_back
    return None


@cache
def _list_unguarded_imports(file: str) -> frozenset[int]:
    """Return the lines of the import statements that are not inside of ``try``."""
    tree = parse_python_file(Path(file))
    if tree is None:
        return frozenset()
    lines: set[int] = set()

    def collect(node: ast.AST) -> None:
        if isinstance(node, ast.Import | ast.ImportFrom):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        guarded = node.body if isinstance(node, ast.Try) and node.handlers else []
        for child in ast.iter_child_nodes(node):
            if child not in guarded:
                collect(child)

    collect(tree)
    return frozenset(lines)


class Placeholder:
    """An object of a package that is not installed. Its attributes are placeholders, too."""

    def __init__(self, name: str, imports: ProgramImports | None = None) -> None:
        self.__dict__.update(_name=name, _imports=imports or _ACTIVE_IMPORTS.get())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name.endswith(("Error", "Exception")):  # "except" needs a class
            return type(name, (Exception,), {"__module__": self._name})
        return Placeholder(f"{self._name}.{name}", self._imports)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._imports is None or not self._imports.skip_call(self._name):
            root = self._name.partition(".")[0]
            raise MissingPackageError(
                f"the program calls {self._name}, but {format_missing_package(root)}", name=root
            )
        return Placeholder(f"{self._name}()", self._imports)

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __getitem__(self, key: Any) -> Any:
        return Placeholder(f"{self._name}[{key!r}]", self._imports)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return ()

    def __reduce__(self) -> Any:
        return Placeholder, (self._name,)

    def __repr__(self) -> str:
        return f"<placeholder of {self._name}>"


class _PlaceholderLoader(Loader):
    def __init__(self, imports: ProgramImports) -> None:
        self._imports = imports

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _PlaceholderModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["_imports"] = self._imports


class _PlaceholderModule(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name.endswith(("Error", "Exception")):  # "except" needs a class
            return type(name, (Exception,), {"__module__": self.__name__})
        return Placeholder(f"{self.__name__}.{name}", self.__dict__["_imports"])

    def __reduce__(self) -> Any:
        return Placeholder, (self.__name__,)


def _build_placeholder_spec(name: str, imports: ProgramImports) -> ModuleSpec:
    return ModuleSpec(name, _PlaceholderLoader(imports), is_package=True)


def _is_placeholder(module: ModuleType) -> bool:
    return isinstance(module, _PlaceholderModule)

"""The core needs the standard library alone, so that it runs where nothing can be installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
OPTIONAL = (
    "replay",
    "table.planner.flink_dialect",
    "table.planner.sql_parser",
    "table.planner.sqlglot_reader",
    "course.checks.replay_checks",
    "viz.widgets",
    "testing.pytest_plugin",
    "testing.pytest_properties",
)
"""What may need more: Spark, sqlglot, Jupyter widgets, and pytest."""

IMPORT_EVERYTHING = """
import importlib, pkgutil, sys

allowed = set(sys.stdlib_module_names) | {"flinksim"}

class OnlyStandardLibrary:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in allowed:
            raise ImportError(f"the core imported {name}")

sys.meta_path.insert(0, OnlyStandardLibrary())
sys.path.insert(0, sys.argv[1])
optional = tuple(f"flinksim.{name}" for name in sys.argv[2:])

import flinksim
names = [
    module.name
    for module in pkgutil.walk_packages(flinksim.__path__, "flinksim.")
    if not module.name.startswith(optional) and module.name != "flinksim.__main__"
]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def import_everything(root: Path, *optional: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        # -S and -I: no site-packages, no environment variables, no current folder
        [sys.executable, "-I", "-S", "-c", IMPORT_EVERYTHING, str(root), *optional],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_core_imports_the_standard_library_alone() -> None:
    done = import_everything(ROOT, *OPTIONAL)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 60


def test_an_import_of_anything_else_would_be_noticed(tmp_path: Path) -> None:
    package = tmp_path / "flinksim"
    package.mkdir()
    (package / "__init__.py").write_text("import json\n")
    (package / "greedy.py").write_text("import ruff\n")
    done = import_everything(tmp_path)
    assert done.returncode == 1
    assert "ImportError: the core imported ruff" in done.stderr

"""Assembles the packages of the site: Python for the browser, the editor and compiled flinksim."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from operator import itemgetter
from pathlib import Path

import sqlglot

from flinksim.viz.widgets.export.html_page import pack_tables, read_tables

WEBSITE_FOLDER = Path(__file__).resolve().parent
ROOT = WEBSITE_FOLDER.parent
PACKAGE_FOLDER = ROOT / "flinksim"

FREEZE_SOURCES = (
    "freeze.mjs",
    "package.json",
    "python/begin.py",
    "python/cells.py",
    "python/freeze.py",
    "python/playground.py",
)

EXCLUDED_PREFIXES = (
    "replay/",
    "viz/widgets/stepper_widget.py",
    "viz/widgets/plan_widget.py",
    "viz/widgets/linked_steppers.py",
    "course/prediction_widget.py",
)
"""What a browser cannot run: Spark and notebook widgets."""


SQL_PARSER_FOLDER = Path(sqlglot.__file__).parent
EXCLUDED_SQL_PARSER = re.compile(
    r"(executor|generators|dialects/(?!__init__|dialect\.)|parsers/(?!__init__|base)"
    r"|optimizer/(?!__init__|scope)|typing/(?!__init__)|anonymize|lineage|planner|serde|transforms|__main__)"
)
"""What Flink's dialect of SQL does not need of sqlglot."""


def write_python(folder: Path, cache: Path) -> None:
    """Write Python for the browser, with flinksim compiled for it.

    Args:
        folder: The output folder.
        cache: A folder for the compiled package, by the hash of its sources.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = WEBSITE_FOLDER / "node_modules" / "pyodide"
    shutil.copy(source / "pyodide.mjs", folder / "pyodide.mjs")
    (folder / "pyodide-lock.json").write_text(_read_empty_lock(source / "pyodide-lock.json"))
    wasm = (source / "pyodide.asm.wasm").read_bytes()
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(wasm, 9, mtime=0))
    for path in _build_frozen(cache).iterdir():
        shutil.copy(path, folder / path.name)


def _read_empty_lock(lock: Path) -> str:
    lock_data = json.loads(lock.read_text(encoding="utf-8"))
    return json.dumps({**lock_data, "packages": {}})


def _build_frozen(cache: Path) -> Path:
    """Build the output of ``freeze.mjs`` for the current package, or find it in *cache*."""
    sources = _list_sources()
    digest = hashlib.sha256()
    own = ((path, f"website/{path.name}") for path in map(WEBSITE_FOLDER.joinpath, FREEZE_SOURCES))
    for path, name in [*sources, *own]:
        digest.update(f"{name}\0".encode() + path.read_bytes())
    target = cache / digest.hexdigest()[:16]
    if target.exists():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as draft:
        with zipfile.ZipFile(Path(draft) / "sources.zip", "w") as written:
            for path, name in sources:
                written.write(path, name)
        output = Path(draft) / "made"
        output.mkdir()
        run_node("freeze.mjs", str(Path(draft) / "sources.zip"), str(output))
        if not target.exists():  # another process may have been faster
            output.rename(target)
    return target


def write_browser_side(site: Path) -> None:
    """Write the code of the pages and the built widgets."""
    run_node("build.mjs", str(site))
    for name in ("stepper.js", "lens.js"):
        shutil.copy(PACKAGE_FOLDER / "viz" / "widgets" / "static" / name, site / "assets" / name)
    (site / "assets" / "tables.bin").write_bytes(pack_tables(with_code=False))
    (site / "assets" / "details.js").write_text(read_tables()["code"], encoding="utf-8")
    for path in (WEBSITE_FOLDER / "static").iterdir():
        shutil.copy(path, site / "assets" / path.name)


def run_node(*arguments: str) -> None:
    """Run a script of this folder with Node.

    Raises:
        RuntimeError: With the end of its error output, if it fails.
    """
    done = subprocess.run(
        ["node", *arguments], cwd=WEBSITE_FOLDER, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"node {arguments[0]} failed: {done.stderr[-2000:]}")


def _list_sources() -> list[tuple[Path, str]]:
    """List the files for the browser, each with its name there."""
    own = (
        (path, path.relative_to(ROOT).as_posix())
        for path in PACKAGE_FOLDER.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and not str(path.relative_to(PACKAGE_FOLDER)).startswith(EXCLUDED_PREFIXES)
    )
    parser = (
        (path, f"sqlglot/{path.relative_to(SQL_PARSER_FOLDER).as_posix()}")
        for path in SQL_PARSER_FOLDER.rglob("*.py")
        if not EXCLUDED_SQL_PARSER.match(path.relative_to(SQL_PARSER_FOLDER).as_posix())
    )
    return sorted([*own, *parser], key=itemgetter(1))

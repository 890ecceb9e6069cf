"""What the site is made from, out of packages: Python for the browser, the editor, compiled flinksim."""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

from flinksim.viz.widgets.export.html_page import packed_tables

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PACKAGE = ROOT / "flinksim"

MAKE_FROZEN = (
    "freeze.mjs",
    "package.json",
    "python/begin.py",
    "python/cells.py",
    "python/freeze.py",
    "python/playground.py",
)

NOT_THERE = (
    "replay/",
    "viz/widgets/stepper_widget.py",
    "viz/widgets/plan_widget.py",
    "viz/widgets/linked_steppers.py",
    "course/prediction_widget.py",
)
"""What needs more than a browser has: Spark, and a notebook."""


def write_python(folder: Path, cache: Path) -> None:
    """Python for the browser, with flinksim compiled for it; *cache* keeps that, by what it is made of."""
    folder.mkdir(parents=True, exist_ok=True)
    source = HERE / "node_modules" / "pyodide"
    shutil.copy(source / "pyodide.mjs", folder / "pyodide.mjs")
    (folder / "pyodide-lock.json").write_text(_without_packages(source / "pyodide-lock.json"))
    wasm = (source / "pyodide.asm.wasm").read_bytes()
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(wasm, 9, mtime=0))
    for path in _frozen(cache).iterdir():
        shutil.copy(path, folder / path.name)


def _without_packages(lock: Path) -> str:
    told = json.loads(lock.read_text(encoding="utf-8"))
    return json.dumps({**told, "packages": {}})


def _frozen(cache: Path) -> Path:
    """The folder of *cache* with what ``freeze.mjs`` makes of the package as it is now."""
    sources = _sources()
    digest = hashlib.sha256()
    for path in [*sources, *(HERE / name for name in MAKE_FROZEN)]:
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    kept = cache / digest.hexdigest()[:16]
    if kept.exists():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as draft:
        with zipfile.ZipFile(Path(draft) / "sources.zip", "w") as written:
            for path in sources:
                written.write(path, path.relative_to(ROOT))
        made = Path(draft) / "made"
        made.mkdir()
        node("freeze.mjs", str(Path(draft) / "sources.zip"), str(made))
        if not kept.exists():  # somebody else may have been faster
            made.rename(kept)
    return kept


def write_browser_side(site: Path) -> None:
    """The code of the pages, and the widgets as they were built into the package."""
    node("build.mjs", str(site))
    for name in ("stepper.js", "lens.js"):
        shutil.copy(PACKAGE / "viz" / "widgets" / "static" / name, site / "assets" / name)
    (site / "assets" / "tables.bin").write_bytes(packed_tables())
    for path in (HERE / "static").iterdir():
        shutil.copy(path, site / "assets" / path.name)


def node(*arguments: str) -> None:
    """Run a script of this folder.

    Raises: RuntimeError with the end of what it said, if it fails.
    """
    done = subprocess.run(
        ["node", *arguments], cwd=HERE, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"node {arguments[0]} failed: {done.stderr[-2000:]}")


def _sources() -> list[Path]:
    return sorted(
        path
        for path in PACKAGE.rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and not str(path.relative_to(PACKAGE)).startswith(NOT_THERE)
    )

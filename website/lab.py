"""JupyterLite (``/lab/``): JupyterLab with Python in the browser, for those who want Jupyter.

Its kernel has the same Pyodide, and finds flinksim and what the widgets need as wheels beside it: nothing is
fetched from elsewhere. What it needs is fetched by :func:`fetch_wheels` when the site is made.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from website.course import lessons_of
from website.packages import HERE, ROOT
from website.words import TAGS

PYTHON = "3.14"
"""What Pyodide has; wheels are chosen for it, not for the Python that builds the site."""

CORE = ("micropip==0.11.1", "packaging==26.1")
"""What Pyodide itself looks for."""

WIDGETS = ("anywidget==0.11.0", "ipywidgets==8.1.9", "ipython>=9,<10", "comm", "jedi")

STORAGE = "flinksim lab"
"""Where Lab keeps what one writes, in the browser; the playground puts programs there."""

INSTALL = "%pip install -q flinksim anywidget ipywidgets"


def write_lab(site: Path, cache: Path) -> None:
    """Build Lab into ``lab`` of *site*, with the notebooks of all lessons, in both languages.

    Raises: RuntimeError with what the builder said, if it fails.
    """
    wheels = fetch_wheels(cache)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        _contents(folder / "content")
        _pyodide(folder / "static" / "pyodide", wheels / "core")
        shutil.copytree(wheels / "widgets", folder / "wheels")
        _run(
            [
                sys.executable,
                "-m",
                "pip",
                "wheel",
                "-q",
                "--no-deps",
                "-w",
                str(folder / "wheels"),
                str(ROOT),
            ]
        )
        config = {
            "LiteBuildConfig": {
                "contents": ["content"],
                "output_dir": str(site / "lab"),
                "apps": ["lab"],
                "no_sourcemaps": True,
            },
            "PipliteAddon": {"piplite_urls": ["wheels"]},
        }
        (folder / "jupyter_lite_config.json").write_text(json.dumps(config))
        kernel = {"disablePyPIFallback": True}
        lite = {
            "jupyter-lite-schema-version": 0,
            "jupyter-config-data": {
                "appName": "flinksim lab",
                "contentsStorageName": STORAGE,
                "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
            },
        }
        (folder / "jupyter-lite.json").write_text(json.dumps(lite))
        _run(
            [sys.executable, "-m", "jupyterlite_core.app", "build", "--lite-dir", str(folder)],
            folder,
        )


def fetch_wheels(cache: Path) -> Path:
    """The wheels that Lab's kernel needs, from the package index; *cache* keeps them."""
    named = hashlib.sha256(json.dumps([PYTHON, CORE, WIDGETS]).encode()).hexdigest()[:16]
    kept = cache / f"wheels-{named}"
    if kept.exists():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as draft:
        made = Path(draft) / "made"
        anywhere = [
            "--only-binary=:all:",
            "--platform",
            "any",
            "--implementation",
            "py",
            "--abi",
            "none",
        ]
        download = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            *anywhere,
            "--python-version",
            PYTHON,
        ]
        _run([*download, "--no-deps", "-d", str(made / "core"), *CORE])
        _run([*download, "-d", str(made / "widgets"), *WIDGETS])
        if not kept.exists():  # somebody else may have been faster
            made.rename(kept)
    return kept


def _contents(folder: Path) -> None:
    (folder / "zh").mkdir(parents=True)
    lessons = [one for language in TAGS for one in lessons_of(ROOT / "notebooks", language)]
    for lesson in lessons:
        name = f"{lesson.key}.ipynb"
        notebook = json.loads((ROOT / "notebooks" / name).read_text("utf-8"))
        notebook["cells"].insert(0, _install())
        (folder / name).write_text(json.dumps(notebook, ensure_ascii=False), "utf-8")


def _install() -> dict[str, Any]:
    cell = {"cell_type": "code", "id": "install", "metadata": {}, "source": INSTALL}
    return {**cell, "execution_count": None, "outputs": []}


def _pyodide(folder: Path, core: Path) -> None:
    """Pyodide with the few packages that it looks for, and no others."""
    shutil.copytree(HERE / "node_modules" / "pyodide", folder)
    for path in folder.glob("*.map"):
        path.unlink()
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    packages = {}
    for wheel in core.iterdir():
        shutil.copy(wheel, folder / wheel.name)
        name = wheel.name.split("-")[0]
        told = lock["packages"][name]
        told |= {"file_name": wheel.name, "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}
        told["version"] = wheel.name.split("-")[1]
        told["depends"] = [one for one in told["depends"] if one in ("micropip", "packaging")]
        packages[name] = told
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": packages}))


def _run(command: list[str], folder: Path | None = None) -> None:
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:6])} failed: {(done.stdout + done.stderr)[-2000:]}")


def wheels_in(lab: Path) -> list[str]:
    """The names of the wheels that Lab's kernel can install."""
    return sorted(path.name for path in lab.rglob("*.whl") if zipfile.is_zipfile(path))

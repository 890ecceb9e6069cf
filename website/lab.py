"""JupyterLite (``/lab/``): JupyterLab with Python in the browser.

Its kernel uses the same Pyodide. flinksim and the widgets are wheels in the site, so a page downloads
nothing from elsewhere. :func:`fetch_wheels` downloads what the build needs.
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

from website.course import load_lessons
from website.packages import ROOT, WEBSITE_FOLDER
from website.words import LANGUAGE_TAGS

PYTHON_VERSION = "3.14"
"""The Python version of Pyodide, for which wheels are chosen."""

CORE_PACKAGES = ("micropip==0.11.1", "packaging==26.1")
"""The packages that Pyodide itself needs."""

WIDGET_PACKAGES = ("anywidget==0.11.0", "ipywidgets==8.1.9", "ipython>=9,<10", "comm", "jedi")

STORAGE_NAME = "flinksim lab"
"""The browser storage of Lab's files; the playground writes programs there, too."""

INSTALL_COMMAND = "%pip install -q flinksim anywidget ipywidgets"


def write_lab(site: Path, cache: Path) -> None:
    """Build Lab into ``lab`` of *site*, with the notebooks of all lessons in both languages.

    Raises:
        RuntimeError: With the output of the builder, if it fails.
    """
    wheels = fetch_wheels(cache)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        _write_notebooks(folder / "content")
        _copy_pyodide(folder / "static" / "pyodide", wheels / "core")
        shutil.copytree(wheels / "widgets", folder / "wheels")
        _run_command(
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
                "contentsStorageName": STORAGE_NAME,
                "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
            },
        }
        (folder / "jupyter-lite.json").write_text(json.dumps(lite))
        _run_command(
            [sys.executable, "-m", "jupyterlite_core.app", "build", "--lite-dir", str(folder)],
            folder,
        )


def fetch_wheels(cache: Path) -> Path:
    """Download the wheels that Lab's kernel needs, or find them in *cache*."""
    named = hashlib.sha256(
        json.dumps([PYTHON_VERSION, CORE_PACKAGES, WIDGET_PACKAGES]).encode()
    ).hexdigest()[:16]
    target = cache / f"wheels-{named}"
    if target.exists():
        return target
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as draft:
        draft_wheels = Path(draft) / "made"
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
            PYTHON_VERSION,
        ]
        _run_command([*download, "--no-deps", "-d", str(draft_wheels / "core"), *CORE_PACKAGES])
        _run_command([*download, "-d", str(draft_wheels / "widgets"), *WIDGET_PACKAGES])
        if not target.exists():  # another process may have been faster
            draft_wheels.rename(target)
    return target


def _write_notebooks(folder: Path) -> None:
    (folder / "zh").mkdir(parents=True)
    lessons = [
        one for language in LANGUAGE_TAGS for one in load_lessons(ROOT / "notebooks", language)
    ]
    for lesson in lessons:
        name = f"{lesson.storage_key}.ipynb"
        notebook = json.loads((ROOT / "notebooks" / name).read_text("utf-8"))
        notebook["cells"].insert(0, _build_install_cell())
        (folder / name).write_text(json.dumps(notebook, ensure_ascii=False), "utf-8")


def _build_install_cell() -> dict[str, Any]:
    cell = {"cell_type": "code", "id": "install", "metadata": {}, "source": INSTALL_COMMAND}
    return {**cell, "execution_count": None, "outputs": []}


def _copy_pyodide(folder: Path, core_wheels: Path) -> None:
    """Copy Pyodide with only the packages that it needs."""
    shutil.copytree(WEBSITE_FOLDER / "node_modules" / "pyodide", folder)
    for path in folder.glob("*.map"):
        path.unlink()
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))
    packages = {}
    for wheel in core_wheels.iterdir():
        shutil.copy(wheel, folder / wheel.name)
        name = wheel.name.split("-")[0]
        entry = lock["packages"][name]
        entry |= {"file_name": wheel.name, "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}
        entry["version"] = wheel.name.split("-")[1]
        entry["depends"] = [one for one in entry["depends"] if one in ("micropip", "packaging")]
        packages[name] = entry
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": packages}))


def _run_command(command: list[str], folder: Path | None = None) -> None:
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command[:6])} failed: {(done.stdout + done.stderr)[-2000:]}")


def list_wheels(lab: Path) -> list[str]:
    """List the names of the wheels that Lab's kernel can install."""
    return sorted(path.name for path in lab.rglob("*.whl") if zipfile.is_zipfile(path))

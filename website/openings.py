"""The opening pictures of lessons, recorded here and shown before the page's Python has started.

The first cell of a lesson runs as in its page (``python/cells.py``), in a process of its own, where
modules that need Jupyter are replaced.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from website.course import Lesson
from website.packages import ROOT, WEBSITE_FOLDER

STATIC_STATE: Mapping[str, Any] = {"knobs": [], "crashes": False, "can_ask": False}
"""The state of a recorded picture, which can neither re-run nor answer queries."""


def write_openings(site: Path, lessons: list[Lesson]) -> None:
    """Write the output of each lesson's first cell: ``opening.json`` and its data.

    Raises:
        RuntimeError: With the error of a cell.
    """
    code_by_folder = {str(site / lesson.path): lesson.opening_code for lesson in lessons}
    done = subprocess.run(
        [sys.executable, "-m", "website.openings"], input=json.dumps(code_by_folder), cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(f"an opening cannot be recorded: {done.stderr[-2000:]}")


def _record_opening(folder: Path, code: str) -> None:
    from cells import Cells  # type: ignore[import-not-found] # a module of the browser's Python

    openings: list[dict[str, Any]] = []

    def on_output(what: str, told: dict[str, Any], data: bytes) -> None:
        if what == "error":
            raise RuntimeError(f"{folder.name}: {told['text']}")
        if what in ("stepper", "lens"):
            name = f"opening-{len(openings)}.bin"
            (folder / name).write_bytes(data)
            told = {**told, "state": {**told["state"], **STATIC_STATE}}
            openings.append({"what": what, "told": told, "data": name})

    folder.mkdir(parents=True, exist_ok=True)
    Cells(on_output).run(code)
    text = json.dumps(openings, ensure_ascii=False, separators=(",", ":"))
    (folder / "opening.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(WEBSITE_FOLDER / "python"))
    for place, code in json.load(sys.stdin).items():
        _record_opening(Path(place), code)

"""The pictures that lessons open with: recorded here, and shown before the page's Python is there.

The first cell of a lesson runs as its page would run it (``python/cells.py``), in a process of its own:
stand-ins for what needs Jupyter are put in place there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from website.course import Lesson
from website.packages import HERE, ROOT

NEEDS_PYTHON: Mapping[str, Any] = {"knobs": [], "crashes": False, "can_ask": False}
"""What a recorded picture has not: nobody is there to run it again, or to answer."""


def write_openings(site: Path, lessons: list[Lesson]) -> None:
    """Write what each lesson's first cell shows beside its page: ``opening.json``, and the data it names.

    Raises: RuntimeError with what a cell complained of.
    """
    told = {str(site / lesson.path): lesson.opening for lesson in lessons}
    done = subprocess.run(
        [sys.executable, "-m", "website.openings"], input=json.dumps(told), cwd=ROOT,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(f"an opening cannot be recorded: {done.stderr[-2000:]}")


def _record(folder: Path, code: str) -> None:
    from cells import Cells  # type: ignore[import-not-found]  # of the browser's Python

    openings: list[dict[str, Any]] = []

    def shown(what: str, told: dict[str, Any], data: bytes) -> None:
        if what == "error":
            raise RuntimeError(f"{folder.name}: {told['text']}")
        if what in ("stepper", "lens"):
            name = f"opening-{len(openings)}.bin"
            (folder / name).write_bytes(data)
            told = {**told, "state": {**told["state"], **NEEDS_PYTHON}}
            openings.append({"what": what, "told": told, "data": name})

    folder.mkdir(parents=True, exist_ok=True)
    Cells(shown).run(code)
    text = json.dumps(openings, ensure_ascii=False, separators=(",", ":"))
    (folder / "opening.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE / "python"))
    for place, code in json.load(sys.stdin).items():
        _record(Path(place), code)

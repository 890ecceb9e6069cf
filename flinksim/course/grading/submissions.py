"""Submitted notebooks: found in a folder, read within limits, and checked before they are used.

Not in Flink.
"""

from __future__ import annotations

import hashlib
import json
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flinksim.core.safe_repr import replace_unprintable
from flinksim.core.validation import validate_arguments
from flinksim.course.learner_record import read_learner_records

MAX_NOTEBOOK_BYTES = 10_000_000
"""Maximum size of a notebook in bytes."""

MAX_ENTRIES = 1000
"""Maximum number of recorded predictions and attempts of a lesson."""

_MAX_TIME_S = 1_000_000
_MAX_ENTRY_TEXT = 300
_CHECKPOINT_FOLDER = ".ipynb_checkpoints"


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted notebook of one learner.

    Which learner it is follows from the place of the file in the folder. ``problem`` says why the notebook
    cannot be opened, if so. ``digest`` identifies its content.
    """

    learner: str
    path: Path
    lesson: str = ""
    notebook: Any = None
    problem: str = ""
    digest: str = ""


@validate_arguments
def find_notebooks(folder: Path) -> list[Path]:
    """Find all notebooks below a folder, at any depth.

    They are ``ada.ipynb`` or ``ada/00_reading_the_stepper.ipynb``.

    Raises:
        ValueError: If there is none.
    """
    found = sorted(path for path in folder.rglob("*.ipynb") if _CHECKPOINT_FOLDER not in path.parts)
    if not found:
        raise ValueError(
            f"no notebook in {folder}; expected files such as ada.ipynb, or "
            "ada/00_reading_the_stepper.ipynb"
        )
    return found


def read_submission(folder: Path, path: Path) -> Submission:
    """Read one notebook of a folder; whatever it is, this returns a submission."""
    place = path.relative_to(folder)
    learner = place.parts[0] if len(place.parts) > 1 else path.stem
    try:
        state = path.lstat()
        if not stat.S_ISREG(state.st_mode):
            return Submission(learner, path, problem="it is a link or a device, not a file")
        if state.st_size > MAX_NOTEBOOK_BYTES:
            return Submission(
                learner, path, problem=f"it is larger than {MAX_NOTEBOOK_BYTES // 10**6} MB"
            )
        content = path.read_bytes()
        notebook = json.loads(content)
        if not isinstance(notebook["cells"], list):
            raise TypeError("its cells are not a list")
        json.dumps(notebook)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        problem = f"it is not a notebook: {type(error).__name__}: {error!s:.200}"
        return Submission(learner, path, problem=problem)
    digest = hashlib.sha256(content).hexdigest()
    return Submission(learner, path, _find_lesson(notebook, path), notebook, digest=digest)


def _find_lesson(notebook: Any, path: Path) -> str:
    """Find the lesson of a notebook in its metadata, its file name, or its call of open_lesson."""
    metadata = notebook.get("metadata")
    known = metadata.get("flinksim") if isinstance(metadata, dict) else None
    named = known.get("lesson") if isinstance(known, dict) else None
    if isinstance(named, str) and re.fullmatch(r"[0-9]{2}", named):
        return named
    found = re.match(r"([0-9]{2})_", path.name) or re.search(
        r"open_lesson\(\s*\\?[\"']([0-9]{2})", json.dumps(notebook)[:20_000]
    )
    return found[1] if found else ""


def read_entries(submission: Submission) -> tuple[dict[str, Any], ...]:
    """Read the recorded predictions and attempts of a notebook; invalid ones are left out.

    Each has ``lesson``, ``what``, ``name``, ``right``, ``belief``, ``given`` and ``after_s``.
    """
    if submission.problem:
        return ()
    return tuple(
        entry
        for record in read_learner_records(submission.notebook)
        for one in record["entries"][:MAX_ENTRIES]
        if (entry := _parse_entry(record["lesson"], one)) is not None
    )


def _parse_entry(lesson: str, entry: Any) -> dict[str, Any] | None:
    match entry:
        case {
            "what": "prediction" | "attempt" as what, "name": str(name), "right": bool(is_right),
            "belief": str(misconception),
        }:  # fmt: skip
            given = entry.get("given", "")
            after_s = entry.get("after_s")
            return {
                "lesson": _shorten(lesson), "what": what, "name": _shorten(name), "right": is_right,
                "belief": _shorten(misconception), "given": _shorten(given),
                "after_s": float(after_s) if _is_valid_time(after_s) else None,
            }  # fmt: skip
    return None


def _shorten(text: Any) -> str:
    return replace_unprintable(text[:_MAX_ENTRY_TEXT]) if isinstance(text, str) else ""


def _is_valid_time(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < _MAX_TIME_S


def iterate_submissions(folder: Path) -> Iterator[Submission]:
    """Read all notebooks below a folder, one after the other, so that only one is in memory.

    Raises:
        ValueError: If there is none.
    """
    return (read_submission(folder, path) for path in find_notebooks(folder))

"""What a learner did in a lesson: predictions, attempts, and when. It is kept in the notebook itself.

It goes into the notebook's own metadata, under :data:`METADATA`, where what shows the notebook lets a
widget write there (:mod:`flinksim.viz.widgets.notebook_metadata`); so clearing the outputs keeps it. Every prediction
and every check also puts the whole of it beside what it shows, as data of the kind :data:`MIME`: what
runs a notebook without showing it keeps outputs alone. Neither needs a server. Not in Flink.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

MIME = "application/vnd.flinksim.lesson+json"
METADATA = "flinksim"
"""The key of a notebook's metadata; under it ``notes`` has one note for each time that a lesson was
opened. ``widgets/src/notes.ts`` writes it.
"""


class Noted:
    """Predictions and attempts in one lesson, in order; ``after_s`` counts from its opening."""

    def __init__(self, lesson: str, learner: str) -> None:
        self._lesson, self._learner = lesson, learner
        self._opened = time.monotonic()
        self._opened_at = datetime.now(UTC).isoformat()
        self._entries: list[dict[str, Any]] = []

    def note(self, what: str, name: str, right: bool, belief: str, given: str) -> None:
        """Note a ``prediction`` or an ``attempt``: what was *given*, and the misconception behind it."""
        self._entries.append(
            {
                "what": what, "name": name, "right": right, "belief": belief, "given": given,
                "after_s": round(time.monotonic() - self._opened, 1),
            }
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "lesson": self._lesson, "learner": self._learner, "opened": self._opened_at,
            "entries": list(self._entries),
        }  # fmt: skip


def noted_in(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """One note for each lesson in the metadata and outputs of *notebook* (its JSON): what was noted
    each time that it was opened, in turn, with ``after_s`` going on.
    """
    longest: dict[tuple[str, str], list[Any]] = {}
    for note in _notes_in(notebook):
        entries = note.get("entries")
        if isinstance(entries, list):
            which = str(note.get("lesson")), str(note.get("opened", ""))
            longest[which] = max(longest.get(which, []), entries, key=len)
    joined: dict[str, list[Any]] = {}
    for (lesson, _), entries in sorted(longest.items()):
        before = joined.setdefault(lesson, [])
        start = max(map(_seconds, before), default=0)
        before.extend(
            {**each, "after_s": start + _seconds(each)}
            if start and isinstance(each, dict)
            else each
            for each in entries
        )
    return [{"lesson": lesson, "entries": entries} for lesson, entries in joined.items()]


def _seconds(entry: Any) -> float:
    after_s = entry.get("after_s") if isinstance(entry, dict) else None
    if not isinstance(after_s, int | float) or isinstance(after_s, bool):
        return 0
    return after_s if 0 <= after_s < 1_000_000 else 0


def _notes_in(notebook: Any) -> Iterator[dict[str, Any]]:
    metadata = notebook.get("metadata") if isinstance(notebook, dict) else None
    kept = metadata.get(METADATA) if isinstance(metadata, dict) else None
    yield from _dicts_in(kept, "notes")
    for cell in _dicts_in(notebook, "cells"):
        for output in _dicts_in(cell, "outputs"):
            data = output.get("data")
            if isinstance(data, dict) and isinstance(data.get(MIME), dict):
                yield data[MIME]


def _dicts_in(of: Any, name: str) -> Iterator[dict[str, Any]]:
    """What *of* has as a list under *name*; a notebook comes from anybody."""
    found = of.get(name) if isinstance(of, dict) else None
    return (
        (each for each in found if isinstance(each, dict)) if isinstance(found, list) else iter(())
    )

"""The record of a learner's predictions and attempts in a lesson, kept in the notebook itself.

Where a widget can write metadata, the record goes into the notebook's metadata under
:data:`METADATA` (:mod:`flinksim.viz.widgets.notebook_metadata`), and survives cleared outputs.
Each prediction and check also writes the whole record into its output, with the MIME type
:data:`MIME`, for programs that run a notebook without showing it. No server is needed.
Not in Flink.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

MIME = "application/vnd.flinksim.lesson+json"
METADATA = "flinksim"
"""The key in a notebook's metadata. Its ``notes`` has one record for each time a lesson was opened.

``widgets/src/queries/learner_record.ts`` writes it.
"""


class Noted:
    """The predictions and attempts in one lesson, in order; ``after_s`` counts from its opening."""

    def __init__(self, lesson: str, learner: str) -> None:
        self._lesson, self._learner = lesson, learner
        self._opened = time.monotonic()
        self._opened_at = datetime.now(UTC).isoformat()
        self._entries: list[dict[str, Any]] = []

    def note(self, what: str, name: str, right: bool, belief: str, given: str) -> None:
        """Append an entry.

        Args:
            what: ``"prediction"`` or ``"attempt"``.
            name: The name of the prediction, or the number of the lesson.
            right: Whether it was right.
            belief: The name of the misconception behind it, or an empty string.
            given: The option or the answer that was given.
        """
        self._entries.append(
            {
                "what": what, "name": name, "right": right, "belief": belief, "given": given,
                "after_s": round(time.monotonic() - self._opened, 1),
            }
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain values."""
        return {
            "lesson": self._lesson, "learner": self._learner, "opened": self._opened_at,
            "entries": list(self._entries),
        }  # fmt: skip


def noted_in(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Read the learner records from the metadata and outputs of a notebook.

    Records of several openings of a lesson are joined in order, and ``after_s`` continues to grow.

    Args:
        notebook: The notebook as JSON. It may be malformed.

    Returns:
        One dict with ``lesson`` and ``entries`` for each lesson.
    """
    longest: dict[tuple[str, str], list[Any]] = {}
    for note in _notes_in(notebook):
        entries = note.get("entries")
        if isinstance(entries, list):
            opening = str(note.get("lesson")), str(note.get("opened", ""))
            longest[opening] = max(longest.get(opening, []), entries, key=len)
    joined: dict[str, list[Any]] = {}
    for (lesson, _), entries in sorted(longest.items()):
        joined_entries = joined.setdefault(lesson, [])
        start = max(map(_seconds, joined_entries), default=0)
        joined_entries.extend(
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
    records = metadata.get(METADATA) if isinstance(metadata, dict) else None
    yield from _dicts_in(records, "notes")
    for cell in _dicts_in(notebook, "cells"):
        for output in _dicts_in(cell, "outputs"):
            data = output.get("data")
            if isinstance(data, dict) and isinstance(data.get(MIME), dict):
                yield data[MIME]


def _dicts_in(of: Any, name: str) -> Iterator[dict[str, Any]]:
    """Iterate over the dicts of a list; *of* may be anything, since notebooks are not trusted."""
    found = of.get(name) if isinstance(of, dict) else None
    return (
        (each for each in found if isinstance(each, dict)) if isinstance(found, list) else iter(())
    )

"""The record of a learner's predictions and attempts in a lesson, kept in the notebook itself.

Where a widget can write metadata, the record goes into the notebook's metadata under
:data:`METADATA_KEY` (:mod:`flinksim.viz.widgets.notebook_metadata`), and survives cleared outputs.
Each prediction and check also writes the whole record into its output, with the MIME type
:data:`MIME_TYPE`, for programs that run a notebook without showing it. No server is needed.
Not in Flink.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

MIME_TYPE = "application/vnd.flinksim.lesson+json"
METADATA_KEY = "flinksim"
"""The key in a notebook's metadata. Its ``notes`` has one record for each time a lesson was opened.

``widgets/src/queries/learner_record.ts`` writes it.
"""


class LearnerRecord:
    """The predictions and attempts in one lesson, in order; ``after_s`` counts from its opening."""

    def __init__(self, lesson: str, learner: str) -> None:
        self._lesson, self._learner = lesson, learner
        self._opened_s = time.monotonic()
        self._opened_at = datetime.now(UTC).isoformat()
        self._entries: list[dict[str, Any]] = []

    def append(self, kind: str, name: str, is_right: bool, misconception: str, answer: str) -> None:
        """Append an entry.

        Args:
            kind: ``"prediction"`` or ``"attempt"``.
            name: The name of the prediction, or the number of the lesson.
            is_right: Whether it was right.
            misconception: The name of the misconception behind it, or an empty string.
            answer: The option or the answer that was given.
        """
        self._entries.append(
            {
                "what": kind, "name": name, "right": is_right, "belief": misconception, "given": answer,
                "after_s": round(time.monotonic() - self._opened_s, 1),
            }
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain values."""
        return {
            "lesson": self._lesson, "learner": self._learner, "opened": self._opened_at,
            "entries": list(self._entries),
        }  # fmt: skip


def read_learner_records(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Read the learner records from the metadata and outputs of a notebook.

    Records of several openings of a lesson are joined in order, and ``after_s`` continues to grow.

    Args:
        notebook: The notebook as JSON. It may be malformed.

    Returns:
        One dict with ``lesson`` and ``entries`` for each lesson.
    """
    longest: dict[tuple[str, str], list[Any]] = {}
    for note in _iterate_records(notebook):
        entries = note.get("entries")
        if isinstance(entries, list):
            opening = str(note.get("lesson")), str(note.get("opened", ""))
            longest[opening] = max(longest.get(opening, []), entries, key=len)
    joined: dict[str, list[Any]] = {}
    for (lesson, _), entries in sorted(longest.items()):
        joined_entries = joined.setdefault(lesson, [])
        start = max(map(_read_seconds, joined_entries), default=0)
        joined_entries.extend(
            {**each, "after_s": start + _read_seconds(each)}
            if start and isinstance(each, dict)
            else each
            for each in entries
        )
    return [{"lesson": lesson, "entries": entries} for lesson, entries in joined.items()]


def _read_seconds(entry: Any) -> float:
    after_s = entry.get("after_s") if isinstance(entry, dict) else None
    if not isinstance(after_s, int | float) or isinstance(after_s, bool):
        return 0
    return after_s if 0 <= after_s < 1_000_000 else 0


def _iterate_records(notebook: Any) -> Iterator[dict[str, Any]]:
    metadata = notebook.get("metadata") if isinstance(notebook, dict) else None
    records = metadata.get(METADATA_KEY) if isinstance(metadata, dict) else None
    yield from _iterate_dicts(records, "notes")
    for cell in _iterate_dicts(notebook, "cells"):
        for output in _iterate_dicts(cell, "outputs"):
            data = output.get("data")
            if isinstance(data, dict) and isinstance(data.get(MIME_TYPE), dict):
                yield data[MIME_TYPE]


def _iterate_dicts(parent: Any, key: str) -> Iterator[dict[str, Any]]:
    """Iterate over the dicts of a list; *parent* may be anything, since notebooks are not trusted."""
    found = parent.get(key) if isinstance(parent, dict) else None
    return (
        (each for each in found if isinstance(each, dict)) if isinstance(found, list) else iter(())
    )

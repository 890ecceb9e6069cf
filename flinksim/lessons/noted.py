"""What a learner did in a lesson: predictions, attempts, and when. It is kept in the notebook itself.

Every prediction and every check puts the whole of it beside what it shows, as data of the kind
:data:`MIME`; so it is saved with the notebook's outputs, and needs no server. Not in Flink.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

MIME = "application/vnd.flinksim.lesson+json"


class Noted:
    """Predictions and attempts in one lesson, in order; ``after_s`` counts from its opening."""

    def __init__(self, lesson: str, learner: str) -> None:
        self._lesson, self._learner = lesson, learner
        self._opened = time.monotonic()
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
        return {"lesson": self._lesson, "learner": self._learner, "entries": list(self._entries)}


def noted_in(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The longest note of each lesson in the outputs of *notebook* (its JSON)."""
    longest: dict[str, dict[str, Any]] = {}
    for cell in _dicts_in(notebook, "cells"):
        for output in _dicts_in(cell, "outputs"):
            data = output.get("data")
            note = data.get(MIME) if isinstance(data, dict) else None
            if isinstance(note, dict) and isinstance(note.get("entries"), list):
                known = longest.get(str(note.get("lesson")), {"entries": []})
                if len(note["entries"]) >= len(known["entries"]):
                    longest[str(note.get("lesson"))] = note
    return list(longest.values())


def _dicts_in(of: Any, name: str) -> Iterator[dict[str, Any]]:
    """What *of* has as a list under *name*; a notebook comes from anybody."""
    found = of.get(name) if isinstance(of, dict) else None
    return (
        (each for each in found if isinstance(each, dict)) if isinstance(found, list) else iter(())
    )

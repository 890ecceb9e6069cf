"""Where the names of Flink's classes stand: in flinksim, and in a run. Not in Flink."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flinksim.trace.declarations import KINDS
from flinksim.trace.query import sentence, step_of
from flinksim.trace.recorder import Trace

_PACKAGE = Path(__file__).parents[1]
_CLASS = re.compile(r"^class (\w+)", re.MULTILINE)
_FLINK = re.compile(r"Flink: ((?:``[\w.$]+``[,; and]*)+)")
_FRAME = re.compile(r"([A-Z]\w*(?:\$\w+)*)\.\w+")


class PlaceOfName(NamedTuple):
    """A fact of a run on whose call stack a name stands."""

    step: int
    sentence: str
    stack: str


@cache
def modelled_classes() -> frozenset[str]:
    """The classes of Flink that flinksim has, names as ``Flink: ...``, or shows on a stack."""
    found: set[str] = set()
    for file in _PACKAGE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        found.update(_CLASS.findall(text))
        for names in _FLINK.findall(text):
            found.update(name.split(".")[0] for name in re.findall(r"``([\w.$]+)``", names))
        if file.name in ("flink_frames.py", "flink_paths.py", "places.py", "layers.py"):
            found.update(_FRAME.findall(text))
    for kind in KINDS:
        found.update(_FRAME.findall(kind.place))
    return frozenset(found | {part for name in found for part in name.split("$")})


def places_of(trace: Trace, name: str, most: int = 3) -> list[PlaceOfName]:
    """The first facts of *trace* on whose stack the class, or ``Class.method``, *name* stands; in
    different steps.
    """
    wanted = name.replace("$", ".").lower()
    found: list[PlaceOfName] = []
    seen: dict[str, bool] = {}
    for index in range(len(trace.events)):
        stack = trace.links.stack(index)
        if not any(_is_named(frame, wanted, seen) for frame in stack):
            continue
        step = step_of(trace, index)
        if not found or found[-1].step != step:
            found.append(PlaceOfName(step, sentence(trace, index), " > ".join(stack)))
            if len(found) == most:
                break
    return found


def _is_named(frame: str, wanted: str, seen: dict[str, bool]) -> bool:
    if frame not in seen:
        parts = frame.replace("$", ".").lower().split(".")
        names = {
            ".".join(parts[i:j]) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1)
        }
        seen[frame] = wanted in names
    return seen[frame]

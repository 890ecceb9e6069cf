"""Watermark positions in the order of records: where each window fires and is cleaned up.

A record has one number in the run, its *code*: ``arrival * splits + split``. Records with the same
code are ordered by offset. A watermark comes after a certain code and offset: its *watermark
position*. So for every window two positions are known before the records are read. Records up to
the first one are on time, records up to the second one are late but allowed, and later records are
dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import Control
from flinksim.replay.operators.positions import Position
from flinksim.runtime.elements import Watermark

NEVER = (1 << 63) - 1
Longs = NDArray[np.int64]


def cut_of(position: Position, splits: int) -> tuple[int, int]:
    """Return the code and offset of the last record before *position*."""
    root = positions.root_of(position)
    time_ms = positions.time_of(root)
    if root[0] % 3 == 2:
        return time_ms * splits + root[1], root[2]
    return time_ms * splits - 1, NEVER


@dataclass(slots=True)
class Steps:
    """Watermark of a task as a step function: value, position and processing time of each step."""

    watermarks: Longs
    codes: Longs
    offsets: Longs
    times: Longs

    @staticmethod
    def of(controls: Sequence[Control], splits: int) -> Steps:
        """Create the steps from the controls of a task."""
        rows = [
            (element.timestamp, *cut_of(position, splits), positions.time_of(position))
            for position, _, element in controls
            if isinstance(element, Watermark)
        ]
        columns: Any = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return Steps(columns[:, 0], columns[:, 1], columns[:, 2], columns[:, 3])

    def first_at(self, timestamps: Longs) -> Longs:
        """Return the number of the first step at or past each timestamp."""
        return np.searchsorted(self.watermarks, timestamps, side="left")

    def next_at(self, codes: Longs, offsets: Longs) -> Longs:
        """Return the number of the first step after each record."""
        place: Longs = np.searchsorted(self.codes, codes, side="left")
        count = len(self.codes)
        if not count:
            return np.zeros(len(codes), np.int64)
        rows = np.flatnonzero(self.codes[np.minimum(place, count - 1)] == codes)  # few
        while len(rows):
            inside = np.minimum(place[rows], count - 1)
            is_before_record = (place[rows] < count) & (self.codes[inside] == codes[rows])
            rows = rows[is_before_record & (self.offsets[inside] < offsets[rows])]
            place[rows] += 1
        return place

    def watermark_at(self, codes: Longs, offsets: Longs) -> Longs:
        """Return the watermark when each record arrives."""
        place = self.next_at(codes, offsets)
        watermarks: Longs = np.full(len(codes), -(1 << 63), dtype=np.int64)
        has_step = place > 0
        watermarks[has_step] = self.watermarks[place[has_step] - 1]
        return watermarks


@dataclass(slots=True)
class WindowCuts:
    """Watermark positions of firing and cleanup per window, and the firing."""

    fire_codes: Longs
    fire_offsets: Longs
    clean_codes: Longs
    clean_offsets: Longs
    fire_watermarks: Longs
    fire_times: Longs
    fires: NDArray[np.bool_]

    @staticmethod
    def of(steps: Steps, last_moments: Longs, lateness: int) -> WindowCuts:
        """Compute the positions from the last millisecond of each window."""
        fire = steps.first_at(last_moments)
        clean = steps.first_at(last_moments + lateness)

        def at(column: Longs, place: Longs, default: int) -> Longs:
            extended: Longs = np.append(column, np.int64(default))
            return extended[place]

        return WindowCuts(
            at(steps.codes, fire, NEVER), at(steps.offsets, fire, NEVER),
            at(steps.codes, clean, NEVER), at(steps.offsets, clean, NEVER),
            at(steps.watermarks, fire, 0), at(steps.times, fire, 0),
            fire < len(steps.watermarks),
        )  # fmt: skip

"""Watermark positions in arrival order: where each window fires and is cleaned up.

A record's arrival time and split give its place in the run as one number, its *code*:
``arrival * splits + split``. Records with the same code are ordered by their offset in the split. A
watermark comes after a certain code and offset: its *watermark position*. So for every window two
positions are known before the records are read. Records up to the first one are on time, records up
to the second one are late but allowed, and later records are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import TimelineControl
from flinksim.replay.operators.positions import Position
from flinksim.runtime.elements import Watermark

MAX_CODE = (1 << 63) - 1
Longs = NDArray[np.int64]


def compute_watermark_position(position: Position, splits: int) -> tuple[int, int]:
    """Return the code and offset of the last record that arrives before *position* in the run."""
    root = positions.get_root(position)
    time_ms = positions.get_time_ms(root)
    if root[0] % 3 == 2:
        return time_ms * splits + root[1], root[2]
    return time_ms * splits - 1, MAX_CODE


@dataclass(slots=True)
class WatermarkSteps:
    """Watermark of a task as a step function over the records in arrival order.

    Each step has the new watermark, the code and offset of the last record before it, and its processing
    time.
    """

    watermarks: Longs
    codes: Longs
    offsets: Longs
    times: Longs

    @staticmethod
    def from_controls(controls: Sequence[TimelineControl], splits: int) -> WatermarkSteps:
        """Create the step function from the watermarks that a task receives."""
        rows = [
            (
                element.timestamp,
                *compute_watermark_position(position, splits),
                positions.get_time_ms(position),
            )
            for position, _, element in controls
            if isinstance(element, Watermark)
        ]
        columns: Any = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return WatermarkSteps(columns[:, 0], columns[:, 1], columns[:, 2], columns[:, 3])

    def find_first_step(self, timestamps: Longs) -> Longs:
        """Return the number of the first step whose watermark is at or past each timestamp."""
        return np.searchsorted(self.watermarks, timestamps, side="left")

    def find_next_step(self, codes: Longs, offsets: Longs) -> Longs:
        """Return the number of the first step that comes after each record in arrival order."""
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

    def get_watermarks(self, codes: Longs, offsets: Longs) -> Longs:
        """Return the task's watermark at the arrival of each record."""
        place = self.find_next_step(codes, offsets)
        watermarks: Longs = np.full(len(codes), -(1 << 63), dtype=np.int64)
        has_step = place > 0
        watermarks[has_step] = self.watermarks[place[has_step] - 1]
        return watermarks


@dataclass(slots=True)
class WindowFiringPositions:
    """For each window, where in arrival order it fires and is cleaned up, and at which watermark.

    ``has_firing`` says whether the watermark reaches the end of the window at all.
    """

    fire_codes: Longs
    fire_offsets: Longs
    clean_codes: Longs
    clean_offsets: Longs
    fire_watermarks: Longs
    fire_times: Longs
    has_firing: NDArray[np.bool_]

    @staticmethod
    def from_steps(
        steps: WatermarkSteps, max_timestamps: Longs, lateness: int
    ) -> WindowFiringPositions:
        """Compute the positions for windows with the given maximum timestamps and allowed lateness."""
        fire = steps.find_first_step(max_timestamps)
        clean = steps.find_first_step(max_timestamps + lateness)

        def at(column: Longs, place: Longs, default: int) -> Longs:
            extended: Longs = np.append(column, np.int64(default))
            return extended[place]

        return WindowFiringPositions(
            at(steps.codes, fire, MAX_CODE), at(steps.offsets, fire, MAX_CODE),
            at(steps.codes, clean, MAX_CODE), at(steps.offsets, clean, MAX_CODE),
            at(steps.watermarks, fire, 0), at(steps.times, fire, 0),
            fire < len(steps.watermarks),
        )  # fmt: skip

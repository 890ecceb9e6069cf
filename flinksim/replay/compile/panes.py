"""Aligned windows (tumbling, sliding, cumulative) as sequences of panes of equal length.

Every record belongs to one pane. Panes are numbered by time, and a window has the number of its
last pane. So the windows of a record have increasing numbers starting at its pane, and a late
record is late for the first of them first.

Not in Flink.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from flinksim.replay.operators.watermark_positions import Longs


@dataclass(frozen=True, slots=True)
class Panes:
    """The panes and windows of a window assigner; all times in milliseconds.

    Pane 0 begins at *offset* and is *step* long. Sliding and tumbling windows are *size* long, and a
    window ends with one in *panes_per_slide* panes. Cumulative windows that begin together, at a
    multiple of *size*, end with consecutive panes. *skipped_ranges* are ranges of empty panes that are
    not numbered.
    """

    size: int
    step: int
    offset: int = 0
    is_cumulative: bool = False
    panes_per_slide: int = 1
    skipped_ranges: tuple[tuple[int, int], ...] = ()
    """For each skipped range: the number of the pane after it, and all panes skipped up to there."""

    @staticmethod
    def from_sliding(size: int, slide: int, offset: int) -> Panes:
        """Create sliding windows; the pane length is the greatest common divisor of size and slide."""
        step = math.gcd(size, slide)
        return Panes(size, step, offset, panes_per_slide=slide // step)

    @property
    def panes_per_window(self) -> int:
        """Number of panes of a window, or the maximum for cumulative windows."""
        return self.size // self.step

    @property
    def max_windows_per_record(self) -> int:
        """Maximum number of windows that contain a record."""
        return -(-self.panes_per_window // self.panes_per_slide)

    @property
    def period(self) -> int:
        """Number of panes after which the pattern of window starts and ends repeats."""
        return self.panes_per_window if self.is_cumulative else self.panes_per_slide

    @property
    def has_gaps(self) -> bool:
        """Whether there is time between windows, so that a record may be in no window."""
        return self.panes_per_slide > self.panes_per_window

    def get_pane(self, timestamp: int) -> int:
        """Return the pane number of *timestamp*; ranges of skipped panes are not considered."""
        return (timestamp - self.offset) // self.step

    def last_window(self, pane: int) -> int:
        """Return the number of the last window that contains *pane*; less than *pane* if none does."""
        return int(self.last_windows(np.array([pane], np.int64))[0])

    def with_origin(self, timestamp: int) -> Panes:
        """Return a copy whose pane 0 is at or before *timestamp*, so that later panes are not negative."""
        first = self.get_pane(timestamp)
        first -= first % self.period
        return replace(self, offset=self.offset + first * self.step)

    def max_timestamps(self, first: int, last: int) -> Longs:
        """Return the last millisecond of each window from number *first* to *last*.

        Flink: ``TimeWindow.maxTimestamp``.
        """
        return self.get_bounds(np.arange(first, last + 1, dtype=np.int64))[1] - 1

    # --- vectorized -------------------------------------------------------------------------------

    def get_panes(self, timestamps: Longs) -> Longs:
        """Return the pane number of each timestamp."""
        panes = (timestamps - self.offset) // self.step
        if self.skipped_ranges:
            begins, skipped = self._get_skipped_arrays()
            panes -= skipped[np.searchsorted(begins + skipped[1:], panes, "right")]
        return panes

    def last_windows(self, panes: Longs) -> Longs:
        """Return the number of the last window that contains each pane.

        It is less than the pane if no window does.
        """
        panes_per_window = self.panes_per_window
        if self.is_cumulative:
            return panes + (panes_per_window - 1) - panes % panes_per_window
        last = panes + (panes_per_window - 1)
        return (
            last - (last + 1 - panes_per_window) % self.panes_per_slide
            if self.panes_per_slide > 1
            else last
        )

    def is_window_end(self, numbers: Longs) -> NDArray[np.bool_]:
        """Return for each pane number whether a window ends with that pane."""
        if self.panes_per_slide == 1:
            return np.ones(len(numbers), bool)
        flags: NDArray[np.bool_] = (numbers + 1 - self.panes_per_window) % self.panes_per_slide == 0
        return flags

    def get_bounds(self, windows: Longs) -> tuple[Longs, Longs]:
        """Return the start and end of windows, by their numbers."""
        panes_per_window, unskipped = self.panes_per_window, windows
        if self.skipped_ranges:
            begins, skipped = self._get_skipped_arrays()
            unskipped = windows + skipped[np.searchsorted(begins, windows, "right")]
        first = unskipped - (
            windows % panes_per_window if self.is_cumulative else panes_per_window - 1
        )
        return self.offset + first * self.step, self.offset + (unskipped + 1) * self.step

    def _get_skipped_arrays(self) -> tuple[Longs, Longs]:
        begins = np.array([number for number, _ in self.skipped_ranges], np.int64)
        return begins, np.array([0, *(skipped for _, skipped in self.skipped_ranges)], np.int64)

    def without_empty_ranges(self, timestamps: Longs) -> Panes:
        """Return a copy that skips long ranges without any of these *timestamps* in its numbering.

        Otherwise one record from 1970 would create millions of panes.
        """
        found = np.unique((timestamps - self.offset) // self.step)
        margin = -(-(self.panes_per_window + 1) // self.period) * self.period
        gaps = np.diff(found)
        skipped = np.where(gaps > 2 * margin, (gaps - margin) // self.period * self.period, 0)
        at = np.flatnonzero(skipped)
        total_skipped = np.cumsum(skipped)[at]
        begins = found[at + 1] - total_skipped
        return replace(
            self, skipped_ranges=tuple(zip(begins.tolist(), total_skipped.tolist(), strict=True))
        )


__all__ = ["Panes"]

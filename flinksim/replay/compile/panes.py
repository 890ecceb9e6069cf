"""Windows that stand fast, made of panes: pieces of time of one length, of which a record is in one.

A window has the number of its last pane, with which it is over. So the windows of a record are among
those from the number of its pane on, without a gap, and a late record is late for the first of them.

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
    """The panes and windows of an assigner; all times in milliseconds.

    Pane 0 begins at *offset* and is *step* long. Sliding and tumbling windows are *size* long, and one
    ends with each *every*-th pane. Of *cumulative* ones as many end that began together, at a multiple
    of *size*. After each of *leaps* so many panes without a record were not counted.
    """

    size: int
    step: int
    offset: int = 0
    is_cumulative: bool = False
    every: int = 1
    leaps: tuple[tuple[int, int], ...] = ()
    """Numbers of panes, and how many in all were left out before each."""

    @staticmethod
    def of_sliding(size: int, slide: int, offset: int) -> Panes:
        """Windows of *size* that begin every *slide*: panes are as long as both can be cut into."""
        step = math.gcd(size, slide)
        return Panes(size, step, offset, every=slide // step)

    @property
    def per_window(self) -> int:
        """Of so many panes is a window made, or of fewer if it is cumulative."""
        return self.size // self.step

    @property
    def most_windows(self) -> int:
        """A record has so many windows, or fewer."""
        return -(-self.per_window // self.every)

    @property
    def period(self) -> int:
        """After so many panes windows begin and end as before."""
        return self.per_window if self.is_cumulative else self.every

    @property
    def has_gaps(self) -> bool:
        """Whether a record may be in no window at all."""
        return self.every > self.per_window

    def pane_at(self, timestamp: int) -> int:
        """The number of the pane of *timestamp*, where none is left out."""
        return (timestamp - self.offset) // self.step

    def last_window(self, pane: int) -> int:
        """The number of the last window of a record in *pane*; before it if there is none."""
        return int(self.last_windows(np.array([pane], np.int64))[0])

    def counted_from(self, timestamp: int) -> Panes:
        """The same with a pane 0 at or before *timestamp*: from there no number is negative."""
        first = self.pane_at(timestamp)
        first -= first % self.period
        return replace(self, offset=self.offset + first * self.step)

    def last_moments(self, first: int, last: int) -> Longs:
        """The last millisecond of each window from number *first* to *last*."""
        return self.bounds(np.arange(first, last + 1, dtype=np.int64))[1] - 1

    # --- of many -----------------------------------------------------------------------------------

    def panes_of(self, timestamps: Longs) -> Longs:
        """The number of the pane of each timestamp."""
        panes = (timestamps - self.offset) // self.step
        if self.leaps:
            begins, left_out = self._leaps()
            panes -= left_out[np.searchsorted(begins + left_out[1:], panes, "right")]
        return panes

    def last_windows(self, panes: Longs) -> Longs:
        """The number of the last window of a record in each of *panes*; before it if there is none."""
        own = self.per_window
        if self.is_cumulative:
            return panes + (own - 1) - panes % own
        last = panes + (own - 1)
        return last - (last + 1 - own) % self.every if self.every > 1 else last

    def are_windows(self, numbers: Longs) -> NDArray[np.bool_]:
        """Whether a window ends with each of some panes."""
        if self.every == 1:
            return np.ones(len(numbers), bool)
        are: NDArray[np.bool_] = (numbers + 1 - self.per_window) % self.every == 0
        return are

    def bounds(self, windows: Longs) -> tuple[Longs, Longs]:
        """When windows begin and end, by their numbers."""
        own, real = self.per_window, windows
        if self.leaps:
            begins, left_out = self._leaps()
            real = windows + left_out[np.searchsorted(begins, windows, "right")]
        first = real - (windows % own if self.is_cumulative else own - 1)
        return self.offset + first * self.step, self.offset + (real + 1) * self.step

    def _leaps(self) -> tuple[Longs, Longs]:
        begins = np.array([number for number, _ in self.leaps], np.int64)
        return begins, np.array([0, *(left_out for _, left_out in self.leaps)], np.int64)

    def without_empty(self, timestamps: Longs) -> Panes:
        """The same for these *timestamps*, where long stretches without any are not counted.

        One record from 1970 does not make millions of panes.
        """
        found = np.unique((timestamps - self.offset) // self.step)
        kept = -(-(self.per_window + 1) // self.period) * self.period
        gaps = np.diff(found)
        left_out = np.where(gaps > 2 * kept, (gaps - kept) // self.period * self.period, 0)
        at = np.flatnonzero(left_out)
        so_far = np.cumsum(left_out)[at]
        begins = found[at + 1] - so_far
        return replace(self, leaps=tuple(zip(begins.tolist(), so_far.tolist(), strict=True)))


__all__ = ["Panes"]

"""Windows that stand fast, made of panes: pieces of time of one length, of which a record is in one.

A window has the number of its last pane, with which it is over. So the windows of a record begin with
the number of its pane and go on without a gap, and a late record is late for the first of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from flinksim.spark.generic.cuts import Longs

WITHOUT_SEQUENCE = 10
"""Arrays of fewer windows are written out."""


@dataclass(frozen=True, slots=True)
class Panes:
    """The panes and windows of an assigner; all times in milliseconds.

    Pane 0 begins at *offset* and is *step* long. Sliding and tumbling windows are *size* long, and one
    ends with each pane. Of *cumulative* ones as many end that began together, at a multiple of *size*.
    """

    size: int
    step: int
    offset: int = 0
    is_cumulative: bool = False

    @property
    def most_windows(self) -> int:
        """A record has so many windows, or fewer if they are cumulative."""
        return self.size // self.step

    def pane_at(self, timestamp: int) -> int:
        """The number of the pane of *timestamp*."""
        return (timestamp - self.offset) // self.step

    def last_window(self, pane: int) -> int:
        """The number of the last window of a record in *pane*."""
        most = self.most_windows
        return pane + most - 1 - (pane % most if self.is_cumulative else 0)

    def counted_from(self, timestamp: int) -> Panes:
        """The same with a pane 0 at or before *timestamp*: from there no number is negative."""
        first = self.pane_at(timestamp)
        if self.is_cumulative:
            first -= first % self.most_windows
        return replace(self, offset=self.offset + first * self.step)

    def last_moments(self, first: int, last: int) -> Longs:
        """The last millisecond of each window from number *first* to *last*."""
        return self.last_moments_of(np.arange(first, last + 1, dtype=np.int64))

    def last_moments_of(self, windows: Longs) -> Longs:
        """The last millisecond of each of *windows*, by their numbers."""
        return (self.offset - 1) + self.step * (windows + 1)

    # --- as SQL ------------------------------------------------------------------------------------

    def pane_sql(self, timestamp: str) -> str:
        """The number of the pane of a timestamp that is not before pane 0."""
        return f"(({timestamp} - {self.offset}L) div {self.step}L)"

    def last_window_sql(self, pane: str) -> str:
        """The number of the last window of a record in *pane*."""
        most = self.most_windows
        if most == 1:
            return pane
        back = f" - pmod({pane}, {most})" if self.is_cumulative else ""
        return f"({pane} + {most - 1}{back})"

    def windows_sql(self, pane: str) -> str:
        """The numbers of all windows of a record in *pane*, as an array."""
        if self.is_cumulative or self.most_windows >= WITHOUT_SEQUENCE:
            return f"sequence({pane}, {self.last_window_sql(pane)})"
        return f"array({', '.join(f'{pane} + {later}' for later in range(self.most_windows))})"

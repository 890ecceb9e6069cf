"""Whether a record comes before a window's cut, and the watermark that it meets, as Spark SQL.

Watermarks come at ticks, between two milliseconds of arrival, almost always. Then the time of arrival
alone decides, and neither the split nor the offset of a record has to be read from the log.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flinksim.java.timestamps import MIN_TIMESTAMP
from flinksim.spark.generic.cuts import NEVER, Longs, Steps

Flags = NDArray[np.bool_]

MAX_TICKS = 1_000_000
"""For so many ticks the watermark is a constant of the query."""


def one_of(values: Longs, place: str) -> str:
    """The value at *place*, NULL where there is none; one literal in the plan, however many."""
    text = ",".join(map(str, values.tolist()))
    return f"get(CAST(split('{text}', ',') AS array<bigint>), {place})"


@dataclass(frozen=True, slots=True)
class CutColumns:
    """Cuts by the number of a window; *offsets* is ``None`` where *codes* are times of arrival."""

    codes: Longs
    offsets: Longs | None

    def before(self, window: str) -> str:
        """Whether a record comes before the cut of *window*."""
        code = one_of(self.codes, window)
        if self.offsets is None:
            return f"(_arrival <= {code})"
        offset = one_of(self.offsets, window)
        return f"(_code < {code} OR (_code = {code} AND _offset <= {offset}))"


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The place of the last record of a log: a cut behind it is as good as none."""

    code: int
    offset: int
    splits: int

    def columns(self, codes: Longs, offsets: Longs) -> CutColumns:
        """The cuts as columns; by time of arrival if that says it all."""
        never = self._never(codes, offsets)
        if not (never | self._whole(codes, offsets)).all():
            return CutColumns(codes, offsets)
        arrivals = np.where(never, NEVER, np.where(never, 0, codes) // self.splits)
        return CutColumns(arrivals, None)

    def watermark_met(self, steps: Steps, start_ms: int, interval_ms: int) -> str | None:
        """The watermark when a record comes, if it only changes at ticks, and not at too many."""
        seen = ~self._never(steps.codes, steps.offsets)
        codes, offsets = steps.codes[seen], steps.offsets[seen]
        since = (codes + 1) // self.splits - start_ms
        if interval_ms <= 0 or not self._whole(codes, offsets).all() or (since % interval_ms).any():
            return None
        ticks = since // interval_ms
        count = int(ticks[-1]) + 1 if len(ticks) else 1
        if count > MAX_TICKS:
            return None
        place = np.searchsorted(ticks, np.arange(count), side="right")
        met = np.append(np.int64(MIN_TIMESTAMP), steps.watermarks[seen])[place]
        tick = f"int(least((_arrival - {start_ms}L) div {interval_ms}L, {count - 1}L))"
        return one_of(met, tick)

    def _never(self, codes: Longs, offsets: Longs) -> Flags:
        never: Flags = (codes > self.code) | ((codes == self.code) & (offsets >= self.offset))
        return never

    def _whole(self, codes: Longs, offsets: Longs) -> Flags:
        """Whether a cut lies between two milliseconds of arrival."""
        whole: Flags = (offsets == NEVER) & ((codes + 1) % self.splits == 0)
        return whole

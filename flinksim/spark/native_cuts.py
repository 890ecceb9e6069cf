"""Whether a record comes before a window's cut, as an expression.

Watermarks come at ticks, between two milliseconds of arrival, almost always. Then the time of arrival
alone decides, and neither the split nor the offset of a record has to be read from the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from pyspark.sql import Column
from pyspark.sql import functions as sql

from flinksim.spark.cuts import NEVER, Longs


def constant_array(values: Longs) -> Column:
    """One literal in the plan, however long."""
    text = ",".join(map(str, values.tolist()))
    return sql.split(sql.lit(text), ",").cast("array<bigint>")


@dataclass(frozen=True, slots=True)
class CutColumns:
    """Cuts by the number of a window; *offsets* is ``None`` where *codes* are times of arrival."""

    codes: Column
    offsets: Column | None

    def before(self, window: Column) -> Column:
        """Whether a record comes before the cut of *window*."""
        code = sql.get(self.codes, window)
        if self.offsets is None:
            return sql.col("_arrival") <= code
        here, offset = sql.col("_code"), sql.get(self.offsets, window)
        return (here < code) | ((here == code) & (sql.col("_offset") <= offset))


@dataclass(frozen=True, slots=True)
class Cut:
    """The place of the last record of a log: a cut behind it is as good as none."""

    code: int
    offset: int

    def columns(self, codes: Longs, offsets: Longs, splits: int) -> CutColumns:
        """The cuts as columns; by time of arrival if that says it all."""
        never = (codes > self.code) | ((codes == self.code) & (offsets >= self.offset))
        whole: Any = never | ((offsets == NEVER) & ((codes + 1) % splits == 0))
        if not whole.all():
            return CutColumns(constant_array(codes), constant_array(offsets))
        arrivals = np.where(never, NEVER, (np.where(never, 0, codes) + 1) // splits - 1)
        return CutColumns(constant_array(arrivals), None)

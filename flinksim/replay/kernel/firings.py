"""What comes of windows: firings and dropped records, as columns.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from flinksim.replay.kernel.window_aggregates import Cells
from flinksim.replay.operators.watermark_positions import Longs

KINDS = ("on time", "late", "early")
"""The kinds of firings, which columns have by their places here."""
ON_TIME, LATE, EARLY = range(3)
Kinds: TypeAlias = NDArray[np.int8]


@dataclass(slots=True)
class Lists:
    """Some records for each firing: those from ``bounds[i]`` to ``bounds[i + 1]`` of ``rows``."""

    rows: Longs
    bounds: Longs


@dataclass(slots=True)
class Fired:
    """Firings: of which key (by its number) and window, of what kind, of how many records.

    ``contents`` are cells, lists, or the results themselves.
    """

    keys: Longs
    starts: Longs
    ends: Longs
    kinds: Kinds
    counts: Longs
    contents: Cells | Lists | pa.Array
    watermarks: Longs
    times: Longs


@dataclass(slots=True)
class Dropped:
    """Records (rows of the table) that no window took, and the watermark that each met."""

    rows: Longs
    watermarks: Longs


def kinds_of(is_late: NDArray[np.bool_]) -> Kinds:
    """On time or late."""
    return is_late.astype(np.int8)


__all__ = ["EARLY", "KINDS", "LATE", "ON_TIME", "Dropped", "Fired", "Kinds", "Lists", "kinds_of"]

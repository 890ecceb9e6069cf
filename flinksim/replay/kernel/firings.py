"""Output of windows as columns: firings and dropped records.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from flinksim.replay.kernel.window_aggregates import WindowAggregates
from flinksim.replay.operators.watermark_positions import Longs

FIRING_KINDS = ("on time", "late", "early")
"""The kinds of firings; columns have indices into this tuple."""
ON_TIME, LATE, EARLY = range(3)
FiringKinds: TypeAlias = NDArray[np.int8]


@dataclass(slots=True)
class RaggedRows:
    """A list of records per firing: those from ``bounds[i]`` to ``bounds[i + 1]`` of ``rows``."""

    rows: Longs
    bounds: Longs


@dataclass(slots=True)
class FiringColumns:
    """Firings as columns: key number, window, kind, record count, contents, watermark and time.

    ``contents`` are cells, lists, or the results themselves.
    """

    keys: Longs
    starts: Longs
    ends: Longs
    kinds: FiringKinds
    counts: Longs
    contents: WindowAggregates | RaggedRows | pa.Array
    watermarks: Longs
    times: Longs


@dataclass(slots=True)
class DroppedColumns:
    """Rows of dropped records, and the watermark when each arrived."""

    rows: Longs
    watermarks: Longs


def compute_firing_kinds(is_late: NDArray[np.bool_]) -> FiringKinds:
    """Convert flags to the kinds on time (false) and late (true)."""
    return is_late.astype(np.int8)


__all__ = [
    "EARLY",
    "FIRING_KINDS",
    "LATE",
    "ON_TIME",
    "DroppedColumns",
    "FiringColumns",
    "FiringKinds",
    "RaggedRows",
    "compute_firing_kinds",
]

"""Output of windows as columns: their firings, and the late records that they drop.

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
"""Kinds of firings; :attr:`FiringColumns.kinds` has indices into this tuple."""
ON_TIME, LATE, EARLY = range(3)
FiringKinds: TypeAlias = NDArray[np.int8]


@dataclass(slots=True)
class RaggedRows:
    """A list of records per firing.

    Firing ``i`` has the record indices from ``bounds[i]`` to ``bounds[i + 1]`` of ``rows``.
    """

    rows: Longs
    bounds: Longs


@dataclass(slots=True)
class FiringColumns:
    """Firings as columns, an element per firing.

    ``keys`` are key numbers, ``starts`` and ``ends`` the bounds of the window, ``counts`` numbers of
    records, ``watermarks`` and ``times`` the watermark and the processing time of the firing.
    ``contents`` are aggregates, lists of records, or an Arrow array of final results.
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
    """Dropped late records: their indices, and the watermark when each arrived."""

    rows: Longs
    watermarks: Longs


def compute_firing_kinds(is_late: NDArray[np.bool_]) -> FiringKinds:
    """Convert flags to kinds of firings: false is on time, true is late."""
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

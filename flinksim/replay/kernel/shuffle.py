"""Shuffle of records by key, which brings all records of a key together.

Keys are divided into units (groups of keys) by hash; a unit is processed by one task.

Not in Flink.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from flinksim.replay.expressions.symbolic_values import RecordShape
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.window_aggregates import evaluate_fields
from flinksim.replay.operators.watermark_positions import Longs

_GOLDEN_RATIO_64 = np.uint64(0x9E3779B97F4A7C15)


def shuffle_records(
    records: Records, keys: RecordShape, units: int
) -> Iterator[tuple[int, Records]]:
    """Split *records* by unit (group of keys); returns the number and records of non-empty units."""
    if units == 1:
        yield 0, records
        return
    unit_numbers = compute_units(evaluate_fields(keys, records.columns), len(records), units)
    records = records.take(np.argsort(unit_numbers, kind="stable"))
    bounds = np.cumsum([0, *np.bincount(unit_numbers, minlength=units)]).tolist()
    for number in range(units):
        if bounds[number] < bounds[number + 1]:
            yield number, records.slice(bounds[number], bounds[number + 1])


def compute_units(keys: Sequence[pa.Array], records: int, units: int) -> NDArray[np.integer[Any]]:
    """Compute the unit (group of keys) of each record; equal *keys* get the same unit everywhere."""
    hashes = np.zeros(records, np.uint64)
    for column in keys:
        hashes = (hashes ^ _to_hashable_integers(column)) * _GOLDEN_RATIO_64
    # numpy sorts small integer types by radix sort.
    return ((hashes >> np.uint64(32)) % np.uint64(units)).astype(np.min_scalar_type(units))


def _to_hashable_integers(column: pa.Array) -> NDArray[np.uint64]:
    if not pa.types.is_string(column.type):
        longs: Longs = column.cast(pa.int64()).to_numpy(zero_copy_only=False)
        return longs.view(np.uint64)
    encoded = pc.dictionary_encode(column)
    texts = [zlib.crc32(text.encode()) for text in encoded.dictionary.to_pylist()]
    numbers: NDArray[np.uint64] = np.array(texts, np.uint64)[encoded.indices.to_numpy()]
    return numbers


__all__ = ["compute_units", "shuffle_records"]

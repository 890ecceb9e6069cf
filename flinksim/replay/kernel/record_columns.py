"""The records of a log as columns: with timestamps, and after the filters before the window.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.expressions.symbolic_values import Shape
from flinksim.replay.kernel.expression_eval import flags_of, longs_of
from flinksim.replay.logs.parquet_source import ARRIVAL
from flinksim.replay.logs.parquet_validation import JudgedColumns
from flinksim.replay.operators.watermark_positions import Longs

ROWS_AT_ONCE = 1 << 16
"""Block size with which intermediate arrays stay in the processor's cache."""
SPARSE = 4
"""Above this many table cells per record, only cells with a record are stored."""


@dataclass(slots=True)
class Records:
    """Some records of a log, in any order.

    ``codes`` are ``arrival * splits + split``, ``offsets`` are row numbers of the log. ``columns``
    are the columns that the plan reads.
    """

    columns: pa.Table
    arrivals: Longs
    codes: Longs
    offsets: Longs
    timestamps: Longs

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def _longs(self) -> tuple[Longs, ...]:
        return self.arrivals, self.codes, self.offsets, self.timestamps

    def take(self, rows: Longs) -> Records:
        """Return the records of some rows."""
        return Records(self.columns.take(pa.array(rows)), *(own[rows] for own in self._longs))

    def between(self, begin: int, end: int) -> Records:
        """Return the records from one row to another."""
        longs = (own[begin:end] for own in self._longs)
        return Records(self.columns.slice(begin, end - begin), *longs)

    def in_order(self) -> Records:
        """Return the records in the order of the run."""
        codes, offsets = self.codes, self.offsets
        follows = codes[1:] > codes[:-1]
        follows |= (codes[1:] == codes[:-1]) & (offsets[1:] > offsets[:-1])
        return self if bool(follows.all()) else self.take(np.lexsort((offsets, codes)))

    @staticmethod
    def joined(parts: Sequence[Records]) -> Records:
        """Concatenate one or more groups of records."""
        if len(parts) == 1:
            return parts[0]
        longs = map(np.concatenate, zip(*(part._longs for part in parts), strict=True))
        return Records(pa.concat_tables([part.columns for part in parts]), *longs)


def split_numbers(plan: NativePlan, judged: JudgedColumns) -> Longs:
    """Compute the split number of each row; -1 for splits that are not read."""
    of_name = {name: number for number, name in enumerate(plan.source.chain.split_names)}
    numbers = [-1 if name is None else of_name.get(name, -1) for name in judged.names]
    found: Longs = np.array(numbers, np.int64)[judged.codes]
    return found


def timed_records(
    plan: NativePlan, table: pa.Table, judged: JudgedColumns, splits: Longs
) -> Records:
    """Select the records of *table* (without bad rows) that reach the timestamp assigner."""
    offsets = np.arange(judged.first, judged.first + table.num_rows, dtype=np.int64)
    codes = judged.arrivals * len(plan.source.chain.split_names) + splits
    selected = table.select(sorted(plan.columns & set(table.column_names)) or [ARRIVAL])
    records = Records(selected, judged.arrivals, codes, offsets, offsets)
    is_record = splits >= 0
    if judged.is_end is not None:
        is_record &= ~judged.is_end
    if not is_record.all():
        records = records.take(np.flatnonzero(is_record))
    if plan.timed != ("and",):
        records = records.take(np.flatnonzero(flags_of(plan.timed, records.columns)))
    assert plan.timestamp is not None
    return replace(records, timestamps=longs_of(plan.timestamp, records.columns))


def window_records(plan: NativePlan, timed: Records) -> Records:
    """Select the records that reach the window."""
    if plan.keep == plan.timed:
        return timed
    return timed.take(np.flatnonzero(flags_of(plan.keep, timed.columns)))


# --- keys -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Keys:
    """Keys of records as numbers from 0; ``firsts`` is one row of each key."""

    numbers: Longs
    firsts: Longs

    @property
    def count(self) -> int:
        """Number of keys."""
        return len(self.firsts)


def keys_of(shape: Shape, columns: Sequence[pa.Array], records: int) -> Keys:
    """Assign a number to the key of each record, whose fields are *columns*."""
    numbers: Longs | None = None
    for column, (_, kind) in zip(columns, shape.fields, strict=True):
        field_numbers = _numbered(column, kind == "int")
        if numbers is not None and records:
            field_numbers = _narrow(numbers * (int(field_numbers.max()) + 1) + field_numbers)
        numbers = field_numbers
    if numbers is None or not records:
        numbers = np.zeros(records, np.int64)
    firsts = np.full(int(numbers.max()) + 1 if records else 0, -1)
    firsts[numbers] = np.arange(records)
    is_used = firsts >= 0
    if not is_used.all():
        numbers, firsts = (np.cumsum(is_used) - 1)[numbers], firsts[is_used]
    return Keys(numbers, firsts)


def _numbered(column: pa.Array, is_whole: bool) -> Longs:
    """Assign a small number to each value, equal for equal values."""
    if is_whole and len(column):
        longs: Longs = column.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
        low, high = int(longs.min()), int(longs.max())
        if high - low <= 2 * len(longs) + 1_000:  # Nearly consecutive integers need no dictionary.
            return longs - low
    encoded = column.dictionary_encode()
    indices: Longs = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return indices


def _narrow(numbers: Longs) -> Longs:
    """Renumber values so that a table indexed by them is small."""
    if int(numbers.max()) < SPARSE * len(numbers) + 1_000:
        return numbers
    _, found = np.unique(numbers, return_inverse=True)
    return found.astype(np.int64)


__all__ = [
    "ROWS_AT_ONCE", "SPARSE", "Keys", "Records", "keys_of", "split_numbers", "timed_records",
    "window_records",
]  # fmt: skip

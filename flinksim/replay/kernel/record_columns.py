"""Records of a log as columns: read, filtered, with timestamps and key numbers.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.expressions.symbolic_values import RecordShape
from flinksim.replay.kernel.expression_eval import evaluate_booleans, evaluate_integers
from flinksim.replay.logs.parquet_source import ARRIVAL
from flinksim.replay.logs.parquet_validation import ValidatedColumns
from flinksim.replay.operators.watermark_positions import Longs

ROWS_PER_BLOCK = 1 << 16
"""Number of records per block, so that intermediate arrays stay in the processor's cache."""
SPARSE_FACTOR = 4
"""If a table would have more cells per record than this, empty cells are not stored."""


@dataclass(slots=True)
class Records:
    """A group of records of a log, in any order.

    ``columns`` are the columns that the plan reads, ``offsets`` are row numbers of the log. ``codes``
    are ``arrival * number of splits + split``. Sorted by code, then offset, records are in the order
    of the run: the order in which the job processes them.
    """

    columns: pa.Table
    arrivals: Longs
    codes: Longs
    offsets: Longs
    timestamps: Longs

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def _integer_columns(self) -> tuple[Longs, ...]:
        return self.arrivals, self.codes, self.offsets, self.timestamps

    def take(self, rows: Longs) -> Records:
        """Return the records with the indices *rows*."""
        return Records(
            self.columns.take(pa.array(rows)), *(own[rows] for own in self._integer_columns)
        )

    def slice(self, begin: int, end: int) -> Records:
        """Return the records from index *begin* to before *end*."""
        longs = (own[begin:end] for own in self._integer_columns)
        return Records(self.columns.slice(begin, end - begin), *longs)

    def sort(self) -> Records:
        """Return the records in the order in which the job processes them (arrival, split, row)."""
        codes, offsets = self.codes, self.offsets
        follows = codes[1:] > codes[:-1]
        follows |= (codes[1:] == codes[:-1]) & (offsets[1:] > offsets[:-1])
        return self if bool(follows.all()) else self.take(np.lexsort((offsets, codes)))

    @staticmethod
    def concatenate(parts: Sequence[Records]) -> Records:
        """Concatenate one or more groups of records."""
        if len(parts) == 1:
            return parts[0]
        longs = map(np.concatenate, zip(*(part._integer_columns for part in parts), strict=True))
        return Records(pa.concat_tables([part.columns for part in parts]), *longs)


def compute_split_numbers(plan: ColumnarPlan, validated: ValidatedColumns) -> Longs:
    """Compute the split number of each row; -1 for splits that the program does not read."""
    of_name = {name: number for number, name in enumerate(plan.source.chain.split_names)}
    numbers = [-1 if name is None else of_name.get(name, -1) for name in validated.names]
    found: Longs = np.array(numbers, np.int64)[validated.codes]
    return found


def select_timed_records(
    plan: ColumnarPlan, table: pa.Table, validated: ValidatedColumns, splits: Longs
) -> Records:
    """Select the records of *table* that reach the operator that assigns timestamps, and assign them.

    *table* has no bad rows.
    """
    offsets = np.arange(validated.first_row, validated.first_row + table.num_rows, dtype=np.int64)
    codes = validated.arrivals * len(plan.source.chain.split_names) + splits
    selected = table.select(sorted(plan.columns & set(table.column_names)) or [ARRIVAL])
    records = Records(selected, validated.arrivals, codes, offsets, offsets)
    is_record = splits >= 0
    if validated.is_end is not None:
        is_record &= ~validated.is_end
    if not is_record.all():
        records = records.take(np.flatnonzero(is_record))
    if plan.timestamp_filter != ("and",):
        records = records.take(
            np.flatnonzero(evaluate_booleans(plan.timestamp_filter, records.columns))
        )
    assert plan.timestamp is not None
    return replace(records, timestamps=evaluate_integers(plan.timestamp, records.columns))


def select_window_records(plan: ColumnarPlan, timed: Records) -> Records:
    """Select the records that pass all filters before the window."""
    if plan.window_filter == plan.timestamp_filter:
        return timed
    return timed.take(np.flatnonzero(evaluate_booleans(plan.window_filter, timed.columns)))


# --- keys -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class Keys:
    """Keys of records as numbers from 0; ``first_rows`` has the index of one record of each key."""

    numbers: Longs
    first_rows: Longs

    @property
    def count(self) -> int:
        """Number of different keys."""
        return len(self.first_rows)


def number_keys(shape: RecordShape, columns: Sequence[pa.Array], records: int) -> Keys:
    """Assign a number to each different key; *columns* are the fields of the records' keys."""
    numbers: Longs | None = None
    for column, (_, kind) in zip(columns, shape.fields, strict=True):
        field_numbers = _number_values(column, kind == "int")
        if numbers is not None and records:
            field_numbers = _compact_numbers(
                numbers * (int(field_numbers.max()) + 1) + field_numbers
            )
        numbers = field_numbers
    if numbers is None or not records:
        numbers = np.zeros(records, np.int64)
    firsts = np.full(int(numbers.max()) + 1 if records else 0, -1)
    firsts[numbers] = np.arange(records)
    is_used = firsts >= 0
    if not is_used.all():
        numbers, firsts = (np.cumsum(is_used) - 1)[numbers], firsts[is_used]
    return Keys(numbers, firsts)


def _number_values(column: pa.Array, is_integer: bool) -> Longs:
    """Assign a small integer to each value of a column; equal values get the same one."""
    if is_integer and len(column):
        longs: Longs = column.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
        low, high = int(longs.min()), int(longs.max())
        if high - low <= 2 * len(longs) + 1_000:  # Nearly consecutive integers need no dictionary.
            return longs - low
    encoded = column.dictionary_encode()
    indices: Longs = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return indices


def _compact_numbers(numbers: Longs) -> Longs:
    """Replace integers by smaller ones, so that a table indexed by them is small."""
    if int(numbers.max()) < SPARSE_FACTOR * len(numbers) + 1_000:
        return numbers
    _, found = np.unique(numbers, return_inverse=True)
    return found.astype(np.int64)


__all__ = [
    "ROWS_PER_BLOCK",
    "SPARSE_FACTOR",
    "Keys",
    "Records",
    "compute_split_numbers",
    "number_keys",
    "select_timed_records",
    "select_window_records",
]  # fmt: skip

"""A log as columns: what its watermark makers saw, and what comes to the window.

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
"""What is made of so many rows stays in the processor's cache."""
SPARSE = 4
"""From so many places in a table per record on, only those that have a record are held."""


@dataclass(slots=True)
class Records:
    """Some records of a log, in any order.

    ``codes`` are ``arrival * splits + split``, ``offsets`` the rows of the log; ``columns`` what
    the plan reads of it.
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
        """Those of some rows."""
        return Records(self.columns.take(pa.array(rows)), *(own[rows] for own in self._longs))

    def between(self, begin: int, end: int) -> Records:
        """Those from one row to another."""
        longs = (own[begin:end] for own in self._longs)
        return Records(self.columns.slice(begin, end - begin), *longs)

    def in_order(self) -> Records:
        """The same in the order of the run."""
        codes, offsets = self.codes, self.offsets
        follows = codes[1:] > codes[:-1]
        follows |= (codes[1:] == codes[:-1]) & (offsets[1:] > offsets[:-1])
        return self if bool(follows.all()) else self.take(np.lexsort((offsets, codes)))

    @staticmethod
    def joined(parts: Sequence[Records]) -> Records:
        """All of some, which is one at least."""
        if len(parts) == 1:
            return parts[0]
        longs = map(np.concatenate, zip(*(part._longs for part in parts), strict=True))
        return Records(pa.concat_tables([part.columns for part in parts]), *longs)


def split_numbers(plan: NativePlan, judged: JudgedColumns) -> Longs:
    """The number of each row's split; -1 for those that are not read."""
    of_name = {name: number for number, name in enumerate(plan.source.chain.split_names)}
    numbers = [-1 if name is None else of_name.get(name, -1) for name in judged.names]
    found: Longs = np.array(numbers, np.int64)[judged.codes]
    return found


def timed_records(
    plan: NativePlan, table: pa.Table, judged: JudgedColumns, splits: Longs
) -> Records:
    """What of the rows of *table*, which has no bad ones, comes to who gives timestamps."""
    offsets = np.arange(judged.first, judged.first + table.num_rows, dtype=np.int64)
    codes = judged.arrivals * len(plan.source.chain.split_names) + splits
    wanted = table.select(sorted(plan.columns & set(table.column_names)) or [ARRIVAL])
    records = Records(wanted, judged.arrivals, codes, offsets, offsets)
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
    """What of the records with timestamps comes to the window."""
    if plan.keep == plan.timed:
        return timed
    return timed.take(np.flatnonzero(flags_of(plan.keep, timed.columns)))


# --- keys ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Keys:
    """The keys of records as numbers from 0 on; ``firsts`` is a record of each key."""

    numbers: Longs
    firsts: Longs

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.firsts)


def keys_of(shape: Shape, columns: Sequence[pa.Array], records: int) -> Keys:
    """The key of each record, whose fields are *columns*."""
    numbers: Longs | None = None
    for column, (_, kind) in zip(columns, shape.fields, strict=True):
        own = _numbered(column, kind == "int")
        if numbers is not None and records:
            own = _narrow(numbers * (int(own.max()) + 1) + own)
        numbers = own
    if numbers is None or not records:
        numbers = np.zeros(records, np.int64)
    firsts = np.full(int(numbers.max()) + 1 if records else 0, -1)
    firsts[numbers] = np.arange(records)
    is_there = firsts >= 0
    if not is_there.all():
        numbers, firsts = (np.cumsum(is_there) - 1)[numbers], firsts[is_there]
    return Keys(numbers, firsts)


def _numbered(column: pa.Array, is_whole: bool) -> Longs:
    """A small number for each value, the same for equal ones."""
    if is_whole and len(column):
        longs: Longs = column.to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
        low, high = int(longs.min()), int(longs.max())
        if high - low <= 2 * len(longs) + 1_000:  # no search for what is nearly a number already
            return longs - low
    encoded = column.dictionary_encode()
    indices: Longs = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    return indices


def _narrow(numbers: Longs) -> Longs:
    """Numbers so small that there may be a table of them."""
    if int(numbers.max()) < SPARSE * len(numbers) + 1_000:
        return numbers
    _, found = np.unique(numbers, return_inverse=True)
    return found.astype(np.int64)


__all__ = [
    "ROWS_AT_ONCE", "SPARSE", "Keys", "Records", "keys_of", "split_numbers", "timed_records",
    "window_records",
]  # fmt: skip

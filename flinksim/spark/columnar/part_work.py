"""What is done with some parts of a log, or with some of its keys: in Spark's workers, and here.

Workers read the row groups of the log themselves. Records travel as streams of Arrow, a few large ones.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from flinksim.spark.columnar.contents import field_columns
from flinksim.spark.columnar.kernel import Kernel
from flinksim.spark.columnar.log_parts import LogInParts, look, records_of
from flinksim.spark.columnar.partials import Partials, merged
from flinksim.spark.columnar.records import Records
from flinksim.spark.columnar.spreading import spread, units_of
from flinksim.spark.failures import tells_failures
from flinksim.spark.generic.cuts import Longs

_BATCH_ROWS = 100_000
_LONG = pa.int64()
_LEAST = b"least"
"""A column of smaller numbers, to each of which this is added."""

REACHES = pa.schema([("part", _LONG), ("reach", pa.binary())])
SPREAD = pa.schema([("unit", pa.int32()), ("records", pa.binary())])
PARTIALS = pa.schema([
    ("unit", pa.int32()), ("cells", pa.binary()), ("late", pa.binary()), ("records", pa.binary()),
])  # fmt: skip
"""What goes to units of keys."""

OfNumbers: TypeAlias = Callable[[Iterator[int]], Iterable[pa.Table]]
"""What is found in parts with some numbers, or in deals."""
OfUnit: TypeAlias = Callable[[Records, int], Iterable[pa.Table]]
"""And in the records of some keys, which have the number."""
Batches = Iterable[pa.RecordBatch]
Given = Iterator[pa.RecordBatch]


def _ids(batches: Batches) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


@tells_failures
def over_parts(batches: Batches, find: OfNumbers, folder: str) -> Given:
    """What *find* finds in some parts."""
    yield from _in_batches(find(_ids(batches)))


@tells_failures
def over_keys(batches: Batches, find: OfUnit, folder: str) -> Given:
    """What *find* finds in the records of some keys."""
    for unit, records in _opened_units(batches):
        yield from _in_batches(find(records, unit))


def told_reach(log: LogInParts, number: int) -> pa.Table:
    """How far the timestamps of a part came: a row of :data:`REACHES`."""
    told = pickle.dumps(look(log, number))
    return pa.table([pa.array([number]), pa.array([told], pa.binary())], schema=REACHES)


def _in_batches(tables: Iterable[pa.Table]) -> Given:
    """Small tables together, for Spark asks its price for each batch; none is empty."""
    held: list[pa.Table] = []
    for table in tables:
        held.append(table)
        if sum(map(len, held)) >= _BATCH_ROWS:
            yield from pa.concat_tables(held).combine_chunks().to_batches(_BATCH_ROWS)
            held = []
    if held:
        yield from pa.concat_tables(held).combine_chunks().to_batches(_BATCH_ROWS)


# --- records by key ----------------------------------------------------------------------------------


@tells_failures
def spread_parts(batches: Batches, log: LogInParts, units: int, folder: str) -> Given:
    """The records of some parts, a batch for each unit that has some."""
    for number in _ids(batches):
        found = list(spread(records_of(log, number), log.plan.key_shape, units))
        parts = [_as_stream(_with_places(records)) for _, records in found]
        yield pa.record_batch({
            "unit": pa.array([unit for unit, _ in found], pa.int32()),
            "records": pa.array(parts, pa.binary()),
        })  # fmt: skip


def _with_places(records: Records) -> pa.Table:
    columns = records.columns.append_column("_arrival", pa.array(records.arrivals))
    columns = columns.append_column("_code", pa.array(records.codes))
    columns = columns.append_column("_offset", pa.array(records.offsets))
    return columns.append_column("_ts", pa.array(records.timestamps))


@tells_failures
def partials_of_parts(
    batches: Batches, kernel: Kernel, log: LogInParts, units: int, least: int, folder: str
) -> Given:
    """What parts come to by themselves, a row for each unit that has some keys of it."""
    panes = kernel.plan.panes.counted_from(least)
    shape, ones = kernel.plan.key_shape, kernel.plan.kept_records
    for number in _ids(batches):
        records = records_of(log, number)
        if not len(records):
            continue
        count = panes.pane_at(int(records.timestamps.max())) + panes.per_window
        found = Partials.of(kernel.windows(records, panes, count))
        keys = [column.combine_chunks() for column in found.contents.columns[: len(shape.fields)]]
        of_cells = units_of(keys, len(found.contents), units)
        keys = field_columns(shape, found.records.columns)
        of_rows = units_of(keys, len(found.records), units)
        there = np.unique(np.concatenate([of_cells, of_rows])).tolist()
        parts = [
            found.take(np.flatnonzero(of_cells == unit), np.flatnonzero(of_rows == unit), ones)
            for unit in there
        ]
        yield pa.record_batch({
            "unit": pa.array(there, pa.int32()),
            "cells": pa.array([_as_stream(part.contents) for part in parts], pa.binary()),
            "late": pa.array([part.late.tobytes() for part in parts], pa.binary()),
            "records": pa.array(
                [_as_stream(_with_places(part.records)) for part in parts], pa.binary()
            ),
        })  # fmt: skip


@tells_failures
def fired_of_partials(batches: Batches, kernel: Kernel, least: int, folder: str) -> Given:
    """All firings of some keys, from what the parts of the log came to."""
    parts = [
        Partials(
            _opened(cells.as_buffer()), _as_records(_opened(records.as_buffer())),
            np.frombuffer(late.as_py(), bool),
        )
        for batch in batches
        for cells, late, records in zip(*batch.columns[1:], strict=True)
    ]  # fmt: skip
    if parts:
        whole = Partials.joined(parts, kernel.plan.kept_records)
        panes = kernel.plan.panes.counted_from(least)
        yield from _in_batches(merged(kernel, whole, panes))


def _opened_units(batches: Batches) -> Iterator[tuple[int, Records]]:
    """The number and the records of a unit of keys, if it has some."""
    rows = [row for batch in batches for row in zip(*batch.columns, strict=True)]
    if rows:
        tables = [_opened(records.as_buffer()) for _, records in rows]
        yield rows[0][0].as_py(), _as_records(pa.concat_tables(tables).combine_chunks())


def _as_records(table: pa.Table) -> Records:
    def longs(name: str) -> Longs:
        column: Longs = table.column(name).to_numpy()
        return column

    return Records(table, longs("_arrival"), longs("_code"), longs("_offset"), longs("_ts"))


def _as_stream(records: pa.Table) -> bytes:
    """A table as bytes, few of them: Spark copies and packs them four times on their way."""
    for place, field in enumerate(records.schema):
        column = records.column(place)
        if field.type == _LONG and len(column) and not column.null_count:
            longs = column.to_numpy()
            least = int(longs.min())
            if int(longs.max()) - least < 1 << 32:
                narrow = pa.array((longs - least).astype(np.uint32))
                told = pa.field(field.name, narrow.type, metadata={_LEAST: str(least)})
                records = records.set_column(place, told, narrow)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, records.schema) as stream:
        stream.write_table(records)
    text: bytes = sink.getvalue().to_pybytes()
    return text


def _opened(stream: pa.Buffer) -> pa.Table:
    """The table that was made a stream."""
    table = pa.ipc.open_stream(stream).read_all()
    for place, field in enumerate(table.schema):
        if field.metadata is not None and _LEAST in field.metadata:
            longs = table.column(place).to_numpy().astype(np.int64)
            longs += int(field.metadata[_LEAST])
            table = table.set_column(place, pa.field(field.name, _LONG), pa.array(longs))
    return table

"""The event log in columns: Parquet, for logs that are too large to be read as text.

The columns are those of :class:`~flinksim.connectors.event_log.EventLogSource`: ``split`` (text),
``arrival`` (epoch milliseconds, never going back within a split in the order of the file), and the
payload. Whole numbers, texts, truth values, floats.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.common.types import Row
from flinksim.connectors.event_log import EventLogSource
from flinksim.connectors.source import Source, SourceEnd, SourceItem, SourceRecord
from flinksim.spark.expressions.symbolic import Kind

_KINDS: dict[pa.DataType, Kind] = {
    pa.int64(): "int",
    pa.int32(): "int",
    pa.string(): "str",
    pa.large_string(): "str",
    pa.bool_(): "bool",
    pa.float64(): "float",
}
SPLIT, ARRIVAL, SPLIT_END = "split", "arrival", "split_end"
_ROWS_AT_ONCE = 1_000_000


class ParquetLogSource(Source):
    """Reads an event log in one Parquet file; the simulator can read it too.

    *value*, *timestamp* and *splits* as in ``EventLogSource``. Without *splits* the file's distinct
    values are the splits, in the order in which they first appear.

    Raises: ValueError naming the file and the column for what is no event log.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        value: Literal["tuple", "row", "single"] = "tuple",
        timestamp: str | None = None,
        splits: Sequence[str] | None = None,
    ) -> None:
        self.path = Path(path)
        self.value = value
        schema = pq.read_schema(self.path)
        names = [name for name in schema.names if name not in (SPLIT, ARRIVAL, SPLIT_END)]
        for name, kinds in ((SPLIT, (pa.string(),)), (ARRIVAL, (pa.int64(),))):
            if name not in schema.names or schema.field(name).type not in kinds:
                raise ValueError(
                    f"{self.path}, column {name!r}: expected a column of type {kinds[0]}, found "
                    f"{schema.field(name).type if name in schema.names else 'none'}"
                )
        for name in names:
            if schema.field(name).type not in _KINDS:
                raise ValueError(
                    f"{self.path}, column {name!r}: expected int64, string, bool or double, found "
                    f"{schema.field(name).type}"
                )
        if timestamp is not None and timestamp not in names:
            raise ValueError(f"{self.path}: there is no column {timestamp!r} in {names}")
        self.timestamp = timestamp or ("timestamp" if "timestamp" in names else None)
        self.payload = tuple(name for name in names if timestamp or name != self.timestamp)
        if value == "single" and len(self.payload) != 1:
            raise ValueError(
                f"{self.path}: value='single' needs one payload column, not {self.payload}"
            )
        self.kinds: dict[str, Kind] = {name: _KINDS[schema.field(name).type] for name in names}
        self.has_split_end = SPLIT_END in schema.names
        self._splits = tuple(self._find_splits() if splits is None else splits)

    def _find_splits(self) -> list[str]:
        found: dict[str, None] = {}
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])  # numbers, not a text per row
        for batch in file.iter_batches(columns=[SPLIT], batch_size=_ROWS_AT_ONCE):
            texts = batch.column(0)
            # rows are looked at only where there may be news
            if texts.null_count or not found.keys() >= set(texts.dictionary.to_pylist()):
                found.update(dict.fromkeys(pc.unique(texts).to_pylist()))
        return list(found)

    def splits(self, parallelism: int) -> Sequence[str]:
        return self._splits

    def first_arrival_ms(self) -> int | None:
        meta = pq.ParquetFile(self.path).metadata
        place = meta.schema.names.index(ARRIVAL)
        firsts = []
        for number in range(meta.num_row_groups):
            statistics = meta.row_group(number).column(place).statistics
            if statistics is not None and statistics.has_min_max:
                firsts.append(int(statistics.min))
            elif meta.row_group(number).num_rows:
                firsts.append(self._first_arrival_of(number))
        return min(firsts, default=None)

    def _first_arrival_of(self, group: int) -> int:
        column = pq.ParquetFile(self.path).read_row_group(group, columns=[ARRIVAL]).column(0)
        return int(pc.min(column).as_py())

    def open_split(self, split: str) -> Iterator[SourceItem]:
        for _, item in self.read_rows(split=split):
            yield item

    def columns_with_gaps(self) -> frozenset[str]:
        """The columns in which a record's cell is empty; a line that ends a split has no cells."""
        file = pq.ParquetFile(self.path)
        gaps = set()
        for group in range(file.metadata.num_row_groups):
            suspects = _columns_with_empty_cells(file.metadata.row_group(group))
            if suspects and self.has_split_end:
                rows = file.read_row_group(group, columns=[*suspects, SPLIT_END])
                rows = rows.filter(pc.invert(pc.fill_null(rows.column(SPLIT_END), False)))
                suspects = [name for name in suspects if rows.column(name).null_count]
            gaps.update(suspects)
        return frozenset(gaps)

    @property
    def rows(self) -> int:
        """How many lines the file has, those that end a split included."""
        return int(pq.ParquetFile(self.path).metadata.num_rows)

    def read_rows(
        self, rows: range | None = None, split: str | None = None
    ) -> Iterator[tuple[tuple[int, int], SourceItem]]:
        """The items of some rows in a row (all: ``None``) as ((split, row), item), in file order."""
        file = pq.ParquetFile(self.path)
        numbers = {name: number for number, name in enumerate(self._splits)}
        rows = range(file.metadata.num_rows) if rows is None else rows
        first = 0
        for group in range(file.metadata.num_row_groups):
            behind = first + file.metadata.row_group(group).num_rows
            if first < rows.stop and behind > rows.start:
                for batch in file.iter_batches(row_groups=[group]):
                    begin = min(max(rows.start - first, 0), batch.num_rows)
                    end = max(min(rows.stop - first, batch.num_rows), begin)
                    own = batch.slice(begin, end - begin)
                    yield from self._items(own, first + begin, numbers, split)
                    first += batch.num_rows
            first = behind

    def _items(
        self, batch: pa.RecordBatch, row: int, numbers: dict[str, int], wanted: str | None
    ) -> Iterator[tuple[tuple[int, int], SourceItem]]:
        columns = {name: batch.column(name).to_pylist() for name in batch.schema.names}
        make = value_maker(self.value, self.payload)
        payload = [columns[name] for name in self.payload]
        timestamps: list[Any] = (
            columns[self.timestamp] if self.timestamp else [None] * batch.num_rows
        )
        ends: list[Any] = columns.get(SPLIT_END, [None] * batch.num_rows)
        cells: Any = zip(*payload, strict=True) if payload else iter([()] * batch.num_rows)
        for place, values in enumerate(cells):
            split = columns[SPLIT][place]
            if (wanted is not None and split != wanted) or split not in numbers:
                continue
            arrival = columns[ARRIVAL][place]
            item: SourceItem
            if ends[place]:
                item = SourceEnd(arrival)
            else:
                item = SourceRecord(make(values), timestamps[place], arrival)
            yield (numbers[split], row + place), item


def value_maker(form: str, names: tuple[str, ...]) -> Any:
    """The function that makes a record's value of its cells."""
    if form == "tuple":
        return tuple
    if form == "single":
        return lambda cells: cells[0]
    fields = list(names)

    def make_row(cells: Any) -> Row:
        row = Row(*cells)
        row.set_field_names(fields)
        return row

    return make_row


def columns_of_text(source: EventLogSource) -> pa.Schema:
    """The columns that an event log of text has as Parquet.

    Raises: ValueError for columns of any JSON value.
    """
    types = {"int": pa.int64(), "timestamp": pa.int64(), "str": pa.string(), "bool": pa.bool_(),
             "float": pa.float64()}  # fmt: skip
    columns = dict(source.columns)
    json_columns = [name for name, kind in columns.items() if kind == "json"]
    if json_columns:
        raise ValueError(f"{source.path}: the columns {json_columns} hold any JSON value")
    fields = [(SPLIT, pa.string()), (ARRIVAL, pa.int64()), (SPLIT_END, pa.bool_())]
    fields += [(name, types[kind]) for name, kind in columns.items()]
    timestamp = source.timestamp_column
    if timestamp is not None and timestamp not in columns:
        fields.append((timestamp, pa.int64()))
    return pa.schema(fields)


def write_parquet_log(source: EventLogSource, path: Path, rows_per_group: int = 250_000) -> None:
    """Write an event log of text as Parquet, in the order of its lines.

    Raises: EventLogError where the log is wrong, and ValueError for columns of any JSON value.
    """
    schema = columns_of_text(source)
    with pq.ParquetWriter(path, schema) as writer:
        rows: list[tuple[Any, ...]] = []
        for split, arrival, ended, cells, own in source.lines():
            row = (split, arrival, ended, *cells)
            rows.append((*row, own) if len(row) < len(schema) else row)
            if len(rows) == rows_per_group:
                writer.write_table(_table(rows, schema))
                rows = []
        if rows:
            writer.write_table(_table(rows, schema))


def _table(rows: list[tuple[Any, ...]], schema: pa.Schema) -> pa.Table:
    columns = list(zip(*rows, strict=True))
    return pa.table(
        [pa.array(cells, field.type) for cells, field in zip(columns, schema, strict=True)],
        schema=schema,
    )


def _columns_with_empty_cells(group: pq.RowGroupMetaData) -> list[str]:
    """By the file's statistics: columns of which they say nothing are among them."""
    columns = [group.column(place) for place in range(group.num_columns)]
    return [
        column.path_in_schema
        for column in columns
        if column.path_in_schema != SPLIT_END
        and (
            column.statistics is None
            or not column.statistics.has_null_count
            or column.statistics.null_count
        )
    ]

"""Partial aggregates: window contents of each part of a log, merged across parts.

For each key and window, a part has the aggregate of its records that are on time. It also has the
records that are still needed: late records, and records of which the result has a field (such as
the first record). After the shuffle, the aggregates of a key from all parts are merged and the late
records are added.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.panes import Panes
from flinksim.replay.kernel.aligned_windows import AlignedWindowColumns
from flinksim.replay.kernel.kernel import Kernel
from flinksim.replay.kernel.record_columns import Keys, Records, number_keys
from flinksim.replay.kernel.window_aggregates import evaluate_fields
from flinksim.replay.operators.watermark_positions import Longs, WindowFiringPositions

_LATE, _PLACE = "_late", "_place"
_EMPTY_TABLE = pa.table({})


@dataclass(slots=True)
class PartialAggregates:
    """Partial window contents as a table, and the records that are still needed.

    Columns of ``contents``: the fields of the key, the window number, counts and numbers, and the
    indices in ``records`` of single records that an aggregate refers to. The column ``_late`` of the
    records marks the late ones. If ``contents`` is empty, nothing is aggregated and ``records`` has all
    records.
    """

    contents: pa.Table
    records: Records

    @staticmethod
    def from_records(records: Records) -> PartialAggregates:
        """Create partial aggregates that hold all *records* unaggregated."""
        return PartialAggregates(_EMPTY_TABLE, records)

    @staticmethod
    def from_windows(windows: AlignedWindowColumns) -> PartialAggregates:
        """Aggregate one part of the log by its *windows*."""
        (cells, window, key), (_, late) = windows.aggregate()
        group = windows.grouped
        key_rows = pa.array(group.keys.first_rows[key])
        fields = [column.take(key_rows) for column in group.key_columns]
        referenced_rows = group.aggregator.find_referenced_rows(cells)
        rows = np.unique(np.concatenate([late, *referenced_rows]))
        columns = [*fields, pa.array(window), *group.aggregator.to_columns(cells)]
        names = [f"_{place}" for place in range(len(columns))]
        names += [f"{_PLACE}{place}" for place in range(len(referenced_rows))]
        columns += [pa.array(np.searchsorted(rows, referenced)) for referenced in referenced_rows]
        records = group.records.take(rows)
        columns_with_late = records.columns.append_column(_LATE, pa.array(np.isin(rows, late)))
        return PartialAggregates(
            pa.Table.from_arrays(columns, names=names), replace(records, columns=columns_with_late)
        )

    @property
    def late_rows(self) -> Longs:
        """Indices of the late records in ``records``."""
        return np.flatnonzero(self.records.columns.column(_LATE).to_numpy())

    @staticmethod
    def concatenate(parts: Sequence[PartialAggregates]) -> PartialAggregates:
        """Concatenate the partial aggregates of one or more log parts, without merging windows."""
        row_offset, tables = 0, []
        for part in parts:
            table = part.contents
            for index, name in enumerate(table.column_names):
                if name.startswith(_PLACE):
                    shifted = pa.array(table.column(index).to_numpy() + row_offset)
                    table = table.set_column(index, name, shifted)
            tables.append(table)
            row_offset += len(part.records)
        return PartialAggregates(
            pa.concat_tables(tables).combine_chunks(),
            Records.concatenate([part.records for part in parts]),
        )


def merge_partials(kernel: Kernel, parts: PartialAggregates, panes: Panes) -> Iterator[pa.Table]:
    """Compute all firings of a group of keys from the partial aggregates of all parts of the log."""
    shape, group, table = kernel.plan.key_shape, kernel.group_records(parts.records), parts.contents
    key_width, content_count = len(shape.fields), len(table)
    columns = [column.combine_chunks() for column in table.columns]
    # Number the keys of contents and of records together.
    record_keys = evaluate_fields(shape, parts.records.columns)
    group.key_columns = [
        pa.concat_arrays([_combine_chunks(one), _combine_chunks(other).cast(one.type)])
        for one, other in zip(columns[:key_width], record_keys, strict=True)
    ]
    keys = number_keys(shape, group.key_columns, content_count + len(parts.records))
    group.keys = Keys(keys.numbers[content_count:], keys.first_rows)
    window = columns[key_width].to_numpy()
    used_cells, cell_numbers = np.unique(
        window * keys.count + keys.numbers[:content_count], return_inverse=True
    )
    contents = [column.to_numpy(zero_copy_only=False) for column in columns[key_width + 1 :]]
    merged_contents = (
        group.aggregator.merge_columns(contents, cell_numbers, len(used_cells)),
        used_cells // keys.count,
        used_cells % keys.count,
    )
    last_window, stamps = int(window.max()) if content_count else 0, parts.records.timestamps
    if len(stamps):
        last_window = max(last_window, panes.get_pane(int(stamps.max())) + panes.panes_per_window)
    cuts = WindowFiringPositions.from_steps(
        kernel.steps, panes.max_timestamps(0, last_window), kernel.plan.lateness
    )
    windows = AlignedWindowColumns(kernel.plan, panes, cuts, kernel.steps, group)
    allowed_late = windows.find_allowed_late(parts.late_rows)
    return kernel.to_tables(windows.iterate_firings_of(merged_contents, allowed_late), group)


def _combine_chunks(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


__all__ = ["PartialAggregates", "merge_partials"]

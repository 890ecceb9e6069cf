"""What a part of a log comes to by itself, and all parts together.

Of a part there are the contents of each key and window, of what came in time; and the records that
one still has to know: those that are late, and those of which contents keep something. Wherever the
parts of a key meet, contents are put together, and late records are told on top of them.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from flinksim.replay.compile.panes import Panes
from flinksim.replay.kernel.aligned_windows import Windows
from flinksim.replay.kernel.kernel import Kernel
from flinksim.replay.kernel.record_columns import Keys, Records, keys_of
from flinksim.replay.kernel.window_aggregates import field_columns
from flinksim.replay.operators.watermark_positions import Longs, WindowCuts

_LATE, _PLACE = "_late", "_place"
_NOTHING = pa.table({})


@dataclass(slots=True)
class Partials:
    """Contents as a table: the fields of the key, the number of the window, counts and numbers, and
    the places in ``records`` of those of which something is kept. Which of the records are late says
    their column ``_late``. Without contents all records are there.
    """

    contents: pa.Table
    records: Records

    @staticmethod
    def whole(records: Records) -> Partials:
        """Nothing is added up."""
        return Partials(_NOTHING, records)

    @staticmethod
    def of(windows: Windows) -> Partials:
        """Of a part, whose windows these are."""
        (cells, window, key), (_, late) = windows.folded()
        group = windows.group
        chosen = pa.array(group.keys.firsts[key])
        fields = [column.take(chosen) for column in group.key_columns]
        ones = group.adding.rows_of(cells)
        rows = np.unique(np.concatenate([late, *ones]))
        columns = [*fields, pa.array(window), *group.adding.as_columns(cells)]
        names = [f"_{place}" for place in range(len(columns))]
        names += [f"{_PLACE}{place}" for place in range(len(ones))]
        columns += [pa.array(np.searchsorted(rows, own)) for own in ones]
        records = group.records.take(rows)
        told = records.columns.append_column(_LATE, pa.array(np.isin(rows, late)))
        return Partials(pa.Table.from_arrays(columns, names=names), replace(records, columns=told))

    @property
    def late(self) -> Longs:
        """The places of the late records."""
        return np.flatnonzero(self.records.columns.column(_LATE).to_numpy())

    @staticmethod
    def joined(parts: Sequence[Partials]) -> Partials:
        """All of several, which are one at least."""
        before, tables = 0, []
        for part in parts:
            table = part.contents
            for at, name in enumerate(table.column_names):
                if name.startswith(_PLACE):
                    own = pa.array(table.column(at).to_numpy() + before)
                    table = table.set_column(at, name, own)
            tables.append(table)
            before += len(part.records)
        return Partials(
            pa.concat_tables(tables).combine_chunks(),
            Records.joined([part.records for part in parts]),
        )


def merged(kernel: Kernel, parts: Partials, panes: Panes) -> Iterator[pa.Table]:
    """All firings of some keys, from what all parts of the log come to."""
    shape, group, table = kernel.plan.key_shape, kernel.grouped(parts.records), parts.contents
    width, known = len(shape.fields), len(table)
    columns = [column.combine_chunks() for column in table.columns]
    # keys of contents and of records are numbered together
    own = field_columns(shape, parts.records.columns)
    group.key_columns = [
        pa.concat_arrays([_plain(one), _plain(other).cast(one.type)])
        for one, other in zip(columns[:width], own, strict=True)
    ]
    keys = keys_of(shape, group.key_columns, known + len(parts.records))
    group.keys = Keys(keys.numbers[known:], keys.firsts)
    window = columns[width].to_numpy()
    used, at = np.unique(window * keys.count + keys.numbers[:known], return_inverse=True)
    contents = [column.to_numpy(zero_copy_only=False) for column in columns[width + 1 :]]
    held = (group.adding.merged(contents, at, len(used)), used // keys.count, used % keys.count)
    last, stamps = int(window.max()) if known else 0, parts.records.timestamps
    if len(stamps):
        last = max(last, panes.pane_at(int(stamps.max())) + panes.per_window)
    cuts = WindowCuts.of(kernel.steps, panes.last_moments(0, last), kernel.plan.lateness)
    windows = Windows(kernel.plan, panes, cuts, kernel.steps, group)
    late = windows.allowed_of(parts.late)
    return kernel.as_tables(windows.fired_of(held, late), group)


def _plain(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


__all__ = ["Partials", "merged"]

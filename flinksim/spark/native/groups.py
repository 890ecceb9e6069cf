"""By which columns records are brought together: key and window, packed into one number if they fit.

One number is hashed, sent and compared at less cost than several columns; where there are about as many
groups as records, that is most of a query's time.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.spark.expressions.sql import columns_of
from flinksim.spark.expressions.symbolic import Expression, Shape

GROUP = "_g"

Density: TypeAlias = Literal["dense", "sparse", "unknown"]
"""Whether key and window have many records. In a dense log all groups can be sorted once more at little
cost. In a sparse one it does not pay to add up records where they are read: most of them stand alone
there, and the groups are looked for once more where they are brought together."""

FEW = 0.1
"""A log with fewer groups per record is dense."""

SPARSE = 0.5
"""A log with so many groups per record, or more, is sparse."""

_SAMPLED = "the number of the window"
SAMPLE = 2_000_000
"""So many records are enough to tell."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Keys in the columns ``keys`` and windows in the column ``window``, numbered from 0.

    With ``first_key`` there is one key column, whose least value that is, and ``windows`` are how many
    windows there are: then both are packed into the column :data:`GROUP`.
    """

    keys: tuple[str, ...]
    window: str
    windows: int
    first_key: int | None = None

    @property
    def columns(self) -> list[str]:
        """The columns to group and to join by."""
        return [*self.keys, self.window] if self.first_key is None else [GROUP]

    def packed_sql(self) -> list[str]:
        """What rows with keys and windows need besides them: SQL of the columns to group by."""
        if self.first_key is None:
            return []
        number = f"({self.keys[0]} - {self.first_key}L) * {self.windows}L + {self.window}"
        return [f"{number} AS {GROUP}"]

    def unpacked_sql(self) -> list[str]:
        """Keys and window, as SQL over the columns to group by."""
        if self.first_key is None:
            return self.columns
        key = f"{GROUP} div {self.windows}L + {self.first_key}L AS {self.keys[0]}"
        return [key, f"{self.window_sql()} AS {self.window}"]

    def window_sql(self) -> str:
        """The number of the window, as SQL over the columns to group by."""
        return self.window if self.first_key is None else f"int({GROUP} % {self.windows}L)"


def density_of(shape: Shape, timestamp: Expression, size: int, log: Path) -> Density:
    """How many records a Parquet *log* has for each key of this *shape* in windows of *size* ms.

    It is told from the log's middle. Of keys that are worked out no more is known than that there are
    few of them, if there are few of the values that they are worked out from.
    """
    kind, *time = timestamp
    if kind != "column":
        return "unknown"
    keys = sorted({name for expression, _ in shape.fields for name in columns_of(expression)})
    share = _groups_per_record(log, keys, str(*time), size)
    if share is None or share < FEW:
        return "unknown" if share is None else "dense"
    is_plain = all(expression[0] in ("column", "literal") for expression, _ in shape.fields)
    return "sparse" if is_plain and share >= SPARSE else "unknown"


def _groups_per_record(log: Path, keys: list[str], time: str, size: int) -> float | None:
    """In two windows or more, unless they are too large."""
    file = pq.ParquetFile(log)
    middle = range(file.num_row_groups // 2, file.num_row_groups)
    rows: list[pa.Table] = []
    greatest: list[int] = []
    seen = 0
    for batch in file.iter_batches(row_groups=middle, columns=[*keys, time]):
        table = pa.Table.from_batches([batch]).drop_null()
        if not table.num_rows:
            continue
        times = np.asarray(table.column(time))
        windows = pa.array(times // size)
        rows.append(table.select(keys).append_column(_SAMPLED, windows))
        seen += table.num_rows
        # time goes on with the greatest timestamp: single records may be far behind
        greatest.append(int(times.max()))
        if max(greatest) - greatest[0] >= 2 * size or seen >= SAMPLE:
            break
    if not rows:
        return None
    sample = pa.concat_tables(rows)
    groups: int = sample.group_by(sample.column_names).aggregate([]).num_rows
    return groups / seen


def groups_of(keys: list[str], shape: Shape, window: str, windows: int, log: Path) -> Groups:
    """How records of keys of this *shape* are grouped that stand in a Parquet *log*."""
    least = greatest = None
    if len(shape.fields) == 1:
        (kind, *name), _ = shape.fields[0]
        if kind == "column":
            least, greatest = _bounds(log, str(name[0]))
    if least is None or greatest is None or (greatest - least + 1) * windows >= 1 << 62:
        return Groups(tuple(keys), window, windows)
    return Groups(tuple(keys), window, windows, least)


def _bounds(log: Path, column: str) -> tuple[int | None, int | None]:
    """The least and the greatest value of a column of long numbers, if the file tells them."""
    file = pq.ParquetFile(log)
    if file.schema_arrow.field(column).type != pa.int64():
        return None, None
    # statistics stand by leaf: a column with fields of its own, or a list, has others than one
    place = file.schema.names.index(column)
    if file.schema.column(place).path != column:
        return None, None
    least: list[int] = []
    greatest: list[int] = []
    for group in range(file.metadata.num_row_groups):
        told = file.metadata.row_group(group).column(place).statistics
        if told is None or not told.has_min_max:
            return None, None
        least.append(told.min)
        greatest.append(told.max)
    return min(least, default=None), max(greatest, default=None)

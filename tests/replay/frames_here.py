"""As much of Spark's DataFrames as the kernel asks for, in this process: a partition at a time, and
what workers are sent is pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
from pyspark import cloudpickle
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

Work = Callable[[Iterator[pa.RecordBatch]], Iterable[pa.RecordBatch]]


class Frame:
    """Batches by partition."""

    def __init__(self, partitions: list[list[pa.RecordBatch]], schema: pa.Schema | None) -> None:
        self._partitions, self._schema = partitions, schema

    def mapInArrow(self, work: Work, schema: Any) -> Frame:  # Spark's name
        sent = cloudpickle.dumps(work)
        assert b"of_this_module" not in sent, "workers may not find what the program imports"
        made = [list(cloudpickle.loads(sent)(iter(part))) for part in self._partitions]
        if not isinstance(schema, StructType):
            return Frame(made, None)
        wanted = to_arrow_schema(schema)
        for batch in (batch for part in made for batch in part):
            assert batch.schema.names == wanted.names
            assert batch.schema.types == wanted.types
        return Frame(made, wanted)

    def repartitionById(self, count: int, column: str) -> Frame:
        parts: list[list[pa.RecordBatch]] = [[] for _ in range(count)]
        for batch in (batch for part in self._partitions for batch in part):
            for row, place in enumerate(batch.column(column).to_pylist()):
                parts[place].append(batch.slice(row, 1))
        return Frame(parts[::-1], None)  # in whatever order

    def toArrow(self) -> pa.Table:
        batches = [batch for part in self._partitions for batch in part]
        return (
            pa.Table.from_batches(batches, self._schema)
            if batches or self._schema
            else pa.table({})
        )


class Session:
    """Stands for a session of Spark with so many partitions after a shuffle."""

    def __init__(self, partitions: int) -> None:
        self.conf = SimpleNamespace(get=lambda name: str(partitions))
        self.sparkContext = SimpleNamespace(defaultParallelism=partitions)

    def range(self, begin: int, end: int, step: int, partitions: int) -> Frame:
        ids = [pa.record_batch({"id": pa.array([number])}) for number in range(begin, end, step)]
        return Frame([ids[place::partitions] for place in range(partitions)], None)

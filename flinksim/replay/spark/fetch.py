"""Fetch the rows of a DataFrame in batches.

``DataFrame.toLocalIterator`` runs a job for each partition and pickles row by row. In Spark 4.3
each of these jobs permanently leaves about 13 MB in the driver. For 880,000 firings in 8 partitions
it took 18 s of CPU time and left 107 MB. ``toArrow`` took 2.5 s. Fetching through files took 5 s,
with one batch in memory. For 144 firings the times were 0.08 s, 0.08 s and 0.4 s.

Not in Flink.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.replay.spark.connection import is_remote, sees_our_files

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Given = TypeVar("Given")

ROWS_AT_ONCE = 200_000
"""More rows than this are fetched through files."""

ROWS_PER_BATCH = 10_000


class RunsAction(Protocol):
    """Runs a Spark action, as ``StageWatch.run`` does: with progress and interruptible."""

    def __call__(self, action: Callable[[], Given], /) -> Given: ...


def plainly(action: Callable[[], Given], /) -> Given:
    """Run *action* directly."""
    return action()


def fetched_batches(
    rows: DataFrame, about: int, shared: Path, run: RunsAction = plainly
) -> Iterator[pa.RecordBatch]:
    """Fetch all *rows* in order, as batches of a few thousand each.

    Many rows are first written to a temporary folder. On a cluster it is created in *shared*.

    Args:
        rows: The rows.
        about: Approximate number of rows.
        shared: A folder that driver and workers share.
        run: Runs the Spark actions.

    Raises:
        OSError: The folder cannot be written; *run* may raise other errors.
    """
    if about <= ROWS_AT_ONCE or is_remote(rows.sparkSession):  # Spark Connect streams batches.
        yield from run(rows.toArrow).to_batches(ROWS_PER_BATCH)
        return
    is_here = sees_our_files(rows.sparkSession)
    with tempfile.TemporaryDirectory(
        prefix=".flinksim-", dir=None if is_here else shared
    ) as folder:
        place = Path(folder) / "rows"
        run(lambda: rows.write.parquet(str(place)))
        for part in sorted(place.glob("part-*")):
            yield from pq.ParquetFile(part).iter_batches(ROWS_PER_BATCH)


__all__ = ["ROWS_AT_ONCE", "ROWS_PER_BATCH", "RunsAction", "fetched_batches", "plainly"]

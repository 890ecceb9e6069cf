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

from flinksim.replay.spark.spark_connection import has_local_files, is_remote

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

Given = TypeVar("Given")

MAX_ARROW_ROWS = 200_000
"""Maximum number of rows fetched with ``toArrow``; more rows are fetched through files."""

ROWS_PER_BATCH = 10_000


class ActionRunner(Protocol):
    """Function that runs a Spark action, such as ``SparkJobMonitor.run`` with progress and Ctrl-C."""

    def __call__(self, action: Callable[[], Given], /) -> Given: ...


def run_directly(action: Callable[[], Given], /) -> Given:
    """Run *action* in the calling thread, without progress and without handling of Ctrl-C."""
    return action()


def fetch_batches(
    rows: DataFrame, expected_rows: int, shared_folder: Path, run: ActionRunner = run_directly
) -> Iterator[pa.RecordBatch]:
    """Fetch all *rows* in order, as batches of a few thousand each.

    Many rows are first written to a temporary folder. On a cluster it is created in *shared_folder*.

    Args:
        rows: The rows.
        expected_rows: Approximate number of rows.
        shared_folder: A folder that driver and workers share.
        run: Runs the Spark actions.

    Raises:
        OSError: The folder cannot be written; *run* may raise other errors.
    """
    if expected_rows <= MAX_ARROW_ROWS or is_remote(
        rows.sparkSession
    ):  # Spark Connect streams batches.
        yield from run(rows.toArrow).to_batches(ROWS_PER_BATCH)
        return
    is_here = has_local_files(rows.sparkSession)
    with tempfile.TemporaryDirectory(
        prefix=".flinksim-", dir=None if is_here else shared_folder
    ) as folder:
        place = Path(folder) / "rows"
        run(lambda: rows.write.parquet(str(place)))
        for part in sorted(place.glob("part-*")):
            yield from pq.ParquetFile(part).iter_batches(ROWS_PER_BATCH)


__all__ = ["MAX_ARROW_ROWS", "ROWS_PER_BATCH", "ActionRunner", "fetch_batches", "run_directly"]

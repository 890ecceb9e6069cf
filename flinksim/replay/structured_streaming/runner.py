"""Structured Streaming on the same log: a keyed window in complete, append and update mode.

The log is split into files by arrival, one per micro-batch. Structured Streaming reads them in
order (``availableNow``). The output of each batch is collected with the watermark that Spark
reports.

Spark has one watermark per query, which advances once per batch: the maximum timestamp of all
earlier batches minus the delay. A batch drops records below the watermark of the batch *before*. It
emits (``append``) or removes (``update``) windows that are closed at its own watermark.

Sessions: Spark has no update mode for them. A record is dropped if a session of this record alone
would be closed, even if Flink would merge it into an open session, and also in complete mode.

Not in Flink.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame
from pyspark.sql.pandas.types import from_arrow_schema

from flinksim.common.watermark_generators import BoundedOutOfOrdernessWatermarks
from flinksim.core.atomic_files import write_atomically
from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.structured_streaming.streaming_query import (
    StreamedResult,
    build_streamed_rows,
    build_window_query,
    collect_results,
)

if TYPE_CHECKING:
    from flinksim.replay.replay_job import SparkJob

OutputMode: TypeAlias = Literal["append", "update", "complete"]
OUTPUT_MODES: tuple[OutputMode, ...] = ("append", "update", "complete")

_FIRST_FILE_TIME_S = (
    1_000_000_000  # Modification time of the first file; each next file is a second later.
)


@dataclass(frozen=True, slots=True)
class MicroBatch:
    """One micro-batch of the streaming query, as Spark reports it.

    ``arrived_ms`` is the arrival of its last record; its results cannot exist earlier. A batch
    without records follows directly after the previous one. ``watermark`` is the watermark of the
    batch. Records below ``late_watermark`` are dropped (``None``: none are dropped). ``rows_dropped``
    is Spark's own number: rows after the partial aggregation, not records. For sessions, records of
    one key and timestamp are one row.
    """

    number: int
    arrived_ms: int
    records: int
    watermark: int
    late_watermark: int | None
    rows_dropped: int
    results: tuple[StreamedResult, ...]


@dataclass(frozen=True, slots=True)
class StreamedRun:
    """Run of the streaming query in one output mode: all its micro-batches.

    If Spark rejects the mode, there are no batches and ``rejection`` has the reason.
    """

    mode: OutputMode
    batches: tuple[MicroBatch, ...]
    rejection: str = ""

    def find_results(
        self, key: Any, window: tuple[int, int]
    ) -> list[tuple[MicroBatch, StreamedResult]]:
        """Find the output for one key and window (or sessions within it), batch by batch."""
        return [
            (batch, result)
            for batch in self.batches
            for result in batch.results
            if result.key == key and is_within(result.window, window)
        ]


def is_within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    """Return whether a window lies within another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _is_supported(plan: ColumnarPlan) -> bool:
    """Return whether the window's aggregation is one that Structured Streaming can compute exactly.

    The result must not depend on the order of the window's records.
    """
    aggregation, rule = plan.aggregation, plan.rule
    has_doubles = any(slot.kind == "float" for slot in aggregation.slots)
    is_other = aggregation.is_list or aggregation.extreme_by is not None or has_doubles
    return not (is_other or rule.has_early_firings or rule.purges or plan.window.chain.edges)


class StreamedLog:
    """The log of one job as one file per micro-batch, and the streaming queries over these files.

    Delete the files with :meth:`close`.

    Raises:
        ValueError: The program or *batch_ms* is not supported, or the log has no records.
    """

    def __init__(self, job: SparkJob, batch_ms: int) -> None:
        if batch_ms <= 0:
            raise ValueError(f"batch_ms: expected a time of more than 0 ms, found {batch_ms}")
        plan = job.columnar_plan
        if plan is None or not _is_supported(plan):
            raise ValueError(
                "the comparison with Structured Streaming needs a program that "
                "runs natively, with tumbling, sliding or session windows and "
                "sums, minima or maxima. Problem: "
                f"{job.not_columnar or 'other windows or aggregates, doubles, or a trigger'}"
            )
        if not plan.is_session and plan.panes.is_cumulative:
            raise ValueError("Structured Streaming has no cumulative windows")
        self.plan: ColumnarPlan = plan
        self._spark = job.spark
        self.delay_ms = _get_delay_ms(plan)
        table = build_streamed_rows(job, plan)
        if not table.num_rows:
            raise ValueError("the log has no records to stream")
        self._folder = tempfile.TemporaryDirectory(prefix="flinksim-")
        self._log = Path(self._folder.name) / "log"
        self._log.mkdir()
        self._schema = from_arrow_schema(table.schema)
        self.batch_numbers, self.batch_ends_ms = self._write_batches(table, batch_ms)

    def _write_batches(self, table: pa.Table, batch_ms: int) -> tuple[Any, list[int]]:
        """Write the rows of each micro-batch to a file.

        Returns the batch of each row, and the arrival of each batch's last row.
        """
        arrivals = table.column("arrival").to_numpy()
        numbers = np.unique((arrivals - arrivals[0]) // batch_ms, return_inverse=True)[1]
        arrived = []
        for number in range(int(numbers.max()) + 1):
            lines = np.flatnonzero(numbers == number)
            path = self._log / f"{number:06}.parquet"
            with write_atomically(path) as draft:
                pq.write_table(table.slice(int(lines[0]), len(lines)), draft)
            # The source reads files in the order of their modification times.
            os.utime(path, (_FIRST_FILE_TIME_S + number, _FIRST_FILE_TIME_S + number))
            arrived.append(int(arrivals[lines[-1]]))
        return numbers, arrived

    def run(self, mode: OutputMode) -> StreamedRun:
        """Run the query in one output mode to the end of the log; no batches if Spark rejects it.

        Ctrl-C stops the query. Errors of the query are raised.
        """
        found: dict[int, tuple[StreamedResult, ...]] = {}

        def collect(rows: DataFrame, number: int) -> None:
            found[number] = tuple(collect_results(rows, self.plan))

        checkpoint = Path(self._folder.name) / f"checkpoint-{mode}"
        with self._apply_settings():
            writer = (
                self._build_query()
                .writeStream.outputMode(mode)
                .option("checkpointLocation", str(checkpoint))
                .foreachBatch(collect)
                .trigger(availableNow=True)
            )
            try:
                query = writer.start()
            except AnalysisException as error:
                if not str(error.getCondition()).startswith("STREAMING_OUTPUT_MODE"):
                    raise
                return StreamedRun(mode, (), _describe_rejection(mode, self.plan, error))
            try:
                while not query.awaitTermination(1):
                    pass
            finally:
                query.stop()
        progress = {
            report["batchId"]: report for report in map(_parse_progress, query.recentProgress)
        }
        return StreamedRun(mode, tuple(self._build_batches(mode, progress, found)))

    def _build_query(self) -> DataFrame:
        lines = self._spark.readStream.schema(self._schema).option("maxFilesPerTrigger", 1)
        return build_window_query(lines.parquet(str(self._log)), self.plan, self.delay_ms)

    def _build_batches(
        self,
        mode: OutputMode,
        progress: dict[int, Any],
        results: dict[int, tuple[StreamedResult, ...]],
    ) -> Iterator[MicroBatch]:
        previous_watermark = 0
        for number in sorted(results):
            report = progress[number]
            watermark = _parse_millis(report["eventTime"]["watermark"])
            yield MicroBatch(
                number,
                self.batch_ends_ms[min(number, len(self.batch_ends_ms) - 1)],
                report["numInputRows"],
                watermark,
                None if mode == "complete" and not self.plan.is_session else previous_watermark,
                sum(state["numRowsDroppedByWatermark"] for state in report["stateOperators"]),
                results[number],
            )
            previous_watermark = watermark

    @contextmanager
    def _apply_settings(self) -> Iterator[None]:
        """In the block, let Spark use a single state partition and keep all progress reports.

        The batches are small, so more partitions would only cost time.
        """
        settings = {
            "spark.sql.shuffle.partitions": "1",
            "spark.sql.streaming.numRecentProgressUpdates": str(len(self.batch_ends_ms) + 10),
        }
        previous = {name: str(self._spark.conf.get(name)) for name in settings}
        for name, value in settings.items():
            self._spark.conf.set(name, value)
        try:
            yield
        finally:
            for name, value in previous.items():
                self._spark.conf.set(name, value)

    def close(self) -> None:
        """Delete the files of the micro-batches."""
        self._folder.cleanup()


def run_streaming(
    job: SparkJob, batch_ms: int, modes: Sequence[OutputMode] = OUTPUT_MODES
) -> dict[OutputMode, StreamedRun]:
    """Run *job*'s log through Structured Streaming, one batch per *batch_ms* of arrival.

    A mode that Spark rejects (``update`` for sessions) has a run without batches, with the reason.

    Args:
        job: The job; it needs a columnar plan.
        batch_ms: Length of a batch in milliseconds of arrival.
        modes: Output modes.

    Raises:
        ValueError: Structured Streaming cannot express the program; the message has the reason.
    """
    log = StreamedLog(job, batch_ms)
    try:
        return {mode: log.run(mode) for mode in modes}
    finally:
        log.close()


# --- helpers --------------------------------------------------------------------------------------


def _describe_rejection(mode: OutputMode, plan: ColumnarPlan, error: AnalysisException) -> str:
    reason = ""
    if plan.is_session:
        reason = ": a growing session would have to retract earlier results"
    return f"Spark rejects {mode} mode for this query{reason} ({error.getCondition()})"


def _get_delay_ms(plan: ColumnarPlan) -> int:
    """Return the delay of the program's watermarks.

    Raises:
        ValueError: The program has no watermarks, but Spark always has one.
    """
    for chained in plan.source.vertex.operators:
        if chained.node.id == plan.watermark_node:
            spec: Any = chained.node.spec
            strategy = getattr(spec, "strategy", None) or getattr(spec, "watermark_strategy", None)
            assert strategy is not None
            generator: Any = strategy.create_watermark_generator(lambda: 0)
            generator = getattr(generator, "watermarks", generator)
            if not isinstance(generator, BoundedOutOfOrdernessWatermarks):
                raise ValueError(
                    "with WatermarkStrategy.no_watermarks(), all windows of "
                    "Flink fire at the end of the log, but Structured Streaming "
                    "always has a watermark, so there is nothing to compare. Use "
                    "for_bounded_out_of_orderness(...) in the program"
                )
            return int(generator.out_of_orderness_ms)
    raise AssertionError("a native plan has watermarks")


def _parse_progress(progress: Any) -> Any:
    return json.loads(progress.json)


def _parse_millis(iso: str) -> int:
    time = datetime.fromisoformat(iso)
    return round(time.timestamp() * 1000)

"""Spark's own streaming on the same log: a keyed window in complete, append and update mode.

The log is cut into files by arrival, one file for each micro-batch, and Structured Streaming reads
them in their order (``availableNow``). What each batch put out is collected together with the
watermark that Spark reports for it.

Spark's watermark is one for the whole query and moves once per batch: the greatest timestamp of all
batches before, less the delay. A batch drops what was over at the watermark of the batch *before*,
and hands out (``append``) or forgets (``update``) what is over at its own.

Sessions: Spark has no update mode for them. A record is dropped if a session of it alone would be over,
also where Flink would have it join one that is not, and also in complete mode.

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
from flinksim.core.atomic_files import replacing
from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.structured_streaming.query import (
    StreamedResult,
    results_in,
    streamed_rows,
    windows_of,
)

if TYPE_CHECKING:
    from flinksim.replay.job import SparkJob

Mode: TypeAlias = Literal["append", "update", "complete"]
MODES: tuple[Mode, ...] = ("append", "update", "complete")

_FIRST_FILE_S = (
    1_000_000_000  # when the first file says it was changed; each next one a second later
)


@dataclass(frozen=True, slots=True)
class MicroBatch:
    """One batch, as Spark reports it.

    ``arrived_ms`` is when its last record had arrived: its results cannot be there before. A batch
    without records comes right after the one before it. ``watermark`` is that of the whole batch,
    ``late_watermark`` the one by which records are dropped (``None``: nothing is). ``rows_dropped`` is
    Spark's own number: rows after the partial aggregation, not records (of sessions, those of one key
    with the same timestamp are one row).
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
    """All batches of one output mode; none where Spark has *refused* it, with its words."""

    mode: Mode
    batches: tuple[MicroBatch, ...]
    refused: str = ""

    def results_of(
        self, key: Any, window: tuple[int, int]
    ) -> list[tuple[MicroBatch, StreamedResult]]:
        """What was put out for one key and window (or sessions within it), batch by batch."""
        return [
            (batch, result)
            for batch in self.batches
            for result in batch.results
            if result.key == key and is_within(result.window, window)
        ]


def is_within(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    """Whether a window lies in another; of windows of one length only the same does."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _has_numbers_alone(plan: NativePlan) -> bool:
    """Whether Structured Streaming makes the same of a window's records, in any order."""
    aggregation, rule = plan.aggregation, plan.rule
    has_doubles = any(slot.kind == "float" for slot in aggregation.slots)
    is_other = aggregation.is_list or aggregation.by is not None or has_doubles
    return not (is_other or rule.is_of_records or rule.purges or plan.window.chain.edges)


class StreamedLog:
    """The log of one job as files, and the queries over them. Delete with :meth:`close`."""

    def __init__(self, job: SparkJob, batch_ms: int) -> None:
        if batch_ms <= 0:
            raise ValueError(f"batch_ms: expected a time of more than 0 ms, found {batch_ms}")
        plan = job.native_plan
        if plan is None or not _has_numbers_alone(plan):
            raise ValueError(
                "Structured Streaming is set beside programs that run natively, with tumbling, "
                "sliding or session windows and sums, least or greatest values; "
                f"{job.not_native or 'this one has others, doubles, or a trigger'}"
            )
        if not plan.is_session and plan.panes.is_cumulative:
            raise ValueError("Structured Streaming has no cumulative windows to set beside Flink's")
        self.plan: NativePlan = plan
        self._spark = job.spark
        self.delay_ms = _delay_of(plan)
        table = streamed_rows(job, plan)
        if not table.num_rows:
            raise ValueError("the log has no records to stream")
        self._folder = tempfile.TemporaryDirectory(prefix="flinksim-")
        self._log = Path(self._folder.name) / "log"
        self._log.mkdir()
        self._schema = from_arrow_schema(table.schema)
        self.batch_of, self.arrived = self._cut(table, batch_ms)

    def _cut(self, table: pa.Table, batch_ms: int) -> tuple[Any, list[int]]:
        """Write a file per batch; the batch of each line, and each batch's last arrival."""
        arrivals = table.column("arrival").to_numpy()
        numbers = np.unique((arrivals - arrivals[0]) // batch_ms, return_inverse=True)[1]
        arrived = []
        for number in range(int(numbers.max()) + 1):
            lines = np.flatnonzero(numbers == number)
            path = self._log / f"{number:06}.parquet"
            with replacing(path) as draft:
                pq.write_table(table.slice(int(lines[0]), len(lines)), draft)
            # The source reads files in the order of their times.
            os.utime(path, (_FIRST_FILE_S + number, _FIRST_FILE_S + number))
            arrived.append(int(arrivals[lines[-1]]))
        return numbers, arrived

    def run(self, mode: Mode) -> StreamedRun:
        """Run the query in one output mode, to the end of the log; without batches if Spark refuses.

        Ctrl-C stops the query. Raises what the query raises.
        """
        found: dict[int, tuple[StreamedResult, ...]] = {}

        def collect(rows: DataFrame, number: int) -> None:
            found[number] = tuple(results_in(rows, self.plan))

        place = Path(self._folder.name) / f"checkpoint-{mode}"
        with self._settings():
            written = (
                self._query()
                .writeStream.outputMode(mode)
                .option("checkpointLocation", str(place))
                .foreachBatch(collect)
                .trigger(availableNow=True)
            )
            try:
                query = written.start()
            except AnalysisException as error:
                if not str(error.getCondition()).startswith("STREAMING_OUTPUT_MODE"):
                    raise
                return StreamedRun(mode, (), _refusal(mode, self.plan, error))
            try:
                while not query.awaitTermination(1):
                    pass
            finally:
                query.stop()
        progress = {told["batchId"]: told for told in map(_as_dict, query.recentProgress)}
        return StreamedRun(mode, tuple(self._batches(mode, progress, found)))

    def _query(self) -> DataFrame:
        lines = self._spark.readStream.schema(self._schema).option("maxFilesPerTrigger", 1)
        return windows_of(lines.parquet(str(self._log)), self.plan, self.delay_ms)

    def _batches(
        self, mode: Mode, progress: dict[int, Any], found: dict[int, tuple[StreamedResult, ...]]
    ) -> Iterator[MicroBatch]:
        before = 0
        for number in sorted(found):
            told = progress[number]
            watermark = _millis(told["eventTime"]["watermark"])
            yield MicroBatch(
                number,
                self.arrived[min(number, len(self.arrived) - 1)],
                told["numInputRows"],
                watermark,
                None if mode == "complete" and not self.plan.is_session else before,
                sum(state["numRowsDroppedByWatermark"] for state in told["stateOperators"]),
                found[number],
            )
            before = watermark

    @contextmanager
    def _settings(self) -> Iterator[None]:
        """One partition of state, for small batches; and all progress reports kept."""
        wanted = {
            "spark.sql.shuffle.partitions": "1",
            "spark.sql.streaming.numRecentProgressUpdates": str(len(self.arrived) + 10),
        }
        before = {name: str(self._spark.conf.get(name)) for name in wanted}
        for name, value in wanted.items():
            self._spark.conf.set(name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                self._spark.conf.set(name, value)

    def close(self) -> None:
        """Delete the files."""
        self._folder.cleanup()


def stream(job: SparkJob, batch_ms: int, modes: Sequence[Mode] = MODES) -> dict[Mode, StreamedRun]:
    """*job*'s log through Structured Streaming, a batch for each *batch_ms* of arrival.

    A mode that Spark refuses (``update`` for sessions) has a run without batches, which says so.

    Raises: ValueError for programs that Structured Streaming has no words for, with the reason.
    """
    log = StreamedLog(job, batch_ms)
    try:
        return {mode: log.run(mode) for mode in modes}
    finally:
        log.close()


# --- small things -----------------------------------------------------------------------------------


def _refusal(mode: Mode, plan: NativePlan, error: AnalysisException) -> str:
    why = ""
    if plan.is_session:
        why = ": a session that grows would have to take back what was said of it before"
    return f"Spark refuses {mode} mode for this query{why} ({error.getCondition()})"


def _delay_of(plan: NativePlan) -> int:
    """The delay of the program's watermarks.

    Raises: ValueError for a program without: Spark's watermark is never without one.
    """
    for chained in plan.source.vertex.operators:
        if chained.node.id == plan.maker:
            spec: Any = chained.node.spec
            strategy = getattr(spec, "strategy", None) or getattr(spec, "watermark_strategy", None)
            assert strategy is not None
            generator: Any = strategy.create_watermark_generator(lambda: 0)
            generator = getattr(generator, "watermarks", generator)
            if not isinstance(generator, BoundedOutOfOrdernessWatermarks):
                raise ValueError(
                    "with WatermarkStrategy.no_watermarks() all windows of Flink fire at the end of "
                    "the log; Structured Streaming has a watermark in any case, so that there is "
                    "nothing to compare. Give the program for_bounded_out_of_orderness(...)"
                )
            return int(generator.out_of_orderness_ms)
    raise AssertionError("a native plan has watermarks")


def _as_dict(progress: Any) -> Any:
    return json.loads(progress.json)


def _millis(iso: str) -> int:
    moment = datetime.fromisoformat(iso)
    return round(moment.timestamp() * 1000)

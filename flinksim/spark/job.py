"""A program replayed on Spark, and what came of it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from flinksim.connectors.source import Source
from flinksim.datastream.execution import Pipeline
from flinksim.datastream.transformations import SourceSpec
from flinksim.graph.job_graph import JobVertex, create_job_graph
from flinksim.graph.stream_graph import generate_stream_graph
from flinksim.runtime.elements import Watermark
from flinksim.spark import positions
from flinksim.spark.engines import Engine, InProcessEngine, Row, SparkEngine
from flinksim.spark.generic_run import GenericRun
from flinksim.spark.native_plan import NativePlan, NotNative, native_plan
from flinksim.spark.native_run import NativeRun
from flinksim.spark.parquet_log import ParquetLogSource, write_parquet_log
from flinksim.spark.refusals import check_reproducible
from flinksim.spark.result_tables import (
    DROPPED_SCHEMA,
    FIRING_SCHEMA,
    RESULT_SCHEMA,
    dropped_rows,
    firing_rows,
    result_rows,
)
from flinksim.spark.rows import unpack
from flinksim.spark.stage_plans import StagePlan, plan_stages
from flinksim.spark.workers import ItemReader, SplitItems

if TYPE_CHECKING:
    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment


class Result(NamedTuple):
    """What a sink was given."""

    node: int
    subtask: int
    value: Any
    timestamp: int | None


@dataclass(frozen=True, slots=True)
class Firing:
    """A window that fired; ``time`` is processing time."""

    node: int
    key: Any
    window: Any
    kind: str
    count: int
    contents: Any
    watermark: int
    time: int


class Drop(NamedTuple):
    """A record that came too late for its windows; ``time`` is processing time."""

    node: int
    key: Any
    value: Any
    timestamp: int | None
    watermark: int
    to_side_output: bool
    time: int


class SparkJob:
    """One program on Spark; made by :func:`replay`.

    ``results``, ``firings``, ``dropped`` and ``watermarks`` are DataFrames; ``iterate_results()`` and
    its kin give Python's own values, in the order of the run.
    """

    def __init__(
        self, spark: SparkSession | None, pipeline: Pipeline, settings: ReplaySettings
    ) -> None:
        self._spark = spark
        self.settings = settings
        self.engine: Engine = InProcessEngine() if spark is None else SparkEngine(spark)
        self.job_graph = create_job_graph(generate_stream_graph(pipeline))
        check_reproducible(self.job_graph)
        self.start_ms = self._start_ms()
        wanted = settings.units or 2 * (
            1 if spark is None else spark.sparkContext.defaultParallelism
        )
        self.stages = plan_stages(
            self.job_graph, self.start_ms, self._split_names, wanted, settings.keep_contents
        )
        self._run: GenericRun | None = None
        self._native: NativeRun | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.native_plan: NativePlan | None = None
        self.not_native: NotNative | None = None
        self._choose()

    def _choose(self) -> None:
        """Read the program as expressions, if it can be; else say why not."""
        if self._spark is None or self.settings.lowering == "generic":
            return
        try:
            self.native_plan = native_plan(self.stages)
        except NotNative as reason:
            if self.settings.lowering == "native":
                raise
            self.not_native = reason

    @property
    def spark(self) -> SparkSession:
        """The session; tables need one."""
        if self._spark is None:
            raise RuntimeError(
                "this job runs in this process, without Spark; iterate_results() has its rows"
            )
        return self._spark

    # --- what goes in --------------------------------------------------------------------------------

    def _sources(self) -> Iterator[Source]:
        for vertex in self.job_graph.vertices:
            if isinstance(vertex.head.spec, SourceSpec):
                yield vertex.head.spec.source

    def _start_ms(self) -> int:
        arrivals = [source.first_arrival_ms() for source in self._sources()]
        return min([arrival for arrival in arrivals if arrival is not None], default=0)

    def _split_names(self, vertex: JobVertex) -> tuple[str, ...]:
        spec = vertex.head.spec
        assert isinstance(spec, SourceSpec)
        return tuple(spec.source.splits(vertex.parallelism))

    def _reader_of(self, stage: StagePlan) -> ItemReader:
        spec = stage.vertex.head.spec
        assert isinstance(spec, SourceSpec)
        return SplitItems(spec.source, stage.chain.split_names, self.start_ms)

    # --- running -------------------------------------------------------------------------------------

    def run(self) -> SparkJob:
        """Run all stages, if that has not been done; gives this job."""
        if self._run is None and self._native is None and self.native_plan is not None:
            self._run_native(self.native_plan)
        if self._run is None and self._native is None:
            run = GenericRun(self.engine, self.stages, self._reader_of, self.settings.progress)
            run.run()
            self._run = run
        return self

    def _run_native(self, plan: NativePlan) -> None:
        native = NativeRun(self.spark, plan, self._parquet(plan), self.settings.progress)
        try:
            native.run()
        except NotNative as reason:
            if self.settings.lowering == "native":
                raise
            self.native_plan, self.not_native = None, reason
            return
        self._native = native

    def _parquet(self, plan: NativePlan) -> Path:
        """The log in columns; a log of text is written so first, for this job."""
        spec = plan.source.vertex.head.spec
        assert isinstance(spec, SourceSpec)
        if isinstance(spec.source, ParquetLogSource):
            return spec.source.path
        self._folder = tempfile.TemporaryDirectory(prefix="flinksim-")
        path = Path(self._folder.name) / "log.parquet"
        write_parquet_log(spec.source, path)
        return path

    def close(self) -> None:
        """Let go of what Spark keeps for this job."""
        if self._native is not None:
            self._native.close()
            self._native = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        if self._run is not None:
            self._run.close()
            self._run = None

    def __enter__(self) -> SparkJob:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def explain(self) -> str:
        """Which way each operator goes, and why."""
        from flinksim.spark.explain import explain

        return explain(self)

    # --- what comes out ------------------------------------------------------------------------------

    def _rows(self, kind: str) -> DataFrame:
        self.run()
        assert self._run is not None
        frames = list(self._run.rows.values())
        rows = frames[0]
        for frame in frames[1:]:
            rows = rows.unionByName(frame)
        chosen: DataFrame = rows.where(sql.col("kind") == kind)
        return chosen

    @property
    def results(self) -> DataFrame:
        """What the sinks were given: operator, subtask, value, timestamp, time."""
        self.run()
        rows = self._rows("result") if self._native is None else self._native.results()
        return rows.mapInArrow(result_rows, RESULT_SCHEMA)

    @property
    def firings(self) -> DataFrame:
        """Every firing: operator, key, window, kind, count, contents, watermark, time."""
        self.run()
        if self._native is not None:
            return self._native.firings()
        return self._rows("firing").mapInArrow(firing_rows, FIRING_SCHEMA)

    @property
    def dropped(self) -> DataFrame:
        """Every record that came too late: operator, key, value, timestamp, watermark, time."""
        self.run()
        if self._native is not None:
            return self._native.dropped()
        return self._rows("dropped").mapInArrow(dropped_rows, DROPPED_SCHEMA)

    @property
    def watermarks(self) -> DataFrame:
        """What each task was told: vertex, subtask, input, time, watermark, idle."""
        self.run()
        run = self._run or self._native
        assert run is not None
        told = [
            (vertex, subtask, number, positions.time_of(position), *_of_control(element))
            for vertex, timelines in run.timelines.items()
            for subtask, timeline in enumerate(timelines)
            for position, number, element in timeline.controls
        ]
        schema = (
            "vertex string, subtask int, input int, time bigint, watermark bigint, idle boolean"
        )
        return self.spark.createDataFrame(told, schema)

    def _of_kind(self, kind: str) -> Iterator[Row]:
        self.run()
        assert self._run is not None
        return self._run.of_kind(kind)

    def iterate_results(self) -> Iterator[Result]:
        """What the sinks were given, in the order of the run."""
        self.run()
        if self._native is not None:
            ordered = self._native.results().sort("p0", "timestamp", "unit", "payload")
            for row in ordered.toLocalIterator():
                yield Result(row.place, row.unit, unpack(bytes(row.payload)), row.timestamp)
            return
        for _, node, subtask, _, timestamp, payload in self._of_kind("result"):
            yield Result(node, subtask, unpack(payload), timestamp)

    def iterate_firings(self) -> Iterator[Firing]:
        """All firings; in the order of the run, native ones in any order."""
        self.run()
        if self._native is not None:
            yield from (Firing(*firing) for firing in self._native.iterate_firings())
            return
        for _, node, _, position, _, payload in self._of_kind("firing"):
            time_ms = positions.time_of(position)
            yield Firing(*(node, *unpack(payload), time_ms))

    def iterate_dropped(self) -> Iterator[Drop]:
        """All records that came too late, in the order of the run."""
        self.run()
        if self._native is not None:
            yield from (Drop(*drop) for drop in self._native.iterate_dropped())
            return
        for _, node, _, position, timestamp, payload in self._of_kind("dropped"):
            key, value, watermark, aside = unpack(payload)
            time_ms = positions.time_of(position)
            yield Drop(node, key, value, timestamp, watermark, aside, time_ms)


def _of_control(element: Any) -> tuple[int | None, bool | None]:
    if isinstance(element, Watermark):
        return element.timestamp, None
    return None, element.is_idle


class ReplaySettings(NamedTuple):
    """How a program is replayed.

    ``lowering``: whether to use expressions where the program allows it (``auto``), insist on them or
    never use them.
    ``units``: units of work of a keyed stage (twice Spark's parallelism unless given).
    ``keep_contents``: whether firings keep the contents of the window.
    """

    units: int | None = None
    lowering: Literal["auto", "native", "generic"] = "auto"
    keep_contents: bool = True
    progress: Callable[[str], None] = lambda stage: None


def replay(
    env: StreamExecutionEnvironment,
    spark: SparkSession | None = None,
    *,
    job_name: str | None = None,
    settings: ReplaySettings | None = None,
) -> SparkJob:
    """The program declared in *env*, on Spark; nothing runs before something is asked for.

    Raises: NotReproducible, with the operators and the reasons, for what Spark cannot reproduce.
    """
    from flinksim.spark.session import spark_session

    return SparkJob(spark or spark_session(), env.pipeline(job_name), settings or ReplaySettings())


__all__ = ["Drop", "Firing", "ReplaySettings", "Result", "SparkJob", "replay"]

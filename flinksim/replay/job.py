"""A program replayed on Spark, and what came of it."""

from __future__ import annotations

import os
import shutil
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa

from flinksim.connectors.event_log.source import EventLogSource, RejectedRow
from flinksim.connectors.source import Source
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SourceSpec
from flinksim.graph.job_graph_generator import JobVertex, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.replay.analysis.reproducibility import NotReproducible, check_reproducible
from flinksim.replay.compile.columnar_plan import NativePlan, NotNative, check_gaps, native_plan
from flinksim.replay.engines.local import Engine, InProcessEngine
from flinksim.replay.kernel.ordered_replay import KernelBeginning
from flinksim.replay.kernel.outcome import KernelOutcome
from flinksim.replay.kernel.run import KernelRun
from flinksim.replay.logs.convert_to_parquet import folder_for_columns, write_columns
from flinksim.replay.logs.parquet_source import NotInColumns, ParquetLogSource
from flinksim.replay.logs.splits import (
    ItemReader,
    SpanItems,
    item_reader,
)
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import Timeline
from flinksim.replay.operators.run import Beginning, GenericRun
from flinksim.replay.operators.stage_planner import StagePlan, plan_stages
from flinksim.replay.operators.watermark_stalls import HeldBack, held_back
from flinksim.replay.results.outcome import (
    Drop,
    Firing,
    GenericOutcome,
    Outcome,
    Result,
)
from flinksim.replay.results.schemas import (
    OF_WORKERS,
    REJECTS,
    WATERMARKS,
    Kinds,
    batch_of_rows,
    worker_schema,
)
from flinksim.replay.results.tables import ResultTable, SparkTable
from flinksim.replay.results.writer import WrittenTables, write_tables
from flinksim.replay.settings import ReplaySettings
from flinksim.replay.spark.connection import parallelism_of, sees_our_files
from flinksim.replay.spark.job_monitor import StageWatch
from flinksim.replay.worker_errors import working_in
from flinksim.runtime.elements import Watermark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
    from flinksim.replay.extract.extractor import Zoom, Zoomer
    from flinksim.replay.sweep.sweep import Sweep


_ROWS_AT_ONCE = 10_000
LOCAL_BYTES = 256 << 20
"""Logs of so many bytes of text, or a quarter of them in Parquet, are replayed in this process."""


class SparkJob:
    """One program on Spark; made by :func:`replay`.

    ``results``, ``firings``, ``dropped``, ``late``, ``watermarks`` and ``rejects`` are tables with
    types (:class:`~flinksim.replay.results.tables.ResultTable`); ``iterate_results()`` and its kin give
    Python's own values, in the order of the run.
    """

    def __init__(
        self, spark: SparkSession | None, pipeline: Pipeline, settings: ReplaySettings
    ) -> None:
        self._spark = spark
        self.pipeline = pipeline
        self.settings = settings
        self.watch = StageWatch(spark, settings.progress)
        self.engine = _engine_of(spark)
        self.job_graph = create_job_graph(generate_stream_graph(pipeline))
        check_reproducible(self.job_graph)
        self.start_ms = self._start_ms()
        wanted = settings.units or 2 * (1 if spark is None else parallelism_of(spark))
        self.stages = plan_stages(
            self.job_graph, self.start_ms, self._split_names, wanted, settings.keep_contents
        )
        self._outcome: Outcome | None = None
        self._readers: dict[str, ItemReader] = {}
        self._zoomer: Zoomer | None = None
        self._columns: Path | None = None
        """Where the log of text is in columns, once all of it is there."""
        self._let_go: weakref.finalize[..., SparkJob] | None = None
        self._home = os.getcwd()
        self.native_plan: NativePlan | None = None
        self.not_native: NotNative | None = None
        self._choose()

    def _choose(self) -> None:
        """Read the program as expressions, if it can be; else say why not."""
        if self.settings.lowering == "generic":
            return
        try:
            self.native_plan = native_plan(self.stages)
        except NotNative as reason:
            if self.settings.lowering == "native":
                raise
            self.not_native = reason

    @property
    def runs_here(self) -> bool:
        """Whether there is no session, so that this process does all of it."""
        return self._spark is None

    @property
    def spark(self) -> SparkSession:
        """The session; tables need one."""
        if self._spark is None:
            raise RuntimeError(
                'this job runs in this process; say replay(env, on="spark") for what needs Spark'
            )
        return self._spark

    def of(self, pipeline: Pipeline, settings: ReplaySettings) -> SparkJob:
        """Another program's job in the same place."""
        return SparkJob(self._spark, pipeline, settings)

    # --- what goes in --------------------------------------------------------------------------------

    def _sources(self) -> Iterator[Source]:
        for vertex in self.job_graph.vertices:
            if isinstance(vertex.head.spec, SourceSpec):
                yield vertex.head.spec.source

    def _start_ms(self) -> int:
        arrivals = [source.first_arrival_ms() for source in self._sources()]
        first = min([arrival for arrival in arrivals if arrival is not None], default=0)
        if first < 0:
            raise NotReproducible(
                f"the log begins at {first} ms, before 1970, and a job's clock does not; add the same "
                "number to all its arrivals"
            )
        return first

    def _split_names(self, vertex: JobVertex) -> tuple[str, ...]:
        spec = vertex.head.spec
        assert isinstance(spec, SourceSpec)
        return tuple(spec.source.splits(vertex.parallelism))

    def _reader_of(self, stage: StagePlan) -> ItemReader:
        reader = self._readers.get(stage.vertex.key)
        if reader is None:
            pieces = self.settings.pieces or (0 if self._spark is not None else 1)
            names = stage.chain.split_names
            source = _source_of(stage)
            with working_in(self._home):
                reader = item_reader(source, names, self.start_ms, self.engine, pieces)
            self._readers[stage.vertex.key] = reader
        return reader

    # --- running -------------------------------------------------------------------------------------

    def run(self) -> SparkJob:
        """Run all stages, if that has not been done; gives this job."""
        self._done()
        return self

    @property
    def outcome(self) -> Outcome:
        """What came of it."""
        return self._done()

    def _done(self) -> Outcome:
        if self._outcome is None and self.native_plan is not None:
            self._outcome = self._run_native(self.native_plan)
        if self._outcome is None:
            self._outcome = self._run_stages(self.stages, None)
        return self._outcome

    def _run_stages(self, stages: list[StagePlan], beginning: Beginning | None) -> Outcome:
        """Run the simulator's operators, of all stages or behind a *beginning*."""
        run = GenericRun(self.engine, stages, self._reader_of, self.watch, beginning)
        run.run()
        return GenericOutcome(run, self.engine)

    def _run_native(self, plan: NativePlan) -> Outcome | None:
        try:
            path = self._in_columns(plan)
            run = KernelRun(self.engine, plan, path)
            with working_in(self._home):
                self.watch.run(plan.source.vertex.name, run.run)
        except NotNative as reason:
            if self.settings.lowering == "native":
                raise
            self.native_plan, self.not_native = None, reason
            return None
        if plan.noticed is None:
            return KernelOutcome(run, plan, self.engine, self.watch, path.parent)
        stages = [plan.window if s.vertex is plan.window.vertex else s for s in self.stages]
        return self._run_stages(stages, KernelBeginning(run, plan, self.engine))

    def looked_run(self, plan: NativePlan) -> KernelRun:
        """A run of *plan* for a sweep or a zoom, which asks for other things than windows.

        Raises: EventLogError for a bad row, NotNative as :meth:`_in_columns`.
        """
        source = _source_of(plan.source)
        if isinstance(source, ParquetLogSource):
            with working_in(self._home):
                source.check()
        return KernelRun(self.engine, plan, self._in_columns(plan))

    def _in_columns(self, plan: NativePlan) -> Path:
        """The log in columns; a log of text is written so first, for this job. A native run looks at
        the rows of a Parquet log itself.

        Raises: NotNative if it turns out that the text has not what *plan* needs.
        """
        source = _source_of(plan.source)
        if isinstance(source, ParquetLogSource):
            return Path(plan.source.chain.folder) / source.path
        assert isinstance(source, EventLogSource)
        if self._columns is None:
            try:
                self._columns = self._written_columns(plan.source, source)
            except NotInColumns as cell:
                raise NotNative(plan.source.vertex.head.name, str(cell)) from None
        path = self._columns / "log.parquet"
        check_gaps(plan, ParquetLogSource(path, splits=plan.source.chain.split_names))
        return path

    def _written_columns(self, stage: StagePlan, source: EventLogSource) -> Path:
        with working_in(self._home):
            # Workers on other machines see the log, and what stands beside it.
            is_shared = self._spark is not None and not sees_our_files(self._spark)
            folder = folder_for_columns(source.path, is_shared)
            self._let_go = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            try:
                reader = self._reader_of(stage)
                assert isinstance(reader, SpanItems)
                work = partial(write_columns, self.engine, reader, folder)
                self.watch.run(f"reading {source.path.name}", work)
            except BaseException:
                self._let_go()
                raise
        return folder

    def close(self) -> None:
        """Let go of what Spark keeps for this job."""
        self.watch.close()
        if self._outcome is not None:
            self._outcome.close()
            self._outcome = None
        if self._let_go is not None:
            self._let_go()
        self._columns = None

    def __enter__(self) -> SparkJob:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def explain(self) -> str:
        """Which way each operator goes, and why."""
        from flinksim.replay.explain import explain

        return explain(self)

    # --- what comes out ------------------------------------------------------------------------------

    @property
    def results(self) -> ResultTable:
        """What the sinks were given: operator, subtask, value, timestamp, time."""
        return self._table_of("result")

    @property
    def firings(self) -> ResultTable:
        """Every firing: operator, subtask, key, window, kind, count, contents, watermark, time."""
        return self._table_of("firing")

    @property
    def dropped(self) -> ResultTable:
        """Every record that came too late: operator, subtask, key, value, timestamp, watermark ..."""
        return self._table_of("dropped")

    @property
    def late(self) -> ResultTable:
        """Those of them that went to a side output."""
        return self.dropped.where_true("side_output")

    @property
    def watermarks(self) -> ResultTable:
        """What each task was told: vertex, subtask, input, time, watermark, idle."""
        return self._table(lambda _: self._told_watermarks(), WATERMARKS)

    def _told_watermarks(self) -> Any:
        rows = batch_of_rows(WATERMARKS, {}, list(self.iterate_watermarks()))
        return self.engine.table(pa.Table.from_batches([rows]))

    def iterate_watermarks(self) -> Iterator[tuple[str, int, int, int, int | None, bool | None]]:
        """What each task was told: vertex, subtask, input, time, watermark, whether it is idle."""
        for vertex, timelines in self._done().timelines.items():
            for subtask, timeline in enumerate(timelines):
                for position, number, element in timeline.controls:
                    time_ms = positions.time_of(position)
                    yield (vertex, subtask, number, time_ms, *_of_control(element))

    @property
    def rejects(self) -> ResultTable:
        """The rows of the logs that were rejected: file, line, text, reason."""
        return self._table(lambda _: self._rejected(), REJECTS)

    def _rejected(self) -> Any:
        rejects, schema = self.iterate_rejects(), worker_schema(REJECTS, {})
        some = iter(lambda: list(islice(rejects, _ROWS_AT_ONCE)), [])
        rows = [batch_of_rows(REJECTS, {}, each) for each in some]
        return self.engine.table(pa.Table.from_batches(rows, schema))

    def kept(self) -> AbstractContextManager[None]:
        """Within it, what several tables are made of is computed once, and kept that long."""
        return self._done().kept()

    def _table_of(self, kind: str) -> ResultTable:
        return self._table(partial(self._done().table, kind), OF_WORKERS[kind])

    def _table(self, rows: Callable[[bool], Any], kinds: Kinds) -> ResultTable:
        return (ResultTable if self.runs_here else SparkTable)(rows, kinds, self.watch)

    def iterate_results(self) -> Iterator[Result]:
        """What the sinks were given, in the order of the run."""
        return self._done().iterate_results()

    def iterate_firings(self) -> Iterator[Firing]:
        """All firings; in the order of the run, native ones in any order."""
        return self._done().iterate_firings()

    def iterate_dropped(self) -> Iterator[Drop]:
        """All records that came too late, in the order of the run; native ones in any order."""
        return self._done().iterate_dropped()

    @property
    def timelines(self) -> dict[str, list[Timeline]]:
        """What each subtask of each vertex (by its key) is told of event time."""
        return self._done().timelines

    def held_back(self) -> list[HeldBack]:
        """When the watermark stood still because of some splits: which, for how long, what freed it.

        Of sources whose watermarks go by the greatest timestamp of each split, all others have none.
        """
        reached = self._done().reached
        stages = [stage for stage in self.stages if stage.vertex.key in reached]
        return [h for stage in stages for h in held_back(stage.chain, reached[stage.vertex.key])]

    def zoom(
        self,
        key: Any = None,
        window: tuple[int, int] | None = None,
        *,
        dropped: Drop | None = None,
        operator: str | None = None,
    ) -> Zoom:
        """The window of *key*, small: ``.show()`` steps through it, ``.why()`` says what happened.

        Cuts out of the log what decides the window ``(start, end)``, or the record of
        ``iterate_dropped()`` that is given as *dropped*; without both, all windows of the key.
        *operator* names the window operator where there are several. Of sliding windows and
        sessions the neighbours are there in part only.

        Raises: NotZoomable, with the reason.
        """
        from flinksim.replay.extract.extractor import Zoomer

        if self._zoomer is None:
            self._zoomer = Zoomer(self)
        return self._zoomer.zoom(key, window, dropped, operator)

    def sweep(
        self,
        delays_ms: Sequence[int],
        idleness_ms: Sequence[int | None] = (None,),
        lateness_ms: Sequence[int] = (0,),
    ) -> Sweep:
        """The same program with other delays, idle timeouts and allowed latenesses, in one pass.

        Each point of the grid says how complete and how late its results are, how much it keeps,
        and what comes too late for it; ``point.simulate()`` opens it as a run.

        Raises: ValueError for a program that does not run natively, and for an empty grid.
        """
        from flinksim.replay.sweep.sweep import sweep

        return sweep(self, delays_ms, idleness_ms, lateness_ms)

    def iterate_rejects(self) -> Iterator[RejectedRow]:
        """The rows of the logs that were rejected, log by log in the order of their lines."""
        for source in self._sources():
            if isinstance(source, EventLogSource | ParquetLogSource) and _rejects(source):
                rejects = source.rejects()
                with working_in(self._home):  # the first one opens the file
                    first = next(rejects, None)
                if first is not None:
                    yield first
                    yield from rejects

    def write(self, path: str | Path, *, replace: bool = False) -> WrittenTables:
        """Write ``results``, ``firings``, ``dropped``, ``watermarks`` and ``rejects`` as Parquet
        below *path*.

        The folder appears when all of it is written: an error or Ctrl-C leaves what was there before.
        It must be one that driver and workers share. Gives the numbers of rows.

        Raises: FileExistsError if *path* is there already, unless *replace* is said and it is an
        earlier replay's; FileError if it cannot be written.
        """
        return write_tables(self, str(path), replace)


def _engine_of(spark: SparkSession | None) -> Engine:
    if spark is None:
        return InProcessEngine()
    from flinksim.replay.engines.spark import SparkEngine

    return SparkEngine(spark)


def _source_of(stage: StagePlan) -> Source:
    spec = stage.vertex.head.spec
    assert isinstance(spec, SourceSpec)
    source: Source = spec.source
    return source


def _rejects(source: Source) -> bool:
    """Whether *source* reads a log and leaves its bad rows out."""
    return isinstance(source, EventLogSource | ParquetLogSource) and source.bad_rows == "reject"


def _of_control(element: Any) -> tuple[int | None, bool | None]:
    if isinstance(element, Watermark):
        return element.timestamp, None
    return None, element.is_idle


def check_pipeline(pipeline: Pipeline) -> None:
    """See that Spark can reproduce a program, before Spark is even started.

    Raises: NotReproducible.
    """
    check_reproducible(create_job_graph(generate_stream_graph(pipeline)))


def replay(
    env: StreamExecutionEnvironment,
    spark: SparkSession | None = None,
    *,
    on: Literal["local", "spark"] | None = None,
    job_name: str | None = None,
    settings: ReplaySettings | None = None,
) -> Any:
    """The program declared in *env*, replayed; nothing runs before something is asked for.

    *on* ``"local"`` replays in this process, without Java, ``"spark"`` on Spark. Without it,
    logs that fit go the first way (:data:`LOCAL_BYTES`), unless a session is given.

    Raises: NotReproducible, with the operators and the reasons, for what a replay cannot reproduce.
    """
    pipeline = env.pipeline(job_name)
    check_pipeline(pipeline)
    if on is None:
        on = "spark" if spark is not None or not fits_in_here(pipeline) else "local"
    if on == "local":
        if spark is not None:
            raise ValueError('on="local" runs in this process; leave out the session of Spark')
        return SparkJob(None, pipeline, settings or ReplaySettings())
    if on != "spark":
        raise ValueError(f'on is "local" or "spark", not {on!r}')
    if spark is None:
        import flinksim.replay

        spark = flinksim.replay.spark_session()  # tells what to install where there is no PySpark
    return SparkJob(spark, pipeline, settings or ReplaySettings())


def fits_in_here(pipeline: Pipeline) -> bool:
    """Whether all logs of *pipeline* are small enough for this process."""
    sizes = 0
    for node in pipeline.transformations:
        source = node.spec.source if isinstance(node.spec, SourceSpec) else None
        if isinstance(source, EventLogSource | ParquetLogSource) and source.path.is_file():
            packed = 4 if isinstance(source, ParquetLogSource) else 1
            sizes += packed * source.path.stat().st_size
    return sizes <= LOCAL_BYTES


__all__ = [
    "LOCAL_BYTES", "Drop", "Firing", "ReplaySettings", "Result", "SparkJob", "check_pipeline",
    "fits_in_here", "replay",
]  # fmt: skip

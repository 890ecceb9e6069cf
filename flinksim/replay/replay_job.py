"""A program replayed on a log, in this process or on Spark, and its results."""

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

from flinksim.connectors.event_log.event_log_source import EventLogSource, RejectedRow
from flinksim.connectors.source import Source
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.transformations import SourceSpec
from flinksim.graph.job_graph_generator import JobVertex, create_job_graph
from flinksim.graph.stream_graph_generator import generate_stream_graph
from flinksim.replay.analysis.reproducibility import NotReproducible, check_reproducible
from flinksim.replay.compile.columnar_plan import (
    ColumnarPlan,
    NotColumnar,
    check_empty_cells,
    compile_plan,
)
from flinksim.replay.engines.local import ExecutionEngine, InProcessEngine
from flinksim.replay.kernel.kernel_outcome import KernelOutcome
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.kernel.ordered_replay import KernelPrecomputedStage
from flinksim.replay.logs.convert_to_parquet import convert_log, create_parquet_folder
from flinksim.replay.logs.parquet_source import ParquetLogSource, UnrepresentableCellError
from flinksim.replay.logs.splits import (
    ChunkReader,
    SpanChunkReader,
    create_reader,
)
from flinksim.replay.operators import positions
from flinksim.replay.operators.chain_runner import WatermarkTimeline
from flinksim.replay.operators.operator_run import OperatorRun, PrecomputedStage
from flinksim.replay.operators.stage_planner import StagePlan, plan_stages
from flinksim.replay.operators.watermark_stalls import WatermarkStall, find_watermark_stalls
from flinksim.replay.results.outcome import (
    DroppedRecord,
    Firing,
    OperatorOutcome,
    ReplayOutcome,
    Result,
)
from flinksim.replay.results.schemas import (
    REJECTS,
    WATERMARKS,
    WORKER_TABLES,
    ColumnKinds,
    build_row_batch,
    build_schema,
)
from flinksim.replay.results.table_writer import SavedTables, write_tables
from flinksim.replay.results.tables import ResultTable, SparkTable
from flinksim.replay.settings import ReplaySettings
from flinksim.replay.spark.job_monitor import SparkJobMonitor
from flinksim.replay.spark.spark_connection import get_parallelism, has_local_files
from flinksim.replay.worker_errors import change_directory
from flinksim.runtime.elements import Watermark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
    from flinksim.replay.extract.extractor import WindowExtract, WindowExtractor
    from flinksim.replay.sweep.parameter_sweep import Sweep


_ROWS_PER_BATCH = 10_000
MAX_LOCAL_BYTES = 256 << 20
"""Logs up to this size in bytes of text, or a quarter of it in Parquet, replay in this process."""


class SparkJob:
    """Replay of one program on its logs, in this process or on Spark; created by :func:`replay`.

    ``results``, ``firings``, ``dropped``, ``late``, ``watermarks`` and ``rejects`` are typed tables
    (:class:`~flinksim.replay.results.tables.ResultTable`). ``iterate_results()`` and the other
    iterators return Python values in the order in which the simulator would produce them.
    """

    def __init__(
        self, spark: SparkSession | None, pipeline: Pipeline, settings: ReplaySettings
    ) -> None:
        self._spark = spark
        self.pipeline = pipeline
        self.settings = settings
        self.monitor = SparkJobMonitor(spark, settings.progress)
        self.engine = _create_engine(spark)
        self.job_graph = create_job_graph(generate_stream_graph(pipeline))
        check_reproducible(self.job_graph)
        self.start_ms = self._compute_start_ms()
        wanted = settings.units or 2 * (1 if spark is None else get_parallelism(spark))
        self.stages = plan_stages(
            self.job_graph, self.start_ms, self._list_split_names, wanted, settings.keep_contents
        )
        self._outcome_cache: ReplayOutcome | None = None
        self._readers: dict[str, ChunkReader] = {}
        self._extractor: WindowExtractor | None = None
        self._parquet_folder: Path | None = None
        """Folder with the Parquet copy of a text log, once it is complete."""
        self._parquet_folder_finalizer: weakref.finalize[..., SparkJob] | None = None
        self._working_directory = os.getcwd()
        self.columnar_plan: ColumnarPlan | None = None
        self.not_columnar: NotColumnar | None = None
        self._select_backend()

    def _select_backend(self) -> None:
        """Compile the program to a columnar plan, or keep the reason why that is not possible."""
        if self.settings.backend == "generic":
            return
        try:
            self.columnar_plan = compile_plan(self.stages)
        except NotColumnar as reason:
            if self.settings.backend == "native":
                raise
            self.not_columnar = reason

    @property
    def is_local(self) -> bool:
        """Whether this process does all the work, without a Spark session."""
        return self._spark is None

    @property
    def spark(self) -> SparkSession:
        """The Spark session of the job.

        Raises:
            RuntimeError: The job runs in this process.
        """
        if self._spark is None:
            raise RuntimeError(
                'this job runs in this process. Use replay(env, on="spark") for '
                "methods that need Spark"
            )
        return self._spark

    def create_job(self, pipeline: Pipeline, settings: ReplaySettings) -> SparkJob:
        """Create a job that replays another program in the same Spark session, or in this process."""
        return SparkJob(self._spark, pipeline, settings)

    # --- input ------------------------------------------------------------------------------------

    def _iterate_sources(self) -> Iterator[Source]:
        for vertex in self.job_graph.vertices:
            if isinstance(vertex.head.spec, SourceSpec):
                yield vertex.head.spec.source

    def _compute_start_ms(self) -> int:
        arrivals = [source.first_arrival_ms() for source in self._iterate_sources()]
        first = min([arrival for arrival in arrivals if arrival is not None], default=0)
        if first < 0:
            raise NotReproducible(
                f"the log starts at {first} ms, before 1970, but the clock of a "
                "job starts at 1970. Add a constant to all arrivals"
            )
        return first

    def _list_split_names(self, vertex: JobVertex) -> tuple[str, ...]:
        spec = vertex.head.spec
        assert isinstance(spec, SourceSpec)
        return tuple(spec.source.splits(vertex.parallelism))

    def _get_reader(self, stage: StagePlan) -> ChunkReader:
        reader = self._readers.get(stage.vertex.key)
        if reader is None:
            pieces = self.settings.chunks or (0 if self._spark is not None else 1)
            names = stage.chain.split_names
            source = _get_source(stage)
            with change_directory(self._working_directory):
                reader = create_reader(source, names, self.start_ms, self.engine, pieces)
            self._readers[stage.vertex.key] = reader
        return reader

    # --- running ----------------------------------------------------------------------------------

    def run(self) -> SparkJob:
        """Run the program to its end, unless it has run already, and return this job."""
        self._ensure_run()
        return self

    @property
    def outcome(self) -> ReplayOutcome:
        """The outcome of the run, from which all tables are read; runs the job first if needed."""
        return self._ensure_run()

    def _ensure_run(self) -> ReplayOutcome:
        if self._outcome_cache is None and self.columnar_plan is not None:
            self._outcome_cache = self._run_columnar(self.columnar_plan)
        if self._outcome_cache is None:
            self._outcome_cache = self._run_stages(self.stages, None)
        return self._outcome_cache

    def _run_stages(
        self, stages: list[StagePlan], precomputed: PrecomputedStage | None
    ) -> ReplayOutcome:
        """Run *stages* with the simulator's operators.

        The output of the *precomputed* source stage, if any, comes from the columnar kernel.
        """
        run = OperatorRun(self.engine, stages, self._get_reader, self.monitor, precomputed)
        run.run()
        return OperatorOutcome(run, self.engine)

    def _run_columnar(self, plan: ColumnarPlan) -> ReplayOutcome | None:
        try:
            path = self._convert_to_parquet(plan)
            run = KernelRun(self.engine, plan, path)
            with change_directory(self._working_directory):
                self.monitor.run(plan.source.vertex.name, run.run)
        except NotColumnar as reason:
            if self.settings.backend == "native":
                raise
            self.columnar_plan, self.not_columnar = None, reason
            return None
        if plan.ordered_replay_reason is None:
            return KernelOutcome(run, plan, self.engine, self.monitor, path.parent)
        stages = [plan.window if s.vertex is plan.window.vertex else s for s in self.stages]
        return self._run_stages(stages, KernelPrecomputedStage(run, plan, self.engine))

    def create_kernel_run(self, plan: ColumnarPlan) -> KernelRun:
        """Create a run of the columnar kernel whose log a sweep or an extract can read again.

        A sweep evaluates many parameter values in one pass. An extract is a small run cut out of the log.

        Raises:
            EventLogError: The log has a bad row.
            NotColumnar: The text log does not have what *plan* needs.
        """
        source = _get_source(plan.source)
        if isinstance(source, ParquetLogSource):
            with change_directory(self._working_directory):
                source.check()
        return KernelRun(self.engine, plan, self._convert_to_parquet(plan))

    def _convert_to_parquet(self, plan: ColumnarPlan) -> Path:
        """Return the path of the log as Parquet; convert a text log first.

        A kernel run validates the rows of a Parquet log itself.

        Raises:
            NotColumnar: The text log does not have what *plan* needs.
        """
        source = _get_source(plan.source)
        if isinstance(source, ParquetLogSource):
            return Path(plan.source.chain.folder) / source.path
        assert isinstance(source, EventLogSource)
        if self._parquet_folder is None:
            try:
                self._parquet_folder = self._write_parquet_copy(plan.source, source)
            except UnrepresentableCellError as cell:
                raise NotColumnar(plan.source.vertex.head.name, str(cell)) from None
        path = self._parquet_folder / "log.parquet"
        check_empty_cells(plan, ParquetLogSource(path, splits=plan.source.chain.split_names))
        return path

    def _write_parquet_copy(self, stage: StagePlan, source: EventLogSource) -> Path:
        with change_directory(self._working_directory):
            # Workers on other machines can read the log's folder, so the copy goes there.
            is_shared = self._spark is not None and not has_local_files(self._spark)
            folder = create_parquet_folder(source.path, is_shared)
            self._parquet_folder_finalizer = weakref.finalize(
                self, shutil.rmtree, folder, ignore_errors=True
            )
            try:
                reader = self._get_reader(stage)
                assert isinstance(reader, SpanChunkReader)
                work = partial(convert_log, self.engine, reader, folder)
                self.monitor.run(f"reading {source.path.name}", work)
            except BaseException:
                self._parquet_folder_finalizer()
                raise
        return folder

    def close(self) -> None:
        """Release the data that Spark and this process hold for the job."""
        self.monitor.close()
        if self._outcome_cache is not None:
            self._outcome_cache.close()
            self._outcome_cache = None
        if self._parquet_folder_finalizer is not None:
            self._parquet_folder_finalizer()
        self._parquet_folder = None

    def __enter__(self) -> SparkJob:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def explain(self) -> str:
        """Describe the backend of each operator and the reason."""
        from flinksim.replay.replay_explanation import explain

        return explain(self)

    # --- output -----------------------------------------------------------------------------------

    @property
    def results(self) -> ResultTable:
        """The records that the sinks received: operator, subtask, value, timestamp, processing time."""
        return self._create_worker_table("result")

    @property
    def firings(self) -> ResultTable:
        """Every window firing: operator, subtask, key, window, kind, count, contents, watermark, time.

        The time is the processing time of the firing.
        """
        return self._create_worker_table("firing")

    @property
    def dropped(self) -> ResultTable:
        """Every dropped late record: operator, subtask, key, value, timestamp, watermark ..."""
        return self._create_worker_table("dropped")

    @property
    def late(self) -> ResultTable:
        """The late records that no window accepted and that were emitted to a late-data side output."""
        return self.dropped.where_true("side_output")

    @property
    def watermarks(self) -> ResultTable:
        """The watermarks and statuses that each task received, with the processing time of each.

        Columns: vertex, subtask, input, time, watermark, idle.
        """
        return self._create_table(lambda _: self._build_watermark_table(), WATERMARKS)

    def _build_watermark_table(self) -> Any:
        rows = build_row_batch(WATERMARKS, {}, list(self.iterate_watermarks()))
        return self.engine.from_arrow(pa.Table.from_batches([rows]))

    def iterate_watermarks(self) -> Iterator[tuple[str, int, int, int, int | None, bool | None]]:
        """Iterate over the watermarks and watermark statuses that each task received.

        Returns:
            Tuples (vertex, subtask, input, time, watermark, whether it is idle).
        """
        for vertex, timelines in self._ensure_run().timelines.items():
            for subtask, timeline in enumerate(timelines):
                for position, number, element in timeline.controls:
                    time_ms = positions.get_time_ms(position)
                    yield (vertex, subtask, number, time_ms, *_unpack_control(element))

    @property
    def rejects(self) -> ResultTable:
        """The malformed rows of the logs that the sources skipped: file, line, text, reason."""
        return self._create_table(lambda _: self._build_reject_table(), REJECTS)

    def _build_reject_table(self) -> Any:
        rejects, schema = self.iterate_rejects(), build_schema(REJECTS, {})
        batches = iter(lambda: list(islice(rejects, _ROWS_PER_BATCH)), [])
        rows = [build_row_batch(REJECTS, {}, each) for each in batches]
        return self.engine.from_arrow(pa.Table.from_batches(rows, schema))

    def cache(self) -> AbstractContextManager[None]:
        """Keep, inside the block, the computed rows that several result tables share."""
        return self._ensure_run().cache()

    def _create_worker_table(self, kind: str) -> ResultTable:
        return self._create_table(
            partial(self._ensure_run().build_table, kind), WORKER_TABLES[kind]
        )

    def _create_table(self, create_rows: Callable[[bool], Any], kinds: ColumnKinds) -> ResultTable:
        return (ResultTable if self.is_local else SparkTable)(create_rows, kinds, self.monitor)

    def iterate_results(self) -> Iterator[Result]:
        """Iterate over the records that the sinks received, in arrival order."""
        return self._ensure_run().iterate_results()

    def iterate_firings(self) -> Iterator[Firing]:
        """Iterate over all window firings: in arrival order, or in any order with a columnar plan."""
        return self._ensure_run().iterate_firings()

    def iterate_dropped(self) -> Iterator[DroppedRecord]:
        """Iterate over all dropped late records: in arrival order, or in any order with a columnar plan."""
        return self._ensure_run().iterate_dropped()

    @property
    def timelines(self) -> dict[str, list[WatermarkTimeline]]:
        """The watermarks that each subtask received, in order, by the key of the job vertex."""
        return self._ensure_run().timelines

    def find_watermark_stalls(self) -> list[WatermarkStall]:
        """Find the periods in which some splits held back the watermark, and what ended each.

        Only sources whose watermarks depend on the maximum timestamp of each split have such
        periods.
        """
        reached = self._ensure_run().source_scans
        stages = [stage for stage in self.stages if stage.vertex.key in reached]
        return [
            h
            for stage in stages
            for h in find_watermark_stalls(stage.chain, reached[stage.vertex.key])
        ]

    def zoom(
        self,
        key: Any = None,
        window: tuple[int, int] | None = None,
        *,
        dropped: DroppedRecord | None = None,
        operator: str | None = None,
    ) -> WindowExtract:
        """Extract one window of *key* as a small run.

        ``.show()`` steps through the run, ``.why()`` explains what happened. Without *window* and
        *dropped* the extract has all windows of the key. Windows next to a sliding or session
        window are incomplete.

        Args:
            key: The key of the window.
            window: Start and end of the window in epoch milliseconds.
            dropped: A record of :meth:`iterate_dropped` to explain.
            operator: Name of the window operator, if the program has several.

        Raises:
            NotExtractable: The window cannot be extracted; the message has the reason.
        """
        from flinksim.replay.extract.extractor import WindowExtractor

        if self._extractor is None:
            self._extractor = WindowExtractor(self)
        return self._extractor.extract(key, window, dropped, operator)

    def sweep(
        self,
        delays_ms: Sequence[int],
        idleness_ms: Sequence[int | None] = (None,),
        lateness_ms: Sequence[int] = (0,),
    ) -> Sweep:
        """Evaluate the program with other delays, idle timeouts and latenesses, in one pass.

        Each point of the grid reports how complete and how late its results are, how much state it
        needs and which records are too late. ``point.simulate()`` opens a point as a run.

        Args:
            delays_ms: Watermark delays in milliseconds.
            idleness_ms: Idle timeouts in milliseconds; ``None`` is no timeout.
            lateness_ms: Allowed latenesses in milliseconds.

        Raises:
            ValueError: The program has no columnar plan, or the grid is empty.
        """
        from flinksim.replay.sweep.parameter_sweep import sweep

        return sweep(self, delays_ms, idleness_ms, lateness_ms)

    def iterate_rejects(self) -> Iterator[RejectedRow]:
        """Iterate over the malformed rows that the sources skipped, log by log in line order."""
        for source in self._iterate_sources():
            if isinstance(source, EventLogSource | ParquetLogSource) and _is_rejecting_bad_rows(
                source
            ):
                rejects = source.rejects()
                with change_directory(self._working_directory):  # The first row opens the file.
                    first = next(rejects, None)
                if first is not None:
                    yield first
                    yield from rejects

    def write(self, path: str | Path, *, replace: bool = False) -> SavedTables:
        """Write all tables as Parquet below *path* and return their row counts.

        The tables are ``results``, ``firings``, ``dropped``, ``watermarks`` and ``rejects``. The
        folder appears when it is complete. An error or Ctrl-C leaves the earlier content unchanged.

        Args:
            path: A folder that driver and workers share.
            replace: Replace the folder of an earlier replay.

        Raises:
            FileExistsError: *path* exists, and *replace* is not set or it is not a replay's folder.
            FileError: *path* cannot be written.
        """
        return write_tables(self, str(path), replace)


def _create_engine(spark: SparkSession | None) -> ExecutionEngine:
    if spark is None:
        return InProcessEngine()
    from flinksim.replay.engines.spark import SparkEngine

    return SparkEngine(spark)


def _get_source(stage: StagePlan) -> Source:
    spec = stage.vertex.head.spec
    assert isinstance(spec, SourceSpec)
    source: Source = spec.source
    return source


def _is_rejecting_bad_rows(source: Source) -> bool:
    """Return whether *source* reads a log and skips its bad rows."""
    return isinstance(source, EventLogSource | ParquetLogSource) and source.bad_rows == "reject"


def _unpack_control(element: Any) -> tuple[int | None, bool | None]:
    if isinstance(element, Watermark):
        return element.timestamp, None
    return None, element.is_idle


def check_pipeline(pipeline: Pipeline) -> None:
    """Check that a replay can reproduce the program, before Spark starts.

    Raises:
        NotReproducible: The program cannot be replayed.
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
    """Create a job that replays the program declared in *env*.

    Nothing runs before a result is requested.

    Args:
        env: The environment in which the program is declared.
        spark: The Spark session to use.
        on: ``"local"`` replays in this process, without Java; ``"spark"`` replays on Spark. By
            default small logs replay locally (:data:`MAX_LOCAL_BYTES`), unless a session is given.
        job_name: Name of the job.
        settings: Settings of the replay.

    Raises:
        NotReproducible: A replay cannot reproduce the program; the message has operators and
            reasons.
        ValueError: *on* has another value, or contradicts *spark*.
    """
    pipeline = env.pipeline(job_name)
    check_pipeline(pipeline)
    if on is None:
        on = "spark" if spark is not None or not can_replay_locally(pipeline) else "local"
    if on == "local":
        if spark is not None:
            raise ValueError(
                'on="local" runs in this process and needs no Spark session. Remove the session'
            )
        return SparkJob(None, pipeline, settings or ReplaySettings())
    if on != "spark":
        raise ValueError(f'on: expected "local" or "spark", found {on!r}')
    if spark is None:
        import flinksim.replay

        spark = (
            flinksim.replay.spark_session()
        )  # Raises an error with the install command if PySpark is missing.
    return SparkJob(spark, pipeline, settings or ReplaySettings())


def can_replay_locally(pipeline: Pipeline) -> bool:
    """Return whether all logs of *pipeline* are small enough for this process."""
    total_bytes = 0
    for node in pipeline.transformations:
        source = node.spec.source if isinstance(node.spec, SourceSpec) else None
        if isinstance(source, EventLogSource | ParquetLogSource) and source.path.is_file():
            compression_factor = 4 if isinstance(source, ParquetLogSource) else 1
            total_bytes += compression_factor * source.path.stat().st_size
    return total_bytes <= MAX_LOCAL_BYTES


__all__ = [
    "MAX_LOCAL_BYTES",
    "DroppedRecord",
    "Firing",
    "ReplaySettings",
    "Result",
    "SparkJob",
    "can_replay_locally",
    "check_pipeline",
    "replay",
]  # fmt: skip

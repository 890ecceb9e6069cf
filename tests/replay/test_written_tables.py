"""``job.write``: whole tables or none, whatever happens in between."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogError, EventLogSource
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, SparkJob, replay
from flinksim.replay.compile.columnar_plan import NotColumnar
from flinksim.replay.results import table_writer as written_tables
from flinksim.replay.results.table_writer import rename_path
from flinksim.replay.spark.job_monitor import StageState
from flinksim.replay.worker_errors import ReplayError

pytestmark = pytest.mark.slow("writes Spark's tables, some seconds for each")

ROOT = Path(__file__).parents[2]
LATE = OutputTag("late")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    lines = ["split,arrival,ts:timestamp,key,v:int"]
    for i in range(40):
        late = 3_000 if i % 10 == 9 else 0
        lines.append(f"a,{1000 + 100 * i},{1000 + 100 * i - late},k{i % 3},{i}")
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def declare(log: Path) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    windows = (
        env.from_source(EventLogSource(log), strategy, "log")
        .key_by(lambda v: v[1])
        .window(TumblingEventTimeWindows.of(Time.seconds(1)))
        .allowed_lateness(500)
        .side_output_late_data(LATE)
    )
    sums = windows.sum(2)
    sums.get_side_output(LATE).print()
    sums.print()
    return env


def rows(table: DataFrame) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in table.collect()), key=repr)


def test_an_empty_cell_is_not_left_out_of_a_sum(log: Path, spark: SparkSession) -> None:
    """Expressions would: so such a log goes the way of the operators, which say what is wrong."""
    lines = log.read_text().splitlines()
    lines[5] = lines[5].rpartition(",")[0] + ","
    log.write_text("\n".join(lines) + "\n")
    with replay(declare(log), spark) as job, pytest.raises(ReplayError, match="NoneType"):
        job.run()
    assert job.not_columnar is not None
    assert job.not_columnar.reason == "the columns ['v'] have empty cells"
    native = ReplaySettings(backend="native")
    with replay(declare(log), spark, settings=native) as job, pytest.raises(NotColumnar):
        job.run()


@pytest.mark.slow("writes all tables twice")
def test_both_ways_write_the_same_tables(log: Path, tmp_path: Path, spark: SparkSession) -> None:
    found = {}
    for lowering in ("native", "generic"):
        settings = ReplaySettings(backend=lowering)  # type: ignore[arg-type]
        with replay(declare(log), spark, settings=settings) as job:
            written = job.write(tmp_path / lowering)
            tables: dict[str, Any] = {}
            for name in ("results", "firings", "dropped", "watermarks"):
                table = spark.read.parquet(f"{written.path}/{name}")
                tables[name] = (table.schema, rows(table))
                assert getattr(written, name) == len(tables[name][1]) > 0
                assert rows(getattr(job, name).to_spark()) == tables[name][1]
        found[lowering] = tables
    assert found["native"] == found["generic"]
    assert {row[2] for row in found["native"]["firings"][1]} == {"k0", "k1", "k2"}
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_what_is_there_is_not_replaced_unasked(
    log: Path, tmp_path: Path, spark: SparkSession
) -> None:
    with replay(declare(log), spark) as job:
        job.write(tmp_path / "out")
        first = sorted(path.name for path in (tmp_path / "out" / "results").iterdir())
        with pytest.raises(FileExistsError, match=r"/out already exists. Choose another"):
            job.write(tmp_path / "out")
        assert sorted(path.name for path in (tmp_path / "out" / "results").iterdir()) == first
        job.write(tmp_path / "out", replace=True)
        assert sorted(path.name for path in (tmp_path / "out" / "results").iterdir()) != first
        (tmp_path / "out" / "thesis.txt").write_text("years of work")
        with pytest.raises(FileExistsError, match=r"because it contains thesis\.txt"):
            job.write(tmp_path / "out", replace=True)
        with pytest.raises(FileExistsError, match=r"is not the folder of an earlier replay"):
            job.write(log, replace=True)
    assert (tmp_path / "out" / "thesis.txt").read_text() == "years of work"


def test_progress_is_told_stage_by_stage(log: Path, tmp_path: Path, spark: SparkSession) -> None:
    told: list[StageState] = []
    settings = ReplaySettings(backend="generic", progress=told.append)
    with replay(declare(log), spark, settings=settings) as job:
        job.write(tmp_path / "out")
    stages = list(dict.fromkeys(state.stage for state in told))
    assert stages[0] == "Source: log"
    assert stages[1].startswith("TumblingEventTimeWindows")
    assert stages[2:] == [
        "inspecting values", "writing results", "writing firings", "writing dropped",
        "writing watermarks", "writing rejects",
    ]  # fmt: skip
    assert all(0 <= state.done <= state.tasks for state in told)
    ended = [state for state in told if state.ended]
    assert list(dict.fromkeys(state.stage for state in ended)) == stages
    assert all(0 < state.tasks == state.done for state in ended)


def test_an_error_in_the_middle_leaves_what_was_there(
    log: Path, tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    with replay(declare(log), spark) as job:
        job.write(tmp_path / "out")
        before = rows(spark.read.parquet(str(tmp_path / "out" / "results")))

        def fails(self: SparkJob) -> DataFrame:
            raise RuntimeError("the disk is full")

        monkeypatch.setattr(SparkJob, "watermarks", property(fails))
        with pytest.raises(RuntimeError, match="the disk is full"):
            job.write(tmp_path / "out", replace=True)
    assert rows(spark.read.parquet(str(tmp_path / "out" / "results"))) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.csv", "out"]


SLOW = """
import sys
from flinksim.common import Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, replay, spark_session

log, out, where = sys.argv[1:]

def be_slow():
    for _ in range(30_000_000):
        pass

class Slow:
    def __init__(self, v):
        if where in ("computing", "behind a native window"):
            be_slow()

    def __str__(self):
        if where == "writing":
            be_slow()
        return "slow"

env = StreamExecutionEnvironment.get_execution_environment()
strategy, lowering = WatermarkStrategy.no_watermarks(), "auto"
if where == "behind a native window":
    strategy, lowering = WatermarkStrategy.for_monotonous_timestamps(), "native"
stream = env.from_source(EventLogSource(log, timestamp="v"), strategy, "log")
if lowering == "native":
    windows = TumblingEventTimeWindows.of(Time.milliseconds(1))
    stream = stream.key_by(lambda v: v[0]).window(windows).sum(0)
stream.map(Slow).print()

def told(state):
    print(f"{state.stage}: {state.done} of {state.tasks}", flush=True)

job = replay(env, spark_session("local[2]"), settings=ReplaySettings(progress=told, backend=lowering))
try:
    job.write(out, replace=True)
except KeyboardInterrupt:
    active = job.spark.sparkContext.statusTracker().getActiveJobsIds()
    print("interrupted,", active, "left", job.spark.range(5).count(), flush=True)
    sys.exit(7)
"""


@pytest.mark.slow("starts a Spark of its own for each place where Ctrl-C can come")
@pytest.mark.parametrize(
    ("where", "stage"),
    [
        ("computing", "Source: log.*: 0 of 1$"),
        ("writing", "writing results: 0 of 1$"),
        ("behind a native window", "writing results: "),
    ],
)
def test_ctrl_c_leaves_no_half_written_output(where: str, stage: str, tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("split,arrival,v:int\n" + "".join(f"a,{i},{i}\n" for i in range(10)))
    script = tmp_path / "slow.py"
    script.write_text(SLOW)
    out = tmp_path / "out"
    (out / "results").mkdir(parents=True)
    (out / "results" / "part-0.parquet").write_text("of an earlier run")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, str(script), str(log), str(out), where],
        stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path,
        start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            if re.match(stage, line):  # Spark is at it
                os.killpg(process.pid, signal.SIGINT)  # as a terminal does
                break
        rest = process.stdout.read()
        assert process.wait(120) == 7, rest
    assert rest.splitlines()[-1] == "interrupted, [] left 5"
    assert (out / "results" / "part-0.parquet").read_text() == "of an earlier run"
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "spark-warehouse") == [
        "log.csv", "out", "slow.py",
    ]  # fmt: skip


def test_rejected_rows_are_a_table_and_counts_add_up(tmp_path: Path, spark: SparkSession) -> None:
    lines = ["split,arrival,ts:timestamp,key:str,v:int"]
    for i in range(200):
        bad = i % 10 == 3
        lines.append(f"a,{1000 + i},{1000 + i},k,{'x' if bad else i}")
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines) + "\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    source = EventLogSource(path, splits=["a"], bad_rows="reject")
    env.from_source(source, WatermarkStrategy.no_watermarks(), "log").print()
    with replay(env, spark, settings=ReplaySettings(chunks=5)) as job:
        written = job.write(tmp_path / "out")
        rejects = sorted(
            tuple(row) for row in spark.read.parquet(f"{written.path}/rejects").collect()
        )
        assert [tuple(row) for row in job.iterate_rejects()] == rejects
    assert (written.results, written.rejects) == (180, 20)
    reason = "column 'v': expected a whole number, found 'x'"
    assert rejects[0] == (str(path), 5, "a,1003,1003,k,x", reason)
    strict = EventLogSource(path, splits=["a"])
    env.from_source(strict, WatermarkStrategy.no_watermarks(), "strict").print()
    told = r"log\.csv, line 5, column 'v': expected a whole"
    with (
        replay(env, spark, settings=ReplaySettings(chunks=5)) as job,
        pytest.raises(EventLogError, match=told),
    ):
        job.write(tmp_path / "strict")
    assert not (tmp_path / "strict").exists()


def test_a_failing_function_is_told_with_its_record(log: Path, spark: SparkSession) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    source = EventLogSource(log)
    stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "log")
    stream.map(lambda v: 1 // (v[2] - 7)).name("divide").print()
    with replay(env, spark) as job, pytest.raises(ReplayError) as caught:
        job.run()
    told = str(caught.value).splitlines()
    assert told[0] == (
        "Job execution failed on Spark: ZeroDivisionError: integer division or modulo by zero"
    )
    assert "  operator: divide" in told
    assert "  record:   (1700, 'k1', 7)" in told
    assert f"{__file__}, line " in told[-1]


def test_of_a_folder_that_was_replaced_nothing_is_left(
    log: Path, tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the Java machine stays where it was
    with replay(declare(log), spark) as job:
        assert job.write("out").path == str(tmp_path / "out")
        job.write("out", replace=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.csv", "out"]


def test_if_the_new_folder_cannot_take_its_place_the_old_one_is_back(
    log: Path, tmp_path: Path, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    with replay(declare(log), spark) as job:
        job.write(tmp_path / "out")
        files = sorted((tmp_path / "out").rglob("*"))

        def fails(files: Any, old: Any, new: Any) -> None:
            if "unfinished" in old.toString():
                raise OSError("the disk is gone")
            rename_path(files, old, new)

        monkeypatch.setattr(written_tables, "rename_path", fails)
        with pytest.raises(OSError, match="the disk is gone"):
            job.write(f"file://{tmp_path}/out", replace=True)
    assert sorted((tmp_path / "out").rglob("*")) == files
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.csv", "out"]


def test_a_folder_that_the_file_system_does_not_rename_is_an_error() -> None:
    files = SimpleNamespace(rename=lambda old, new: False)  # as object stores say it
    old, new = (SimpleNamespace(toString=lambda name=name: name) for name in ("/old", "/new"))
    with pytest.raises(OSError, match=r"could not rename /old to /new"):
        rename_path(files, old, new)


def test_a_folder_that_may_not_be_replaced_is_refused_before_anything_is_computed(
    log: Path, tmp_path: Path, spark: SparkSession
) -> None:
    (tmp_path / "out").mkdir()
    told: list[StageState] = []
    settings = ReplaySettings(progress=told.append)
    with (
        replay(declare(log), spark, settings=settings) as job,
        pytest.raises(FileExistsError, match=r"already exists\. Choose another folder"),
    ):
        job.write(tmp_path / "out")
    assert told == []


def test_ctrl_c_behind_the_last_table_still_leaves_what_was_there(
    log: Path, tmp_path: Path, spark: SparkSession
) -> None:
    def told(state: StageState) -> None:
        if state.stage == "writing rejects" and state.ended:
            signal.raise_signal(signal.SIGINT)

    settings = ReplaySettings(progress=told)
    with replay(declare(log), spark, settings=settings) as job, pytest.raises(KeyboardInterrupt):
        job.write(tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.csv"]


@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_ctrl_c_cancels_the_fetching_of_results(
    lowering: Any, log: Path, spark: SparkSession
) -> None:
    """And tears no answer of Java: the next question has its own."""
    pressed: list[str] = []

    def told(state: StageState) -> None:
        if fetching and not pressed:
            pressed.append(state.stage)
            signal.raise_signal(signal.SIGINT)

    fetching = False
    settings = ReplaySettings(progress=told, backend=lowering)
    with replay(declare(log), spark, settings=settings) as job:
        job.run()
        for fetch in (job.iterate_results, job.iterate_firings, job.iterate_dropped):
            pressed.clear()
            fetching = True
            with pytest.raises(KeyboardInterrupt):
                list(fetch())
            assert spark.range(5).count() == 5
            assert pressed[0].startswith("fetching" if lowering == "generic" else "Tumbling")
            fetching = False
            assert list(fetch())


def test_a_folder_may_be_named_as_a_uri(log: Path, tmp_path: Path, spark: SparkSession) -> None:
    with replay(declare(log), spark) as job:
        written = job.write(f"file://{tmp_path}/out")
    assert written.path == str(tmp_path / "out")
    assert spark.read.parquet(f"{tmp_path}/out/results").count() == written.results > 0


@pytest.mark.parametrize(
    ("uri", "name"), [("file:///data/out", "/data/out"), ("s3a://bucket/out", "s3a://bucket/out")]
)
def test_a_folder_of_another_file_system_keeps_its_whole_name(
    uri: str, name: str, spark: SparkSession
) -> None:
    java: Any = spark.sparkContext._jvm
    assert written_tables._format_hadoop_path(java.org.apache.hadoop.fs.Path(uri)) == name

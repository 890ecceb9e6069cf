"""Replays in this process: windows on columns, equal to the simulator; their tables; no Java."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.event_log.event_log_source import EventLogSource
from flinksim.course.demo.flights import declare
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import NotReproducible, replay
from flinksim.replay.kernel import aligned_windows as windows
from flinksim.replay.kernel.expression_eval import evaluate_column
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from tests.replay.many_cases import KINDS, differences, replayed, simulated

TABLE = pa.table({"a": [7, -7, 0, 3], "b": [2, 2, 5, -3], "s": ["x", "y", "x", ""]})
A, B, S = ("column", "a"), ("column", "b"), ("column", "s")


def checked(seed: int, folder: Path, way: str = "native") -> Counter[str]:
    """One random program of one window; what the simulator told."""
    env = KINDS["native"](random.Random(f"columns {seed}"), folder)
    expected = simulated(env)
    if expected is None:
        return Counter()
    lowering: Any = way
    found = replayed(env, None, ReplaySettings(backend=lowering))
    assert not differences(found, expected), f"seed {seed}"
    return Counter(firings=expected[0].total(), dropped=expected[1].total())


@pytest.mark.parametrize("block", range(4))
def test_random_programs_come_to_the_same_by_columns(block: int, tmp_path: Path) -> None:
    told: Counter[str] = Counter()
    for seed in range(block * 15, block * 15 + 15):
        told += checked(seed, tmp_path)
    assert told["firings"] > 60  # not too tame to tell anything
    assert told["dropped"] > 5


def test_so_they_do_when_cells_are_numbered_by_sorting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(windows, "SPARSE_FACTOR", 0)
    monkeypatch.setattr(windows, "MIN_DENSE_CELLS", -1)
    assert sum((checked(seed, tmp_path) for seed in range(100, 125)), Counter())["firings"] > 100


@pytest.mark.slow("hundreds of random programs, one after another")
@pytest.mark.parametrize("block", range(4))
def test_many_random_programs_come_to_the_same(block: int, tmp_path: Path) -> None:
    for seed in range(1000 + block * 100, 1100 + block * 100):
        checked(seed, tmp_path)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (("+", A, B), [9, -5, 5, 0]),
        (("-", ("literal", 0), A), [-7, 7, 0, -3]),
        (("%", A, ("literal", 3)), [1, 2, 0, 0]),
        (("//", A, ("literal", 2)), [3, -4, 0, 1]),
        (("/", A, B), [3.5, -3.5, 0.0, -1.0]),
        (("greatest", A, B), [7, 2, 5, 3]),
        (("=", S, ("literal", "x")), [True, False, True, False]),
        (("and", (">", A, B), ("not", ("=", S, ("literal", "")))), [True, False, False, False]),
        (
            ("case", ((">", A, ("literal", 0)), ("//", B, A)), (("and",), ("literal", -1))),
            [0, -1, -1, -1],
        ),
        (("literal", 5), [5, 5, 5, 5]),
    ],
)
def test_expressions_are_worked_out_as_python_does(expression: Any, expected: list[Any]) -> None:
    assert evaluate_column(expression, TABLE).to_pylist() == expected


def test_a_branch_is_worked_out_for_its_own_rows_alone() -> None:
    never_by_zero = ("case", (("<>", A, ("literal", 0)), ("/", B, A)), (("and",), ("literal", 0.5)))
    assert evaluate_column(never_by_zero, TABLE).to_pylist() == [2 / 7, 2 / -7, 0.5, -1.0]
    with pytest.raises(ZeroDivisionError):
        evaluate_column(("/", B, A), TABLE)
    with pytest.raises(OverflowError, match="too large a number: a result of"):
        evaluate_column(("*", A, ("literal", 1 << 62)), TABLE)


# --- jobs and their tables ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def job() -> Any:
    env = StreamExecutionEnvironment.get_execution_environment()
    declare(env)
    return replay(env)


def test_the_demo_is_replayed_here_and_as_the_simulator_has_it(job: SparkJob) -> None:
    assert isinstance(job, SparkJob)
    env = StreamExecutionEnvironment.get_execution_environment()
    declare(env)
    expected = simulated(env)
    assert expected is not None
    assert len(job.firings) == expected[0].total() == 118
    assert len(job.dropped) == expected[1].total() == 65
    assert job.columnar_plan is not None


def test_tables_have_types(job: SparkJob) -> None:
    frame = job.firings.to_pandas()
    first = frame.iloc[0]
    assert first["key"] == "UA"
    assert first["window_start"] == pd.Timestamp("2013-01-02T05:00", tz="UTC")
    assert first["window_end"] - first["window_start"] == pd.Timedelta(hours=1)
    assert first["contents"]["f2"] == 11
    assert frame["count"].sum() == frame[frame["kind"] == "on time"]["count"].sum()
    assert job.firings.to_text().to_arrow().column("contents")[0].as_py() == "(UA,1357104540000,11)"
    assert job.watermarks.to_pandas()["watermark"].isna().sum() == 1  # nothing more comes
    assert job.dropped.columns[:3] == ["operator", "subtask", "key"]
    assert "118 rows" in job.firings._repr_html_()


def test_tables_are_written_as_parquet(job: SparkJob, tmp_path: Path) -> None:
    written = job.write(tmp_path / "out")
    assert (written.firings, written.dropped, written.results) == (118, 65, 118)
    table = pq.read_table(tmp_path / "out" / "firings")
    assert pa.types.is_timestamp(table.schema.field("window_start").type)
    with pytest.raises(FileExistsError, match=r"already exists. Choose another folder"):
        job.write(tmp_path / "out")
    assert job.write(tmp_path / "out", replace=True).firings == 118
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(
        FileExistsError,
        match=r"is not the folder of an earlier replay, because it contains mine\.txt",
    ):
        job.write(tmp_path / "out", replace=True)
    assert (tmp_path / "out" / "mine.txt").exists()


def test_both_ways_have_the_same_tables(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    rows = [
        f"a,{n * 10},{n * 10 - (n % 3) * 40 - (n % 20 == 19) * 400},k{n % 3},{n}"
        for n in range(200)
    ]
    log.write_text("\n".join(["split,arrival,timestamp,key,v:int", *rows]))
    env = StreamExecutionEnvironment.get_execution_environment().set_parallelism(2)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(20))
    stream = env.from_source(EventLogSource(log), strategy, "log").key_by(lambda v: v[0])
    of_100 = TumblingEventTimeWindows.of(Time.milliseconds(100))
    stream.window(of_100).allowed_lateness(30).sum(1).print()
    by_columns, by_operators = (
        replay(env, on="local", settings=ReplaySettings(backend=lowering))
        for lowering in ("native", "generic")
    )
    for name in ("firings", "dropped", "results", "watermarks", "rejects"):
        one, other = (getattr(job, name) for job in (by_columns, by_operators))
        assert one.to_arrow().schema.names == other.to_arrow().schema.names
        texts = [
            Counter(map(str, table.to_text().to_arrow().to_pylist())) for table in (one, other)
        ]
        assert texts[0] == texts[1], name
        assert len(one) or name == "rejects"
    assert by_columns.firings.to_arrow().schema.equals(by_operators.firings.to_arrow().schema)


def test_who_asks_for_the_wrong_place_is_told() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    declare(env)
    with pytest.raises(ValueError, match='on: expected "local" or "spark", found \'here\''):
        replay(env, on="here")  # type: ignore[arg-type]
    env.from_collection([1]).shuffle().map(lambda v: v).set_parallelism(2).print()
    with pytest.raises(NotReproducible, match="shuffle"):
        replay(env, on="local")


def test_a_log_from_before_1970_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text("split,arrival,v\na,-5,1\na,7,2\n")
    env = StreamExecutionEnvironment.get_execution_environment()
    source = EventLogSource(tmp_path / "log.csv")
    env.from_source(source, WatermarkStrategy.no_watermarks(), "log").print()
    with pytest.raises(NotReproducible, match="the log starts at -5 ms, before 1970"):
        replay(env)


def test_no_java_is_started() -> None:
    program = (
        "from flinksim.course.demo.flights import declare\n"
        "from flinksim.datastream import StreamExecutionEnvironment\n"
        "from flinksim.replay import replay\n"
        "env = StreamExecutionEnvironment.get_execution_environment(); declare(env)\n"
        "import subprocess; subprocess.Popen = None\n"
        "print(len(replay(env).firings))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["118"]

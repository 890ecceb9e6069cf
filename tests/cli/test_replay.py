"""``flinksim replay`` and ``flinksim explain``: programs on Spark, from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from flinksim.cli import main
from flinksim.connectors import EventLogSource
from flinksim.replay.logs.parquet_source import write_parquet_log

PROGRAM = """
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(10))
log = EventLogSource("small.csv", timestamp="ts")
stream = env.from_source(log, strategy, "flights").WHAT
stream.key_by(lambda v: v[1]).window(TumblingEventTimeWindows.of(Time.seconds(1))).sum(2).print()
env.execute("sums")
"""
HEADER = "split,arrival,ts:timestamp,key:str,v:int\n"
WriteProgram = Callable[..., str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("flinksim.replay.replay_job.MAX_LOCAL_BYTES", -1)  # every log goes to Spark
    (tmp_path / "small.csv").write_text(HEADER + "a,1000,900,x,1\na,1500,1400,y,2\n")
    (tmp_path / "large.csv").write_text(
        HEADER + "".join(f"a,{1000 + i},{1000 + i},k{i % 2},{i}\n" for i in range(3000))
    )
    return tmp_path


@pytest.fixture
def write_program(folder: Path) -> WriteProgram:
    def write(what: str = "map(lambda v: v)", text: str = PROGRAM) -> str:
        (folder / "program.py").write_text(text.replace("WHAT", what))
        return "program.py"

    return write


@pytest.mark.usefixtures("spark")
def test_the_programs_own_sinks_get_the_results(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", write_program(), "--on", "spark"]) == 0
    out, err = capsys.readouterr()
    assert sorted(out.splitlines()) == ["(1400, 'y', 2)", "(900, 'x', 1)"]
    assert "sums: replayed on Spark (columnar); 2 results" in err
    assert "100%  Source: flights" in err


@pytest.mark.slow("starts Spark four times")
def test_tables_are_written_for_another_log_and_lowering(
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    spark: SparkSession,
    folder: Path,
) -> None:
    write_parquet_log(EventLogSource("large.csv", timestamp="ts"), folder / "large.parquet")
    options = ["--output", "out", "--backend", "generic", "--source"]
    assert main(["replay", write_program(), *options, "flights=large.csv"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert "replayed on Spark (row by row); 6 results, 6 firings, 0 dropped, " in err
    assert "0 rejects written to out" in err
    first = sorted(spark.read.parquet(str(folder / "out" / "firings")).collect())
    assert main(["replay", write_program(), *options, "large.parquet"]) == 1
    assert (
        "--output out: the folder already exists. Choose another folder, or add --replace"
        in capsys.readouterr().err
    )
    assert main(["replay", write_program(), *options, "large.parquet", "--replace"]) == 0
    assert sorted(spark.read.parquet(str(folder / "out" / "firings")).collect()) == first


def test_bad_rows_are_an_error_or_rejected_as_told(
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    spark: SparkSession,
    folder: Path,
) -> None:
    with (folder / "large.csv").open("a") as log:
        log.write("a,9000,9000,k1,many\n")
    options = ["--source", "large.csv", "--output", "out"]
    assert main(["replay", write_program(), *options]) == 1
    err = capsys.readouterr().err
    assert "large.csv, line 3002, column 'v': expected a whole number, found 'many'" in err
    assert "Traceback" not in err
    assert not (folder / "out").exists()
    assert main(["replay", write_program(), *options, "--bad-rows", "reject"]) == 0
    assert "1 rejects written to out" in capsys.readouterr().err
    (row,) = spark.read.parquet(str(folder / "out" / "rejects")).collect()
    assert (row.line, row.text) == (3002, "a,9000,9000,k1,many")


@pytest.mark.parametrize("lowering", ["native", "auto", "generic"])
def test_so_are_those_of_a_log_in_columns(
    lowering: str,
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    spark: SparkSession,
    folder: Path,
) -> None:
    write_parquet_log(EventLogSource("large.csv", timestamp="ts"), folder / "good.parquet")
    table = pq.read_table(folder / "good.parquet")
    again = pa.concat_tables([table, table.slice(7, 1)])
    pq.write_table(again, folder / "large.parquet", row_group_size=1000)
    options = ["--source", "large.parquet", "--output", "out", "--backend", lowering]
    assert main(["replay", write_program(), *options]) == 1
    err = capsys.readouterr().err
    told = (
        "row 3001, column 'arrival': expected a time that is not earlier than row 3000 of split 'a'"
    )
    assert f"flinksim: large.parquet, {told}" in err
    assert "Traceback" not in err
    assert not (folder / "out").exists()
    reject = ["replay", write_program(), *options, "--bad-rows", "reject"]
    if lowering == "native":
        assert main(reject) == 1
        assert "rows of large.parquet are rejected (1)" in capsys.readouterr().err
        return
    assert main(reject) == 0
    assert "(row by row); 6 results" in capsys.readouterr().err
    (row,) = spark.read.parquet(str(folder / "out" / "rejects")).collect()
    assert (row.file, row.line) == ("large.parquet", 3001)
    assert json.loads(row.text)["arrival"] == 1007


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(
    "command", [["explain"], ["sweep", "--delay", "0"], ["zoom", "--key", "k1", "--window", "3000"]]
)
def test_other_commands_have_the_option_too(
    command: list[str],
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    folder: Path,
) -> None:
    with (folder / "large.csv").open("a") as log:
        log.write("a,9000,9000,k1,many\n")
    name, *options = command
    arguments = [name, write_program(text=PROGRAM.replace("small", "large")), *options]
    wrong = "large.csv, line 3002, column 'v': expected a whole number, found 'many'"
    for log_options in ([], ["--source", "large.csv"]):
        if log_options:  # not the program's own, but the other log has the row
            arguments[1] = write_program()
        assert main([*arguments, *log_options]) == 1
        err = capsys.readouterr().err
        assert f"flinksim: {wrong}" in err
        assert "Traceback" not in err
        assert main([*arguments, *log_options, "--bad-rows", "reject"]) == 0


def test_a_failing_function_is_told_plainly(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str], spark: SparkSession
) -> None:
    assert main(["replay", write_program("map(lambda v: (v[0], v[1], 1 // (v[2] - 2)))")]) == 1
    err = capsys.readouterr().err
    assert "flinksim: Job execution failed on Spark: ZeroDivisionError" in err
    assert "  record:   (1400, 'y', 2)" in err
    assert "Traceback" not in err


# --- without Spark ---------------------------------------------------------------------------------


def test_a_refusal_names_operator_and_reason_and_starts_nothing(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flinksim.replay.spark.session.spark_session", None)
    program = write_program("map(lambda v: v).set_parallelism(2).shuffle().map(lambda v: v)")
    for command in ("replay", "explain"):
        assert main([command, program, "--parallelism", "2"]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "job 'sums' cannot be replayed on Spark with the simulator's results" in err
        assert "'Map' reads from shuffle(), whose random channels" in err
        assert "Traceback" not in err


def test_explain_tells_each_operators_way(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", write_program()]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "'sums' on Spark",
        "   1  Source: flights: native, as an expression",
        "   2  Map: native, as an expression",
        "   4  TumblingEventTimeWindows: native, by columns",
        "   5  Sink: Print to Std. Out: Python, on the result of the window",
    ]
    assert main(["explain", write_program("map(repr)"), "--units", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("  not native, because of 'Map'")
    assert "  TumblingEventTimeWindows: the simulator's operator, by key, 4 units of work: " in (
        "\n".join(lines)
    )


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize("lowering", ["native", "generic"])
def test_sparks_own_plan_is_one_flag_away(
    lowering: str, write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--spark-plan", "--backend", lowering]
    assert main(["explain", write_program(), *options]) == 0
    out = capsys.readouterr().out
    assert "== Physical Plan ==" in out
    if lowering == "native":
        assert "MapInArrow" in out
    else:
        assert out.index("== Source: flights") < out.index("== TumblingEventTimeWindows")
        assert "MapInArrow" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--source", "gone.csv"], "gone.csv: file or folder not found. Current folder: "),
        (
            ["--source", "a=gone.csv"],
            "--source a=gone.csv: no source has this name. Names: flights",
        ),
        (
            ["--source", "trains=small.csv"],
            "--source trains=small.csv: no source has this name. Names: flights",
        ),
        (
            ["--source", "other.csv"],
            "other.csv has the columns ts, key, v, w; the log of 'flights' has ts, key, v",
        ),
        (["--source", "."], "program.py: the format is not Parquet, CSV, JSON lines or Arrow"),
        (["--source", "small.csv arival=ts"], "small.csv arival=ts: expected split=, order="),
        (
            ["--master", "sparc://x"],
            "--master sparc://x: expected local, local[N], local[*], spark:",
        ),
        (["--conf", "shuffle=2"], "--conf shuffle=2: expected NAME=VALUE"),
        (
            ["--output", "gone/out"],
            "--output gone/out: the folder gone does not exist. Create it first",
        ),
    ],
)
def test_what_cannot_be_is_told_before_anything_runs(
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    folder: Path,
    options: list[str],
    message: str,
) -> None:
    (folder / "other.csv").write_text("split,arrival,ts,key,v:int,w\na,1,1,x,1,2\n")
    assert main(["replay", write_program(), *options]) == 1
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


def test_there_has_to_be_a_program_and_a_job(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("replay", "explain"):
        assert main([command, "gone.py"]) == 1
        assert "gone.py: file not found (current folder: " in capsys.readouterr().err
        assert main([command, write_program(text="import flinksim\n")]) == 1
        assert "did not call env.execute()" in capsys.readouterr().err


def test_a_recorded_socket_is_replayed(
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    folder: Path,
    spark: SparkSession,
) -> None:
    program = """
from flinksim.datastream import StreamExecutionEnvironment
env = StreamExecutionEnvironment.get_execution_environment()
env.socket_text_stream("localhost", 9000).map(lambda line: line.upper()).print()
env.execute("telephone")
"""
    (folder / "session.csv").write_text(
        "split,arrival,split_end,line\nlocalhost:9000,5,,hello\nlocalhost:9000,9,,world\n"
        "localhost:9000,12,true,\n"
    )
    assert main(["replay", write_program(text=program)]) == 1
    assert (
        "Record it (flinksim run --record FILE), and add --source FILE" in capsys.readouterr().err
    )
    assert main(["replay", write_program(text=program), "--source", "session.csv"]) == 0
    assert capsys.readouterr().out == "HELLO\nWORLD\n"

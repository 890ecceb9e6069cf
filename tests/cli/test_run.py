"""``flinksim run``: a program file is run unchanged, and what is wrong is told plainly."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import flinksim
from flinksim.cli import main
from flinksim.cli.arguments import parse_interleaving
from flinksim.runtime.interleaving import ArrivalOrder, RoundRobin, Scripted, Seeded
from flinksim.runtime.minicluster import MiniCluster

PROGRAM = """
import sys
from PACKAGE.common import Types
from PACKAGE.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
numbers = env.from_collection([1, 2, 3], type_info=Types.INT())
numbers.map(lambda n: 10 * n, output_type=Types.INT()).print(*sys.argv[1:])
env.execute("tens")
"""

WriteProgram = Callable[..., Path]


@pytest.fixture
def write_program(tmp_path: Path) -> WriteProgram:
    def write(text: str = PROGRAM, package: str = "flinksim") -> Path:
        path = tmp_path / "program.py"
        path.write_text(text.replace("PACKAGE", package))
        return path

    return write


def digest_in(err: str) -> str:
    return err.partition("trace digest ")[2].split()[0]


def test_a_program_is_run_and_its_output_is_its_own(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_program())]) == 0
    out, err = capsys.readouterr()
    assert out == "10\n20\n30\n"
    note, summary = err.splitlines()
    assert "the default parallelism is 1. Flink would use the number of CPU cores" in note
    assert summary.startswith("tens: finished, ")
    assert "digest" not in err


def test_the_digest_is_computed_on_request(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    digests = []
    for options in ([], [], ["--parallelism", "2"]):
        assert main(["run", str(write_program()), "--digest", *options]) == 0
        digests.append(digest_in(capsys.readouterr().err))
    assert len(digests[0]) == 64
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize(
    ("options", "traced"),
    [([], False), (["--until", "3"], False), (["--until", "firing"], True), (["--digest"], True),
     (["--trace", "run.flinktrace"], True), (["--html", "run.html"], True)],
)  # fmt: skip
def test_a_run_is_traced_only_if_something_needs_the_trace(
    write_program: WriteProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    options: list[str], traced: bool,
) -> None:  # fmt: skip
    seen = []
    deploy = MiniCluster._deploy

    def watch(cluster: MiniCluster) -> None:
        seen.append(cluster.settings.traced)
        deploy(cluster)

    monkeypatch.setattr(MiniCluster, "_deploy", watch)
    monkeypatch.chdir(tmp_path)
    assert main(["run", str(write_program()), *options]) == 0
    assert seen == [traced]


def test_a_parallelism_that_is_set_is_not_explained(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_program()), "--parallelism", "2"]) == 0
    assert "CPU cores" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "explain", "check", "compare", "plan", "replay"])
def test_a_binary_file_is_not_a_program(
    command: str, write_program: WriteProgram, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "run.flinktrace"
    assert main(["run", str(write_program()), "--trace", str(trace)]) == 0
    for content in (trace.read_bytes(), b"\x89PNG\r\n\x1a\n\0\0"):
        program = tmp_path / "other.py"
        program.write_bytes(content)
        capsys.readouterr()
        assert main([command, str(program)]) == 1
        err = capsys.readouterr().err
        assert "not a Python program" in err
        assert "Traceback" not in err


def test_arguments_after_two_dashes_are_the_programs(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_program()), "--quiet", "--", "name"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["run", str(write_program()), "--", "name"]) == 0
    assert capsys.readouterr().out == "name> 10\nname> 20\nname> 30\n"


def test_a_pyflink_program_runs_without_a_change(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write_program(package="pyflink")
    assert main(["run", "--as-pyflink", str(program)]) == 0
    assert capsys.readouterr().out == "10\n20\n30\n"


def test_the_trace_and_the_page_are_written(
    write_program: WriteProgram, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace, page = tmp_path / "run.flinktrace", tmp_path / "run.html"
    assert (
        main(["run", str(write_program()), "--trace", str(trace), "--html", str(page), "--digest"])
        == 0
    )
    err = capsys.readouterr().err
    assert flinksim.load_trace(trace).digest() == digest_in(err)
    assert page.read_text(encoding="utf-8").lstrip().lower().startswith("<!doctype html>")
    assert f"trace written to {trace}" in err
    assert f"page written to {page}" in err


def test_several_jobs_of_one_program_are_numbered(
    write_program: WriteProgram, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twice = PROGRAM + "env.from_collection([1]).print()\nenv.execute('second')\n"
    trace = tmp_path / "run.flinktrace"
    assert main(["run", str(write_program(twice)), "--trace", str(trace)]) == 0
    assert sorted(path.name for path in tmp_path.glob("*.flinktrace")) == [
        "run-1.flinktrace",
        "run-2.flinktrace",
    ]
    err = capsys.readouterr().err
    assert "tens: finished" in err
    assert "second: finished" in err


def test_the_same_choices_give_the_same_digest(
    write_program: WriteProgram, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program, trace = str(write_program()), tmp_path / "t.flinktrace"
    options = ["--parallelism", "2", "--quiet"]
    digests = []
    for interleaving in ("seeded:7", "seeded:7", f"scripted:{trace}"):
        arguments = ["run", program, *options, "--interleaving", interleaving]
        assert main([*arguments, "--trace", str(trace)]) == 0
        digests.append(flinksim.load_trace(trace).digest())
    assert digests[0] == digests[1]
    first, last = (flinksim.load_trace(trace).events for _ in range(2))
    assert first == last


def test_parallelism_is_for_programs_that_set_none(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(write_program()), "--parallelism", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split("> ")[0] for line in lines) in (["1", "1", "2"], ["1", "2", "2"])


def test_a_program_can_be_run_as_pyflink_does_it(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    keyed = PROGRAM.replace("numbers.map", "numbers.key_by(lambda n: str(n)).map")
    outputs = []
    for options in (
        ["--dialect", "java"],
        [],
        ["--as-pyflink", "--dialect", "java"],
        ["--dialect", "pyflink"],
        ["--as-pyflink"],
    ):
        program = str(write_program(keyed))
        assert main(["run", program, "--parallelism", "3", *options]) == 0
        outputs.append(sorted(capsys.readouterr().out.splitlines()))
    java, plain, alias_in_java, pyflink, alias = outputs
    assert java == plain == alias_in_java
    assert pyflink == alias
    assert {line[3:] for line in java} == {line[3:] for line in pyflink} == {"10", "20", "30"}
    assert java != pyflink  # the keys are hashed in another way


@pytest.mark.parametrize(
    ("until", "rows"), [("1", []), ("result", ["10"]), ("ResultWritten", ["10"])]
)
def test_a_run_can_stop_early(
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    until: str,
    rows: list[str],
) -> None:
    assert main(["run", str(write_program()), "--until", until]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == rows
    assert "tens: running" in err


def test_the_module_is_the_command(write_program: WriteProgram) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flinksim", "run", str(write_program())],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "10\n20\n30\n"


# --- bad input -----------------------------------------------------------------------------------


def test_a_failing_job_is_told_with_its_record_and_its_trace_is_kept(
    write_program: WriteProgram, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write_program(PROGRAM.replace("10 * n", "10 // (2 - n)"))
    trace = tmp_path / "run.flinktrace"
    assert main(["run", str(program), "--trace", str(trace)]) == 1
    out, err = capsys.readouterr()
    assert out == "10\n"
    assert "ZeroDivisionError" in err
    assert "record:   2" in err
    assert "Traceback" not in err
    assert len(flinksim.load_trace(trace).get_events(flinksim.ResultWritten)) == 1


def test_an_error_outside_of_the_job_begins_in_the_program(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write_program("import flinksim\n\nflinksim.nothing()\n")
    assert main(["run", str(program)]) == 1
    err = capsys.readouterr().err
    assert f'File "{program}", line 3' in err
    assert "has no attribute 'nothing'" in err
    assert "runpy" not in err


def test_a_wrong_argument_is_told_with_the_programs_line_and_not_ours(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write_program(
        "from flinksim.connectors import EventLogSource\n\nEventLogSource('x.csv')\n"
    )
    assert main(["run", str(program)]) == 1
    err = capsys.readouterr().err.splitlines()
    assert err[0] == "flinksim: the program failed (most recent call last):"
    assert f'File "{program}", line 3' in err[1]
    assert len([line for line in err if line.startswith("  File ")]) == 1
    assert "x.csv: file not found. Current folder: " in err[-1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import flinksim\n", "ran no job because it did not call env.execute(). Add"),
        ("raise SystemExit('enough')\n", "flinksim: enough"),
    ],
)
def test_a_program_that_runs_nothing_is_told_so(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str], text: str, message: str
) -> None:
    assert main(["run", str(write_program(text))]) == 1
    assert message in capsys.readouterr().err


def test_a_program_may_end_by_itself(write_program: WriteProgram) -> None:
    assert main(["run", str(write_program("raise SystemExit(3)\n"))]) == 3


def test_a_program_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(tmp_path / "gone.py")]) == 1
    assert ": file not found" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["run", "plan", "compare", "replay", "explain", "zoom", "sweep"]
)
def test_a_folder_is_no_program_and_its_files_are_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("two.py", "one.py", "log.csv"):
        (tmp_path / name).touch()
    more = {"zoom": ["--key", "a"], "sweep": ["--delay", "0"]}
    assert main([command, str(tmp_path), *more.get(command, [])]) == 1
    told = capsys.readouterr().err
    assert f"{tmp_path} is a folder" in told
    assert "(Python files in it: one.py, two.py)" in told


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--html", "gone/run.html"], "--html gone/run.html: the folder gone does not exist"),
        (["--trace", "."], "--trace . is a folder. Name a file"),
    ],
)
def test_files_that_cannot_be_are_told_before_the_run(
    write_program: WriteProgram,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", str(write_program()), *options]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"flinksim: {message}")


def test_a_recording_is_not_replaced_while_it_is_replayed(
    write_program: WriteProgram, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = tmp_path / "session.csv"
    session.write_text("split,arrival,line:str\nlocalhost:9000,0,a\n")
    options = ["--record", str(session), "--source", str(session)]
    assert main(["run", str(write_program()), *options]) == 1
    assert "--record and --source cannot name the same file" in capsys.readouterr().err
    assert session.read_text().endswith("localhost:9000,0,a\n")


def test_a_pyflink_program_runs_without_an_option(
    write_program: WriteProgram,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "pyflink", None)  # not installed
    assert main(["run", str(write_program(package="pyflink"))]) == 0
    assert "finished" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--until", "sunset"], "until='sunset': unknown event. Expected one of"),
        (["--parallelism", "0"], "expected a whole number of at least 1, found '0'"),
        (["--interleaving", "chaos"], "expected arrival, round-robin, seeded:N or scripted"),
        (["--interleaving", "seeded:x"], "expected arrival, round-robin, seeded:N or scripted"),
        (["--interleaving", "scripted:1,x"], "cannot read a list of decisions from '1,x'"),
        (
            ["--interleaving", "scripted:1,-2"],
            "expected a list of whole numbers of at least 0 in '1,-2'",
        ),
        (
            ["--interleaving", "scripted:gone.flinktrace"],
            "cannot read a list of decisions from 'gone.flink",
        ),
        (["--interleaving", "scripted:gone.json"], "No such file or directory: 'gone.json'"),
    ],
)
def test_bad_options_are_named(
    write_program: WriteProgram,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    message: str,
) -> None:
    with pytest.raises(SystemExit):
        main(["run", str(write_program()), *options])
    assert message in capsys.readouterr().err


# --- interleavings by name -----------------------------------------------------------------------


def test_interleavings_have_names(tmp_path: Path) -> None:
    (tmp_path / "decisions.json").write_text("[4, 0, 1]")
    assert isinstance(parse_interleaving("arrival"), ArrivalOrder)
    assert isinstance(parse_interleaving("round-robin"), RoundRobin)
    seeded = parse_interleaving("seeded:-3")
    assert isinstance(seeded, Seeded)
    assert seeded.seed == -3
    for text in ("scripted:4,0,1", f"scripted:{tmp_path / 'decisions.json'}"):
        scripted = parse_interleaving(text)
        assert isinstance(scripted, Scripted)
        assert scripted.decisions == [4, 0, 1]


CHECKPOINTED = PROGRAM.replace("numbers = env", "env.enable_checkpointing(100)\nnumbers = env")


def test_a_task_is_killed_as_a_step_and_the_job_comes_back(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    program = write_program(CHECKPOINTED)
    assert main(["run", "--quiet", "--crash", "v1/0@4", str(program)]) == 0
    assert "1 restart after a failure" in capsys.readouterr().err
    assert main(["run", "--quiet", "--crash", "windows@4", str(program)]) == 1
    told = capsys.readouterr().err
    assert "there is no such task. Available: v1/0 (Source: Collection Source" in told
    assert "Traceback" not in told
    with pytest.raises(SystemExit):
        main(["run", "--crash", "v1/0", str(program)])
    assert "target@step, such as windows@1200" in capsys.readouterr().err


GOES_ON = """
from flinksim.common import Configuration, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import ExternalizedCheckpointRetention, StreamExecutionEnvironment

options = Configuration.from_dict({"execution.checkpointing.dir": "FOLDER"})
env = StreamExecutionEnvironment.get_execution_environment(options)
env.enable_checkpointing(20)
env.get_checkpoint_config().set_externalized_checkpoint_retention(
    ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION
)
source = ScriptedSource({"s": [x for n in range(8) for x in (record(n), pause(10))]})
numbers = env.from_source(source, WatermarkStrategy.no_watermarks(), "numbers", Types.LONG())
numbers.uid("numbers").key_by(lambda v: v % 2, Types.LONG()).reduce(lambda a, b: a + b).uid(
    "sums"
).print()
env.execute()
"""


def test_a_program_goes_on_from_a_checkpoint_that_an_earlier_run_has_left(
    write_program: WriteProgram, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "checkpoints"
    text = GOES_ON.replace("FOLDER", str(folder))
    assert main(["run", "--until", "25", str(write_program(text))]) == 0
    before = [int(line) for line in capsys.readouterr().out.split()]
    whole = [0, 1, 2, 4, 6, 9, 12, 16]
    assert before == whole[: len(before)]
    (kept,) = folder.iterdir()
    assert main(["run", "--from-savepoint", str(kept), str(write_program(text))]) == 0
    after = [int(line) for line in capsys.readouterr().out.split()]
    assert 0 < len(after) < len(whole)
    assert after == whole[-len(after) :]
    assert len(before) + len(after) >= len(whole)
    (kept,) = (one for one in folder.iterdir() if one == kept)
    changed = str(write_program(text.replace('"sums"', '"other"')))
    assert main(["run", "--from-savepoint", str(kept), changed]) == 1
    assert "--allowNonRestoredState" in capsys.readouterr().err
    assert main(["run", "--from-savepoint", str(kept), "--allowNonRestoredState", changed]) == 0
    without_state = [int(line) for line in capsys.readouterr().out.split()]
    assert len(without_state) == len(after)
    assert without_state != after
    assert main(["run", "--from-savepoint", str(tmp_path / "no"), changed]) == 1
    assert "Cannot find checkpoint or savepoint file/directory" in capsys.readouterr().err

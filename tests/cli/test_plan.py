"""``flinksim plan``: a program is not run, its graphs are written."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from flinksim.cli import main
from flinksim.viz.diagram.model import LAYER_NAMES, parse_diagram

PROGRAM = """
import sys
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
lines = env.from_collection(["to be", "or not"])
words = lines.flat_map(lambda line: line.split()).set_parallelism(4)
words.shuffle().filter(lambda word: True).set_parallelism(4).print().set_parallelism(4)
env.execute("words")
print("this must not be seen")
"""


AS_JAVA = ("--as-pyflink", "--dialect", "java")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    return path


def plan(*arguments: object) -> int:
    return main(["plan", *map(str, arguments)])


def test_the_job_graph_is_told_and_nothing_is_run(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert plan(program, *AS_JAVA) == 0
    out, err = capsys.readouterr()
    assert out.startswith("JobGraph of 'words'\n")
    assert "v4 Filter -> Sink: Print to Std. Out [parallelism 4]" in out
    assert "must not be seen" not in out
    assert err == ""


def test_a_program_that_imports_pyflink_is_shown_in_the_operators_of_pyflink(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert plan(program, "--as-pyflink") == 0
    out = capsys.readouterr().out
    assert "v5 Map [parallelism 1]" in out  # which writes values down, to be printed
    assert "Note: PyFlink creates these operators" in out


def test_the_reasons_are_told_for_every_edge(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert plan(program, *AS_JAVA, "--explain") == 0
    out = capsys.readouterr().out
    assert "Source: Collection Source -> Flat Map" in out
    assert "Not chained: parallelism 1 and 4 differ, so the partitioner is REBALANCE" in out
    assert "set_parallelism(1) on Flat Map would chain these operators" in out
    assert "removing shuffle() would chain these operators" in out
    assert "disable_chaining() on Print to Std. Out would break the chain here" in out
    assert "StreamGraph of" not in out


def test_the_walk_and_a_layer_can_be_told_together(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert plan(program, *AS_JAVA, "--walk", "--layer", "stream") == 0
    out = capsys.readouterr().out
    assert out.index("StreamGraph of 'words'") < out.index("StreamGraphGenerator for 'words'")


@pytest.mark.parametrize("layer", LAYER_NAMES)
@pytest.mark.parametrize(
    ("suffix", "beginning"),
    [("svg", b"<svg"), ("png", b"\x89PNG"), ("dot", b"digraph"), ("mmd", b"---\ntitle"),
     ("json", b'{\n "name"'), ("txt", b"")],
)  # fmt: skip
def test_a_file_is_written_in_the_form_that_its_name_asks_for(
    layer: str, suffix: str, beginning: bytes, program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = program.with_suffix(f".{suffix}")
    assert plan(program, *AS_JAVA, "--layer", layer, "-o", path, "--theme", "dark") == 0
    assert path.read_bytes().startswith(beginning)
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"words: written to {path}\n")


def test_json_without_a_layer_is_the_whole_document(
    program: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert plan(program, *AS_JAVA, "--format", "json") == 0
    document = parse_diagram(json.loads(capsys.readouterr().out))
    assert [layer.name for layer in document.layers] == list(LAYER_NAMES)
    assert document.walk
    assert document.verdicts[0].change is not None


def test_options_from_outside_reach_the_program(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.py"
    path.write_text(
        "from flinksim.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.from_sequence(1, 9).print()\n"
        "env.execute('one')\n"
        "env.from_sequence(1, 9).shuffle().print()\n"
        "env.execute('two')\n"
    )
    assert plan(path, "--parallelism", 3, "-o", tmp_path / "x.txt") == 0
    capsys.readouterr()
    assert "[parallelism 3]" in (tmp_path / "x-1.txt").read_text()
    assert (tmp_path / "x-2.txt").read_text().startswith("JobGraph of 'two'")


def test_a_program_that_needs_results_is_drawn_and_that_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p.py"
    path.write_text(
        "from flinksim.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "print(list(env.from_sequence(1, 9).execute_and_collect())[0])\n"
    )
    assert plan(path) == 0
    out, err = capsys.readouterr()
    assert "Source: Sequence Source -> Sink: Data stream collect sink" in out
    assert "failed after it had declared its job" in err


def test_a_real_plan_is_read_from_a_file_and_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path(__file__).parents[1] / "viz" / "plan" / "plans" / "execution_plan.json"
    assert plan("--from", real, "--explain") == 0
    explained = capsys.readouterr().out
    assert "?   same slot sharing group: unknown: the plan does not contain it" in explained
    monkeypatch.setattr("sys.stdin", StringIO(real.read_text()))
    assert plan("--from", "-", "--explain") == 0
    assert capsys.readouterr().out == explained


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert plan(*arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_what_cannot_be_done_is_told(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = Path(__file__).parents[1] / "viz" / "plan" / "plans" / "plan.json"
    empty = tmp_path / "empty.py"
    empty.write_text("")
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import nowhere_to_be_found\n")
    forward = tmp_path / "forward.py"
    forward.write_text(
        "from flinksim.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.from_sequence(1, 9).forward().print().set_parallelism(2)\n"
        "env.execute()\n"
    )
    for arguments, message in [
        ((), "expected either a program or a plan"),
        ((program, "--from", rest), "expected either a program or a plan"),
        ((tmp_path / "no.py",), "file not found"),
        ((rest,), f"To read a plan: flinksim plan --from {rest}"),
        ((empty,), "did not call env.execute()"),
        ((wrong,), "the package 'nowhere_to_be_found' is not installed"),
        ((forward,), "Forward partitioning does not allow change of parallelism"),
        (("--from", tmp_path / "no.json"), f"cannot read {tmp_path / 'no.json'}: No such file"),
        (("--from", program), "program.py is not valid JSON"),
        (("--from", rest, "--explain"), "a job graph does not contain the reasons for its chains"),
        (("--from", rest, "--walk"), "a plan does not contain the steps that generated it"),
        (
            ("--from", rest, "--layer", "stream"),
            "no layer 'stream'. Layers of this plan: job, execution",
        ),
        (
            (program, "--explain", "-o", tmp_path / "x.svg"),
            "--explain, --walk and --configs write text",
        ),
        (
            (program, "-o", tmp_path / "x.jpg"),
            "unknown suffix .jpg. Choose a format with --format text|json",
        ),
        (
            (program, *AS_JAVA, "-o", tmp_path / "no" / "x.svg"),
            "does not exist. Create it first",
        ),
    ]:
        assert message in complaint(capsys, *arguments)


def test_an_unknown_layer_or_form_is_refused_by_the_parser(program: Path) -> None:
    for option in (["--layer", "tasks"], ["--format", "gif"], ["--theme", "pink"]):
        with pytest.raises(SystemExit):
            plan(program, *option)


def test_a_page_with_all_layers_is_written(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "lens.html"
    assert plan(program, *AS_JAVA, "--html", page, "--layer", "execution") == 0
    text = page.read_text(encoding="utf-8")
    assert "<title>words: the plan - flinksim</title>" in text
    assert '"layer": "execution"' in text
    assert 'id="variants0"' in text
    assert capsys.readouterr().err == f"words: page written to {page}; it opens offline\n"


def test_a_plan_from_a_file_becomes_a_page_without_changes(
    program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "plan.json"
    given.write_text(
        '{"nodes": [{"id": 1, "type": "Source: a", "pact": "Data Source", "contents": "Source: a", '
        '"parallelism": 1}, {"id": 2, "type": "Sink: b", "pact": "Data Sink", "contents": "Sink: b", '
        '"parallelism": 1, "predecessors": [{"id": 1, "ship_strategy": "FORWARD", "side": '
        '"second"}]}]}'
    )
    page = tmp_path / "lens.html"
    assert plan("--from", given, "--html", page) == 0
    assert 'id="plan0"' in page.read_text(encoding="utf-8")
    assert 'id="variants0"' not in page.read_text(encoding="utf-8")


def test_a_layer_that_a_plan_does_not_have_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = tmp_path / "plan.json"
    given.write_text(
        '{"nodes": [{"id": 1, "type": "Source: a", "pact": "Data Source", "contents": "Source: a", '
        '"parallelism": 1}]}'
    )
    page = tmp_path / "lens.html"
    assert plan("--from", given, "--html", page, "--layer", "transformations") == 1
    assert "the plan has no layer 'transformations'" in capsys.readouterr().err
    assert not page.exists()


EXPLAIN = """== Abstract Syntax Tree ==
LogicalTableScan(table=[[s]])

== Physical Execution Plan ==
{"nodes" : [ {"id" : 22, "type" : "Source: s[1]", "pact" : "Data Source", "contents" : "[1]:Scan(s)",
"parallelism" : 2}, {"id" : 23, "type" : "Calc[2]", "pact" : "Operator", "contents" : "[2]:Calc(k)",
"parallelism" : 2, "predecessors" : [ {"id" : 22, "ship_strategy" : "HASH", "side" : "second"} ]} ]}
"""


def test_the_whole_text_of_explain_is_read(tmp_path, capsys):
    path = tmp_path / "explain.txt"
    path.write_text(EXPLAIN)
    assert main(["plan", "--from", str(path)]) == 0
    assert "o22 Source: s[1]" in (text := capsys.readouterr().out)
    assert "(HASH)" in text
    path.write_text(EXPLAIN.partition("== Physical")[0])
    assert main(["plan", "--from", str(path)]) == 1
    assert "explain(ExplainDetail.JSON_EXECUTION_PLAN)" in capsys.readouterr().err

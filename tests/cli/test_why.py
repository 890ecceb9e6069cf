"""``flinksim why`` and ``flinksim explore``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flinksim.analysis.why.answer import Answer
from flinksim.cli import main
from flinksim.course.scenarios import read_scenario
from flinksim.trace.storage.codec import load_trace

SITUATIONS = Path(__file__).resolve().parents[2] / "examples" / "situations"
LATE = str(SITUATIONS / "late_by_a_little.py")

Captured = pytest.CaptureFixture[str]


def test_questions_worth_asking(capsys: Captured) -> None:
    assert main(["why", LATE]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "why was record 3 dropped"
    assert "why did window [0, 10000) of a fire" in told


def test_an_answer_as_text_and_as_json(capsys: Captured) -> None:
    assert main(["why", LATE, "why was record 3 dropped"]) == 0
    text = capsys.readouterr().out
    assert (
        "To change this: Set the watermark delay of “clicks” to 2500 ms (now 2000 ms; needed: at least 2401"
        "\n  ms)." in text
    )
    assert main(["why", LATE, "why was record 3 dropped", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["counterfactual"]["changes"][0]["new"] == "2500 ms"
    assert answer["confirmed"] is True


def test_the_short_answer_begins_the_full_one(capsys: Captured) -> None:
    assert main(["why", LATE, "why was record 3 dropped"]) == 0
    short = capsys.readouterr().out
    assert main(["why", LATE, "why was record 3 dropped", "--full"]) == 0
    full = capsys.readouterr().out
    sentence = short[: short.index("Cause (verified: without it, the outcome changes): record 2")]
    assert full.startswith(f"{sentence}  step 23  ")
    assert short.endswith(
        "More: the chain of 6 events, 2 other changes (--full; in Python: answer.full_text()).\n"
    )
    assert full.count("\nOr: ") == 2
    assert "\nOr: " not in short
    assert len(short.splitlines()) <= 10 < len(full.splitlines())


def test_the_first_answer_is_given_before_the_program_runs_again() -> None:
    simulation = read_scenario(Path(LATE)).run()
    first: list[Answer] = []
    answer = simulation.why("why was record 3 dropped", on_first_answer=first.append)
    assert first[0].format_sentence() == answer.format_sentence()
    assert set(first[0].causes) >= set(answer.causes)
    assert (first[0].is_confirmed, first[0].counterfactual, first[0].run_count) == (None,) * 3
    assert "not verified" in str(first[0])
    assert answer.is_confirmed


def test_options_may_be_before_the_question(capsys: Captured) -> None:
    assert main(["why", LATE, "--what-if", "delay", "why was record 3 dropped"]) == 0
    assert (
        "To change this: Set the watermark delay of “clicks” to 2500 ms" in capsys.readouterr().out
    )
    assert main(["why", LATE, "--crash", "v3/0@10", "why did the job fail"]) == 0
    assert "fails with InjectedFailure" in capsys.readouterr().out
    assert main(["why", LATE, "--crash", "nobody@10", "why did the job fail"]) == 1
    assert "--crash: crash of 'nobody': there is no such task" in capsys.readouterr().err


def test_a_point_of_the_run_in_words(capsys: Captured) -> None:
    program = str(SITUATIONS / "window_without_watermarks.py")
    question = "why has window [0,10) of a not fired"
    assert main(["why", program, question, "--until", "clock >= 5 s"]) == 0
    assert "It never generates a watermark" in capsys.readouterr().out


def test_the_changed_run_as_a_page(tmp_path: Path, capsys: Captured) -> None:
    page = tmp_path / "changed.html"
    assert main(["why", LATE, "why was record 3 dropped", "--html", str(page)]) == 0
    assert page.stat().st_size > 100_000


def test_a_trace_is_asked_too(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "run.flinktrace"
    assert main(["run", LATE, "--quiet", "--trace", str(path)]) == 0
    assert len(load_trace(path)) > 10
    capsys.readouterr()
    assert main(["why", str(path), "why was record 3 dropped"]) == 0
    text = capsys.readouterr().out
    assert "record 2 of split “script”: (b, 12400, 1)" in text
    assert "not verified" in text
    page = str(tmp_path / "page.html")
    assert main(["why", str(path), "why was record 3 dropped", "--html", page]) == 1
    assert "a trace alone cannot be run again" in capsys.readouterr().err


def test_what_is_wrong_is_told(tmp_path: Path, capsys: Captured) -> None:
    assert main(["why", LATE, "why is the moon"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("flinksim: I did not understand this question: 'why is the moon'.")
    assert main(["why", str(tmp_path / "none.py"), "why did the job fail"]) == 1
    assert ": file not found" in capsys.readouterr().err


PROGRAM = """
from flinksim.common import Configuration, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_string("taskmanager.numberOfTaskSlots", "4")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
splits = {"x": [record(("a", 1))], "y": [record(("a", 2))]}
stream = env.from_source(ScriptedSource(splits), WatermarkStrategy.no_watermarks(), "source")
stream = stream.set_parallelism(2).key_by(lambda value: value[0])
stream.reduce(lambda left, right: (left[0], 10 * left[1] + right[1])).print()
env.execute("order")
"""


def test_explore(tmp_path: Path, capsys: Captured) -> None:
    program = tmp_path / "order.py"
    program.write_text(PROGRAM)
    assert main(["explore", str(program), "--ask", "same result"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("sometimes: the same result")
    assert "runs (stopped at the second outcome)" in told.splitlines()[1]
    assert int(told.splitlines()[1].split()[0]) < 22
    assert "They diverge at step" in told
    assert "A run in which the property holds: fs.Scripted([" in told
    assert "A run in which the property does not hold: fs.Scripted([" in told
    assert main(["explore", str(program), "--ask", "same result", "--all-outcomes"]) == 1
    assert capsys.readouterr().out.startswith("sometimes: the same result\n22 runs (exhaustive")
    assert main(["explore", str(program), "--ask", "eventually: the job is FINISHED"]) == 0
    assert capsys.readouterr().out.startswith("always: eventually: the job is FINISHED")
    assert main(["explore", str(program), "--ask", "a record is dropped"]) == 1
    assert capsys.readouterr().out.startswith("never: ")
    assert main(["explore", str(program), "--ask", "never: the moon"]) == 1
    assert "--ask: I did not understand the condition 'the moon'" in capsys.readouterr().err

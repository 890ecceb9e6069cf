"""What the playground's worker does, in this Python: messages, errors, and a trace that comes in parts."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from flinksim.core.i18n.languages import LANGUAGES
from flinksim.course.scenarios import read_scenario
from flinksim.trace.storage.codec import decode, encode
from website.packages import ROOT, WEBSITE_FOLDER

IDLE = ROOT / "examples" / "situations" / "idle_split.py"


@pytest.fixture(scope="module")
def playground() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "playground", WEBSITE_FOLDER / "python" / "playground.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Told:
    """The messages of one run."""

    def __init__(self, playground: ModuleType, program: str, **settings: Any) -> None:
        self.messages: list[tuple[str, dict[str, Any], bytes]] = []
        playground.run(
            program, json.dumps(settings), lambda *message: self.messages.append(message)
        )

    @property
    def end(self) -> dict[str, Any]:
        return self.messages[-1][1]

    @property
    def trace(self) -> Any:
        return decode(
            b"".join(data for kind, _, data in self.messages if kind in ("begin", "chunk"))
        )

    @property
    def printed(self) -> str:
        return "".join(told["text"] for kind, told, _ in self.messages if kind == "output")


READS_KAFKA = """from pyflink.common import SimpleStringSchema, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.kafka import KafkaSource

env = StreamExecutionEnvironment.get_execution_environment()
builder = KafkaSource.builder().set_bootstrap_servers("b").set_topics("orders")
source = builder.set_value_only_deserializer(SimpleStringSchema()).build()
env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka").print()
env.execute()
"""


def test_a_source_reads_the_file_that_the_page_binds(
    playground: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.txt").write_text("one\ntwo\n")
    told = Told(playground, READS_KAFKA, sources="orders=data.txt\n")
    assert told.printed.startswith("one\ntwo\nKafka orders: 2 messages of data.txt")
    assert told.end["problem"] == ""
    (tmp_path / "flinksim.toml").write_text('[sources]\norders = "data.txt bounded"\n')
    told = Told(playground, READS_KAFKA)
    assert told.printed.startswith("one\ntwo\n")
    assert told.end["status"] == "FINISHED"


def test_a_source_without_a_file_says_where_to_paste_one(
    playground: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    problem = Told(playground, READS_KAFKA).end["problem"]
    assert "'kafka': Kafka orders (String)" in problem
    assert "Open Data. Paste a recording" in problem
    assert "flinksim run" not in problem
    refused = Told(playground, READS_KAFKA, sources="nowhere=data.txt").end["problem"]
    assert "no source has this name. Names: kafka, orders" in refused


def test_a_program_is_run_as_everywhere(playground: ModuleType) -> None:
    told = Told(playground, IDLE.read_text("utf-8"))
    assert told.end["digest"] == told.trace.digest() == read_scenario(IDLE).run().digest
    assert told.printed.startswith("(a,0,4)\n")
    assert told.messages[0][1]["file"] == "program.py"
    assert (told.end["status"], told.end["problem"]) == ("FINISHED", "")


def test_the_last_run_is_asked_as_in_a_notebook(playground: ModuleType) -> None:
    told = Told(playground, IDLE.read_text("utf-8"))
    assert told.end["traits"]["can_ask"]
    assert told.end["traits"]["crashes"]
    sim = read_scenario(IDLE).run().run()
    (question, *_) = sim.questions()

    def asked(name: str, **message: Any) -> tuple[str, dict[str, Any], bytes]:
        replies: list[tuple[str, dict[str, Any], bytes]] = []
        playground.ask(name, json.dumps({"id": 7, **message}), lambda *one: replies.append(one))
        (reply,) = replies
        assert reply[1]["id"] == 7
        return reply

    where, reply, _ = asked("asks", what="why", question=question)
    assert where == "told"
    answer = sim.why(question)
    assert reply["answer"]["sentence"] == answer.sentence
    assert answer.counterfactual is not None
    assert reply["answer"]["counterfactual"]["outcome"] == answer.counterfactual.outcome
    (change,) = reply["answer"]["counterfactual"]["changes"]
    assert change["where"].startswith("program.py, line ")
    assert change["new"] == answer.counterfactual.changes[0].new
    where, reply, data = asked("asks", what="try", change=0)
    assert decode(data).digest() == answer.try_it().digest
    assert "problem" in asked("asks", what="why", question="why so")[1]
    (knob, *_) = told.end["traits"]["knobs"]
    where, reply, data = asked("asked", knob=knob["name"], value=5)
    assert where == "turned"
    assert decode(data).digest() != told.end["digest"]


def test_a_run_on_the_bench_is_asked_as_well(playground: ModuleType) -> None:
    text = IDLE.read_text("utf-8").rpartition("env.execute(")[0]
    told = Told(playground, text + "import flinksim as fs\n\nsim = fs.simulate(env).run()\n")
    replies: list[Any] = []
    question = json.dumps({"id": 1, "what": "about", "fact": 0})
    playground.ask("asks", question, lambda *one: replies.append(one))
    assert told.end["traits"]["can_ask"]
    assert "problem" not in replies[0][1]


def test_its_settings_are_those_of_the_command_line(playground: ModuleType) -> None:
    text = IDLE.read_text("utf-8")
    stopped = Told(playground, text, until="late")
    assert "LateRecordDropped" in {type(event).__name__ for event in stopped.trace[-1].events}
    assert (
        Told(playground, text, order="seeded", seed=3).end["digest"]
        != Told(playground, text).end["digest"]
    )
    refused = Told(playground, text, until="what never was")
    assert (refused.end["status"], len(refused.messages)) == ("refused", 1)
    assert "unknown event" in refused.end["problem"]


def test_only_who_imports_pyflink_follows_pyflink(playground: ModuleType) -> None:
    text = IDLE.read_text("utf-8")
    assert Told(playground, text).end["status"] == "FINISHED"
    for module in ("common", "datastream"):
        text = text.replace(f"from flinksim.{module} ", f"from pyflink.{module} ")
    with pytest.warns(UserWarning, match="as in PyFlink"):
        assert Told(playground, text).end["status"] == "FAILED"


def test_a_program_in_pyflinks_way_runs_as_often_as_one_likes(playground: ModuleType) -> None:
    text = (
        "from pyflink.datastream import StreamExecutionEnvironment\n"
        "env = StreamExecutionEnvironment.get_execution_environment()\n"
        "env.from_collection([1, 2]).key_by(lambda n: str(n)).map(lambda n: n).print()\n"
        "env.execute('twice')\n"
    )
    for _ in range(2):
        assert Told(playground, text).end["status"] == "FINISHED"


@pytest.mark.parametrize(
    ("program", "line", "problem"),
    [
        ("x = 1\ny = (\n", 2, "SyntaxError"),
        ("x = 1\nimport nowhere\n", 2, "ModuleNotFoundError: No module named 'nowhere'"),
        (
            "x = 1\nimport nowhere\n",
            2,
            "This page has Python's standard library, flinksim and sqlglot only.",
        ),
        (
            "CREATE TABLE t (a INT) WITH ('connector'='datagen', 'number-of-rows'='3');\nSELECT x FROM t;",
            2,
            "Column 'x' not found",
        ),
        ("x = 1\n", 0, "There is no job"),
        ("def f():\n    raise ValueError('no')\n\nf()\n", 2, "ValueError: no"),
    ],
)
def test_what_is_wrong_has_its_line(
    playground: ModuleType, program: str, line: int, problem: str
) -> None:
    told = Told(playground, program)
    assert problem in told.end["problem"]
    assert told.end["line"] == line


def test_within_a_long_loop_what_was_before_it_is_sent_once(playground: ModuleType) -> None:
    sim = read_scenario(IDLE).run().copy_at(20)
    sent: list[bytes] = []
    sender = playground.TraceSender(sim.cluster, lambda kind, told, data: sent.append(data))
    sender._next = float("inf")  # nothing is due yet
    for _ in range(5):
        sim.step()
        sender()
    assert len(sent) == 2
    sender.send_complete_steps()
    assert len(sent) == 2, "the step has not taken long"
    sender.step_begun -= 10
    sim.cluster.step()  # the step at hand is under way: no part of it is sent
    sender.send_complete_steps()
    sender.send_complete_steps()
    assert len(sent) == 3
    assert len(decode(b"".join(sent))) == len(sim.trace) - 1


def test_a_program_may_step_by_itself(playground: ModuleType) -> None:
    text = (ROOT / "README.md").read_text("utf-8").split("```python\n")[1].split("```")[0]
    told = Told(playground, text.replace('sim.export_html("run.html")', ""))
    assert told.end["status"] == "FINISHED"
    assert told.trace.digest() == told.end["digest"]


def test_what_is_printed_has_an_end(playground: ModuleType) -> None:
    told = Told(playground, "print('x' * 300_000)\nprint('y')\n")
    assert len(told.printed) < 201_000
    assert "the rest is not shown" in told.printed


def test_a_check_runs_nothing(playground: ModuleType) -> None:
    assert json.loads(playground.check("raise SystemExit")) == {"problem": "", "line": 0}
    assert json.loads(playground.check("x = 1\ny = = 2\n"))["line"] == 2


def test_a_page_is_made_of_the_bytes(playground: ModuleType) -> None:
    told = Told(playground, IDLE.read_text("utf-8"))
    data = b"".join(data for kind, _, data in told.messages if kind in ("begin", "chunk"))
    page = playground.page(data, json.dumps(told.messages[0][1]))
    assert "<title>idle split - flinksim</title>" in page


def test_a_saved_page_tells_causes_in_both_languages(playground: ModuleType) -> None:
    told = Told(playground, IDLE.read_text("utf-8"))
    sim = read_scenario(IDLE).run().run()
    page = playground.page(encode(told.trace), "{}")
    for language in LANGUAGES:
        question = sim.questions(language)[0]
        assert json.dumps(sim.trace.why(question, language=language).sentence) in page
    assert '"counterfactual": null' in page or '"counterfactual":null' in page


def test_the_page_and_its_python_take_the_same_texts_for_sql() -> None:
    page = (ROOT / "website" / "src" / "notebook.ts").read_text("utf-8")
    python = (ROOT / "website" / "python" / "playground.py").read_text("utf-8")
    (in_page,) = re.findall(r"const SQL_START = .*", page)
    in_python = python.partition("_SQL_START = re.compile(")[2].partition("re.IGNORECASE")[0]
    words = [
        set(re.findall(r"[A-Z]{3,}", text)) - {"SQL", "START"} for text in (in_page, in_python)
    ]
    assert words[0] == words[1] >= {"CREATE", "SELECT", "INSERT", "WITH"}

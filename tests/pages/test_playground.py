"""The playground in a real browser: runs, stops, errors, links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import flinksim as fs
from flinksim.course.scenarios import read_scenario
from flinksim.trace.storage.codec import load_trace
from tests.pages.conftest import Visit
from website.packages import ROOT

New = Callable[..., Visit]

PROGRAM = """from flinksim.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.from_collection([1, 2, 3, 4]).map(lambda value: 10 * value).print()
env.execute("tens")
"""
ENDLESS = PROGRAM.replace("lambda value: 10 * value", "spin").replace(
    "env = ",
    "def spin(value):\n    while value == 3:\n        pass\n    return value\n\n\nenv = ",
    1,
)


def test_a_run_is_the_run_of_cpython_and_its_address_opens_it_at_the_same_step(visit: New) -> None:
    teacher = visit()
    page = teacher.open("play/#example=idle_split")
    assert teacher.shown == 0
    assert page.is_hidden("#notice")
    teacher.run()
    sim = read_scenario(ROOT / "examples" / "situations" / "idle_split.py").run()
    assert page.get_attribute("html", "data-digest") == sim.run().digest
    teacher.write(
        (ROOT / "README.md").read_text("utf-8").split("```python\n")[1].split("```")[0] + "# mine\n"
    )
    teacher.run()
    page.click('[data-act="back"]')
    teacher.until(
        "new URLSearchParams(location.hash.slice(1)).get('step')"
        " === document.querySelector('.flinksim-stepper').dataset.step"
    )
    step, digest = teacher.stepper("step"), page.get_attribute("html", "data-digest")
    teacher.until("location.hash.includes('play=')")
    link = page.url.removeprefix(teacher.address)
    assert len(link) < 2000

    pupil = visit()
    page = pupil.open(link, "html[data-python=ready]")
    assert page.is_visible("#notice")
    assert "is from a link" in page.inner_text("#notice")
    page.wait_for_timeout(600)
    assert (pupil.shown, page.inner_text("#output")) == (0, ""), "nothing runs before one says so"
    page.click("#noticeRun")
    page.wait_for_selector("html[data-shown='1']", state="attached")
    assert page.is_hidden("#notice")
    assert (pupil.stepper("step"), page.get_attribute("html", "data-digest")) == (step, digest)


def test_an_endless_loop_is_stopped_the_run_so_far_stays_and_one_can_go_on(visit: New) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write(ENDLESS)
    page.click("#run")
    one.until("/steps/.test(document.getElementById('status').textContent)")
    page.wait_for_timeout(1200)
    page.click("#stop")
    page.wait_for_selector("html[data-shown='1']", state="attached")
    assert page.inner_text("#status").startswith("Stopped after")
    assert int(one.stepper("step")) >= 1
    one.write(PROGRAM)
    one.run()
    assert page.inner_text("#output") == "10\n20\n30\n40\n"


def test_errors_stand_at_their_line(visit: New) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write(PROGRAM.replace("10 * value", "10 // (value - 2)"))
    one.run()
    assert "ZeroDivisionError" in page.inner_text("#output")
    assert page.locator("#editor .cm-lint-marker-error").count() == 1
    lit = page.locator("#editor .cm-activeLine").inner_text()
    assert lit.startswith("env.from_collection")
    one.write("x = 1\ny = (2\n")
    one.until(
        "document.getElementById('editor').shadowRoot.querySelector('.cm-lintRange-error')?.textContent === 'y = (2'"
    )


def test_after_an_error_before_the_job_the_earlier_run_is_marked(visit: New) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write(PROGRAM)
    one.run()
    assert page.locator("#stepper .notice").count() == 0
    one.write("import nowhere\n")
    page.click("#run")
    one.until("/no job/.test(document.getElementById('status').textContent)")
    assert page.inner_text("#stepper .notice").startswith("This is an earlier run.")
    assert "has Python's standard library, flinksim and sqlglot only" in page.inner_text("#output")
    one.write(PROGRAM)
    one.run()
    assert page.locator("#stepper .notice").count() == 0


def test_names_are_completed_with_what_their_docstrings_say(visit: New) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write("from flinksim.datastream import StreamExecutionEnvironment\n"
              "env = StreamExecutionEnvironment.get_execution_environment()\n"
              "env.from_collection([1]).key_by(lambda v: v).")  # fmt: skip
    page.keyboard.type("count_w")
    option = page.locator("#editor .cm-tooltip-autocomplete li", has_text="count_window")
    option.first.wait_for()
    info = page.locator("#editor .cm-completionInfo")
    info.wait_for()
    assert "count_window(" in info.inner_text()
    assert len(info.inner_text().splitlines()) > 1


READS_A_LOG = (
    PROGRAM.replace("env.from_collection([1, 2, 3, 4])",
        'env.from_source(EventLogSource("my_log.csv"), WatermarkStrategy.no_watermarks(), "log")')
    .replace("lambda value: 10 * value", "str").replace("from ", "from flinksim.common import WatermarkStrategy\n"
        "from flinksim.connectors import EventLogSource\nfrom ", 1))  # fmt: skip


def test_a_log_that_is_dropped_is_read_before_the_run_begins(visit: New, tmp_path: Path) -> None:
    log = tmp_path / "my log.csv"
    log.write_text("split,arrival,word\n" + "".join(f"a,{n},word {n}\n" for n in range(2000)))
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write(READS_A_LOG)
    page.set_input_files("#file", str(log))
    one.run()
    lines = page.inner_text("#output").splitlines()
    assert lines[0] == "('word 0',)"
    assert lines[-1] == "('word 1999',)"
    page.wait_for_selector("#files button:has-text('my_log.csv')")


READS_KAFKA = """from pyflink.common import SimpleStringSchema, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.kafka import KafkaSource

env = StreamExecutionEnvironment.get_execution_environment()
source = (
    KafkaSource.builder()
    .set_bootstrap_servers("broker:9092")
    .set_topics("orders")
    .set_value_only_deserializer(SimpleStringSchema())
    .build()
)
env.from_source(source, WatermarkStrategy.no_watermarks(), "kafka").map(str.upper).print()
env.execute("kafka")
"""
RECORDING = "".join(
    f'{{"topic": "orders", "partition": {n % 2}, "offset": {n // 2}, "ts": {1000 * n}, "payload": "order {n}"}}\n'
    for n in range(4)
)


def test_a_kafka_program_reads_a_pasted_recording(visit: New) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write(READS_KAFKA)
    page.click("#run")
    one.until("document.getElementById('output').textContent.includes('Paste a recording')")
    assert "'kafka': Kafka orders (String)" in page.inner_text("#output")

    page.click("summary:has-text('Data')")
    page.fill("#pasted", RECORDING)
    page.fill("#pastedName", "orders.jsonl")
    page.click("#paste")
    page.wait_for_selector("#files button:has-text('orders.jsonl')")
    page.fill("#sources", "orders=orders.jsonl")
    page.locator("#sources").blur()
    one.run()
    lines = page.inner_text("#output").splitlines()
    assert sorted(line for line in lines if line.startswith("ORDER")) == [
        f"ORDER {n}" for n in range(4)
    ]
    assert "Kafka orders: 4 messages of orders.jsonl" in lines
    assert one.shown == 1

    page.fill("#sources", "")  # the same binding as a file flinksim.toml
    page.locator("#sources").blur()
    page.fill("#pasted", '[sources]\norders = "orders.jsonl bounded"\n')
    page.fill("#pastedName", "flinksim.toml")
    page.click("#paste")
    page.wait_for_selector("#files button:has-text('flinksim.toml')")
    one.run()
    assert "ORDER 3" in page.inner_text("#output")
    assert "finished" in page.inner_text("#status")


def test_the_run_is_saved_as_a_trace_a_page_and_a_notebook(visit: New, tmp_path: Path) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write(PROGRAM)
    one.run()
    kept = {}
    page.click("summary:has-text('Save')")
    for act in ("saveTrace", "savePage", "saveNotebook"):
        with page.expect_download() as waiting:
            page.click(f"#{act}")
        kept[act] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(kept[act])
    trace = load_trace(kept["saveTrace"])
    assert trace.digest() == page.get_attribute("html", "data-digest")
    assert [result.value for result in trace.get_events(fs.ResultWritten)] == [10, 20, 30, 40]
    assert "<title>tens - flinksim</title>" in kept["savePage"].read_text("utf-8")
    assert "sim = fs.simulate(env)" in kept["saveNotebook"].read_text("utf-8")


def test_a_sql_script_runs_is_asked_and_saved(visit: New, tmp_path: Path) -> None:
    one = visit()
    page = one.open("play/#example=sql", "html[data-python=ready]")
    one.run()
    assert "window_start" in page.inner_text("#output")
    assert "finished" in page.inner_text("#status")
    page.click('[data-show-tab="why"]')
    page.locator(".choices [data-question]").first.wait_for(timeout=30_000)
    page.fill('[data-form="why"] input', "what are the results")
    page.keyboard.press("Enter")
    page.locator(".answer", has_text="results were written").wait_for(timeout=60_000)
    page.click("summary:has-text('Save')")
    for act, kept in (("saveProgram", "query.sql"), ("saveNotebook", "program.ipynb")):
        with page.expect_download() as waiting:
            page.click(f"#{act}")
        assert waiting.value.suggested_filename == kept
        waiting.value.save_as(tmp_path / kept)
    assert "%%flinksql" in (tmp_path / "program.ipynb").read_text("utf-8")
    one.write((tmp_path / "query.sql").read_text("utf-8").replace("COUNT(*)", "COUNT(x)"))
    page.click("#run")
    one.until("document.getElementById('output').textContent.includes(\"Column 'x' not found\")")


def test_a_program_reaches_neither_another_site_nor_what_the_page_keeps(visit: New) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write("import js\nfor name in ('fetch', 'XMLHttpRequest', 'WebSocket', 'indexedDB', 'caches', 'Worker'):\n"
              "    print(name, getattr(js, name, None))\n")  # fmt: skip
    page.click("#run")
    one.until("document.getElementById('output').textContent.includes('no job')")
    told = page.inner_text("#output").splitlines()[:6]
    assert [line.split()[-1] for line in told] == ["None"] * 6 or all(
        "undefined" in line for line in told
    )


def test_a_run_is_asked_and_a_change_tried(visit: New) -> None:
    one = visit()
    page = one.open("play/#example=idle_split", "html[data-python=ready]")
    one.run()
    page.click('[data-view="chart"]')  # the simple view has no tasks to light up
    page.click('[data-show-tab="why"]')  # beside the editor the stepper is narrow
    page.locator(".choices [data-question]").first.wait_for(timeout=30_000)
    page.fill('[data-form="why"] input', "why so")
    page.keyboard.press("Enter")
    one.until(
        "document.querySelector('.asking .askNote').textContent.includes('Questions that you can ask')"
    )
    question = "why was record 1 of split partition 1 dropped"
    page.fill('[data-form="why"] input', question)
    page.keyboard.press("Enter")
    # until then the page says of the late record what the trace alone tells
    page.locator(".answer h3", has_text=question).wait_for(timeout=60_000)
    assert page.locator(".lit").count() > 0
    page.locator("[data-try]").first.click()
    one.until("document.querySelector('[data-tab=differences]')?.hidden === false", 60)
    assert page.locator(".changeRow").count() > 0


ENDS_ONCE = """import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

is_first = True


def pass_on(value):
    while not is_first:  # the program itself ends; what is tried of it does not
        pass
    return value


def second(value, _):
    return value[1]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
times = [9_000, 10_400, 9_900, 31_000]
steps = [step for time in times for step in (record(("a", time)), pause(300))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(0))
stream = env.from_source(ScriptedSource(steps), strategy.with_timestamp_assigner(second), "clicks")
stream.map(pass_on).key_by(lambda one: one[0]).window(
    TumblingEventTimeWindows.of(Time.seconds(10))).reduce(lambda left, right: left).print()
env.execute("late")
is_first = False
"""


def test_an_answer_that_takes_long_can_be_stopped(visit: New) -> None:
    one = visit()
    page = one.open("play/", "html[data-python=ready]")
    one.write(ENDS_ONCE)
    one.run()
    page.click('[data-show-tab="why"]')  # beside the editor the stepper is narrow
    page.fill('[data-form="why"] input', "why was record 2 dropped")
    page.keyboard.press("Enter")
    one.until("document.documentElement.dataset.asking === 'yes'")
    page.wait_for_timeout(1500)
    page.click("#stop")
    one.until("document.querySelector('.asking .askNote').textContent.includes('Press Run')")
    assert page.get_attribute("html", "data-asking") == "no"
    one.until("document.documentElement.dataset.python === 'ready'")
    one.write(PROGRAM)
    one.run()
    assert page.inner_text("#output") == "10\n20\n30\n40\n"

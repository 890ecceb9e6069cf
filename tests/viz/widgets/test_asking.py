"""The page asks Python: about a thing, why, until when, what is watched; and tries a change."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.simulation.page import precomputed_answers as beforehand
from flinksim.simulation.page.precomputed_answers import precompute_answers
from flinksim.trace import events as e
from flinksim.trace.storage.codec import encode
from flinksim.viz.widgets.export.html_page import pack_tables, read_widget_bundle
from flinksim.viz.widgets.stepper_widget import StepperWidget

LATE = [
    record(("a", 9_000, 1)), pause(300), record(("a", 10_400, 1)), pause(300),
    record(("a", 9_900, 1)), pause(300), record(("a", 31_000, 1)), pause(300),
]  # fmt: skip


def simulation() -> fs.Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(0))
    strategy.with_timestamp_assigner(lambda value, _: value[1])
    stream = env.from_source(ScriptedSource(LATE), strategy, "clicks")
    windows = stream.key_by(lambda value: value[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(10))
    )
    windows.reduce(lambda left, right: (left[0], right[1], left[2] + right[2])).name(
        "windows"
    ).print()
    with redirect_stdout(StringIO()):
        return fs.simulate(env).run()


@pytest.fixture(scope="module")
def stepper() -> StepperWidget:
    shown = simulation().show()
    assert isinstance(shown, StepperWidget)
    return shown


def where(sim: fs.Simulation, kind: type[Any]) -> int:
    return next(i for i, event in enumerate(sim.trace.events) if isinstance(event, kind))


def told(stepper: StepperWidget, **message: Any) -> dict[str, Any]:
    number = (stepper.asks.get("id") or 0) + 1
    stepper.asks = {"id": number, **message}
    assert stepper.told["id"] == number
    return {name: value for name, value in stepper.told.items() if name != "id"}


def test_what_makes_sense_of_a_thing(stepper: StepperWidget) -> None:
    sim = simulation()
    dropped = told(stepper, what="about", fact=where(sim, e.LateRecordDropped))["questions"]
    assert dropped[0] == "why was record 2 dropped"
    fired = told(stepper, what="about", fact=where(sim, e.WindowFired))["questions"]
    assert fired[0] == "why did window [0, 10000) of a fire"
    assigned = where(sim, e.WindowAssigned)
    (first, *_) = told(stepper, what="about", fact=assigned)["questions"]
    assert first.startswith("why has window [0, 10000) of a not fired at step ")
    for index in range(len(sim.trace.events)):
        for question in told(stepper, what="about", fact=index)["questions"]:
            assert sim.why(question, what_if=False).sentence, question


def test_each_kind_of_thing_has_its_questions(stepper: StepperWidget) -> None:
    sim = simulation()
    trace, last = sim.trace, len(sim.trace) - 1
    window = next(one for one in trace.plan.instances() if one.operator.name == "windows")
    (channel,) = trace.plan.channels
    fired = where(sim, e.WindowFired)
    step = next(step.number for step in trace if any(
        isinstance(event, e.WindowFired) for event in step.events))  # fmt: skip
    pane, timer = f'["{window.id}","a",[0,10000]]', f'["{window.id}","event","a",[0,10000],9999]'
    expected = {
        f"channel:{channel.id}": "why is the watermark of windows MAX",
        f"task:{channel.target}": "why is windows idle",
        f"watermark:{window.id}": "why is the watermark of windows MAX",
        f"pane:{pane}": "why did window [0, 10000) of a fire",
        "window:[0,10000]": "why did window [0, 10000) of a fire",
        f"timer:{timer}": "why did window [0, 10000) of a fire",
        'key:"a"': "why was record 2 dropped",
        "split:script": "why was record 2 dropped",
        f"record:{where(sim, e.SourceRecordRead)}": "why did window [0, 10000) of a fire",
        f"row:{where(sim, e.ResultWritten)}": "why is the result ('a', 9000, 1)",
    }
    for thing, question in expected.items():
        found = told(stepper, what="about", thing=thing, step=last)
        assert found["thing"] == thing
        assert question in found["questions"], (thing, found["questions"])
    before = told(stepper, what="about", thing=f"pane:{pane}", step=step - 1)["questions"]
    assert before[0] == f"why has window [0, 10000) of a not fired at step {step}"
    assert sim.why(before[0]).sentence != sim.why("why did window [0, 10000) of a fire").sentence
    for wrong in (
        "moon:1",
        "channel:c9",
        'key:"z"',
        "row:0",
        f"record:{fired}",
        "pane:[]",
        "split:9",
    ):
        assert "problem" in told(stepper, what="about", thing=wrong, step=last), wrong


def test_why_and_try(stepper: StepperWidget) -> None:
    answer = told(stepper, what="why", question="why was record 2 dropped")["answer"]
    assert answer["counterfactual"]["changes"][0]["new"] == "500 ms"
    assert "watermark delay of “clicks” to 500 ms" in told(stepper, what="try", change=0)["tried"]
    assert encode(simulation().trace) != stepper.turned_trace
    assert told(stepper, what="try", change=9)["problem"].startswith("expected 'change'")


def test_a_change_that_the_question_asks_about_can_be_opened(stepper: StepperWidget) -> None:
    answer = told(stepper, what="why", question="would a delay of 500 ms help?")["answer"]
    assert answer["understood"] == "what if the watermark delay is 500 ms"
    assert answer["counterfactual"]["requested"] is True
    assert "0 records are late (without the change: 1)" in answer["counterfactual"]["outcome"]
    assert "to 500 ms" in told(stepper, what="try", change=0)["tried"]
    other = told(stepper, what="why", question="why was record 2 dropped")["answer"]
    assert other["counterfactual"]["requested"] is False


def test_until_and_watch(stepper: StepperWidget) -> None:
    sim = simulation()
    dropped = next(step.number for step in sim.trace
                   if any(isinstance(event, e.LateRecordDropped) for event in step.events))  # fmt: skip
    on = told(stepper, what="until", words="a record is dropped", step=0, back=False)
    assert on == {"step": dropped}
    last = len(sim.trace) - 1
    assert told(stepper, what="until", words="a record is dropped", step=last, back=True) == on
    none = told(stepper, what="until", words="a record is dropped", step=last, back=False)
    assert none["problem"].startswith(f"no step after step {last} meets the condition")
    assert (
        "I did not understand the condition"
        in told(stepper, what="until", words="soon", step=0)["problem"]
    )
    rows = told(stepper, what="watch", words=["watermark of windows"], was=1, now=last)["rows"]
    assert rows == [["watermark of windows", "MIN", "MAX"]]


def test_what_is_no_message_is_told(stepper: StepperWidget) -> None:
    assert told(stepper, what="everything")["problem"].startswith("expected 'what'")
    assert told(stepper, what="about", fact=10**9)["problem"].startswith("expected 'fact'")
    assert told(stepper, what="why", question="")["problem"].startswith("expected 'question'")
    assert told(stepper, what="watch", words="x", was=0, now=0)["problem"].startswith("expected")


# --- on the page ----------------------------------------------------------------------------------

PAGE = """async ({ code, state, data, tables }) => {
    const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    state.trace = bytes(data);
    state.tables = bytes(tables);
    const listeners = {};
    let asked = "{}";
    const model = {
        get: (name) => state[name], off() {},
        set(name, value) { state[name] = value; },
        on: (event, callback) => { (listeners[event] ??= []).push(callback); },
        async save_changes() {
            const message = JSON.stringify(state.asks ?? {});
            if (message === asked) return;
            asked = message;
            const [told, trace] = JSON.parse(await window.kernel(message));
            if (trace) state.turned_trace = bytes(trace);
            state.told = told;
            for (const callback of listeners["change:told"]) callback();
        },
    };
    const { default: widget } = await import(url);
    const place = document.createElement("div");
    place.style.setProperty("--stage-height", "780px");
    document.body.replaceChildren(place);
    await widget.render({ model, el: place });
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    sim = simulation()
    stepper = sim.show()
    page = browser.new_page(viewport={"width": 1300, "height": 800}, reduced_motion="reduce")
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("about:blank")

    def kernel(message: str) -> str:
        stepper.asks = json.loads(message)
        trace = base64.b64encode(stepper.turned_trace).decode() if "tried" in stepper.told else ""
        return json.dumps([stepper.told, trace])

    page.expose_function("kernel", kernel)
    state = {"position": where(sim, e.LateRecordDropped) + 1, "can_ask": True, "view": "chart"}
    data = base64.b64encode(encode(sim.trace)).decode()
    tables = base64.b64encode(pack_tables()).decode()
    page.evaluate(
        PAGE, {"code": read_widget_bundle(), "state": state, "data": data, "tables": tables}
    )
    yield page
    page.close()
    assert complaints == []


def step_of(page: Page) -> Callable[[int], None]:
    return lambda step: page.wait_for_selector(f'.flinksim-stepper[data-step="{step}"]')


def test_one_points_asks_walks_and_tries(page: Page) -> None:
    page.click('[data-tab="why"]')
    page.click('[data-question="why was record 2 dropped"]')
    page.wait_for_selector("[data-try]")
    assert "401 ms" in page.inner_text(".told")
    assert page.locator("[data-task].lit").count() > 0
    links = page.locator("[data-link]")
    links.nth(links.count() - 1).click()
    page.wait_for_selector(f'[data-link="{links.count() - 1}"][aria-current="step"]')
    page.locator("[data-try]").first.click()
    page.wait_for_selector(".compares [data-tab='differences']:not([hidden])", state="attached")
    page.click('[data-tab="differences"]')
    page.wait_for_selector("[data-change]")
    assert page.locator('[data-tab="watch"]').is_hidden(), "of another run Python is not asked"


def test_one_goes_on_and_back_until_a_condition_and_watches(page: Page) -> None:
    sim = simulation()
    fires = next(step.number for step in sim.trace
                 if any(isinstance(event, e.WindowFired) for event in step.events))  # fmt: skip
    page.click('[data-tab="watch"]')
    page.fill('[data-form="watch"] input', "dropped records")
    page.click('[data-form="watch"] button')
    page.wait_for_selector(".watches tr:nth-child(2)")
    page.fill('[data-form="until"] input', "window [0, 10000) of a fires")
    page.click('[data-form="until"] button[value="back"]')
    step_of(page)(fires)
    page.wait_for_selector(".watches tr.changed")
    assert page.locator(".watches tr.changed td").all_inner_texts()[:2] == ["1", "0"]
    page.fill('[data-form="until"] input', "the moon is full")
    page.click('[data-form="until"] button[value="on"]')
    page.wait_for_selector(
        '[data-of="watch"] .askNote:has-text("did not understand the condition")'
    )


def test_one_points_at_things_of_all_kinds(page: Page) -> None:
    def pointed(question: str) -> None:
        page.wait_for_selector(f'.pointed:not([hidden]) [data-question^="{question}"]')

    page.locator(".stripPicture [data-task]").last.click()
    pointed("why is windows idle")
    page.click(".pointed [data-unpoint]")
    page.wait_for_selector(".pointed", state="hidden")
    page.click('[data-view="watermarks"]')
    for place, question in (
        ('[data-about^="pane:"]', "why has window [10000, 20000) of a not fired at step"),
        ('[data-about^="key:"]', "why was record 2 dropped"),
        ('[data-about^="watermark:"]', "why has the watermark of windows not moved at step"),
        ('[data-about^="timer:"]', "why has window [10000, 20000) of a not fired at step"),
        ('[data-about^="channel:"]', "why is the watermark of windows 10399 at step"),
    ):
        page.locator(place).first.click()
        pointed(question)
        page.click(".pointed [data-unpoint]")
    page.locator('[data-about^="key:"]').first.click()
    pointed("why was record 2 dropped")
    page.click('.pointed [data-question="why was record 2 dropped"]')
    page.wait_for_selector("[data-try]")
    assert page.inner_text(".told h3") == "why was record 2 dropped"


# --- without Python -------------------------------------------------------------------------------


def test_an_exported_page_answers_what_was_asked_beforehand(
    browser: Browser, tmp_path: Path
) -> None:
    sim = simulation()
    file = sim.export_html(tmp_path / "run.html", answers=True)
    page = browser.new_page(viewport={"width": 1300, "height": 800}, reduced_motion="reduce")
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(file.as_uri())
    page.wait_for_selector("html[data-ready=yes]", state="attached")
    page.click('[data-view="chart"]')  # the simple view has no tasks to light up
    page.click('[data-tab="why"]')
    assert "For other questions, use a notebook" in page.inner_text('[data-of="why"]')
    asked = page.locator('[data-of="why"] [data-question]').all_inner_texts()
    assert sorted(asked) == sorted(sim.questions())
    page.click('[data-question="why was record 2 dropped"]')
    page.wait_for_selector("[data-try]")
    answer = sim.why("why was record 2 dropped")
    assert answer.counterfactual is not None
    assert answer.sentence in page.inner_text(".told")
    assert page.locator("[data-task].lit").count() > 0
    assert page.locator("[data-try]").count() == 1 + len(answer.alternatives)
    page.locator(".stripPicture [data-task]").last.click()
    page.wait_for_selector(".pointed:not([hidden]) [data-question]")
    page.locator("[data-try]").first.click()
    page.wait_for_selector(".compares [data-tab='differences']:not([hidden])", state="attached")
    page.click('[data-tab="differences"]')
    page.wait_for_selector("[data-change]")
    assert complaints == []
    page.close()


@pytest.mark.slow("answers every question of a run three times")
def test_the_runs_in_a_page_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    sim = simulation()
    made = precompute_answers(sim.trace, sim._pipeline, sim._settings)
    sizes = [len(encode(run)) for _, runs in made for run in runs]
    assert sum(sizes) <= beforehand.MAX_RUN_BYTES
    assert len(sizes) > 3
    monkeypatch.setattr(beforehand, "MAX_RUN_BYTES", sizes[0] + sizes[1])
    fewer = precompute_answers(sim.trace, sim._pipeline, sim._settings)
    assert [one for one, _ in fewer] == [one for one, _ in made]
    assert sum(len(runs) for _, runs in fewer) == 2
    monkeypatch.setattr(beforehand, "MAX_EVENTS", 10)
    untried = precompute_answers(sim.trace, sim._pipeline, sim._settings)
    assert [one["counterfactual"] for one, _ in untried] == [None] * len(made)
    assert [one["sentence"] for one, _ in untried] == [one["sentence"] for one, _ in made]

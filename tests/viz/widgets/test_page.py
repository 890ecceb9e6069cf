"""The exported page, opened from its file in a real browser."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import flinksim as fs
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.trace import events as e
from flinksim.trace.query import describe_event, get_call_stack
from flinksim.trace.recorder import Recorder, Trace
from flinksim.trace.schema.event_kinds import SCHEMA_ID
from flinksim.viz.widgets.export.html_page import export_html, to_html
from tests.trace.fixtures import START_MS, made_up_trace, plan
from tests.viz.widgets.conftest import Exported

Open = Callable[..., Exported]
TRACE = made_up_trace(120)


@pytest.fixture
def exported(exported: Open) -> Open:
    """Opens a page with a task up close."""
    return partial(exported, view="watermarks")


def after(kind: type, number: int = 0, trace: Trace = TRACE) -> int:
    """The position right after the *number*-th fact of a kind."""
    return [i + 1 for i, event in enumerate(trace.events) if type(event) is kind][number]


def test_the_page_opens_where_it_is_told_to(exported: Open) -> None:
    page = exported(TRACE, position=0)
    assert (page.position, page.step) == (0, -1)
    assert page.text("sentence").startswith("The run has not started yet")
    assert page.text("job") == "departures per airport"
    assert page.page.locator("[data-task]").count() == 5


def test_keys_act_at_once_and_the_focus_draws_no_frame_around_the_page(exported: Open) -> None:
    page = exported(TRACE)
    page.page.keyboard.press("ArrowRight")
    assert page.step == 0
    page.page.keyboard.press("End")
    assert page.position == len(TRACE.events)
    style = "getComputedStyle(document.querySelector('[role=application]')).outlineStyle"
    assert page.page.evaluate(style) == "none"


def test_a_page_inside_another_one_leaves_the_focus_to_that(
    browser: Browser, tmp_path: Path
) -> None:
    export_html(TRACE, tmp_path / "run.html")
    outside = tmp_path / "outside.html"
    outside.write_text('<iframe src="run.html" width="900" height="700"></iframe>')
    page = browser.new_page()
    page.goto(outside.as_uri())
    page.frame_locator("iframe").locator("html[data-ready=yes]").wait_for()
    assert page.evaluate("document.activeElement.tagName") == "BODY"
    page.close()


def test_the_page_of_a_failed_run_opens_at_the_error_and_tells_what_the_command_line_tells(
    exported: Open,
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.from_collection([5, 0]).map(lambda value: 10 // value).print()
    sim = fs.simulate(env)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        sim.run()
    page = exported(sim.trace, position=None, by="key events")
    assert page.text("question") == "Why does the job fail?"
    failed = next(
        n for n, event in enumerate(sim.trace.events, 1) if isinstance(event, e.TaskFailed)
    )
    assert page.position == failed
    assert "fails with ZeroDivisionError: integer division" in page.text("sentence")
    told = page.text("failure").splitlines()
    assert [line for line in told if line][:5] == ["operator", "Map", "record", "0", "your code"]
    assert re.fullmatch(r"test_page\.py, line \d+: env\.from_collection.*", told[-3])
    assert told[-2:] == ["effect", "The job is not started again."]
    page.press("back")
    assert not page.page.is_visible('[data-part="failure"]')


def test_next_takes_a_whole_step_and_back_takes_it_back(exported: Open) -> None:
    page = exported(TRACE)
    page.press("next")
    assert (page.step, page.position) == (0, 1)
    page.press("next")
    assert (page.step, page.position) == (1, TRACE.event_range(1)[1])
    page.press("back")
    assert (page.step, page.position) == (0, 1)
    page.press("back")
    assert (page.step, page.position) == (-1, 0)
    assert page.page.is_disabled('[data-act="back"]')


def test_last_and_first_go_to_the_ends(exported: Open) -> None:
    page = exported(TRACE)
    page.press("last")
    assert (page.position, page.step) == (len(TRACE.events), len(TRACE) - 1)
    assert page.text("sentence") == "The job ends with status FINISHED."
    page.press("first")
    assert page.position == 0


TREE = """(part) => {
    const attributes = (node) => [...node.attributes].map((one) => `${one.name}=${one.value}`).sort();
    const tree = (node) => node.nodeType === Node.TEXT_NODE ? node.nodeValue
        : [node.nodeName, attributes(node), [...node.childNodes].map(tree)];
    return JSON.stringify(tree(document.querySelector(`[data-part="${part}"]`)));
}"""


def test_stepping_there_and_scrubbing_there_show_the_same(exported: Open) -> None:
    page = exported(TRACE)
    page.by("firing")
    page.press("next")
    stepped = [page.page.evaluate(TREE, part) for part in ("graph", "panes")]
    here = page.position
    page.scrub(len(TRACE.events))
    page.scrub(here)
    assert [page.page.evaluate(TREE, part) for part in ("graph", "panes")] == stepped


@pytest.mark.parametrize(
    ("grain", "kinds"),
    [
        ("record", (e.SourceRecordRead, e.ElementReceived)),
        ("watermark", (e.WatermarkGenerated, e.InputWatermarkAdvanced)),
        ("firing", (e.WindowFired,)),
    ],
)
def test_each_way_of_stepping_stops_at_its_events(
    exported: Open, grain: str, kinds: tuple[type, ...]
) -> None:
    page = exported(TRACE)
    page.by(grain)
    stops = []
    for _ in range(4):
        page.press("next")
        stops.append(page.position)
    wanted = [
        index + 1
        for index, event in enumerate(TRACE.events)
        if isinstance(event, kinds)
        and (grain != "record" or getattr(event, "element", "record") == "record")
    ]
    assert stops == wanted[:4]
    page.press("back")
    assert page.position == wanted[2]


def test_play_moves_on_and_stops_at_the_end(exported: Open) -> None:
    page = exported(TRACE, position=len(TRACE.events) - 3)
    page.by("event")
    page.press("play")
    assert page.text("play") == "Pause"
    page.page.wait_for_selector(f'.flinksim-stepper[data-position="{len(TRACE.events)}"]')
    assert page.text("play") == "Play"


def test_the_keyboard_does_what_the_buttons_do(exported: Open) -> None:
    page = exported(TRACE)
    page.page.focus(".flinksim-stepper")
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("ArrowRight")
    assert page.step == 1
    page.page.keyboard.press("6")  # by fact
    page.page.keyboard.press("ArrowLeft")
    assert page.position == TRACE.event_range(1)[1] - 1
    page.page.keyboard.press("End")
    assert page.position == len(TRACE.events)
    page.page.keyboard.press("Home")
    assert page.position == 0
    page.page.keyboard.press(" ")
    assert page.text("play") == "Pause"


def test_every_control_can_be_reached_with_the_tab_key(exported: Open) -> None:
    page = exported(TRACE)
    reached = set()
    page.page.focus(".flinksim-stepper")
    for _ in range(40):
        page.page.keyboard.press("Tab")
        reached.add(
            page.page.evaluate(
                "(({ act, part, task }) => act ?? part ?? task ?? '')"
                "(document.activeElement.dataset)"
            )
        )
    assert reached >= {"first", "back", "play", "next", "last", "grain", "v5/1", "theme"}


def test_the_sentence_and_the_stack_are_those_of_python(exported: Open) -> None:
    page = exported(TRACE)
    page.by("event")
    position = after(e.WindowFired)
    page.scrub(position)
    assert page.text("sentence") == describe_event(TRACE, position - 1)
    frames = page.page.locator('[data-part="stack"] .frame').all()
    assert [frame.get_attribute("title") for frame in frames] == get_call_stack(TRACE, position - 1)


def test_a_firing_is_seen_in_its_pane_and_its_timer(exported: Open) -> None:
    page = exported(TRACE)
    page.by("event")
    page.scrub(after(e.WindowFired))
    event = TRACE.events[page.position - 1]
    assert isinstance(event, e.WindowFired)
    fires = page.page.locator(".pane.fires")
    assert fires.count() == 1
    assert fires.locator(".count").text_content() == str(event.count)
    assert page.page.locator(".timer.fires").count() == 1
    assert "FIRE" in (fires.text_content() or "")


def many_timers(due: int, waiting: int) -> Trace:
    """One operator whose watermark has made so many timers due; the first of them fires."""
    recorder, operator, now = Recorder(), OperatorId("o5/0"), START_MS
    recorder.begin_step(now, "job", "submit")
    recorder.emit(e.JobSubmitted(plan()).to_row())
    recorder.begin_step(now, "v5/0", "mail")
    for number in range(waiting):
        recorder.emit(
            e.TimerRegistered(operator, "event", f"w{number}", "", now + 100 + number).to_row()
        )
    for number in range(due):
        recorder.emit(e.TimerRegistered(operator, "event", f"d{number}", "", now - number).to_row())
    recorder.emit(e.OperatorWatermarkAdvanced(operator, MIN_TIMESTAMP, now).to_row())
    recorder.emit(e.TimerFired(operator, "event", f"d{due - 1}", "", now - due + 1).to_row())
    return recorder.trace


@pytest.mark.parametrize(("due", "waiting"), [(2, 9), (4, 9), (7, 9), (12, 0), (5, 1)])
def test_every_due_timer_stands_before_the_watermark(
    exported: Open, due: int, waiting: int
) -> None:
    trace = many_timers(due, waiting)
    page = exported(trace)
    page.scrub(len(trace.events))
    rows = page.page.locator('[data-part="timers"] .timer, [data-part="timers"] .dividerChip')
    kinds = [(row.get_attribute("class") or "").split()[-1] for row in rows.all()]
    assert kinds[: due + 1] == ["fires", *["due"] * (due - 1), "dividerChip"]
    after = kinds[due + 1 :]
    assert set(after) <= {"waits"}
    assert len(after) >= min(1, waiting), "and at least one of those that wait is seen"
    hidden = waiting - len(after)
    more = page.page.locator('[data-part="timers"] text', has_text="more")
    assert more.all_text_contents() == ([f"and {hidden} more"] if hidden else [])


def test_the_valve_shows_the_channel_that_holds_the_watermark_back(exported: Open) -> None:
    page = exported(TRACE)
    page.by("event")
    position = after(e.InputWatermarkAdvanced, 3)
    page.scrub(position)
    event = TRACE.events[position - 1]
    assert isinstance(event, e.InputWatermarkAdvanced)
    channels = [c for c in TRACE.plan.channels if c.id in event.held_by]
    holds = page.page.locator(".row.holds")
    assert holds.count() == len(channels) > 0
    for row, channel in zip(holds.all_text_contents(), channels, strict=True):
        assert f"ch {channel.index}" in row
    assert page.label("valve").startswith("Watermarks: ch 0 ")


def test_credit_and_buffers_stand_on_the_cards_as_pips(exported: Open) -> None:
    page = exported(TRACE)
    page.page.click('[data-task="v5/1"]')
    page.by("event")
    page.scrub(after(e.BufferSent, 2))
    page.page.click('[data-task="v5/1"]') if "pinned" not in page.text("task") else None
    event = TRACE.events[page.position - 1]
    assert isinstance(event, e.BufferSent)
    target = event.channel.split(">")[1]
    if target != "v5/1":
        page.page.click(f'[data-task="{target}"]')
    index = next(c.index for c in TRACE.plan.channels if c.id == event.channel)
    card = page.page.locator("g", has=page.page.locator(".card")).filter(has_text=f"ch {index}")
    assert card.last.locator(".pip.free").count() == event.credit
    assert card.last.locator(".pip.wired").count() == event.on_wire


def test_mails_wait_in_the_task(exported: Open) -> None:
    page = exported(TRACE)
    page.by("event")
    page.scrub(after(e.MailEnqueued))
    assert page.page.locator(".mail:not(.none)").count() == 1
    page.press("next")
    assert page.page.locator(".mail:not(.none)").count() == 0


def test_a_click_on_a_task_keeps_it_in_view_until_let_go(exported: Open) -> None:
    page = exported(TRACE)
    page.scrub(after(e.WindowFired))
    page.page.click('[data-task="v6/0"]')
    assert page.text("task") == "Sink: Print to Std. Out · pinned"
    page.press("next")
    assert page.text("task") == "Sink: Print to Std. Out · pinned"
    page.press("follow")
    assert "pinned" not in page.text("task")


def test_the_moment_can_be_had_in_words(exported: Open) -> None:
    page = exported(TRACE)
    page.scrub(after(e.WindowFired))
    page.page.click("summary")
    page.page.wait_for_function("document.querySelector('[data-part=words]').textContent !== ''")
    words = page.text("words")
    assert "task TumblingEventTimeWindows 1/2: RUNNING" in words
    assert "channel 0 from Source: departures 1/2: watermark" in words
    page.press("next")
    assert page.text("words") != words


def test_a_run_can_open_in_its_middle(exported: Open) -> None:
    page = exported(TRACE, position=77)
    assert page.position == 77
    assert page.page.input_value("input[type=range]") == "77"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_is_that_of_the_system_until_it_is_switched(exported: Open, scheme: str) -> None:
    page = exported(TRACE, color_scheme=scheme)
    root = page.page.locator(".flinksim-stepper")
    assert root.get_attribute("data-theme") == scheme
    page.press("theme")
    assert root.get_attribute("data-theme") == ("dark" if scheme == "light" else "light")


@pytest.mark.parametrize("width", [420, 760, 1280])
def test_the_page_fits_the_window(exported: Open, width: int) -> None:
    page = exported(TRACE, width=width)
    page.scrub(after(e.WindowFired))
    overflow = page.page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert overflow == 0


def test_text_in_a_record_is_never_taken_for_markup(exported: Open) -> None:
    trace = made_up_trace(5)
    evil = "<img src=x onerror='console.log(1)'>&amp;"
    index = next(i for i, f in enumerate(trace.events) if type(f) is e.SourceRecordRead)
    *before, _, timestamp = trace.events.open_rows[index]
    trace.events.open_rows[index] = (*before, evil, timestamp)
    page = exported(trace)
    page.by("event")
    page.scrub(index + 1)
    assert evil in page.text("sentence")
    assert page.page.locator(".flinksim-stepper img").count() == 0


def test_what_could_run_never_gets_into_the_page(exported: Open) -> None:
    page = exported(TRACE)
    evil = (
        "<svg onload='window.ran = 1'></svg><img src=x onerror='window.ran = 2'>"
        "<script>window.ran = 3</script><a href='javascript:window.ran = 4'>a</a><b>stays</b>"
    )
    page.page.evaluate("(evil) => window.evil = evil", evil)
    # the same way as everything else: the title of a bookmark, a note, an answer
    found = page.page.evaluate(
        """async () => {
            const code = document.getElementById("code").textContent;
            const bytes = Uint8Array.from(atob(code), (c) => c.charCodeAt(0));
            const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
            const { patchMarkup } = await import(url);
            const el = document.createElement("div");
            document.body.append(el);
            patchMarkup(el, "<b>was</b>");
            const kept = el.firstChild;
            patchMarkup(el, window.evil);
            patchMarkup(el, `<b class="x">is</b>${window.evil}`);
            el.querySelector("a").click();
            await new Promise((done) => setTimeout(done, 100));
            const left = [...el.querySelectorAll("*")]
                .flatMap((one) => [...one.attributes].map((each) => each.name));
            return [window.ran ?? 0, left.sort(), el.querySelectorAll("script").length, kept.nodeName];
        }"""
    )
    page.complaints.clear()  # the picture x is not there
    assert found == [0, ["class", "src"], 0, "B"]


def test_a_page_with_a_trace_of_another_schema_says_so(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "old.html"
    page_text = to_html(TRACE)
    code = re.search(r'id="code">([^<]*)<', page_text)
    assert code is not None
    old = base64.b64decode(code[1]).decode()
    assert SCHEMA_ID in old
    old = old.replace(SCHEMA_ID, "0123456789abcdef")
    path.write_text(page_text.replace(code[1], base64.b64encode(old.encode()).decode()), "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("[role=alert]")
    assert "this page knows 0123456789abcdef" in page.inner_text("[role=alert]")
    page.close()


# --- without a browser ---------------------------------------------------------------------------


def test_a_position_outside_of_the_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"position=99999999: expected a number of events from 0 to \d+"
    ):
        export_html(TRACE, tmp_path / "run.html", position=99_999_999)
    assert list(tmp_path.iterdir()) == []


def test_the_title_is_escaped() -> None:
    assert "<title>a &lt;b&gt;</title>" in to_html(TRACE, title="a <b>")


def test_exporting_needs_the_standard_library_alone() -> None:
    program = (
        "import sys; sys.modules.update(dict.fromkeys(('anywidget','traitlets','ipywidgets')));"
        "from tests.trace.fixtures import made_up_trace;"
        "from flinksim.viz.widgets.export.html_page import to_html; assert "
        "len(to_html(made_up_trace(3))) > 1000"
    )
    root = Path(__file__).resolve().parents[3]
    subprocess.run([sys.executable, "-c", program], check=True, cwd=root)

"""The cluster on the page: the calls between its processes, and the states of every execution."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO

from flinksim.course.demo.flights_with_crash import simulate_crashing_flights
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from tests.claim_runs import trace_of
from tests.viz.widgets.conftest import Exported

Open = Callable[..., Exported]


@cache
def with_a_crash() -> Trace:
    """A job of which one of two TaskManagers is lost."""
    sim = simulate_crashing_flights(parallelism=2)
    with redirect_stdout(StringIO()):
        sim.run(until=400)
        sim.crash("tm0")
        sim.run()
    return sim.trace


def behind(trace: Trace, call: str, number: int = 0) -> int:
    """The position behind the call of that name and number."""
    found = [
        at
        for at, event in enumerate(trace.events)
        if type(event) is e.ActorCalled and event.call == call
    ]
    return found[number] + 1


def calls(page: Exported, state: str) -> list[str]:
    """The titles of the calls that are drawn so."""
    titles = page.page.locator(f".call.{state} title").all_text_contents()
    return [title for title in titles if title]


def test_calls_are_drawn_from_process_to_process_up_to_now(exported: Open) -> None:
    trace = trace_of("windows")
    page = exported(trace, position=behind(trace, "requestSlot"), view="cluster")
    page.page.wait_for_selector(".call.now")
    assert calls(page, "now") == ["ResourceManager → tm0: requestSlot slot 0"]
    past = calls(page, "past")
    assert "JobMaster → ResourceManager: declareRequiredResources 1 slot" in past
    lit = page.page.locator(".actor.lit")
    assert [one.get_attribute("data-actor") for one in lit.all()] == ["ResourceManager", "tm0"]
    # earlier calls scroll out of the picture
    early = exported(trace, position=behind(trace, "registerJobMaster"), view="cluster")
    early.page.wait_for_selector(".call.now")
    assert calls(early, "past")[0].startswith("Client → Dispatcher: submitJob")


def test_a_call_leads_to_its_step(exported: Open) -> None:
    trace = trace_of("windows")
    page = exported(trace, position=1, view="cluster")
    page.page.wait_for_selector(".call.now")
    page.page.locator(f'.call[data-id="call{behind(trace, "offerSlots") - 1}"]').click()
    page.page.wait_for_function(
        "document.querySelector('.call.now title').textContent.includes('offerSlots')"
    )


def test_states_of_executions_are_bars_also_those_of_another_attempt(exported: Open) -> None:
    trace = with_a_crash()
    page = exported(trace, position=len(trace.events), view="cluster")
    page.page.wait_for_selector(".state.RUNNING")
    first = trace.plan_or_none.subtasks[0].id
    titles = page.page.locator(f'[data-id^="{first} "] title').all_text_contents()
    told = [title.rpartition(": ")[2].split(" from ")[0] for title in titles]
    attempts = [title.split("attempt ")[1].split(":")[0] for title in titles]
    began = ["CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING"]
    assert told == [*began, "FAILED", *began, "FINISHED"]
    assert attempts == ["0"] * 6 + ["1"] * 6


def test_a_lost_task_manager_says_nothing_more_until_it_registers_anew(exported: Open) -> None:
    trace = with_a_crash()
    page = exported(trace, position=behind(trace, "onWorkerTerminated"), view="cluster")
    page.page.wait_for_selector(".call.now")
    assert calls(page, "past")[-2:] == [
        "tm0 → JobMaster: disconnectTaskManager",
        "JobMaster → tm0: disconnectJobManager",
    ]
    assert calls(page, "now") == ["tm0 → ResourceManager: onWorkerTerminated"]
    ahead = calls(page, "ahead")
    assert ahead
    assert not [one for one in ahead if one.startswith("tm0 →") and "FAILED" in one]

"""A task that crashes is dead in every view: nothing says that it runs, waits or is idle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import pytest

from flinksim.course.demo.flights_with_crash import simulate_crashing_flights
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from tests.viz.widgets.conftest import Exported

Open = Callable[..., Exported]
ALIVE = (
    "this step",
    "idle 100",
    "busy",
    "waits for input",
    "ready",
    "Suspension",
    "MORE_AVAILABLE",
)
TASK = {
    "chart": '.stripTask[data-task="{}"]',
    "watermarks": '[data-part="graph"] [data-task="{}"]',
    "network": '[data-part="graph"] [data-task="{}"]',
    "inside": '[data-part="inside"]',
}


@pytest.fixture(scope="module")
def crashed() -> tuple[Trace, int, str]:
    """The run of the flights, the position after the crash, and the task that crashes."""
    sim = simulate_crashing_flights(2)
    with redirect_stdout(StringIO()):
        for _ in range(600):
            sim.step()
        target = sim.cluster.tasks[-1].actor_id
        sim.crash(str(target))
        for _ in range(20):
            sim.step()
    trace = sim.trace
    failed = next(n for n, event in enumerate(trace.events) if isinstance(event, e.TaskFailed))
    return trace, failed + 1, str(target)


@pytest.mark.parametrize("view", TASK)
def test_the_dead_task_is_dead(exported: Open, crashed: tuple[Trace, int, str], view: str) -> None:
    trace, position, task = crashed
    page = exported(trace, position=position, view=view)
    text = page.page.evaluate(
        "(where) => document.querySelector(where).textContent", TASK[view].format(task)
    )
    assert not [word for word in ALIVE if word in text], text
    assert "failed" in text.lower()

"""Largest state of each operator during a run, which shows growth that the state at the end does not.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

from flinksim.analysis.why.trace_index import TraceIndex, format_time
from flinksim.core.ids import OperatorId
from flinksim.trace import events as e
from flinksim.trace.state.job_state import JobView, OperatorView, apply_events

STATE_WRITES = (e.StateUpdated, e.StateAppended, e.StateEntryPut)
STATE_REMOVALS = (e.StateCleared, e.StateEntryRemoved)
_GROWING = (e.TimerRegistered, *STATE_WRITES)
"""Events that may make a state larger."""


@dataclass(frozen=True, slots=True)
class StateSize:
    """Number of entries and timers of one operator after the event at ``event_index``."""

    entries: int
    timers: int
    event_index: int

    @property
    def total(self) -> int:
        """Number of entries and timers."""
        return self.entries + self.timers


def count_entries(state: OperatorView) -> int:
    """Count the values in the keyed state of an operator; each element of a list is one."""
    elements = sum(map(len, state.lists.values()))
    return len(state.states) + elements + len(state.map_entries)


def find_largest_states(run: TraceIndex) -> dict[str, StateSize]:
    """Return the largest state that each operator had during the run; operators without state are left out."""
    found: dict[str, StateSize] = {}
    state = JobView()
    for index, event in enumerate(run.events):
        apply_events((event,), state)
        if not isinstance(event, _GROWING):
            continue
        view = state.operators[OperatorId(event.operator)]
        size = StateSize(count_entries(view), len(view.timers), index)
        if event.operator not in found or size.total > found[event.operator].total:
            found[event.operator] = size
    return found


def describe_largest_states(run: TraceIndex) -> str:
    """Describe the largest state of each operator, and the step and time at which it was reached."""
    sizes = find_largest_states(run)
    rows = [
        run.translate(
            "job.largest_state",
            operator=run.format_name(operator), n=size.entries, timers=size.timers,
            step=run.step(size.event_index), time=format_time(run.time_ms(size.event_index)),
        )
        for operator, size in sorted(sizes.items(), key=lambda one: -one[1].total)
    ]  # fmt: skip
    if not rows:
        return run.translate("job.never_had_state")
    return run.translate("job.largest_states", rows=run.translate("list.semicolon").join(rows))

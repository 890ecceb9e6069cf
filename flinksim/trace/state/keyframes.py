"""The state of a job after any step of a trace. Not in Flink."""

from __future__ import annotations

from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, fold


class Views:
    """The states of a trace, from keyframes at least ``interval`` steps apart.

    A keyframe is added when as many events have passed since the last one as the state has entries to
    copy. Keyframes therefore cost no more than the events, however large the state is.

    Raises:
        ValueError: *interval* is less than 1.
    """

    def __init__(self, trace: Trace, interval: int = 256) -> None:
        if interval < 1:
            raise ValueError(f"interval must be at least 1 step, not {interval}")
        self._trace = trace
        self._interval = interval
        self._steps: list[int] = [0]
        self._keyframes: list[JobView] = [JobView()]
        self._frontier = JobView()
        self._reached = 0

    def after(self, steps: int) -> JobView:
        """Return the state of the job after the first *steps* steps; 0 is before its submission.

        Raises:
            IndexError: The trace does not have that many steps.
        """
        if not 0 <= steps <= len(self._trace):
            raise IndexError(f"steps must be within 0 and {len(self._trace)}, not {steps}")
        while self._reached + self._interval <= steps:
            self._fold(self._frontier, self._reached, self._reached + self._interval)
            self._reached += self._interval
            if self._facts(self._steps[-1], self._reached) >= size_of(self._frontier):
                self._steps.append(self._reached)
                self._keyframes.append(self._frontier.copy())
        if steps >= self._reached:
            return self._fold(self._frontier.copy(), self._reached, steps)
        nearest = max(n for n, step in enumerate(self._steps) if step <= steps)
        return self._fold(self._keyframes[nearest].copy(), self._steps[nearest], steps)

    def _facts(self, first: int, last: int) -> int:
        return self._trace.event_range(last - 1)[1] - self._trace.event_range(first)[0]

    def _fold(self, view: JobView, first: int, last: int) -> JobView:
        if first == last:
            return view
        start = self._trace.event_range(first)[0]
        end = self._trace.event_range(last - 1)[1]
        return fold(self._trace.events[start:end], view)


def size_of(view: JobView) -> int:
    """Count the entries of *view*, which determine the cost of a copy."""
    size = len(view.channels) + len(view.tasks) + len(view.operators)
    for operator in view.operators.values():
        size += len(operator.timers) + len(operator.panes) + len(operator.states)
        size += sum(1 + len(elements) for elements in operator.lists.values())
    return size

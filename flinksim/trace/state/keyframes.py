"""The view of a job at any step of a trace. Not in Flink."""

from __future__ import annotations

from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, fold


class Views:
    """The views of a trace at any step, from keyframes at least ``interval`` steps apart.

    A keyframe is made where as many facts lie behind the one before as it has things to copy, so that
    keyframes cost no more than the facts, however large the view.
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
        """The job after the first *steps* steps; 0 is before its submission."""
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
    """How many things *view* holds: what a copy costs."""
    size = len(view.channels) + len(view.tasks) + len(view.operators)
    for operator in view.operators.values():
        size += len(operator.timers) + len(operator.panes) + len(operator.states)
        size += sum(1 + len(elements) for elements in operator.lists.values())
    return size

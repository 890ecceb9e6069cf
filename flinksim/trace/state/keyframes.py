"""The state of a job after any step of a trace. Not in Flink."""

from __future__ import annotations

from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, apply_events


class StateKeyframes:
    """Gives the state of the job after any step, from copies of the state ("keyframes") in between.

    Keyframes are at least ``interval`` steps apart. One is added when as many events have passed since
    the last one as the state has entries to copy. Keyframes therefore cost no more than the events,
    however large the state is.

    Raises:
        ValueError: *interval* is less than 1.
    """

    def __init__(self, trace: Trace, interval: int = 256) -> None:
        if interval < 1:
            raise ValueError(f"interval={interval}: expected at least 1 step")
        self._trace = trace
        self._interval = interval
        self._keyframe_steps: list[int] = [0]
        self._keyframes: list[JobView] = [JobView()]
        self._frontier = JobView()
        self._frontier_step = 0

    def get_state_after(self, steps: int) -> JobView:
        """Return the state of the job after the first *steps* steps; 0 is before its submission.

        Raises:
            IndexError: The trace does not have that many steps.
        """
        if not 0 <= steps <= len(self._trace):
            raise IndexError(
                f"steps={steps}: expected a number of steps from 0 to {len(self._trace)}"
            )
        while self._frontier_step + self._interval <= steps:
            self._apply_range(
                self._frontier, self._frontier_step, self._frontier_step + self._interval
            )
            self._frontier_step += self._interval
            if self._count_events(self._keyframe_steps[-1], self._frontier_step) >= count_entries(
                self._frontier
            ):
                self._keyframe_steps.append(self._frontier_step)
                self._keyframes.append(self._frontier.copy())
        if steps >= self._frontier_step:
            return self._apply_range(self._frontier.copy(), self._frontier_step, steps)
        nearest = max(n for n, step in enumerate(self._keyframe_steps) if step <= steps)
        return self._apply_range(
            self._keyframes[nearest].copy(), self._keyframe_steps[nearest], steps
        )

    def _count_events(self, first: int, last: int) -> int:
        return self._trace.event_range(last - 1)[1] - self._trace.event_range(first)[0]

    def _apply_range(self, state: JobView, first: int, last: int) -> JobView:
        if first == last:
            return state
        start = self._trace.event_range(first)[0]
        end = self._trace.event_range(last - 1)[1]
        return apply_events(self._trace.events[start:end], state)


def count_entries(state: JobView) -> int:
    """Count the entries of *state*, which determine the cost of a copy."""
    size = len(state.channels) + len(state.tasks) + len(state.operators)
    for operator in state.operators.values():
        size += len(operator.timers) + len(operator.panes) + len(operator.states)
        size += sum(1 + len(elements) for elements in operator.lists.values())
    return size

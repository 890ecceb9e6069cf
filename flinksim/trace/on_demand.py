"""Trace whose steps and events are produced when they are needed, by repeating the run.

A run depends only on the program, its input and the decisions of the scheduler. So its events need
not be recorded while it runs. An :class:`OnDemandTrace` knows the number of steps, and asks its
*producer*, which can repeat the run, for ranges of them. What needs all events or their links, such as
``events``, ``links`` and ``digest``, makes it repeat the whole run once, with a full trace. Not in
Flink.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import Any, Protocol, TypeVar, cast

from flinksim.trace.events import ResultWritten, Step
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView

_E = TypeVar("_E")

RANGE_STEPS = 1024
"""Number of steps that are produced at a time."""

MAX_RANGES = 64
"""Number of ranges that are kept; the least recently used one is dropped."""


class RunProducer(Protocol):
    """What can repeat a run: its number of steps, and the events of any of them."""

    @property
    def step_count(self) -> int:
        """The number of steps so far, including step 0, the submission."""

    def record_range(self, first: int, last: int) -> Trace:
        """Return a trace with the steps from *first* to before *last* only."""

    def record_all(self) -> Trace:
        """Return a trace of all steps so far. It grows when the method is called again."""

    def record_results(self) -> list[ResultWritten] | None:
        """Return all results so far; ``None`` if only the trace of the whole run has them."""

    def build_state(self, steps: int) -> JobView:
        """Return the state of the job after the first *steps* steps."""


class OnDemandTrace(Trace):
    """Trace that is produced by repeating the run; it has the interface of a recorded one.

    ``len(trace)``, ``trace[n]``, slices, results and :meth:`build_state` repeat only what they need.
    Everything else, such as iteration, repeats the run once.
    """

    __slots__ = ("_complete_trace", "_info", "_producer", "_ranges", "_recorded", "_submission")

    def __init__(self, producer: RunProducer, submission: Trace) -> None:
        """Create the trace of a run that has been submitted; *submission* contains step 0."""
        self._producer = producer
        self._submission = submission
        self._recorded: list[tuple[int, Trace]] = []
        """Steps that were recorded while the run itself took them, each list with its first step."""
        self._ranges: dict[int, Trace] = {}
        self._complete_trace: Trace | None = None
        self._info = submission.info

    # --- steps -----------------------------------------------------------------------------------

    def __len__(self) -> int:
        return self._producer.step_count

    def __repr__(self) -> str:
        if self.is_complete:
            return super().__repr__()
        return f"<Trace: {len(self)} steps, events on demand>"

    def __getitem__(self, number: Any) -> Any:
        count = len(self)
        if isinstance(number, slice):
            return [self._step(n) for n in range(*number.indices(count))]
        if not -count <= number < count:
            raise IndexError(f"there is no step {number}: the trace has steps 0 to {count - 1}")
        return self._step(number % count)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.complete())

    def _step(self, number: int) -> Step:
        if self.is_complete:
            return super()._step(number)
        first, steps = self._find_range(number)
        found = steps[number - first]
        return Step(number, found.time_ms, found.actor, found.action, found.events)

    def _find_range(self, number: int) -> tuple[int, Trace]:
        """Return a trace that contains step *number*, and the number of its first step."""
        if number == 0:
            return 0, self._submission
        at = bisect_right(self._recorded, number, key=itemgetter(0)) - 1
        if at >= 0:
            first, recorded = self._recorded[at]
            if number < first + len(recorded):
                return first, recorded
        first = max(1, number - number % RANGE_STEPS)
        last = min(number - number % RANGE_STEPS + RANGE_STEPS, len(self))
        found = self._ranges.pop(first, None)
        if found is None or first + len(found) <= number:
            found = self._producer.record_range(first, last)
        self._ranges[first] = found  # most recently used last
        if len(self._ranges) > MAX_RANGES:
            del self._ranges[next(iter(self._ranges))]
        return first, found

    def add_recorded(self, first: int, steps: Trace) -> None:
        """Add steps from *first* on, which the run records itself from now on."""
        self._recorded.append((first, steps))

    def build_state(self, steps: int) -> JobView:
        """Return the state of the job after the first *steps* steps, without the events before.

        Raises:
            IndexError: The trace does not have that many steps.
        """
        if not 0 <= steps <= len(self):
            raise IndexError(f"steps={steps}: expected a number of steps from 0 to {len(self)}")
        return self._producer.build_state(steps)

    def get_events(self, kind: type[_E]) -> list[_E]:
        """Return all events of one type in order; results need only what the sinks do.

        Raises:
            TypeError: *kind* is not a class.
        """
        if kind is ResultWritten and not self.is_complete:
            results = self._producer.record_results()
            if results is not None:
                return cast(list[_E], results)
        return super().get_events(kind)

    # --- the whole run ---------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        """Whether all steps so far are recorded."""
        return self._complete_trace is not None and len(self._complete_trace) == len(self)

    def complete(self) -> Trace:
        """Repeat the run with a full trace, unless that was done; return the full trace."""
        if self._complete_trace is None or not self.is_complete:
            self._complete_trace = self._producer.record_all()
            self._complete_trace.info.update(self._info)
            self._ranges.clear()
        return self._complete_trace

    @property
    def plan_or_none(self) -> Plan | None:
        return self._submission.plan_or_none


class _CompleteAttribute:
    """Attribute of an on-demand trace that is the one of the complete trace."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, trace: OnDemandTrace, owner: type[OnDemandTrace]) -> Any:
        return getattr(trace.complete(), self._name)

    def __set__(self, trace: OnDemandTrace, value: Any) -> None:
        setattr(trace.complete(), self._name, value)


class _InfoAttribute:
    """``info``, which is known before the trace is complete."""

    def __get__(self, trace: OnDemandTrace, owner: type[OnDemandTrace]) -> dict[str, str]:
        return trace._info if not trace.is_complete else trace.complete().info


for _name in Trace.__slots__:
    setattr(OnDemandTrace, _name, _CompleteAttribute(_name))
setattr(OnDemandTrace, "info", _InfoAttribute())  # noqa: B010  # replaces a slot of the base class

"""A window cut out of a large log: what was kept, and the run that it makes.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from flinksim.analysis.expressions.stop_conditions import Until
from flinksim.analysis.why.answer import Answer
from flinksim.datastream.functions import ProcessFunction, RuntimeContext
from flinksim.datastream.partitioner import key_selector_object
from flinksim.replay.extract.record_lookup import Kept, Span
from flinksim.replay.extract.time_format import moment
from flinksim.replay.operators.watermark_stalls import HeldBack
from flinksim.replay.results.outcome import Drop
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze

if TYPE_CHECKING:
    from flinksim.runtime.minicluster import RunSettings


class NotZoomable(ValueError):
    """A window that cannot be cut out, or that is not there; the message says why."""


class PassWindow(ProcessFunction):
    """Lets the records of one key and some time pass; the others were kept for their watermarks."""

    def __init__(self, key_of: Any, key: Any, span: Span) -> None:
        self._key_of = key_of
        self._key = key
        self._first, self._last = span

    def open(self, runtime_context: RuntimeContext) -> None:
        for function in key_selector_object(self._key_of):
            function.open(runtime_context)

    def close(self) -> None:
        for function in key_selector_object(self._key_of):
            function.close()

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterable[Any]:
        if self._first <= ctx.timestamp() <= self._last:
            if self._key_of is None or self._key_of(value) == self._key:
                yield value


@dataclass(frozen=True, slots=True)
class Zoom:
    """A window of a large log, small.

    ``records`` are the window's own, ``movers`` those that are kept for their watermarks (the same
    record may be both; where one cannot tell who moved them, all records until then are).
    ``from_ms`` and ``until_ms`` are the processing times of the cut.
    """

    key: Any
    window: Any
    dropped: Drop | None
    records: tuple[Kept, ...]
    movers: tuple[Kept, ...]
    from_ms: int
    until_ms: int
    pipeline: Any
    window_node: int
    has_fired: bool = True
    """Whether the window has; if not, all its records came too late, or its trigger was silent."""
    held_back: tuple[HeldBack, ...] = ()
    """The splits that held the watermark back meanwhile, for many ticks; the longest first."""

    def simulate(self, settings: RunSettings | None = None) -> Simulation:
        """The run on the bench; nothing has run. Sinks write nothing: the large run's results stay."""
        from flinksim.runtime.minicluster import RunSettings

        return Simulation(self.pipeline, settings or RunSettings())

    def show(self) -> Any:
        """The stepper, for Jupyter, at the moment that was asked for."""
        return self._run(until=self._is_it).show()

    def position_in(self, trace: Trace) -> int:
        """How many facts of *trace*, which is a run of this, there are when it has happened.

        ``0`` if it does not happen.
        """
        for number, step in enumerate(trace):
            if self._is_it(step):
                return trace.event_range(number)[1]
        return 0

    def _is_it(self, step: e.Step) -> bool:
        return any(self._concerns(fact) for fact in step.events)

    def _concerns(self, fact: Any) -> bool:
        if getattr(fact, "operator", "").partition("/")[0] != f"o{self.window_node}":
            return False
        if self.dropped is not None:
            return (
                isinstance(fact, e.LateRecordDropped)
                and fact.value == freeze(self.dropped.value)
                and fact.timestamp == self.dropped.timestamp
            )
        if self.has_fired:
            return (
                isinstance(fact, e.WindowFired)
                and fact.key == freeze(self.key)
                and self.window in (None, fact.window)
            )
        return (
            isinstance(fact, e.WindowSkippedAsLate)
            and fact.key == freeze(self.key)
            and self.window == fact.window
        )

    def why(self) -> Answer:
        """Why it fired so, or came too late: as :meth:`Simulation.why` answers in the small run.

        For what came too late a larger watermark delay and allowed lateness are tried. It is the first
        of :meth:`answers`.

        Raises: ValueError if nothing of it has happened.
        """
        for answer in self.answers():
            return answer
        raise ValueError("why(): in this run nothing of it has happened")

    def answers(self) -> Iterator[Answer]:
        """The answers for all firings of the window (or key), or drops, in their order."""
        run = self._run()
        for index, fact in enumerate(run.trace.events):
            if self._concerns(fact):
                yield run.why_in_cut(index)

    def _run(self, until: Until | None = None) -> Simulation:
        """A run that does not print: the large one has said it all."""
        simulation = self.simulate()
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            return simulation.run(until=until)

    def __repr__(self) -> str:
        what = f"key {self.key!r}"
        if isinstance(self.window, tuple):
            what += f", window {moment(self.window[0])} to {moment(self.window[1])}"
        return (
            f"<Zoom on {what}: {len(self.records)} records of its own, {len(self.movers)} that moved "
            f"watermarks; {moment(self.from_ms)} to {moment(self.until_ms)}"
            + "".join(f"; {held.told(moment)}" for held in self.held_back[:1])
            + ">"
        )

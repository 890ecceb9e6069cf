"""The extract of one window: the selected records and the small run that they make.

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
    """The window does not exist or cannot be extracted; the message has the reason."""


class PassWindow(ProcessFunction):
    """Filter for the records of one key and time range; others only advance watermarks."""

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
    """One window of a large log as a small run.

    ``records`` are the records of the window. ``movers`` are the records that advance its
    watermarks; a record may be in both. If the records that advance the watermarks are not known,
    ``movers`` are all records up to that time. ``from_ms`` and ``until_ms`` are the processing
    times between which the extract runs.
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
    """Whether the window fired; if not, all its records were late or its trigger did not fire."""
    held_back: tuple[HeldBack, ...] = ()
    """Splits that held back the watermark for many ticks in this time, the longest first."""

    def simulate(self, settings: RunSettings | None = None) -> Simulation:
        """Create the simulation; nothing has run yet. Its sinks write nothing."""
        from flinksim.runtime.minicluster import RunSettings

        return Simulation(self.pipeline, settings or RunSettings())

    def show(self) -> Any:
        """Show the stepper in Jupyter, at the step of the window's firing or drop."""
        return self._run(until=self._is_it).show()

    def position_in(self, trace: Trace) -> int:
        """Return the number of events of *trace* up to the firing or drop; ``0`` if there is none.

        Args:
            trace: The trace of a run of this extract.
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
        """Explain the first firing or drop, as :meth:`Simulation.why` does in the small run.

        For a dropped record, a larger watermark delay and a larger allowed lateness are tried. The
        answer is the first of :meth:`answers`.

        Raises:
            ValueError: The window did not fire and the record was not dropped.
        """
        for answer in self.answers():
            return answer
        raise ValueError("why(): in this run nothing of it has happened")

    def answers(self) -> Iterator[Answer]:
        """Iterate over the answers for all firings or drops of the window or key, in order."""
        run = self._run()
        for index, fact in enumerate(run.trace.events):
            if self._concerns(fact):
                yield run.why_in_cut(index)

    def _run(self, until: Until | None = None) -> Simulation:
        """Run the extract without output; the large run has printed everything."""
        simulation = self.simulate()
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            return simulation.run(until=until)

    def __repr__(self) -> str:
        target = f"key {self.key!r}"
        if isinstance(self.window, tuple):
            target += f", window {moment(self.window[0])} to {moment(self.window[1])}"
        return (
            f"<Zoom on {target}: {len(self.records)} records of its own, {len(self.movers)} that moved "
            f"watermarks; {moment(self.from_ms)} to {moment(self.until_ms)}"
            + "".join(f"; {stall.told(moment)}" for stall in self.held_back[:1])
            + ">"
        )

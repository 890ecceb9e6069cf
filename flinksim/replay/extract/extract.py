"""The extract of one window: the selected records and the small run that they make.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from flinksim.analysis.expressions.stop_conditions import StopSpec
from flinksim.analysis.why.answer import Answer
from flinksim.core.i18n.languages import Language
from flinksim.datastream.functions import ProcessFunction, RuntimeContext
from flinksim.datastream.partitioner import get_key_selector_functions
from flinksim.replay.extract.record_lookup import SelectedItem, TimestampRange
from flinksim.replay.extract.time_format import format_time
from flinksim.replay.operators.watermark_stalls import WatermarkStall
from flinksim.replay.results.outcome import DroppedRecord
from flinksim.simulation.simulation import Simulation
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze

if TYPE_CHECKING:
    from flinksim.runtime.minicluster import RunSettings


class NotExtractable(ValueError):
    """The window does not exist or cannot be extracted; the message has the reason."""


class WindowFilter(ProcessFunction):
    """Function before the window that passes only records of one key and time range.

    All other records of the extract are there only because they advance watermarks.
    """

    def __init__(self, key_selector: Any, key: Any, span: TimestampRange) -> None:
        self._key_selector = key_selector
        self._key = key
        self._first, self._last = span

    def open(self, runtime_context: RuntimeContext) -> None:
        for function in get_key_selector_functions(self._key_selector):
            function.open(runtime_context)

    def close(self) -> None:
        for function in get_key_selector_functions(self._key_selector):
            function.close()

    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterable[Any]:
        if self._first <= ctx.timestamp() <= self._last:
            if self._key_selector is None or self._key_selector(value) == self._key:
                yield value


@dataclass(frozen=True, slots=True)
class WindowExtract:
    """One window of a large log as a small run.

    ``records`` are the records of the window. ``watermark_records`` are the records that advance its
    watermarks; a record may be in both. If the records that advance the watermarks are not known,
    ``watermark_records`` are all records that arrived until then. ``from_ms`` and ``until_ms`` are the
    processing times between which the extract runs.
    """

    key: Any
    window: Any
    dropped: DroppedRecord | None
    records: tuple[SelectedItem, ...]
    watermark_records: tuple[SelectedItem, ...]
    from_ms: int
    until_ms: int
    pipeline: Any
    window_node: int
    has_fired: bool = True
    """Whether the window fired; if not, all its records were late or its trigger did not fire."""
    watermark_stalls: tuple[WatermarkStall, ...] = ()
    """Periods of the extract in which splits held back the watermark, the longest first."""

    def simulate(self, settings: RunSettings | None = None) -> Simulation:
        """Create a simulation of the small run; nothing has run yet. Its sinks write nothing."""
        from flinksim.runtime.minicluster import RunSettings

        return Simulation(self.pipeline, settings or RunSettings())

    def show(self) -> Any:
        """Show the step-by-step view in Jupyter, at the step of the window's firing or the record's drop."""
        return self._run(stop_condition=self._is_target_step).show()

    def find_position(self, trace: Trace) -> int:
        """Return how many events of *trace* lead up to the window's firing or the record's drop.

        Returns ``0`` if there is no such event.

        Args:
            trace: The trace of a run of this extract.
        """
        for number, step in enumerate(trace):
            if self._is_target_step(step):
                return trace.event_range(number)[1]
        return 0

    def _is_target_step(self, step: e.Step) -> bool:
        return any(self._is_target_event(event) for event in step.events)

    def _is_target_event(self, event: Any) -> bool:
        if getattr(event, "operator", "").partition("/")[0] != f"o{self.window_node}":
            return False
        if self.dropped is not None:
            return (
                isinstance(event, e.LateRecordDropped)
                and event.value == freeze(self.dropped.value)
                and event.timestamp == self.dropped.timestamp
            )
        if self.has_fired:
            return (
                isinstance(event, e.WindowFired)
                and event.key == freeze(self.key)
                and self.window in (None, event.window)
            )
        return (
            isinstance(event, e.WindowSkippedAsLate)
            and event.key == freeze(self.key)
            and self.window == event.window
        )

    def why(self, language: Language = "en") -> Answer:
        """Explain the window's first firing or the record's drop, as :meth:`Simulation.why` does.

        For a dropped record, the explanation also tries a larger watermark delay and a larger allowed
        lateness.

        Raises:
            ValueError: The window did not fire and the record was not dropped.
        """
        for answer in self.iterate_answers(language):
            return answer
        raise ValueError("why(): this window has no events in this run")

    def iterate_answers(self, language: Language = "en") -> Iterator[Answer]:
        """Iterate over the explanations of all firings and drops of the extracted window or key, in order."""
        run = self._run()
        for index, event in enumerate(run.trace.events):
            if self._is_target_event(event):
                yield run.why_in_extract(index, language)

    def _run(self, stop_condition: StopSpec | None = None) -> Simulation:
        """Run the extract and discard what it prints, because the large run has printed everything."""
        simulation = self.simulate()
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            return simulation.run(until=stop_condition)

    def __repr__(self) -> str:
        target = f"key {self.key!r}"
        if isinstance(self.window, tuple):
            target += f", window {format_time(self.window[0])} to {format_time(self.window[1])}"
        return (
            f"<Zoom on {target}: {len(self.records)} records of the window, "
            f"{len(self.watermark_records)} that advanced watermarks; "
            f"{format_time(self.from_ms)} to {format_time(self.until_ms)}"
            + "".join(f"; {stall.describe(format_time)}" for stall in self.watermark_stalls[:1])
            + ">"
        )

"""Outputs between watermark generators and the operator chain.

They drop watermarks that do not advance, and combine the outputs of a source's splits.

Flink: ``WatermarkToDataOutput``, ``WatermarkOutputMultiplexer``, and the ``IdlenessManager`` of
``ProgressiveTimestampsAndWatermarks``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from flinksim.common.watermark_strategy import Watermark, WatermarkOutput
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MIN_TIMESTAMP, to_timestamp
from flinksim.runtime import elements
from flinksim.runtime.operators.combined_watermark_status import (
    CombinedWatermarkStatus,
    PartialWatermark,
)
from flinksim.trace.events import (
    Emit,
    GeneratedWatermarkIgnored,
    GeneratorTrigger,
    StatusEmitted,
    WatermarkEmitted,
    WatermarkGenerated,
)


class DataOutput(Protocol):
    """The part of an operator's output that takes watermarks and statuses."""

    def emit_watermark(self, watermark: elements.Watermark) -> None: ...
    def emit_watermark_status(self, status: elements.WatermarkStatus) -> None: ...


def extract_timestamp(watermark: Any) -> int:
    """Extract the timestamp of a watermark that a generator emitted.

    Raises:
        TypeError: If it is not a ``Watermark`` with a whole number.
    """
    try:
        return to_timestamp(getattr(watermark, "timestamp", None), "emit_watermark")
    except TypeError:
        raise TypeError(
            "emit_watermark: expected a Watermark(timestamp) with epoch "
            f"milliseconds as int, found {watermark!r}"
        ) from None


class WatermarkToDataOutput(WatermarkOutput):
    """Forwards a generator's watermarks and idleness to an operator's output.

    * Only a watermark greater than all before is emitted; if the output is idle, ``ACTIVE`` comes
      first.
    * ``IDLE`` and ``ACTIVE`` are emitted only when they change the status.

    Flink: ``WatermarkToDataOutput``; ``TimestampsAndWatermarksOperator.WatermarkEmitter`` has the
    same rules.
    """

    __slots__ = ("_emit", "_operator", "_output", "current_watermark", "is_idle")

    def __init__(
        self, output: DataOutput, *, emit: Emit | None = None, operator: OperatorId | None = None
    ) -> None:
        self.current_watermark = MIN_TIMESTAMP
        self.is_idle = False
        self._output = output
        self._emit = emit
        self._operator = operator or OperatorId("")

    def emit_watermark(self, watermark: Watermark) -> None:
        self.advance_to(extract_timestamp(watermark))

    def advance_to(self, timestamp: int) -> None:
        """Emit the watermark *timestamp* if it is greater than all before."""
        if timestamp > self.current_watermark:
            self.emit_unchecked(timestamp)

    def emit_unchecked(self, timestamp: int) -> None:
        """Emit the watermark *timestamp*, even if it is smaller than those before."""
        self.current_watermark = timestamp
        self.mark_active()
        if self._emit is not None:
            self._emit((WatermarkEmitted, self._operator, timestamp))
        self._output.emit_watermark(elements.Watermark(timestamp))

    def mark_idle(self) -> None:
        if not self.is_idle:
            self._change_status(elements.IDLE)

    def mark_active(self) -> None:
        if self.is_idle:
            self._change_status(elements.ACTIVE)

    def _change_status(self, status: elements.WatermarkStatus) -> None:
        self.is_idle = status.is_idle
        if self._emit is not None:
            self._emit((StatusEmitted, self._operator, status.is_idle))
        self._output.emit_watermark_status(status)


class StreamWatermarkOutput(WatermarkToDataOutput):
    """Output of the watermark generator of a whole stream; also emits trace events about it.

    ``records_read`` counts the records that the generator got. ``generated_by`` tells what made the
    generator emit: a record or the periodic call.
    """

    __slots__ = ("generated_by", "records_read")

    def __init__(
        self, output: DataOutput, *, emit: Emit | None = None, operator: OperatorId | None = None
    ) -> None:
        super().__init__(output, emit=emit, operator=operator)
        self.records_read = 0
        self.generated_by: GeneratorTrigger = "tick"

    def emit_watermark(self, watermark: Watermark) -> None:
        timestamp = extract_timestamp(watermark)
        if self._emit is not None:
            self._report_generated(timestamp, self._emit)
        self.advance_to(timestamp)

    def _report_generated(self, timestamp: int, emit: Emit) -> None:
        fields = self._operator, "", timestamp, self.generated_by
        if timestamp > self.current_watermark:
            emit((WatermarkGenerated, *fields, self.records_read, True, (), ()))
        elif self.generated_by != "tick":
            emit((GeneratedWatermarkIgnored, *fields))


class WatermarkOutputMultiplexer:
    """Combines several watermark outputs into one; a source has one for each split.

    * A new output starts at ``MIN_TIMESTAMP``: it blocks the others, and lowers nothing.
    * Removing an output changes nothing by itself; the next update leaves it out.
    * An *immediate* output updates the combined watermark directly (a watermark only if it could
      advance it), a *deferred* one at the next update of any kind.
    * While all outputs are idle, every update marks the underlying output idle again. Activity of
      an output is not forwarded, only its watermark.

    Flink: ``WatermarkOutputMultiplexer``.
    """

    __slots__ = ("_outputs", "_status", "_underlying_output")

    def __init__(self, underlying_output: WatermarkOutput) -> None:
        self._underlying_output = underlying_output
        self._outputs: dict[str, PartialWatermark] = {}
        self._status = CombinedWatermarkStatus()

    def register_new_output(
        self,
        output_id: str,
        on_watermark: Callable[[int], None] | None = None,
        on_idle: Callable[[bool], None] | None = None,
        on_ignored: Callable[[int], None] | None = None,
    ) -> PartialWatermark:
        """Add an output.

        Args:
            output_id: The name of the output.
            on_watermark: Called with each watermark that advances.
            on_idle: Called whenever the idle flag is set.
            on_ignored: Called with each watermark that does not advance.

        Raises:
            RuntimeError: If there is an output with that name.
        """
        if output_id in self._outputs:
            raise RuntimeError(f"Already contains an output for ID {output_id}")
        partial = PartialWatermark(on_watermark, on_idle, on_ignored)
        self._outputs[output_id] = partial
        self._status.inputs.append(partial)
        return partial

    def unregister_output(self, output_id: str) -> bool:
        """Remove an output; return whether it existed."""
        partial = self._outputs.pop(output_id, None)
        if partial is None:
            return False
        self._status.inputs.remove(partial)
        return True

    def get_immediate_output(self, output_id: str) -> WatermarkOutput:
        """Return the output for ``on_event`` of a generator, which takes effect immediately.

        Raises:
            ValueError: If there is no such output.
        """
        return _ImmediateOutput(self, self._find_partial(output_id))

    def get_deferred_output(self, output_id: str) -> WatermarkOutput:
        """Return the output for ``on_periodic_emit`` of a generator, which takes effect at the next update.

        Raises:
            ValueError: If there is no such output.
        """
        return _DeferredOutput(self._find_partial(output_id))

    def on_periodic_emit(self) -> None:
        """Compute the combined watermark after ``on_periodic_emit`` of all generators was called."""
        self.update_combined_watermark()

    @property
    def combined_watermark(self) -> int:
        return self._status.watermark

    def update_combined_watermark(self) -> None:
        if self._status.update():
            self._underlying_output.emit_watermark(Watermark(self._status.watermark))
        if self._status.is_idle:
            self._underlying_output.mark_idle()

    def _find_partial(self, output_id: str) -> PartialWatermark:
        partial = self._outputs.get(output_id)
        if partial is None:
            raise ValueError(f"no output registered under id {output_id}")
        return partial


class _DeferredOutput(WatermarkOutput):
    """Output whose watermarks take effect at the next update.

    Flink: ``WatermarkOutputMultiplexer.DeferredOutput``.
    """

    __slots__ = ("_partial",)

    def __init__(self, partial: PartialWatermark) -> None:
        self._partial = partial

    def emit_watermark(self, watermark: Watermark) -> None:
        self._partial.set_watermark(extract_timestamp(watermark))

    def mark_idle(self) -> None:
        self._partial.set_idle(True)

    def mark_active(self) -> None:
        self._partial.set_idle(False)


class _ImmediateOutput(WatermarkOutput):
    """Output whose watermarks take effect immediately.

    Flink: ``WatermarkOutputMultiplexer.ImmediateOutput``.
    """

    __slots__ = ("_multiplexer", "_partial")

    def __init__(self, multiplexer: WatermarkOutputMultiplexer, partial: PartialWatermark) -> None:
        self._multiplexer = multiplexer
        self._partial = partial

    def emit_watermark(self, watermark: Watermark) -> None:
        timestamp = extract_timestamp(watermark)
        advanced = self._partial.set_watermark(timestamp)
        if advanced and timestamp > self._multiplexer.combined_watermark:
            self._multiplexer.update_combined_watermark()

    def mark_idle(self) -> None:
        self._partial.set_idle(True)
        self._multiplexer.update_combined_watermark()

    def mark_active(self) -> None:
        self._partial.set_idle(False)
        self._multiplexer.update_combined_watermark()


class IdlenessManager:
    """Makes a source idle only when both its splits and its main output are idle.

    A source has a *main output* with a generator of its own, in addition to the outputs of its
    splits. Here no records are read through it, but its generator is polled at each interval, and
    what it emits (``MIN_TIMESTAMP``, which advances nothing) counts as activity. So a source whose
    strategy has no idleness never becomes idle by itself, and one without splits becomes idle after
    the timeout.

    Flink: ``ProgressiveTimestampsAndWatermarks.IdlenessManager``.
    """

    __slots__ = ("main_output", "split_output", "underlying_output")

    def __init__(self, underlying_output: WatermarkOutput) -> None:
        self.underlying_output = underlying_output
        self.split_output = IdlenessAwareOutput(self)
        self.main_output = IdlenessAwareOutput(self)

    def maybe_mark_idle(self) -> None:
        if self.split_output.is_idle and self.main_output.is_idle:
            self.underlying_output.mark_idle()


class IdlenessAwareOutput(WatermarkOutput):
    """The output of the splits, or the main output, of a source with an :class:`IdlenessManager`.

    It is idle until something is emitted to it.
    """

    __slots__ = ("_manager", "is_idle")

    def __init__(self, manager: IdlenessManager) -> None:
        self._manager = manager
        self.is_idle = True

    def emit_watermark(self, watermark: Watermark) -> None:
        self._manager.underlying_output.emit_watermark(watermark)
        self.is_idle = False

    def mark_idle(self) -> None:
        self.is_idle = True
        self._manager.maybe_mark_idle()

    def mark_active(self) -> None:
        self.is_idle = False
        self._manager.underlying_output.mark_active()

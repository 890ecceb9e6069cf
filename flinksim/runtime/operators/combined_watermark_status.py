"""Combination of several watermarks and idle flags: of two inputs, or of a source's splits.

Flink: ``CombinedWatermarkStatus``, ``IndexedCombinedWatermarkStatus``.
"""

from __future__ import annotations

from collections.abc import Callable

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP


class PartialWatermark:
    """The watermark and the idle flag of one input.

    A watermark never decreases. Any watermark, even an old one, makes the input active.
    ``on_watermark`` is called when the watermark advances, ``on_idle`` whenever the flag is set,
    ``on_ignored`` for a watermark that does not advance it.

    Flink: ``CombinedWatermarkStatus.PartialWatermark``.
    """

    __slots__ = ("_on_idle", "_on_ignored", "_on_watermark", "is_idle", "watermark")

    def __init__(
        self,
        on_watermark: Callable[[int], None] | None = None,
        on_idle: Callable[[bool], None] | None = None,
        on_ignored: Callable[[int], None] | None = None,
    ) -> None:
        self.watermark = MIN_TIMESTAMP
        self.is_idle = False
        self._on_watermark = on_watermark
        self._on_idle = on_idle
        self._on_ignored = on_ignored

    def set_watermark(self, timestamp: int) -> bool:
        """Set the watermark to *timestamp*; return whether it advanced."""
        self.set_idle(False)
        if timestamp <= self.watermark:
            if self._on_ignored is not None:
                self._on_ignored(timestamp)
            return False
        self.watermark = timestamp
        if self._on_watermark is not None:
            self._on_watermark(timestamp)
        return True

    def set_idle(self, is_idle: bool) -> None:
        self.is_idle = is_idle
        if self._on_idle is not None:
            self._on_idle(is_idle)


class CombinedWatermarkStatus:
    """The minimum watermark of the active inputs, or the maximum of all if all are idle.

    * The combined watermark never decreases, and starts at ``MIN_TIMESTAMP``.
    * An input that becomes active again counts immediately, with its old watermark, so it *can*
      block the others. (A channel of a ``StatusWatermarkValve`` in the same situation does not.)
    * If all inputs are idle, the maximum watermark wins without any condition.

    Flink: ``IndexedCombinedWatermarkStatus`` if created for a number of inputs, else
    ``CombinedWatermarkStatus``.

    >>> combined = CombinedWatermarkStatus(2)
    >>> combined.update_watermark(0, 5), combined.update_watermark(1, 3), combined.watermark
    (False, True, 3)
    """

    __slots__ = ("inputs", "is_idle", "watermark")

    def __init__(self, number_of_inputs: int = 0) -> None:
        self.inputs = [PartialWatermark() for _ in range(number_of_inputs)]
        self.watermark = MIN_TIMESTAMP
        self.is_idle = False

    def update_watermark(self, input_index: int, timestamp: int) -> bool:
        """Set the watermark of one input; return whether the combined watermark advanced."""
        self.inputs[input_index].set_watermark(timestamp)
        return self.update()

    def update_status(self, input_index: int, is_idle: bool) -> bool:
        """Set the idle flag of one input; return whether the combined watermark advanced."""
        self.inputs[input_index].set_idle(is_idle)
        return self.update()

    def update(self) -> bool:
        """Compute the combined watermark of all inputs; return whether it advanced.

        Without inputs nothing changes.
        """
        if not self.inputs:
            return False
        maximum = MIN_TIMESTAMP
        minimum_active = MAX_TIMESTAMP
        all_idle = True
        for partial in self.inputs:
            timestamp = partial.watermark
            if timestamp > maximum:
                maximum = timestamp
            if not partial.is_idle:
                all_idle = False
                if timestamp < minimum_active:
                    minimum_active = timestamp
        self.is_idle = all_idle
        combined = maximum if all_idle else minimum_active
        if combined <= self.watermark:
            return False
        self.watermark = combined
        return True

"""One watermark and one idle flag out of several: for two inputs, or the splits of a source.

Flink: ``CombinedWatermarkStatus``, ``IndexedCombinedWatermarkStatus``.
"""

from __future__ import annotations

from collections.abc import Callable

from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP


class PartialWatermark:
    """The watermark and the idle flag of one input.

    A watermark never goes back, and any watermark, even an old one, makes the input active.
    *on_watermark* is called when the watermark grows, *on_idle* at every setting of the flag,
    *on_ignored* for a watermark that does not let it grow.

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
        """Take *timestamp*; whether it is greater than before."""
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
    """The least watermark of the inputs that are not idle; the greatest of all if all are idle.

    * The combined watermark never goes back, and is ``MIN_TIMESTAMP`` at first.
    * An input that is active again counts at once, with its old watermark: it *does* hold the
      others back. (A channel of a ``StatusWatermarkValve`` in the same place does not.)
    * All idle: the greatest watermark wins without any condition.

    Flink: ``IndexedCombinedWatermarkStatus`` if made for a number of inputs, else
    ``CombinedWatermarkStatus``.
    """

    __slots__ = ("inputs", "is_idle", "watermark")

    def __init__(self, number_of_inputs: int = 0) -> None:
        self.inputs = [PartialWatermark() for _ in range(number_of_inputs)]
        self.watermark = MIN_TIMESTAMP
        self.is_idle = False

    def update_watermark(self, input_index: int, timestamp: int) -> bool:
        """Input *input_index* has reached *timestamp*; whether the combined watermark advanced."""
        self.inputs[input_index].set_watermark(timestamp)
        return self.update()

    def update_status(self, input_index: int, is_idle: bool) -> bool:
        """Input *input_index* is idle or active; whether the combined watermark advanced."""
        self.inputs[input_index].set_idle(is_idle)
        return self.update()

    def update(self) -> bool:
        """Combine anew; whether the combined watermark advanced. Without inputs nothing changes."""
        if not self.inputs:
            return False
        greatest = MIN_TIMESTAMP
        least_active = MAX_TIMESTAMP
        all_idle = True
        for partial in self.inputs:
            timestamp = partial.watermark
            if timestamp > greatest:
                greatest = timestamp
            if not partial.is_idle:
                all_idle = False
                if timestamp < least_active:
                    least_active = timestamp
        self.is_idle = all_idle
        combined = greatest if all_idle else least_active
        if combined <= self.watermark:
            return False
        self.watermark = combined
        return True

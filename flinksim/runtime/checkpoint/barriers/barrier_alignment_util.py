"""The timer after which an aligned checkpoint becomes unaligned.

Flink: ``BarrierAlignmentUtil``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from flinksim.runtime.elements import CheckpointBarrier
from flinksim.runtime.virtual_clock import SimulatedClock


class Cancellable(Protocol):
    """A delayed action that can be cancelled. Flink: ``BarrierAlignmentUtil.Cancellable``."""

    def cancel(self) -> None: ...


class DelayableTimer(Protocol):
    """Runs an action after a delay. Flink: ``BarrierAlignmentUtil.DelayableTimer``."""

    def __call__(self, action: Callable[[], None], delay_ms: int) -> Cancellable: ...


def compute_timer_delay_ms(now_ms: int, barrier: CheckpointBarrier) -> int:
    """Compute the time from *now_ms* until *barrier* times out; 0 if it has timed out."""
    passed_ms = now_ms - barrier.timestamp
    return max(barrier.options.aligned_checkpoint_timeout_ms - passed_ms, 0)


ALIGNMENT_TIMER_MAIL = "Execute checkpoint barrier handler delayed action"
"""Name of the mail that runs when the alignment timeout has passed."""


def create_register_timer_callback(
    submit_mail: Callable[[str, Callable[[], None]], None], clock: SimulatedClock
) -> DelayableTimer:
    """Create a timer on *clock* whose action runs as a mail.

    As a timer of Flink's ``ProcessingTimeService``, it fires one millisecond after its time.
    """

    def register_task(action: Callable[[], None], delay_ms: int) -> Cancellable:
        return clock.schedule(
            clock.now_ms + delay_ms + 1, lambda _: submit_mail(ALIGNMENT_TIMER_MAIL, action)
        )

    return register_task

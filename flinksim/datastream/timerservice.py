"""The timer service of process functions."""

from __future__ import annotations

from abc import ABC, abstractmethod

__all__ = ["TimerService"]


class TimerService(ABC):
    """The two clocks, and the timers of the current key.

    All times are epoch milliseconds. There is at most one timer per key, time domain and timestamp.
    Registering it again or deleting a missing one changes nothing.

    Flink: ``org.apache.flink.streaming.api.TimerService``.
    """

    @abstractmethod
    def current_processing_time(self) -> int:
        """Return the processing time."""

    @abstractmethod
    def current_watermark(self) -> int:
        """Return the operator's event time, which is the last watermark that it received."""

    @abstractmethod
    def register_processing_time_timer(self, timestamp: int) -> None:
        """Call ``on_timer`` for the current key when processing time reaches *timestamp*."""

    @abstractmethod
    def register_event_time_timer(self, timestamp: int) -> None:
        """Call ``on_timer`` for the current key when the watermark reaches *timestamp*.

        A timer that is already below the watermark fires with the next watermark.
        """

    @abstractmethod
    def delete_processing_time_timer(self, timestamp: int) -> None:
        """Delete a processing-time timer of the current key."""

    @abstractmethod
    def delete_event_time_timer(self, timestamp: int) -> None:
        """Delete an event-time timer of the current key."""

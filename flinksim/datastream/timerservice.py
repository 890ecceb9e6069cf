"""What a process function may ask of time."""

from __future__ import annotations

from abc import ABC, abstractmethod

__all__ = ["TimerService"]


class TimerService(ABC):
    """The two clocks, and timers of the current key.

    All times are epoch milliseconds. There is at most one timer per key, time domain and timestamp:
    registering it again changes nothing, and deleting one that is not there changes nothing.

    Flink: ``org.apache.flink.streaming.api.TimerService``.
    """

    @abstractmethod
    def current_processing_time(self) -> int:
        """The processing-time clock."""

    @abstractmethod
    def current_watermark(self) -> int:
        """The operator's event-time clock: the last watermark it has seen."""

    @abstractmethod
    def register_processing_time_timer(self, timestamp: int) -> None:
        """Call ``on_timer`` for the current key once processing time is at *timestamp*."""

    @abstractmethod
    def register_event_time_timer(self, timestamp: int) -> None:
        """Call ``on_timer`` for the current key once the watermark is at *timestamp*.

        A timestamp that the watermark has already passed fires with the next watermark.
        """

    @abstractmethod
    def delete_processing_time_timer(self, timestamp: int) -> None:
        """Take back a processing-time timer of the current key."""

    @abstractmethod
    def delete_event_time_timer(self, timestamp: int) -> None:
        """Take back an event-time timer of the current key."""

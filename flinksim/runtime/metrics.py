"""Counters, meters, distributions and gauges that a user function registers.

They count within a run and can be read; there are no metric reporters.

Flink: ``org.apache.flink.metrics``, by the names of ``pyflink.metrics``.
"""

from __future__ import annotations

from collections.abc import Callable


class Metric:
    """Base class of the metrics that a user function registers."""


class Counter(Metric):
    """A number that can be incremented and decremented."""

    def __init__(self) -> None:
        self._count = 0

    def inc(self, n: int = 1) -> None:
        self._count += n

    def dec(self, n: int = 1) -> None:
        self.inc(-n)

    def get_count(self) -> int:
        return self._count


class Meter(Metric):
    """A counter of events. Differs: it has no rate, because nothing reads it over time."""

    def __init__(self) -> None:
        self._count = 0

    def mark_event(self, value: int = 1) -> None:
        self._count += value

    def get_count(self) -> int:
        return self._count


class Distribution(Metric):
    """Metric with the sum, count, minimum and maximum of the reported values."""

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0
        self.min: int | None = None
        self.max: int | None = None

    def update(self, value: int) -> None:
        self.count += 1
        self.sum += value
        self.min = value if self.min is None else min(self.min, value)
        self.max = value if self.max is None else max(self.max, value)


class MetricGroup:
    """Metrics by name; a second call with the same name returns the same metric."""

    def __init__(self) -> None:
        self._counters: dict[str, Counter] = {}
        self._meters: dict[str, Meter] = {}
        self._distributions: dict[str, Distribution] = {}
        self._groups: dict[str, MetricGroup] = {}
        self.gauges: dict[str, Callable[[], int]] = {}

    def add_group(self, name: str, extra: str | None = None) -> MetricGroup:
        """Return the subgroup called *name*; with *extra*, the subgroup of *name* and that second name."""
        full_name = name if extra is None else f"{name}.{extra}"
        return self._groups.setdefault(full_name, MetricGroup())

    def counter(self, name: str) -> Counter:
        return self._counters.setdefault(name, Counter())

    def gauge(self, name: str, obj: Callable[[], int]) -> None:
        self.gauges[name] = obj

    def meter(self, name: str, time_span_in_seconds: int = 60) -> Meter:
        return self._meters.setdefault(name, Meter())

    def distribution(self, name: str) -> Distribution:
        return self._distributions.setdefault(name, Distribution())

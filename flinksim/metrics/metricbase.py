"""PyFlink: ``pyflink.metrics.metricbase``."""

from __future__ import annotations

from flinksim.runtime.metrics import Counter, Distribution, Meter, Metric, MetricGroup

__all__ = ["Counter", "Distribution", "Meter", "Metric", "MetricGroup"]

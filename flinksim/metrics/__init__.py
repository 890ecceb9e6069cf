"""Counters, meters, gauges and distributions: PyFlink's ``pyflink.metrics``."""

from __future__ import annotations

from flinksim.metrics.metricbase import Counter, Distribution, Meter, Metric, MetricGroup

__all__ = ["Counter", "Distribution", "Meter", "Metric", "MetricGroup"]

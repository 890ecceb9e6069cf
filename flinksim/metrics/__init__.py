"""Counters, meters, gauges and distributions: PyFlink's ``pyflink.metrics``.

This package only re-exports PyFlink's names. The implementation is in ``flinksim.runtime.metrics``;
start reading there. Metrics that the runtime reports do not belong here.
"""

from __future__ import annotations

from flinksim.metrics.metricbase import Counter, Distribution, Meter, Metric, MetricGroup

__all__ = ["Counter", "Distribution", "Meter", "Metric", "MetricGroup"]

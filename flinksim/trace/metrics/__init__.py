"""Flink's metrics, computed from the events of a trace.

Start with :mod:`flinksim.trace.metrics.job_metrics`; :mod:`flinksim.trace.metrics.counters` has the
counters that it keeps. User-defined metrics (PyFlink's ``MetricGroup``) do not belong here, nor does
the analysis of bottlenecks, which is in :mod:`flinksim.analysis`.
"""

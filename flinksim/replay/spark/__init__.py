"""Integration with Spark: sessions, actions with progress, fetching rows, and physical plans.

The execution engine on Spark is in ``flinksim.replay.engines.spark``.

Start with :func:`~flinksim.replay.spark.session.spark_session` and
:class:`~flinksim.replay.spark.job_monitor.SparkJobMonitor`.
"""

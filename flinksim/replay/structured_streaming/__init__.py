"""Comparison of Flink's windows with Spark Structured Streaming on the same log.

Runs the window query of a program in Spark's output modes and compares the results with Flink's
firings. It is for teaching; a replay does not need it.

Start with :func:`~flinksim.replay.structured_streaming.runner.run_streaming` and
:func:`~flinksim.replay.structured_streaming.comparison.compare_with_streaming`.
"""

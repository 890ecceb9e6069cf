"""Parameter sweeps: a grid of watermark delays, idle timeouts and allowed latenesses in one pass.

A point is one combination of these three settings. One pass over the log builds a table from which
the statistics of any point are computed. What a replay with one setting does is in
``flinksim.replay.kernel``.

Start with :meth:`~flinksim.replay.replay_job.SparkJob.sweep` and
:class:`~flinksim.replay.sweep.parameter_sweep.Sweep`.
"""

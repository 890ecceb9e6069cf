"""Parameter sweeps: a grid of watermark delays, idle timeouts and latenesses in one pass.

One pass over the log builds a table from which the statistics of any point of the grid are
computed. What a replay with one setting does is in ``flinksim.replay.kernel``.

Start with :meth:`~flinksim.replay.replay_job.SparkJob.sweep` and
:class:`~flinksim.replay.sweep.parameter_sweep.Sweep`.
"""

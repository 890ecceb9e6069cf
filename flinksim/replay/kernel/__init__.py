"""Columnar kernel for keyed windows; runs in this process and in Spark workers.

Evaluates a columnar plan on Parquet row groups with numpy and Arrow: scan timestamps, compute
watermarks, partition or shuffle, aggregate windows, and produce firings and dropped records as
columns. Compiling plans is in ``flinksim.replay.compile``, result tables are in
``flinksim.replay.results``.

Start with :class:`~flinksim.replay.kernel.kernel_run.KernelRun` and
:class:`~flinksim.replay.kernel.kernel.Kernel`.
"""

"""Operator backend: runs any program with the simulator's own operators, split into units of work.

A unit of work is a subtask, or some of its key groups, that one worker processes. The package plans
stages and their partitioning, computes watermark timelines on the driver, and runs operator chains
in workers. Rows carry their position in the run, so that arrival order can be restored. Operators
themselves are in ``flinksim.runtime``.

Start with :func:`~flinksim.replay.operators.stage_planner.plan_stages` and
:class:`~flinksim.replay.operators.operator_run.OperatorRun`.
"""

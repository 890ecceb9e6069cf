"""Operator backend: any program, run with the simulator's own operators by unit of work.

Plans stages and their partitioning, computes watermark timelines on the driver, and runs operator
chains in workers. Rows carry positions, so that the order of the run can be restored. Operators
themselves are in ``flinksim.runtime``.

Start with :func:`~flinksim.replay.operators.stage_planner.plan_stages` and
:class:`~flinksim.replay.operators.operator_run.OperatorRun`.
"""

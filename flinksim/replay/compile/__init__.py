"""Compiler from a job graph to a columnar plan.

Recognizes an event-log source, simple functions and one keyed window, and produces a
:class:`~flinksim.replay.compile.columnar_plan.ColumnarPlan` for the kernel. Everything else is
rejected with a reason and runs with the simulator's operators. Evaluating plans is in
``flinksim.replay.kernel``, symbolic execution of user functions in ``flinksim.replay.expressions``.

Start with :func:`~flinksim.replay.compile.columnar_plan.compile_plan`.
"""

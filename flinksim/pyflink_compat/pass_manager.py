"""Translates a program to PyFlink's operators, which are planned, shown and run in its dialect.

There are two passes over the transformations, as in PyFlink:

1. Each transformation becomes the operators that PyFlink builds for it. ``key_by`` is an operator that
   adds the key. Timestamps are extracted before the watermarks and removed after them. A reader that
   needs no key gets an operator that removes it.
2. Consecutive Python functions become one operator, named after all of them.

A task still calls the functions one by one (:attr:`Transformation.functions`), so that traces show
each.

Flink: ``PythonConfigUtil`` and ``PythonOperatorChainingOptimizer`` in ``org.apache.flink.python``.
"""

from __future__ import annotations

from dataclasses import replace

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.pyflink_compat.expand_pass import expand_to_python_operators
from flinksim.pyflink_compat.fuse_pass import fuse_functions


def apply_pyflink_passes(pipeline: Pipeline) -> Pipeline:
    """Apply both passes; *pipeline* itself is unchanged."""
    fused = fuse_functions(expand_to_python_operators(pipeline))
    return replace(
        fused, task_factory="flinksim.pyflink_compat.python_task_factory:PythonTaskFactory"
    )

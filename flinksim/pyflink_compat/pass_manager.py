"""The operators that PyFlink makes of a program: what is planned, shown and run in its dialect.

Two passes over the transformations, as PyFlink has them:

1. each of them becomes the operators that PyFlink builds for it: ``key_by`` is an operator that adds
   the key, timestamps are extracted before the watermarks and removed after them, what needs no key
   reads a keyed stream through an operator that takes the key away;
2. Python functions that follow each other become one operator, with the names of all.

A task still calls the functions one by one (:attr:`Transformation.functions`), so that each can be
seen.

Flink: ``PythonConfigUtil`` and ``PythonOperatorChainingOptimizer`` in ``org.apache.flink.python``.
"""

from __future__ import annotations

from dataclasses import replace

from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.pyflink_compat.expand_pass import as_python_operators
from flinksim.pyflink_compat.fuse_pass import with_fused_functions


def as_pyflink_makes_it(pipeline: Pipeline) -> Pipeline:
    """Both passes; *pipeline* itself stays as it is."""
    made = with_fused_functions(as_python_operators(pipeline))
    return replace(made, task_factory="flinksim.pyflink_compat.task_factory:PythonTaskFactory")

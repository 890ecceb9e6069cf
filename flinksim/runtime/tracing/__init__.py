"""Instrumentation that records Flink's call stack in a traced run.

:mod:`~flinksim.runtime.tracing.instrumentation` wraps methods of tasks and operators from outside;
:mod:`~flinksim.runtime.tracing.flink_frame_table` says which methods, and which frames of Flink
they stand for. The operators themselves contain no tracing of calls. Events are emitted by the
operators, and the span log belongs to ``flinksim.trace.causality``.

Start reading at ``instrumentation``.
"""

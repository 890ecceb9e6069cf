"""Barrier handlers: when a task takes its part of a checkpoint, and which channels are blocked.

``CheckpointBarrierTracker`` implements at-least-once mode, ``SingleCheckpointBarrierHandler``
exactly-once mode, both on ``CheckpointBarrierHandler``. The transitions of exactly-once mode are the
table in ``barrier_handler_states.py``; start there. ``protocols.py`` has the interfaces of task and
inputs.

What the task does at a checkpoint is in :mod:`flinksim.runtime.tasks.subtask_checkpoint_coordinator`.
Flink: ``org.apache.flink.streaming.runtime.io.checkpointing``.
"""

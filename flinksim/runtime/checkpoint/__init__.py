"""Checkpoints: settings, barrier handling, in-flight data, snapshot files and rescaling of state.

``barriers`` decides when a task takes its part of a checkpoint. ``channel_state_writer.py`` collects
in-flight data. ``metadata.py`` is the snapshot of a whole job, ``snapshot_file.py`` and ``storage.py``
its file, and ``repartitioner.py`` distributes state to another parallelism.

The coordinator of a job is in :mod:`flinksim.runtime.jobmaster`, the part of a subtask in
:mod:`flinksim.runtime.tasks.subtask_checkpoint_coordinator`. Start with ``checkpoint_options.py``.
Flink: ``org.apache.flink.runtime.checkpoint``.
"""
